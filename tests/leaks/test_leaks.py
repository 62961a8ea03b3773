"""No game tells a seat more than it may know: no exit, in no match, with no options."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest
from _pytest.mark import ParameterSet
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import spyhouse
from spyhouse import BadOption
from tests.house import SLUGS, Table, any_table, plain_tables, table, variant_tables
from tests.leaks import watch
from tests.leaks.worker import Stranger


def with_more_seats_slow(tables: list[Table]) -> list[ParameterSet]:
    """Of each game only the smallest table among the quick tests."""
    fewest = {table.slug: table.seats for table in reversed(tables)}
    return [pytest.param(table, id=str(table), marks=[pytest.mark.slow] if table.seats > fewest[table.slug] else []) for table in tables]


PLAIN = pytest.mark.parametrize("where", with_more_seats_slow(plain_tables()))
VARIANTS = pytest.mark.parametrize("where", variant_tables(), ids=str)
ALL = pytest.mark.parametrize("where", [*plain_tables(), *variant_tables()], ids=str)
MOMENTS = 12  # of one match


@pytest.fixture(scope="module")
def stranger() -> Iterator[Stranger]:
    with Stranger() as process:
        yield process


@PLAIN
def test_every_sample_of_a_view_looks_like_the_real_game(where: Table) -> None:
    for moment in watch.moments(where, 1, MOMENTS):
        watch.samples_look_alike(moment)


@PLAIN
def test_a_sample_is_made_of_the_bytes_of_the_view_and_luck_alone(where: Table, stranger: Stranger) -> None:
    for moment in watch.moments(where, 2, MOMENTS):
        watch.samples_come_from_bytes_alone(moment, stranger)


@PLAIN
def test_what_a_seat_was_told_holds_in_every_sample(where: Table) -> None:
    for moment in watch.moments(where, 3, MOMENTS):
        watch.nothing_is_forgotten(moment)


@PLAIN
def test_what_a_seat_was_not_told_does_not_show(where: Table) -> None:
    for moment in watch.moments(where, 4, MOMENTS // 2):
        watch.nothing_untold_shows(moment)


@PLAIN
def test_a_secret_choice_is_silent(where: Table) -> None:
    for moment in watch.moments(where, 5, MOMENTS):
        watch.commits_are_silent(moment)


@PLAIN
def test_asking_the_table_tells_nothing(where: Table) -> None:
    for moment in watch.moments(where, 7, MOMENTS // 2):
        watch.asking_tells_nothing(moment)


@PLAIN
def test_the_last_to_choose_is_not_told_what_the_choice_would_bring(where: Table) -> None:
    together = (moment for moment in watch.moments(where, 8, 200) if len(moment.state.to_act()) > 1)
    for moment in islice(together, 0, 40, 10):
        watch.asking_tells_nothing(moment)


@PLAIN
def test_what_lies_hidden_at_the_start_does_not_show(where: Table) -> None:
    watch.starts_look_alike(where, 12)


@pytest.mark.slow
@VARIANTS
def test_variants_do_not_leak(where: Table) -> None:
    watch.starts_look_alike(where, 4)
    for moment in watch.moments(where, 6, 4):
        _watch(moment)


def _watch(moment: watch.Moment) -> None:
    watch.samples_look_alike(moment, 1)
    watch.nothing_is_forgotten(moment, 1)
    watch.nothing_untold_shows(moment)
    watch.commits_are_silent(moment)
    watch.asking_tells_nothing(moment)


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLUGS)
@settings(max_examples=8, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_no_options_leak(slug: str, data: st.DataObject) -> None:
    where = _any_possible_table(slug, data)
    for moment in watch.moments(where, data.draw(st.integers(0, 10**6)), 3):
        _watch(moment)


@pytest.mark.long
@pytest.mark.parametrize("slug", SLUGS)
@settings(max_examples=100, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_no_options_of_many_leak(slug: str, data: st.DataObject) -> None:
    where = _any_possible_table(slug, data)
    for moment in watch.moments(where, data.draw(st.integers(0, 10**6)), 6):
        _watch(moment)


def _any_possible_table(slug: str, data: st.DataObject) -> Table:
    seats, options = data.draw(any_table(slug))
    try:
        spyhouse.game(slug).terms(seats, options)
    except BadOption:
        assume(False)
    return table(slug, seats, options)


@pytest.mark.long
@ALL
def test_no_moment_of_many_leaks(where: Table, stranger: Stranger) -> None:
    movers = 99 if where.seats <= 3 else 3  # all of them at a small table
    watch.starts_look_alike(where, 100)
    for seed in range(20, 22):
        for moment in watch.moments(where, seed, 40):
            watch.samples_look_alike(moment)
            watch.nothing_is_forgotten(moment)
            watch.nothing_untold_shows(moment, movers)
            watch.commits_are_silent(moment, movers)
            watch.asking_tells_nothing(moment, askers=movers)
            watch.samples_come_from_bytes_alone(moment, stranger)
