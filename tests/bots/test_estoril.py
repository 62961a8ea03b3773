"""The players of Estoril: better than chance, sensible in plain situations, and candid about what they believe [part 8]."""

from __future__ import annotations

import pytest

import spyhouse
from spyhouse import bots, words
from spyhouse.bots.base import bot, random_move
from spyhouse.bots.estoril import Carefree, Foresight, Weighing, beliefs
from spyhouse.bots.estoril_sense import Sense
from spyhouse.bots.levels import Level
from spyhouse.rules.estoril.engine import CONSPIRING, DISCARDING, PEEKING, PLACING, USING, State
from spyhouse.rules.estoril.view import View
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


# -- The levels ----------------------------------------------------------------------------------------------------------

BEST = bot("estoril", "5@60")


def best(state: State, seat: int) -> str:
    return ROOM.text(state, seat, BEST(state.view(seat), Luck(1)))


def view_of(state: State, seat: int) -> View:
    view = state.view(seat)
    assert isinstance(view, View)
    return view


def test_the_best_level_shoots_the_rival_who_would_win() -> None:
    """E34: Blue with 3, not Green with 0."""
    state = city(CITY)
    stand(state, "3.1", RED, 1, "A")
    stand(state, "3.2", BLUE, 3)
    stand(state, "3.3", GREEN, 0)
    reward(state, 3, strength=3, vp=4)
    resolve(state, 3)
    assert best(state, RED) == "A3.1x3.2"


def test_the_best_level_swaps_as_winner_and_keeps_as_loser() -> None:
    """E35: in the last round only points count."""
    for strength, wish in ((5, "C3.1~"), (0, "C3.1=")):
        state = city(CITY, seats=2)
        state.round = 4
        stand(state, "3.1", RED, strength, "C")
        stand(state, "3.2", GREEN, 3)
        reward(state, 3, vp=0)
        resolve(state, 3)
        make(state, state.pile[0], vp=5)
        state.apply(RED, ROOM.parse(state, RED, "C3.1"))
        assert best(state, RED) == wish


def test_a_killer_who_acts_later_on_the_same_board_is_foreseen() -> None:
    """E30, E34: Red leads, but Green on II would shoot him; so it is II that must go, not III."""
    state = city(CITY, seats=2)
    state.round = 4
    stand(state, "3.1", RED, 2, "A")
    stand(state, "3.2", GREEN, 1, "A")
    stand(state, "3.3", GREEN, 0)
    reward(state, 3, vp=5)
    resolve(state, 3)
    assert best(state, RED) == "A3.1x3.2"


def test_the_best_level_gives_up_the_tile_that_is_worth_less() -> None:
    """E47."""
    state = city("4 2 6 / 1 5 7")
    stand(state, "7.1", BLUE, 4)
    stand(state, "7.2", RED, vp=5, strength=1)
    stand(state, "7.3", RED, vp=0)
    resolve(state, 7)
    assert best(state, RED) == "H7.3"


def test_the_best_level_discards_what_scores_least() -> None:
    """E53: in the last round a strong tile without points goes."""
    state = city(CITY)
    state.round = 4
    state.hand[GREEN] = sorted(state.hand[GREEN] + [make(state, state.pile.pop(), vp=5)])
    state.pile_known.pop()
    state.open_missions = []
    state.end_round()
    assert best(state, GREEN) == "X gS1"


def test_discards_are_settled_after_one_look() -> None:
    state = city(CITY)
    state.hand[RED] = sorted([*state.hand[RED], state.pile.pop()])
    state.pile_known.pop()
    state.end_round()
    search = Weighing(state.view(RED), Luck(1), Foresight())
    assert not search.settled
    search.run(3)
    assert search.settled
    assert sorted(search.ranking()) == state.view(RED).legal()


def test_a_settled_choice_does_not_use_up_its_seconds() -> None:
    state = city(CITY)
    state.hand[RED] = sorted([*state.hand[RED], state.pile.pop()])
    state.pile_known.pop()
    state.end_round()
    thought = Level(9_999, Foresight, patient=True).think(state.view(RED), Luck(1), seconds=60.0)

    assert thought.choice in state.legal(RED)
    assert thought.iterations <= 16


@pytest.mark.parametrize("name", ["5@8", "4@8", "2@6"])
def test_what_is_hidden_makes_no_difference_in_any_phase(name: str) -> None:
    """Other worlds behind an equal view: same seed, same choice, and the same reasons."""
    level = bot("estoril", name)
    assert isinstance(level, Level)
    state, luck = spyhouse.game("estoril").start(2, 8), Luck(8)
    assert isinstance(state, State)
    phases: dict[int, int] = {}
    while owing := state.to_act():
        seat = owing[0]
        view = state.view(seat)
        if len(view.legal()) > 1 and phases.get(state.phase, 0) < 4:
            phases[state.phase] = phases.get(state.phase, 0) + 1
            other = view.sample(Luck(luck.below(99)))
            assert level.think(other.view(seat), Luck(7)) == level.think(view, Luck(7))
        state.apply(seat, random_move(view, luck))

    assert {PLACING, PEEKING, USING, CONSPIRING, DISCARDING} <= set(phases)


def test_more_thinking_goes_to_better_moves_and_every_move_meets_the_same_tables() -> None:
    state = city(CITY)
    search = Weighing(state.view(RED), Luck(1), Foresight())
    search.run(150)
    order = search.ranking()

    assert search.tries_of(order[0]) > 2
    assert sum(search.tries_of(move) for move in order) == 150
    assert len([move for move in order if search.tries_of(move)]) == Foresight().breadth


def test_who_does_not_care_for_rivals_judges_the_own_points_alone() -> None:
    """A rival's tile more changes nothing for the carefree, and lowers the worth for the wary."""
    state = city(CITY, seats=2)
    richer = state.clone()
    richer.hand[GREEN] = sorted([*richer.hand[GREEN], richer.pile.pop()])
    carefree = Sense(view_of(state, RED), False, False)
    wary = Sense(view_of(state, RED), True, True)

    assert carefree.judge(state)[RED] == carefree.judge(richer)[RED]
    assert wary.judge(state)[RED] > wary.judge(richer)[RED]


def test_the_last_round_is_judged_by_who_has_won() -> None:
    """E60: a point more is nearly everything."""
    state = city(CITY, seats=2)
    state.round = 4
    state.open_missions = []
    state.discards = [[], []]
    make(state, state.hand[RED][0], vp=1)
    worth = Sense(view_of(state, RED), True, True).judge(state)

    assert worth[RED] > 0.7
    assert worth[RED] == pytest.approx(-worth[GREEN])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_round_is_finished_by_sense_alone(seats: int) -> None:
    for seed in range(3):
        state = spyhouse.game("estoril").start(seats, seed)
        assert isinstance(state, State)
        state.mute()
        worth = Sense(view_of(state, state.actor), True, True).finish(state, Luck(seed))
        assert state.round == 2 or state.phase > PLACING
        assert all(-1 <= one <= 1 for one in worth)
        assert sum(worth) == pytest.approx(0, abs=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        {"variant_secret_missions": True, "variant_recruiting": True},
        {"variant_second_place": True, "nationalism_timing": "live"},
        {"fallback_placement": "en", "deck_set": "compact"},
    ],
)
def test_variants_are_played_to_the_end(options: dict[str, object]) -> None:
    state = ROOM.start(3, 5, options)
    level, luck = Level(3, Foresight), Luck(2)
    while owing := state.to_act():
        move = level(state.view(owing[0]), luck)
        assert move in state.legal(owing[0])
        state.apply(owing[0], move)
    assert state.outcome() is not None


@pytest.mark.slow
def test_even_the_first_level_beats_random() -> None:
    """Six games; it has been seen to win nearly all."""
    wins = 0
    first = bot("estoril", "1")
    for seed in range(6):
        state, luck = spyhouse.game("estoril").start(2, 50 + seed), Luck(seed)
        state.mute()
        while owing := state.to_act():
            view = state.view(owing[0])
            state.apply(owing[0], first(view, luck) if owing[0] == seed % 2 else random_move(view, luck))
        outcome = state.outcome()
        assert outcome is not None
        wins += seed % 2 in outcome.winners
    assert wins >= 4


def test_the_carefree_player_is_blunter_than_the_best() -> None:
    assert not Carefree().wary
    assert not Carefree().seasoned
    assert Carefree().breadth < Foresight().breadth


# -- Beliefs ---------------------------------------------------------------------------------------------------------------


def test_a_tile_that_was_looked_at_is_certain() -> None:
    """E26."""
    state = city("4r1 2 6 / 1 5 3")
    state.apply(RED, space(state, "4.1"))
    state.apply(RED, ROOM.parse(state, RED, "?4.R"))
    name = state.setting.ids[state.reward[position(state, 4)]]

    certain = [belief for belief in beliefs(state.view(RED), Luck(1)) if belief.key == "reward"]
    assert [(belief.args, belief.chance) for belief in certain] == [({"board": 4, "tile": name}, 1.0)]
    assert not [belief for belief in beliefs(state.view(GREEN), Luck(1)) if belief.key == "reward"]


def test_a_face_down_character_is_believed_to_be_one_of_its_owners_tiles() -> None:
    """3.2: never one that lies open, and the chances of a space are no more than 1 together."""
    state = city(CITY, seats=2)
    stand(state, "4.2", GREEN, 1)
    shown = stand(state, "3.1", GREEN, 2)
    believed = [belief for belief in beliefs(state.view(RED), Luck(1)) if belief.key == "character"]

    assert believed
    assert {belief.args["space"] for belief in believed} == {"4.2"}
    assert all(str(belief.args["tile"]).startswith("g") for belief in believed)
    assert state.setting.ids[shown] not in {belief.args["tile"] for belief in believed}
    assert sum(belief.chance for belief in believed) <= 1 + 1e-9


def test_a_character_that_can_only_be_one_tile_is_certain() -> None:
    state = city(CITY, seats=2)
    only = stand(state, "4.2", GREEN, 1)
    for where in ("3.1", "3.2", "3.3"):
        stand(state, where, GREEN, 1)
    for tile in state.hand[GREEN]:
        state.shown[tile] = 1
    (belief,) = [belief for belief in beliefs(state.view(RED), Luck(1)) if belief.key == "character"]

    assert belief.args["tile"] == state.setting.ids[only]
    assert belief.chance == pytest.approx(1.0)


@pytest.mark.parametrize("language", ["en", "pl"])
def test_every_belief_has_words(language: str) -> None:
    state = city("4r1 2 6 / 1 5 3")
    stand(state, "5.1", GREEN, 1)
    state.apply(RED, space(state, "4.1"))
    state.apply(RED, ROOM.parse(state, RED, "?4.R"))
    said = words.load(language, "estoril")
    found = bots.beliefs("estoril", bytes(spyhouse.game("estoril").start(2, 3).view(0)), 1) + beliefs(state.view(RED), Luck(1))

    assert {belief.key for belief in found} == {"character", "reward", "reward_points"}
    for belief in found:
        assert "[" not in said.say(f"belief.{belief.key}", belief.args)
