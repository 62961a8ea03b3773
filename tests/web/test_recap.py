"""A player who comes back sees what was missed: listed, read out, marked in the log, and on a painted board shown again."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Guests
from tests.web.player import Player
from tests.web.test_browser import whose_turn

pytestmark = pytest.mark.slow


def sit_down(guests: Guests) -> tuple[Player, Player]:
    """Somebody who will leave, and a friend who is to move."""
    leaver, friend = guests(), guests()
    friend.page.goto(leaver.invite_friends())
    friend.page.locator(".can .btn").first.click()
    leaver.page.locator(".seats-sheet .btn.go").click()
    leaver.page.locator(".seat.acts").wait_for()
    while whose_turn(friend, leaver) is leaver:
        leaver.move(1)
    return leaver, friend


def test_whoever_comes_back_sees_what_was_missed_until_it_is_read(guests: Guests) -> None:
    leaver, friend = sit_down(guests)
    page = leaver.page
    address, known = page.url, len(leaver.log())
    assert page.locator(".recap").count() == 0
    page.goto("/")
    friend.move(1)
    missed = friend.log()[known:]
    page.goto(address)

    page.locator(".recap").wait_for()
    assert [line.lower() for line in page.locator(".recap li").all_inner_texts()] == [line.lower() for line in missed]
    expect(page.locator(".log .missed")).to_have_count(len(missed))
    said = page.locator("[role=status][aria-live=polite]").filter(has_text="While you were away")
    expect(said).to_contain_text(missed[0])

    page.locator(".recap .close").click()
    expect(page.locator(".recap")).to_have_count(0)
    page.reload()
    page.locator(".seat.acts").wait_for()
    expect(page.locator(".recap")).to_have_count(0)


def test_a_painted_board_shows_again_what_was_missed(guests: Guests) -> None:
    leaver, friend = sit_down(guests)
    page = leaver.page
    page.keyboard.press("b")
    page.locator(".painted [data-at]").first.wait_for()
    address = page.url
    page.goto("/")
    friend.move(1)
    page.goto(address)
    page.locator(".recap").wait_for()
    now = page.locator(".painted").inner_text()

    page.get_by_role("button", name="Show it again").click()

    expect(page.locator(".recap")).to_have_count(0)
    expect(page.locator(".painted")).to_have_text(now, use_inner_text=True)
