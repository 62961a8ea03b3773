"""Spy Connection in the terminal: a map that can be read."""

from __future__ import annotations

from typing import Any

import pytest
from rich.console import Console

from spyhouse import words
from spyhouse.cli.boards import Picture, board
from spyhouse.cli.boards.connection import RULES
from spyhouse.rules.connection.engine import State
from tests.rules.connection.builders import ROOM, TRI, leave, player, table


def drawn(state: State, language: str = "en", plain: bool = False, width: int = 100) -> str:
    console = Console(width=width, force_terminal=False, color_system=None)
    labels = ["you", *["greedy"] * (state.seats - 1)]
    picture = Picture(ROOM.show(state.view(0)), words.load(language, "connection"), labels, width, plain)
    with console.capture() as caught:
        console.print(board("connection").draw(picture))
    return caught.get()


def midgame(**options: Any) -> State:
    lisa = player(spy="PAR", board="channel lonpar2:2", a="m24 +2 MAD", done="m08")
    return table(lisa, player(spy="BER", board="lonpar2 berwaw1"), **options)


def test_the_map_shows_agents_spies_and_free_spaces() -> None:
    text = drawn(midgame())

    assert "PAR●1" in text
    assert "BER●2" in text
    assert "12" in text.split("PAR")[0]  # both stand on lonpar2
    assert "○" in text
    assert "A:3  price 2  5   Paris, Madrid, Athens" in text or "Paris, Madrid✓, Athens" in text
    assert "4 points" not in text
    assert "3 points" in text
    assert "Paris-Madrid: 2" in text
    assert "1 Green (you)" in text
    assert max(map(len, text.splitlines())) <= 100


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("width", [80, 140])
def test_it_can_be_drawn_in_plain_characters_and_any_width(language: str, width: int) -> None:
    text = drawn(midgame(trigger=1, left=1, vacant="skip"), language, True, width)

    assert "PAR*1" in text
    assert max(map(len, text.splitlines())) <= width
    assert "[" not in text.replace("[V", "")


def test_the_draft_and_the_end_can_be_drawn() -> None:
    draft = ROOM.start(3, seed=1, options={"start": "draft"})
    assert isinstance(draft, State)
    assert "S:s" in drawn(draft)
    state = leave(midgame(vacant="skip", show_completed=False), 1)
    assert "has left" in drawn(state, width=140)


def test_sets_of_owners_are_drawn_with_their_own_names() -> None:
    state = table(player(spy="A"), player(spy="C"), display="p1", deck=None, content=TRI)

    assert "Alpha, Beta" in drawn(state)


def test_every_kind_of_move_has_its_rule() -> None:
    rules = words.load("en", "connection").catalogue
    kinds = {key.removeprefix("moves.") for key in rules if key.startswith("moves.")}

    assert set(RULES) == kinds
