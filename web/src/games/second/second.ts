/* Second Place as the table shows it: the data that this board draws. */

import type { Show } from "$lib/table.svelte";

/** Numbers by spy; its keys are the codes of the spies, those of the seats first. */
export type Tally = Record<string, number>;

export interface Standing {
  row: number;
  /** The seat that is winning, or -1. */
  winning: number;
  /** The step of the podium by spy. */
  places: Tally;
}

export interface Forecast extends Standing {
  gained: Tally;
  tracker: Tally;
  /** By department; null where nothing is scored. */
  scores: (Tally | null)[];
  sure: boolean;
}

export interface Outlook extends Forecast {
  action: number;
}

export interface Dept {
  dept: string;
  minister: string;
  open: boolean;
  active: boolean;
  spying: Tally;
  reception: Tally;
}

export interface Slot {
  slot: number;
  dept: string;
  agent: boolean;
  minister: boolean;
}

export interface Laid {
  slots: number;
  used: number;
  pending: number;
}

export interface Card {
  seat: number;
  areas: Record<string, Record<string, Laid>>;
  tokens: number;
  cubes: number;
  pending: string[];
}

/** A mission that can be selected: where it is explained, and what goes into its sentence. */
export interface Mission {
  mission: string;
  rule: string;
}

export interface SecondShow extends Show {
  round: number;
  rounds: number;
  phase: string;
  to_act: number[];
  briefcase: number;
  first: number;
  tracker: Tally;
  position: Standing;
  orders: Standing[];
  depts: Dept[];
  foreign_office: Slot[];
  cards: Card[];
  missions: Mission[];
  forecast: Forecast | null;
  outlook: Outlook[];
  deadlocked: boolean;
  /** While points are told: the department that pays, and what. */
  paying?: string;
  paid?: Tally;
}

/** The code of the spy that a seat leads. */
export function spyOf(show: SecondShow, seat: number): string {
  return Object.keys(show.tracker)[seat] ?? "";
}

/** The seat of a spy, or undefined for the one that nobody leads. */
export function seatOf(show: SecondShow, spy: string): number | undefined {
  const seat = Object.keys(show.tracker).indexOf(spy);
  return seat < show.cards.length ? seat : undefined;
}
