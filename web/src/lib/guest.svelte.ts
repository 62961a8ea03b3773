/* Who sits at this browser: a cover name and a cookie, given by the house at the first hello. */

import { api, type Me, type MyGame } from "./api";
import { keep, kept } from "./kept";

class Guest {
  name = $state("");
  games = $state.raw<MyGame[]>([]);

  async hello(): Promise<Me> {
    const me = await api.me();
    this.name = me.name;
    this.games = me.games;
    return me;
  }

  /** Whether a table is a guided first game of this browser; told so, or not any more. */
  isTaught(table: string, now?: boolean): boolean {
    if (now !== undefined) keep(`lesson ${table}`, now ? "yes" : null);
    return kept(`lesson ${table}`) !== null;
  }

  async rename(name: string): Promise<void> {
    this.name = (await api.rename(name)).name;
  }
}

export const guest = new Guest();
