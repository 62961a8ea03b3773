"""One open socket: reads requests, keeps to the limits, and sends what its guest may know, numbered."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from spyhouse.rules.kit.errors import SpyhouseError
from spyhouse.server import wire
from spyhouse.server.doors import NOISY, Allowance, Dropped
from spyhouse.server.store import Guest
from spyhouse.server.table import Table
from spyhouse.server.telling import Told, numbered

log = logging.getLogger("spyhouse")

OUTBOX, OUTBOX_BYTES = 256, 512 * 1024  # that may wait for a slow reader before it is cut off; it catches up when it comes back
RATE, BURST = 20.0, 40.0  # requests a second, and at once


class Chair:
    """A guest at a table. The socket's sender takes from `frames`; `cut` ends the connection of a reader that is too slow."""

    def __init__(self, guest: Guest, table: Table, bots: list[str], cut: Callable[[], object] = lambda: None) -> None:
        self.guest = guest
        self._table = table
        self._bots = bots
        self._cut = cut
        self.frames: asyncio.Queue[bytes] = asyncio.Queue()
        self._waiting = 0  # bytes of the frames
        self._is_cut = False
        self._sent = 0
        self._known: dict[int | None, Told] = {}  # by what they are about: the last news, to tell only what is new
        self._allowance = Allowance(RATE, BURST)
        self._hints: set[asyncio.Task[None]] = set()

    # -- sending -----------------------------------------------------------------------------------------------------------

    def hear(self, news: wire.News) -> None:
        """Sends news that are for this receiver alone."""
        self._put(numbered(wire.write(news), self._sent + 1))

    def tell(self, told: Told) -> None:
        """Sends news that others hear, too, unless the receiver has exactly this already."""
        known = self._known.get(told.about)
        if known is not told:
            self._known[told.about] = told
            self._put(told.frame(self._sent + 1, known))

    def _put(self, frame: bytes) -> None:
        if self._is_cut:
            return
        self._sent += 1
        self._waiting += len(frame)
        self.frames.put_nowait(frame)
        if self._waiting > OUTBOX_BYTES or self.frames.qsize() > OUTBOX:
            self._is_cut = True
            self.frames = asyncio.Queue()
            self._cut()

    @property
    def has_frames(self) -> bool:
        return not self.frames.empty()

    async def frame(self) -> bytes:
        """The next frame to be sent."""
        frame = await self.frames.get()
        self._waiting -= len(frame)
        return frame

    # -- receiving ---------------------------------------------------------------------------------------------------------

    async def receive(self, data: bytes | str) -> None:
        """Answers one message. Whatever is wrong with it is said, and nothing is changed. A hint takes its time: it comes later."""
        if not self._allowance.spend():
            raise Dropped(NOISY, "too many messages")
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
                await table.resign(guest, seat)
            case wire.StandIn(seat=seat):
                await table.stand_in(guest, seat)
            case wire.TakeBack(seat=seat):
                await table.take_back(guest, seat)
            case wire.Rematch():
                await table.rematch(guest)
            case wire.Analyse():
                table.analyse(self)
