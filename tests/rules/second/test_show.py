"""What clients are given to draw and to say: `show`, `line`, the prompt and the forecast."""

from __future__ import annotations

import json
from typing import Any

import pytest

from spyhouse import SPECTATOR, Luck
from spyhouse.rules.second import story
from spyhouse.rules.second.engine import GREEN, NOBODY, ORANGE, State
from tests.rules.second.build import ROOM, actor, card, golden, last_mission, play, position, start


def shown(table: State, seat: int = GREEN) -> dict[str, Any]:
    return ROOM.show(table.view(seat))


def number(table: State, text: str) -> int:
    return ROOM.parse(table, actor(table), text)


def section(table: State, key: str) -> list[dict[str, Any]]:
    (found,) = [part["lines"] for part in shown(table)["sections"] if part["key"] == key]
    lines: list[dict[str, Any]] = found
    return lines


def test_everything_is_plain_data() -> None:
    """At every decision of a game: JSON takes it as it is."""
    for seed in range(5):
        table, luck = start(spy_ops="chooser"), Luck(seed)
        while table.to_act():
            assert json.loads(json.dumps(shown(table))) == shown(table)
            legal = table.legal(actor(table))
            table.apply(actor(table), legal[luck.below(len(legal))])
        assert json.loads(json.dumps(shown(table))) == shown(table)


def test_the_table_is_shown_as_it_lies() -> None:
    """Round 6 of golden game 1 (6.4): tracker, departments, Foreign Office, cards."""
    data = shown(golden(5))

    assert (data["game"], data["seat"], data["round"], data["rounds"], data["phase"]) == ("second", GREEN, 6, 8, "sel")
    assert (data["to_act"], data["briefcase"], data["first"]) == ([GREEN], GREEN, GREEN)
    assert data["tracker"] == {"g": 13, "o": 7, "d": 5}
    assert data["position"] == {"row": 2, "winning": ORANGE, "places": {"g": 1, "o": 2, "d": 3}}
    assert data["deadlocked"] is False
    assert data["depts"][0] == {
        "dept": "U",
        "minister": "m",
        "open": False,
        "active": True,
        "spying": {"g": 0, "o": 1, "d": 0},
        "reception": {"g": 0, "o": 0, "d": 1},
    }
    assert [dept["active"] for dept in data["depts"]] == [True, False, False]
    assert data["foreign_office"][6] == {"slot": 7, "dept": "B", "agent": True, "minister": False}
    assert len(data["foreign_office"]) == 8


def test_the_foreign_office_shows_who_waits_where() -> None:
    """S4: at the start of BBUABUBA the Ministers of Nuke and Nano wait above slots 3 and 4."""
    assert [slot["slot"] for slot in shown(start())["foreign_office"] if slot["minister"]] == [3, 4]
    assert [slot["slot"] for slot in shown(start())["foreign_office"] if slot["agent"]] == [2, 3, 5, 6, 7]


def test_a_card_tells_used_from_pending() -> None:
    """S18, S28: tokens by area and mission, used and pending, and the supplies."""
    (green, _) = shown(position(nuke="1.0.0", green=card(used="dS sX", pending="d:SG")))["cards"]

    assert green["areas"]["d"]["S"] == {"slots": 2, "used": 1, "pending": 1}
    assert green["areas"]["d"]["G"] == {"slots": 1, "used": 0, "pending": 1}
    assert green["areas"]["s"]["X"] == {"slots": 1, "used": 1, "pending": 0}
    assert green["areas"]["s"]["S"] == {"slots": 2, "used": 0, "pending": 0}
    assert (green["seat"], green["tokens"], green["cubes"], green["pending"]) == (GREEN, 5, 8, ["S", "G"])


@pytest.mark.parametrize(
    ("table", "prompt"),
    [
        (start(spy_ops="chooser"), {"key": "order", "rule": "S15", "args": {"dept": "B", "tokens": 9}}),
        (start(), {"key": "select", "rule": "S17", "args": {"dept": "B", "tokens": 9}}),
        (play(start(), "d:SC s:R"), {"key": "execute", "rule": "S26", "args": {"dept": "B", "tokens": 7, "missions": ["S", "C"]}}),
        (play(start(), "d:SC"), {"key": "wait", "rule": "S17", "args": {"seat": ORANGE, "for": "select"}}),
        (golden(7), {"key": "over", "rule": "S52", "args": {"row": 2, "winner": ORANGE}}),
    ],
)
def test_the_prompt_asks_for_what_is_owed(table: State, prompt: dict[str, Any]) -> None:
    """S15, S17, S26, S52: each with the rule behind it."""
    assert shown(table)["prompt"] == prompt


def test_a_spectator_is_told_whom_everybody_waits_for() -> None:
    assert shown(start(), SPECTATOR)["prompt"] == {"key": "wait", "rule": "S17", "args": {"seat": GREEN, "for": "select"}}


def test_the_forecast_scores_the_round_as_it_stands() -> None:
    """S41-S49: cubes in Receptions count; nothing more is executed; the table itself is not touched."""
    table = position(ministers="m,m,-", bio="1.0.0+1.1.0", points="2.2.4", green=card(pending="s:S"))
    before = table.numbers()

    assert shown(table)["forecast"] == {
        "gained": {"g": 3, "o": 1, "d": 0},
        "tracker": {"g": 5, "o": 3, "d": 4},
        "row": 5,
        "winning": GREEN,
        "places": {"g": 1, "o": 3, "d": 2},
        "scores": [None, None, {"g": 3, "o": 1, "d": 0}],
        "sure": False,
    }
    assert table.numbers() == before


def test_the_forecast_comes_true_when_the_last_mission_changes_nothing() -> None:
    """S41-S49: the last Infiltrate enters a closed department."""
    table = last_mission(ministers="m,m,-", bio="0.2.1")
    forecast = shown(table)["forecast"]

    play(table, "S:I")

    assert shown(table)["tracker"] == forecast["tracker"]
    assert shown(table)["position"] == {key: forecast[key] for key in ("row", "winning", "places")}


def test_the_outlook_tells_what_each_execution_would_bring() -> None:
    """S34, S41-S49: a Crisis in Bio costs a point and opens it; the conversion opens nothing. After the last mission it is certain."""
    table = last_mission(ministers="m,m,m", bio="2.0.1", points="5.2.0", green=card(pending="s:C"))
    ahead = {one["action"]: one for one in shown(table)["outlook"]}
    crisis, convert = ahead[number(table, "C:B")], ahead[number(table, "C:I")]

    assert (crisis["tracker"], crisis["scores"][2], crisis["sure"]) == ({"g": 7, "o": 2, "d": 1}, {"g": 3, "o": 0, "d": 1}, True)
    assert (convert["tracker"], convert["scores"], convert["winning"]) == ({"g": 5, "o": 2, "d": 0}, [None, None, None], ORANGE)
    assert shown(table, ORANGE)["outlook"] == []


def test_the_outlook_comes_true() -> None:
    """S41-S49: every last mission of a round leads to the markers it promised."""
    table = last_mission(ministers="-,m,m", nuke="1.0.1", bio="0.2.1", points="2.5.3", green=card(pending="s:R"))
    outlook = shown(table)["outlook"]

    assert [ahead["action"] for ahead in outlook] == table.legal(GREEN)
    for ahead in outlook:
        after = table.clone()
        after.apply(GREEN, ahead["action"])
        assert shown(after)["tracker"] == ahead["tracker"]
        assert shown(after)["position"] == {key: ahead[key] for key in ("row", "winning", "places")}


@pytest.mark.parametrize(("points", "high"), [("5.2.3", GREEN), ("2.5.3", ORANGE), ("4.4.1", GREEN)])
def test_the_eight_orders_say_who_would_win(points: str, high: int) -> None:
    """S49: one of each row, with the player ahead now as the higher one."""
    orders = shown(position(points=points))["orders"]

    assert [order["row"] for order in orders] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [order["winning"] for order in orders] == [high, 1 - high, 1 - high, 1 - high, high, NOBODY, NOBODY, NOBODY]
    assert all(set(order["places"].values()) <= {1, 2, 3} for order in orders)


def test_a_tie_for_first_may_count_as_second() -> None:
    """A2: with `joint_second` the two leaders share second place, and the player among them is winning."""
    assert shown(position(points="5.3.5"))["position"] == {"row": 3, "winning": ORANGE, "places": {"g": 1, "o": 2, "d": 1}}
    joint = shown(position(points="5.3.5", tie_for_first="joint_second"))["position"]
    assert joint == {"row": 3, "winning": GREEN, "places": {"g": 2, "o": 3, "d": 2}}


def test_marks_tell_who_holds_the_briefcase_and_what_is_pending() -> None:
    """S18, S50: seen beside the names, whatever board is drawn."""
    marks = shown(play(start(), "d:SC"))["marks"]

    assert marks[0] == {"seat": GREEN, "key": "briefcase", "args": {}}
    assert [(mark["seat"], mark["args"]["mission"]) for mark in marks[1:]] == [(GREEN, "S"), (GREEN, "C")]


def test_there_is_no_forecast_after_the_end() -> None:
    assert shown(golden(7))["forecast"] is None
    assert [line["key"] for line in section(golden(7), "tracker")] == ["points", "position", "briefcase"]


def test_a_deadlock_is_shown() -> None:
    """L9: a client may say so, and both may agree to end it."""
    stuck = position(points="0.0.7")

    assert shown(stuck)["deadlocked"] is True
    assert [line["key"] for line in section(stuck, "tracker")] == ["points", "position", "forecast", "deadlocked", "briefcase"]


def test_the_sections_say_it_all_in_lines() -> None:
    """The words board: tracker, departments, the rest of the Foreign Office, both cards."""
    table = golden(5)

    assert [part["key"] for part in shown(table)["sections"]] == ["tracker", "departments", "foreign_office", "cards"]
    points = section(table, "tracker")[0]["args"]
    ahead = shown(table)["forecast"]
    assert (points["g"], points["o"], points["d"]) == (13, 7, 5)
    assert (points["gained"], points["then"], points["players"]) == (ahead["gained"], ahead["tracker"], [0, 1])
    nuke, nano, _ = section(table, "departments")
    assert (nuke["args"]["dept"], nuke["args"]["arriving"], nano["args"]["arriving"]) == ("U", True, False)
    assert [line["args"]["slot"] for line in section(table, "foreign_office")] == [6, 7, 8]
    supply, free, *_ = section(table, "cards")
    assert supply == {"key": "supply", "args": {"seat": GREEN, "tokens": 2, "cubes": 6, "pending": []}}
    assert free == {"key": "free", "args": {"seat": GREEN, "single": ["S", "S", "R", "R", "X"], "dual": ["S", "S"]}}


LINES: list[tuple[Any, dict[str, Any] | None]] = [
    (story.Tokens((2, 0, 1)), {"key": "tokens", "args": {"row": ["B", "U", "A"]}}),
    (story.FirstBriefcase(1), {"key": "first_briefcase", "args": {"seat": 1}}),
    (story.Round(3, 0), {"key": "round", "args": {"number": 3, "dept": "U"}}),
    (story.MinisterArrives(2), {"key": "minister_arrives", "args": {"dept": "B"}}),
    (story.AgentArrives(1), {"key": "agent_arrives", "args": {"dept": "A"}}),
    (story.Order(0, 1), {"key": "order", "args": {"seat": 0, "first": 1}}),
    (story.Select(0, 1, (1, 3)), {"key": "select", "args": {"seat": 0, "area": "d", "missions": ["R", "C"]}}),
    (story.Skip(1), {"key": "skip", "args": {"seat": 1}}),
    (story.Embed(3), None),
    (story.Score(0, (3, 1, 0)), {"key": "score", "args": {"dept": "U", "g": 3, "o": 1, "d": 0, "pays": True}}),
    (story.Score(1, (0, 0, 0)), {"key": "score", "args": {"dept": "A", "g": 0, "o": 0, "d": 0, "pays": False}}),
    (story.CrisisOver(1), {"key": "crisis_over", "args": {"dept": "A"}}),
    (story.MinisterToSlot(1, 8), {"key": "minister_to_slot", "args": {"dept": "A", "slot": 8}}),
    (story.MinisterOut(0), {"key": "minister_out", "args": {"dept": "U"}}),
    (story.Position((5, 4, 1), 2), {"key": "position", "args": {"g": 5, "o": 4, "d": 1, "row": 2, "high": 0, "low": 1}}),
    (story.Position((3, 4, 1), 2), {"key": "position", "args": {"g": 3, "o": 4, "d": 1, "row": 2, "high": 1, "low": 0}}),
    (story.Position((4, 4, 1), 6), {"key": "position", "args": {"g": 4, "o": 4, "d": 1, "row": 6, "high": NOBODY, "low": NOBODY}}),
    (story.Briefcase(0), {"key": "briefcase", "args": {"seat": 0}}),
    (story.End(6, NOBODY), {"key": "end", "args": {"row": 6, "winner": NOBODY}}),
]


@pytest.mark.parametrize(("fact", "line"), LINES, ids=[type(fact).__name__ for fact, _ in LINES])
def test_a_fact_becomes_a_line_to_be_put_into_words(fact: Any, line: dict[str, Any] | None) -> None:
    """4.2: the events and what goes into their words, in the codes of 1.1; embedding only animates."""
    assert ROOM.line(fact) == line


@pytest.mark.parametrize(
    ("pending", "move", "args"),
    [
        ("s:S", "S:Ug~Bd", {"kind": "switch", "dept": "U", "cube": "g", "other_dept": "B", "other_cube": "d", "forced": False, "paid": 0}),
        ("s:R", "R:Bd>A", {"kind": "relocate", "dept": "B", "cube": "d", "to": "A", "forced": False, "paid": 0}),
        ("s:G", "G:B+dX", {"kind": "regroup", "dept": "B", "area": "d", "token": "X", "forced": False, "paid": 0}),
        ("s:C", "C:A", {"kind": "crisis", "dept": "A", "forced": False, "paid": 1}),
        ("s:X", "X:B", {"kind": "assassinate", "dept": "B", "forced": False, "paid": 2}),
        ("s:C", "C:I", {"kind": "convert", "mission": "C", "cube": True, "forced": False, "paid": 0}),
    ],
)
def test_an_executed_mission_is_told_with_its_price(pending: str, move: str, args: dict[str, Any]) -> None:
    """4.2: `execute{forced,paid}`, one of each kind [S31-S36]."""
    table = position(nuke="1.0.0", bio="0.0.1", green=card(used="dX", pending=pending), orange=card(pending="s:S"))

    play(table, move)

    executed = [told.fact for told in table.story or [] if isinstance(told.fact, story.Execute)]
    assert [ROOM.line(fact) for fact in executed] == [{"key": "execute", "args": {"seat": GREEN, "mission": pending[-1], **args}}]
