/* The log of a seat, the newest first, under the headings of its rounds. */

import type { Words } from "./words";

export interface LogLine {
  key: string;
  args: Record<string, unknown>;
}

export interface Placed {
  line: LogLine;
  /** In the whole log. */
  place: number;
}

export interface Chapter {
  heading: LogLine | undefined;
  /** The newest first. */
  lines: Placed[];
}

const known = new WeakMap<LogLine, Placed>(); // a line that stays where it is stays the same, and is not written again

function placed(line: LogLine, place: number): Placed {
  let found = known.get(line);
  if (found?.place !== place) {
    found = { line, place };
    known.set(line, found);
  }
  return found;
}

/** A fact with this key begins a chapter: a round, or in games without rounds a turn. */
export function headingOf(log: readonly LogLine[]): "round" | "turn" {
  return log.some((line) => line.key === "turn") && !log.some((line) => line.key === "round") ? "turn" : "round";
}

/** A fact in words: with the names of pieces where the catalogue has such a line, else as the terminal writes it. */
export function factText(line: LogLine, words: Words): string {
  return words.say(words.has(`log.${line.key}`) ? `log.${line.key}` : `fact.${line.key}`, line.args);
}

export function chapters(log: readonly LogLine[]): Chapter[] {
  const found: Chapter[] = [];
  const heading = headingOf(log);
  log.forEach((line, place) => {
    if (line.key === heading) found.unshift({ heading: line, lines: [] });
    else {
      if (!found[0]) found.unshift({ heading: undefined, lines: [] });
      found[0]?.lines.unshift(placed(line, place));
    }
  });
  return found;
}
