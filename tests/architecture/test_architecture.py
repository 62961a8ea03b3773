"""Who may import whom: the contracts of pyproject.toml hold, and each of them bites."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SRC = ROOT / "src"
GAMES = sorted(
    folder.name for folder in (SRC / "spyhouse/rules").iterdir() if folder.is_dir() and folder.name not in ("kit", "__pycache__")
)

LAYERS = "Everything points at the rules"
WORDS = "Only those who talk to people use words"
SIBLINGS = "Games know the kit and not each other"
FILES = "Each file of a game imports only those above it"

# A game that nobody has told the linter about, with every import that is allowed inside a game.
SPARE = {
    "__init__": "",
    "meta": "from spyhouse.rules.kit import meta",
    "pieces": "from spyhouse.rules.spare import meta",
    "story": "from spyhouse.rules.spare import pieces",
    "kernel": "from spyhouse.rules.spare import story",
    "engine": "from spyhouse.rules.spare import kernel, story, view",
    "view": "from spyhouse.rules.spare import engine",
    "position": "from spyhouse.rules.spare import engine, view",
    "actions": "from spyhouse.rules.spare import engine, position",
    "show": "from spyhouse.rules.spare import actions, view",
}


def lint(tree: Path) -> tuple[bool, str]:
    """Whether all contracts are kept in this tree, and what the linter says."""
    run = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()", "--no-logo", "--no-cache"],
        cwd=tree,
        env=os.environ | {"PYTHONPATH": str(tree / "src"), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    return run.returncode == 0, run.stdout + run.stderr


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the sources, with one more game."""
    shutil.copytree(SRC, tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    plant(tmp_path, {f"rules/spare/{name}.py": line for name, line in SPARE.items()})
    return tmp_path


def plant(tree: Path, lines: Mapping[str, str]) -> None:
    for name, line in lines.items():
        file = tree / "src/spyhouse" / name
        file.parent.mkdir(exist_ok=True)
        before = file.read_text(encoding="utf-8") if file.exists() else ""
        file.write_text(f"{before}\n{line}\n", encoding="utf-8")


def test_every_import_keeps_the_contracts() -> None:
    kept, said = lint(ROOT)
    assert kept, said


def test_a_game_is_found_by_its_folder_and_may_import_upwards(tree: Path) -> None:
    kept, said = lint(tree)
    assert kept, said


@pytest.mark.parametrize(
    ("lines", "broken"),
    [
        pytest.param({"rules/kit/luck.py": "import spyhouse.bots.base"}, LAYERS, id="rules import a bot"),
        pytest.param({"rules/spare/show.py": "import spyhouse.words"}, LAYERS, id="rules import words"),
        pytest.param({"bots/base.py": "import spyhouse.cli"}, LAYERS, id="bots import the command line"),
        pytest.param({"lab/__init__.py": "", "adapters/__init__.py": "import spyhouse.lab"}, LAYERS, id="adapters import the lab"),
        pytest.param({"attic/__init__.py": ""}, LAYERS, id="a folder that has no layer"),
        pytest.param({"lab/__init__.py": "import spyhouse.words"}, WORDS, id="the lab imports words"),
        pytest.param({"rules/spare/pieces.py": f"import spyhouse.rules.{GAMES[0]}.pieces"}, SIBLINGS, id="a game imports another"),
        pytest.param({"rules/kit/options.py": "import spyhouse.rules.spare.meta"}, SIBLINGS, id="the kit imports a game"),
        pytest.param({"rules/spare/story.py": "from spyhouse.rules.spare import engine"}, FILES, id="story imports engine"),
        pytest.param({"rules/spare/kernel.py": "from spyhouse.rules.spare import view"}, FILES, id="kernel imports view"),
        pytest.param({"rules/spare/view.py": "from spyhouse.rules.spare import actions"}, FILES, id="view imports actions"),
    ],
)
@pytest.mark.slow
def test_a_planted_import_in_the_wrong_direction_is_caught(tree: Path, lines: dict[str, str], broken: str) -> None:
    plant(tree, lines)

    kept, said = lint(tree)

    assert not kept
    assert any(line.startswith(broken) and " BROKEN" in line for line in said.splitlines()), said


def imports_of(file: Path) -> Iterator[tuple[str, str]]:
    """Every (module, name) that a file imports; the name is empty for a plain import."""
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.module or "", alias.name) for alias in node.names)


@pytest.mark.parametrize("slug", GAMES)
def test_engine_and_view_import_each_other_as_modules(slug: str) -> None:
    """Never each other's names: whichever is imported first, the other is only half there."""
    home = f"spyhouse.rules.{slug}"
    for name, other in (("engine", "view"), ("view", "engine")):
        imports = list(imports_of(SRC / "spyhouse/rules" / slug / f"{name}.py"))
        assert (home, other) in imports
        assert not [found for found in imports if found[0] == f"{home}.{other}"]


@pytest.mark.parametrize("slug", GAMES)
def test_only_what_is_named_after_a_game_reaches_into_its_folder(slug: str) -> None:
    """All others get it by `spyhouse.game(slug)`, so that a new game needs no change anywhere else."""
    strangers = {
        str(file.relative_to(ROOT))
        for file in (SRC / "spyhouse").rglob("*.py")
        if slug not in file.relative_to(SRC).with_suffix("").parts
        and not file.stem.startswith(f"{slug}_")
        and file != SRC / "spyhouse/bots/solver.py"  # part of bots/second.py
        for module, name in imports_of(file)
        if f"{module}.{name}.".startswith(f"spyhouse.rules.{slug}.")
    }
    assert strangers == set()
