/* How the board lies in the room it has. */

/** Rooms upright over two cards; the same, narrower; cards beside the rooms; rooms across beside the cards; one below the other. */
export type Fit = "desk" | "tablet" | "low" | "flat" | "phone";

/* In rem: larger text is less room. */
const NARROW = 37.5;
const WIDE = 56;
const TALL = { desk: 42.5, tablet: 45.5 };
const LOW = { width: 52, height: 24 };

/** By width and height in rem. Whatever lies within grows with the room that is left. */
export function fitOf(width: number, height: number): Fit {
  if (width < NARROW) return "phone";
  const upright = width < WIDE ? "tablet" : "desk";
  if (height >= TALL[upright]) return upright;
  return width >= LOW.width && height >= LOW.height ? "low" : "flat";
}
