"""One thing to be timed, and how a slice of it is timed."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import TypeVar

Item = TypeVar("Item")

LOOK_EVERY = 0.002  # seconds of work between two looks at the clock


@dataclass(frozen=True)
class Measure:
    """Something that can be done any number of times; `run` says how many of each unit came out."""

    units: tuple[str, ...]
    run: Callable[[int], tuple[float, ...]]

    def slice(self, seconds: float) -> tuple[float, list[float]]:
        """Does it for about that long: seconds really taken, and the units done in them."""
        done = [0.0] * len(self.units)
        times = 1
        start = before = perf_counter()
        while True:
            for place, count in enumerate(self.run(times)):
                done[place] += count
            now = perf_counter()
            if now - start >= seconds:
                return now - start, done
            if now - before < LOOK_EVERY:
                times *= 2  # so that looking at the clock costs the short ones no more than the long ones
            before = now


def pick(items: list[Item]) -> Item:
    """One of them at random: the same few instructions for every system."""
    return items[int(random.random() * len(items))]
