"""What the sources promise line by line: rules take nothing from outside, refusals cite their rule, nothing is left undone."""

from __future__ import annotations

import ast
import re
from inspect import signature
from pathlib import Path

import pytest

from spyhouse.rules.kit.game import Game

ROOT = Path(__file__).parents[2]
RULES = ROOT / "src/spyhouse/rules"
SOURCES = sorted(RULES.rglob("*.py"))
GAMES = sorted(folder.name for folder in RULES.iterdir() if folder.is_dir() and folder.name not in ("kit", "__pycache__"))

# Modules that only compute: no clock, no chance, no environment, no files, no network.
PURE = {
    *("__future__", "abc", "array", "bisect", "collections", "collections.abc", "copy", "csv", "dataclasses", "difflib", "enum"),
    *("fractions", "functools", "hashlib", "heapq", "itertools", "json", "math", "operator", "re", "string", "struct", "textwrap"),
    *("types", "typing", "unicodedata", "zlib", "mypy_extensions"),
}
ALSO = {
    "pieces.py": {"importlib.resources", "pathlib"},  # reads the data files that come with the game, or an owner's
    "registry.py": {"importlib", "importlib.util", "pathlib"},  # finds the games by their folders
}
OUTSIDE = {"open", "input", "print", "eval", "exec", "compile", "breakpoint", "__import__"}
RULE_ID = r"[A-Z]+\d+[a-z]?"


def names_of(files: list[Path]) -> list[str]:
    return [str(file.relative_to(RULES)) for file in files]


@pytest.mark.parametrize("file", SOURCES, ids=names_of(SOURCES))
def test_rules_import_only_what_computes(file: Path) -> None:
    """The kit, the game itself, mypy_extensions, and those modules of the standard library that reach for nothing outside."""
    strange: list[str] = []
    for node in ast.walk(ast.parse(file.read_bytes())):
        modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            modules = [node.module or "."]
        allowed = PURE | ALSO.get(file.name, set())
        strange += [name for name in modules if name not in allowed and not f"{name}.".startswith("spyhouse.rules.")]
    assert strange == []


@pytest.mark.parametrize("file", SOURCES, ids=names_of(SOURCES))
def test_rules_open_print_and_ask_nothing(file: Path) -> None:
    calls = [
        node.func.id for node in ast.walk(ast.parse(file.read_bytes())) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]
    assert OUTSIDE.isdisjoint(calls)


def refusals(file: Path) -> list[tuple[int, ast.expr | None]]:
    """Every IllegalMove that a file makes: line, and what stands for its rule."""
    found: list[tuple[int, ast.expr | None]] = []
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == "IllegalMove":
            named = [keyword.value for keyword in node.keywords if keyword.arg == "rule"]
            cited = node.args[:1] + named
            found.append((node.lineno, cited[0] if cited else None))
    return found


@pytest.mark.parametrize("slug", GAMES)
def test_every_refusal_cites_a_rule_of_its_game(slug: str) -> None:
    known = set(re.findall(rf"\*\*({RULE_ID})", (RULES / slug / "RULES.md").read_text(encoding="utf-8")))
    wrong: list[str] = []
    count = 0
    for file in sorted((RULES / slug).glob("*.py")):
        for line, rule in refusals(file):
            count += 1
            if rule is None:
                wrong.append(f"{file.name}:{line} cites no rule")
            elif isinstance(rule, ast.Constant):
                cited = re.findall(RULE_ID, str(rule.value))
                if not cited or not known.issuperset(cited):
                    wrong.append(f"{file.name}:{line} cites {rule.value!r}, which is no rule of {slug}")
    assert wrong == []
    assert count > 0


def test_outside_the_rules_nobody_refuses_a_move() -> None:
    """Bots, command line and server ask the game; they decide no rule themselves."""
    others = [file for file in (ROOT / "src/spyhouse").rglob("*.py") if RULES not in file.parents]
    assert [str(file.relative_to(ROOT)) for file in others if refusals(file)] == []


def test_nothing_is_left_undone() -> None:
    unfinished = re.compile(r"\b(" + "|".join(("TO" + "DO", "FIX" + "ME", "X" * 3, "NotImplemented" + "Error")) + r")\b")
    found = [
        f"{file.relative_to(ROOT)}:{number}"
        for file in sorted((ROOT / "src").rglob("*"))
        if file.suffix in (".py", ".md", ".json")
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if unfinished.search(line)
    ]
    assert found == []


def test_what_a_seat_is_sent_is_made_from_views_and_never_from_a_state() -> None:
    """The wire is the only exit for game data, and knows no State; of the kit's answers to a seat each takes a View."""
    wire = ROOT / "src/spyhouse/server/wire.py"
    names = {node.id for node in ast.walk(ast.parse(wire.read_bytes())) if isinstance(node, ast.Name)}
    assert "View" in names
    assert "State" not in names
    for answer in (Game.moves, Game.draft, Game.why, Game.sealed, Game.show):
        taken = list(signature(answer).parameters.values())[1:]
        assert "View" in str(taken[0].annotation)
        assert not any("State" in str(one.annotation) for one in taken)
