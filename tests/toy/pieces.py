"""The pieces of Dead Drop: a deck of numbered cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

CARDS = {"short": 12, "long": 16}


@dataclass(frozen=True)
class Content:
    """The deck."""

    cards: int  # values 1 to this
    hash: str


def content(options: Mapping[str, Any]) -> Content:
    """The deck that these options name."""
    cards = CARDS[options["deck"]]
    return Content(cards, f"numbers 1 to {cards}")
