"""What a game says about itself, and the terms a table agrees on."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from spyhouse.rules.kit.options import Option

SEAT_COLOURS = ("green", "orange", "blue", "yellow", "red", "teal", "violet", "grey")  # of the house; a game may have its own order


@dataclass(frozen=True)
class Meta:
    """The title page of a game. Its slug is the name of its folder."""

    slug: str
    title: str
    line: str  # the game in one sentence
    credits: str
    seats: tuple[int, ...]  # how many can play
    seat_names: tuple[str, ...]  # by seat, as the notation writes them
    rules_version: str  # running matches keep theirs
    options: tuple[Option, ...]
    settle: Callable[[Mapping[str, object], int], dict[str, object]]  # chosen and checked options, seats -> all of them
    simulation: Mapping[str, object] = field(default_factory=dict)  # options of bots among themselves, unless chosen otherwise
    secrets: bool = True  # some seats know what others do not
    hot_seat: bool = True  # several can play on one device that goes round
    seat_colours: tuple[str, ...] = SEAT_COLOURS  # by seat; clients draw each colour with a shape of its own


@dataclass(frozen=True)
class Terms:
    """What a table agreed on before the first move; the same for all clones, views and the record."""

    slug: str
    seats: int
    options: Mapping[str, Any]  # every option, settled
    content: Any  # the game's Content (pieces.py); has a `hash`

    @property
    def label(self) -> bytes:
        """The terms as one line of JSON: enough to find the same terms again."""
        parts = {"game": self.slug, "seats": self.seats, "content": self.content.hash, "options": self.options}
        return canonical(parts).encode()


def canonical(value: object) -> str:
    """JSON in the one form that is hashed: sorted keys, no spaces, plain ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
