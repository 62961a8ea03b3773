import { describe, expect, it } from "vitest";
import type { GameOffer, OptionOffer, Rule } from "../src/lib/api";
import { blocks } from "../src/lib/facts";
import { chapters, type LogLine } from "../src/lib/log";
import { grouped, moveText } from "../src/lib/moves";
import { bare, parts } from "../src/lib/rich";
import { byHeading, pieces, search } from "../src/lib/rules";
import { covers, sent, tableFor, valueText, written } from "../src/lib/shelf";
import type { Move } from "../src/lib/wire";
import { Words } from "../src/lib/words";

const words = new Words("en", {
  "moves.go": "Go",
  "moves.wait": "Wait",
  "group.go": "Go out of {from}",
  "row.go": "{who}",
  "move.go": "{who} goes from {from} to {to}",
  "pick.go": "to {to}",
  "line.note": "Note {n}.",
  "heads.room": "Room\tOpen\tGuests",
  "cells.room": "{name}\t{open?yes|no}\t{guests?{guests}}",
});

const move = (action: number, data: Record<string, unknown>, text = `m${action}`): Move => ({ action, text, move: data, final: false });

describe("moves", () => {
  const moves = [
    move(4, { kind: "go", who: "Ann", from: "A", to: "B" }),
    move(5, { kind: "go", who: "Bob", from: "A", to: "B" }),
    move(6, { kind: "go", who: "Ann", from: "A", to: "C" }),
    move(7, { kind: "go", who: "Ann", from: "B", to: "C" }),
    move(9, { kind: "wait" }),
  ];

  it("are grouped by heading, then by row, and numbered as they stand", () => {
    const groups = grouped(moves, words);
    expect(groups.map((group) => group.heading)).toEqual(["Go out of A", "Go out of B", "Wait"]);
    expect(groups[0]?.rows.map((row) => [row.text, ...row.picks.map((pick) => pick.text)])).toEqual([
      ["Ann", "to B", "to C"],
      ["Bob", "to B"],
    ]);
    const picks = groups.flatMap((group) => group.rows.flatMap((row) => row.picks));
    expect(picks.map((pick) => pick.place)).toEqual([0, 1, 2, 3, 4]);
    expect(picks.map((pick) => pick.move.action).sort()).toEqual([4, 5, 6, 7, 9]);
  });

  it("show their notation where the catalogue has no words", () => {
    expect(moveText(move(9, { kind: "wait" }, "w"), words)).toBe("w");
    expect(moveText(moves[0] as Move, words)).toBe("Ann goes from A to B");
  });
});

describe("the log", () => {
  it("has the newest first, under the rounds", () => {
    const log: LogLine[] = ["deal", "round", "a", "b", "round", "c"].map((key) => ({ key, args: {} }));
    expect(chapters(log).map((chapter) => [chapter.heading?.key, ...chapter.lines.map(({ line, place }) => `${line.key}${place}`)])).toEqual([
      ["round", "c5"],
      ["round", "b3", "a2"],
      [undefined, "deal0"],
    ]);
  });
});

describe("sections", () => {
  it("gather the rows of a key in one table and leave out columns that are empty", () => {
    const lines = [
      { key: "room", args: { name: "Hall", open: true, guests: 0 } },
      { key: "note", args: { n: 1 } },
      { key: "room", args: { name: "Bar", open: false, guests: 0 } },
    ];
    expect(blocks(lines, words)).toEqual([
      { kind: "table", key: "room", heads: ["Room", "Open"], rows: [["Hall", "yes"], ["Bar", "no"]] },
      { kind: "text", key: "note", text: "Note 1." },
    ]);
  });
});

describe("words with pieces", () => {
  it("are split at the pieces", () => {
    expect(parts("<0> Ann, <agent>")).toEqual([{ piece: "0" }, { text: " Ann, " }, { piece: "agent" }]);
    expect(bare("<0> Ann, <agent> Bob")).toBe("Ann, Bob");
    expect(parts("1 < 2")).toEqual([{ text: "1 < 2" }]);
  });
});

describe("the shelf", () => {
  const option = (name: string, kind: OptionOffer["kind"], value: unknown): OptionOffer => ({ name, kind, default: value, edition: "house", possible: "", choices: [], parts: [], low: null, high: null, line: "" });
  const offer = (slug: string): GameOffer => ({ slug, title: slug, line: "", credits: "", seats: [2, 3], colours: [], bots: ["random"], lesson: false, hot_seat: true, options: [] });

  it("has a cover for every room, open or not, and other games after them", () => {
    const found = covers([offer("wink"), offer("toy")]);
    expect(found.map((cover) => [cover.slug, cover.offer !== undefined])).toEqual([
      ["second", false],
      ["connection", false],
      ["estoril", false],
      ["wink", true],
      ["toy", true],
    ]);
  });

  it("sends whatever was chosen, also what the plain game has anyway: a profile may say otherwise", () => {
    const options = [option("a", "flag", false), option("b", "number", 9), option("c", "numbers", { x: 1, y: 2 }), option("d", "subset", [1, 2]), option("e", "flag", true)];
    expect(sent(options, { a: "false", b: "9", c: "x=1,y=3", d: "" })).toEqual({ a: false, b: "9", c: "x=1,y=3", d: "" });
    expect(options.map((one) => written(one.default))).toEqual(["false", "9", "x=1,y=2", "1,2", "true"]);
  });

  it("says values in words", () => {
    const game = new Words("en", { "choice.agent.off": "no", "part.start.g": "green", "part.start.o": "orange" });
    const plain = new Words("en", { "value.none": "none", "value.true": "yes" });
    expect(valueText(option("agent", "choice", "off"), "off", game, plain)).toBe("no");
    expect(valueText({ ...option("start", "numbers", {}), parts: ["g", "o"] }, "g=2,o=0", game, plain)).toBe("green 2, orange 0");
    expect(valueText(option("top", "number", null), "none", game, plain)).toBe("none");
    expect(valueText(option("slots", "subset", []), "1,2", undefined, plain)).toBe("1, 2");
  });

  it("lays a table for bots, for friends, or for one device", () => {
    expect(tableFor(offer("x"), "bots", 3, "random", {})).toEqual({ game: "x", seats: 3, options: {}, bots: [null, "random", "random"] });
    expect(tableFor(offer("x"), "friends", 2, "random", {})).toEqual({ game: "x", seats: 2, options: {} });
    expect(tableFor(offer("x"), "here", 2, "random", { a: true })).toEqual({ game: "x", seats: 2, options: { a: true }, hot_seat: true });
  });
});

describe("rules", () => {
  const rules: Rule[] = [
    { id: "X1", heading: "One", text: "Begin.", table: [] },
    { id: "X2", heading: "One", text: "See X1 and `code`, **not** X9.", table: [] },
    { id: "X3", heading: "Two", text: "End of the round.", table: [["points"], ["seven, with a star"]] },
  ];

  it("link to rules that exist", () => {
    expect(pieces(rules[1]?.text ?? "", new Set(["X1", "X2"]))).toEqual([
      { kind: "text", text: "See " },
      { kind: "rule", text: "X1" },
      { kind: "text", text: " and " },
      { kind: "code", text: "code" },
      { kind: "text", text: ", " },
      { kind: "bold", text: "not" },
      { kind: "text", text: " " },
      { kind: "text", text: "X9" },
      { kind: "text", text: "." },
    ]);
  });

  it("are found by all words of a search, and stand under their headings", () => {
    expect(search(rules, " the ROUND").map((rule) => rule.id)).toEqual(["X3"]);
    expect(search(rules, "x2").map((rule) => rule.id)).toEqual(["X2"]);
    expect(search(rules, "star").map((rule) => rule.id)).toEqual(["X3"]);
    expect(byHeading(rules).map((chapter) => [chapter.heading, chapter.rules.length])).toEqual([["One", 2], ["Two", 1]]);
  });
});
