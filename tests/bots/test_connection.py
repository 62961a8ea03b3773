"""The rule bot of Spy Connection: what it wants, and that it ends its games [part 8]."""

from __future__ import annotations

from typing import cast

import pytest

import spyhouse
from spyhouse.bots import connection
from spyhouse.rules.connection import engine
from spyhouse.rules.connection.engine import State
from spyhouse.rules.connection.meta import PRESETS
from tests.rules.connection.builders import ROOM, player, table


def planned(state: State) -> str:
    """The turn it plans, in the notation."""
    seat = state.actor
    return " ".join(ROOM.text(state, seat, move) for move in connection.plan(state.view(seat), spyhouse.Luck(1)))


def played(seats: int, preset: str, seed: int, **options: object) -> State:
    """A game of the bot against itself, turn by turn."""
    state = cast(State, ROOM.start(seats, seed=seed, options={**PRESETS[preset], "max_turns": 200, **options}))
    luck = spyhouse.Luck(seed)
    while state.to_act():
        seat = state.actor
        for move in connection.plan(state.view(seat), luck):
            state.apply(seat, move)
            assert state.broken() == []
    return state


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_ends_its_games(preset: str, seats: int) -> None:
    """By the seventh mission, in a number of turns as in part 8, give or take."""
    state = played(seats, preset, seed=seats)

    outcome = state.outcome()
    assert outcome is not None
    assert outcome.reason == "trigger"
    assert 10 <= state.turn / seats <= 40
    assert max(outcome.scores) >= 20


def test_it_ends_its_games_without_extra_turns_for_the_trigger() -> None:
    """A seventh mission without a symbol is worth it, too."""
    outcome = played(3, "first", seed=260000, trigger_extra=False).outcome()

    assert outcome is not None
    assert outcome.reason == "trigger"


def test_it_completes_what_it_can() -> None:
    """Madrid is the last city of m08; greedy plays the plan one small move at a time."""
    assert planned(table(player(spy="PAR", a="m08 LON"), display="", deck=None)) == "C:parmad P:a E"


def test_it_accepts_what_lies_near_when_nothing_is_open() -> None:
    """m05 shows Berlin, where the spy is."""
    assert planned(table(player(spy="BER"), display="m05 m39 m40 m43")).startswith("A:")


def test_it_picks_the_start_mission_that_fits_the_display() -> None:
    """s1 and s2 share Warsaw with the display, s1 London, too."""
    script = [("seat", [0]), ("deck", [27, 19, 17, 34]), ("starts", [1, 0])]
    luck = spyhouse.ScriptedLuck([(stream, list(result)) for stream, result in script])
    state = cast(State, ROOM.start(2, luck=luck, options={"start": "draft"}))

    assert planned(state) == "S:s1"


def test_it_lets_missions_go_when_it_makes_no_progress() -> None:
    """The farthest first, down to one; after twice as long that one, too."""
    state = table(player(spy="LON", a="m08", b="m31", c="m18"))
    state.fruitless[0] = connection.PATIENCE
    assert planned(state) == "D:b"
    state.apply(0, state.setting.discard + 1)
    assert planned(state) in ("D:a", "D:c")
    state.apply(0, state.setting.discard + 2)
    assert not planned(state).startswith("D:")
    state.fruitless[0] = 2 * connection.PATIENCE
    assert planned(state) == "D:a"
    state.fruitless[0] = connection.PATIENCE + 1
    assert not planned(state).startswith("D:")


def test_it_triggers_the_end_gladly_when_ahead_and_late_in_any_case() -> None:
    """[C40] from behind it would rather wait, but not for ever."""
    six = "m01 m02 m03 m04 m05 m06"
    worth: dict[str, float] = {}
    for name, done, turn in (("ahead", "", 0), ("behind", "m39 m40 m43", 0), ("late", "m39 m40 m43", 99)):
        state = table(
            player(spy="ROM", done=f"{six} m22"), player(spy="BER", done=done), display="m16 m17 m19 m20", trigger=0, left=1, seat=1
        )
        state.turn = turn
        worth[name] = connection.worth_of(state, 0, 1.0)

    assert worth["ahead"] > worth["late"] > worth["behind"]


def test_last_turns_count_points_alone() -> None:
    """[C41, C42] open missions promise nothing any more."""
    state = table(player(spy="LON", a="m08 LON"), player(spy="BER"), player(spy="ROM"), trigger=2, left=1, seat=1)
    assert connection.worth_of(state, 0, 1.0) == 1.0
    running = table(player(spy="LON", a="m08 LON"), extra=1)
    assert connection.worth_of(running, 0, 1.0) > 2.0
    running.end_game(engine.ADJUDICATED)


def test_turns_are_counted_along_a_tree() -> None:
    """[part 8] London to Madrid is two links, Paris lies on the way."""
    setting = table(player()).setting
    chart = connection.chart_of(setting)

    def needed(network: str, *cities: str) -> int:
        bits = sum(1 << setting.city_ids.index(city) for city in cities)
        return connection.turns_needed(chart, sum(1 << setting.city_ids.index(city) for city in network.split()), bits)

    assert needed("LON", "MAD") == needed("LON", "PAR", "MAD") == 2
    assert needed("LON PAR", "LON", "MAD") == 2
    assert needed("LON") == 0
    assert needed("MAD", "MOS") == 4
