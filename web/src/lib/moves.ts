/* Legal moves in words, sorted into groups and rows for the words board. All texts come from the catalogue. */

import type { Move } from "./wire";
import type { Words } from "./words";

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

/** Groups by equal heading, then by equal row text, both in the order of their first move. */
export function grouped(moves: readonly Move[], words: Words): Group[] {
  const groups: Group[] = [];
  for (const move of moves) {
    const kind = String(move.move["kind"]);
    const heading = words.say(`moves.${kind}`, move.move);
    const text = words.has(`row.${kind}`) ? words.say(`row.${kind}`, move.move) : "";
    const group = found(groups, (one) => one.heading === heading, { heading, rows: [] });
    const row = found(group.rows, (one) => one.text === text, { text, picks: [] });
    row.picks.push({ move, text: moveText(move, words, "pick"), place: 0 });
  }
  number(groups);
  return groups;
}

/** A move in words; `pick` is the short form for a button that stands under a heading and in a row. */
export function moveText(move: Move, words: Words, form: "move" | "pick" = "move"): string {
  const kind = String(move.move["kind"]);
  const key = form === "pick" && words.has(`pick.${kind}`) ? `pick.${kind}` : `move.${kind}`;
  return words.say(key, move.move);
}

/** A whole sentence of a move: its heading and what it does, for the draft and the screen reader. */
export function moveSentence(move: Move, words: Words): string {
  return words.has(`move.${String(move.move["kind"])}`) ? moveText(move, words) : move.text;
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
