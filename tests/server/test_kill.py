"""A house that is killed again and again loses no move it has acknowledged."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.house import ROOT, environment
from tests.server.house import Chair, Visitor, free_port, run

SERVE = """
import sys
from pathlib import Path
from spyhouse.server.app import Config
from spyhouse.server.serve import serve
serve(Config(Path(sys.argv[1]), pace=0.0), "127.0.0.1", int(sys.argv[2]), False)
"""


class MortalHouse:
    """A house in a process of its own."""

    def __init__(self, data: Path, port: int) -> None:
        self.data = data
        self.port = port
        self.process: subprocess.Popen[bytes] | None = None

    async def open(self) -> None:
        command = [sys.executable, "-c", SERVE, str(self.data), str(self.port)]
        self.process = subprocess.Popen(command, cwd=ROOT, env=environment(), stdout=subprocess.DEVNULL, start_new_session=True)
        async with httpx.AsyncClient() as client:
            while True:
                try:
                    await client.get(f"http://localhost:{self.port}/api/games")
                    return
                except httpx.TransportError:
                    assert self.process.poll() is None, "the house did not open"
                    await asyncio.sleep(0.05)

    def kill(self) -> None:
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@pytest.mark.parametrize("most", [pytest.param(8, marks=pytest.mark.slow), pytest.param(100, marks=[pytest.mark.slow, pytest.mark.long])])
def test_every_acknowledged_move_survives_every_kill(tmp_path: Path, most: int) -> None:
    async def main() -> None:
        house = MortalHouse(tmp_path, free_port())
        await house.open()
        try:
            address = f"http://localhost:{house.port}"
            async with httpx.AsyncClient(base_url=address, headers={"origin": address}) as client:
                await client.get("/api/me")
                visitor = Visitor(client, house.port)
                acknowledged: dict[str, list[tuple[int, int]]] = {}
                kills = 0
                while kills < most:
                    id = await visitor.lay(game="second", hot_seat=True, ask_all=True)
                    acknowledged[id] = []
                    over = False
                    while not over:
                        moves_before_the_kill = 1 + (kills * 7) % 5
                        over = await play_on(visitor, id, acknowledged[id], moves_before_the_kill)
                        if not over:
                            house.kill()
                            kills += 1
                            await house.open()
                for id, moves in acknowledged.items():
                    text = (await client.get(f"/api/tables/{id}/record.json")).json()
                    played = [(who, move) for who, move, _ in text["log"] if who != "*"]
                    assert [(seat, move) for seat, move in moves] == played
        finally:
            house.kill()

    run(main())


async def play_on(visitor: Visitor, id: str, acknowledged: list[tuple[int, int]], most: int) -> bool:
    """Takes the table up, checks that all acknowledged moves are there, plays some more; whether the match is over."""
    async with visitor.at(id) as chair:
        await chair.settle()
        if chair.table["phase"] == "lobby":
            await chair.send(type="start")
            await chair.share([0, 1])
            await chair.settle()
        for seat in (0, 1):
            assert chair.views[seat]["number"] == 1 + len([move for move in acknowledged if move[0] == seat])
        for _ in range(most):
            if not await one_move(chair, acknowledged):
                return True
        return False


async def one_move(chair: Chair, acknowledged: list[tuple[int, int]]) -> bool:
    owing = chair.views[0]["show"]["to_act"]
    if not owing:
        return False
    seat = int(owing[0])
    move = chair.views[seat]["moves"][len(acknowledged) % len(chair.views[seat]["moves"])]
    try:
        answer = await chair.play(seat, move["action"])
    except ConnectionClosed:
        return True
    assert answer["accepted"]
    acknowledged.append((seat, move["text"]))
    await chair.settle()
    return bool(chair.views[0]["show"]["to_act"])
