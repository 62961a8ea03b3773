/* Words with pieces among them: `<0>` is a piece of seat 0, `<agent>` the Double Agent, `<nuke>` an icon of that name. */

export type Part = { text: string } | { piece: string };

export function parts(text: string): Part[] {
  return text
    .split(/<(\w+)>/)
    .map((part, place): Part => (place % 2 ? { piece: part } : { text: part }))
    .filter((part) => !("text" in part) || part.text !== "");
}

/** The same without the pieces. */
export function bare(text: string): string {
  return text.replace(/<\w+>\s*/g, "").trim();
}
