"""City of Spies: Estoril 1942: title page and options [0.2, 0.3, 1.12]."""

from __future__ import annotations

from collections.abc import Mapping

from spyhouse.rules.kit.errors import BadOption
from spyhouse.rules.kit.meta import Meta
from spyhouse.rules.kit.options import Choice, Flag, Number, Option, Word, with_defaults

EDITION = ("en", "pl")
OPTIONS = (
    Option(
        "profile",
        Choice(("standard", "en", "pl")),
        "standard",
        "edition",
        "Sets every edition option at once: our choice, the English or the Polish rulebook.",
    ),
    Option(
        "fallback_placement",
        Choice(EDITION),
        "pl",
        "edition",
        "Who has no legal space: places on any free one, or places nothing more this round.",
    ),
    Option(
        "second_place_rounding",
        Choice(EDITION),
        "en",
        "edition",
        "Shares of tied players in the second-place variant are rounded up or down.",
    ),
    Option("recruiting_starting_tiles", Choice(EDITION), "en", "edition", "Starting tiles do not count for an agenda, or do."),
    Option(
        "recruiting_flagset_cap",
        Choice(EDITION),
        "en",
        "edition",
        "An agenda of several countries pays at most 1 VP a country, or each flag.",
    ),
    Option(
        "strength_mission_vp",
        Choice(EDITION),
        "pl",
        "edition",
        "The total-strength mission is worth what its face says, or 8 as one sentence has it.",
    ),
    Option(
        "nationalism_timing",
        Choice(("snapshot", "live")),
        "snapshot",
        "reading",
        "Nationalism is counted when used and stays, or again at the comparison.",
    ),
    Option("assassin_self", Flag(), True, "reading", "An Assassin may choose itself."),
    Option("white_cube_limit", Number(5, 5, none=True), None, "reading", "White markers: as many as needed, or only the five of the box."),
    Option("mission_min_count", Number(0, 1), 1, "reading", "The least count that can win a mission."),
    Option("deck_set", Choice(("full", "compact")), "full", "house", "All character tiles, or the smaller set that comes round again."),
    Option("memory_aid", Flag(), True, "house", "Clients list what everybody can deduce about the others' hands."),
    Option(
        "variant_secret_missions",
        Flag(),
        False,
        "variant",
        "One open mission, and a face-down one between each two neighbours. For three and four.",
    ),
    Option(
        "variant_recruiting", Flag(), False, "variant", "Everybody has a secret agenda: 1 VP for each of its symbols in hand and discards."
    ),
    Option("variant_second_place", Flag(), False, "variant", "The second place of a mission scores, too."),
    Option("content", Word(), "house", "house", "Tiles, boards and missions: ours, or a set of your own."),
)
PROFILES: dict[str, dict[str, object]] = {  # D2 to D5; the strength mission of `en` pays what its own example pays
    "standard": {},
    "en": {
        "fallback_placement": "en",
        "second_place_rounding": "en",
        "recruiting_starting_tiles": "en",
        "recruiting_flagset_cap": "en",
        "strength_mission_vp": "pl",
    },
    "pl": {
        "fallback_placement": "pl",
        "second_place_rounding": "pl",
        "recruiting_starting_tiles": "pl",
        "recruiting_flagset_cap": "pl",
        "strength_mission_vp": "pl",
    },
}


def settle(chosen: Mapping[str, object], seats: int) -> dict[str, object]:
    """All options from the chosen ones: the profile sets the edition options that were not given [0.2]."""
    profile = PROFILES[str(chosen.get("profile", "standard"))]
    settled = with_defaults(OPTIONS, {**profile, **chosen})
    if settled["variant_secret_missions"] and seats == 2:
        raise BadOption("'variant_secret_missions' needs neighbours on both sides: three or four seats, not 2. Leave it out or add a seat.")
    return settled


META = Meta(
    slug="estoril",
    title="City of Spies: Estoril 1942",
    line="Spies meet at the Portuguese coast: place them, uncover them, win new ones, fulfil missions.",
    credits="Game by Gil d'Orey and Antonio Sousa Lara (MESAboardgames). Deck, boards and missions are our own.",
    seats=(2, 3, 4),
    seat_names=("r", "g", "b", "y"),
    rules_version="1.0",
    options=OPTIONS,
    settle=settle,
    seat_colours=("red", "green", "blue", "yellow"),  # [E6]
)
