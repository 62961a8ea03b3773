/* The look back as it is shown: the worth of the match to each seat over time, and the moves that turned it. */

import { t } from "./language.svelte";
import { moveText } from "./moves";
import type { HintMove, Judged, Move } from "./wire";
import type { Words } from "./words";

const TURN = 0.2; // what a move must have given away, of the two between lost and won
const LITTLE = 0.04; // where none did: what counts among the little that was given away
const MOST = 4; // turning points shown

export interface Curve {
  seat: number;
  /** Moves played so far, and the worth then, from -1 to 1. */
  points: { moves: number; worth: number }[];
}

/** A line for each seat: what its own moves were worth to it, and at the end what came out. With more than two seats not all who
 * have not won have lost everything: their lines stay where they were. */
export function curves(judged: readonly Judged[], winners: readonly number[], end: number | undefined): Curve[] {
  const seats = [...new Set(judged.map((one) => one.seat))].sort((one, other) => one - other);
  return seats.map((seat) => {
    const points = judged.filter((one) => one.seat === seat).map((one) => ({ moves: one.number, worth: one.worth }));
    const lost = seats.length > 2 ? (points.at(-1)?.worth ?? -1) : -1;
    if (end !== undefined) points.push({ moves: end, worth: winners.includes(seat) ? 1 : lost });
    return { seat, points };
  });
}

export function lossOf(one: Judged): number {
  return Math.max(0, one.best_worth - one.worth);
}

/** The moves that gave away most, in the order in which they were played. Where none gave away much, a match slips away little by little: then the largest of these, once all moves are judged. */
export function turningPoints(judged: readonly Judged[], isDone = true): Judged[] {
  const least = !isDone || judged.some((one) => lossOf(one) >= TURN) ? TURN : LITTLE;
  const large = judged.filter((one) => lossOf(one) >= least).sort((one, other) => lossOf(other) - lossOf(one));
  return large.slice(0, MOST).sort((one, other) => one.number - other.number);
}

/** Whether one of the turning points alone gave away much. */
export function hasTurned(turns: readonly Judged[]): boolean {
  return turns.some((one) => lossOf(one) >= TURN);
}

/** Places on a line from 0 to 100, moved apart until none is nearer to the next than `gap`; in order, and each as near to its own as that allows. */
export function apart(places: readonly number[], gap: number): number[] {
  const room = Math.min(gap, places.length > 1 ? 100 / (places.length - 1) : gap);
  const moved = [...places];
  for (let round = 0; round < 4 * places.length; round++) {
    for (let one = 1; one < moved.length; one++) {
      const push = (room - ((moved[one] ?? 0) - (moved[one - 1] ?? 0))) / 2;
      if (push <= 0) continue;
      moved[one - 1] = Math.max(0, (moved[one - 1] ?? 0) - push);
      moved[one] = Math.min(100, (moved[one] ?? 0) + push);
    }
  }
  return moved;
}

/** A worth from -1 to 1 on a scale from 0 (lost) to 100 (won). It is a chance only where the words of the game say so. */
export function percent(worth: number): number {
  return Math.round((worth + 1) * 50);
}

/** What each seat gave away by a move on average, on the same scale. */
export function meanLosses(judged: readonly Judged[]): { seat: number; loss: number }[] {
  return [...new Set(judged.map((one) => one.seat))].sort().map((seat) => {
    const losses = judged.filter((one) => one.seat === seat).map(lossOf);
    return { seat, loss: Math.round((losses.reduce((sum, one) => sum + one, 0) / losses.length) * 50) };
  });
}

/** A move in words, with its kind before it where the words alone do not tell it. */
export function moveSaid(move: Move, words: Words): string {
  const kind = String(move.move["kind"]);
  const text = moveText(move, words);
  return words.has(`draft.${kind}`) || !words.has(`moves.${kind}`) ? text : t("turns.move", { heading: words.say(`moves.${kind}`), text });
}

/** What a move led to beside the better one, as the game reads its worths. */
export function costText(one: Judged, words: Words): string {
  return words.say("worth.turn", { played: percent(one.worth), best: percent(one.best_worth) });
}

export function meanText(seat: string, loss: number, words: Words): string {
  return words.say("worth.mean", { seat, loss });
}

/** What a move of a hint is worth, as the game reads it; the terminal says the same (cli/hints.py). */
export function worthText(move: HintMove, words: Words): string {
  const of100 = percent(move.worth ?? 0);
  if (move.proved) return words.say(`worth.proved.${of100}`);
  const worth = words.say("worth.is", { percent: of100 });
  return move.unsure ? words.say("worth.unsure", { worth }) : worth;
}

/** Whether nothing parts the proposed moves that anybody could see. */
export function areLevel(moves: readonly HintMove[]): boolean {
  const shown = moves.map((move) => percent(move.worth ?? 0));
  return shown.length > 1 && Math.max(...shown) - Math.min(...shown) <= 1;
}

/** What a seat could believe about hidden things when it made the move that was the last one, or the next, at some moment. */
export function believedAt(judged: readonly Judged[], moves: number): Judged | undefined {
  const telling = judged.filter((one) => one.beliefs.length > 0);
  return telling.find((one) => one.number === moves) ?? telling.find((one) => one.number > moves) ?? telling.at(-1);
}
