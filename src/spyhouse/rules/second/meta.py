"""Second Place: title page and options [1.4, part 5]."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from spyhouse.rules.kit.errors import BadOption
from spyhouse.rules.kit.meta import Meta
from spyhouse.rules.kit.options import Choice, Flag, Number, Numbers, Option, Subset, with_defaults

OPTIONS = (
    # The rulebook's advice for a first game [S7].
    Option("safe_house", Flag(), False, "variant", "One more mission token and spy cube each: kinder to beginners."),
    Option(
        "random_diplomacy", Flag(), False, "variant", "All eight department tokens are random: a department may be missing and stays open."
    ),
    Option(
        "cold_war",
        Flag(),
        False,
        "variant",
        "All three spies start at the bottom. Beware: most careless games end with both players losing.",
    ),
    Option(
        "double_double_agent",
        Choice(("off", "4", "8", "both"), on="both", off="off"),
        "off",
        "variant",
        "A double agent cube also comes in round 4, round 8 or both.",
    ),
    Option(
        "spy_ops",
        Choice(("chooser", "first_player", "second_player")),
        "chooser",
        "house",
        "What the Briefcase does. The rulebook does not say; our house rule is that its holder names who is first.",
    ),
    Option(
        "tie_for_first",
        Choice(("dense", "joint_second")),
        "dense",
        "reading",
        "When a player and the Double Agent share the lead: the other player wins, or the leader does.",
    ),
    Option(
        "dual_pair_rule",
        Choice(("different_types", "only_SS_RR_forbidden")),
        "different_types",
        "reading",
        "Which pairs a Dual may have where the card has room for equal ones.",
    ),
    Option(
        "regroup_same_round",
        Flag(),
        True,
        "reading",
        "Regroup may take back the token of the other mission of its Dual once that one is executed.",
    ),
    Option("assess_after_round1", Flag(), True, "reading", "The Briefcase is reassigned after round 1, too."),
    Option("layout", Choice(("standard7", "wide")), "standard7", "house", "Slots of the mission cards: seven in each area, or ten."),
    Option(
        "start_points",
        Numbers((("g", 2), ("o", 2), ("d", 0)), 0, 45),
        {"g": 2, "o": 2, "d": 0},
        "house",
        "Where green, orange and the Double Agent start on the tracker.",
    ),
    Option("tokens_per_player", Number(0, 20), 9, "house", "Mission tokens of each player."),
    Option("cubes_per_player", Number(0, 20), 9, "house", "Spy cubes of each player."),
    Option("da_slots", Subset(1, 8), [1, 2, 3, 5, 6, 7], "house", "Rounds in which a double agent cube comes."),
    Option("token_pool_per_dept", Number(3, 24), 8, "house", "Department tokens of each kind to draw the eight from."),
    Option("guarantee_each_dept", Flag(), True, "house", "Each department is among the eight tokens."),
    Option("tracker_top", Number(0, 200, none=True), None, "house", "Where the tracker ends; points beyond are lost."),
    Option("mission_cost", Numbers((("C", 1), ("X", 2)), 0, 9), {"C": 1, "X": 2}, "house", "Points that Crisis and Assassinate cost."),
    Option(
        "dept_points",
        Numbers((("first", 3), ("second", 1), ("draw", 1)), 0, 9),
        {"first": 3, "second": 1, "draw": 1},
        "house",
        "Points of an open department for most cubes, second most, and for sharing the lead.",
    ),
    Option(
        "both_lose_utility",
        Number(-1, 0),
        -1,
        "house",
        "What bots make of a match that both lose: -1, a loss for each, or 0, nothing lost.",
    ),
)


def settle(chosen: Mapping[str, object], seats: int) -> dict[str, object]:
    """All options from the chosen ones: a variant sets its values [part 5]; a contrary explicit value is refused."""
    settled: dict[str, Any] = with_defaults(OPTIONS, chosen)
    for variant, name, value in _values_set_by_variants(settled):
        if name in chosen and chosen[name] != value:
            raise BadOption("'{variant}' brings its own '{option}'. Leave out one of the two.", variant=variant, option=name)
        settled[name] = value
    top = settled["tracker_top"]
    if top is not None and max(settled["start_points"].values()) > top:
        raise BadOption("'start_points' lie above 'tracker_top' {top}. Start lower or leave the tracker open.", top=top)
    return settled


def _values_set_by_variants(settled: Mapping[str, Any]) -> list[tuple[str, str, object]]:
    values: list[tuple[str, str, object]] = []
    if settled["safe_house"]:
        values += [("safe_house", "tokens_per_player", 10), ("safe_house", "cubes_per_player", 10)]
    if settled["random_diplomacy"]:
        values.append(("random_diplomacy", "guarantee_each_dept", False))
    if settled["cold_war"]:
        values.append(("cold_war", "start_points", {"g": 0, "o": 0, "d": 0}))
    extra = {"off": [], "4": [4], "8": [8], "both": [4, 8]}[settled["double_double_agent"]]
    if extra:
        values.append(("double_double_agent", "da_slots", sorted([1, 2, 3, 5, 6, 7, *extra])))
    return values


META = Meta(
    slug="second",
    title="Second Place",
    line="Two spies and a double agent climb a tracker; whoever stands second when it ends has won.",
    credits="Game by Paul Beere (Board Games Brighton). Working title.",
    seats=(2,),
    seat_names=("g", "o"),
    rules_version="1.0",
    options=OPTIONS,
    settle=settle,
    secrets=False,
)
