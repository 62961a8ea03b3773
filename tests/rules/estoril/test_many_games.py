"""Many random matches over all option mixes: no broken invariant, no dead end, hardly ever a fallback [1.11, E19]."""

from __future__ import annotations

from typing import Any

import pytest

from spyhouse.rules.estoril import engine
from spyhouse.rules.estoril.meta import OPTIONS
from spyhouse.rules.kit.luck import Luck
from spyhouse.rules.kit.options import Choice, Flag
from tests.rules.estoril.build import ROOM

OTHERS: dict[str, list[object]] = {"white_cube_limit": [None, 5], "mission_min_count": [0, 1]}


def mixed(luck: Luck, seats: int) -> dict[str, Any]:
    """Any value of every option, as far as they go together."""
    mix: dict[str, Any] = {}
    for option in OPTIONS:
        values: list[Any] = OTHERS.get(option.name, [])
        if isinstance(option.kind, Flag):
            values = [False, True]
        if isinstance(option.kind, Choice):
            values = list(option.kind.words)
        if values:
            mix[option.name] = values[luck.below(len(values))]
    return mix | ({"variant_secret_missions": False} if seats == 2 else {})


def play(seed: int, options: dict[str, Any], seats: int) -> bool:
    """Plays a match of random moves under the eye of its laws; returns whether somebody had to fall back."""
    state, luck = ROOM.start(seats, luck=Luck(seed), options=options), Luck(seed + 1)
    assert isinstance(state, engine.State)
    state.mute()
    fell_back = False
    moves = 0
    while owing := state.to_act():
        seat = owing[0]
        legal = state.legal(seat)
        if state.phase == engine.PLACING:
            spaces = state.placement_spaces(seat)
            fell_back |= not any(state.city.is_outer[space] or state.stands_beside(seat, space) for space in spaces)
        state.apply(seat, legal[luck.below(len(legal))])
        moves += 1
        if moves % 10 == 0:
            assert state.broken() == []
    assert state.broken() == []
    assert 60 <= moves <= 400
    return fell_back


def check(games: int) -> None:
    fallbacks = 0
    for seed in range(games):
        luck = Luck(seed)
        seats = 2 + luck.below(3)
        play(seed, mixed(luck, seats), seats)
        fallbacks += play(seed, {}, seats)
    assert fallbacks <= max(2, games // 100)


def test_random_matches_break_no_law() -> None:
    """1.11, E19: a few of them."""
    check(60)


@pytest.mark.long
def test_twenty_thousand_random_matches_break_no_law() -> None:
    """1.11, E19: half of them with any options, half with ours; at most 1 % fall back."""
    check(10_000)
