"""Any game in words: its sections, line by line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from spyhouse.cli.boards import Picture


def draw(picture: Picture, mark: Callable[[str, dict[str, Any]], str] = lambda section, line: "") -> RenderableType:
    """Each section under its heading; `mark` tells what a picture above calls the thing that a line is about."""
    lines: list[RenderableType] = []
    for section in picture.shown["sections"]:
        lines.append(Text(picture.words.say(f"section.{section['key']}", section.get("args", {})), "bold"))
        for line in section["lines"]:
            lines.append(Text("  " + mark(section["key"], line) + picture.words.say(f"line.{line['key']}", line["args"])))
    return Group(*lines)
