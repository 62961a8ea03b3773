/* The rules as they are read: searched, and with links between them. */

import type { Rule } from "./api";

export type Piece = { kind: "text" | "code" | "bold" | "rule"; text: string };

/** A rule's text in pieces: code between backticks, bold between stars, ids of other rules as links. */
export function pieces(text: string, ids: ReadonlySet<string>): Piece[] {
  return text
    .split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*|\b[A-Z]+\d+[a-z]?\b)/)
    .filter((part) => part !== "")
    .map((part): Piece => {
      if (part.startsWith("`") && part.length > 1) return { kind: "code", text: part.slice(1, -1) };
      if (part.startsWith("**") && part.length > 4) return { kind: "bold", text: part.slice(2, -2) };
      if (/^\*[^*]+\*$/.test(part)) return { kind: "bold", text: part.slice(1, -1) };
      return { kind: ids.has(part) ? "rule" : "text", text: part };
    });
}

/** Rules that hold all the words, in id, heading or text. */
export function search(rules: readonly Rule[], wish: string): Rule[] {
  const wanted = wish.toLowerCase().split(/\s+/).filter(Boolean);
  return rules.filter((rule) => {
    const text = [rule.id, rule.heading, rule.text, ...rule.table.flat()].join(" ").toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

export interface RuleChapter {
  heading: string;
  rules: Rule[];
}

export function byHeading(rules: readonly Rule[]): RuleChapter[] {
  const found: RuleChapter[] = [];
  for (const rule of rules) {
    const last = found.at(-1);
    if (last && last.heading === rule.heading) last.rules.push(rule);
    else found.push({ heading: rule.heading, rules: [rule] });
  }
  return found;
}
