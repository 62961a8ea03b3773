/* The log of a seat, the newest first, under the headings of its rounds. */

import type { Words } from "./words";

export interface LogLine {
  key: string;
  args: Record<string, unknown>;
}

export interface Chapter {
  heading: LogLine | undefined;
  /** The newest first; `place` is the line's place in the whole log. */
  lines: { line: LogLine; place: number }[];
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
      found[0]?.lines.unshift({ line, place });
    }
  });
  return found;
}
