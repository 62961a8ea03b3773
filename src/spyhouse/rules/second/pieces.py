"""The printed pieces of Second Place: codes of 1.1 and the mission cards of 1.3, read from data/ and checked."""

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

SPIES = "god"  # green, orange, Double Agent; the first two are the seats [1.1]
DEPTS = "UAB"  # Nuke, Nano, Bio [1.1]
MISSIONS = "SRGCX"  # Switch, Relocate, Regroup, Crisis, Assassinate [1.1]
AREAS = "sd"  # Single, Dual [1.1]
INFILTRATE = "I"


@dataclass(frozen=True)
class Content:
    """The mission card of a layout."""

    slots: tuple[int, ...]  # [area * 5 + mission] how many tokens fit there
    hash: str


def content(options: Mapping[str, Any]) -> Content:
    """The card that these options name."""
    layouts, fingerprint = _layouts()
    card = layouts[options["layout"]]
    return Content((*card["single"], *card["dual"]), fingerprint)


@cache
def _layouts() -> tuple[dict[str, Any], str]:
    layouts = json.loads(files(__package__).joinpath("data/layouts.json").read_text(encoding="utf-8"))
    check_layouts(layouts)
    return layouts, sha256(canonical(layouts).encode()).hexdigest()[:16]


def check_layouts(layouts: Mapping[str, Any]) -> None:
    """Each card says for both areas how many slots each of the five missions has."""
    for name, card in layouts.items():
        for area in ("single", "dual"):
            counts = card.get(area)
            if not isinstance(counts, list) or len(counts) != len(MISSIONS) or any(type(n) is not int or n < 0 for n in counts):
                raise BadContent(f"layouts.json: '{name}' needs five slot numbers (S R G C X) for '{area}', found {counts}.")
