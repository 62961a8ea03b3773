"""One interleaved run: every system in a process of its own, short slices in turn, best of several.

Machines are shared and noisy. What slows one slice down soon slows its neighbours down as well, so the same measure of all
systems is taken side by side, A B C, A B C, and the best slice of each is compared.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryFile
from threading import Timer
from typing import Any, Protocol

from bench.peers import PEERS

ROOT = Path(__file__).parent.parent
MEASURES = ("games", "from_clones", "told", "playouts", "clones", "views", "bytes", "samples", "thinking")  # in this order in each round
PATIENCE = 120.0  # seconds after which a silent worker is given up
INSTALL = "pip install 'spyhouse[bench]'"
COMPILE = "pip install --no-deps --target build/compiled ."


@dataclass
class System:
    """What is measured, and what came out of it."""

    name: str
    kind: str  # "compiled", "interpreted" or "peer"
    game: str = ""  # the slug of ours
    version: str = ""
    error: str = ""  # why it could not be measured, and what would help
    rates: dict[str, dict[str, list[float]]] = field(default_factory=dict)  # measure -> unit -> per second, a figure a slice

    def best(self, measure: str, unit: str) -> float | None:
        """The best slice, or None where this system has no such thing."""
        rates = self.rates.get(measure, {}).get(unit)
        return max(rates) if rates else None

    def data(self) -> dict[str, Any]:
        """All of it for the JSON file."""
        measured = {
            measure: {unit: {"best": max(rates), "median": median(rates), "slices": rates} for unit, rates in units.items() if rates}
            for measure, units in self.rates.items()
        }
        about = {"name": self.name, "kind": self.kind, "game": self.game, "version": self.version, "error": self.error}
        return {**about, "measured": measured}


class Runner(Protocol):
    """A system that can be asked for a slice."""

    system: System

    def measures(self) -> Sequence[str]:
        """What it can be asked for; nothing once it has failed."""

    def slice(self, measure: str, seconds: float) -> None:
        """Takes a slice and notes its rates."""


class Worker:
    """A system in a process of its own, under the same Python as this one."""

    def __init__(self, system: System, paths: Sequence[Path] = ()) -> None:
        self.system = system
        self._units: dict[str, list[str]] = {}
        kind, name = ("peer", system.name) if system.kind == "peer" else ("ours", system.game)
        self._errors = TemporaryFile("w+")  # noqa: SIM115  # lives as long as the process that writes it
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.worker", kind, name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            cwd=ROOT,
            env=environment(paths),
        )
        hello = self._answer()
        if hello is None:
            return
        system.version = hello["version"]
        wanted = {"compiled": True, "interpreted": False}.get(system.kind)
        if wanted is not None and hello["compiled"] != wanted:
            self._fail(f"it is not compiled there. {COMPILE}" if wanted else "compiled files lie among the sources. Delete them.")
            return
        self._units = hello["measures"]

    def measures(self) -> Sequence[str]:
        return () if self.system.error else tuple(self._units)

    def slice(self, measure: str, seconds: float) -> None:
        assert self._process.stdin is not None
        with suppress(OSError):  # it has died; reading its answer finds out why
            print(json.dumps({"measure": measure, "seconds": seconds}), file=self._process.stdin, flush=True)
        answer = self._answer()
        if answer is None:
            return
        units = self.system.rates.setdefault(measure, {})
        for unit, count in zip(self._units[measure], answer["counts"], strict=True):
            units.setdefault(unit, []).append(count / answer["seconds"])

    def close(self) -> None:
        """Ends the process: its input is over."""
        self._process.communicate()
        self._errors.close()

    def _answer(self) -> dict[str, Any] | None:
        assert self._process.stdout is not None
        watchdog = Timer(PATIENCE, self._process.kill)
        watchdog.start()
        line = self._process.stdout.readline()
        watchdog.cancel()
        if not line:
            self._fail(f"stopped without an answer (exit code {self._process.wait()}). {self._last_error()}")
            return None
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            self._fail(answer["error"])
            return None
        return answer

    def _last_error(self) -> str:
        self._errors.seek(0)
        lines = self._errors.read().strip().splitlines()
        return lines[-1] if lines else ""

    def _fail(self, why: str) -> None:
        missing = "ModuleNotFoundError" in why or "ImportError" in why
        self.system.error = f"{why}. {INSTALL}" if missing and self.system.kind == "peer" else why


def environment(paths: Sequence[Path]) -> dict[str, str]:
    """This process's environment with these folders first on Python's path."""
    before = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([*map(str, paths), *([before] if before else [])])}


def our_games(source: Path) -> list[str]:
    """The slugs of all our games, asked from the plain sources."""
    ask = "import json, spyhouse; print(json.dumps(spyhouse.games()))"
    told = subprocess.run([sys.executable, "-c", ask], env=environment([source]), stdout=subprocess.PIPE, text=True, check=True)
    slugs: list[str] = json.loads(told.stdout)
    return slugs


def start(slugs: Sequence[str], compiled: Path, on_start: Callable[[str], None]) -> tuple[list[System], list[Worker]]:
    """Starts a worker a system, one after another; those that cannot be measured are systems with an error."""
    systems: list[System] = []
    workers: list[Worker] = []

    def add(system: System, paths: Sequence[Path] = ()) -> None:
        on_start(system.name)
        systems.append(system)
        workers.append(Worker(system, paths))

    for slug in slugs:
        twin = System(f"spyhouse {slug}, compiled", "compiled", slug)
        if compiled.is_dir():
            add(twin, [compiled.resolve()])
        else:
            twin.error = f"there is no compiled twin. {COMPILE}"
            systems.append(twin)
        add(System(f"spyhouse {slug}, interpreted", "interpreted", slug), [ROOT / "src"])
    for peer in PEERS:
        add(System(peer.name, "peer"))
    return systems, workers


def turns(runners: Sequence[Runner], slices: int) -> Iterator[tuple[Runner, str]]:
    """Whose turn it is: in every round each measure of all systems side by side."""
    for _ in range(slices):
        for measure in MEASURES:
            for runner in runners:
                if measure in runner.measures():
                    yield runner, measure


def interleave(runners: Sequence[Runner], slices: int, seconds: float, on_slice: Callable[[str, str], None]) -> None:
    """Takes all slices, never two at a time."""
    for runner, measure in turns(runners, slices):
        on_slice(runner.system.name, measure)
        runner.slice(measure, seconds)
