"""The worked examples of the rulebook, each under its id (6.1)."""

from __future__ import annotations

from typing import Any

import pytest

from spyhouse import IllegalMove
from spyhouse.rules.second import story
from spyhouse.rules.second.engine import GREEN, NOBODY, ORANGE
from spyhouse.rules.second.pieces import DEPTS
from tests.rules.second.build import (
    ROOM,
    board,
    card,
    cubes,
    facts,
    last_mission,
    legal,
    minister,
    play,
    play_defaults,
    points,
    position,
    scored,
    start,
    written,
)


def arrivals(tokens_kind: type[story.MinisterArrives] | type[story.AgentArrives], **options: Any) -> list[tuple[int, str]]:
    """In which round which department received a Minister (or a double agent cube), in a game of time-outs."""
    found: list[tuple[int, str]] = []
    number = 0
    for fact in facts(play_defaults(start(**options))):
        if isinstance(fact, story.Round):
            number = fact.number
        if isinstance(fact, tokens_kind):
            found.append((number, DEPTS[fact.dept]))
    return found


def test_each_minister_waits_above_the_first_token_of_his_department() -> None:
    """E1: BBUABUBA puts the Ministers above slots 1 (Bio), 3 (Nuke) and 4 (Nano) [S4]; they arrive in those rounds [S10]."""
    assert written(start()).split()[2] == "f3,f4,m"  # the one of slot 1 has arrived already
    assert arrivals(story.MinisterArrives) == [(1, "B"), (3, "U"), (4, "A")]


def test_the_token_of_the_round_names_the_active_department() -> None:
    """E2: the active departments are B B U A B U B A [S9]; double agents come in B (1, 2, 5, 7) and U (3, 6) [S2, S11]."""
    game = play_defaults(start())

    assert [(fact.number, DEPTS[fact.dept]) for fact in facts(game) if isinstance(fact, story.Round)] == list(enumerate("BBUABUBA", 1))
    assert arrivals(story.AgentArrives) == [(1, "B"), (2, "B"), (3, "U"), (5, "B"), (6, "U"), (7, "B")]


def test_with_double_double_agent_cubes_come_in_rounds_4_and_8_too() -> None:
    """E2: with Double Double Agent both extra cubes arrive in Nano (A5)."""
    came = arrivals(story.AgentArrives, double_double_agent="both")

    assert (4, "A") in came
    assert (8, "A") in came
    assert len(came) == 8


def test_a_single_covers_one_slot() -> None:
    """E3: `s:S` takes a token from the supply and covers one of the two Single Switch slots [S17-S19]."""
    table = play(start(), "s:S")

    assert board(table, "g") == "10000/00000/8/9*sS"
    assert table.free_slots(GREEN, 0, 0) == 1


def test_a_dual_takes_two_different_missions() -> None:
    """E4: at the start `d:RC` is legal, `d:SS` and `d:RR` are not, and there are 15 selections [S17]."""
    table = start()

    assert len(legal(table)) == 15
    assert "d:RC" in legal(table)
    for twins in ("d:SS", "d:RR"):
        with pytest.raises(IllegalMove, match=r"\[S17\]"):
            ROOM.parse(table, GREEN, twins)


@pytest.mark.parametrize("moves", ["R:Bg>A C:B", "C:B R:I", "R:Bg>U C:I", "R:I C:I"])
def test_each_mission_of_a_dual_may_be_converted_or_not(moves: str) -> None:
    """E4: with R and C pending their owner converts none, one or both [S26, S27]."""
    table = position(bio="1.0.0", green=card(pending="d:RC"), first="o", actor="g")

    play(table, moves)

    assert table.round == 5


def test_a_possible_crisis_may_still_be_converted() -> None:
    """E5: a pending Crisis may become an Infiltrate even where it would be possible [S26, S27]."""
    table = position(green=card(pending="s:C"), points="5.5.0")

    assert legal(table) == {"C:B", "C:U", "C:A", "C:I"}


def test_infiltrate_enters_the_active_department() -> None:
    """E6: in round 3 `S:I` brings a green cube from the supply to the Reception of Nuke and nowhere else [S36]."""
    table = position(round=3, green=card(pending="s:S"), orange=card(pending="s:S"))

    play(table, "S:I")

    assert [cubes(table, dept) for dept in "UAB"] == ["0.0.0+1.0.0", "0.0.0", "0.0.0"]
    assert board(table, "g") == "10000/00000/8/8"


@pytest.mark.parametrize(("number", "slot"), [(1, 2), (2, 5), (3, 5), (4, 5), (5, 7), (6, 7), (7, None), (8, None)])
def test_an_assassinated_minister_waits_for_the_next_token_of_his_department(number: int, slot: int | None) -> None:
    """E7: the Bio Minister goes above the next Bio slot, or is out after the last one [S47, A16, A17]."""
    table = position(round=number, green=card(pending="s:X"), first="o", actor="g")

    play(table, "X:B")

    bio = DEPTS.index("B")
    went = [fact for fact in facts(table) if isinstance(fact, story.MinisterToSlot | story.MinisterOut)]
    assert went == [story.MinisterOut(bio) if slot is None else story.MinisterToSlot(bio, slot)]


def test_a_relocated_cube_is_out_of_reach_in_its_reception() -> None:
    """E8: `R:Ag>U` puts green into Nuke's Reception; no mission of this round may touch that cube [S29, S32]."""
    table = position(nano="1.0.0", bio="0.1.0", green=card(pending="d:SR"), orange=card(pending="d:SR"))

    play(table, "R:Ag>U")
    assert cubes(table, "U") == "0.0.0+1.0.0"
    assert legal(table) == {"S:I"}

    play(table, "S:I")
    assert legal(table) == {"S:I", "R:I", "R:Bo>U", "R:Bo>A"}


@pytest.mark.parametrize(("counts", "paid"), [("2.0.1", (3, 0, 1)), ("0.0.2", (0, 0, 3)), ("1.2.2", (0, 1, 1))])
def test_an_open_department_pays_most_and_second_most(counts: str, paid: tuple[int, int, int]) -> None:
    """E9: 2,0,1 pays 3,0,1; 0,0,2 pays 0,0,3; 1,2,2 pays 0,1,1 [S43]."""
    table = play(last_mission(ministers="m,m,-", bio=counts), "S:I")

    assert facts(table, story.Score) == [story.Score(DEPTS.index("B"), paid)]


def test_the_points_of_all_open_departments_are_added() -> None:
    """E10: Bio 2,0,1 and Nano 0,0,1 open, Nuke closed: green moves up 3, the Double Agent 4 [S42, S45, A7]."""
    table = play(last_mission(round=6, ministers="m,-,-", bio="2.0.1", nano="0.0.1", nuke="1.2.2"), "S:I")

    assert scored(table) == {"g": 3, "o": 0, "d": 4}
    assert points(table) == "5.2.4"


def test_a_third_open_department_is_added_too() -> None:
    """E10: with Nuke 1,2,2 open as well green gets 3, orange 1, the Double Agent 5 [S42, S45]."""
    table = last_mission(round=6, ministers="m,-,-", bio="2.0.1", nano="0.0.1", nuke="1.2.2", green=card(pending="s:C"))

    play(table, "C:U")

    assert scored(table) == {"g": 3, "o": 1, "d": 5}


def test_the_leader_wins_when_the_double_agent_alone_is_second() -> None:
    """E11: 5.2.3 is row 5, green is winning although first, and orange gets the Briefcase [S49, S50]."""
    table = play(last_mission(points="5.2.3"), "S:I")

    assert table.row() == 5
    assert table.winning(5) == GREEN
    assert facts(table, story.Briefcase) == [story.Briefcase(ORANGE)]


@pytest.mark.parametrize("level", ["4.4.1", "4.4.6", "4.4.4"])
@pytest.mark.parametrize("holder", ["g", "o"])
def test_the_briefcase_changes_hands_when_both_are_losing(level: str, holder: str) -> None:
    """E12: with 4.4.1, 4.4.6 and 4.4.4 both are losing and the Briefcase changes hands [S50]."""
    table = play(last_mission(points=level, briefcase=holder), "S:I")

    assert table.winning(table.row()) == NOBODY
    assert facts(table, story.Briefcase) == [story.Briefcase("og".index(holder))]


@pytest.mark.parametrize(
    ("final", "reason", "winners"),
    [
        ("3.2.5", "row1", (GREEN,)),
        ("5.3.1", "row2", (ORANGE,)),
        ("5.3.3", "row4", (ORANGE,)),
        ("9.4.6", "row5", (GREEN,)),
        ("6.6.2", "row6", ()),
    ],
)
def test_after_round_8_the_position_is_the_result(final: str, reason: str, winners: tuple[int, ...]) -> None:
    """E13: 3.2.5 green; 5.3.1 orange; 5.3.3 orange; 9.4.6 green by swap; 6.6.2 both lose [S52, A3, A21]."""
    table = play(last_mission(points=final, round=8), "S:I")

    outcome = table.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == (reason, winners)


def test_a_mission_nobody_can_pay_for_is_converted() -> None:
    """E14: with 0 points `C:I` is the only move of Crisis, with 1 point `X:I` the only one of Assassinate [S34, S35]."""
    assert minister(position(points="0.2.0", green=card(pending="s:C")), "B") == "m"
    assert legal(position(points="0.2.0", green=card(pending="s:C"))) == {"C:I"}
    assert legal(position(points="1.2.0", green=card(pending="s:X"))) == {"X:I"}
