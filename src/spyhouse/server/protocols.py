"""How the house speaks HTTP and WebSocket: as uvicorn does, but everything that comes in is counted before it is worked on.

A limit on messages is not enough: control frames, fragments, and the lines of a chunked body never become messages, and a
quarter of a megabyte of them would keep the one loop that serves everybody busy for seconds.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any, cast

import h11
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Response
from websockets.server import ServerProtocol

from spyhouse.server.doors import NOISY, Allowance, Doors, address_of
from spyhouse.server.guard import HEADERS, UNLESS_SAID

FRAMES, FRAMES_AT_ONCE = 60.0, 200.0  # frames and reads of a socket a second, and at once
FRAGMENTS = 32  # of one message
PIECE = 512  # bytes that are parsed before somebody looks how many frames they were
LINES, LINES_AT_ONCE = 1000.0, 4000.0  # lines of HTTP on one connection a second, and at once
REQUEST_SECONDS = 20.0  # that a request may take to arrive
GOODBYE_SECONDS = 3.0  # that a closed socket may take to read why
ABORT = "spyhouse.abort"  # the ASGI extension that cuts a connection off without waiting for its reader


class CountedHttp(H11Protocol):
    """HTTP with a count of connections by address, of lines by connection, and a deadline for requests."""

    doors: Doors

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        super().connection_made(transport)
        self._lines = Allowance(LINES, LINES_AT_ONCE)
        self._deadline: asyncio.TimerHandle | None = None
        self._address: str | None = address_of(self.client)  # None once the connection is lost, or a socket
        self._expect_request()
        if not self.doors.connect(self._address):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect_nothing()
        self._part()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self._lines.spend(data.count(b"\n")):
            self.transport.abort()
            return
        try:
            super().data_received(data)
        except h11.LocalProtocolError:  # rubbish behind a request that is still being answered: no place for a word about it
            self.transport.abort()
        is_socket = self._address is None
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY) and not is_socket and not self.transport.is_closing():
            self._expect_request()
        else:
            self._expect_nothing()

    def _should_upgrade(self) -> bool:
        return self.scope["method"] == "GET" and super()._should_upgrade()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._expect_nothing()
        self._part()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close"), *HEADERS, UNLESS_SAID]
        answer = h11.Response(status_code=400, headers=headers, reason=b"Bad Request")
        for event in (answer, h11.Data(data=msg.encode()), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _expect_request(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def _expect_nothing(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _part(self) -> None:
        if self._address is not None:
            self.doors.disconnect(self._address)
            self._address = None


class Handshake(ServerProtocol):
    """Refuses a handshake with the house's headers, as it answers everything."""

    def send_response(self, response: Response) -> None:
        if response.status_code != 101:
            for name, value in HEADERS:
                response.headers.setdefault(name.decode(), value.decode())
        super().send_response(response)


class CountedSocket(WebSocketsSansIOProtocol):
    """A socket with a count of all frames and reads, and with ends that do not wait for the other side."""

    doors: Doors

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn = Handshake(max_size=self.config.ws_max_size, logger=logging.getLogger("uvicorn.error"))
        self.close_timeout = GOODBYE_SECONDS
        self._frames = Allowance(FRAMES, FRAMES_AT_ONCE)
        self._has_pongs = False

    def data_received(self, data: bytes) -> None:
        self._frames.spend()
        for start in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + PIECE])
            if self.conn.handshake_exc is not None and not self.handshake_initiated:
                self.transport.abort()  # a handshake that nobody can read, and that would be waited for without end

    def handle_events(self) -> None:
        if self._frames.spend(len(self.conn.events)):
            super().handle_events()
        else:
            self.expel(NOISY, "too many messages")

    def handle_ping(self) -> None:
        """Answers on the beat, as everything is answered."""
        if not self._has_pongs:
            self._has_pongs = True
            self.loop.call_later(self.doors.until_beat(), self._send_pongs)

    def _send_pongs(self) -> None:
        self._has_pongs = False
        if not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()))

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) < FRAGMENTS:
            super().handle_cont(event)
        else:
            self.expel(NOISY, "too many fragments")

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and not _is_utf8(b"".join(self.frames)):
            self.expel(1007, "not UTF-8")
        else:
            super().send_receive_event_to_app()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()  # nobody is there to read what is still to be sent

    async def run_asgi(self) -> None:
        cast(dict[str, Any], self.scope["extensions"])[ABORT] = self.transport.abort
        await super().run_asgi()

    async def send(self, message: ASGISendEvent) -> None:
        if message["type"] != "websocket.close":
            await super().send(message)
        elif self.writable.is_set():
            await super().send(message)
            self._hang_up_soon()
        else:
            self.transport.abort()  # a reader that reads nothing would never come to the word of farewell

    def expel(self, code: int, why: str) -> None:
        """Closes a socket that does what nobody may do: says why, reads nothing any more, and does not wait for long."""
        if self.close_sent or not self.handshake_complete:
            self.transport.abort()
            return
        self.frames = []
        self.conn.fail(code, why)
        self.conn.events.clear()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": why})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()
        self._hang_up_soon()

    def _hang_up_soon(self) -> None:
        self.loop.call_later(GOODBYE_SECONDS + 1, self.transport.abort)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def protocols(doors: Doors) -> tuple[type[CountedHttp], type[CountedSocket]]:
    """The two protocols of the house with these doors, for uvicorn's `http` and `ws`."""
    return type("Http", (CountedHttp,), {"doors": doors}), type("Socket", (CountedSocket,), {"doors": doors})
