"""What happens in Estoril, as facts [4.2]; what a seat alone learns is a fact of its own.

The numbers in a fact need no content to be read: a tile or a mission is its id as a number (`pieces.code`, 0 for one that
lies face down), a board is its printed number, and a slot is board * 10 + numeral, with numeral 0 for the reward.
"""

from __future__ import annotations

from typing import NamedTuple

# -- Set-up ------------------------------------------------------------------------------------------------------------


class First(NamedTuple):
    """Chance names the first player [E10]."""

    seat: int


class Missions(NamedTuple):
    """Chance lays the open missions [E8]."""

    missions: tuple[int, ...]


class Hidden(NamedTuple):
    """Chance lays a face-down mission between each two neighbours: for the record [variant A]."""

    missions: tuple[int, ...]


class Beside(NamedTuple):
    """A seat looks at the two missions beside it [variant A]."""

    seat: int
    right: int  # shared with the seat before
    left: int  # shared with the seat after


class Agenda(NamedTuple):
    """Chance deals a seat its agenda [variant B]."""

    seat: int
    mission: int


class Pile(NamedTuple):
    """Chance orders the pile, top first: for the record [E9]."""

    tiles: tuple[int, ...]


# -- Start of a round --------------------------------------------------------------------------------------------------


class Round(NamedTuple):
    """A round begins [E14]."""

    number: int
    first: int


class Boards(NamedTuple):
    """Chance lays the city, by position [E11]."""

    boards: tuple[int, ...]
    turns: tuple[int, ...]


class Rewards(NamedTuple):
    """The rewards are dealt, by position; 0 for one face down, -1 for a slot that stays empty [E12, E13]."""

    boards: tuple[int, ...]
    tiles: tuple[int, ...]


# -- Placing and peeking -----------------------------------------------------------------------------------------------


class Place(NamedTuple):
    """A player places a tile; it lies face down on a top secret space [E15, E20]."""

    seat: int
    slot: int
    tile: int


class PlaceSecretly(NamedTuple):
    """What the player himself knows about the tile he placed face down [E21]."""

    seat: int
    slot: int
    tile: int


class Peek(NamedTuple):
    """A player looks at a face-down tile; the table sees which one [E26]."""

    seat: int
    slot: int


class Saw(NamedTuple):
    """What the peek showed [E26]."""

    seat: int
    slot: int
    tile: int


class NoPeek(NamedTuple):
    """A player declines to look [E25]."""

    seat: int


# -- Resolution --------------------------------------------------------------------------------------------------------


class Open(NamedTuple):
    """A board is opened: its Characters and its reward are turned face up [E29]."""

    board: int
    slots: tuple[int, ...]
    seats: tuple[int, ...]
    tiles: tuple[int, ...]
    reward: int


class Assassin(NamedTuple):
    """A Character sends another one home [E34]."""

    seat: int
    slot: int
    target: int
    victim: int
    tile: int


class Look(NamedTuple):
    """A Character looks at the top of the pile [E35]."""

    seat: int
    slot: int


class Top(NamedTuple):
    """What lay on top of the pile [E35]."""

    seat: int
    tile: int


class Keep(NamedTuple):
    """The reward stays; the top tile goes under the pile [E35]."""

    seat: int
    slot: int
    reward: int


class Swap(NamedTuple):
    """The top tile becomes the reward; the old reward goes under the pile [E35]."""

    seat: int
    slot: int
    reward: int
    old: int


class Nationalism(NamedTuple):
    """A Character gains strength from equal flags [E36]."""

    seat: int
    slot: int
    flags: int  # how many it counts


class Seduction(NamedTuple):
    """A Character draws another one from an adjacent board [E37]."""

    seat: int
    slot: int
    source: int
    target: int
    victim: int
    tile: int
    turned: int  # 1 if it lay face down


class Diplomacy(NamedTuple):
    """A Character protects one with a white marker [E38]."""

    seat: int
    slot: int
    target: int


class Stop(NamedTuple):
    """A Character's remaining symbols lapse [E31]."""

    seat: int
    slot: int


class Dice(NamedTuple):
    """Chance rolls for a Character in the Casino [E46]."""

    slot: int
    one: int
    two: int


class Totals(NamedTuple):
    """The comparison of a board, best first [E49]."""

    board: int
    seats: tuple[int, ...]
    totals: tuple[int, ...]


class Loss(NamedTuple):
    """A Character leaves the game at Hell's Mouth [E47]."""

    seat: int
    slot: int
    tile: int


class Award(NamedTuple):
    """The first of a board takes its reward; 0 if the slot was empty [E50]."""

    board: int
    seat: int
    tile: int


class Bottom(NamedTuple):
    """Nobody is there: the reward goes under the pile [E51]."""

    board: int
    tile: int


# -- End of a round ----------------------------------------------------------------------------------------------------


class Retrieve(NamedTuple):
    """All Characters go back to their owners' hands; how many each must discard now [E52, E53]."""

    surplus: tuple[int, ...]


class Choose(NamedTuple):
    """A player picks a tile to discard; nobody else knows yet [E53]."""

    seat: int
    tile: int


class Rethink(NamedTuple):
    """A player takes his whole choice back and begins anew; nobody else knows [E53]."""

    seat: int


class Discard(NamedTuple):
    """A player's discards are shown [E53]."""

    seat: int
    tiles: tuple[int, ...]


# -- End of the game ---------------------------------------------------------------------------------------------------


class Reveal(NamedTuple):
    """The face-down missions are turned up [variant A]."""

    missions: tuple[int, ...]


class Mission(NamedTuple):
    """A mission is counted and paid, by seat [E59]."""

    mission: int
    counts: tuple[int, ...]
    points: tuple[int, ...]


class AgendaPaid(NamedTuple):
    """A player shows his agenda and is paid [variant B]."""

    seat: int
    mission: int
    points: int


class Score(NamedTuple):
    """All points of one player [E56]."""

    seat: int
    discards: int
    hand: int
    missions: int
    agenda: int
    total: int


class End(NamedTuple):
    """The game is over [E60]."""

    totals: tuple[int, ...]
    winners: tuple[int, ...]
