"""Every vector of the rules document under its id [part 6]."""

from __future__ import annotations

from typing import Any

import pytest

import spyhouse
from spyhouse.rules.estoril import engine, pieces, story
from spyhouse.rules.estoril.engine import NO_TILE, NOBODY, OVER, PLACING, State
from spyhouse.rules.kit.luck import Luck, ScriptedLuck
from tests.rules.estoril.build import (
    BLUE,
    CITY,
    GREEN,
    RED,
    ROOM,
    YELLOW,
    actor,
    board,
    city,
    decline,
    facts,
    legal,
    legal_spaces,
    make,
    no_other_flags,
    place,
    play,
    position,
    resolve,
    reward,
    space,
    stand,
    start,
    tile,
)

# -- From the rulebooks ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "cubes"), [(2, 6), (3, 4), (4, 3)])
def test_twelve_tiles_are_placed_a_round(seats: int, cubes: int) -> None:
    """V01: cubes of each player, and placements with full hands [E6, E7]."""
    state = start(seats)
    assert state.cubes == [cubes] * seats
    assert [len(hand) for hand in state.hand] == [6] * seats

    placed = 0
    while state.round == 1 and state.phase <= engine.PEEKING:
        placed += state.phase == PLACING
        state.apply(actor(state), state.default(actor(state)))

    assert placed == 12


def test_boards_next_to_each_other() -> None:
    """V02: neighbours of a middle board and of a corner board [E5]."""
    state = city(CITY)
    assert {state.setting.number[state.city.boards[near]] for near in engine.ADJACENT[position(state, 2)]} == {4, 5, 6}
    assert {state.setting.number[state.city.boards[near]] for near in engine.ADJACENT[position(state, 1)]} == {4, 5}
    assert all(state.city.reaches(a, b) == state.city.reaches(b, a) for a in range(6) for b in range(6))


def test_sixteen_outer_and_eight_inner_cells() -> None:
    """V03: counted over rotations, every cell is a space in some of them [E5, 1.3]."""
    outer: set[int] = set()
    inner: set[int] = set()
    for turns in range(4):
        state = city(" ".join(f"{number}r{turns}" for number in (4, 2, 6, 1, 7, 3)))
        for where in state.city.spaces:
            (outer if state.city.is_outer[where] else inner).add(state.city.cell[where])

    assert (len(outer), len(inner)) == (16, 8)
    assert outer.isdisjoint(inner)


def test_a_secret_outer_space() -> None:
    """V04: cell (0,1); face down, one cube less, next seat moves [E14, E16, E20, E22]."""
    state = city(CITY)
    where = space(state, "4.3")
    assert state.city.cell[where] == 1
    hand = list(state.hand[RED])

    place(state, "4.3")

    assert (state.tile[where], state.owner[where], state.face_up[where]) == (hand[0], RED, 0)
    assert (state.cubes[RED], state.hand[RED], actor(state)) == (2, hand[1:], GREEN)


def test_an_inner_space_needs_an_own_character_beside_it() -> None:
    """V05: an edge counts, a corner does not, others' tiles do not [E17]."""
    state = city(CITY)
    assert "2.2" in legal_spaces(state, RED)
    assert not {"2.1", "2.3"} & legal_spaces(state, RED)

    stand(state, "2.2", RED)

    assert "2.1" in legal_spaces(state, RED)
    assert "2.3" not in legal_spaces(state, RED)
    assert "2.1" not in legal_spaces(state, GREEN)


def test_a_tie_goes_to_the_lowest_space() -> None:
    """V06: green and red reach 2; green stands in space I [E49]."""
    state = city(CITY)
    stand(state, "1.1", GREEN, 1)
    stand(state, "1.2", RED, 2)
    stand(state, "1.3", GREEN, 1)
    resolve(state, 1)

    assert facts(state, story.Totals)[-1] == story.Totals(1, (GREEN, RED), (2, 2))
    assert facts(state, story.Award)[-1].seat == GREEN


def test_zero_can_win() -> None:
    """V07: alone with 0, and 0 against 0 by the lower numeral [E50]."""
    state = city(CITY)
    stand(state, "1.3", RED, 0)
    stand(state, "2.2", BLUE, 0)
    stand(state, "2.3", RED, 0)
    resolve(state, 1)

    assert [award.seat for award in facts(state, story.Award)[:2]] == [RED, BLUE]


def test_nobody_on_a_board() -> None:
    """V08: its reward is opened and goes under the pile, known to all [E29, E51]."""
    state = city(CITY)
    prize = state.reward[position(state, 1)]
    stand(state, "2.2", RED, abilities="C")
    resolve(state, 1)

    assert state.pile[-1] == prize
    assert state.pile_known[-1] == spyhouse.EVERYONE
    assert facts(state, story.Bottom)[0] == story.Bottom(1, state.setting.code[prize])


def final(hands: list[list[int]], missions: list[str], discards: list[int] | None = None, **options: Any) -> State:
    """A finished game with these hands; one discard counts 1 and so does the next."""
    state = city(CITY, seats=len(hands), **options)
    ids = [mission.id for mission in state.setting.content.missions]
    state.hand = [sorted(hand) for hand in hands]
    state.open_missions = [ids.index(name) for name in missions]
    state.discards = [[0] * count for count in discards or [0] * len(hands)]
    state.phase = OVER
    return state


def test_a_final_score() -> None:
    """V09: discards, printed VP, a mission alone and a shared one [E56-E59]."""
    state = final([[], [], [], []], ["M01", "M02"], [7, 0, 0, 0])
    red = [make(state, tile(state, f"rS{n + 1}"), vp=vp) for n, vp in enumerate((4, 3, 2, 2, 1, 1))]
    yellow = [make(state, tile(state, f"yS{n + 1}")) for n in range(6)]
    make(state, red[0], vp=4, abilities="AC")
    make(state, yellow[0], abilities="C")
    state.hand[RED], state.hand[YELLOW] = red, yellow

    assert state.score(RED) == 7 + 13 + 6 + 3 == 29
    assert state.accomplished(RED) == 2
    assert state.score(YELLOW) == 3


def test_assassin() -> None:
    """V10: yellow's tile goes home, red and green tie, green still acts [E34]."""
    state = tamariz()
    yellow = state.tile[space(state, "3.3")]

    play(state, "A3.1x3.3")

    assert yellow in state.hand[YELLOW]
    assert state.owner[space(state, "3.3")] == NOBODY
    assert state.cubes[YELLOW] == 3
    assert (state.total(RED), state.total(GREEN)) == (2, 2)
    assert actor(state) == GREEN


def tamariz() -> State:
    state = city(CITY)
    stand(state, "3.1", RED, 2, "A")
    stand(state, "3.2", GREEN, 2, "C")
    stand(state, "3.3", YELLOW, 5)
    return resolve(state, 3)


def test_conspiracy() -> None:
    """V11: red wins by numeral I but gets the former top tile; the old reward lies under the pile [E35]."""
    state = play(tamariz(), "A3.1x3.3")
    top, prize = state.pile[0], state.reward[position(state, 3)]

    play(state, "C3.2 C3.2~")

    assert facts(state, story.Award)[-1] == story.Award(3, RED, state.setting.code[top])
    assert top in state.hand[RED]
    assert facts(state, story.Swap)[-1].old == state.setting.code[prize]
    assert prize in state.pile


def test_conspiracy_may_keep_the_reward() -> None:
    """E35: the top tile goes under the pile instead, and all are told that the reward stays."""
    state = play(tamariz(), "A3.1x3.3")
    top, prize = state.pile[0], state.reward[position(state, 3)]
    keep = next(move for move in legal(play(state, "C3.2")) if move.startswith("C3.2") and not move.endswith("~"))

    play(state, keep)

    assert facts(state, story.Keep)[-1].reward == state.setting.code[prize]
    assert top in state.pile[1:]


def test_an_opened_board_names_who_stands_there() -> None:
    """E29: all that is turned up is told, space by space, and nothing of the empty ones."""
    state = tamariz()

    opened = facts(state, story.Open)[-1]

    assert opened.board == 3
    assert (opened.slots, opened.seats) == ((31, 32, 33), (RED, GREEN, YELLOW))
    assert opened.tiles == tuple(state.setting.code[state.tile[space(state, name)]] for name in ("3.1", "3.2", "3.3"))


def test_nationalism() -> None:
    """V12: two open flags count; face down and far away do not [E36]."""
    state = city("3 2 6r1 / 5 4 1")
    no_other_flags(state)
    stand(state, "3.1", YELLOW, 2)
    stand(state, "3.2", YELLOW, 2, "N", "GB")
    stand(state, "2.2", RED, flag="GB")
    stand(state, "5.3", BLUE, flag="GB")
    stand(state, "5.1", BLUE, flag="GB")
    stand(state, "6.1", BLUE, flag="GB")
    resolve(state, 3)

    assert "N3.2+2" in legal(state)
    play(state, "N3.2+2")

    assert facts(state, story.Totals)[0] == story.Totals(3, (YELLOW,), (6,))


def test_seduction() -> None:
    """V13: two tiles from two boards, one opened by it; no ability of theirs is offered; the old boards are empty [E37, E40]."""
    state = city("4 2 3 / 1 5 6")
    stand(state, "2.2", YELLOW, 2, "SS")
    stand(state, "3.1", YELLOW, 3, "C")
    stand(state, "5.2", RED, 5, "A")
    prizes = [state.reward[position(state, 3)], state.reward[position(state, 5)]]
    resolve(state, 2)

    play(state, "S2.2<3.1>2.1")
    assert not state.face_up[space(state, "5.2")]
    play(state, "S2.2<5.2>2.3")

    assert facts(state, story.Totals)[0] == story.Totals(2, (YELLOW, RED), (5, 5))
    assert facts(state, story.Award)[0].seat == YELLOW
    assert facts(state, story.Seduction)[-1].turned == 1
    under = {bottom.board: bottom.tile for bottom in facts(state, story.Bottom)}
    assert [under[3], under[5]] == [state.setting.code[prize] for prize in prizes]
    assert not facts(state, story.Look)
    assert not facts(state, story.Assassin)


def test_diplomacy() -> None:
    """V14: a face-down tile stays down and cannot be taken or shot [E38]."""
    state = city("8 3 6 / 5 1 2")
    stand(state, "3.1", YELLOW, abilities="D")
    stand(state, "8.2", YELLOW)
    stand(state, "8.1", RED, abilities="A")
    stand(state, "5.1", RED, abilities="S")
    resolve(state, 3)

    play(state, "D3.1!8.2")
    assert not state.face_up[space(state, "8.2")]
    seductions = {move for move in legal(state) if move.startswith("S")}
    assert any("<8.1>" in move for move in seductions)
    assert not any("<8.2>" in move for move in seductions)

    play(state, "-5.1")
    assert legal(state) == {"A8.1x8.1", "-8.1"}


def test_muchaxo() -> None:
    """V15: its inner space is open to all [E18, E45]."""
    state = city("4 5r1 6 / 1 2 3")
    where = space(state, "5.2")
    assert divmod(state.city.cell[where], 6) == (1, 3)
    assert "5.2" in legal_spaces(state, RED)


def test_casino() -> None:
    """V16: the difference of two dice is added to each Character [E46]."""
    state = city(CITY)
    stand(state, "6.1", BLUE, 5)
    stand(state, "6.2", YELLOW, 1)
    stand(state, "6.3", YELLOW, 1)
    state.chance = ScriptedLuck([("dice", [value - 1]) for value in (4, 4, 3, 2, 6, 2)])
    resolve_last(state, 6)

    assert facts(state, story.Totals)[-1] == story.Totals(6, (YELLOW, BLUE), (7, 5))
    assert facts(state, story.Award)[-1].seat == YELLOW


def resolve_last(state: State, number: int) -> None:
    """Resolves the last board of a city whose luck is scripted: somebody must discard, so that no new round is dealt."""
    state.hand[RED] += state.pile[:3]
    state.pile, state.pile_known = state.pile[3:], state.pile_known[3:]
    resolve(state, number)


def test_hells_mouth_with_a_choice() -> None:
    """V17a: the weaker player chooses what he loses for good; the other takes the reward [E47]."""
    state = city("4 2 6 / 1 5 7")
    stand(state, "7.1", BLUE, 5)
    stand(state, "7.2", YELLOW, 1, vp=4)
    lost = stand(state, "7.3", YELLOW, 1, vp=3)
    resolve(state, 7)
    assert actor(state) == YELLOW
    assert legal(state) == {"H7.2", "H7.3"}

    play(state, "H7.3")

    assert state.removed == [lost]
    assert state.discards[YELLOW] == []
    assert facts(state, story.Award)[-1].seat == BLUE


def test_hells_mouth_with_three_tied() -> None:
    """V17b: the lowest numeral wins, the highest loses [E47, Q11]."""
    state = city("4 2 6 / 1 5 7")
    stand(state, "7.1", BLUE, 2)
    stand(state, "7.2", YELLOW, 2)
    red = stand(state, "7.3", RED, 2)
    resolve(state, 7)

    assert facts(state, story.Award)[-1].seat == BLUE
    assert state.removed == [red]


def test_hells_mouth_with_one_player() -> None:
    """V17c: nobody loses a tile [E47]."""
    state = city("4 2 6 / 1 5 7")
    stand(state, "7.1", BLUE, 2)
    stand(state, "7.2", BLUE, 2)
    resolve(state, 7)

    assert state.removed == []


def test_museum() -> None:
    """V18: its fourth space lets look anywhere, at what lies face down [E24, E25, E48]."""
    state = city("8 3 6 / 1 5 2")
    place(state, "8.4")

    assert legal(state) == {"?6.R", "?1.R", "?8.R", "?-"}


def count(state: State, mission: str, tiles: list[int]) -> int:
    ids = [entry.id for entry in state.setting.content.missions]
    return state.symbols_of(ids.index(mission), tiles)


def test_counting_abilities() -> None:
    """V19: a double counts two [E59]."""
    state = city(CITY)
    tiles = [make(state, n, abilities=symbols) for n, symbols in enumerate(("AA", "A", "A", "A", "C", ""))]
    assert count(state, "M01", tiles) == 5


def test_counting_strength() -> None:
    """V20: printed strength, alone in front 6 VP [E59, Q24]."""
    state = final([[], []], ["M07"])
    state.hand[RED] = [make(state, n, strength) for n, strength in enumerate((5, 3, 2, 0, 4, 2))]
    assert count(state, "M07", state.hand[RED]) == 16
    assert state.mission_points(state.open_missions[0]) == [6, 0]


def test_counting_countries() -> None:
    """V21: different ones of the list [E59]."""
    state = city(CITY)
    state.setting.mission_flags[7] = sum(1 << state.setting.content.flags.index(flag) for flag in ("FR", "ES", "IT", "PL", "RO"))
    tiles = [make(state, n, flag=flag) for n, flag in enumerate(("FR", "FR", "ES", "IT", "PL", "GB"))]
    assert count(state, "M08", tiles) == 4


@pytest.mark.parametrize("seats", [3, 4])
def test_secret_missions(seats: int) -> None:
    """V22: one open, one between each two neighbours [E8]."""
    state = start(seats, variant_secret_missions=True)
    assert (len(state.open_missions), len(state.hidden_missions)) == (1, seats)
    assert len(set(state.missions_in_play())) == 1 + seats


def test_secret_missions_need_three() -> None:
    """V22: refused with two."""
    with pytest.raises(spyhouse.BadOption, match="three or four seats"):
        start(2, variant_secret_missions=True)


# -- Own vectors for the corners ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("edition", "seduction", "countries"), [("en", 2, 1), ("pl", 3, 2)])
def test_agendas(edition: str, seduction: int, countries: int) -> None:
    """V23: starting tiles and repeated countries count in one edition only; hand and discards both do."""
    options: dict[str, Any] = {"recruiting_starting_tiles": edition, "recruiting_flagset_cap": edition, "variant_recruiting": True}
    state = city(CITY, seats=2, **options)
    state.agenda = [3, 7]
    state.setting.mission_flags[7] = sum(1 << state.setting.content.flags.index(flag) for flag in ("FR", "IT"))
    state.hand[RED] = [make(state, 0, abilities="S"), make(state, tile(state, "rS1"), abilities="S")]
    state.discards = [[make(state, 1, abilities="S")], [make(state, 2, flag="FR")]]
    state.hand[GREEN] = [make(state, 3, flag="FR")]

    assert state.agenda_points(RED) == seduction
    assert state.agenda_points(GREEN) == countries


def test_strength_is_never_an_agenda() -> None:
    """V23: set aside before the deal [Q19]."""
    kinds = {
        start(4, seed, variant_recruiting=True, variant_secret_missions=True).setting.mission_kind[agenda]
        for seed in range(30)
        for agenda in start(4, seed, variant_recruiting=True).agenda
    }
    assert engine.OF_STRENGTH not in kinds
    assert kinds == {engine.OF_ABILITY, engine.OF_WOMEN, engine.OF_FLAG, engine.OF_FLAGSET}


@pytest.mark.parametrize(
    ("counts", "english", "polish"),
    [
        ((3, 2, 1, 0), (6, 3, 0, 0), (6, 3, 0, 0)),
        ((2, 2, 1, 0), (5, 5, 0, 0), (4, 4, 0, 0)),
        ((3, 1, 1, 0), (6, 2, 2, 0), (6, 1, 1, 0)),
        ((2, 2, 2, 2), (3, 3, 3, 3), (2, 2, 2, 2)),
        ((2, 2, 2, 0), (3, 3, 3, 0), (3, 3, 3, 0)),
        ((3, 1, 1, 1), (6, 1, 1, 1), (6, 1, 1, 1)),
        ((1, 0, 0, 0), (6, 0, 0, 0), (6, 0, 0, 0)),
        ((0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)),
    ],
)
def test_second_place_scores(counts: tuple[int, ...], english: tuple[int, ...], polish: tuple[int, ...]) -> None:
    """V24: the table of variant C, both roundings."""
    for edition, points in (("en", english), ("pl", polish)):
        state = city(CITY, variant_second_place=True, second_place_rounding=edition)
        assert tuple(state.shares(list(counts), 6)) == points


@pytest.mark.parametrize(
    ("counts", "points"),
    [((2, 2, 1, 0), (3, 3, 0, 0)), ((2, 2, 2, 0), (2, 2, 2, 0)), ((1, 1, 1, 1), (1, 1, 1, 1)), ((0, 0, 0, 0), (0, 0, 0, 0))],
)
def test_shared_missions(counts: tuple[int, ...], points: tuple[int, ...]) -> None:
    """V25: rounded down; nobody has the most of nothing [E59]."""
    assert tuple(city(CITY).shares(list(counts), 6)) == points


def test_church() -> None:
    """V26: no Assassin is offered [E41]."""
    state = city(CITY)
    stand(state, "1.1", RED, 0, "A")
    stand(state, "1.2", BLUE, 4)
    resolve(state, 1)

    assert facts(state, story.Award)[0].seat == BLUE
    assert not facts(state, story.Stop)  # nobody was asked


def test_conspiracy_without_a_pile() -> None:
    """V27: not offered [E35]."""
    state = city(CITY)
    stand(state, "3.1", RED, abilities="CA")
    state.pile, state.pile_known = [], []
    resolve(state, 3)
    state.pile, state.pile_known = [], []

    assert legal(state) == {"A3.1x3.1", "-3.1"}


def test_seduction_to_a_full_board() -> None:
    """V28: not offered [E37]."""
    state = city(CITY)
    stand(state, "3.1", RED, abilities="SA")
    stand(state, "3.2", RED)
    stand(state, "3.3", BLUE)
    stand(state, "6.1", GREEN)
    resolve(state, 3)

    assert legal(state) == {"A3.1x3.1", "A3.1x3.2", "A3.1x3.3", "-3.1"}


def test_a_seduced_tile_gets_the_hotel_bonus_and_no_ability() -> None:
    """V29: yellow wins by numeral II [E37, E44]."""
    state = city("4r1 2 6 / 1 5 3")
    stand(state, "4.1", RED, 1, "S")
    stand(state, "2.2", BLUE, 1, "N", "DE")
    stand(state, "4.2", YELLOW, 1, flag="DE")
    resolve(state, 4)

    play(state, "S4.1<2.2>4.3")

    assert facts(state, story.Totals)[0] == story.Totals(4, (YELLOW, BLUE, RED), (2, 2, 1))


def test_a_dead_assassin_does_not_act() -> None:
    """V30: blue's Assassin never acts [E32]."""
    state = city(CITY)
    stand(state, "3.1", RED, abilities="A")
    stand(state, "3.2", BLUE, abilities="A")
    resolve(state, 3)

    play(state, "A3.1x3.2")

    assert facts(state, story.Award)[0].seat == RED


def test_fewer_tiles_than_cubes() -> None:
    """V31: turns a b a b a b a b b b, then resolution [E22, E23]."""
    state = city(CITY, seats=2)
    state.round = 3
    state.removed = state.hand[RED][4:]
    state.hand[RED] = state.hand[RED][:4]
    turns = ""
    while state.phase <= engine.PEEKING:
        if state.phase == PLACING:
            turns += "ab"[actor(state)]
        state.apply(actor(state), state.default(actor(state)))

    assert turns == "abababab" + "bb"


def crowded(**options: Any) -> State:
    """V32: ten outer spaces are taken and blue, next, stands where no inner space is near."""
    state = city("1r1 2 3 / 4 6r2 7r2", **options)
    for names, seat in (("1.2 4.1 6.3", RED), ("3.3 7.1 7.3", GREEN), ("2.2 3.1", YELLOW), ("1.3 4.2", BLUE)):
        for name in names.split():
            stand(state, name, seat)
    state.next_turn(BLUE)
    return state


def test_the_fallback() -> None:
    """V32: any free space [E19]."""
    state = crowded()
    assert actor(state) == BLUE
    assert legal_spaces(state, BLUE) == {"1.1", "2.1", "2.3", "3.2", "4.3", "6.1", "6.2", "7.2"}
    assert all(state.is_legal(BLUE, action) for action in state.legal(BLUE))


def test_no_fallback() -> None:
    """V32: blue is skipped, yellow may place on 2.1 only, then the phase ends after 11 placements [E19]."""
    state = crowded(fallback_placement="en")
    assert actor(state) == YELLOW
    assert legal_spaces(state, YELLOW) == {"2.1"}

    place(state, "2.1")

    assert [fact.seat for fact in facts(state, story.Place)] == [YELLOW]
    assert facts(state, story.Open)[0].board == 1


@pytest.mark.parametrize(("timing", "strength"), [("snapshot", 3), ("live", 2)])
def test_when_nationalism_is_counted(timing: str, strength: int) -> None:
    """V33: at its use, or again at the comparison [E36, Q1]."""
    state = city(CITY, nationalism_timing=timing)
    no_other_flags(state)
    stand(state, "3.1", RED, 1, "N", "FR")
    stand(state, "3.2", BLUE, 0, "A")
    stand(state, "3.3", GREEN, 0, flag="FR")
    reward(state, 3, flag="FR")
    resolve(state, 3)

    play(state, "N3.1+2 A3.2x3.3")

    assert facts(state, story.Totals)[0] == story.Totals(3, (RED, BLUE), (strength, 0))


def test_two_nationalism_symbols() -> None:
    """V34: both used give the bonus twice [E36, E40]."""
    state = city(CITY)
    no_other_flags(state)
    stand(state, "3.1", RED, 1, "NN", "FR")
    reward(state, 3, flag="FR")
    resolve(state, 3)

    play(state, "N3.1+1 N3.1+1")

    assert facts(state, story.Totals)[0].totals == (3,)


def test_seduced_twice() -> None:
    """V35: from board 4 to 1 and on to 2, still without its ability [E37]."""
    state = city("1 2 3 / 4 5 6")
    stand(state, "1.1", RED, 1, "S")
    stand(state, "4.1", BLUE, 3, "A")
    stand(state, "2.2", GREEN, 1, "S")
    resolve(state, 1)

    play(state, "S1.1<4.1>1.2")
    assert facts(state, story.Totals)[0] == story.Totals(1, (BLUE, RED), (3, 1))
    play(state, "S2.2<1.2>2.1")

    assert facts(state, story.Totals)[1] == story.Totals(2, (BLUE, GREEN), (3, 1))
    assert not facts(state, story.Assassin)


def tied(red: str, green: str, hand: tuple[int, int], discards: tuple[int, int]) -> State:
    """Two players, one mission (M01) each may have symbols for."""
    state = final([[], []], ["M01", "M02"], list(discards))
    state.hand[RED] = [make(state, 10, abilities=red, vp=hand[0])]
    state.hand[GREEN] = [make(state, 11, abilities=green, vp=hand[1])]
    return state


def test_tie_breaks() -> None:
    """V36: missions, then VP in hand, then shared [E60]."""
    more_missions = tied("A", "", (0, 0), (0, 6)).outcome()
    assert more_missions is not None
    assert (more_missions.scores, more_missions.winners, more_missions.reason) == ((6, 6), (RED,), "missions")

    more_in_hand = tied("", "", (2, 3), (3, 2)).outcome()
    assert more_in_hand is not None
    assert (more_in_hand.winners, more_in_hand.ranks, more_in_hand.reason) == ((GREEN,), (2, 1), "hand")

    shared = tied("A", "A", (1, 1), (0, 0)).outcome()
    assert shared is not None
    assert (shared.winners, shared.ranks, shared.returns, shared.reason) == ((RED, GREEN), (1, 1), (0.0, 0.0), "shared")

    clear = tied("A", "", (1, 1), (0, 0)).outcome()
    assert clear is not None
    assert (clear.winners, clear.returns, clear.reason) == ((RED,), (1.0, -1.0), "score")


def test_keeping_the_reward() -> None:
    """V37: the reward stays, the former top is the bottom now [E35]."""
    state = city(CITY)
    stand(state, "3.1", RED, abilities="C")
    resolve(state, 3)
    top, prize = state.pile[0], state.reward[position(state, 3)]
    play(state, "C3.1")
    bottom = len(state.pile) - 1

    play(state, "C3.1=")

    assert state.pile[bottom] == top
    assert facts(state, story.Award)[0] == story.Award(3, RED, state.setting.code[prize])


def test_hidden_flags_do_not_count() -> None:
    """V38: face-down Character and face-down reward next door: not offered [E36, Q2]."""
    state = city(CITY)
    no_other_flags(state)
    stand(state, "2.2", RED, 1, "N", "GB")
    stand(state, "4.2", BLUE, flag="GB")
    reward(state, 4, flag="GB")
    resolve(state, 2)

    assert not facts(state, story.Nationalism)
    assert facts(state, story.Award)[0].seat == RED


def test_an_assassin_alone() -> None:
    """V39: it may choose itself; its second symbol is lost and the reward goes under the pile [E32, E34, Q5]."""
    state = city(CITY)
    stand(state, "3.1", RED, abilities="AA")
    resolve(state, 3)

    play(state, "A3.1x3.1")

    assert facts(state, story.Bottom)[-1].board in (3, 4, 5, 6)
    assert 3 in [bottom.board for bottom in facts(state, story.Bottom)]
    assert len(facts(state, story.Assassin)) == 1


def test_an_assassin_alone_that_may_not_choose_itself() -> None:
    """V39: with `assassin_self` off there is nothing to do [Q5]."""
    state = city(CITY, assassin_self=False)
    stand(state, "3.1", RED, abilities="AA")
    resolve(state, 3)

    assert facts(state, story.Award)[0][:2] == (3, RED)
    assert not facts(state, story.Stop)


def test_dragged_to_hells_mouth() -> None:
    """V40: blue must remove the very tile that was dragged there [E47]."""
    state = city("8 7 6 / 4 5 3")
    stand(state, "7.1", RED, 1, "S")
    blue = stand(state, "8.2", BLUE, 0)
    resolve(state, 7)

    play(state, "S7.1<8.2>7.2")

    assert state.removed == [blue]
    assert facts(state, story.Award)[-1].seat == RED


def test_the_last_discards() -> None:
    """V41: hands of 8 and 5 after round 4: 28 pairs for the one, nothing for the other, then the end [E53, E56]."""
    state = city(CITY, seats=2)
    state.round = 4
    state.hand[RED] = sorted(state.hand[RED] + state.pile[:2])
    state.removed = [*state.hand[GREEN][5:]]
    state.hand[GREEN] = state.hand[GREEN][:5]
    del state.pile[:2], state.pile_known[:2]
    state.reward = [NO_TILE] * 6
    state.end_round()
    assert state.to_act() == [RED]
    assert state.legal(GREEN) == []

    pairs = set()
    for first in state.legal(RED):
        after = state.clone()
        after.apply(RED, first)
        pairs |= {(first, second) for second in after.legal(RED)}
    assert len(pairs) == 28

    first, second = sorted(pairs)[0]
    state.apply(RED, first)
    state.apply(RED, second)
    assert state.phase == OVER
    assert [len(hand) for hand in state.hand] == [6, 5]


def test_the_numbers_of_the_actions() -> None:
    """Section 4.4: 334 actions, each kind from its number on."""
    setting = city(CITY).setting
    firsts = (
        setting.do_peek,
        setting.do_peek_reward,
        setting.no_peek,
        setting.do_assassin,
        setting.do_look,
        setting.do_keep,
        setting.do_swap,
    )
    assert firsts == (150, 175, 183, 184, 188, 189, 190)
    later = (
        setting.do_nationalism,
        setting.do_seduction,
        setting.do_diplomacy,
        setting.do_stop,
        setting.do_lose,
        setting.do_discard,
        setting.actions,
    )
    assert later == (191, 192, 292, 317, 318, 322, 334)
    assert ROOM.actions().size == 334
    assert ROOM.actions().names[setting.do_seduction + space(city(CITY), "8.4") * 4 + 2] == "S<8.4>3"


def test_the_written_game() -> None:
    """Section 4.3: the example game, as the table reads it."""
    luck = ScriptedLuck(
        [
            ("missions", []),
            ("first", [RED]),
            ("pile", [pieces.code(name) for name in ["GB1", "PT1", "GB2", "GB3", "US3", "DE2", "FR4"]]),
        ]
    )
    for stream, result in ROOM.chance_script("boards 4r0 2r0 6r0 1r0 5r0 3r0"):
        luck.foretell(stream, result)
    state = engine.start(engine.Setting(ROOM.terms(4, {})), luck, True)
    state.chance = Luck(1)
    play(state, "rS5@3.1 gS3@3.2 bS1@4.3 yS1@3.3 ?6.R")
    assert ROOM.lines(state)[1:] == [
        "*first r",
        "*boards 4r0 2r0 6r0 1r0 5r0 3r0",
        "*reward 4:# 2:PT1 6:# 1:# 5:US3 3:DE2",
        "r rS5@3.1",
        "g gS3@3.2",
        "b #@4.3",
        "y yS1@3.3",
        "y ?6.R",
    ]
    resolve(state, 3)
    play(state, "A3.1x3.3 C3.2 C3.2~")
    decline(state)
    written = ROOM.lines(state)
    assert written[written.index("*open 3") :][:5] == ["*open 3", "r A3.1x3.3", "g C3.2", "g C3.2~", "=3 g FR4 (r0 g1)"]
    assert board(state, 3) == 2
