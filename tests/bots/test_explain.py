"""A bot's reasons: legal moves with their worth, lines that can be played, nothing but the view."""

from __future__ import annotations

import pytest

from spyhouse import bots, game
from spyhouse.bots.explain import EXPECTED, SILENT, is_unsure, percent, tried
from spyhouse.bots.levels import Idea, Thought
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
def test_the_expected_line_is_short_and_leaves_out_what_tells_nothing(slug: str) -> None:
    for state in positions(slug):
        seat = state.to_act()[0]
        for reason in bots.explain(slug, THINKER, bytes(state.view(seat)), 9).reasons:
            assert len(reason.line) <= EXPECTED
            assert not [step for step in reason.line if step.move["kind"] in SILENT]
            assert not [step for step in reason.line if step.seat != seat and step.move.get("secret") and "tile" in step.move]


# -- What is told of what it thought -----------------------------------------------------------------------------------


def idea(action: int, worth: float, share: float, proved: bool = False) -> Idea:
    return Idea(action, worth, share, ((0, action),), proved)


def test_a_worth_is_read_on_a_scale_from_lost_to_won() -> None:
    assert [percent(worth) for worth in (-1.0, -0.5, 0.0, 0.01, 0.2, 1.0)] == [0, 25, 50, 51, 60, 100]


def test_what_was_hardly_tried_is_not_told_unless_it_is_proved() -> None:
    first, second, seldom = idea(1, 0.1, 0.6), idea(2, 0.0, 0.2), idea(3, 0.4, 0.05)
    assert tried(Thought(1, (first, second, seldom), 100, False)) == (first, second)
    assert tried(Thought(1, (first, second, seldom), 1_000, False)) == (first, second, seldom)  # 50 tries are enough
    known = idea(3, 1.0, 0.0, proved=True)
    assert tried(Thought(3, (first, known), 100, True)) == (first, known)
    assert tried(Thought(1, (), 0, False)) == ()


def test_a_later_idea_that_seems_better_is_marked_as_less_tried() -> None:
    first = idea(1, 0.1, 0.6)
    assert is_unsure(idea(2, 0.2, 0.2), first)
    assert not is_unsure(idea(2, 0.105, 0.2), first)  # shown as the same
    assert not is_unsure(idea(2, 1.0, 0.2, proved=True), first)
    assert not is_unsure(first, first)


@pytest.mark.slow
@pytest.mark.parametrize("slug", games())
def test_no_idea_shows_more_than_the_first_without_a_word(slug: str) -> None:
    for state in positions(slug, 8):
        found = bots.explain(slug, THINKER, bytes(state.view(state.to_act()[0])), 3)
        for reason in found.reasons[1:]:
            assert reason.unsure or reason.proved or percent(reason.worth) <= percent(found.reasons[0].worth)


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
