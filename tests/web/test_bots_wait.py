"""What the seats say of a bot that waits for its turn to think, and of moves that another had to play for it."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.web.conftest import Guests
from tests.web.test_starts import lay

pytestmark = pytest.mark.slow

SAID = {
    "en": ("waits for its turn to think", "moves by a stand-in: 2"),
    "pl": ("czeka na swoją kolej, by pomyśleć", "ruchy zastępcy: 2"),
}


def crowd(socket: WebSocketRoute) -> None:
    """The house as it is under load: the bot is to move and waits, and a worker has failed twice."""
    server = socket.connect_to_server()

    def pass_on(message: str | bytes) -> None:
        news = json.loads(message)
        if news["type"] == "table":
            news["seats"][1] |= {"waits": True, "stand_ins": 2}
        if news["type"] == "view":
            news["show"]["to_act"] = [1]
        socket.send(json.dumps(news))

    server.on_message(pass_on)


@pytest.mark.parametrize("language", SAID)
def test_a_seat_says_that_its_bot_waits_and_that_another_has_played_for_it(guests: Guests, language: str) -> None:
    player = guests(language=language)
    player.page.route_web_socket("**/socket", crowd)
    player.page.goto(lay(player, game="second", bots=[None, "1"]))
    player.page.locator(".seats-sheet .btn.go:enabled").click()
    seat = player.page.locator(".seat").nth(1)
    for words in SAID[language]:
        expect(seat).to_contain_text(words)
    expect(seat.locator(".dots")).to_have_count(0)
