"""The five levels: the same scale in all games, a pure function of what they are given, and fair."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from importlib import import_module

import pytest

import spyhouse
from spyhouse import bots
from spyhouse.bots.base import whys
from spyhouse.bots.levels import SECONDS, SHOWN, Idea, Level, best_first
from spyhouse.bots.search import Guide
from spyhouse.bots.second import Advice, exact_round_8, exact_rounds_6_to_8
from spyhouse.rules.kit.contract import CLOCK, State
from spyhouse.rules.second.engine import State as SecondState
from tests import house
from tests.bots.small_games import Chain, SmallState

GAMES = [slug for slug in house.SLUGS if slug != house.TOY]


def level(slug: str, name: str) -> Level:
    chosen = bots.bot(slug, name)
    assert isinstance(chosen, Level)
    return chosen


def secret_moments(slug: str, seats: int, seed: int, count: int) -> Iterator[tuple[State, int]]:
    """Moments of a match with a seat that has a choice."""
    for state in house.positions(house.table(slug, seats), seed, count):
        for seat in state.to_act():
            if seat != CLOCK and len(state.legal(seat)) > 1:
                yield state, seat
                break


# -- The scale -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", house.SLUGS)
def test_every_game_has_the_five_levels(slug: str) -> None:
    assert [name for name in bots.names(slug) if name in bots.LEVELS] == list(bots.LEVELS)
    assert SECONDS.keys() == set(bots.LEVELS)


@pytest.mark.parametrize("slug", ["connection", "second", "wink"])
def test_a_stronger_level_thinks_more(slug: str) -> None:
    budgets = [level(slug, name).iterations for name in bots.LEVELS]

    assert budgets == sorted(set(budgets))


# -- Pure ------------------------------------------------------------------------------------------------------------------------


def test_the_same_bytes_level_seed_and_budget_give_the_same_thought() -> None:
    state = spyhouse.game("second").start(seed=3)
    view = bytes(state.view(state.to_act()[0]))

    assert bots.think("second", "4@60", view, 9) == bots.think("second", "4@60", view, 9)
    assert bots.think("second", "4@60", view, 9) != bots.think("second", "4@60", view, 10)


def test_a_bot_in_another_process_thinks_the_same_from_bytes() -> None:
    """It holds no State: bytes in, a move out."""
    state = spyhouse.game("second").start(seed=3)
    view = bytes(state.view(state.to_act()[0]))
    program = "import sys; from spyhouse import bots; print(bots.think('second', '3@60', bytes.fromhex(sys.argv[1]), 9))"
    said = subprocess.run([house.PYTHON, "-c", program, view.hex()], env=house.environment(), capture_output=True, text=True, check=True)

    assert said.stdout.strip() == str(bots.think("second", "3@60", view, 9))


def test_when_its_time_is_over_a_level_has_a_move_all_the_same() -> None:
    state = spyhouse.game("second").start(seed=3)
    thought = bots.think("second", "3", bytes(state.view(state.to_act()[0])), 1, seconds=0.0)

    assert thought.choice in state.legal(state.to_act()[0])
    assert 0 < thought.iterations < level("second", "3").iterations


# -- Fair ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", house.SLUGS)
@pytest.mark.parametrize("name", [*bots.LEVELS, "greedy"])
def test_what_is_hidden_makes_no_difference_to_a_choice(slug: str, name: str) -> None:
    """Other worlds behind an equal view: same seed, same choice."""
    if name not in bots.names(slug):
        assert slug == house.TOY  # every game of the house has one to compare with
        return
    game = spyhouse.game(slug)
    choose = bots.bot(slug, f"{name}@6" if name in bots.LEVELS else name)
    met = 0
    for state, seat in secret_moments(slug, game.meta.seats[-1], 2, 5):
        view = state.view(seat)
        for world in range(2):
            other = view.sample(spyhouse.Luck(world))
            assert bytes(other.view(seat)) == bytes(view)
            assert choose(other.view(seat), spyhouse.Luck(7)) == choose(view, spyhouse.Luck(7))
        met += 1
    assert met > 0


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_hidden_makes_no_difference_to_what_is_said_for_a_move(slug: str) -> None:
    """Other worlds behind an equal view, asked without its bytes in between: same luck, same reasons, for every move."""
    say = import_module(f"spyhouse.bots.{slug}").whys
    said = 0
    for state, seat in secret_moments(slug, spyhouse.game(slug).meta.seats[-1], 2, 5):
        view = state.view(seat)
        legal = view.legal()
        reasons = say(view, spyhouse.Luck(7), legal)
        for world in range(2):
            other = view.sample(spyhouse.Luck(world)).view(seat)
            assert say(other, spyhouse.Luck(7), legal) == reasons
        assert whys(slug, bytes(view), 7, legal) == reasons
        said += len([why for why in reasons if why is not None])
    assert said > 0


def test_the_worlds_behind_a_view_do_differ() -> None:
    """Or the test above would prove nothing."""
    state, seat = next(secret_moments(house.TOY, 3, 2, 5))

    assert len({tuple(state.view(seat).sample(spyhouse.Luck(world)).numbers()) for world in range(5)}) > 1


# -- Slips and reasons -------------------------------------------------------------------------------------------------------------


def test_a_slip_is_never_worth_much_less_than_the_best() -> None:
    """Playouts in which the others name 0: every number but 0 wins, so a slip may be any of them."""
    careless = Level(10, Modest, slips=100, margin=0.5)
    played = {careless.think(Chain(3).view(0), spyhouse.Luck(seed)).choice for seed in range(30)}

    assert len(played) > 3
    assert 0 not in played
    assert Level(10, Modest).think(Chain(3).view(0), spyhouse.Luck(1)).choice != 0


class Modest(Guide):
    """The others name 0, and 0 itself loses."""

    def settle(self, state: State, steps: int, luck: spyhouse.Luck) -> list[float] | None:
        assert isinstance(state, SmallState)
        return [1.0 if state.moves[0] else -1.0] * 3


def test_a_thought_tells_its_best_moves_and_the_line_it_expects() -> None:
    thought = Level(300, Guide).think(Chain(3).view(0), spyhouse.Luck(1))

    assert len(thought.ideas) == SHOWN
    assert thought.ideas[0].action == thought.choice == thought.ideas[0].line[0][1]
    assert thought.ideas[0].share >= max(thought.ideas[1].share, thought.ideas[2].share)
    assert thought.ideas[1].worth >= thought.ideas[2].worth
    assert all(-1 <= idea.worth <= 1 for idea in thought.ideas)
    assert not thought.exact
    assert json.dumps([[idea.action, idea.worth, idea.line] for idea in thought.ideas])


def test_what_is_told_has_the_best_first_and_the_others_by_worth() -> None:
    ideas = [Idea(action, worth, 0.2, ()) for action, worth in ((1, 0.3), (2, -0.1), (3, 0.4), (4, 0.1))]

    assert [idea.action for idea in best_first(ideas)] == [1, 3, 4, 2]


def test_a_slip_is_played_and_the_best_is_told() -> None:
    slipped = [Level(60, Guide, slips=100, margin=2.0).think(Chain(3).view(0), spyhouse.Luck(seed)) for seed in range(20)]
    plain = [Level(60, Guide).think(Chain(3).view(0), spyhouse.Luck(seed)) for seed in range(20)]

    assert [thought.ideas for thought in slipped] == [thought.ideas for thought in plain]
    assert any(thought.choice != thought.ideas[0].action for thought in slipped)


def test_an_only_move_needs_no_thought() -> None:
    state = spyhouse.game("second").position(
        "BBUABUBA 01101110 f3,f4,m 0.0.0/0.0.0/0.0.0+0.0.1 2.2.0 01000/00000/8/9*sR 01000/00000/8/9*sR 1/exe/g/g/g",
        {"spy_ops": "first_player"},
    )
    assert level("second", "5")(state.view(0), spyhouse.Luck(1)) == state.legal(0)[0]


# -- Second Place ------------------------------------------------------------------------------------------------------------------

WINS = "BBUABUBA 00000000 m,m,m 2.3.2/1.1.0/5.3.2 2.2.3 01110/21101/1/1 10011/22101/0/2 8/sel/o/o/g"

CONTESTED = "UAUBUABB 00000010 m,m,m 1.2.3/2.0.0+0.0.1/1.1.1 3.2.3 11111/00000/4/5 11111/00000/4/6 6/cho/g/-/g"
ROUND_7 = "BBUABUBA 00000000 m,m,m 2.3.2/1.1.1/5.3.1+0.0.1 2.2.3 01011/21101/1/1 10011/22101/0/2 7/sel/g/g/g"


def test_a_win_that_can_be_proved_is_played_even_without_a_search() -> None:
    """6.5: in round 8 only Assassinate wins."""
    game = spyhouse.game("second")
    state = game.position(WINS, {"spy_ops": "first_player"})
    thought = Level(1, Advice, ending=exact_round_8, positions=5_000).think(state.view(0), spyhouse.Luck(1))

    assert thought.exact
    assert game.text(state, 0, thought.choice) == "s:X"
    assert thought.ideas[0].worth == 1.0


def test_before_its_round_or_beyond_its_limit_nothing_is_proved() -> None:
    state = spyhouse.game("second").position(ROUND_7, {"spy_ops": "first_player"})
    early = spyhouse.game("second").start(seed=1)

    assert not Level(5, Advice, ending=exact_rounds_6_to_8, positions=3).think(state.view(0), spyhouse.Luck(1)).exact
    assert not Level(5, Advice, ending=exact_round_8, positions=9_999).think(early.view(early.to_act()[0]), spyhouse.Luck(1)).exact


def test_when_its_time_is_over_nothing_is_proved_and_the_search_has_the_word() -> None:
    """The exact look at a contested round 6 would take minutes here; it keeps the clock as the search does."""
    state = spyhouse.game("second").position(CONTESTED)
    chosen = Level(5, Advice, ending=exact_rounds_6_to_8, positions=10**9)
    thought = chosen.think(state.view(0), spyhouse.Luck(1), seconds=0.0)

    assert not thought.exact
    assert thought.choice == Level(5, Advice).think(state.view(0), spyhouse.Luck(1), seconds=0.0).choice


def test_playouts_hardly_ever_lay_a_dual_that_leaves_too_few_tokens() -> None:
    """Part 8, Rollouts: five in a hundred."""
    state = spyhouse.game("second").start(seed=1, options={"spy_ops": "first_player"})
    assert isinstance(state, SecondState)
    advice, luck, seat = Advice(), spyhouse.Luck(1), state.to_act()[0]
    state.tokens[seat] = 8
    duals = [advice.go_on(state, seat, state.legal(seat), luck) >= 5 for _ in range(400)]

    assert 2 <= sum(duals) <= 45


def test_the_last_mission_of_a_playout_is_played_by_its_result() -> None:
    """6.5: Assassinate in Nano wins; a playout that plays anything would often miss it."""
    state = spyhouse.game("second").position(WINS, {"spy_ops": "first_player"})
    state.apply(0, spyhouse.game("second").parse(state, 0, "s:X"))

    assert Advice().settle(state, 0, spyhouse.Luck(1)) == [1.0, -1.0]


def test_the_judgement_of_a_running_game_follows_the_row() -> None:
    """S49: 9.4.6 favours green, level players both lose."""
    state = spyhouse.game("second").start(seed=1)
    assert isinstance(state, SecondState)
    state.points = [9, 4, 6]
    green, orange = Advice().worth(state)
    state.points = [6, 6, 2]

    assert 0 < green < 1
    assert -1 < orange < 0
    assert max(Advice().worth(state)) < 0
