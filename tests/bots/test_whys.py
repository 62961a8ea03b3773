"""What speaks for a move, in every game: each reason that has words is given somewhere, and each that is given has words."""

from __future__ import annotations

from functools import cache

import pytest

from spyhouse import bots, game, words
from spyhouse.bots.base import whys
from spyhouse.bots.levels import Why
from spyhouse.rules.kit.contract import CLOCK, NO_ACTION
from spyhouse.rules.kit.luck import Luck
from tests import house
from tests.words.codes import has_code

GAMES = [slug for slug in house.SLUGS if slug != house.TOY]
MATCHES = {"second": 6, "connection": 2, "estoril": 4, "wink": 1}
OPTIONS = {"connection": {"start": "draft", "max_turns": 60}}
ONLY = {"wink": {"pass"}}  # reasons for moves that are always the only one
EACH = 3  # moves of a position


@cache
def given(slug: str) -> list[Why]:
    """What is said for some moves of some matches between greedy players with whims; each reason in a few shapes."""
    found: dict[str, list[Why]] = {}
    choose = bots.bot(slug, "greedy")
    for seed in range(MATCHES[slug]):
        luck = Luck(seed)
        state = game(slug).start(seed=seed, options=OPTIONS.get(slug, {}))
        while state.to_act():
            seat = state.to_act()[0]
            legal = state.legal(seat)
            if seat == CLOCK or len(legal) == 1:
                state.apply(seat, legal[0])
                continue
            view = state.view(seat)
            some = [legal[luck.below(len(legal))] for _ in range(EACH)]
            for why in whys(slug, bytes(view), seed, some):
                if why is not None:
                    found.setdefault(why.key, []).append(why)
            state.apply(seat, choose(view, luck) if luck.below(4) else some[0])
    return [why for kind in found.values() for why in kind[:: 1 + len(kind) // 100]]


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
def test_every_reason_that_has_words_is_given_somewhere(slug: str) -> None:
    keys = {key.removeprefix("why.") for key in words.catalogue("en", slug) if key.startswith("why.")}
    assert {why.key for why in given(slug)} == keys - ONLY.get(slug, set())


@pytest.mark.slow
@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_every_reason_is_one_sentence_without_gaps(slug: str, language: str) -> None:
    said = words.load(language, slug)
    for why in given(slug):
        text = said.say(f"why.{why.key}", why.args)
        assert "[" not in text, text
        assert not has_code(slug, text), text
        assert text.endswith("."), text
        assert text[0] == text[0].upper(), text
        assert len(text) < 330, text


@pytest.mark.parametrize("slug", ["second", "connection", "estoril"])
def test_doing_nothing_has_no_reason(slug: str) -> None:
    """A seat that owes nothing may also wait."""
    state = game(slug).start(seed=4)
    assert whys(slug, bytes(state.view(state.to_act()[0])), 1, [NO_ACTION]) == [None]
