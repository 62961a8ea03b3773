"""What matters in Second Place: the row at the end of the round, and tokens to the end [part 8].

`greedy` looks to the end of the running round and no further. It tries its moves, lets both seats go on as suits them
best, and spreads a fixed number of tries over all that; where they run out it follows one line at random.
"""

from __future__ import annotations

from spyhouse.bots.base import Bot
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
    if state.phase != SELECTING or state.round == ROUNDS or state.tokens[seat] - 2 > ROUNDS - state.round:
        return moves
    singles = [move for move in moves if move < SELECT_DUAL]
    return singles or moves


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


BOTS: dict[str, Bot] = {"greedy": greedy}
