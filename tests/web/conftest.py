"""The page in a real browser against a real house: its own process, SQLite on disk, bots in worker processes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.web.player import Player
from tools import page as page_build
from tools.running import TOY, House, house, launch

WAIT = 20_000  # ms; generous, because nothing here measures time


@pytest.fixture(scope="session")
def built() -> Path:
    """The page, built from the sources as they are now."""
    return page_build.build()


@pytest.fixture(scope="session")
def at(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house without pauses, with the toy game beside its own."""
    with house(tmp_path_factory.mktemp("house"), adopted=(TOY,)) as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = launch(playwright)
        yield launched
        launched.close()


def keep(key: str, value: str) -> str:
    """A script for what a guest has chosen before, unless they choose otherwise."""
    return f"localStorage.getItem('{key}') ?? localStorage.setItem('{key}', '{value}')"


class Guests:
    """New guests, each with a browser profile of their own."""

    def __init__(self, browser: Browser, house: House) -> None:
        self.browser = browser
        self.house = house
        self.contexts: list[BrowserContext] = []
        self.faults: list[str] = []

    def __call__(
        self,
        width: int = 1280,
        height: int = 900,
        language: str = "en",
        dark: bool = False,
        bypass_csp: bool = False,
        painted: bool = False,
        still: bool = True,
    ) -> Player:
        """A guest who has chosen the table in words, or one who has chosen nothing and sees the painted boards."""
        context = self.browser.new_context(
            base_url=self.house.address,
            viewport={"width": width, "height": height},
            locale=language,
            color_scheme="dark" if dark else "light",
            has_touch=width < 500,
            reduced_motion="reduce" if still else "no-preference",
            bypass_csp=bypass_csp,
        )
        context.set_default_timeout(WAIT)
        context.add_init_script(keep("bot", "1"))  # the quickest company: nobody here waits for a good move
        if not painted:
            context.add_init_script(keep("board", "words"))
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda message: self.note(message.type, message.text))
        return Player(page)

    def note(self, kind: str, text: str) -> None:
        """A broken line is no fault of the page; anything else that it complains of is."""
        if kind == "error" and "ERR_" not in text and "WebSocket" not in text and "status of 4" not in text:
            self.faults.append(text)


@pytest.fixture
def guests(browser: Browser, at: House) -> Iterator[Guests]:
    """Makes guests, and finds fault with anything the page threw or the policy refused meanwhile."""
    made = Guests(browser, at)
    yield made
    for context in made.contexts:
        context.close()
    assert made.faults == []


@pytest.fixture
def player(guests: Guests) -> Player:
    return guests()


__all__ = ["Guests", "Page"]
