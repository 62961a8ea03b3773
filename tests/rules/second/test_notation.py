"""Numbers, notation and structured moves of all 97 actions (4.1, 4.3), chance lines (part 5), and what is none of them."""

from __future__ import annotations

from typing import Any

import pytest

from spyhouse import BadNotation, IllegalMove, ScriptedLuck
from spyhouse.rules.second import story
from spyhouse.rules.second.engine import GREEN
from tests.rules.second.build import ROOM, card, play, position, start

TWINS: dict[str, Any] = {"layout": "wide", "dual_pair_rule": "only_SS_RR_forbidden"}
ALL = range(97)

# 4.3, written out by hand.
COLOURS = [("g", "o"), ("g", "d"), ("o", "g"), ("o", "d"), ("d", "g"), ("d", "o")]
BY_HAND = [
    *(f"s:{mission}" for mission in "SRGCX"),
    *(f"d:{pair}" for pair in ("SR", "SG", "SC", "SX", "RG", "RC", "RX", "GC", "GX", "CX")),
    *(f"S:{left}{one}~{right}{two}" for left, right in ("UA", "UB", "AB") for one, two in COLOURS),
    *(f"R:{source}{spy}>{to}" for source, others in (("U", "AB"), ("A", "UB"), ("B", "UA")) for spy in "god" for to in others),
    *(f"G:{dept}+{area}{mission}" for dept in "UAB" for area in "sd" for mission in "SRGCX"),
    *(f"{mission}:{dept}" for mission in "CX" for dept in "UAB"),
    *(f"{mission}:I" for mission in "SRGCX"),
    *("first:g", "first:o"),
    *(f"d:{pair}" for pair in ("GG", "CC", "XX")),
]


def test_the_numbers_are_those_of_the_document() -> None:
    """4.3: 94 actions in this order, and three more with `only_SS_RR_forbidden`."""
    assert list(ROOM.actions().names) == BY_HAND[:94]
    assert list(ROOM.actions(TWINS).names) == BY_HAND
    assert (ROOM.actions().size, ROOM.actions(TWINS).size) == (94, 97)


@pytest.mark.parametrize("action", ALL, ids=BY_HAND)
def test_number_text_and_structured_move_say_the_same(action: int) -> None:
    """4.1: text and parse, describe and number are inverse, for legal moves and for all others."""
    table = start(**TWINS)

    assert ROOM.text(table, GREEN, action) == BY_HAND[action]
    assert ROOM.parse(table, GREEN, BY_HAND[action]) == action
    assert ROOM.parse(table, GREEN, f" {BY_HAND[action]} ") == action
    assert ROOM.number(table, GREEN, ROOM.describe(table, GREEN, action)) == action


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("s:S", {"kind": "select", "area": "s", "missions": ["S"]}),
        ("d:RC", {"kind": "select", "area": "d", "missions": ["R", "C"]}),
        ("d:XX", {"kind": "select", "area": "d", "missions": ["X", "X"]}),
        ("S:Ug~Bo", {"kind": "switch", "dept": "U", "cube": "g", "other_dept": "B", "other_cube": "o"}),
        ("R:Ad>U", {"kind": "relocate", "dept": "A", "cube": "d", "to": "U"}),
        ("G:B+sS", {"kind": "regroup", "dept": "B", "area": "s", "token": "S"}),
        ("C:U", {"kind": "crisis", "dept": "U", "cost": 1}),
        ("X:B", {"kind": "assassinate", "dept": "B", "cost": 2}),
        ("G:I", {"kind": "convert", "mission": "G", "to": "B"}),
        ("first:o", {"kind": "order", "first": "o", "seat": 1}),
    ],
)
def test_a_structured_move_uses_the_codes_of_the_rules(text: str, move: dict[str, Any]) -> None:
    """1.1: one of each kind; a conversion says which department the cube enters [S36], C and X what they cost."""
    table = start(**TWINS)

    described = ROOM.describe(table, GREEN, ROOM.parse(table, GREEN, text))

    assert {name: value for name, value in described.items() if name != "final"} == move


@pytest.mark.parametrize(("written", "meant"), [("d:CR", "d:RC"), ("S:Bo~Ug", "S:Ug~Bo"), ("S:Ad~Ug", "S:Ug~Ad")])
def test_pairs_may_be_written_in_either_order(written: str, meant: str) -> None:
    """4.1: the order of the document is what a record writes; a player may write the other one."""
    table = start()

    assert ROOM.parse(table, GREEN, written) == ROOM.parse(table, GREEN, meant)
    assert ROOM.text(table, GREEN, ROOM.parse(table, GREEN, written)) == meant


@pytest.mark.parametrize(
    "text", ["", "s", "s:I", "s:s", "d:S", "d:SRG", "S:Ug", "S:Ug-Bo", "R:Ug>N", "G:B+S", "G:B", "C:N", "I", "first:d", "pass", "Ż"]
)
def test_what_is_no_move_is_told_how_moves_are_written(text: str) -> None:
    """4.1: BadNotation names the text and shows every form."""
    with pytest.raises(BadNotation, match=r"is no move of Second Place\. Write s:S, d:SR, S:Ug~Bo"):
        ROOM.parse(start(), GREEN, text)


@pytest.mark.parametrize(
    ("text", "rule"),
    [("d:SS", "S17"), ("d:RR", "S17"), ("d:GG", "S17"), ("S:Ug~Uo", "S31"), ("S:Ug~Ag", "S31"), ("R:Ug>U", "S32")],
)
def test_what_no_position_allows_is_refused_by_its_rule(text: str, rule: str) -> None:
    """S17, S31, S32: such moves have no number; the rule is named all the same."""
    with pytest.raises(IllegalMove) as refused:
        ROOM.parse(start(), GREEN, text)
    assert refused.value.rule == rule


@pytest.mark.parametrize(
    "move",
    [
        {},
        {"kind": "fly"},
        {"kind": "select"},
        {"kind": "select", "area": "s", "missions": None},
        {"kind": "select", "area": "s", "missions": [1]},
        {"kind": "select", "area": "x", "missions": ["S"]},
        {"kind": "switch", "dept": "U", "cube": "g"},
        {"kind": "crisis"},
        {"kind": ["select"]},
    ],
)
def test_what_is_no_structured_move_is_a_clear_error(move: dict[str, Any]) -> None:
    with pytest.raises(BadNotation) as refused:
        ROOM.number(start(), GREEN, move)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("action", [-1, 94, 96, 97, 1000])
def test_a_number_outside_the_action_space_is_named_with_its_bounds(action: int) -> None:
    """4.3: 94 to 96 exist only with `only_SS_RR_forbidden`."""
    for ask in (ROOM.text, ROOM.describe):
        with pytest.raises(BadNotation, match=f"no action {action} .* Possible: 0 to 93"):
            ask(start(), GREEN, action)


def test_a_described_move_says_whether_it_is_final() -> None:
    """The move that hands the decision on cannot be taken back; an illegal one has no such mark."""
    table = position(nuke="1.0.0", green=card(pending="d:RC"), orange=card(pending="s:S"))

    assert ROOM.describe(table, GREEN, ROOM.parse(table, GREEN, "C:U"))["final"] is False  # the Relocate is still to come
    assert "final" not in ROOM.describe(table, GREEN, ROOM.parse(table, GREEN, "s:S"))
    play(table, "C:U")
    assert ROOM.describe(table, GREEN, ROOM.parse(table, GREEN, "R:I"))["final"] is True


# -- Chance (part 5) ---------------------------------------------------------------------------------------------------


def test_chance_lines_are_written_and_read_back() -> None:
    """Part 5: `tokens BBUABUBA`, `briefcase g`; nothing else is left to chance [S3, S6]."""
    assert ROOM.chance_text(story.Tokens((2, 2, 0, 1, 2, 0, 2, 1))) == "tokens BBUABUBA"
    assert ROOM.chance_text(story.FirstBriefcase(1)) == "briefcase o"
    assert ROOM.chance_text(story.Skip(0)) is None

    script = [*ROOM.chance_script("tokens ABABABUA"), *ROOM.chance_script("briefcase o")]
    table = ROOM.start(luck=ScriptedLuck(script), story=True)
    assert [text for told in table.story or [] if (text := ROOM.chance_text(told.fact))] == ["tokens ABABABUA", "briefcase o"]


@pytest.mark.parametrize("text", ["", "tokens", "tokens BBUABUB", "tokens BBUABUBN", "briefcase d", "dice 6"])
def test_what_chance_never_brings_is_refused(text: str) -> None:
    with pytest.raises(BadNotation, match="nothing that chance decides"):
        ROOM.chance_script(text)
