"""The bots' worker processes: one that is stopped or killed never keeps a table waiting, and hints come from a View alone."""

from __future__ import annotations

import os
import signal
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from spyhouse import bots, game
from spyhouse.bots.hindsight import choices
from spyhouse.rules.kit.contract import NO_ACTION
from spyhouse.rules.kit.errors import SpyhouseError
from spyhouse.rules.kit.records import Match
from spyhouse.server import company
from spyhouse.server.company import DEFAULT, Failed, Played, Pool, Workers, takes
from tests.own_pieces import on_shelf, template
from tests.server import trouble
from tests.server.house import Chair, OpenHouse, open_house, run

SEED = 5


def view_bytes() -> bytes:
    return bytes(game("second").start(seed=3).view(0))


def by_level_1() -> int:
    return bots.think("second", "1", view_bytes(), SEED).choice


def with_workers(work: Callable[[Workers], Awaitable[None]], **adopted: str) -> None:
    async def main() -> None:
        workers = Workers(1, adopted)
        try:
            await work(workers)
        finally:
            workers.close()

    run(main())


async def ask(pool: Pool, work: Callable[..., Any], *arguments: Any) -> Any:
    return await pool.ask(game("second").terms(), 0.1, 20.0, work, *arguments)


async def start(workers: Workers) -> None:
    """Waits until both the thinking worker and the reserve are up."""
    for pool in (workers._thinking, workers._reserve):
        assert await ask(pool, trouble.say, "here") == "here"


def send_to(pool: Pool, what: signal.Signals) -> None:
    """A signal to every process of a pool."""
    for desk in pool._desks:
        for pid in desk._pool._processes:
            os.kill(pid, what)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hung worker is found out soon."""
    monkeypatch.setattr(company, "GRACE", 0.0)


# -- What goes wrong in a worker -----------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("harm", [signal.SIGSTOP, signal.SIGKILL])
def test_a_hung_or_killed_worker_is_replaced_and_a_lower_level_answers_meanwhile(harm: signal.Signals) -> None:
    async def play(workers: Workers) -> None:
        await start(workers)
        send_to(workers._thinking, harm)
        assert await workers.choose("second", "4", view_bytes(), SEED) == Played(by_level_1(), "1")
        by_random = bots.think("second", "random", view_bytes(), SEED).choice
        assert await workers.choose("second", "random", view_bytes(), SEED) == Played(by_random, "random")

    with_workers(play)


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
def test_when_all_workers_hang_the_table_is_told_so_and_the_next_ones_answer() -> None:
    async def play(workers: Workers) -> None:
        await start(workers)
        send_to(workers._thinking, signal.SIGSTOP)
        send_to(workers._reserve, signal.SIGSTOP)
        assert await workers.choose("second", "1", view_bytes(), SEED) == Played(NO_ACTION, DEFAULT)
        await start(workers)
        assert await workers.choose("second", "1", view_bytes(), SEED) == Played(by_level_1(), "1")

    with_workers(play)


@pytest.mark.slow
def test_whatever_a_worker_raises_its_kind_comes_back_and_nothing_else(caplog: pytest.LogCaptureFixture) -> None:
    async def play(workers: Workers) -> None:
        pool = workers._thinking
        await ask(pool, trouble.say, "here")
        (first,) = pool._desks
        for work, kind in ((trouble.raise_something, "LookupError"), (trouble.raise_what_cannot_be_sent, "Sticky")):
            with pytest.raises(Failed, match=f"^{kind}$"):
                await ask(pool, work)
        assert pool._desks == {first}  # it is not broken
        for harm in (trouble.answer_what_cannot_be_sent, trouble.exit_at_once):
            with pytest.raises(Failed):
                await ask(pool, harm)
        assert await ask(pool, trouble.say, "again") == "again"

    with_workers(play)
    assert "1234" not in caplog.text


@pytest.mark.slow
def test_a_bot_that_fails_leaves_its_move_to_the_reserve_and_then_to_the_rules(caplog: pytest.LogCaptureFixture) -> None:
    async def play(workers: Workers) -> None:
        assert await workers.choose("second", "nobody", view_bytes(), SEED) == Played(by_level_1(), "1")
        assert await workers.choose("second", "4", b"no view", SEED) == Played(NO_ACTION, DEFAULT)
        with pytest.raises(SpyhouseError, match="Nobody has time for a hint"):
            await workers.hint("second", "nobody", view_bytes(), SEED)

    with_workers(play, lost="tests.no_such_package")  # a game that cannot be imported hinders no other
    assert [record.getMessage() for record in caplog.records] == [
        "A bot of second cannot play: SpyhouseError",
        "A bot of second cannot play: BadView",
        "A bot of second cannot play: BadView",
        "A hint for second failed: SpyhouseError",
    ]


@pytest.mark.slow
def test_workers_that_die_when_they_start_keep_nobody_waiting() -> None:
    async def play(workers: Workers) -> None:
        assert await workers.choose("second", "1", view_bytes(), SEED) == Played(NO_ACTION, DEFAULT)
        assert not workers._thinking._desks  # nor are they started again and again

    with_workers(play, doomed="tests.server.doomed")


@pytest.fixture
def own_pieces(tmp_path: Path) -> Iterator[Path]:
    """A folder of Estoril's pieces that only this process knows."""
    files = {name: text.replace("GB1,", "GB9,") for name, text in template("estoril").items()}
    with on_shelf(tmp_path, "estoril", "mine", files) as folder:
        yield folder


@pytest.mark.slow
def test_bots_hints_and_looks_back_know_the_pieces_of_their_table(own_pieces: Path) -> None:
    """Also when the folder is gone meanwhile: the pieces come with the question."""
    match = Match(game("estoril"), 2, seed=4, options={"content": "mine"})
    seat = match.state.to_act()[0]
    view, legal = bytes(match.state.view(seat)), match.state.legal(seat)
    match.play(seat, legal[0])
    record = match.record()
    assert record.header["content"] != game("estoril").terms().content.hash

    async def play(workers: Workers) -> None:
        assert (await workers.choose("estoril", "2", view, SEED)).by == "2"
        judgement = await workers.judge(record.dumps(), choices(record)[0], "1")
        assert judgement is not None
        assert judgement.seat == seat
        own_pieces.rename(own_pieces.with_name("gone"))
        assert (await workers.hint("estoril", "1", view, SEED)).choice in legal

    with_workers(play)


@pytest.mark.slow
def test_a_table_with_own_pieces_and_a_bot_goes_on(own_pieces: Path, tmp_path: Path) -> None:
    async def play(house: OpenHouse) -> None:
        visitor = await house.visitor()
        id = await visitor.lay(game="estoril", options={"content": own_pieces.name}, bots=["1", None])
        async with visitor.at(id) as chair:
            await chair.hear_until("table", phase="lobby")
            await chair.send(type="start")
            await chair.share([1])
            table = await house.table(id)
            assert table.match is not None
            while not any(line.who == 0 for line in table.match.record().log):
                news = await chair.hear()
                if news["type"] == "view" and news["moves"]:
                    await chair.send(type="play", seat=1, number=news["number"], actions=[news["moves"][0]["action"]])

    run(in_a_house(tmp_path, play))


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
