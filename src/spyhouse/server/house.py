"""The house: its tables, its guests, its games. One process serves them all; the store brings them back after a restart."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import json
import logging
import secrets
from dataclasses import asdict
from importlib.resources import files
from typing import Any

from spyhouse.bots import LEVELS
from spyhouse.bots import names as bot_names
from spyhouse.rules.kit import content
from spyhouse.rules.kit.content import Complaint
from spyhouse.rules.kit.errors import SpyhouseError
from spyhouse.rules.kit.registry import folder, game, games
from spyhouse.server.cabinet import Brought, Cabinet, can_bring, pieces_of
from spyhouse.server.company import Workers
from spyhouse.server.covers import CoverNames
from spyhouse.server.names import clean_name
from spyhouse.server.store import Guest, Store, TableRow, TornBook
from spyhouse.server.table import COMMIT, LOBBY, OVER, PLAYING, REVEAL, Plan, Seat, Table, Unreadable, must_share_a_device, new_plan

log = logging.getLogger("spyhouse")

CONTENT = "content"  # the option that names the pieces, in games that can be played with others
ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"  # no letters that are taken for digits


class House:
    """All tables that are open, and the way to open more."""

    def __init__(self, store: Store, company: Workers, cabinet: Cabinet, pace: float = 0.6, away: float = 120.0) -> None:
        self.store = store
        self.company = company
        self.cabinet = cabinet
        self.pace = pace
        self.away = away
        self.tables: dict[str, Table] = {}
        self.aside: dict[str, str] = {}  # table -> what of it cannot be read
        self._opening = asyncio.Lock()
        self._pieces = asyncio.Lock()  # nothing is thrown away while a table is laid that may need it
        self._covers = CoverNames()

    async def open(self) -> None:
        """Opens the store and takes up every running table where it was."""
        await self.store.open()
        self.cabinet.open()
        for row in await self.store.tables_in(PLAYING, COMMIT, REVEAL):
            with contextlib.suppress(SetAside):  # one that cannot be read keeps nobody else out
                (await self.table(row.id)).go_on()

    async def close(self) -> None:
        for table in self.tables.values():
            await table.close()
        self.company.close()
        self.cabinet.close()
        await self.store.close()

    # -- guests ------------------------------------------------------------------------------------------------------------

    async def welcome(self, guest_id: str | None) -> Guest:
        """The guest behind a cookie, or a new one with a cover name."""
        if guest_id is not None and (guest := await self.store.guest(guest_id)) is not None:
            return guest
        guest = Guest(secrets.token_hex(16), self._covers.next())
        await self.store.save_guest(guest)
        return guest

    async def rename(self, guest: Guest, name: str) -> Guest:
        renamed = Guest(guest.id, clean_name(name))
        await self.store.save_guest(renamed)
        seated = {row.id for row in await self.store.tables_of(guest.id) if row.phase != OVER}
        watched = {table.id for table in self.tables.values() if any(one.guest.id == guest.id for one in table.listeners)}
        for id in seated | watched:
            with contextlib.suppress(SetAside):
                await (await self.table(id)).rename(renamed)
        return renamed

    # -- tables ------------------------------------------------------------------------------------------------------------

    async def lay(
        self,
        host: Guest,
        slug: str,
        seats: int | None,
        options: dict[str, Any],
        bots: list[str | None],
        hot_seat: bool,
        hints: bool | None = None,
        ask_all: bool = False,
    ) -> Table:
        """A new table: the host on the first free seat, bots where named, the rest open or, on one device, the host's too."""
        must_be_offered(slug)
        if hot_seat:
            must_share_a_device(game(slug))
        async with self._pieces if CONTENT in options else contextlib.nullcontext():
            return await self._lay(host, slug, seats, options, bots, hot_seat, hints, ask_all)

    async def _lay(
        self,
        host: Guest,
        slug: str,
        seats: int | None,
        options: dict[str, Any],
        bots: list[str | None],
        hot_seat: bool,
        hints: bool | None,
        ask_all: bool,
    ) -> Table:
        options, pieces = await asyncio.to_thread(self._with_pieces, host, slug, options)
        game(slug).new_terms(seats, options)
        plan = new_plan(slug, seats, options, host)
        plan.pieces = pieces
        if len(bots) > len(plan.seats):
            raise SpyhouseError("{named} seats are named, but the table has {seats}.", named=len(bots), seats=len(plan.seats))
        for number, bot in enumerate(bots):
            if bot is not None and bot not in bot_names(slug):
                raise SpyhouseError("There is no bot '{bot}'. Possible: {possible}.", bot=bot, possible=bot_names(slug))
            if bot is not None:
                plan.seats[number] = Seat("bot", "", bot, bot)
        free = [number for number, seat in enumerate(plan.seats) if seat.kind == "open"]
        for number in free if hot_seat else free[:1]:
            plan.seats[number] = Seat("person", host.id, host.name)
        alone = sum(seat.kind != "bot" for seat in plan.seats) == 1
        plan.hints = alone if hints is None else hints  # among people it must be wished for
        plan.ask_all = ask_all
        return await self._put(plan)

    async def lay_again(self, table: Table) -> str:
        """The same seats and options, everybody one seat on, with a new shuffle. It is laid and named in the old table, or neither."""
        old = table.plan
        guests = [_again(seat) for seat in old.seats[-1:] + old.seats[:-1]]
        plan = new_plan(old.game, len(guests), old.options, Guest(old.host, ""))
        plan.seats = guests
        plan.hints, plan.ask_all = old.hints, old.ask_all
        plan.pieces = old.pieces
        new = self._table(_new_id(), plan)
        named = dataclasses.replace(table.row(), data=asdict(dataclasses.replace(old, rematch=new.id)))
        await self.store.save_rematch(new.row(), new.people(), named)
        self.tables[new.id] = new
        return new.id

    async def _put(self, plan: Plan) -> Table:
        table = self._table(_new_id(), plan)
        await self.store.save_table(table.row(), table.people())
        self.tables[table.id] = table
        return table

    def _table(self, id: str, plan: Plan) -> Table:
        return Table(id, plan, self.store, self.company, self.pace, self.lay_again, self.away)

    async def table(self, id: str) -> Table:
        """The table of that id, taken from the store if it is not open. One that cannot be read is set aside."""
        async with self._opening:
            if id not in self.tables:
                if id not in self.aside:
                    await self._take_up(id)
                if id in self.aside:
                    raise SetAside(
                        "This table cannot be opened: what was kept of it does not fit this house any more.", what=self.aside[id]
                    )
            return self.tables[id]

    async def _take_up(self, id: str) -> None:
        row = await self.store.table(id)
        if row is None:
            raise SpyhouseError("There is no such table. Ask for the link again.")
        try:
            table = self._table(id, Plan.read(row.data))
            table.reopen(row, await self.store.book(id))
        except (Unreadable, TornBook) as why:
            self.aside[id] = why.what if isinstance(why, Unreadable) else "book"
            log.error("Table %s is set aside: its %s cannot be read (%s)", id, self.aside[id], type(why.__cause__ or why).__name__)
            return
        self.tables[id] = table

    # -- what the start page shows -----------------------------------------------------------------------------------------

    def shelf(self) -> list[dict[str, Any]]:
        """The games with their options and bots."""
        return [self._on_the_shelf(slug) for slug in games()]

    def settled(self, guest: Guest, slug: str, seats: int | None, options: dict[str, Any]) -> dict[str, Any]:
        """Every option of a table laid like this; refused as the table would be."""
        must_be_offered(slug)
        self._title_of_pieces(guest, slug, options.get(CONTENT))
        return dict(game(slug).new_terms(seats, options).options)

    # -- pieces ------------------------------------------------------------------------------------------------------------

    def _with_pieces(self, guest: Guest, slug: str, options: dict[str, Any]) -> tuple[dict[str, Any], str]:
        """The options with the hash of the pieces that they name, and what these are called; "" for the house's own."""
        wish = options.get(CONTENT)
        title = self._title_of_pieces(guest, slug, wish)
        if not title or title != wish:
            return options, title
        return {**options, CONTENT: self.cabinet.keep(slug, content.find(slug, title, default_of(slug)))}, title

    def _title_of_pieces(self, guest: Guest, slug: str, wish: object) -> str:
        """What the pieces are called that a guest wishes for; "" for the house's own.

        Pieces are chosen by name alone: the house's, those on its shelf, and what this guest has brought. A path is no name.
        """
        if wish is None or not can_bring(slug) or wish == default_of(slug):
            return ""
        own = {one.hash: one.title for one in self.cabinet.of(guest.id, slug)}
        if isinstance(wish, str) and wish in own:
            return own[wish]
        if isinstance(wish, str) and wish in content.names(slug):
            return wish
        possible = [default_of(slug), *content.names(slug), *own]
        why = "You have no pieces called '{name}'. Choose some by their name, or upload them first. Possible: {possible}."
        raise SpyhouseError(why, name=str(wish)[:40], possible=possible)

    def pieces(self, guest: Guest, slug: str) -> list[dict[str, Any]]:
        """What a guest can choose from: `name` is the value of the option."""
        must_be_offered(slug)
        pieces_of(slug)
        found = [{"name": default_of(slug), "title": "", "hash": game(slug).pieces.house().hash, "own": False}]
        found += [{"name": name, "title": name, "hash": "", "own": False} for name in content.names(slug)]
        return found + [{"name": one.hash, "title": one.title, "hash": one.hash, "own": True} for one in self.cabinet.of(guest.id, slug)]

    async def bring(self, guest: Guest, slug: str, title: str, files: dict[str, bytes]) -> tuple[Brought, list[Complaint]]:
        """Keeps a guest's own pieces."""
        must_be_offered(slug)
        return await asyncio.to_thread(self.cabinet.bring, guest.id, slug, title, files)

    async def forget(self, guest: Guest, slug: str, hash: str) -> None:
        """Takes pieces off a guest's list, and off the disk once neither a guest nor a table needs them."""
        must_be_offered(slug)
        async with self._pieces:
            is_last = await asyncio.to_thread(self.cabinet.forget, guest.id, slug, hash)
            if is_last and not await self.store.mentions(hash):
                await asyncio.to_thread(self.cabinet.discard, slug, hash)

    def _on_the_shelf(self, slug: str) -> dict[str, Any]:
        meta = game(slug).meta
        options = [
            {
                "name": option.name,
                "edition": option.edition,
                "default": option.default,
                "possible": option.kind.possible,
                "kind": "pieces" if option.name == CONTENT and can_bring(slug) else type(option.kind).__name__.lower(),
                "choices": list(getattr(option.kind, "words", ())),
                "parts": [name for name, _ in getattr(option.kind, "defaults", ())],
                "low": getattr(option.kind, "low", None),
                "high": getattr(option.kind, "high", None),
                "line": option.line,
            }
            for option in game(slug).options
        ]
        return {
            "slug": slug,
            "title": meta.title,
            "line": meta.line,
            "credits": meta.credits,
            "seats": list(meta.seats),
            "colours": list(meta.seat_colours),
            "bots": company_of(slug),
            "lesson": read_lesson(slug) is not None,
            "hot_seat": meta.hot_seat,
            "options": options,
        }

    async def games_of(self, guest: Guest) -> list[dict[str, Any]]:
        """A guest's tables, the newest first; `turn` says whether one waits for him."""
        return [self._entry(row, guest) for row in await self.store.tables_of(guest.id)]

    def _entry(self, row: TableRow, guest: Guest) -> dict[str, Any]:
        about = {"id": row.id, "game": "", "phase": row.phase, "seats": [], "turn": False, "touched": row.touched, "aside": ""}
        try:
            plan = Plan.read(row.data)
        except Unreadable as why:
            return {**about, "aside": why.what}
        table = self.tables.get(row.id)
        seats = [{"kind": seat.kind, "name": seat.name, "you": seat.guest == guest.id} for seat in plan.seats]
        state = table.match.state if table is not None and table.match is not None and row.phase == PLAYING else None
        held = [number for number, seat in enumerate(plan.seats) if seat.guest == guest.id and seat.kind == "person"]
        turn = state is not None and any(seat in held for seat in state.to_act())
        return {**about, "game": plan.game, "seats": seats, "turn": turn, "aside": self.aside.get(row.id, "")}


class SetAside(SpyhouseError):
    """A table that cannot be read. The rest of the house goes on."""


def _new_id() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(8))


def must_be_offered(slug: str) -> None:
    if slug not in games():
        raise SpyhouseError("There is no game '{game}'. Possible: {possible}.", game=slug, possible=games())


def default_of(slug: str) -> str:
    """The name of the house's own pieces."""
    return str(next(option.default for option in game(slug).options if option.name == CONTENT))


def _again(seat: Seat) -> Seat:
    """Who sits there in a rematch: the person, also where a bot stood in."""
    return Seat("person", seat.guest, seat.name) if seat.guest else Seat(seat.kind, "", seat.name, seat.bot)


def company_of(slug: str) -> list[str]:
    """The bots that the page offers: the five levels, or all there are where a game has none."""
    return [name for name in bot_names(slug) if name in LEVELS] or bot_names(slug)


def read_lesson(slug: str) -> dict[str, Any] | None:
    """The plan of a game's guided first game, where it has one: `data/lesson.json`."""
    file = files(folder(slug)).joinpath("data/lesson.json")
    if not file.is_file():
        return None
    plan: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return plan


__all__ = ["LOBBY", "OVER", "House"]
