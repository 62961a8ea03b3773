/* A section of the words board: lines of text, and tables where the catalogue has cells for a line. */

import type { LogLine } from "./log";
import type { Words } from "./words";

export type Block =
  | { kind: "text"; text: string; key: string }
  | { kind: "caption"; text: string; key: string }
  | { kind: "table"; heads: string[]; rows: string[][]; key: string };

/** `cells.<key>` makes rows of a table: a tab parts cells, a line break parts rows; `heads.<key>` names the columns.
 * All rows of a key stand in one table, where its first line stands; columns that are empty in all of them are left out.
 * `caption.<key>` heads what follows it, with tables of its own; further lines of it are text. */
export function blocks(lines: readonly LogLine[], words: Words): Block[] {
  const found: Block[] = [];
  let from = 0; // tables go on since the last caption
  for (const { key, args } of lines) {
    if (words.has(`caption.${key}`)) {
      const [caption = "", ...texts] = words.say(`caption.${key}`, args).split("\n");
      from = found.push({ kind: "caption", key, text: caption });
      found.push(...texts.map((text): Block => ({ kind: "text", key, text })));
      continue;
    }
    if (!words.has(`cells.${key}`)) {
      found.push({ kind: "text", key, text: words.say(words.has(`rich.${key}`) ? `rich.${key}` : `line.${key}`, args) });
      continue;
    }
    const rows = words.say(`cells.${key}`, args).split("\n").map((row) => row.split("\t"));
    const known = found.slice(from).find((block) => block.kind === "table" && block.key === key);
    if (known?.kind === "table") known.rows.push(...rows);
    else found.push({ kind: "table", key, heads: words.has(`heads.${key}`) ? words.say(`heads.${key}`, args).split("\t") : [], rows });
  }
  return found.map((block) => (block.kind === "table" ? withoutEmptyColumns(block) : block));
}

/** The blocks of a section in parts, each under its caption; the first part may have none. */
export function parted(found: readonly Block[]): Block[][] {
  const made: Block[][] = [];
  for (const block of found) {
    if (block.kind === "caption" || !made.length) made.push([]);
    made.at(-1)?.push(block);
  }
  return made;
}

function withoutEmptyColumns(block: Block & { kind: "table" }): Block {
  const isUsed = (_: unknown, column: number) => column === 0 || block.rows.some((row) => (row[column] ?? "").trim() !== "");
  return { ...block, heads: block.heads.filter(isUsed), rows: block.rows.map((row) => row.filter(isUsed)) };
}

/** How many columns the widest table of a section may have: by its headings, so that the board keeps its shape. */
export function width(lines: readonly LogLine[], words: Words): number {
  return Math.max(0, ...lines.map(({ key, args }) => (words.has(`heads.${key}`) ? words.say(`heads.${key}`, args).split("\t").length : 0)));
}
