"""The bots at the tables: worker processes that get the bytes of a View and answer with a move.

They hold no State and share nothing with the server. Every question has a limit of twice its bot's seconds, waiting for a free
worker included. A worker that dies or takes too long is replaced, and a quicker bot answers in its place, from a worker that is
kept for that; only if that one fails, too, the table gets the move that the rules play for a seat whose time is up.
"""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Any, TypeVar

from spyhouse import bots
from spyhouse.rules.kit.contract import NO_ACTION
from spyhouse.rules.kit.errors import SpyhouseError
from spyhouse.rules.kit.registry import adopt, game, games

LEAST = 0.5  # seconds that any bot may take; the levels 1 to 3 take less
RESERVE = "1"  # who answers when nobody else does
RESERVED = 0.3  # of the limit, kept for the reserve
THINKING = 0.85  # of what is left when a worker is free: the rest is for what follows the last slice
OPENING = 30.0  # seconds that the first worker may take to start

Answer = TypeVar("Answer")


def takes(slug: str, name: str) -> float:
    """What every move of a bot takes at least at a table: where something is hidden, a quick one would tell that it had no choice."""
    is_patient = getattr(bots.bot(slug, name), "patient", False)
    return bots.SECONDS[name] if is_patient and game(slug).meta.secrets else 0.0


def limit_of(name: str) -> float:
    """What a bot's move takes at most at a table."""
    return 2 * max(LEAST, bots.SECONDS.get(name, LEAST))


def choose(slug: str, name: str, view: bytes, seed: int, seconds: float) -> int:
    """One move, in a worker process."""
    return bots.think(slug, name, view, seed, min(seconds, bots.SECONDS.get(name, LEAST))).choice


def hint(slug: str, name: str, view: bytes, seed: int, seconds: float) -> bots.Explanation:
    """What a level would play and why, in a worker process."""
    return bots.explain(slug, name, view, seed, min(seconds, bots.SECONDS[name]))


def _prepare(adopted: dict[str, str]) -> None:
    for slug, package in adopted.items():
        adopt(slug, package)


def _begin() -> None:
    """Imports what it needs, so that the first question does not pay for it."""
    for slug in games():
        bots.names(slug)


class Desk:
    """One worker process. Whoever asks it waits for one answer at a time."""

    def __init__(self, adopted: dict[str, str]) -> None:
        context = multiprocessing.get_context("spawn")  # a fork would inherit the server's memory, secrets included
        self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=_prepare, initargs=(adopted,))

    async def ask(self, work: Callable[..., Answer], *arguments: Any) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(self._pool, work, *arguments)

    def end(self) -> None:
        """Stops the worker at once; one that hangs would otherwise keep the server from stopping."""
        processes = list((getattr(self._pool, "_processes", None) or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()


class Pool:
    """Desks of one sort: a question takes a free one, and a desk that fails is replaced."""

    def __init__(self, size: int, adopted: dict[str, str]) -> None:
        self._size = size
        self._adopted = adopted
        self._desks: set[Desk] = set()
        self._free: asyncio.Queue[Desk] = asyncio.Queue()
        self._starting: set[asyncio.Task[None]] = set()
        self._opened = asyncio.Event()

    def open(self) -> None:
        """Starts the workers; needs the running loop, so the first question does it."""
        while len(self._desks) < self._size:
            desk = Desk(self._adopted)
            self._desks.add(desk)
            task = asyncio.create_task(self._start(desk))
            self._starting.add(task)
            task.add_done_callback(self._starting.discard)

    async def _start(self, desk: Desk) -> None:
        try:
            await desk.ask(_begin)
        except BrokenProcessPool:
            self._replace(desk)
            return
        self._free.put_nowait(desk)
        self._opened.set()

    async def opened(self) -> None:
        """Waits until there was a free desk for the first time."""
        self.open()
        await self._opened.wait()

    async def ask(self, limit: float, work: Callable[..., Answer], *arguments: Any) -> Answer:
        """The answer of the next free desk, with what then is left of `limit` seconds as the last argument of `work`.

        TimeoutError or BrokenProcessPool if none could be had; the desk is another one afterwards.
        """
        clock = asyncio.get_running_loop().time
        end = clock() + limit
        desk = await asyncio.wait_for(self._free.get(), limit)
        try:
            left = end - clock()
            answer = await asyncio.wait_for(desk.ask(work, *arguments, left * THINKING), left)
        except BaseException:  # hung, dead, failed, or nobody waits any more: what it is doing now is nobody's business
            self._replace(desk)
            raise
        self._free.put_nowait(desk)
        return answer

    def _replace(self, desk: Desk) -> None:
        self._desks.discard(desk)
        desk.end()
        self.open()

    def close(self) -> None:
        self._size = 0
        for task in self._starting:
            task.cancel()
        for desk in self._desks:
            desk.end()


class Workers:
    """A few processes that think for the bots, and one more for when they cannot."""

    def __init__(self, workers: int = 1, adopted: dict[str, str] | None = None) -> None:
        self._thinking = Pool(workers, adopted or {})
        self._reserve = Pool(1, adopted or {})

    async def choose(self, slug: str, name: str, view: bytes, seed: int) -> int:
        """The bot's move, that of a weaker one if it fails, or NO_ACTION if none could be had: then the table plays the default."""
        limit = limit_of(name)
        with suppress(BrokenProcessPool, TimeoutError):
            await self._opened()
            return await self._thinking.ask(limit * (1 - RESERVED), choose, slug, name, view, seed)
        with suppress(BrokenProcessPool, TimeoutError):
            return await self._reserve.ask(limit * RESERVED, choose, slug, RESERVE, view, seed)
        return NO_ACTION

    async def hint(self, slug: str, name: str, view: bytes, seed: int) -> bots.Explanation:
        """What a level would play and why; SpyhouseError if nobody can tell now."""
        try:
            await self._opened()
            return await self._thinking.ask(limit_of(name), hint, slug, name, view, seed)
        except (BrokenProcessPool, TimeoutError) as why:
            raise SpyhouseError("Nobody has time for a hint now. Ask again in a moment.") from why

    async def _opened(self) -> None:
        await asyncio.wait_for(asyncio.gather(self._thinking.opened(), self._reserve.opened()), OPENING)

    def close(self) -> None:
        self._thinking.close()
        self._reserve.close()
