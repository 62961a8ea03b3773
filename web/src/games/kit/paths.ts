/* Choosing a move by touching things: every move is a path of places, and what was touched so far leaves some of them open. */

import type { Move } from "$lib/wire";

/** A place that may be touched next. `move` is the one it completes, if it completes one; `through` are all that pass it. */
export interface Offer {
  place: string;
  move: Move | undefined;
  through: Move[];
  /** Its number among the offers, from 1: for the keys. */
  number: number;
}

/** What may be touched after `held`, in the order of the moves. */
export function offers(moves: readonly Move[], pathsOf: (move: Move) => readonly string[][], held: readonly string[]): Map<string, Offer> {
  const found = new Map<string, Offer>();
  for (const move of moves) {
    for (const path of pathsOf(move)) {
      const place = path[held.length];
      if (place === undefined || held.some((one, step) => path[step] !== one)) continue;
      const offer = found.get(place) ?? { place, move: undefined, through: [], number: found.size + 1 };
      offer.through.push(move);
      if (path.length === held.length + 1) offer.move ??= move;
      found.set(place, offer);
    }
  }
  return found;
}
