/* What was refused, in the language of the page. The house says it in English, and with it the template that other languages look up. */

import type { Complaint } from "./api";
import { language } from "./language.svelte";
import type { Problem } from "./wire";
import type { Words } from "./words";

const OPTIONS = ["option", "variant", "near"]; // places that name an option

/** A refusal in the words of the game or of the page; in English where neither has words for it. */
export function refusalText({ why, instead, templates, places }: Problem, game?: Words): string {
  const texts = instead ? [why, instead] : [why];
  const keys = (templates?.length ? templates : texts).map((template) => `refusal.${template}`);
  const named = game && templates?.length ? withNames(places ?? {}, game) : undefined;
  const english = named ? templates!.map((template) => game!.fill(template, named)) : texts;
  const said = (key: string) => [game, language.words].find((words) => words?.has(key))?.say(key, named ?? places);
  return keys.map((key, at) => said(key) ?? english[at]).join(" ");
}

/** The places with the names of options for their codes, if they name any. */
function withNames(places: Record<string, unknown>, game: Words): Record<string, unknown> | undefined {
  const codes = OPTIONS.filter((place) => game.has(`option_name.${String(places[place])}`));
  return codes.length ? { ...places, ...Object.fromEntries(codes.map((place) => [place, game.say(`option_name.${String(places[place])}`)])) } : undefined;
}

/** What is wrong with pieces of one's own: where, why, and the rule. */
export function complaintText({ why, templates, places, rule, ...place }: Complaint, game: Words | undefined, plain: Words): string {
  const text = refusalText({ code: "refused", why, templates, places }, game);
  return `${plain.say("complaint.place", { ...place })}: ${text} [${rule}]`;
}
