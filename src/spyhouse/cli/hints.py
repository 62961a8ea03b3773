"""A bot's reasons in words, as the page says them, too: a move, what it is worth, why, and how it may go on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from spyhouse.bots import Belief, Explanation, Reason, Step, Why, percent
from spyhouse.cli.terminal import Terminal
from spyhouse.rules.kit.contract import State
from spyhouse.rules.kit.game import Game
from spyhouse.words import Words

STYLE = "dim"


def whole_move(words: Words, move: Mapping[str, Any]) -> str:
    """A move in words that need no heading above them."""
    draft = f"draft.{move['kind']}"
    return words.say(draft if words.has(draft) else f"move.{move['kind']}", move)


def worth_words(words: Words, reason: Reason) -> str:
    """What a move is worth, as the game reads it."""
    if reason.proved:
        return words.say(f"worth.proved.{percent(reason.worth)}")
    worth = words.say("worth.is", {"percent": percent(reason.worth)})
    return words.say("worth.unsure", {"worth": worth}) if reason.unsure else worth


def say_hint(terminal: Terminal, words: Words, game: Game, state: State, seat: int, found: Explanation) -> None:
    """The moves that a level thinks good, the best first, and what it believes."""
    terminal.say(words.say("hint.exact" if found.exact else "hint.equal" if are_level(found) else "hint.lead"), STYLE)
    for reason in found.reasons or (Reason(found.choice, 0.0, (), None),):
        described = whole_move(words, game.describe(state, seat, reason.action))
        worth = worth_words(words, reason) if found.reasons else ""
        args = {"text": game.text(state, seat, reason.action), "words": described, "worth": worth}
        terminal.say(words.say("play.idea", args), STYLE, indent=2)
        say_why(terminal, words, reason.why, reason.line)
    if found.beliefs:
        terminal.say(words.say("hint.beliefs"), STYLE)
    for belief in found.beliefs:
        terminal.say(belief_words(words, belief), STYLE, indent=2)


def are_level(found: Explanation) -> bool:
    """Whether nothing parts the proposed moves that anybody could see."""
    shown = [percent(reason.worth) for reason in found.reasons]
    return len(shown) > 1 and max(shown) - min(shown) <= 1


def say_why(terminal: Terminal, words: Words, why: Why | None, line: tuple[Step, ...]) -> None:
    """What speaks for a move, and how it is expected to go on."""
    if why is not None:
        terminal.say(words.say(f"why.{why.key}", why.args), STYLE, indent=4)
    if line:
        steps = [words.say("hint.step", {"seat": step.seat, "move": whole_move(words, step.move)}) for step in line]
        terminal.say(words.say("hint.line", {"moves": "; ".join(steps)}), STYLE, indent=4)


def belief_words(words: Words, belief: Belief) -> str:
    return words.say("play.belief", {"words": words.say(f"belief.{belief.key}", belief.args), "chance": f"{100 * belief.chance:.0f}"})
