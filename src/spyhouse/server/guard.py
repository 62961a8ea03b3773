"""Stands before the whole application: who may be addressed and who may ask, and the headers that go on every answer."""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
from typing import Any

from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from spyhouse.server.doors import Doors, address_of

HEADERS = [
    (name.encode(), value.encode())
    for name, value in {
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
    }.items()
]
UNLESS_SAID = (b"cache-control", b"no-store")  # for all that does not say itself how long it may be kept
LONGEST_PATH, LONGEST_PART = 512, 128
STATUS = "answered with"  # the key in a scope's state under which an HTTP status waits for a handshake to be refused with it


class Guard:
    """Turns away names that are not the house's (DNS rebinding), addresses that ask too much, and paths that nothing has."""

    def __init__(self, app: ASGIApp, names: frozenset[str], doors: Doors) -> None:
        self.app = app
        self.names = names
        self.doors = doors

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = self._refusal(scope)
        speak = _Speaker(scope, send, self.doors if self.doors.is_paced(address_of(scope.get("client"))) else None)
        if refusal is None:
            await self.app(scope, receive, speak)
        elif scope["type"] == ScopeType.WEBSOCKET:
            scope.setdefault("state", {})[STATUS] = refusal[0]
            await speak({"type": "websocket.close", "code": 4000 + refusal[0], "reason": refusal[1]})
        else:
            await speak.answer(*refusal)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        if not is_ours(_header(scope, b"host"), self.names):
            return 421, "This name is not one of the house's."
        if not self.doors.request(address_of(scope.get("client"))):
            return 429, "Too many requests come from your address. Wait a moment."
        if not is_sensible(scope["path"]):
            return 404, "There is nothing here."
        return None


class _Speaker:
    """Sends with the headers of the house; a socket that is refused before it opens is refused with an HTTP status."""

    def __init__(self, scope: Scope, send: Send, pace: Doors | None) -> None:
        self._scope = scope
        self._send = send
        self._pace = pace  # whose beat it keeps to, if to any
        self._is_open = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = with_headers(message["headers"])
            if self._pace is not None:
                await asyncio.sleep(self._pace.until_beat())
        self._is_open = self._is_open or message["type"] == "websocket.accept"
        if message["type"] == "websocket.close" and not self._is_open and "websocket.http.response" in (self._scope["extensions"] or {}):
            status: int = self._scope.get("state", {}).get(STATUS, 403)
            await self._whole("websocket.http.response", status, message.get("reason") or "")
        else:
            await self._send(message)

    async def answer(self, status: int, why: str) -> None:
        await self._whole("http.response", status, why)

    async def _whole(self, kind: str, status: int, why: str) -> None:
        headers = with_headers([(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")])
        start: Any = {"type": f"{kind}.start", "status": status, "headers": headers}
        body: Any = {"type": f"{kind}.body", "body": why.encode(), "more_body": False}
        await self._send(start)
        await self._send(body)


def with_headers(given: Any) -> list[tuple[bytes, bytes]]:
    """An answer's headers with those of the house."""
    headers = list(given)
    is_said = any(name.lower() == UNLESS_SAID[0] for name, _ in headers)
    return [*headers, *HEADERS, *([] if is_said else [UNLESS_SAID])]


def own_names(more: tuple[str, ...]) -> frozenset[str]:
    """What this machine is called: its name, its name in the local network (mDNS), and what its keeper says."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, f"{name.removesuffix('.local').partition('.')[0]}.local", *(one.lower() for one in more)})


def is_ours(host: str, names: frozenset[str]) -> bool:
    """Whether a Host header names this house; a bare address always does, because no foreign page can have it as its name."""
    parts = re.fullmatch(r"(\[[0-9a-f:.]{2,45}\]|[^\[\]:]{1,253})(:\d{1,5})?", host.lower())
    if parts is None:
        return False
    name = parts[1].strip("[]")
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name in names
    return True


def is_sensible(path: str) -> bool:
    """Whether something could be there: no address of the house is long, and none has control characters."""
    return len(path) <= LONGEST_PATH and path.isprintable() and all(len(part) <= LONGEST_PART for part in path.split("/"))


def must_come_from_here(connection: ASGIConnection[Any, Any, Any, Any]) -> None:
    """A page of somebody else may not speak for our guests: neither from another host nor, over a bare line, with our name."""
    scheme = {"ws": "http", "wss": "https"}.get(connection.scope["scheme"], connection.scope["scheme"])
    if connection.headers.get("origin", "").lower() != f"{scheme}://{connection.headers.get('host', '')}".lower():
        why = "This must come from the house's own page. (Behind a proxy the house must be told of it: spyhouse serve --proxy ADDRESS.)"
        raise HTTPException(status_code=403, detail=why)


def _header(scope: Scope, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")
