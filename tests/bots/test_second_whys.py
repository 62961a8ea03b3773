"""What is said for a move in Second Place is what comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from spyhouse import game
from spyhouse.bots.base import whys
from spyhouse.bots.levels import Why
from spyhouse.rules.kit.luck import Luck
from spyhouse.rules.second import show
from spyhouse.rules.second.engine import DO_SWITCH, EXECUTING, MISSION_OF, ROUNDS, SELECTING, State
from spyhouse.rules.second.view import View

ROOM = game("second")


def reasons(games: int) -> Iterator[tuple[State, int, int, Why]]:
    """Every move of some positions of random games, with what is said for it."""
    luck = Luck(8)
    for seed in range(games):
        state = ROOM.start(seed=seed)
        assert isinstance(state, State)
        while state.to_act():
            seat = state.actor
            legal = state.legal(seat)
            for action, why in zip(legal, whys("second", bytes(state.view(seat)), 1, legal), strict=True):
                assert why is not None
                yield state, seat, action, why
            state.apply(seat, legal[luck.below(len(legal))])


def told(args: Any) -> tuple[int, ...]:
    return tuple(args[spy] for spy in "god")


def test_an_execution_brings_what_the_forecast_of_the_table_says() -> None:
    seen = 0
    for state, seat, action, why in reasons(2):
        if state.phase != EXECUTING:
            continue
        view = state.view(seat)
        assert isinstance(view, View)
        [ahead] = [entry for entry in show.outlook(view) if entry["action"] == action]
        before = show.forecast(state)
        assert before is not None
        assert told(why.args) == told(ahead["gained"])
        assert (why.args["winning"], why.args["row"]) == (ahead["winning"], ahead["row"])
        assert (not why.args["answers"] and not why.args["more"]) == ahead["sure"]
        assert (why.key == "keeps") == (before["winning"] == ahead["winning"] == seat)
        assert (why.key == "turns") == (before["winning"] != seat == ahead["winning"])
        assert (why.key == "stops") == (before["winning"] == 1 - seat and ahead["winning"] == -1)
        seen += 1
    assert seen > 200


def test_what_is_certain_comes_about() -> None:
    seen = 0
    for state, seat, action, why in reasons(2):
        if state.phase == EXECUTING and not why.args["answers"] and not why.args["more"]:
            after = state.clone()
            after.apply(seat, action)
            if not after.to_act() and state.round < ROUNDS:
                continue  # nobody has tokens left: the other rounds have played themselves
            row = after.row()
            assert (row, after.winning(row)) == (why.args["row"], why.args["winning"])
            assert why.args["briefcase"] == (bool(after.to_act()) and after.briefcase == seat)
            for dept in why.args["gains"]:  # type: ignore[attr-defined]
                cubes = after.spying["UAB".index(dept) * 3 : "UAB".index(dept) * 3 + 3]
                assert sorted(cubes)[-2] < cubes[seat]
            for dept in why.args["denies"]:  # type: ignore[attr-defined]
                cubes = after.spying["UAB".index(dept) * 3 : "UAB".index(dept) * 3 + 3]
                assert cubes[1 - seat] < max(cubes) or cubes.count(max(cubes)) > 1
            seen += 1
    assert seen > 50


def test_a_plan_can_be_carried_out_and_no_other_would_win() -> None:
    seen = {"plan": 0, "spends": 0, "infiltrate": 0}
    for state, seat, action, why in reasons(2):
        if state.phase != SELECTING:
            continue
        seen[why.key] += 1
        after = state.clone()
        after.apply(seat, action)
        assert why.args["tokens"] == after.tokens[seat]
        ends = list(ends_of(after, seat))
        if why.key == "plan":
            assert (*told(why.args), why.args["winning"]) in ends
        if why.key == "spends":
            assert seat not in {end[-1] for end in ends}
        if "kind" in why.args:
            begun = after.clone()
            begun.phase, begun.actor = EXECUTING, seat
            assert ROOM.number(begun, seat, why.args) in begun.legal(seat)
    assert min(seen.values()) > 5


def ends_of(state: State, seat: int) -> Iterator[tuple[int, ...]]:
    """What the round scores, and for whom, after each way to carry out what this seat has pending."""
    if not show.pending(state, seat):
        ahead = show.forecast(state)
        assert ahead is not None
        yield (*told(ahead["gained"]), ahead["winning"])
        return
    for move in state.executions(seat):
        after = state.clone()
        mission = MISSION_OF[move - DO_SWITCH]
        after.carry_out(seat, move)
        after.pending[seat * 5 + mission] -= 1
        yield from ends_of(after, seat)


def test_who_goes_second_has_the_last_word() -> None:
    state = ROOM.start(seed=3)
    seat = state.to_act()[0]
    named = {ROOM.text(state, seat, action): action for action in state.legal(seat)}
    own, other = ("first:g", "first:o") if seat == 0 else ("first:o", "first:g")
    said = whys("second", bytes(state.view(seat)), 1, [named[own], named[other]])
    assert [why.key for why in said if why] == ["first", "last"]
