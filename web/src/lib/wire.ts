/* Made from src/spyhouse/server/wire.py by `make wire`. Do not edit. */

/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "AnyRequest".
 */
export type AnyRequest =
  | Sit
  | Stand
  | Invite
  | Start
  | Commit
  | Reveal
  | Draft
  | Play
  | Undo
  | Hint
  | Why
  | Resign
  | StandIn
  | TakeBack
  | Rematch
  | Analyse
  | Ping;
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "AnyNews".
 */
export type AnyNews = TableNews | ViewNews | DraftNews | HintNews | Answer | ProblemNews | Pong | AnalysisNews;

export interface Wire {
  AnyRequest?: AnyRequest;
  AnyNews?: AnyNews;
}
/**
 * Take an open seat.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Sit".
 */
export interface Sit {
  type: "sit";
  seat: number;
}
/**
 * Leave a seat again, before the start.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Stand".
 */
export interface Stand {
  type: "stand";
  seat: number;
}
/**
 * The host puts a bot on a seat, or opens it for people (no bot).
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Invite".
 */
export interface Invite {
  type: "invite";
  seat: number;
  bot?: string | null;
}
/**
 * The host starts the match.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Start".
 */
export interface Start {
  type: "start";
}
/**
 * A seat fixes its share of the shuffle: the SHA-256 of what it will show.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Commit".
 */
export interface Commit {
  type: "commit";
  seat: number;
  hash: string;
}
/**
 * A seat shows its share of the shuffle.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Reveal".
 */
export interface Reveal {
  type: "reveal";
  seat: number;
  entropy: string;
}
/**
 * Try moves privately: the table shows what they lead to, and nobody else learns of it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Draft".
 */
export interface Draft {
  type: "draft";
  seat: number;
  actions: number[];
}
/**
 * Play moves. `number` counts this seat's own messages: the same number is answered once, however often it comes.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Play".
 */
export interface Play {
  type: "play";
  seat: number;
  number: number;
  actions: number[];
}
/**
 * Take back the own last move, while that is still possible.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Undo".
 */
export interface Undo {
  type: "undo";
  seat: number;
  number: number;
}
/**
 * Ask what a bot would play here, after these moves of a draft; only where the table allows it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Hint".
 */
export interface Hint {
  type: "hint";
  seat: number;
  actions: number[];
}
/**
 * Ask why a move is not possible.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Why".
 */
export interface Why {
  type: "why";
  seat: number;
  move: {
    [k: string]: unknown;
  };
}
/**
 * Give up: ends a match of two; with more seats a bot takes over.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Resign".
 */
export interface Resign {
  type: "resign";
  seat: number;
}
/**
 * Put a bot on the seat of somebody who has been away for a while.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "StandIn".
 */
export interface StandIn {
  type: "stand_in";
  seat: number;
}
/**
 * Play the own seat again, where a bot stands in.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TakeBack".
 */
export interface TakeBack {
  type: "take_back";
  seat: number;
}
/**
 * Lay out the same table again.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Rematch".
 */
export interface Rematch {
  type: "rematch";
}
/**
 * Have a bot judge the moves of a finished match.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Analyse".
 */
export interface Analyse {
  type: "analyse";
}
/**
 * Is the table still there?
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Ping".
 */
export interface Ping {
  type: "ping";
}
/**
 * The table around the board; the same for all but `you` and `host`.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TableNews".
 */
export interface TableNews {
  type: "table";
  id: string;
  game: string;
  phase: string;
  host: boolean;
  seats: SeatNews[];
  options: {
    [k: string]: unknown;
  };
  fairness: Fairness;
  hints?: boolean;
  may_stand_in?: boolean;
  result?: {
    [k: string]: unknown;
  } | null;
  rematch?: string;
  pieces?: string;
  n?: number;
}
/**
 * Who sits where.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SeatNews".
 */
export interface SeatNews {
  seat: number;
  kind: string;
  name: string;
  you: boolean;
  here: boolean;
  colour: string;
  bot?: string;
  away?: boolean;
  minded?: boolean;
  waits?: boolean;
  stand_ins?: number;
}
/**
 * What proves the shuffle: the commitment before the first move, the seats' shares, the seed after the end.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Fairness".
 */
export interface Fairness {
  commitment: string;
  commits: string[];
  entropy: string[];
  seed?: string;
  checked?: string;
}
/**
 * All that a seat may know now. `facts` replace the receiver's log from line `facts_from` on.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ViewNews".
 */
export interface ViewNews {
  type: "view";
  seat: number;
  number: number;
  show: {
    [k: string]: unknown;
  };
  moves: Move[];
  parts: Move[];
  undo: boolean;
  facts: {
    [k: string]: unknown;
  }[];
  facts_from: number;
  n?: number;
}
/**
 * A legal move: its number, its notation, and its structure for drawing and words.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Move".
 */
export interface Move {
  action: number;
  text: string;
  move: {
    [k: string]: unknown;
  };
  final: boolean;
}
/**
 * Where a draft leads: the table as it would be, and the moves that could follow. Only its seat receives it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DraftNews".
 */
export interface DraftNews {
  type: "draft";
  seat: number;
  actions: number[];
  chosen: Move[];
  show: {
    [k: string]: unknown;
  };
  moves: Move[];
  complete: boolean;
  ready: boolean;
  n?: number;
}
/**
 * What a bot would play, from what this seat may know. Only its seat receives it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "HintNews".
 */
export interface HintNews {
  type: "hint";
  seat: number;
  number: number;
  actions: number[];
  moves: HintMove[];
  beliefs: Believed[];
  exact: boolean;
  n?: number;
}
/**
 * A move that a bot thinks good: what it is worth to the seat, from -1 to 1, why, and how it expects the game to go on.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "HintMove".
 */
export interface HintMove {
  move: Move;
  worth: number | null;
  line: {
    [k: string]: unknown;
  }[];
  why?: Said | null;
  proved?: boolean;
  unsure?: boolean;
}
/**
 * What speaks for a move; `why.<key>` in the words of the game.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Said".
 */
export interface Said {
  key: string;
  args: {
    [k: string]: unknown;
  };
}
/**
 * How likely something hidden is; `belief.<key>` in the words of the game.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Believed".
 */
export interface Believed {
  key: string;
  args: {
    [k: string]: unknown;
  };
  chance: number;
}
/**
 * The one answer to a numbered message.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Answer".
 */
export interface Answer {
  type: "answer";
  seat: number;
  number: number;
  accepted: boolean;
  problem?: Problem | null;
  n?: number;
}
/**
 * Why something was refused: what is in the way, what to do instead, and the rule if a rule says so.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Problem".
 */
export interface Problem {
  code: string;
  why: string;
  instead?: string;
  rule?: string;
  templates?: string[];
  places?: {
    [k: string]: unknown;
  };
}
/**
 * A message that was refused; nothing was changed.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ProblemNews".
 */
export interface ProblemNews {
  type: "problem";
  problem: Problem;
  n?: number;
}
/**
 * Still there.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Pong".
 */
export interface Pong {
  type: "pong";
  n?: number;
}
/**
 * Judgements of a finished match, as they come.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "AnalysisNews".
 */
export interface AnalysisNews {
  type: "analysis";
  looked: number;
  moves: number;
  judged: Judged[];
  n?: number;
}
/**
 * What a bot makes of a move afterwards, judged only by what its seat knew. Worths go from -1 (lost) to 1 (won).
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Judged".
 */
export interface Judged {
  number: number;
  seat: number;
  played: Move;
  worth: number;
  best: Move;
  best_worth: number;
  beliefs: Believed[];
  why?: Said | null;
}
/**
 * A finished match as one seat (or a spectator) came to know it: moments, each after some move that it noticed.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Replay".
 */
export interface Replay {
  eyes: number;
  moves: number[];
  told: number[];
  facts: {
    [k: string]: unknown;
  }[];
  secrets: boolean;
  analysis: boolean;
}
/**
 * What to draw at some moments of a replay, one after the other.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Moments".
 */
export interface Moments {
  eyes: number;
  first: number;
  shows: {
    [k: string]: unknown;
  }[];
}
