/* Where the page is: four kinds of places, told by the address. */

export type Place = { page: "start" } | { page: "table"; id: string } | { page: "rules" | "learn"; slug: string };

export function placeOf(path: string): Place {
  const [, kind, name] = path.split("/");
  if (kind === "t" && name) return { page: "table", id: decodeURIComponent(name) };
  if ((kind === "rules" || kind === "learn") && name) return { page: kind, slug: decodeURIComponent(name) };
  return { page: "start" };
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
