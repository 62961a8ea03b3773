import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

/* The tokens keep their promise: text 4.5:1, shapes 3:1, by day and by night. */

const css = readFileSync(fileURLToPath(new URL("../src/styles/tokens.css", import.meta.url)), "utf-8");
const block = (start: string) => css.split(/\n(?=:root|\[data-theme)/).find((part) => part.startsWith(start)) ?? "";
const colours = (text: string) => Object.fromEntries([...text.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/gi)].map((match) => [match[1], match[2]])) as Record<string, string>;

const day = { ...colours(block(":root {")), ...colours(block(":root, ")) };
const night = { ...day, ...colours(block('[data-theme="dark"]')) };

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((place) => {
    const value = parseInt(hex.slice(place, place + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, two: string): number {
  const [light, dark] = [luminance(one), luminance(two)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const PAPERS = ["desk", "paper", "paper-high", "paper-low"];
const TEXTS = ["ink", "ink-2", "ink-3", "brass", "signal"];
const SEATS = ["green", "orange", "blue", "yellow", "red", "teal", "violet", "grey"];

describe.each([
  ["day", day],
  ["night", night],
])("by %s", (name, tokens) => {
  const colour = (token: string) => tokens[token] ?? "#000000";

  it.each(PAPERS.flatMap((paper) => TEXTS.map((text) => [text, paper])))("%s on %s can be read", (text, paper) => {
    expect(contrast(colour(text as string), colour(paper as string))).toBeGreaterThanOrEqual(4.5);
  });

  it("the primary button can be read", () => {
    expect(contrast(colour("on-signal"), colour("signal"))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(["paper", "paper-high", "paper-low"])("borders of controls are seen on %s", (paper) => {
    expect(contrast(colour("line-strong"), colour(paper))).toBeGreaterThanOrEqual(3);
  });

  it.each(SEATS)("the piece of %s is seen on paper", (seat) => {
    for (const paper of ["paper", "paper-high", "paper-low"]) {
      const edge = name === "day" ? contrast(colour(`seat-${seat}-edge`), colour(paper)) : 0;
      expect(Math.max(contrast(colour(`seat-${seat}`), colour(paper)), edge)).toBeGreaterThanOrEqual(3);
    }
  });
});
