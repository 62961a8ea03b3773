"""Second Place for clients: what to draw, the prompt, and what follows from it. Plain data in the codes of 1.1.

`sections` is the same table as lines to be put into words, and `line` makes such a line of a fact: a key of the words
catalogue and what goes into it. The words board needs nothing else.
"""

from __future__ import annotations

from typing import Any

from spyhouse.rules.kit.contract import Fact
from spyhouse.rules.second import engine, story
from spyhouse.rules.second.actions import KINDS
from spyhouse.rules.second.engine import (
    ASSASSINATE,
    CONVERT,
    CRISIS,
    DO_CRISIS,
    DO_REGROUP,
    DO_RELOCATE,
    DO_SWITCH,
    EXECUTING,
    LEFT,
    MISSION_OF,
    OVER,
    REGROUP,
    RELOCATE,
    RIGHT,
    SOURCE,
    SWITCH,
    TARGET,
    State,
)
from spyhouse.rules.second.pieces import AREAS, DEPTS, MISSIONS, SPIES
from spyhouse.rules.second.position import PHASES, PLACES
from spyhouse.rules.second.view import View

KEYS = {  # fact -> its key, the names of 4.2
    story.FirstBriefcase: "first_briefcase",
    story.Round: "round",
    story.MinisterArrives: "minister_arrives",
    story.AgentArrives: "agent_arrives",
    story.Order: "order",
    story.Select: "select",
    story.Skip: "skip",
    story.Execute: "execute",
    story.Score: "score",
    story.CrisisOver: "crisis_over",
    story.MinisterToSlot: "minister_to_slot",
    story.MinisterOut: "minister_out",
    story.Position: "position",
    story.Briefcase: "briefcase",
    story.End: "end",
}
PROMPTS = {  # phase -> what the seat on turn is asked, and the rule behind it
    engine.CHOOSING: ("order", "S15"),
    engine.SELECTING: ("select", "S17"),
    engine.EXECUTING: ("execute", "S26"),
}
MISSION_RULES = ("S31", "S32", "S33", "S34", "S35")  # [mission] where it is explained
ORDERS = (  # points of the higher and the lower player and the Double Agent, one example for each row
    (2, 1, 3),
    (3, 2, 1),
    (2, 1, 2),
    (2, 1, 1),
    (3, 1, 2),
    (2, 2, 1),
    (1, 1, 2),
    (1, 1, 1),
)


def show(view: View) -> dict[str, Any]:
    """Everything a client needs to draw this view."""
    table = view.table
    return {
        "game": "second",
        "seat": view.seat,
        "round": table.round,
        "rounds": engine.ROUNDS,
        "phase": PHASES[table.phase],
        "to_act": table.to_act(),
        "prompt": prompt(view),
        "briefcase": table.briefcase,
        "first": table.first,
        "tracker": tracker(table),
        "position": position_check(table),
        "orders": orders(table),
        "depts": [dept(table, number) for number in range(3)],
        "foreign_office": [slot(table, number) for number in range(1, 9)],
        "cards": [card(table, seat) for seat in range(2)],
        "missions": missions(table),
        "forecast": forecast(table),
        "outlook": outlook(view),
        "marks": marks(table),
        "deadlocked": table.is_deadlocked(),
        "sections": sections(table),
    }


def line(fact: Fact) -> dict[str, Any] | None:
    """A fact of the story as a line to be put into words; None for one that only animates."""
    if isinstance(fact, story.Tokens):
        return {"key": "tokens", "args": {"row": [DEPTS[dept] for dept in fact.row]}}
    if isinstance(fact, story.Embed):
        return None
    if isinstance(fact, story.Execute):
        args = {"seat": fact.seat, "mission": MISSIONS[fact.mission], **_executed(fact), "forced": bool(fact.forced), "paid": fact.paid}
        return {"key": "execute", "args": args}
    args = fact._asdict()  # type: ignore[attr-defined]  # every fact is a NamedTuple
    if isinstance(fact, story.Select):
        args = {"seat": fact.seat, "area": AREAS[fact.area], "missions": [MISSIONS[mission] for mission in fact.missions]}
    if "dept" in args:
        args["dept"] = DEPTS[args["dept"]]
    if isinstance(fact, story.Score):
        args["pays"] = any(fact.points)
    if isinstance(fact, story.Position):
        args |= _players_apart(fact)
    if "points" in args:
        args |= dict(zip(SPIES, args.pop("points"), strict=True))
    return {"key": KEYS[type(fact)], "args": args}


def _players_apart(fact: story.Position) -> dict[str, int]:
    """Which of the players is ahead and which behind; nobody when they are level [S48]."""
    green, orange, _ = fact.points
    if green == orange:
        return {"high": -1, "low": -1}
    return {"high": 0, "low": 1} if green > orange else {"high": 1, "low": 0}


def _executed(fact: story.Execute) -> dict[str, Any]:
    """The move as `describe` gives it, as far as the fact alone tells it: its kind and the codes of 1.1."""
    if fact.action >= CONVERT:
        return {"kind": "convert", "cube": bool(fact.cube)}
    kind = KINDS[fact.mission]
    if fact.mission == SWITCH:
        left, right = LEFT[fact.action - DO_SWITCH], RIGHT[fact.action - DO_SWITCH]
        other = {"other_dept": DEPTS[right // 3], "other_cube": SPIES[right % 3]}
        return {"kind": kind, "dept": DEPTS[left // 3], "cube": SPIES[left % 3], **other}
    if fact.mission == RELOCATE:
        source, target = SOURCE[fact.action - DO_RELOCATE], TARGET[fact.action - DO_RELOCATE]
        return {"kind": kind, "dept": DEPTS[source // 3], "cube": SPIES[source % 3], "to": DEPTS[target // 3]}
    if fact.mission == REGROUP:
        dept, slot = divmod(fact.action - DO_REGROUP, 10)
        return {"kind": kind, "dept": DEPTS[dept], "area": AREAS[slot // 5], "token": MISSIONS[slot % 5]}
    return {"kind": kind, "dept": DEPTS[(fact.action - DO_CRISIS) % 3]}  # Crisis or Assassinate


def prompt(view: View) -> dict[str, Any]:
    """One sentence to be: its key, the rule behind it, and what goes into it."""
    table = view.table
    if table.phase == OVER:
        row = table.row()
        return {"key": "over", "rule": "S52", "args": {"row": row, "winner": table.winning(row)}}
    key, rule = PROMPTS[table.phase]
    if table.actor != view.seat:
        return {"key": "wait", "rule": rule, "args": {"seat": table.actor, "for": key}}
    args: dict[str, Any] = {"dept": DEPTS[table.active_dept()], "tokens": table.tokens[view.seat]}
    if key == "execute":
        args["missions"] = pending(table, view.seat)
    return {"key": key, "rule": rule, "args": args}


def tracker(table: State) -> dict[str, int]:
    return {spy: table.points[number] for number, spy in enumerate(SPIES)}


def position_check(table: State) -> dict[str, Any]:
    """Which of the eight orders the markers form now, whom it favours, and who stands on which step of the podium [S49]."""
    row = table.row()
    return {"row": row, "winning": table.winning(row), "places": places(table)}


def places(table: State) -> dict[str, int]:
    """The place of each spy: level spies share one, and the next one follows; a tie for first may count as second [S49, A2]."""
    shift = 1 if table.row() == 3 and table.setting.joint_second else 0
    return {spy: 1 + shift + len({other for other in table.points if other > table.points[number]}) for number, spy in enumerate(SPIES)}


def orders(table: State) -> list[dict[str, Any]]:
    """The eight orders with the player who leads now as the higher one: who would be winning in each [S49]."""
    high = int(table.points[1] > table.points[0])
    found = []
    for higher, lower, agent in ORDERS:
        other = table.clone()
        other.mute()
        other.points[high], other.points[1 - high], other.points[2] = higher, lower, agent
        found.append(position_check(other))
    return found


def dept(table: State, number: int) -> dict[str, Any]:
    cubes = slice(number * 3, number * 3 + 3)
    return {
        "dept": DEPTS[number],
        "minister": PLACES[table.minister[number]],
        "open": table.is_open(number),
        "active": number == table.active_dept(),
        "spying": dict(zip(SPIES, table.spying[cubes], strict=True)),
        "reception": dict(zip(SPIES, table.reception[cubes], strict=True)),
    }


def slot(table: State, number: int) -> dict[str, Any]:
    dept = table.token[number]
    return {"slot": number, "dept": DEPTS[dept], "agent": bool(table.agent[number]), "minister": table.minister[dept] == number}


def card(table: State, seat: int) -> dict[str, Any]:
    """A player's mission card: per area and mission the slots, and how many tokens lie there used and pending."""
    areas: dict[str, Any] = {}
    for area, area_name in enumerate(AREAS):
        rows: dict[str, Any] = {}
        for mission, mission_name in enumerate(MISSIONS):
            waiting = table.pending[seat * 5 + mission] if table.area[seat] == area else 0
            laid = table.laid[seat * 10 + area * 5 + mission]
            rows[mission_name] = {"slots": table.setting.slots[area * 5 + mission], "used": laid - waiting, "pending": waiting}
        areas[area_name] = rows
    return {"seat": seat, "areas": areas, "tokens": table.tokens[seat], "cubes": table.cubes[seat], "pending": pending(table, seat)}


def missions(table: State) -> list[dict[str, Any]]:
    """The selectable missions: where each is explained, and what its owner pays for it [S31-S35]."""
    costs = {CRISIS: table.setting.crisis_cost, ASSASSINATE: table.setting.assassinate_cost}
    return [{"mission": name, "rule": MISSION_RULES[number], "cost": costs.get(number, 0)} for number, name in enumerate(MISSIONS)]


def pending(table: State, seat: int) -> list[str]:
    """The missions this seat has selected and not yet executed."""
    return [name for mission, name in enumerate(MISSIONS) for _ in range(table.pending[seat * 5 + mission])]


def forecast(table: State) -> dict[str, Any] | None:
    """The score of this round if nothing more is executed, also by department: nothing where one is closed [S41-S49].

    It is sure when no mission is left to execute.
    """
    if table.phase == OVER:
        return None
    ahead = table.clone()
    ahead.mute()
    before = list(ahead.points)
    ahead.embed()
    scores = [_dept_scores(ahead, number) for number in range(3)]
    ahead.score()
    gained = {spy: ahead.points[number] - before[number] for number, spy in enumerate(SPIES)}
    sure = table.phase == EXECUTING and not any(table.pending)
    return {"gained": gained, "tracker": tracker(ahead), **position_check(ahead), "scores": scores, "sure": sure}


def _dept_scores(table: State, number: int) -> dict[str, int] | None:
    if not table.is_open(number):
        return None
    return {spy: table.dept_points(number, spy_number) for spy_number, spy in enumerate(SPIES)}


def outlook(view: View) -> list[dict[str, Any]]:
    """What each execution would bring, if nothing more is executed after it: the action and its forecast."""
    table = view.table
    if table.phase != EXECUTING or table.actor != view.seat:
        return []
    found: list[dict[str, Any]] = []
    for action in table.legal(view.seat):
        ahead = table.clone()
        ahead.mute()
        ahead.carry_out(view.seat, action)
        ahead.pending[view.seat * 5 + MISSION_OF[action - DO_SWITCH]] -= 1
        found.append({"action": action, **(forecast(ahead) or {})})
    return found


def marks(table: State) -> list[dict[str, Any]]:
    """What a seat holds that everybody should see at once: the Briefcase, and the missions it has still to execute."""
    waiting = [{"seat": seat, "key": "pending", "args": {"mission": name}} for seat in range(2) for name in pending(table, seat)]
    return [{"seat": table.briefcase, "key": "briefcase", "args": {}}, *waiting]


def sections(table: State) -> list[dict[str, Any]]:
    """The whole table as lines to be put into words."""
    return [
        {"key": "tracker", "lines": _tracker_lines(table)},
        {"key": "departments", "lines": [_dept_line(table, number) for number in range(3)]},
        {"key": "foreign_office", "lines": [{"key": "slot", "args": slot(table, number)} for number in range(table.round, 9)]},
        {"key": "cards", "lines": [line for seat in range(2) for line in _card_lines(table, seat)]},
    ]


def _tracker_lines(table: State) -> list[dict[str, Any]]:
    ahead = forecast(table)
    points: dict[str, Any] = {**tracker(table), "players": [0, 1], "gained": ahead and ahead["gained"], "then": ahead and ahead["tracker"]}
    lines: list[dict[str, Any]] = [{"key": "points", "args": points}, {"key": "position", "args": position_check(table)}]
    if ahead is not None:
        lines.append({"key": "forecast", "args": {"row": ahead["row"], "winning": ahead["winning"], **ahead["gained"]}})
    if table.is_deadlocked():
        lines.append({"key": "deadlocked", "args": {}})
    return [*lines, {"key": "briefcase", "args": {"seat": table.briefcase}}]


def _dept_line(table: State, number: int) -> dict[str, Any]:
    facts = dept(table, number)
    return {"key": "dept", "args": {**facts, "arriving": any(facts["reception"].values())}}


def _card_lines(table: State, seat: int) -> list[dict[str, Any]]:
    facts = card(table, seat)
    free = {area: _free(rows) for area, rows in facts["areas"].items()}
    supply = {"seat": seat, "tokens": facts["tokens"], "cubes": facts["cubes"], "pending": facts["pending"]}
    return [{"key": "supply", "args": supply}, {"key": "free", "args": {"seat": seat, "single": free["s"], "dual": free["d"]}}]


def _free(rows: dict[str, Any]) -> list[str]:
    return [mission for mission, slots in rows.items() for _ in range(slots["slots"] - slots["used"] - slots["pending"])]
