"""What happens in Dead Drop, as facts. The engine says with each who learns it. Cards are numbers from 0."""

from __future__ import annotations

from typing import NamedTuple


class Deal(NamedTuple):
    """Chance ordered the deck: hands, prizes, the rest. For the record alone [T1]."""

    deck: tuple[int, ...]


class Bottom(NamedTuple):
    """The cards out of play lie open [open_bottom]."""

    cards: tuple[int, ...]


class Hand(NamedTuple):
    """What a seat holds; its own secret [T1]."""

    cards: tuple[int, ...]


class Round(NamedTuple):
    """A round begins [T2]."""

    number: int


class Lay(NamedTuple):
    """A seat lays its drop, or another one instead; its own secret [T2]."""

    card: int


class Show(NamedTuple):
    """All drops and the prize are turned over [T3]."""

    drops: tuple[int, ...]
    prize: int


class Die(NamedTuple):
    """Chance threw the die [T3]."""

    face: int


class Take(NamedTuple):
    """A seat takes the prize [T3]."""

    seat: int
    prize: int


class Tick(NamedTuple):
    """Time goes by [T4]."""

    left: int


class Peek(NamedTuple):
    """A seat peeks at the prize of a round; everybody sees it do so [T5]."""

    seat: int
    round: int


class Glimpse(NamedTuple):
    """What it saw; its own secret [T5]."""

    round: int
    prize: int


class End(NamedTuple):
    """The game is over [T6]."""

    points: tuple[int, ...]
