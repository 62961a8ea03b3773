"""How long the painted board takes to draw an update: `python tools/board.py`, in a headless Chromium, by percentiles.

Each sample is one touch, draft or move of another seat: from the moment its data reaches the page until the next frame is about to be
painted, style and layout included. Motion is off, because a piece under way is not an update.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from statistics import quantiles

from playwright.sync_api import Page, sync_playwright

from tools import page as page_build
from tools.running import house, launch
from tools.screenshots import board_move, board_now

GAMES = 3
WATCH = """() => {
  window.samples = [];
  const heard = () => {
    const start = performance.now();
    const next = new MessageChannel(); // a task of its own: it comes when everything that listens is done
    next.port1.onmessage = () => {
      document.querySelector('.second')?.getBoundingClientRect(); // style and layout
      window.samples.push(performance.now() - start);
      next.port1.close();
    };
    next.port2.postMessage(0);
  };
  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...all) {
      super(...all);
      this.addEventListener('message', heard);
    }
  };
}"""


def samples(page: Page) -> list[float]:
    found: list[float] = page.evaluate("window.samples")
    return found


def main() -> None:
    """Plays some games by itself and prints what it measured."""
    page_build.build()
    found: list[float] = []
    with tempfile.TemporaryDirectory() as data, house(Path(data)) as at, sync_playwright() as playwright:
        browser = launch(playwright)
        for _ in range(GAMES):
            context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
            page = context.new_page()
            page.add_init_script(f"({WATCH})()")
            board_now(page, at)
            while page.locator(".over").count() == 0:
                board_move(page)
            found += samples(page)
            context.close()
        browser.close()
    cuts = quantiles(found, n=100)
    print(f"{len(found)} updates: median {cuts[49]:.1f} ms, 95th percentile {cuts[94]:.1f} ms, most {max(found):.1f} ms")


if __name__ == "__main__":
    main()
