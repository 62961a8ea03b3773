"""What happens in Wink, as facts. Each is told to exactly those who may learn it [part 3].

Seats are numbers, the crowd as a place to look at is 8. The class name in small letters is the event's kind. The line after
a fact's sentence says who learns it while the game runs; what is told to nobody is kept for the record and shown after it.
"""

from __future__ import annotations

from typing import NamedTuple


class Deal(NamedTuple):
    """Chance dealt these numbers, the hand of seat 0 first [W3]. Told to nobody."""

    seats: int
    numbers: tuple[int, ...]


class Hand(NamedTuple):
    """A player's hand [W3]. Told to its owner; at the end to everybody."""

    seat: int
    numbers: tuple[int, ...]


class Start(NamedTuple):
    """Chance says who begins [W5]. Told to everybody."""

    seat: int


class Turn(NamedTuple):
    """A turn begins [W7]. Told to everybody."""

    number: int
    seat: int


class Beat(NamedTuple):
    """A beat begins [B3]. Told to everybody."""

    turn: int
    beat: int


class SkippedBeat(NamedTuple):
    """A beat without any live call is skipped; eyes go back to the crowd [B2, B6]. Told to everybody."""

    turn: int
    beat: int


class Look(NamedTuple):
    """A player turns his eyes, with a wink policy [B3]. Told to himself."""

    seat: int
    at: int
    policy: int


class Seen(NamedTuple):
    """All have chosen where to look, and eyes have turned [B3]. Told to everybody."""

    turn: int
    beat: int


class Reacted(NamedTuple):
    """All have chosen whether to accuse; results follow if there are any [B3, B7]. Told to everybody."""

    turn: int
    beat: int


class Eyes(NamedTuple):
    """A watcher sees where the watched player's eyes point [K6]. Told to the watcher."""

    seat: int
    of: int
    at: int


class Wink(NamedTuple):
    """A player winks [K7]. Told to himself."""

    seat: int
    at: int


class Blinks(NamedTuple):
    """Chance drew for these seats, and some of them blink [K10]. Told to nobody."""

    drawn: tuple[int, ...]
    blinking: tuple[int, ...]


class Sign(NamedTuple):
    """A watcher sees a wink (1) or a flutter (2) of the watched player [K8, K10]. Told to the watcher."""

    seat: int
    of: int
    at: int
    kind: int


class Submit(NamedTuple):
    """A player accuses or makes contact in REACT [B3]; number 0 is a contact. Told to himself."""

    seat: int
    named: int
    number: int


class Lot(NamedTuple):
    """Chance put the submissions in this order of seats [B7]. Told to nobody."""

    order: tuple[int, ...]


class Contact(NamedTuple):
    """The active player named somebody as the holder of his number [W9]. Told to everybody."""

    seat: int
    named: int
    number: int
    right: int
    holder: int


class Accusation(NamedTuple):
    """A player accused somebody of holding a number [W24]. Told to everybody."""

    seat: int
    named: int
    number: int
    right: int


class Void(NamedTuple):
    """A submission was no longer legal when its turn came; it costs nothing [W32]. Told to its owner."""

    seat: int
    named: int
    number: int


class Auto(NamedTuple):
    """Chance drew what is called for the active player if his time runs out [B8]. Told to himself."""

    seat: int
    place: int  # among the numbers that could be called, ascending
    number: int


class Call(NamedTuple):
    """The active player calls a number [W13]. Told to everybody."""

    seat: int
    number: int


class Pass(NamedTuple):
    """The active player can call nothing and takes his pawn off [W18]. Told to everybody."""

    seat: int


class End(NamedTuple):
    """The game is over [W33, W36]: 1 somebody's hand is empty, 2 quiet. Told to everybody."""

    reason: int
    scores: tuple[int, ...]
