"""What happens in Spy Connection, as facts. Everybody learns each of them, except the order of a deck.

Cities, spaces, links and cards are told by their ids, so that a fact can be read without the content set. Slots of a
tableau are 0 to 2 (a, b, c), places of the display 1 to 4 (1 = oldest). Orders that chance made are numbers: the place
in the content file, from 0.
"""

from __future__ import annotations

from typing import NamedTuple


class StartSeat(NamedTuple):
    """Chance names the seat that begins [C1]."""

    seat: int


class Deck(NamedTuple):
    """Chance orders the mission deck, top first; nobody sees it [C3]."""

    order: tuple[int, ...]


class Starts(NamedTuple):
    """Chance draws the start missions of this game, one a seat [C4]."""

    order: tuple[int, ...]


class Shuffle(NamedTuple):
    """Chance orders the discard pile as a new deck, top first; nobody sees it [C46]."""

    order: tuple[int, ...]


class Display(NamedTuple):
    """The first missions lie on the display, oldest first [C3]."""

    cards: tuple[str, ...]


class Offer(NamedTuple):
    """The start missions to pick from [C4]."""

    cards: tuple[str, ...]


class Pick(NamedTuple):
    """A seat picks a start mission, or gets the last one [C4]."""

    seat: int
    card: str
    chosen: int  # 0 if it was given without a move


class Begin(NamedTuple):
    """A seat's start mission lies open, its red city covered, its spy there [C5]."""

    seat: int
    card: str
    city: str


class Turn(NamedTuple):
    """A turn begins [C6, C38]."""

    seat: int
    number: int  # how many turns were finished before
    extra: int  # 1 if it is an extra turn
    last: int  # 1 if it belongs to the last turns [C41]


class TakeBack(NamedTuple):
    """All own agents of a space return to the supply [C15]."""

    seat: int
    space: str
    agents: int


class Uncover(NamedTuple):
    """The agent of a covered objective returns to the supply [C17]."""

    seat: int
    slot: int
    card: str
    city: str


class Discard(NamedTuple):
    """An open mission is discarded and its agents return [C18]."""

    seat: int
    slot: int
    card: str
    agents: int
    boxed: int  # 1 for a start mission, which leaves the game


class Accept(NamedTuple):
    """A mission is taken from the display [C20-C22]."""

    seat: int
    place: int
    card: str
    slot: int
    price: int


class NewDeck(NamedTuple):
    """The discard pile becomes the deck [C46]."""

    cards: int


class Reveal(NamedTuple):
    """The top card of the deck comes onto the display [C23]."""

    card: str
    place: int


class Move(NamedTuple):
    """The spy moves inside its network [C25, C31]."""

    seat: int
    city: str


class Connect(NamedTuple):
    """A link is built and the spy goes over it [C25-C29]."""

    seat: int
    link: str
    city: str
    agents: int  # paid [C27]


class Declare(NamedTuple):
    """The move was the main action [C31]."""

    seat: int


class Pass(NamedTuple):
    """A seat passes; a house rule [C45]."""

    seat: int


class Cover(NamedTuple):
    """An agent goes onto the objective of the spy's city [C33]."""

    seat: int
    slot: int
    card: str
    city: str


class Complete(NamedTuple):
    """A mission is complete and its agents return [C35]."""

    seat: int
    card: str
    vp: int
    agents: int
    extra: int  # 1 if it earned an extra turn [C37]


class Trigger(NamedTuple):
    """A seat has completed its seventh mission [C40]."""

    seat: int
    left: int  # last turns still to come


class EndTurn(NamedTuple):
    """A seat ends its turn [C33]."""

    seat: int


class Vacate(NamedTuple):
    """A player leaves and the seat is skipped from now on [C47]."""

    seat: int


class End(NamedTuple):
    """The game is over [C41, C47, C48]."""

    reason: int  # index into engine.REASONS
    scores: tuple[int, ...]
    winner: int
