"""Looking back at a game: what each move was worth beside the best one, judged only by what its seat knew."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from spyhouse import bots
from spyhouse.bots.levels import Level
from spyhouse.rules.kit.contract import CLOCK
from spyhouse.rules.kit.errors import SpyhouseError
from spyhouse.rules.kit.luck import Luck
from spyhouse.rules.kit.records import Record, replay
from spyhouse.rules.kit.registry import game


@dataclass(frozen=True)
class Judgement:
    """One move of a game, and what the judge would have played."""

    seat: int
    text: str
    worth: float  # to the mover, from -1 to 1
    best: str
    best_worth: float

    @property
    def loss(self) -> float:
        """What the best move would have been worth more; 0 for a move that is as good."""
        return max(0.0, self.best_worth - self.worth)


def judge_of(slug: str, name: str) -> Level:
    """The level that judges; it must be one that searches."""
    judge = bots.bot(slug, name)
    if not isinstance(judge, Level):
        raise SpyhouseError(f"The bot '{name}' of {game(slug).title} cannot say what a move is worth: it does not search.")
    return judge


def analyse(record: Record, name: str) -> Iterator[Judgement]:
    """The moves of a record that had an alternative, in order."""
    room = game(record.header["game"])
    judge = judge_of(room.slug, name)
    for place, line in enumerate(record.log):
        if not isinstance(line.who, int) or line.who == CLOCK:
            continue
        state = replay(Record(record.header, record.log[:place], at=record.at))
        played = room.parse(state, line.who, line.text)
        if len(state.legal(line.who)) < 2:
            continue
        thought = judge.think(state.view(line.who), Luck(place), also=played)
        best, own = thought.ideas[0], thought.ideas[-1]
        if best.action == played:
            own = best
        yield Judgement(line.who, line.text, own.worth, room.text(state, line.who, best.action), best.worth)
