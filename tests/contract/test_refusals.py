"""Every refusal of a game cites a rule that its RULES.md has, and then says why and what to do instead."""

from __future__ import annotations

import ast
import inspect
import re
from importlib import import_module
from pathlib import Path

import pytest

from spyhouse.rules.kit.registry import games

PATTERN = re.compile(r"[A-Z]{1,2}\d+[a-z]?")


def refusals(slug: str) -> list[list[ast.expr]]:
    """The arguments of every refusal in the engine of a game, as the sources that run now have them."""
    source = inspect.getsource(import_module(f"spyhouse.rules.{slug}.engine"))
    return [
        node.args
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "IllegalMove"
    ]


@pytest.mark.parametrize("slug", games())
def test_refusals_name_a_rule_first_then_why_then_what_instead(slug: str) -> None:
    rules = Path(str(import_module(f"spyhouse.rules.{slug}").__file__)).with_name("RULES.md").read_text(encoding="utf-8")
    known = set(PATTERN.findall(rules))
    found = refusals(slug)
    assert found
    for rule, *words in found:
        if isinstance(rule, ast.Constant):
            assert rule.value in known, ast.unparse(rule)
        for part in words:
            said = "".join(str(piece.value) for piece in ast.walk(part) if isinstance(piece, ast.Constant) and isinstance(piece.value, str))
            assert not PATTERN.fullmatch(said), f"{said} stands where words should"
