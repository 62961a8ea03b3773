"""A bot's reasons as data, for the page and for the terminal: what it believes, its best moves, and how it expects them to go on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import floor

from spyhouse.bots.base import beliefs, bot, reasoned, whys
from spyhouse.bots.levels import Belief, Idea, Thought, Why
from spyhouse.rules.kit.contract import CLOCK, NO_ACTION, State, View
from spyhouse.rules.kit.game import Game
from spyhouse.rules.kit.luck import Luck
from spyhouse.rules.kit.registry import game

EXPECTED = 3  # moves of a line that are told: further on it is mere guessing
SILENT = ("end",)  # kinds of moves that only close a turn
PRINTED = ("tile", "strength", "vp", "abilities")  # what shows a tile: left out where its player would lay it face down
ENOUGH = 12  # tries from which on a move is told, or ...
FEW = 0.1  # ... this part of what the first one had


@dataclass(frozen=True)
class Step:
    """A move of a line that a bot expects."""

    seat: int
    text: str  # notation
    move: Mapping[str, object]  # for words


@dataclass(frozen=True)
class Reason:
    """A move that a bot has thought about, and what speaks for it."""

    action: int
    worth: float  # to the mover, from -1 (lost) to 1 (won)
    line: tuple[Step, ...]  # how it expects the game to go on after it, in one world that fits what the seat knows
    why: Why | None  # in words of the game, where the bot can say it
    proved: bool = False  # its worth is exact
    unsure: bool = False  # it seems to be worth more than the first one, but was tried less often


@dataclass(frozen=True)
class Explanation:
    """What a bot makes of what a seat may know."""

    choice: int  # what it would play itself: it may slip, or draw where it looks
    reasons: tuple[Reason, ...]  # the best first, then by worth; none where it does not search or had no choice
    beliefs: tuple[Belief, ...]
    exact: bool  # the choice is proved, not estimated


def explain(slug: str, name: str, view: bytes, seed: int, seconds: float | None = None) -> Explanation:
    """The thought of a bot, with its reasons; without `seconds` the same arguments give the same explanation."""
    room = game(slug)
    seen = room.view(view)
    luck = Luck(seed)
    thought = reasoned(bot(slug, name), seen, luck, seconds)
    ideas = tried(thought)
    said = whys(slug, view, seed, [idea.action for idea in ideas]) if ideas else []
    # A line was followed in a world drawn from the luck as it stands after the thought; it is told in the same one.
    reasons = tuple(
        Reason(idea.action, idea.worth, told(room, seen, luck.clone(), idea.line), why, idea.proved, is_unsure(idea, ideas[0]))
        for idea, why in zip(ideas, said, strict=True)
    )
    return Explanation(thought.choice, reasons, tuple(beliefs(slug, view, seed)), thought.exact)


def percent(worth: float) -> int:
    """A worth from -1 to 1 on a scale from 0 (lost) to 100 (won): a chance only where the words of the game say so."""
    return floor((worth + 1) * 50 + 0.5)


def tried(thought: Thought) -> tuple[Idea, ...]:
    """The ideas that are worth telling: the first one, and those that are proved or were tried often enough to compare."""
    ideas = thought.ideas
    enough = min(ENOUGH, FEW * ideas[0].share * thought.iterations) if ideas else 0
    return tuple(idea for idea in ideas if idea is ideas[0] or idea.proved or idea.share * thought.iterations >= enough)


def is_unsure(idea: Idea, first: Idea) -> bool:
    """Whether an idea shows a higher worth than the one before all others, which is surer of its own."""
    return not idea.proved and percent(idea.worth) > percent(first.worth)


def told(room: Game, view: View, luck: Luck, line: tuple[tuple[int, int], ...]) -> tuple[Step, ...]:
    """The next moves of a line after its first that tell something, as far as the imagined world allows them.

    What another player lays face down stays face down: the world is only one of many.
    """
    state = view.sample(luck)
    state.mute()
    steps: list[Step] = []
    for seat, action in line:
        if action == NO_ACTION:
            continue
        until_asked(state, seat)
        if action not in state.legal(seat):
            break
        move = room.describe(state, seat, action)
        if seat != view.seat and move.get("secret"):
            move = {part: value for part, value in move.items() if part not in PRINTED}
        steps.append(Step(seat, room.text(state, seat, action), move))
        state.apply(seat, action)
    return tuple(step for step in steps[1:] if step.move["kind"] not in SILENT)[:EXPECTED]


def until_asked(state: State, seat: int) -> None:
    """Lets the clock run until somebody owes a move."""
    while state.to_act() == [CLOCK] and not state.legal(seat):
        state.apply(CLOCK, state.legal(CLOCK)[0])
