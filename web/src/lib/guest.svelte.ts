/* Who sits at this browser: a cover name and a cookie, given by the house at the first hello. */

import { api, type Me, type MyGame } from "./api";

class Guest {
  name = $state("");
  games = $state.raw<MyGame[]>([]);

  async hello(): Promise<Me> {
    const me = await api.me();
    this.name = me.name;
    this.games = me.games;
    return me;
  }

  async rename(name: string): Promise<void> {
    this.name = (await api.rename(name)).name;
  }
}

export const guest = new Guest();
