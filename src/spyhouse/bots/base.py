"""What a bot is, and how the bots of a game are found: `bots/<slug>.py` names its own in BOTS.

`random` plays anything, the levels 1 to 5 are company for people, and what else a game has (`greedy`) is there to compare
with. A level with another budget is written with it: `4@500` thinks for 500 iterations a move.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from spyhouse.bots.levels import LEVELS, Belief, Level, Thought, Why, generic_levels
from spyhouse.bots.levels import Bot as Bot
from spyhouse.rules.kit.contract import View
from spyhouse.rules.kit.errors import SpyhouseError
from spyhouse.rules.kit.luck import Luck
from spyhouse.rules.kit.registry import game


def random_move(view: View, luck: Luck) -> int:
    """Any legal move, each equally likely."""
    legal = view.legal()
    return legal[luck.below(len(legal))]


def names(slug: str) -> list[str]:
    """The bots of a game: `random`, the levels, the weakest first, and those to compare with."""
    return list(_bots(slug))


def bot(slug: str, name: str) -> Bot:
    """The bot of that name."""
    found = _bots(slug)
    plain, mark, budget = name.partition("@")
    if plain not in found:
        raise SpyhouseError(f"{game(slug).title} has no bot '{name}'. Possible: {', '.join(found)}.")
    chosen = found[plain]
    if not mark:
        return chosen
    if not isinstance(chosen, Level) or not re.fullmatch("[1-9][0-9]{0,8}", budget):
        raise SpyhouseError(f"'{name}' is no level with its iterations. Write, for example: 4@500.")
    return chosen.with_iterations(int(budget))


def think(slug: str, name: str, view: bytes, seed: int, seconds: float | None = None) -> Thought:
    """What a bot makes of the bytes of a view: its move and, where it is a level and has a choice, its reasons.

    With `seconds` a level stops when they are over, for tables; a move of 0.05 s more may follow from the last slice. Without,
    the same arguments give the same thought.
    """
    chosen = bot(slug, name)
    seen = game(slug).view(view)
    luck = Luck(seed)
    legal = seen.legal()
    if len(legal) == 1 and seen.seat in seen.to_act():
        return Thought(legal[0], (), 0, False)
    return reasoned(chosen, seen, luck, seconds)


def reasoned(chosen: Bot, view: View, luck: Luck, seconds: float | None) -> Thought:
    """A level's thought; any other bot gives its move and no reasons."""
    return chosen.think(view, luck, seconds) if isinstance(chosen, Level) else Thought(chosen(view, luck), (), 0, False)


def beliefs(slug: str, view: bytes, seed: int) -> list[Belief]:
    """What a good player would believe about what this view hides, the most telling first; nothing where all lies open.

    The same arguments give the same beliefs. A game says so with `beliefs(view, luck)` in `bots/<slug>.py`.
    """
    seen = game(slug).view(view)
    believe = getattr(_module(slug), "beliefs", None)
    return [] if believe is None else list(believe(seen, Luck(seed)))


def whys(slug: str, view: bytes, seed: int, actions: list[int]) -> list[Why | None]:
    """What speaks for each of these moves, in words of the game; None where the game does not say.

    A game says it with `whys(view, luck, actions)` in `bots/<slug>.py`: true of the table as it lies, or so likely.
    """
    say = getattr(_module(slug), "whys", None)
    return [None] * len(actions) if say is None else list(say(game(slug).view(view), Luck(seed), actions))


def judge(slug: str) -> str | None:
    """The level that looks back at a finished match of this game; None where that would take too long.

    A game names it with `JUDGE` in `bots/<slug>.py`.
    """
    name: str | None = getattr(_module(slug), "JUDGE", None)
    return name


def _module(slug: str) -> ModuleType | None:
    """`bots/<slug>.py`, where the game has one."""
    return import_module(f"spyhouse.bots.{slug}") if find_spec(f"spyhouse.bots.{slug}") is not None else None


@cache
def _bots(slug: str) -> Mapping[str, Bot]:
    game(slug)  # a slug that is no game is refused here, with the possible ones
    own: Mapping[str, Bot] = getattr(_module(slug), "BOTS", {})
    levels = {name: own[name] for name in LEVELS} if LEVELS[0] in own else generic_levels()
    return {"random": random_move, **levels, **{name: chosen for name, chosen in own.items() if name not in LEVELS}}
