"""The greedy player of Estoril: better than chance, and sensible in plain situations [part 8]."""

from __future__ import annotations

import pytest

import spyhouse
from spyhouse.bots.base import bot, random_move
from spyhouse.rules.estoril.engine import State
from spyhouse.rules.kit.luck import Luck
from tests.rules.estoril.build import BLUE, CITY, GREEN, RED, ROOM, city, make, position, resolve, reward, space, stand

GREEDY = bot("estoril", "greedy")


def won(seats: int, games: int) -> float:
    """The share of wins of one greedy player among random ones; seats change from game to game."""
    wins = 0.0
    for seed in range(games):
        own = seed % seats
        state, luck = spyhouse.game("estoril").start(seats, seed), Luck(seed)
        state.mute()
        while owing := state.to_act():
            view = state.view(owing[0])
            state.apply(owing[0], GREEDY(view, luck) if owing[0] == own else random_move(view, luck))
        outcome = state.outcome()
        assert outcome is not None
        wins += 1 / len(outcome.winners) if own in outcome.winners else 0
    return wins / games


def test_it_beats_a_random_player() -> None:
    """Part 8: nearly always."""
    assert won(2, 12) >= 11 / 12


def test_it_beats_three_random_players() -> None:
    """Part 8: nearly always, with a fair share of 25 %."""
    assert won(4, 12) >= 9 / 12


@pytest.mark.long
@pytest.mark.parametrize(("seats", "share"), [(2, 0.99), (4, 0.94)])
def test_it_wins_what_the_rules_document_asks_for(seats: int, share: float) -> None:
    """Part 8: 500 games; the true shares are 99.8 % and 97.4 %."""
    assert won(seats, 500) >= share


def choice(state: State, seat: int) -> str:
    return ROOM.text(state, seat, GREEDY(state.view(seat), Luck(1)))


def test_it_swaps_for_the_better_reward_and_leaves_the_worse_to_others() -> None:
    """E35: as winner and as loser."""
    for strength, wish in ((5, "C3.1~"), (0, "C3.1=")):
        state = city(CITY)
        stand(state, "3.1", RED, strength, "C")
        stand(state, "3.2", BLUE, 3)
        reward(state, 3, vp=0)
        resolve(state, 3)
        make(state, state.pile[0], vp=5)
        state.apply(RED, ROOM.parse(state, RED, "C3.1"))
        assert choice(state, RED) == wish


def test_it_shoots_who_is_in_its_way() -> None:
    """E34: the rival, not itself."""
    state = city(CITY)
    stand(state, "3.1", RED, 1, "A")
    stand(state, "3.2", BLUE, 3)
    reward(state, 3, vp=4)
    resolve(state, 3)
    assert choice(state, RED) == "A3.1x3.2"


def test_it_gives_up_the_tile_that_is_worth_less() -> None:
    """E47."""
    state = city("4 2 6 / 1 5 7")
    stand(state, "7.1", BLUE, 4)
    stand(state, "7.2", RED, vp=5)
    stand(state, "7.3", RED, vp=0)
    resolve(state, 7)
    assert choice(state, RED) == "H7.3"


def test_it_looks_at_a_reward_rather_than_not_at_all() -> None:
    """E24."""
    state = city("4r1 2 6 / 1 5 3")
    state.apply(RED, space(state, "4.1"))
    assert choice(state, RED) == "?4.R"
    assert state.reward[position(state, 4)] >= 0


def test_it_discards_what_it_needs_least() -> None:
    """E53: a tile without points or symbols in the last round."""
    state = city(CITY)
    state.round = 4
    state.hand[GREEN] = sorted(state.hand[GREEN] + [make(state, state.pile.pop(), vp=5)])
    state.pile_known.pop()
    state.open_missions = state.open_missions[:3]
    state.end_round()
    assert choice(state, GREEN) == "X gS1"  # the Bodyguard: strong, but worth nothing now
