"""Every bot of every game: it plays legal moves, from its view alone, and the same ones again."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec

import pytest

import spyhouse
from spyhouse import bots
from spyhouse.bots import base
from tests.house import limit_of

GAMES = [slug for slug in spyhouse.games() if find_spec(f"spyhouse.rules.{slug}")]  # not those that tests have adopted
ALL = [(slug, f"{name}@6" if name in bots.LEVELS else name) for slug in GAMES for name in bots.names(slug)]  # levels think little here


def decisions(slug: str, name: str, seed: int) -> Iterator[tuple[spyhouse.State, int, int]]:
    """A game of the bot against itself: the state, the seat and its choice, before each move."""
    game = spyhouse.game(slug)
    choose = bots.bot(slug, name)
    state = game.start(seed=seed, options=limit_of(slug).options)
    luck = spyhouse.Luck(seed)
    while owing := state.to_act():
        if owing[0] == spyhouse.CLOCK:
            state.apply(spyhouse.CLOCK, state.legal(spyhouse.CLOCK)[0])
            continue
        choice = choose(state.view(owing[0]), luck)
        yield state, owing[0], choice
        state.apply(owing[0], choice)


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "name"), ALL)
def test_a_bot_plays_whole_games_by_legal_moves(slug: str, name: str) -> None:
    for state, seat, choice in decisions(slug, name, seed=3):
        assert choice in state.legal(seat)


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "name"), ALL)
def test_a_bot_chooses_the_same_from_the_bytes_of_its_view(slug: str, name: str) -> None:
    choose = bots.bot(slug, name)
    for place, (state, seat, _) in enumerate(decisions(slug, name, seed=4)):
        if place % 5 == 0:
            view = state.view(seat)
            before = bytes(view)
            luck = spyhouse.Luck(place)
            assert choose(view, luck.clone()) == choose(spyhouse.game(slug).view(before), luck.clone())
            assert bytes(view) == before  # thinking changes nothing


def test_every_game_has_a_random_bot_that_can_play_anything() -> None:
    state = spyhouse.game("second").start(seed=1)
    seat = state.to_act()[0]
    luck = spyhouse.Luck(0)
    played = {base.random_move(state.view(seat), luck) for _ in range(100)}

    assert played == set(state.legal(seat))
    for slug in GAMES:
        assert bots.names(slug)[0] == "random"


def test_an_unknown_bot_is_refused_with_the_possible_ones() -> None:
    with pytest.raises(spyhouse.SpyhouseError, match=r"Second Place has no bot 'genius'\. Possible: random, 1, 2, 3, 4, 5, greedy\."):
        bots.bot("second", "genius")


@pytest.mark.parametrize("name", ["greedy@5", "4@", "4@0", "4@-1", "4@many", "4@1000000000"])
def test_only_a_level_takes_a_budget_and_only_a_number(name: str) -> None:
    with pytest.raises(spyhouse.SpyhouseError, match=f"'{name}' is no level with its iterations"):
        bots.bot("second", name)


def test_an_unknown_game_has_no_bots() -> None:
    with pytest.raises(spyhouse.SpyhouseError, match="There is no game 'chess'"):
        bots.names("chess")
