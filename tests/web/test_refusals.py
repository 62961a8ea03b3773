"""What the house refuses, said on the page in the language of its reader."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Guests
from tests.web.player import lay

pytestmark = pytest.mark.slow


def test_a_refused_touch_is_said_in_polish(guests: Guests) -> None:
    """With one token left a Dual is refused; a screen reader hears the same."""
    player = guests(language="pl", painted=True)
    page = player.page
    lay(player, "second", 2, {"spy_ops": "first_player", "tokens_per_player": 1})
    page.locator(".card.mine .cell.glow").first.wait_for()
    page.locator(".card.mine .cell").nth(5).click(force=True)  # the first of Dual: marked as of no use, it answers all the same

    said = "Pole podwójne bierze dwa żetony, a masz jeden. Wybierz pole pojedyncze."
    expect(page.locator(".problem")).to_contain_text(said)
    expect(page.get_by_role("alert").filter(has_text="Tak nie można")).to_contain_text(f"Tak nie można. {said}")


def test_a_refused_option_and_a_refused_name_are_said_in_polish(guests: Guests) -> None:
    player = guests(language="pl")
    page = player.page
    player.open_start()
    page.locator(".opts summary").first.click()
    page.locator(".opts details summary").last.click()
    page.get_by_label("Żetony misji", exact=True).fill("99")
    page.locator(".others .btn").first.click()
    expect(page.locator(".problem")).to_contain_text(
        'Opcja „Żetony misji” nie może mieć wartości "99". Możliwe: liczba całkowita od 0 do 20.'
    )

    page.locator(".tool.name").click()
    page.get_by_label("Twój pseudonim").fill(" ")
    page.keyboard.press("Enter")
    expect(page.locator(".rename [role=alert]")).to_contain_text("Imię ma od 1 do 24 liter.")
