"""After the game in a real browser: the score round by round, the replay, the link to it, and the turning points."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from tests.web.conftest import WAIT, Guests
from tests.web.player import Player, lay
from tests.web.test_accessible import faults_of
from tools.running import TOY, House, house

pytestmark = pytest.mark.slow

MINUS = "\N{MINUS SIGN}"
LOOKING = 120_000  # ms for a look back; generous, because nothing here measures time


@pytest.fixture(scope="module")
def at(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house of its own, so that the finished match is there for all tests of this file."""
    with house(tmp_path_factory.mktemp("after"), adopted=(TOY,)) as running:
        yield running


ADDRESSES: dict[str, str] = {}


@pytest.fixture
def finished(guests: Guests, at: House) -> str:
    """The address of a match that somebody has played to its end."""
    if at.address not in ADDRESSES:
        play_to_the_end(guests(), at)
    return ADDRESSES[at.address]


def play_to_the_end(player: Player, at: House) -> None:
    """A whole match, which those who come later look at as well."""
    player.play_now()
    player.finish()
    ADDRESSES.setdefault(at.address, player.page.url.removeprefix(at.address))


def opened(player: Player, address: str) -> Page:
    player.page.goto(address)
    player.page.locator(".scrubber").wait_for()
    return player.page


def moment(page: Page) -> int:
    return int(page.locator(".slider").input_value())


def last(page: Page) -> int:
    return int(page.locator(".slider").get_attribute("max") or 0)


def test_whoever_played_sees_the_score_and_can_go_back_by_keyboard(player: Player, at: House) -> None:
    play_to_the_end(player, at)
    page = player.page
    page.locator(".scrubber").wait_for()
    whole = player.log()
    assert moment(page) == last(page) > 20

    page.keyboard.press("ArrowLeft")
    page.locator(".over").wait_for(state="detached")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".slider")).to_have_value(str(last(page) - 2))
    shorter = player.log()
    assert whole[: len(shorter)] == shorter != whole

    page.keyboard.press("Escape")
    page.locator(".over").wait_for()
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator(".where .sign")).to_contain_text("Round 8")
    page.locator(".slider").focus()
    page.keyboard.press("Home")
    expect(page.locator(".where .sign")).to_have_text("Round 1")
    assert moment(page) == 0
    assert page.locator(".mv").count() == 0
    page.keyboard.press("PageDown")
    expect(page.locator(".where .sign")).to_have_text("Round 2")
    page.keyboard.press("Escape")
    page.locator(".over").wait_for()
    assert player.log() == whole
    assert page.locator(".btn.go:visible").count() == 1


def test_the_ledger_tells_every_round_and_ends_with_the_score(guests: Guests, finished: str) -> None:
    page = opened(guests(), finished)
    rounds = page.locator(".report tbody")
    expect(rounds).to_have_count(8)
    end = [int(text) for text in page.locator(".report .sum").last.locator("td").all_inner_texts()]
    shown = [int(text) for text in page.locator(".board table").first.locator("tbody td:nth-child(2)").all_inner_texts()]
    assert end == shown
    for place in range(1, 8):
        before, after = (sums(page, number) for number in (place - 1, place))
        rows = rounds.nth(place).locator("tr:not(.round):not(.sum):not(.verdict)")
        changes = [[value(cell) for cell in row.locator("td").all_inner_texts()] for row in rows.all()]
        gained = [sum(change[column] for change in changes if change) for column in range(3)]
        assert [one + more for one, more in zip(before, gained, strict=True)] == after

    page.get_by_role("button", name=re.compile("^Round 3")).click()
    expect(page.locator(".where .sign")).to_have_text("Round 3")


def sums(page: Page, number: int) -> list[int]:
    return [int(text) for text in page.locator(".report .sum").nth(number).locator("td").all_inner_texts()]


def value(cell: str) -> int:
    return int(cell.replace(MINUS, "-")) if cell.strip() else 0


def test_a_link_leads_anybody_to_that_moment(guests: Guests, finished: str) -> None:
    page = opened(guests(), finished)
    expect(page.get_by_role("button", name=re.compile("Share|Link to"))).to_have_text(["Share"])  # the end has one
    page.locator(".slider").fill("11")
    expect(page.get_by_role("button", name=re.compile("Share|Link to"))).to_have_text(["Link to this moment"])
    page.locator(".scrubber .share").click()
    link = page.locator("#table-link").input_value()
    assert link.endswith(f"{finished}#11")
    seen = page.locator(".sections").inner_text()

    stranger = opened(guests(), f"{finished}#11")
    expect(stranger.locator(".slider")).to_have_value("11")
    expect(stranger.locator(".sections")).to_have_text(re.compile(".+"))
    assert stranger.locator(".sections").inner_text() == seen
    assert stranger.locator(".over").count() == 0


def test_the_replay_runs_by_itself_and_stops_at_a_touch(guests: Guests, finished: str) -> None:
    page = opened(guests(width=360, height=740), finished)
    page.locator(".scrubber .run").tap()
    expect(page.locator(".slider")).to_have_value("2")
    page.locator(".scrubber .back").tap()
    here = moment(page)
    page.wait_for_timeout(1500)
    assert moment(page) == here
    page.locator(".scrubber .next").tap()
    expect(page.locator(".slider")).to_have_value(str(here + 1))
    box = page.locator(".slider").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert abs(moment(page) - last(page) / 2) <= 2
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for target in page.locator(".scrubber button:visible, .scrubber input:visible").all():
        size = target.bounding_box()
        assert size is not None
        assert min(size["width"], size["height"]) >= 44


@pytest.mark.parametrize("language", ["en", "pl"])
def test_turning_points_come_from_a_look_back_and_lead_into_the_replay(guests: Guests, finished: str, language: str) -> None:
    page = opened(guests(language=language), finished)
    page.locator("#turns-title").wait_for()
    page.locator(".report .turns .btn").first.click()
    page.locator(".means").wait_for(timeout=LOOKING)
    expect(page.locator("#turns-title")).to_be_in_viewport()
    expect(page.locator(".curve").first).to_be_in_viewport()
    assert page.locator(".curve polyline").count() == 2
    assert len((page.locator(".curve .line").first.get_attribute("points") or "").split()) > 8
    assert "[" not in page.locator("main").inner_text()
    assert "[" not in (page.locator(".curve").get_attribute("aria-label") or "[")
    turns = page.locator(".turns li")
    assert turns.count() > 0
    numbers = [str(number + 1) for number in range(turns.count())]
    expect(page.locator(".curve .badge")).to_have_text(numbers)
    expect(turns.locator(".badge")).to_have_text(numbers)
    seen: list[int] = []
    for turn in turns.all():
        named = turn.locator(".who b").inner_text()
        played, better, advice = turn.locator("dd").all_inner_texts()
        assert played != better
        assert re.search(r"\.[”]?$", advice)
        turn.get_by_role("button").click()
        for said in (named, played, better):
            expect(page.locator(".scrubber.studied .what")).to_contain_text(said)
        here = moment(page)  # before the move, which may be the first one of the match
        assert here < last(page)
        page.locator(".scrubber .next").click()
        expect(page.locator(".slider")).to_have_value(str(here + 1))
        expect(page.locator(".scrubber.studied")).to_have_count(0)
        expect(page.locator(".scrubber .what")).to_contain_text(named)
        seen.append(here)
        page.keyboard.press("Escape")
        turn.get_by_role("button").wait_for()
    assert seen == sorted(set(seen))


def test_where_something_was_hidden_the_replay_can_be_seen_with_other_eyes(guests: Guests) -> None:
    player = guests()
    player.play_now("Dead Drop")
    for _ in range(60):
        player.page.locator(".mv[data-move^=d], .over").first.wait_for()
        if player.is_over:
            break
        with suppress(TimeoutError):  # the clock of this game may go on under the hand: then once more
            player.page.locator(".mv[data-move^=d]").first.click(timeout=2_000)
            player.play_button.click(timeout=2_000)
    page = player.page
    page.locator(".slider").fill("3")
    page.locator(".over").wait_for(state="detached")
    page.locator(".scrubber .eyes").wait_for()
    for eyes, seat in (("1", 1), ("Spectator", -1)):
        with page.expect_response(f"**/replay/{seat}") as outline, page.expect_response(f"**/replay/{seat}/*") as drawn:
            page.get_by_label("Seen by").select_option(eyes)
        assert drawn.value.json()["eyes"] == seat
        expect(page.locator(".slider")).to_have_attribute("max", str(len(outline.value.json()["moves"]) - 1))
        assert page.locator(".over").count() == 0


# -- The end ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "width"), [("en", 1280), ("pl", 360)])
def test_the_end_shows_the_podium_with_its_numbers(guests: Guests, finished: str, language: str, width: int) -> None:
    page = opened(guests(language=language, width=width, height=780), finished)
    spies = page.locator(".over .spy")
    expect(spies).to_have_count(3)
    points = sorted(int(text) for text in spies.locator("b").all_inner_texts())
    assert points == sorted(sums(page, 7))
    assert page.locator(".over .spy.wins").count() == (0 if page.locator(".over.none").count() else 1)
    assert "[" not in page.locator(".over").inner_text()
    box = page.locator(".over .spy").first.bounding_box()
    dock = page.locator(".scrubber").bounding_box()
    assert box is not None
    assert dock is not None
    assert box["y"] + box["height"] < dock["y"], "The bar of the replay lies over the podium."
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_player_hears_of_himself_and_a_stranger_of_the_winner(guests: Guests) -> None:
    player = guests()
    player.play_now()
    player.finish(3)
    page = player.page
    page.locator(".over .spy").first.wait_for()
    own = page.locator(".over .spy", has=page.locator(".tag:not(.lamp)"))
    expect(own).to_have_count(1)
    is_winner = own.locator(".lamp").count() == 1
    mine = player.headline().lower()
    assert mine.startswith("you ") or mine == "both players lose"
    assert ("lost" not in mine and "lose" not in mine) == is_winner

    stranger = opened(guests(), page.url)
    stranger.locator(".over .spy").first.wait_for()
    assert stranger.locator(".over .tag:not(.lamp)").count() == 0
    assert "you" not in stranger.locator("#over-title").inner_text().lower()
    assert stranger.locator(".over .go").count() == 0


@pytest.mark.parametrize("language", ["en", "pl"])
def test_another_game_ends_with_its_score_by_what_it_is_for(guests: Guests, language: str) -> None:
    player = guests(language=language)
    lay(player, "connection", 3, {"max_turns": 1})
    page = player.page
    for _ in range(40):
        player.wait_for_turn()
        if player.is_over:
            break
        with suppress(TimeoutError):  # the seat may have moved on meanwhile
            player.moves.first.click(timeout=2_000)
            player.play_button.click(timeout=2_000)
            player.play_button.wait_for(state="detached")
    rows = page.locator(".over tbody tr")
    expect(rows).to_have_count(3)
    assert [row.locator("td").first.inner_text() for row in rows.all()] == ["1", "2", "3"]
    expect(page.locator(".over tr.wins")).to_have_count(1)
    for row in rows.all():
        printed, covered, total = [int(text) for text in row.locator("td").all_inner_texts()[1:]]
        assert printed + covered == total
    assert "[" not in page.locator(".over").inner_text()


def test_coming_back_from_the_past_the_page_is_where_it_was(guests: Guests, finished: str) -> None:
    page = opened(guests(width=360, height=740, painted=True), finished)
    page.locator(".over .spy").first.wait_for()
    page.locator(".second").wait_for()
    round_six = page.locator(".report .round button").nth(5)
    round_six.evaluate("button => button.scrollIntoView({ block: 'center' })")
    before = page.evaluate("scrollY")
    assert before > 300
    round_six.click()
    page.locator(".over").wait_for(state="detached")
    page.wait_for_function("scrollY === 0")
    page.keyboard.press("Escape")
    page.locator(".over").wait_for()
    page.wait_for_function("before => Math.abs(scrollY - before) < 8", arg=before)


def test_nothing_of_the_replay_is_there_while_the_match_runs(guests: Guests, at: House) -> None:
    player = guests()
    player.play_now()
    table = player.page.url.rpartition("/")[2]
    assert player.page.locator(".scrubber, .report").count() == 0
    for way in ("replay/0", "replay/-1/0", "record.json"):
        assert player.page.request.get(f"/api/tables/{table}/{way}").status == 400


def test_the_painted_board_shows_the_past_too(guests: Guests, finished: str) -> None:
    page = opened(guests(painted=True), finished)
    page.locator(".second").wait_for()
    end = page.locator(".second").inner_text()
    page.locator(".slider").fill("0")
    page.locator(".over").wait_for(state="detached")
    expect(page.locator(".second")).not_to_have_text(end)
    expect(page.locator("h1.where")).to_contain_text("Round 1 of 8")
    page.keyboard.press("b")
    expect(page.locator(".sections")).to_contain_text("Foreign Office")


@pytest.mark.parametrize("painted", [False, True], ids=["words", "board"])
def test_axe_finds_nothing_after_the_game(guests: Guests, finished: str, painted: bool) -> None:
    player = guests(bypass_csp=True, painted=painted)
    page = opened(player, finished)
    page.locator(".report .turns .btn").first.click()
    page.locator(".means").wait_for(timeout=LOOKING)
    page.wait_for_timeout(100)
    assert faults_of(player) == []
    page.locator(".slider").fill("14")
    page.locator(".over").wait_for(state="detached")
    assert faults_of(player) == []


def test_text_at_twice_its_size_does_not_scroll_sideways(guests: Guests, finished: str) -> None:
    page = opened(guests(width=360, height=740), finished)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.wait_for_timeout(WAIT // 200)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
