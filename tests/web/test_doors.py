"""Who cannot be let in, and who is lost, is told so on a page, in words."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Guests

pytestmark = pytest.mark.slow

NOWHERE = {"en": "Nothing is here.", "pl": "Tu nic nie ma."}
FULL = {  # by the code that the house closes a socket with
    4031: ("en", "You have too many windows open."),
    4032: ("pl", "W twojej sieci otwarto zbyt wiele okien."),
    4033: ("en", "Too many people are watching this table."),
}


@pytest.mark.parametrize("language", NOWHERE)
def test_an_address_that_leads_nowhere_is_a_page(guests: Guests, language: str) -> None:
    page = guests(language=language).page
    for path in ("/nowhere/at/all", "/t", "/rules"):
        answer = page.goto(guests.house.address + path)
        assert answer is not None
        assert answer.status == 404
        expect(page.get_by_role("heading", level=1)).to_have_text(NOWHERE[language])
    page.get_by_role("main").get_by_role("link").click()
    expect(page).to_have_url(f"{guests.house.address}/")


@pytest.mark.parametrize("code", FULL)
def test_a_full_house_says_so(guests: Guests, code: int) -> None:
    language, says = FULL[code]
    page = guests(language=language).page
    page.route_web_socket("**/socket", lambda socket: socket.close(code=code, reason="full"))
    page.goto(f"{guests.house.address}/t/whichever")
    expect(page.get_by_role("main")).to_contain_text(says)
    page.unroute_all()
