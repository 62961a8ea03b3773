"""The store on SQLAlchemy core, with one writer that commits in groups.

All writes pass through one task: it takes whatever waits, writes it in one transaction and only then answers. So a move is
on disk before anyone is told of it, and a hundred tables share one commit.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Column, Float, Integer, MetaData, Select, String, Table, Text, UniqueConstraint, event, select
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.sql import Executable

from spyhouse.server.store.versions import bring_up_to_date

log = logging.getLogger("spyhouse")

BUSY_SECONDS = 2.0  # how long a database that somebody else holds is waited for
REST_SECONDS = 0.5  # after a failure: whoever comes meanwhile is told so at once and does not wait for the next one

schema = MetaData()

guests = Table(
    "guests",
    schema,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("made", Float, nullable=False),
)

tables = Table(
    "tables",
    schema,
    Column("id", String(16), primary_key=True),
    Column("phase", String(10), nullable=False, index=True),
    Column("touched", Float, nullable=False, index=True),
    Column("data", Text, nullable=False),
    Column("rules", String(20), nullable=False, server_default=""),  # version and hash that its book is played with, ...
    Column("content", String(64), nullable=False, server_default=""),  # ... "" before it has begun
)

sitting = Table(  # which guests have a seat at which table: "my games"
    "sitting",
    schema,
    Column("guest", String(32), primary_key=True),
    Column("table", String(16), primary_key=True, index=True),
)

moves = Table(
    "moves",
    schema,
    Column("table", String(16), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("own", Integer, nullable=True),  # the seat's own number; null for bots and the clock
    Column("actions", Text, nullable=False),
    UniqueConstraint("table", "seat", "own"),
)


@dataclass(frozen=True)
class Guest:
    """A person as far as the house knows one: a name behind a signed cookie."""

    id: str
    name: str


@dataclass(frozen=True)
class Entry:
    """One line of a table's book: moves played at once, an undo, a resignation."""

    kind: str  # "play", "unasked" (the table played what was left), "undo" or "resign"
    seat: int
    actions: list[int] = field(default_factory=list)
    own: int | None = None


@dataclass(frozen=True)
class TableRow:
    """A table as it is kept."""

    id: str
    phase: str
    touched: float
    data: dict[str, Any] | None  # None: it cannot be read
    rules: str = ""
    content: str = ""


class TornBook(Exception):
    """Lines of a table's book are missing or cannot be read."""


class StoreFailed(Exception):
    """The disk is full, or the database is locked, read-only or broken. Nothing was changed."""


Write = tuple[list[Executable], asyncio.Future[None]]


class Store:
    """Reads at once, writes through one task in groups."""

    def __init__(self, url: str) -> None:
        self.url = make_url(url)
        self.engine: AsyncEngine = create_async_engine(self.url, hide_parameters=True)  # errors tell no secrets
        self._waiting: asyncio.Queue[Write] = asyncio.Queue()
        self._rests_until = 0.0
        self._writer: asyncio.Task[None] | None = None
        event.listen(self.engine.sync_engine, "connect", _prepare)

    async def open(self) -> None:
        """SpyhouseError in one line if this database is not for us; StoreFailed if it cannot be opened."""
        try:
            async with self.engine.begin() as connection:
                await connection.exec_driver_sql("BEGIN IMMEDIATE")  # or a full disk could leave half of a new database
                await connection.run_sync(bring_up_to_date)
        except (SQLAlchemyError, OSError) as why:
            raise StoreFailed(_kind(why)) from why
        self._writer = asyncio.create_task(self._write_in_groups())

    async def close(self) -> None:
        if self._writer is not None:
            await self._waiting.join()
            self._writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._writer
        await self.engine.dispose()

    # -- writing -----------------------------------------------------------------------------------------------------------

    async def write(self, *statements: Executable) -> None:
        """Returns once the statements are committed. If they could not be, none of them is.

        IntegrityError if they contradict what is kept, StoreFailed if nothing can be kept now.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        await self._waiting.put((list(statements), done))
        await asyncio.shield(done)

    @property
    def is_resting(self) -> bool:
        """It has just failed and does not try again yet."""
        return time.monotonic() < self._rests_until

    async def _write_in_groups(self) -> None:
        while True:
            group = [await self._waiting.get()]
            while not self._waiting.empty():
                group.append(self._waiting.get_nowait())
            try:
                await self._commit(group)
            finally:
                for _ in group:
                    self._waiting.task_done()

    async def _commit(self, group: list[Write]) -> None:
        """One transaction for all. A write that contradicts the data hurts only its sender; a database in trouble fails all at once.

        Otherwise each of them would wait for it, one after the other.
        """
        if self.is_resting:
            _answer(group, StoreFailed("resting"))
            return
        try:
            async with self.engine.begin() as connection:
                for statements, _ in group:
                    await _run(connection, statements)
        except IntegrityError as why:
            if len(group) == 1:
                _answer(group, why)
                return
            for one in group:
                await self._commit([one])
        except Exception as why:
            self._rests_until = time.monotonic() + REST_SECONDS
            log.error("The store could not write: %s", _kind(why))
            _answer(group, StoreFailed(_kind(why)))
        else:
            _answer(group, None)

    async def save_guest(self, guest: Guest) -> None:
        await self.write(_upsert(guests, ["id"], {"id": guest.id, "name": guest.name, "made": time.time()}, ["name"]))

    async def save_table(self, row: TableRow, people: list[str]) -> None:
        await self.write(*_saved(row, people))

    async def save_rematch(self, row: TableRow, people: list[str], old: TableRow) -> None:
        """A new table, and its name in the old one's row: both or none."""
        await self.write(*_saved(row, people), tables.update().where(tables.c.id == old.id).values(data=json.dumps(old.data)))

    async def append(self, table: str, number: int, entry: Entry, row: TableRow | None = None) -> None:
        """Adds a line to a table's book; (table, number) and (table, seat, own number) are unique."""
        played = json.dumps(entry.actions)
        line = moves.insert().values(table=table, number=number, kind=entry.kind, seat=entry.seat, own=entry.own, actions=played)
        statements: list[Executable] = [line]
        if row is not None:
            changed = {"phase": row.phase, "touched": row.touched, "data": json.dumps(row.data)}
            statements.append(tables.update().where(tables.c.id == table).values(**changed))
        await self.write(*statements)

    # -- reading -----------------------------------------------------------------------------------------------------------

    async def guest(self, id: str) -> Guest | None:
        rows = await self._all(select(guests.c.id, guests.c.name).where(guests.c.id == id))
        return Guest(*rows[0]) if rows else None

    async def table(self, id: str) -> TableRow | None:
        rows = await self._tables(select(tables).where(tables.c.id == id))
        return rows[0] if rows else None

    async def tables_in(self, *phases: str) -> list[TableRow]:
        return await self._tables(select(tables).where(tables.c.phase.in_(phases)))

    async def tables_of(self, guest: str, limit: int = 30) -> list[TableRow]:
        query = select(tables).join(sitting, sitting.c.table == tables.c.id).where(sitting.c.guest == guest)
        return await self._tables(query.order_by(tables.c.touched.desc()).limit(limit))

    async def mentions(self, word: str) -> bool:
        """Whether some table holds this word, such as the hash of the pieces that it is played with."""
        return bool(await self._all(select(tables.c.id).where(tables.c.data.contains(word, autoescape=True)).limit(1)))

    async def book(self, table: str) -> list[Entry]:
        """The lines of a table's book; TornBook if it is not whole."""
        rows = await self._all(select(moves).where(moves.c.table == table).order_by(moves.c.number))
        if [row.number for row in rows] != list(range(len(rows))):
            raise TornBook(table)
        try:
            return [Entry(row.kind, row.seat, json.loads(row.actions), row.own) for row in rows]
        except ValueError as why:
            raise TornBook(table) from why

    async def _tables(self, query: Select[Any]) -> list[TableRow]:
        rows = await self._all(query)
        return [TableRow(row.id, row.phase, row.touched, _object(row.data), row.rules, row.content) for row in rows]

    async def _all(self, query: Select[Any]) -> list[Any]:
        try:
            async with self.engine.connect() as connection:
                return list((await connection.execute(query)).all())
        except (SQLAlchemyError, OSError) as why:
            raise StoreFailed(_kind(why)) from why


def _kind(why: Exception) -> str:
    """What a failure may tell the log: its kind and the database's own words, which hold no data of a table."""
    return f"{type(why).__name__}: {getattr(why, 'orig', None) or ''}".rstrip(": ")


def _saved(row: TableRow, people: list[str]) -> list[Executable]:
    values = {"id": row.id, "phase": row.phase, "touched": row.touched, "data": json.dumps(row.data)}
    values |= {"rules": row.rules, "content": row.content}
    return [
        _upsert(tables, ["id"], values, ["phase", "touched", "data", "rules", "content"]),
        sitting.delete().where(sitting.c.table == row.id),
        *(sitting.insert().values(guest=guest, table=row.id) for guest in sorted(set(people))),
    ]


def _object(text: str) -> dict[str, Any] | None:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _upsert(table: Table, keys: list[str], values: dict[str, Any], changed: list[str]) -> Executable:
    statement = insert(table).values(**values)
    return statement.on_conflict_do_update(index_elements=keys, set_={name: statement.excluded[name] for name in changed})


async def _run(connection: AsyncConnection, statements: list[Executable]) -> None:
    for statement in statements:
        await connection.execute(statement)


def _answer(group: list[Write], why: Exception | None) -> None:
    for _, done in group:
        if done.done():
            continue
        if why is None:
            done.set_result(None)
        else:
            done.set_exception(why)


def _prepare(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={round(BUSY_SECONDS * 1000)}")  # first: the next ones may have to wait, too
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")  # a commit that was answered survives a power cut
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()
