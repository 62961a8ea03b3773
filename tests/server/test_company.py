"""The bots' worker processes: one that is stopped or killed never keeps a table waiting, and hints come from a View alone."""

from __future__ import annotations

import os
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from spyhouse import bots, game
from spyhouse.rules.kit.contract import NO_ACTION
from spyhouse.server.company import Pool, Workers, choose, takes
from tests.server.house import Chair, OpenHouse, open_house, run

SEED = 5


def view_bytes() -> bytes:
    return bytes(game("second").start(seed=3).view(0))


def by_level_1() -> int:
    return bots.think("second", "1", view_bytes(), SEED).choice


def with_workers(work: Callable[[Workers], Awaitable[None]]) -> None:
    async def main() -> None:
        workers = Workers()
        try:
            await workers.choose("second", "1", view_bytes(), SEED)  # all are up
            await work(workers)
        finally:
            workers.close()

    run(main())


def send_to(pool: Pool, what: signal.Signals) -> None:
    """A signal to every process of a pool."""
    for desk in pool._desks:
        for pid in desk._pool._processes:
            os.kill(pid, what)


@pytest.mark.slow
@pytest.mark.parametrize("harm", [signal.SIGSTOP, signal.SIGKILL])
def test_a_hung_or_killed_worker_is_replaced_and_a_lower_level_answers_meanwhile(harm: signal.Signals) -> None:
    async def play(workers: Workers) -> None:
        send_to(workers._thinking, harm)
        assert await workers.choose("second", "4", view_bytes(), SEED) == by_level_1()
        assert await workers.choose("second", "random", view_bytes(), SEED) == bots.think("second", "random", view_bytes(), SEED).choice

    with_workers(play)


@pytest.mark.slow
def test_when_all_workers_hang_the_table_is_told_so_and_the_next_ones_answer() -> None:
    async def play(workers: Workers) -> None:
        send_to(workers._thinking, signal.SIGSTOP)
        send_to(workers._reserve, signal.SIGSTOP)
        assert await workers.choose("second", "1", view_bytes(), SEED) == NO_ACTION
        assert await workers._reserve.ask(60.0, choose, "second", "1", view_bytes(), SEED) == by_level_1()
        assert await workers._thinking.ask(60.0, choose, "second", "1", view_bytes(), SEED) == by_level_1()

    with_workers(play)


def test_where_something_is_hidden_every_move_of_a_patient_bot_takes_equally_long() -> None:
    assert takes("wink", "1") == 0.0
    assert takes("second", "5") == 0.0  # all lies open: a forced move may come at once


async def begin(chair: Chair) -> None:
    await chair.hear_until("table", phase="lobby")
    await chair.send(type="start")
    await chair.share([0])
    while not chair.views.get(0, {}).get("moves"):
        await chair.hear()


@pytest.mark.slow
def test_a_hint_names_legal_moves_with_their_worth_and_changes_nothing(tmp_path: Path) -> None:
    async def play(house: OpenHouse) -> None:
        visitor = await house.visitor()
        id = await visitor.lay(game="second", bots=[None, "random"])
        async with visitor.at(id) as chair:
            await begin(chair)
            before = dict(chair.views[0])
            await chair.send(type="hint", seat=0, actions=[])
            await chair.send(type="hint", seat=0, actions=[])
            assert "One at a time" in (await chair.hear_until("problem"))["problem"]["why"]
            hint = await chair.hear_until("hint", seat=0)
            legal = [move["action"] for move in before["moves"]]
            assert 1 <= len(hint["moves"]) <= 3
            assert all(found["move"]["action"] in legal and -1 <= found["worth"] <= 1 for found in hint["moves"])
            assert hint["number"] == before["number"]
            assert chair.views[0] == before

    run(in_a_house(tmp_path, play))


@pytest.mark.slow
def test_a_table_without_hints_gives_none(tmp_path: Path) -> None:
    async def play(house: OpenHouse) -> None:
        visitor = await house.visitor()
        for more in ({"bots": [None, "random"], "hints": False}, {"hot_seat": True}):
            id = await visitor.lay(game="second", **more)
            async with visitor.at(id) as chair:
                await chair.hear_until("table", phase="lobby", hints=False)
                await chair.send(type="start")
                await chair.share([seat["seat"] for seat in chair.table["seats"] if seat["you"]])
                await chair.send(type="hint", seat=0, actions=[])
                assert "no hints at this table" in (await chair.hear_until("problem"))["problem"]["why"]

    run(in_a_house(tmp_path, play))


async def in_a_house(data: Path, play: Callable[[OpenHouse], Awaitable[None]]) -> None:
    async with open_house(data, pace=0.0) as house:
        await play(house)
