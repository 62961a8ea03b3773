"""How long the bots think at a table: `PYTHONPATH=build/compiled:. python tools/thinking.py`, by game and level.

Each sample is one question to the worker processes that a house uses, from bytes to the move, as a table asks it. `--load N`
keeps N processes busy meanwhile.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
from statistics import median
from time import perf_counter

import spyhouse
from spyhouse import bots
from spyhouse.bots.levels import LEVELS
from spyhouse.rules.kit.contract import State
from spyhouse.server.company import Workers, limit_of

MOVES = 25  # of each level in each game


def busy() -> None:
    """Keeps a core busy until it is killed."""
    while True:
        sum(range(10_000))


async def measure(workers: Workers, slug: str, level: str) -> tuple[list[float], int]:
    """Seconds of the moves of one level, spread over matches that random moves carry on; and how many a stand-in played."""
    game = spyhouse.game(slug)
    found: list[float] = []
    stand_ins = 0
    luck = spyhouse.Luck(1)
    for seed in range(MOVES):
        state = wander(game.start(game.meta.seats[-1], seed=seed), luck)
        seat = max(state.to_act(), key=lambda seat: len(state.legal(seat)))
        start = perf_counter()
        stand_ins += (await workers.choose(slug, level, bytes(state.view(seat)), seed)).by != level
        found.append(perf_counter() - start)
    return found, stand_ins


def wander(state: State, luck: spyhouse.Luck) -> State:
    """Up to sixty random moves into the match."""
    for _ in range(luck.below(60)):
        ahead = state.clone()
        seat = ahead.to_act()[0]
        legal = ahead.legal(seat)
        ahead.apply(seat, legal[luck.below(len(legal))])
        if not ahead.to_act():
            break
        state = ahead
    return state


async def main() -> None:
    """Prints a line for each game and level."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--load", type=int, default=0, help="busy processes meanwhile")
    load = [multiprocessing.get_context("spawn").Process(target=busy, daemon=True) for _ in range(parser.parse_args().load)]
    for process in load:
        process.start()
    workers = Workers()
    await workers.choose("second", "1", bytes(spyhouse.game("second").start(2, seed=1).view(0)), 1)  # they have started
    for slug in spyhouse.games():
        for level in LEVELS:
            found, stand_ins = await measure(workers, slug, level)
            late = sum(seconds > limit_of(level) for seconds in found)
            print(
                f"{slug:11} {level}  median {median(found):5.2f} s  most {max(found):5.2f} s  of {bots.SECONDS[level]:.2f} s;"
                f" over twice that: {late}, by a stand-in: {stand_ins}",
                flush=True,
            )
    workers.close()
    for process in load:
        process.kill()


if __name__ == "__main__":
    asyncio.run(main())
