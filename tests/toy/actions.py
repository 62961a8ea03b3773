"""Names of moves in Dead Drop: `d7` lays card 7, `peek`, and the clock's `tick`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from spyhouse.rules.kit.contract import CLOCK, Fact
from spyhouse.rules.kit.errors import BadNotation
from tests.toy import planted, story
from tests.toy.engine import ACTIONS, PEEK, TICK, Setting, State

FORMS = "Write d1 to d16, or peek."
LISTED = ("drop", "peek", "tick")


def names(setting: Setting) -> tuple[str, ...]:
    """The names of all actions by number."""
    return (*(f"d{card + 1}" for card in range(PEEK)), "peek")


def size(state: State) -> int:
    return ACTIONS if state.setting.leak != "size" else planted.size(state)


def text(state: State, seat: int, action: int) -> str:
    if seat == CLOCK:
        return "tick"
    return "peek" if action == PEEK else f"d{action + 1}"


def parse(state: State, seat: int, text: str) -> int:
    """The number of a move; it need not be legal."""
    if text == "tick" and seat == CLOCK:
        return TICK
    if text == "peek":
        return PEEK
    drop = re.fullmatch("d([1-9]|1[0-6])", text)
    if drop is None:
        raise BadNotation(f"'{text}' is no move of Dead Drop. {FORMS}")
    return int(drop[1]) - 1


def describe(state: State, seat: int, action: int) -> dict[str, Any]:
    """The move as data."""
    if seat == CLOCK:
        return {"kind": "tick"}
    return {"kind": "peek"} if action == PEEK else {"kind": "drop", "card": action + 1}


def number(state: State, seat: int, move: Mapping[str, Any]) -> int:
    """The inverse of `describe`."""
    try:
        return parse(state, seat, f"d{move['card']}" if move["kind"] == "drop" else str(move["kind"]))
    except KeyError as why:
        raise BadNotation(f"{dict(move)} is no move of Dead Drop: {why} is missing.") from why


def chance_text(fact: Fact) -> str | None:
    if isinstance(fact, story.Deal):
        return "deal " + ".".join(str(card + 1) for card in fact.deck)
    return f"die {fact.face}" if isinstance(fact, story.Die) else None


def chance_script(text: str) -> list[tuple[str, list[int]]]:
    if deal := re.fullmatch(r"deal (\d+(?:\.\d+)*)", text):
        return [("deck", [int(card) - 1 for card in deal[1].split(".")])]
    if die := re.fullmatch("die ([1-6])", text):
        return [("die", [int(die[1]) - 1])]
    raise BadNotation(f"'{text}' is nothing that chance decides in Dead Drop. Write 'deal 3.7...' or 'die 4'.")


def lines(state: State) -> list[str]:
    """A line for each round shown."""
    shows = [told.fact for told in state.story or [] if isinstance(told.fact, story.Show)]
    return [f"{number}. {' '.join(f'd{card + 1}' for card in show.drops)} for {show.prize + 1}" for number, show in enumerate(shows, 1)]
