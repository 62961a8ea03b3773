"""What matters in Second Place: the row at the end of the round, and tokens to the end [part 8].

`greedy` looks to the end of the running round and no further. It tries its moves, lets both seats go on as suits them
best, and spreads a fixed number of tries over all that; where they run out it follows one line at random.

The levels search the whole game. Their playouts save tokens and play the last mission by its result; the last rounds are
solved where that is possible.
"""

from __future__ import annotations

from typing import Final

from spyhouse.bots.levels import Bot, Level
from spyhouse.bots.search import Guide
from spyhouse.bots.second_whys import whys as whys
from spyhouse.bots.solver import UNKNOWN, Solver, is_last_mission, key_of, last_winners
from spyhouse.rules.kit.contract import State as BaseState
from spyhouse.rules.kit.contract import View as BaseView
from spyhouse.rules.kit.luck import Luck
from spyhouse.rules.second.engine import NOBODY, ROUNDS, SELECT_DUAL, SELECTING, State
from spyhouse.rules.second.view import View

TRIES = 500  # ends of the round looked at for one decision
FAR = 4  # a border of a row that is further away than this does not matter more
MARGIN = 0.1  # for each step to the next border: less than the row itself, which counts 1
TOKEN = 0.1  # for each token more than the rival has: tempo

Worth = tuple[float, float]  # for green and for orange


def greedy(view: BaseView, luck: Luck) -> int:
    """The move with the best end of this round."""
    assert isinstance(view, View)
    state = view.sample(luck)
    state.mute()
    seat = view.seat
    best, choice = -9.0, -1
    moves = sensible(state, seat)
    for move in moves:
        after = state.clone()
        after.apply(seat, move)
        worth = end_of_round(after, state.round, TRIES // len(moves), luck)[seat]
        if worth > best:
            best, choice = worth, move
    return choice


def end_of_round(state: State, number: int, tries: int, luck: Luck) -> Worth:
    """What the end of this round is worth if each seat goes on as suits it, as far as so many tries can tell."""
    if state.round != number or not state.to_act():
        return worth_of(state)
    seat = state.actor
    moves = sensible(state, seat)
    if tries < len(moves):
        moves = some(moves, max(tries, 1), luck)
    best: Worth | None = None
    for move in moves:
        after = state.clone() if len(moves) > 1 else state  # a state that nobody needs afterwards is not copied
        after.apply(seat, move)
        worth = end_of_round(after, number, tries // len(moves), luck)
        if best is None or worth[seat] > best[seat]:
            best = worth
    assert best is not None  # whoever is to act has a move [S21, S27]
    return best


def sensible(state: State, seat: int) -> list[int]:
    """The legal moves, without Duals that would leave too few tokens for the rounds to come [part 8, Tempo]."""
    moves = state.legal(seat)
    return thrifty(state, seat, moves) if state.phase == SELECTING else moves


def some(moves: list[int], count: int, luck: Luck) -> list[int]:
    """So many of the moves, drawn at random."""
    rest = list(moves)
    luck.shuffle("tries", rest)
    return rest[:count]


def worth_of(state: State) -> Worth:
    """The row first, then how safe it is, then tempo [S49, part 8]."""
    winner = state.winning(state.row())
    tempo = 0.0 if not state.to_act() else TOKEN * (state.tokens[0] - state.tokens[1])
    if winner == NOBODY:
        both = float(state.setting.both_lose)  # [S54]
        return both + tempo, both - tempo
    sure = 1.0 + MARGIN * steps_to_border(state, winner)
    return (sure + tempo, -sure - tempo) if winner == 0 else (-sure + tempo, sure - tempo)


def steps_to_border(state: State, winner: int) -> int:
    """How far one marker alone must climb until somebody else is winning, at most FAR."""
    points = state.points
    nearest = FAR
    for spy in range(3):
        before = points[spy]
        for step in range(1, nearest):
            points[spy] = before + step
            if state.winning(state.row()) != winner:
                nearest = step
                break
        points[spy] = before
    return nearest


# -- The levels ----------------------------------------------------------------------------------------------------------

DUALS_WHEN_SPARE: Final = 35  # of a hundred selections in playouts: with more tokens than rounds, and without
DUALS_ELSE: Final = 5
DUALS_AT_THE_END: Final = 70


class Advice(Guide):
    """What a level knows about Second Place: everything lies open, tokens are tempo, the last mission decides."""

    def __init__(self) -> None:
        super().__init__()
        self.open_table = True
        self.exploration = 0.9
        self.ahead = ROUNDS  # rounds that a playout goes beyond the one it begins in before it is judged
        self.last = -1  # round after which the running playout is judged

    def candidates(self, state: BaseState, seat: int, legal: list[int]) -> list[int]:
        assert isinstance(state, State)
        if state.phase == SELECTING:
            return thrifty(state, seat, legal)
        return legal

    def key(self, state: BaseState, seat: int) -> int:
        assert isinstance(state, State)
        return key_of(state)

    def go_on(self, state: BaseState, seat: int, legal: list[int], luck: Luck) -> int:
        """Token-aware, otherwise anything [part 8, Rollouts]."""
        assert isinstance(state, State)
        count = len(legal)
        if state.phase != SELECTING:
            return legal[luck.below(count)]
        singles = 0
        while singles < count and legal[singles] < SELECT_DUAL:
            singles += 1
        if singles == 0 or singles == count:
            return legal[luck.below(count)]
        left = ROUNDS + 1 - state.round
        duals = DUALS_AT_THE_END if left == 1 else DUALS_WHEN_SPARE if state.tokens[seat] > left else DUALS_ELSE
        if luck.below(100) < duals:
            return legal[singles + luck.below(count - singles)]
        return legal[luck.below(singles)]

    def settle(self, state: BaseState, steps: int, luck: Luck) -> list[float] | None:
        """The last mission of the game is played by its result; a playout may end earlier, at the start of a round."""
        assert isinstance(state, State)
        if steps == 0:
            self.last = state.round + self.ahead
        if state.round > self.last:
            return self.worth(state)
        if not is_last_mission(state):
            return None
        seat = state.actor
        best = 1 - seat
        for winner in last_winners(state, state.executions(seat)):
            if winner == seat:
                best = seat
                break
            if winner == NOBODY:
                best = NOBODY
        if best == NOBODY:
            both = float(state.setting.both_lose)
            return [both, both]
        return [1.0, -1.0] if best == 0 else [-1.0, 1.0]

    def worth(self, state: BaseState) -> list[float]:
        """The row as it stands; the later and the further its next border, the surer."""
        assert isinstance(state, State)
        sure = 0.2 + 0.08 * state.round
        green, orange = worth_of(state)
        return [max(-1.0, min(1.0, sure * green / 1.4)), max(-1.0, min(1.0, sure * orange / 1.4))]


def thrifty(state: State, seat: int, legal: list[int]) -> list[int]:
    """The selections without Duals that would leave too few tokens for the rounds to come [part 8, Tempo]."""
    if state.round == ROUNDS or state.tokens[seat] - 2 > ROUNDS - state.round:
        return legal
    singles = [move for move in legal if move < SELECT_DUAL]
    return singles or legal


def exact_round_8(view: BaseView, moves: list[int], positions: int, end: float) -> list[tuple[int, int]]:
    """The last round, solved."""
    return proved(view, moves, 8, positions, end)


def exact_rounds_6_to_8(view: BaseView, moves: list[int], positions: int, end: float) -> list[tuple[int, int]]:
    """The last rounds, solved; the sixth where it fits."""
    return proved(view, moves, 6, positions, end)


def proved(view: BaseView, moves: list[int], first_round: int, limit: int, end: float) -> list[tuple[int, int]]:
    """The moves in the order of their exact worth, equal ones as they came; none if that cannot be found out.

    A win that was found ends the look: it goes first.
    """
    assert isinstance(view, View)
    state = view.table
    if state.round < first_round:
        return []
    legal = state.legal(view.seat)
    ranked = moves + [move for move in legal if move not in moves]
    values = Solver(limit, end).values(state, ranked)
    found = list(zip(ranked, values, strict=True))
    if 1 not in values and UNKNOWN in values:
        return []
    return [entry for wanted in (1, 0, -1, UNKNOWN) for entry in found if entry[1] == wanted]


BOTS: dict[str, Bot] = {
    "1": Level(24, Advice, slips=40, margin=0.5),
    "2": Level(100, Advice, slips=20, margin=0.3),
    "3": Level(600, Advice),
    "4": Level(3_000, Advice, ending=exact_round_8, positions=20_000, patient=True),
    "5": Level(12_000, Advice, ending=exact_rounds_6_to_8, positions=150_000, patient=True),
    "greedy": greedy,
}

JUDGE: Final = "4@600"  # looks back at a finished match: some seconds compiled, 15 to 40 plain
