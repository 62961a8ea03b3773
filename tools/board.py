"""How long the painted board takes to draw an update: `python tools/board.py`, in a headless Chromium, by percentiles.

Each sample is one touch, draft or move of another seat: from the moment its data reaches the page until the next frame is about to be
painted, style and layout included. Motion is off, because a piece under way is not an update. What comes before the board is there is
counted apart: that is the page being opened.

Where the browser paints before it comes to the measuring task, the sample holds that frame as well, with all its painting; the line
`without the painting` ends such a sample where its frame has style and layout done and goes on to paint.

A moment after each sample the same is measured with nothing to draw, only a fixed small piece of work: it shows how much of the figures
is the machine. `python tools/board.py again` plays one game and lets the page hear the same news again, several times, while neither the
house nor the bots nor the hand that touches things are at work; the best time of each update is what is left when others on the machine
are not counted.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from statistics import quantiles

from playwright.sync_api import Browser, Page, sync_playwright

from tools import page as page_build
from tools.running import House, house, launch
from tools.screenshots import board_move, board_now

GAMES = 3
REPEATS = 6
WATCH = """() => {
  window.samples = [];
  window.unpainted = [];
  window.opened = [];
  window.idle = [];
  window.news = [];
  const measured = (list, work, drawn) => {
    const start = performance.now();
    let framed = Infinity;
    work?.();
    if (drawn) requestAnimationFrame(() => {
      document.querySelector('.second')?.getBoundingClientRect();
      framed = performance.now() - start;
    });
    const next = new MessageChannel(); // a task of its own: it comes when everything that listens is done
    next.port1.onmessage = () => {
      document.querySelector('.second')?.getBoundingClientRect(); // style and layout
      list.push(performance.now() - start);
      drawn?.push(Math.min(framed, performance.now() - start));
      next.port1.close();
    };
    next.port2.postMessage(0);
  };
  const fixed = () => {
    let sum = 0;
    for (let step = 0; step < 300_000; step++) sum += step % 7;
    return sum;
  };
  window.heard = (event) => {
    window.news.push(event.data);
    if (document.querySelector('.second')) measured(window.samples, undefined, window.unpainted);
    else measured(window.opened);
    setTimeout(() => measured(window.idle, fixed), 40);
  };
  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...all) {
      super(...all);
      this.addEventListener('message', window.heard);
    }
  };
}"""
AGAIN = """(news) => {
  window.WebSocket = class extends EventTarget {
    static OPEN = 1;
    readyState = 1;
    constructor() {
      super();
      setTimeout(() => this.onopen());
      window.tell = async () => {
        for (const data of news) {
          const event = { data };
          window.heard(event);
          this.onmessage(event);
          await new Promise((next) => setTimeout(next, 80));
        }
      };
    }
    send() {}
    close() {}
  };
}"""


def seen(browser: Browser) -> Page:
    page = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce").new_page()
    page.add_init_script(f"({WATCH})()")
    return page


def played(browser: Browser, at: House) -> Page:
    """A page after a whole game."""
    page = seen(browser)
    board_now(page, at)
    while page.locator(".over").count() == 0:
        board_move(page)
    return page


def told_again(browser: Browser, at: House, address: str, news: list[str]) -> Page:
    """A page that has heard the news of a game that was played before."""
    page = seen(browser)
    page.add_init_script(f"({AGAIN})({json.dumps(news)})")
    page.goto(f"{at.address}/t/{address.split('/t/')[1]}")
    page.wait_for_function("() => window.tell !== undefined")
    page.wait_for_timeout(500)
    page.evaluate("window.tell()")
    return page


def report(name: str, found: list[float]) -> None:
    cuts = quantiles(found, n=100)
    print(f"{len(found)} {name}: median {cuts[49]:.1f} ms, 95th percentile {cuts[94]:.1f} ms, most {max(found):.1f} ms")


def main(again: bool) -> None:
    """Plays some games by itself and prints what it measured."""
    page_build.build()
    found: list[list[float]] = []
    unpainted: list[list[float]] = []
    opened: list[float] = []
    idle: list[float] = []
    with tempfile.TemporaryDirectory() as data, house(Path(data)) as at, sync_playwright() as playwright:
        browser = launch(playwright)
        first = played(browser, at)
        address, news = first.url, first.evaluate("window.news")
        for number in range(REPEATS if again else GAMES):
            page = told_again(browser, at, address, news) if again else played(browser, at) if number else first
            found.append(page.evaluate("window.samples"))
            unpainted.append(page.evaluate("window.unpainted"))
            opened += page.evaluate("window.opened")
            idle += page.evaluate("window.idle")
            page.context.close()
        browser.close()
    for name, games in (("updates", found), ("updates without the painting", unpainted)):
        report(name, [time for game in games for time in game])
        if again:
            report(f"{name}, the best time of each", [min(times) for times in zip(*games, strict=True)])
    report("messages while the page opens", opened)
    report("times a fixed piece of work and nothing to draw", idle)


if __name__ == "__main__":
    main("again" in sys.argv[1:])
