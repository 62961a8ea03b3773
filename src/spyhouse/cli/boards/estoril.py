"""Estoril in the terminal: the city as it lies, four rows of six cells, and everything else in words."""

from __future__ import annotations

from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from spyhouse.cli.boards import Picture, generic

RULES = {  # kind of a move -> the rule behind it
    "place": "E15",
    "peek": "E24",
    "assassin": "E34",
    "look": "E35",
    "keep": "E35",
    "swap": "E35",
    "nationalism": "E36",
    "seduction": "E37",
    "diplomacy": "E38",
    "stop": "E31",
    "lose": "E47",
    "discard": "E53",
}
COLOURS = ("red", "green", "blue", "yellow")  # by seat
PEEKS = {"board": "?", "near": "??", "any": "???"}
ROWS, COLUMNS = 4, 6


def draw(picture: Picture) -> RenderableType:
    """The city in cells, then all facts in words; the lines about free spaces are in the picture already."""
    shown = dict(picture.shown)
    shown["sections"] = [_shorter(section) for section in shown["sections"]]
    words = Picture(shown, picture.words, picture.labels, picture.width, picture.plain)
    return Group(_city(picture), generic.draw(words, _mark))


def _mark(section: str, line: dict[str, Any]) -> str:
    """What the cells and the notation call a tile, a board or a space."""
    args = line["args"]
    if line["key"] == "tile":
        return f"{args['id'][1:] if section == 'starters' else args['id']:<3} "  # a starting tile of whichever colour
    if line["key"] == "board":
        return f"{args['number']} "
    return f"{args['slot']} " if line["key"] == "space" else ""


def _shorter(section: dict[str, Any]) -> dict[str, Any]:
    if section["key"] != "city":
        return section
    lines = [line for line in section["lines"] if line["key"] != "space" or line["args"]["standing"]]
    return {**section, "lines": lines}


def _city(picture: Picture) -> RenderableType:
    cells = [[Text("") for _ in range(COLUMNS)] for _ in range(ROWS)]
    for board in picture.shown["boards"]:
        reward = board["reward"]
        row, column = reward["cell"] or (0, 0)
        if reward["cell"]:
            cells[row][column] = _reward(reward)
        for space in board["spaces"]:
            row, column = space["cell"]
            cells[row][column] = _space(space)
    table = Table(box=box.ASCII if picture.plain else box.SQUARE, show_header=False, padding=(0, 1))
    for _ in range(COLUMNS):
        table.add_column(min_width=9, justify="center")
    for row in range(ROWS):
        table.add_row(*cells[row], end_section=row % 2 == 1)
    return table


def _reward(reward: dict[str, Any]) -> Text:
    name = "-" if reward["tile"] is None else reward["tile"] if reward["up"] else f"({reward['tile']})"
    return Text(f"{reward['slot']}\n{name}", "bold")


def _space(space: dict[str, Any]) -> Text:
    """Its name with * for top secret and ? for a peek, and who stands there; a face-down tile in brackets."""
    marks = ("*" if space["secret"] else "") + PEEKS.get(space["peek"], "")
    if space["owner"] is None:
        return Text(f"{space['slot']}{marks}\n.", "dim" if not space["outer"] else "")
    name = space["tile"] if space["up"] else f"({space['tile']})"
    state = ("!" if space["white"] else "") + ("~" if space["seduced"] else "") + (">" if space["acting"] else "")
    return Text(f"{space['slot']}{marks}\n{state}{name}", COLOURS[space["owner"]])
