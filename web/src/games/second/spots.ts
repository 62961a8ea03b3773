/* Which place of the board a line of the log speaks of. */

import type { LogLine } from "$lib/log";

export function spotOf(line: LogLine): string | undefined {
  const { dept, slot, seat } = line.args;
  if (typeof slot === "number") return `slot-${slot}`;
  if (typeof dept === "string") return `dept-${dept}`;
  if (line.key === "position" || line.key === "end") return "standing";
  return typeof seat === "number" ? `card-${seat}` : undefined;
}
