"""`python -m bench.commits`: can a seat tell by the clock that another one has committed in secret? On this machine only.

Four people play Wink. One of them opens as many sockets as the house allows and asks on all of them, all the time, whether the
house is there. In half of the windows another seat commits, which closes nothing and which nobody may notice; in the other half
nothing happens. A guesser learns on one half of the windows, by measures of the delays and of the lateness after a beat, and
guesses the other half. 50 % is chance; the promise is 60 % at most. `--source FOLDER` measures another checkout the same way.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.frames import Frame, Opcode

from bench.floods import ROOT, Guest, Target, house, opened
from spyhouse.server.doors import Limits

SEATS = 4
GUESTS = 5  # that the guesser comes as, each with as many windows as one guest may have
SOCKETS = 60  # from one address, with those of the three others
WINDOW = 0.4  # seconds
CHANGES = 30  # commits of one seat in one step, below what the house allows
PROMISE = 0.6
PING = Frame(Opcode.TEXT, b'{"type":"ping"}').serialize(mask=True)
BEAT = Limits().beat
MEASURES: dict[str, Callable[[list[float]], float]] = {  # of the delays of one window
    "longest": max,
    "mean": statistics.mean,
    "median": statistics.median,
    "second longest": lambda waits: sorted(waits)[-2],
    "upper tenth": lambda waits: statistics.mean(sorted(waits)[-max(1, len(waits) // 10) :]),
}


# -- The guesser's own process: asks and notes when and how long it waited ---------------------------------------------------------


class Asker(asyncio.Protocol):
    """One socket that asks again as soon as the time has come."""

    def __init__(self, noted: list[tuple[float, float]], pause: float) -> None:
        self.noted = noted
        self.pause = pause
        self.asked = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        asyncio.get_running_loop().call_later(random.random() * self.pause, self.ask)

    def ask(self) -> None:
        if not self.transport.is_closing():
            self.asked = time.monotonic()
            self.transport.write(PING)

    def data_received(self, data: bytes) -> None:
        if b'"pong"' in data:
            now = time.monotonic()
            self.noted.append((self.asked, now - self.asked))
            asyncio.get_running_loop().call_later(max(0.0, self.pause - (now - self.asked)) * (0.5 + random.random()), self.ask)


async def ask_on(targets: list[Target], rate: float, seconds: float) -> list[tuple[float, float]]:
    noted: list[tuple[float, float]] = []
    loop = asyncio.get_running_loop()
    for target in targets:
        with suppress(OSError):  # the house is full
            wire = opened(target)
            wire.setblocking(False)
            await loop.create_connection(lambda: Asker(noted, 1 / rate), sock=wire)
    print(sum(1 for _ in targets), flush=True)
    await asyncio.sleep(seconds)
    return noted


# -- The others ---------------------------------------------------------------------------------------------------------------------


class Player:
    """A person at the table, on one socket."""

    def __init__(self, wire: ClientConnection) -> None:
        self.wire = wire
        self.phase = ""
        self.view: dict[str, Any] = {}
        self.accepted: dict[int, bool] = {}

    async def listen(self) -> None:
        async for frame in self.wire:
            news = json.loads(frame)
            if news["type"] == "table":
                self.phase = news["phase"]
            if news["type"] == "view":
                self.view = news
            if news["type"] == "answer":
                self.accepted[news["number"]] = news["accepted"]

    async def say(self, **request: Any) -> None:
        await self.wire.send(json.dumps(request))

    async def until(self, what: Callable[[], bool]) -> None:
        async with asyncio.timeout(30):
            while not what():
                await asyncio.sleep(0.01)


async def dealt(players: list[Player]) -> None:
    """Sits everybody down and deals."""
    for seat, player in enumerate(players):
        if seat:
            await player.say(type="sit", seat=seat)
    await asyncio.sleep(0.5)
    await players[0].say(type="start")
    for phase in ("commit", "reveal"):
        for seat, player in enumerate(players):
            await player.until(lambda: player.phase == phase)  # noqa: B023  # awaited at once
            share = {"hash": sha256(b"x").hexdigest()} if phase == "commit" else {"entropy": "x"}
            await player.say(type=phase, seat=seat, **share)
    for player in players:
        await player.until(lambda: bool(player.view))  # noqa: B023  # awaited at once


async def until_all_choose(players: list[Player]) -> dict[int, int]:
    """Plays on to a new step in which all seats choose in secret; how often each of the others may still commit there."""
    for _ in range(100):
        for seat in players[0].view["show"]["to_act"]:
            if players[seat].view["moves"]:  # the table answers for a seat that has no choice
                await commit(players[seat], seat)
        await asyncio.sleep(0.5)
        owing = players[0].view["show"]["to_act"]
        if len(owing) == SEATS and all(len(player.view["moves"]) > 2 for player in players):
            return dict.fromkeys(owing[1:], CHANGES)  # the guesser's own seat stays open: so nothing closes
    raise SystemExit("No such step was found: the bench is out of date.")


async def windows(players: list[Player], count: int) -> list[tuple[float, bool]]:
    """Half of the windows with a commit at some moment, half without, in no order; when each began."""
    plan = [True, False] * (count // 2)
    random.shuffle(plan)
    found: list[tuple[float, bool]] = []
    left: dict[int, int] = {}
    for commits in plan:
        if commits and not any(left.values()):
            left = await until_all_choose(players)
        begin = time.monotonic()
        await asyncio.sleep(random.random() * WINDOW / 3)
        if commits:
            seat = random.choice([seat for seat in left if left[seat]])
            left[seat] -= 1
            await commit(players[seat], seat)
        await asyncio.sleep(max(0.0, begin + WINDOW - time.monotonic()))
        found.append((begin, commits))
    return found


async def commit(player: Player, seat: int) -> None:
    """Chooses, or thinks again: both are secret, and neither closes the step."""
    number, moves = player.view["number"], [move["action"] for move in player.view["moves"]]
    await player.say(type="play", seat=seat, number=number, actions=[random.choice(moves)])
    await player.until(lambda: number in player.accepted)
    if not player.accepted[number]:
        raise SystemExit("A commit was refused: the bench is out of date.")


# -- The guess ------------------------------------------------------------------------------------------------------------------------


def accuracy(scores: list[tuple[float, bool]]) -> float:
    """How often a threshold learnt on one half is right on the other, both ways."""
    half = len(scores) // 2
    right = sum(_right(train, test) for train, test in ((scores[:half], scores[half:]), (scores[half:], scores[:half])))
    return right / len(scores)


def _right(train: list[tuple[float, bool]], test: list[tuple[float, bool]]) -> int:
    limits = sorted({score for score, _ in train})
    best = max(
        (sum((score > limit) == (truth == above) for score, truth in train), limit, above) for limit in limits for above in (True, False)
    )
    return sum((score > best[1]) == (truth == best[2]) for score, truth in test)


async def measure(source: Path, count: int, rate: float) -> float:
    with house(source) as port:
        people = [Guest(port) for _ in range(SEATS)]
        table = people[0].lay(game="wink", seats=SEATS)
        async with people[0].at(table) as a, people[1].at(table) as b, people[2].at(table) as c, people[3].at(table) as d:
            players = [Player(wire) for wire in (a, b, c, d)]
            listening = [asyncio.create_task(player.listen()) for player in players]
            await dealt(players)
            guesser = [people[0], *(Guest(port) for _ in range(GUESTS - 1))]
            targets = [Target(port, table, guesser[place % GUESTS].cookie) for place in range(SOCKETS)]
            seconds = count * (WINDOW + 0.05) + 6
            asking = subprocess.Popen(
                [sys.executable, "-m", "bench.commits", "--ask", json.dumps(targets), "--rate", str(rate), "--seconds", str(seconds)],
                cwd=ROOT,
                stdout=subprocess.PIPE,
                text=True,
            )
            assert asking.stdout is not None
            asking.stdout.readline()
            await asyncio.sleep(1.0)
            found = await windows(players, count)
            for task in listening:
                task.cancel()
            noted: list[tuple[float, float]] = json.loads(await asyncio.to_thread(asking.stdout.read))
            asking.wait(20)
    return _report(found, noted)


def _report(found: list[tuple[float, bool]], noted: list[tuple[float, float]]) -> float:
    print(f"{len(noted)} questions answered, {len(found)} windows, {len(noted) / len(found):.0f} questions a window")
    late = _lateness(noted)
    rates: dict[str, float] = {}
    for kind, delays in (("delay", [wait for _, wait in noted]), ("lateness", late)):
        within = [
            ([delay for (asked, _), delay in zip(noted, delays, strict=True) if begin - 0.05 <= asked < begin + WINDOW], truth)
            for begin, truth in found
        ]
        for truth, name in ((True, "with a commit"), (False, "without")):
            some = sorted(delay for delays, is_commit in within if is_commit == truth for delay in delays)
            print(f"  {kind} {name:14} median {statistics.median(some) * 1000:6.2f} ms, 99 % {some[len(some) * 99 // 100] * 1000:6.2f} ms")
        for name, score in MEASURES.items():
            rates[f"{name} {kind}"] = accuracy([(score(delays), truth) for delays, truth in within if len(delays) > 2])
    for name, rate in rates.items():
        print(f"  guessed right by the {name:24} {rate:6.1%}")
    return max(rates.values())


def _lateness(noted: list[tuple[float, float]]) -> list[float]:
    """How long after the beat each answer came: a guesser who knows the beat sees through it."""
    phases = [(asked + wait) % BEAT for asked, wait in noted]
    bins = Counter(int(phase / BEAT * 160) for phase in phases)
    first = bins.most_common(1)[0][0] / 160 * BEAT
    return [late if (late := (phase - first) % BEAT) < BEAT * 0.9 else 0.0 for phase in phases]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.commits", description=__doc__)
    parser.add_argument("--source", type=Path, default=ROOT, help="the checkout that is measured (default: this one)")
    parser.add_argument("--windows", type=int, default=400, help="half of them with a commit (default: %(default)s)")
    parser.add_argument("--rate", type=float, default=8.0, help="questions a second on each socket (default: %(default)s)")
    parser.add_argument("--ask", help=argparse.SUPPRESS)  # this process is the one that asks
    parser.add_argument("--seconds", type=float, help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    if asked.ask:
        print(json.dumps(asyncio.run(ask_on([Target(*target) for target in json.loads(asked.ask)], asked.rate, asked.seconds))))
        return 0
    best = asyncio.run(measure(asked.source, asked.windows, asked.rate))
    print(f"best guess: {best:.1%} (promise: at most {PROMISE:.0%})")
    return 0 if best <= PROMISE else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
