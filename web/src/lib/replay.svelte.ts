/* A finished match once more, moment by moment, through some eyes: its outline at once, what to draw as it is needed. */

import { api } from "./api";
import { headingOf, type LogLine } from "./log";
import { SPECTATOR, type Show } from "./table.svelte";
import type { Judged, Replay as Outline } from "./wire";

const BEAT = 1100; // ms a moment lasts when the replay runs by itself
const ROOM = [2.5, 8]; // hundredths of the line that a number needs, on a wide screen and on a phone
const AHEAD = 6; // moments fetched before they are needed

export class Replay {
  eyes = $state(SPECTATOR);
  outline = $state.raw<Outline | undefined>();
  failed = $state(false);
  /** The moment that is shown, from 0, after the set-up. */
  at = $state(0);
  running = $state(false);
  /** The turning point that is looked at: the moment before its move. */
  studied = $state.raw<Judged | undefined>();
  /** What to draw; until the moment's own has come, what was drawn before. */
  shown = $state.raw<Show>({});

  private readonly shows = new Map<number, Show>();
  private readonly asked = new Set<number>();
  private timer: ReturnType<typeof setInterval> | undefined;

  readonly last = $derived(Math.max(0, (this.outline?.moves.length ?? 1) - 1));
  readonly isAtEnd = $derived(!this.outline || this.at >= this.last);
  readonly facts = $derived((this.outline?.facts ?? []) as unknown as LogLine[]);
  readonly log = $derived(this.facts.slice(0, this.outline?.told[this.at] ?? 0));
  /** What was new at this moment. */
  readonly news = $derived(this.log.slice(this.at > 0 ? (this.outline?.told[this.at - 1] ?? 0) : 0));
  /** Where rounds (or turns) begin. */
  readonly chapters = $derived.by(() => {
    const heading = headingOf(this.facts);
    return this.facts.flatMap((line, place) => (line.key === heading ? [{ line, at: this.toldAt(place) }] : []));
  });

  /** The same as places on a line, in hundredths, each with its number where there is room for it: 0 nowhere, 1 on a wide screen, 2 anywhere. */
  readonly marks = $derived.by(() => {
    const last: number[] = [-Infinity, -Infinity];
    return this.chapters.map(({ at }, place) => {
      const left = (at / Math.max(1, this.last)) * 100;
      const room = ROOM.filter((gap, which) => left - (last[which] ?? 0) >= gap && (last[which] = left) === left).length;
      return { left, number: place + 1, room };
    });
  });

  /** It opens at a moment that has not come yet: there is nothing to draw. */
  opens = $state(false);

  /** Opens at the moment after so many moves; without a number at the end. */
  constructor(
    readonly id: string,
    eyes: number,
    moves?: number,
  ) {
    this.opens = moves !== undefined;
    void this.look(eyes, moves);
  }

  /** Through these eyes from now on, at the same place in the match. */
  async look(eyes: number, moves = this.outline?.moves[this.at]): Promise<void> {
    this.pause();
    try {
      const outline = await api.replay(this.id, eyes);
      this.asked.clear();
      this.shows.clear();
      this.outline = outline;
      this.eyes = eyes;
      this.go(moves === undefined ? this.last : this.after(moves));
      if (this.isAtEnd) this.opens = false;
    } catch {
      this.failed = true;
      this.opens = false;
    }
  }

  /** The moment at which so many moves had been played. */
  after(moves: number): number {
    const later = (this.outline?.moves ?? []).findIndex((played) => played > moves);
    return later < 0 ? this.last : Math.max(0, later - 1);
  }

  /** To the moment before a move that is looked at again. */
  study(turn: Judged): void {
    this.pause();
    this.go(this.after(turn.number - 1));
    this.studied = turn;
  }

  go(at: number): void {
    this.studied = undefined;
    this.at = Math.min(Math.max(0, at), this.last);
    this.draw();
    this.want(this.at);
  }

  /** To the beginning of this chapter, or from there to the one before; forwards to the next one. */
  leap(by: 1 | -1): void {
    const starts = [0, ...this.chapters.map((chapter) => chapter.at), this.last];
    this.go(by > 0 ? (starts.find((at) => at > this.at) ?? this.last) : (starts.findLast((at) => at < this.at) ?? 0));
  }

  /** Runs by itself from here, or from the beginning when it was at the end. */
  run(): void {
    if (this.isAtEnd) this.go(0);
    this.running = true;
    this.timer = setInterval(() => {
      this.go(this.at + 1);
      if (this.isAtEnd) this.pause();
    }, BEAT);
  }

  pause(): void {
    this.running = false;
    clearInterval(this.timer);
  }

  private toldAt(fact: number): number {
    return (this.outline?.told ?? []).findIndex((told) => told > fact);
  }

  private draw(): void {
    this.shown = this.shows.get(this.at) ?? this.shown;
    if (this.shows.has(this.at)) this.opens = false;
  }

  /** Fetches what is to be drawn around here, and a little ahead. */
  private want(at: number): void {
    const missing = [at, at + AHEAD].find((one) => one <= this.last && !this.shows.has(one));
    if (missing === undefined || this.asked.has(missing)) return;
    this.asked.add(missing);
    const { eyes } = this;
    api.moments(this.id, eyes, missing === at ? Math.max(0, at - AHEAD) : missing).then(
      (part) => {
        if (eyes !== this.eyes) return;
        part.shows.forEach((show, place) => this.shows.set(part.first + place, show as Show));
        this.draw();
      },
      () => {
        this.asked.delete(missing);
        if (!this.opens) return;
        this.opens = false;
        this.go(this.last); // it never came: the end is there
      },
    );
  }
}
