"""After the end: the replay as each seat knew it, the look back, and nothing of it while a match is running."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import spyhouse
from spyhouse.bots.hindsight import analyse
from spyhouse.server import wire
from tests.server.house import Chair, OpenHouse, Visitor
from tests.server.test_table import FIRST, hot_seat, in_a_house

BRIEF = "4@3"  # a look back that takes no time


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spyhouse.bots.second.JUDGE", BRIEF)
    monkeypatch.setattr("spyhouse.server.chair.BURST", 10_000.0)


async def play_on(chair: Chair) -> None:
    """Plays the last legal moves of both seats to the end."""
    while chair.table["phase"] == "playing":
        owing = [seat for seat in range(2) if seat in chair.views[seat]["show"]["to_act"]]
        for seat in owing:
            await chair.play(seat, chair.views[seat]["moves"][-1]["action"])
            await chair.settle()
        if not owing:  # the clock runs, and tells when it has
            await chair.hear()


async def finished(house: OpenHouse, game: str = "second", **options: Any) -> tuple[Visitor, str]:
    """A match that one guest has played against himself to the end."""
    visitor = await house.visitor()
    id = await visitor.lay(game=game, hot_seat=True, options=options)
    async with visitor.at(id) as chair:
        await hot_seat(visitor, chair)
        await play_on(chair)
    return visitor, id


async def shown(visitor: Visitor, id: str, eyes: int, count: int) -> list[Any]:
    """What a replay draws, part by part."""
    found: list[Any] = []
    while len(found) < count:
        part = (await visitor.client.get(f"/api/tables/{id}/replay/{eyes}/{len(found)}")).json()
        assert part["first"] == len(found)
        assert 0 < len(part["shows"]) <= wire.MOMENTS
        found += part["shows"]
    return found


def test_anybody_can_replay_a_finished_match_move_by_move(tmp_path: Path) -> None:
    async def play(house: OpenHouse) -> None:
        _, id = await finished(house, **FIRST)
        stranger = await house.visitor()
        outline = (await stranger.client.get(f"/api/tables/{id}/replay/-1")).json()
        record = spyhouse.Record.loads((await stranger.client.get(f"/api/tables/{id}/record.json")).text)
        moves = [line for line in record.log if line.who != "*"]

        assert outline["moves"] == list(range(len(moves) + 1))
        assert outline["told"] == sorted(outline["told"])
        assert outline["told"][-1] == len(outline["facts"])
        assert not outline["secrets"]
        shows = await shown(stranger, id, -1, len(outline["moves"]))
        assert [show["round"] for show in shows] == sorted(show["round"] for show in shows)
        assert shows[0]["tracker"] == {"g": 2, "o": 2, "d": 0}
        async with stranger.at(id) as chair:
            await chair.settle()
            assert shows[-1] == chair.views[-1]["show"]
            assert outline["facts"] == chair.logs[-1]

    in_a_house(tmp_path, play)


def test_a_replay_shows_what_a_seat_knew_then_and_nothing_else(tmp_path: Path) -> None:
    async def play(house: OpenHouse) -> None:
        visitor = await house.visitor()
        id = await visitor.lay(game="toy", seats=2, hot_seat=True)
        async with visitor.at(id) as chair:
            await hot_seat(visitor, chair)
            await play_on(chair)
            views = [news for news in map(json.loads, chair.frames) if news["type"] == "view"]
        for seat in range(2):
            outline = (await visitor.client.get(f"/api/tables/{id}/replay/{seat}")).json()
            shows = await shown(visitor, id, seat, len(outline["moves"]))
            received = [view["show"] for view in views if view["seat"] == seat]
            assert outline["secrets"]
            assert outline["facts"] == chair.logs[seat]
            assert [show for show in shows if show not in received] == []
            assert shows[-1] == received[-1]

    in_a_house(tmp_path, play)


def test_nothing_of_a_running_match_can_be_replayed_or_judged(tmp_path: Path) -> None:
    async def play(house: OpenHouse) -> None:
        visitor = await house.visitor()
        id = await visitor.lay(game="second", hot_seat=True)
        ways = [f"/api/tables/{id}/{way}" for way in ("replay/0", "replay/-1", "replay/0/0", "replay/-1/0", "record.json")]

        async def refused() -> None:
            for way in ways:
                answer = await visitor.client.get(way)
                assert answer.status_code == 400, way
                assert answer.json().keys() == {"detail"}
            await chair.send(type="analyse")
            assert "over" in (await chair.hear_until("problem"))["problem"]["why"]

        async with visitor.at(id) as chair:
            await refused()
            await hot_seat(visitor, chair)
            await refused()
            await play_on(chair)
        for way in ways:
            assert (await visitor.client.get(way)).status_code == 200
        for way in ("replay/2", "replay/-2", "replay/7/0"):
            assert (await visitor.client.get(f"/api/tables/{id}/{way}")).status_code in (400, 404)

    in_a_house(tmp_path, play)


def test_a_match_that_was_given_up_has_a_replay_too(tmp_path: Path) -> None:
    async def play(house: OpenHouse) -> None:
        visitor = await house.visitor()
        id = await visitor.lay(game="second", hot_seat=True, options=FIRST)
        async with visitor.at(id) as chair:
            await hot_seat(visitor, chair)
            await chair.send(type="resign", seat=0)
            await chair.hear_until("table", phase="over")
        assert (await visitor.client.get(f"/api/tables/{id}/replay/0")).json()["moves"] == [0]

    in_a_house(tmp_path, play)


def test_a_bot_looks_back_at_every_move_and_finds_the_same_again(tmp_path: Path) -> None:
    async def play(house: OpenHouse) -> None:
        visitor, id = await finished(house, **FIRST)
        async with visitor.at(id) as chair, visitor.at(id) as watcher:
            await chair.settle()
            await watcher.settle()
            await chair.send(type="analyse")
            parts = [await chair.hear_until("analysis")]
            while parts[-1]["looked"] < parts[-1]["moves"]:
                parts.append(await chair.hear_until("analysis"))
            await chair.send(type="analyse")
            whole = (await chair.hear_until("analysis"))["judged"]
            await watcher.hear_until("analysis", looked=parts[-1]["moves"])
        record = spyhouse.Record.loads((await visitor.client.get(f"/api/tables/{id}/record.json")).text)

        assert whole == [judged for part in parts for judged in part["judged"]]
        again = [(found.number, found.seat, found.played.text, found.best.text) for found in analyse(record, BRIEF)]
        assert [(one["number"], one["seat"], one["played"]["text"], one["best"]["text"]) for one in whole] == again
        assert all(-1 <= one["worth"] <= 1 for one in whole)
        assert {one["played"]["move"]["kind"] for one in whole} >= {"select"}

    in_a_house(tmp_path, play)


def test_a_look_back_whose_worker_dies_says_so_and_goes_on_when_asked_again(tmp_path: Path) -> None:
    async def play(house: OpenHouse) -> None:
        visitor, id = await finished(house, **FIRST)
        async with visitor.at(id) as chair:
            await chair.send(type="analyse")
            first = await chair.hear_until("analysis", looked=1)
            for desk in house.house.company._looking_back._desks:
                desk.end()
            assert (await chair.hear_until("problem"))["problem"]["code"] == "failed"
            await chair.send(type="analyse")
            news = await chair.hear_until("analysis")
            assert news["judged"][:1] == first["judged"]
            while news["looked"] < news["moves"]:
                news = await chair.hear_until("analysis")

    in_a_house(tmp_path, play)


def test_no_look_back_is_offered_where_it_would_take_too_long(tmp_path: Path) -> None:
    async def play(house: OpenHouse) -> None:
        visitor, id = await finished(house, game="toy")
        assert not (await visitor.client.get(f"/api/tables/{id}/replay/0")).json()["analysis"]
        async with visitor.at(id) as chair:
            await chair.send(type="analyse")
            assert "looks back" in (await chair.hear_until("problem"))["problem"]["why"]

    in_a_house(tmp_path, play)
