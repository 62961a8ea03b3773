/* What the seats are called at the table. */

import { botName } from "./language.svelte";
import type { SeatNews } from "./wire";

/** Display names by seat. An empty one leaves the seat's own word (a colour): for several seats on one device. */
export function displayNames(seats: readonly SeatNews[], nameOfBot: (bot: string) => string = botName): string[] {
  const mine = seats.filter((seat) => seat.you).length;
  const names = seats.map((seat) => {
    if (seat.kind === "open" || (seat.you && mine > 1)) return "";
    return seat.kind === "bot" && !seat.minded ? nameOfBot(seat.bot || seat.name) : seat.name;
  });
  return names.map((name, place) => {
    const twins = names.filter((other) => other === name).length;
    return name && twins > 1 ? `${name} ${names.slice(0, place + 1).filter((other) => other === name).length}` : name;
  });
}
