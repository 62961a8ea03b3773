/* The stage of a board: shows one table after the other, lets the pieces travel between them, and can be hurried. */

import { tick } from "svelte";
import { shared } from "$lib/share";
import { loudest, sounds, type Cue } from "./sound";

export interface Step<S> {
  show: S;
  /** How long to rest on it before the next one, in milliseconds. */
  rest: number;
  /** What is heard when it is shown. */
  cue?: Cue | undefined;
  /** How many lines of the story are played with it. */
  told?: number | undefined;
}

/** A piece on its way: where it was and where it is, by the places' names; undefined is out of the game. */
export interface Travel {
  piece: string;
  from: string | undefined;
  to: string | undefined;
}

const TRAVEL = 320; // milliseconds a piece is under way
const MANY = 24; // steps that nobody wants to wait for

export class Stage<S> {
  shown = $state.raw<S>() as S;
  /** Something is still under way. */
  busy = $state(false);
  /** How many lines of the story have been played. */
  told = $state(0);
  still = false;

  private steps: Step<S>[] = [];
  private layer: HTMLElement | undefined;
  private flights: Animation[] = [];
  private wake: (() => void) | undefined;

  constructor(
    first: S,
    private readonly travels: (before: S, after: S) => Travel[],
  ) {
    this.shown = first;
  }

  /** The element over the board in which pieces fly; its parent is the board. */
  readonly attach = (layer: HTMLElement): (() => void) => {
    this.layer = layer;
    return () => {
      this.hurry();
      this.layer = undefined;
    };
  };

  /** Goes through the steps, after those that are still waiting. */
  play(steps: Step<S>[]): void {
    this.steps.push(...steps);
    if (this.still || this.steps.length > MANY || document.hidden) this.hurry();
    else if (!this.busy) void this.run();
  }

  /** To the end of all that is waiting, at once. */
  hurry(): void {
    const last = this.steps.at(-1);
    sounds.play(loudest(this.steps.map((step) => step.cue)));
    this.told = this.steps.findLast((step) => step.told !== undefined)?.told ?? this.told;
    this.steps = [];
    for (const flight of this.flights) flight.finish();
    if (last) this.show(last.show);
    this.wake?.();
  }

  /** What is as it was stays the same, and is not drawn again. */
  private show(next: S): void {
    this.shown = shared(this.shown, next);
  }

  private async run(): Promise<void> {
    this.busy = true;
    for (let step = this.steps.shift(); step; step = this.steps.shift()) {
      sounds.play(step.cue);
      await this.go(step.show);
      this.told = Math.max(this.told, step.told ?? 0); // when the pieces have landed
      if (this.steps.length && step.rest) await this.rest(step.rest);
    }
    this.busy = false;
  }

  private async go(show: S): Promise<void> {
    const ways = this.travels(this.shown, show).map((travel) => ({ travel, from: this.box(travel.from, travel.piece) }));
    const leavers = ways.filter(({ travel }) => travel.to === undefined).map(({ travel, from }) => ({ from, copy: this.copy(travel.from, travel.piece) }));
    this.show(show);
    if (!ways.length) return;
    await tick();
    const done: Promise<unknown>[] = [];
    for (const { from, copy } of leavers) if (from && copy) done.push(this.fly(copy, from, undefined));
    const landed = new Set<Element>();
    for (const { travel, from } of ways) {
      if (travel.to === undefined) continue;
      const target = this.pieces(travel.to, travel.piece).findLast((one) => !landed.has(one));
      if (!target) continue;
      landed.add(target);
      done.push(this.fly(target, from ?? undefined, target));
    }
    await Promise.all(done);
  }

  private rest(time: number): Promise<void> {
    return new Promise((wake) => {
      this.wake = wake;
      setTimeout(wake, time);
    });
  }

  private place(name: string | undefined): Element | null {
    return (name && this.layer?.parentElement?.querySelector(`[data-at="${name}"]`)) || null;
  }

  private pieces(name: string | undefined, piece: string): SVGElement[] {
    return [...(this.place(name)?.querySelectorAll<SVGElement>(`[data-piece="${piece}"] > svg, svg[data-piece="${piece}"]`) ?? [])];
  }

  private box(name: string | undefined, piece: string): DOMRect | undefined {
    return (this.pieces(name, piece).at(-1) ?? this.place(name))?.getBoundingClientRect();
  }

  private copy(name: string | undefined, piece: string): SVGElement | undefined {
    return this.pieces(name, piece).at(-1)?.cloneNode(true) as SVGElement | undefined;
  }

  /** A copy flies above everything; the piece itself is hidden until it has landed. Without a start it appears, without a target it goes. */
  private async fly(piece: SVGElement, from: DOMRect | undefined, target: SVGElement | undefined): Promise<void> {
    if (!this.layer) return;
    const to = target?.getBoundingClientRect();
    const size = to ?? from;
    if (!size || (to && !to.width)) return;
    const copy = target ? (piece.cloneNode(true) as SVGElement) : piece;
    copy.removeAttribute("data-piece");
    const over = this.layer.getBoundingClientRect();
    Object.assign(copy.style, { position: "absolute", left: `${size.left - over.left}px`, top: `${size.top - over.top}px`, width: `${size.width}px`, height: `${size.height}px` });
    this.layer.append(copy);
    if (target) target.style.visibility = "hidden";
    const flight = copy.animate(frames(from, to), { duration: TRAVEL, easing: "cubic-bezier(.3, 0, .15, 1)" });
    this.flights.push(flight);
    await flight.finished.catch(() => undefined);
    this.flights = this.flights.filter((one) => one !== flight);
    copy.remove();
    if (target) target.style.visibility = "";
  }
}

function frames(from: DOMRect | undefined, to: DOMRect | undefined): Keyframe[] {
  const rest = { transform: "none", opacity: 1 };
  if (!from) return [{ transform: "translateY(-14px) scale(1.3)", opacity: 0 }, rest];
  if (!to) return [rest, { transform: "translateY(-22px) scale(1.3)", opacity: 0 }];
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  const lift = Math.min(46, Math.hypot(x, y) / 5);
  return [
    { transform: `translate(${x}px, ${y}px)`, opacity: 1 },
    { transform: `translate(${x / 2}px, ${y / 2 - lift}px) scale(1.18)`, opacity: 1 },
    rest,
  ];
}
