"""Exact endings of Second Place: right by brute force and by the endings of the rules document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

import spyhouse
from spyhouse.bots.solver import UNKNOWN, Solver, is_frozen, is_last_mission, key_of, last_winners, winner_of
from spyhouse.rules.second.engine import GREEN, NOBODY, ORANGE, OVER, SELECT_DUAL, SELECTING, State

GAME = spyhouse.game("second")
FIRST = {"spy_ops": "first_player"}
OPTIONS: list[Mapping[str, object]] = [
    {},
    {"cold_war": True, "random_diplomacy": True},
    {"layout": "wide", "dual_pair_rule": "only_SS_RR_forbidden", "tie_for_first": "joint_second"},
    {"regroup_same_round": False, "tracker_top": 7, "spy_ops": "second_player"},
    {"safe_house": True, "double_double_agent": "both"},
]
WINS = "BBUABUBA 00000000 m,m,m 2.3.2/1.1.1/5.3.1+0.0.1 2.2.3 01011/21101/1/1 10011/22101/0/2 7/sel/g/g/g"
ROUND_8 = "BBUABUBA 00000000 m,m,m 2.3.2/1.1.0/5.3.2 2.2.3 01110/21101/1/1 10011/22101/0/2 8/sel/o/o/g"
LOST_6 = "BBUABUBA 00000010 m,m,m 0.1.0+0.0.1/2.0.0/1.1.2 13.7.5 00110/02111/2/6 10000/22111/1/7 6/sel/g/g/g"
LOST_7 = "BBUABUBA 00000000 -,m,m 0.1.1/2.0.0/1.1.1+0.0.1 11.8.6 00111/02111/1/6 10100/22110/1/7 7/sel/g/g/g"


def position(text: str) -> State:
    state = GAME.position(text, FIRST)
    assert isinstance(state, State)
    return state


def endings(seed: int, options: Mapping[str, object] | None = None, round_: int = 8) -> State:
    """The start of a late round of a random game that saves its tokens."""
    state = GAME.start(seed=seed, options=options)
    assert isinstance(state, State)
    luck = spyhouse.Luck(seed)
    while state.to_act() and state.round < round_:
        moves = state.legal(state.actor)
        if state.phase == SELECTING and luck.below(100) >= 10:
            moves = [move for move in moves if move < SELECT_DUAL] or moves
        state.apply(state.actor, moves[luck.below(len(moves))])
    state.mute()
    return state


class TooMuch(Exception):
    """More positions than brute force should look at in a test."""


def brute_force(state: State, met: dict[tuple[int, ...], int], most: int) -> int:
    """The value for green with nothing but the rules."""
    if state.phase == OVER:
        winner = state.winning(state.row())
        return 0 if winner == NOBODY else 1 if winner == GREEN else -1
    key = tuple(state.numbers())
    if key not in met:
        if len(met) > most:
            raise TooMuch
        sign = 1 if state.actor == GREEN else -1
        best = -1
        for move in state.legal(state.actor):
            after = state.clone()
            after.apply(state.actor, move)
            best = max(best, sign * brute_force(after, met, most))
            if best == 1:
                break
        met[key] = sign * best
    return met[key]


def solved_by_force(wanted: int, most: int, options: Mapping[str, object] | None = None) -> Iterator[tuple[State, int]]:
    """Late positions with their values, as many as wanted: those that brute force can do in a moment."""
    seed = 0
    while wanted:
        state = endings(seed, options)
        seed += 1
        try:
            value = brute_force(state, {}, most)
        except TooMuch:
            continue
        wanted -= 1
        yield state, value


def moves_of(state: State) -> Iterator[tuple[str, State]]:
    for move in state.legal(state.actor):
        after = state.clone()
        after.apply(state.actor, move)
        yield GAME.text(state, state.actor, move), after


# -- Right ---------------------------------------------------------------------------------------------------------------------


def test_the_golden_ending_is_won_by_regroup_alone() -> None:
    """6.5: `s:G` wins, `s:S` and `s:R` only draw."""
    state = position(WINS)

    assert Solver(200_000).value(state) == 1
    assert {text: Solver(200_000).value(after) for text, after in moves_of(state)} == {"s:G": 1, "s:S": 0, "s:R": 0}
    assert [GAME.text(state, GREEN, move) for move in Solver(200_000).best(state)] == ["s:G"]


def test_in_round_8_of_the_golden_ending_only_assassinate_wins() -> None:
    """6.5: `s:X` win, `s:S` 0, `s:R` 0."""
    assert {text: Solver(5_000).value(after) for text, after in moves_of(position(ROUND_8))} == {"s:X": 1, "s:S": 0, "s:R": 0}


@pytest.mark.parametrize("text", [LOST_6, LOST_7], ids=["round 6", "round 7"])
def test_golden_game_1_is_lost_for_green_whatever_it_selects(text: str) -> None:
    """6.5: from round 6 on."""
    state = position(text)
    solver = Solver(2_000_000)

    assert solver.value(state) == -1
    assert solver.best(state) == state.legal(GREEN)


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS, ids=[str(number) for number in range(len(OPTIONS))])
def test_the_solver_agrees_with_brute_force_under_all_kinds_of_options(options: Mapping[str, object]) -> None:
    for state, value in solved_by_force(8, 300, options):
        assert Solver(100_000).value(state) == value, GAME.position_text(state)


@pytest.mark.slow
def test_the_solver_agrees_with_brute_force_on_200_positions_of_round_8() -> None:
    values = [value for state, value in solved_by_force(200, 800) if Solver(100_000).value(state) == value]

    assert len(values) == 200
    assert set(values) == {1, 0, -1}


def test_a_last_mission_is_looked_up_as_it_would_be_played() -> None:
    """S41-S45, S49: for every execution that ends a game."""
    looked_up = 0
    for seed in range(60):
        state = endings(seed, OPTIONS[seed % len(OPTIONS)])
        luck = spyhouse.Luck(seed)
        while state.to_act():
            moves = state.legal(state.actor)
            if is_last_mission(state):
                played = [after.winning(after.row()) for _, after in moves_of(state)]
                assert last_winners(state, moves) == played
                assert all(after.phase == OVER for _, after in moves_of(state))
                looked_up += len(moves)
            state.apply(state.actor, moves[luck.below(len(moves))])

    assert looked_up > 100


def test_the_winner_by_points_is_the_winner_of_the_row() -> None:
    """S49: all orders of three markers, with both readings of a tie for first."""
    for options in ({}, {"tie_for_first": "joint_second"}):
        state = GAME.start(seed=1, options=options)
        assert isinstance(state, State)
        for green in range(4):
            for orange in range(4):
                for agent in range(4):
                    state.points = [green, orange, agent]
                    assert winner_of(green, orange, agent, state.setting.joint_second) == state.winning(state.row())


# -- Short ---------------------------------------------------------------------------------------------------------------------


def test_beyond_its_limit_it_says_that_it_does_not_know() -> None:
    state = position(WINS)

    assert Solver(3).value(state) == UNKNOWN
    assert Solver(3).best(state) == []
    assert Solver(3).values(state, state.legal(GREEN))[-1] == UNKNOWN


def test_when_its_time_is_over_it_says_so_at_the_next_position() -> None:
    state = position(WINS)
    late = Solver(10**9, end=0.0)

    assert late.value(state) == UNKNOWN
    assert late.best(state) == []
    assert late.values(state, state.legal(GREEN)) == [UNKNOWN] * 3
    assert len(late.known[0]) + len(late.known[1]) == 0


def test_a_win_ends_the_look_at_other_moves() -> None:
    """6.5: Regroup wins; nobody needs to know what Switch is worth."""
    state = position(WINS)
    switch, relocate, regroup = state.legal(GREEN)

    assert Solver(200_000).values(state, [regroup, switch, relocate]) == [1, UNKNOWN, UNKNOWN]
    assert Solver(200_000).values(state, [switch, relocate, regroup]) == [0, 0, 1]


def test_points_beyond_all_payments_make_no_difference() -> None:
    rich = position("BBUABUBA 00000000 m,m,m 2.3.2/1.1.0/5.3.2 20.22.23 01110/21101/1/1 10011/22101/0/2 8/sel/o/o/g")
    richer = position("BBUABUBA 00000000 m,m,m 2.3.2/1.1.0/5.3.2 30.32.33 01110/21101/1/1 10011/22101/0/2 8/sel/o/o/g")

    assert key_of(rich) == key_of(richer) != key_of(position(ROUND_8))


def test_departments_without_tokens_to_come_are_interchangeable() -> None:
    """Part 3: Nuke and Bio may change places in round 8, whose token shows Nano; Nano may not."""
    twin = position("UBBABUBA 00000000 m,m,m 5.3.2/1.1.0/2.3.2 2.2.3 01110/21101/1/1 10011/22101/0/2 8/sel/o/o/g")
    other = position("UBBABUBA 00000000 m,m,m 1.1.0/2.3.2/5.3.2 2.2.3 01110/21101/1/1 10011/22101/0/2 8/sel/o/o/g")

    assert key_of(twin) == key_of(position(ROUND_8)) != key_of(other)


def test_where_no_department_can_open_the_game_is_decided() -> None:
    """S42: every Minister in place, and nobody has the tokens, the slots and the points to move one."""
    text = "BBUABUBA 00000000 m,m,m 2.3.2/1.1.0/5.3.2 {} 01110/21101/1/1 10011/22101/{}/2 8/sel/o/o/g"

    assert is_frozen(position(text.format("1.2.3", 0)))
    assert not is_frozen(position(text.format("2.2.3", 0)))
    assert winner_of(1, 2, 3, False) == ORANGE
    assert Solver(2).value(position(text.format("1.2.3", 0))) == -1
