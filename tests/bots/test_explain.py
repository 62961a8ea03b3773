"""A bot's reasons: legal moves with their worth, lines that can be played, nothing but the view."""

from __future__ import annotations

import pytest

from spyhouse import bots, game
from spyhouse.rules.kit.contract import CLOCK, State
from spyhouse.rules.kit.luck import Luck
from spyhouse.rules.kit.registry import games

THINKER = "4@24"  # a level with a short thought


def positions(slug: str, count: int = 3) -> list[State]:
    """Some positions of one random game in which a seat has a choice."""
    state = game(slug).start(seed=11, options=game(slug).meta.simulation)
    luck, found = Luck(4), list[State]()
    for number in range(400):
        owing = state.to_act()
        if not owing or len(found) == count:
            break
        legal = state.legal(owing[0])
        if owing[0] != CLOCK and len(legal) > 1 and number % 12 == 0:
            found.append(state.clone())
        state.apply(owing[0], legal[luck.below(len(legal))])
    assert found
    return found


@pytest.mark.parametrize("slug", games())
def test_reasons_are_legal_moves_with_a_worth_and_the_same_each_time(slug: str) -> None:
    for state in positions(slug):
        seat = state.to_act()[0]
        view = bytes(state.view(seat))
        found = bots.explain(slug, THINKER, view, 9)
        assert found.choice in state.legal(seat)
        assert all(reason.action in state.legal(seat) and -1 <= reason.worth <= 1 for reason in found.reasons)
        assert len(found.reasons) <= 4
        assert found == bots.explain(slug, THINKER, view, 9)


@pytest.mark.parametrize("slug", games())
def test_the_expected_line_has_seats_and_notation(slug: str) -> None:
    for state in positions(slug):
        seat = state.to_act()[0]
        for reason in bots.explain(slug, THINKER, bytes(state.view(seat)), 9).reasons:
            assert all(0 <= step.seat < state.seats and step.text and step.move["kind"] for step in reason.line)


@pytest.mark.parametrize("slug", games())
def test_beliefs_are_chances_from_the_view_alone(slug: str) -> None:
    for state in positions(slug):
        seat = state.to_act()[0]
        view = bytes(state.view(seat))
        believed = bots.beliefs(slug, view, 1)
        assert all(0 <= belief.chance <= 1 for belief in believed)
        assert believed == bots.beliefs(slug, view, 1)
        twin = game(slug).view(view).sample(Luck(77))
        assert bots.beliefs(slug, bytes(twin.view(seat)), 1) == believed
