"""A disk that is full, a database that is locked or read-only: nothing is lost, and every table goes on once it is mended."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, closing, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from spyhouse.rules.kit.contract import NO_ACTION
from spyhouse.server.company import Played
from spyhouse.server.store import database
from tests.server.house import OpenHouse, Visitor, open_house, run
from tests.server.test_table import FIRST, hot_seat, in_a_house, one_to_move

SMALL_PAGES = 512  # bytes, the least there is: a full database is full after a few lines
UNLIMITED = 2**30

Trouble = Callable[[OpenHouse, Path], AbstractContextManager[None]]


@contextmanager
def on_every_transaction(house: OpenHouse, pragma: str) -> Iterator[None]:
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(pragma)

    engine = house.house.store.engine.sync_engine
    event.listen(engine, "begin", begin)
    try:
        yield
    finally:
        event.remove(engine, "begin", begin)


@contextmanager
def locked(house: OpenHouse, data: Path) -> Iterator[None]:
    """Another program holds the database."""
    with closing(sqlite3.connect(data / "spyhouse.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def full(house: OpenHouse, data: Path) -> Iterator[None]:
    """Not one more page fits on the disk, and those there are have no room for another guest or move."""
    limit = "PRAGMA max_page_count=1"  # as many as it has
    with closing(sqlite3.connect(data / "spyhouse.sqlite", isolation_level=None)) as other:
        other.execute(limit)
        for line in ("INSERT INTO guests VALUES (?, '', 0)", """INSERT INTO moves VALUES ('', ?, '', 0, NULL, '')"""):
            number = 0
            with contextlib.suppress(sqlite3.OperationalError):
                while True:
                    other.execute(line, (number,))
                    number += 1
    with on_every_transaction(house, limit):
        yield
    event.listen(house.house.store.engine.sync_engine, "begin", lambda c: c.exec_driver_sql(f"PRAGMA max_page_count={UNLIMITED}"))


@contextmanager
def read_only(house: OpenHouse, data: Path) -> Iterator[None]:
    with on_every_transaction(house, "PRAGMA query_only=ON"):
        yield
    event.listen(house.house.store.engine.sync_engine, "begin", lambda c: c.exec_driver_sql("PRAGMA query_only=OFF"))


TROUBLES = [locked, full, read_only]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.05)
    monkeypatch.setattr(database, "REST_SECONDS", 0.1)


@asynccontextmanager
async def small_house(data: Path, **config: Any) -> AsyncIterator[OpenHouse]:
    with closing(sqlite3.connect(data / "spyhouse.sqlite")) as fresh:
        fresh.execute(f"PRAGMA page_size={SMALL_PAGES}")
        fresh.execute("VACUUM")
    async with open_house(data, **config) as house:
        yield house


async def is_refused(house: OpenHouse) -> bool:
    """Whether a new guest is asked to come again in a moment."""
    answer = await house.client().get("/api/me")
    return answer.status_code == 503 and "Try again in a moment" in answer.json()["detail"]


async def rested(house: OpenHouse) -> None:
    while house.house.store.is_resting:
        await asyncio.sleep(0.01)


def failures(house: OpenHouse, monkeypatch: pytest.MonkeyPatch, count: int) -> asyncio.Event:
    """Set once the store has failed so often."""
    enough, left = asyncio.Event(), count
    real = house.house.store.write

    async def counted(*statements: Any) -> None:
        nonlocal left
        try:
            await real(*statements)
        except Exception:
            left -= 1
            if left <= 0:
                enough.set()
            raise

    monkeypatch.setattr(house.house.store, "write", counted)
    return enough


@pytest.mark.parametrize("trouble", TROUBLES)
def test_bots_and_clock_whose_moves_could_not_be_written_play_on_when_the_disk_is_back(
    tmp_path: Path, trouble: Trouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spyhouse.server.table.SHARE_SECONDS", 0.01)

    async def main() -> None:
        async with small_house(tmp_path) as house:
            thinks = asyncio.Event()

            async def when_told(*question: Any) -> Played:
                await thinks.wait()
                return Played(NO_ACTION, "")  # then the table plays what the rules play

            monkeypatch.setattr(house.house.company, "choose", when_told)
            visitor = await house.visitor()
            id = await visitor.lay(game="toy", bots=["random", "random"])
            async with visitor.at(id) as chair:
                await chair.send(type="start")
                await chair.hear_until("table", phase="playing")
                with trouble(house, tmp_path):
                    failed = failures(house, monkeypatch, 4)
                    thinks.set()
                    await failed.wait()
                await chair.hear_until("table", phase="over")

    run(main())


@pytest.mark.parametrize("trouble", [locked, read_only])
@pytest.mark.parametrize("caught", ["commit", "reveal"])
def test_a_shuffle_caught_by_a_failed_write_goes_on(tmp_path: Path, trouble: Trouble, caught: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spyhouse.server.table.SHARE_SECONDS", 0.2)

    async def play(house: OpenHouse) -> None:
        visitor = await house.visitor()
        id = await visitor.lay(game="second", bots=[None, "random"])
        async with visitor.at(id) as chair:
            await chair.send(type="start")
            await chair.hear_until("table", phase="commit")
            share = "share"
            commit = {"type": "commit", "seat": 0, "hash": sha256(share.encode()).hexdigest()}
            if caught == "reveal":
                await chair.send(**commit)
                await chair.hear_until("table", phase="reveal")
            with trouble(house, tmp_path):
                failed = failures(house, monkeypatch, 3)
                await chair.send(**(commit if caught == "commit" else {"type": "reveal", "seat": 0, "entropy": share}))
                assert (await chair.hear_until("problem"))["problem"]["code"] == "failed"
                await failed.wait()
                assert chair.table["phase"] == caught
            await chair.hear_until("table", phase="playing")
            await chair.settle()
            assert chair.views[0]["show"]["to_act"]

    in_a_house(tmp_path, play)


@pytest.mark.parametrize("trouble", TROUBLES)
def test_new_guests_and_new_tables_are_told_to_wait_and_come_in_afterwards(tmp_path: Path, trouble: Trouble) -> None:
    async def main() -> None:
        async with small_house(tmp_path) as house:
            visitor = await house.visitor()
            with trouble(house, tmp_path):
                assert await is_refused(house)
                answer = await visitor.client.post("/api/tables", json={"game": "second", "bots": [None, "random"]})
                assert answer.status_code == 503
                assert answer.headers["retry-after"]
                assert "Nothing was changed" in answer.json()["detail"]
                assert house.house.tables == {}
                assert (await visitor.client.get("/api/me")).status_code == 200  # who is known need not be written down
            await rested(house)
            await house.visitor()
            await visitor.lay(game="second", bots=[None, "random"])

    run(main())


def test_a_locked_database_is_waited_for_once_and_not_once_for_each_mover(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one writer tries the moves that wait together, and what fails with the database fails for all of them at once."""

    async def play(house: OpenHouse) -> None:
        tries = 0
        visitors = [await house.visitor() for _ in range(6)]
        ids = [await one.lay(game="second", options=FIRST, hot_seat=True) for one in visitors]

        async def sit_down(visitor: Visitor, id: str, ready: asyncio.Barrier, end: asyncio.Barrier) -> None:
            async with visitor.at(id) as chair:
                await hot_seat(visitor, chair)
                seat = one_to_move(chair)
                await ready.wait()
                assert (await chair.play(seat, 0))["problem"]["code"] == "failed"
                await end.wait()
                assert (await chair.play(seat, 0))["accepted"]

        def begun(_: Connection) -> None:
            nonlocal tries
            tries += 1

        ready, end = asyncio.Barrier(7), asyncio.Barrier(7)
        movers = [asyncio.create_task(sit_down(visitor, id, ready, end)) for visitor, id in zip(visitors, ids, strict=True)]
        while ready.n_waiting < 6:
            await asyncio.sleep(0.01)
        with locked(house, tmp_path):
            event.listen(house.house.store.engine.sync_engine, "begin", begun)
            await ready.wait()
            while end.n_waiting < 6:
                await asyncio.sleep(0.01)
            event.remove(house.house.store.engine.sync_engine, "begin", begun)
        await rested(house)
        await end.wait()
        await asyncio.gather(*movers)
        assert 1 <= tries <= 2

    in_a_house(tmp_path, play)


def test_movers_at_one_table_do_not_wait_for_each_others_failures(tmp_path: Path) -> None:
    """Three seats commit at once while the database is locked: the first failure answers them all."""

    async def play(house: OpenHouse) -> None:
        visitor = await house.visitor()
        id = await visitor.lay(game="toy", seats=3, hot_seat=True)
        async with visitor.at(id) as chair:
            await chair.send(type="start")
            await chair.share([0, 1, 2])
            await chair.settle()
            tries = 0

            def begun(_: Connection) -> None:
                nonlocal tries
                tries += 1

            with locked(house, tmp_path):
                event.listen(house.house.store.engine.sync_engine, "begin", begun)
                acting = chair.views[0]["show"]["to_act"]
                table = await house.table(id)
                moves = [(seat, table.match.state.legal(seat)[0]) for seat in acting]  # type: ignore[union-attr]  # it is running
                guest = next(iter(table.listeners)).guest
                answers = await asyncio.gather(*(table.play(guest, *_play(seat, move)) for seat, move in moves), return_exceptions=True)
                event.remove(house.house.store.engine.sync_engine, "begin", begun)
            assert all(isinstance(answer, database.StoreFailed) for answer in answers)
            assert tries <= 2

    in_a_house(tmp_path, play)


def _play(seat: int, action: int) -> tuple[int, int, list[int]]:
    return seat, 1, [action]


def test_only_a_broken_promise_of_the_data_is_tried_singly(tmp_path: Path) -> None:
    """A number that is in the book already hurts its own sender alone."""

    async def main() -> None:
        store = database.Store(f"sqlite+aiosqlite:///{tmp_path / 'one.sqlite'}")
        await store.open()
        entry = database.Entry("play", 0, [1])
        await store.append("a", 0, entry)
        results = await asyncio.gather(
            store.append("a", 0, entry), store.append("a", 1, entry), store.append("b", 0, entry), return_exceptions=True
        )
        assert isinstance(results[0], IntegrityError)
        assert [results[1], results[2]] == [None, None]
        await store.close()

    run(main())
