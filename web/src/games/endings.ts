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

const endings: Readonly<Record<string, () => Promise<{ default: Component<EndingProps> }>>> = {
  second: () => import("./second/Ending.svelte"),
};
const loaded: Record<string, Component<EndingProps> | undefined> = {};

export function hasEnding(slug: string): boolean {
  return slug in endings;
}

/** The drawing of a game's end, if it was loaded before: then the page need not wait for it when it comes back from the past. */
export function knownEnding(slug: string): Component<EndingProps> | undefined {
  return loaded[slug];
}

export async function loadEnding(slug: string): Promise<Component<EndingProps> | undefined> {
  return (loaded[slug] ??= (await endings[slug]?.())?.default);
}
