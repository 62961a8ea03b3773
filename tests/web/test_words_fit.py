"""The table in words at every size: the prompt and the main actions stay docked in sight, the list scrolls inside, nothing sticks out."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.web.conftest import Guests
from tests.web.player import Player, lay

pytestmark = pytest.mark.slow

SIZES = [(1366, 657), (1024, 600), (768, 1024), (390, 844)]
SEATS = {"second": 2, "connection": 4, "estoril": 4, "wink": 8}
OUT_OF_SIGHT = """() => [...document.querySelectorAll('.prompt, .prompt .btn')].filter((one) => {
  const box = one.getBoundingClientRect();
  return box.top < 0 || box.left < 0 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1;
}).map((one) => one.className)"""
STICKING_OUT = """() => [...document.querySelectorAll('.seat *, .words *, .prompt *')].filter((one) => {
  const box = one.getBoundingClientRect();
  return box.width && box.right > innerWidth + 1 && !one.closest('.vh, .phone-vh, .slide');
}).map((one) => one.className || one.textContent)"""
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"  # after what watches sizes has answered
OVER_ITS_SEAT = """() => [...document.querySelectorAll('.seat')]
  .filter((seat) => seat.scrollWidth > seat.clientWidth + 1).map((seat) => seat.textContent)"""


def stays_in_sight(page: Page) -> None:
    assert page.evaluate(OUT_OF_SIGHT) == []
    assert page.evaluate(STICKING_OUT) == []
    assert page.evaluate(OVER_ITS_SEAT) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("game", ["connection", "wink", *(pytest.param(game, marks=pytest.mark.long) for game in ("second", "estoril"))])
def test_prompt_and_main_actions_stay_in_sight_while_the_list_scrolls(guests: Guests, game: str) -> None:
    player = guests(language="pl", width=1366, height=657)
    lay(player, game, SEATS[game], {}, bot="1")
    page = player.page
    player.move(0)
    player.wait_for_turn()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        stays_in_sight(page)
        page.locator(".mv").last.scroll_into_view_if_needed()
        stays_in_sight(page)
        page.locator(".log li:visible").last.scroll_into_view_if_needed()
        stays_in_sight(page)
        assert page.evaluate("document.scrollingElement.scrollTop") <= 1  # what scrolls lies inside
        page.locator(".mv").first.scroll_into_view_if_needed()
        page.locator(".mv").first.click()
        player.play_button.wait_for()
        stays_in_sight(page)
        page.keyboard.press("z")
        player.play_button.wait_for(state="detached")


def docked(player: Player) -> list[str]:
    return player.page.locator(".prompt .option").all_inner_texts()


def test_a_move_that_ends_or_waits_can_be_chosen_in_the_dock(guests: Guests) -> None:
    player = guests(width=390, height=844)
    lay(player, "wink", 4, {}, bot="1")
    for _ in range(20):
        player.wait_for_turn()
        if docked(player):
            break
        player.move(0)

    assert docked(player) == ["Do nothing"]
    player.page.locator(".prompt .option").click()
    player.play_button.wait_for()
    assert player.page.locator(".mv[aria-pressed=true]").get_attribute("data-move") == "-"
    player.play_button.click()
    player.play_button.wait_for(state="detached")
