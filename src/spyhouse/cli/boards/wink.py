"""Wink in the terminal: in words, as any game; and what became of the calls, for `simulate`."""

from __future__ import annotations

from collections.abc import Mapping

from spyhouse.cli.boards.generic import draw as draw
from spyhouse.rules.kit.contract import State
from spyhouse.rules.wink.core import QUIET, count
from spyhouse.rules.wink.engine import OPENING
from spyhouse.rules.wink.engine import State as Match

SHARES = {f"figure.{kind}": "figure.calls" for kind in ("right", "wrong", "intercepted", "lapsed")}


def tally(state: State) -> Mapping[str, float]:
    """The yardsticks of the rules document [part 8]: rounds, beats, and how calls end. A pass in place of a call counts as one."""
    if not isinstance(state, Match):
        return {}
    core = state.core
    calls = core.turn if state.beat > OPENING or core.ended == QUIET else core.turn - 1
    right, wrong = sum(count(cards) for cards in core.one_up) // 2, count(core.down)
    intercepted = sum(core.ci_front)
    return {
        "figure.rounds": (core.turn - 1) / state.seats,  # the last turn is cut off
        "figure.beats": state.kernel.tick + 1,
        "figure.calls": calls,
        "figure.right": right,
        "figure.wrong": wrong,
        "figure.intercepted": intercepted,
        "figure.lapsed": calls - right - wrong - intercepted,
        "figure.accused_wrongly": core.ci_box,
    }
