"""The look back at a finished match: a bot judges it move by move in a worker process, and the table tells what it finds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from spyhouse.bots.hindsight import Judgement, choices
from spyhouse.rules.kit.records import Record
from spyhouse.server import wire


class Judge(Protocol):
    """Who judges one move of a record: another process."""

    async def judge(self, record: str, place: int, name: str) -> Judgement | None: ...


class Hindsight:
    """All that is known of one match so far. The level counts iterations, so that a second look finds the same."""

    def __init__(self, record: Record, level: str) -> None:
        self._record = record.dumps()
        self._level = level
        self._places = choices(record)
        self._looked = 0
        self._judged: list[wire.Judged] = []

    @property
    def is_done(self) -> bool:
        return self._looked == len(self._places)

    def news(self, last: int | None = None) -> wire.AnalysisNews:
        """What is known, or only the last of it."""
        return wire.AnalysisNews(
            looked=self._looked, moves=len(self._places), judged=self._judged[last:] if last is not None else self._judged
        )

    async def go_on(self, judge: Judge, tell: Callable[[wire.AnalysisNews], None]) -> None:
        """Looks at the moves that are left, one after the other, and tells of each."""
        while not self.is_done:
            found = await judge.judge(self._record, self._places[self._looked], self._level)
            known = len(self._judged)
            self._looked += 1
            if found is not None:
                self._judged.append(wire.judged(found))
            tell(self.news(known))
