"""What a seat knows: per slot, travelling with the tile; and fair guesses about the rest [part 3]."""

from __future__ import annotations

from collections import Counter

import pytest

import spyhouse
from spyhouse import EVERYONE, SPECTATOR
from spyhouse.rules.estoril import engine
from spyhouse.rules.estoril.engine import HIDDEN
from spyhouse.rules.kit.luck import Luck
from tests.rules.estoril.build import (
    BLUE,
    CITY,
    GREEN,
    RED,
    ROOM,
    YELLOW,
    city,
    place,
    play,
    play_random,
    position,
    resolve,
    space,
    stand,
    start,
)


def chi_square(found: Counter[int], expected: float) -> float:
    return sum((count - expected) ** 2 / expected for count in found.values())


def test_a_face_down_tile_may_be_any_that_its_owner_has_not_shown() -> None:
    """3.2: each equally likely (4 degrees of freedom: beyond 23.5 is one case in 10,000)."""
    state = city(CITY)
    place(state, "4.3", 2)  # red, face down
    place(state, "3.1", 0)  # green, open
    place(state, "4.2", 1)  # blue, face down
    state.next_turn(RED)
    place(state, "3.2", 0)  # red shows another tile
    view = state.view(GREEN)
    candidates = view.candidates(RED)
    assert len(candidates) == 5
    where = space(state, "4.3")

    found = Counter(view.sample(Luck(seed)).tile[where] for seed in range(2000))

    assert set(found) == set(candidates)
    assert chi_square(found, 2000 / 5) < 25


def test_the_unseen_deck_is_spread_evenly() -> None:
    """3.2: a face-down reward may be any unseen tile."""
    state = city(CITY)
    view = state.view(RED)
    unseen = view.unseen()
    assert len(unseen) == 48 - 3  # three rewards lie open
    where = position(state, 4)
    found = Counter(view.sample(Luck(seed)).reward[where] for seed in range(9000))
    assert set(found) == set(unseen)
    assert chi_square(found, 9000 / 45) < 95  # 44 degrees: 95 is beyond 99.99 %


def test_a_peek_is_kept_in_every_sample() -> None:
    """E26: nothing once shown is forgotten."""
    state = city("4r1 2 6 / 1 5 3")
    hidden = stand(state, "4.2", BLUE)
    stand(state, "4.3", BLUE)
    place(state, "4.1")
    play(state, "?4.2")
    for seed in range(20):
        assert state.view(RED).sample(Luck(seed)).tile[space(state, "4.2")] == hidden
    assert hidden not in state.view(RED).candidates(BLUE)
    assert hidden in state.view(GREEN).candidates(BLUE)


def test_tiles_sent_home_or_won_are_not_face_down() -> None:
    """3.2: what was shown since placing began is in hand, everybody knows."""
    state = city(CITY)
    home = stand(state, "3.2", BLUE)
    stand(state, "5.1", BLUE)
    stand(state, "4.1", GREEN, abilities="D")
    stand(state, "3.1", RED, abilities="AD")
    prize = state.reward[position(state, 3)]
    resolve(state, 3)
    play(state, "A3.1x3.2 -3.1")
    view = state.view(GREEN)
    assert home not in view.candidates(BLUE)
    assert prize in view.network[RED]
    assert prize not in view.candidates(RED)


def test_knowledge_travels_through_the_pile_to_a_reward() -> None:
    """3.1: who knows a place of the pile knows the secret reward that it becomes; in the other view it is a slot like any."""
    state = city(CITY)
    stand(state, "3.1", RED, abilities="CC")
    resolve(state, 3)
    kept, old = state.pile[0], state.reward[position(state, 3)]
    play(state, "C3.1 C3.1= C3.1 C3.1~")
    below = [state.pile.index(kept), state.pile.index(old)]
    assert [state.pile_known[place] for place in below] == [1 << RED, EVERYONE]

    state.pile = [kept, old] + [tile for tile in state.pile if tile not in (kept, old)]
    state.pile_known = [1 << RED, EVERYONE] + [0] * (len(state.pile) - 2)
    boards = state.city.boards
    state.city = engine.City(state.setting, [boards[0], boards[2], boards[1], *boards[3:]], [0] * 6)  # two secret slots first
    state.deal_rewards()

    assert state.reward[:2] == [kept, old]
    assert state.reward_up[:2] == [0, 0]
    assert state.view(RED).table.reward[:2] == [kept, old]
    assert state.view(BLUE).table.reward[:2] == [HIDDEN, old]
    assert state.view(SPECTATOR).table.reward[:2] == [HIDDEN, old]


def test_all_seats_are_not_everybody() -> None:
    """3.2: what each seat has looked at is still hidden from spectators."""
    state = city(CITY)
    where = position(state, 4)
    state.reward_known[where] = 0b1111
    assert all(state.view(seat).table.reward[where] != HIDDEN for seat in range(4))
    assert state.view(SPECTATOR).table.reward[where] == HIDDEN


def test_missions_beside_a_seat() -> None:
    """Variant A: the two beside it until the end; then all."""
    state = start(4, 3, variant_secret_missions=True, variant_recruiting=True)
    hidden = state.hidden_missions
    assert state.view(GREEN).table.hidden_missions == [hidden[0], hidden[1], HIDDEN, HIDDEN]
    assert state.view(RED).table.hidden_missions == [hidden[0], HIDDEN, HIDDEN, hidden[3]]
    assert state.view(SPECTATOR).table.hidden_missions == [HIDDEN] * 4
    assert state.view(BLUE).table.agenda == [HIDDEN, HIDDEN, state.agenda[BLUE], HIDDEN]
    play_random(state, Luck(1))
    assert state.view(SPECTATOR).table.hidden_missions == hidden
    assert state.view(YELLOW).table.agenda == state.agenda


def test_guesses_about_missions_are_as_likely_as_the_deal() -> None:
    """Variants A and B, 3.2: given one's own agenda, strength lies face down with the chance that Bayes gives it.

    Deals are drawn until each agenda occurred often for one seat; among these the share with the strength mission face down must
    be that of the samples.
    """
    options = {"variant_secret_missions": True, "variant_recruiting": True}
    setting = ROOM.setting(ROOM.terms(3, options))
    strength = setting.mission_kind.index(engine.OF_STRENGTH)
    dealt, samples = Counter[bool](), Counter[bool]()
    for seed in range(4000):
        state = engine.start(setting, Luck(seed), False)
        if strength in state.open_missions:
            continue
        dealt[strength in state.hidden_missions] += 1
        samples[strength in state.view(RED).sample(Luck(seed + 9)).hidden_missions] += 1
    assert dealt[True] == pytest.approx(samples[True], rel=0.1)
    for seed in range(200):
        state = engine.start(setting, Luck(seed), False)
        guess = state.view(RED).sample(Luck(seed))
        assert strength not in guess.agenda
        everything = guess.open_missions + guess.hidden_missions + guess.agenda
        assert len(set(everything)) == len(everything) == 7


def test_a_spectator_guesses_missions_too() -> None:
    """Variant B: a seat without an agenda of its own has nothing to weigh."""
    state = start(2, 3, variant_recruiting=True)
    guesses = {tuple(state.view(SPECTATOR).sample(Luck(seed)).agenda) for seed in range(200)}
    assert len(guesses) > 20


def test_a_view_comes_back_from_its_bytes_in_any_phase() -> None:
    """3.2: and its sample has the same view again."""
    state = start(3, 8, variant_secret_missions=True)
    luck = Luck(4)
    while state.to_act():
        for seat in (*range(3), SPECTATOR):
            view = state.view(seat)
            again = ROOM.view(bytes(view))
            assert again == view
            assert again.sample(Luck(5)).numbers() == view.sample(Luck(5)).numbers()
            assert view.sample(luck).view(seat) == view
        seat = state.to_act()[0]
        moves = state.legal(seat)
        state.apply(seat, moves[luck.below(len(moves))])


def test_a_seat_of_another_table_has_no_view_of_this_one() -> None:
    """Bytes of a view that was changed are refused, or are a whole view."""
    data = bytes(start(2).view(RED))
    with pytest.raises(spyhouse.BadView):
        ROOM.view(data[:-3])
