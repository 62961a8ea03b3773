/* Whether things should keep still: the wish of the person, as their device tells it. */

class Stillness {
  on = $state(false);

  constructor() {
    const wish = matchMedia("(prefers-reduced-motion: reduce)");
    this.on = wish.matches;
    wish.addEventListener("change", () => (this.on = wish.matches));
  }
}

export const stillness = new Stillness();
