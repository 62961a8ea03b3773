import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { Words, type Args, type Catalogue, type Pieces } from "../src/lib/words";

interface Case {
  says: string;
  lang: string;
  template: string;
  args: Args;
  names?: string[];
  pieces?: Pieces;
  text: string;
}

const file = fileURLToPath(new URL("../../tests/words/cases.json", import.meta.url));
const { catalogues, cases } = JSON.parse(readFileSync(file, "utf-8")) as { catalogues: Record<string, Catalogue>; cases: Case[] };

describe("the template language, as tests/words/cases.json has it", () => {
  it.each(cases)("$says", ({ lang, template, args, names, pieces, text }) => {
    expect(new Words(lang, catalogues[lang] ?? {}, names ?? [], pieces).fill(template, args)).toBe(text);
  });
});
