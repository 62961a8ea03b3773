"""The bots of Spy Connection: what the rule bot wants, how the levels plan their turns, what they believe [part 8]."""

from __future__ import annotations

from typing import cast

import pytest

import spyhouse
from spyhouse import bots
from spyhouse.bots import connection
from spyhouse.rules.connection import engine
from spyhouse.rules.connection.engine import State
from tests.rules.connection.builders import PRESETS, ROOM, player, table


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


@pytest.mark.slow
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


# -- The levels ----------------------------------------------------------------------------------------------------------------


def level(name: str) -> connection.Planner:
    chosen = bots.bot("connection", name)
    assert isinstance(chosen, connection.Planner)
    return chosen


def chosen_by(name: str, state: State, seed: int = 1) -> str:
    seat = state.actor
    return ROOM.text(state, seat, level(name)(state.view(seat), spyhouse.Luck(seed)))


@pytest.mark.parametrize("name", ["2@20", "3@20", "4@40", "5@40"])
def test_a_level_completes_what_it_can(name: str) -> None:
    """Madrid is the last city of m08; once there it covers."""
    state = table(player(spy="PAR", a="m08 LON"), display="", deck=None)
    assert chosen_by(name, state) == "C:parmad"
    state.apply(0, ROOM.parse(state, 0, "C:parmad"))
    assert chosen_by(name, state) == "P:a"


@pytest.mark.parametrize("name", ["3@30", "4@60"])
def test_in_its_last_turn_a_level_takes_the_points_at_hand(name: str) -> None:
    """[C41, C42] Berlin is an objective, a new mission would bring nothing any more."""
    last = player(spy="WAW", a="m38", done="m39")
    assert chosen_by(name, table(last, player(spy="ROM", done="m01 m02"), trigger=1, left=1, display="m14 m24 m26 m31")) in (
        "C:berwaw",
        "C:viewaw",
        "C:wawmos",
    )


def test_the_seventh_mission_is_completed_by_who_is_ahead() -> None:
    """[C40] and by nobody who would lose by it."""
    six = "m01 m02 m03 m04 m05 m06"
    ahead = table(player(spy="MAD", a="m08 LON", done=six), player(spy="BER", done="m14"), objectives=True, display="m16 m17 m19 m20")
    behind = table(
        player(spy="MAD", a="m08 LON", b="m39 LON VIE", done=six),
        player(spy="BER", done="m43 m40"),
        objectives=True,
        display="m16 m17 m19 m20",
        trigger_extra=False,
    )

    assert chosen_by("4@80", ahead) == "P:a"
    assert chosen_by("4@80", behind) == "E"


def test_a_start_mission_is_picked_by_trying_each() -> None:
    state = cast(State, ROOM.start(3, seed=5, options={"start": "draft"}))
    thought = level("4@30").think(state.view(state.actor), spyhouse.Luck(1))

    assert {idea.action for idea in thought.ideas} == set(state.legal(state.actor))


def test_ideas_begin_differently_and_their_lines_go_on_into_the_next_turn() -> None:
    state = table(player(spy="PAR", board="channel lonpar2", a="m24 +2 MAD"), player(spy="BER", a="m30"))
    thought = level("4@50").think(state.view(0), spyhouse.Luck(2), also=state.setting.discard)

    assert thought.iterations == 50
    assert thought.ideas[0].action == thought.choice
    assert len({idea.action for idea in thought.ideas[:3]}) == 3
    assert thought.ideas[-1].action == state.setting.discard
    for idea in thought.ideas:
        assert idea.line[0] == (0, idea.action)
        assert -1 <= idea.worth <= 1
    assert {seat for idea in thought.ideas for seat, _ in idea.line} == {0, 1}


def test_luck_makes_a_difference_only_to_who_slips() -> None:
    """A level without slips plays the same on every day; the first one finds several turns that are nearly as good."""
    state = table(player(spy="PAR", board="channel lonpar2", a="m24 +2 MAD"), player(spy="BER", a="m30"))

    assert len({chosen_by("4@30", state, seed) for seed in range(4)}) == 1
    assert len({chosen_by("1", state, seed) for seed in range(30)}) > 1


def test_a_slip_is_nearly_as_good_as_the_best() -> None:
    careless = connection.Planner(20, rounds=0, slips=100, margin=0.0)
    state = table(player(spy="PAR", a="m08 LON"), display="", deck=None)

    assert {ROOM.text(state, 0, careless(state.view(0), spyhouse.Luck(seed))) for seed in range(10)} == {"C:parmad"}


def test_an_only_turn_is_not_tried_out() -> None:
    """In the objectives step all that can be covered is covered."""
    state = table(player(spy="MAD", a="m08 LON"), objectives=True)

    assert level("5").think(state.view(0), spyhouse.Luck(1)).iterations == 0


def test_a_level_stops_when_its_seconds_are_over() -> None:
    state = table(player(spy="PAR", board="channel lonpar2", a="m24 +2 MAD"), player(spy="BER", a="m30"))
    thought = level("3").think(state.view(0), spyhouse.Luck(2), seconds=0.0)

    assert 0 < thought.iterations <= level("3").iterations


# -- What it believes ------------------------------------------------------------------------------------------------------------


def believed(state: State) -> dict[str, float]:
    found = bots.beliefs("connection", bytes(state.view(0)), 1)
    return {str(belief.args.get("city", belief.key)): belief.chance for belief in found}


def test_it_believes_what_the_missions_left_say() -> None:
    """Part 3: the deck holds all missions that lie nowhere else; here 39 with 13 symbols, and London on 10 of them."""
    state = table(player(spy="LON"), display="m01 m08 m28 m30")
    found = believed(state)

    assert found["next_extra"] == pytest.approx(13 / 39)
    assert sum(1 for city in found if city != "next_extra") == connection.TOLD
    chances = [chance for city, chance in found.items() if city != "next_extra"]
    assert chances == sorted(chances, reverse=True)
    for city, chance in found.items():
        if city != "next_extra":
            bit = 1 << state.setting.city_ids.index(city)
            assert chance == pytest.approx(sum(1 for card in state.deck if state.setting.card_cities[card] & bit) / 39)


def test_the_only_card_left_is_known() -> None:
    """C46: an empty deck is made of the discard pile."""
    found = believed(table(player(spy="LON"), deck=None, discard="m08"))

    assert found["next_extra"] == found["LON"] == found["MAD"] == 1.0
    assert sorted(found.values()) == [0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0]


def test_where_nothing_can_come_nothing_is_believed() -> None:
    assert believed(table(player(spy="LON"), deck=None)) == {}
    assert believed(table(player(spy="LON"), deck=None, discard="m08", reshuffle=False)) == {}
