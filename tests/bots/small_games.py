"""Tiny games that ask one question each of the search. Their States are test doubles: nothing of them is a game of the house."""

from __future__ import annotations

from typing import NamedTuple

from spyhouse.rules.kit.contract import EVERYONE, NO_ACTION, Outcome, State, View
from spyhouse.rules.kit.luck import Luck

BANK, WAIT = 0, 1
BANKED = 0.6


class Chosen(NamedTuple):
    """Somebody chose something."""

    seat: int
    action: int


class Acted(NamedTuple):
    """Somebody did something that others do not see."""

    seat: int


class SmallState(State):
    """What the tiny games share: no options, no laws, nothing to write down but the moves so far."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.moves: list[int] = []

    def default(self, seat: int) -> int:
        return self.legal(seat)[0] if seat in self.to_act() else NO_ACTION

    def sealed(self, seat: int) -> int:
        return len(self.moves)

    def view(self, seat: int) -> View:
        return SmallView(seat, self)

    def clone(self) -> SmallState:
        twin = type(self)(self.seats)
        twin.heard_from(self)
        twin.moves = self.moves.copy()
        return twin

    def label(self) -> bytes:
        return b"{}"

    def numbers(self) -> list[int]:
        return self.moves

    def broken(self) -> list[str]:
        return []

    def returns(self) -> tuple[float, ...]:
        return (0.0,) * self.seats

    def outcome(self) -> Outcome | None:
        if self.to_act():
            return None
        return Outcome("over", (0,) * self.seats, (1,) * self.seats, (), self.returns())


class SmallView(View):
    """The very beginning, when nothing is hidden yet: the only place from which these games are searched."""

    def __init__(self, seat: int, state: SmallState) -> None:
        super().__init__(seat, state.trace(seat))
        self.table = state.clone()

    def to_act(self) -> list[int]:
        return self.table.to_act()

    def legal(self) -> list[int]:
        return self.table.legal(self.seat)

    def sample(self, luck: Luck) -> State:
        return self.table.clone()

    def label(self) -> bytes:
        return b"{}"

    def numbers(self) -> list[int]:
        return self.table.numbers()


class FaceDown(SmallState):
    """Bank 0.6 now, or wait: the rival lays one of three tiles face down, and a right guess is worth 1. Waiting is worth 1/3."""

    face_up = False

    def to_act(self) -> list[int]:
        if self.moves and self.moves[0] == BANK:
            return []
        return [[0], [1], [0], []][len(self.moves)]

    def legal(self, seat: int) -> list[int]:
        if seat not in self.to_act():
            return []
        return [[BANK, WAIT], [10, 11, 12], [10, 11, 12]][len(self.moves)]

    def apply(self, seat: int, action: int) -> None:
        secret = len(self.moves) == 1 and not self.face_up
        self.moves.append(action)
        self.tell(1 << seat if secret else EVERYONE, Chosen(seat, action))
        self.tell(EVERYONE, Acted(seat))

    def returns(self) -> tuple[float, ...]:
        if self.moves[0] == BANK:
            return BANKED, -BANKED
        gain = 1.0 if self.moves[1] == self.moves[2] else 0.0
        return gain, -gain


class FaceUp(FaceDown):
    """The same with the tile face up: waiting is worth 1."""

    face_up = True


class Pennies(SmallState):
    """Both show a coin at the same time; the first seat wins if they are equal. Worth nothing to either."""

    def to_act(self) -> list[int]:
        return [seat for seat in (0, 1) if seat not in self.moves[::2]]

    def legal(self, seat: int) -> list[int]:
        return [0, 1] if seat in self.to_act() else []

    def apply(self, seat: int, action: int) -> None:
        self.moves += [seat, action]
        self.tell(1 << seat, Chosen(seat, action))

    def returns(self) -> tuple[float, ...]:
        coins = {self.moves[0]: self.moves[1], self.moves[2]: self.moves[3]}
        gain = 1.0 if coins[0] == coins[1] else -1.0
        return gain, -gain


class Chain(SmallState):
    """Three seats name a number from 0 to 9 in turn. Each wants its own to be the highest; 9 is best for everybody."""

    def to_act(self) -> list[int]:
        return [len(self.moves)] if len(self.moves) < 3 else []

    def legal(self, seat: int) -> list[int]:
        return list(range(10)) if seat in self.to_act() else []

    def apply(self, seat: int, action: int) -> None:
        self.moves.append(action)
        self.tell(EVERYONE, Chosen(seat, action))

    def returns(self) -> tuple[float, ...]:
        top = max(self.moves)
        return tuple(1.0 if number == top else -1.0 for number in self.moves)


class Endless(SmallState):
    """One seat walks for ever."""

    def to_act(self) -> list[int]:
        return [0]

    def legal(self, seat: int) -> list[int]:
        return [0, 1]

    def apply(self, seat: int, action: int) -> None:
        self.moves.append(action)
        self.tell(EVERYONE, Chosen(seat, action))
