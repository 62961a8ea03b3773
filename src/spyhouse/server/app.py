"""The web application: the page, a few addresses for it, and one socket a table."""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
import re
import traceback
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import segno
from itsdangerous import BadSignature, URLSafeSerializer
from litestar import Litestar, MediaType, Request, Response, WebSocket, delete, get, post, websocket
from litestar.config.compression import CompressionConfig
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, State
from litestar.exceptions import HTTPException, NotAuthorizedException, NotFoundException, WebSocketDisconnect
from litestar.params import FromPath
from litestar.types import Scope

from spyhouse.bots import names as bot_names
from spyhouse.rules.kit.content import Complaint
from spyhouse.rules.kit.errors import SpyhouseError
from spyhouse.rules.kit.registry import adopt, games
from spyhouse.server import wire
from spyhouse.server.cabinet import MOST_BYTES, Cabinet, Faulty, template
from spyhouse.server.chair import Chair
from spyhouse.server.company import Workers
from spyhouse.server.doors import Doors, Dropped, Limits, address_of
from spyhouse.server.guard import STATUS, Guard, must_come_from_here, own_names
from spyhouse.server.house import House, SetAside, must_be_offered, read_lesson
from spyhouse.server.pages import YEAR, assets, page, refusal
from spyhouse.server.protocols import ABORT
from spyhouse.server.rulebook import rulebook
from spyhouse.server.store import DATABASE, Folder, Guest, Store, StoreFailed
from spyhouse.server.table import Table

log = logging.getLogger("spyhouse")

COOKIE = "guest"
LANGUAGES = ("en", "pl")
NOT_THERE, SET_ASIDE = 4004, 4010  # why a socket is closed
MOST_SEATS, MOST_MOMENTS = 100, 1_000_000  # more than any match has
T = TypeVar("T")


@dataclass(frozen=True)
class Config:
    """How a house is run."""

    data: Path  # where the database and the secret of the cookies are kept
    pace: float = 0.6  # seconds a bot takes at least
    away: float = 120.0  # seconds without a sign after which a bot may stand in for somebody
    workers: int = 0  # processes that think for the bots; 0: as many as the processors bear
    names: tuple[str, ...] = ()  # further host names under which the house may be reached
    nearby: str = ""  # this machine's address for phones in the same network, such as http://192.168.1.5:4242
    proxies: tuple[str, ...] = ()  # addresses of reverse proxies, which are believed when they say for whom they speak
    limits: Limits = field(default_factory=Limits)
    adopted: dict[str, str] = field(default_factory=dict)  # games that live in other packages (tests, private games)

    @property
    def database(self) -> str:
        return f"sqlite+aiosqlite:///{self.data / DATABASE}"


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """What a new table should be."""

    game: str
    seats: int | None = None
    options: dict[str, Any] = {}
    bots: list[str | None] = []  # by seat; null leaves the seat to a person
    hot_seat: bool = False
    hints: bool | None = None  # null: for a person alone among bots
    ask_all: bool = False  # people are asked, too, where facts open to all leave one answer


class Wish(msgspec.Struct, forbid_unknown_fields=True):
    """Seats and options that somebody thinks of playing with."""

    seats: int | None = None
    options: dict[str, Any] = {}


class NewPieces(msgspec.Struct, forbid_unknown_fields=True):
    """Pieces of a guest's own."""

    files: dict[str, bytes]  # in base64
    title: str = ""


class NewName(msgspec.Struct, forbid_unknown_fields=True):
    """How a guest wants to be called."""

    name: str


# -- Who is there ------------------------------------------------------------------------------------------------------------


def house_of(connection: ASGIConnection[Any, Any, Any, Any]) -> House:
    house: House = connection.app.state.house
    return house


def _signer(connection: ASGIConnection[Any, Any, Any, Any]) -> URLSafeSerializer:
    signer: URLSafeSerializer = connection.app.state.signer
    return signer


def _cookie_id(connection: ASGIConnection[Any, Any, Any, Any]) -> str | None:
    try:
        return str(_signer(connection).loads(connection.cookies.get(COOKIE, "")))
    except BadSignature:
        return None


async def guest_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Guest:
    """The guest behind the signed cookie; without one there is nobody to answer to."""
    id = _cookie_id(connection)
    guest = await house_of(connection).store.guest(id) if id is not None else None
    if guest is None:
        raise NotAuthorizedException("Say hello first: GET /api/me gives you a name and a cookie.")
    return guest


def doors_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Doors:
    doors: Doors = connection.app.state.doors
    return doors


async def read_body(request: Request[Any, Any, Any], kind: type[T]) -> T:
    """What somebody asks for, as JSON; whatever cannot be read is refused in words."""
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as why:
        raise SpyhouseError("This message cannot be read: {what}", what=str(why)) from why


def whole(text: str, low: int, high: int) -> int:
    """A whole number of an address; what is none, or out of bounds, is not there."""
    if not re.fullmatch(r"-?[0-9]{1,9}", text) or not low <= int(text) <= high:
        raise NotFoundException("There is nothing here.")
    return int(text)


# -- What the page asks ------------------------------------------------------------------------------------------------------


@get("/api/me")
async def me(request: Request[Any, Any, Any]) -> Response[dict[str, Any]]:
    """The guest, greeted by name; a new one gets a cover name and a cookie."""
    house = house_of(request)
    guest = await house.welcome(_cookie_id(request))
    secure = request.url.scheme == "https"
    cookie = Cookie(COOKIE, value=_signer(request).dumps(guest.id), max_age=YEAR, httponly=True, samesite="lax", secure=secure)
    return Response({"name": guest.name, "games": await house.games_of(guest)}, cookies=[cookie])


@post("/api/me", status_code=200)
async def rename(request: Request[Any, Any, Any]) -> dict[str, Any]:
    must_come_from_here(request)
    guest = await guest_of(request)
    guest = await house_of(request).rename(guest, (await read_body(request, NewName)).name)
    return {"name": guest.name}


@get("/api/games")
async def shelf(request: Request[Any, Any, Any]) -> list[dict[str, Any]]:
    return house_of(request).shelf()


@post("/api/games/{slug:str}/terms", status_code=200)
async def terms(request: Request[Any, Any, Any], slug: FromPath[str]) -> dict[str, Any]:
    """What a table laid like this would play: every option, also those that follow from a profile or a variant."""
    must_come_from_here(request)
    guest = await guest_of(request)
    data = await read_body(request, Wish)
    return {"options": house_of(request).settled(guest, slug, data.seats, data.options)}


@get("/api/games/{slug:str}/pieces")
async def pieces(request: Request[Any, Any, Any], slug: FromPath[str]) -> list[dict[str, Any]]:
    """The pieces that this guest can lay a table with."""
    return house_of(request).pieces(await guest_of(request), slug)


@post("/api/games/{slug:str}/pieces", request_max_body_size=MOST_BYTES * 3 // 2)
async def bring_pieces(request: Request[Any, Any, Any], slug: FromPath[str]) -> dict[str, Any]:
    """Keeps a guest's own pieces, if nothing hinders them from being played with; the answer says what is odd about them."""
    must_come_from_here(request)
    guest = await guest_of(request)
    data = await read_body(request, NewPieces)
    brought, odd = await house_of(request).bring(guest, slug, data.title, data.files)
    return {"name": brought.hash, "title": brought.title, "hash": brought.hash, "own": True, "complaints": told_complaints(odd)}


@get("/api/games/{slug:str}/template.zip")
async def pieces_template(slug: FromPath[str]) -> Response[bytes]:
    """Pieces to begin with: the house's own, in the files that can be uploaded again."""
    must_be_offered(slug)
    headers = {"content-disposition": f'attachment; filename="{slug}.zip"'}
    return Response(await asyncio.to_thread(template, slug), media_type="application/zip", headers=headers)


@delete("/api/games/{slug:str}/pieces/{hash:str}", status_code=200)
async def forget_pieces(request: Request[Any, Any, Any], slug: FromPath[str], hash: FromPath[str]) -> list[dict[str, Any]]:
    """Takes pieces off a guest's list; the answer is what is left."""
    must_come_from_here(request)
    guest, house = await guest_of(request), house_of(request)
    await house.forget(guest, slug, hash)
    return house.pieces(guest, slug)


def told_complaints(complaints: list[Complaint]) -> list[dict[str, Any]]:
    """What is wrong with pieces: where, and why in English and so that the page can say it in another language."""
    return [
        {
            **{name: getattr(one, name) for name in ("rule", "file", "part", "row", "id", "hard")},
            "why": str(one.error),
            "templates": [one.reason],
            "places": one.error.places,
        }
        for one in complaints
    ]


@post("/api/tables")
async def lay_table(request: Request[Any, Any, Any]) -> dict[str, str]:
    must_come_from_here(request)
    guest = await guest_of(request)
    data = await read_body(request, NewTable)
    table = await house_of(request).lay(guest, data.game, data.seats, data.options, data.bots, data.hot_seat, data.hints, data.ask_all)
    return {"id": table.id}


def link_of(request: Request[Any, Any, Any], id: str) -> str:
    """A link to the table that works on another device, too: for "localhost" the address in the network nearby."""
    nearby: str = request.app.state.nearby
    is_local = (request.url.hostname or "") in ("localhost", "127.0.0.1")
    here = f"{request.url.scheme}://{request.headers.get('host', '')}"
    return f"{nearby if nearby and is_local else here}/t/{id}"


@get("/api/tables/{id:str}/link")
async def link(request: Request[Any, Any, Any], id: FromPath[str]) -> dict[str, str]:
    """The table's link, to be sent to friends."""
    await house_of(request).table(id)
    return {"link": link_of(request, id)}


@get("/api/tables/{id:str}/qr.svg", media_type="image/svg+xml")
async def qr(request: Request[Any, Any, Any], id: FromPath[str]) -> Response[bytes]:
    """The table's link as a QR code, for a phone held to the screen."""
    await house_of(request).table(id)
    out = io.BytesIO()
    segno.make(link_of(request, id), error="m").save(out, kind="svg", scale=8, border=2, dark="#1b2229", light="#fbf6e9")
    return Response(out.getvalue(), media_type="image/svg+xml")


@get("/api/tables/{id:str}/record.json")
async def record(request: Request[Any, Any, Any], id: FromPath[str]) -> Response[str]:
    """The record of a finished match, to keep and to verify; a running one would tell what is still secret."""
    table = await house_of(request).table(id)
    if table.phase != "over":
        raise SpyhouseError("The record is there once the match is over.")
    headers = {"content-disposition": f'attachment; filename="spyhouse-{table.plan.game}-{id}.json"'}
    return Response(table.record().dumps(), media_type=MediaType.JSON, headers=headers)


@get("/api/tables/{id:str}/replay/{eyes:str}")
async def replay(request: Request[Any, Any, Any], id: FromPath[str], eyes: FromPath[str]) -> wire.Replay:
    """The outline of a finished match as a seat (or -1, a spectator) came to know it; nothing of a running one."""
    table = await house_of(request).table(id)
    return await asyncio.to_thread(table.replay, whole(eyes, -1, MOST_SEATS))


@get("/api/tables/{id:str}/replay/{eyes:str}/{first:str}")
async def moments(request: Request[Any, Any, Any], id: FromPath[str], eyes: FromPath[str], first: FromPath[str]) -> wire.Moments:
    """What to draw at the moments of a replay, from one of them on."""
    table = await house_of(request).table(id)
    return await asyncio.to_thread(table.moments, whole(eyes, -1, MOST_SEATS), whole(first, 0, MOST_MOMENTS))


@get("/api/words/{language:str}/{name:str}")
async def words(language: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """A catalogue of words: a game's, or `common`."""
    if language not in LANGUAGES or (name != "common" and name not in games()):
        raise HTTPException(status_code=404, detail="There is no such catalogue.")
    catalogue = files("spyhouse.words").joinpath(f"{language}/{name}.json")
    return Response(catalogue.read_bytes() if catalogue.is_file() else b"{}", media_type=MediaType.JSON)


@get("/api/rules/{language:str}/{slug:str}")
async def rules(language: FromPath[str], slug: FromPath[str]) -> dict[str, Any]:
    """The rules of a game, in this language where they are written in it; the answer says in which one they are."""
    if language not in LANGUAGES or slug not in games():
        raise HTTPException(status_code=404, detail="There are no such rules.")
    return rulebook(slug, language)


@get("/api/lessons/{slug:str}")
async def lesson(slug: FromPath[str]) -> dict[str, Any]:
    """The guided first game: how its table is laid, and what is said when. The words are in the game's catalogue."""
    plan = read_lesson(slug) if slug in games() else None
    if plan is None:
        raise HTTPException(status_code=404, detail="There is no guided game of this.")
    return plan


# -- The socket --------------------------------------------------------------------------------------------------------------


@websocket("/api/tables/{id:str}/socket")
async def table_socket(socket: WebSocket[Any, Any, Any], id: FromPath[str]) -> None:
    """A guest at a table: everything about the match goes through here."""
    must_come_from_here(socket)
    guest = await guest_of(socket)
    try:
        table = await house_of(socket).table(id)
    except SpyhouseError as why:
        await socket.accept()
        code, reason = (SET_ASIDE, why.places["what"]) if isinstance(why, SetAside) else (NOT_THERE, str(why))
        await socket.close(code=code, reason=reason)
        return
    await socket.accept()
    try:
        with doors_of(socket).socket(guest.id, address_of(socket.scope["client"]), id, plays=guest.id in table.people()):
            await _attend(socket, guest, table)
    except Dropped as why:
        await socket.close(code=why.code, reason=str(why))


async def _attend(socket: WebSocket[Any, Any, Any], guest: Guest, table: Table) -> None:
    """Listens to a guest at a table, and tells what is to be told, until the guest goes."""
    cut: Any = (socket.scope["extensions"] or {}).get(ABORT, asyncio.current_task().cancel)  # type: ignore[union-attr]  # this is one
    chair = Chair(guest, table, bot_names(table.plan.game), cut)
    sender = asyncio.create_task(_send(socket, chair))
    table.join(chair)
    try:
        while True:
            await chair.receive(await _message(socket))
    except WebSocketDisconnect:
        pass
    finally:
        table.leave(chair)
        sender.cancel()
        with contextlib.suppress(asyncio.CancelledError, OSError):  # the latter: it was sending when the guest went
            await sender


async def _message(socket: WebSocket[Any, Any, Any]) -> str | bytes:
    """The next message, text or binary: a client may send what it likes, and is answered in either case."""
    message: Any = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(detail="gone")
    text: str | None = message.get("text")
    return text if text is not None else message.get("bytes") or b""


async def _send(socket: WebSocket[Any, Any, Any], chair: Chair) -> None:
    """Sends what is to be told, on the beat: how long an answer takes must not tell what the house does for others."""
    doors = doors_of(socket)
    while True:
        frame = await chair.frame()
        await asyncio.sleep(doors.until_beat())
        await socket.send_data(frame, mode="text")
        while chair.has_frames:
            await socket.send_data(await chair.frame(), mode="text")


# -- What goes wrong ---------------------------------------------------------------------------------------------------------


async def note(why: Exception, scope: Scope) -> None:
    """Keeps the status for a handshake that is refused. What nobody foresaw goes into the log.

    That is its kind and place and no more, because a message could hold what only one seat may know.
    """
    expected = isinstance(why, HTTPException | SpyhouseError)
    scope.setdefault("state", {})[STATUS] = why.status_code if isinstance(why, HTTPException) else 400 if expected else 500
    if not expected:
        last = traceback.extract_tb(why.__traceback__)[-1]
        log.error("A request failed: %s in %s (%s:%s)", type(why).__name__, last.name, Path(last.filename).name, last.lineno)


def _unforeseen(request: Request[Any, Any, Any], why: Exception) -> Response[dict[str, Any]]:
    return Response({"detail": "The house could not do this. Nothing was changed. Try again in a moment."}, status_code=500)


def _refusal(request: Request[Any, Any, Any], why: SpyhouseError) -> Response[dict[str, Any]]:
    told = {"templates": list(why.templates), "places": why.places} if why.places else {}
    faults = {"complaints": told_complaints(why.complaints)} if isinstance(why, Faulty) else {}
    return Response({"detail": str(why), **told, **faults}, status_code=400)


def _cannot_keep(request: Request[Any, Any, Any], why: StoreFailed) -> Response[dict[str, Any]]:
    """The disk is full, or the database locked: that passes."""
    detail = SpyhouseError("The house cannot write anything down just now. Nothing was changed. Try again in a moment.")
    return Response({"detail": str(detail)}, status_code=503, headers={"retry-after": "5"})


class App(Litestar):
    """The application of one house, behind its guard: nothing is answered past it, not even that something is not there."""

    def __init__(self, *given: Any, names: frozenset[str], doors: Doors, **named: Any) -> None:
        super().__init__(*given, **named)
        self._guard = Guard(super().__call__, names, doors)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await (super().__call__ if scope["type"] == "lifespan" else self._guard)(scope, receive, send)


def create_app(config: Config) -> Litestar:
    """The application of one house."""
    folder = Folder(config.data)
    for slug, package in config.adopted.items():
        adopt(slug, package)

    @contextlib.asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        folder.claim()
        workers = Workers(config.workers, config.adopted)
        house = House(Store(config.database), workers, Cabinet(config.data / "pieces"), config.pace, config.away)
        app.state.house = house
        try:
            await house.open()
            yield
        finally:
            await house.close()
            folder.release()

    questions: list[Any] = [me, rename, shelf, terms, pieces, bring_pieces, forget_pieces, pieces_template, lay_table]
    questions += [link, qr, record, replay, moments, words, rules, lesson, table_socket]
    doors = Doors(config.limits, config.proxies)
    signer = URLSafeSerializer(_secret(folder), salt="guest")
    return App(
        [*questions, page, *assets()],
        names=own_names(config.names),
        doors=doors,
        lifespan=[lifespan],
        state=State({"signer": signer, "nearby": config.nearby, "doors": doors}),
        after_exception=[note],
        exception_handlers={SpyhouseError: _refusal, StoreFailed: _cannot_keep, HTTPException: refusal, Exception: _unforeseen},
        compression_config=CompressionConfig(backend="gzip", minimum_size=800),
        request_max_body_size=wire.MAX_BYTES,
        openapi_config=None,
        logging_config=None,
        debug=False,
    )


def _secret(folder: Folder) -> str:
    """The key that signs the cookies. It is made under the claim, so that two houses never make two."""
    folder.claim()
    try:
        return folder.secret()
    finally:
        folder.release()
