"""The house offers guided first games where there are any."""

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
