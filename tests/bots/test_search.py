"""The tree search: it never acts on a secret, and every kind of step that a game can have is searched."""

from __future__ import annotations

import pytest

import spyhouse
from spyhouse.bots.search import LONGEST, Guide, Search
from spyhouse.rules.kit.contract import CLOCK, NO_ACTION, State
from tests import house
from tests.bots.small_games import BANK, BANKED, WAIT, Chain, Endless, FaceDown, FaceUp, Pennies, SmallState
from tests.toy import engine as toy


def searched(state: State, seat: int = 0, iterations: int = 2000, guide: Guide | None = None) -> Search:
    search = Search(state.view(seat), spyhouse.Luck(1), guide or Guide())
    search.run(iterations)
    return search


# -- Secrets -----------------------------------------------------------------------------------------------------------------


def test_a_hidden_guess_worth_a_third_is_not_valued_at_one() -> None:
    search = searched(FaceDown(2), iterations=6000)

    assert search.worth_of(BANK) == pytest.approx(BANKED)
    assert 0.2 < search.worth_of(WAIT) < 0.5
    assert search.best() == BANK


def test_a_guess_at_what_lies_open_is_valued_at_one() -> None:
    """The same search on the same moves: only what the seat perceives makes the difference."""
    search = searched(FaceUp(2), iterations=6000)

    assert search.worth_of(WAIT) > 0.9
    assert search.best() == WAIT


@pytest.mark.parametrize("seat", [0, 1])
def test_at_a_simultaneous_step_nobody_answers_the_others_choice(seat: int) -> None:
    """Pennies is worth 0; a second seat that saw the coin would always win."""
    search = searched(Pennies(2), seat, iterations=4000)

    assert max(abs(search.worth_of(coin)) for coin in (0, 1)) < 0.35


# -- What it finds -----------------------------------------------------------------------------------------------------------


def test_each_of_several_players_goes_for_its_own_good() -> None:
    search = searched(Chain(3), iterations=3000)

    assert search.best() == 9
    assert [seat for seat, _ in search.line(9, 8)] == [0, 1, 2]
    assert search.line(9, 2)[1] == (1, 9)


def test_the_ranking_has_every_move_and_the_best_first() -> None:
    search = searched(Chain(3), iterations=500)

    assert sorted(search.ranking()) == list(range(10))
    assert search.tries_of(search.ranking()[0]) == max(search.tries_of(move) for move in range(10))
    assert sum(search.tries_of(move) for move in range(10)) == search.iterations == 500


def test_a_search_that_has_not_run_ranks_the_moves_as_the_guide_does() -> None:
    assert searched(Chain(3), iterations=0, guide=Backwards()).ranking() == list(range(9, -1, -1))


def test_in_slices_it_finds_the_same_as_in_one_go() -> None:
    whole, sliced = searched(Chain(3), iterations=300), searched(Chain(3), iterations=0)
    for _ in range(30):
        sliced.run(10)

    assert [(move, whole.tries_of(move), whole.worth_of(move)) for move in whole.ranking()] == [
        (move, sliced.tries_of(move), sliced.worth_of(move)) for move in sliced.ranking()
    ]


# -- What a guide can do -----------------------------------------------------------------------------------------------------


class Backwards(Guide):
    """The highest number looks best."""

    def candidates(self, state: State, seat: int, legal: list[int]) -> list[int]:
        return legal[::-1]


def test_widening_looks_at_few_moves_first_and_at_more_later() -> None:
    guide = Backwards()
    guide.widening = 0.5

    few, more = searched(Chain(3), iterations=4, guide=guide), searched(Chain(3), iterations=100, guide=guide)

    assert sorted(few.root.actions) == [8, 9]
    assert 2 < len(more.root.actions) < 10


class Hopeful(Guide):
    """Expects much of 7."""

    def __init__(self) -> None:
        super().__init__()
        self.leaning = 50.0

    def lean(self, state: State, seat: int, action: int) -> float:
        return 1.0 if action == 7 else 0.0


def test_a_move_that_looks_promising_is_tried_more_often_at_first() -> None:
    search = searched(Chain(3), iterations=20, guide=Hopeful())

    assert search.best() == 7


class Judge(Guide):
    """Looks one move ahead and likes 4."""

    def __init__(self) -> None:
        super().__init__()
        self.horizon = 0

    def worth(self, state: State) -> list[float]:
        assert isinstance(state, SmallState)
        return [1.0 if state.moves[0] == 4 else -1.0] * state.seats


def test_at_the_horizon_the_guides_judgement_counts() -> None:
    search = searched(Chain(3), iterations=10, guide=Judge())

    assert search.worth_of(4) == 1.0
    assert search.worth_of(9) == -1.0


class Oracle(Guide):
    """Knows the end as soon as 3 was named."""

    def settle(self, state: State, steps: int, luck: spyhouse.Luck) -> list[float] | None:
        assert isinstance(state, SmallState)
        return [1.0, 1.0, 1.0] if state.moves[0] == 3 else None


def test_what_the_guide_can_settle_is_not_played_out() -> None:
    search = searched(Chain(3), iterations=10, guide=Oracle())

    assert search.worth_of(3) == 1.0


class Stubborn(Guide):
    """Everybody goes on with 0."""

    def go_on(self, state: State, seat: int, legal: list[int], luck: spyhouse.Luck) -> int:
        return legal[0]


def test_playouts_follow_the_guide() -> None:
    search = searched(Chain(3), iterations=10, guide=Stubborn())

    assert [search.worth_of(move) for move in range(1, 10)] == [1.0] * 9


def test_a_playout_that_never_ends_is_cut_and_judged() -> None:
    search = searched(Endless(1), iterations=2)

    assert search.worth_of(0) == 0.0
    assert LONGEST < 10_000


# -- Dead Drop: chance, three seats, time and interrupts -------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3])
def test_a_whole_match_with_secrets_dice_and_time_is_played_by_search(seats: int) -> None:
    state = house.table(house.TOY, seats, {"pause": 2}).start(5)
    while owing := state.to_act():
        seat = owing[0]
        if seat == CLOCK:
            state.apply(CLOCK, toy.TICK)
            continue
        move = searched(state, seat, 30).best()
        assert move in state.legal(seat)
        state.apply(seat, move)

    assert state.outcome() is not None


def resting() -> State:
    """Between two rounds, when only time goes on and a peek is an interrupt."""
    state = house.table(house.TOY, 2, {"pause": 2}).start(5)
    while state.to_act() != [CLOCK]:
        seat = state.to_act()[0]
        state.apply(seat, state.legal(seat)[0])
    return state


def test_a_seat_that_owes_nothing_weighs_an_interrupt_against_waiting() -> None:
    search = searched(resting(), 0, 60)

    assert sorted(search.ranking()) == [NO_ACTION, toy.PEEK]
    assert min(search.tries_of(NO_ACTION), search.tries_of(toy.PEEK)) > 0


def test_seats_that_owe_nothing_are_asked_before_time_goes_on_if_the_guide_says_so() -> None:
    guide = Guide()
    guide.interrupts = True
    state = resting()

    others = [node for node in searched(state, 0, 200, guide).nodes.values() if NO_ACTION in node.actions]

    assert others
    assert all(toy.PEEK in node.actions or len(node.actions) == 1 for node in others)
    assert not [node for node in searched(state, 0, 200).nodes.values() if NO_ACTION in node.actions]


def test_an_owed_move_is_never_left_out() -> None:
    state = house.table(house.TOY, 2).start(5)

    assert NO_ACTION not in searched(state, 0, 50).ranking()
