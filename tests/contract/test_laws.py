"""Every game keeps every law of the contract, with every number of seats, every variant and any options."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

import spyhouse
from spyhouse import BadOption, State
from spyhouse.rules.kit.game import Game
from tests.contract.laws import LAWS, no_law_of_the_game_is_broken, the_outcome_is_consistent
from tests.house import SLUGS, Table, any_table, plain_tables, positions, table, variant_tables

Law = Callable[[Game, State], None]
MOMENTS = 8  # of one match, first and last among them


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("where", plain_tables(), ids=str)
def test_every_game_keeps_the_law(where: Table, law: Law) -> None:
    for state in positions(where, seed=1, count=MOMENTS, story=True):
        law(where.game, state)


@pytest.mark.slow
@pytest.mark.parametrize("where", variant_tables(), ids=str)
def test_every_variant_keeps_the_laws(where: Table) -> None:
    for state in positions(where, seed=2, count=3, story=True):
        for law in LAWS:
            law(where.game, state)


@pytest.mark.long
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("where", plain_tables(), ids=str)
def test_every_game_keeps_the_law_at_many_moments(where: Table, law: Law) -> None:
    for seed in range(10, 12):
        for state in positions(where, seed, count=60, story=True):
            law(where.game, state)


@pytest.mark.long
@pytest.mark.parametrize("where", variant_tables(), ids=str)
def test_every_variant_keeps_the_laws_at_many_moments(where: Table) -> None:
    for state in positions(where, seed=12, count=20, story=True):
        for law in LAWS:
            law(where.game, state)


def any_options_keep_the_laws(slug: str, chosen: tuple[int, dict[str, object]], seed: int) -> None:
    seats, options = chosen
    note(f"{slug}, {seats} seats, seed {seed}, {options}")
    try:
        spyhouse.game(slug).terms(seats, options)
    except BadOption as why:
        assert any(f"'{name}'" in str(why) for name in options), f"the refusal names no option: {why}"  # noqa: PT017
        return
    where = table(slug, seats, options)
    for place, state in enumerate(positions(where, seed, count=3, story=True)):
        for law in LAWS if place == 1 else (no_law_of_the_game_is_broken, the_outcome_is_consistent):
            law(where.game, state)


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLUGS)
@settings(max_examples=40, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_options_are_refused_clearly_or_keep_the_laws(slug: str, data: st.DataObject) -> None:
    any_options_keep_the_laws(slug, data.draw(any_table(slug)), data.draw(st.integers(0, 10**6)))


@pytest.mark.long
@pytest.mark.parametrize("slug", SLUGS)
@settings(max_examples=400, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_options_of_many_are_refused_clearly_or_keep_the_laws(slug: str, data: st.DataObject) -> None:
    any_options_keep_the_laws(slug, data.draw(any_table(slug)), data.draw(st.integers(0, 10**6)))
