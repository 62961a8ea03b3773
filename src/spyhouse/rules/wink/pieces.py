"""The pieces of Wink: numbers dealt to how many players [1.1], and numbers of attention [4.2]. Read from data/ and checked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from spyhouse.rules.kit.errors import BadContent
from spyhouse.rules.kit.meta import canonical

DECK = 36  # numbers of a deck [1.1]
CI_CARDS = 4  # counterintelligence cards of each player [W4]
SETS = ("beat", "normal", "relaxed", "brisk")  # sets of attention numbers [4.2]
NAMES = (  # of the numbers of a set, in the order in which the kernel takes them; `least` (TMIN) is one for each seat count
    *("wink", "pre", "post", "cool", "patience", "saccade", "hold", "cap", "refill"),
    *("target", "glimpse", "full", "carry", "blink", "pause", "one_in", "chance", "out_of"),
    *("batch", "freeze", "latency", "most"),
)


@dataclass(frozen=True)
class Content:
    """The decks for each number of players, and the sets of attention numbers."""

    numbers: Mapping[int, tuple[int, ...]]  # seats -> the numbers in play [W2]
    hand: Mapping[int, int]  # seats -> cards dealt to each [W3]
    attention: Mapping[str, tuple[int, ...]]  # set -> its numbers in the order of NAMES [4.2]
    least: Mapping[str, tuple[int, ...]]  # set -> shortest turn in ticks for 4 to 8 players [4.2]
    hash: str


def content(options: Mapping[str, Any]) -> Content:
    """The one content there is; no option changes it."""
    return _content()


@cache
def _content() -> Content:
    table = json.loads(files(__package__).joinpath("data/table.json").read_text(encoding="utf-8"))
    attention = json.loads(files(__package__).joinpath("data/attention.json").read_text(encoding="utf-8"))
    check_table(table)
    check_attention(attention)
    return Content(
        numbers={int(seats): tuple(n for n in range(1, DECK + 1) if n not in row["removed"]) for seats, row in table.items()},
        hand={int(seats): row["hand"] for seats, row in table.items()},
        attention={name: tuple(row[key] for key in NAMES) for name, row in attention.items()},
        least={name: tuple(row["least"]) for name, row in attention.items()},
        hash=sha256(canonical([table, attention]).encode()).hexdigest()[:16],
    )


def check_table(table: Mapping[str, Any]) -> None:
    """Every number of players has a row, and everything in play is dealt out evenly [W2, W3]."""
    if sorted(table) != ["4", "5", "6", "7", "8"]:
        raise BadContent(f"table.json: rows for 4 to 8 players are needed, found {', '.join(sorted(table))}.")
    for seats, row in table.items():
        left = set(range(1, DECK + 1)) - set(row["removed"])
        if len(left) != DECK - len(row["removed"]) or len(left) != int(seats) * row["hand"]:
            raise BadContent(f"table.json: row {seats}: {len(left)} numbers do not make {seats} hands of {row['hand']}.")


def check_attention(attention: Mapping[str, Any]) -> None:
    """Every set names every number once, none negative."""
    if sorted(attention) != sorted(SETS):
        raise BadContent(f"attention.json: the sets {', '.join(SETS)} are needed, found {', '.join(sorted(attention))}.")
    for name, row in attention.items():
        if sorted(row) != sorted([*NAMES, "least"]):
            raise BadContent(f"attention.json: '{name}' needs exactly {', '.join(NAMES)} and least.")
        for key, value in row.items():
            numbers = value if key == "least" else [value]
            if (key == "least" and len(numbers) != 5) or any(type(number) is not int or number < 0 for number in numbers):
                raise BadContent(f"attention.json: '{name}': '{key}' cannot be {value}.")
