"""The score at the end as clients are told it: what each point is for, in the order of the ranks."""

from __future__ import annotations

import pytest

from spyhouse import SPECTATOR, Luck, words
from tests.house import Table, owed_move, plain_tables

PARTS = {  # what the points of a game are made of
    "connection": ("printed", "covered"),
    "estoril": ("discards", "hand", "missions", "agenda"),
    "wink": ("agents", "ci"),
}


@pytest.mark.parametrize("where", plain_tables(list(PARTS)), ids=str)
def test_the_final_lines_add_up_to_the_outcome_and_have_their_words(where: Table) -> None:
    state, luck = where.start(3), Luck(3)
    assert where.game.show(state.view(0))["final"] == []
    while (move := owed_move(state, luck)) is not None:
        state.apply(*move)
    outcome = state.outcome()
    assert outcome is not None

    for seat in (0, SPECTATOR):
        lines = [line["args"] for line in where.game.show(state.view(seat))["final"]]
        assert sorted(line["seat"] for line in lines) == list(range(where.seats))
        assert [line["rank"] for line in lines] == sorted(outcome.ranks)
        for line in lines:
            assert (line["rank"], line["score"]) == (outcome.ranks[line["seat"]], outcome.scores[line["seat"]])
            assert sum(line[part] or 0 for part in PARTS[where.slug]) == line["score"]
            for language in words.LANGUAGES:
                catalogue = words.load(language, where.slug, more=("common",))
                heads, cells = (catalogue.say(f"{kind}.final", line).split("\t") for kind in ("heads", "cells"))
                assert len(heads) == len(cells)
                assert "[" not in "".join(cells)
