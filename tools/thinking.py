"""How long the bots think at a table, and who plays under load: `PYTHONPATH=build/compiled:. python tools/thinking.py`.

Each sample is one question to the worker processes that a house uses, from bytes to the move, as a table asks it. `--load N`
keeps N processes busy meanwhile. `--tables N` has so many tables of levels 3 and 4 ask at once and tells how many moves their
levels have played themselves; `--askers N` has so many people ask for hints, one after the other.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
from collections import Counter
from statistics import median
from time import perf_counter

import spyhouse
from spyhouse import bots
from spyhouse.bots.levels import LEVELS
from spyhouse.rules.kit.contract import State
from spyhouse.server.company import Workers, limit_of

MOVES = 25  # of each level in each game
CROWD = "second"  # what is played under load
PAUSE = 1.0  # seconds before somebody who was refused a hint asks again


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


async def every_level(workers: Workers) -> None:
    """A line for each game and level."""
    for slug in spyhouse.games():
        for level in LEVELS:
            found, stand_ins = await measure(workers, slug, level)
            late = sum(seconds > limit_of(level) for seconds in found)
            print(
                f"{slug:11} {level}  median {median(found):5.2f} s  most {max(found):5.2f} s  of {bots.SECONDS[level]:.2f} s;"
                f" over its limit: {late}, by a stand-in: {stand_ins}",
                flush=True,
            )


async def play(workers: Workers, level: str, seed: int, end: float, counts: Counter[str]) -> None:
    """One table with this level on both seats, match after match."""
    while perf_counter() < end:
        state = spyhouse.game(CROWD).start(2, seed=seed)
        seed += 1000
        while state.to_act() and perf_counter() < end:
            seat = state.to_act()[0]
            played = await workers.choose(CROWD, level, bytes(state.view(seat)), seed)
            counts[f"level {level}, by {'itself' if played.by == level else 'a stand-in'}"] += 1
            state.apply(seat, played.action if played.action in state.legal(seat) else state.default(seat))


async def ask(workers: Workers, seed: int, end: float, counts: Counter[str]) -> None:
    """Somebody who asks for one hint after the other."""
    state = spyhouse.game(CROWD).start(2, seed=seed)
    while perf_counter() < end:
        try:
            await workers.hint(CROWD, "4", bytes(state.view(state.to_act()[0])), seed)
            counts["hints"] += 1
        except spyhouse.SpyhouseError:
            counts["refused"] += 1
            await asyncio.sleep(PAUSE)


async def main() -> None:
    """Prints a line for each game and level, or one for the crowd."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--load", type=int, default=0, help="busy processes meanwhile")
    parser.add_argument("--tables", type=int, default=0, help="tables that play at once")
    parser.add_argument("--askers", type=int, default=0, help="people who ask for hints at once")
    parser.add_argument("--seconds", type=float, default=15.0, help="how long a crowd is watched")
    given = parser.parse_args()
    load = [multiprocessing.get_context("spawn").Process(target=busy, daemon=True) for _ in range(given.load)]
    for process in load:
        process.start()
    workers = Workers()
    await workers.choose(CROWD, "1", bytes(spyhouse.game(CROWD).start(2, seed=1).view(0)), 1)  # they have started
    end, counts = perf_counter() + given.seconds, Counter[str]()
    tables = [play(workers, "3" if number % 2 else "4", number, end, counts) for number in range(given.tables)]
    askers = [ask(workers, number, end, counts) for number in range(given.askers)]
    if tables or askers:
        await asyncio.gather(*tables, *askers)
        print(", ".join(f"{what}: {count}" for what, count in sorted(counts.items())))
    else:
        await every_level(workers)
    workers.close()
    for process in load:
        process.kill()


if __name__ == "__main__":
    asyncio.run(main())
