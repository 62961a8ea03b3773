"""Dead Drop for clients: plain data."""

from __future__ import annotations

from typing import Any

from spyhouse.rules.kit.contract import Fact
from tests.toy import story
from tests.toy.engine import NOTHING
from tests.toy.view import View

PHASES = ("drop", "rest", "over")


def show(view: View) -> dict[str, Any]:
    """Everything a client needs to draw this view."""
    return {
        "game": "toy",
        "seat": view.seat,
        "round": view.round + 1,
        "phase": PHASES[view.phase],
        "ticks": view.ticks,
        "to_act": view.to_act(),
        "hand": [card + 1 for card in view.hand()],
        "drop": None if view.drop == NOTHING else view.drop + 1,
        "glimpse": None if view.glimpse == NOTHING else view.glimpse + 1,
        "prizes": [prize + 1 for prize in view.prizes],
        "points": view.points,
        "prompt": {"key": PHASES[view.phase], "rule": "T2", "args": {}},
        "sections": [],
    }


def line(fact: Fact) -> dict[str, Any] | None:
    """A fact as a line to be put into words; the ticks only animate."""
    if isinstance(fact, story.Tick):
        return None
    args = {name: list(value) if isinstance(value, tuple) else value for name, value in fact._asdict().items()}  # type: ignore[attr-defined]
    return {"key": type(fact).__name__.lower(), "args": args}
