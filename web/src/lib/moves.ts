/* Legal moves in words, sorted into groups and rows for the words board. All texts come from the catalogue. */

import type { Move } from "./wire";
import type { Words } from "./words";

/** A move with its notation and its structure: all that words need. */
export type Described = Omit<Move, "action" | "final">;

export interface Pick {
  move: Move;
  text: string;
  /** Place among all moves, from 0: for the number keys and the roving focus. */
  place: number;
}

export interface Row {
  text: string;
  picks: Pick[];
}

export interface Group {
  heading: string;
  rows: Row[];
}

/** The heading is `group.<kind>`, filled with the move, or the plain `moves.<kind>`. Groups by equal heading, then by equal row text, both in the order of their first move. */
export function grouped(moves: readonly Move[], words: Words): Group[] {
  const groups: Group[] = [];
  for (const move of moves) {
    const kind = String(move.move["kind"]);
    const heading = words.say(words.has(`group.${kind}`) ? `group.${kind}` : `moves.${kind}`, move.move);
    const text = words.has(`row.${kind}`) ? words.say(`row.${kind}`, move.move) : "";
    const group = found(groups, (one) => one.heading === heading, { heading, rows: [] });
    const row = found(group.rows, (one) => one.text === text, { text, picks: [] });
    row.picks.push({ move, text: moveText(move, words, "pick"), place: 0 });
  }
  number(groups);
  return groups;
}

/** A move in words, or in its notation where the catalogue has none; `draft` is the whole of it with the names of pieces, `pick` the short form for a button that stands under a heading and in a row. */
export function moveText(move: Described, words: Words, form: "draft" | "pick" = "draft"): string {
  const kind = String(move.move["kind"]);
  const key = words.has(`${form}.${kind}`) ? `${form}.${kind}` : `move.${kind}`;
  return words.has(key) ? words.say(key, move.move) : move.text; // a game without words still has its notation
}

/** Moves that end or wait, each with the short text of its button: they lie beside the prompt, however long the list is. */
export function docked(moves: readonly Move[], words: Words): { move: Move; text: string }[] {
  const texts = moves.map((move) => ({ move, key: `dock.${String(move.move["kind"])}` }));
  return texts.map(({ move, key }) => ({ move, text: words.has(key) ? words.say(key, move.move) : "" })).filter(({ text }) => text !== "");
}

function found<T>(list: T[], isIt: (one: T) => boolean, fresh: T): T {
  const known = list.find(isIt);
  if (known) return known;
  list.push(fresh);
  return fresh;
}

function number(groups: Group[]): void {
  let place = 0;
  for (const group of groups) for (const row of group.rows) for (const pick of row.picks) pick.place = place++;
}

/** What a seat is asked: with the names of pieces where the catalogue has such a line, else as the terminal asks. */
export function promptText(prompt: { key: string; args: Record<string, unknown> }, words: Words): string {
  return words.say(words.has(`ask.${prompt.key}`) ? `ask.${prompt.key}` : `prompt.${prompt.key}`, prompt.args);
}
