/* Who is winning, in words, as the seat that looks should hear it. */

import type { Words } from "$lib/words";
import type { Standing } from "./second";

export function headline({ winning }: Standing, eyes: number, words: Words, form: "verdict" | "won" | "ahead" | "wins" | "brings"): string {
  return words.say(`${form}.${winning < 0 ? "none" : winning === eyes ? "mine" : "other"}`, { winning });
}

/** Why: by the order in which they stand; where a tie for first counts as second, also by that. */
export function because({ row, winning, places }: Standing, words: Words): string {
  const spies = Object.keys(places);
  const isJoint = winning >= 0 && places[spies[winning] ?? ""] === 2 && !Object.values(places).includes(1);
  return words.say(isJoint ? "because.joint" : `because.${row}`);
}

/** Why, and for the one who is losing what is wrong with that place. */
export function reason(standing: Standing, eyes: number, words: Words): string {
  const loses = standing.winning < 0 || (eyes >= 0 && standing.winning !== eyes);
  return [because(standing, words), loses ? words.say(`lesson.${standing.row}`) : ""].filter(Boolean).join(" ");
}
