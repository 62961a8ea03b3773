"""Whole turns for search: every one is legal, they stay few, and the best turns are among them [4.4]."""

from __future__ import annotations

from typing import cast

import pytest

import spyhouse
from spyhouse.rules.connection import engine, macros
from spyhouse.rules.connection.engine import DRAFT, MAIN, OBJECTIVES, State
from tests.rules.connection.builders import PASSING, PRESETS, ROOM, TRI, play, player, table


def texts(state: State, **limits: int) -> set[str]:
    return {" ".join(ROOM.text(state, state.actor, move) for move in turn) for turn in macros.turns(state, **limits)}


def positions(seats: int, preset: str, seed: int, moves: int) -> list[State]:
    """Moments of a game of random whole turns and random small moves."""
    state = cast(State, ROOM.start(seats, seed=seed, options={**PRESETS[preset], "max_turns": 60}))
    luck = spyhouse.Luck(seed)
    found: list[State] = []
    while len(found) < moves and state.to_act():
        legal = state.legal(state.actor)
        if state.phase == DRAFT or luck.below(4) == 0:
            state.apply(state.actor, legal[luck.below(len(legal))])
        else:
            turns = macros.turns(state)
            for move in turns[luck.below(len(turns))]:
                state.apply(state.actor, move)
        if state.to_act() and state.phase != DRAFT:
            found.append(state.clone())
    return found


@pytest.mark.parametrize("preset", PRESETS)
def test_every_turn_is_legal_and_goes_to_its_end(preset: str) -> None:
    """[4.4] from any moment of a turn; at most 120, each of at most 35 moves [4.2]."""
    for seats in (2, 3, 4):
        for state in positions(seats, preset, seed=seats, moves=25):
            turns = macros.turns(state)
            assert 1 <= len(turns) <= macros.CAP
            assert len({tuple(turn) for turn in turns}) == len(turns)
            for turn in turns:
                assert len(turn) <= 35
                after = state.clone()
                for move in turn:
                    assert after.actor == state.actor
                    after.apply(state.actor, move)
                assert after.turn == state.turn + 1
                assert after.broken() == []


def test_turns_are_in_the_normal_form() -> None:
    """[4.4] D, M, T and O, main, T and O and P, E."""
    order = {"D": 0, "M": 1, "T": 2, "O": 2, "A": 3, "C": 3, "X": 3}
    for state in positions(2, "lean", seed=5, moves=40):
        if state.phase != MAIN or state.moved:
            continue
        for turn in texts(state):
            words = [word[0] for word in turn.split()]
            main = next(place for place, word in enumerate(words) if word in "ACXE")
            ranks = [order.get(word, 3) for word in words[: main + 1]]
            assert ranks == sorted(ranks)
            assert set(words[main + 1 :]) <= set("TOPE")


def test_targets_are_links_cities_and_cards() -> None:
    """[C20, C25, C31] each link to the outside, each useful city, each card."""
    state = table(player(spy="PAR", board="parmad1 parmad2", a="m08"))

    assert texts(state) == {
        *("A:1 E", "A:2 E", "A:3 P:b E", "A:4 E"),  # m24 shows Paris
        *("C:lonpar P:a E", "C:parber E", "C:parrom E", "M:MAD C:madrom E"),
        "M:MAD E P:a E",
    }


def test_one_move_is_kept_when_no_city_is_useful() -> None:
    """[4.4] and after a move only connecting or declaring is left."""
    state = table(player(spy="PAR", board="parmad1 parmad2"))
    assert "M:MAD E E" in texts(state)
    play(state, "M:MAD")
    assert texts(state) == {"C:madrom E", "E E"}
    assert texts(table(player(), objectives=True)) == {"E"}


def test_with_three_open_missions_each_discard_is_tried() -> None:
    """[C20] before each card."""
    state = table(player(a="m01", b="m02", c="m03"))

    assert {turn[:7] for turn in texts(state) if turn[0] == "D"} == {f"D:{slot} A:{place}" for slot in "abc" for place in range(1, 5)}


def test_what_is_missing_is_taken_back_where_it_hurts_least() -> None:
    """[4.4] the loose end before the way to a goal, doubles gladly, never the link to be built."""
    lisa = player(spy="PAR", board="parber1 parmad1 parmad2 lonpar2", a="m08 LON")
    state = table(lisa)
    state.supply[0] = 1
    connects = [turn for turn in texts(state, beam=1) if "C:parrom" in turn]
    assert connects == ["T:lonpar2 T:parber1 C:parrom E"]
    assert len([turn for turn in texts(state) if "C:parrom" in turn]) == macros.BEAM
    assert all("T:lonpar2" not in turn.split("C:lonpar")[0] for turn in texts(state) if "C:lonpar" in turn)
    double = table(player(spy="PAR", board="parber1:2 parmad1"))
    double.supply[0] = 0
    assert "T:parber1 C:lonpar E" in texts(double, beam=1)


def test_objectives_are_given_back_last() -> None:
    """[C17, 4.4] nothing on the board: an agent from a mission."""
    state = table(player(spy="LON", a="m39 ATH MOS", b="m42 ROM"))
    state.supply[0] = 1

    turns = [turn for turn in texts(state, beam=1) if "C:lonpar" in turn]

    assert turns == ["O:b:ROM C:lonpar T:channel P:b E"]


def test_completing_comes_first_and_pays_for_the_rest() -> None:
    """[C35] one agent covers two missions; an empty supply takes one back."""
    rich = table(player(spy="MAD", a="m24", b="m08 LON"), objectives=True)
    rich.supply[0] = 1
    assert texts(rich) == {"P:b P:a E"}
    poor = table(player(spy="MAD", a="m08 LON", b="m42 ROM"), objectives=True)
    poor.supply[0] = 0
    assert texts(poor) == {"O:b:ROM P:a E"}  # completing is worth another objective
    vain = table(player(spy="MAD", a="m24", b="m42 ROM"), objectives=True)
    vain.supply[0] = 0
    assert texts(vain) == {"E"}  # one for one is not
    empty = table(player(spy="MAD", a="m24"), objectives=True)
    empty.supply[0] = 0
    assert texts(empty) == {"E"}


def test_a_house_rule_may_force_a_discard() -> None:
    """[C45] all agents assigned: discarding is the only way on."""
    state = table(player(spy="LON", a="m08 +4", c="m10 +4"), display="", deck=None)
    state.supply[0] = 0

    assert all(turn.startswith("D:") for turn in texts(state))
    passing = table(player(), **PASSING)
    assert "X E" in texts(passing)


def test_too_many_turns_are_cut_to_the_cheapest() -> None:
    """[4.4] the cap."""
    state = table(player(spy="BER", board="berwaw1 viewaw1 bersto1 bersto2 parber1 parber2", a="m01", b="m02", c="m03"))
    state.supply[0] = 0
    all_of_them = macros.turns(state, cap=1000)

    assert len(all_of_them) > 20
    few = macros.turns(state, cap=20)
    assert len(few) == 20
    assert all(turn in all_of_them for turn in few)


# -- Against exhaustive search ---------------------------------------------------------------------------------------------


def value(state: State, seat: int) -> tuple[int, int]:
    """What a turn brought: points in completed missions with extra turns, then covered objectives."""
    done = sum(state.setting.card_vp[card] for card in range(len(state.setting.card_vp)) if state.completed[seat] >> card & 1)
    pending = state.extra + (state.actor == seat)
    return done + pending, state.score(seat)


def best_by_small_moves(state: State) -> tuple[int, int]:
    """The best end of this turn over all orders of all small moves."""
    seat = state.actor
    seen: set[tuple[int, ...]] = set()
    front = [state]
    best = (-1, -1)
    while front:
        here = front.pop()
        for move in here.legal(seat):
            after = here.clone()
            after.mute()
            after.apply(seat, move)
            if after.turn > state.turn:
                best = max(best, value(after, seat))
                continue
            key = tuple(after.numbers())
            if key not in seen:
                seen.add(key)
                front.append(after)
    return best


def best_by_macros(state: State) -> tuple[int, int]:
    seat = state.actor
    best = (-1, -1)
    for turn in macros.turns(state):
        after = state.clone()
        after.mute()
        for move in turn:
            after.apply(seat, move)
        best = max(best, value(after, seat))
    return best


SMALL = [
    player(spy="PAR", board="parmad1 parmad2", a="m08 LON", b="m24"),
    player(spy="LON", board="channel lonber2", a="m08 LON", b="m20 WAW"),
    player(spy="BER", board="berwaw1 viewaw1 bervie1", a="m05 HEL", b="m06 PAR"),
    player(spy="VIE", a="m06 PAR"),
    player(spy="MAD", board="parmad2", a="m08 LON", b="m24 +2"),
    player(spy="ATH", board="athist1", a="m07 MOS", b="m03 VIE"),
]


@pytest.mark.parametrize("supply", [0, 1, 2, 3])
@pytest.mark.parametrize("place", range(len(SMALL)))
def test_the_best_turn_of_a_small_position_is_among_them(place: int, supply: int) -> None:
    """[4.4] as good as exhaustive search over small moves."""
    state = table(SMALL[place], player(spy="ROM", board="parrom3 madrom3"), display="m01 m14")
    state.supply[0] = supply

    assert best_by_macros(state) == best_by_small_moves(state)


def test_the_best_turns_on_a_junction_map_are_among_them() -> None:
    """[C30, 4.4] played through on tri."""
    state = cast(State, ROOM.start(2, seed=2, options={"content": TRI, "max_turns": 6}))
    luck = spyhouse.Luck(2)
    looked = 0
    while state.to_act():
        if state.phase in (MAIN, OBJECTIVES):
            state.supply[state.actor] = min(state.supply[state.actor], 3)
            assert best_by_macros(state) == best_by_small_moves(state)
            looked += 1
        legal = state.legal(state.actor)
        state.apply(state.actor, legal[luck.below(len(legal))])
    assert looked > 10
    assert engine.REASONS[state.reason] == "adjudicated"
