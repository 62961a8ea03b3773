"""One open socket: reads requests, keeps to the limits, and sends what its guest may know, numbered."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

import msgspec

from spyhouse.rules.kit.errors import SpyhouseError
from spyhouse.server import wire
from spyhouse.server.store import Guest
from spyhouse.server.table import Table

log = logging.getLogger("spyhouse")

OUTBOX = 64  # frames that may wait for a slow reader before it is dropped; it catches up when it comes back
RATE, BURST = 20.0, 40.0  # requests a second, and at once
SLOW, NOISY = 4008, 4029  # close codes


class Dropped(Exception):
    """The connection must be closed: too slow a reader, or too many requests."""

    def __init__(self, code: int, why: str) -> None:
        super().__init__(why)
        self.code = code


class Chair:
    """A guest at a table. `frames` is what the socket's sender takes from."""

    def __init__(self, guest: Guest, table: Table, bots: list[str]) -> None:
        self.guest = guest
        self.frames: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._table = table
        self._bots = bots
        self._sent = 0
        self._last: dict[str, bytes] = {}  # kind and seat -> the last news of it, to tell only what is new
        self._log: dict[int, list[dict[str, Any]]] = {}  # seat -> the facts it has been sent
        self._allowance = BURST
        self._asked = time.monotonic()
        self._hints: set[asyncio.Task[None]] = set()

    # -- sending -----------------------------------------------------------------------------------------------------------

    def hear(self, news: wire.News) -> None:
        """Sends news unless the receiver has exactly this already."""
        if isinstance(news, wire.TableNews | wire.ViewNews):
            key = f"view {news.seat}" if isinstance(news, wire.ViewNews) else "table"
            content = wire.write(news)
            if self._last.get(key) == content:
                return
            self._last[key] = content
        if isinstance(news, wire.ViewNews):
            news = self._cut_log(news)
        self._sent += 1
        if self.frames.qsize() >= OUTBOX:
            self.frames.put_nowait(None)
            return
        self.frames.put_nowait(wire.write(msgspec.structs.replace(news, n=self._sent)))

    def _cut_log(self, news: wire.ViewNews) -> wire.ViewNews:
        """Leaves out the lines of the log that the receiver has; after an undo the log may have lost some."""
        known = self._log.get(news.seat, [])
        same = 0
        while same < min(len(known), len(news.facts)) and known[same] == news.facts[same]:
            same += 1
        self._log[news.seat] = news.facts
        return msgspec.structs.replace(news, facts=news.facts[same:], facts_from=same)

    # -- receiving ---------------------------------------------------------------------------------------------------------

    async def receive(self, data: bytes | str) -> None:
        """Answers one message. Whatever is wrong with it is said, and nothing is changed. A hint takes its time: it comes later."""
        self._count()
        try:
            request = wire.read(data)
        except SpyhouseError as why:
            self._refuse(wire.problem(why), None)
            return
        answer = self._answer(request)
        if isinstance(request, wire.Hint):
            task = asyncio.create_task(answer)
            self._hints.add(task)
            task.add_done_callback(self._hints.discard)
        else:
            await answer

    async def _answer(self, request: wire.AnyRequest) -> None:
        number = (request.seat, request.number) if isinstance(request, wire.Play | wire.Undo) else None
        try:
            await self._do(request)
        except SpyhouseError as why:
            self._refuse(wire.problem(why), number)
        except Dropped:
            raise
        except Exception as why:
            # The store is out of reach, or worse. The mover learns that nothing happened and nothing of why; nor does the log
            # tell more than the kind of failure, because a message could hold what only one seat may know.
            log.error("A request failed: %s", type(why).__name__)
            self._refuse(wire.Problem("failed", "The house could not do this. Nothing was changed.", "Try again in a moment."), number)

    def _refuse(self, problem: wire.Problem, number: tuple[int, int] | None) -> None:
        if number is not None:
            self.hear(wire.Answer(seat=number[0], number=number[1], accepted=False, problem=problem))
        else:
            self.hear(wire.ProblemNews(problem=problem))

    def _count(self) -> None:
        now = time.monotonic()
        self._allowance = min(BURST, self._allowance + (now - self._asked) * RATE) - 1
        self._asked = now
        if self._allowance < 0:
            raise Dropped(NOISY, "too many messages")

    async def _do(self, request: wire.AnyRequest) -> None:
        table, guest = self._table, self.guest
        match request:
            case wire.Ping():
                self.hear(wire.Pong())
            case wire.Sit(seat=seat):
                await table.sit(guest, seat)
            case wire.Stand(seat=seat):
                await table.stand(guest, seat)
            case wire.Invite(seat=seat, bot=bot):
                await table.invite(guest, seat, bot, self._bots)
            case wire.Start():
                await table.start(guest)
            case wire.Commit(seat=seat, hash=hash):
                await table.commit(guest, seat, hash)
            case wire.Reveal(seat=seat, entropy=entropy):
                await table.reveal(guest, seat, entropy)
            case wire.Draft(seat=seat, actions=actions):
                self.hear(table.draft(guest, seat, actions))
            case wire.Play(seat=seat, number=number, actions=actions):
                self.hear(await table.play(guest, seat, number, actions))
            case wire.Undo(seat=seat, number=number):
                self.hear(await table.undo(guest, seat, number))
            case wire.Hint(seat=seat, actions=actions):
                self.hear(await table.hint(guest, seat, actions))
            case wire.Why(seat=seat, move=move):
                self.hear(wire.ProblemNews(problem=table.why(guest, seat, move)))
            case wire.Resign(seat=seat):
                await table.resign(guest, seat, self._bots[-1])
            case wire.Rematch():
                await table.rematch(guest)
