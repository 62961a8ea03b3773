"""Coherence, network and take-backs against brute force, on the house's map and on maps with junctions [C10-C16, I1-I7]."""

from __future__ import annotations

from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spyhouse
from spyhouse import bots
from spyhouse.bots import Bot
from spyhouse.rules.connection import engine, macros
from spyhouse.rules.connection.engine import MAIN, State
from tests.rules.connection.builders import PRESETS, ROOM, TRI

WEB: dict[str, object] = TRI | {  # a fork at A, a junction in the middle, a parallel road
    "id": "web",
    "cities": [{"id": name, "name": name, "x": 7 * place, "y": place * place} for place, name in enumerate("ABCD")],
    "links": [
        {"id": "ab", "a": "A", "spaces": ["f", "m", "b1"], "b": "B"},
        {"id": "ac", "a": "A", "spaces": ["f", "m", "c1"], "b": "C"},
        {"id": "bc", "a": "B", "spaces": ["b1", "m", "c1"], "b": "C"},
        {"id": "cd", "a": "C", "spaces": ["d1", "d2"], "b": "D"},
        {"id": "cd2", "a": "C", "spaces": ["d3"], "b": "D"},
    ],
    "slot_cost": {"light": [0, 0, 0, 0]},
}
MAPS: dict[str, object] = {"europa": "europa", "tri": TRI, "web": WEB}


def table_on(name: str, seats: int = 2) -> State:
    return cast(State, ROOM.start(seats, seed=1, options={"content": MAPS[name]}))


def connected(state: State, held: set[int], city: int) -> bool:
    """C13 as it is written: walk from the spy's city through own spaces and any cities; every own space must be met."""
    cities = state.setting.cities
    adjacent: dict[int, set[int]] = {}
    for space in range(state.setting.spaces):
        for node in range(cities + state.setting.spaces):
            if state.setting.near[space] >> node & 1:
                adjacent.setdefault(space + cities, set()).add(node)
                adjacent.setdefault(node, set()).add(space + cities)
    met, front = {city}, [city]
    while front:
        for node in adjacent.get(front.pop(), ()):
            if node not in met and (node < cities or node - cities in held):
                met.add(node)
                front.append(node)
    return all(space + cities in met for space in held)


def reachable(state: State, held: set[int], city: int) -> int:
    """C11 as it is written: city by city over links whose spaces are all held."""
    setting = state.setting
    found, front = {city}, [city]
    while front:
        here = front.pop()
        for link in range(setting.links):
            ends = {setting.link_a[link], setting.link_b[link]}
            if here in ends and held.issuperset(setting.link_spaces[link]):
                front += ends - found
                found |= ends
    return sum(1 << city for city in found)


def put(state: State, held: set[int], city: int) -> None:
    """Seat 0 holds these spaces, its spy is there; nothing is remembered from before."""
    state.held[0] = sum(state.setting.space_bit[space] for space in held)
    state.spy[0] = city
    state.begin_turn(0, 0)


@pytest.mark.parametrize("name", MAPS)
@settings(max_examples=120, deadline=None, derandomize=True, database=None)
@given(data=st.data())
def test_what_can_be_taken_back_is_what_brute_force_says(name: str, data: st.DataObject) -> None:
    """[C13, C15] each space tried; only coherent positions occur."""
    state = table_on(name)
    held = data.draw(st.sets(st.integers(0, state.setting.spaces - 1), max_size=15))
    city = data.draw(st.integers(0, state.setting.cities - 1))
    while not connected(state, held, city):
        held.remove(max(held))
    put(state, held, city)

    assert state.is_coherent(0)
    loose = {space for space in range(state.setting.spaces) if state.can_take_back(0, space)}
    assert loose == {space for space in held if connected(state, held - {space}, city)}


@pytest.mark.parametrize("name", MAPS)
@settings(max_examples=120, deadline=None, derandomize=True, database=None)
@given(data=st.data())
def test_coherence_and_network_are_what_brute_force_says(name: str, data: st.DataObject) -> None:
    """[C10-C13] any set of spaces, coherent or not."""
    state = table_on(name)
    held = data.draw(st.sets(st.integers(0, state.setting.spaces - 1)))
    city = data.draw(st.integers(0, state.setting.cities - 1))
    put(state, held, city)

    assert state.is_coherent(0) == connected(state, held, city)
    assert state.network(0) == reachable(state, held, city)
    assert state.network(0) == engine.reach(state.setting, state.held[0], city)


@settings(max_examples=150, deadline=None, derandomize=True, database=None)
@given(data=st.data())
def test_a_coherent_rest_can_be_reached_one_by_one(data: st.DataObject) -> None:
    """[C16] nothing is lost by taking back one space after another."""
    state = table_on("europa")
    city = data.draw(st.integers(0, state.setting.cities - 1))
    held = data.draw(st.sets(st.integers(0, state.setting.spaces - 1), max_size=14))
    rest = data.draw(st.sets(st.sampled_from(sorted(held)))) if held else set()
    while not connected(state, held, city):
        held.remove(max(held))
    rest &= held
    while not connected(state, rest, city):
        rest.remove(max(rest))
    put(state, held, city)
    while gone := {space for space in range(state.setting.spaces) if state.can_take_back(0, space)} - rest:
        state.take_back(0, min(gone))

    assert set(state.own_spaces(0)) == rest


def test_two_players_are_told_apart() -> None:
    """[C9, C11] what is remembered belongs to the seat on turn alone."""
    state = table_on("europa")
    put(state, {0, 1}, 0)
    assert state.network(0) == 0b11
    state.held[1], state.spy[1] = 0, 5

    assert state.network(1) == 1 << 5
    assert state.loose(1) == 0
    assert state.loose(0) == state.setting.space_bit[1]


# -- Random games --------------------------------------------------------------------------------------------------------


def play_by_the_laws(state: State, choose: Bot, seed: int) -> int:
    """Plays to the end and checks the laws after every small move; how many connections were made."""
    luck = spyhouse.Luck(seed)
    connections = small = turn = 0
    while state.to_act():
        seat = state.actor
        move = choose(state.view(seat), luck)
        before = engine.count_bits(state.network(seat)) if state.phase == MAIN else 0
        main = state.phase == MAIN
        state.apply(seat, move)
        small = small + 1 if state.turn == turn else 1
        turn = state.turn
        assert small <= 35  # [4.2]
        assert state.broken() == []
        if main and state.setting.connect <= move < state.setting.cover:
            connections += 1
            assert engine.count_bits(state.network(seat)) == before + 1  # no junction: exactly one new city [C30]
    return connections


@pytest.mark.parametrize("preset", ["first", "standard", "lean", "night"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_laws_hold_after_every_small_move(preset: str, seats: int) -> None:
    """I1-I7 and the bound of 4.2; a connection adds exactly one city [C30]."""
    options = {**PRESETS[preset], "max_turns": 12}
    connections = 0
    for seed in range(3):
        connections += play_by_the_laws(cast(State, ROOM.start(seats, seed=seed, options=options)), bots.bot("connection", "random"), seed)

    assert connections > 20


@pytest.mark.long
@pytest.mark.parametrize(("bot", "games", "most"), [("random", 4_500, 40), ("greedy", 500, 200)])
@pytest.mark.parametrize("preset", ["first", "standard", "lean", "night"])
def test_the_laws_hold_in_20000_games(preset: str, bot: str, games: int, most: int) -> None:
    """I1-I7: 5,000 games a preset; random play ends nothing, so it is capped [C48]."""
    choose = bots.bot("connection", bot)
    for seed in range(games):
        state = ROOM.start(2 + seed % 3, seed=seed, options={**PRESETS[preset], "max_turns": most})
        play_by_the_laws(cast(State, state), choose, seed)


@pytest.mark.parametrize("preset", ["first", "standard", "lean", "night"])
def test_a_main_action_can_always_be_reached_without_discarding(preset: str) -> None:
    """[C44, C45, V5] take back everything, then some link is payable."""
    for seed in range(4):
        state = cast(State, ROOM.start(2 + seed % 3, seed=seed, options={**PRESETS[preset], "max_turns": 15}))
        luck = spyhouse.Luck(seed)
        while state.to_act():
            seat = state.actor
            if state.phase == MAIN:
                assert all(not turn or turn[-1] == state.setting.end for turn in macros.turns(state, beam=1))
                trial = state.clone()
                while free := [move for move in trial.legal(seat) if move < trial.setting.discard]:
                    trial.apply(seat, free[0])
                assert any(trial.setting.connect <= move < trial.setting.cover for move in trial.legal(seat))
            legal = state.legal(seat)
            state.apply(seat, legal[luck.below(len(legal))])
