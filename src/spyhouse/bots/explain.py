"""A bot's reasons as data, for the page and for the terminal: what it believes, its best moves, and how it expects them to go on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from spyhouse.bots.base import beliefs, bot, reasoned, whys
from spyhouse.bots.levels import Belief, Why
from spyhouse.rules.kit.contract import CLOCK, NO_ACTION, State, View
from spyhouse.rules.kit.game import Game
from spyhouse.rules.kit.luck import Luck
from spyhouse.rules.kit.registry import game


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
    # A line was followed in a world drawn from the luck as it stands after the thought; it is told in the same one.
    said = whys(slug, view, seed, [idea.action for idea in thought.ideas]) if thought.ideas else []
    reasons = tuple(
        Reason(idea.action, idea.worth, told(room, seen, luck.clone(), idea.line), why)
        for idea, why in zip(thought.ideas, said, strict=True)
    )
    return Explanation(thought.choice, reasons, tuple(beliefs(slug, view, seed)), thought.exact)


def told(room: Game, view: View, luck: Luck, line: tuple[tuple[int, int], ...]) -> tuple[Step, ...]:
    """The moves of a line after its first, in words and notation; as far as the imagined world allows them."""
    state = view.sample(luck)
    state.mute()
    steps: list[Step] = []
    for seat, action in line:
        if action == NO_ACTION:
            continue
        until_asked(state, seat)
        if action not in state.legal(seat):
            break
        steps.append(Step(seat, room.text(state, seat, action), room.describe(state, seat, action)))
        state.apply(seat, action)
    return tuple(steps[1:])


def until_asked(state: State, seat: int) -> None:
    """Lets the clock run until somebody owes a move."""
    while state.to_act() == [CLOCK] and not state.legal(seat):
        state.apply(CLOCK, state.legal(CLOCK)[0])
