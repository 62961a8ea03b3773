/* What was refused, in the language of the page. The house says it in English, and with it the template that other languages look up. */

import { language } from "./language.svelte";
import type { Problem } from "./wire";
import type { Words } from "./words";

/** A refusal in the words of the game or of the page; in English where neither has words for it. */
export function refusalText({ why, instead, templates, places }: Problem, game?: Words): string {
  const texts = instead ? [why, instead] : [why];
  const keys = (templates?.length ? templates : texts).map((template) => `refusal.${template}`);
  const words = [game, language.words].find((words) => keys.every((key) => words?.has(key)));
  return (words ? keys.map((key) => words.say(key, places)) : texts).join(" ");
}
