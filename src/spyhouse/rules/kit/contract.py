"""The contract that every game keeps: State, View, Outcome, and how facts are told.

A *State* is the referee: it knows everything. A *View* is all that one seat may know, built up from nothing.
Moves are small numbers; `actions.py` of each game gives them their names.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Final, NamedTuple
from zlib import crc32

from mypy_extensions import i64, mypyc_attr

from spyhouse.rules.kit.errors import BadView
from spyhouse.rules.kit.luck import Luck

SPECTATOR: Final = -1  # watches: sees what everybody sees, never moves
CLOCK: Final = -2  # time is a seat: it moves when only time can go on
NO_ACTION: Final = -1  # `default` of a seat that owes nothing

EVERYONE: Final = -1  # `tell`: all seats and the spectators; one seat alone is 1 << seat
NO_ONE: Final = 0  # `tell`: kept in the story for the record, perceived by nobody

Fact = tuple[Any, ...]  # a NamedTuple of a game's story.py, made of whole numbers, ids of the content (words) and tuples of them

_kinds: dict[type, int] = {}  # a fact's class -> what its name adds to a trace

TRACE_MULTIPLIER: Final[i64] = 6364136223846793005
TRACE_MASK: Final[i64] = 0x3FFF_FFFF_FFFF_FFFF


class Told(NamedTuple):
    """A fact of the story and the seats that learn it (one bit each, or EVERYONE)."""

    seats: int
    fact: Fact

    def reaches(self, seat: int) -> bool:
        """Whether this seat (or SPECTATOR) learns the fact."""
        return self.seats == EVERYONE or (seat >= 0 and self.seats >> seat & 1 == 1)


class Outcome(NamedTuple):
    """How a game ended, each list by seat."""

    reason: str  # why it ended, in the words of the rules document
    scores: tuple[int, ...]
    ranks: tuple[int, ...]  # 1 is best; equal ranks are shared
    winners: tuple[int, ...]  # seats, ascending; may be empty
    returns: tuple[float, ...]  # utilities for search and learning


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """One match, everything hidden and open. Subclasses are the games' engines."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.story: list[Told] | None = None  # every fact since the start, if asked for
        self.traces: list[int] = [0] * (seats + 1)  # [seat] what it perceived as a running hash; the last is SPECTATOR
        self.listening = True  # False in playouts: facts are not even made

    @abstractmethod
    def to_act(self) -> list[int]:
        """The seats that owe a decision, ascending; [CLOCK] when only time can go on; [] when it is over."""

    @abstractmethod
    def legal(self, seat: int) -> list[int]:
        """The action numbers this seat may play now, ascending. An interrupt may be legal for a seat that owes nothing."""

    @abstractmethod
    def apply(self, seat: int, action: int) -> None:
        """Plays an action. An illegal one raises IllegalMove and changes nothing."""

    @abstractmethod
    def default(self, seat: int) -> int:
        """What the rules play for a seat whose time is up, or NO_ACTION if it owes nothing."""

    def forced(self, seat: int) -> int:
        """The one action that facts open to all leave to this seat, or NO_ACTION.

        A table may play it, if the seat owes a decision, without asking. Whether it has answered already does not count. Where
        only its own hand leaves a seat one action, it is not forced: an answer that comes at once would tell.
        """
        return NO_ACTION

    @abstractmethod
    def sealed(self, seat: int) -> int:
        """A number; a seat may take back its own moves while it stays the same."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """None while the game runs."""

    @abstractmethod
    def clone(self) -> State:
        """An independent copy that goes on from here, without the story."""

    @abstractmethod
    def view(self, seat: int) -> View:
        """All that this seat (or SPECTATOR) may know, and physically nothing else."""

    @abstractmethod
    def label(self) -> bytes:
        """What the table agreed on: game, seats, options, content, as written by the kit (`terms.py`)."""

    @abstractmethod
    def numbers(self) -> list[int]:
        """The whole state as numbers: two states of the same label are equal if these are."""

    @abstractmethod
    def broken(self) -> list[str]:
        """The ids of the game's laws that do not hold. Always empty, or the engine is wrong."""

    def luck(self) -> Luck | None:
        """Where the draws still to come are taken from; None when nothing is drawn any more."""
        return None

    def trace(self, seat: int) -> int:
        """A running hash of all that this seat has perceived; equal for states it cannot tell apart."""
        return self.traces[seat]

    def is_final(self, seat: int, action: int) -> bool:
        """Whether this legal action seals: the seat cannot take it back.

        Tried on a clone. A game with secret commits answers from what the seat knows instead, because a trial would
        tell it whether the others have committed.
        """
        trial = self.clone()
        trial.mute()
        before = self.sealed(seat)
        trial.apply(seat, action)
        return trial.sealed(seat) != before

    def mute(self) -> None:
        """No story and no traces from here on: for playouts, where nobody listens."""
        self.story = None
        self.listening = False

    def tell(self, seats: int, fact: Fact) -> None:
        """Writes a fact into the story and into the traces of those who learn it. The only place that does either.

        An event is seen whole or not at all: a secret detail is a second event. Engines ask `listening` first, so that
        a fact nobody hears is never made.
        """
        if self.story is not None:
            self.story.append(Told(seats, fact))
        digest = _digest(fact)
        traces = self.traces
        for seat in range(self.seats):
            if (seats >> seat) & 1:
                traces[seat] = _mix(traces[seat], digest)
        if seats == EVERYONE:
            traces[SPECTATOR] = _mix(traces[SPECTATOR], digest)

    def heard_from(self, other: State) -> None:
        """Takes over what has been perceived so far: the part of `clone` that is the same in every game."""
        self.listening = other.listening
        self.traces = list(other.traces)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        heard = (self.listening, self.traces, self.story)
        return _thaw_state, (self.label(), self.numbers(), heard, self.luck())


@mypyc_attr(allow_interpreted_subclasses=True)
class View:
    """All that one seat may know: enough to draw the table, to choose a move, and to imagine the rest."""

    def __init__(self, seat: int, trace: int) -> None:
        self.seat = seat
        self.trace = trace

    @abstractmethod
    def to_act(self) -> list[int]:
        """The seats that owe a decision, as far as this seat may know."""

    @abstractmethod
    def legal(self) -> list[int]:
        """The action numbers of this seat, ascending; none for SPECTATOR."""

    @abstractmethod
    def sample(self, luck: Luck) -> State:
        """Some full State that this seat cannot tell from the real one."""

    @abstractmethod
    def label(self) -> bytes:
        """As `State.label`."""

    @abstractmethod
    def numbers(self) -> list[int]:
        """All of it as numbers, in the order that the game's `view.read` takes."""

    def __bytes__(self) -> bytes:
        label = self.label()
        body = len(label).to_bytes(2, "big") + label + pack([self.seat, self.trace, *self.numbers()])
        return body + crc32(body).to_bytes(4, "big")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return bytes(self) == bytes(other)

    def __hash__(self) -> int:
        return hash(bytes(self))

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return _thaw_view, (bytes(self),)


def only(actions: list[int]) -> int:
    """The only one of these actions, or NO_ACTION if there are more or none."""
    return actions[0] if len(actions) == 1 else NO_ACTION


def playout(state: State, luck: Luck) -> int:
    """Plays uniformly random legal moves to the end, in place; returns how many."""
    steps = 0
    while True:
        owing = state.to_act()
        if not owing:
            return steps
        seat = owing[0]
        legal = state.legal(seat)
        state.apply(seat, legal[luck.below(len(legal))])
        steps += 1


def pack(numbers: list[int]) -> bytes:
    """Whole numbers as bytes: small ones take one byte (zigzag, seven bits a byte, lowest first)."""
    out = bytearray()
    for number in numbers:
        rest = number << 1 if number >= 0 else (-number << 1) - 1
        while rest > 127:
            out.append(rest & 127 | 128)
            rest >>= 7
        out.append(rest)
    return bytes(out)


def unpack(data: bytes) -> list[int]:
    """The inverse of `pack`."""
    numbers: list[int] = []
    number = 0
    shift = 0
    for byte in data:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            numbers.append(number >> 1 if number & 1 == 0 else -((number + 1) >> 1))
            number = 0
            shift = 0
    return numbers


def unsealed(data: bytes) -> bytes:
    """The bytes of a View without their checksum; BadView if they were cut or changed."""
    body = data[:-4]
    if crc32(body).to_bytes(4, "big") != data[-4:]:
        raise BadView("These bytes are no view of any game: they were cut or changed.")
    return body


def _mix(trace: int, digest: int) -> int:
    word: i64 = trace
    more: i64 = digest
    word = ((word + more + 1) * TRACE_MULTIPLIER) & TRACE_MASK
    return int(word ^ (word >> 31))  # without this step it is linear: (2, then 1) and (3, then 0) would mix alike


def _digest(fact: Fact) -> int:
    kind = type(fact)
    digest = _kinds.get(kind, 0)
    if digest == 0:
        digest = crc32(kind.__name__.encode())
        _kinds[kind] = digest
    for part in fact:
        if isinstance(part, tuple):
            for item in part:
                digest = _mix(digest, _number_of(item))
            digest = _mix(digest, len(part))
        else:
            digest = _mix(digest, _number_of(part))
    return digest


def _number_of(part: object) -> int:
    if isinstance(part, str):
        return crc32(part.encode())
    assert isinstance(part, int)
    return part


def _thaw_state(label: bytes, numbers: list[int], heard: tuple[bool, list[int], list[Told] | None], luck: Luck | None) -> State:
    from spyhouse.rules.kit import registry  # here: the registry imports every game, and the games import this module

    state = registry.read_state(label, numbers, luck)
    state.listening, state.traces, state.story = heard
    return state


def _thaw_view(data: bytes) -> View:
    from spyhouse.rules.kit import registry  # as above

    return registry.read_view(data)
