"""The build hook: only a missing compiler leaves the engines plain, and the wheel carries all that a game needs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
NO_COMPILER = {"CC": "/nowhere/cc"}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of all that a build reads, in a folder with a space in its name."""
    tree = tmp_path / "spy house"
    shutil.copytree(ROOT / "src", tree / "src", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, tree)
    return tree


def build(tree: Path, **environment: str) -> tuple[list[Path], str]:
    """The wheels made of this tree (one or none), and what was said."""
    command = [sys.executable, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", "--wheel-dir", str(tree / "dist"), str(tree)]
    run = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=False)
    wheels = list((tree / "dist").glob("*.whl"))
    assert bool(wheels) == (run.returncode == 0)
    return wheels, run.stdout + run.stderr


@pytest.mark.parametrize(
    "environment", [{"SPYHOUSE_COMPILE": "auto", **NO_COMPILER}, {"SPYHOUSE_COMPILE": "0"}], ids=["no compiler", "not wanted"]
)
def test_without_a_compiler_the_wheel_is_plain_and_complete(tree: Path, environment: dict[str, str]) -> None:
    (wheel,), _ = build(tree, **environment)

    assert wheel.name.endswith("-py3-none-any.whl")
    packed = {name for name in ZipFile(wheel).namelist() if name.startswith("spyhouse/")}
    assert packed == {file.relative_to(tree / "src").as_posix() for file in (tree / "src").rglob("*") if file.is_file()}


def test_where_compiled_engines_are_wanted_a_missing_compiler_is_an_error(tree: Path) -> None:
    wheels, said = build(tree, SPYHOUSE_COMPILE="1", **NO_COMPILER)

    assert wheels == []
    assert "SPYHOUSE_COMPILE=1, but the engines cannot be compiled: no working C compiler" in said
    assert "Traceback" not in said


def test_an_unknown_wish_is_an_error_that_lists_what_is_possible(tree: Path) -> None:
    wheels, said = build(tree, SPYHOUSE_COMPILE="maybe")

    assert wheels == []
    assert "SPYHOUSE_COMPILE cannot be 'maybe'. Possible: auto, 0, 1." in said


def test_a_type_error_fails_the_build_with_its_line(tree: Path, working_compiler: None) -> None:
    engine = next((tree / "src/spyhouse/rules").glob("*/engine.py"))
    lines = engine.read_text(encoding="utf-8").count("\n")
    with engine.open("a", encoding="utf-8") as file:
        file.write('WRONG: int = "not a number"\n')

    wheels, said = build(tree, SPYHOUSE_COMPILE="auto")

    assert wheels == []
    assert f"{engine.relative_to(tree).as_posix()}:{lines + 1}: error: Incompatible types in assignment" in said
