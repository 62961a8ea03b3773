"""Spy Connection: title page and options [part 5]."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from spyhouse.rules.kit.content import is_name
from spyhouse.rules.kit.errors import BadOption
from spyhouse.rules.kit.meta import Meta
from spyhouse.rules.kit.options import Choice, Flag, Number, Option, with_defaults

AGENTS = (15, 14)  # what a player may start with [C2, C52]
SLOTS = 4  # of the mission display
DEAREST = 4  # what a slot may cost [V4]
SETS = ("europa",)  # the content sets in data/


@dataclass(frozen=True)
class ContentSet:
    """A set by its name, or a whole document of the format `spycon-content/1` [1.3]."""

    possible: str = f"the name of a set ({', '.join(SETS)}, or one of your own), or a document of the format spycon-content/1"

    def read(self, value: object) -> object:
        if isinstance(value, str) and value.lstrip().startswith("{"):
            value = json.loads(value)
        if isinstance(value, Mapping):
            return dict(value)
        if not isinstance(value, str) or not is_name(value):
            raise ValueError
        return value


@dataclass(frozen=True)
class Agents:
    """15 or 14 agents for everybody, or for each seat: 14, [15, 14], or as text 15,14."""

    possible: str = "15 or 14, or one of these for each seat (15,14)"

    def read(self, value: object) -> list[int]:
        if isinstance(value, str):
            value = [int(part) for part in value.split(",")]
        numbers: list[Any] = list(value) if isinstance(value, list | tuple) else [value]
        for number in numbers:
            if type(number) is not int or number not in AGENTS:
                raise ValueError
        return numbers


@dataclass(frozen=True)
class SlotCost:
    """What the four slots of the display cost, oldest first: 0,1,2,2; or none: as the content set says."""

    possible: str = f"{SLOTS} whole numbers from 0 to {DEAREST}, none below the one before it, or none"

    def read(self, value: object) -> list[int] | None:
        if value is None or value in ("none", "null"):
            return None
        if isinstance(value, str):
            value = [int(part) for part in value.split(",")]
        if not isinstance(value, list | tuple) or not fits_slots(list(value)):
            raise ValueError
        return list(value)


def fits_slots(costs: list[Any]) -> bool:
    """Four entries, non-decreasing, each from 0 to 4 [V4]."""
    if len(costs) != SLOTS or any(type(cost) is not int or not 0 <= cost <= DEAREST for cost in costs):
        return False
    return sorted(costs) == costs


OPTIONS = (
    Option("content", ContentSet(), "europa", "house", "Map and cards: a set of the house, or your own."),
    Option(
        "side", Choice(("light", "dark")), "light", "variant", "Dark: accepting costs one agent more, except when you have no open mission."
    ),
    Option("agents", Agents(), [15], "variant", "Agents of each player: 14 makes it harder; seats may differ."),
    Option(
        "start",
        Choice(("deal", "draft")),
        "deal",
        "variant",
        "Start missions are dealt at random, or drafted from the last seat backwards.",
    ),
    Option("slot_cost", SlotCost(), None, "house", "Agents that the slots of the display cost, oldest first."),
    Option(
        "tie",
        Choice(("seat", "last_turn")),
        "seat",
        "reading",
        "Who wins a tie: the seat later in turn order, or the one whose last turn came later.",
    ),
    Option("trigger_extra", Flag(), True, "reading", "Whoever triggers the end still takes the pending extra turns."),
    Option("reshuffle", Flag(), True, "reading", "An empty deck is made anew from the discard pile."),
    Option(
        "show_completed", Flag(), True, "reading", "Completed missions of others can be looked up; without it only their number is shown."
    ),
    Option(
        "vacant",
        Choice(("bot", "skip")),
        "bot",
        "house",
        "When a player leaves: a bot takes the seat, or the seat is skipped.",
        "a table that goes on without a player",
        in_records=True,
    ),
    Option("max_turns", Number(1, 10_000, none=True), None, "house", "After this many turns per player the game is scored as it stands."),
    Option(
        "pass",
        Choice(("never", "always")),
        "never",
        "house",
        "Whether a player may pass instead of a main action (needs 'Beyond the rulebook').",
    ),
    Option("house_rules", Flag(), False, "house", "Allows what the rulebook excludes: 14 agents on the dark side, passing."),
)


def settle(chosen: Mapping[str, object], seats: int) -> dict[str, object]:
    """All options from the chosen ones; what the rulebook excludes needs `house_rules` [C44, C51]."""
    settled: dict[str, Any] = with_defaults(OPTIONS, chosen)
    agents: list[int] = settled["agents"]
    if len(agents) == 1:
        agents = agents * seats
    if len(agents) != seats:
        why = "'agents' names {named} seats, but {seats} play. Give one number for all or one for each seat."
        raise BadOption(why, named=len(agents), seats=seats)
    settled["agents"] = agents
    if settled["house_rules"]:
        return settled
    if settled["side"] == "dark" and min(agents) < max(AGENTS):  # [C51]
        raise BadOption("'side' dark is played with 15 'agents' [C51]. Choose 15, or switch 'house_rules' on.")
    if settled["pass"] == "always":  # [C44]
        raise BadOption("Passing does not exist [C44]. Leave 'pass' at 'never', or switch 'house_rules' on.")
    return settled


META = Meta(
    slug="connection",
    title="Spy Connection",
    line="Spies travel along links of their own agents and complete missions in the cities they reach.",
    credits="After the board game Spy Connection. Map and missions are our own.",
    seats=(2, 3, 4),
    seat_names=("0", "1", "2", "3"),
    rules_version="1.0",
    options=OPTIONS,
    settle=settle,
    secrets=False,
    simulation={"max_turns": 200},  # [C48]
)
