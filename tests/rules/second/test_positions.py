"""Position strings (1.5): one line, eight fields, nothing lost, and a helpful line for what cannot be read."""

from __future__ import annotations

from typing import Any

import pytest

from spyhouse import BadPosition, Luck
from tests.rules.second.build import ROOM, actor, at, card, key, position, start, written

GOOD = "BBUABUBA 00001110 m,m,m 1.0.0/0.1.0/0.0.1+0.0.1 2.2.0 10000/00000/8/8*sS 01000/00000/8/8 4/exe/g/g/g"

TABLES: list[dict[str, Any]] = [
    {"spy_ops": "chooser"},
    {"spy_ops": "second_player", "regroup_same_round": False},
    {"safe_house": True, "random_diplomacy": True, "cold_war": True, "double_double_agent": "both"},
    {"layout": "wide", "dual_pair_rule": "only_SS_RR_forbidden"},
    {"layout": "wide", "dual_pair_rule": "only_SS_RR_forbidden", "regroup_same_round": False, "tracker_top": 9},
]


@pytest.mark.parametrize("options", TABLES)
def test_a_position_string_loses_nothing(options: dict[str, Any]) -> None:
    """1.5: at every decision of random matches the string gives back the same state, and that state the same string."""
    for seed in range(12):
        table, luck = start(**options), Luck(seed)
        while table.to_act():
            again = at(written(table), **options)
            assert key(again) == key(table)
            assert written(again) == written(table)
            assert again.legal(actor(table)) == table.legal(actor(table))
            legal = table.legal(actor(table))
            table.apply(actor(table), legal[luck.below(len(legal))])
        assert key(at(written(table), **options)) == key(table)
        assert at(written(table), **options).outcome() == table.outcome()


def test_a_pending_dual_names_its_executed_partner() -> None:
    """1.5: `*dG!S`: Regroup is pending, the Switch of the same Dual is executed."""
    table = position(nuke="1.0.1", green=card(pending="d:G", done="S"))

    assert written(table).split()[5] == "00000/10100/7/8*dG!S"


def test_spaces_around_a_position_do_not_matter() -> None:
    assert written(at(f"  {GOOD}\n")) == GOOD


# Field by field: what stands there instead, and what the error says about it.
BROKEN = [
    (0, "BBUABUB", "tokens 'BBUABUB' cannot be read. Write eight letters"),
    (0, "BBUANUBA", "eight letters of U, A, B"),
    (1, "0000111", "double agents '0000111' cannot be read. Write eight digits"),
    (1, "00001112", "eight digits 0 or 1"),
    (2, "m,m", "Ministers 'm,m' cannot be read. Write three of f1 to f8"),
    (2, "m,m,f9", "three of f1 to f8, m, c, x, -"),
    (2, "m,m,f3", r"Minister of B waits above slot 3, which is past or shows another dept \[S4, S47\]"),
    (2, "m,m,f6", r"Minister of B waits above slot 6, which is past or shows another dept"),
    (3, "1.0.0/0.1.0", "departments '1.0.0/0.1.0' cannot be read. Write U/A/B"),
    (3, "1.0.0/0.1.0/0.0", "departments '0.0' cannot be read. Write three numbers"),
    (3, "1.0.0/0.1.0/0.0.1+", "departments '' cannot be read. Write three numbers"),
    (3, "9.0.0/0.1.0/0.0.1", r"Cubes in the departments and in supply must make 9 for each player.*\[L2\]"),
    (3, "1.0.0/0.1.0/0.0.4", r"double agents at most 6 \[L2\]"),
    (4, "2.2", "points '2.2' cannot be read. Write three numbers for g, o, d"),
    (4, "2.2.-1", "points '2.2.-1' cannot be read"),
    (5, "1000/00000/8/8*sS", "green's board '1000/00000/8/8[*]sS' cannot be read. Write used Single/used Dual"),
    (5, "10000/00000/8/8*sI", "green's board .* cannot be read"),
    (5, "10000/00000/7/8*sS", r"Tokens on a card and in supply must make 9 for each player \[L1\]"),
    (5, "00300/00000/6/8*sG", r"3 tokens lie on sG, which has 1 slots \[S19\]"),
    (5, "00000/00000/9/8*sS", "S is pending, but no token lies on its slot"),
    (5, "10000/00000/8/8*sSR", "a Single has one pending mission, a Dual two"),
    (5, "10000/00000/8/8*sS!R", "a Single has one pending mission, a Dual two"),
    (5, "00000/11100/6/8*dSR!G", "a Single has one pending mission, a Dual two"),
    (5, "00000/10000/8/8*dS", "one mission of a Dual is pending and the other is not named. Write it after '!'"),
    (5, "00000/00100/8/8*dG!S", "S is executed, but no token lies on its slot"),
    (5, "00000/20000/7/8*dSS", r"A Dual takes two different missions \[S17\]"),
    (5, "00000/00100/8/8*dG!G", r"A Dual takes two different missions \[S17\]"),
    (5, "10000/00000/8/8", "Phase, first player, actor and pending missions do not fit together"),
    (6, "01000/00000/8", "orange's board '01000/00000/8' cannot be read"),
    (6, "01000/00000/8/7", r"Cubes in the departments and in supply must make 9"),
    (7, "4/exe/g/g", "round '4/exe/g/g' cannot be read. Write round/phase/briefcase/first/actor"),
    (7, "9/exe/g/g/g", "round '9/exe/g/g/g' cannot be read"),
    (7, "12/exe/g/g/g", "round '12/exe/g/g/g' cannot be read"),
    (7, "4/end/g/g/g", "phases are cho, sel, exe, ove"),
    (7, "4/exe/-/g/g", "round '4/exe/-/g/g' cannot be read"),
    (7, "4/exe/g/d/g", "round '4/exe/g/d/g' cannot be read"),
    (7, "4/exe/g/g/d", "round '4/exe/g/g/d' cannot be read"),
    (7, "4/exe/g/g/o", "do not fit together"),
    (7, "4/exe/g/-/g", "do not fit together"),
    (7, "4/sel/g/g/g", "do not fit together"),
    (7, "4/cho/g/-/g", "do not fit together"),
    (7, "4/ove/g/-/-", "do not fit together"),
    (7, "8/ove/g/-/-", "do not fit together"),
]


@pytest.mark.parametrize(("field", "instead", "why"), BROKEN)
def test_a_broken_field_is_named_with_what_should_stand_there(field: int, instead: str, why: str) -> None:
    """1.5: each field, broken in turn, is a BadPosition of one line that says which, why and what to write."""
    fields = at_good()
    fields[field] = instead

    with pytest.raises(BadPosition, match=why) as refused:
        at(" ".join(fields))
    assert "\n" not in str(refused.value)


def at_good() -> list[str]:
    assert written(at(GOOD)) == GOOD
    return GOOD.split()


@pytest.mark.parametrize("cut", range(8))
def test_a_missing_field_is_counted(cut: int) -> None:
    with pytest.raises(BadPosition, match=r"A position has 8 fields .* this one has 7"):
        at(" ".join(GOOD.split()[:cut] + GOOD.split()[cut + 1 :]))


@pytest.mark.parametrize(
    ("clock", "green", "orange"),
    [
        ("4/sel/g/g/g", "", "*sR"),  # the second player has selected before the first
        ("4/sel/g/o/o", "", "*sR"),  # orange is to select and has already
        ("4/sel/g/-/g", "", ""),
        ("4/exe/g/o/g", "*sS", "*sR"),  # the second player executes before the first is done
        ("4/cho/g/-/o", "", ""),  # the order is the holder's to name
        ("4/cho/g/g/g", "", ""),
        ("4/cho/g/-/g", "*sS", ""),
    ],
)
def test_the_turn_must_fit_the_pending_missions(clock: str, green: str, orange: str) -> None:
    """S16, S24: who is to act follows from who has selected and executed."""
    fields = GOOD.split()
    fields[5:] = ["10000/00000/8/8" + green, "01000/00000/8/8" + orange, clock]

    with pytest.raises(BadPosition, match="do not fit together"):
        at(" ".join(fields), spy_ops="chooser")


def test_a_player_who_cannot_select_is_not_to_select() -> None:
    """S22: the actor of a selection has one."""
    with pytest.raises(BadPosition, match="do not fit together"):
        position(green=card(used="sS sS sR sR sG sC sX dS dR"))


def test_the_order_is_chosen_only_by_a_chooser() -> None:
    """S15: phase `cho` belongs to `spy_ops=chooser`."""
    text = written(start(spy_ops="chooser"))

    assert written(at(text, spy_ops="chooser")) == text
    with pytest.raises(BadPosition, match="do not fit together"):
        at(text, spy_ops="first_player")


def test_points_above_the_tracker_are_refused() -> None:
    """1.3: with `tracker_top` no marker stands above it."""
    with pytest.raises(BadPosition, match="above the top of the tracker"):
        position(points="2.9.0", tracker_top=8)


def test_the_layout_says_how_many_tokens_fit() -> None:
    """S19: two tokens on Single Regroup lie on the wide card only."""
    two = card(used="sG sG")

    assert written(position(green=two, layout="wide")).split()[5].startswith("00200/")
    with pytest.raises(BadPosition, match=r"2 tokens lie on sG, which has 1 slots \[S19\]"):
        position(green=two)


def test_a_position_is_only_read_under_its_options() -> None:
    """L1: the same line is no position of Safe House, which has ten tokens."""
    with pytest.raises(BadPosition, match=r"must make 10 for each player \[L1\]"):
        ROOM.position(GOOD, {"safe_house": True})
