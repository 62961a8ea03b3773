import { describe, expect, it } from "vitest";
import { apart, believedAt, curves, hasTurned, meanLosses, percent, turningPoints, worthText } from "../src/lib/hindsight";
import { ledger } from "../src/lib/ledger";
import { finalOf, formOf, headlineOf } from "../src/lib/result";
import { holds, stepNow, type Step } from "../src/lib/lesson";
import type { Judged, Move } from "../src/lib/wire";
import { Words } from "../src/lib/words";

const move = (text: string): Move => ({ action: 0, text, move: { kind: "place" }, final: false });
const judged = (number: number, seat: number, worth: number, best_worth: number): Judged => ({ number, seat, played: move("a"), worth, best: move("b"), best_worth, beliefs: [] });

describe("the look back", () => {
  it("tells what was believed at the move of a moment, else at the next one that had something hidden", () => {
    const told = [judged(1, 0, 0, 0), { ...judged(4, 1, 0, 0), beliefs: [{ key: "holds", args: {}, chance: 0.5 }] }];
    expect(believedAt(told, 4)?.seat).toBe(1);
    expect(believedAt(told, 2)?.number).toBe(4);
    expect(believedAt([judged(1, 0, 0, 0)], 1)).toBeUndefined();
  });

  const all = [judged(1, 0, 0, 0.1), judged(2, 1, -0.5, 0.5), judged(3, 0, 0.2, 0.2), judged(5, 1, -0.9, -0.2)];

  it("draws a line for each seat, which ends with what came out", () => {
    expect(curves(all, [0], 6)).toEqual([
      { seat: 0, points: [{ moves: 1, worth: 0 }, { moves: 3, worth: 0.2 }, { moves: 6, worth: 1 }] },
      { seat: 1, points: [{ moves: 2, worth: -0.5 }, { moves: 5, worth: -0.9 }, { moves: 6, worth: -1 }] },
    ]);
  });

  it("lets the lines of those who were merely not first stay where they were, where there are more than two", () => {
    const three = [...all, judged(6, 2, -0.3, 0)];
    expect(curves(three, [0], 7).map((line) => line.points.at(-1)?.worth)).toEqual([1, -0.9, -0.3]);
  });

  it("moves numbers apart that would lie on each other, in order, and leaves the others alone", () => {
    expect(apart([10, 50], 8)).toEqual([10, 50]);
    expect(apart([], 8)).toEqual([]);
    const close = apart([50, 51, 52, 99], 8);
    expect(close.every((one, place) => place === 0 || one - (close[place - 1] ?? 0) > 7.9)).toBe(true);
    expect(close[3]).toBe(99);
    const late = apart([98, 99, 100], 8);
    expect(late.every((one, place) => one <= 100 && (place === 0 || one - (late[place - 1] ?? 0) > 7))).toBe(true);
  });

  it("has no end while it is still looking", () => {
    expect(curves(all, [0], undefined)[0]?.points.at(-1)?.moves).toBe(3);
  });

  it("calls the largest losses turning points, in the order of play", () => {
    expect(turningPoints(all).map((one) => one.number)).toEqual([2, 5]);
    expect(turningPoints(Array.from({ length: 9 }, (_, place) => judged(place + 1, 0, -place / 10, 0.3))).map((one) => one.number)).toEqual([6, 7, 8, 9]);
  });

  it("shows what cost most where a match slipped away little by little", () => {
    const slips = Array.from({ length: 8 }, (_, place) => judged(place + 1, 0, -0.1 * place - 0.02 * place, -0.1 * place));
    expect(turningPoints(slips).map((one) => one.number)).toEqual([5, 6, 7, 8]);
    expect(hasTurned(turningPoints(slips))).toBe(false);
    expect(hasTurned(turningPoints(all))).toBe(true);
    expect(turningPoints([judged(1, 0, -1, -1), judged(2, 0, -1, -1)])).toEqual([]);
  });

  it("speaks of a scale from 0 to 100", () => {
    expect([-1, 0, 0.5, 1].map(percent)).toEqual([0, 50, 75, 100]);
    expect(meanLosses(all)).toEqual([{ seat: 0, loss: 3 }, { seat: 1, loss: 43 }]);
  });
});

describe("the result", () => {
  const result = { reason: "points", winners: [1], scores: [3, 9, 5], ranks: [3, 1, 2] };

  it("means something else for a player, for two on one device and for who watches", () => {
    expect([[1], [0], [0, 1], []].map((mine) => formOf(result, mine))).toEqual(["won", "lost", "other", "other"]);
    expect(formOf({ ...result, winners: [] }, [0])).toBe("none");
  });

  it("has the headline of its game where there is one", () => {
    const words = new Words("en", { "end.won.points": "Most points: you win" });
    expect(headlineOf(result, [1], words)).toBe("Most points: you win");
    expect(headlineOf(result, [0], words)).toBeUndefined();
  });

  it("puts the first seat first, and is silent after a resignation", () => {
    expect(finalOf({}, result).map((line) => line.args)).toEqual([
      { seat: 1, rank: 1, score: 9 },
      { seat: 2, rank: 2, score: 5 },
      { seat: 0, rank: 3, score: 3 },
    ]);
    const told = [{ key: "final", args: { seat: 2 } }];
    expect(finalOf({ final: told }, result)).toBe(told);
    expect(finalOf({}, { reason: "resigned", winners: [1], seat: 0 })).toEqual([]);
  });
});

describe("the ledger", () => {
  const words = new Words("en", { "ledger.heads": "\tA", "ledger.pay": "{paid?fee\t-{paid}}", "ledger.score": "gain\t+{a}", "sum.stand": "total\t{a}", "sum_text.stand": "at {a}" });
  const log = [
    { key: "deal", args: {} },
    { key: "round", args: { number: 1 } },
    { key: "pay", args: { paid: 0 } },
    { key: "score", args: { a: 3 } },
    { key: "stand", args: { a: 5 } },
    { key: "round", args: { number: 2 } },
    { key: "pay", args: { paid: 2 } },
    { key: "stand", args: { a: 3 } },
  ];

  it("has a chapter for each round, with its rows and its sum; a row without text is none", () => {
    expect(ledger(log, words).map(({ rows, sum, verdict }) => ({ rows, sum, verdict }))).toEqual([
      { rows: [["gain", "+3"]], sum: ["total", "5"], verdict: "at 5" },
      { rows: [["fee", "-2"]], sum: ["total", "3"], verdict: "at 3" },
    ]);
  });

  it("is not there where the game has no words for it", () => {
    expect(ledger(log, new Words("en", {}))).toEqual([]);
  });
});

describe("the worth of a hint", () => {
  const words = new Words("en", { "worth.is": "{percent} of 100", "worth.unsure": "{worth}, less tried", "worth.proved.100": "wins" });
  const hinted = (worth: number, proved: boolean, unsure: boolean) => worthText({ move: move("a"), worth, line: [], why: null, proved, unsure }, words);

  it("is said in words: on the scale, proved, or tried less often", () => {
    expect(hinted(0.2, false, false)).toBe("60 of 100");
    expect(hinted(0.2, false, true)).toBe("60 of 100, less tried");
    expect(hinted(1, true, false)).toBe("wins");
  });
});

describe("a lesson", () => {
  const step = (key: string, when: Step["when"]): Step => ({ key, when, rules: [] });
  const args = { me: 1, mine: true, round: 3, prompt: { key: "select", args: { cards: ["A", "B"] } }, position: { winning: 0 } };

  it.each<[boolean, Step["when"]]>([
    [true, {}],
    [true, { round: 3, "prompt.key": "select", mine: true }],
    [false, { round: 2 }],
    [true, { round: [1, 3] }],
    [true, { round: { from: 2 } }],
    [false, { round: { from: 2, to: 2 } }],
    [true, { "prompt.args.cards": { has: ["B", "C"] } }],
    [false, { "prompt.args.cards": { has: ["C"] } }],
    [false, { "nowhere.at.all": { has: ["C"] } }],
    [true, { "position.winning": "other" }],
    [false, { "position.winning": "me" }],
  ])("%s for %j", (expected, when) => {
    expect(holds(step("a", when), args)).toBe(expected);
  });

  it("says the first thing that fits and was not said", () => {
    const steps = [step("a", { round: 2 }), step("b", {}), step("c", { mine: true })];
    expect(stepNow(steps, new Set(), args)?.key).toBe("b");
    expect(stepNow(steps, new Set(["b"]), args)?.key).toBe("c");
    expect(stepNow(steps, new Set(["b", "c"]), args)).toBeUndefined();
  });
});
