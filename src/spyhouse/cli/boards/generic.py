"""Any game in words: its sections, line by line."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from spyhouse.cli.boards import Picture


def draw(picture: Picture) -> RenderableType:
    """Each section under its heading."""
    lines: list[RenderableType] = []
    for section in picture.shown["sections"]:
        lines.append(Text(picture.words.say(f"section.{section['key']}", section.get("args", {})), "bold"))
        for line in section["lines"]:
            lines.append(Text("  " + picture.words.say(f"line.{line['key']}", line["args"])))
    return Group(*lines)
