"""The games as the tests find them: by their folders, with the toy game beside them; their options; random matches.

A game that lands in `rules/` is tested by tests/contract, tests/leaks and tests/playthroughs from the next run on. All that
may be said about it by hand is a line in LIMITS.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import product
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

import spyhouse
from spyhouse.rules.kit import registry
from spyhouse.rules.kit.contract import CLOCK, State
from spyhouse.rules.kit.errors import BadOption
from spyhouse.rules.kit.game import Game
from spyhouse.rules.kit.luck import Luck
from spyhouse.rules.kit.meta import canonical
from spyhouse.rules.kit.options import Choice, Flag, Kind, Number, Numbers, Option, Subset

ROOT = Path(__file__).parent.parent
TOY = "toy"
SLUGS = sorted({*spyhouse.games(), TOY})
SMALL = 64  # option spaces up to this size are tested whole


@dataclass(frozen=True)
class Limit:
    """How long a match of random moves may take: owed decisions and ticks, and options without which it need not end."""

    moves: int = 20_000
    options: Mapping[str, object] = field(default_factory=dict)


LIMITS = {
    "second": Limit(56),  # eight rounds, each with an order, two selections and four executions [S8]
    "toy": Limit(18),  # three rounds of three drops, two pauses of three ticks, three peeks
    "connection": Limit(20_000, {"max_turns": 8}),  # nothing forces anybody ever to complete a mission [C48]
}


def limit_of(slug: str) -> Limit:
    return LIMITS.get(slug, Limit())


@contextmanager
def toy_at_home() -> Iterator[None]:
    """Lets the toy game be found, and takes it out of the list again: other tests count the games."""
    if TOY in registry._folders:
        yield
        return
    spyhouse.adopt(TOY, "tests.toy")
    try:
        yield
    finally:
        del registry._folders[TOY]
        registry.game.cache_clear()


def environment() -> dict[str, str]:
    """For another Python process that imports the same spyhouse as this one (plain or compiled), and `tests`."""
    library = Path(spyhouse.__file__).parent.parent
    return os.environ | {"PYTHONPATH": os.pathsep.join([str(library), str(ROOT)]), "PYTHONHASHSEED": "random"}


PYTHON = sys.executable


# -- Tables ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Table:
    """What a test plays: a game, how many seats, and the options chosen (as JSON, so that tables can be compared)."""

    slug: str
    seats: int
    chosen: str = "{}"

    @property
    def game(self) -> Game:
        return spyhouse.game(self.slug)

    @property
    def options(self) -> dict[str, Any]:
        """The chosen ones, and those that make a match end."""
        known = {option.name for option in _options(self.slug)}
        chosen: dict[str, Any] = json.loads(self.chosen)
        return {name: value for name, value in limit_of(self.slug).options.items() if name in known} | chosen

    @property
    def moves(self) -> int:
        return limit_of(self.slug).moves

    def start(self, seed: int, story: bool = False) -> State:
        return self.game.start(self.seats, seed, self.options, story=story)

    def __str__(self) -> str:
        words = [f"{name}={value if isinstance(value, str | int) else canonical(value)}" for name, value in json.loads(self.chosen).items()]
        return "-".join([self.slug, str(self.seats), *words])


def table(slug: str, seats: int, options: Mapping[str, object] | None = None) -> Table:
    return Table(slug, seats, canonical(dict(options or {})))


@cache
def _game_at_home(slug: str) -> Game:
    """A game also while pytest still collects, when the toy has not moved in yet."""
    with toy_at_home():
        return spyhouse.game(slug)


def _options(slug: str) -> tuple[Option, ...]:
    return _game_at_home(slug).options


def plain_tables(slugs: list[str] | None = None) -> list[Table]:
    """Every game with every number of seats, options as they come."""
    return [table(slug, seats) for slug in (slugs or SLUGS) for seats in _game_at_home(slug).meta.seats]


def variant_tables(slugs: list[str] | None = None) -> list[Table]:
    """Every mix of a game's variants where there are few, else each variant alone; with the fewest and the most seats."""
    tables: list[Table] = []
    for slug in slugs or SLUGS:
        seats = _game_at_home(slug).meta.seats
        for count in sorted({seats[0], seats[-1]}):
            tables += [table(slug, count, mix) for mix in variant_mixes(slug) if _is_possible(slug, count, mix)]
    return tables


def variant_mixes(slug: str) -> list[dict[str, object]]:
    """Choices among the options of edition "variant"; the plain game is not among them."""
    variants = [option for option in _options(slug) if option.edition == "variant"]
    values = [_few_values(option) for option in variants]
    count = 1
    for few in values:
        count *= len(few)
    if count <= SMALL:
        mixes = [dict(zip([option.name for option in variants], mix, strict=True)) for mix in product(*values)]
    else:
        mixes = [{option.name: value} for option, few in zip(variants, values, strict=True) for value in few]
    short = [{name: value for name, value in mix.items() if value != _default(slug, name)} for mix in mixes]
    return [mix for place, mix in enumerate(short) if mix and mix not in short[:place]]


def _default(slug: str, name: str) -> object:
    return next(option.default for option in _options(slug) if option.name == name)


def _few_values(option: Option) -> list[object]:
    kind = option.kind
    if isinstance(kind, Flag):
        return [False, True]
    if isinstance(kind, Choice):
        return list(kind.words)
    if isinstance(kind, Number):
        return [option.default, kind.low, kind.high]
    return [option.default, *_probed(kind)[:3]]


def _is_possible(slug: str, seats: int, options: Mapping[str, object]) -> bool:
    try:
        _game_at_home(slug).terms(seats, options)
    except BadOption:
        return False
    return True


# -- Any options -------------------------------------------------------------------------------------------------------


def values(option: Option) -> st.SearchStrategy[object]:
    """Any value that this option can take by itself."""
    kind = option.kind
    if isinstance(kind, Flag):
        return st.booleans()
    if isinstance(kind, Choice):
        return st.sampled_from(kind.words)
    if isinstance(kind, Number):
        numbers: st.SearchStrategy[object] = st.integers(kind.low, kind.high)
        return st.none() | numbers if kind.none else numbers
    if isinstance(kind, Numbers):
        return st.fixed_dictionaries({}, optional={name: st.integers(kind.low, kind.high) for name, _ in kind.defaults})
    if isinstance(kind, Subset):
        return st.lists(st.integers(kind.low, kind.high), unique=True)
    return st.sampled_from([option.default, *_probed(kind)])


def _probed(kind: Kind) -> list[object]:
    """Values of a kind that this file does not know: whatever it takes of numbers, and of the words it names itself."""
    found: list[object] = []
    for value in [True, False, None, *range(20), *re.findall(r"[\w.-]+", kind.possible)]:
        try:
            kept = kind.read(value)
        except (ValueError, TypeError):
            continue
        if kept not in found:
            found.append(kept)
    return found


@st.composite
def any_table(draw: st.DrawFn, slug: str) -> tuple[int, dict[str, object]]:
    """Seats and a few options of a game, each possible by itself; the game may still refuse the mix."""
    game = _game_at_home(slug)
    seats = draw(st.sampled_from(game.meta.seats))
    open_to_choice = [option for option in game.options if slug != TOY or option.name != "leak"]
    chosen = draw(st.lists(st.sampled_from(open_to_choice), unique_by=lambda option: option.name, max_size=6)) if open_to_choice else []
    fixed = {name: value for name, value in limit_of(slug).options.items() if name in {option.name for option in open_to_choice}}
    return seats, {option.name: draw(values(option)) for option in chosen if option.name not in fixed} | fixed


# -- Random matches ----------------------------------------------------------------------------------------------------


def seats_of(state: State) -> list[int]:
    """All who may have moves: the seats and the clock."""
    return [*range(state.seats), CLOCK]


def random_move(state: State, luck: Luck) -> tuple[int, int] | None:
    """Somebody's legal move, or None at the end: mostly one that is owed, now and then an interrupt or a second thought."""
    owing = state.to_act()
    if not owing:
        return None
    seat = owing[luck.below(len(owing))]
    if luck.below(5) == 0:
        seat = luck.below(state.seats)
    legal = state.legal(seat)
    if not legal:
        seat = owing[luck.below(len(owing))]
        legal = state.legal(seat)
    return seat, legal[luck.below(len(legal))]


def owed_move(state: State, luck: Luck) -> tuple[int, int] | None:
    """As `random_move`, but only what is owed: such a match ends."""
    owing = state.to_act()
    if not owing:
        return None
    seat = owing[luck.below(len(owing))]
    legal = state.legal(seat)
    return seat, legal[luck.below(len(legal))]


@lru_cache(maxsize=64)
def moves_of(where: Table, seed: int, most: int = 400) -> tuple[tuple[int, int], ...]:
    """The moves of a random match, cut after `most`."""
    state, luck = where.start(seed), Luck(seed)
    moves: list[tuple[int, int]] = []
    while len(moves) < most and (move := random_move(state, luck)) is not None:
        state.apply(*move)
        moves.append(move)
    return tuple(moves)


def positions(where: Table, seed: int, count: int, story: bool = False) -> Iterator[State]:
    """Up to `count` moments of a random match, spread over it, with the first and the last among them.

    It is the state itself that goes on, not a clone: whatever a clone forgets would be gone before a law could notice. Whoever
    wants to play on makes a copy.
    """
    moves = moves_of(where, seed)
    wanted = {place * len(moves) // max(count - 1, 1) for place in range(count)}
    state = where.start(seed, story)
    for place in range(len(moves) + 1):
        if place in wanted:
            yield state
        if place < len(moves):
            state.apply(*moves[place])
