"""The words board's own texts: each is filled in whole for all that a game can say, and every piece in them is drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import spyhouse
from spyhouse import words
from tests.web.codes import codes
from tests.words.test_catalogues import everything_said

pytestmark = pytest.mark.slow

WEB = Path(__file__).resolve().parent.parent.parent / "web"
FORMS = {  # what a game says -> what the page may say instead or beside it
    "move": ("row", "pick"),
    "moves": ("group",),
    "line": ("cells", "rich", "heads"),
    "fact": ("icon", "ledger", "sum", "sum_text"),
}
INSTEAD = {  # what a game says -> the forms that the page prefers
    "move": ("draft", "pick", "row", "dock"),
    "moves": ("group",),
    "line": ("cells", "rich", "caption"),
    "fact": ("log",),
    "prompt": ("ask",),
}


def drawn() -> set[str]:
    """Pieces that the page can draw: seats by number, the Double Agent, and icons."""
    sprite = (WEB / "src/art/Sprite.svelte").read_text(encoding="utf-8")
    return {"agent", *(str(seat) for seat in range(8)), *re.findall(r'id="i-(\w+)"', sprite)}


def said_by_the_page(slug: str, language: str) -> Iterator[tuple[str, str]]:
    said = words.load(language, slug)
    for key, args in everything_said(slug):
        space, _, name = key.partition(".")
        for form in FORMS.get(space, ()):
            if said.has(f"{form}.{name}"):
                yield f"{form}.{name}", said.say(f"{form}.{name}", args)


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("slug", spyhouse.games())
def test_no_text_of_the_words_board_has_a_gap(slug: str, language: str) -> None:
    assert {(key, text) for key, text in said_by_the_page(slug, language) if "[" in text} == set()


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("slug", spyhouse.games())
def test_no_text_of_the_page_has_a_code_where_words_belong(slug: str, language: str) -> None:
    """No tile FR4, no city ROM, no space parrom2, no move rS1@1.1."""
    said = words.load(language, slug)
    for key, args in everything_said(slug):
        for read in read_on_the_page(said, key):
            text = re.sub(r"<\w+>", "", said.say(read, args))
            assert codes(slug).search(text) is None, f"{read}: {text}"


def read_on_the_page(said: words.Words, key: str) -> list[str]:
    """The texts by which the page says what a game says: its own forms, and where those do not replace it the game's."""
    space, _, name = key.partition(".")
    own = [form for form in INSTEAD.get(space, ()) if said.has(f"{form}.{name}")]
    is_replaced = set(own) >= {"draft", "pick"} if space == "move" else bool(own)
    return [f"{form}.{name}" for form in own] + ([] if is_replaced or not said.has(key) else [key])


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("slug", spyhouse.games())
def test_every_piece_that_a_text_names_is_drawn(slug: str, language: str) -> None:
    named: set[str] = set()
    for key, text in said_by_the_page(slug, language):
        named |= {text} if key.startswith("icon.") else set(re.findall(r"<(\w+)>", text))
    assert named <= drawn()


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("slug", spyhouse.games())
def test_a_table_has_as_many_headings_as_cells(slug: str, language: str) -> None:
    catalogue = words.load(language, slug)
    for key, text in said_by_the_page(slug, language):
        if key.startswith("cells."):
            heads = catalogue.catalogue[f"heads.{key.partition('.')[2]}"].split("\t")
            assert {len(row.split("\t")) for row in text.split("\n")} == {len(heads)}, key
