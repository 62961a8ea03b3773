"""What came out, as tables for people, JSON for programs, and promises that are checked."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from bench.peers import CATANATRON, REFERENCE
from bench.run import System

COMPILED_GAIN = 5.0  # playouts inside and iterations of search, compiled to interpreted: at least this


@dataclass(frozen=True)
class Promise:
    """A game of ours, compiled, is at least so many times as fast as another library at the like."""

    what: str
    gain: float
    peer: str
    ours: tuple[str, str]  # measure and unit
    theirs: tuple[str, str]


def steps(gain: float, peer: str) -> Promise:
    return Promise("steps from Python", gain, peer, ("games", "steps"), ("games", "steps"))


PROMISES = {
    "second": (steps(3, REFERENCE),),
    "estoril": (
        steps(1, REFERENCE),
        steps(5, CATANATRON),
        Promise("playouts inside, as games/s", 30, CATANATRON, ("playouts", "playouts"), ("games", "games")),
    ),
    "connection": (steps(1, REFERENCE), steps(8, CATANATRON)),
    "wink": (steps(1, REFERENCE),),
}

AROUND = {  # heading -> measure and unit
    "playouts/s": ("playouts", "playouts"),
    "steps/s inside": ("playouts", "steps"),
    "clones/s": ("clones", "clones"),
    "views/s": ("views", "views"),
    "bytes(view)/s": ("bytes", "bytes"),
    "samples/s": ("samples", "samples"),
    "iterations/s": ("thinking", "iterations"),
}
TWIN = {
    "steps from Python": ("games", "steps"),
    "from clones": ("from_clones", "steps"),
    "told": ("told", "steps"),
    "playouts inside": ("playouts", "steps"),
    "clones": ("clones", "clones"),
    "views": ("views", "views"),
    "bytes(view)": ("bytes", "bytes"),
    "samples": ("samples", "samples"),
    "search": ("thinking", "iterations"),
}
NOTES = (
    "A step is a decision of a player. Games are played by uniformly random moves, each chosen and played from Python, begun anew "
    "(`steps/s`) or from clones of a dealt start (`from clones`, steps/s). Ours are muted, as search does it; `told` (steps/s) keeps the "
    "traces of all seats, as a table does.",
    "`calls/s` counts the moves of chance as well, which OpenSpiel hands to the caller; everybody else draws inside a step.",
    "Inside: ours by `spyhouse.playout` on clones, OpenSpiel's by its C++ random bots on clones (steps there: playouts times the mean "
    "number of decisions). Games differ in length, so compare steps.",
    "`iterations/s`: worlds imagined by level 4 at decisions of random games, in thoughts of 32, the start of each thought included.",
    "RLCard and PettingZoo make an observation at every step; that is part of their loop.",
    "Figures are the best slice of each; x is the ratio to the best of " + REFERENCE + ".",
)


@dataclass(frozen=True)
class Check:
    """A promise and whether this run kept it."""

    name: str
    kept: bool
    detail: str


@dataclass(frozen=True)
class Grid:
    """A table as plain text, to be drawn in a terminal or written as Markdown."""

    title: str
    head: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


@dataclass(frozen=True)
class Facts:
    """Where and how it was measured."""

    command: str
    machine: str
    cores: int
    python: str
    load_before: str
    load_after: str
    slices: int
    seconds: float


def facts(command: str, load_before: str, slices: int, seconds: float) -> Facts:
    """The facts of this machine, now."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return Facts(command, _machine(), _cores(), python, load_before, load(), slices, seconds)


def load() -> str:
    """The load averages of 1, 5 and 15 minutes, where the system tells them."""
    return " ".join(f"{part:.2f}" for part in os.getloadavg()) if hasattr(os, "getloadavg") else "unknown"


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _machine() -> str:
    model = platform.processor() or platform.machine()
    told = Path("/proc/cpuinfo")
    for line in told.read_text().splitlines() if told.exists() else []:
        if line.startswith("model name"):
            model = line.partition(":")[2].strip()
            break
    return f"{platform.system()} {platform.machine()}, {model}"


# -- Promises ----------------------------------------------------------------------------------------------------------


def checks(systems: Sequence[System]) -> list[Check]:
    """The promises, for every game of ours that was to be measured."""
    named = {system.name: system for system in systems}
    found: list[Check] = []
    for compiled in [system for system in systems if system.kind == "compiled"]:
        plain = next((other for other in systems if other.kind == "interpreted" and other.game == compiled.game), None)
        for what, measure, unit in (("playouts inside", "playouts", "steps"), ("search", "thinking", "iterations")):
            gain = ratio(compiled, plain, measure, unit)
            name = f"{compiled.game}: {what}, compiled at least {COMPILED_GAIN:g} times interpreted"
            found.append(Check(name, gain is not None and gain >= COMPILED_GAIN, times(gain) or "not measured"))
        for promise in PROMISES.get(compiled.game, ()):
            peer = named.get(promise.peer)
            gain = quotient(compiled.best(*promise.ours), peer.best(*promise.theirs)) if peer else None
            detail = _other_ways(compiled, peer, gain) if promise.what == "steps from Python" else times(gain) or "not measured"
            name = f"{compiled.game}: {promise.what}, at least {promise.gain:g} times {promise.peer}"
            found.append(Check(name, gain is not None and gain >= promise.gain, detail))
    return found


def _other_ways(compiled: System, reference: System | None, gain: float | None) -> str:
    """The same ratio counted in other ways, so that the choice of one hides nothing."""
    if gain is None or reference is None:
        return "not measured"
    told = quotient(compiled.best("told", "steps"), reference.best("games", "steps"))
    calls = quotient(compiled.best("games", "steps"), reference.best("games", "calls"))
    clones = ratio(compiled, reference, "from_clones", "steps")
    others = {"from clones": clones, "told": told, "to its calls with chance": calls}
    return f"{times(gain)} ({', '.join(f'{way} {times(value)}' for way, value in others.items() if value)})"


def ratio(one: System | None, other: System | None, measure: str, unit: str) -> float | None:
    """Best to best, or None where either is missing."""
    if one is None or other is None:
        return None
    return quotient(one.best(measure, unit), other.best(measure, unit))


def quotient(one: float | None, other: float | None) -> float | None:
    return one / other if one and other else None


# -- Tables ------------------------------------------------------------------------------------------------------------


def grids(systems: Sequence[System]) -> list[Grid]:
    """All tables; a system that could not be measured has its row in the first, with the reason."""
    return [_who(systems), _driven(systems), _around(systems), _twins(systems)]


def _who(systems: Sequence[System]) -> Grid:
    rows = [(system.name, system.version, f"not measured: {system.error}" if system.error else "measured") for system in systems]
    return Grid("Systems", ("system", "version", "in this run"), rows)


def _driven(systems: Sequence[System]) -> Grid:
    reference = next((system for system in systems if system.name == REFERENCE), None)
    head = ("system", "games/s", "steps/s", "x", "calls/s", "from clones", "x", "told")
    rows = []
    for system in systems:
        if system.best("games", "steps") is None:
            continue
        cells = (
            number(system.best("games", "games")),
            number(system.best("games", "steps")),
            times(ratio(system, reference, "games", "steps")),
            number(system.best("games", "calls")),
            number(system.best("from_clones", "steps")),
            times(ratio(system, reference, "from_clones", "steps")),
            number(system.best("told", "steps")),
        )
        rows.append((system.name, *cells))
    return Grid("Driven from Python", head, rows)


def _around(systems: Sequence[System]) -> Grid:
    rows = []
    for system in systems:
        cells = [number(system.best(measure, unit)) for measure, unit in AROUND.values()]
        if any(cells):
            rows.append((system.name, *cells))
    return Grid("Inside and around", ("system", *AROUND), rows)


def _twins(systems: Sequence[System]) -> Grid:
    rows = []
    for plain in [system for system in systems if system.kind == "interpreted"]:
        compiled = next((system for system in systems if system.kind == "compiled" and system.game == plain.game), None)
        rows.append((plain.game, *[times(ratio(compiled, plain, measure, unit)) for measure, unit in TWIN.values()]))
    return Grid("Compiled to interpreted", ("game", *TWIN), rows)


def number(value: float | None) -> str:
    """Three digits that count: 1.14 M, 559 k, 29.4; nothing for None."""
    if value is None:
        return ""
    size, letter = (1e6, " M") if value >= 1e6 else (1e3, " k") if value >= 1e3 else (1.0, "")
    digits = value / size
    decimals = 0 if digits >= 100 else 1 if digits >= 10 else 2
    return f"{digits:.{decimals}f}{letter}"


def times(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}x" if value < 10 else f"{value:.0f}x"


# -- Out ---------------------------------------------------------------------------------------------------------------


def draw(console: Console, systems: Sequence[System], about: Facts, kept: Sequence[Check]) -> None:
    """The tables in the terminal."""
    for grid in grids(systems):
        table = Table(title=grid.title, title_justify="left", title_style="bold")
        words = grid.title == "Systems"
        for place, heading in enumerate(grid.head):
            table.add_column(heading, justify="left" if words or place == 0 else "right", overflow="fold", no_wrap=not words)
        for row in grid.rows:
            table.add_row(*map(escape, row))
        console.print(table)
    for note in NOTES:
        console.print(escape(note), style="dim")
    for name, value in asdict(about).items():
        console.print(f"{name.replace('_', ' ')}: {escape(str(value))}", style="dim", highlight=False)
    for check in kept:
        verdict = "[green]kept[/]  " if check.kept else "[red]broken[/]"
        console.print(f"{verdict} {escape(check.name)}: {escape(check.detail)}", soft_wrap=True)


def markdown(systems: Sequence[System], about: Facts, kept: Sequence[Check]) -> str:
    """The same as Markdown."""
    lines = ["# Bench", ""]
    lines += [f"- {name.replace('_', ' ')}: {value}" for name, value in asdict(about).items()]
    for grid in grids(systems):
        align = "---" if grid.title == "Systems" else "---:"
        lines += ["", f"## {grid.title}", "", _line(grid.head), _line(["---"] + [align] * (len(grid.head) - 1))]
        lines += [_line(row) for row in grid.rows]
    lines += ["", *[f"- {note}" for note in NOTES], "", "## Promises", ""]
    lines += [f"- {'kept' if check.kept else '**broken**'}: {check.name}: {check.detail}" for check in kept]
    return "\n".join(lines) + "\n"


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def write(folder: Path, systems: Sequence[System], about: Facts, kept: Sequence[Check]) -> list[Path]:
    """bench.json and bench.md."""
    folder.mkdir(parents=True, exist_ok=True)
    data: dict[str, Any] = {
        "facts": asdict(about),
        "systems": [system.data() for system in systems],
        "checks": [asdict(check) for check in kept],
    }
    files = [folder / "bench.json", folder / "bench.md"]
    files[0].write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    files[1].write_text(markdown(systems, about, kept), encoding="utf-8")
    return files
