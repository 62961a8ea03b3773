"""Words, not codes: nothing that a player reads names a piece by its id or a move by its notation.

Log, prompts, sections and moves are searched in test_catalogues.py, reasons in tests/bots/test_whys.py.
"""

from __future__ import annotations

import re

import pytest

import spyhouse
from spyhouse import IllegalMove, words
from tests.house import limit_of
from tests.words.codes import has_code
from tests.words.test_catalogues import GAMES

DECISIONS, TRIES = 150, 12  # of a game that is asked for refusals, and at each


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


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_no_code_stands_in_an_option(slug: str, language: str) -> None:
    """Neither in its line nor in the names of its values: what is typed after --option stands beside them."""
    said = words.load(language, slug)
    found: list[str] = []
    for option in spyhouse.game(slug).options:
        values = [str(value) for value in (*getattr(option.kind, "words", ()), *(part for part, _ in getattr(option.kind, "defaults", ())))]
        texts = [said.option(option), said.option_name(option)]
        texts += [said.say(f"choice.{option.name}.{value}") for value in getattr(option.kind, "words", ())]
        found += [text for text in texts if re.search(r"[a-z]_[a-z]|\w=\w", text) or any(f"({value})" in text for value in values)]
    assert found == []
