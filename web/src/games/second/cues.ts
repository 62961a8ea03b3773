/* What a line of the story sounds like. */

import type { LogLine } from "$lib/log";
import type { Cue } from "../kit/sound";

const PLACED = new Set(["select", "agent_arrives", "minister_arrives", "crisis_over", "minister_to_slot", "briefcase"]);

export function cueOf({ key, args }: LogLine): Cue | undefined {
  if (key === "end") return "end";
  if (key === "execute") return args["kind"] === "crisis" || args["kind"] === "assassinate" ? "crisis" : "place";
  return PLACED.has(key) ? "place" : undefined;
}
