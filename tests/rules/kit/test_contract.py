"""The contract's own parts: numbers as bytes, telling and traces, views that compare, errors that travel."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import spyhouse
from spyhouse import CLOCK, EVERYONE, SPECTATOR, BadNotation, BadRecord, IllegalMove, Luck, SpyhouseError
from spyhouse.rules.kit.contract import NO_ONE, Told, pack, unpack
from spyhouse.rules.second import story

SECOND = spyhouse.game("second")


# -- Numbers as bytes --------------------------------------------------------------------------------------------------


@given(st.lists(st.integers()))
def test_numbers_come_back_from_their_bytes(numbers: list[int]) -> None:
    assert unpack(pack(numbers)) == numbers


def test_small_numbers_take_one_byte() -> None:
    """Zigzag, seven bits a byte, lowest first."""
    assert pack([0, -1, 1, -2, 63, -64]) == bytes([0, 1, 2, 3, 126, 127])
    assert pack([64, -65, 300]) == bytes([128, 1, 129, 1, 216, 4])
    assert pack([]) == b""


def test_a_number_that_was_cut_is_left_out() -> None:
    assert unpack(pack([5, 300])[:-1]) == [5]


# -- Telling -----------------------------------------------------------------------------------------------------------


def test_a_fact_reaches_those_it_is_told_to() -> None:
    """A bit a seat; EVERYONE includes the spectators, NO_ONE is for the record alone."""
    fact = story.Skip(0)

    assert [Told(EVERYONE, fact).reaches(seat) for seat in (0, 1, SPECTATOR)] == [True, True, True]
    assert [Told(1 << 1, fact).reaches(seat) for seat in (0, 1, SPECTATOR)] == [False, True, False]
    assert [Told(NO_ONE, fact).reaches(seat) for seat in (0, 1, SPECTATOR)] == [False, False, False]


@pytest.mark.parametrize(
    ("seats", "changed"),
    [(EVERYONE, [True, True, True]), (1 << 0, [True, False, False]), (1 << 1, [False, True, False]), (NO_ONE, [False, False, False])],
)
def test_only_those_who_learn_a_fact_perceive_it(seats: int, changed: list[bool]) -> None:
    state = SECOND.start(seed=1, story=True)
    before = [state.trace(seat) for seat in (0, 1, SPECTATOR)]

    state.tell(seats, story.Skip(0))

    assert [state.trace(seat) != trace for seat, trace in zip((0, 1, SPECTATOR), before, strict=True)] == changed
    assert state.story is not None
    assert state.story[-1] == Told(seats, story.Skip(0))


def test_different_facts_leave_different_traces() -> None:
    """The kind, each number and the length of each list count."""
    facts = [
        story.Skip(0),
        story.Skip(1),
        story.Briefcase(0),
        story.Select(0, 0, (1,)),
        story.Select(0, 0, (1, 1)),
        story.Select(0, 1, (1,)),
    ]
    traces = set()
    for fact in facts:
        state = SECOND.start(seed=1)
        state.tell(EVERYONE, fact)
        traces.add(state.trace(0))

    assert len(traces) == len(facts)


def test_a_muted_state_says_nothing_and_plays_the_same() -> None:
    loud, quiet = SECOND.start(seed=4, story=True), SECOND.start(seed=4, story=True)
    quiet.mute()
    before = list(quiet.traces)

    assert spyhouse.playout(loud, Luck(4)) == spyhouse.playout(quiet, Luck(4))

    assert quiet.story is None
    assert quiet.traces == before
    assert quiet.numbers() == loud.numbers()
    assert quiet.clone().listening is False


# -- Views -------------------------------------------------------------------------------------------------------------


def test_views_compare_by_content() -> None:
    one, other = SECOND.start(seed=1), SECOND.start(seed=1)

    assert one.view(0) == other.view(0)
    assert hash(one.view(0)) == hash(other.view(0))
    assert one.view(0) != one.view(1)
    assert one.view(0) != "a view"
    assert len({one.view(0), other.view(0), one.view(1)}) == 2


def test_what_cannot_be_taken_back_is_found_by_trying() -> None:
    """`is_final` of a game without secrets: on a clone, which leaves no mark on the state."""
    state = SECOND.start(seed=1, options={"spy_ops": "first_player"}, story=True)
    seat = state.to_act()[0]
    before = (state.numbers(), list(state.traces), list(state.story or []))

    assert state.is_final(seat, 0)

    assert (state.numbers(), list(state.traces), list(state.story or [])) == before


def test_time_is_a_seat() -> None:
    """The toy game rests between rounds: only the clock can go on."""
    toy = spyhouse.game("toy")
    state = toy.start(seed=1)
    while state.to_act() != [CLOCK]:
        seat = state.to_act()[0]
        state.apply(seat, state.default(seat))

    (tick,) = state.legal(CLOCK)
    assert toy.text(state, CLOCK, tick) == "tick"
    assert toy.parse(state, CLOCK, "tick") == tick


# -- Pickles -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", ["second", "toy"])
def test_a_pickled_state_goes_on_with_the_same_luck(slug: str) -> None:
    state = spyhouse.game(slug).start(seed=6, story=True)
    again = pickle.loads(pickle.dumps(state))
    assert again.story == state.story
    assert again.traces == state.traces

    spyhouse.playout(state, Luck(6))
    spyhouse.playout(again, Luck(6))

    assert again.numbers() == state.numbers()
    assert again.outcome() == state.outcome()


# -- Errors ------------------------------------------------------------------------------------------------------------


def test_errors_travel_between_processes() -> None:
    """Pickled with all that they say."""
    refusal = pickle.loads(pickle.dumps(IllegalMove("S17", "Twice the same.", "Take two.")))
    assert (refusal.rule, refusal.why, refusal.instead) == ("S17", "Twice the same.", "Take two.")
    assert str(refusal) == "Twice the same. Take two. [S17]"

    broken = pickle.loads(pickle.dumps(BadRecord(7, "gone.")))
    assert (broken.line, broken.what, str(broken)) == (7, "gone.", "line 7: gone.")

    other = pickle.loads(pickle.dumps(BadNotation("What?")))
    assert isinstance(other, BadNotation)
    assert str(other) == "What?"


def test_every_error_of_the_house_is_a_value_error_that_nothing_was_changed_by() -> None:
    for kind in (IllegalMove, BadNotation, BadRecord, spyhouse.BadOption, spyhouse.BadPosition, spyhouse.BadView, spyhouse.BadContent):
        assert issubclass(kind, SpyhouseError)
        assert issubclass(kind, ValueError)
