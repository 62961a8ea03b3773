"""How much the leak test compares: `python -m tests.leaks.survey [MOMENTS] [SEEDS]`, on the compiled twin for speed.

Every game with every number of seats, every way of watching, every moment: one line a table, then the exits.
"""

from __future__ import annotations

import sys
import time

from tests.house import Table, plain_tables, toy_at_home
from tests.leaks import watch
from tests.leaks.received import compared
from tests.leaks.worker import Stranger


def survey(where: Table, moments: int, seeds: int, stranger: Stranger) -> int:
    """Watches some matches; how many moments there were. A leak ends it with its place."""
    seen = 0
    for seed in range(seeds):
        for moment in watch.moments(where, 100 + seed, moments):
            watch.samples_look_alike(moment)
            watch.samples_come_from_bytes_alone(moment, stranger)
            watch.nothing_is_forgotten(moment)
            watch.nothing_untold_shows(moment)
            watch.commits_are_silent(moment)
            watch.asking_tells_nothing(moment)
            seen += 1
    return seen


def main(moments: int = 20, seeds: int = 1) -> None:
    with toy_at_home(), Stranger() as stranger:
        for where in plain_tables():
            before, begun = compared.total(), time.monotonic()
            seen = survey(where, moments, seeds, stranger)
            print(
                f"{where!s:14} {seen:5} moments {compared.total() - before:9} exits compared {time.monotonic() - begun:7.1f} s", flush=True
            )
    print(f"{compared.total()} exits compared, no difference:")
    for name, count in compared.most_common():
        print(f"{count:10} {name}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
