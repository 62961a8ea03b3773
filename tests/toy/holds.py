"""What the facts of Dead Drop mean: whether one that a seat was told is true in a state (tests/leaks asks)."""

from __future__ import annotations

from spyhouse.rules.kit.contract import Fact
from spyhouse.rules.kit.contract import State as BaseState
from tests.toy import story
from tests.toy.engine import HAND, OVER, ROUNDS, State


def holds(state: BaseState, seat: int, fact: Fact, later: list[Fact]) -> bool:
    """Hands and prizes never change; a drop lies until another is laid or all are shown."""
    assert isinstance(state, State)
    prizes = state.prize_place(0)
    if isinstance(fact, story.Hand):
        return sorted(state.deck[seat * HAND : seat * HAND + HAND]) == list(fact.cards)
    if isinstance(fact, story.Bottom):
        return sorted(state.deck[prizes + ROUNDS :]) == list(fact.cards)
    if isinstance(fact, story.Glimpse):
        return state.deck[prizes + fact.round] == fact.prize and state.peeked[seat] == fact.round
    if isinstance(fact, story.Peek):
        return state.peeked[fact.seat] == fact.round
    if isinstance(fact, story.Lay):
        return state.drop[seat] == fact.card or any(isinstance(other, story.Lay | story.Show) for other in later)
    if isinstance(fact, story.Show):
        number = state.round - 1 - sum(isinstance(other, story.Show) for other in later)
        drops = state.shown[number * state.seats : (number + 1) * state.seats]
        return drops == list(fact.drops) and state.deck[prizes + number] == fact.prize
    if isinstance(fact, story.Die):
        return fact.face in state.dice
    return not isinstance(fact, story.End) or (state.phase == OVER and state.points == list(fact.points))
