"""Own pieces in the browser: uploaded by hand, then a game against bots in which nothing is called as in the house's own set."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from spyhouse import words
from tests.own_pieces import houses_names, renamed
from tests.web.conftest import Guests
from tests.web.player import Player, choices

pytestmark = pytest.mark.slow
MOST_CHOICES = 400

# All that can be read on the page or is read aloud.
TEXTS = """() => [document.body.innerText, ...[...document.querySelectorAll("[aria-label], [title], [alt]")].flatMap((element) =>
  ["aria-label", "title", "alt"].map((name) => element.getAttribute(name) ?? ""))].join("\\n")"""


def open_pieces(player: Player, slug: str) -> None:
    """The options of a game, unfolded as far as its pieces."""
    player.open_start()
    player.page.locator(f'button.cover:has(img[src*="{slug}"])').click()
    player.page.locator("details.box > summary").click()
    player.page.locator("details.shelf:has(input[type=file]) > summary").click()


def upload(player: Player, folder: Path, files: dict[str, str], title: str) -> None:
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    player.page.locator(".pieces input[type=text]").fill(title)
    player.page.locator(".pieces input[type=file]").set_input_files([folder / name for name in files])


class Ear:
    """Hears every text of the page and keeps those that name a piece of the house."""

    def __init__(self, player: Player, slug: str, language: str) -> None:
        self.player = player
        names = houses_names(slug, language)
        self.house = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in sorted(names, key=len, reverse=True)))
        self.own = re.compile(r"\bOwn(?:Cha|Sta|Boa|Mis|Cou)?[A-Z]")
        self.slips: set[str] = set()
        self.heard = 0

    def listen(self) -> None:
        text = str(self.player.page.evaluate(TEXTS))
        self.heard += len(self.own.findall(text))
        self.slips |= {line for line in text.splitlines() if self.house.search(line) or "[" in line}


def play(player: Player, ear: Ear, most: int, hints: int) -> int:
    """Chooses any move until the match is over or enough was heard; how many choices were made."""
    luck = random.Random(3)
    seen = ""
    for played in range(most):
        seen = choices(player, seen)
        ear.listen()
        if seen == "over":
            return played
        if played < hints:
            ask(player)
            ear.listen()
        player.choose(luck.randrange(player.moves.count()))
        ear.listen()
        player.play_button.click()
        player.play_button.wait_for(state="detached")
    return most


def ask(player: Player) -> None:
    """For a hint; a busy house may have none."""
    if not player.page.locator(".hint").count():
        player.page.locator(".hint-key").click()
    player.page.locator(".hint li, .prompt .problem").first.wait_for()


def look_back(player: Player, ear: Ear) -> None:
    """The result, and the replay from its beginning on."""
    player.page.locator("#over-title").wait_for()
    count = player.page.locator(".scrubber .count")
    for step in ("first", "next", "next", "last"):
        player.page.locator(f".scrubber .{step}:not([disabled])").wait_for()
        before = count.inner_text()
        player.page.locator(f".scrubber .{step}").click()
        player.page.wait_for_function("(before) => document.querySelector('.scrubber .count').innerText !== before", arg=before)
        ear.listen()


def start(guests: Guests, tmp_path: Path, slug: str, language: str, turns: int) -> tuple[Player, Ear]:
    """Uploads a set with own names for everything and plays with it against a bot."""
    player = guests(language=language)
    open_pieces(player, slug)
    upload(player, tmp_path, renamed(slug), "Tea House")
    kept = player.page.locator(".pieces [role=status] p")
    kept.wait_for()
    hash = player.page.locator(".pieces select").input_value()
    assert re.fullmatch("[0-9a-f]{16}", hash)
    assert "Tea House" in kept.inner_text()
    assert hash in kept.inner_text()
    if slug == "connection":
        player.page.locator("details.shelf:has(input[type=file]) input[max='10000']").fill(str(turns))
        player.page.keyboard.press("Tab")
    player.page.locator(".btn.go.big").click()
    player.wait_for_turn()
    return player, Ear(player, slug, language)


@pytest.mark.parametrize(("slug", "language"), [("estoril", "pl"), ("connection", "en")])
def test_own_pieces_are_uploaded_and_called_by_their_own_names(guests: Guests, tmp_path: Path, slug: str, language: str) -> None:
    """B12, D33: the first decisions, with a hint."""
    player, ear = start(guests, tmp_path, slug, language, turns=1)
    play(player, ear, 4, hints=1)
    assert ear.slips == set()
    assert ear.heard > 100


@pytest.mark.long
@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("slug", ["estoril", "connection"])
def test_a_whole_game_with_own_pieces(guests: Guests, tmp_path: Path, slug: str, language: str) -> None:
    """B12: prompts, moves, log, hints with their reasons, sections, result and replay."""
    player, ear = start(guests, tmp_path, slug, language, turns=10)
    assert play(player, ear, MOST_CHOICES, hints=6) < MOST_CHOICES
    look_back(player, ear)
    assert ear.slips == set()
    assert ear.heard > 1000


def test_all_faults_of_an_upload_are_shown_in_words(guests: Guests, tmp_path: Path) -> None:
    """D33: every one with its file and row, in the language of the page; then the mended set is taken."""
    player = guests(language="pl")
    open_pieces(player, "estoril")
    files = renamed("estoril")
    bad = {**files, "boards.json": files["boards.json"].replace('"number": 2,', '"number": 0,'), "missions.json": "["}
    upload(player, tmp_path, bad, "Herbaciarnia")
    faults = player.page.locator(".pieces .complaints li.hard")
    faults.first.wait_for()
    said = "\n".join(faults.all_inner_texts())
    assert "boards.json, wiersz 2: number musi być liczbą całkowitą od 1 do 99, a nie 0. [K7]" in said
    assert "missions.json: wiersz 1, kolumna 2 to nie JSON" in said
    upload(player, tmp_path, files, "Herbaciarnia")
    faults.first.wait_for(state="detached")
    player.page.locator(".pieces .hash").wait_for()
    player.page.locator(".pieces .hash .btn").click()
    player.page.locator(".pieces .hash").wait_for(state="detached")
    assert player.page.locator(".pieces select option").count() == 1
