"""Friends sit down and start: the first sentence that each of them reads is the question of the game."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import WebSocket

from tests.web.conftest import Guests
from tests.web.player import Player

pytestmark = pytest.mark.slow

LAY = """async (table) => {
    const answer = await fetch("/api/tables", {method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(table)});
    return (await answer.json()).id;
}"""


def refusals(player: Player) -> list[str]:
    """Grows with every refusal that comes down the line, whether it stays in sight or not."""
    heard: list[str] = []

    def listen(line: WebSocket) -> None:
        line.on("framereceived", lambda frame: heard.append(str(frame)) if json.loads(frame)["type"] == "problem" else None)

    player.page.on("websocket", listen)
    return heard


def lay(host: Player, **table: object) -> str:
    host.open_start()
    return f"/t/{host.page.evaluate(LAY, table)}"


def asked(player: Player) -> str:
    """What the prompt says; a refusal in its place is found out."""
    player.page.locator(".prompt .say p").first.wait_for()
    assert player.page.locator(".prompt .problem").count() == 0
    return player.page.locator(".prompt .say p").first.inner_text()


def start_together(guests: Guests, seats: int = 3) -> None:
    everybody = [guests() for _ in range(seats)]
    heard = [refusals(one) for one in everybody]
    host, *friends = everybody
    address = lay(host, game="estoril", seats=seats)
    host.page.goto(address)
    for number, friend in enumerate(friends, 1):
        friend.page.goto(address)
        friend.page.locator(".seats-sheet li").nth(number).get_by_role("button", name="Sit here").click()
    host.page.locator(".seats-sheet .btn.go:enabled").click()
    for one in everybody:
        assert "Not possible" not in asked(one)
    assert heard == [[] for _ in everybody]
    for context in guests.contexts:
        context.close()
    guests.contexts.clear()


def start_on_one_device(guests: Guests, game: str) -> None:
    player = guests()
    heard = refusals(player)
    player.page.goto(lay(player, game=game, hot_seat=True))
    player.page.locator(".seats-sheet .btn.go:enabled").click()
    player.page.locator(".hand .btn, .prompt").first.wait_for()
    if player.page.locator(".hand .btn").count():
        player.page.locator(".hand .btn").first.click()
    assert "Not possible" not in asked(player)
    assert heard == []


def test_three_friends_start_and_read_the_question_of_the_game(guests: Guests) -> None:
    start_together(guests)


def test_several_seats_on_one_device_start_with_the_question_of_the_game(guests: Guests) -> None:
    start_on_one_device(guests, "second")


def test_two_windows_of_one_guest_do_not_quarrel_about_the_share(guests: Guests) -> None:
    player = guests()
    heard = refusals(player)
    address = lay(player, game="second", bots=[None, "1"])
    player.page.goto(address)
    other = Player(player.page.context.new_page())
    heard_there = refusals(other)
    other.page.goto(address)
    other.page.locator(".seats-sheet .btn.go:enabled").wait_for()
    player.page.locator(".seats-sheet .btn.go:enabled").click()
    assert "Not possible" not in asked(player)
    assert "Not possible" not in asked(other)
    assert heard == heard_there == []


@pytest.mark.long
@pytest.mark.parametrize("number", range(20))
def test_twenty_starts_of_three(guests: Guests, number: int) -> None:
    start_together(guests)


@pytest.mark.long
@pytest.mark.parametrize("number", range(9))
def test_nine_starts_on_one_device(guests: Guests, number: int) -> None:
    start_on_one_device(guests, ("second", "connection", "estoril")[number % 3])
