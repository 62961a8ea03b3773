"""The other three rooms of the house: whole games by mouse on the words board, against bots."""

from __future__ import annotations

import random
from typing import Any

import pytest

import spyhouse
from tests.web.conftest import Guests
from tests.web.player import Player

pytestmark = pytest.mark.slow

MOST_CHOICES = 300  # of one seat; a game that needs more does not end

# What there is to choose from now, as one text; null while the bots think, a message is under way, or the own choice is sealed.
CHOICES = """(before) => {
  if (document.querySelector(".over")) return "over";
  const moves = [...document.querySelectorAll(".mv")];
  const prompt = document.querySelector(".prompt p")?.innerText ?? "";
  if (!moves.length || document.querySelector(".prompt .btn.go") || prompt.includes("change your mind")) return null;
  const now = [prompt, document.querySelectorAll(".log li").length, ...moves.map((move) => move.dataset.move)].join("\\n");
  return now === before ? null : now;
}"""


def lay(player: Player, game: str, seats: int, options: dict[str, Any]) -> None:
    """A table with random bots on all other seats, and its start."""
    player.open_start()
    table = {"game": game, "seats": seats, "options": options, "bots": [None, *["random"] * (seats - 1)]}
    origin = player.page.evaluate("location.origin")
    answer = player.page.request.post("/api/tables", data=table, headers={"origin": origin})
    assert answer.ok, answer.text()
    player.page.goto(f"/t/{answer.json()['id']}")
    player.page.locator(".seats-sheet .btn.go").click()


def choices(player: Player, before: str) -> str:
    """Waits for the next decision of this seat, or the end."""
    found = player.page.wait_for_function(CHOICES, arg=before).json_value()
    assert isinstance(found, str)
    return found


def play_to_the_end(player: Player, seed: int) -> int:
    """Clicks any move, then "Play it", until the match is over; how often."""
    luck = random.Random(seed)
    seen = ""
    for played in range(MOST_CHOICES):
        seen = choices(player, seen)
        if seen == "over":
            return played
        player.moves.nth(luck.randrange(player.moves.count())).click()
        player.play_button.click()
        player.play_button.wait_for(state="detached")
    raise AssertionError("The match did not end.")


SMALLEST = [
    ("estoril", 2, {}, 12),
    ("connection", 2, {"max_turns": 3}, 3),
    ("wink", 4, {"quiet_rounds": 1}, 2),
]
LARGER = [
    ("estoril", 3, {}, 12),
    ("estoril", 4, {}, 12),
    ("connection", 4, {"max_turns": 3}, 3),
    ("wink", 6, {"quiet_rounds": 1}, 2),
]


@pytest.mark.parametrize(
    ("game", "seats", "options", "fewest"), [*SMALLEST, *(pytest.param(*table, marks=pytest.mark.long) for table in LARGER)]
)
def test_a_whole_game_by_mouse(guests: Guests, game: str, seats: int, options: dict[str, Any], fewest: int) -> None:
    """Every text of the table has its words, and the page throws nothing meanwhile (the fixture looks)."""
    player = guests()
    lay(player, game, seats, options)

    assert play_to_the_end(player, seats) >= fewest
    pieces = player.page.locator(".seat > svg").evaluate_all("pieces => pieces.map((piece) => piece.classList[1])")
    assert pieces == list(spyhouse.game(game).meta.seat_colours[:seats])
    assert "[" not in player.page.locator("main").inner_text()
