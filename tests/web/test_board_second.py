"""The painted board of Second Place: whole games by mouse, by touch and by keyboard, and what the board promises on the way."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

import spyhouse
from spyhouse import words
from tests.web.conftest import Guests
from tests.web.player import Player, lay
from tests.web.test_accessible import faults_of

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
            self.touch_one(touch, which)
        assert self.is_drafted

    def touch_one(self, touch: Touch, which: int) -> None:
        """Touches one thing, and waits for what the prompt says to it."""
        asked = self.page.locator(".prompt").inner_text()
        spots = self.options if self.page.locator(".head.glow").count() else self.glowing
        touch(spots.nth(which % spots.count()))
        self.page.wait_for_function(
            "(asked) => document.querySelector('.second.drafted') || document.querySelector('.prompt').innerText !== asked", arg=asked
        )

    def play(self, touch: Touch) -> None:
        before = len(self.player.log())
        touch(self.player.play_button)
        self.page.locator(f".log li >> nth={before}").wait_for(state="attached")
        self.wait()

    def finish(self, touch: Touch) -> None:
        for number in range(MOST_MOVES):
            if self.player.is_over:
                FINISHED.append(self.page.url)
                return
            self.draft(touch, number)
            self.play(touch)
        raise AssertionError("The match did not end.")


FINISHED: list[str] = []  # the addresses of matches that were played to their end


def finished(guests: Guests) -> str:
    """The address of a match of this house that is over; played now if there is none."""
    known = [address for address in FINISHED if address.startswith(guests.house.address)]
    if known:
        return known[-1]
    seat = Seat(guests(painted=True))
    seat.sit_down()
    seat.finish(click)
    return seat.page.url


# -- Whole games -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "dark"),
    [pytest.param("en", False, id="English by day", marks=pytest.mark.long), pytest.param("pl", True, id="Polish at night")],
)
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


def check_against_words(page: Page) -> None:
    """The board at rest shows as many cubes as the table in words says."""
    page.wait_for_function("document.querySelector('.layer').children.length === 0")
    cubes = page.locator(".second .col .cnt").all_inner_texts()
    page.keyboard.press("b")
    rows = page.locator(".words table").filter(has_text="Nuke").first.locator("tbody tr").all_inner_texts()
    spied = [sum(map(int, re.findall(r"\d+", row.split("\t")[-1]))) for row in rows]

    assert [sum(int(count) for count in cubes[place : place + 3] if count.isdigit()) for place in (0, 3, 6)] == spied
    page.keyboard.press("b")
    page.locator(".second .hot.glow").first.wait_for()


WATCH = """() => {
    window.early = [];
    window.frames = 0;
    window.flown = 0;
    const watch = new MutationObserver((all) => all.forEach((one) => (window.flown += one.addedNodes.length)));
    watch.observe(document.querySelector('.layer'), { childList: true });
    window.hurries = setInterval(() => dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' })), 40);
    const look = () => {
        requestAnimationFrame(look);
        const board = document.querySelector('.second');
        if (!board) return;
        const busy = board.ariaBusy === 'true';
        const told = document.querySelectorAll('.log li').length;
        const waits = document.querySelector('.prompt')?.ariaBusy === 'true'; // not for an own draft
        window.frames += waits;
        if (told > Number(board.dataset.told)) window.early.push(`${told} lines, ${board.dataset.told} played`);
        const asked = '.prompt .acts button:not(:disabled, [aria-disabled=true]), .seat.acts, .hot.glow'; // what is being played rests
        if (waits && document.querySelector(asked)) window.early.push(`asked: ${document.querySelector('.prompt').innerText}`);
        if (document.querySelector('.over') && (busy || document.querySelector('.layer > *'))) window.early.push('over');
        if (document.querySelector('.over')) window.last = document.querySelector('.slot.now .n')?.innerText;
    };
    look();
}"""


def test_told_shown_and_asked_wait_for_the_board(guests: Guests) -> None:
    """In no frame does the log say what the board has not played; nothing is asked and no result stands while pieces are under way.

    Pieces travel, and are hurried by a key; after seven rounds the board shows what the table in words says.
    """
    seat = Seat(guests(painted=True, still=False))
    page = seat.page
    seat.sit_down()
    page.evaluate(WATCH)
    while page.locator(".slot.now .n").inner_text() != "8":
        seat.draft(click, 1)
        seat.play(click)
    page.evaluate("clearInterval(window.hurries)")  # the last round is seen at its pace
    assert page.evaluate("window.flown") > MOST_TOUCHES
    check_against_words(page)
    hurried = page.evaluate("window.frames")
    while not seat.player.is_over:
        seat.draft(click, 1)
        seat.play(click)

    assert page.evaluate("window.early") == []
    assert page.evaluate("window.frames") > hurried + 30
    assert page.evaluate("window.last") in (None, "8")


def test_a_link_to_a_moment_opens_on_it(guests: Guests) -> None:
    """At the first load, for the player and for strangers, painted and in words; the fixture finds fault with any error."""
    seat = Seat(guests(painted=True))
    seat.sit_down()
    seat.finish(click)
    address = seat.page.url
    strangers = [guests(width, 844, painted=painted) for width in (1280, 390) for painted in (True, False)]
    for guest in (seat.player, *strangers):
        for moment in (2, 7, 0):
            guest.page.goto(f"{address}#{moment}")
            guest.page.reload()  # where only the moment is another one, nothing was loaded
            guest.page.locator(".second .card, .past table").first.wait_for()
            expect(guest.page.locator(".over")).to_have_count(0)
            expect(guest.page.locator(".scrubber .slider")).not_to_have_value("")
            assert int(guest.page.locator(".scrubber .slider").input_value()) <= moment


def play_to_selection(seat: Seat, touch: Touch) -> None:
    """Until missions can be laid. Whoever names himself first lays them in the same draft: so the other one is named."""
    while not seat.page.locator(".card.mine .cell.glow:not(.back)").count() or seat.page.locator(".card.mine .tok.pend").count():
        seat.draft(touch, 1)
        seat.play(touch)


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
    """A token lies on a slot for the rest of the game: the second Single Crisis is refused. The next good touch puts the reason away."""
    seat = Seat(guests(painted=True))
    page = seat.page
    seat.sit_down()
    crisis = page.locator(".card.mine .cell").nth(3)
    play_to_selection(seat, click)
    crisis.click()
    seat.play(click)
    play_to_selection(seat, click)
    crisis.click(force=True)  # it is marked as of no use, and answers all the same

    expect(page.locator(".problem .why")).to_contain_text(re.compile(r"S\d+"))
    expect(page.locator(".problem")).to_contain_text("Crisis")
    page.locator(".card.mine .cell").nth(5).click()  # the first of Dual
    page.locator(".card.mine .cell.held").wait_for()
    expect(page.locator(".problem")).to_have_count(0)


# While missions are selected, and the rule that says so.
IMPOSSIBLE = {".mins": "S16", ".well": "S16", ".col": "S16", ".card:not(.mine) .cell": "S17", ".slot .hot": "S9", ".ruler .hot": "S45"}


@pytest.mark.parametrize("how", ["mouse", "touch", "keyboard"])
def test_every_impossible_place_says_why_with_its_rule(guests: Guests, how: str) -> None:
    """Rooms, doors, piles and the other's card while missions are selected, cells while they are executed; tracker and tokens always."""
    seat = Seat(guests(*((WIDTH, HEIGHT) if how == "touch" else (1366, 657)), painted=True))
    page = seat.page
    touch: Touch = {"mouse": lambda one: one.click(force=True), "touch": lambda one: one.tap(force=True), "keyboard": press}[how]
    seat.sit_down()
    play_to_selection(seat, click)
    for kind, rule in IMPOSSIBLE.items():
        touch(page.locator(f".second {kind}[aria-disabled]").first)
        expect(page.locator(".problem .why")).to_contain_text(rule)
        expect(page.get_by_role("alert").filter(has_text=re.compile("\\w"))).not_to_have_count(0)
        page.keyboard.press("Escape")
    page.locator(".card.mine .cell.glow").nth(3).click()
    seat.play(click)
    if page.locator(".prompt .why", has_text="S34").count():
        for kind in (".well", ".col", ".card.mine .cell"):
            touch(page.locator(f".second {kind}[aria-disabled]").first)
            expect(page.locator(".problem .why")).to_contain_text(re.compile(r"S2\d"))


def test_out_of_turn_every_place_says_whose_turn_it_is(guests: Guests) -> None:
    """Two people: whoever waits touches, and reads why; what never is to be touched says what it is."""
    host, friend = guests(painted=True), guests(painted=True)
    address = host.invite_friends()
    friend.page.goto(address)
    friend.page.get_by_role("button", name="Sit here").click()
    host.page.locator(".seats-sheet .btn.go:enabled").click()
    for one in (host, friend):
        one.page.locator(".second").wait_for()
    page = friend.page if host.page.locator(".prompt.mine").count() else host.page
    expect(page.locator(".second .glow")).to_have_count(0)
    for kind in (".mins", ".well", ".col", ".card.mine .cell", ".card:not(.mine) .cell"):
        page.locator(f".second {kind}[aria-disabled]").first.click(force=True)
        expect(page.locator(".problem")).to_contain_text("turn. Wait until")
        expect(page.locator(".problem .why")).to_contain_text(re.compile("S1[56]"))
        page.locator(".slot .hot").first.click(force=True)
        expect(page.locator(".problem .why")).to_contain_text(IMPOSSIBLE[".slot .hot"])


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


# -- Looking ----------------------------------------------------------------------------------------------------------------------

SINGLE = {"switch": 0, "relocate": 1, "regroup": 2, "crisis": 3, "assassinate": 4}  # the cells of the upper row


def play_towards(seat: Seat, mission: str, rule: str) -> None:
    """Plays on, always this mission on Single where it is free, until the prompt cites the rule of its execution."""
    for number in range(MOST_MOVES):
        if seat.page.locator(".prompt .why", has_text=rule).count():
            return
        if seat.player.is_over:
            seat.sit_down()
        cell = seat.page.locator(".card.mine .cell").nth(SINGLE[mission])
        if "glow" in (cell.get_attribute("class") or "").split() and "S17" in seat.page.locator(".prompt").inner_text():
            cell.click()
            seat.page.locator(".second.drafted").wait_for()
        seat.draft(click, number)
        seat.play(click)
    raise AssertionError(f"Nobody was asked about {mission}.")


FITS = """() => {
    const prompt = document.querySelector('.prompt');
    const said = prompt.querySelector('.say');
    return [prompt.offsetHeight, said.scrollHeight <= said.clientHeight + 1, prompt.innerText];
}"""
NOTES = """(pairs) => {
    const said = document.querySelector('.prompt .say');
    const notes = [...said.querySelectorAll('.note')];
    return pairs.filter((pair) => {
        pair.forEach((text, place) => (notes[place].firstChild.data = `${text} `));
        return said.scrollHeight > said.clientHeight + 1;
    });
}"""


def places(page: Page) -> list[list[float]]:
    """Where everything in sight on the board lies, to the pixel; on a phone that is one post of a Minister, whichever he is at."""
    found: list[list[float]] = page.evaluate("""() => {
        const top = document.querySelector('.second').getBoundingClientRect().top;
        const all = '.standing, .ruler, .slot, .room, .plate, .mins, .pl, .well, .col, .card, .cell';
        return [...document.querySelectorAll(all)].map((one) => {
            const box = one.getBoundingClientRect();
            return [box.x, box.y - top, box.width, box.height].map(Math.round);
        }).filter((one) => one[2] > 0);
    }""")
    return found


FILL = """async (texts) => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const verdict = document.querySelector('.standing .verdict');
    const of = verdict.querySelector('b').className;
    const high = () => document.querySelector('.standing').getBoundingClientRect().height;
    const told = [...verdict.childNodes];
    const before = high();
    const filled = texts.map(([who, why, then]) => {
        verdict.innerHTML = `<b class="${of}">${who}</b> <span class="${of}">${why}</span> <small class="${of}">${then}</small>`;
        return high();
    });
    verdict.replaceChildren(...told);
    return [before, ...filled];
}"""


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_no_verdict_is_too_long_for_its_place(guests: Guests, language: str) -> None:
    """Every verdict with every reason and everything that may follow, with a long name: the panel stays as high as it was."""
    seat = Seat(guests(language=language, painted=True))
    seat.sit_down()
    said = words.catalogue(language, "second")
    named = [re.sub(r"\{.*?\}", "Nightjar 88", said[f"{form}.{who}"]) for form in ("verdict", "ahead") for who in ("mine", "other", "none")]
    rows = ["joint", *(str(row) for row in range(1, 9))]
    reasons = [f"{said[f'because.{row}']} {said.get(f'lesson.{row}', '')}" for row in rows]
    texts = [[who, why, said["then_line"].replace("{text}", then)] for who in named[:3] for why in reasons for then in named[3:]]
    for width in (360, 768, 1440):
        seat.page.set_viewport_size({"width": width, "height": 900})
        before, *filled = seat.page.evaluate(FILL, texts)
        assert set(filled) == {before}, width


@pytest.mark.parametrize("width", [360, 768, 1440])
def test_nothing_on_the_board_moves_for_a_word(guests: Guests, width: int) -> None:
    """A choice, a draft, a hint, a reason and a crisis with what it would bring: all leave every place where it was."""
    seat = Seat(guests(width=width, painted=True))
    page = seat.page
    seat.sit_down()
    before = places(page)
    for number in range(4):
        seat.draft(click, number)
        assert places(page) == before
        seat.play(click)
        assert places(page) == before
    play_towards(seat, "crisis", "S34")
    assert page.locator(".mins.glow").count()
    assert places(page) == before
    page.keyboard.press("h")
    page.locator(".hint").wait_for()
    assert places(page) == before
    page.keyboard.press("h")
    page.locator(".mins:not(.glow)[aria-disabled], .cell[aria-disabled]").first.click(force=True)
    assert places(page) == before


def test_a_switch_tells_what_each_target_would_bring(guests: Guests) -> None:
    seat = Seat(guests(painted=True))
    seat.sit_down()
    play_towards(seat, "switch", "S31")
    seat.page.locator(".col.glow").first.click()
    seat.page.locator(".col.held").wait_for()
    targets = seat.page.locator(".col.glow")

    assert targets.count()
    for target in targets.all():
        assert "inset" in target.evaluate("(one) => getComputedStyle(one).boxShadow")  # rings of two side by side do not touch
        told = target.locator(".bring").inner_text().strip()
        assert told
        assert told in (target.locator(".vh").text_content() or "")


def about(language: str, mission: str) -> str:
    """What the table says about a mission in the default game."""
    said = words.load(language, "second")
    room = spyhouse.game("second")
    (found,) = [one for one in room.show(room.start(2, seed=1).view(0))["missions"] if one["mission"] == mission]
    return f"{said.say(f'about.{mission}', found)} {found['rule']}"


def test_what_a_mission_does_is_told_by_mouse(guests: Guests) -> None:
    """At the card, also at the other one's, and in the draft with its rule; nothing moves for it."""
    seat = Seat(guests(width=1440, painted=True))
    page = seat.page
    seat.sit_down()
    play_to_selection(seat, click)
    before = places(page)
    for number, mission in enumerate("SRGCX"):
        page.locator(".card:not(.mine) .cell").nth(number).hover()
        expect(page.locator(".card:not(.mine) .about")).to_have_text(about("en", mission))
        page.locator(".card.mine .cell").nth(number).hover()
        expect(page.locator(".card.mine .about")).to_have_text(about("en", mission))
        expect(page.locator(".about")).to_have_count(1)
        assert places(page) == before
    page.locator(".card.mine .cell.glow").nth(7).click()  # of Dual
    expect(page.locator(".prompt .note")).to_have_text([about("en", "G")])
    page.locator(".card.mine .cell.glow").last.click()
    expect(page.locator(".prompt .note")).to_have_text([about("en", "G"), about("en", "X")])
    assert places(page) == before
    page.locator(".prompt .note .why").last.click()
    expect(page.locator(".drawer")).to_contain_text("S35")


def test_what_a_mission_does_is_told_by_touch(guests: Guests) -> None:
    """On a phone in Polish: what is laid is told in the prompt, what is not one's own beside its card, with the reason in the prompt."""
    seat = Seat(guests(WIDTH, HEIGHT, language="pl", painted=True))
    page = seat.page
    seat.sit_down()
    play_to_selection(seat, tap)
    before = places(page)
    page.locator(".card.mine .cell.glow").nth(4).tap()
    expect(page.locator(".prompt .note")).to_have_text([about("pl", "X")])
    expect(page.locator(".about")).to_have_count(0)
    page.locator(".card:not(.mine) .cell").nth(2).tap(force=True)  # it is marked as of no use, and answers all the same
    expect(page.locator(".card:not(.mine) .about")).to_have_text(about("pl", "G"))
    expect(page.locator(".problem")).to_contain_text("To nie jest twoja karta.")
    expect(page.locator(".problem .why")).to_contain_text("S17")
    page.evaluate("window.scrollTo(0, 0)")
    assert places(page) == before
    page.locator(".standing").tap()
    expect(page.locator(".about")).to_have_count(0)


def test_what_a_mission_does_is_told_by_keyboard(guests: Guests) -> None:
    """And every target is as large as a finger, with room between them."""
    seat = Seat(guests(width=768, height=1024, painted=True))
    page = seat.page
    seat.sit_down()
    play_to_selection(seat, click)
    before = places(page)
    boxes = [box for cell in page.locator(".card.mine .cell.glow").all() if (box := cell.bounding_box())]
    assert len(boxes) > 7
    assert all(min(box["width"], box["height"]) >= FINGER for box in boxes)
    for one in boxes:
        for other in boxes:
            apart = max(abs(one["x"] - other["x"]) - min(one["width"], other["width"]), abs(one["y"] - other["y"]) - one["height"])
            assert one is other or apart >= 4
    page.keyboard.press("ArrowDown")
    page.locator(".card.mine .cell:focus").wait_for()
    expect(page.locator(".card.mine .about")).to_have_text(about("en", "S"))
    described = page.locator(f"#{page.locator('.cell:focus').get_attribute('aria-describedby')}")
    assert (described.text_content() or "") in about("en", "S")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".card.mine .about")).to_have_text(about("en", "R"))
    page.keyboard.press("Enter")
    expect(page.locator(".prompt .note")).to_have_text([about("en", "R")])
    expect(page.locator(".about")).to_have_count(0)
    assert places(page) == before


def test_only_the_button_is_red_once_a_single_is_chosen(guests: Guests) -> None:
    seat = Seat(guests(painted=True))
    page = seat.page
    seat.sit_down()
    play_to_selection(seat, click)
    ring = "(one) => getComputedStyle(one).boxShadow"
    free = page.locator(".card.mine .cell.glow").last
    red = page.locator(".prompt").evaluate("(one) => getComputedStyle(one, '::before').backgroundColor")
    assert red in free.evaluate(ring)
    page.locator(".card.mine .cell.glow").first.click()
    page.locator(".second.drafted").wait_for()

    assert red not in free.evaluate(ring)
    assert page.locator(".prompt .btn.go").evaluate("(one) => getComputedStyle(one).backgroundColor") == red


def test_who_goes_first_is_asked_in_the_prompt_alone(guests: Guests) -> None:
    """The cards can be touched as well, but what they carry cannot be chosen now, and is not marked."""
    seat = Seat(guests(painted=True))
    seat.sit_down()
    for number in range(MOST_MOVES):
        if seat.page.locator(".head.glow").count():
            break
        if seat.player.is_over:
            seat.sit_down()
        seat.draft(click, number)
        seat.play(click)

    expect(seat.page.locator(".prompt .answer")).to_have_count(2)
    for head in seat.page.locator(".head.glow").all():
        assert head.evaluate("(one) => getComputedStyle(one).boxShadow") == "none"


def test_a_phone_shows_every_mission_that_a_seat_holds(guests: Guests) -> None:
    seat = Seat(guests(WIDTH, HEIGHT, painted=True))
    page = seat.page
    seat.sit_down()
    for number in range(MOST_MOVES):
        if seat.player.is_over:
            seat.sit_down()
        if page.locator(".card.mine .tok.pend").count() > 1:
            break
        seat.draft(tap, number + 5)  # on Dual
        seat.play(tap)
    held = page.locator(".seat.own .held")

    assert held.count() >= 2
    for mark in held.all():
        box = mark.bounding_box()
        assert box is not None
        assert box["width"] > 0
        assert box["x"] + box["width"] <= WIDTH / 2  # its own chip
    assert page.locator(".seat.own b").evaluate(LONG_NAME)


LONG_NAME = """(chip) => {
    const name = chip.querySelector('.name');
    name.textContent = 'Nightjar 88';
    while (chip.querySelectorAll('.held').length < 3) chip.append(chip.querySelector('.held').cloneNode(true));
    return name.scrollWidth <= name.clientWidth;
}"""  # whether it is whole beside three things that it holds


# -- Hearing ----------------------------------------------------------------------------------------------------------------------

LISTEN = """() => {
    window.opened = 0;
    window.tones = 0;
    const Plain = window.AudioContext;
    window.AudioContext = class extends Plain {
        constructor() {
            super();
            window.opened += 1;
        }
        createOscillator() {
            window.tones += 1;
            return super.createOscillator();
        }
    };
}"""


def turn_sound(page: Page) -> None:
    page.locator(".menu > .tool").click()
    page.locator(".menu .item", has=page.locator("use[href='#i-sound'], use[href='#i-mute']")).click()


def test_the_board_is_silent_until_sound_is_switched_on(guests: Guests) -> None:
    """Switched on it is heard at the next event; the choice is kept, and a new page waits for a touch before it makes a sound."""
    seat = Seat(guests(painted=True))
    page = seat.page
    page.add_init_script(f"({LISTEN})()")
    seat.sit_down()
    seat.draft(click)
    seat.play(click)
    assert page.evaluate("[window.opened, window.tones]") == [0, 0]
    turn_sound(page)
    switched = page.evaluate("window.tones")
    assert page.evaluate("window.opened") == 1
    seat.draft(click)
    seat.play(click)
    assert page.evaluate("window.tones") > switched

    page.reload()
    seat.wait()
    assert page.evaluate("window.opened") == 0
    page.locator(".standing").click()
    assert page.evaluate("window.opened") == 1
    turn_sound(page)
    tones = page.evaluate("window.tones")
    seat.draft(click)
    seat.play(click)

    assert page.evaluate("window.tones") == tones


# -- For everybody -------------------------------------------------------------------------------------------------------------------


def test_axe_finds_nothing_on_the_board(guests: Guests) -> None:
    """While choosing, with a draft, after a move, and with the eight orders open."""
    widths = (360, 768, 1280)
    seat = Seat(guests(dark=True, bypass_csp=True, painted=True))
    seat.sit_down()
    frames = {room.evaluate("(one) => getComputedStyle(one).boxShadow") for room in seat.page.locator(".room").all()}
    assert len(frames) == 1  # at night only what can be touched has a halo
    faults = faults_of(seat.player, widths)
    seat.draft(click, 1)
    faults += faults_of(seat.player, widths)
    seat.play(click)
    faults += faults_of(seat.player, widths)
    seat.page.locator(".fig").click()
    seat.page.locator("dialog .orders").wait_for()
    faults += faults_of(seat.player, widths)

    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_on_a_phone_everything_that_glows_is_in_sight_and_as_wide_as_a_finger(guests: Guests, language: str) -> None:
    """360 x 740: nothing to choose lies under the prompt, which is as high whatever it says; every place has its caption."""
    seat = Seat(guests(WIDTH, HEIGHT, language=language, painted=True))
    seat.sit_down()
    said = words.catalogue(language, "second")
    captions = ("section.foreign_office", "section.departments", "board.reception", "board.spying")
    shown = seat.page.locator(".office h2, .heads .cap")
    expect(shown).to_have_text([said[caption] for caption in captions])
    for caption in shown.all():
        expect(caption).to_be_in_viewport()
    bars: list[tuple[int, bool, str]] = []
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
        for _ in range(MOST_TOUCHES):
            bars.append(tuple(seat.page.evaluate(FITS)))
            if seat.is_drafted:
                break
            seat.touch_one(tap, number + 5)  # rather on Dual
        if seat.page.locator(".prompt .note").count() == 2:
            every = [re.sub(" S[0-9]+$", "", about(language, mission)) for mission in "SRGCX"]
            assert seat.page.evaluate(NOTES, [[one, other] for one in every for other in every]) == []
        seat.play(tap)
        seat.page.evaluate("window.scrollTo(0, 0)")
    assert [text for _, fits, text in bars if not fits] == []
    assert len({height for height, _, _ in bars}) == 1, bars


SIZES = [  # windows of laptops from the lowest up, of tablets, and phones both ways
    *((1024, 600), (1366, 657), (1280, 720), (1536, 730), (1024, 768), (1440, 789), (1440, 900), (1920, 1080)),
    *((768, 1024), (844, 390), (667, 375), (390, 844), (360, 740)),
]
PHONE = 500  # pixels: what is less high or wide than this is a phone
SMALLEST = 24  # pixels of a target that a mouse can hit
LOST = """async ([least, finger]) => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const spots = [...document.querySelectorAll('.second .hot.glow:not(.head), .prompt .acts button')];
    const lost = spots.flatMap((spot) => {
        const box = spot.getBoundingClientRect();
        const name = `${spot.className} ${spot.innerText.trim()}`;
        const reach = spot.matches('.mins') ? finger : box.height; // on a phone his plate belongs to him
        const found = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        const faults = [];
        if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight) faults.push('out of sight');
        if (!found || !spot.contains(found)) faults.push(`covered by ${found?.className}`);
        if (Math.min(box.width, box.height) < least) faults.push('small');
        if (spot.matches('.hot') && (box.width < finger || reach < finger)) faults.push('smaller than a finger');
        return faults.map((fault) => `${name}: ${fault} ${JSON.stringify(box)}`);
    });
    const say = document.querySelector('.prompt .say');
    if (say.scrollHeight > say.clientHeight + 1) lost.push(`too long: ${say.innerText}`);
    if (document.documentElement.scrollWidth > innerWidth) lost.push('wider than the window');
    if (!spots.length) lost.push('nothing to touch');
    return lost;
}"""


def check_sizes(page: Page) -> list[str]:
    """What cannot be seen or touched now, in windows of every size."""
    lost: list[str] = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        finger = FINGER if min(width, height) < PHONE else SMALLEST
        lost += [f"{width}x{height}: {one}" for one in page.evaluate(LOST, [SMALLEST, finger])]
    page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
    return lost


def asked_now(seat: Seat) -> str:
    """What sort of question stands now: the rules it cites, what is in hand, whether a move is chosen."""
    cited = sorted(set(re.findall(r"S\d+", seat.page.locator(".prompt").inner_text())))
    return f"{cited} {seat.page.locator('.second .held').count()} {seat.is_drafted} {seat.page.locator('.prompt .acts button').count()}"


def look_through(seat: Seat, moves: int, every: bool) -> set[str]:
    """Plays on and looks at each question in windows of every size; at questions of one sort only once, unless at every one."""
    seen: set[str] = set()
    for number in range(moves):
        if seat.player.is_over:
            break
        for _ in range(MOST_TOUCHES):
            sort = asked_now(seat)
            if every or sort not in seen:
                assert check_sizes(seat.page) == [], sort
            seen.add(sort)
            if seat.is_drafted:
                break
            seat.touch_one(click, number + 5)
        seat.play(click)
    return seen


def test_in_every_window_all_that_can_be_touched_is_in_sight(guests: Guests) -> None:
    """Not covered, not out of sight, not too small, at every sort of question; and the prompt is read without scrolling."""
    seat = Seat(guests(*SIZES[0], painted=True))
    seat.sit_down()

    assert len(look_through(seat, 6, every=False)) > 5


@pytest.mark.long
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_in_every_window_whole_games_are_in_sight(guests: Guests, language: str) -> None:
    seat = Seat(guests(*SIZES[0], language=language, painted=True))
    seat.sit_down()
    look_through(seat, MOST_MOVES, every=True)

    assert seat.player.is_over


OVERLAPS = """async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const texts = [];
    const walk = document.createTreeWalker(document.querySelector('.second'), NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const text = walk.currentNode;
        const of = text.parentElement;
        if (!text.data.trim() || of.closest('.vh, [hidden], svg') || !of.checkVisibility({ visibilityProperty: true })) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const panel = of.closest('.standing, .slot, .room, .card, .office, .heads').getBoundingClientRect();
        for (const box of range.getClientRects()) texts.push({ said: text.data.trim(), of, box, panel });
    }
    const leaves = ({ box, panel }) => box.right > panel.right + 1 || box.bottom > panel.bottom + 3;
    const faults = texts.filter(leaves).map(({ said }) => `${said} leaves its panel`);
    texts.forEach((one, place) => texts.slice(place + 1).forEach((other) => {
        const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        const line = Math.min(one.box.height, other.box.height);
        if (one.of !== other.of && wide > 2 && high > line / 3) faults.push(`${one.said} over ${other.said}`);
    }));
    return faults;
}"""


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_text_of_twice_the_size_does_not_overlap(guests: Guests, language: str) -> None:
    """Nor does the board grow wider than the window; where it grows longer it scrolls."""
    seat = Seat(guests(width=1440, language=language, painted=True))
    page = seat.page
    seat.sit_down()
    for number in range(3):
        seat.draft(click, number)
        seat.play(click)
    assert page.evaluate(OVERLAPS) == []
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    faults = []
    for width, height in [(1440, 900), (1366, 657), (1024, 768), (768, 1024), (390, 844), (360, 740)]:
        page.set_viewport_size({"width": width, "height": height})
        faults += [f"{width}: {fault}" for fault in page.evaluate(OVERLAPS)]
        wide = page.evaluate("Math.max(...[...document.querySelectorAll('.second *')].map((one) => one.getBoundingClientRect().right))")
        assert wide <= width

    assert faults == []


WHOLE = """() => {
    const shared = document.querySelector('.over .figure li:has(.spy)');
    for (const spy of document.querySelectorAll('.over .figure .spy')) shared.append(spy);
    const name = document.createRange();
    return [...shared.querySelectorAll('.name')].flatMap((one) => {
        const text = [...one.childNodes].find((node) => node.nodeType === 3 && node.data.trim());
        text.data = 'Double Agent';
        return ['Double', 'Agent'].filter((word) => {
            name.setStart(text, text.data.indexOf(word));
            name.setEnd(text, text.data.indexOf(word) + word.length);
            return name.getClientRects().length !== 1;
        });
    });
}"""


def test_a_podium_that_all_three_share_breaks_no_name(guests: Guests) -> None:
    """And on a phone the bar of seats says which one is you."""
    seat = Seat(guests(1366, 740, painted=True))
    seat.sit_down()
    expect(seat.page.locator(".seat.own .you")).to_be_hidden()
    seat.page.set_viewport_size({"width": 360, "height": 740})
    expect(seat.page.locator(".seat.own .you")).to_be_visible()
    seat.page.goto(finished(guests))
    seat.page.locator(".over .figure").wait_for()

    for width in (360, 1366):
        seat.page.set_viewport_size({"width": width, "height": 740})
        assert seat.page.evaluate(WHOLE) == []


def test_the_board_adds_little_to_the_page(built: Path) -> None:
    """Its own chunks, gzipped: those that only the board asks for."""
    (chunk,) = (built / "assets").glob("second-*.js")

    assert len(gzip.compress(chunk.read_bytes())) < LIMIT
