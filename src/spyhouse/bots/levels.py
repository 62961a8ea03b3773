"""The five levels that every game has, and how a level comes to its move: search, exact endings, and human slips.

A level is a pure function of a view, its luck and its budget. The weaker ones think less and sometimes take a move that only
looks as good; they never play nonsense.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import inf
from time import perf_counter

from spyhouse.bots.search import Guide, Search
from spyhouse.rules.kit.contract import View
from spyhouse.rules.kit.luck import Luck

Bot = Callable[[View, Luck], int]
"""Chooses one of `view.legal()`, or NO_ACTION where its seat owes nothing and would rather wait.

It keeps nothing: the same view and the same luck give the same choice.
"""

LEVELS = ("1", "2", "3", "4", "5")
SECONDS = {"1": 0.25, "2": 0.25, "3": 0.5, "4": 1.0, "5": 3.0}  # what a move may take at a table, compiled, on one core
SLICE = 16  # iterations between two looks at the clock
SHOWN = 3  # moves that a thought tells about
LINE = 8  # moves of the line that it expects

EXACT = 0.5  # of a level's seconds, kept for an exact look

Ending = Callable[[View, list[int], int, float], list[tuple[int, int]]]
"""Moves with their exact worth (1, 0, -1, else not known), the best first, after a look at so many positions, until a moment of
`perf_counter`; empty where it cannot tell."""


@dataclass(frozen=True)
class Idea:
    """A move that a bot has thought about."""

    action: int
    worth: float  # to the mover, from -1 (lost) to 1 (won), on average over the worlds imagined
    share: float  # of its thinking
    line: tuple[tuple[int, int], ...]  # how it expects the game to go on: (seat, action), this move first
    proved: bool = False  # its worth is exact: 1 wins, -1 loses, 0 leaves nobody winning, whatever the others do


@dataclass(frozen=True)
class Belief:
    """How likely something hidden is, as a bot sees it: `belief.<key>` in the words of the game says what."""

    key: str
    args: Mapping[str, object]
    chance: float  # 0 to 1


@dataclass(frozen=True)
class Why:
    """What speaks for a move, or against it: `why.<key>` in the words of the game says it."""

    key: str
    args: Mapping[str, object]


@dataclass(frozen=True)
class Thought:
    """What a bot makes of a position."""

    choice: int  # what it plays: the best, unless it slips or draws
    ideas: tuple[Idea, ...]  # the best first, then by worth
    iterations: int
    exact: bool  # the choice is proved, not estimated


@dataclass(frozen=True)
class Level:
    """A bot of some strength."""

    iterations: int  # worlds imagined for a move
    guide: Callable[[], Guide]
    slips: int = 0  # moves in a hundred that are not the best one found ...
    margin: float = 0.0  # ... but one that seems to be worth at most so much less
    ending: Ending | None = None
    positions: int = 0  # that the exact look may take for a move
    patient: bool = False  # at a table it uses all its seconds, also beyond its iterations

    def __call__(self, view: View, luck: Luck) -> int:
        legal = view.legal()
        if len(legal) == 1 and view.seat in view.to_act():
            return legal[0]
        return self.think(view, luck).choice

    def think(self, view: View, luck: Luck, seconds: float | None = None, also: int | None = None) -> Thought:
        """The move with its reasons. With `seconds` it stops when they are over: at a table, where no one wants to wait.

        A move named by `also` is told about, too, as the last one; it is tried out as well as half of the thinking allows.
        """
        search = self.guide().search(view, luck)
        end = inf if seconds is None else perf_counter() + seconds
        if seconds is None:
            search.run(self.iterations)
        else:
            self._search_until(search, end - EXACT * seconds if self.ending else end)
        ranking = search.ranking()
        if also is not None:
            search.insist(also, max(0, search.iterations // 2 - search.tries_of(also)))
        proved = self.ending(view, ranking, self.positions, end) if self.ending else []
        if seconds is not None and not proved:  # then the search has the rest of the time, too
            self._search_until(search, end)
            ranking = search.ranking()
        exact = {action: float(worth) for action, worth in proved if -1 <= worth <= 1}
        if proved:
            ranking = [action for action, _ in proved]
        choice = ranking[0] if proved else self._slip(search, ranking, luck)
        ideas = best_first([_idea(search, action, exact) for action in ranking[:SHOWN]])
        told = [] if also is None else [_idea(search, also, exact)]
        return Thought(choice, (*ideas, *told), search.iterations, bool(proved))

    def _search_until(self, search: Search, end: float) -> None:
        """Imagines worlds until that moment of `perf_counter`; one at least."""
        while search.iterations == 0 or (perf_counter() < end and not search.settled):
            left = SLICE if self.patient else min(SLICE, self.iterations - search.iterations)
            if left <= 0:
                break
            search.run(left)

    def _slip(self, search: Search, ranking: list[int], luck: Luck) -> int:
        """The best move, or now and then another that looked nearly as good."""
        if self.slips == 0 or luck.below(100) >= self.slips:
            return ranking[0]
        floor = search.worth_of(ranking[0]) - self.margin
        near = [action for action in ranking if search.tries_of(action) and search.worth_of(action) >= floor]
        return near[luck.below(len(near))] if near else ranking[0]

    def with_iterations(self, iterations: int) -> Level:
        """The same player with another budget, the exact look in proportion."""
        return replace(self, iterations=iterations, positions=self.positions * iterations // self.iterations)


class Brief(Guide):
    """A plain search that looks only so far: some games never end by random moves."""

    def __init__(self) -> None:
        super().__init__()
        self.horizon = 400


def generic_levels() -> dict[str, Bot]:
    """The levels of a game that brings none of its own: a plain search."""
    budgets = {"1": 10, "2": 40, "3": 160, "4": 640, "5": 2_000}
    slips = {"1": 40, "2": 20}
    return {name: Level(count, Brief, slips.get(name, 0), 0.4) for name, count in budgets.items()}


def best_first(ideas: list[Idea]) -> list[Idea]:
    """The first one, which was tried most or is proved, stays; the others follow by what they seem to be worth."""
    return ideas[:1] + sorted(ideas[1:], key=lambda idea: -idea.worth)


def _idea(search: Search, action: int, exact: dict[int, float]) -> Idea:
    share = search.tries_of(action) / max(1, search.iterations)
    return Idea(action, exact.get(action, search.worth_of(action)), share, tuple(search.line(action, LINE)), action in exact)
