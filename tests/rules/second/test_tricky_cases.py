"""The tricky cases, each under its id (6.2)."""

from __future__ import annotations

from typing import Any

import pytest

from spyhouse.rules.second import story
from spyhouse.rules.second.engine import DOUBLE_AGENT, GREEN, ORANGE
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
    perft,
    play,
    play_defaults,
    points,
    position,
    scored,
    start,
    written,
)

SINGLES = {"s:S", "s:R", "s:G", "s:C", "s:X"}


def test_in_round_1_there_is_nothing_to_relocate() -> None:
    """T1: the Double Agent stands in Bio's Reception, all Spying areas are empty: only `R:I` [S29, L6]."""
    table = play(start(), "s:R s:S")

    assert cubes(table, "B") == "0.0.0+0.0.1"
    assert legal(table) == {"R:I"}


def test_regroup_needs_a_double_agent_and_a_used_token() -> None:
    """T2: with only one of its two parts Regroup becomes Infiltrate [S33, A8]."""
    no_token = position(nuke="0.0.1", green=card(pending="s:G"))
    no_agent = position(green=card(used="sS", pending="s:G"))
    both = position(nuke="0.0.1", nano="0.0.2", green=card(used="sS", pending="s:G"))

    assert legal(no_token) == {"G:I"}
    assert legal(no_agent) == {"G:I"}
    assert legal(both) == {"G:U+sS", "G:A+sS", "G:I"}


def test_regroup_may_take_the_token_of_its_executed_partner() -> None:
    """T3: in a Dual S+G, Regroup first has no used token; after the Switch it may take that token back [S37, A11]."""
    table = position(nuke="1.0.1", nano="0.1.0", green=card(pending="d:SG"), orange=card(pending="s:S"))
    assert {move for move in legal(table) if move.startswith("G")} == {"G:I"}

    play(table, "S:Ug~Ao")
    assert "G:U+dS" in legal(table)

    play(table, "G:U+dS")
    assert board(table, "g") == "00000/00100/8/8"
    assert table.free_slots(GREEN, 1, 0) == 2


def test_regroup_may_be_kept_from_its_partner_by_an_option() -> None:
    """T3: with `regroup_same_round=false` only `G:I` is left after the Switch [S37]."""
    table = position(nuke="1.0.1", nano="0.1.0", green=card(pending="d:SG"), orange=card(pending="s:S"), regroup_same_round=False)

    play(table, "S:Ug~Ao")

    assert legal(table) == {"G:I"}


def test_one_minister_is_hit_at_most_once_per_round() -> None:
    """T4: Dual C+X with only the Bio Minister in place: whichever comes second becomes Infiltrate [S38]."""
    pieces: dict[str, Any] = {"round": 2, "points": "3.2.0", "green": card(pending="d:CX")}

    assert legal(position(**pieces)) == {"C:B", "C:I", "X:B", "X:I"}
    assert legal(play(position(**pieces), "C:B")) == {"X:I"}
    assert legal(play(position(**pieces), "X:B")) == {"C:I"}


def test_points_are_checked_at_the_moment_of_execution() -> None:
    """T5: what the first mission of a Dual has cost is missing for the second [S39]."""

    def both_ministers(points: str) -> set[str]:
        return legal(play(position(round=3, points=points, green=card(pending="d:CX")), "C:U"))

    assert both_ministers("2.2.0") == {"X:I"}
    assert both_ministers("3.2.0") == {"X:B", "X:I"}
    assert legal(play(position(round=3, green=card(pending="d:CX")), "X:U")) == {"C:I"}


def test_switch_needs_two_departments_and_two_colours() -> None:
    """T6: equal colours or a single department leave only `S:I` [S31]."""
    assert legal(position(nuke="2.0.0", nano="1.0.0", green=card(pending="s:S"))) == {"S:I"}
    assert legal(position(nuke="2.1.0", green=card(pending="s:S"))) == {"S:I"}
    assert legal(position(nuke="1.0.0", nano="0.0.1", green=card(pending="s:S"))) == {"S:Ug~Ad", "S:I"}


@pytest.mark.parametrize(("pending", "moves"), [("s:S", 19), ("s:R", 19), ("d:SR", 38)])
def test_a_full_house_has_every_switch_and_relocate(pending: str, moves: int) -> None:
    """T7: with a cube of each spy in each Spying area S has 19 moves, R 19, both together 38 [S25, S30]."""
    table = position(nuke="1.1.1", nano="1.1.1", bio="1.1.1", green=card(pending=pending))

    assert len(legal(table)) == moves


def test_the_second_player_may_find_the_minister_gone() -> None:
    """T8: both have a Crisis and only the Bio Minister is in place: after `C:B` orange must convert [S27, S38]."""
    table = position(round=2, green=card(pending="s:C"), orange=card(pending="s:C"))

    play(table, "C:B")

    assert actor(table) == ORANGE
    assert legal(table) == {"C:I"}


def test_a_player_without_tokens_is_skipped_and_still_scores() -> None:
    """T9: green has no token in round 6: orange selects and executes, green's cubes score [S22, A10]."""
    spent = card(used="sS sS sR sR sG sC sX dS dR")
    table = position(round=6, ministers="m,m,-", bio="1.0.0", green=spent, actor="o")

    play(table, "s:R")
    assert actor(table) == ORANGE
    assert "R:I" in legal(table)

    play(table, "R:I")
    assert points(table) == "5.2.0"


def test_with_one_token_only_singles_are_possible() -> None:
    """T10: one token left, Single 11000 used: the five Singles (S and R have a second slot) and no Dual [S19, S22]."""
    table = position(round=6, green=card(used="sS sR dS dS dR dR dG dC"))

    assert board(table, "g").startswith("11000/22110/1/")
    assert legal(table) == SINGLES


def test_a_covered_area_leaves_the_other_one_free() -> None:
    """T11: both Single Switch slots and the Single Crisis slot are used: `d:SR` is still legal [S17, S19]."""
    moves = legal(position(green=card(used="sS sS sC")))

    assert "s:S" not in moves
    assert "s:C" not in moves
    assert "d:SR" in moves


def test_a_quiet_first_round() -> None:
    """T12: both infiltrate the closed Bio: 1.1.1, points stay 2.2.0, row 6, the Briefcase goes to orange [S42, S50]."""
    table = play(start(), "s:S s:S S:I S:I")

    assert cubes(table, "B") == "1.1.1+0.0.1"  # the Reception holds the cube of round 2 already
    assert points(table) == "2.2.0"
    assert facts(table, story.Position) == [story.Position((2, 2, 0), 6)]
    assert table.briefcase == ORANGE


def test_a_crisis_opens_the_department_for_this_round() -> None:
    """T13: green pays 1 and opens Bio, orange and the Double Agent tie there: 1.3.1, row 4, Briefcase to orange [S34, S43]."""
    table = play(start(), "s:C s:S C:B S:I")

    assert points(table) == "1.3.1"
    assert facts(table, story.Position) == [story.Position((1, 3, 1), 4)]
    assert table.winning(4) == GREEN
    assert table.briefcase == ORANGE


def test_a_crisis_is_over_after_scoring() -> None:
    """T14: green opens Nuke (2.1.0) for a round: 4.3.0; then its Minister is back, and closed Bio paid nothing [S46, A15]."""
    table = position(round=5, ministers="m,f8,m", nuke="2.1.0", bio="0.0.0+0.0.1", green=card(pending="s:C"), orange=card(pending="s:S"))

    play(table, "C:U S:I")

    assert points(table) == "4.3.0"
    assert minister(table, "U") == "m"
    assert facts(table, story.Score) == [story.Score(DEPTS.index("U"), (3, 1, 0)), story.Score(DEPTS.index("A"), (0, 0, 0))]


def test_a_department_without_token_stays_open() -> None:
    """T15: Random Diplomacy BBBBBBBB: Nuke and Nano are open all game; a lone cube in Nuke scores 3 a round [A25]."""
    table = start("BBBBBBBB", random_diplomacy=True)
    assert written(table).split()[2] == "-,-,m"

    play(table, "s:S s:S S:I S:I")
    play(table, "s:S s:R S:I R:Bg>U")  # orange has the Briefcase and sends green's cube away
    assert cubes(table, "U") == "1.0.0"
    assert points(table) == "5.2.0"

    play_defaults(table, rounds=1)
    assert points(table) == "8.2.0"


def test_in_cold_war_nobody_can_pay_in_round_1() -> None:
    """T16: Cold War, `s:C` and `s:X`: only `C:I`, then only `X:I` [S1, S34, S35]."""
    table = play(start(cold_war=True), "s:C s:X")

    assert legal(table) == {"C:I"}
    assert legal(play(table, "C:I")) == {"X:I"}


@pytest.mark.parametrize(("reading", "winner"), [("dense", ORANGE), ("joint_second", GREEN)])
def test_a_lead_shared_with_the_double_agent_is_read_in_two_ways(reading: str, winner: int) -> None:
    """T17: 5.3.5 is won by orange (`dense`) or by green (`joint_second`) [S49 row 3, A2]."""
    table = play(last_mission(points="5.3.5", round=8, tie_for_first=reading), "S:I")

    outcome = table.outcome()
    assert outcome is not None
    assert outcome.reason == "row3"
    assert outcome.winners == (winner,)


def test_an_assassination_just_before_the_next_token_opens_one_round() -> None:
    """T18: the Bio Minister is hit in round 4 and his token lies on slot 5: open in round 4, back in phase 1 of round 5 [S47]."""
    table = last_mission(round=4, bio="1.0.0", green=card(pending="s:X"))

    play(table, "X:B")

    assert scored(table) == {"g": 3, "o": 0, "d": 0}
    assert facts(table, story.MinisterToSlot) == [story.MinisterToSlot(DEPTS.index("B"), 5)]
    assert facts(table, story.MinisterArrives) == [story.MinisterArrives(DEPTS.index("B"))]
    assert minister(table, "B") == "m"


@pytest.mark.parametrize(("move", "left", "place"), [("C:B", "1.2.0", "m"), ("X:B", "0.2.0", "-")])
def test_hitting_a_minister_in_round_8_only_opens_the_department(move: str, left: str, place: str) -> None:
    """T19: in round 8 Crisis and Assassinate cost and open as always; where the Minister goes changes nothing [S52]."""
    table = last_mission(round=8, bio="0.0.0", green=card(pending=f"s:{move[0]}"))

    play(table, move)

    assert points(table) == left
    assert minister(table, "B") == place
    assert table.to_act() == []


def test_a_round_without_any_selection_resolves_at_once() -> None:
    """T20: golden game 1: nobody has a token in round 8, open departments score, the result is read [S23]."""
    table = golden(7)

    assert table.to_act() == []
    assert facts(table, story.Skip)[-2:] == [story.Skip(GREEN), story.Skip(ORANGE)]
    assert points(table) == "13.10.8"


def test_an_infiltrate_without_cubes_only_turns_the_token() -> None:
    """T21: custom set-up without cubes, 0 points, Single X pending: `X:I` turns the token and the turn goes on [S28, S40]."""
    table = position(points="0.2.0", green=card(pending="s:X"), orange=card(pending="s:S"), cubes_per_player=0)
    assert legal(table) == {"X:I"}

    play(table, "X:I")

    assert board(table, "g") == "00001/00000/8/0"
    assert cubes(table, "A") == "0.0.0"
    assert actor(table) == ORANGE
    (executed,) = facts(table, story.Execute)
    assert isinstance(executed, story.Execute)
    assert executed.cube == 0


def test_a_regrouped_token_may_be_laid_anywhere_in_the_next_round() -> None:
    """T22: the token taken back in round r lies in round r+1 on its old slot or on any other free one [S37]."""
    table = position(bio="0.0.1", green=card(used="sC", pending="s:G"), first="o", actor="g", briefcase="o")

    play(table, "G:B+sC")

    green_first = table if actor(table) == GREEN else play(table, "s:S")
    assert {"s:C", "s:S", "s:R", "s:X"} <= legal(green_first)
    assert "s:G" not in legal(green_first)  # its own token stays for good


def test_without_double_agents_every_regroup_is_an_infiltrate() -> None:
    """T23: no double agent cube in any Spying area: only `G:I` [S33]."""
    table = position(nuke="1.1.0", nano="2.0.0", bio="0.3.0+0.0.1", green=card(used="sS dR", pending="s:G"))

    assert sum(table.spying[DOUBLE_AGENT::3]) == 0
    assert legal(table) == {"G:I"}


def test_the_chooser_has_one_more_decision() -> None:
    """T24: with `chooser` round 1 begins with naming the first player, and its perft doubles to 3,050 [S15]."""
    table = start(spy_ops="chooser")

    assert legal(table) == {"first:g", "first:o"}
    assert perft(table) == 3_050
