"""What a bot is, and how the bots of a game are found: `bots/<slug>.py` names its own in BOTS."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from spyhouse.rules.kit.contract import View
from spyhouse.rules.kit.errors import SpyhouseError
from spyhouse.rules.kit.luck import Luck
from spyhouse.rules.kit.registry import game

Bot = Callable[[View, Luck], int]
"""Chooses one of `view.legal()`. It keeps nothing: the same view and the same luck give the same choice."""


def random_move(view: View, luck: Luck) -> int:
    """Any legal move, each equally likely."""
    legal = view.legal()
    return legal[luck.below(len(legal))]


def names(slug: str) -> list[str]:
    """The bots of a game, the weakest first."""
    return list(_bots(slug))


def bot(slug: str, name: str) -> Bot:
    """The bot of that name."""
    found = _bots(slug)
    if name not in found:
        raise SpyhouseError(f"{game(slug).title} has no bot '{name}'. Possible: {', '.join(found)}.")
    return found[name]


@cache
def _bots(slug: str) -> Mapping[str, Bot]:
    game(slug)  # a slug that is no game is refused here, with the possible ones
    own: Mapping[str, Bot] = {}
    if find_spec(f"spyhouse.bots.{slug}") is not None:
        own = import_module(f"spyhouse.bots.{slug}").BOTS
    return {"random": random_move, **own}
