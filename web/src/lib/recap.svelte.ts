/* What a player has missed: the lines of the log that came while nobody looked at this device. It is remembered here, by the length of the log and what the table showed then. */

import { keep, kept } from "./kept";
import type { Show } from "./table.svelte";

const SHORT = 30_000; // milliseconds with another tab in front that are no absence

export class Recap {
  /** The first line that was missed; undefined if none was, or it has been read. */
  from = $state<number>();
  /** What the table showed before it. */
  before: Show = {};

  private looks = false; // somebody has seen the log since the page was opened or brought back
  private leftAt = 0;
  private length = 0;
  private show: Show = {};

  constructor(private readonly key: string) {
    document.addEventListener("visibilitychange", this.turned);
  }

  close(): void {
    document.removeEventListener("visibilitychange", this.turned);
  }

  /** The log is as long as this now, and the table shows this. */
  told(length: number, show: Show): void {
    this.length = length;
    this.show = show;
    if (document.hidden) return;
    if (!this.looks) {
      const [seen, before] = JSON.parse(kept(this.key) ?? "[]") as [number?, Show?];
      if (seen !== undefined && seen < length) {
        this.from = seen;
        this.before = before ?? {};
      }
      this.looks = true;
    }
    keep(this.key, JSON.stringify([length, show]));
  }

  /** The match is over: nothing of it has to be remembered. */
  forget(): void {
    this.from = undefined;
    keep(this.key, null);
  }

  read(): void {
    this.from = undefined;
  }

  private turned = (): void => {
    if (document.hidden) this.leftAt = Date.now();
    else {
      if (Date.now() - this.leftAt > SHORT) this.looks = false;
      if (this.length) this.told(this.length, this.show);
    }
  };
}
