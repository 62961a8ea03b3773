/* A table as the page knows it: what came down the line, and the draft of the seat at this device. No rules in here. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, randomBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { api } from "./api";
import { keep, kept } from "./kept";
import type { LogLine } from "./log";
import { Recap } from "./recap.svelte";
import { shared } from "./share";
import { Line, type LineState, type Refusal } from "./socket";
import type { AnyNews, AnyRequest, DraftNews, HintNews, Judged, Move, Problem, SeatNews, TableNews, ViewNews } from "./wire";
import type { Pieces } from "./words";

export const SPECTATOR = -1;

/** A line of a section of the words board, and what every game shows. */
export interface Section {
  key: string;
  args?: Record<string, unknown>;
  lines: LogLine[];
}

export interface Show {
  round?: number;
  rounds?: number;
  to_act?: number[];
  prompt?: { key: string; rule?: string; args: Record<string, unknown> };
  sections?: Section[];
  /** What a seat holds that everybody should see at once. */
  marks?: { seat: number; key: string; args: Record<string, unknown> }[];
  /** Names of the pieces in play, for those that the catalogue does not know. */
  words?: Pieces;
  /** The score at the end, the first seat first. */
  final?: LogLine[];
}

export interface Hindsight {
  looked: number;
  moves: number;
  /** By their numbers in the match. */
  judged: Judged[];
}

/** Judgements that came in parts, or twice. */
export function merged(known: readonly Judged[], more: readonly Judged[]): Judged[] {
  const byNumber = new Map([...known, ...more].map((one) => [one.number, one]));
  return [...byNumber.values()].sort((one, other) => one.number - other.number);
}

/** What a board plays: so many lines of the story, so drawn; and the table as it was told before. */
export interface Moment {
  told: number;
  show: Show;
}

export class TableModel {
  /** While a board plays what happened, the rest of the page waits: everything below shows the table as far as the board has played. */
  moment = $state.raw<(Moment & { view: ViewNews; news: TableNews | undefined }) | undefined>();
  private received = $state.raw<TableNews | undefined>();
  readonly news = $derived(this.moment ? this.moment.news : this.received);
  views = $state.raw<Record<number, ViewNews>>({});
  logs = $state.raw<Record<number, LogLine[]>>({});
  draft = $state.raw<DraftNews | undefined>();
  problem = $state.raw<Problem | undefined>();
  line = $state<LineState>("lost");
  refusal = $state<Refusal>("gone"); // why the line is closed, once it is
  /** The seat whose eyes this device shows; with several seats on one device it changes by hand-over. */
  eyes = $state(SPECTATOR);
  /** A seat that must take the device before its view is shown. */
  handOver = $state<number | undefined>();
  /** What a bot makes of the finished match, as far as it has looked. */
  hindsight = $state.raw<Hindsight | undefined>();
  /** Moves on their way: the buttons rest until they are answered. */
  sending = $state(false);

  hint = $state.raw<HintNews | undefined>();
  /** A hint is on its way. */
  asking = $state(false);

  readonly recap: Recap;

  private offered = $state.raw<Move[]>([]); // what the last move of the draft was chosen from

  readonly mine = $derived((this.news?.seats ?? []).filter((seat) => seat.you).map((seat) => seat.seat));
  /** Those of them that a person plays: where a bot stands in, there is only something to see. */
  readonly playing = $derived((this.news?.seats ?? []).filter((seat) => seat.you && !seat.minded).map((seat) => seat.seat));
  /** A bot plays the seat whose eyes this device shows. */
  readonly isMinded = $derived(this.news?.seats[this.eyes]?.minded === true);
  /** What has come, for the board, which plays it. */
  readonly newest = $derived(this.views[this.eyes]);
  readonly story = $derived(this.logs[this.eyes] ?? []);
  readonly drawn = $derived((this.draft?.show ?? this.newest?.show ?? {}) as Show);
  readonly view = $derived(this.moment?.view ?? this.newest);
  readonly log = $derived(this.moment ? this.story.slice(0, this.moment.told) : this.story);
  readonly isHotSeat = $derived(this.mine.length > 1);
  /** What to draw: the draft if there is one, else the table. */
  readonly shown = $derived((this.draft?.show ?? this.moment?.show ?? this.view?.show ?? {}) as Show);
  /** Moves to choose from. A complete draft still shows those it was chosen from, so that another one can be taken instead. */
  readonly moves = $derived.by(() => {
    if (this.moment || this.news?.phase !== "playing" || this.isMinded) return []; // a match that was given up has legal moves, and nobody to make them
    if (!this.draft) return [...(this.view?.moves ?? []), ...(this.view?.parts ?? [])];
    return this.draft.complete ? this.offered : this.draft.moves;
  });
  /** The last move of a complete draft. */
  readonly chosen = $derived(this.draft?.complete ? this.draft.actions.at(-1) : undefined);
  readonly isMyTurn = $derived(this.view !== undefined && !this.isMinded && this.toAct.includes(this.eyes));

  private holds = false; // a board with motion stands on the page
  private isEnding = false; // the result has come, the last move has not

  private readonly wire: Line;
  private readonly shares = new Map<number, string>();
  private readonly given = new Set<string>(); // what has been said of them on this line
  private waiting: AnyRequest | undefined; // a numbered request without an answer: sent again when the line is back
  private drafting: AnyRequest | undefined; // the same for a draft

  /** `startAtOnce`: the host laid this table to play now, and starts it without being asked again. */
  constructor(
    readonly id: string,
    private startAtOnce = false,
  ) {
    this.recap = new Recap(`seen ${id}`);
    this.wire = new Line(
      id,
      (news) => this.hear(news),
      (state, why) => {
        this.line = state;
        if (why) this.refusal = why;
        if (state === "lost") void api.me().catch(() => undefined); // a house that was moved may not know our cookie any more
        if (state !== "open") return;
        this.given.clear();
        for (const request of [this.waiting, this.drafting]) if (request) this.wire.send(request);
      },
    );
  }

  get toAct(): number[] {
    if (this.moment) return [];
    return ((this.view?.show as { to_act?: number[] } | undefined)?.to_act ?? []) as number[];
  }

  seat(number: number): SeatNews | undefined {
    return this.news?.seats[number];
  }

  close(): void {
    this.wire.close();
    this.recap.close();
  }

  // -- what the person does ------------------------------------------------------------------------------------------

  send(request: AnyRequest): void {
    this.problem = undefined;
    this.wire.send(request);
  }

  /** Adds a move to the draft; the table answers with where it leads. */
  choose(action: number): void {
    if (this.isUnderWay) return;
    const before = this.draft?.complete ? this.draft.actions.slice(0, -1) : (this.draft?.actions ?? []);
    if (!this.draft?.complete) this.offered = this.moves;
    this.sendDraft([...before, action]);
  }

  /** Chooses a move, or lets go of the one that is chosen. */
  turn(action: number): void {
    if (action === this.chosen) this.takeBack();
    else this.choose(action);
  }

  /** Takes back the last move of the draft, or, without one, the last move played. */
  takeBack(): void {
    if (this.isUnderWay) return;
    const actions = this.draft?.actions ?? [];
    if (actions.length > 1) {
      this.sendDraft(actions.slice(0, -1));
    } else if (actions.length === 1) {
      this.setDraft(undefined);
      this.problem = undefined;
    } else if (this.newest?.undo && !this.moment) {
      this.sendNumbered({ type: "undo", seat: this.eyes, number: this.newest.number });
    }
  }

  /** A hint can be asked for while a choice is open. */
  get canAsk(): boolean {
    return this.news?.hints === true && this.news.phase === "playing" && this.moves.length > 1 && !this.draft?.complete;
  }

  /** Asks what a bot would play here; asked again, the hint is put away. */
  ask(): void {
    if (this.hint) this.hint = undefined;
    else if (this.canAsk && !this.asking) {
      this.asking = true;
      this.send({ type: "hint", seat: this.eyes, actions: this.draft?.actions ?? [] });
    }
  }

  /** The draft is being played: it cannot be changed any more. */
  get isUnderWay(): boolean {
    return this.sending && this.draft !== undefined;
  }

  get canTakeBack(): boolean {
    return this.draft !== undefined || (!this.isMinded && !this.moment && (this.view?.undo ?? false));
  }

  /** Plays the draft, with what the table has added to it because nothing else is left. */
  confirm(): void {
    if (!this.draft?.ready || !this.newest || this.sending) return;
    this.recap.read();
    this.sendNumbered({ type: "play", seat: this.eyes, number: this.newest.number, actions: this.draft.chosen.map((move) => move.action) });
  }

  takeDevice(): void {
    if (this.handOver === undefined) return;
    this.setDraft(undefined);
    this.eyes = this.handOver;
    this.handOver = undefined;
  }

  private sendDraft(actions: number[]): void {
    this.drafting = { type: "draft", seat: this.eyes, actions };
    this.send(this.drafting);
  }

  private sendNumbered(request: AnyRequest): void {
    this.problem = undefined;
    this.sending = true;
    this.waiting = request;
    this.wire.send(request);
  }

  // -- what the board plays ------------------------------------------------------------------------------------------

  /** Whether the page has a board that plays what happens; without one everything is told at once. */
  hold(on: boolean): void {
    this.holds = on;
    this.isEnding &&= on;
    if (!on) this.played(undefined);
  }

  /** From now on the page waits for the board. */
  private wait(): void {
    const view = this.newest;
    if (view) this.moment ??= { told: this.log.length, show: view.show as Show, view, news: this.news };
  }

  /** How far the board is; undefined when it has played everything. */
  played(moment: Moment | undefined): void {
    if (!this.moment || (!moment && this.isEnding)) return; // a draft, which nobody waits for, or the last move is still to come
    if (moment) this.moment = { ...this.moment, ...moment };
    else {
      this.moment = undefined;
      this.look();
    }
  }

  // -- what the table says -------------------------------------------------------------------------------------------

  private hear(news: AnyNews): void {
    switch (news.type) {
      case "table":
        if (this.news?.phase !== news.phase) this.problem = undefined; // what was wrong before the deal is no answer to the first question
        // The result comes before the last move that it follows from. Who resigns leaves nothing to play.
        if (this.holds && news.phase === "over" && this.received?.phase === "playing" && (news.result as { reason?: string } | null)?.reason !== "resigned") {
          this.wait();
          this.isEnding = true;
        }
        this.received = shared(this.received, news);
        if (this.startAtOnce && news.phase === "lobby" && news.host && news.seats.every((seat) => seat.kind !== "open")) {
          this.startAtOnce = false;
          this.send({ type: "start" });
        }
        this.share(news);
        this.look();
        break;
      case "view": {
        const before = this.views[news.seat];
        const view = shared(before, news);
        // From here on, so that not even for a moment anything is told that the board has not played.
        if (this.holds && news.seat === this.eyes && news.facts.length) this.wait();
        this.isEnding = false;
        this.views = { ...this.views, [news.seat]: view };
        this.logs = {
          ...this.logs,
          [news.seat]: [...(this.logs[news.seat] ?? []).slice(0, news.facts_from), ...(news.facts as unknown as LogLine[])],
        };
        // When the table has moved on, a draft made before may not fit; after a mere break of the line it does.
        const isSame = before?.number === view.number && before.show === view.show;
        if (news.seat === this.eyes && before !== undefined && !isSame) {
          this.setDraft(undefined); // and the hint with it
          this.problem = undefined; // another question: what was wrong with the last touch is past
        }
        this.look();
        if (news.seat === this.eyes) this.remember(view);
        if (before === undefined && news.seat === this.eyes) this.redraft(news);
        break;
      }
      case "draft":
        if (news.seat === this.eyes) this.setDraft(shared(this.draft ?? this.newest, news));
        break;
      case "hint":
        this.asking = false;
        // The table or the draft may have moved on while it was thought about.
        if (news.seat === this.eyes && news.number === this.newest?.number && String(news.actions) === String(this.draft?.actions ?? [])) this.hint = news;
        break;
      case "answer":
        this.waiting = undefined;
        this.sending = false;
        if (news.problem) this.problem = news.problem;
        break;
      case "problem":
        this.asking = false;
        this.drafting = undefined;
        this.problem = news.problem;
        break;
      case "analysis":
        this.hindsight = { looked: news.looked, moves: news.moves, judged: merged(this.hindsight?.judged ?? [], news.judged) };
        break;
      case "pong":
        break;
    }
  }

  /** What this device has shown of a match that goes on; where it is handed round, everybody sees the log in turn. */
  private remember(view: ViewNews): void {
    if (this.news?.phase === "over") this.recap.forget();
    else if (this.mine.length === 1) this.recap.told(this.story.length, view.show as Show);
  }

  private setDraft(draft: DraftNews | undefined): void {
    this.drafting = undefined;
    const isNone = !this.draft && !draft; // most news: nothing to write down
    this.draft = draft;
    this.hint = undefined;
    if (isNone) return;
    const number = this.newest?.number;
    keep(`draft ${this.id} ${this.eyes}`, draft && number !== undefined ? JSON.stringify([number, draft.actions]) : null, () => sessionStorage);
  }

  /** After a reload: the draft as it was, if the seat has not moved since. */
  private redraft(news: ViewNews): void {
    const [number, actions] = JSON.parse(kept(`draft ${this.id} ${news.seat}`, () => sessionStorage) ?? "[]") as [number?, number[]?];
    if (number !== news.number || !actions?.length || this.draft) return;
    this.offered = news.moves;
    this.wire.send({ type: "draft", seat: news.seat, actions });
  }

  /** Gives this device's share of the shuffle when the table asks for it; once, and again only on a new line. */
  private share(news: TableNews): void {
    if (news.phase !== "commit" && news.phase !== "reveal") {
      this.shares.clear(); // a shuffle that is done anew gets new shares
      this.given.clear();
      return;
    }
    for (const seat of news.seats.filter((seat) => seat.you).map((seat) => seat.seat)) {
      const known = this.shares.get(seat) ?? bytesToHex(randomBytes(16));
      this.shares.set(seat, known);
      const hash = bytesToHex(sha256(utf8ToBytes(known)));
      if (news.phase === "commit") {
        if (!news.fairness.commits[seat]) this.give({ type: "commit", seat, hash });
      } else if (news.fairness.commits[seat] === hash) this.give({ type: "reveal", seat, entropy: known }); // not that of another device of ours
    }
  }

  private give(share: Extract<AnyRequest, { type: "commit" | "reveal" }>): void {
    const name = `${share.type} ${share.seat}`;
    if (this.given.has(name)) return;
    this.given.add(name);
    this.wire.send(share);
  }

  /** Whose eyes to look through: the only seat, or with several the one that is to act, after a hand-over. */
  private look(): void {
    const mine = this.mine;
    if (mine.length === 0) this.eyes = SPECTATOR;
    else if (mine.length === 1) this.eyes = mine[0] as number;
    else {
      if (this.moment) return; // nobody is asked before it is over
      const show = Object.values(this.views)[0]?.show as { to_act?: number[] } | undefined;
      const next = (show?.to_act ?? []).find((seat) => this.playing.includes(seat));
      if (!mine.includes(this.eyes)) this.eyes = next ?? (mine[0] as number);
      else this.handOver = next !== undefined && next !== this.eyes ? next : undefined;
    }
  }
}
