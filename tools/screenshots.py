"""Pictures of every page at three widths in both themes, into build/screenshots: `make screenshots`.

`python tools/screenshots.py start table` makes only those whose name begins so.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, sync_playwright

from tools import page as page_build
from tools.running import ROOT, TOY, House, house, launch

OUT = ROOT / "build/screenshots"
SIZES = {360: 740, 768: 1024, 1440: 900}
WAIT = 60_000  # ms; nothing here measures time

Scene = Callable[[Page, House], None]


def in_words(page: Page) -> None:
    """This guest has chosen the table in words."""
    page.add_init_script("localStorage.setItem('board', 'words')")


def play_now(page: Page, at: House) -> None:
    in_words(page)
    page.goto(at.address)
    page.locator(".btn.go.big").click()
    page.locator(".mv").first.wait_for(timeout=WAIT)


def move(page: Page, which: int = 0) -> None:
    page.locator(".mv").nth(min(which, page.locator(".mv").count() - 1)).click()
    page.locator(".prompt .btn.go").click()
    page.locator(".prompt .btn.go").wait_for(state="detached")


def start(page: Page, at: House) -> None:
    page.goto(at.address)
    page.locator(".btn.go.big").wait_for(timeout=WAIT)


def start_with_games(page: Page, at: House) -> None:
    play_now(page, at)
    page.goto(at.address)
    page.locator(".row").first.wait_for(timeout=WAIT)
    page.locator("summary").first.click()


def lobby(page: Page, at: House) -> None:
    page.goto(at.address)
    page.locator(".others .btn").first.click()
    page.locator(".qr").wait_for(timeout=WAIT)


def table(page: Page, at: House) -> None:
    play_now(page, at)


def table_draft(page: Page, at: House) -> None:
    """The fourth round or so, with a move chosen."""
    play_now(page, at)
    for step in range(10):
        page.locator(".mv").first.wait_for(timeout=WAIT)
        move(page, step % 3)
    page.locator(".mv").first.wait_for(timeout=WAIT)
    page.locator(".mv").first.click()
    page.locator(".prompt .btn.go").wait_for()


def table_rules(page: Page, at: House) -> None:
    play_now(page, at)
    page.locator(".rules-key").click()
    page.locator(".drawer").wait_for()
    page.wait_for_timeout(400)


def table_menu(page: Page, at: House) -> None:
    play_now(page, at)
    page.locator(".menu > .tool").click()


def table_proof(page: Page, at: House) -> None:
    play_now(page, at)
    page.locator(".menu > .tool").click()
    page.locator(".menu .item", has=page.locator("use[href='#i-seal']")).click()


def over(page: Page, at: House) -> None:
    play_now(page, at)
    while page.locator(".over").count() == 0:
        page.locator(".mv, .over").first.wait_for(timeout=WAIT)
        if page.locator(".over").count() == 0:
            move(page, 1)
    page.wait_for_timeout(300)


def looked_back(page: Page, at: House) -> None:
    """A finished match with its turning points; played in words, then shown on the board."""
    over(page, at)
    page.keyboard.press("b")
    page.locator(".turns .btn").first.click()
    page.locator(".means").wait_for(timeout=8 * WAIT)
    page.evaluate("scrollTo(0, 0)")


def replay(page: Page, at: House) -> None:
    looked_back(page, at)
    page.locator(".slider").fill("19")
    page.wait_for_timeout(800)


def turning_point(page: Page, at: House) -> None:
    """The moment before a move that turned the match, with the better one."""
    looked_back(page, at)
    page.locator(".turns li .btn").first.click()
    page.wait_for_timeout(800)


def learn(page: Page, at: House) -> None:
    page.goto(f"{at.address}/learn/second")
    page.locator(".guide .next").wait_for(timeout=WAIT)
    page.wait_for_timeout(800)


def learn_select(page: Page, at: House) -> None:
    learn(page, at)
    for _ in range(2):
        page.locator(".guide .next").click()
    page.wait_for_timeout(800)


def hand_over(page: Page, at: House) -> None:
    in_words(page)
    page.goto(at.address)
    page.locator(".others .btn").nth(1).click()
    while page.locator(".hand").count() == 0:
        page.locator(".mv, .hand").first.wait_for(timeout=WAIT)
        if page.locator(".hand").count() == 0:
            move(page)


def rules(page: Page, at: House) -> None:
    page.goto(f"{at.address}/rules/second")
    page.locator("main").wait_for(timeout=WAIT)
    page.wait_for_timeout(300)


def gone(page: Page, at: House) -> None:
    page.goto(f"{at.address}/t/nowhere1")
    page.locator(".alone").wait_for(timeout=WAIT)


# -- The painted board of Second Place -----------------------------------------------------------------------------------


def board_now(page: Page, at: House) -> None:
    page.goto(at.address)
    page.locator(".btn.go.big").click()
    page.locator(".second .hot.glow").first.wait_for(timeout=WAIT)


def touch(page: Page) -> None:
    """Touches one thing that glows; who goes first is touched in the prompt."""
    spots = page.locator(".prompt .option" if page.locator(".head.glow").count() else ".second .hot.glow")
    asked = page.locator(".prompt").inner_text()
    spots.nth(min(2, spots.count() - 1)).click()
    answered = "(asked) => document.querySelector('.second.drafted') || document.querySelector('.prompt').innerText !== asked"
    page.wait_for_function(answered, arg=asked)


def board_move(page: Page) -> None:
    while page.locator(".second.drafted").count() == 0:
        touch(page)
    page.locator(".prompt .btn.go").click()
    page.locator(".prompt .btn.go").wait_for(state="detached")
    page.locator(".second .hot.glow, .over").first.wait_for(timeout=WAIT)


def board_until(page: Page, at: House, rule: str, held: bool = False) -> None:
    """Plays on, game after game, until the prompt cites this rule, if wished with a piece in hand."""
    while True:
        board_now(page, at)
        while page.locator(".over").count() == 0:
            if page.locator(".prompt .why", has_text=rule).count():
                if not held:
                    return
                touch(page)
                if page.locator(".second .held").count():
                    return
            board_move(page)


def board_order(page: Page, at: House) -> None:
    board_until(page, at, "S15")


def board_select(page: Page, at: House) -> None:
    board_until(page, at, "S17")


def board_draft(page: Page, at: House) -> None:
    board_until(page, at, "S17")
    while page.locator(".second.drafted").count() == 0:
        touch(page)


def board_dual(page: Page, at: House) -> None:
    """Two missions laid: what both do is told."""
    board_until(page, at, "S17")
    page.locator(".card.mine .cell.glow").nth(6).click()
    page.locator(".card.mine .cell.held").wait_for()
    page.locator(".card.mine .cell.glow").last.click()
    page.locator(".prompt .note").nth(1).wait_for()


def board_relocate(page: Page, at: House) -> None:
    board_until(page, at, "S32", held=True)


def board_switch(page: Page, at: House) -> None:
    board_until(page, at, "S31", held=True)


def board_minister(page: Page, at: House) -> None:
    board_until(page, at, "S34")


def board_orders(page: Page, at: House) -> None:
    board_now(page, at)
    page.locator(".fig").click()
    page.locator("dialog .orders").wait_for()


def board_over(page: Page, at: House) -> None:
    board_now(page, at)
    while page.locator(".over").count() == 0:
        board_move(page)


def toy(page: Page, at: House) -> None:
    page.goto(at.address)
    page.locator(".others-list .btn").click()
    page.locator(".btn.go.big").click()
    page.locator(".mv").first.wait_for(timeout=WAIT)


SCENES: dict[str, Scene] = {
    "start": start,
    "start-games": start_with_games,
    "lobby": lobby,
    "table": table,
    "table-draft": table_draft,
    "table-rules": table_rules,
    "table-menu": table_menu,
    "table-proof": table_proof,
    "over": over,
    "looked-back": looked_back,
    "replay": replay,
    "turning-point": turning_point,
    "learn": learn,
    "learn-select": learn_select,
    "hand-over": hand_over,
    "rules": rules,
    "gone": gone,
    "second-order": board_order,
    "second-select": board_select,
    "second-draft": board_draft,
    "second-dual": board_dual,
    "second-relocate": board_relocate,
    "second-switch": board_switch,
    "second-crisis": board_minister,
    "second-orders": board_orders,
    "second-over": board_over,
    "toy": toy,
}
POLISH = {  # long words show in these
    *("start", "table-draft", "over", "looked-back", "replay", "turning-point", "learn", "learn-select", "rules"),
    *("second-select", "second-dual", "second-relocate", "second-crisis"),
}


def picture(browser: Browser, at: House, name: str, width: int, theme: str, language: str) -> None:
    """One scene, seen by a new guest: what fits on the screen, and on a phone the whole page, too."""
    scheme: Literal["dark", "light"] = "dark" if theme == "dark" else "light"
    context = browser.new_context(
        viewport={"width": width, "height": SIZES[width]}, color_scheme=scheme, locale=language, reduced_motion="reduce"
    )
    context.set_default_timeout(WAIT)
    page = context.new_page()
    try:
        SCENES[name](page, at)
        page.mouse.move(0, 0)
        page.evaluate("window.scrollTo(0, 0)")
        page.evaluate("document.fonts.ready")
        page.wait_for_timeout(350)  # pieces and panels come to rest
        file = OUT / f"{name}-{width}-{theme}-{language}"
        page.screenshot(path=f"{file}.png")
        if width < 1000:
            page.screenshot(path=f"{file}-full.png", full_page=True)
    finally:
        context.close()


def main(wishes: list[str]) -> None:
    """Makes the pictures; `wishes` are beginnings of names such as `table-360`."""
    page_build.build()
    OUT.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        house(Path(data, "plain"), pace=0.02) as plain,
        house(Path(data, "toy"), pace=0.02, adopted=(TOY,)) as with_toy,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        for name in SCENES:
            for width in SIZES:
                for theme in ("light", "dark"):
                    for language in ("en", "pl") if name in POLISH and theme == "light" else ("en",):
                        full = f"{name}-{width}-{theme}-{language}"
                        if not wishes or any(full.startswith(wish) for wish in wishes):
                            picture(browser, with_toy if name == "toy" else plain, name, width, theme, language)
                            print(full, flush=True)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
