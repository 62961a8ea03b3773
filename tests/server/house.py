"""A house that is open for a test: the real application on a real port, guests with cookies, chairs with sockets."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from spyhouse.server.app import Config, create_app
from spyhouse.server.doors import Limits
from spyhouse.server.house import House
from spyhouse.server.serve import settings
from spyhouse.server.table import Table
from tests.house import toy_at_home

TOY = {"toy": "tests.toy"}
PATIENCE = 20.0


def run(play: Coroutine[Any, Any, None]) -> None:
    """Runs to the end in a thread of its own: where browsers are tested, too, Playwright keeps the loop of this thread running."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, play).result()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Chair:
    """A guest's socket at a table: keeps every frame, and what the last ones said."""

    def __init__(self, wire: ClientConnection) -> None:
        self.wire = wire
        self.frames: list[bytes] = []
        self.table: dict[str, Any] = {}
        self.views: dict[int, dict[str, Any]] = {}
        self.logs: dict[int, list[dict[str, Any]]] = {}

    async def send(self, **request: Any) -> None:
        await self.wire.send(json.dumps(request))

    async def hear(self) -> dict[str, Any]:
        """The next frame."""
        raw = await asyncio.wait_for(self.wire.recv(), PATIENCE)
        frame = raw if isinstance(raw, bytes) else raw.encode()
        self.frames.append(frame)
        news: dict[str, Any] = json.loads(frame)
        if news["type"] == "table":
            self.table = news
        if news["type"] == "view":
            self.views[news["seat"]] = news
            self.logs[news["seat"]] = self.logs.get(news["seat"], [])[: news["facts_from"]] + news["facts"]
        return news

    async def hear_until(self, kind: str, **what: Any) -> dict[str, Any]:
        """Listens until a frame of that kind with these members comes."""
        while True:
            news = await self.hear()
            if news["type"] == kind and all(news.get(name) == value for name, value in what.items()):
                return news

    async def settle(self) -> None:
        """Listens until the table has nothing more to say: its answer to a ping comes after all that was due."""
        await self.send(type="ping")
        await self.hear_until("pong")

    async def share(self, seats: list[int], word: str = "share") -> None:
        """Gives the seats' shares of the shuffle and waits for the deal."""
        if self.table.get("phase") != "commit":
            await self.hear_until("table", phase="commit")
        for seat in seats:
            await self.send(type="commit", seat=seat, hash=sha256(f"{word} {seat}".encode()).hexdigest())
        while self.table["phase"] == "commit":
            await self.hear()
        for seat in seats:
            await self.send(type="reveal", seat=seat, entropy=f"{word} {seat}")
        while self.table["phase"] == "reveal":
            await self.hear()

    async def play(self, seat: int, *actions: int) -> dict[str, Any]:
        """Plays moves with the number that the last view asked for; returns the answer."""
        await self.send(type="play", seat=seat, number=self.views[seat]["number"], actions=list(actions))
        return await self.hear_until("answer", seat=seat)


class Visitor:
    """A guest of the house."""

    def __init__(self, client: httpx.AsyncClient, port: int) -> None:
        self.client = client
        self.port = port

    async def lay(self, **table: Any) -> str:
        answer = await self.client.post("/api/tables", json=table)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())

    @asynccontextmanager
    async def at(self, table: str, **more: Any) -> AsyncIterator[Chair]:
        address = f"ws://localhost:{self.port}/api/tables/{table}/socket"
        settings: dict[str, Any] = {"origin": f"http://localhost:{self.port}", "additional_headers": {"cookie": self.cookie}, **more}
        async with connect(address, **settings) as wire:
            yield Chair(wire)


class OpenHouse:
    """A running house."""

    def __init__(self, port: int, house: House) -> None:
        self.port = port
        self.house = house
        self._clients: list[httpx.AsyncClient] = []

    async def visitor(self) -> Visitor:
        client = self.client()
        assert (await client.get("/api/me")).status_code == 200
        return Visitor(client, self.port)

    def client(self, **headers: str) -> httpx.AsyncClient:
        address = f"http://localhost:{self.port}"
        client = httpx.AsyncClient(base_url=address, headers={"origin": address, **headers})
        self._clients.append(client)
        return client

    async def table(self, id: str) -> Table:
        return await self.house.table(id)

    async def leave(self) -> None:
        for client in self._clients:
            await client.aclose()


@asynccontextmanager
async def open_house(data: Path, **config: Any) -> AsyncIterator[OpenHouse]:
    """Opens a house on a free port and closes it again."""
    with toy_at_home():  # the application adopts it, and other tests count the games
        port = free_port()
        settled = Config(data, **{"pace": 0.0, "adopted": TOY, "limits": Limits(beat=0.0), **config})
        app = create_app(settled)
        server = uvicorn.Server(settings(app, settled, port=port, log_level="critical"))
        running = asyncio.create_task(server.serve())
        while not server.started:
            assert not running.done(), "the house did not open"
            await asyncio.sleep(0.01)
        house = OpenHouse(port, app.state.house)
        try:
            yield house
        finally:
            await house.leave()
            server.should_exit = True
            await running
