"""`python -m bench`: our games, compiled and interpreted, beside other libraries, in one interleaved run."""

from __future__ import annotations

import argparse
import shlex
import sys
from contextlib import suppress
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from bench import report, run


def main(arguments: list[str]) -> int:
    """Runs the bench; the exit code is 1 if `--check` was asked and a promise is broken, 2 for a wrong argument."""
    asked = _parser().parse_args(arguments)
    slices, seconds = (1, 0.02) if asked.quick else (asked.slices, asked.seconds)
    known = run.our_games(run.ROOT / "src")
    unknown = sorted(set(asked.games or ()) - set(known))
    if unknown:
        print(f"There is no game '{unknown[0]}'. Possible: {', '.join(known)}.", file=sys.stderr)
        return 2
    console = Console() if sys.stdout.isatty() else Console(width=120)
    before = report.load()
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("starting", total=None)
        systems, workers = run.start(
            asked.games or known, asked.compiled, lambda name: progress.update(task, description=f"starting {name}")
        )
        progress.update(task, total=sum(1 for _ in run.turns(workers, slices)))

        def on_slice(name: str, measure: str) -> None:
            progress.update(task, advance=1, description=f"{name}: {measure}")

        try:
            run.interleave(workers, slices, seconds, on_slice)
        finally:
            for worker in workers:
                worker.close()
    about = report.facts(shlex.join(["python", "-m", "bench", *arguments]), before, slices, seconds)
    checks = report.checks(systems)
    report.draw(console, systems, about, checks)
    for file in report.write(asked.out, systems, about, checks):
        console.print(f"written: {file}", soft_wrap=True, highlight=False)
    return 1 if asked.check and not all(check.kept for check in checks) else 0


def _slices(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"must be a whole number from 1 on, not '{text}'")
    return int(text)


def _seconds(text: str) -> float:
    with suppress(ValueError):
        if 0 < float(text) < 60:
            return float(text)
    raise argparse.ArgumentTypeError(f"must be a number between 0 and 60, not '{text}'")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--games", nargs="+", metavar="SLUG", help="only these games of ours (default: all)")
    parser.add_argument("--slices", type=_slices, default=7, help="slices of each measure; the best counts (default: %(default)s)")
    parser.add_argument("--seconds", type=_seconds, default=0.2, help="length of a slice (default: %(default)s)")
    parser.add_argument("--quick", action="store_true", help="one very short slice each: tries everything, measures nothing well")
    parser.add_argument("--check", action="store_true", help="exit with 1 if a promise is broken")
    parser.add_argument("--compiled", type=Path, default=run.ROOT / "build" / "compiled", metavar="FOLDER", help="the compiled twin")
    parser.add_argument("--out", type=Path, default=run.ROOT / "bench" / "out", metavar="FOLDER", help="for bench.json and bench.md")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
