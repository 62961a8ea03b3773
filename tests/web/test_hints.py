"""A hint at the table: asked by key or button, from what the seat may know, and never played by itself."""

from __future__ import annotations

import re

import pytest

from tests.web.conftest import Guests

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("language", ["en", "pl"])
def test_a_hint_shows_good_moves_and_a_click_drafts_one(guests: Guests, language: str) -> None:
    player = guests(language=language)
    player.play_now()
    before = player.log()

    player.page.keyboard.press("h")
    ideas = player.page.locator(".hint .idea")
    ideas.first.wait_for()
    assert 1 <= ideas.count() <= 3
    assert player.log() == before
    worths = ideas.locator("small").all_inner_texts()
    assert len(worths) == ideas.count()
    assert all(re.search(r"(Chance of winning|Szansa na wygraną) \d+%", worth, re.IGNORECASE) for worth in worths), worths
    reasons = player.page.locator(".hint li").all_inner_texts()
    assert all(text.count("\n") >= 2 for text in reasons), reasons  # the move, its worth, and what speaks for it

    wanted = ideas.first.locator("b").inner_text()
    ideas.first.click()
    player.play_button.wait_for()
    assert wanted.lower() in player.page.locator(".prompt .say").inner_text().lower()
    assert player.page.locator(".hint").count() == 0


def test_the_button_puts_a_hint_away_again(guests: Guests) -> None:
    player = guests(width=360, height=780)
    player.play_now()
    button = player.page.locator(".prompt .acts .btn").first
    button.click()
    player.page.locator(".hint .idea").first.wait_for()
    button.click()
    player.page.locator(".hint").wait_for(state="detached")


def test_people_among_themselves_have_no_hints_unless_they_wish(guests: Guests) -> None:
    player = guests()
    player.play_here()
    assert player.page.locator(".prompt .acts .btn").count() == 0
