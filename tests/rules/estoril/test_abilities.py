"""The ability phase: every interplay of 2.7 and 2.8."""

from __future__ import annotations

import pytest

from spyhouse import EVERYONE, IllegalMove
from spyhouse.rules.estoril import engine, story
from spyhouse.rules.estoril.engine import CONSPIRING, LOSING, NOBODY, USING
from tests.rules.estoril.build import (
    BLUE,
    CITY,
    GREEN,
    RED,
    ROOM,
    YELLOW,
    actor,
    city,
    decline,
    facts,
    legal,
    no_other_flags,
    play,
    position,
    resolve,
    reward,
    space,
    stand,
)

# -- The frame ---------------------------------------------------------------------------------------------------------


def test_boards_come_in_ascending_number() -> None:
    """E28, E33: whatever their positions; Characters stay where they are until the end of the round."""
    state = city("6 5 4 / 3 2 1")
    for name in ("6.1", "3.1", "1.3"):
        stand(state, name, RED, abilities="A")
    resolve(state, 1)
    assert [fact.board for fact in facts(state, story.Open)] == [1, 2, 3]
    decline(state)
    assert [fact.board for fact in facts(state, story.Open)] == [1, 2, 3, 4, 5, 6]
    assert state.owner[space(state, "3.1")] == RED


def test_opening_turns_up_this_board_only() -> None:
    """E29: its Characters and its reward; the others stay as they are."""
    state = city(CITY)
    stand(state, "1.1", RED, abilities="D")
    stand(state, "4.2", BLUE)
    resolve(state, 1)
    assert state.face_up[space(state, "1.1")]
    assert state.reward_up[position(state, 1)]
    assert not state.face_up[space(state, "4.2")]
    assert not state.reward_up[position(state, 4)]


def test_numerals_act_in_order_and_a_tile_without_symbols_is_passed_over() -> None:
    """E30: I, then III; II has nothing to use."""
    state = city(CITY)
    stand(state, "3.1", RED, abilities="D")
    stand(state, "3.2", GREEN)
    stand(state, "3.3", BLUE, abilities="D")
    resolve(state, 3)
    assert actor(state) == RED
    play(state, "-3.1")
    assert actor(state) == BLUE


def test_symbols_in_any_order_and_one_result_before_the_next() -> None:
    """E31: a Conspiracy that brings a matching flag makes Nationalism possible [Q4]."""
    state = city(CITY)
    no_other_flags(state)
    stand(state, "3.1", RED, 1, "CN", "GB")
    top = state.pile[0]
    state.setting.flags[top] = state.setting.flags[state.tile[space(state, "3.1")]]
    resolve(state, 3)
    state.pile.insert(0, state.pile.pop(state.pile.index(top)))
    assert legal(state) == {"C3.1", "-3.1"}

    play(state, "C3.1 C3.1~")
    assert legal(state) == {"N3.1+1", "-3.1"}
    play(state, "N3.1")

    assert facts(state, story.Totals)[0].totals == (2,)


def test_what_is_left_lapses() -> None:
    """E31: stopping ends this Character's turn for good."""
    state = city(CITY)
    stand(state, "3.1", RED, abilities="AD")
    stand(state, "3.2", RED)
    resolve(state, 3)
    stand(state, "4.1", BLUE, abilities="AD")
    play(state, "D3.1!3.2")
    assert "A3.1x3.1" in legal(state)  # an Assassin is left
    play(state, "-3.1")

    assert facts(state, story.Stop) == [story.Stop(RED, 31)]
    assert facts(state, story.Assassin) == []
    assert [fact.board for fact in facts(state, story.Award)] == [3]
    assert (actor(state), state.acting) == (BLUE, space(state, "4.1"))  # the next board
    with pytest.raises(IllegalMove, match="does not act now"):
        play(state, "A3.1x3.1")


def test_each_symbol_once() -> None:
    """E31: a used one is not offered again."""
    state = city(CITY)
    stand(state, "3.1", RED, abilities="AD")
    stand(state, "3.2", BLUE)
    resolve(state, 3)
    play(state, "A3.1x3.2")
    with pytest.raises(IllegalMove, match="no Assassin left"):
        play(state, "A3.1x3.1")


def test_a_tile_that_arrives_never_acts_whatever_its_numeral() -> None:
    """E32: seduced from behind the sweep to a numeral still to come."""
    state = city("4 2 3 / 1 5 6")
    stand(state, "2.2", RED, 1, "S")
    stand(state, "3.1", BLUE, 3, "A")
    resolve(state, 2)
    play(state, "S2.2<3.1>2.3")
    assert facts(state, story.Totals)[0].board == 2  # settled at once


# -- Assassin ----------------------------------------------------------------------------------------------------------


def test_an_assassin_may_take_its_own_side() -> None:
    """E34: to save a tile from Hell's Mouth."""
    state = city("4 2 6 / 1 5 7")
    stand(state, "7.1", RED, 0, "A")
    mine = stand(state, "7.2", RED, 0, vp=5)
    stand(state, "7.3", BLUE, 4)
    resolve(state, 7)
    play(state, "A7.1x7.2")
    assert mine in state.hand[RED]
    assert len(state.removed) == 1
    assert mine not in state.removed


def test_a_victim_is_not_placed_again_and_its_space_is_free() -> None:
    """E34, Q26: a later Seduction can fill the space."""
    state = city("4 2 3 / 1 5 6")
    stand(state, "3.1", RED, 1, "AS")
    stand(state, "3.2", BLUE, 1)
    stand(state, "3.3", RED, 1)
    stand(state, "2.2", GREEN, 3)
    resolve(state, 3)
    assert not any(move.startswith("S") for move in legal(state))
    play(state, "A3.1x3.2")
    assert {"S3.1<2.2>3.2", "-3.1"} <= legal(state)
    play(state, "S3.1<2.2>3.2")
    assert facts(state, story.Totals)[0] == story.Totals(3, (GREEN, RED), (3, 2))


def test_itself_first_then_nothing() -> None:
    """E32, E34: a Character that left its space loses what it had left, whatever the symbols."""
    state = city(CITY)
    stand(state, "3.1", RED, abilities="AC")
    stand(state, "3.2", BLUE)
    resolve(state, 3)
    play(state, "A3.1x3.1")
    assert facts(state, story.Award)[0].seat == BLUE
    assert not facts(state, story.Look)


def test_assassins_work_elsewhere_beside_the_church() -> None:
    """E41: at the Church everything but Assassins works."""
    state = city(CITY)
    stand(state, "1.1", RED, abilities="AD")
    stand(state, "1.2", BLUE)
    resolve(state, 1)
    assert legal(state) == {"D1.1!1.1", "D1.1!1.2", "-1.1"}
    with pytest.raises(IllegalMove, match="cannot be used on this board"):
        play(state, "A1.1x1.2")


# -- Conspiracy --------------------------------------------------------------------------------------------------------


def test_after_looking_one_must_choose() -> None:
    """E35: two steps, and stopping is none of them; the top is seen by the looker alone."""
    state = city(CITY)
    stand(state, "3.1", RED, abilities="C")
    resolve(state, 3)
    top = state.pile[0]
    play(state, "C3.1")
    assert state.phase == CONSPIRING
    assert legal(state) == {"C3.1=", "C3.1~"}
    with pytest.raises(IllegalMove, match="must choose now"):
        play(state, "-3.1")
    assert state.view(RED).table.pile[0] == top
    assert state.view(BLUE).table.pile[0] == engine.HIDDEN


def test_keeping_leaves_the_looker_alone_with_what_he_knows() -> None:
    """E35, 3.1: the kept-away tile is known under the pile to him alone; a swapped one to everybody."""
    state = city(CITY)
    stand(state, "3.1", RED, abilities="CCA")
    resolve(state, 3)
    first, second = state.pile[:2]
    old = state.reward[position(state, 3)]
    play(state, "C3.1 C3.1=")
    assert (state.pile[-1], state.pile_known[-1]) == (first, 1 << RED)
    play(state, "C3.1 C3.1~")
    assert (state.pile[-1], state.pile_known[-1]) == (old, EVERYONE)
    assert state.reward[position(state, 3)] == second
    assert state.view(GREEN).table.pile[-2:] == [engine.HIDDEN, old]


def test_a_pile_of_one() -> None:
    """E35: the same tile again after keeping."""
    state = city(CITY)
    stand(state, "3.1", RED, abilities="CC")
    resolve(state, 3)
    state.pile, state.pile_known = state.pile[:1], [EVERYONE]
    play(state, "C3.1 C3.1= C3.1 C3.1=")
    assert state.pile_known[0] == EVERYONE


# -- Nationalism -------------------------------------------------------------------------------------------------------


def test_a_reward_that_is_gone_does_not_count() -> None:
    """E36: resolved boards count with their Characters, not with their rewards."""
    state = city("3 2 6 / 5 4 1")
    no_other_flags(state)
    stand(state, "3.1", RED, 1, "N", "GB")
    stand(state, "2.2", BLUE, flag="GB")
    reward(state, 2, flag="GB")
    resolve(state, 3)
    assert "N3.1+1" in legal(state)


def test_two_flags_on_a_tile() -> None:
    """E36, K2: each matching flag counts; the hotel's bonus stays one [E42]."""
    state = city(CITY)
    no_other_flags(state)
    stand(state, "2.2", RED, 1, "N", "GB+FR")
    stand(state, "2.1", BLUE, 1, flag="GB+FR")
    resolve(state, 2)
    play(state, "N2.2+2")
    assert facts(state, story.Totals)[0] == story.Totals(2, (RED, BLUE), (4, 2))


def test_live_nationalism_is_offered_without_a_flag_and_counts_once_for_each_symbol() -> None:
    """E36: what comes later counts, too."""
    state = city("4 2 3 / 1 5 6", nationalism_timing="live")
    no_other_flags(state)
    stand(state, "3.1", RED, 1, "NN", "FR")
    stand(state, "3.2", RED, 0, "S")
    stand(state, "2.1", BLUE, 0, flag="FR")
    resolve(state, 3)
    state.leave(space(state, "2.1"))
    state.stand(space(state, "2.1"), state.hand[BLUE].pop(), BLUE, 0)
    state.setting.flags[state.tile[space(state, "2.1")]] = state.setting.flags[state.tile[space(state, "3.1")]]
    play(state, "N3.1+0 N3.1+0 S3.2<2.1>3.3")
    assert facts(state, story.Totals)[0].totals[0] == 1 + 2 * 1


def test_snapshots_are_taken_one_by_one() -> None:
    """E36: each symbol counts at its own use."""
    state = city("4 2 3 / 1 5 6")
    no_other_flags(state)
    stand(state, "3.1", RED, 1, "NSN", "FR")
    stand(state, "2.1", BLUE, 0, flag="FR")
    stand(state, "2.2", BLUE, 0, flag="FR")
    resolve(state, 3)
    state.face_up[space(state, "2.1")] = 0
    state.known[space(state, "2.1")] = 1 << BLUE
    play(state, "N3.1+1 S3.1<2.1>3.2 N3.1+2")
    assert facts(state, story.Totals)[0] == story.Totals(3, (RED, BLUE), (4, 0))


# -- Seduction ---------------------------------------------------------------------------------------------------------


def test_nothing_travels_along() -> None:
    """E37, Q23: Nationalism and hotel bonus of the old board are dropped."""
    state = city("2 3 6 / 4 5 1")
    no_other_flags(state)
    stand(state, "2.2", BLUE, 1, "N", "GB")
    stand(state, "2.1", BLUE, 0, flag="GB")
    stand(state, "3.1", RED, 1, "S")
    resolve(state, 2)
    play(state, "N2.2+1")
    assert facts(state, story.Totals)[0].totals == (1 + 1 + 1 + 1,)
    play(state, "S3.1<2.2>3.2")
    assert facts(state, story.Totals)[1] == story.Totals(3, (RED, BLUE), (1, 1))


def test_dice_stay_behind_and_are_rolled_for_a_seduced_tile() -> None:
    """E37, E46: from the Casino to the Museum without its dice; to the Casino with new ones."""
    state = city("6 8 3 / 4 5 1")
    stand(state, "6.1", BLUE, 1)
    stand(state, "8.1", RED, 1, "S")
    resolve(state, 6)
    state.dice[space(state, "6.1")] = 5
    play(state, "S8.1<6.1>8.2")
    assert facts(state, story.Totals)[-1] == story.Totals(8, (RED, BLUE), (1, 1))
    assert len(facts(state, story.Dice)) == 1

    other = city("6 8 3 / 4 5 1")
    stand(other, "6.1", RED, 1, "S")
    stand(other, "8.1", BLUE, 1)
    resolve(other, 6)
    play(other, "S6.1<8.1>6.2")
    assert [fact.slot for fact in facts(other, story.Dice)] == [61, 62]


def test_a_seduced_tile_on_a_secret_space_lies_open_and_does_not_look() -> None:
    """E27, E37: a top secret destination does not turn it down; a peek symbol does nothing."""
    state = city("4 2 3 / 1 5 6")
    stand(state, "1.1", RED, 1, "SS")
    stand(state, "4.1", BLUE, 1)
    stand(state, "5.1", BLUE, 1)
    resolve(state, 1)
    play(state, "S1.1<4.1>1.2")
    assert state.face_up[space(state, "1.2")]
    play(state, "S1.1<5.1>1.3")
    assert not facts(state, story.Peek)
    assert not facts(state, story.NoPeek)


def test_its_flag_counts_for_others() -> None:
    """E37, Q3: only its abilities are void."""
    state = city("4 2 3 / 1 5 6")
    no_other_flags(state)
    stand(state, "2.2", RED, 1, "S")
    stand(state, "2.3", GREEN, 1, "N", "FR")
    stand(state, "5.1", BLUE, 0, "N", "FR")
    resolve(state, 2)
    play(state, "S2.2<5.1>2.1")
    assert "N2.3+1" in legal(state)


def test_own_tiles_from_resolved_boards() -> None:
    """E37: resolved or not, own or not."""
    state = city("4 2 3 / 1 5 6")
    stand(state, "2.2", RED, 4)
    stand(state, "3.1", RED, 1, "S")
    stand(state, "3.2", BLUE, 3)
    resolve(state, 3)
    play(state, "S3.1<2.2>3.3")
    assert facts(state, story.Totals)[0] == story.Totals(3, (RED, BLUE), (5, 3))


def test_only_from_next_door() -> None:
    """E37: not from this board, not from two boards away, not from an empty space."""
    state = city(CITY)
    stand(state, "3.1", RED, 1, "S")
    stand(state, "3.2", BLUE)
    stand(state, "5.1", BLUE)
    stand(state, "4.2", BLUE)
    resolve(state, 3)
    for move, why in (
        ("S3.1<4.2>3.3", "adjacent board"),
        ("S3.1<3.2>3.3", "adjacent board"),
        ("S3.1<5.2>3.3", r"No Character stands on 5\.2"),
    ):
        with pytest.raises(IllegalMove, match=why):
            play(state, move)
    with pytest.raises(IllegalMove, match="not free"):
        play(state, "S3.1<5.1>3.2")


# -- Diplomacy ---------------------------------------------------------------------------------------------------------


def test_a_marker_stops_assassins_and_seduction_whosever() -> None:
    """E38, Q7: also those of its owner."""
    state = city("4 2 3 / 1 5 6")
    stand(state, "2.2", RED, 1, "D")
    stand(state, "3.1", RED, 1, "AS")
    stand(state, "3.2", RED, 1)
    stand(state, "2.1", RED, 1)
    resolve(state, 2)
    play(state, "D2.2!3.2")
    with pytest.raises(IllegalMove, match="white marker protects"):
        play(state, "A3.1x3.2")
    state.white[space(state, "2.1")] = 1
    with pytest.raises(IllegalMove, match="white marker protects"):
        play(state, "S3.1<2.1>3.3")


def test_a_marker_stops_nothing_else() -> None:
    """E38, E47: it counts for Nationalism, competes, and is lost at Hell's Mouth."""
    state = city("8 7 6 / 4 5 3", white_cube_limit=5)
    no_other_flags(state)
    stand(state, "7.1", RED, 1, "DN", "FR")
    blue = stand(state, "7.2", BLUE, 0, flag="FR")
    resolve(state, 7)
    play(state, "D7.1!7.2 N7.1+1")
    assert state.removed == [blue]
    assert sum(state.white) == 0


def test_a_tile_has_one_marker() -> None:
    """E38, Q8: not offered twice; the acting tile itself is."""
    state = city(CITY)
    stand(state, "3.1", RED, 1, "DD")
    resolve(state, 3)
    assert legal(state) == {"D3.1!3.1", "-3.1"}
    play(state, "D3.1!3.1")
    assert facts(state, story.Award)[0].seat == RED  # the second symbol had no target


def test_refused_diplomacy() -> None:
    """E38: out of reach, an empty space, a second marker."""
    state = city(CITY)
    stand(state, "3.1", RED, 1, "DD")
    stand(state, "3.2", RED)
    stand(state, "4.2", BLUE)
    resolve(state, 3)
    play(state, "D3.1!3.2")
    for move, why in (("D3.1!4.2", "reaches this board"), ("D3.1!3.3", "No Character"), ("D3.1!3.2", "already")):
        with pytest.raises(IllegalMove, match=why):
            play(state, move)


def test_five_markers() -> None:
    """E38, Q13: with the limit a sixth is not offered, without it is."""
    for limit, moves in ((5, {"-3.3"}), (None, {"D3.3!3.3", "D3.3!6.1", "-3.3"})):
        state = city(CITY, white_cube_limit=limit)
        for name in ("2.1", "2.2", "2.3", "5.1", "5.2"):
            stand(state, name, BLUE if name[0] == "2" else GREEN)
            state.white[space(state, name)] = 1
        stand(state, "6.1", YELLOW)
        stand(state, "3.3", RED, 1, "DA")
        resolve(state, 3)
        assert {move for move in legal(state) if not move.startswith("A")} == moves
        if limit:
            with pytest.raises(IllegalMove, match="All white markers"):
                play(state, "D3.3!6.1")


# -- Boards ------------------------------------------------------------------------------------------------------------


def test_hotels() -> None:
    """E42, E44: +1 for the right flag, on the right board only."""
    state = city(CITY)
    stand(state, "2.1", RED, 1, flag="GB")
    stand(state, "2.2", BLUE, 1, flag="DE")
    stand(state, "4.1", RED, 1, flag="GB")
    stand(state, "4.2", BLUE, 1, flag="DE")
    resolve(state, 2)
    assert [fact.totals for fact in facts(state, story.Totals)] == [(2, 1), (2, 1)]
    assert [fact.seats[0] for fact in facts(state, story.Totals)] == [RED, BLUE]


def test_tamariz_hides_nothing() -> None:
    """E43: no top secret mark on board 3."""
    state = city(CITY)
    assert [state.setting.secret[space(state, name)] for name in ("3.1", "3.2", "3.3")] == [0, 0, 0]
    assert state.reward_up[position(state, 3)]


def test_the_museum_has_four_spaces() -> None:
    """E48: and its reward on no cell: nothing is adjacent to it [1.3]."""
    state = city("8 3 6 / 1 5 2")
    assert len([where for where in state.city.spaces if state.setting.number[state.setting.board_of[where]] == 8]) == 4
    assert len(state.city.spaces) == 19


def test_the_last_chooses_and_the_ranking_stands() -> None:
    """E47, Q12: the loss changes nothing about the reward."""
    state = city("4 2 6 / 1 5 7")
    stand(state, "7.1", BLUE, 1)
    stand(state, "7.2", YELLOW, 0)
    stand(state, "7.3", YELLOW, 0)
    resolve(state, 7)
    assert state.phase == LOSING
    with pytest.raises(IllegalMove, match="must give up"):
        play(state, "H7.1")
    play(state, "H7.2")
    assert facts(state, story.Award)[-1].seat == BLUE
    assert state.cubes[YELLOW] == 3  # everything was retrieved


def test_the_woman_mark_is_no_ability() -> None:
    """E39: nobody is asked because of it, one mission counts it."""
    state = city(CITY)
    tile = stand(state, "3.1", RED)
    state.setting.woman[tile] = 1
    resolve(state, 3)
    assert facts(state, story.Award)[0].seat == RED
    women = [mission.id for mission in state.setting.content.missions].index("M06")
    assert state.symbols_of(women, [tile]) == 1


def test_numbers_of_kinds_that_other_boxes_have() -> None:
    """1.9: `discards` counts the discard pile, `starting` the starting tiles in hand [E59]."""
    state = city(CITY)
    state.setting.mission_kind[0], state.setting.mission_kind[1] = engine.OF_DISCARDS, 6
    state.discards = [[1, 2], [], [], []]
    assert state.mission_count(0, RED) == 2
    assert state.mission_count(1, RED) == 6
    state.phase = engine.OVER
    state.hand[RED] = state.hand[RED][:2]
    assert state.mission_count(1, RED) == 2


def test_a_count_of_nothing_can_win_by_option() -> None:
    """E59, Q16: with `mission_min_count` 0."""
    assert city(CITY, mission_min_count=0).shares([0, 0, 0, 0], 6) == [1, 1, 1, 1]
    assert city(CITY, mission_min_count=0, variant_second_place=True).shares([1, 0, 0, 0], 6) == [6, 1, 1, 1]


def test_the_strength_mission_of_one_sentence() -> None:
    """D5: 8 VP by option."""
    assert city(CITY, strength_mission_vp="en").setting.mission_vp[6] == 8
    assert city(CITY).setting.mission_vp[6] == 6


def test_the_acting_tile_goes_on_while_it_stands() -> None:
    """E31, E40: the phase stays with its controller until no symbol is left."""
    state = city(CITY)
    stand(state, "3.1", RED, 1, "AD")
    stand(state, "3.2", BLUE, 1)
    resolve(state, 3)
    before = state.sealed(RED)
    play(state, "D3.1!3.1")
    assert (state.phase, actor(state), state.sealed(RED)) == (USING, RED, before)
    assert state.owner[space(state, "3.2")] != NOBODY
    assert ROOM.describe(state, RED, state.legal(RED)[0])["kind"] == "assassin"
