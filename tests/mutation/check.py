"""Do the tests notice when the rules are wrong? Changes a game's engine in 200 small ways and counts what they notice.

    python -m tests.mutation.check second

The game's own tests (its vectors) play against each mutant first, then those of the contract; the first that fails kills it.
Ends with code 1 when fewer than 85 % are killed, and lists the survivors: each is a missing test, or a change that makes no
difference.

All on plain files. Most mutants change the body of one function: for those the tests are collected once, and each mutant is
a fork in which that function has other code (forked.py). Whatever is not killed there gets a copy of the sources, and all the
tests from scratch (copied.py).
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import sys
import time
from collections import Counter
from collections.abc import Iterator

from tests.mutation import copied, forked
from tests.mutation.children import ROOT, Fate
from tests.mutation.mutants import Mutant, mutants

ENGINE = ("engine.py", "core.py", "kernel.py")  # those that a game has
SAMPLE = 200
LEAST = 85  # per cent
MEMORY = 4 << 30  # bytes; a mutant that hoards stops here


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation.check", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", help="slug of the game, such as second")
    parser.add_argument("-n", type=int, default=SAMPLE, help=f"how many mutants (default {SAMPLE}; 0 is all)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (default 1)")
    parser.add_argument("--workers", type=int, default=2, help="how many at a time (default 2)")
    parser.add_argument("--least", type=float, default=LEAST, help=f"per cent that must be killed (default {LEAST})")
    parser.add_argument("--all", action="store_true", help="list the killed ones, too, each with the test that did it")
    wish = parser.parse_args()
    rules = ROOT / "src" / "spyhouse" / "rules" / wish.game
    if not (rules / "engine.py").exists():
        parser.error(f"there is no game '{wish.game}'.")
    os.chdir(ROOT)
    os.nice(10)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    every: list[Mutant] = []
    for file in ENGINE:
        if (rules / file).exists():
            every += mutants((rules / file).read_text(encoding="utf-8"), file, len(every))
    chosen = random.Random(wish.seed).sample(every, min(wish.n or len(every), len(every)))
    print(f"{len(chosen)} of {len(every)} mutants of the engine of {wish.game}", flush=True)
    begin = time.monotonic()
    found = list(_counted(forked.fates(wish.game, chosen, wish.workers), len(chosen)))
    decided = {fate.mutant.number for fate in found}
    rest = [mutant for mutant in chosen if mutant.number not in decided]
    found += _counted(copied.fates(wish.game, rest, wish.workers), len(rest))
    print(f"{time.monotonic() - begin:.0f} s")
    for fate in found if wish.all else []:
        print(f"{fate.killer or 'survived'}: {fate.mutant}")
    return report(found, wish.least)


def _counted(fates: Iterator[Fate], most: int) -> Iterator[Fate]:
    killed = 0
    for tried, fate in enumerate(fates, 1):
        killed += bool(fate.killer)
        if sys.stderr.isatty() or tried % 20 == 0:
            print(f"  {tried} of {most} tried, {killed} killed", end="\r" if sys.stderr.isatty() else "\n", file=sys.stderr, flush=True)
        yield fate


def report(found: list[Fate], least: float) -> int:
    survivors = sorted((fate.mutant for fate in found if not fate.killer), key=lambda mutant: mutant.number)
    by = Counter(fate.stage for fate in found if fate.killer)
    share = 100 * (len(found) - len(survivors)) / len(found)
    print(f"killed {share:.1f} %: " + ", ".join(f"{count} {name}" for name, count in by.most_common()))
    for mutant in survivors:
        print(f"survived: {mutant}")
    if share < least:
        print(f"At least {least:g} % must be killed.")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
