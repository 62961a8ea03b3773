"""Throws nonsense at a house, and near-sense: `python -m tests.server.fuzz --messages 200000 --requests 20000`.

Whatever comes, no answer is a 5xx, nothing unforeseen gets into the log, and tables at which the attacker has no seat stay as
they were, in memory and on disk. The limits of the doors are lifted for it: they would end the attack before it began.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from sqlalchemy import create_engine, text
from websockets.exceptions import ConnectionClosed

import spyhouse
from spyhouse.server import chair as chairs
from spyhouse.server import protocols
from spyhouse.server.doors import Limits
from tests.server.house import PATIENCE, Chair, OpenHouse, Visitor, open_house, run

log = logging.getLogger("fuzz")

BATCH = 50
FREE = Limits(10_000, 10_000, 10_000, 10_000, 1e9, 1e9, beat=0.0)
GAMES: dict[str, dict[str, Any]] = {
    "second": {"options": {"spy_ops": "first_player"}, "hot_seat": True},
    "connection": {"seats": 3, "hot_seat": True},
    "estoril": {"seats": 3, "hot_seat": True},
    "toy": {"seats": 3, "hot_seat": True},
    "wink": {"seats": 4, "bots": [None, "random", "random", "random"]},
}
NUMBERS = [0, 1, 2, 3, 5, 7, 12, 40, 93, -1, -2, 2**31, 2**63 - 1, 2**63, -(2**63) - 1, 10**30, 0.5, 1e300]
WORDS = [
    "",
    "a",
    "greedy",
    "random",
    "5",
    "0" * 64,
    "f" * 64,
    "\x00",
    "\u202e",
    "ą" * 50,
    "\ud800",
    "é" * 4000,
    "../../etc",
    "{seat}",
    "%s",
]
KINDS = [
    "sit",
    "stand",
    "invite",
    "start",
    "commit",
    "reveal",
    "draft",
    "play",
    "undo",
    "hint",
    "why",
    "resign",
    "rematch",
    "analyse",
    # no "ping": its answer says that all before it were answered
]
RARE = {"hint", "resign", "rematch", "analyse"}  # they start work that takes its time, or end the table


class Fuzz:
    """One attack: its dice, and what came of it."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.answers: Counter[str] = Counter()
        self.faults: list[str] = []

    # -- nonsense ----------------------------------------------------------------------------------------------------------

    def value(self, depth: int = 0) -> Any:
        dice = self.dice
        kind = dice.randrange(9 if depth < 3 else 5)
        if kind < 2:
            return dice.choice(NUMBERS)
        if kind < 4:
            return dice.choice(WORDS)
        if kind == 4:
            return dice.choice([None, True, False])
        if kind < 7:
            return [self.value(depth + 1) for _ in range(dice.choice([0, 1, 2, 70 if depth == 0 else 3]))]
        return {dice.choice([*WORDS[:6], "kind", "seat"]): self.value(depth + 1) for _ in range(dice.randrange(4))}

    def message(self, views: dict[int, dict[str, Any]]) -> str | bytes:
        """A request, mostly well formed, with members that are right, nearly right, or wrong."""
        dice = self.dice
        kind = dice.choice(KINDS)
        if kind in RARE and dice.random() < 0.9:
            kind = dice.choice(["draft", "play", "why"])
        view = views.get(dice.choice([*views])) if views else None
        seat = view["seat"] if view else dice.randrange(-2, 9)
        moves = view["moves"] if view else []
        actions = [
            dice.choice(moves)["action"] if moves and dice.random() < 0.6 else dice.randrange(-2, 340) for _ in range(dice.randrange(4))
        ]
        members: dict[str, Any] = {
            "seat": seat,
            "number": view["number"] if view else 1,
            "actions": actions,
            "move": dice.choice(moves)["move"] if moves else {"kind": "place"},
            "hash": dice.choice(WORDS),
            "entropy": dice.choice(WORDS),
            "bot": dice.choice(WORDS),
        }
        wanted = {
            "commit": ["seat", "hash"],
            "reveal": ["seat", "entropy"],
            "draft": ["seat", "actions"],
            "play": ["seat", "number", "actions"],
            "undo": ["seat", "number"],
            "hint": ["seat", "actions"],
            "why": ["seat", "move"],
            "invite": ["seat", "bot"],
        }.get(kind, ["seat"] if kind in ("sit", "stand", "resign") else [])
        request: dict[str, Any] = {"type": kind, **{name: members[name] for name in wanted}}
        if dice.random() < 0.35 and wanted:
            request[dice.choice(wanted)] = self.value()
        if dice.random() < 0.1:
            request[dice.choice(["more", "type", "seat", ""])] = self.value()
        if dice.random() < 0.05:
            request.pop(dice.choice([*request]))
        return self.garbled(json.dumps(request, ensure_ascii=dice.random() < 0.5)[:20_000])  # below what closes the socket

    def garbled(self, text: str) -> str | bytes:
        dice = self.dice
        if dice.random() < 0.85:
            return text if text.isprintable() else text.encode(errors="surrogatepass")
        raw = bytearray(text.encode(errors="surrogatepass"))
        for _ in range(dice.randrange(1, 6)):
            place = dice.randrange(len(raw) + 1)
            raw[place : place + dice.randrange(3)] = dice.randbytes(dice.randrange(3))
        return bytes(raw)

    # -- on sockets --------------------------------------------------------------------------------------------------------

    async def sockets(self, attacker: Visitor, victims: list[str], count: int) -> None:
        """Sends messages at the victims' tables and at tables of the attacker's own."""
        sent = 0
        while sent < count:
            own = self.dice.random() < 0.6
            slug = self.dice.choice([*GAMES])
            log.info("%d messages", sent)
            table = await attacker.lay(game=slug, **GAMES[slug]) if own else self.dice.choice(victims)
            try:
                async with attacker.at(table, max_size=None) as chair:
                    await chair.settle()
                    if own and self.dice.random() < 0.9:
                        await chair.send(type="start")
                        await chair.share([seat["seat"] for seat in chair.table["seats"] if seat["you"]])
                    for _ in range(20):
                        sent += await self._batch(chair, min(BATCH, count - sent))
            except TimeoutError:
                self.faults.append("a socket was not answered")
            except ConnectionClosed as why:
                code = why.rcvd.code if why.rcvd else 1006
                self.answers[f"closed {code}"] += 1
                if code not in (1007,):
                    self.faults.append(f"a socket was closed with {code}")

    async def _batch(self, chair: Chair, count: int) -> int:
        heard = len(chair.frames)
        for _ in range(count):
            await chair.wire.send(self.message(chair.views))
        await chair.settle()
        self.answers.update(json.loads(frame)["type"] for frame in chair.frames[heard:])
        chair.frames.clear()
        return count

    # -- over HTTP ---------------------------------------------------------------------------------------------------------

    def path(self, tables: list[str]) -> str:
        dice = self.dice
        table = dice.choice([*tables, "nowhere1", "%00", "a" * 300, "..", "%2e%2e%2f", "%ff%fe", "ż", ""])
        number = dice.choice(["0", "-1", "1", "9", "-9", "9" * 20, "9" * 5000, "9223372036854775808", "x", "%D9%A3", "1.5", "0x1", ""])
        word = dice.choice(
            ["en", "pl", "common", "page", "second", "wink", "..", "%2e%2e", "%00", "x" * 200, "x" * 9000, "%F0%9F%95%B5", "a%0d%0ab"]
        )
        other = dice.choice(["en", "second", "common", "nothing", "..%2f..%2fsecond"])
        return dice.choice(
            [
                "/",
                f"/t/{table}",
                f"/rules/{word}",
                f"/learn/{word}",
                f"/{word}",
                f"/assets/{word}",
                f"/assets/{word}/{word}",
                "/api/me",
                "/api/games",
                f"/api/games/{other}/terms",
                "/api/tables",
                f"/api/tables/{table}/link",
                f"/api/tables/{table}/qr.svg",
                f"/api/tables/{table}/record.json",
                f"/api/tables/{table}/replay/{number}",
                f"/api/tables/{table}/replay/{number}/{number}",
                f"/api/tables/{table}/socket",
                f"/api/words/{word}/{other}",
                f"/api/words/{other}/{word}",
                f"/api/rules/{word}/{other}",
                f"/api/lessons/{word}",
                f"/api/{word}?{word}={word}",
            ]
        )

    def body(self) -> bytes:
        dice = self.dice
        made: Any = dice.choice(
            [
                {"name": self.value()},
                {"game": dice.choice([*GAMES, *WORDS]), "seats": dice.choice([None, 2, 3, 4, *NUMBERS]), "hot_seat": True},
                {"game": dice.choice([*GAMES]), "options": {dice.choice(["profile", "spy_ops", "mode", "deck", "map", "x"]): self.value()}},
                {"game": dice.choice([*GAMES]), "bots": self.value()},
                {"options": self.value(), "seats": self.value()},
                self.value(),
            ]
        )
        if dice.random() < 0.1:
            depth = dice.choice([50, 500, 990, 5000])
            made = dice.choice(['{"game":"second","options":{"profile":%s}}', '{"name":%s}', "%s"]) % ("[" * depth + "]" * depth)
            return str(made).encode()
        garbled = self.garbled(json.dumps(made, ensure_ascii=dice.random() < 0.5))
        return garbled.encode(errors="surrogatepass") if isinstance(garbled, str) else garbled

    def request(self, port: int, cookie: str, tables: list[str]) -> bytes:
        dice = self.dice
        method = dice.choice(["GET", "GET", "GET", "POST", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "BREW"])
        here = f"localhost:{port}"
        host = dice.choice([here] * 30 + ["127.0.0.1:" + "0" * 3000, "evil.example", "x.local", "[::1]", "[fe80::1%25eth0]", ""])
        headers = {"host": host, "origin": dice.choice([f"http://{here}"] * 6 + [f"https://{here}", "null", "x" * 3000])}
        headers["cookie"] = dice.choice([cookie] * 6 + ["guest=", "guest=a.b", "guest=\xff", "; ;=;", "guest=" + "x" * 3000])
        headers["accept"] = dice.choice(["*/*", "text/html", "application/json", "\xff", ""])
        headers["accept-encoding"] = dice.choice(["gzip", "identity", "br;q=x"])
        headers["range"] = dice.choice(["", "bytes=0-", "bytes=9-1", "bytes=x"])
        headers["content-type"] = dice.choice(
            ["application/json", "text/plain", "multipart/form-data; boundary=x", "application/json; charset=nil", ";"]
        )
        body = self.body() if method in ("POST", "PUT") else b""
        if dice.random() < 0.1:
            headers["transfer-encoding"] = "chunked"
            payload = b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body) if body else b"0\r\n\r\n"
        else:
            headers["content-length"] = str(len(body)) if dice.random() < 0.99 else dice.choice(["-1", "x", "99999999999999999999"])
            payload = body
        if dice.random() < 0.05:
            headers |= {
                "connection": "upgrade",
                "upgrade": "websocket",
                "sec-websocket-version": dice.choice(["13", "x"]),
                "sec-websocket-key": "x",
            }
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        path = self.path(tables).encode("ascii", "ignore").decode()
        return f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode("latin-1") + payload

    async def requests(self, port: int, cookie: str, tables: list[str], count: int) -> None:
        """Each on a connection of its own, because some of them break it."""
        for _ in range(count):
            request = self.request(port, cookie, tables)
            head = await _answer(port, request)
            status = head[9:12].decode("latin-1") or "cut off"
            self.answers[f"HTTP {status}"] += 1
            if status.startswith("5"):
                self.faults.append(f"{status} for {request[:200]!r}")
            elif head and status != "101" and b"x-content-type-options: nosniff" not in head.lower():
                self.faults.append(f"{status} without headers for {request[:200]!r}")


async def _answer(port: int, request: bytes) -> bytes:
    """The head of the answer, or nothing if the connection was cut."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(request)
        return await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
    except (asyncio.IncompleteReadError, ConnectionError, TimeoutError):
        return b""
    finally:
        writer.close()


# -- The house that is attacked --------------------------------------------------------------------------------------------


class Ear(logging.Handler):
    """Hears whatever is logged and should not be."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(f"{record.name}: {record.getMessage()}" + (" (traceback)" if record.exc_info else ""))


@asynccontextmanager
async def victims(house: OpenHouse) -> AsyncIterator[list[str]]:
    """Tables of somebody else: one of each game under way, one before its start, one that is over."""
    owner = await house.visitor()
    tables: list[str] = []
    async with AsyncExitStack() as stack:
        tables.append(await owner.lay(game="wink", **GAMES["wink"]))
        for slug in ("second", "connection", "estoril", "toy"):
            tables.append(await owner.lay(game=slug, **GAMES[slug]))
            chair = await stack.enter_async_context(owner.at(tables[-1]))
            await chair.settle()
            await chair.send(type="start")
            await chair.share([seat["seat"] for seat in chair.table["seats"] if seat["you"]])
        tables.append(await owner.lay(game="second", hot_seat=True))
        tables.append(await owner.lay(game="second", bots=[None, "random"]))
        chair = await stack.enter_async_context(owner.at(tables[-1]))
        await chair.send(type="start")
        await chair.share([0])
        await chair.send(type="resign", seat=0)
        await chair.hear_until("table", phase="over")
        listening = asyncio.create_task(_stay(chair))
        try:
            yield tables
        finally:
            listening.cancel()


async def _stay(chair: Chair) -> None:
    while True:
        await chair.wire.recv()


async def kept(house: OpenHouse, data: Path, tables: list[str]) -> dict[str, Any]:
    """What is on disk and in memory of these tables."""
    found: dict[str, Any] = {}
    engine = create_engine(f"sqlite:///{data / 'spyhouse.sqlite'}")
    with engine.connect() as connection:
        for id in tables:
            row = [tuple(row) for row in connection.execute(text("select * from tables where id = :id"), {"id": id})]
            book = [tuple(row) for row in connection.execute(text('select * from moves where "table" = :id'), {"id": id})]
            table = await house.table(id)
            found[id] = (row, book, table.phase, table.match.record().dumps() if table.match else "", str(table.plan))
    engine.dispose()
    return found


async def attack(data: Path, messages: int, requests: int, seed: int) -> Fuzz:
    """One attack on a house in that folder; its faults are what must not be."""
    fuzz, ear = Fuzz(seed), Ear()
    loggers = [logging.getLogger(name) for name in ("spyhouse", "uvicorn.error", "asyncio", "litestar")]
    for logger in loggers:
        logger.addHandler(ear)
    free = {"RATE": 1e9, "BURST": 1e9, "OUTBOX": 10**9, "OUTBOX_BYTES": 10**12}
    lifted = [*(patch.object(chairs, name, most) for name, most in free.items())]
    lifted += [patch.object(protocols, name, 1e9) for name in ("FRAMES", "FRAMES_AT_ONCE")]
    lifted.append(patch.object(protocols, "REQUEST_SECONDS", 1.0))  # some bodies are shorter than they say
    async with AsyncExitStack() as stack:
        for one in lifted:
            stack.enter_context(one)
        house = await stack.enter_async_context(open_house(data, limits=FREE, workers=1))
        tables = await stack.enter_async_context(victims(house))
        attacker = await house.visitor()
        before = await kept(house, data, tables)
        await fuzz.sockets(attacker, tables, messages)
        await fuzz.requests(house.port, attacker.cookie, tables, requests)
        after = await kept(house, data, tables)
        fuzz.faults += [f"table {id} was changed" for id in tables if before[id] != after[id]]
        assert (await attacker.client.get("/api/me")).status_code == 200
    for logger in loggers:
        logger.removeHandler(ear)
    fuzz.faults += [f"logged: {line}" for line in ear.heard]
    return fuzz


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.server.fuzz", description=__doc__)
    parser.add_argument("--messages", type=int, default=200_000)
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    logging.basicConfig(level=logging.CRITICAL)
    log.setLevel(logging.INFO)
    began = time.monotonic()

    async def whole() -> None:
        with tempfile.TemporaryDirectory() as folder:
            fuzz = await attack(Path(folder), asked.messages, asked.requests, asked.seed)
        print(f"{asked.messages} messages and {asked.requests} requests in {time.monotonic() - began:.0f} s")
        print("answers:", ", ".join(f"{name} {count}" for name, count in fuzz.answers.most_common()))
        for fault, count in Counter(fuzz.faults).most_common(40):
            print(f"FAULT ({count} times): {fault}")
        if fuzz.faults:
            raise SystemExit(1)
        print("no fault")

    assert spyhouse.games()
    run(whole())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
