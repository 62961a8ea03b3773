"""Looking back at a game: what each move was worth beside the best one, judged only by what its seat knew."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from spyhouse.bots.base import beliefs, bot, whys
from spyhouse.bots.explain import Step, told
from spyhouse.bots.levels import Belief, Idea, Level, Why
from spyhouse.rules.kit.contract import State
from spyhouse.rules.kit.errors import SpyhouseError
from spyhouse.rules.kit.game import Game
from spyhouse.rules.kit.luck import Luck
from spyhouse.rules.kit.records import CHANCE, Record, replay
from spyhouse.rules.kit.registry import game


@dataclass(frozen=True)
class Choice:
    """A move that a seat could make: its number, its notation, as data, and what the judge thinks of it."""

    action: int
    text: str
    move: dict[str, Any]
    worth: float  # to the mover, from -1 to 1


@dataclass(frozen=True)
class Judgement:
    """One move of a game, and what the judge would have played."""

    number: int  # of the move in the match, from 1
    seat: int
    played: Choice
    best: Choice
    beliefs: tuple[Belief, ...]  # about what was hidden from its seat then
    why: Why | None  # what speaks for the best move, where it is another one and the game can say it
    line: tuple[Step, ...]  # how the judge expects the game to go on after it

    @property
    def loss(self) -> float:
        """What the best move would have been worth more; 0 for a move that is as good."""
        return max(0.0, self.best.worth - self.played.worth)


def judge_of(slug: str, name: str) -> Level:
    """The level that judges; it must be one that searches."""
    judge = bot(slug, name)
    if not isinstance(judge, Level):
        raise SpyhouseError(f"The bot '{name}' of {game(slug).title} cannot say what a move is worth: it does not search.")
    return judge


def choices(record: Record) -> list[int]:
    """Where in the log of a record seats have moved."""
    return [place for place, line in enumerate(record.log) if isinstance(line.who, int)]


def judgement(record: Record, place: int, name: str) -> Judgement | None:
    """What the judge of that name makes of the move on this line of the log; None where there was no other.

    The same arguments give the same judgement.
    """
    line = record.log[place]
    assert isinstance(line.who, int)
    room, seat = game(record.header["game"]), line.who
    judge = judge_of(room.slug, name)
    state = replay(Record(record.header, record.log[:place], at=record.at))
    if len(state.legal(seat)) < 2:
        return None
    played = room.parse(state, seat, line.text)
    view = state.view(seat)
    luck = Luck(place)
    thought = judge.think(view, luck, also=played)
    best = thought.ideas[0]
    own = best if best.action == played else thought.ideas[-1]
    number = sum(1 for before in record.log[: place + 1] if before.who != CHANCE)
    believed = tuple(beliefs(room.slug, bytes(view), place))
    better = best.action != played
    why = whys(room.slug, bytes(view), place, [best.action])[0] if better else None
    line_of_best = told(room, view, luck, best.line) if better else ()
    world = view.sample(Luck(place))  # moves have the same names there, and it can go on where the record has not been written yet
    return Judgement(number, seat, _choice(room, world, seat, own), _choice(room, world, seat, best), believed, why, line_of_best)


def _choice(room: Game, state: State, seat: int, idea: Idea) -> Choice:
    move = room.describe(state, seat, idea.action)
    move.pop("final", None)
    return Choice(idea.action, room.text(state, seat, idea.action), move, idea.worth)


def judged(text: str, place: int, name: str) -> Judgement | None:
    """`judgement` of a record as the text of its file: for another process."""
    return judgement(Record.loads(text), place, name)


def analyse(record: Record, name: str) -> Iterator[Judgement]:
    """The moves of a record that had an alternative, in order."""
    judge_of(record.header["game"], name)
    for place in choices(record):
        if (found := judgement(record, place, name)) is not None:
            yield found
