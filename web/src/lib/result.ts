/* How a match ended, as the table tells it. */

import type { LogLine } from "./log";
import type { Show } from "./table.svelte";
import type { Words } from "./words";

export interface Result {
  reason: string;
  winners: number[];
  /** By seat; not there when somebody has given up. */
  scores?: number[];
  ranks?: number[];
  /** Who has given up. */
  seat?: number;
}

/** The lines of the final score, the first seat first: as the game tells them, or made of places and points. None after a resignation. */
export function finalOf(shown: Show, { scores, ranks }: Result): LogLine[] {
  if (!scores || !ranks) return [];
  if (shown.final?.length) return shown.final;
  const seats = scores.map((_, seat) => seat).sort((one, other) => (ranks[one] ?? 0) - (ranks[other] ?? 0));
  return seats.map((seat) => ({ key: "final", args: { seat, rank: ranks[seat], score: scores[seat] } }));
}

/** What the end means for whoever looks: the seats at this device have won or lost; others, and several on one device, hear who has. */
export function formOf({ winners }: Result, mine: readonly number[]): "won" | "lost" | "other" | "none" {
  if (winners.length === 0) return "none";
  if (mine.length !== 1) return "other";
  return winners.includes(mine[0] as number) ? "won" : "lost";
}

/** The game's own headline for this end, if it has one: `end.<form>.<reason>`. */
export function headlineOf(result: Result, mine: readonly number[], words: Words): string | undefined {
  const key = `end.${formOf(result, mine)}.${result.reason}`;
  return words.has(key) ? words.say(key, { ...result }) : undefined;
}
