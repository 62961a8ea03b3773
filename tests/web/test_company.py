"""Friends at one table: names, seats for friends and for this device, somebody who leaves and comes back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.conftest import Guests
from tests.web.player import Player
from tests.web.test_starts import asked, lay
from tools.running import House, house

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def impatient(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house where somebody counts as away at once."""
    with house(tmp_path_factory.mktemp("impatient"), away=0.2) as running:
        yield running


@pytest.fixture
def comers(browser: Browser, impatient: House) -> Iterator[Guests]:
    made = Guests(browser, impatient)
    yield made
    for context in made.contexts:
        context.close()
    assert made.faults == []


def friends_at_a_table(guests: Guests, **table: object) -> tuple[Player, Player]:
    host, friend = guests(), guests()
    address = lay(host, **{"game": "estoril", "seats": 3, "bots": [None, None, "1"], **table})
    host.page.goto(address)
    friend.page.goto(address)
    friend.page.get_by_role("button", name="Sit here").click()
    host.page.locator(".seats-sheet .btn.go:enabled").click()
    for one in (host, friend):
        asked(one)
    return host, friend


def test_somebody_who_leaves_is_away_and_not_thinking_a_bot_stands_in_and_the_seat_is_taken_back(comers: Guests) -> None:
    host, friend = friends_at_a_table(comers)
    address = friend.page.url
    friend.page.goto("/")
    seat = host.page.locator(".seat").nth(1)
    expect(seat).to_contain_text("away")
    expect(seat).not_to_contain_text("thinking")
    host.page.locator(".relief").click()
    expect(seat).to_contain_text("bot")
    host.page.locator(".relief").wait_for(state="detached")

    friend.page.goto(address)
    expect(friend.page.locator(".prompt")).to_contain_text("playing for you")
    assert friend.moves.count() == 0
    friend.page.locator(".menu > .tool").click()
    expect(friend.page.locator(".menu .list")).to_contain_text("Take the seat")
    friend.page.keyboard.press("Escape")
    friend.page.locator(".prompt .btn.go").click()
    expect(friend.page.locator(".prompt")).not_to_contain_text("playing for you")
    expect(host.page.locator(".seat").nth(1)).not_to_contain_text("bot")


def test_a_name_can_be_entered_in_the_lobby_and_at_the_table(guests: Guests) -> None:
    host, friend = guests(), guests()
    address = lay(host, game="second")
    host.page.goto(address)
    friend.page.goto(address)
    host.page.locator(".seats-sheet .tool.name").click()
    host.page.get_by_label("Your cover name").fill("Halina Ś.")
    host.page.keyboard.press("Enter")
    expect(friend.page.locator(".seats-sheet li").first).to_contain_text("Halina Ś.")
    friend.page.get_by_role("button", name="Sit here").click()
    host.page.locator(".seats-sheet .btn.go:enabled").click()
    asked(friend)
    friend.page.locator(".menu > .tool").click()
    friend.page.get_by_role("button", name="Change your name").click()
    friend.page.get_by_label("Your cover name").last.fill("Ewa")
    friend.page.keyboard.press("Enter")
    expect(host.page.locator(".seat").nth(1)).to_contain_text("Ewa")
    expect(friend.page.locator("dialog")).to_have_count(0)


def test_an_open_seat_is_for_a_friend_or_one_of_five_levels_and_for_this_device_only_if_the_host_says_so(guests: Guests) -> None:
    host = guests()
    host.page.goto(lay(host, game="estoril", seats=3))
    seats = host.page.locator(".seats-sheet li")
    expect(seats).to_have_count(3)
    expect(host.page.get_by_role("button", name="Sit here")).to_have_count(0)
    expect(seats.nth(1).locator("option:enabled")).to_have_count(5)
    seats.nth(1).locator("select").select_option("4")
    expect(seats.nth(1)).to_contain_text("bot")
    expect(seats.nth(2).locator(".can .btn")).to_have_count(1)
    host.page.get_by_label("Several of us play on this device").check()
    seats.nth(2).get_by_role("button", name="Play it on this device").click()
    expect(seats.nth(2)).to_contain_text("you")
    expect(host.page.locator(".seats-sheet .btn.go")).to_be_enabled()
