"""Words, not codes: nothing that a player reads names a piece by its id or a move by its notation."""

from __future__ import annotations

import re
from functools import cache

import pytest

import spyhouse
from spyhouse import IllegalMove, words
from tests.house import limit_of
from tests.words.test_catalogues import FOR_THE_PAGE, GAMES, everything_said

TABLES = ("tile", "mission", "country", "city", "card", "link", "space")  # of the words that a set of pieces brings
DECISIONS, TRIES = 150, 12  # of a game that is asked for refusals, and at each
NOTATION = {  # what moves look like, and names of pieces that the content does not list
    "second": r"\b[sdGSRCX]:[A-Z]\S*|\bfirst:[go]\b",
    "estoril": r"\b\d\.[1-4R]\b|[A-Za-z]\w+@\d|\bX [rgbyA-Z]\w|[a-z]=\d|#",
    "connection": r"\b[TODAMCPS]:\w+",
    "wink": r"\b[LAKC]:\w+|\bseats? \d|#",
}


WORD = re.compile(r"\w+")


@cache
def ids(slug: str) -> set[str]:
    """The ids of all pieces."""
    room = spyhouse.game(slug)
    named = room.show(room.start(max(room.meta.seats), seed=1).view(0)).get("words", {})
    return {key.partition(".")[2] for key in named if key.partition(".")[0] in TABLES}


def has_code(slug: str, text: str) -> bool:
    return not ids(slug).isdisjoint(WORD.findall(text)) or re.search(NOTATION[slug], text) is not None


@pytest.mark.slow
@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_no_code_stands_in_what_a_game_says(slug: str, language: str) -> None:
    """Log, prompts, sections and moves, in the terminal and on the page."""
    said = words.load(language, slug)
    found: set[str] = set()
    for key, args in everything_said(slug):
        space, _, rest = key.partition(".")
        forms = [key, *(f"{other}.{rest}" for other in FOR_THE_PAGE.get(space, ()) if other != "icon")]
        found |= {f"{form}: {text}" for form in forms if said.has(form) for text in [said.say(form, args)] if has_code(slug, text)}

    assert sorted(found)[:5] == []


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_no_code_stands_in_a_refusal(slug: str, language: str) -> None:
    """Random games, with tries of all seats at each decision."""
    game, luck, said = spyhouse.game(slug), spyhouse.Luck(6), words.load(language, slug)
    options = limit_of(slug).options
    size = game.actions(options).size
    state = game.start(seed=6, options=options)
    found: set[str] = set()
    for _ in range(DECISIONS):
        if not (owing := state.to_act()):
            break
        for _ in range(TRIES):
            try:
                state.clone().apply(luck.below(state.seats), luck.below(size))
            except IllegalMove as why:
                text = said.refusal(why).removesuffix(f" [{why.rule}]")
                found |= {text} if has_code(slug, text) else set()
        legal = state.legal(owing[0])
        state.apply(owing[0], legal[luck.below(len(legal))])

    assert sorted(found)[:5] == []
