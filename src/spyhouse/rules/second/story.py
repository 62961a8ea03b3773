"""What happens in Second Place, as facts [4.2]. Everything lies open, so everybody learns each of them.

Depts, spies, missions and areas are numbers in the order of 1.1. The class name in small letters is the event's kind.
"""

from __future__ import annotations

from typing import NamedTuple


class Tokens(NamedTuple):
    """Chance laid the eight department tokens [S3]."""

    row: tuple[int, ...]


class FirstBriefcase(NamedTuple):
    """Chance gave the Briefcase for round 1 [S6]."""

    seat: int


class Round(NamedTuple):
    """A round begins; its token names the active department [S9]."""

    number: int
    dept: int


class MinisterArrives(NamedTuple):
    """The Minister above the slot goes to his Ministerial place [S10]."""

    dept: int


class AgentArrives(NamedTuple):
    """A double agent cube goes to the Reception of the active department [S11]."""

    dept: int


class Order(NamedTuple):
    """The holder of the Briefcase names the first player [S15]."""

    seat: int
    first: int


class Select(NamedTuple):
    """A player lays tokens on missions of one area [S17]."""

    seat: int
    area: int
    missions: tuple[int, ...]


class Skip(NamedTuple):
    """A player has no legal selection and no mission this round [S22]."""

    seat: int


class Execute(NamedTuple):
    """A player executes or converts a pending mission [S26]."""

    seat: int
    action: int
    mission: int
    forced: int  # 1 if the conversion was the only legal move of this mission [S27]
    paid: int  # points [S34, S35]
    cube: int  # 1 if an Infiltrate brought a cube, 0 if the supply was empty [S40]


class Embed(NamedTuple):
    """All Reception cubes move to the Spying areas [S41]."""

    round: int


class Score(NamedTuple):
    """An open department pays green, orange and the Double Agent [S43]."""

    dept: int
    points: tuple[int, int, int]


class CrisisOver(NamedTuple):
    """A Minister in Crisis returns to his place [S46]."""

    dept: int


class MinisterToSlot(NamedTuple):
    """An assassinated Minister goes above the next slot of his department [S47]."""

    dept: int
    slot: int


class MinisterOut(NamedTuple):
    """An assassinated Minister has no slot left and leaves the game [S47]."""

    dept: int


class Position(NamedTuple):
    """The position check at the end of a round [S48, S49]."""

    points: tuple[int, int, int]
    row: int


class Briefcase(NamedTuple):
    """Who has the Briefcase in the next round [S50]."""

    seat: int


class End(NamedTuple):
    """The game is over [S52]."""

    row: int
    winner: int  # seat, or -1 when both lose
