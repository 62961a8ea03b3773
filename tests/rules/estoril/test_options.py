"""Profiles and options [0.2, 0.3, 1.12]."""

from __future__ import annotations

from typing import Any

import pytest

from spyhouse import BadOption
from tests.rules.estoril.build import ROOM

EDITIONS = ("fallback_placement", "second_place_rounding", "recruiting_starting_tiles", "recruiting_flagset_cap", "strength_mission_vp")


def editions(**chosen: Any) -> dict[str, Any]:
    settled = ROOM.terms(4, chosen).options
    return {name: settled[name] for name in EDITIONS}


def test_profiles_set_the_edition_options() -> None:
    """0.2: the strength mission of `en` stays at 6, as the English example pays it [D2, D3, D4a, D4b, D5]."""
    assert list(editions().values()) == ["pl", "en", "en", "en", "pl"]
    assert list(editions(profile="en").values()) == ["en", "en", "en", "en", "pl"]
    assert list(editions(profile="pl").values()) == ["pl", "pl", "pl", "pl", "pl"]


def test_an_option_given_explicitly_overrides_the_profile() -> None:
    """0.2."""
    assert editions(profile="pl", second_place_rounding="en")["second_place_rounding"] == "en"
    assert editions(profile="en", strength_mission_vp="en")["strength_mission_vp"] == "en"


def test_a_profile_touches_nothing_else() -> None:
    """0.2: readings and variants stay as they are."""
    for profile in ("en", "pl"):
        settled, plain = ROOM.terms(3, {"profile": profile}).options, ROOM.terms(3).options
        assert {name for name in plain if plain[name] != settled[name]} <= {*EDITIONS, "profile"}


@pytest.mark.parametrize(
    "chosen", [{"white_cube_limit": 4}, {"mission_min_count": 2}, {"deck_set": "tiny"}, {"profile": "de"}, {"assasin_self": True}]
)
def test_options_that_are_none(chosen: dict[str, Any]) -> None:
    """1.12: unknown names and values are refused with the possible ones."""
    with pytest.raises(BadOption, match="Possible"):
        ROOM.terms(2, chosen)


def test_seats() -> None:
    """E1: two to four."""
    for seats in (1, 5):
        with pytest.raises(BadOption, match="Possible: 2, 3, 4"):
            ROOM.terms(seats)
