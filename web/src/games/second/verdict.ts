/* Who is winning, in words, as the seat that looks should hear it. */

import type { Words } from "$lib/words";
import type { Standing } from "./second";

export function headline({ winning }: Standing, eyes: number, words: Words, form: "verdict" | "won" | "ahead" | "wins"): string {
  return words.say(`${form}.${winning < 0 ? "none" : winning === eyes ? "mine" : "other"}`, { winning });
}

/** Why, and for the one who is losing what is wrong with that place. */
export function reason(standing: Standing, eyes: number, words: Words): string {
  const loses = eyes >= 0 && standing.winning >= 0 && standing.winning !== eyes;
  return [words.say(`because.${standing.row}`, { ...standing }), loses ? words.say(`lesson.${standing.row}`) : ""].filter(Boolean).join(" ");
}
