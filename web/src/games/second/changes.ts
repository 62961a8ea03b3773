/* How the picture changes: by a move that is chosen and not yet played, by the story fact after fact, and which pieces travel between two pictures. */

import type { LogLine } from "$lib/log";
import type { Move } from "$lib/wire";
import type { Cue } from "../kit/sound";
import type { Step, Travel } from "../kit/stage.svelte";
import { cueOf } from "./cues";
import { spyOf, type SecondShow, type Tally } from "./second";

type Args = Record<string, unknown>;

const BEAT = 200; // milliseconds to look at a change
const PAY = 560; // and at points, which one wants to read

// -- one change ------------------------------------------------------------------------------------------------------------

/** A copy whose pieces can be moved; what nobody moves is not copied. */
function copied(show: SecondShow): SecondShow {
  const { tracker, depts, foreign_office, cards } = show;
  return { ...show, ...structuredClone({ tracker, depts, foreign_office, cards }) };
}

function add(tally: Tally | undefined, key: unknown, number: number): void {
  if (tally) tally[String(key)] = (tally[String(key)] ?? 0) + number;
}

const deptOf = (show: SecondShow, code: unknown) => show.depts.find((one) => one.dept === code);
const laidOn = (show: SecondShow, seat: number, area: unknown, mission: unknown) => show.cards[seat]?.areas[String(area)]?.[String(mission)];

function lay(show: SecondShow, seat: number, args: Args): void {
  const card = show.cards[seat];
  for (const mission of args["missions"] as string[]) {
    const laid = laidOn(show, seat, args["area"], mission);
    if (!card || !laid) continue;
    laid.pending += 1;
    card.tokens -= 1;
    card.pending = [...card.pending, mission];
  }
}

/** The token of an executed one shows its other face. */
function turn(show: SecondShow, seat: number, mission: string): void {
  const card = show.cards[seat];
  if (!card) return;
  const at = card.pending.indexOf(mission);
  if (at >= 0) card.pending = card.pending.filter((_, place) => place !== at);
  const laid = Object.values(card.areas).find((rows) => rows[mission]?.pending)?.[mission];
  if (laid) {
    laid.pending -= 1;
    laid.used += 1;
  }
}

function leave(show: SecondShow, code: unknown, place: string): void {
  const dept = deptOf(show, code);
  if (!dept) return;
  dept.minister = place;
  dept.open = true; // nobody sits at the door any more
}

function carryOut(show: SecondShow, seat: number, args: Args): void {
  const { kind, dept, cube, to } = args;
  const from = deptOf(show, dept);
  if (kind === "switch") {
    const other = deptOf(show, args["other_dept"]);
    add(from?.spying, cube, -1);
    add(other?.spying, args["other_cube"], -1);
    add(other?.reception, cube, 1);
    add(from?.reception, args["other_cube"], 1);
  } else if (kind === "relocate") {
    add(from?.spying, cube, -1);
    add(deptOf(show, to)?.reception, cube, 1);
  } else if (kind === "regroup") {
    const agent = Object.keys(show.tracker).at(-1);
    add(from?.spying, agent, -1);
    const laid = laidOn(show, seat, args["area"], args["token"]);
    if (laid) laid.used -= 1;
    const card = show.cards[seat];
    if (card) card.tokens += 1;
  } else if (kind === "crisis") leave(show, dept, "c");
  else if (kind === "assassinate") leave(show, dept, "x");
  else if (kind === "convert" && args["cube"] !== false) {
    const card = show.cards[seat];
    if (card) card.cubes -= 1;
    add((to ? deptOf(show, to) : show.depts.find((one) => one.active))?.reception, spyOf(show, seat), 1);
  }
}

// -- the draft -------------------------------------------------------------------------------------------------------------

/** The table as a final move would leave it: chosen, and not played before it is confirmed. */
export function drafted(show: SecondShow, seat: number, move: Move): SecondShow {
  const next = copied(show);
  const ahead = show.outlook.find((one) => one.action === move.action);
  if (move.move["kind"] === "select") lay(next, seat, move.move);
  else if (ahead) {
    carryOut(next, seat, move.move);
    turn(next, seat, missionOf(move));
    for (const spy of Object.keys(next.tracker)) next.tracker[spy] = (ahead.tracker[spy] ?? 0) - (ahead.gained[spy] ?? 0);
    next.forecast = ahead;
  }
  return next;
}

/** Which mission a move executes: the notation begins with it. */
export function missionOf(move: Move): string {
  return move.text.split(":")[0] ?? "";
}

// -- the story -------------------------------------------------------------------------------------------------------------

/** One picture for each fact that changes it, and at last the table as it is. So many facts were `seen` before. */
export function unfolded(before: SecondShow, facts: readonly LogLine[], after: SecondShow, seen: number): Step<SecondShow>[] {
  const steps: Step<SecondShow>[] = [];
  let show = before;
  let cue: Cue | undefined;
  let told = seen;
  const step = (rest: number, change: (next: SecondShow) => void) => {
    show = copied(show);
    show.outlook = [];
    change(show);
    steps.push({ show, rest, cue, told });
    cue = undefined; // once for each fact
  };
  for (const fact of facts) {
    const { key, args } = fact;
    cue = cueOf(fact);
    told += 1;
    const seat = Number(args["seat"]);
    const dept = args["dept"];
    if (key === "score" || key === "position") {
      if (show.depts.some((one) => Object.values(one.reception).some(Boolean))) step(BEAT, embed);
    }
    if (key === "select") step(BEAT, (next) => lay(next, seat, args));
    else if (key === "order") step(0, (next) => (next.first = Number(args["first"])));
    else if (key === "execute") {
      step(BEAT, (next) => {
        carryOut(next, seat, args);
        add(next.tracker, spyOf(next, seat), -Number(args["paid"] ?? 0));
        turn(next, seat, String(args["mission"]));
        next.forecast = null;
      });
    } else if (key === "score") {
      step(PAY, (next) => {
        for (const spy of Object.keys(next.tracker)) add(next.tracker, spy, Number(args[spy] ?? 0));
        next.paying = String(dept);
        next.paid = Object.fromEntries(Object.keys(next.tracker).map((spy) => [spy, Number(args[spy] ?? 0)]));
      });
    } else if (key === "crisis_over" || key === "minister_arrives") {
      step(BEAT, (next) => {
        const room = deptOf(next, dept);
        if (!room) return;
        for (const slot of next.foreign_office) if (room.minister === `f${slot.slot}`) slot.minister = false;
        room.minister = "m";
        room.open = false;
      });
    } else if (key === "minister_to_slot") {
      step(BEAT, (next) => {
        leave(next, dept, `f${Number(args["slot"])}`);
        for (const slot of next.foreign_office) if (slot.slot === args["slot"]) slot.minister = true;
      });
    } else if (key === "minister_out") step(BEAT, (next) => leave(next, dept, "-"));
    else if (key === "position") {
      step(PAY, (next) => {
        delete next.paying;
        if (after.position.row === args["row"]) next.position = after.position;
      });
    } else if (key === "briefcase") step(BEAT, (next) => (next.briefcase = seat));
    else if (key === "round") {
      step(BEAT, (next) => {
        next.round = Number(args["number"]);
        for (const room of next.depts) room.active = room.dept === dept;
      });
    } else if (key === "agent_arrives") {
      step(BEAT, (next) => {
        const slot = next.foreign_office.find((one) => one.slot === next.round);
        if (slot) slot.agent = false;
        add(deptOf(next, dept)?.reception, Object.keys(next.tracker).at(-1), 1);
      });
    }
  }
  return [...steps, { show: after, rest: 0, cue, told }];
}

function embed(show: SecondShow): void {
  for (const room of show.depts) {
    for (const [spy, number] of Object.entries(room.reception)) {
      add(room.spying, spy, number);
      room.reception[spy] = 0;
    }
  }
}

// -- travelling ------------------------------------------------------------------------------------------------------------

/** Where every piece lies: by piece, by place, how many. */
function pieces(show: SecondShow): Map<string, Map<string, number>> {
  const found = new Map<string, Map<string, number>>();
  const put = (piece: string, place: string, number: number) => {
    if (!number) return;
    const places = found.get(piece) ?? new Map<string, number>();
    places.set(place, (places.get(place) ?? 0) + number);
    found.set(piece, places);
  };
  const agent = Object.keys(show.tracker).at(-1) ?? "";
  for (const room of show.depts) {
    for (const [spy, number] of Object.entries(room.reception)) put(spy, `door-${room.dept}`, number);
    for (const [spy, number] of Object.entries(room.spying)) put(spy, `spying-${room.dept}-${spy}`, number);
    if (room.minister !== "-") put(`minister-${room.dept}`, room.minister.startsWith("f") ? `slot-${room.minister.slice(1)}` : `post-${room.dept}-${room.minister}`, 1);
  }
  for (const slot of show.foreign_office) if (slot.agent) put(agent, `slot-${slot.slot}`, 1);
  for (const card of show.cards) {
    put(spyOf(show, card.seat), `supply-${card.seat}`, card.cubes);
    put(`token-${card.seat}`, `tokens-${card.seat}`, card.tokens);
    for (const [area, rows] of Object.entries(card.areas)) {
      for (const [mission, laid] of Object.entries(rows)) put(`token-${card.seat}`, `cell-${card.seat}-${area}-${mission}`, laid.used + laid.pending);
    }
  }
  put("case", `case-${show.briefcase}`, 1);
  return found;
}

export function travels(before: SecondShow, after: SecondShow): Travel[] {
  const found: Travel[] = [];
  const [old, now] = [pieces(before), pieces(after)];
  for (const piece of new Set([...old.keys(), ...now.keys()])) {
    const left: string[] = [];
    const come: string[] = [];
    const [were, are] = [old.get(piece) ?? new Map<string, number>(), now.get(piece) ?? new Map<string, number>()];
    for (const place of new Set([...were.keys(), ...are.keys()])) {
      const more = (are.get(place) ?? 0) - (were.get(place) ?? 0);
      for (let one = 0; one < Math.abs(more); one++) (more > 0 ? come : left).push(place);
    }
    for (let one = 0; one < Math.max(left.length, come.length); one++) found.push({ piece, from: left[one], to: come[one] });
  }
  return found.filter(({ from, to }) => !from?.startsWith("supply") || to !== undefined);
}
