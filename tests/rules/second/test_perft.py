"""How many sequences of moves there are (6.3): the oracle of the rules."""

from __future__ import annotations

import pytest

from spyhouse.rules.second.engine import State
from tests.rules.second.build import actor, golden, perft, start


def sequences(state: State, last: int) -> int:
    """Perft one sequence at a time: what `perft` must give although it counts equal positions together."""
    if not state.to_act() or state.round > last:
        return 1
    total = 0
    for action in state.legal(actor(state)):
        after = state.clone()
        after.mute()
        after.apply(actor(state), action)
        total += sequences(after, last)
    return total


@pytest.mark.parametrize("tokens", ["BBUABUBA", "UABUABUA", "AAAAAUBA"])
def test_round_1_has_1525_sequences_with_any_tokens(tokens: str) -> None:
    """6.3: 1,525 = 18 x 25 + 25 x 43 from the start to the end of round 1 [S16-S28]."""
    assert sequences(start(tokens), 1) == 1_525
    assert perft(start(tokens)) == 1_525


def test_round_1_of_cold_war_has_625_sequences() -> None:
    """6.3: in Cold War every mission of round 1 becomes an Infiltrate: 625 [S34, S35, L6]."""
    assert sequences(start(cold_war=True), 1) == 625
    assert perft(start(cold_war=True)) == 625


@pytest.mark.parametrize(("number", "count"), [(5, 1_385), (6, 624), (7, 522)])
def test_the_late_rounds_of_golden_game_1(number: int, count: int) -> None:
    """6.3: golden game 1, rounds 5, 6 and 7: 1,385 / 624 / 522 sequences."""
    assert sequences(golden(number - 1), number) == count
    assert perft(golden(number - 1)) == count


@pytest.mark.slow
def test_rounds_6_and_7_of_golden_game_1_together() -> None:
    """6.3: golden game 1 from the start of round 6 to the end of round 7: 94,986 sequences."""
    assert perft(golden(5), rounds=2) == 94_986


@pytest.mark.long
@pytest.mark.parametrize(("tokens", "count"), [("BBUABUBA", 12_469_108), ("UABUABUA", 18_023_236)])
def test_the_first_two_rounds(tokens: str, count: int) -> None:
    """6.3: from the start to the end of round 2: 12,469,108 (BBUABUBA) and 18,023,236 (UABUABUA)."""
    assert perft(start(tokens), rounds=2) == count
