"""Second Place in the terminal: tracker, departments, Foreign Office, mission cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from spyhouse.cli.boards import Picture
from spyhouse.rules.kit.contract import State
from spyhouse.rules.second.engine import DOUBLE_AGENT
from spyhouse.rules.second.engine import State as Match
from spyhouse.rules.second.pieces import MISSIONS, SPIES

RULES = {  # kind of a move -> the rule behind it
    "order": "S15",
    "select": "S17",
    "switch": "S31",
    "relocate": "S32",
    "regroup": "S33",
    "crisis": "S34",
    "assassinate": "S35",
    "convert": "S36",
}
COLOURS = {"g": "green", "o": "dark_orange", "d": "grey62"}
MARKS = {"marker": "●", "rail": "─", "free": "○", "pending": "◐", "used": "●", "agent": "■", "now": "▶", "dot": "·"}
PLAIN_MARKS = {"marker": "O", "rail": "-", "free": ".", "pending": "?", "used": "#", "agent": "d", "now": ">", "dot": "-"}
LABELS = 16  # width of the names beside the tracker


def tally(state: State) -> Mapping[str, float]:
    """The Double Agent's points, which no seat owns."""
    return {"marker.d": state.points[DOUBLE_AGENT]} if isinstance(state, Match) else {}


def draw(picture: Picture) -> RenderableType:
    """The whole table, in at least 80 columns."""
    return _Drawing(picture).everything()


class _Drawing:
    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.shown = picture.shown
        self.words = picture.words
        self.marks = PLAIN_MARKS if picture.plain else MARKS
        self.box = box.ASCII if picture.plain else box.ROUNDED
        self.active_box = box.ASCII if picture.plain else box.HEAVY

    def everything(self) -> RenderableType:
        return Group(self.heading(), self.tracker(), *self.standing(), self.departments(), self.foreign_office(), self.cards())

    def heading(self) -> RenderableType:
        line = Table.grid(expand=True)
        line.add_column()
        line.add_column(justify="right")
        left = Text(self.words.say("title"), "bold")
        left.append(f"  {self.words.say('board.round', self.shown)}")
        line.add_row(left, Text(self.words.say("line.briefcase", {"seat": self.shown["briefcase"]})))
        return line

    # -- tracker ---------------------------------------------------------------------------------------------------

    def tracker(self) -> RenderableType:
        points = self.shown["tracker"]
        room = self.picture.width - LABELS - 6
        unit = max(1, -(-(max(points.values()) + 1) // room))  # points a column: more than one only on a very long tracker
        grid = Table.grid(padding=(0, 1))
        grid.add_column(width=LABELS)
        grid.add_column(justify="right", width=3)
        grid.add_column()
        grid.add_row(Text(self.words.say("section.tracker"), "bold"), "", Text(_scale(min(room, 46), unit), "dim"))
        for spy in SPIES:
            place = points[spy] // unit
            rail = Text.assemble((self.marks["rail"] * place, "dim"), (self.marks["marker"], f"bold {COLOURS[spy]}"))
            grid.add_row(Text(self.words.say(f"marker.{spy}"), COLOURS[spy]), Text(str(points[spy]), "bold"), rail)
        return grid

    def standing(self) -> list[Text]:
        """Who is winning now and why, and what this round would bring [S49]."""
        position = self.shown["position"]
        lines = [Text.assemble((self.words.say("board.row", position), "bold"), self.words.say("line.position", position))]
        ahead = self.shown["forecast"]
        if ahead is not None:
            args = {"row": ahead["row"], "winning": ahead["winning"], **ahead["gained"]}
            lines.append(Text(self.words.say("line.forecast", args), "dim"))
        if self.shown["deadlocked"]:
            lines.append(Text(self.words.say("line.deadlocked"), "bold red"))
        return lines

    # -- departments -----------------------------------------------------------------------------------------------

    def departments(self) -> RenderableType:
        return _side_by_side([self.department(dept) for dept in self.shown["depts"]])

    def department(self, dept: Mapping[str, Any]) -> Panel:
        active = dept["active"] and self.shown["phase"] != "ove"
        rows = Table.grid(padding=(0, 1))
        rows.add_row(Text(self.words.say("board.spying")), self.cubes(dept["spying"]))
        rows.add_row(Text(self.words.say("board.reception")), self.cubes(dept["reception"]))
        minister = Text(self.words.say(f"post.{dept['minister']}"))
        return Panel(
            Group(minister, rows),
            title=Text(self.words.say("board.dept", dept), "bold green" if dept["open"] else "bold red"),
            title_align="left",
            subtitle=Text(self.words.say("board.active"), "bold") if active else None,
            subtitle_align="right",
            box=self.active_box if active else self.box,
        )

    def cubes(self, counts: Mapping[str, int]) -> Text:
        return Text(" ").join(Text(f"{spy}{counts[spy]}", f"bold {COLOURS[spy]}" if counts[spy] else "dim") for spy in SPIES)

    # -- Foreign Office --------------------------------------------------------------------------------------------

    def foreign_office(self) -> RenderableType:
        row = Table.grid(expand=True, padding=(0, 1))
        numbers, depts, comings = [], [], []
        for slot in self.shown["foreign_office"]:
            row.add_column(ratio=1)
            past, now = slot["slot"] < self.shown["round"], slot["slot"] == self.shown["round"]
            style = "dim" if past else "bold reverse" if now else ""
            numbers.append(Text(f"{self.marks['now'] if now else ' '}{slot['slot']}", "dim" if past else "bold"))
            depts.append(Text(self.words.say(f"dept.{slot['dept']}"), style))
            comings.append(
                Text("M " if slot["minister"] else "  ", "bold") + Text(self.marks["agent"] if slot["agent"] else "", COLOURS["d"])
            )
        row.add_row(*numbers)
        row.add_row(*depts)
        row.add_row(*comings)
        legend = self.words.say("board.legend", {"agent": self.marks["agent"]})
        return Panel(
            row,
            title=self.title("section.foreign_office"),
            title_align="left",
            subtitle=Text(legend, "dim"),
            subtitle_align="right",
            box=self.box,
        )

    # -- mission cards ---------------------------------------------------------------------------------------------

    def cards(self) -> RenderableType:
        return _side_by_side([self.card(card) for card in self.shown["cards"]])

    def card(self, card: Mapping[str, Any]) -> Panel:
        rows = Table.grid(padding=(0, 1))
        rows.add_row(Text(), *[Text(name, "bold") for name in self.mission_names()])
        for area in ("s", "d"):
            slots = [self.slots(card["areas"][area][mission]) for mission in MISSIONS]
            rows.add_row(Text(self.words.fill("{^area@area}", {"area": area})), *slots)
        colour = COLOURS[SPIES[card["seat"]]]
        title = Text(self.picture.seat(card["seat"]), f"bold {colour}")
        marks = {mark: self.marks[mark] for mark in ("free", "pending", "used")}
        supply = Text(self.words.say("board.supply", card))
        return Panel(
            Group(rows, supply),
            title=title,
            title_align="left",
            subtitle=Text(self.words.say("board.slots", marks), "dim"),
            subtitle_align="right",
            box=self.box,
        )

    def mission_names(self) -> list[str]:
        """In full where the card is wide enough, else the letters of the notation."""
        names = [self.words.say(f"mission.{mission}") for mission in MISSIONS]
        taken = len(" ".join(names)) + max(len(self.words.say(f"area.{area}")) for area in "sd") + 1
        return names if taken <= self.picture.width // 2 - 4 else [f"{mission} " for mission in MISSIONS]

    def slots(self, slots: Mapping[str, int]) -> Text:
        free = slots["slots"] - slots["used"] - slots["pending"]
        used, pending = self.marks["used"] * slots["used"], self.marks["pending"] * slots["pending"]
        return Text.assemble((used, "dim"), (pending, "bold yellow"), self.marks["free"] * free)

    def title(self, key: str) -> Text:
        return Text(self.words.say(key), "bold")


def _side_by_side(panels: list[Panel]) -> Table:
    grid = Table.grid(expand=True)
    for _ in panels:
        grid.add_column(ratio=1)
    grid.add_row(*panels)
    return grid


def _scale(columns: int, unit: int) -> str:
    scale = ""
    for column in range(0, columns, 5):
        scale += str(column * unit).ljust(5)
    return scale.rstrip()
