/* What may be touched on this board: a move as a path of places. */

import type { Move } from "$lib/wire";
import type { SecondShow } from "./second";

/** Moves that may be touched in any order of their two places have two paths. */
export function pathsOf(move: Move): string[][] {
  const { kind, dept, cube, area } = move.move as Record<string, string>;
  const missions = move.move["missions"] as string[] | undefined;
  switch (kind) {
    case "select": {
      const cells = (missions ?? []).map((mission) => `cell-${area}-${mission}`);
      return cells.length > 1 && cells[0] !== cells[1] ? [cells, cells.toReversed()] : [cells];
    }
    case "order":
      return [[`first-${move.move["first"]}`]];
    case "switch": {
      const cubes = [`cube-${dept}-${cube}`, `cube-${move.move["other_dept"]}-${move.move["other_cube"]}`];
      return [cubes, cubes.toReversed()];
    }
    case "relocate":
      return [[`cube-${dept}-${cube}`, `door-${move.move["to"]}`]];
    case "regroup":
      return [[`agent-${dept}`, `cell-${area}-${move.move["token"]}`]];
    case "convert":
      return [[`door-${move.move["to"]}`]];
    default:
      return [[`minister-${dept}`]];
  }
}

const KINDS: Record<string, string> = { S: "switch", R: "relocate", G: "regroup", C: "crisis", X: "assassinate" };

/** The move that a touch without effect seems to wish for, so that the table can say what is in its way. */
export function wishOf(place: string, held: readonly string[], mission: string | undefined, show: SecondShow): Record<string, unknown> | undefined {
  const [thing, one = "", two = ""] = place.split("-");
  const [, dept, cube] = held[0]?.split("-") ?? [];
  const elsewhere = show.depts.find((room) => room.dept !== one)?.dept;
  if (mission === undefined) {
    if (thing !== "cell") return undefined;
    const partner = cube ?? Object.keys(show.cards[0]?.areas[one] ?? {}).find((name) => name !== two);
    return { kind: "select", area: one, missions: Object.keys(show.cards[0]?.areas ?? {}).indexOf(one) > 0 ? [two, partner] : [two] };
  }
  const kind = KINDS[mission];
  if (thing === "minister" && (kind === "crisis" || kind === "assassinate")) return { kind, dept: one };
  if (thing === "door" && kind === "relocate" && cube) return { kind, dept, cube, to: one };
  if (thing === "cube" && kind === "relocate") return { kind, dept: one, cube: two, to: elsewhere };
  if (thing === "cube" && kind === "switch" && cube) return { kind, dept, cube, other_dept: one, other_cube: two };
  if (thing === "cell" && kind === "regroup" && dept) return { kind, dept, area: one, token: two };
  return undefined;
}
