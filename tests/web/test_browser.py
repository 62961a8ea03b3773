"""Whole games in a real browser: by mouse, by keyboard, on a phone, together, through breaks, in both languages."""

from __future__ import annotations

import gzip

import pytest
from playwright.sync_api import expect

from spyhouse.rules.kit.records import Record, verify
from tests.web.conftest import WAIT, Guests
from tests.web.player import MOST_MOVES, Player
from tools.running import House

pytestmark = pytest.mark.slow

WINDOWS = [(1024, 600), (1366, 657), (1280, 720), (1536, 730), (1024, 768), (1440, 789), (1920, 1080)]


def test_a_whole_game_by_mouse_ends_with_a_record_that_verifies(player: Player) -> None:
    player.play_now()
    player.finish()

    with player.page.expect_download() as download:
        player.page.locator(".over a[download]").click()
    text = download.value.path().read_text(encoding="utf-8")

    verify(Record.loads(text))
    assert player.headline().lower().startswith(("you won", "you win", "you came", "you lose", "both players lose"))


def test_a_whole_game_by_keyboard_alone(player: Player) -> None:
    page = player.page
    player.open_start()
    for _ in range(40):  # Tab reaches the start like any other button
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.btn.go.big')"):
            break
    page.keyboard.press("Enter")

    for number in range(MOST_MOVES):
        player.wait_for_turn()
        if player.is_over:
            break
        before = len(player.log())
        if number % 2:
            player.choose_by_key("1")
        else:
            while not page.evaluate("document.activeElement.matches('.mv')"):
                page.keyboard.press("Tab")
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
            page.locator(".mv[aria-pressed=true], .prompt .btn.go").first.wait_for()
            while page.locator(".mv[aria-pressed=true]").count() == 0 and player.moves.count():
                page.keyboard.press("Enter")  # the first move leaves room for a second one: that is chosen, too
                page.wait_for_timeout(50)
        page.keyboard.press("Enter")
        player.play_button.wait_for(state="detached")
        page.locator(f".log li >> nth={before}").wait_for(state="attached")

    assert player.is_over


def test_keys_take_back_and_open_rules_and_log(player: Player) -> None:
    page = player.page
    player.play_now()
    player.choose_by_key("1")
    page.keyboard.press("z")
    player.play_button.wait_for(state="detached")
    player.choose_by_key("2")
    page.keyboard.press("Escape")
    player.play_button.wait_for(state="detached")

    page.keyboard.press("r")
    marked = page.locator(".drawer .rule.marked")
    marked.wait_for()
    expect(marked).to_be_in_viewport()
    page.keyboard.press("Escape")
    page.locator(".drawer").wait_for(state="detached")

    page.keyboard.press("l")
    expect(page.locator(".logbox")).to_be_focused()


def test_a_whole_game_on_a_small_phone_without_sideways_scrolling(guests: Guests) -> None:
    phone = guests(width=360, height=740)
    phone.play_now()
    for number in range(MOST_MOVES):
        phone.wait_for_turn()
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360
        if phone.is_over:
            break
        phone.move(number % 4)

    assert phone.is_over


def test_touch_targets_on_a_phone_are_large_enough(guests: Guests) -> None:
    phone = guests(width=360, height=740)
    phone.play_now()
    phone.moves.first.click()
    phone.play_button.wait_for()
    for target in phone.page.locator(".mv:visible, .prompt .btn:visible, .bar .tool:visible").all():
        box = target.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44, target.inner_text()


@pytest.mark.parametrize("path", ["/", "/rules/second", "table"])
def test_text_at_twice_its_size_does_not_scroll_sideways(guests: Guests, path: str) -> None:
    phone = guests(width=360, height=740)
    if path == "table":
        phone.play_now()
    else:
        phone.page.goto(path)
        phone.page.locator("main").wait_for()
    phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
    phone.page.wait_for_timeout(100)

    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360


def whose_turn(*players: Player) -> Player | None:
    """Who has something to choose, whichever page hears of it first; nobody when the match is over."""
    for _ in range(WAIT // 20):
        if any(one.is_over for one in players):
            return None
        found = [one for one in players if one.moves.count()]
        if found:
            return found[0]
        players[0].page.wait_for_timeout(20)
    raise AssertionError("Nobody can move, and the match is not over.")


def test_two_browsers_and_a_spectator_at_one_table(guests: Guests) -> None:
    host, friend, spectator = guests(), guests(), guests()
    address = host.invite_friends()
    friend.page.goto(address)
    friend.page.locator(".can .btn").first.click()
    spectator.page.goto(address)
    spectator.page.locator(".seats-sheet").wait_for()
    host.page.locator(".seats-sheet .btn.go").click()

    spectator.page.locator(".watch").wait_for()
    for _ in range(MOST_MOVES):
        mover = whose_turn(host, friend)
        if mover is None:
            break
        mover.move(1)

    for one in (host, friend, spectator):
        one.page.locator(".over").wait_for()
    assert host.log() == friend.log() == spectator.log()
    assert spectator.page.locator(".over .btn.go").count() == 0
    assert spectator.moves.count() == 0


def test_a_draft_is_seen_by_nobody_else(guests: Guests) -> None:
    host, friend = guests(), guests()
    friend.page.goto(host.invite_friends())
    friend.page.locator(".can .btn").first.click()
    host.page.locator(".seats-sheet .btn.go").click()
    host.page.locator(".seat.acts").wait_for()
    friend.page.locator(".seat.acts").wait_for()
    mover, other = (host, friend) if host.moves.count() else (friend, host)
    seen = other.page.locator("main").inner_text()
    mover.moves.first.click()
    mover.play_button.wait_for()

    assert other.page.locator("main").inner_text() == seen
    mover.play_button.click()
    expect(other.page.locator(".log li").first).not_to_have_text(seen)


def test_reload_in_mid_turn_keeps_the_draft(player: Player) -> None:
    player.play_now()
    while not (player.moves.count() > 3):
        player.move(1)
        player.wait_for_turn()
    player.moves.nth(2).click()
    player.play_button.wait_for()
    chosen = player.page.locator(".prompt p").inner_text()
    log = player.log()

    player.page.reload()

    player.play_button.wait_for()
    assert player.page.locator(".prompt p").inner_text() == chosen
    assert player.log() == log
    player.play_button.click()
    player.page.locator(f".log li >> nth={len(log)}").wait_for(state="attached")


def test_a_house_that_goes_down_in_mid_turn_is_noted_and_found_again(guests: Guests, at: House) -> None:
    player = guests()
    player.play_now()
    player.moves.first.click()
    player.play_button.wait_for()
    log = player.log()

    at.stop()
    player.page.locator(".line-note").wait_for()
    player.play_button.click()  # kept, and sent when the line is back
    at.start()

    player.page.locator(".line-note").wait_for(state="detached")
    player.page.locator(f".log li >> nth={len(log)}").wait_for(state="attached")
    assert player.log()[: len(log)] == log
    player.wait_for_turn()


def test_hot_seat_covers_the_table_between_the_seats(player: Player) -> None:
    page = player.page
    player.play_here()
    hand_overs = 0
    for number in range(2 * MOST_MOVES):
        player.wait_for_turn()
        if player.is_over:
            break
        if page.locator(".hand").count():
            assert player.moves.count() == 0
            assert page.locator(".log").count() == 0
            page.keyboard.press("Enter")  # the button has the focus
            page.locator(".hand").wait_for(state="detached")
            hand_overs += 1
            continue
        player.moves.nth(number % player.moves.count()).click()
        player.play_button.click()
        player.play_button.wait_for(state="detached")

    assert player.is_over
    assert hand_overs >= 8


def test_the_browsers_language_is_spoken_and_another_one_can_be_chosen(guests: Guests) -> None:
    polish = guests(language="pl-PL")
    polish.open_start()
    assert polish.page.locator("html").get_attribute("lang") == "pl"
    assert polish.page.locator(".btn.go.big").inner_text().lower() == "graj teraz"
    polish.play_now()
    assert "Możesz" in polish.page.locator(".gh").first.inner_text() or "MOŻESZ" in polish.page.locator(".gh").first.inner_text()
    polish.finish()
    assert "[" not in polish.page.locator("main").inner_text()

    polish.page.goto("/")
    polish.page.get_by_role("button", name="English").click()
    expect(polish.page.locator(".btn.go.big")).to_have_text("Play now")
    polish.page.reload()
    expect(polish.page.locator(".btn.go.big")).to_have_text("Play now")


def test_night_follows_the_system_and_the_choice_is_kept(guests: Guests) -> None:
    night = guests(dark=True)
    night.open_start()
    assert night.page.locator("html").get_attribute("data-theme") == "dark"
    night.page.locator(".bar .night").click()
    assert night.page.locator("html").get_attribute("data-theme") == "light"
    night.page.reload()
    assert night.page.locator("html").get_attribute("data-theme") == "light"


@pytest.mark.long
def test_a_whole_game_by_night(guests: Guests) -> None:
    night = guests(dark=True)
    night.play_now()
    night.finish(step=2)
    assert night.is_over


def test_from_a_fresh_profile_to_the_first_own_move_takes_three_clicks_at_most(player: Player) -> None:
    clicks = 0
    player.open_start()
    player.page.locator(".btn.go.big").click()
    clicks += 1
    player.wait_for_turn()
    before = len(player.log())
    player.moves.first.click()
    clicks += 1
    player.play_button.click()
    clicks += 1
    player.page.locator(f".log li >> nth={before}").wait_for(state="attached")

    assert clicks <= 3


def test_the_start_page_is_light(player: Player) -> None:
    """Under 60 kB of JavaScript, compressed; all that it loads is counted."""
    sizes: dict[str, int] = {}
    player.page.on("response", lambda found: sizes.update({found.url: len(gzip.compress(found.body()))}) if ".js" in found.url else None)
    player.open_start()
    player.page.wait_for_load_state("networkidle")

    assert len(sizes) >= 3
    assert sum(sizes.values()) < 60_000


def test_there_is_never_more_than_one_primary_button(player: Player) -> None:
    player.open_start()
    assert player.page.locator(".btn.go:visible").count() == 1
    player.play_now()
    assert player.page.locator(".btn.go:visible").count() == 0
    player.moves.first.click()
    player.play_button.wait_for()
    assert player.page.locator(".btn.go:visible").count() == 1


def test_the_toy_game_is_played_to_its_end_without_a_line_of_page_code(guests: Guests) -> None:
    player = guests()
    player.play_now("Dead Drop")
    for _ in range(MOST_MOVES):
        player.page.locator(".mv[data-move^=d], .over").first.wait_for()
        if player.is_over:
            break
        player.page.locator(".mv[data-move^=d]").first.click()
        player.play_button.click()
        player.play_button.wait_for(state="detached")

    assert player.is_over


def test_a_nickname_is_kept_and_shown_at_the_table(player: Player) -> None:
    player.open_start()
    player.page.locator(".tool.name").click()
    player.page.get_by_label("Your cover name").fill("Halina Ś.")
    player.page.keyboard.press("Enter")
    expect(player.page.locator(".tool.name")).to_contain_text("Halina Ś.")
    player.play_now()
    expect(player.page.locator(".seat").first).to_contain_text("Halina Ś.")


def test_options_chosen_on_the_start_page_are_played(player: Player) -> None:
    player.open_start()
    player.page.locator(".opts summary").first.click()
    player.page.get_by_role("switch", name="Cold War").click()
    player.page.locator(".others .btn").first.click()
    expect(player.page.locator(".plays")).to_contain_text("Cold War")


def test_the_form_shows_what_a_profile_brings_and_an_explicit_choice_stands_against_it(player: Player) -> None:
    """profile=pl with second_place_rounding=en: the table plays en, though that is the plain game's value, too."""
    page = player.page
    player.open_start()
    page.get_by_role("button", name="Estoril", exact=False).first.click()
    page.locator(".opts summary").first.click()
    page.get_by_text("Rule readings").click()
    rounding = page.get_by_label("Rounding of the second place")
    page.get_by_label("Rulebook").select_option("pl")
    expect(rounding).to_have_value("pl")
    expect(page.get_by_label("Starting tiles in an agenda")).to_have_value("pl")
    rounding.select_option("en")
    expect(page.get_by_label("Starting tiles in an agenda")).to_have_value("pl")

    page.locator(".others .btn").first.click()

    expect(page.locator(".plays")).to_contain_text("Rulebook: Polish")
    expect(page.locator(".plays")).to_contain_text("Starting tiles in an agenda: count")
    expect(page.locator(".plays")).not_to_contain_text("Rounding")


def test_numbers_of_an_option_have_names_and_a_mix_that_cannot_be_is_refused_in_the_form(player: Player) -> None:
    page = player.page
    player.open_start()
    page.locator(".opts summary").first.click()
    page.get_by_role("switch", name="Cold War").click()
    page.get_by_text("House rules").click()
    start = page.get_by_role("group", name="Start of the spies")
    expect(start.get_by_label("orange")).to_have_value("0")
    start.get_by_label("orange").fill("3")
    start.get_by_label("orange").press("Tab")

    expect(page.locator(".opts .refusal")).to_have_text("'Cold War' brings its own 'Start of the spies'. Leave out one of the two.")


def test_a_game_that_needs_a_screen_each_is_not_offered_on_one_device(player: Player) -> None:
    player.open_start()
    expect(player.page.get_by_role("button", name="Play on this device")).to_be_visible()
    player.page.get_by_role("button", name="Wink", exact=False).first.click()
    expect(player.page.get_by_role("button", name="Play on this device")).to_have_count(0)


def test_a_match_can_be_given_up_and_played_again(player: Player) -> None:
    player.play_now()
    player.page.locator(".menu > .tool").click()
    player.page.get_by_role("button", name="Resign").click()
    player.page.locator(".answers .btn").nth(1).click()
    player.page.locator(".over").wait_for()
    assert "given up" in player.page.locator(".over").inner_text()
    address = player.page.url
    assert player.moves.count() == 0
    player.page.locator(".over .btn.go").click()
    player.page.locator(".over").wait_for(state="detached")
    player.page.locator(".seat.acts").wait_for()
    assert player.page.url != address


def test_the_seal_is_shown_before_the_first_move_and_opened_after_the_end(player: Player) -> None:
    player.play_now()
    player.page.locator(".proof").click()
    seal = player.page.locator("dialog .hex").first.inner_text()
    assert len(seal) == 64
    player.page.keyboard.press("Escape")
    player.finish()
    player.page.locator(".proof").click()
    assert player.page.locator("dialog .hex").first.inner_text() == seal
    assert len(player.page.locator("dialog .hex").nth(1).inner_text()) == 64
    expect(player.page.locator("dialog .ok")).to_be_visible()


def test_new_lines_and_the_prompt_are_announced(player: Player) -> None:
    player.play_now()
    before = len(player.log())
    player.move(0)
    player.wait_for_turn()
    said = player.page.locator("[role=status][aria-live=polite]").last
    expect(said).to_contain_text(player.page.locator(".prompt p").inner_text())

    assert any(line in said.inner_text() for line in player.log()[before:])


def test_an_unknown_table_says_so(player: Player) -> None:
    player.page.goto("/t/nowhere1")
    expect(player.page.locator(".alone")).to_contain_text("not there")


@pytest.mark.parametrize("language", ["en", "pl"])
def test_play_now_is_above_the_fold_for_every_game(guests: Guests, language: str) -> None:
    """In windows of laptops, from the lowest up."""
    page = guests(language=language).page
    page.goto("/")
    button = page.locator(".btn.go.big")
    button.wait_for()
    below = []
    for game in page.locator(".covers .cover").all():
        game.click()
        for width, height in WINDOWS:
            page.set_viewport_size({"width": width, "height": height})
            box = button.bounding_box()
            assert box is not None
            below += [f"{game.inner_text()} {width}x{height}: {box}"] if box["y"] + box["height"] > height else []

    assert below == []
