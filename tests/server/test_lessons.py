"""What the house offers: guided first games where there are any, and only options that change something."""

from __future__ import annotations

from pathlib import Path

from tests.server.house import OpenHouse
from tests.server.test_table import in_a_house


def test_a_lesson_is_offered_where_there_is_one_and_its_table_can_be_laid(tmp_path: Path) -> None:
    async def play(house: OpenHouse) -> None:
        visitor = await house.visitor()
        shelf = (await visitor.client.get("/api/games")).json()
        taught = {offer["slug"] for offer in shelf if offer["lesson"]}
        assert "second" in taught
        for offer in shelf:
            answer = await visitor.client.get(f"/api/lessons/{offer['slug']}")
            assert answer.status_code == (200 if offer["slug"] in taught else 404)
        plan = (await visitor.client.get("/api/lessons/second")).json()
        await visitor.lay(game="second", options=plan["options"], bots=[None, plan["bot"]])
        assert (await visitor.client.get("/api/lessons/chess")).status_code == 404

    in_a_house(tmp_path, play)


def test_options_that_change_nothing_yet_are_not_offered(tmp_path: Path) -> None:
    async def play(house: OpenHouse) -> None:
        visitor = await house.visitor()
        shelf = {offer["slug"]: offer for offer in (await visitor.client.get("/api/games")).json()}
        offered = {option["name"] for option in shelf["wink"]["options"]}
        assert "flutter" in offered
        assert not offered & {"pace", "heads_up", "objection", "room_clock"}
        refused = await visitor.client.post("/api/tables", json={"game": "wink", "options": {"pace": "brisk"}})
        assert refused.status_code == 400
        assert "cannot be played yet" in refused.text

    in_a_house(tmp_path, play)
