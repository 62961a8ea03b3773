/* The painted boards: which games have one, and what a board is given. A board draws what the table shows and offers the moves it was sent;
   it knows no rules. Each comes as a chunk of its own, loaded when a table of its game is opened. */

import type { Component } from "svelte";
import type { LogLine } from "$lib/log";
import type { Moment, Show } from "$lib/table.svelte";
import type { Move, SeatNews } from "$lib/wire";
import type { Words } from "$lib/words";

/** What the person holds half chosen on the board, for the prompt: one sentence, other things to do, and how to let go. */
export interface Ask {
  text: string;
  /** The rule to read about it. */
  rule?: string;
  options: AskOption[];
  back?: (() => void) | undefined;
}

/** What a thing that was chosen does, and the rule to read about it. */
export interface Note {
  text: string;
  rule: string;
}

export interface AskOption {
  key: string;
  text: string;
  /** A seat's piece by its number, or an icon by name. */
  piece?: string;
  /** For one of several that exclude each other: whether it is the one in force. */
  pressed?: boolean;
  /** How much it asks to be taken: one of those that answer the question, or another way out of it. */
  weight?: "answer" | "aside";
  act: () => void;
}

export interface BoardProps {
  shown: Show;
  /** Moves to choose from; none where one only looks. */
  moves: Move[];
  /** The draft: what is chosen and not yet played. `shown` is then the table as it would be. */
  chosen: Move[];
  /** The story up to `shown`, the newest last. What is new since the last time is set in motion. */
  facts: LogLine[];
  /** The seat that looks, or -1. */
  eyes: number;
  seats: SeatNews[];
  /** The words of the game, with the names of the seats. */
  words: Words;
  /** No motion. */
  still: boolean;
  /** A place to highlight, as `spotOf` named it. */
  spot?: string | undefined;
  /** The seat that looks plays this match now, even if others are to move. */
  playing?: boolean;
  onpick(move: Move): void;
  /** Asks why a move is not possible. */
  onwhy(move: Record<string, unknown>): void;
  /** Takes back the last move of the draft. */
  onback?: (() => void) | undefined;
  /** Tells what is half chosen; undefined when the plain question of the table stands. */
  onask?: ((ask: Ask | undefined) => void) | undefined;
  /** Tells how far it has played what happened: so many lines of `facts`, and what it shows; undefined when all of it is played. */
  onplay?: ((moment: Moment | undefined) => void) | undefined;
  /** Tells what the things that are chosen or half chosen do. */
  onnotes?: ((notes: Note[]) => void) | undefined;
}

/** What stands beside the board, where there is room: what the table means, not what lies on it. */
export interface AsideProps {
  shown: Show;
  eyes: number;
  words: Words;
}

export interface BoardModule {
  default: Component<BoardProps, { pick(place: number): void }>;
  Aside?: Component<AsideProps>;
  /** The place on the board that a line of the log speaks of. */
  spotOf(line: LogLine): string | undefined;
}

/** By game. A game without one is played in words. */
export const boards: Readonly<Record<string, () => Promise<BoardModule>>> = {
  second: () => import("./second"),
};
