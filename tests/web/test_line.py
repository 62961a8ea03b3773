"""A line that falls silent without breaking: the page notices, comes back by itself and is current."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Guests
from tests.web.player import Player
from tests.web.proxy import Proxy, proxy
from tests.web.test_browser import whose_turn
from tools.running import House

pytestmark = pytest.mark.slow

HEARTBEAT, ANSWER, CONNECT, WAKE = 15_000, 5_000, 8_000, 3_000  # ms, as in web/src/lib/socket.ts; passed by the browser's clock
SEEN_AGAIN = "document.dispatchEvent(new Event('visibilitychange'))"
SHOWN_AGAIN = "window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"
ONLINE_AGAIN = "window.dispatchEvent(new Event('online'))"


@pytest.fixture
def between(at: House) -> Iterator[Proxy]:
    with proxy(at.port) as made:
        yield made


def sit_down(guests: Guests, between: Proxy) -> tuple[Player, Player]:
    """A phone behind the proxy and a friend beside it, at a table that has begun."""
    phone, friend = guests(), guests()
    phone.page.clock.install()
    address = friend.invite_friends()
    phone.page.goto(f"{between.address}/")  # a name first, then the table
    phone.page.goto(between.address + address.removeprefix(guests.house.address))
    phone.page.locator(".can .btn").first.click()
    friend.page.locator(".seats-sheet .btn.go").click()
    phone.page.locator(".seat.acts").wait_for()
    return phone, friend


def play_until_it_is_the_turn_of(mover: Player, other: Player) -> None:
    while whose_turn(mover, other) is not mover:
        other.move(1)


def is_current(phone: Player, friend: Player) -> None:
    """The phone shows what the friend has done, and can go on."""
    expect(phone.page.locator(".log li")).to_have_count(len(friend.log()))
    assert phone.log() == friend.log()
    expect(phone.page.locator(".line-note")).to_have_count(0)


def test_a_phone_with_a_dead_line_is_current_again_however_it_wakes_up(guests: Guests, between: Proxy) -> None:
    phone, friend = sit_down(guests, between)
    for event in (SEEN_AGAIN, SHOWN_AGAIN, ONLINE_AGAIN):
        play_until_it_is_the_turn_of(friend, phone)
        between.fall_silent()
        friend.move(1)
        taken = between.taken

        phone.page.evaluate(event)
        phone.page.clock.run_for(WAKE)
        phone.page.clock.run_for(1000)

        is_current(phone, friend)
        assert between.taken - taken <= 3  # one new line and what is asked beside it: it does not try on and on


def test_a_line_that_falls_silent_is_noticed_by_a_heartbeat_and_a_new_one_that_never_opens_is_given_up(
    guests: Guests, between: Proxy
) -> None:
    phone, friend = sit_down(guests, between)
    play_until_it_is_the_turn_of(friend, phone)
    between.is_deaf = True
    between.fall_silent()
    friend.move(1)

    phone.page.clock.run_for(HEARTBEAT)
    phone.page.clock.run_for(ANSWER)
    phone.page.locator(".line-note").wait_for()
    phone.page.clock.run_for(1000)  # a try that is taken and never answered
    between.is_deaf = False
    phone.page.clock.run_for(CONNECT)
    phone.page.clock.run_for(2000)

    is_current(phone, friend)


def test_a_line_that_is_alive_is_left_alone_and_a_move_chosen_on_a_dead_one_arrives_by_the_next(guests: Guests, between: Proxy) -> None:
    phone, friend = sit_down(guests, between)
    play_until_it_is_the_turn_of(phone, friend)
    taken = between.taken
    for event in (SEEN_AGAIN, SHOWN_AGAIN, ONLINE_AGAIN):
        phone.page.evaluate(event)
        phone.page.clock.run_for(100)
        expect(phone.page.locator(".line-note")).to_have_count(0)
    assert between.taken == taken

    between.fall_silent()
    phone.moves.first.click()
    phone.page.clock.run_for(ANSWER)
    phone.page.clock.run_for(1000)

    phone.play_button.wait_for()
