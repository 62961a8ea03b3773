/* The games as the start page shows them: the four rooms of the house in their order, and whatever else the house has. */

import type { GameOffer, NewTable, OptionOffer } from "./api";
import type { Words } from "./words";

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

/** The chosen options as they are sent: whatever was chosen, also what the plain game has anyway, because a profile may bring something else. */
export function sent(options: readonly OptionOffer[], chosen: Readonly<Record<string, string>>): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const option of options) {
    const value = chosen[option.name];
    if (value === undefined || (value.trim() === "" && option.kind !== "subset")) continue;
    found[option.name] = option.kind === "flag" ? value === "true" : value;
  }
  return found;
}

/** The numbers of an option that has several: by name, from `g=2,o=2`. */
export function numbersOf(value: string): Record<string, string> {
  return Object.fromEntries(value.split(",").map((part) => part.split("=").map((one) => one.trim()) as [string, string]));
}

export function optionName(option: Pick<OptionOffer, "name">, words: Words | undefined): string {
  return words?.has(`option_name.${option.name}`) ? words.say(`option_name.${option.name}`) : option.name.replaceAll("_", " ");
}

/** A value of an option in words; `plain` has those that belong to no game. */
export function valueText(option: Pick<OptionOffer, "name" | "parts">, value: string, words: Words | undefined, plain: Words): string {
  const say = (key: string, none: string) => (words?.has(key) ? words.say(key) : none);
  if (option.parts.length) return Object.entries(numbersOf(value)).map(([part, number]) => `${say(`part.${option.name}.${part}`, part)} ${number}`).join(", ");
  const shared = plain.has(`value.${value}`) ? plain.say(`value.${value}`) : value.replaceAll("_", " ").replaceAll(",", ", ");
  return say(`choice.${option.name}.${value}`, shared);
}

export type Way = "bots" | "friends" | "here";

/** What to lay: the guest on the first seat, then bots, open seats for friends, or all seats on this device. */
export function tableFor(offer: GameOffer, way: Way, seats: number, bot: string, options: Record<string, unknown>): NewTable {
  const table: NewTable = { game: offer.slug, seats, options };
  if (way === "bots") table.bots = [null, ...Array<string>(seats - 1).fill(bot)];
  if (way === "here") table.hot_seat = true;
  return table;
}
