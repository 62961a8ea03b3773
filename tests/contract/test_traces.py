"""A trace stands for what a seat has perceived: two stories that differ leave two traces."""

from __future__ import annotations

from itertools import product

from spyhouse import EVERYONE, SPECTATOR
from tests.house import table
from tests.toy.story import Die, Show, Take


def test_stories_of_small_numbers_leave_different_traces() -> None:
    """A sum would be blind for one more here and one less there."""
    traces = set()
    stories = list(product(range(6), range(3), range(4), range(-1, 3)))
    for face, seat, prize, drop in stories:
        state = table("toy", 3).start(1)
        state.tell(EVERYONE, Show((drop, face), prize))
        state.tell(EVERYONE, Die(face))
        state.tell(EVERYONE, Take(seat, prize))
        traces.add(state.trace(SPECTATOR))
    assert len(traces) == len(stories)


def test_the_order_of_two_facts_and_the_length_of_a_list_count() -> None:
    def trace(*facts: tuple[object, ...]) -> int:
        state = table("toy", 2).start(1)
        for fact in facts:
            state.tell(1, fact)
        return state.trace(0)

    one, other = Take(0, 1), Take(1, 0)
    traces = [trace(), trace(one), trace(one, other), trace(other, one), trace(Show((), 0)), trace(Show((0,), 0)), trace(Show((0, 0), 0))]
    assert len(set(traces)) == len(traces)


def test_a_fact_leaves_a_trace_only_with_those_who_learn_it() -> None:
    state = table("toy", 3).start(1)
    before = list(state.traces)
    state.tell(1 << 1, Die(3))
    assert [now != then for now, then in zip(state.traces, before, strict=True)] == [False, True, False, False]
    state.tell(0, Die(3))
    assert state.traces[0] == before[0]
    state.tell(EVERYONE, Die(3))
    assert all(now != then for now, then in zip(state.traces, before, strict=True))
