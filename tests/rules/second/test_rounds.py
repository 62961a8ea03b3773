"""The round: order, selection, execution, embedding, scoring, end of round [S13-S54]. What the vectors leave open."""

from __future__ import annotations

from itertools import product

import pytest

from spyhouse import Luck, Outcome
from spyhouse.rules.kit.contract import playout
from spyhouse.rules.second import story
from spyhouse.rules.second.engine import ASSASSINATED, GREEN, IN_CRISIS, ORANGE
from spyhouse.rules.second.pieces import DEPTS
from tests.rules.second.build import (
    actor,
    board,
    card,
    cubes,
    facts,
    golden,
    last_mission,
    legal,
    minister,
    play,
    play_defaults,
    points,
    position,
    start,
    written,
)

SPENT = card(used="sS sS sR sR sG sC sX dS dR")

# -- Order [S13-S15] ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("spy_ops", "first"), [("first_player", GREEN), ("second_player", ORANGE)])
def test_the_briefcase_settles_the_order(spy_ops: str, first: int) -> None:
    """S13, S14: its holder (green) is first, or second, in selection and in execution."""
    table = start(spy_ops=spy_ops)
    assert actor(table) == first

    play(table, "s:S")
    assert actor(table) == 1 - first

    play(table, "s:S")
    assert actor(table) == first
    assert actor(play(table, "S:I")) == 1 - first


@pytest.mark.parametrize("first", ["g", "o"])
def test_the_holder_of_the_briefcase_names_the_first_player(first: str) -> None:
    """S15: `chooser`: after the Foreign Office the holder names who is first."""
    table = start(briefcase="o", spy_ops="chooser")
    assert actor(table) == ORANGE

    play(table, f"first:{first}")

    assert actor(table) == "go".index(first)
    assert facts(table, story.Order) == [story.Order(ORANGE, "go".index(first))]


LAST_TOKEN = card(used="sS sR sR sG sC sX dS dR", pending="s:S")


@pytest.mark.parametrize(
    ("green", "orange", "clock"),
    [
        (card(pending="s:S"), card(), "5/cho/o/-/o"),
        (LAST_TOKEN, card(), "5/sel/o/o/o"),
        (card(pending="s:S"), SPENT, "5/sel/o/o/g"),
        (LAST_TOKEN, SPENT, "8/ove/g/-/-"),
    ],
)
def test_the_order_is_asked_for_only_if_it_matters(green: tuple[str, str, str], orange: tuple[str, str, str], clock: str) -> None:
    """S15: without a legal selection on one side the holder counts as first and there is no decision."""
    table = last_mission(green=green, orange=orange, spy_ops="chooser")

    play(table, "S:I")  # level: the Briefcase changes hands, in rounds 4 to 7 if they all pass at once

    assert written(table).split()[7] == clock


# -- Selection [S16-S23] -----------------------------------------------------------------------------------------------


def test_the_second_player_sees_the_first_ones_selection() -> None:
    """S16, S18: tokens are laid openly; the view of the second player shows them before he selects."""
    table = play(start(), "d:RC")

    assert actor(table) == ORANGE
    assert board(table, "g") == "00000/01010/7/9*dRC"
    assert table.view(ORANGE).numbers() == table.numbers()


def test_missions_may_be_selected_that_can_only_become_infiltrate() -> None:
    """S20: in round 1 every mission is on offer although nothing lies in a Spying area."""
    assert {"s:S", "s:R", "s:G", "d:SR", "d:SG", "d:RG"} <= legal(start())


def test_there_is_no_pass() -> None:
    """S21: with a token and a free slot one must select (A9): all moves on offer lay tokens."""
    table = position(round=8, green=card(used="sS sS sR sR sG sC dS dR"))

    assert legal(table) == {"s:X"}


def test_tokens_stay_on_their_slots() -> None:
    """S19, S28: a used token lies where it was laid, so choices shrink from round to round."""
    table = play_defaults(start(), rounds=1)
    assert board(table, "g") == "10000/00000/8/8"

    play_defaults(table, rounds=1)
    assert board(table, "g") == "20000/00000/7/7"
    assert "s:S" not in legal(table)


def test_a_player_with_tokens_but_no_free_slot_is_skipped() -> None:
    """S22: with no legal selection there is no mission: one token, but all Single slots are covered."""
    full = card(used="sS sS sR sR sG sC sX dS")
    table = position(round=7, green=full, actor="o")

    assert not table.can_select(GREEN)
    play_defaults(table)
    assert facts(table, story.Skip) == [story.Skip(GREEN)]  # in round 8


def test_a_round_that_nobody_can_select_in_still_brings_what_it_brings() -> None:
    """S23: round 7 passes at once, with its double agent cube and the scoring of open departments."""
    table = last_mission(round=6, ministers="m,m,-", bio="0.0.1", green=card(used="sS sR sR sG sC sX dS dR", pending="s:S"), orange=SPENT)

    play(table, "S:I")

    assert table.to_act() == []
    assert points(table) == "2.2.9"  # three rounds of a lone double agent in Bio
    assert cubes(table, "B") == "0.0.2"


# -- Execution [S24-S40] -----------------------------------------------------------------------------------------------


def test_a_player_completes_both_missions_before_the_other_begins() -> None:
    """S24, S25: the players do not alternate (A13); the owner of a Dual chooses its order (A12)."""
    table = position(nuke="1.0.0", green=card(pending="d:RC"), orange=card(pending="d:RC"))

    play(table, "C:A")
    assert actor(table) == GREEN
    assert board(table, "g") == "00000/01010/7/8*dR!C"

    play(table, "R:I")
    assert actor(table) == ORANGE


def test_cubes_that_came_in_this_round_cannot_be_moved_but_score() -> None:
    """S29, S41: a cube in a Reception is out of reach for missions, and counts in this round's scoring."""
    table = position(round=5, ministers="m,m,-", bio="0.0.0+0.0.1", green=card(pending="s:R"), orange=card(pending="s:S"))
    assert legal(table) == {"R:I"}

    play(table, "R:I S:I")

    assert facts(table, story.Score) == [story.Score(DEPTS.index("B"), (1, 1, 1))]


@pytest.mark.parametrize("cube", ["g", "o", "d"])
def test_switch_and_relocate_move_cubes_of_any_colour(cube: str) -> None:
    """S30-S32: own cube or not."""
    table = position(nuke="1.1.1", green=card(pending="s:R"))

    assert {f"R:U{cube}>A", f"R:U{cube}>B"} < legal(table)


def test_a_switch_crosses_over() -> None:
    """S31: each of the two cubes goes to the Reception of the other's department."""
    table = play(position(nuke="1.0.0", bio="0.0.2", green=card(pending="s:S"), orange=card(pending="s:S")), "S:Ug~Bd")

    assert cubes(table, "U") == "0.0.0+0.0.1"
    assert cubes(table, "B") == "0.0.1+1.0.0"


def test_a_regrouped_double_agent_leaves_the_game() -> None:
    """S33: the cube goes to the box and the token to the supply; the slot is free again. S37: no extra mission this round."""
    table = play(position(nuke="0.0.2", green=card(used="sX dR", pending="s:G"), orange=card(pending="s:S")), "G:U+dR")

    assert cubes(table, "U") == "0.0.1"
    assert table.boxed == position().boxed + 1 - 2  # the two on the table were not in the box before
    assert board(table, "g") == "00101/00000/7/9"
    assert actor(table) == ORANGE


def test_regroup_takes_a_token_from_an_earlier_regroup_but_not_its_own() -> None:
    """S37: a token on a G slot of an earlier round can be taken, the one just being executed cannot."""
    table = position(nuke="0.0.1", green=card(used="dG", pending="s:G"))

    assert legal(table) == {"G:U+dG", "G:I"}


def test_a_minister_off_his_place_is_no_target() -> None:
    """S38: not above the Foreign Office, in Crisis, assassinated or out of the game."""
    assert legal(position(round=2, points="9.9.0", green=card(pending="s:C"))) == {"C:B", "C:I"}
    assert legal(position(ministers="c,x,-", points="9.9.0", green=card(pending="s:X"))) == {"X:I"}


@pytest.mark.parametrize(("move", "left", "place"), [("C:B", 1, IN_CRISIS), ("X:B", 0, ASSASSINATED)])
def test_hitting_a_minister_is_paid_at_once(move: str, left: int, place: int) -> None:
    """S34, S35, S39: Crisis costs 1, Assassinate 2, before anybody else acts."""
    table = position(green=card(pending=f"s:{move[0]}"), orange=card(pending="s:S"))

    play(table, move)

    assert table.points[GREEN] == left
    assert table.minister[DEPTS.index("B")] == place


def test_a_conversion_says_whether_it_was_forced() -> None:
    """S27 (4.1): the event carries `forced` when the mission could not be done in full."""
    forced = play(position(green=card(pending="s:G"), orange=card(pending="s:S")), "G:I")
    free = play(position(green=card(pending="s:C"), orange=card(pending="s:S")), "C:I")

    assert [(fact.forced, fact.cube) for fact in facts(forced) if isinstance(fact, story.Execute)] == [(1, 1)]
    assert [(fact.forced, fact.cube) for fact in facts(free) if isinstance(fact, story.Execute)] == [(0, 1)]


# -- Embedding and scoring [S41-S45] -----------------------------------------------------------------------------------


def test_all_cubes_embed() -> None:
    """S41: every Reception is empty after the round, each cube in its colour's column."""
    table = last_mission(round=8, nuke="1.0.1+1.1.0", nano="0.0.0+2.0.1", bio="0.0.0+0.2.0")

    play(table, "S:I")

    assert [cubes(table, dept) for dept in "UAB"] == ["2.1.1", "3.0.1", "0.2.0"]


@pytest.mark.parametrize(("place", "is_open"), [("m", False), ("f5", True), ("c", True), ("x", True), ("-", True)])
def test_a_department_is_closed_only_while_its_minister_is_in_place(place: str, is_open: bool) -> None:
    """S42: open while he is above the Foreign Office, in Crisis, assassinated or out of the game."""
    table = play(last_mission(ministers=f"m,m,{place}", bio="0.1.0"), "S:I")

    assert (points(table) == "2.5.0") is is_open


def by_the_table(counts: tuple[int, int, int]) -> tuple[int, ...]:
    """S44, read from the printed table: the pattern of the sorted counts, then back to the spies."""
    high, middle, low = sorted(counts, reverse=True)
    if high == 0:
        return (0, 0, 0)
    if high == middle:
        worth = {high: 1} | ({low: 1} if low == high else {low: 0})
    elif middle == low:
        worth = {high: 3, middle: 1}
    else:
        worth = {high: 3, middle: 1, low: 0}
    return tuple(worth[count] if count else 0 for count in counts)


@pytest.mark.parametrize("counts", list(product(range(4), repeat=3)), ids=lambda counts: ".".join(map(str, counts)))
def test_the_complete_scoring_table(counts: tuple[int, int, int]) -> None:
    """S43, S44: all orders of up to three cubes of each spy (A24: below a shared lead there is no second place)."""
    table = position(bio=".".join(map(str, counts)))

    assert tuple(table.dept_points(2, spy) for spy in range(3)) == by_the_table(counts)


# -- End of round [S46-S51] --------------------------------------------------------------------------------------------


def test_a_minister_with_a_later_token_comes_back_by_it() -> None:
    """S46, S47, S10: assassinated in round 4, the Nano Minister waits above slot 8 and his department stays open till then."""
    table = last_mission(round=4, nano="1.0.0", green=card(pending="s:X"))

    play(table, "X:A")
    assert minister(table, "A") == "f8"

    play_defaults(table, rounds=3)
    assert points(table).startswith("12.")  # 2 - 2 + 3 in each of the rounds 4 to 7
    assert minister(table, "A") == "m"


ROWS = [
    ("3.2.5", 1, GREEN),
    ("2.3.5", 1, ORANGE),
    ("5.3.1", 2, ORANGE),
    ("3.5.1", 2, GREEN),
    ("5.3.5", 3, ORANGE),
    ("3.5.5", 3, GREEN),
    ("5.3.3", 4, ORANGE),
    ("3.5.3", 4, GREEN),
    ("5.2.3", 5, GREEN),
    ("2.5.3", 5, ORANGE),
    ("4.4.1", 6, None),
    ("4.4.6", 7, None),
    ("4.4.4", 8, None),
]


@pytest.mark.parametrize(("markers", "row", "winner"), ROWS)
def test_the_eight_positions(markers: str, row: int, winner: int | None) -> None:
    """S48-S50, S52: the row of the markers, whom it favours; the loser takes the Briefcase, after round 8 it stays."""
    table = play(last_mission(points=markers), "S:I")
    assert facts(table, story.Position) == [story.Position(tuple(map(int, markers.split("."))), row)]  # type: ignore[arg-type]
    assert table.briefcase == (ORANGE if winner is None else 1 - winner)  # green had it; both losing: it changes hands

    last = play(last_mission(points=markers, round=8, briefcase="o"), "S:I")
    outcome = last.outcome()
    assert outcome is not None
    assert outcome.reason == f"row{row}"
    assert outcome.winners == (() if winner is None else (winner,))
    assert last.briefcase == ORANGE


def test_every_order_of_three_markers_is_one_of_the_eight() -> None:
    """S49, short form: players tied: nobody. Otherwise H wins if D > H or L < D < H, and L wins if D = H or D <= L."""
    for green, orange, agent in product(range(4), repeat=3):
        table = position(points=f"{green}.{orange}.{agent}")
        high, low = max(green, orange), min(green, orange)
        higher = GREEN if green > orange else ORANGE
        favoured = -1 if high == low else higher if agent > high or low < agent < high else 1 - higher
        assert table.winning(table.row()) == favoured


@pytest.mark.parametrize(("assess", "holder"), [(True, ORANGE), (False, GREEN)])
def test_the_check_after_round_1_may_be_left_out(assess: bool, holder: int) -> None:
    """S51: `assess_after_round1=false` lets the holder keep the Briefcase for round 2 (A18)."""
    table = play_defaults(start(assess_after_round1=assess), rounds=1)

    assert table.briefcase == holder
    assert play_defaults(table, rounds=1).briefcase == 1 - holder  # level again: it changes hands from round 2 on


# -- The end [S52-S54] -------------------------------------------------------------------------------------------------


def test_a_game_has_eight_rounds_whatever_happens() -> None:
    """S8, S53: no early victory; every match ends after round 8 and its result is the row."""
    for seed in range(40):
        table = start(briefcase="go"[seed % 2])
        playout(table, Luck(seed))
        outcome = table.outcome()
        assert outcome is not None
        assert len(facts(table, story.Round)) == 8
        assert outcome.reason == f"row{table.row()}"
        assert outcome.winners in ((GREEN,), (ORANGE,), ())  # never the Double Agent


@pytest.mark.parametrize(("utility", "returns"), [(-1, (-1.0, -1.0)), (0, (0.0, 0.0))])
def test_both_lose_is_a_loss_for_both_or_nothing(utility: int, returns: tuple[float, float]) -> None:
    """S54: rows 6 to 8 have no winner and rank both second; `both_lose_utility` says what search counts (A23)."""
    table = play(last_mission(points="4.4.1", round=8, both_lose_utility=utility), "S:I")

    assert table.outcome() == Outcome("row6", (4, 4), (2, 2), (), returns)


def test_a_win_counts_one() -> None:
    """S54: winner +1 and rank 1, loser -1 and rank 2; scores are the players' points."""
    assert play(last_mission(points="9.4.6", round=8), "S:I").outcome() == Outcome("row5", (9, 4), (1, 2), (GREEN,), (1.0, -1.0))
    assert golden(3).outcome() is None
