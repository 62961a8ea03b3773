/* How a game shows its end: a drawing of its own where there is one, else the plain table of the score. Each comes as a chunk of its own. */

import type { Component } from "svelte";
import type { Show } from "$lib/table.svelte";
import type { Words } from "$lib/words";

export interface EndingProps {
  /** The table as it stands at the end. */
  shown: Show;
  /** The seats at this device: they are told that they are meant. */
  mine: readonly number[];
  words: Words;
}

export const endings: Readonly<Record<string, () => Promise<{ default: Component<EndingProps> }>>> = {
  second: () => import("./second/Ending.svelte"),
};
