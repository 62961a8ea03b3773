"""The web application: the page, a few addresses for it, and one socket a table."""

from __future__ import annotations

import asyncio
import contextlib
import io
import ipaddress
import re
import secrets
import socket
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import segno
from itsdangerous import BadSignature, URLSafeSerializer
from litestar import Litestar, MediaType, Request, Response, WebSocket, get, post, websocket
from litestar.config.compression import CompressionConfig
from litestar.connection import ASGIConnection
from litestar.datastructures import CacheControlHeader, Cookie, State
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, NotAuthorizedException, WebSocketDisconnect
from litestar.params import FromPath, JSONBody
from litestar.static_files import create_static_files_router
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from spyhouse.bots import names as bot_names
from spyhouse.rules.kit.errors import SpyhouseError
from spyhouse.rules.kit.registry import adopt, games
from spyhouse.server import wire
from spyhouse.server.chair import SLOW, Chair, Dropped
from spyhouse.server.company import Workers
from spyhouse.server.house import House, read_lesson
from spyhouse.server.rulebook import rulebook
from spyhouse.server.store import Guest, Store, StoreFailed

PAGE = Path(str(files("spyhouse"))) / "page"
COOKIE = "guest"
YEAR = 365 * 24 * 3600
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
LANGUAGES = ("en", "pl")


@dataclass(frozen=True)
class Config:
    """How a house is run."""

    data: Path  # where the database and the secret of the cookies are kept
    pace: float = 0.6  # seconds a bot takes at least
    workers: int = 0  # processes that think for the bots; 0: as many as the processors bear
    names: tuple[str, ...] = ()  # further host names under which the house may be reached
    nearby: str = ""  # this machine's address for phones in the same network, such as http://192.168.1.5:4242
    adopted: dict[str, str] = field(default_factory=dict)  # games that live in other packages (tests, private games)

    @property
    def database(self) -> str:
        return f"sqlite+aiosqlite:///{self.data / 'spyhouse.sqlite'}"


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """What a new table should be."""

    game: str
    seats: int | None = None
    options: dict[str, Any] = {}
    bots: list[str | None] = []  # by seat; null leaves the seat to a person
    hot_seat: bool = False
    hints: bool | None = None  # null: for a person alone among bots


class Wish(msgspec.Struct, forbid_unknown_fields=True):
    """Seats and options that somebody thinks of playing with."""

    seats: int | None = None
    options: dict[str, Any] = {}


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


def must_come_from_here(connection: ASGIConnection[Any, Any, Any, Any]) -> None:
    """A page of somebody else may not speak for our guests."""
    origin = connection.headers.get("origin", "")
    host = connection.headers.get("host", "")
    if not host or origin.partition("://")[2] != host:
        raise HTTPException(status_code=403, detail="This must come from the house's own page.")


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
async def rename(request: Request[Any, Any, Any], data: JSONBody[NewName]) -> dict[str, Any]:
    must_come_from_here(request)
    guest = await house_of(request).rename(await guest_of(request), data.name)
    return {"name": guest.name}


@get("/api/games")
async def shelf(request: Request[Any, Any, Any]) -> list[dict[str, Any]]:
    return house_of(request).shelf()


@post("/api/games/{slug:str}/terms", status_code=200)
async def terms(request: Request[Any, Any, Any], slug: FromPath[str], data: JSONBody[Wish]) -> dict[str, Any]:
    """What a table laid like this would play: every option, also those that follow from a profile or a variant."""
    must_come_from_here(request)
    await guest_of(request)
    return {"options": house_of(request).settled(slug, data.seats, data.options)}


@post("/api/tables")
async def lay_table(request: Request[Any, Any, Any], data: JSONBody[NewTable]) -> dict[str, str]:
    must_come_from_here(request)
    guest = await guest_of(request)
    table = await house_of(request).lay(guest, data.game, data.seats, data.options, data.bots, data.hot_seat, data.hints)
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


@get("/api/tables/{id:str}/replay/{eyes:int}")
async def replay(request: Request[Any, Any, Any], id: FromPath[str], eyes: FromPath[int]) -> wire.Replay:
    """The outline of a finished match as a seat (or -1, a spectator) came to know it; nothing of a running one."""
    table = await house_of(request).table(id)
    return await asyncio.to_thread(table.replay, eyes)


@get("/api/tables/{id:str}/replay/{eyes:int}/{first:int}")
async def moments(request: Request[Any, Any, Any], id: FromPath[str], eyes: FromPath[int], first: FromPath[int]) -> wire.Moments:
    """What to draw at the moments of a replay, from one of them on."""
    table = await house_of(request).table(id)
    return await asyncio.to_thread(table.moments, eyes, first)


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
        await socket.close(code=4004, reason=str(why))
        return
    await socket.accept()
    connection = Chair(guest, table, bot_names(table.plan.game))
    sender = asyncio.create_task(_send(socket, connection))
    table.join(connection)
    try:
        while True:
            await connection.receive(await _message(socket))
    except Dropped as why:
        await socket.close(code=why.code, reason=str(why))
    except WebSocketDisconnect:
        pass
    finally:
        table.leave(connection)
        sender.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await sender


async def _message(socket: WebSocket[Any, Any, Any]) -> str | bytes:
    """The next message, text or binary: a client may send what it likes, and is answered in either case."""
    message: Any = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(detail="gone")
    text: str | None = message.get("text")
    return text if text is not None else message.get("bytes") or b""


async def _send(socket: WebSocket[Any, Any, Any], connection: Chair) -> None:
    while True:
        frame = await connection.frames.get()
        if frame is None:
            await socket.close(code=SLOW, reason="too slow")
            return
        await socket.send_data(frame, mode="text")


# -- The page ----------------------------------------------------------------------------------------------------------------


@get(["/", "/t/{rest:path}", "/rules/{rest:path}", "/learn/{rest:path}"], media_type=MediaType.HTML)
async def page() -> Response[bytes]:
    """The page; what it shows it finds out by its address."""
    index = PAGE / "index.html"
    if not index.is_file():
        text = b"<!doctype html><title>Spyhouse</title><p>The page was not built. Run: make page</p>"
        return Response(text, media_type=MediaType.HTML, status_code=503)
    return Response(index.read_bytes(), media_type=MediaType.HTML, headers={"cache-control": "no-cache"})


class Guard:
    """Puts the security headers on every answer and turns away names that are not the house's (DNS rebinding)."""

    def __init__(self, app: ASGIApp, names: frozenset[str]) -> None:
        self.app = app
        self.names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self.is_ours(scope):
            await _turn_away(scope, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *((name.encode(), value.encode()) for name, value in HEADERS.items())]
            await send(message)

        await self.app(scope, receive, send_with_headers)

    def is_ours(self, scope: Scope) -> bool:
        host = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")
        name = re.sub(r":\d+$", "", host).strip("[]").lower()
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return name in self.names or name.endswith(".local")
        return True


async def _turn_away(scope: Scope, send: Send) -> None:
    if scope["type"] == ScopeType.WEBSOCKET:
        await send({"type": "websocket.close", "code": 4021, "reason": "wrong host"})
        return
    await send({"type": "http.response.start", "status": 421, "headers": [(b"content-type", b"text/plain")]})
    await send({"type": "http.response.body", "body": b"This name is not one of the house's.", "more_body": False})


def _refusal(request: Request[Any, Any, Any], why: SpyhouseError) -> Response[dict[str, Any]]:
    told = {"templates": list(why.templates), "places": why.places} if why.places else {}
    return Response({"detail": str(why), **told}, status_code=400)


def _cannot_keep(request: Request[Any, Any, Any], why: StoreFailed) -> Response[dict[str, Any]]:
    """The disk is full, or the database locked: that passes."""
    detail = SpyhouseError("The house cannot write anything down just now. Nothing was changed. Try again in a moment.")
    return Response({"detail": str(detail)}, status_code=503, headers={"retry-after": "5"})


def create_app(config: Config) -> Litestar:
    """The application of one house."""
    config.data.mkdir(parents=True, exist_ok=True)
    for slug, package in config.adopted.items():
        adopt(slug, package)

    @contextlib.asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        house = House(Store(config.database), Workers(config.workers, config.adopted), config.pace)
        app.state.house = house
        await house.open()
        try:
            yield
        finally:
            await house.close()

    names = frozenset({"localhost", socket.gethostname().lower(), *(name.lower() for name in config.names)})
    handlers: list[Any] = [me, rename, shelf, terms, lay_table, link, qr, record, replay, moments, words, rules, lesson, table_socket, page]
    if (PAGE / "assets").is_dir():
        forever = CacheControlHeader(max_age=YEAR, public=True, immutable=True)  # their names change with their content
        handlers.append(create_static_files_router("/assets", directories=[PAGE / "assets"], cache_control=forever))
    return Litestar(
        handlers,
        lifespan=[lifespan],
        state=State({"signer": URLSafeSerializer(_secret(config.data), salt="guest"), "nearby": config.nearby}),
        middleware=[lambda app: Guard(app, names)],
        exception_handlers={SpyhouseError: _refusal, StoreFailed: _cannot_keep},
        compression_config=CompressionConfig(backend="gzip", minimum_size=800),
        request_max_body_size=wire.MAX_BYTES,
        openapi_config=None,
        debug=False,
    )


def _secret(data: Path) -> str:
    """The key that signs the cookies: made once, readable only by its owner."""
    path = data / "secret"
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(secrets.token_hex(32))
    return path.read_text()
