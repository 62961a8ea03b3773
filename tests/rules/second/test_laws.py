"""The laws of 1.6: they hold after every move of random games, and a broken one is found."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from spyhouse import Luck
from spyhouse.rules.second.engine import ORANGE, State
from tests.rules.second.build import ROOM, actor, card, key, play_defaults, points, position, start

MIXES: list[dict[str, Any]] = [
    {"safe_house": house, "random_diplomacy": diplomacy, "cold_war": war, "double_double_agent": agent}
    for house, diplomacy, war, agent in product((False, True), (False, True), (False, True), ("off", "4", "8", "both"))
]


def random_game(seed: int, options: dict[str, Any]) -> None:
    """One game of random moves; after each of them every law holds, and a deadlock stays one [L9]."""
    state, luck = ROOM.start(seed=seed, options=options), Luck(seed)
    assert isinstance(state, State)
    stuck: list[int] | None = None
    while True:
        assert state.broken() == [], (seed, options)
        if stuck is not None:
            assert state.points == stuck, (seed, options)
            assert state.is_deadlocked()
        elif state.is_deadlocked():
            stuck = list(state.points)
        if not state.to_act():
            break
        legal = state.legal(actor(state))
        state.apply(actor(state), legal[luck.below(len(legal))])
    assert stuck is None or state.row() >= 6  # both lose


def test_there_are_32_mixes_of_variants() -> None:
    """Part 5: 2 x 2 x 2 x 4 set-ups, all different."""
    assert len({ROOM.terms(options=mix).label for mix in MIXES}) == 32


@pytest.mark.parametrize("mix", range(32))
def test_every_law_holds_in_every_mix(mix: int) -> None:
    """L1-L9: 30 random games of every mix of variants, after every move."""
    for seed in range(30):
        random_game(seed, MIXES[mix])


@pytest.mark.long
@pytest.mark.parametrize("mix", range(32))
def test_every_law_holds_in_a_thousand_games_of_every_mix(mix: int) -> None:
    """L1-L9: 1,000 random games of every mix of variants, after every move."""
    for seed in range(1_000):
        random_game(seed, MIXES[mix])


def spoil(name: str, place: int, value: int) -> Callable[[State], None]:
    def change(state: State) -> None:
        getattr(state, name)[place] = value

    return change


BREAKS: dict[str, tuple[Callable[[State], None], list[str]]] = {
    "a token too many": (spoil("tokens", 0, 10), ["L1", "L3"]),
    "a token vanished": (spoil("tokens", ORANGE, 8), ["L1"]),
    "a cube vanished": (spoil("cubes", 0, 8), ["L2", "L3"]),
    "a cube from nowhere": (spoil("reception", 1, 1), ["L2"]),
    "a double agent from nowhere": (spoil("reception", 2, 1), ["L2"]),
    "debts": (spoil("points", 0, -1), ["L4"]),
    "a Minister lost": (spoil("minister", 0, 0), ["L5"]),
    "a Minister astray": (spoil("minister", 1, 13), ["L5"]),
    "a cube embedded in round 1": (spoil("spying", 0, 1), ["L2", "L6"]),
    "no Minister above slot 1": (spoil("minister", 2, 5), ["L7", "L8"]),
    "a closed department opened too early": (spoil("minister", 2, 10), ["L8"]),
}


@pytest.mark.parametrize("what", BREAKS)
def test_a_broken_law_is_found(what: str) -> None:
    """L1-L8: a table spoilt by hand names the laws that do not hold."""
    change, laws = BREAKS[what]
    table = start()
    assert table.broken() == []

    change(table)

    assert table.broken() == laws


def test_the_supply_law_is_for_official_set_ups() -> None:
    """L3: with fewer cubes than tokens Infiltrate may run out of cubes, and that breaks no law [S40]."""
    assert play_defaults(start(cubes_per_player=2)).broken() == []


def test_the_minister_of_the_active_department_is_in_place_when_missions_are_selected() -> None:
    """L8: at every selection of a game, so the first player always has a target for C and X if he can pay."""
    table = start()
    while table.to_act():
        if table.round and key(table)[-4] in (0, 1):  # choosing or selecting
            assert not table.is_open(table.active_dept())
        table.apply(actor(table), table.default(actor(table)))


def test_a_deadlock_needs_all_ministers_in_place_and_empty_pockets() -> None:
    """L9: all three Ministers on their places and both players at 0; the Double Agent's points do not matter."""
    assert position(points="0.0.7").is_deadlocked()
    assert not position(points="0.1.7").is_deadlocked()
    assert not position(points="1.0.7").is_deadlocked()
    assert not position(points="0.0.7", round=3).is_deadlocked()
    assert not position(points="0.0.7", mission_cost={"C": 0}).is_deadlocked()


def test_a_deadlocked_game_ends_as_it_stands() -> None:
    """L9: no marker ever moves again, both lose."""
    table = position(points="0.0.7", nuke="2.0.1", bio="1.1.0", green=card(pending="d:CX"), orange=card(pending="d:SR"))

    play_defaults(table)

    outcome = table.outcome()
    assert outcome is not None
    assert points(table) == "0.0.7"
    assert outcome.reason == "row7"


def test_cold_war_often_ends_in_a_deadlock() -> None:
    """Part 5: the warning of Cold War: well over a third of random games end with both losing."""
    lost = 0
    for seed in range(100):
        state, luck = ROOM.start(seed=seed, options={"cold_war": True}), Luck(seed)
        while state.to_act():
            legal = state.legal(state.to_act()[0])
            state.apply(state.to_act()[0], legal[luck.below(len(legal))])
        outcome = state.outcome()
        assert outcome is not None
        lost += not outcome.winners
    assert lost > 40
