"""Set-up and the Foreign Office [S1-S12]."""

from __future__ import annotations

from collections import Counter

import pytest

import spyhouse
from spyhouse.rules.second import story
from spyhouse.rules.second.engine import DOUBLE_AGENT
from tests.rules.second.build import ROOM, cubes, facts, minister, play_defaults, start, written


def rows(count: int, **options: object) -> list[str]:
    """The token rows of that many matches."""
    return [written(ROOM.start(seed=seed, options=options)).split()[0] for seed in range(count)]  # type: ignore[arg-type]


def test_the_printed_set_up() -> None:
    """S1-S6: the start of BBUABUBA as a position string (1.5); the cube and the Minister of slot 1 have arrived."""
    assert written(start()) == "BBUABUBA 01101110 f3,f4,m 0.0.0/0.0.0/0.0.0+0.0.1 2.2.0 00000/00000/9/9 00000/00000/9/9 1/sel/g/g/g"


def test_each_department_is_among_the_eight_tokens() -> None:
    """S3: one of each department, five more from the rest, in any order."""
    drawn = rows(300)

    assert all(set(row) == set("UAB") for row in drawn)
    assert {row[0] for row in drawn} == set("UAB")
    assert {row[7] for row in drawn} == set("UAB")
    assert len(set(drawn)) > 250


def test_the_tokens_come_from_a_pool() -> None:
    """S3: with three tokens of each department no department shows more than three times; 3 + 3 + 2 make the eight."""
    for row in rows(50, token_pool_per_dept=3):
        assert sorted(Counter(row).values()) == [2, 3, 3]


def test_random_diplomacy_may_leave_a_department_out() -> None:
    """S3 in Random Diplomacy: all eight are drawn from the pool, so a department may be missing (part 5)."""
    drawn = rows(300, random_diplomacy=True)

    assert any(len(set(row)) == 2 for row in drawn)
    for row in drawn:
        table = start(row, random_diplomacy=True)
        assert [minister(table, dept) == "-" for dept in "UAB"] == [dept not in row for dept in "UAB"]


def test_a_random_player_gets_the_first_briefcase() -> None:
    """S6: both seats get it, about equally often."""
    holders = Counter(facts(ROOM.start(seed=seed, story=True), story.FirstBriefcase)[0] for seed in range(400))  # type: ignore[arg-type]

    assert 150 < holders[story.FirstBriefcase(0)] < 250
    assert holders.total() == 400


def test_colours_are_seats_and_all_boards_begin_empty() -> None:
    """S5: seat 0 is green and seat 1 orange, each with nine tokens and nine cubes; no cube lies anywhere."""
    table = start()

    assert ROOM.meta.seat_names == ("g", "o")
    assert table.tokens == [9, 9]
    assert table.cubes == [9, 9]
    assert sum(table.spying) == 0
    assert [table.cubes_in_depts(seat) for seat in (0, 1)] == [0, 0]


def test_beginners_are_pointed_to_safe_house() -> None:
    """S7: the advice for a first game stands with the option."""
    (option,) = [option for option in ROOM.options if option.name == "safe_house"]

    assert "beginners" in option.line


def test_minister_and_double_agent_of_a_slot_both_arrive() -> None:
    """S8-S12: after the Foreign Office both are there; in whichever order, the table is the same."""
    table = play_defaults(start(), rounds=2)

    assert table.round == 3
    assert minister(table, "U") == "m"
    assert cubes(table, "U") == "0.0.0+0.0.1"
    assert written(table).split()[1] == "00001110"


def test_no_double_agent_comes_in_rounds_4_and_8() -> None:
    """S2, S11: slots 4 and 8 are empty in the base game (A5); the active token still counts for Infiltrate."""
    table = play_defaults(start(), rounds=3)
    assert table.round == 4
    assert cubes(table, "A") == "0.0.0"

    table.apply(table.actor, table.default(table.actor))
    table.apply(table.actor, table.default(table.actor))
    table.apply(table.actor, table.default(table.actor))
    assert sum(table.reception[3:5]) == 1
    assert table.reception[3 + DOUBLE_AGENT] == 0


def test_the_same_seed_gives_the_same_set_up() -> None:
    """Part 3: set-up is the only chance event, and it follows from the seed."""
    assert rows(20) == rows(20)
    assert ROOM.start(seed=7).numbers() == ROOM.start(seed=(7).to_bytes(32, "big")).numbers()


def test_a_start_needs_exactly_one_source_of_chance() -> None:
    with pytest.raises(spyhouse.SpyhouseError, match="either a seed"):
        ROOM.start()
    with pytest.raises(spyhouse.SpyhouseError, match="either a seed"):
        ROOM.start(seed=1, luck=spyhouse.Luck(1))
