"""The arena: bots meet on every seat with the same seeds, until enough games have told who is stronger.

A pairing has a challenger on one seat and others on the rest. Each seed is played once for every seat of the challenger, so
that neither the luck of the deal nor the seat favours anybody. Every game is one row of a file, from which it can be played
again; a pairing goes on where its file ends. Several pairings may share a file.
"""

from __future__ import annotations

import json
import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from spyhouse import bots
from spyhouse.bots.levels import SECONDS, Level
from spyhouse.lab import statistics
from spyhouse.rules.kit.contract import CLOCK, View
from spyhouse.rules.kit.errors import SpyhouseError
from spyhouse.rules.kit.luck import Luck
from spyhouse.rules.kit.meta import Terms, canonical
from spyhouse.rules.kit.registry import adopt, adopted, game

BUDGETS = ("iterations", "time")
GOLDEN = 0x9E37_79B9_7F4A_7C15  # spreads seeds
AHEAD = 2  # games handed to each worker before the first result is looked at

Row = dict[str, Any]


@dataclass(frozen=True)
class Pairing:
    """Who meets whom, and how."""

    slug: str
    bots: tuple[str, ...]  # the challenger first; the last one named takes all seats left
    seats: int
    options: Mapping[str, object] = field(default_factory=dict)
    seed: int = 0  # of the first games
    budget: str = "iterations"

    def __post_init__(self) -> None:
        if not 2 <= len(self.bots) <= self.seats:
            raise SpyhouseError(
                f"{len(self.bots)} bots are named for {self.seats} seats. Name the challenger and its rivals: --bots 4,greedy"
            )
        if self.budget not in BUDGETS:
            raise SpyhouseError(f"A budget cannot be '{self.budget}'. Possible: {', '.join(BUDGETS)}.")
        for name in self.bots:
            bots.bot(self.slug, name)
        game(self.slug).terms(self.seats, self.options)

    @property
    def players(self) -> list[str]:
        """A bot for each seat, before anybody moves on."""
        return [*self.bots, *([self.bots[-1]] * (self.seats - len(self.bots)))]

    @property
    def even(self) -> float:
        """The challenger's share if all were equally strong."""
        return 1 / self.seats

    def seated(self, number: int) -> list[str]:
        """Who sits where in a game: from game to game the challenger moves on by one seat."""
        turn = number % self.seats
        players = self.players
        return players[-turn:] + players[:-turn] if turn else players

    def head(self, number: int) -> Row:
        """What a row says before its result."""
        seated = self.seated(number)
        return {
            "game": self.slug,
            "seed": self.seed + number // self.seats,
            "options": dict(self.options),
            "seats": seated,
            "budgets": [budget_of(self.slug, name, self.budget) for name in seated],
            "challenger": number % self.seats,
        }


def budget_of(slug: str, name: str, kind: str) -> str | None:
    """What a bot may spend on a move: "10000 iterations", "3.0 s", or nothing to be told."""
    chosen = bots.bot(slug, name)
    if not isinstance(chosen, Level):
        return None
    return f"{chosen.iterations} iterations" if kind == "iterations" else f"{seconds_of(name)} s"


def seconds_of(name: str) -> float:
    return SECONDS[name.partition("@")[0]]


# -- One game ------------------------------------------------------------------------------------------------------------------


def play(head: Row) -> Row:
    """Plays the game that a row names; the same head gives the same row, unless the budget is time."""
    slug, names = head["game"], head["seats"]
    state = game(slug).start(len(names), seed=head["seed"], options=head["options"])
    moves = 0
    while owing := state.to_act():
        seat = owing[0]
        if seat == CLOCK:
            state.apply(CLOCK, state.legal(CLOCK)[0])
            continue
        luck = Luck(hash_of(head["seed"], head["challenger"], moves))
        state.apply(seat, choose(slug, names[seat], head["budgets"][seat], state.view(seat), luck))
        moves += 1
    outcome = state.outcome()
    assert outcome is not None
    result = {"winners": list(outcome.winners), "scores": list(outcome.scores), "reason": outcome.reason, "moves": moves}
    return {**head, "result": result}


def choose(slug: str, name: str, budget: str | None, view: View, luck: Luck) -> int:
    chosen = bots.bot(slug, name)
    if isinstance(chosen, Level) and budget is not None and budget.endswith(" s") and len(view.legal()) > 1:
        return chosen.think(view, luck, float(budget.removesuffix(" s"))).choice
    return chosen(view, luck)


def hash_of(*numbers: int) -> int:
    """One number out of several; neighbours are far apart."""
    word = 0
    for number in numbers:
        word = ((word ^ number) * GOLDEN + 1) % 2**64
        word ^= word >> 29
    return word % 2**62


# -- Many games ----------------------------------------------------------------------------------------------------------------


@dataclass
class Score:
    """How the challenger has done."""

    seats: int
    games: int = 0
    wins: float = 0.0  # a shared win counts in part
    unwon: int = 0  # games that nobody won: Second Place can end with both losing

    def add(self, row: Row) -> None:
        self.games += 1
        winners = row["result"]["winners"]
        self.unwon += not winners
        if row["challenger"] in winners:
            self.wins += 1 / len(winners)

    @property
    def decided(self) -> int:
        return self.games - self.unwon

    @property
    def share(self) -> float:
        """Of the games that somebody won."""
        return self.wins / self.decided if self.decided else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return statistics.wilson(self.wins, self.decided)

    @property
    def verdict(self) -> str:
        return statistics.verdict(self.wins, self.decided, 1 / self.seats)

    @property
    def rating(self) -> float:
        return statistics.rating_difference(self.share, self.seats)

    def as_data(self) -> Row:
        low, high = self.interval
        figures = {"share": self.share, "low": low, "high": high}
        return {
            "games": self.games,
            "decided": self.decided,
            "wins": self.wins,
            "unwon": self.unwon,
            **{name: round(figure, 4) for name, figure in figures.items()},
            "verdict": self.verdict,
            "rating": round(self.rating),
        }


def run(
    pairing: Pairing,
    games: int,
    file: Path | None = None,
    workers: int | None = None,
    stop_early: bool = True,
    progress: Callable[[Score], None] = lambda score: None,
) -> Score:
    """Plays up to so many games; stops before when the sequential test has decided, but only after all seats of a seed."""
    score = Score(pairing.seats)
    heads = [pairing.head(number) for number in range(games)]
    for number, row in enumerate(_rows(pairing, heads, file, workers)):
        score.add(row)
        progress(score)
        if stop_early and (number + 1) % pairing.seats == 0 and score.verdict != "open":
            break
    return score


def _rows(pairing: Pairing, heads: list[Row], file: Path | None, workers: int | None) -> Iterator[Row]:
    """The rows in order: those of the file first, then new ones, each written before it counts."""
    known = read_rows(file) if file is not None else {}
    played = _played(pairing, [head for head in heads if key_of(head) not in known], workers)
    try:
        for head in heads:
            row = known.get(key_of(head))
            if row is None:
                row = next(played)
                if file is not None:
                    with file.open("a", encoding="utf-8") as rows:
                        rows.write(json.dumps(row) + "\n")
            yield row
    finally:
        played.close()


def _played(pairing: Pairing, heads: list[Row], workers: int | None) -> Generator[Row, None, None]:
    count = min(workers or os.cpu_count() or 1, len(heads))
    if count <= 1:
        yield from map(play, heads)
        return
    waiting: deque[Future[Row | str]] = deque()
    brought = (adopted(), game(pairing.slug).terms(pairing.seats, pairing.options))
    pool = ProcessPoolExecutor(count, mp_context=multiprocessing.get_context("spawn"), initializer=_prepare, initargs=brought)
    try:
        rest = iter(heads)
        for head in rest:
            waiting.append(pool.submit(_play_elsewhere, head))
            if len(waiting) >= count * AHEAD:
                yield _row(waiting.popleft())
        while waiting:
            yield _row(waiting.popleft())
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _prepare(packages: dict[str, str], terms: Terms) -> None:
    """Lets a worker process know the games and the pieces that this one was told of."""
    for slug, package in packages.items():
        adopt(slug, package)
    game(terms.slug).bring(terms)


def _play_elsewhere(head: Row) -> Row | str:
    """The row, or what went wrong: an error as such may not survive the way between two processes."""
    try:
        return play(head)
    except Exception as why:
        return f"Game {head['seed']} of {head['game']} failed: {type(why).__name__}: {why}"


def _row(played: Future[Row | str]) -> Row:
    try:
        found = played.result()
    except BrokenProcessPool as why:
        raise SpyhouseError("A worker process has died. What was played is kept: the same command goes on from there.") from why
    if isinstance(found, str):
        raise SpyhouseError(found)
    return found


def key_of(row: Row) -> str:
    """What makes a game the same game."""
    return canonical({name: value for name, value in row.items() if name != "result"})


def read_rows(file: Path) -> dict[str, Row]:
    """The games of a file by their keys; an unfinished last line, left by somebody who broke off, is taken away."""
    if not file.exists():
        return {}
    text = file.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        file.write_text(whole, encoding="utf-8")
    rows: dict[str, Row] = {}
    for number, line in enumerate(whole.splitlines(), 1):
        try:
            row = json.loads(line)
            rows[key_of(row)] = {**row, "result": row["result"]}
        except (ValueError, TypeError, KeyError, AttributeError) as why:
            raise SpyhouseError(f"{file}, line {number}, is no row of the arena. Name another file.") from why
    return rows
