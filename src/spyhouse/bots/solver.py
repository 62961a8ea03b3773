"""Exact endings of Second Place: who wins the last rounds if both sides play as well as can be.

Two questions are asked, each answered by yes or no, which prunes best: can green win, and if not, can green at least force
that both lose? Equal positions are met once, however they came about. Both lose counts as a draw here [S54].
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from spyhouse.rules.second.engine import EXECUTING, GREEN, NOBODY, OVER, ROUNDS, State

UNKNOWN: Final = -9
MULTIPLIER: i64 = 6364136223846793005
MASK: i64 = 0x3FFF_FFFF_FFFF_FFFF


class Solver:
    """Solves positions and remembers them; gives up a position that needs more than `limit` new ones."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.met = 0  # positions looked at for the present question
        self.known: list[dict[int, bool]] = [{}, {}]  # [0: can green win, 1: can green avoid losing] position -> answer

    def value(self, state: State) -> int:
        """1 if green wins, 0 if the best both can do is to lose together, -1 if orange wins; UNKNOWN beyond the limit."""
        self.met = 0
        if self.attains(state, 0):
            return 1
        if self.met > self.limit:
            return UNKNOWN
        draws = self.attains(state, 1)
        if self.met > self.limit:
            return UNKNOWN
        return 0 if draws else -1

    def attains(self, state: State, question: int) -> bool:
        """Whether green can reach a win (0) or at least a draw (1). Beyond the limit the answer means nothing."""
        if state.phase == OVER:
            winner = state.winning(state.row())
            return winner == GREEN or (question == 1 and winner == NOBODY)
        key = key_of(state)
        known = self.known[question]
        if key in known:
            return known[key]
        self.met += 1
        if self.met > self.limit:
            return False
        seat = state.actor
        wanted = seat == GREEN  # green looks for one move that attains it, orange for one that does not
        answer = not wanted
        seen: list[int] = []
        for move in state.legal(seat):
            after = state.clone()
            after.apply(seat, move)
            if after.phase != OVER:
                key_after = key_of(after)
                if key_after in seen:
                    continue
                seen.append(key_after)
            if self.attains(after, question) == wanted:
                answer = wanted
                break
        if self.met <= self.limit:
            known[key] = answer
        return answer

    def best(self, state: State) -> list[int]:
        """The moves of the seat to act that keep the value of the position; empty beyond the limit."""
        seat = state.actor
        sign = 1 if seat == GREEN else -1
        values: list[int] = []
        moves = state.legal(seat)
        for move in moves:
            after = state.clone()
            after.apply(seat, move)
            value = self.value(after)
            if value == UNKNOWN:
                return []
            values.append(sign * value)
        top = max(values)
        return [move for move, value in zip(moves, values, strict=True) if value == top]


def key_of(state: State) -> int:
    """A number for all that still matters in a position; the chance that two positions share one is below 10**-12."""
    word: i64 = state.round * 64 + state.phase * 16 + state.briefcase * 8 + (state.first + 1) * 2 + state.actor
    for slot in range(state.round + 1, 9):  # what lies behind does not come again
        word = (word * MULTIPLIER + state.token[slot] * 2 + state.agent[slot] + 1) & MASK
    for numbers in (state.minister, state.spying, state.reception, state.points, state.pending, state.area, state.done):
        for number in numbers:
            word = (word * MULTIPLIER + number + 3) & MASK
    if state.round == ROUNDS and state.phase == EXECUTING and min(state.cubes) > 1:
        used = 0  # nobody selects again: of the cards it only matters whether there is a token to take back [S33]
        for seat in range(2):
            for slot in range(10):
                if state.used_tokens(seat, slot) > 0:
                    used |= 1 << seat
        word = (word * MULTIPLIER + used + 3) & MASK
    else:
        for numbers in (state.laid, state.tokens, state.cubes):
            for number in numbers:
                word = (word * MULTIPLIER + number + 3) & MASK
    return int(word ^ (word >> 31))
