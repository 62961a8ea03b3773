"""Spyhouse: four board games of espionage, their rules as a library, and a table to play them at.

>>> import spyhouse
>>> state = spyhouse.game("second").start(seed=3)
>>> state.to_act()
[0]
"""

from spyhouse.rules.kit.contract import CLOCK, EVERYONE, NO_ACTION, SPECTATOR, Outcome, State, View, playout
from spyhouse.rules.kit.errors import (
    BadContent,
    BadNotation,
    BadOption,
    BadPosition,
    BadRecord,
    BadView,
    IllegalMove,
    SpyhouseError,
)
from spyhouse.rules.kit.game import Game
from spyhouse.rules.kit.luck import FairLuck, Luck, ScriptedLuck
from spyhouse.rules.kit.records import Match, Record, Report, replay, verify
from spyhouse.rules.kit.registry import adopt, game, games
from spyhouse.version import __version__

__all__ = [
    "CLOCK",
    "EVERYONE",
    "NO_ACTION",
    "SPECTATOR",
    "BadContent",
    "BadNotation",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "BadView",
    "FairLuck",
    "Game",
    "IllegalMove",
    "Luck",
    "Match",
    "Outcome",
    "Record",
    "Report",
    "ScriptedLuck",
    "SpyhouseError",
    "State",
    "View",
    "__version__",
    "adopt",
    "game",
    "games",
    "playout",
    "replay",
    "verify",
]
