/* Which place of the board a line of the log, or a move, speaks of: where something comes to, else where it is. */

import type { LogLine } from "$lib/log";

export function spotOf(line: LogLine): string | undefined {
  const { to, dept, slot, seat } = line.args;
  if (typeof slot === "number") return `slot-${slot}`;
  if (typeof to === "string") return `dept-${to}`;
  if (typeof dept === "string") return `dept-${dept}`;
  if (line.key === "position" || line.key === "end") return "standing";
  return typeof seat === "number" ? `card-${seat}` : undefined;
}
