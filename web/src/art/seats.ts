/* The eight colours of seats: silhouette first, colour second. Paths in a box of 24, as drawn in the sprite. */

import { getContext, setContext } from "svelte";

export const SHAPES: Readonly<Record<string, string>> = {
  green: "M5 2.5h14a2 2 0 0 1 2 2v13a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-13a2 2 0 0 1 2-2Z", // square
  orange: "M12 2.6 21.6 19.4H2.4Z", // triangle
  blue: "M2.8 11.2a9.2 9.2 0 1 0 18.4 0 9.2 9.2 0 1 0-18.4 0Z", // circle
  yellow: "M12 1.4 14.94 7.75 21.89 8.59 16.76 13.35 18.11 20.21 12 16.8 5.89 20.21 7.24 13.35 2.11 8.59 9.06 7.75Z", // star
  red: "M12 1.2 21.8 11 12 20.8 2.2 11Z", // diamond
  teal: "M22 11.2 17 19.86H7L2 11.2 7 2.54H17Z", // hexagon
  violet: "M8.4 2h7.2v5.6h5.6v7.2h-5.6v5.6H8.4v-5.6H2.8V7.6h5.6Z", // cross
  grey: "M3.5 19.6V11a8.5 8.5 0 0 1 17 0v8.6Z", // arch
};

const COLOURS: readonly string[] = Object.keys(SHAPES);
const KEY = Symbol("colours");

/** Everything drawn inside has its seats in these colours. */
export function colourSeats(colours: () => readonly string[]): void {
  setContext(KEY, colours);
}

/** The colours in force here, to be asked for the one of a seat; without any, or for a colour that nobody can draw, the house's own. */
export function seatColours(): (seat: number) => string {
  const chosen = getContext<(() => readonly string[]) | undefined>(KEY);
  return (seat) => {
    const colour = chosen?.()[seat] ?? "";
    return colour in SHAPES ? colour : (COLOURS[seat % COLOURS.length] ?? "");
  };
}
