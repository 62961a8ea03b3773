"""Second Place at a table: time-outs, what can be taken back, views, clones, pickles, pieces."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from spyhouse import NO_ACTION, SPECTATOR, BadContent, Luck, Match
from spyhouse.rules.second import pieces
from spyhouse.rules.second.engine import GREEN, ORANGE, State
from tests.rules.second.build import ROOM, actor, board, card, golden, key, play, position, start

# -- Time-outs (part 5) ------------------------------------------------------------------------------------------------


def default(table: State) -> str:
    return ROOM.text(table, actor(table), table.default(actor(table)))


@pytest.mark.parametrize("holder", ["g", "o"])
def test_an_absent_holder_of_the_briefcase_goes_first(holder: str) -> None:
    """Part 5: order choice: oneself first."""
    assert default(start(briefcase=holder, spy_ops="chooser")) == f"first:{holder}"


@pytest.mark.parametrize(
    ("used", "move"),
    [("", "s:S"), ("sS sS", "s:R"), ("sS sS sR sR sG", "s:C"), ("sS sS sR sR sG sC sX", "d:SR")],
)
def test_an_absent_player_selects_the_lowest_single_or_else_dual(used: str, move: str) -> None:
    """Part 5: selection: the lowest legal Single number, without a legal Single the lowest Dual."""
    assert default(position(green=card(used=used))) == move


@pytest.mark.parametrize(("pending", "move"), [("s:C", "C:I"), ("d:SG", "S:I"), ("d:CX", "C:I")])
def test_an_absent_player_converts(pending: str, move: str) -> None:
    """Part 5: execution: the conversion with the lowest number, also where the mission would be possible."""
    assert default(position(nuke="1.0.1", bio="0.1.0", green=card(used="sS", pending=pending))) == move


def test_who_owes_nothing_has_no_default() -> None:
    assert start().default(ORANGE) == NO_ACTION
    assert golden(7).default(GREEN) == NO_ACTION


# -- Taking back -------------------------------------------------------------------------------------------------------


def match(**options: Any) -> Match:
    """A match in the house's reading (`chooser`); green has the Briefcase."""
    seed = next(seed for seed in range(20) if ROOM.start(seed=seed, options=options).to_act() == [GREEN])
    return Match(ROOM, seed=seed, options=options)


def test_the_first_mission_of_a_dual_can_be_taken_back() -> None:
    """S25: until the second one hands the turn on, the first is the owner's business."""
    table = match(spy_ops="first_player")
    table.play_text(GREEN, "d:RC")
    table.play_text(ORANGE, "s:S")
    before = table.state.numbers()
    table.play_text(GREEN, "C:I")

    assert table.can_undo(GREEN)
    table.undo(GREEN)

    assert table.state.numbers() == before
    assert len(table.record().log) == 4  # two of chance, two selections


def test_a_selection_that_the_other_has_seen_stays() -> None:
    """S16: the second player acts on it."""
    table = match(spy_ops="first_player")
    table.play_text(GREEN, "d:RC")

    assert not table.can_undo(GREEN)
    assert not table.can_undo(ORANGE)


@pytest.mark.parametrize(("first", "back"), [("first:g", True), ("first:o", False)])
def test_naming_oneself_can_be_taken_back_until_one_selects(first: str, back: bool) -> None:
    """S15: naming the other hands the turn on."""
    table = match()
    table.play_text(GREEN, first)

    assert table.can_undo(GREEN) is back


def test_what_ended_a_round_stays() -> None:
    """S8: the next round has begun, even where the same player goes on."""
    table = position(points="5.2.0", green=card(pending="s:S"), first="o", actor="g")
    before = table.sealed(GREEN)

    play(table, "S:I")

    assert table.to_act() == [GREEN]  # losing, so the Briefcase and the first move are green's
    assert table.sealed(GREEN) != before
    assert ROOM.describe(position(green=card(pending="s:S"), first="o", actor="g"), GREEN, 87)["final"] is True


def test_the_last_move_of_the_game_stays() -> None:
    table = position(round=8, green=card(pending="s:S"), first="o", actor="g")
    before = table.sealed(GREEN)

    assert play(table, "S:I").sealed(GREEN) != before


# -- Views, clones, pickles --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rounds", range(8))
def test_everybody_sees_everything(rounds: int) -> None:
    """Part 3: player view = spectator view = the table."""
    table = golden(rounds)

    for seat in (GREEN, ORANGE, SPECTATOR):
        view = table.view(seat)
        assert view.numbers() == table.numbers()
        assert view.to_act() == table.to_act()
        assert view.legal() == (table.legal(seat) if seat >= 0 else [])
        assert ROOM.view(bytes(view)) == view
        assert view.sample(Luck(1)).view(seat) == view


def test_a_view_does_not_follow_the_table() -> None:
    table = start()
    view = table.view(ORANGE)
    before = bytes(view)

    play(table, "s:S")

    assert bytes(view) == before
    assert table.view(ORANGE) != view


def test_a_clone_goes_its_own_way() -> None:
    table = golden(3)
    twin = table.clone()
    assert twin.numbers() == table.numbers()
    assert twin.traces == table.traces

    play(twin, "d:SC")

    assert twin.numbers() != table.numbers()
    assert twin.story is None
    assert key(golden(3)) == key(table)


def test_a_pickled_table_goes_on_as_before() -> None:
    """State, story, traces and settings survive; chance is over after set-up (part 3)."""
    table = golden(4)

    again = pickle.loads(pickle.dumps(table))

    assert isinstance(again, State)
    assert again.numbers() == table.numbers()
    assert again.story == table.story
    assert again.traces == table.traces
    assert again.label() == table.label()
    assert play(again, "s:G s:S").numbers() == play(table, "s:G s:S").numbers()
    assert again.luck() is None


def test_traces_are_equal_for_all_who_see_the_same() -> None:
    """Part 3: all facts are told to everybody; a different move leaves a different trace."""
    one, other = play(start(), "s:S"), play(start(), "s:R")

    assert one.trace(GREEN) == one.trace(ORANGE) == one.trace(SPECTATOR)
    assert one.trace(GREEN) != other.trace(GREEN)


# -- Pieces (1.3) ------------------------------------------------------------------------------------------------------


def test_the_cards_have_the_slots_of_the_document() -> None:
    """1.3: `standard7` 2 2 1 1 1 in both areas, `wide` 2 in each."""
    assert pieces.content({"layout": "standard7"}).slots == (2, 2, 1, 1, 1) * 2
    assert pieces.content({"layout": "wide"}).slots == (2,) * 10


@pytest.mark.parametrize(
    "card", [{}, {"single": [1, 2, 3, 4]}, {"single": "22111"}, {"single": [2, 2, 1, 1, -1]}, {"single": [2, 2, 1, 1, True]}]
)
def test_a_broken_card_is_named(card: dict[str, object]) -> None:
    with pytest.raises(BadContent, match=r"layouts.json: 'mine' needs five slot numbers \(S R G C X\) for 'single'"):
        pieces.check_layouts({"mine": card})


def test_boards_begin_with_what_the_options_say() -> None:
    """S5: tokens and cubes of the colour."""
    assert board(start(safe_house=True), "o") == "00000/00000/10/10"
