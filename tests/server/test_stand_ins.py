"""What a table tells of its bots: that one waits for its turn to think, and that another had to play for it. Never a secret."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

import spyhouse
from spyhouse.rules.kit.registry import game
from spyhouse.server import table as table_module
from spyhouse.server.company import Played, Workers
from tests.house import toy_at_home
from tests.leaks.answers import Oracle, laid
from tests.server.house import Chair, OpenHouse, open_house, run


@pytest.fixture(autouse=True)
def _toy() -> Iterator[None]:
    with toy_at_home():
        yield


class Understudy(Workers):
    """Workers that are all broken but the reserve; a question has its turn when the test says so."""

    def __init__(self) -> None:
        super().__init__(1)
        self.open = asyncio.Event()
        self.asked = 0

    async def choose(self, slug: str, name: str, view: bytes, seed: int, turn: Callable[[], None] = lambda: None) -> Played:
        self.asked += 1
        await self.open.wait()
        turn()
        return Played(game(slug).view(view).legal()[0], "1")


@asynccontextmanager
async def house_of_understudies(data: Path) -> AsyncIterator[tuple[OpenHouse, Understudy]]:
    async with open_house(data) as house:
        understudy = Understudy()
        house.house.company = understudy
        yield house, understudy


def seats_of(chair: Chair, what: str) -> list[Any]:
    return [seat[what] for seat in chair.table["seats"]]


async def hear_until(chair: Chair, condition: Callable[[], bool]) -> None:
    """Listens, and plays for its own seat: who begins is drawn."""
    while not condition():
        news = await chair.hear()
        if news["type"] == "view" and news["seat"] >= 0 and news["moves"]:
            await chair.send(type="play", seat=news["seat"], number=news["number"], actions=[news["moves"][0]["action"]])


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.01)


async def begin(chair: Chair, seat: int) -> None:
    await chair.hear_until("table", phase="lobby")
    await chair.send(type="start")
    await chair.share([seat])


@pytest.mark.slow
def test_a_stand_in_is_told_kept_over_a_restart_and_written_into_the_record(tmp_path: Path) -> None:
    async def play() -> None:
        async with house_of_understudies(tmp_path) as (house, understudy):
            understudy.open.set()
            visitor = await house.visitor()
            id = await visitor.lay(game="second", options={"spy_ops": "first_player"}, bots=["2", None])
            async with visitor.at(id) as chair:
                await begin(chair, 1)
                await hear_until(chair, lambda: seats_of(chair, "stand_ins") != [0, 0])
            cookies = visitor.client.cookies
            told = len((await house.table(id)).plan.stand_ins)
        async with open_house(tmp_path) as house:
            visitor = await house.visitor()
            visitor.client.cookies = cookies
            async with visitor.at(id) as chair:
                await hear_until(chair, lambda: bool(chair.table))
                assert seats_of(chair, "stand_ins")[0] >= told
                await chair.send(type="resign", seat=1)
                await chair.hear_until("table", phase="over")
            text = (await visitor.client.get(f"/api/tables/{id}/record.json")).text
        record = spyhouse.Record.loads(text)
        assert len(record.stand_ins) >= told > 0
        assert {(record.log[place].who, seat, by) for place, seat, by in record.stand_ins} == {(0, 0, "1")}
        assert spyhouse.verify(record).seed_checked
        assert record.dumps() == text

    run(play())


def test_where_several_choose_in_secret_a_stand_in_is_told_only_when_the_step_has_closed(tmp_path: Path) -> None:
    async def play() -> None:
        async with house_of_understudies(tmp_path) as (house, understudy):
            understudy.open.set()
            visitor = await house.visitor()
            id = await visitor.lay(game="toy", seats=3, bots=["2", "2", None], options={"deck": "long"})
            async with visitor.at(id) as chair:
                await begin(chair, 2)
                table = await house.table(id)
                await until(lambda: table.match is not None and len(table.match.stand_ins) == 2)
                await chair.settle()
                assert seats_of(chair, "stand_ins") == [0, 0, 0]
                await chair.play(2, chair.views[2]["moves"][0]["action"])
                await hear_until(chair, lambda: seats_of(chair, "stand_ins") == [1, 1, 0])

    run(play())


def test_a_bot_that_waits_for_its_turn_to_think_is_said_to_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_module, "WAITS_LONG", 0.0)

    async def play() -> None:
        async with house_of_understudies(tmp_path) as (house, understudy):
            visitor = await house.visitor()
            id = await visitor.lay(game="second", options={"spy_ops": "first_player"}, bots=["2", None])
            async with visitor.at(id) as chair:
                await begin(chair, 1)
                await hear_until(chair, lambda: seats_of(chair, "waits") == [True, False])
                understudy.open.set()
                await hear_until(chair, lambda: seats_of(chair, "waits") == [False, False])

    run(play())


def test_where_several_choose_in_secret_nobody_is_said_to_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else it would tell that a bot has not chosen yet."""
    monkeypatch.setattr(table_module, "WAITS_LONG", 0.0)

    async def play() -> None:
        async with house_of_understudies(tmp_path) as (house, _):
            visitor = await house.visitor()
            id = await visitor.lay(game="toy", bots=["2", None])
            async with visitor.at(id) as chair:
                await begin(chair, 1)
                table = await house.table(id)
                await until(lambda: bool(table._queueing))
                await chair.settle()
                await chair.play(1, chair.views[1]["moves"][0]["action"])  # now only the bot owes a choice, which nobody may know
                await chair.settle()
                assert table.match is not None
                assert table.match.state.to_act() == [0]
                assert not any('"waits":true' in frame.decode() for frame in chair.frames)

    run(play())


def test_a_move_takes_its_time_from_its_turn_on_however_long_it_has_waited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a bot that has waited would answer at once where it has no choice."""
    monkeypatch.setattr(table_module, "takes", lambda slug, bot: 0.05)

    async def play() -> None:
        turned: list[float] = []
        clock = asyncio.get_running_loop().time

        class Late(Oracle):
            async def choose(self, slug: str, bot: str, view: bytes, seed: int, turn: Callable[[], None]) -> Played:
                await asyncio.sleep(0.06)  # it has waited for longer than it must take
                turn()
                turned.append(clock())
                return Played(0, bot)

        table = laid(game("toy"), game("toy").start(2, seed=1))
        table._company = Late()
        await table._thought(0, "5", b"", 1)
        assert clock() - turned[0] >= 0.049

    run(play())


# -- In the record -----------------------------------------------------------------------------------------------------------


def a_match_with_stand_ins() -> spyhouse.Match:
    """Dead Drop: seat 0 lays a card, a stand-in lays one for seat 1, then seat 0 takes its own back."""
    match = spyhouse.Match(game("toy"), 3, seed=5, options={"deck": "long"})
    match.play(0, match.state.legal(0)[0])
    match.play(1, match.state.legal(1)[0], stand_in="1")
    match.undo(0)
    return match


def test_an_undo_of_somebody_else_leaves_a_stand_in_where_its_move_is() -> None:
    record = a_match_with_stand_ins().record()
    ((place, seat, by),) = record.stand_ins

    assert (record.log[place].who, seat, by) == (1, 1, "1")
    assert spyhouse.Record.loads(record.dumps()).stand_ins == record.stand_ins


def test_a_match_that_goes_on_from_its_record_keeps_its_stand_ins() -> None:
    match = a_match_with_stand_ins()
    assert match.seed is not None

    assert spyhouse.Match.resume(match.record(), match.seed).record().dumps() == match.record().dumps()


@pytest.mark.parametrize("entries", ["{}", "[[0]]", '[["0", 1, "1"]]', '[[99, 1, "1"]]', '[[-1, 1, "1"]]', '[[0, 2, "1"]]', "[[1, 1, 1]]"])
def test_stand_ins_that_cannot_be_are_refused_with_their_line(entries: str) -> None:
    match = a_match_with_stand_ins()
    right = f'"stand_ins": {json.dumps(match.record().stand_ins)}'
    text = match.record().dumps()
    line = 1 + text[: text.index(right)].count("\n")

    with pytest.raises(spyhouse.SpyhouseError, match=f"line {line}: stand_ins is a list of"):
        spyhouse.Record.loads(text.replace(right, f'"stand_ins": {entries}'))
