/* What may be touched on this board: a move as a path of places. */

import type { Move } from "$lib/wire";

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
