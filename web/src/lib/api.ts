/* The few addresses of the house beside the tables' lines. */

import type { LessonPlan } from "./lesson";
import type { Moments, Problem, Replay } from "./wire";
import type { Catalogue } from "./words";

export interface OptionOffer {
  name: string;
  edition: string;
  default: unknown;
  possible: string;
  kind: "flag" | "choice" | "number" | "numbers" | "subset" | (string & {});
  choices: string[];
  /** What its several numbers are for. */
  parts: string[];
  low: number | null;
  high: number | null;
  line: string;
}

export interface GameOffer {
  slug: string;
  title: string;
  line: string;
  credits: string;
  seats: number[];
  /** Of the pieces, by seat. */
  colours: string[];
  bots: string[];
  /** It has a guided first game. */
  lesson: boolean;
  /** Several can play on one device. */
  hot_seat: boolean;
  options: OptionOffer[];
}

export interface MyGame {
  id: string;
  game: string;
  phase: string;
  seats: { kind: string; name: string; you: boolean }[];
  turn: boolean;
  /** What of it cannot be read: it is kept, but cannot be opened. */
  aside: string;
  touched: number;
}

export interface Me {
  name: string;
  games: MyGame[];
}

/** A paragraph of the rules; one that is no rule by itself has no id. */
export interface Rule {
  id: string;
  heading: string;
  text: string;
  /** Rows of cells, the first with the headings. */
  table: string[][];
}

export interface Rulebook {
  /** What it is written in: the language asked for, or English. */
  language: string;
  rules: Rule[];
}

/** Pieces that a table can be laid with; `name` is the value of the option. */
export interface PieceSet {
  name: string;
  title: string;
  hash: string;
  own: boolean;
}

/** What is wrong with pieces: where, and why. */
export interface Complaint {
  rule: string;
  file: string;
  part: string;
  row: number;
  id: string;
  /** They cannot be played with. */
  hard: boolean;
  why: string;
  templates: string[];
  places: Record<string, unknown>;
}

export interface NewTable {
  game: string;
  seats?: number;
  options?: Record<string, unknown>;
  bots?: (string | null)[];
  hot_seat?: boolean;
  /** People are asked, too, where facts open to all leave one answer. */
  ask_all?: boolean;
}

/** What the house refused, in its own words, and so that they can be said in another language. */
export class Refused extends Error {
  constructor(
    readonly problem: Problem,
    readonly complaints: Complaint[] = [],
  ) {
    super(problem.why);
  }
}

interface Told extends Pick<Problem, "templates" | "places"> {
  detail?: string;
  complaints?: Complaint[];
}

async function ask<T>(path: string, body?: unknown, method = body === undefined ? "GET" : "POST"): Promise<T> {
  const init: RequestInit = body === undefined ? { method } : { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(path, init);
  if (!answer.ok) {
    const { detail, complaints, ...told } = (await answer.json().catch(() => ({}))) as Told;
    throw new Refused({ code: "refused", why: detail ?? answer.statusText, ...told }, complaints);
  }
  return (await answer.json()) as T;
}

/** A file as the house takes it: its bytes in base64. */
async function bytes(file: File): Promise<string> {
  const read = new FileReader();
  const done = new Promise<void>((resolve, reject) => {
    read.onload = () => resolve();
    read.onerror = () => reject(new Error(file.name));
  });
  read.readAsDataURL(file);
  await done;
  return String(read.result).split(",", 2)[1] ?? "";
}

async function bringPieces(slug: string, title: string, files: readonly File[]): Promise<PieceSet & { complaints: Complaint[] }> {
  const sent: Record<string, string> = {};
  for (const file of files) sent[file.name] = await bytes(file);
  return ask(`/api/games/${slug}/pieces`, { title, files: sent });
}

export const api = {
  me: () => ask<Me>("/api/me"),
  rename: (name: string) => ask<{ name: string }>("/api/me", { name }),
  games: () => ask<GameOffer[]>("/api/games"),
  terms: (slug: string, seats: number, options: Record<string, unknown>) => ask<{ options: Record<string, unknown> }>(`/api/games/${slug}/terms`, { seats, options }),
  pieces: (slug: string) => ask<PieceSet[]>(`/api/games/${slug}/pieces`),
  bringPieces,
  forgetPieces: (slug: string, hash: string) => ask<PieceSet[]>(`/api/games/${slug}/pieces/${hash}`, undefined, "DELETE"),
  layTable: (table: NewTable) => ask<{ id: string }>("/api/tables", table),
  link: (table: string) => ask<{ link: string }>(`/api/tables/${table}/link`),
  replay: (table: string, eyes: number) => ask<Replay>(`/api/tables/${table}/replay/${eyes}`),
  moments: (table: string, eyes: number, first: number) => ask<Moments>(`/api/tables/${table}/replay/${eyes}/${first}`),
  words: (language: string, name: string) => ask<Catalogue>(`/api/words/${language}/${name}`),
  lesson: (slug: string) => ask<LessonPlan>(`/api/lessons/${slug}`),
  rules: (language: string, slug: string) => ask<Rulebook>(`/api/rules/${language}/${slug}`),
};
