"""The bench runs, hides nothing, and takes its slices in turn. How fast anything is, no test says."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from bench import report, run
from bench.measure import Measure
from bench.peers import PEERS, REFERENCE
from bench.run import System, Worker


def bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "bench", *arguments], cwd=run.ROOT, capture_output=True, text=True)


def measured(name: str, kind: str, **steps: float) -> System:
    """A system whose only slice of each measure had so many steps a second."""
    game = "second" if kind != "peer" else ""
    return System(
        name, kind, game, rates={measure: {"steps": [rate], "calls": [2 * rate], "iterations": [rate]} for measure, rate in steps.items()}
    )


def promises(compiled_inside: float, compiled_games: float) -> list[bool]:
    """What the checks say when interpreted playouts and search and hanabi run at 100 steps a second."""
    compiled = measured("ours", "compiled", playouts=compiled_inside, thinking=compiled_inside, games=compiled_games)
    others = [measured("plain", "interpreted", playouts=100.0, thinking=100.0), measured(REFERENCE, "peer", games=100.0)]
    return [check.kept for check in report.checks([compiled, *others])]


class Recorder:
    """A system that only notes when it is asked."""

    def __init__(self, name: str, offered: Sequence[str], asked: list[str]) -> None:
        self.system = System(name, "peer")
        self.offered = offered
        self.asked = asked

    def measures(self) -> Sequence[str]:
        return self.offered

    def slice(self, measure: str, seconds: float) -> None:
        self.asked.append(f"{self.system.name} {measure}")


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> tuple[subprocess.CompletedProcess[str], Path]:
    """One very short run, without a compiled twin."""
    folder = tmp_path_factory.mktemp("bench")
    return bench("--quick", "--check", "--games", "second", "--compiled", str(folder / "none"), "--out", str(folder)), folder


def system_named(folder: Path, name: str) -> dict[str, Any]:
    systems = json.loads((folder / "bench.json").read_text())["systems"]
    return {system["name"]: system for system in systems}[name]  # type: ignore[no-any-return]  # JSON


@pytest.mark.slow
def test_a_quick_run_measures_our_game_in_every_way(quick: tuple[subprocess.CompletedProcess[str], Path]) -> None:
    ran, folder = quick
    ours = system_named(folder, "spyhouse second, interpreted")

    assert ours["error"] == "", ran.stderr
    assert set(ours["measured"]) == set(run.MEASURES)
    assert all(unit["best"] > 0 for units in ours["measured"].values() for unit in units.values())


@pytest.mark.slow
def test_every_peer_has_its_row_with_figures_or_a_reason(quick: tuple[subprocess.CompletedProcess[str], Path]) -> None:
    _, folder = quick
    page = (folder / "bench.md").read_text()

    for peer in PEERS:
        system = system_named(folder, peer.name)
        assert bool(system["error"]) != bool(system["measured"])
        assert f"| {peer.name} |" in page


@pytest.mark.slow
def test_a_missing_compiled_twin_is_reported_and_breaks_the_promises(quick: tuple[subprocess.CompletedProcess[str], Path]) -> None:
    ran, folder = quick

    assert ran.returncode == 1
    assert run.COMPILE in system_named(folder, "spyhouse second, compiled")["error"]
    assert run.COMPILE in (folder / "bench.md").read_text()


def test_an_unknown_game_is_one_clear_line() -> None:
    ran = bench("--games", "chess")

    assert ran.returncode == 2
    assert ran.stderr.startswith("There is no game 'chess'. Possible: ")
    assert len(ran.stderr.splitlines()) == 1


def test_plain_sources_are_not_taken_for_a_compiled_twin() -> None:
    worker = Worker(System("ours", "compiled", "second"), [run.ROOT / "src"])
    worker.close()

    assert worker.measures() == ()
    assert worker.system.error.startswith("it is not compiled there.")


def test_a_peer_that_is_not_installed_says_how_to_install_it(tmp_path: Path) -> None:
    (tmp_path / "catanatron.py").write_text("raise ModuleNotFoundError(\"No module named 'catanatron'\")")
    worker = Worker(System("Catanatron", "peer"), [tmp_path])
    worker.close()

    assert worker.system.error == f"ModuleNotFoundError: No module named 'catanatron'. {run.INSTALL}"


def test_a_peer_that_crashes_is_reported_with_its_last_words(tmp_path: Path) -> None:
    (tmp_path / "rlcard.py").write_text("import os, sys\nprint('out of cards', file=sys.stderr, flush=True)\nos._exit(3)")
    worker = Worker(System("RLCard uno", "peer"), [tmp_path])
    worker.close()

    assert worker.system.error == "stopped without an answer (exit code 3). out of cards"


def test_slices_are_taken_in_turn() -> None:
    asked: list[str] = []
    runners = [Recorder("A", ["clones", "games"], asked), Recorder("B", ["games"], asked), Recorder("C", [], asked)]

    run.interleave(runners, slices=2, seconds=0.0, on_slice=lambda name, measure: None)

    assert asked == ["A games", "B games", "A clones"] * 2


def test_a_slice_counts_all_that_was_done() -> None:
    runs: list[int] = []

    def play(times: int) -> tuple[float, ...]:
        runs.append(times)
        sleep(times * 0.0001)
        return times, 40 * times

    seconds, (games, steps) = Measure(("games", "steps"), play).slice(0.005)

    assert seconds >= 0.005
    assert games == sum(runs)
    assert steps == 40 * games


def test_the_best_slice_counts() -> None:
    assert System("A", "peer", rates={"games": {"steps": [3.0, 9.0, 5.0]}}).best("games", "steps") == 9.0
    assert System("A", "peer").best("games", "steps") is None


def test_the_promises_are_five_times_interpreted_and_three_times_hanabi() -> None:
    assert promises(compiled_inside=500.0, compiled_games=300.0) == [True, True, True]
    assert promises(compiled_inside=499.0, compiled_games=299.0) == [False, False, False]


def test_every_game_promises_something_beside_others() -> None:
    assert set(report.PROMISES) == set(run.our_games(run.ROOT / "src"))


def test_a_promise_that_was_not_measured_is_broken() -> None:
    checks = report.checks([System("ours", "compiled", "second", error="there is no compiled twin")])

    assert [(check.kept, check.detail) for check in checks] == [(False, "not measured")] * 3


@pytest.mark.parametrize(
    ("value", "text"), [(None, ""), (27.64, "27.6"), (507.3, "507"), (1120.0, "1.12 k"), (568_400.0, "568 k"), (1.114e6, "1.11 M")]
)
def test_figures_show_three_digits(value: float | None, text: str) -> None:
    assert report.number(value) == text
