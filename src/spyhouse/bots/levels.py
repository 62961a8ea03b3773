"""The five levels that every game has, and how a level comes to its move: search, exact endings, and human slips.

A level is a pure function of a view, its luck and its budget. The weaker ones think less and sometimes take a move that only
looks as good; they never play nonsense.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import sqrt
from time import perf_counter

from spyhouse.bots.search import Guide, Search
from spyhouse.rules.kit.contract import State, View
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

Ending = Callable[[View, list[int], int], list[tuple[int, int]]]
"""Moves with their exact worth (1, 0, -1, else not known), the best first, after a look at so many positions; empty where it
cannot tell."""


@dataclass(frozen=True)
class Idea:
    """A move that a bot has thought about."""

    action: int
    worth: float  # to the mover, from -1 (lost) to 1 (won), on average over the worlds imagined
    share: float  # of its thinking
    line: tuple[tuple[int, int], ...]  # how it expects the game to go on: (seat, action), this move first


@dataclass(frozen=True)
class Belief:
    """How likely something hidden is, as a bot sees it: `belief.<key>` in the words of the game says what."""

    key: str
    args: Mapping[str, object]
    chance: float  # 0 to 1


@dataclass(frozen=True)
class Thought:
    """What a bot makes of a position."""

    choice: int
    ideas: tuple[Idea, ...]  # the best first
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
    lead: Bot | None = None  # whose move is played unless another one seems to be worth more by `doubt`
    doubt: float = 0.15
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
        if seconds is None:
            search.run(self.iterations)
        else:
            end = perf_counter() + seconds
            while search.iterations == 0 or (perf_counter() < end and not search.settled):
                left = SLICE if self.patient else min(SLICE, self.iterations - search.iterations)
                if left == 0:
                    break
                search.run(left)
        ranking = search.ranking()
        if also is not None:
            search.insist(also, max(0, search.iterations // 2 - search.tries_of(also)))
        proved = self.ending(view, ranking, self.positions) if self.ending else []
        exact = {action: float(worth) for action, worth in proved if -1 <= worth <= 1}
        if proved:
            ranking = [action for action, _ in proved]
        choice = ranking[0] if proved else self._slip(search, self._led(view, search, ranking, luck), luck)
        others = [action for action in ranking if action != choice]
        shown = [choice, *others][:SHOWN] + ([] if also is None else [also])
        ideas = tuple(_idea(search, action, exact) for action in shown)
        return Thought(choice, ideas, search.iterations, bool(proved))

    def _led(self, view: View, search: Search, ranking: list[int], luck: Luck) -> list[int]:
        """The ranking, with the lead's move first unless the search clearly found a better one."""
        if self.lead is None:
            return ranking
        first = self.lead(view, luck)
        best, other = search.tries_of(ranking[0]), search.tries_of(first)
        if best and other:
            chance = sqrt(1 / best + 1 / other)  # few tries may well differ by luck
            if search.worth_of(ranking[0]) > search.worth_of(first) + self.doubt + chance:
                return ranking
        return [first, *[action for action in ranking if action != first]]

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


@dataclass(frozen=True)
class Careless:
    """Plays like another bot, but now and then takes the first thing that comes to mind."""

    like: Bot
    slips: int  # moves in a hundred

    def __call__(self, view: View, luck: Luck) -> int:
        legal = view.legal()
        if luck.below(100) < self.slips:
            return legal[luck.below(len(legal))]
        return self.like(view, luck)


class Brief(Guide):
    """A plain search that looks only so far: some games never end by random moves."""

    def __init__(self) -> None:
        super().__init__()
        self.horizon = 400


class Follower(Brief):
    """Playouts in which every seat plays like some bot, from what it may know."""

    def __init__(self, like: Bot) -> None:
        super().__init__()
        self.like = like

    def go_on(self, state: State, seat: int, legal: list[int], luck: Luck) -> int:
        return legal[0] if len(legal) == 1 else self.like(state.view(seat), luck)


def generic_levels(greedy: Bot | None) -> dict[str, Bot]:
    """The levels of a game that brings none of its own: its `greedy` with fewer and fewer slips, or else a plain search."""
    if greedy is None:
        budgets = {"1": 10, "2": 40, "3": 160, "4": 640, "5": 2_000}
        slips = {"1": 40, "2": 20}
        return {name: Level(count, Brief, slips.get(name, 0), 0.4) for name, count in budgets.items()}
    return {name: Careless(greedy, slips) for name, slips in zip(LEVELS, (60, 35, 18, 7, 0), strict=True)}


def _idea(search: Search, action: int, exact: dict[int, float]) -> Idea:
    share = search.tries_of(action) / max(1, search.iterations)
    return Idea(action, exact.get(action, search.worth_of(action)), share, tuple(search.line(action, LINE)))
