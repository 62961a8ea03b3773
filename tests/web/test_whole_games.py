"""Whole games of all four titles at a laptop and on a phone, in both languages: at every prompt all is in sight and in words."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page

import spyhouse
from tests.web.codes import codes
from tests.web.conftest import Guests
from tests.web.player import MOST_CHOICES, Player, choices, lay
from tests.web.test_board_second import MOST_MOVES, Seat, click

LAPTOP, PHONE = (1366, 657), (390, 844)
GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    "second": (2, {}),
    "estoril": (2, {}),
    "connection": (2, {"max_turns": 3}),
    "wink": (4, {"quiet_rounds": 1, "beats": 1}),
}
LONGER: dict[str, tuple[int, dict[str, Any]]] = {
    "second": (2, {"double_double_agent": "both"}),
    "estoril": (4, {"variant_secret_missions": True, "variant_recruiting": True, "variant_second_place": True}),
    "connection": (4, {"max_turns": 12, "start": "draft"}),
    "wink": (6, {"quiet_rounds": 3}),
}
QUICK = [("second", LAPTOP, "en"), ("estoril", LAPTOP, "pl"), ("connection", PHONE, "pl"), ("wink", PHONE, "en")]
# All that is read: not what has a code on purpose (rules, seals), nor what is hidden until it is opened.
READ = """() => {
  const texts = [];
  const walk = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) if (!walk.currentNode.parentElement.closest(".why, .code, .hex, code, kbd")) texts.push(walk.currentNode.data);
  return texts.join("\\n");
}"""
OUT_OF_SIGHT = """(targets) => [...document.querySelectorAll(targets)].filter((one) => {
  const box = one.getBoundingClientRect();
  return box.width && (box.top < -1 || box.left < -1 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1);
}).map((one) => one.getAttribute("aria-label") ?? one.textContent)"""


def look(page: Page, game: str, targets: str) -> None:
    """The prompt and what can be touched lie in sight, and all is in words."""
    assert page.evaluate(OUT_OF_SIGHT, ".prompt, .prompt .btn") == []
    assert page.evaluate(OUT_OF_SIGHT, targets) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    read_through(page, game)


def read_through(page: Page, game: str) -> None:
    text = page.evaluate(READ)
    assert (found := codes(game).search(text)) is None, f"{found} in {text}"


def play_in_words(player: Player, game: str) -> None:
    seen = ""
    for number in range(MOST_CHOICES):
        seen = choices(player, seen)
        if seen == "over":
            return
        look(player.page, game, ".none")
        player.choose(number * 7)
        look(player.page, game, ".none")
        player.play_button.click()
        player.play_button.wait_for(state="detached")
    raise AssertionError("The match did not end.")


def play_on_the_board(player: Player, game: str) -> None:
    seat = Seat(player)
    player.page.locator(".second").wait_for()
    seat.wait()
    for number in range(MOST_MOVES):
        if player.is_over:
            return
        for _ in range(12):
            look(player.page, game, ".second .hot.glow")
            if seat.is_drafted:
                break
            seat.touch_one(click, number)
        seat.play(click)
    raise AssertionError("The match did not end.")


ALL = list(product(GAMES, (LAPTOP, PHONE), ("en", "pl")))


@pytest.mark.parametrize(
    ("game", "size", "language", "table"),
    [
        *(pytest.param(*one, GAMES[one[0]], marks=pytest.mark.slow) for one in QUICK),
        *(pytest.param(*one, LONGER[one[0]], marks=pytest.mark.long) for one in ALL),
    ],
)
def test_a_whole_game_is_in_sight_and_in_words(
    guests: Guests, game: str, size: tuple[int, int], language: str, table: tuple[int, dict[str, Any]]
) -> None:
    seats, options = table
    player = guests(*size, language=language, painted=True)
    lay(player, game, seats, options)
    (play_on_the_board if game == "second" else play_in_words)(player, game)

    player.page.locator(".over").wait_for()
    read_through(player.page, game)
    pieces = player.page.locator(".seat > svg").evaluate_all("pieces => pieces.map((piece) => piece.classList[1])")
    assert pieces == list(spyhouse.game(game).meta.seat_colours[:seats])
