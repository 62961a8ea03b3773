"""The rules of a game for the page: its RULES.md, paragraph by paragraph, in a language where it is written in it."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Any

from spyhouse.rules.kit.registry import folder

ORIGINAL = "en"  # RULES.md; other languages are in RULES.<language>.md
BLOCK = re.compile(r"\n\s*\n|\n(?=- \*\*|\*\*[A-Z]+\d|#)")
RULE = re.compile(r"(?:- )?\*\*([A-Z]+\d+[a-z]?)\*\*\s*(.*)", re.DOTALL)
ID = re.compile(r"[A-Z]+\d+[a-z]?")

Rule = dict[str, Any]


def rulebook(slug: str, language: str) -> dict[str, Any]:
    """The rules in this language, or in English where they are not written in it; `language` says which it is."""
    room = files(folder(slug))
    for found, name in ((language, f"RULES.{language}.md"), (ORIGINAL, "RULES.md")):
        text = room.joinpath(name)
        if text.is_file() and (name == "RULES.md" or language != ORIGINAL):
            return {"language": found, "rules": paragraphs(text.read_text(encoding="utf-8"))}
    return {"language": ORIGINAL, "rules": []}


def paragraphs(text: str) -> list[Rule]:
    """Paragraphs under their headings, with an id where they are rules; a table belongs to what stands before it."""
    found: list[Rule] = []
    heading = ""
    is_followed = False  # the paragraph before can take a table
    for block in (part.strip() for part in BLOCK.split(text)):
        if block.startswith("#"):
            heading = block.lstrip("# ")
            is_followed = False
        elif block.startswith("|"):
            rows = _rows(block)
            if all(ID.fullmatch(row[0]) for row in rows[1:]):
                found += [_rule(heading, row[0], f"*{row[1]}* {' '.join(row[2:])}") for row in rows[1:]]
            elif is_followed:
                found[-1]["table"] = rows
            else:
                found.append(_rule(heading, "", "", rows))
            is_followed = False
        elif block:
            match = RULE.fullmatch(block)
            found.append(_rule(heading, match[1], match[2]) if match else _rule(heading, "", block))
            is_followed = True
    return found


def _rule(heading: str, id: str, text: str, table: list[list[str]] | None = None) -> Rule:
    return {"id": id, "heading": heading, "text": " ".join(text.split()), "table": table or []}


def _rows(block: str) -> list[list[str]]:
    """The rows of a table, the first with its headings; the line under them is none."""
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in block.splitlines()]
    return [row for row in rows if not all(re.fullmatch(":?-+:?", cell) for cell in row)]
