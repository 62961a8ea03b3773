/* The language of the page: by the browser, or as chosen and remembered. Only the catalogue in use is loaded. */

import { api } from "./api";
import { keep, kept } from "./kept";
import { Words, type Args, type Catalogue } from "./words";

export const LANGUAGES = ["en", "pl"] as const;
export type LanguageCode = (typeof LANGUAGES)[number];

const CATALOGUES: Record<LanguageCode, () => Promise<{ default: Catalogue }>> = {
  en: () => import("$words/en/page.json"),
  pl: () => import("$words/pl/page.json"),
};

function isLanguage(code: string | null | undefined): code is LanguageCode {
  return LANGUAGES.includes(code as LanguageCode);
}

/** The chosen language, or the first of the browser's that we speak. */
export function preferred(chosen: string | null, wishes: readonly string[]): LanguageCode {
  if (isLanguage(chosen)) return chosen;
  return wishes.map((wish) => wish.slice(0, 2).toLowerCase()).find(isLanguage) ?? "en";
}

class Language {
  words = $state.raw(new Words("en", {}));
  private readonly loaded = new Map<string, Promise<Catalogue>>();

  get code(): LanguageCode {
    return this.words.language as LanguageCode;
  }

  async begin(): Promise<void> {
    await this.use(preferred(kept("language"), navigator.languages ?? [navigator.language]));
  }

  async choose(code: LanguageCode): Promise<void> {
    keep("language", code);
    await this.use(code);
  }

  /** The words of a game in a language: what all games share, and its own on top. */
  async game(code: LanguageCode, slug: string): Promise<Words> {
    const [common, own] = await Promise.all([this.fetched(code, "common"), this.fetched(code, slug)]);
    return new Words(code, { ...common, ...own });
  }

  private async use(code: LanguageCode): Promise<void> {
    const [page, common] = await Promise.all([CATALOGUES[code](), this.fetched(code, "common").catch(() => ({}))]);
    this.words = new Words(code, { ...common, ...page.default });
    document.documentElement.lang = code;
  }

  private fetched(code: LanguageCode, name: string): Promise<Catalogue> {
    const key = `${code}/${name}`;
    let found = this.loaded.get(key);
    if (!found) {
      found = api.words(code, name);
      found.catch(() => this.loaded.delete(key));
      this.loaded.set(key, found);
    }
    return found;
  }
}

export const language = new Language();

/** The page's own text of a key. */
export function t(key: string, args?: Args): string {
  return language.words.say(key, args);
}

/** How a bot is called; one without a name in the catalogue shows its own. */
export function botName(bot: string): string {
  return language.words.has(`bot.${bot}`) ? t(`bot.${bot}`) : bot;
}

/** The name of a game in the language of the page. */
export function gameTitle(slug: string, otherwise = slug): string {
  return language.words.has(`title.${slug}`) ? t(`title.${slug}`) : otherwise;
}
