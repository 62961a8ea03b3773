"""A house on a disk of its own that fills up, and on a database that another program holds: nobody need restart anything."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.house import Chair, Visitor, free_port, run
from tests.server.test_kill import MortalHouse

pytestmark = pytest.mark.long


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Four megabytes of memory as a disk; only the administrator can have that."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = shutil.which("mount")
    if os.name != "posix" or mount is None or subprocess.run([mount, "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(disk)]).returncode:
        pytest.skip("no disk can be mounted here")
    try:
        yield disk
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)


@asynccontextmanager
async def guest_of(house: MortalHouse) -> AsyncIterator[Visitor]:
    address = f"http://localhost:{house.port}"
    async with httpx.AsyncClient(base_url=address, headers={"origin": address}, timeout=30) as client:
        await client.get("/api/me")
        yield Visitor(client, house.port)


def fill(disk: Path) -> Path:
    """Writes until not one more byte fits."""
    ballast = disk / "ballast"
    with open(ballast, "wb", buffering=0) as file:
        for size in (65536, 512, 1):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                continue
    return ballast


async def play(chair: Chair, seat: int, most: int) -> str:
    """Plays until the house refuses to write or the match is over: "failed" or "over"."""
    for _ in range(most):
        await chair.settle()
        if chair.table["phase"] == "over":
            return "over"
        view = chair.views[seat]
        if not view["moves"] or seat not in view["show"]["to_act"]:
            await chair.hear()
            continue
        answer = await chair.play(seat, view["moves"][0]["action"])
        if not answer["accepted"]:
            assert answer["problem"]["code"] == "failed"
            return "failed"
    raise AssertionError("nothing happened")


def test_a_disk_that_is_full_stops_the_tables_until_there_is_room_again(small_disk: Path) -> None:
    async def main() -> None:
        house = MortalHouse(small_disk / "house", free_port())
        await house.open()
        try:
            async with guest_of(house) as visitor:
                id = await visitor.lay(game="second", bots=[None, "1"])
                async with visitor.at(id) as chair:
                    await chair.send(type="start")
                    await chair.share([0])
                    ballast = fill(small_disk)
                    assert await play(chair, 0, 2000) == "failed"
                    async with httpx.AsyncClient(base_url=f"http://localhost:{house.port}") as stranger:
                        assert (await stranger.get("/api/me")).status_code == 503
                    ballast.unlink()
                    while await play(chair, 0, 2000) != "over":
                        await asyncio.sleep(0.1)
        finally:
            house.kill()

    run(main())


def test_every_mover_on_a_locked_database_is_answered_and_plays_on_afterwards(tmp_path: Path) -> None:
    """Six tables of two, and moves that come while others wait. How long each waited is printed."""

    async def main() -> None:
        house = MortalHouse(tmp_path / "house", free_port())
        await house.open()
        waits: list[float] = []
        ready: list[str] = []

        async def mover(visitor: Visitor, id: str, locked: asyncio.Event, free: asyncio.Event, delay: float) -> None:
            async with visitor.at(id) as chair:
                await chair.send(type="start")
                await chair.share([0, 1])
                await chair.settle()
                ready.append(id)
                await locked.wait()
                await asyncio.sleep(delay)
                seat = int(chair.views[0]["show"]["to_act"][0])
                begun = time.monotonic()
                answer = await chair.play(seat, chair.views[seat]["moves"][0]["action"])
                waits.append(time.monotonic() - begun)
                assert answer["problem"]["code"] == "failed"
                await free.wait()
                await asyncio.sleep(1)
                assert (await chair.play(seat, chair.views[seat]["moves"][0]["action"]))["accepted"]

        try:
            async with guest_of(house) as visitor:
                ids = [await visitor.lay(game="second", hot_seat=True) for _ in range(6)]
                locked, free = asyncio.Event(), asyncio.Event()
                movers: list[Any] = [asyncio.create_task(mover(visitor, id, locked, free, 0.4 * number)) for number, id in enumerate(ids)]
                while len(ready) < len(ids):
                    assert not any(task.done() for task in movers)
                    await asyncio.sleep(0.05)
                with closing(sqlite3.connect(house.data / "spyhouse.sqlite", isolation_level=None)) as other:
                    other.execute("BEGIN EXCLUSIVE")
                    locked.set()
                    while len(waits) < len(ids):
                        assert not any(task.done() for task in movers)
                        await asyncio.sleep(0.05)
                    other.execute("ROLLBACK")
                free.set()
                await asyncio.gather(*movers)
        finally:
            house.kill()
        print(f"answered after {min(waits):.1f} to {max(waits):.1f} s")

    run(main())
