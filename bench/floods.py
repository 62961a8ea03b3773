"""`python -m bench.floods`: how long a bystander waits for an answer while somebody floods the house. On this machine only.

A house runs in a process of its own, the flood in another, and a bystander at a table of his own asks every 50 ms whether
the house is there. `--source FOLDER` measures another checkout (its `src`) the same way, to compare before and after.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.frames import Frame, Opcode

ROOT = Path(__file__).resolve().parent.parent
EVERY = 0.05  # seconds between two questions of the bystander
CROWD = 300  # sockets that the crowd tries to open
SERVE = """
import sys
from pathlib import Path
from spyhouse.server.app import Config
from spyhouse.server.serve import serve
if __name__ == "__main__":
    serve(Config(Path(sys.argv[1]), pace=0.0), "127.0.0.1", int(sys.argv[2]), False)
"""


class Target(NamedTuple):
    """What is flooded: the house, a table in it, and the cookie of the guest who floods."""

    port: int
    table: str
    cookie: str


# -- Floods, each until its time is up; whoever is thrown out comes back at once ------------------------------------------------


def opened(target: Target) -> socket.socket:
    """A bare socket at the table."""
    wire = socket.create_connection(("127.0.0.1", target.port), timeout=2)
    host = f"localhost:{target.port}"
    lines = [
        f"GET /api/tables/{target.table}/socket HTTP/1.1",
        f"host: {host}",
        f"origin: http://{host}",
        f"cookie: {target.cookie}",
        "connection: upgrade",
        "upgrade: websocket",
        "sec-websocket-version: 13",
        "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==",
    ]
    wire.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
    if b" 101 " not in wire.recv(4096).partition(b"\r\n")[0]:
        raise ConnectionError("refused")
    return wire


def plain(target: Target) -> socket.socket:
    return socket.create_connection(("127.0.0.1", target.port), timeout=2)


def poured(open: Callable[[Target], socket.socket], first: bytes, drop: bytes) -> Callable[[Target, float], None]:
    """Pours the same bytes into one connection, as fast as it takes them, and reads away what comes back."""

    def flood(target: Target, until: float) -> None:
        drops = drop * max(1, 60_000 // len(drop))
        while time.monotonic() < until:
            with suppress(OSError), open(target) as wire:
                wire.sendall(first)
                wire.setblocking(False)
                _pour(wire, drops, until)
            time.sleep(0.01)

    return flood


def _pour(wire: socket.socket, drops: bytes, until: float) -> None:
    left = b""
    while time.monotonic() < until:
        left = left or drops
        with suppress(BlockingIOError):
            left = left[wire.send(left) :]
        with suppress(BlockingIOError):
            if not wire.recv(1 << 20):
                return
        time.sleep(0.0005)


def frames(opcode: Opcode, payload: bytes = b"", fin: bool = True) -> bytes:
    return Frame(opcode, payload, fin).serialize(mask=True)


def comings_and_goings(target: Target, until: float) -> None:
    """Opens sockets and cuts them off again."""
    while time.monotonic() < until:
        with suppress(OSError):
            opened(target).close()


def crowd(target: Target, until: float) -> None:
    """As many onlookers as the house lets in; a third of them go at once when the time is nearly up."""
    wires: list[socket.socket] = []
    for _ in range(CROWD):
        if time.monotonic() > until - 2:
            break
        with suppress(OSError):
            wire = opened(target)
            wire.setblocking(False)
            wires.append(wire)
    while time.monotonic() < until - 1:
        for wire in wires:
            with suppress(OSError):
                wire.recv(1 << 20)
        time.sleep(0.02)
    for wire in wires[: len(wires) // 3]:
        wire.close()
    time.sleep(1)


GET = b"GET /api/games HTTP/1.1\r\nhost: localhost\r\n\r\n"
POST = b"POST /api/me HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n"
FLOODS: dict[str, Callable[[Target, float], None]] = {
    "nothing": lambda _, until: time.sleep(max(0.0, until - time.monotonic())),
    "pings": poured(opened, b"", frames(Opcode.PING)),
    "pongs": poured(opened, b"", frames(Opcode.PONG)),
    "fragments": poured(opened, frames(Opcode.TEXT, fin=False), frames(Opcode.CONT, fin=False)),
    "messages": poured(opened, b"", frames(Opcode.TEXT, b'{"type":"ping"}')),
    "requests": poured(plain, b"", GET),
    "crumbs": poured(plain, POST, b"1\r\na\r\n"),
    "comings and goings": comings_and_goings,
    "crowd": crowd,
}

# -- The house, the bystander, and a table that goes on ------------------------------------------------------------------------


@contextmanager
def house(source: Path) -> Iterator[int]:
    """A house of that checkout in a process of its own; its port."""
    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
        probe.close()
        script = Path(folder) / "serve.py"
        script.write_text(SERVE)
        environment = {**os.environ, "PYTHONPATH": str(source / "src")}
        process = subprocess.Popen(
            [sys.executable, str(script), folder, str(port)], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            for _ in range(200):
                with suppress(httpx.TransportError):
                    httpx.get(f"http://localhost:{port}/api/games")
                    break
                time.sleep(0.1)
            yield port
        finally:
            process.kill()  # one that is flooded may take its time to close
            process.wait()


class Guest:
    """Somebody in the house."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.client = httpx.Client(base_url=f"http://localhost:{port}", headers={"origin": f"http://localhost:{port}"}, timeout=30)
        self.client.get("/api/me").raise_for_status()

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())

    def lay(self, **table: Any) -> str:
        return str(self.client.post("/api/tables", json=table).raise_for_status().json()["id"])

    def at(self, table: str) -> connect:
        address = f"ws://localhost:{self.port}/api/tables/{table}/socket"
        headers = {"cookie": self.cookie}
        return connect(address, origin=f"http://localhost:{self.port}", additional_headers=headers, max_size=None, compression=None)  # type: ignore[arg-type]  # a str


async def started(wire: ClientConnection, seats: int) -> dict[int, dict[str, Any]]:
    """Starts a table whose seats are all on this device; its views."""
    views: dict[int, dict[str, Any]] = {}
    await wire.send('{"type":"start"}')
    phase = ""
    while len(views) < seats:
        news = json.loads(await wire.recv())
        if news["type"] == "view":
            views[news["seat"]] = news
        if news["type"] == "table" and news["phase"] != phase:
            phase = news["phase"]
            for seat in range(seats):
                if phase == "commit":
                    await wire.send(json.dumps({"type": "commit", "seat": seat, "hash": sha256(b"x").hexdigest()}))
                if phase == "reveal":
                    await wire.send(json.dumps({"type": "reveal", "seat": seat, "entropy": "x"}))
    return views


async def play_on(wire: ClientConnection, views: dict[int, dict[str, Any]], until: float) -> int:
    """Plays some move twice a second; how many were played."""
    played = 0
    while time.monotonic() < until:
        seat = next((seat for seat in views[0]["show"]["to_act"] if views[seat]["moves"]), None)
        if seat is None:
            break
        request = {"type": "play", "seat": seat, "number": views[seat]["number"], "actions": [views[seat]["moves"][-1]["action"]]}
        await wire.send(json.dumps(request))
        answered = False
        with suppress(asyncio.TimeoutError):
            async with asyncio.timeout(0.5):
                while True:
                    news = json.loads(await wire.recv())
                    if news["type"] == "view":
                        views[news["seat"]] = news
                    answered = answered or (news["type"] == "answer" and news["accepted"])
        played += answered
    return played


async def waits(guest: Guest, table: str, until: float) -> list[float]:
    """How long each answer to a bystander's question took."""
    found: list[float] = []
    async with guest.at(table) as wire:
        while time.monotonic() < until:
            asked = time.monotonic()
            await wire.send('{"type":"ping"}')
            while '"pong"' not in str(await wire.recv()):
                pass
            found.append(time.monotonic() - asked)
            await asyncio.sleep(EVERY)
    return found


async def beside(port: int, name: str, seconds: float) -> tuple[list[float], int]:
    """The bystander's waits beside one flood, and the moves that a table of four was able to play meanwhile."""
    host, flooder, bystander = Guest(port), Guest(port), Guest(port)
    table, other = host.lay(game="estoril", seats=4, hot_seat=True), bystander.lay(game="second", hot_seat=True)
    async with host.at(table) as wire:
        views = await started(wire, 4)
        target = json.dumps([port, table, flooder.cookie])
        flood = subprocess.Popen(
            [sys.executable, "-m", "bench.floods", "--flood", name, "--target", target, "--seconds", str(seconds)], cwd=ROOT
        )
        await asyncio.sleep(1.0)  # until it pours
        until = time.monotonic() + seconds
        try:
            found, played = await asyncio.gather(waits(bystander, other, until), play_on(wire, views, until))
        finally:
            flood.kill()
            flood.wait()
    return found, played


def measure(source: Path, names: list[str], seconds: float) -> None:
    print(f"{'flood':20} {'median ms':>10} {'95 % ms':>10} {'longest ms':>11} {'answers':>8} {'moves':>6}")
    for name in names:
        with house(source) as port:
            try:
                found, played = asyncio.run(beside(port, name, seconds))
            except (OSError, WebSocketException, httpx.HTTPError) as why:
                print(f"{name:20} the bystander was thrown out: {type(why).__name__}")
                continue
        if not found:
            print(f"{name:20} the bystander got no answer at all")
            continue
        found.sort()
        middle, late = statistics.median(found) * 1000, found[int(len(found) * 0.95)] * 1000
        print(f"{name:20} {middle:10.1f} {late:10.1f} {found[-1] * 1000:11.1f} {len(found):8} {played:6}", flush=True)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.floods", description=__doc__)
    parser.add_argument("--source", type=Path, default=ROOT, help="the checkout whose house is flooded (default: this one)")
    parser.add_argument(
        "--floods", nargs="+", choices=[*FLOODS], default=[*FLOODS], metavar="NAME", help=f"only these: {', '.join(FLOODS)}"
    )
    parser.add_argument("--seconds", type=float, default=6.0, help="how long each lasts (default: %(default)s)")
    parser.add_argument("--flood", choices=[*FLOODS], help=argparse.SUPPRESS)  # this process is the one that floods
    parser.add_argument("--target", help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    if asked.flood:
        FLOODS[asked.flood](Target(*json.loads(asked.target)), time.monotonic() + 1 + min(asked.seconds, 60.0))
    else:
        measure(asked.source, asked.floods, asked.seconds)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
