/* The score told round by round: rows of a ledger, made of the log by the words of the game. */

import { headingOf, type LogLine } from "./log";
import type { Words } from "./words";

export interface LedgerRound {
  heading: LogLine;
  /** Cells of a row: what for, then one for each column. */
  rows: string[][];
  sum: string[];
  verdict: string;
}

export function hasLedger(words: Words): boolean {
  return words.has("ledger.heads");
}

/** `ledger.<key>` makes a row of a fact (a tab parts cells; an empty text makes none), `sum.<key>` the last row of a round with
 * `sum_text.<key>` under it. A game without `ledger.heads` has no ledger. */
export function ledger(log: readonly LogLine[], words: Words): LedgerRound[] {
  if (!hasLedger(words)) return [];
  const heading = headingOf(log);
  const rounds: LedgerRound[] = [];
  for (const line of log) {
    if (line.key === heading) rounds.push({ heading: line, rows: [], sum: [], verdict: "" });
    const round = rounds.at(-1);
    if (!round) continue;
    const row = words.has(`ledger.${line.key}`) ? words.say(`ledger.${line.key}`, line.args) : "";
    if (row) round.rows.push(row.split("\t"));
    if (words.has(`sum.${line.key}`)) {
      round.sum = words.say(`sum.${line.key}`, line.args).split("\t");
      round.verdict = words.say(`sum_text.${line.key}`, line.args);
    }
  }
  return rounds;
}
