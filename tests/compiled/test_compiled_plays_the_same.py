"""The compiled engines play the same games as the plain ones, step by step."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import spyhouse
from spyhouse.rules.kit.errors import BadOption
from spyhouse.rules.kit.game import Game
from spyhouse.rules.kit.options import Choice, Flag, Option
from tests.house import limit_of, variant_tables

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
Table = tuple[str, int, dict[str, Any], int]  # game, seats, options, seed


@pytest.fixture(scope="module")
def twin(tmp_path_factory: pytest.TempPathFactory, working_compiler: None) -> Path:
    """The compiled install, made afresh from the sources (what has not changed comes from build/)."""
    folder = tmp_path_factory.mktemp("compiled")
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-build-isolation", "--no-deps", "--target", str(folder), str(ROOT)]
    run = subprocess.run(install, env=os.environ | {"SPYHOUSE_COMPILE": "1"}, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    return folder


def other_values(option: Option) -> list[object]:
    if isinstance(option.kind, Flag):
        return [not option.default]
    if isinstance(option.kind, Choice):
        return [word for word in option.kind.words if word != option.default]
    return []


def is_possible(game: Game, seats: int, options: dict[str, Any]) -> bool:
    try:
        game.terms(seats, options)
    except BadOption:
        return False
    return True


def tables(slug: str) -> list[Table]:
    """Every number of seats, every variant mix, and every other choice by itself."""
    game = spyhouse.game(slug)
    most = game.meta.seats[-1]
    chosen: list[tuple[int, dict[str, Any]]] = [(seats, {}) for seats in game.meta.seats]
    chosen += [(table.seats, table.options) for table in variant_tables([slug])]
    chosen += [(most, {option.name: value}) for option in game.options for value in other_values(option)]
    needed = limit_of(slug).options
    mixes = dict.fromkeys((seats, json.dumps({**needed, **options}, sort_keys=True)) for seats, options in chosen)
    possible = [(seats, json.loads(mix)) for seats, mix in mixes if is_possible(game, seats, json.loads(mix))]
    return [(slug, seats, options, seed) for seed, (seats, options) in enumerate(possible)]


def play(library: Path, games: list[Table]) -> dict[str, Any]:
    """What digest.py reports of these games, played with the spyhouse of that folder."""
    run = subprocess.run(
        [sys.executable, str(ROOT / "tests/compiled/digest.py")],
        env=os.environ | {"PYTHONPATH": str(library)},
        input=json.dumps(games),
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def test_the_compiled_install_is_really_compiled(twin: Path) -> None:
    compiled, plain = play(twin, []), play(ROOT / "src", [])

    assert compiled["is_compiled"]
    assert not plain["is_compiled"]
    assert set(compiled["modules"].values()) == {True}
    assert set(plain["modules"].values()) == {False}


@pytest.mark.parametrize("slug", spyhouse.games())
def test_compiled_and_plain_engines_play_identical_games(twin: Path, slug: str) -> None:
    games = tables(slug)

    compiled, plain = play(twin, games)["played"], play(ROOT / "src", games)["played"]

    assert len(plain) == len(games)
    different = {table: first_difference(digests, compiled[table]) for table, digests in plain.items() if digests != compiled[table]}
    assert different == {}


def first_difference(ours: list[str], theirs: list[str]) -> str:
    steps = [step for step, pair in enumerate(zip(ours, theirs, strict=False)) if pair[0] != pair[1]]
    return f"from step {steps[0]} on" if steps else f"{len(ours)} and {len(theirs)} steps"
