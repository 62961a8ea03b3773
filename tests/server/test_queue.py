"""The queue of the bots' questions: short thoughts first, nobody starves, and waiting costs neither thinking nor a worker."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import Any

import pytest

from spyhouse import game
from spyhouse.rules.kit.errors import SpyhouseError
from spyhouse.server import company
from spyhouse.server.company import AGEING, HINTS_EACH, Failed, Failure, Played, Pool, Question, Workers
from tests.server.house import run


class PaperDesk:
    """A desk without a process: it answers a question with its argument, once the test lets it."""

    made: list[PaperDesk]

    def __init__(self, adopted: dict[str, str]) -> None:
        self.asked: list[Any] = []
        self.ended = False
        self._replies: asyncio.Queue[Any] = asyncio.Queue()
        PaperDesk.made.append(self)

    async def begin(self) -> None:
        pass

    async def ask(self, question: Question[Any]) -> Any:
        self.asked.append(question.arguments[1])  # the name of the bot
        reply = await asyncio.wait_for(self._replies.get(), question.limit)
        return question.arguments[1] if reply is None else reply

    def answer(self, reply: Any = None) -> None:
        self._replies.put_nowait(reply)

    def end(self) -> None:
        self.ended = True


@pytest.fixture(autouse=True)
def paper(monkeypatch: pytest.MonkeyPatch) -> None:
    PaperDesk.made = []
    monkeypatch.setattr(company, "Desk", PaperDesk)


def ask(pool: Pool, name: str, seconds: float = 1.0, limit: float = 60.0, **more: Any) -> asyncio.Task[Any]:
    return asyncio.create_task(pool.ask(game("second").terms(), seconds, limit, company.choose, "second", name, **more))


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0)


async def busy(size: int = 1) -> tuple[Pool, asyncio.Task[Any]]:
    """A pool whose first desk thinks already."""
    pool = Pool(size, {})
    first = ask(pool, "first")
    await until(lambda: bool(PaperDesk.made) and PaperDesk.made[0].asked == ["first"])
    return pool, first


def order_of(*questions: tuple[str, float, float]) -> list[str]:
    """In which order questions are taken up that waited together: (name, seconds, later)."""

    async def main() -> None:
        pool, _ = await busy()
        asked = [ask(pool, name, seconds, later=later) for name, seconds, later in questions]
        await asyncio.sleep(0)
        for _ in range(len(questions) + 1):
            PaperDesk.made[0].answer()
        await asyncio.gather(*asked)
        pool.close()

    run(main())
    return PaperDesk.made[0].asked[1:]


def test_of_those_who_wait_the_shortest_thought_goes_first() -> None:
    assert order_of(("5", 3.0, 0.0), ("1", 0.25, 0.0), ("3", 0.5, 0.0), ("also 3", 0.5, 0.0)) == ["1", "3", "also 3", "5"]


def test_who_has_waited_long_goes_before_shorter_thoughts_that_come_later() -> None:
    long_ago = -AGEING * 3.0
    assert order_of(("1", 0.25, 0.0), ("5", 3.0, long_ago), ("also 1", 0.25, 0.0)) == ["5", "1", "also 1"]


def test_who_waits_longer_than_its_limit_still_has_its_turn_and_no_worker_is_replaced() -> None:
    async def play() -> None:
        pool, first = await busy()
        turns: list[str] = []
        second = ask(pool, "second", limit=0.01, turn=lambda: turns.append("second"))
        await asyncio.sleep(0.02)  # longer than it may think: only what happens after that tells whether waiting counts
        assert turns == []
        PaperDesk.made[0].answer()
        PaperDesk.made[0].answer()
        assert await first == "first"
        assert await second == "second"
        assert turns == ["second"]
        assert [desk.ended for desk in PaperDesk.made] == [False]
        pool.close()

    run(play())


def test_a_worker_that_overruns_its_own_limit_is_replaced_and_those_who_wait_go_on() -> None:
    async def play() -> None:
        pool = Pool(1, {})
        hung, waiting = ask(pool, "hung", limit=0.0), ask(pool, "waiting")
        with pytest.raises(Failed, match="TimeoutError"):
            await hung
        await until(lambda: len(PaperDesk.made) == 2 and PaperDesk.made[1].asked == ["waiting"])
        PaperDesk.made[1].answer()
        assert await waiting == "waiting"
        assert [desk.ended for desk in PaperDesk.made] == [True, False]
        pool.close()

    run(play())


def test_an_asker_who_goes_leaves_the_queue_and_stops_no_worker() -> None:
    async def play() -> None:
        pool, first = await busy()
        gone, waiting = ask(pool, "gone"), ask(pool, "waiting")
        await asyncio.sleep(0)
        first.cancel()
        gone.cancel()
        PaperDesk.made[0].answer()
        PaperDesk.made[0].answer()
        assert await waiting == "waiting"
        assert PaperDesk.made[0].asked == ["first", "waiting"]
        assert not PaperDesk.made[0].ended
        pool.close()

    run(play())


def test_a_question_with_little_patience_is_refused_and_stops_no_worker() -> None:
    async def play() -> None:
        pool, first = await busy()
        with pytest.raises(Failed, match="Late"):
            await ask(pool, "hasty", patience=0.0)
        PaperDesk.made[0].answer()
        assert await first == "first"
        assert PaperDesk.made[0].asked == ["first"]
        assert not PaperDesk.made[0].ended
        pool.close()

    run(play())


def test_desks_open_as_questions_come_and_never_more_than_there_may_be() -> None:
    async def play() -> None:
        pool, _ = await busy(size=2)
        assert len(PaperDesk.made) == 1
        more = [ask(pool, str(number)) for number in range(3)]
        await until(lambda: len(PaperDesk.made) == 2 and len(PaperDesk.made[1].asked) == 1)
        for desk in PaperDesk.made * 2:
            desk.answer()
        await asyncio.gather(*more)
        assert len(PaperDesk.made) == 2
        pool.close()

    run(play())


def test_a_failure_is_told_by_its_kind_and_the_worker_stays() -> None:
    async def play() -> None:
        pool, first = await busy()
        PaperDesk.made[0].answer(Failure("LookupError"))
        with pytest.raises(Failed, match=r"^LookupError$"):
            await first
        assert not PaperDesk.made[0].ended
        pool.close()

    run(play())


def view_bytes() -> bytes:
    return bytes(game("second").start(seed=3).view(0))


def test_hints_give_way_to_moves_and_too_many_are_refused_at_once() -> None:
    async def play() -> None:
        workers = Workers(1)
        hints = [asyncio.create_task(workers.hint("second", "4", view_bytes(), 1)) for _ in range(HINTS_EACH)]
        await until(lambda: len(PaperDesk.made) == 1 and len(PaperDesk.made[0].asked) == 1)
        with pytest.raises(SpyhouseError, match="Nobody has time for a hint now"):
            await workers.hint("second", "4", view_bytes(), 1)
        move = asyncio.create_task(workers.choose("second", "5", view_bytes(), 1))
        await asyncio.sleep(0)
        for _ in range(HINTS_EACH + 1):
            PaperDesk.made[0].answer()
        assert await move == Played("5", "5")  # type: ignore[arg-type]  # a desk of paper says the name of the bot
        await asyncio.gather(*hints)
        assert PaperDesk.made[0].asked == ["4", "5", *["4"] * (HINTS_EACH - 1)]
        workers.close()

    run(play())


def test_there_are_as_many_workers_as_processors_and_one_at_least(monkeypatch: pytest.MonkeyPatch) -> None:
    for processors, workers in ((1, 1), (2, 2), (4, 4), (64, company.MOST_WORKERS)):
        monkeypatch.setattr(company, "cores", lambda processors=processors: processors)
        assert company.enough_workers() == workers
    monkeypatch.delattr(os, "nice", raising=False)  # where workers cannot step back, one processor is the server's
    monkeypatch.setattr(company, "cores", lambda: 4)
    assert company.enough_workers() == 3
    monkeypatch.setattr(company, "cores", lambda: 1)
    assert company.enough_workers() == 1
