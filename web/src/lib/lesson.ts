/* The guided first game: what is said when. A lesson is a list of steps with conditions on what the table shows; no rules in here. */

import type { Args } from "./words";

/** A value, one of several, a list that holds one of several, or a range. "me" and "other" stand for seats. */
export type Wish = string | number | boolean | (string | number)[] | { has: (string | number)[] } | { from?: number; to?: number };

export interface Step {
  key: string;
  when: Record<string, Wish>;
  /** Read and done; other steps are done when their moment has passed. */
  ok?: boolean;
  rules: string[];
  /** A place on the board to point at. */
  spot?: string;
}

export interface LessonPlan {
  options: Record<string, unknown>;
  bot: string;
  steps: Step[];
}

function valueAt(args: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((found, name) => (found as Record<string, unknown> | null | undefined)?.[name], args);
}

function fits(value: unknown, wish: Wish, me: number): boolean {
  if (wish === "me") return value === me;
  if (wish === "other") return typeof value === "number" && value >= 0 && value !== me;
  if (Array.isArray(wish)) return wish.includes(value as string | number);
  if (typeof wish !== "object") return value === wish;
  if ("has" in wish) return Array.isArray(value) && wish.has.some((one) => value.includes(one));
  return typeof value === "number" && value >= (wish.from ?? -Infinity) && value <= (wish.to ?? Infinity);
}

/** Whether the moment of a step has come; `args` is what the table shows, `me` and `mine` with it. */
export function holds(step: Step, args: Args): boolean {
  return Object.entries(step.when).every(([path, wish]) => fits(valueAt(args, path), wish, args["me"] as number));
}

/** The first step that was not done and whose moment has come. */
export function stepNow(steps: readonly Step[], done: ReadonlySet<string>, args: Args): Step | undefined {
  return steps.find((step) => !done.has(step.key) && holds(step, args));
}
