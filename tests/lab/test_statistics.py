"""Shares, the sequential test and ratings: known figures."""

from __future__ import annotations

import pytest

from spyhouse.lab.statistics import clearly_above, evidence, rating_difference, verdict, wilson


def test_the_interval_of_a_share_is_wilsons() -> None:
    """8 of 10: 0.490 to 0.943 in every textbook."""
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)


def test_no_games_tell_nothing_and_a_clean_sheet_does_not_tell_everything() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(10, 10)
    assert low == pytest.approx(0.7225, abs=1e-4)
    assert high == pytest.approx(1)


def test_an_interval_shrinks_with_the_games() -> None:
    assert wilson(60, 100)[0] < wilson(600, 1000)[0] < 0.6 < wilson(600, 1000)[1] < wilson(60, 100)[1]


def test_clearly_above_is_a_fifth_of_the_way_to_winning_always() -> None:
    assert clearly_above(1 / 2) == pytest.approx(0.6)
    assert clearly_above(1 / 4) == pytest.approx(0.4)


def test_the_sequential_test_decides_when_the_odds_are_nineteen_to_one() -> None:
    """Each win of two seats counts log 1.2, each loss log 0.8; the bound is log 19 = 2.944."""
    assert evidence(1, 1, 0.5) == pytest.approx(0.1823, abs=1e-4)
    assert [verdict(games, games, 0.5) for games in (16, 17)] == ["open", "above"]
    assert [verdict(0, games, 0.5) for games in (13, 14)] == ["open", "even"]
    assert verdict(50, 100, 0.5) == "open"
    assert verdict(110, 220, 0.5) == "even"


def test_ratings_are_elo_for_two_seats() -> None:
    assert rating_difference(0.5, 2) == pytest.approx(0)
    assert rating_difference(10 / 11, 2) == pytest.approx(400)
    assert rating_difference(0.25, 4) == pytest.approx(0)
    assert rating_difference(1.0, 2) == rating_difference(0.999, 2)
