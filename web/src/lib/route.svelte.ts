/* Where the page is: a few kinds of places, told by the address. */

export type Place = { page: "start" } | { page: "lost" } | { page: "table"; id: string } | { page: "rules" | "learn"; slug: string };

export function placeOf(path: string): Place {
  const [, kind, name] = path.split("/");
  if (!kind) return { page: "start" };
  if (kind === "t" && name) return { page: "table", id: decoded(name) };
  if ((kind === "rules" || kind === "learn") && name) return { page: kind, slug: decoded(name) };
  return { page: "lost" };
}

/** A part of an address in plain letters; one that nobody can read stays as it is, and leads nowhere. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

class Route {
  place = $state.raw<Place>(placeOf(location.pathname));

  constructor() {
    addEventListener("popstate", () => (this.place = placeOf(location.pathname)));
  }

  /** Goes to a place; `state` goes with the entry of the history (a table to be started at once). */
  go(path: string, state: Record<string, unknown> = {}): void {
    history.pushState(state, "", path);
    this.place = placeOf(path);
    scrollTo(0, 0);
  }

  /** The same, but the place that is left is not one to come back to. */
  replace(path: string, state: Record<string, unknown> = {}): void {
    history.replaceState(state, "", path);
    this.place = placeOf(path);
  }

  /** For links: a plain click stays in the page, everything else is the browser's. */
  follow = (event: MouseEvent): void => {
    const link = (event.target as Element | null)?.closest?.("a[href]");
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const href = link.getAttribute("href") ?? "";
    if (link.hasAttribute("download") || link.hasAttribute("target") || !/^\/(?!api\/|assets\/)/.test(href)) return;
    event.preventDefault();
    this.go(href);
  };
}

export const route = new Route();
