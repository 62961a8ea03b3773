/* Day or night. theme.js has set it before the first paint; here it is changed and remembered. */

import { keep } from "./kept";

class Theme {
  dark = $state(document.documentElement.dataset["theme"] === "dark");

  turn(): void {
    this.dark = !this.dark;
    const name = this.dark ? "dark" : "light";
    document.documentElement.dataset["theme"] = name;
    keep("theme", name);
  }
}

export const theme = new Theme();
