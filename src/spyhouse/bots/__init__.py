"""Opponents: each chooses from what its seat may know, and from nothing else.

>>> from spyhouse import Luck, bots, game
>>> state = game("second").start(seed=7)
>>> choose = bots.bot("second", "random")
>>> choose(state.view(0), Luck(1)) in state.legal(0)
True
"""

from spyhouse.bots.base import Bot, beliefs, bot, judge, names, think
from spyhouse.bots.explain import Explanation, Reason, Step, explain, percent
from spyhouse.bots.levels import LEVELS, SECONDS, Belief, Idea, Level, Thought, Why

__all__ = [
    "LEVELS",
    "SECONDS",
    "Belief",
    "Bot",
    "Explanation",
    "Idea",
    "Level",
    "Reason",
    "Step",
    "Thought",
    "Why",
    "beliefs",
    "bot",
    "explain",
    "judge",
    "names",
    "percent",
    "think",
]
