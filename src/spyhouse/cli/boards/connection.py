"""Spy Connection in the terminal: the map with everybody's agents, the display, the players, the links to new cities."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from spyhouse.cli.boards import Picture

RULES = {  # kind of a move -> the rule behind it
    "take_back": "C15",
    "uncover": "C17",
    "discard": "C18",
    "accept": "C20",
    "move": "C25",
    "connect": "C26",
    "cover": "C33",
    "end": "C14",
    "pass": "C45",
    "pick": "C4",
    "vacate": "C47",
}
COLOURS = ("green", "dark_orange", "blue", "yellow")  # by seat, as the words name them
MARKS = {"free": "○", "road": "·", "spy": "●", "extra": "↻", "covered": "✓"}
PLAIN_MARKS = {"free": "o", "road": ".", "spy": "*", "extra": "X", "covered": "+"}
ROWS = 25  # of the map
MARGIN = 8  # columns right of the map for the names of its eastern cities

Point = tuple[int, int]  # column, row


def draw(picture: Picture) -> RenderableType:
    """The whole table, in at least 80 columns."""
    return _Drawing(picture).everything()


class _Drawing:
    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.shown = picture.shown
        self.words = picture.words.knowing(self.shown["words"])
        self.marks = PLAIN_MARKS if picture.plain else MARKS
        self.box = box.ASCII if picture.plain else box.ROUNDED
        acting = [seat for seat in self.shown["to_act"] if seat >= 0]
        self.actor = acting[0] if acting else None

    def everything(self) -> RenderableType:
        return Group(self.heading(), self.map(), self.display(), self.players(), *self.links())

    def heading(self) -> RenderableType:
        line = Table.grid(expand=True)
        line.add_column()
        line.add_column(justify="right")
        left = Text(self.words.say("title"), "bold")
        left.append(f"  {self.words.say('board.turn', {'turn': self.shown['turn'] + 1})}")
        right = Text()
        if self.shown["ending"]["trigger"] >= 0:
            right.append(
                self.words.say("line.trigger", {"seat": self.shown["ending"]["trigger"], "left": self.shown["ending"]["left"]}), "bold red"
            )
        line.add_row(left, right)
        return line

    def name(self, table: str, key: str) -> str:
        """A city, link or card by its name."""
        return self.words.say(f"{table}.{key}")

    # -- map -------------------------------------------------------------------------------------------------------

    def map(self) -> RenderableType:
        canvas = _Canvas(self.picture.width - 4 - MARGIN, ROWS, self.shown["cities"])
        places = self.space_places(canvas)
        for link in self.shown["links"]:
            nodes = [canvas.city[link["a"]], *(places[space] for space in link["spaces"]), canvas.city[link["b"]]]
            for start, end in itertools.pairwise(nodes):
                canvas.line(start, end, self.marks["road"])
        for space in self.shown["spaces"]:
            self.draw_space(canvas, places[space["space"]], space["agents"])
        for city in self.shown["cities"]:
            self.draw_city(canvas, city)
        legend = self.words.say("board.map", {"free": self.marks["free"], "spy": self.marks["spy"]})
        return Panel(canvas.text(), subtitle=Text(legend, "dim"), subtitle_align="right", box=self.box)

    def space_places(self, canvas: _Canvas) -> dict[str, Point]:
        """Each space on the way of its link; a shared one in the middle of its ways."""
        ways: dict[str, list[Point]] = {}
        for link in self.shown["links"]:
            a, b = canvas.city[link["a"]], canvas.city[link["b"]]
            steps = len(link["spaces"]) + 1
            for step, space in enumerate(link["spaces"], start=1):
                ways.setdefault(space, []).append(_between(a, b, step, steps))
        return {space: (sum(x for x, _ in found) // len(found), sum(y for _, y in found) // len(found)) for space, found in ways.items()}

    def draw_space(self, canvas: _Canvas, place: Point, agents: list[int]) -> None:
        """The seats that hold it, a double one in reverse; or free."""
        holders = [seat for seat, count in enumerate(agents) if count]
        if not holders:
            canvas.put(place, self.marks["free"], "dim")
        for offset, seat in enumerate(holders):
            style = f"bold {COLOURS[seat]}" + (" reverse" if agents[seat] == 2 else "")
            canvas.put((place[0] + offset, place[1]), str(seat + 1), style)

    def draw_city(self, canvas: _Canvas, city: Mapping[str, Any]) -> None:
        inside = self.actor is not None and self.actor in city["networks"]
        column, row = canvas.city[city["city"]]
        column -= 1
        for letter in city["city"]:
            canvas.put((column, row), letter, "bold underline" if inside else "bold")
            column += 1
        for seat in city["spies"]:
            canvas.put((column, row), self.marks["spy"], f"bold {COLOURS[seat]}")
            canvas.put((column + 1, row), str(seat + 1), f"bold {COLOURS[seat]}")
            column += 2

    # -- cards -----------------------------------------------------------------------------------------------------

    def display(self) -> RenderableType:
        rows = Table.grid(padding=(0, 2))
        for card in self.shown["display"]:
            rows.add_row(f"A:{card['place']}", self.words.say("board.price", card), self.points(card), self.cities(card["cities"], ()))
        for card in self.shown["offer"]:
            rows.add_row(f"S:{card}", "", "", self.name("card", card))
        deck = self.words.say("line.deck", {"deck": self.shown["deck"], "discards": len(self.shown["discards"])})
        return Panel(
            rows,
            title=Text(self.words.say("section.display"), "bold"),
            title_align="left",
            subtitle=Text(deck, "dim"),
            subtitle_align="right",
            box=self.box,
        )

    def points(self, card: Mapping[str, Any]) -> Text:
        return Text(f"{card['vp']}{self.marks['extra'] if card['extra'] else ' '}", "bold")

    def cities(self, cities: list[str], covered: list[str] | tuple[()]) -> Text:
        parts = [
            Text(self.name("city", city) + (self.marks["covered"] if city in covered else ""), "dim" if city in covered else "")
            for city in cities
        ]
        return Text(", ").join(parts)

    # -- players ---------------------------------------------------------------------------------------------------

    def players(self) -> RenderableType:
        grid = Table.grid(expand=True)
        panels = [self.player(player) for player in self.shown["players"]]
        for _ in range(2):
            grid.add_column(ratio=1)
        for place in range(0, len(panels), 2):
            grid.add_row(*panels[place : place + 2])
        return grid

    def player(self, player: Mapping[str, Any]) -> Panel:
        seat = player["seat"]
        rows = Table.grid(padding=(0, 1))
        for mission in player["missions"]:
            assigned = Text(f"+{mission['assigned']}" if mission["assigned"] else "", "dim")
            rows.add_row(mission["slot"], self.points(mission), assigned, self.cities(mission["cities"], mission["covered"]))
        line = self.words.say("board.supply", player)
        score = self.words.say("board.score", player) if player["score"] is not None else ""
        active = seat == self.actor
        return Panel(
            Group(Text(line), rows),
            title=Text(f"{seat + 1} {self.picture.seat(seat)}", f"{'reverse ' if active else ''}bold {COLOURS[seat]}"),
            title_align="left",
            subtitle=Text(score, "bold"),
            subtitle_align="right",
            box=self.box,
        )

    # -- links -----------------------------------------------------------------------------------------------------

    def links(self) -> list[RenderableType]:
        """Where the seat on turn could connect, and for how many agents."""
        found = [section for section in self.shown["sections"] if section["key"] == "links"]
        if not found:
            return []
        parts = [self.link_words(line["args"]) for line in found[0]["lines"]]
        return [Text(f"{self.words.say('section.links')}: {'  '.join(parts)}  {self.words.say('board.links')}", "dim")]

    def link_words(self, link: dict[str, Any]) -> str:
        return f"{self.name('link', link['link'])}: {link['price']}{'' if link['here'] else '*'}"


class _Canvas:
    """A field of characters, and where the cities lie on it."""

    def __init__(self, columns: int, rows: int, cities: list[dict[str, Any]]) -> None:
        self.rows = rows
        self.columns = columns + MARGIN
        self.cells: dict[Point, tuple[str, str]] = {}
        left, top = min(city["x"] for city in cities), min(city["y"] for city in cities)
        wide = max(city["x"] for city in cities) - left or 1
        high = max(city["y"] for city in cities) - top or 1
        self.city: dict[str, Point] = {
            city["city"]: (1 + (city["x"] - left) * (columns - 3) // wide, (city["y"] - top) * (rows - 1) // high) for city in cities
        }

    def put(self, place: Point, mark: str, style: str) -> None:
        self.cells[place] = (mark, style)

    def line(self, start: Point, end: Point, mark: str) -> None:
        steps = max(abs(end[0] - start[0]) // 2, abs(end[1] - start[1]), 1)
        for step in range(1, steps):
            self.cells.setdefault(_between(start, end, step, steps), (mark, "dim"))

    def text(self) -> Text:
        lines = [Text.assemble(*(self.cells.get((column, row), (" ", "")) for column in range(self.columns))) for row in range(self.rows)]
        return Text("\n").join(lines)


def _between(a: Point, b: Point, step: int, steps: int) -> Point:
    """The point so many of the steps on the way from a to b."""
    return (a[0] * (steps - step) + b[0] * step) // steps, (a[1] * (steps - step) + b[1] * step) // steps
