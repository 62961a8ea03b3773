"""The bots at the tables: worker processes that get the bytes of a View and answer with a move.

They hold no State and share nothing with the server. A worker that dies or takes too long is replaced, and the table gets the
move that the rules play for a seat whose time is up.
"""

from __future__ import annotations

import asyncio
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from spyhouse.bots import bot
from spyhouse.bots.hindsight import Judgement, judged
from spyhouse.rules.kit.contract import NO_ACTION
from spyhouse.rules.kit.luck import Luck
from spyhouse.rules.kit.registry import adopt, game

PATIENCE = 20.0  # seconds for one move


def think(slug: str, name: str, view: bytes, seed: int) -> int:
    """One move, in a worker process."""
    return bot(slug, name)(game(slug).view(view), Luck(seed))


def _prepare(adopted: dict[str, str]) -> None:
    for slug, package in adopted.items():
        adopt(slug, package)


class Workers:
    """A few processes that think for the bots."""

    def __init__(self, workers: int = 1, adopted: dict[str, str] | None = None) -> None:
        self._workers = workers
        self._adopted = adopted or {}
        self._pool = self._new_pool()
        self._judging = asyncio.Lock()  # one look back at a time: bots that play wait for one move of it at most

    def _new_pool(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")  # a fork would inherit the server's memory, secrets included
        return ProcessPoolExecutor(self._workers, mp_context=context, initializer=_prepare, initargs=(self._adopted,))

    async def choose(self, slug: str, name: str, view: bytes, seed: int) -> int:
        """The bot's move, or NO_ACTION if none could be had: then the table plays the default."""
        pool = self._pool
        try:
            thought = asyncio.get_running_loop().run_in_executor(pool, think, slug, name, view, seed)
            return await asyncio.wait_for(thought, PATIENCE)
        except (BrokenProcessPool, TimeoutError):
            if pool is self._pool:
                self._pool = self._new_pool()
                _end(pool)
            return NO_ACTION

    async def judge(self, record: str, place: int, name: str) -> Judgement | None:
        """What a bot makes of one move of a finished match; tried anew where a hanging bot took the workers with it."""
        async with self._judging:
            while True:
                pool = self._pool
                try:
                    return await asyncio.get_running_loop().run_in_executor(pool, judged, record, place, name)
                except (BrokenProcessPool, asyncio.CancelledError):
                    if pool is self._pool:
                        raise

    def close(self) -> None:
        _end(self._pool)


def _end(pool: ProcessPoolExecutor) -> None:
    """Stops the workers at once; one that hangs would otherwise keep the server from stopping."""
    processes = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
