"""Names of moves in Second Place: action number, notation [4.1], structured move; and the round record [4.2].

This is the only place where the numbers of 4.3 get their names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from spyhouse.rules.kit.contract import Fact
from spyhouse.rules.kit.errors import BadNotation, IllegalMove
from spyhouse.rules.second import engine, refusals, story
from spyhouse.rules.second.engine import (
    ACTIONS,
    ACTIONS_WITH_TWINS,
    CONVERT,
    DO_ASSASSINATE,
    DO_CRISIS,
    DO_REGROUP,
    DO_RELOCATE,
    DO_SWITCH,
    LEFT,
    MISSION_OF,
    NAME_FIRST,
    PAIR_ONE,
    PAIR_TWO,
    RIGHT,
    SELECT_DUAL,
    SELECT_TWINS,
    SOURCE,
    TARGET,
    Setting,
    State,
)
from spyhouse.rules.second.pieces import AREAS, DEPTS, INFILTRATE, MISSIONS, SPIES

KINDS = ("switch", "relocate", "regroup", "crisis", "assassinate")  # by mission
LISTED = (
    "order",
    "select",
    "switch",
    "relocate",
    "regroup",
    "crisis",
    "assassinate",
    "convert",
)  # as players see them: what is mostly wanted first, what takes away last
NO_MOVE = "'{text}' is no move of Second Place. Write s:S, d:SR, S:Ug~Bo, R:Ug>A, G:B+sS, C:U, X:U, S:I or first:g."


def _place(place: int) -> str:
    return DEPTS[place // 3] + SPIES[place % 3]


def _name(action: int) -> str:
    if action < SELECT_DUAL:
        return f"s:{MISSIONS[action]}"
    if action < DO_SWITCH or action >= SELECT_TWINS:
        pair = engine.pair_of(action)
        return f"d:{MISSIONS[PAIR_ONE[pair]]}{MISSIONS[PAIR_TWO[pair]]}"
    if action < DO_RELOCATE:
        return f"S:{_place(LEFT[action - DO_SWITCH])}~{_place(RIGHT[action - DO_SWITCH])}"
    if action < DO_REGROUP:
        return f"R:{_place(SOURCE[action - DO_RELOCATE])}>{DEPTS[TARGET[action - DO_RELOCATE] // 3]}"
    if action < DO_CRISIS:
        dept, slot = divmod(action - DO_REGROUP, 10)
        return f"G:{DEPTS[dept]}+{AREAS[slot // 5]}{MISSIONS[slot % 5]}"
    if action < DO_ASSASSINATE:
        return f"C:{DEPTS[action - DO_CRISIS]}"
    if action < CONVERT:
        return f"X:{DEPTS[action - DO_ASSASSINATE]}"
    if action < NAME_FIRST:
        return f"{MISSIONS[action - CONVERT]}:{INFILTRATE}"
    return f"first:{SPIES[action - NAME_FIRST]}"


NAMES = tuple(_name(action) for action in range(ACTIONS_WITH_TWINS))
NUMBERS = {name: action for action, name in enumerate(NAMES)}


def names(setting: Setting) -> tuple[str, ...]:
    """The names of all actions by number; the last three only with `only_SS_RR_forbidden`."""
    return NAMES if setting.twins else NAMES[:ACTIONS]


def size(state: State) -> int:
    return ACTIONS_WITH_TWINS if state.setting.twins else ACTIONS


def text(state: State, seat: int, action: int) -> str:
    return NAMES[action]


def parse(state: State, seat: int, text: str) -> int:
    """The number of a move; the two cubes of a Switch and the two missions of a Dual may come in either order."""
    number = NUMBERS.get(_in_order(text.strip()))
    if number is None:
        raise BadNotation(NO_MOVE, text=text)
    if number >= size(state):
        raise _equal_pair(text)
    return number


def _in_order(text: str) -> str:
    if pair := re.fullmatch(f"d:([{MISSIONS}])([{MISSIONS}])", text):
        one, two = sorted(pair.groups(), key=MISSIONS.index)
        if one == two and one in "SR":
            raise _equal_pair(text)
        return f"d:{one}{two}"
    if switch := re.fullmatch(f"S:([{DEPTS}])([{SPIES}])~([{DEPTS}])([{SPIES}])", text):
        dept, spy, other_dept, other_spy = switch.groups()
        if dept == other_dept or spy == other_spy:
            why = "A Switch takes two cubes of different colours from two departments."
            raise IllegalMove("S31", why, "Name two such cubes, or convert.")
        left, right = sorted((f"{dept}{spy}", f"{other_dept}{other_spy}"), key=lambda place: DEPTS.index(place[0]))
        return f"S:{left}~{right}"
    if (relocate := re.fullmatch(f"R:([{DEPTS}])[{SPIES}]>([{DEPTS}])", text)) and relocate[1] == relocate[2]:
        raise IllegalMove("S32", "A Relocate leads to another department.", "Name another destination, or convert.")
    return text


def _equal_pair(text: str) -> IllegalMove:
    return IllegalMove("S17", "'{text}' selects the same mission twice.", "A Dual takes two different missions.", text=text)


def describe(state: State, seat: int, action: int) -> dict[str, Any]:
    """The move as data, in the codes of 1.1, with its price where it has one."""
    if action < SELECT_DUAL:
        return {"kind": "select", "area": "s", "missions": [MISSIONS[action]]}
    if action < DO_SWITCH or action >= SELECT_TWINS:
        pair = engine.pair_of(action)
        return {"kind": "select", "area": "d", "missions": [MISSIONS[PAIR_ONE[pair]], MISSIONS[PAIR_TWO[pair]]]}
    if action >= NAME_FIRST:
        return {"kind": "order", "first": SPIES[action - NAME_FIRST], "seat": action - NAME_FIRST}
    if action >= CONVERT:
        return {"kind": "convert", "mission": MISSIONS[action - CONVERT], "to": DEPTS[state.active_dept()]}
    move: dict[str, Any] = {"kind": KINDS[MISSION_OF[action - DO_SWITCH]]}
    if action < DO_RELOCATE:
        left, right = LEFT[action - DO_SWITCH], RIGHT[action - DO_SWITCH]
        return move | {"dept": DEPTS[left // 3], "cube": SPIES[left % 3], "other_dept": DEPTS[right // 3], "other_cube": SPIES[right % 3]}
    if action < DO_REGROUP:
        source, target = SOURCE[action - DO_RELOCATE], TARGET[action - DO_RELOCATE]
        return move | {"dept": DEPTS[source // 3], "cube": SPIES[source % 3], "to": DEPTS[target // 3]}
    if action < DO_CRISIS:
        dept, slot = divmod(action - DO_REGROUP, 10)
        return move | {"dept": DEPTS[dept], "area": AREAS[slot // 5], "token": MISSIONS[slot % 5]}
    if action < DO_ASSASSINATE:
        return move | {"dept": DEPTS[action - DO_CRISIS], "cost": state.setting.crisis_cost}
    return move | {"dept": DEPTS[action - DO_ASSASSINATE], "cost": state.setting.assassinate_cost}


def number(state: State, seat: int, move: Mapping[str, Any]) -> int:
    """The number of a structured move; what `describe` adds for clients (cost, final) is not needed.

    A touch of a place that nothing can be done with is no move: it raises what is in its way.
    """
    if move.get("kind") == "touch":
        raise _touched(state, seat, move)
    try:
        return parse(state, seat, _written(move))
    except (KeyError, TypeError) as why:
        raise BadNotation(f"{dict(move)} is no move of Second Place: {why} is missing or of the wrong kind.") from why


def _touched(state: State, seat: int, move: Mapping[str, Any]) -> IllegalMove:
    try:
        return refusals.of_touch(state, seat, move)
    except (LookupError, TypeError, ValueError) as why:
        raise BadNotation(f"{dict(move)} is no place of Second Place: {why}.") from why


def _written(move: Mapping[str, Any]) -> str:
    kind = move["kind"]
    if kind == "select":
        return f"{move['area']}:{''.join(move['missions'])}"
    if kind == "order":
        return f"first:{move['first']}"
    if kind == "convert":
        return f"{move['mission']}:{INFILTRATE}"
    if kind == "switch":
        return f"S:{move['dept']}{move['cube']}~{move['other_dept']}{move['other_cube']}"
    if kind == "relocate":
        return f"R:{move['dept']}{move['cube']}>{move['to']}"
    if kind == "regroup":
        return f"G:{move['dept']}+{move['area']}{move['token']}"
    if kind in ("crisis", "assassinate"):
        return f"{'C' if kind == 'crisis' else 'X'}:{move['dept']}"
    raise BadNotation(f"'{kind}' is no kind of move. Possible: select, order, convert, {', '.join(KINDS)}.")


# -- Chance [part 5] ---------------------------------------------------------------------------------------------------


def chance_text(fact: Fact) -> str | None:
    if isinstance(fact, story.Tokens):
        return f"tokens {''.join(DEPTS[dept] for dept in fact.row)}"
    if isinstance(fact, story.FirstBriefcase):
        return f"briefcase {SPIES[fact.seat]}"
    return None


def chance_script(text: str) -> list[tuple[str, list[int]]]:
    if drawn := re.fullmatch(f"tokens ([{DEPTS}]{{8}})", text):
        row = [DEPTS.index(letter) for letter in drawn[1]]
        return [("tokens.pool", _from_pool(row)), ("tokens", row)]
    if given := re.fullmatch("briefcase ([go])", text):
        return [("briefcase", [SPIES.index(given[1])])]
    raise BadNotation(f"'{text}' is nothing that chance decides in Second Place. Write 'tokens BBUABUBA' or 'briefcase g'.")


def _from_pool(row: list[int]) -> list[int]:
    """The five tokens beside one of each dept; not asked for when all eight come straight from the pool [S3]."""
    rest = list(row)
    for dept in set(row):
        rest.remove(dept)
    return rest


# -- The round record [4.2] --------------------------------------------------------------------------------------------


def lines(state: State) -> list[str]:
    """A line a round, from the story; the last one may be unfinished."""
    written: list[str] = []
    sheet = _Sheet()
    for told in state.story or []:
        sheet.note(told.fact)
        if isinstance(told.fact, story.Briefcase | story.End):
            written.append(sheet.line())
            sheet = _Sheet()
    return [*written, sheet.line()] if sheet.number else written


class _Sheet:
    """One round, as it is being written down."""

    def __init__(self) -> None:
        self.number = 0
        self.selected: list[str] = []
        self.executed: dict[int, list[str]] = {}
        self.scored = [0, 0, 0]
        self.result = ""

    def note(self, fact: Fact) -> None:
        if isinstance(fact, story.Round):
            self.number = fact.number
        elif isinstance(fact, story.Select):
            self.selected.append(f"{SPIES[fact.seat]} {AREAS[fact.area]}:{''.join(MISSIONS[m] for m in fact.missions)}")
            self.executed[fact.seat] = []
        elif isinstance(fact, story.Skip):
            self.selected.append(f"{SPIES[fact.seat]} -")
            self.executed[fact.seat] = ["-"]
        elif isinstance(fact, story.Execute):
            self.executed[fact.seat].append(NAMES[fact.action] + (f" ${fact.paid}" if fact.paid else ""))
        elif isinstance(fact, story.Score):
            self.scored = [total + points for total, points in zip(self.scored, fact.points, strict=True)]
        elif isinstance(fact, story.Position):
            gained = " ".join(f"+{points}" for points in self.scored)
            self.result = f"{gained} = {'.'.join(map(str, fact.points))} row{fact.row}"
        elif isinstance(fact, story.Briefcase):
            self.result += f" brief {SPIES[fact.seat]}"

    def line(self) -> str:
        executed = " | ".join(f"{SPIES[seat]} {' '.join(moves)}" for seat, moves in self.executed.items() if moves)
        parts = [" | ".join(self.selected), executed, self.result]
        return " ".join((f"{self.number}.", " || ".join(part for part in parts if part))).rstrip()
