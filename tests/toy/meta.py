"""Dead Drop: title page and options."""

from __future__ import annotations

from collections.abc import Mapping

from spyhouse.rules.kit.errors import BadOption
from spyhouse.rules.kit.meta import Meta
from spyhouse.rules.kit.options import Choice, Flag, Number, Option, with_defaults

LEAKS = ("off", "view", "legal", "story", "error", "size", "final", "sealed", "loyal", "pocket", "haste", "forget")

OPTIONS = (
    Option("open_bottom", Flag(), False, "variant", "The cards out of play are shown to everybody at the start."),
    Option("deck", Choice(("short", "long")), "short", "house", "Twelve cards or sixteen."),
    Option("pause", Number(0, 3), 2, "house", "Ticks of the clock between two rounds."),
    Option("leak", Choice(LEAKS), "off", "house", "A leak planted for the leak test to find (planted.py)."),
)


def settle(chosen: Mapping[str, object], seats: int) -> dict[str, object]:
    """All options; a short deck has no cards out of play when three sit at the table."""
    settled = with_defaults(OPTIONS, chosen)
    if settled["open_bottom"] and settled["deck"] == "short" and seats == 3:
        raise BadOption("'open_bottom' shows nothing with a short deck and three seats. Take the long deck or leave it out.")
    return settled


META = Meta(
    slug="toy",
    title="Dead Drop",
    line="Secret drops for hidden prizes: the smallest game with everything that can go wrong.",
    credits="Made for the tests of Spyhouse.",
    seats=(2, 3),
    seat_names=("a", "b", "c"),
    rules_version="1.0",
    options=OPTIONS,
    settle=settle,
)
