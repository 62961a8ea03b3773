"""Somebody leaves in the middle: a bot can stand in, and the seat stays that person's."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

import spyhouse
from spyhouse.server.table import Plan, Seat, stand_in
from tests.server.house import Chair, OpenHouse, Visitor, open_house, run

TABLE: dict[str, Any] = {"game": "toy", "seats": 3, "bots": [None, None, "random"]}


@asynccontextmanager
async def two_at_a_table(house: OpenHouse, **table: Any) -> AsyncIterator[tuple[str, Visitor, Visitor, Chair, Chair]]:
    """A host on seat 0 and a friend on seat 1, with the match running."""
    ada, bob = await house.visitor(), await house.visitor()
    id = await ada.lay(**{**TABLE, **table})
    async with ada.at(id) as host, bob.at(id) as friend:
        await friend.send(type="sit", seat=1)
        await friend.settle()
        await host.send(type="start")
        await asyncio.gather(host.share([0]), friend.share([1]))
        await asyncio.gather(host.settle(), friend.settle())
        yield id, ada, bob, host, friend


async def until(chair: Chair, seat: int, **what: Any) -> None:
    """Listens until the table says this of a seat."""
    while not all(chair.table["seats"][seat][name] == value for name, value in what.items()):
        await chair.hear()


async def play_on(chair: Chair, seat: int) -> None:
    """Plays this seat to the end of the match, each decision once."""
    done = 0
    while chair.table["phase"] == "playing":
        view = chair.views[seat]
        if seat in view["show"]["to_act"] and view["number"] > done:
            done = view["number"]
            await chair.send(type="play", seat=seat, number=done, actions=[view["moves"][0]["action"]])
        await chair.hear()


def test_the_host_puts_a_bot_on_the_seat_of_somebody_who_is_away_and_that_person_takes_it_back(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_house(tmp_path, away=0.05) as house, two_at_a_table(house) as (id, ada, bob, host, friend):
            await host.send(type="stand_in", seat=1)
            assert "is here" in (await host.hear_until("problem"))["problem"]["why"]
            seen = friend.views[1]["show"]
            await friend.wire.close()
            await until(host, 1, away=True)
            assert host.table["may_stand_in"]
            await host.send(type="stand_in", seat=1)
            await until(host, 1, kind="bot")
            assert host.table["seats"][1]["minded"]
            assert host.table["seats"][1]["bot"] == "random"  # as the other one at this table
            await host.play(0, host.views[0]["moves"][0]["action"])
            while host.views[0]["show"] == seen or 0 not in host.views[0]["show"]["to_act"]:
                await host.hear()  # the bot plays for seat 1, or the round would not end
            async with bob.at(id) as back:
                await back.settle()
                assert back.table["seats"][1]["you"]
                assert back.views.keys() == {1}
                await back.send(type="play", seat=1, number=back.views[1]["number"], actions=[back.views[1]["moves"][0]["action"]])
                assert "not your seat" in (await back.hear_until("answer"))["problem"]["why"]
                await back.send(type="take_back", seat=1)
                await until(back, 1, kind="person", minded=False)
                await asyncio.gather(play_on(host, 0), play_on(back, 1))
            record = (await ada.client.get(f"/api/tables/{id}/record.json")).text
            players = json.loads(record)["header"]["players"]
            assert players[1].endswith(" / bot random")
            assert spyhouse.verify(spyhouse.Record.loads(record)).commitment_checked

    run(main())


def test_only_the_host_may_and_while_the_host_is_away_whoever_plays(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_house(tmp_path, away=0.05) as house, two_at_a_table(house) as (id, _, bob, host, friend):
            stranger = await house.visitor()
            async with stranger.at(id) as watcher, bob.at(id) as phone:
                await asyncio.gather(watcher.settle(), phone.settle())
                await friend.send(type="stand_in", seat=0)
                assert "Only the host" in (await friend.hear_until("problem"))["problem"]["why"]
                await host.wire.close()
                await until(phone, 0, away=True)
                await watcher.send(type="stand_in", seat=0)
                assert "Only the host" in (await watcher.hear_until("problem"))["problem"]["why"]
                assert not watcher.table["may_stand_in"]
                await phone.send(type="stand_in", seat=0)
                await until(phone, 0, kind="bot")
                await phone.send(type="take_back", seat=0)
                assert "No bot stands in for you" in (await phone.hear_until("problem"))["problem"]["why"]

    run(main())


def test_a_seat_is_remembered_over_a_restart_and_the_time_a_house_was_closed_does_not_count(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_house(tmp_path, away=0.05) as house, two_at_a_table(house, bots=[], seats=2) as found:
            id, ada, bob, host, friend = found
            cookies = {visitor: dict(visitor.client.cookies) for visitor in (ada, bob)}
            await friend.wire.close()
            await until(host, 1, away=True)
            await host.send(type="stand_in", seat=1)
            await until(host, 1, kind="bot")
            assert host.table["seats"][1]["bot"] == "3"  # the middle level, where there is no bot to go by
        async with open_house(tmp_path, away=3600) as house:
            guests = []
            for visitor in (ada, bob):
                client = house.client()
                client.cookies.update(cookies[visitor])
                guests.append(Visitor(client, house.port))
            async with guests[1].at(id) as back:
                await back.settle()
                assert back.table["seats"][1]["minded"]
                assert not back.table["seats"][0]["away"]
                await back.send(type="take_back", seat=1)
                await until(back, 1, kind="person")
            mine = (await guests[1].client.get("/api/me")).json()["games"]
            assert [game["id"] for game in mine] == [id]

    run(main())


def test_a_resigning_seat_is_taken_by_a_bot_of_the_tables_level(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_house(tmp_path) as house, two_at_a_table(house, game="connection", bots=[None, None, "2"]) as found:
            id, _, _, host, friend = found
            await friend.send(type="resign", seat=1)
            await until(host, 1, kind="bot")
            assert host.table["seats"][1]["bot"] == "2"
            assert not host.table["seats"][1]["minded"]
            table = await house.table(id)
            assert table.plan.seats[1].players().endswith(" / bot 2")

    run(main())


@pytest.mark.parametrize(("bots", "level"), [([], "3"), (["5"], "5"), (["1", "5", "1"], "1"), (["2", "4"], "2"), (["1", "3", "5"], "3")])
def test_the_bot_that_takes_over_plays_as_well_as_the_tables_others(bots: list[str], level: str) -> None:
    seats = [Seat("person", "ada", "Ada"), *(Seat("bot", "", bot, bot) for bot in bots)]
    assert stand_in(Plan("wink", {}, seats, "ada", "")) == level


def test_in_the_lobby_the_host_frees_the_seat_of_somebody_who_is_away(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_house(tmp_path, away=0.05) as house:
            ada, bob = await house.visitor(), await house.visitor()
            id = await ada.lay(**TABLE)
            async with ada.at(id) as host:
                async with bob.at(id) as friend:
                    await friend.send(type="sit", seat=1)
                    await friend.settle()
                    await host.send(type="invite", seat=1, bot=None)
                    assert "A person sits there" in (await host.hear_until("problem"))["problem"]["why"]
                await until(host, 1, away=True)
                await host.send(type="invite", seat=1, bot=None)
                await until(host, 1, kind="open")

    run(main())
