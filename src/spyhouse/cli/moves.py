"""The legal moves of a seat, numbered and grouped by kind, each in the notation and in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from spyhouse.rules.kit.contract import State
from spyhouse.rules.kit.game import Game
from spyhouse.words import Words

GAP = 2  # columns between two moves side by side


@dataclass(frozen=True)
class Move:
    """A legal move as the list shows it."""

    number: int  # in the list, from 1
    action: int
    text: str
    move: Mapping[str, Any]  # game.describe

    @property
    def kind(self) -> str:
        return str(self.move["kind"])


def legal_moves(game: Game, state: State, seat: int) -> list[Move]:
    """The legal moves of this seat, numbered in the order in which the game lists them; and those that go with others of a set."""
    view = state.view(seat)
    listed = [*game.moves(view), *game.parts(view)]
    return [Move(number, move.action, move.text, move.move) for number, move in enumerate(listed, 1)]


def move_words(words: Words, move: Mapping[str, Any]) -> str:
    """A move in words."""
    return words.say(f"move.{move['kind']}", move)


def draw_moves(words: Words, moves: list[Move], width: int) -> RenderableType:
    """The list, each kind under its heading, in as many columns as fit."""
    groups: list[RenderableType] = []
    digits, notation = len(str(len(moves))), max(len(move.text) for move in moves)
    for kind in dict.fromkeys(move.kind for move in moves):
        groups.append(Text(words.say(f"moves.{kind}"), "bold"))
        groups.append(_columns(words, [move for move in moves if move.kind == kind], width, digits, notation))
    return Group(*groups)


def _columns(words: Words, moves: list[Move], width: int, digits: int, notation: int) -> Table:
    cells = [_cell(words, move, digits, notation) for move in moves]
    widest = max(cell.cell_len for cell in cells)
    columns = max(1, min(3, (width + GAP) // (widest + GAP)))
    height = -(-len(cells) // columns)
    grid = Table.grid(padding=(0, GAP, 0, 0))
    for _ in range(columns):
        grid.add_column(width=widest if columns > 1 else None)
    for row in range(height):
        grid.add_row(*cells[row::height])  # read downwards, like a list
    return grid


def _cell(words: Words, move: Move, digits: int, notation: int) -> Text:
    number, text = f"{move.number:>{digits}} ", move.text.ljust(notation)
    return Text.assemble((number, "bold cyan"), (text, "bold"), f" {move_words(words, move.move)}")
