"""The bots at the tables: worker processes that get the bytes of a View and answer with a move.

They hold no State and share nothing with the server. Questions wait in one queue: short thoughts go before long ones, and who
has waited goes before who comes, so that nobody starves. Waiting costs no thinking: a question has all its seconds from the
moment a worker takes it up. Only a worker that overruns that by far, or dies, is replaced; one that merely fails stays.

A stand-in plays only where its worker is broken: level 1, from a worker that is kept for that, and if that one fails, too, the
table gets the move that the rules play for a seat whose time is up. Whatever goes wrong is logged by its kind.

What a worker must know of a table comes with the question: its terms, with all of their pieces (`Game.bring`). So pieces of the
user's own, also those that came after the house was opened, need nothing else than to be found by `game.terms` in the server.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
import logging
import multiprocessing
import os
from collections.abc import Callable, Coroutine
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from spyhouse import bots
from spyhouse.bots.hindsight import Judgement, judged
from spyhouse.rules.kit.contract import NO_ACTION
from spyhouse.rules.kit.errors import SpyhouseError
from spyhouse.rules.kit.meta import Terms
from spyhouse.rules.kit.records import Record
from spyhouse.rules.kit.registry import adopt, game, games

log = logging.getLogger("spyhouse")

LEAST = 0.5  # seconds that any bot may take; the levels 1 to 3 take less
RESERVE = "1"  # who answers when nobody else does
DEFAULT = "default"  # who is said to have played where not even the reserve could
GRACE = 3.0  # seconds beyond twice its thinking after which a worker counts as hung
OPENING = 60.0  # seconds that a worker may take to start
JUDGING = 20.0  # seconds for one move of a look back
AGEING = 4.0  # seconds of waiting that weigh as much as one second of a longer thought
HINTS_LATER = 12.0  # seconds by which a hint counts as having come later: any table that stands still goes before it
HINTS_WAIT = 8.0  # seconds after which a hint is refused rather than given
HINTS_EACH = 4  # hints that may wait for each worker; more are refused at once
LATE = "Late"  # what became of a question that nobody took up in time
MOST_WORKERS = 8
NICENESS = 5  # of the workers: the server, which is quick, goes before them

Reply = TypeVar("Reply")


def cores() -> int:
    """The processors that this process may use."""
    with contextlib.suppress(AttributeError):  # not everywhere
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def enough_workers() -> int:
    """As many as there are processors; where they cannot be told to step back, one less, for the server."""
    return max(1, min(MOST_WORKERS, cores() if hasattr(os, "nice") else cores() - 1))


def seconds_of(name: str) -> float:
    """What a bot may think about a move; more than it takes where it does not search."""
    return bots.SECONDS.get(name, LEAST)


def takes(slug: str, name: str) -> float:
    """What every move of a bot takes at least, from its turn on.

    Where something is hidden, a quick one would tell that it had no choice. Bots that are not patient are quicker than the pace
    of a table.
    """
    is_patient = getattr(bots.bot(slug, name), "patient", False)
    return seconds_of(name) if is_patient and game(slug).meta.secrets else 0.0


def limit_of(name: str) -> float:
    """What a bot's move takes at most once its turn has come; a worker that takes longer hangs."""
    return 2 * seconds_of(name) + GRACE


# -- In a worker process -----------------------------------------------------------------------------------------------------


def choose(slug: str, name: str, view: bytes, seed: int) -> int:
    """One move."""
    return bots.think(slug, name, view, seed, seconds_of(name)).choice


def hint(slug: str, name: str, view: bytes, seed: int) -> bots.Explanation:
    """What a level would play and why."""
    return bots.explain(slug, name, view, seed, seconds_of(name))


@dataclass(frozen=True)
class Failure:
    """What became of a question that raised something: its kind alone, for the rest may be secret, or not to be sent."""

    kind: str


def _prepare(adopted: dict[str, str]) -> None:
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    for slug, package in adopted.items():
        adopt(slug, package)


def _begin() -> None:
    """Imports what it needs, so that the first question does not pay for it; a game that cannot be imported hinders no other."""
    for slug in games():
        with contextlib.suppress(Exception):
            bots.names(slug)


def _reply(terms: Terms | None, work: Callable[..., Reply], arguments: tuple[Any, ...]) -> Reply | Failure:
    try:
        if terms is not None:
            game(terms.slug).bring(terms)
        return work(*arguments)
    except Exception as why:
        return Failure(type(why).__name__)


# -- In the server -----------------------------------------------------------------------------------------------------------


class Failed(Exception):
    """A worker could not answer. Says only the kind of what went wrong."""


def _ignore() -> None:
    pass


@dataclass(order=True)
class Question(Generic[Reply]):
    """Something that a worker shall answer. Of two that wait, the one with the lower rank goes first."""

    rank: float
    number: int  # as they came
    terms: Terms = field(compare=False)
    work: Callable[..., Reply] = field(compare=False)
    arguments: tuple[Any, ...] = field(compare=False)
    limit: float = field(compare=False)  # seconds that the worker may take
    turn: Callable[[], None] = field(compare=False)  # called when a worker takes it up
    answer: asyncio.Future[Reply] = field(compare=False)
    taken: bool = field(compare=False, default=False)  # a worker thinks about it

    def take(self) -> None:
        self.taken = True
        self.turn()

    def receive(self, reply: Reply | Failure) -> None:
        if isinstance(reply, Failure):
            self.fail(reply.kind)
        elif not self.answer.done():
            self.answer.set_result(reply)

    def fail(self, kind: str) -> None:
        if not self.answer.done():
            self.answer.set_exception(Failed(kind))


class Desk:
    """One worker process, which answers one question at a time."""

    def __init__(self, adopted: dict[str, str]) -> None:
        context = multiprocessing.get_context("spawn")  # a fork would inherit the server's memory, secrets included
        self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=_prepare, initargs=(adopted,))
        self._told: set[bytes] = set()  # labels of the terms that this worker knows

    async def begin(self) -> None:
        await asyncio.wait_for(self._run(_begin), OPENING)

    async def ask(self, question: Question[Reply]) -> Reply | Failure:
        label = question.terms.label
        terms = None if label in self._told else question.terms
        reply = await asyncio.wait_for(self._run(_reply, terms, question.work, question.arguments), question.limit)
        if not isinstance(reply, Failure):
            self._told.add(label)
        return reply

    def _run(self, work: Callable[..., Reply], *arguments: Any) -> asyncio.Future[Reply]:
        return asyncio.get_running_loop().run_in_executor(self._pool, work, *arguments)

    def end(self) -> None:
        """Stops the worker at once; one that hangs would otherwise keep the server from stopping."""
        processes = list((getattr(self._pool, "_processes", None) or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()


class Pool:
    """Desks of one sort and the questions that wait for them. Desks are opened as questions come, up to a number."""

    def __init__(self, size: int, adopted: dict[str, str]) -> None:
        self.size = size
        self._adopted = adopted
        self._numbers = itertools.count()
        self._waiting: list[Question[Any]] = []  # a heap
        self._desks: set[Desk] = set()
        self._free: list[Desk] = []
        self._starting = 0  # of the desks
        self._tasks: set[asyncio.Task[None]] = set()  # one for each desk that does something

    async def ask(
        self,
        terms: Terms,
        seconds: float,
        limit: float,
        work: Callable[..., Reply],
        *arguments: Any,
        turn: Callable[[], None] = _ignore,
        later: float = 0.0,
        patience: float | None = None,
    ) -> Reply:
        """The answer of a worker; Failed if it could not tell.

        The question is expected to take so many `seconds`, and `limit` at most, once its `turn` has come. It lines up as if it had
        come `later`, and with `patience` waits no longer than that. An asker who is cancelled leaves the queue; a worker that
        thinks for him already ends its thought unheard.
        """
        loop = asyncio.get_running_loop()
        rank = loop.time() + later + AGEING * seconds
        question: Question[Reply] = Question(rank, next(self._numbers), terms, work, arguments, limit, turn, loop.create_future())
        heapq.heappush(self._waiting, question)
        self._serve()
        if patience is not None:
            loop.call_later(patience, self._lose_patience, question, patience)
        return await question.answer

    def open(self) -> None:
        """Has one desk at least; needs the running loop, so the first question does it."""
        if not self._desks and self.size:
            self._open_desk()

    def _serve(self) -> None:
        """Hands waiting questions to free desks and opens more desks where there are too few."""
        while self._waiting and self._free:
            question = heapq.heappop(self._waiting)
            if not question.answer.done():  # else its asker has gone
                self._run(self._answer(self._free.pop(), question))
        for _ in range(min(len(self._waiting) - self._starting, self.size - len(self._desks))):
            self._open_desk()

    def _open_desk(self) -> None:
        desk = Desk(self._adopted)
        self._desks.add(desk)
        self._starting += 1
        self._run(self._start(desk))

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _start(self, desk: Desk) -> None:
        try:
            await desk.begin()
        except (Exception, asyncio.CancelledError) as why:
            self._remove(desk, why)
            if not self._desks:  # nobody will take up what waits; the next question tries again
                self._give_up(why)
        else:
            self._free.append(desk)
        finally:
            self._starting -= 1
        self._serve()

    async def _answer(self, desk: Desk, question: Question[Any]) -> None:
        question.take()
        try:
            reply = await desk.ask(question)
        except (Exception, asyncio.CancelledError) as why:  # hung, dead or stopped, or the answer could not be sent
            self._remove(desk, why)
            question.fail(_kind(why))
        else:
            self._free.append(desk)
            question.receive(reply)
        self._serve()

    def _remove(self, desk: Desk, why: BaseException) -> None:
        if self.size:  # else the house closes
            log.error("A worker is replaced: %s", _kind(why))
        self._desks.discard(desk)
        desk.end()

    def _give_up(self, why: BaseException) -> None:
        for question in self._waiting:
            question.fail(_kind(why))
        self._waiting.clear()

    def _lose_patience(self, question: Question[Any], patience: float) -> None:
        """Takes a question out of the queue; nobody is blamed for the time that the first desk needs to open."""
        if question.taken or question.answer.done():
            return
        if len(self._desks) == self._starting:
            asyncio.get_running_loop().call_later(patience, self._lose_patience, question, patience)
        else:
            question.fail(LATE)

    def close(self) -> None:
        self.size = 0
        for question in self._waiting:
            question.answer.cancel()
        for task in self._tasks:
            task.cancel()
        for desk in self._desks:
            desk.end()


@dataclass(frozen=True)
class Played:
    """A move for a bot's seat, and who chose it: the bot itself, or a stand-in."""

    action: int
    by: str


class Workers:
    """The processes that think for the bots, one more for when they fail, and one that looks back."""

    def __init__(self, workers: int = 0, adopted: dict[str, str] | None = None) -> None:
        """With no number of workers as many as the processors bear."""
        self._thinking = Pool(workers or enough_workers(), adopted or {})
        self._reserve = Pool(1, adopted or {})
        self._looking_back = Pool(1, adopted or {})  # started when somebody asks for it, so that no bot waits for it
        self._hints = 0  # that wait or are thought about

    async def choose(self, slug: str, name: str, view: bytes, seed: int, turn: Callable[[], None] = _ignore) -> Played:
        """The bot's move, that of a stand-in if it fails, or NO_ACTION if none could be had: then the table plays the default.

        `turn` is called when a worker begins to think about it.
        """
        self._reserve.open()  # while all is well: it shall be there when it is needed
        for pool, player in ((self._thinking, name), (self._reserve, RESERVE)):
            try:
                terms = game(slug).terms_of(view)
                action = await pool.ask(terms, seconds_of(player), limit_of(player), choose, slug, player, view, seed, turn=turn)
            except Exception as why:
                log.error("A bot of %s cannot play: %s", slug, _kind(why))
            else:
                return Played(action, player)
        return Played(NO_ACTION, DEFAULT)

    async def hint(self, slug: str, name: str, view: bytes, seed: int) -> bots.Explanation:
        """What a level would play and why; SpyhouseError if nobody can tell soon."""
        if self._hints >= HINTS_EACH * self._thinking.size:
            raise _no_hint()
        self._hints += 1
        try:
            asked = (hint, slug, name, view, seed)
            terms = game(slug).terms_of(view)
            return await self._thinking.ask(terms, seconds_of(name), limit_of(name), *asked, later=HINTS_LATER, patience=HINTS_WAIT)
        except Failed as why:
            if str(why) != LATE:
                log.error("A hint for %s failed: %s", slug, why)
            raise _no_hint() from why
        finally:
            self._hints -= 1

    async def judge(self, record: str, place: int, name: str) -> Judgement | None:
        """What a level makes of one move of a finished match; Failed if it cannot tell. One look back waits for the other.

        The level counts iterations, so it finds the same again.
        """
        terms = Record.loads(record).terms()
        return await self._looking_back.ask(terms, 0.0, JUDGING, judged, record, place, name)

    def close(self) -> None:
        self._thinking.close()
        self._reserve.close()
        self._looking_back.close()


def _kind(why: BaseException) -> str:
    return str(why) if isinstance(why, Failed) else type(why).__name__


def _no_hint() -> SpyhouseError:
    return SpyhouseError("Nobody has time for a hint now. Ask again in a moment.")
