"""Fast journeys of Spy Connection: exact distances, turns by the rules, and a search that plans whole turns."""

from __future__ import annotations

from collections import deque
from typing import cast

import pytest

import spyhouse
from spyhouse.bots.connection_turns import WEIGHTS, Atlas, Planning, Traveller, atlas_of
from spyhouse.rules.connection.engine import MAIN, OVER, Setting, State
from tests.rules.connection.builders import PRESETS, ROOM, TRI, player, table

SEVENTH = "m01 m02 m03 m04 m05 m06"


def planning(state: State, rounds: int = 6, width: int = 12) -> Planning:
    return Planning(state.view(state.actor), WEIGHTS, rounds, width, 2.0)


def text(state: State, turn: list[int]) -> str:
    """A turn in the notation, played on a copy."""
    copy, seat, words = state.clone(), state.actor, list[str]()
    for move in turn:
        words.append(ROOM.text(copy, seat, move))
        copy.apply(seat, move)
    return " ".join(words)


# -- Distances -------------------------------------------------------------------------------------------------------------------


def walked(setting: Setting, network: int, wanted: int) -> int:
    """Turns to visit these cities, found by trying everything: a turn goes to a city of the network or connects a neighbour."""
    waiting = deque([(network, wanted, 0)])
    seen = {(network, wanted)}
    while True:
        cities, rest, turns = waiting.popleft()
        if not rest:
            return turns
        steps = [(cities, rest & ~(1 << city)) for city in range(setting.cities) if cities & rest >> city << city & 1 << city]
        for link in range(setting.links):
            ends = setting.link_ends[link]
            if cities & ends and ends & ~cities:
                steps.append((cities | ends, rest & ~(ends & ~cities)))
        for step in steps:
            if step not in seen:
                seen.add(step)
                waiting.append((*step, turns + 1))


def some_journeys(setting: Setting, count: int) -> list[tuple[int, int]]:
    """Networks that can be walked, with cities to visit."""
    luck = spyhouse.Luck(5)
    found: list[tuple[int, int]] = []
    for _ in range(count):
        network = 1 << luck.below(setting.cities)
        for _ in range(luck.below(4)):
            links = [ends for ends in setting.link_ends if ends & network and ends & ~network]
            network |= links[luck.below(len(links))]
        wanted = 0
        for _ in range(1 + luck.below(4)):
            wanted |= 1 << luck.below(setting.cities)
        found.append((network, wanted))
    return found


def test_the_turns_to_any_cities_are_exact() -> None:
    setting = table(player()).setting
    atlas = Atlas(setting)
    for network, wanted in some_journeys(setting, 40):
        assert atlas.turns(network, wanted) == walked(setting, network, wanted)


def test_on_a_large_map_turns_are_counted_nearly_as_well() -> None:
    """Ring after ring: never too few turns, and seldom more than one too many."""
    setting = table(player()).setting
    atlas = Atlas(setting)
    more = [atlas.turns_by_rings(network, wanted) - atlas.turns(network, wanted) for network, wanted in some_journeys(setting, 200)]

    assert min(more) == 0
    assert sum(turns > 1 for turns in more) < 40


def test_an_atlas_is_worked_out_once_for_a_map() -> None:
    setting = table(player()).setting

    assert atlas_of(setting) is atlas_of(setting)


# -- Turns -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_journeys_keep_the_laws_and_come_to_an_end(preset: str, seats: int) -> None:
    """I1 to I7 after every turn, though no move of it was asked to be legal."""
    for seed in range(3):
        state = cast(State, ROOM.start(seats, seed=seed, options={**PRESETS[preset], "max_turns": 100}))
        traveller = Traveller(state.setting, atlas_of(state.setting), WEIGHTS)
        while state.phase != OVER:
            traveller.play_turn(state)
            assert state.broken() == []
        outcome = state.outcome()
        assert outcome is not None
        assert outcome.reason == "trigger"
        assert max(outcome.scores) >= 18


def test_a_journey_with_a_junction_goes_on_too() -> None:
    """CT27."""
    state = cast(State, ROOM.start(2, seed=1, options={"content": TRI, "max_turns": 20}))
    traveller = Traveller(state.setting, atlas_of(state.setting), WEIGHTS)
    while state.phase != OVER:
        traveller.play_turn(state)

    assert state.turn <= 40


def test_a_journey_sheds_what_lies_behind_and_keeps_what_is_wanted() -> None:
    """One agent at hand, Moscow wanted: Warsaw to Moscow costs two, and only Paris is of no use any more."""
    far = player(spy="WAW", board="berwaw1 parber1 parber2", a="m38 +2 BER", b="m34 +2 STO ROM", c="m20 +2 WAW")
    state = table(far)
    state.supply[0] = 1
    traveller = Traveller(state.setting, atlas_of(state.setting), WEIGHTS)
    traveller.own_links(state, 0)
    paris, berlin = (state.setting.city_ids.index(city) for city in ("PAR", "BER"))
    freed = traveller.shed(state.held[0], state.twice[0], state.spy[0], 0, 1, 1 << berlin)

    assert freed == 2
    assert traveller.rest_of_network(state.spy[0]) == state.network(0) & ~(1 << paris)


# -- Planning --------------------------------------------------------------------------------------------------------------------


def test_every_turn_it_looks_at_can_be_played_to_its_end() -> None:
    state = table(player(spy="PAR", board="channel lonpar2:2", a="m08 LON", b="m24 +2 MAD"), player(spy="BER", board="lonpar2 berwaw1"))
    for turn in planning(state).turns:
        copy = state.clone()
        for move in turn:
            assert copy.turn == state.turn
            copy.apply(0, move)
        assert copy.turn == state.turn + 1


def test_turns_that_differ_only_in_what_they_take_back_are_tried_out_once() -> None:
    plan = planning(table(player(spy="PAR", board="channel lonpar2:2 parmad1 parmad2 parber1", a="m39 +2 ATH LON MOS")), width=99)
    aims = [plan.aim(turn) for turn in plan.turns]

    assert len(aims) == len(set(aims)) > 5


def test_it_may_refuse_to_complete_the_seventh_mission() -> None:
    """[C22, C40] the spy goes to Madrid and covers nothing."""
    state = table(player(spy="PAR", a="m08 LON", done=SEVENTH), player(spy="BER"), display="m16 m17 m19 m20")
    turns = {text(state, turn) for turn in planning(state, width=99).turns}

    assert {"C:parmad P:a E", "C:parmad E"} <= turns


def test_a_move_that_was_not_looked_at_is_tried_out_when_asked_for() -> None:
    """Giving London up is a bad idea, and it says so."""
    state = table(player(spy="PAR", a="m08 LON"))
    plan = planning(state)
    plan.run(60)
    uncover = ROOM.parse(state, 0, "O:a:LON")
    place = plan.look_at(uncover)

    assert plan.turns[place][0] == uncover
    assert plan.tries[place] > 0
    assert plan.mean(place) < plan.mean(plan.ranking()[0])
    assert plan.look_at(uncover) == place
    assert plan.look_at(plan.turns[0][0]) != place


def test_the_end_of_a_turn_can_be_asked_about_too() -> None:
    state = table(player(spy="MAD", a="m08 LON"), objectives=True)
    plan = planning(state)
    end = state.setting.end
    place = plan.look_at(end)

    assert plan.turns[place] == [end]
    assert plan.mean(place) < plan.mean(0)


def test_a_won_game_is_worth_more_than_any_lead() -> None:
    ahead = player(spy="PAR", done="m39 m40")
    state = table(ahead, player(spy="BER"))
    plan = planning(state)
    running = plan.worth(state, 0, 0)
    state.phase = OVER
    won = plan.worth(state, 0, 0)

    assert 0 < running < 1
    assert 0.5 < won < 1
    assert Planning(table(ahead, player(spy="BER"), seat=1).view(1), WEIGHTS, 0, 1, 1.0).worth(state, 0, 0) == -won


def test_a_plan_is_followed_to_the_end_of_the_turn() -> None:
    """Asked after each small move, it goes on with the turn it had in mind."""
    state = table(player(spy="PAR", board="channel lonpar2:2 parber1 parber2", a="m08", b="m24 +2 MAD"), player(spy="ROM"))
    seat, first = state.actor, planning(state)
    first.run(200)
    meant = first.turns[first.ranking()[0]]
    played: list[int] = []
    while state.turn == 0:
        plan = planning(state)
        if len(plan.turns) > 1:
            plan.run(200)
        played.append(plan.turns[plan.ranking()[0]][0])
        state.apply(seat, played[-1])

    assert state.phase == MAIN
    assert played == meant
