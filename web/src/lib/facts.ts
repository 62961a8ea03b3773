/* A section of the words board: lines of text, and tables where the catalogue has cells for a line. */

import type { LogLine } from "./log";
import type { Words } from "./words";

export type Block = { kind: "text"; text: string; key: string } | { kind: "table"; heads: string[]; rows: string[][]; key: string };

/** `cells.<key>` makes rows of a table: a line break parts cells, an empty line parts rows; `heads.<key>` names the columns. */
export function blocks(lines: readonly LogLine[], words: Words): Block[] {
  const found: Block[] = [];
  for (const { key, args } of lines) {
    if (!words.has(`cells.${key}`)) {
      found.push({ kind: "text", key, text: words.say(words.has(`rich.${key}`) ? `rich.${key}` : `line.${key}`, args) });
      continue;
    }
    const rows = words.say(`cells.${key}`, args).split("\n\n").map((row) => row.split("\n"));
    const last = found.at(-1);
    if (last?.kind === "table" && last.key === key) last.rows.push(...rows);
    else found.push({ kind: "table", key, heads: words.has(`heads.${key}`) ? words.say(`heads.${key}`, args).split("\n") : [], rows });
  }
  return found;
}
