"""The guided first game in a real browser, to its end: by mouse, by touch on a phone, in both languages, on board and in words."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Guests
from tests.web.player import MOST_MOVES, Player
from tests.web.test_accessible import WIDTHS, faults_of
from tests.web.test_board_second import Seat, Touch, click, tap

pytestmark = pytest.mark.slow


def begin(player: Player) -> Page:
    """From the start page to the first note."""
    page = player.page
    player.open_start()
    page.locator("a.learn").click()
    page.locator(".guide [data-step=welcome]").wait_for()
    page.evaluate(WATCH)
    assert re.search(r"/t/\w+$", page.url)
    return page


# Every note that was ever shown, also one that came and went between two looks.
WATCH = """() => {
  window.notes = new Set();
  const look = () => document.querySelectorAll(".guide [data-step]").forEach((note) => window.notes.add(note.dataset.step));
  look();
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-step"] });
}"""


def step_of(page: Page) -> str:
    note = page.locator(".guide [data-step]")
    return note.get_attribute("data-step") or "" if note.count() else ""


def read(page: Page, steps: list[str]) -> None:
    """Reads what there is to read."""
    while page.locator(".guide .next").count():
        steps.append(step_of(page))
        assert "[" not in page.locator(".guide").inner_text()
        page.locator(".guide .next").click()
        expect(page.locator(f".guide [data-step={steps[-1]}]")).to_have_count(0)
    if step_of(page) not in ("", *steps):
        steps.append(step_of(page))


def play_through(player: Player) -> list[str]:
    """Plays the guided game to its end; the steps that came up."""
    steps: list[str] = []
    for number in range(MOST_MOVES):
        player.wait_for_turn()
        if player.is_over:
            break
        read(player.page, steps)
        assert "[" not in player.page.locator(".guide").inner_text()
        player.move(number % 3)
    player.page.locator(".guide [data-step=over]").wait_for()
    read(player.page, steps)
    return steps


@pytest.mark.parametrize(("language", "width"), [("en", 1280), ("pl", 360)])
def test_the_guided_game_leads_to_its_end(guests: Guests, language: str, width: int) -> None:
    player = guests(language=language, width=width, height=780)
    page = begin(player)
    expect(page.locator(".seat").nth(1)).to_contain_text({"en": "Trainee", "pl": "Stażysta"}[language])
    steps = play_through(player)

    assert steps[:2] == ["welcome", "rounds"]
    assert steps[-1] == "over"
    assert {"select", "convert", "scored", "standing", "tokens", "half", "last"} <= set(steps)
    assert len(steps) == len(set(steps)) >= 12
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    expect(page.locator(".report tbody")).to_have_count(8)


def test_notes_cite_rules_and_stay_where_they_were_after_a_reload(player: Player) -> None:
    page = begin(player)
    page.locator(".guide .why").first.click()
    page.locator(".drawer .rule.marked").wait_for()
    expect(page.locator(".drawer .rule.marked")).to_contain_text("S49")
    page.keyboard.press("Escape")
    page.locator(".guide .next").click()
    page.locator(".guide [data-step=rounds]").wait_for()
    page.reload()
    page.locator(".guide [data-step=rounds]").wait_for()

    page.locator(".guide .tool").first.click()
    assert page.locator(".guide .note p").count() == 0
    page.locator(".guide .tool").first.click()
    page.locator(".guide .tool").nth(1).click()
    page.locator(".guide").wait_for(state="detached")
    page.reload()
    player.wait_for_turn()
    assert page.locator(".guide").count() == 0


def test_the_first_note_says_what_the_game_is_about_and_a_phone_shows_what_a_note_speaks_of(guests: Guests) -> None:
    page = begin(guests(width=360, height=740, painted=True))
    expect(page.locator(".guide h2")).to_have_text("Second place wins")
    page.locator(".second .hot.glow").first.wait_for()
    for _ in range(2):
        page.locator(".guide .next").click()
    page.locator(".guide [data-step=order], .guide [data-step=select]").wait_for()
    if step_of(page) == "order":
        page.locator(".prompt .option").nth(1).click()
        page.locator(".prompt .btn.go, .guide [data-step=select]").first.wait_for()
        if page.locator(".prompt .btn.go").count():
            page.locator(".prompt .btn.go").click()
        page.locator(".guide [data-step=select]").wait_for()
    page.locator(".second .hot.glow").first.wait_for()
    page.wait_for_function(INSIDE)


# Whether something that glows lies between the note and the prompt.
INSIDE = """() => {
  const top = document.querySelector(".guide").getBoundingClientRect().bottom;
  const bottom = document.querySelector(".prompt").getBoundingClientRect().top;
  return [...document.querySelectorAll(".second .hot.glow")].every((spot) => {
    const box = spot.getBoundingClientRect();
    return box.top >= top && box.bottom <= bottom;
  });
}"""


def choose(seat: Seat, touch: Touch, number: int) -> None:
    """Some move on the board; where touching the same place again and again leads nowhere, another place."""
    for which in range(number, number + 4):
        with suppress(AssertionError):
            seat.draft(touch, which)
            return
    raise AssertionError("No move could be chosen.")


@pytest.mark.parametrize(("language", "width", "touch"), [("pl", 1280, click), ("en", 360, tap)], ids=["by mouse", "by touch on a phone"])
def test_the_guided_game_on_the_painted_board(guests: Guests, language: str, width: int, touch: Touch) -> None:
    player = guests(language=language, width=width, height=780, painted=True)
    seat = Seat(player)
    page = begin(player)
    page.locator(".second .standing.lit").wait_for()
    page.locator(".guide .next").click()
    page.locator(".second .slot.lit").wait_for()
    steps = ["welcome"]
    for number in range(MOST_MOVES):
        seat.wait()
        if player.is_over:
            break
        read(page, steps)
        choose(seat, touch, number)
        seat.play(touch)
    page.locator(".guide [data-step=over]").wait_for()
    read(page, steps)

    assert {"select", "convert", "scored", "tokens", "last", "over"} <= set(page.evaluate("[...window.notes]"))
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_back_leads_to_the_start_page_and_lays_no_second_table(player: Player) -> None:
    page = begin(player)
    page.go_back()
    page.locator(".btn.go.big").wait_for()
    page.reload()
    expect(page.locator(".row")).to_have_count(1)


def test_a_game_without_a_lesson_says_so(player: Player) -> None:
    player.page.goto("/learn/wink")
    expect(player.page.locator("[role=alert]")).to_contain_text("no guided game")


@pytest.mark.parametrize("painted", [False, True], ids=["words", "board"])
def test_axe_finds_nothing_with_the_guide(guests: Guests, painted: bool) -> None:
    player = guests(bypass_csp=True, painted=painted)
    page = begin(player)
    page.locator(".second" if painted else ".mv").first.wait_for()
    assert faults_of(player) == []
    page.locator(".guide .tool").first.click()
    assert faults_of(player) == []


# -- The rules page ----------------------------------------------------------------------------------------------------------


def test_the_rules_are_read_in_polish_searched_and_followed(guests: Guests) -> None:
    page = guests(language="pl").page
    page.goto("/rules/second")
    page.locator("#rule-S49").wait_for()
    assert page.locator(".note").count() == 0
    expect(page.locator("#rule-S49")).to_contain_text("dokładnie osiem pozycji")
    expect(page.locator("#rule-S49 tbody tr")).to_have_count(8)
    expect(page.locator("#rule-A2")).to_contain_text("Dzielić pierwsze miejsce")

    page.get_by_role("searchbox").fill("infiltracja recepcji")
    expect(page.locator("#rule-S36")).to_be_visible()
    assert page.locator("#rule-S1").count() == 0
    page.get_by_role("searchbox").fill("")
    page.locator("#rule-S8 a", has_text="S15").click()
    expect(page.locator("#rule-S15")).to_be_focused()

    page.get_by_role("navigation").get_by_role("button", name="Punktacja").click()
    expect(page.locator("#rule-S43")).to_be_in_viewport()
    assert page.locator("a.why[href='/learn/second']").count() == 1

    page.get_by_role("button", name="English").click()
    expect(page.locator("#rule-S49")).to_contain_text("exactly eight positions")


def test_rules_that_are_not_translated_say_so(guests: Guests) -> None:
    page = guests(language="pl").page
    page.goto("/rules/wink")
    page.locator(".rule").first.wait_for()
    expect(page.locator(".note")).to_contain_text("po angielsku")
    assert page.locator(".rule").first.get_attribute("lang") == "en"


def test_the_drawer_beside_the_table_speaks_polish_too(guests: Guests) -> None:
    page = begin(guests(language="pl"))
    page.locator(".guide .why").first.click()
    expect(page.locator(".drawer .rule.marked")).to_contain_text("dokładnie osiem pozycji")


def test_axe_finds_nothing_on_the_polish_rules(guests: Guests) -> None:
    player = guests(bypass_csp=True, language="pl")
    player.page.goto("/rules/second")
    player.page.locator("#rule-S49").wait_for()
    assert faults_of(player) == []
    for width in WIDTHS:
        player.page.set_viewport_size({"width": width, "height": 900})
        assert player.page.evaluate("document.documentElement.scrollWidth") <= width
