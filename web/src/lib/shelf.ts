/* The games as the start page shows them: the four rooms of the house in their order, and whatever else the house has. */

import type { GameOffer, NewTable, OptionOffer } from "./api";

export const ROOMS = ["second", "connection", "estoril", "wink"] as const;

export interface Cover {
  slug: string;
  offer: GameOffer | undefined;
}

/** Every room has a cover, open or not; games from elsewhere come after them. */
export function covers(shelf: readonly GameOffer[]): Cover[] {
  const rooms: Cover[] = ROOMS.map((slug) => ({ slug, offer: shelf.find((game) => game.slug === slug) }));
  const others = shelf.filter((game) => !(ROOMS as readonly string[]).includes(game.slug));
  return [...rooms, ...others.map((offer) => ({ slug: offer.slug, offer }))];
}

/** The value of an option as text in a field; the house reads it back. */
export function written(value: unknown): string {
  if (value === null || value === undefined) return "none";
  if (Array.isArray(value)) return value.join(",");
  if (typeof value === "object") return Object.entries(value as object).map(([name, one]) => `${name}=${one}`).join(",");
  return String(value);
}

/** The chosen options that differ from the plain game, as they are sent. */
export function changed(options: readonly OptionOffer[], chosen: Readonly<Record<string, string>>): Record<string, unknown> {
  const sent: Record<string, unknown> = {};
  for (const option of options) {
    const value = chosen[option.name];
    if (value === undefined || value.trim() === "" || value === written(option.default)) continue;
    sent[option.name] = option.kind === "flag" ? value === "true" : value;
  }
  return sent;
}

export type Way = "bots" | "friends" | "here";

/** What to lay: the guest on the first seat, then bots, open seats for friends, or all seats on this device. */
export function tableFor(offer: GameOffer, way: Way, seats: number, bot: string, options: Record<string, unknown>): NewTable {
  const table: NewTable = { game: offer.slug, seats, options };
  if (way === "bots") table.bots = [null, ...Array<string>(seats - 1).fill(bot)];
  if (way === "here") table.hot_seat = true;
  return table;
}
