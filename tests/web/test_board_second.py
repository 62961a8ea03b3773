"""The painted board of Second Place: whole games by mouse, by touch and by keyboard, and what the board promises on the way."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import Guests
from tests.web.player import Player
from tests.web.test_accessible import AXE
from tests.web.test_rooms import lay

pytestmark = pytest.mark.slow

MOST_MOVES = 60
MOST_TOUCHES = 12  # of one draft: two missions, each with a cube and a door, and who goes first
WIDTH, HEIGHT = 360, 740  # of a phone
FINGER = 44  # pixels
LIMIT = 60_000  # bytes of gzipped JavaScript that the board may add

Touch = Callable[[Locator], None]


def click(what: Locator) -> None:
    what.click()


def tap(what: Locator) -> None:
    what.tap()


def press(what: Locator) -> None:
    what.focus()
    what.page.keyboard.press("Enter")


class Seat:
    """A person at the painted board."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.page: Page = player.page

    @property
    def glowing(self) -> Locator:
        return self.page.locator(".second .hot.glow")

    @property
    def options(self) -> Locator:
        return self.page.locator(".prompt .option:not([aria-pressed])")

    @property
    def is_drafted(self) -> bool:
        return self.page.locator(".second.drafted").count() > 0

    def sit_down(self) -> None:
        self.player.open_start()
        self.page.locator(".btn.go.big").click()
        self.page.locator(".second").wait_for()
        self.wait()

    def wait(self) -> None:
        self.page.locator(".second .hot.glow, .over").first.wait_for()

    def draft(self, touch: Touch, which: int = 0) -> None:
        """Touches things that glow until a whole move is chosen; on a phone the order is chosen in the prompt."""
        for _ in range(MOST_TOUCHES):
            if self.is_drafted:
                return
            asked = self.page.locator(".prompt").inner_text()
            spots = self.options if self.page.locator(".head.glow").count() else self.glowing
            touch(spots.nth(which % spots.count()))
            self.page.wait_for_function(
                "(asked) => document.querySelector('.second.drafted') || document.querySelector('.prompt').innerText !== asked", arg=asked
            )
        assert self.is_drafted

    def play(self, touch: Touch) -> None:
        before = len(self.player.log())
        touch(self.player.play_button)
        self.page.locator(f".log li >> nth={before}").wait_for(state="attached")
        self.wait()

    def finish(self, touch: Touch) -> None:
        for number in range(MOST_MOVES):
            if self.player.is_over:
                return
            self.draft(touch, number)
            self.play(touch)
        raise AssertionError("The match did not end.")


# -- Whole games -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "dark"), [("en", False), ("pl", True)], ids=["English by day", "Polish at night"])
def test_a_whole_game_by_mouse(guests: Guests, language: str, dark: bool) -> None:
    seat = Seat(guests(language=language, dark=dark, painted=True))
    seat.sit_down()
    seat.finish(click)

    assert seat.player.headline()
    assert "[" not in seat.page.locator("main").inner_text()  # a missing text shows its key in brackets


def test_a_whole_game_by_touch_on_a_phone(guests: Guests) -> None:
    seat = Seat(guests(WIDTH, HEIGHT, painted=True))
    seat.sit_down()
    for number in range(MOST_MOVES):
        if seat.player.is_over:
            break
        assert seat.page.evaluate("document.documentElement.scrollWidth") <= WIDTH
        seat.draft(tap, number + 1)
        seat.play(tap)

    assert seat.player.is_over


def test_a_whole_game_by_keyboard(guests: Guests) -> None:
    """Number keys and arrows with Enter choose, Enter plays; the mouse is never touched after the start."""
    seat = Seat(guests(painted=True))
    page = seat.page
    seat.sit_down()
    for number in range(MOST_MOVES):
        if seat.player.is_over:
            break
        before = len(seat.player.log())
        for _ in range(MOST_TOUCHES):
            if seat.is_drafted:
                break
            asked = page.locator(".prompt").inner_text()
            if number % 2:
                page.keyboard.press("1")
            else:
                page.keyboard.press("ArrowDown")
                expect(page.locator(".second .hot:focus")).to_have_count(1)
                while "held" in (page.locator(".second .hot:focus").get_attribute("class") or ""):
                    page.keyboard.press("ArrowRight")
                page.keyboard.press("Enter")
            page.wait_for_function(
                "(asked) => document.querySelector('.second.drafted') || document.querySelector('.prompt').innerText !== asked", arg=asked
            )
        expect(page.locator(".prompt")).to_be_focused()
        page.keyboard.press("Enter")
        page.locator(f".log li >> nth={before}").wait_for(state="attached")
        seat.wait()

    assert seat.player.is_over


def test_a_game_with_motion_ends_at_the_same_table(guests: Guests) -> None:
    """Pieces travel, a touch hurries them, and at last the board shows what the table in words says."""
    seat = Seat(guests(painted=True, still=False))
    page = seat.page
    seat.sit_down()
    page.evaluate("""() => {
        window.flown = 0;
        const watch = new MutationObserver((all) => all.forEach((one) => (window.flown += one.addedNodes.length)));
        watch.observe(document.querySelector('.layer'), { childList: true });
    }""")
    for number in range(4):
        seat.draft(click, number)
        seat.play(click)
    assert page.evaluate("window.flown") > 4
    page.wait_for_function("document.querySelector('.layer').children.length === 0")
    cubes = page.locator(".second .col .cnt").all_inner_texts()
    page.keyboard.press("b")
    rows = page.locator(".words table").filter(has_text="Nuke").first.locator("tbody tr").all_inner_texts()
    spied = [sum(map(int, re.findall(r"\d+", row.split("\t")[-1]))) for row in rows]

    assert [sum(int(count) for count in cubes[place : place + 3] if count.isdigit()) for place in (0, 3, 6)] == spied


# -- Choosing ----------------------------------------------------------------------------------------------------------------------


def test_a_chosen_move_is_a_draft_until_it_is_played(guests: Guests) -> None:
    seat = Seat(guests(painted=True))
    seat.sit_down()
    lines = seat.player.log()
    seat.draft(click)
    assert seat.player.log() == lines
    seat.page.keyboard.press("Escape")
    seat.page.locator(".second:not(.drafted)").wait_for()

    assert seat.player.log() == lines


def test_a_refused_touch_says_why_with_its_rule(guests: Guests) -> None:
    """A token lies on a slot for the rest of the game: the second Single Crisis is refused."""
    seat = Seat(guests(painted=True))
    page = seat.page
    seat.sit_down()
    crisis = page.locator(".card.mine .cell").nth(3)
    while not page.locator(".card.mine .cell.glow").count():
        seat.draft(click)
        seat.play(click)
    crisis.click()
    seat.play(click)
    while not page.locator(".card.mine .cell.glow").count() or page.locator(".card.mine .cell.back").count():
        seat.draft(click)
        seat.play(click)
    crisis.click(force=True)  # it is marked as of no use, and answers all the same

    expect(page.locator(".problem .why")).to_contain_text(re.compile(r"S\d+"))
    expect(page.locator(".problem")).to_contain_text("Crisis")


def test_a_line_of_the_log_lights_its_place(guests: Guests) -> None:
    seat = Seat(guests(painted=True))
    seat.sit_down()
    line = seat.page.locator(".log li", has_text="Minister of").first
    name = re.findall("Nuke|Nano|Bio", line.inner_text())[0]
    line.hover()

    expect(seat.page.locator(".room.lit")).to_have_attribute("aria-label", name)


def test_board_and_words_are_one_key_apart_and_the_choice_is_kept(guests: Guests) -> None:
    seat = Seat(guests(painted=True))
    page = seat.page
    seat.sit_down()
    page.keyboard.press("b")
    page.locator(".mv").first.wait_for()
    page.reload()
    page.locator(".mv").first.wait_for()
    page.keyboard.press("b")
    page.locator(".second").wait_for()

    expect(page.locator(".mv")).to_have_count(0)


def test_a_game_without_a_board_offers_only_words(guests: Guests) -> None:
    player = guests(painted=True)
    lay(player, "estoril", 3, {})
    player.page.locator(".words").wait_for()

    expect(player.page.locator(".view")).to_have_count(0)


# -- For everybody -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [360, 768, 1280])
@pytest.mark.parametrize("dark", [False, True], ids=["day", "night"])
def test_axe_finds_nothing_on_the_board(guests: Guests, built: Path, dark: bool, width: int) -> None:
    """While choosing, with a draft, and with the eight orders open."""
    seat = Seat(guests(width=width, dark=dark, bypass_csp=True, painted=True))
    seat.sit_down()
    seat.page.add_script_tag(path=AXE)
    faults = _faults(seat.page)
    for number in range(3):
        seat.draft(click, number)
        faults += _faults(seat.page)
        seat.play(click)
        faults += _faults(seat.page)
    seat.page.locator(".fig").click()
    seat.page.locator("dialog .orders").wait_for()
    faults += _faults(seat.page)

    assert not faults, "\n".join(faults)


def _faults(page: Page) -> list[str]:
    page.mouse.move(0, 0)
    found: dict[str, Any] = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [f"{fault['id']}: {node['html'][:160]} {node['failureSummary']}" for fault in found["violations"] for node in fault["nodes"]]


def test_on_a_phone_everything_that_glows_is_in_sight_and_as_wide_as_a_finger(guests: Guests) -> None:
    """360 x 740: nothing to choose lies under the prompt; the names on the cards are doubled by it."""
    seat = Seat(guests(WIDTH, HEIGHT, painted=True))
    seat.sit_down()
    for number in range(8):
        if seat.player.is_over:
            break
        dock = seat.page.locator(".prompt").bounding_box()
        assert dock is not None
        for spot in seat.page.locator(".second .hot.glow:not(.head)").all():
            box = spot.bounding_box()
            assert box is not None
            reach = max(box["height"], FINGER if "mins" in (spot.get_attribute("class") or "") else 0)  # its plate belongs to it
            assert (box["width"] >= FINGER, reach >= FINGER) == (True, True), spot.inner_text()
            assert box["y"] + box["height"] <= dock["y"] + 1, spot.inner_text()
        seat.draft(tap, number)
        seat.play(tap)
        seat.page.evaluate("window.scrollTo(0, 0)")


@pytest.mark.parametrize("width", [360, 1440])
def test_text_of_twice_the_size_does_not_widen_the_board(guests: Guests, width: int) -> None:
    seat = Seat(guests(width=width, painted=True))
    seat.sit_down()
    seat.page.evaluate("document.documentElement.style.fontSize = '200%'")
    wide = seat.page.evaluate("Math.max(...[...document.querySelectorAll('.second *')].map((one) => one.getBoundingClientRect().right))")

    assert wide <= width


def test_the_board_adds_little_to_the_page(built: Path) -> None:
    """Its own chunks, gzipped: those that only the board asks for."""
    (chunk,) = (built / "assets").glob("second-*.js")

    assert len(gzip.compress(chunk.read_bytes())) < LIMIT
