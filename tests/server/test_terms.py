"""What a table would play, said before it is laid: the form on the page shows it and knows no rule itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.server.house import OpenHouse, open_house, run

PROFILE = ("fallback_placement", "second_place_rounding", "recruiting_starting_tiles")


def ask(data: Path, slug: str, **wish: Any) -> tuple[int, dict[str, Any]]:
    """The house's answer to a wish: its status, and what it says."""
    found: list[tuple[int, dict[str, Any]]] = []

    async def play() -> None:
        async with open_house(data) as house:
            visitor = await house.visitor()
            answer = await visitor.client.post(f"/api/games/{slug}/terms", json=wish)
            found.append((answer.status_code, answer.json()))

    run(play())
    return found[0]


def test_a_profile_sets_the_options_that_were_not_chosen(tmp_path: Path) -> None:
    status, said = ask(tmp_path, "estoril", options={"profile": "pl"})

    assert status == 200
    assert [said["options"][name] for name in PROFILE] == ["pl", "pl", "pl"]


def test_an_explicit_option_stands_against_a_profile_also_at_its_default(tmp_path: Path) -> None:
    _, said = ask(tmp_path, "estoril", options={"profile": "pl", "second_place_rounding": "en"})

    assert [said["options"][name] for name in PROFILE] == ["pl", "en", "pl"]


def test_what_a_variant_or_the_seats_bring_is_said_too(tmp_path: Path) -> None:
    assert ask(tmp_path, "second", options={"safe_house": True})[1]["options"]["cubes_per_player"] == 10
    assert ask(tmp_path, "wink", seats=8)[1]["options"]["beats"] == 3


@pytest.mark.parametrize(
    ("slug", "wish"),
    [
        ("second", {"options": {"cold_war": True, "start_points": "g=2,o=2,d=0"}}),
        ("second", {"options": {"nonsense": 1}}),
        ("estoril", {"seats": 9}),
        ("nothing", {}),
    ],
)
def test_a_wish_that_cannot_be_laid_is_refused_in_words(tmp_path: Path, slug: str, wish: dict[str, Any]) -> None:
    status, said = ask(tmp_path, slug, **wish)

    assert 400 <= status < 500
    assert said["detail"]
    assert said["templates"]


def test_strangers_and_other_pages_are_not_answered(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as house:
            assert (await house.client().post("/api/games/second/terms", json={})).status_code == 401
            assert (await _from_elsewhere(house)) == 403

    run(play())


async def _from_elsewhere(house: OpenHouse) -> int:
    visitor = await house.visitor()
    answer = await visitor.client.post("/api/games/second/terms", json={}, headers={"origin": "http://elsewhere"})
    return int(answer.status_code)


def test_wink_is_neither_offered_nor_laid_on_one_device(tmp_path: Path) -> None:
    """SR10: the device would go round in every beat."""

    async def play() -> None:
        async with open_house(tmp_path) as house:
            visitor = await house.visitor()
            shelf = {game["slug"]: game for game in (await visitor.client.get("/api/games")).json()}
            assert [slug for slug, game in shelf.items() if not game["hot_seat"]] == ["wink"]
            answer = await visitor.client.post("/api/tables", json={"game": "wink", "hot_seat": True})
            assert answer.status_code == 400
            async with visitor.at(await visitor.lay(game="wink")) as chair:
                await chair.hear_until("table", phase="lobby")
                await chair.send(type="sit", seat=1)
                problem = (await chair.hear_until("problem"))["problem"]
                assert "one device" in problem["why"]

    run(play())
