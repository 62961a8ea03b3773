"""The city in the terminal."""

from __future__ import annotations

import io

from rich.console import Console

from spyhouse import words
from spyhouse.cli.boards import Picture, estoril
from tests.rules.estoril.build import BLUE, CITY, GREEN, RED, ROOM, city, resolve, space, stand


def drawn(state: object, seat: int, plain: bool = False) -> str:
    shown = ROOM.show(state.view(seat))  # type: ignore[attr-defined]  # a State
    picture = Picture(shown, words.load("en", "estoril"), ("", "", "", ""), 100, plain)
    console = Console(file=io.StringIO(), width=100, color_system=None)
    console.print(estoril.draw(picture))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_cells_lie_where_the_boards_were_turned() -> None:
    """1.3: first row of the city of the rulebook's examples."""
    text = drawn(city(CITY), RED)
    cells = text.splitlines()[1].replace("│", " ").split()
    assert cells == ["4.R", "4.3*", "2.R", "2.2??", "6.R", "6.3*"]
    assert "(#)" in text


def test_who_stands_where() -> None:
    """Face-down tiles in brackets, known ones by name; marks for protected, seduced and acting."""
    state = city("8 3 6 / 5 1 2")
    stand(state, "3.1", GREEN, 1, "SD")
    stand(state, "8.1", RED)
    stand(state, "8.2", BLUE)
    resolve(state, 3)
    state.apply(GREEN, ROOM.parse(state, GREEN, "S3.1<8.1>3.2"))
    state.white[space(state, "3.1")] = 1
    text = drawn(state, GREEN, plain=True)
    assert "!>gS6" in text
    assert "~rS6" in text
    assert "(#)" in text
    assert "(bS6)" in drawn(state, BLUE)
    assert "3 Tamariz beach (being resolved)" in text
