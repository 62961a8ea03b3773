"""The greedy bot of Second Place: what it values, and that it beats chance."""

from __future__ import annotations

import pytest

import spyhouse
from spyhouse import bots
from spyhouse.bots import second
from spyhouse.rules.second.engine import State

GAME = spyhouse.game("second")
FIRST = {"spy_ops": "first_player"}


def position(text: str) -> State:
    state = GAME.position(text, FIRST)
    assert isinstance(state, State)
    return state


def with_points(green: int, orange: int, agent: int) -> State:
    return position(f"BBUABUBA 00000000 m,m,m 0.0.6/0.0.0/0.0.0 {green}.{orange}.{agent} 00000/00000/9/9 00000/00000/9/9 8/sel/g/g/g")


def greedy_move(state: State) -> str:
    seat = state.actor
    return GAME.text(state, seat, bots.bot("second", "greedy")(state.view(seat), spyhouse.Luck(1)))


def test_greedy_takes_the_win_that_is_one_move_away() -> None:
    """6.5: in round 8 of golden ending 2 Assassinate in Nano wins, everything else only ties."""
    state = position("BBUABUBA 00000000 m,m,m 2.3.2/1.1.0/5.3.2 2.2.3 01110/21101/1/1 10011/22101/0/2 8/sel/o/o/g")

    assert greedy_move(state) == "s:X"
    state.apply(0, GAME.parse(state, 0, "s:X"))
    assert greedy_move(state) == "X:A"


def test_greedy_saves_its_tokens_for_the_rounds_to_come() -> None:
    """Part 8, Tempo: nine tokens for eight rounds leave no Dual before the last one."""
    state = position("BBUABUBA 01101110 f3,f4,m 0.0.0/0.0.0/0.0.0+0.0.1 2.2.0 00000/00000/9/9 00000/00000/9/9 1/sel/g/g/g")

    assert [GAME.text(state, 0, move) for move in second.sensible(state, 0)] == ["s:S", "s:R", "s:G", "s:C", "s:X"]


def test_greedy_may_spend_all_it_has_in_the_last_round() -> None:
    assert len(second.sensible(with_points(2, 2, 0), 0)) == 15


def test_a_token_to_spare_allows_a_dual() -> None:
    """Part 8: seven tokens stay for the six rounds after this one."""
    state = position("BBUABUBA 00101110 f3,f4,m 0.0.0/0.0.0/0.0.1+0.0.1 2.2.0 00000/00000/9/9 00000/00000/9/9 2/sel/g/g/g")

    assert len(second.sensible(state, 0)) == 15


def test_the_row_counts_before_everything_else() -> None:
    """S49: green first with the Double Agent alone second wins; level players both lose."""
    assert second.worth_of(with_points(9, 4, 6))[0] > 1 > -1 > second.worth_of(with_points(9, 4, 6))[1]
    assert second.worth_of(with_points(6, 6, 2)) == (-1.0, -1.0)


def test_a_row_is_safer_the_further_its_next_border() -> None:
    """Part 8: 9.4.6 holds until the Double Agent climbs three or orange two; 9.4.5 breaks when orange climbs one."""
    assert second.steps_to_border(with_points(9, 4, 6), 0) == 2
    assert second.steps_to_border(with_points(9, 4, 5), 0) == 1
    assert second.steps_to_border(with_points(20, 10, 0), 1) == second.FAR


@pytest.mark.slow
def test_greedy_clearly_beats_random_from_both_seats() -> None:
    wins = {"greedy": 0, "random": 0}
    for number in range(40):
        players = ("greedy", "random") if number % 2 == 0 else ("random", "greedy")
        state = GAME.start(seed=number // 2)
        luck = spyhouse.Luck(number)
        while owing := state.to_act():
            seat = owing[0]
            state.apply(seat, bots.bot("second", players[seat])(state.view(seat), luck))
        outcome = state.outcome()
        assert outcome is not None
        for seat in outcome.winners:
            wins[players[seat]] += 1

    assert wins["greedy"] >= 2 * wins["random"]
