"""The golden game (6.4), move by move, and the golden ending (6.5), solved."""

from __future__ import annotations

from functools import partial

import pytest

from spyhouse import Outcome
from spyhouse.rules.second.engine import GREEN, State
from tests.rules.second.build import GOLDEN_GAME, ROOM, actor, at, cubes, golden, key, legal, play, points, start, written

AFTER_ROUND = {  # 6.4: the tracker and who holds the Briefcase afterwards
    1: ("2.2.0", "o"),
    2: ("5.4.1", "g"),
    3: ("10.6.3", "g"),
    4: ("13.7.5", "g"),
    5: ("13.7.5", "g"),
    6: ("11.8.6", "g"),
}
ROUND_6 = "BBUABUBA 00000010 m,m,m 0.1.0+0.0.1/2.0.0/1.1.2 13.7.5 00110/02111/2/6 10000/22111/1/7 6/sel/g/g/g"
ROUND_7 = "BBUABUBA 00000000 -,m,m 0.1.1/2.0.0/1.1.1+0.0.1 11.8.6 00111/02111/1/6 10100/22110/1/7 7/sel/g/g/g"
ENDING_7 = "BBUABUBA 00000000 m,m,m 2.3.2/1.1.1/5.3.1+0.0.1 2.2.3 01011/21101/1/1 10011/22101/0/2 7/sel/g/g/g"
ENDING_8 = "BBUABUBA 00000000 m,m,m 2.3.2/1.1.0/5.3.2 2.2.3 01110/21101/1/1 10011/22101/0/2 8/sel/o/o/g"

RECORD = [  # 4.2
    "1. g d:RG | o d:SR || g G:I R:I | o S:I R:I || +0 +0 +0 = 2.2.0 row6 brief o",
    "2. o d:GX | g d:RX || o X:B $2 G:B+dR | g X:I R:Bo>A || +3 +4 +1 = 5.4.1 row2 brief g",
    "3. g s:C | o d:SR || g C:U $1 | o R:Bo>U S:Ao~Bg || +6 +2 +2 = 10.6.3 row2 brief g",
    "4. g d:SC | o d:RC || g S:Ag~Bo C:A $1 | o R:Bg>A C:U $1 || +4 +2 +2 = 13.7.5 row2 brief g",
    "5. g s:G | o s:S || g G:U+dS | o S:Ao~Bg || +0 +0 +0 = 13.7.5 row2 brief g",
    "6. g s:X | o s:G || g X:U $2 | o G:B+dX || +0 +1 +1 = 11.8.6 row2 brief g",
    "7. g s:R | o s:S || g R:Bd>U | o S:Ud~Ag || +1 +1 +1 = 12.9.7 row2 brief g",
    "8. g - | o - || g - | o - || +1 +1 +1 = 13.10.8 row2",
]


def test_golden_game_1_move_by_move() -> None:
    """6.4: every move is legal with the number of legal moves given, and every round ends as given."""
    table = start()
    for number, line in enumerate(GOLDEN_GAME, 1):
        for move in line.split():
            name, _, count = move.rstrip(")").partition("(")
            assert name in legal(table)
            assert len(legal(table)) == int(count), f"round {number}, {name}"
            play(table, name)
        if number in AFTER_ROUND:
            assert (points(table), "go"[table.briefcase]) == AFTER_ROUND[number]


def test_golden_game_1_passes_through_the_positions_given() -> None:
    """6.4: the position strings at the start of rounds 6 and 7."""
    assert written(golden(5)) == ROUND_6
    assert written(golden(6)) == ROUND_7


def test_golden_game_1_ends_with_orange_winning() -> None:
    """6.4: 13.10.8 is row 2, orange wins; final departments U 1.1.1, A 1.0.1, B 1.1.1 [S52, S54]."""
    table = golden(7)

    assert table.outcome() == Outcome("row2", (13, 10), (2, 1), (1,), (-1.0, 1.0))
    assert points(table) == "13.10.8"
    assert [cubes(table, dept) for dept in "UAB"] == ["1.1.1", "1.0.1", "1.1.1"]


def test_golden_game_1_written_down() -> None:
    """4.2: the round record, a line a round; a player without a mission is written as `-` [S22]."""
    assert ROOM.lines(golden(7)) == RECORD
    assert ROOM.lines(golden(2)) == [*RECORD[:2], "3."]


def test_an_unfinished_round_is_written_down_as_far_as_it_went() -> None:
    """4.2: selections first, then what has been executed."""
    table = play(golden(2), "s:C d:SR C:U R:Bo>U")

    assert ROOM.lines(table)[2] == "3. g s:C | o d:SR || g C:U $1 | o R:Bo>U"


# -- 6.5: exact values, for green, when both losing counts 0 -----------------------------------------------------------


def value(table: State, known: dict[tuple[int, ...], float]) -> float:
    """The value for green under perfect play: +1 win, 0 both lose, -1 loss."""
    outcome = table.outcome()
    if outcome is not None:
        return outcome.returns[GREEN]
    place = key(table)
    if place not in known:
        best = max if actor(table) == GREEN else min
        known[place] = best(after_move(table, known).values())
    return known[place]


def after_move(table: State, known: dict[tuple[int, ...], float]) -> dict[str, float]:
    """The value of every legal move."""
    values: dict[str, float] = {}
    seat = actor(table)
    for action in table.legal(seat):
        after = table.clone()
        after.mute()
        after.apply(seat, action)
        values[ROOM.text(table, seat, action)] = value(after, known)
    return values


zero_sum = partial(at, both_lose_utility=0)


def test_the_golden_ending_is_won_by_regroup_alone() -> None:
    """6.5: from round 7 `s:G` wins, `s:S` and `s:R` only let both lose."""
    assert after_move(zero_sum(ENDING_7), {}) == {"s:G": 1.0, "s:S": 0.0, "s:R": 0.0}


def test_the_last_round_of_the_golden_ending_is_won_by_assassinate_alone() -> None:
    """6.5: in round 8 `s:X` wins, `s:S` and `s:R` are worth 0."""
    assert after_move(zero_sum(ENDING_8), {}) == {"s:X": 1.0, "s:S": 0.0, "s:R": 0.0}


@pytest.mark.parametrize(("reading", "winners"), [("dense", (0,)), ("joint_second", (1,))])
def test_the_line_of_the_golden_ending(reading: str, winners: tuple[int, ...]) -> None:
    """6.5: `G:A+sX`, then `s:X` and `X:A`: green pays 2, Nano 1.1.0 pays 1 and 1: 1.3.3, row 3; `joint_second` turns it round."""
    table = play(at(ENDING_7, tie_for_first=reading), "s:G G:A+sX")
    assert written(table) == ENDING_8

    play(table, "s:X X:A")

    outcome = table.outcome()
    assert outcome is not None
    assert points(table) == "1.3.3"
    assert (outcome.reason, outcome.winners) == ("row3", winners)


@pytest.mark.slow
@pytest.mark.parametrize("rounds", [5, 6])
def test_golden_game_1_is_lost_for_green_from_round_6_on(rounds: int) -> None:
    """6.5: golden game 1, start of rounds 6 and 7: green loses whatever it selects."""
    values = after_move(golden(rounds, both_lose_utility=0), {})

    assert set(values.values()) == {-1.0}
