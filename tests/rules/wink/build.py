"""Small builders for tables of Wink: hands, pawns and chance as the examples need them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import spyhouse
from spyhouse import Luck
from spyhouse.rules.wink.core import Core, bits
from spyhouse.rules.wink.engine import CALLING, Setting, State
from spyhouse.rules.wink.kernel import Attention, Kernel
from spyhouse.rules.wink.pieces import content

GAME = spyhouse.game("wink")
MATTHEW, AICHA, AGUSTINA, BRUNO, CHEN = range(5)
EXAMPLE = ({1, 2}, {25, 3}, {4, 5}, {6, 7}, {8, 9})  # part 6
CROWD = 8


class Calm(Luck):
    """Nobody blinks unless said, lots come as said (else as given), numbers for late players are the lowest."""

    def __init__(self, blinking: Sequence[int] = (), lot: Sequence[int] = ()) -> None:
        super().__init__(1)
        self.blinking = list(blinking)
        self.lot = list(lot)

    def pick(self, stream: str, n: int) -> int:
        if stream.startswith("blink."):
            return 0 if int(stream[6:]) in self.blinking else n - 1
        return 0

    def shuffle(self, stream: str, items: list[int]) -> None:
        items.sort(key=lambda seat: self.lot.index(seat) if seat in self.lot else 99)

    def clone(self) -> Luck:
        return Calm(self.blinking, self.lot)


def setting(seats: int, **options: object) -> Setting:
    made: Setting = GAME.setting(GAME.terms(seats, options))
    return made


def core(hands: Sequence[set[int]] = EXAMPLE, pawns: Mapping[int, int] | None = None, active: int = 0, **options: object) -> Core:
    """A table with these hands, everything else gone without a trace (so J4 does not hold)."""
    made = Core(setting(len(hands), **options).rules)
    made.hand = [bits(sorted(hand)) for hand in hands]
    made.size = [len(hand) for hand in hands]
    made.live = sum(made.hand)
    made.gone = made.rules.deck & ~made.live
    made.active = made.start_seat = active
    for seat, number in (pawns or {}).items():
        made.pawn[seat] = number
        made.ruled_out[seat] |= 1 << number
    return made


def table(
    hands: Sequence[set[int]] = EXAMPLE,
    pawns: Mapping[int, int] | None = None,
    active: int = 0,
    luck: Luck | None = None,
    calling: bool = False,
    **options: object,
) -> State:
    """A running match from the first beat of a turn on, or (calling) from its call on."""
    state = State(setting(len(hands), **options), luck or Calm())
    state.story = []
    state.core = core(hands, pawns, active, **options)
    if calling:
        state.ask_call()
    else:
        state.begin_turn()
    return state


def play(state: State, seat: int, *moves: str) -> State:
    """This seat plays these moves, in the notation."""
    for move in moves:
        state.apply(seat, GAME.parse(state, seat, move))
    return state


def commit(state: State, *moves: str) -> State:
    """All seats commit, in order; a gaze may be written short (1e, Cn)."""
    looks = state.step == 0
    for seat, move in enumerate(moves):
        play(state, seat, f"L:{move}" if looks else move)
    return state


def quiet_beat(state: State) -> State:
    """Everybody looks at the crowd and does nothing."""
    commit(state, *["Cn"] * state.seats)
    return commit(state, *["-"] * state.seats)


def to_call(state: State) -> State:
    """Quiet beats until somebody calls."""
    while state.step != CALLING:
        quiet_beat(state)
    return state


def refused(state: State, seat: int, move: str) -> str:
    """The rule that refuses this move; nothing changes."""
    before = state.numbers()
    try:
        play(state, seat, move)
    except spyhouse.IllegalMove as why:
        assert state.numbers() == before
        return why.rule
    raise AssertionError(f"{move} was not refused")


def kernel(seats: int = 5, pace: str = "normal", flutter: bool = True) -> Kernel:
    """Eyes that go by the ticks of this pace; with `Calm` nobody blinks in the first seconds."""
    return Kernel(Attention(list(content({}).attention[pace]), flutter), seats)


class NoBlinks(Luck):
    """Draws that put every blink far off."""

    def __init__(self) -> None:
        super().__init__(1)
        self.left = 5_000

    def pick(self, stream: str, n: int) -> int:
        self.left -= 1
        if self.left < 0:
            self.left = 5_000
            return 0
        return 1
