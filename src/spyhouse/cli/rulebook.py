"""The rules of a game by their ids, from its RULES.md or RULES.<language>.md: what `?` answers with."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

PARAGRAPH = re.compile(r"^\s*(?:[-*]\s+)?\*\*([A-Z]+\d+[a-z]?)\*\*\s+(.*)")
MARKS = re.compile(r"\*+(?=\S)|(?<=\S)\*+|`")
ID = re.compile(r"\b[A-Z]\d+\b")


def rule_text(slug: str, rule: str, language: str = "en") -> str | None:
    """The words of a rule, without marks of Markdown; in English where it is not written in the language, None where nowhere."""
    return rulebook(slug, f"RULES.{language}.md").get(rule) or rulebook(slug).get(rule)


def with_rules(slug: str, text: str, language: str = "en") -> list[tuple[str, str]]:
    """The rules that a text names, with their words, in its order."""
    named = dict.fromkeys(ID.findall(text))
    return [(rule, words) for rule in named if (words := rule_text(slug, rule, language))]


@cache
def rulebook(slug: str, name: str = "RULES.md") -> Mapping[str, str]:
    """All rules of a game by id; empty where it has no such file."""
    try:
        text = files(f"spyhouse.rules.{slug}").joinpath(name).read_text(encoding="utf-8")
    except (ModuleNotFoundError, FileNotFoundError):
        return {}
    return read_rules(text)


def read_rules(text: str) -> dict[str, str]:
    """Paragraphs that begin with an id in bold; each ends at an empty line, a heading, a table or the next id."""
    rules: dict[str, str] = {}
    current = ""
    for line in text.splitlines():
        begins = PARAGRAPH.match(line)
        if begins:
            current = begins[1]
            rules[current] = begins[2].strip()
        elif not line.strip() or line.startswith(("#", "|")):
            current = ""
        elif current:
            rules[current] += " " + line.strip()
    return {rule: MARKS.sub("", words) for rule, words in rules.items()}
