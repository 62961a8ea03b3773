"""The rulebook's examples [6.1] and tricky cases of the core [6.2], under their ids."""

from __future__ import annotations

import pytest

import spyhouse
from spyhouse.rules.wink.core import EMPTY_HAND, OFF, RUNNING, Core, bits, count, listed
from spyhouse.rules.wink.engine import CALLING, OVER, REACTING, State
from tests.rules.wink.build import (
    AGUSTINA,
    AICHA,
    BRUNO,
    CHEN,
    EXAMPLE,
    GAME,
    MATTHEW,
    Calm,
    commit,
    core,
    play,
    quiet_beat,
    refused,
    table,
    to_call,
)

FOUR = EXAMPLE[:4]


def called(hands: tuple[set[int], ...] = EXAMPLE) -> Core:
    """WT1: Matthew has called 25."""
    return core(hands, {MATTHEW: 25})


def test_only_the_accomplice_can_wink_and_only_at_the_caller() -> None:
    """WT1 [W13, W20, W21, W22]."""
    state = play(table(calling=True), MATTHEW, "C:25")

    assert state.core.pawn[MATTHEW] == 25
    assert state.core.holder(25) == AICHA
    pairs = [(p, q) for p in range(5) for q in range(5) if state.core.can_wink(p, q)]
    assert pairs == [(AICHA, MATTHEW)]


def test_right_contact_gives_both_a_point_and_the_caller_calls_on() -> None:
    """WT2 [W9, W10, W12]."""
    state = to_call(table(pawns={MATTHEW: 25}))

    play(state, MATTHEW, "K:1")

    now = state.core
    assert (listed(now.one_up[MATTHEW]), listed(now.one_up[AICHA]), listed(now.hand[AICHA])) == ([25], [25], [3])
    assert now.gone >> 25 & 1
    assert (now.score(MATTHEW), now.score(AICHA)) == (5, 5)
    assert state.to_act() == [MATTHEW]
    assert all(GAME.text(state, MATTHEW, action).startswith("C:") for action in state.legal(MATTHEW))
    assert refused(state, MATTHEW, "K:2") == "W7"


def test_wrong_contact_turns_the_card_down_and_shows_the_holder() -> None:
    """WT3 [W11, W12]."""
    state = to_call(table(pawns={MATTHEW: 25}))

    play(state, MATTHEW, "K:2")

    now = state.core
    assert now.down == 1 << 25
    assert (listed(now.front_down[AICHA]), listed(now.hand[AICHA])) == ([25], [3])
    assert [now.score(seat) for seat in range(5)] == [4] * 5
    assert state.to_act() == [MATTHEW]
    assert 99 + 25 not in state.legal(MATTHEW)
    told = [told for told in state.story or [] if type(told.fact).__name__ == "Contact"]
    assert [(fact.seats, tuple(fact.fact)) for fact in told] == [(spyhouse.EVERYONE, (MATTHEW, AGUSTINA, 25, 0, AICHA))]


def test_a_right_accusation_takes_both_copies() -> None:
    """WT4 [W24, W27, W28, W34]."""
    now = called()

    assert now.can_accuse(AGUSTINA, AICHA, 25)
    assert now.accuse(AGUSTINA, AICHA, 25)

    assert (now.ci_hand[AGUSTINA], now.ci_front[AGUSTINA], listed(now.both_up[AGUSTINA])) == (3, 1, [25])
    assert now.score(AGUSTINA) == 5
    assert now.call_of(MATTHEW) == OFF
    assert now.pawn[MATTHEW] == 25
    assert not now.can_contact(MATTHEW)
    assert now.callable(MATTHEW) == bits([3, 4, 5, 6, 7, 8, 9])


def test_a_wrong_accusation_costs_a_card_and_changes_nothing_else() -> None:
    """WT5 [W26, W29, W30]."""
    now = called()

    assert not now.accuse(AGUSTINA, BRUNO, 25)

    assert (now.ci_hand[AGUSTINA], now.ci_front[AGUSTINA], now.ci_box) == (3, 0, 1)
    assert now.call_of(MATTHEW) == 25
    assert now.can_wink(AICHA, MATTHEW)
    assert now.can_accuse(CHEN, AICHA, 25)
    assert now.can_accuse(AGUSTINA, AICHA, 25)
    assert [listed(numbers) for numbers in now.ruled_out] == [[25], [], [25], [25], []]  # H2, H4, H3


def test_with_four_players_a_wrong_accusation_locks_the_number_for_good() -> None:
    """WT6 [W31]."""
    now = called(FOUR)
    now.accuse(AGUSTINA, BRUNO, 25)

    assert now.locked == 1 << 25
    assert not now.can_accuse(AGUSTINA, AICHA, 25)
    assert not now.can_accuse(BRUNO, AICHA, 25)
    assert now.can_contact(MATTHEW)
    again = called(FOUR)
    again.accuse(AGUSTINA, BRUNO, 25)
    again.call(4)
    again.active = BRUNO
    again.call(25)
    assert not again.can_accuse(AGUSTINA, AICHA, 25)
    assert now.contact(AICHA) == AICHA
    assert listed(now.one_up[MATTHEW]) == [25]


@pytest.mark.parametrize(("seats", "hand", "numbers"), [(4, 9, 36), (5, 7, 35), (6, 6, 36), (7, 5, 35), (8, 4, 32)])
def test_everything_in_play_is_dealt_out_evenly(seats: int, hand: int, numbers: int) -> None:
    """WT7 [W1, W2, W3, W4, W6]."""
    state = GAME.start(seats, seed=11)
    assert isinstance(state, State)
    now = state.core

    assert [count(cards) for cards in now.hand] == [hand] * seats == now.size
    assert count(now.live) == numbers == len(now.rules.numbers)
    assert now.live == bits(list(range(1, numbers + 1)))
    assert now.ci_hand == [4] * seats
    assert now.pawn == [OFF] * seats
    assert state.broken() == []


def test_illegal_accusations_are_refused_and_cost_nothing() -> None:
    """WT8 [W25, W30]."""
    state = commit(table(pawns={MATTHEW: 25}), "Cn", "Cn", "Cn", "Cn", "Cn")
    assert state.step == REACTING

    assert refused(state, MATTHEW, "A:1#25") == "W25"  # his own call
    assert refused(state, AGUSTINA, "A:0#25") == "W25"  # the caller
    assert refused(state, AICHA, "A:3#25") == "W25"  # her own hand
    assert refused(state, AGUSTINA, "A:2#25") == "W25"  # herself
    assert refused(state, AGUSTINA, "A:1#3") == "W25"  # no pawn on 3
    state.core.ci_hand[AGUSTINA] = 0
    assert refused(state, AGUSTINA, "A:1#25") == "W30"
    assert state.core.ci_hand == [4, 4, 0, 4, 4]
    assert state.core.ci_box == 0


def test_a_call_needs_a_live_free_number_that_is_neither_ones_own_nor_under_ones_pawn() -> None:
    """WT9 [W13, W14]."""
    now = core(pawns={MATTHEW: 25, AICHA: 4, AGUSTINA: 8}, active=AGUSTINA)
    now.down, now.live, now.hand[BRUNO] = 1 << 7, now.live & ~(1 << 7), 1 << 6

    assert listed(now.callable(AGUSTINA)) == [1, 2, 3, 6, 9]


def test_without_a_number_to_call_the_pawn_comes_off_and_the_turn_passes() -> None:
    """WT10 [W18]; what the pass shows [H5]."""
    state = table(({1}, {2}, {3}, {4}), {0: 2, 1: 3, 2: 1}, active=3)
    to_call(state)

    assert [GAME.text(state, 3, action) for action in state.legal(3)] == ["X"]
    assert state.default(3) == 136
    play(state, 3, "X")

    assert state.core.pawn[3] == OFF
    assert listed(state.core.shown[3]) == [4]
    quiet_beat(state)
    assert state.core.active == 0
    assert state.core.call_of(0) == 2


def test_the_last_card_taken_by_an_accusation_ends_the_game_at_once() -> None:
    """WT11 [W33]."""
    state = table(({1, 2}, {25}, {4, 5}, {6, 7}, {8, 9}), {MATTHEW: 25, AGUSTINA: 8})
    commit(state, *["Cn"] * 5)

    commit(state, "-", "-", "-", "A:1#25", "-")

    assert state.step == OVER
    assert state.to_act() == []
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.scores, outcome.winners) == ("empty_hand", (4, 4, 4, 5, 4), (BRUNO,))
    assert outcome.returns == (-0.25, -0.25, -0.25, 1.0, -0.25)


def test_the_last_card_lost_by_a_wrong_contact_ends_the_game_without_a_call() -> None:
    """WT12 [W11, W12, W33]."""
    state = to_call(table(({1, 2}, {25}, {4, 5}, {6, 7}, {8, 9}), {MATTHEW: 25}))

    play(state, MATTHEW, "K:4")

    assert state.core.size[AICHA] == 0
    assert listed(state.core.front_down[AICHA]) == [25]
    assert state.core.ended == EMPTY_HAND
    assert state.legal(MATTHEW) == []


def test_one_player_can_be_the_accomplice_of_two() -> None:
    """WT13 [W16]."""
    state = table(pawns={MATTHEW: 25, AGUSTINA: 3})

    assert state.core.can_wink(AICHA, MATTHEW)
    assert state.core.can_wink(AICHA, AGUSTINA)
    commit(state, "Cn", "2a", "Cn", "Cn", "Cn")
    assert state.kernel.wink_at[AICHA] == AGUSTINA


def submit(lot: tuple[int, ...], *moves: str, hands: tuple[set[int], ...] = EXAMPLE) -> State:
    state = table(hands, {MATTHEW: 25}, luck=Calm(lot=lot))
    commit(state, *["Cn"] * len(hands))
    return commit(state, *moves)


def voids(state: State) -> list[int]:
    """The seats that were told of a void submission, each alone."""
    return [told.seats for told in state.story or [] if type(told.fact).__name__ == "Void"]


def test_of_two_equal_accusations_the_lot_decides() -> None:
    """WT14 [W32, B7]."""
    state = submit((CHEN, AGUSTINA), "-", "-", "A:1#25", "-", "A:1#25")
    now = state.core

    assert listed(now.both_up[CHEN]) == [25]
    assert now.ci_hand == [4, 4, 4, 4, 3]
    assert voids(state) == [1 << AGUSTINA]


@pytest.mark.parametrize(("lot", "scores"), [((MATTHEW, AGUSTINA), (5, 5, 4, 4, 4)), ((AGUSTINA, MATTHEW), (4, 4, 5, 4, 4))])
def test_contact_and_accusation_in_one_batch_go_by_lot(lot: tuple[int, int], scores: tuple[int, ...]) -> None:
    """WT15 [W32]: what comes second is void, without penalty, and the card is not turned down."""
    state = submit(lot, "K:1", "-", "A:1#25", "-", "-")
    now = state.core

    assert tuple(now.score(seat) for seat in range(5)) == scores
    assert now.down == 0
    assert voids(state) == [1 << lot[1]]
    assert now.contact_done == (lot[0] == MATTHEW)
    assert not now.can_contact(MATTHEW)


def test_wrong_then_right_in_one_batch() -> None:
    """WT16 [W31, W32]: with five players both count, with four the second is void."""
    five = submit((AGUSTINA, CHEN), "-", "-", "A:3#25", "-", "A:1#25").core
    assert (five.ci_box, listed(five.both_up[CHEN])) == (1, [25])

    state = submit((AGUSTINA, BRUNO), "-", "-", "A:3#25", "A:1#25", hands=FOUR)
    four = state.core
    assert (four.ci_box, four.ci_hand, four.call_of(MATTHEW)) == (1, [4, 4, 3, 4], 25)
    assert voids(state) == [1 << BRUNO]


def test_ties_are_broken_by_ci_in_front_then_by_cards_face_down() -> None:
    """WT17 [W35]."""
    now = core(FOUR)
    now.ci_hand = [12, 12, 12, 0]
    now.ci_front = [1, 2, 2, 4]
    now.front_down = [0, 0, 1 << 30, 0]
    assert now.ranks() == [3, 2, 1, 4]
    now.ci_front, now.front_down = [2, 2, 2, 0], [0, 0, 0, 0]
    assert now.ranks() == [1, 1, 1, 4]


def test_a_number_left_alone_stays_and_can_be_called_again_later() -> None:
    """WT18 [W9, W13, W15]."""
    state = to_call(table(pawns={MATTHEW: 25}))
    assert refused(state, MATTHEW, "C:25") == "W13"

    play(state, MATTHEW, "C:8")

    assert state.core.live >> 25 & 1
    assert not state.core.can_wink(AICHA, MATTHEW)  # the link is over
    assert state.core.callable(AGUSTINA) >> 25 & 1
    assert state.core.callable(MATTHEW) >> 25 & 1


def test_an_accusation_while_the_caller_is_active_leaves_him_only_the_call() -> None:
    """WT19 [W8, W24, W28]."""
    state = submit((), "-", "-", "A:1#25", "-", "-")

    assert state.to_act() == [MATTHEW]
    assert refused(state, MATTHEW, "K:1") == "W8"
    assert all(GAME.text(state, MATTHEW, action).startswith("C:") for action in state.legal(MATTHEW))


def test_the_score_counts_cards_face_up_and_unused_ci() -> None:
    """WT20 [W34]."""
    now = core()
    now.both_up[0], now.one_up[0], now.ci_hand[0], now.ci_front[0], now.front_down[0] = 1 << 25, 1 << 7, 1, 1, 1 << 9

    assert now.score(0) == 4


def test_who_is_away_still_holds_his_cards() -> None:
    """WT33, the core's part [W37]: nothing in the core asks who is there."""
    now = called()

    assert now.contact(AICHA) == AICHA
    assert listed(now.one_up[AICHA]) == [25]


def test_play_goes_clockwise_and_a_wink_changes_nothing_in_the_core() -> None:
    """W5, W7, W17, W19, W23."""
    state = table(pawns={MATTHEW: 25}, active=CHEN)
    before = state.core.numbers()
    commit(state, "1n", "0a", "Cn", "Cn", "Cn")
    assert state.kernel.wink_at[AICHA] == MATTHEW
    assert state.core.numbers() == before
    commit(state, *["-"] * 5)

    play(state, CHEN, "C:3")

    assert listed(state.core.ruled_out[CHEN]) == [3]
    assert (state.story or [])[-2] == (spyhouse.EVERYONE, (CHEN, 3))
    quiet_beat(state)
    assert state.core.active == MATTHEW


def test_the_first_player_is_drawn_or_the_first_seat() -> None:
    """W5."""
    starts = {GAME.start(4, seed=seed).to_act()[0] for seed in range(40)}
    assert starts == {0, 1, 2, 3}
    assert {GAME.start(4, seed=seed, options={"first": "seat"}).to_act()[0] for seed in range(9)} == {0}


def test_a_table_on_which_nothing_happens_is_closed() -> None:
    """W36: after so many turns without a number leaving; one that leaves starts the count again."""
    state = table(FOUR, {MATTHEW: 25}, quiet_rounds=1)
    assert state.core.rules.quiet_turns == 4
    for turn in range(3):
        to_call(state)
        play(state, state.core.active, GAME.text(state, state.core.active, state.default(state.core.active)))
        quiet_beat(state)
        assert (state.core.quiet, state.core.ended) == (turn + 1, RUNNING)
    other = state.clone()
    to_call(state)
    assert state.step == CALLING
    state.apply(3, state.default(3))
    quiet_beat(state)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.reason == "quiet"
    assert outcome.winners == (0, 1, 2, 3)
    commit(other, *["Cn"] * 4)
    caller = next(seat for seat in range(3) if other.core.call_of(seat) and other.core.holder(other.core.call_of(seat)) != 3)
    commit(other, "-", "-", "-", f"A:{other.core.holder(other.core.call_of(caller))}#{other.core.call_of(caller)}")
    assert other.core.quiet == 0
    other.apply(3, other.default(3))
    quiet_beat(other)
    assert (other.core.quiet, other.core.ended) == (0, RUNNING)


def test_without_a_limit_a_quiet_table_goes_on() -> None:
    """W36, quiet_rounds off."""
    now = core(FOUR, quiet_rounds=None)
    for _ in range(1000):
        now.end_turn()
    assert (now.ended, now.quiet) == (RUNNING, 1000)
