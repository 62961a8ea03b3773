"""What a house finds in its folder: tables that cannot be read, databases of other makes, another house, half a secret."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, event
from websockets.exceptions import ConnectionClosed

from spyhouse.rules.kit.errors import SpyhouseError
from spyhouse.server.store import Folder, Store, StoreFailed
from spyhouse.server.store.database import schema
from spyhouse.server.store.folder import BESIDE
from tests.server.house import Visitor, open_house, run
from tests.server.test_serve_command import address_of, open_command
from tests.server.test_table import FIRST, hot_seat, in_a_house, one_to_move

Damage = Callable[[sqlite3.Connection, str], None]


def change_plan(**changes: Any) -> Damage:
    def damage(database: sqlite3.Connection, table: str) -> None:
        (text,) = database.execute("SELECT data FROM tables WHERE id = ?", (table,)).fetchone()
        plan = {**json.loads(text), **changes}
        kept = {name: value for name, value in plan.items() if value is not None}
        database.execute("UPDATE tables SET data = ? WHERE id = ?", (json.dumps(kept), table))

    return damage


def run_on_table(statement: str) -> Damage:
    def damage(database: sqlite3.Connection, table: str) -> None:
        database.execute(statement, (table,))

    return damage


DAMAGES: dict[str, tuple[str, Damage]] = {
    "no JSON": ("plan", run_on_table("UPDATE tables SET data = '{\"game\": ' WHERE id = ?")),
    "no object": ("plan", run_on_table("UPDATE tables SET data = '7' WHERE id = ?")),
    "missing keys": ("plan", change_plan(seats=None, options=None)),
    "other types": ("plan", change_plan(seats=[1, 2])),
    "a seed that is none": ("plan", change_plan(seed="what?")),
    "unknown game": ("game", change_plan(game="chess")),
    "unreadable options": ("terms", change_plan(options={"spy_ops": "nobody"})),
    "an illegal move": ("book", run_on_table("UPDATE moves SET actions = '[93]' WHERE \"table\" = ? AND number = 1")),
    "no moves at all": ("book", run_on_table("UPDATE moves SET actions = 'x' WHERE \"table\" = ? AND number = 1")),
    "a gap": ("book", run_on_table('DELETE FROM moves WHERE "table" = ? AND number = 1')),
    "a seat that is not there": ("book", run_on_table('UPDATE moves SET seat = 7 WHERE "table" = ? AND number = 1')),
    "other rules": ("rules", run_on_table("UPDATE tables SET rules = '0.1' WHERE id = ?")),
    "other pieces": ("pieces", run_on_table("UPDATE tables SET content = '00' WHERE id = ?")),
    "an end that is none": ("book", run_on_table("UPDATE tables SET phase = 'over' WHERE id = ?")),
}


async def some_tables(data: Path, count: int, finished: bool) -> tuple[dict[str, str], list[str]]:
    """A guest's tables, each with some moves (or given up); the cookies and the ids."""
    ids = []
    async with open_house(data) as house:
        visitor = await house.visitor()
        for _ in range(count):
            ids.append(await visitor.lay(game="second", options=FIRST, hot_seat=True))
            async with visitor.at(ids[-1]) as chair:
                await hot_seat(visitor, chair)
                for _ in range(3):
                    seat = one_to_move(chair)
                    await chair.play(seat, chair.views[seat]["moves"][0]["action"])
                    await chair.settle()
                if finished:
                    await chair.send(type="resign", seat=0)
                    await chair.hear_until("table", phase="over")
        return dict(visitor.client.cookies), ids


@pytest.mark.slow
@pytest.mark.parametrize("finished", [False, True], ids=["running", "finished"])
def test_tables_that_cannot_be_read_are_set_aside_and_everything_else_opens(
    tmp_path: Path, finished: bool, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        cookies, (whole, *torn) = await some_tables(tmp_path, len(DAMAGES) + 1, finished)
        with closing(sqlite3.connect(tmp_path / "spyhouse.sqlite")) as database, database:
            for id, (_, damage) in zip(torn, DAMAGES.values(), strict=True):
                damage(database, id)
        expected = dict(zip(torn, [what for what, _ in DAMAGES.values()], strict=True))
        if finished:
            del expected[torn.pop()]  # it has ended
        async with open_house(tmp_path) as house:
            client = house.client()
            visitor = Visitor(client, house.port)
            client.cookies.update(cookies)
            async with visitor.at(whole) as chair:
                await chair.settle()
                assert chair.views
            for id, what in expected.items():
                with pytest.raises(ConnectionClosed) as closed:
                    async with visitor.at(id) as chair:
                        await chair.hear()
                assert closed.value.rcvd is not None
                assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4010, what)
                answer = await client.get(f"/api/tables/{id}/record.json")
                assert answer.status_code == 400
                assert "cannot be opened" in answer.json()["detail"]
                assert f"Table {id} is set aside" in caplog.text
            mine = {game["id"]: game["aside"] for game in (await client.get("/api/me")).json()["games"]}
            assert {id: mine[id] for id in expected} == expected
            assert mine[whole] == ""

    run(main())


def old_database(data: Path, statements: list[str]) -> Path:
    with closing(sqlite3.connect(data / "spyhouse.sqlite")) as database, database:
        for statement in statements:
            database.execute(statement)
    return data


def test_a_database_of_the_first_make_is_brought_up_to_date(tmp_path: Path) -> None:
    """As the houses before this one made it: without a version, rules or content."""

    async def main() -> None:
        cookies, (one, other) = await some_tables(tmp_path, 2, finished=False)
        with closing(sqlite3.connect(tmp_path / "spyhouse.sqlite")) as database, database:
            database.execute("ALTER TABLE tables DROP COLUMN rules")
            database.execute("ALTER TABLE tables DROP COLUMN content")
            database.execute("DROP TABLE alembic_version")
        async with open_house(tmp_path) as house:
            client = house.client()
            client.cookies.update(cookies)
            async with Visitor(client, house.port).at(one) as chair:
                await chair.settle()
                assert chair.views
            assert other in house.house.tables
        with closing(sqlite3.connect(tmp_path / "spyhouse.sqlite")) as database:
            assert database.execute("SELECT version_num FROM alembic_version").fetchall() == [("2",)]

    run(main())


def test_the_steps_lead_to_the_database_that_the_house_uses(tmp_path: Path) -> None:
    def differences(connection: Connection) -> list[Any]:
        return list(compare_metadata(MigrationContext.configure(connection), schema))

    async def main() -> None:
        store = Store(f"sqlite+aiosqlite:///{tmp_path / 'spyhouse.sqlite'}")
        await store.open()
        async with store.engine.connect() as connection:
            assert await connection.run_sync(differences) == []
        await store.close()

    run(main())


OTHER_MAKES = {
    "newer": (["CREATE TABLE alembic_version (version_num VARCHAR(32))", "INSERT INTO alembic_version VALUES ('99')"], "newer Spyhouse"),
    "older than the first": (["CREATE TABLE tables (id TEXT)", "CREATE TABLE moves (id TEXT)"], "does not know"),
    "no database": ([], "Tables cannot be kept"),
}


@pytest.mark.parametrize(("statements", "says"), OTHER_MAKES.values(), ids=OTHER_MAKES)
def test_a_database_that_is_not_for_this_house_is_refused_in_one_clear_line(tmp_path: Path, statements: list[str], says: str) -> None:
    if statements:
        old_database(tmp_path, statements)
    else:
        (tmp_path / "spyhouse.sqlite").write_text("this is a letter to a friend, and a long one. " * 20)
    house = open_command(tmp_path, "--host", "127.0.0.1", "--port", "0")
    _, errors = house.communicate(timeout=60)
    assert house.returncode == 2
    assert says in errors
    assert len(errors.splitlines()) == 1


def limit(pages: int, connection: Any, _: Any) -> None:
    connection.execute(f"PRAGMA max_page_count={pages}")


def test_a_disk_that_is_full_at_the_first_start_leaves_nothing_half_made(tmp_path: Path) -> None:
    async def main() -> None:
        url = f"sqlite+aiosqlite:///{tmp_path / 'spyhouse.sqlite'}"
        with closing(sqlite3.connect(tmp_path / "spyhouse.sqlite")) as fresh:
            fresh.execute("PRAGMA journal_mode=WAL")
        for pages in range(2, 12):  # room for a part of it
            store = Store(url)
            event.listen(store.engine.sync_engine, "connect", partial(limit, pages))
            try:
                await store.open()
            except StoreFailed:
                with closing(sqlite3.connect(tmp_path / "spyhouse.sqlite")) as found:
                    assert found.execute("SELECT name FROM sqlite_master").fetchall() == []
            finally:
                await store.close()
        store = Store(url)
        await store.open()
        await store.close()

    run(main())


@pytest.mark.parametrize("left", ["", " \n"])
def test_an_empty_secret_is_made_anew(tmp_path: Path, left: str) -> None:
    (tmp_path / "secret").write_text(left)
    folder = Folder(tmp_path)
    made = folder.secret()
    assert len(made) == 64
    assert folder.secret() == made


def test_a_full_disk_leaves_no_empty_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SpyhouseError, match="No space left on device"):
        Folder(tmp_path).secret()
    assert not (tmp_path / "secret").exists()
    monkeypatch.undo()
    assert len(Folder(tmp_path).secret()) == 64


def test_what_a_house_keeps_is_for_its_owner_only(tmp_path: Path) -> None:
    data = tmp_path / "house"

    async def main() -> None:
        before = os.umask(0)
        try:
            async with open_house(data) as house:
                visitor = await house.visitor()
                await visitor.lay(game="second", bots=[None, "random"])
                names = [f"spyhouse.sqlite{end}" for end in BESIDE] + ["secret", "lock"]
                modes = {name: stat.S_IMODE((data / name).stat().st_mode) for name in names}
                assert modes == dict.fromkeys(names, 0o600)
        finally:
            os.umask(before)

    run(main())
    assert stat.S_IMODE(data.stat().st_mode) == 0o700


@pytest.mark.slow
def test_a_second_house_on_one_folder_is_refused_in_one_clear_line_until_the_first_is_killed(tmp_path: Path) -> None:
    first = open_command(tmp_path, "--host", "127.0.0.1", "--port", "0")
    address = address_of(first)
    with httpx.Client(transport=httpx.HTTPTransport(retries=20)) as client:
        client.get(f"{address}api/games")
    second = open_command(tmp_path, "--host", "127.0.0.1", "--port", "0")
    _, errors = second.communicate(timeout=60)
    assert second.returncode == 2
    assert errors.startswith("spyhouse: Another house is open on") or "Another house is open on" in errors
    assert len(errors.splitlines()) == 1
    first.send_signal(signal.SIGKILL)
    first.communicate(timeout=20)
    third = open_command(tmp_path, "--host", "127.0.0.1", "--port", "0")
    address_of(third)
    third.send_signal(signal.SIGINT)
    third.communicate(timeout=20)


def test_two_who_ask_for_a_rematch_at_once_get_one_table_and_a_failed_one_leaves_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(house: Any) -> None:
        ada, bob = await house.visitor(), await house.visitor()
        id = await ada.lay(game="second")
        async with ada.at(id) as host, bob.at(id) as friend:
            await friend.send(type="sit", seat=1)
            await friend.settle()
            await host.send(type="start")
            await asyncio.gather(host.share([0]), friend.share([1]))
            await host.send(type="resign", seat=0)
            await asyncio.gather(host.hear_until("table", phase="over"), friend.hear_until("table", phase="over"))
            real = house.house.store.write

            async def broken(*_: Any) -> None:
                raise StoreFailed("full")

            monkeypatch.setattr(house.house.store, "write", broken)
            await host.send(type="rematch")
            assert (await host.hear_until("problem"))["problem"]["code"] == "failed"
            assert len(house.house.tables) == 1
            assert (await house.table(id)).plan.rematch == ""
            monkeypatch.setattr(house.house.store, "write", real)
            await asyncio.gather(host.send(type="rematch"), friend.send(type="rematch"))
            await asyncio.gather(host.settle(), friend.settle())
            assert host.table["rematch"] == friend.table["rematch"] != ""
            assert house.house.tables.keys() == {id, host.table["rematch"]}
            kept = await house.house.store.tables_of((await house.table(id)).plan.host)
            assert {row.id for row in kept} == {id, host.table["rematch"]}
            assert {row.data["rematch"] for row in kept if row.id == id} == {host.table["rematch"]}

    in_a_house(tmp_path, play)
