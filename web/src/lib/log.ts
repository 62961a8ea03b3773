/* The log of a seat, the newest first, under the headings of its rounds. */

export interface LogLine {
  key: string;
  args: Record<string, unknown>;
}

export interface Chapter {
  heading: LogLine | undefined;
  /** The newest first; `place` is the line's place in the whole log. */
  lines: { line: LogLine; place: number }[];
}

/** A fact with this key begins a chapter. */
const HEADING = "round";

export function chapters(log: readonly LogLine[]): Chapter[] {
  const found: Chapter[] = [];
  log.forEach((line, place) => {
    if (line.key === HEADING) found.unshift({ heading: line, lines: [] });
    else {
      if (!found[0]) found.unshift({ heading: undefined, lines: [] });
      found[0]?.lines.unshift({ line, place });
    }
  });
  return found;
}
