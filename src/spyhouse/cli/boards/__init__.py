"""How a game is drawn in the terminal: `boards/<slug>.py` where there is one, else all facts in words.

A board module has `draw(picture)`. It may have RULES (kind of a move -> the rule behind it) and `tally(state)` (figures that
`simulate` averages, by a key of the words), with SHARES (key of a figure -> key of the figure that it is a part of).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from rich.console import RenderableType

from spyhouse.rules.kit.contract import State
from spyhouse.words import Words


@dataclass(frozen=True)
class Picture:
    """What a board draws from."""

    shown: Mapping[str, Any]  # game.show(view)
    words: Words
    labels: Sequence[str]  # by seat: who plays it ("you", "greedy"), or nothing
    width: int
    plain: bool  # only ASCII can be shown

    def seat(self, seat: int) -> str:
        """A seat's name with who plays it."""
        name = self.words.fill("{^seat@seat}", {"seat": seat})
        return f"{name} ({self.labels[seat]})" if 0 <= seat < len(self.labels) and self.labels[seat] else name


@dataclass(frozen=True)
class Board:
    """A game's board module, its optional parts filled up."""

    draw: Callable[[Picture], RenderableType]
    rules: Mapping[str, str]
    tally: Callable[[State], Mapping[str, float]]
    shares: Mapping[str, str]


def board(slug: str) -> Board:
    """The board of a game, or the one in words that serves for any."""
    own = f"{__name__}.{slug}"
    module: Any = import_module(own if find_spec(own) is not None else f"{__name__}.generic")
    return Board(module.draw, getattr(module, "RULES", {}), getattr(module, "tally", _nothing), getattr(module, "SHARES", {}))


def _nothing(state: State) -> Mapping[str, float]:
    return {}
