"""Wink: title page and options [part 5]."""

from __future__ import annotations

from collections.abc import Mapping

from spyhouse.rules.kit.meta import Meta
from spyhouse.rules.kit.options import Choice, Flag, Number, Option, with_defaults

REMOTE = "the remote table"  # modes that come later: their options stay in the terms, so that records keep their form
SAME_ROOM = "the same-room game"
BY_PLANS = "the game by plans"
WITHOUT_BOTS = "a table that keeps bots away"

OPTIONS = (
    Option(
        "mode",
        Choice(("beat", "beat-async")),
        "beat",
        "house",
        "How decisions are collected: beat by beat, or by one plan a turn for play over days.",
        BY_PLANS,
        in_records=True,
    ),
    Option(
        "sign", Choice(("wink", "hand", "head", "brow")), "wink", "variant", "The sign all players agreed on; only the picture changes."
    ),
    Option("beats", Number(1, 4, none=True), None, "house", "Beats of a turn; none: 2 with up to 6 players, 3 with 7 and 8."),
    Option(
        "flutter",
        Flag(),
        True,
        "house",
        "Eyelids flutter by themselves, and a wink half seen is only a flutter. Off: accusations become safe.",
    ),
    Option(
        "lock4",
        Choice(("card", "call", "none")),
        "card",
        "reading",
        "With 4 players a wrong accusation protects its number: for good, while that call lives, or not at all.",
    ),
    Option(
        "accuse_scope",
        Choice(("pawn", "any")),
        "pawn",
        "reading",
        "Numbers that may be named in an accusation: those under other players' pawns, or any in the crowd.",
    ),
    Option("accuse_own", Flag(), False, "reading", "One may accuse somebody about a number in one's own hand, as a bluff."),
    Option(
        "first",
        Choice(("random", "seat")),
        "random",
        "reading",
        "Who begins: drawn, or the first seat (let whoever was last at a carnival sit there).",
    ),
    Option(
        "quiet_rounds",
        Number(1, 99, none=True),
        8,
        "house",
        "Rounds without a number leaving the crowd after which the game ends; none: it never ends that way.",
    ),
    Option("assist", Flag(), False, "house", "A private mark on those of your own cards that somebody calls."),
    Option("bots", Choice(("allowed", "no"), on="allowed", off="no"), "allowed", "house", "Whether bots may sit in.", WITHOUT_BOTS, True),
    Option("pace", Choice(("normal", "relaxed", "brisk")), "normal", "house", "How fast eyes and winks are.", REMOTE),
    Option("heads_up", Flag(), False, "house", "Hand and crowd can be read only while looking at the crowd.", REMOTE),
    Option("objection", Flag(), False, "house", "Two objections cancel an accusation before its result is shown.", SAME_ROOM),
    Option("room_clock", Number(5, 600, none=True), None, "house", "Seconds for the active player; none: no clock.", SAME_ROOM),
)
SHORT_TURNS = 2  # beats of a turn with 4 to 6 players [B1]
LONG_TURNS = 3  # with 7 and 8 [B1]


def settle(chosen: Mapping[str, object], seats: int) -> dict[str, object]:
    """All options from the chosen ones; the beats of a turn follow from the players unless chosen [B1]."""
    settled = with_defaults(OPTIONS, chosen)
    if settled["beats"] is None:
        settled["beats"] = SHORT_TURNS if seats <= 6 else LONG_TURNS
    return settled


COLOURS = ("red", "orange", "yellow", "green", "teal", "blue", "violet", "grey")  # by seat [W1]

META = Meta(
    slug="wink",
    title="Wink",
    line="Find the accomplice who holds your number by a wink that nobody else must see.",
    credits="After the card game Wink. All texts, characters and the digital glance are our own.",
    seats=(4, 5, 6, 7, 8),
    seat_names=("0", "1", "2", "3", "4", "5", "6", "7"),
    rules_version="1.0",
    options=OPTIONS,
    settle=settle,
    hot_seat=False,  # the device would go round in every beat [SR10]
    seat_colours=COLOURS,
)
