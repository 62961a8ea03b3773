"""`spyhouse simulate`: bots play many games, and a summary tells how they went."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from time import perf_counter

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from spyhouse import bots, words
from spyhouse.cli.boards import board
from spyhouse.cli.terminal import Terminal
from spyhouse.rules.kit.contract import CLOCK, State, playout
from spyhouse.rules.kit.errors import SpyhouseError
from spyhouse.rules.kit.game import Game
from spyhouse.rules.kit.luck import Luck
from spyhouse.version import is_compiled
from spyhouse.words import Words


@dataclass
class Summary:
    """What is counted over all games."""

    seats: int
    lengths: list[int] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)
    won_by_seat: Counter[int] = field(default_factory=Counter)
    won_by_bot: Counter[str] = field(default_factory=Counter)
    unwon: int = 0
    points: Counter[int] = field(default_factory=Counter)  # by seat
    best: int = 0  # points of the best, summed up
    figures: dict[str, float] = field(default_factory=dict)  # what the game's board counts besides
    seconds: float = 0.0

    def add(self, state: State, steps: int, players: list[str], figures: Mapping[str, float]) -> None:
        outcome = state.outcome()
        assert outcome is not None  # it was played to its end
        self.lengths.append(steps)
        self.reasons[outcome.reason] += 1
        self.unwon += not outcome.winners
        self.best += max(outcome.scores)
        for key, figure in figures.items():
            self.figures[key] = self.figures.get(key, 0) + figure
        for seat in outcome.winners:
            self.won_by_seat[seat] += 1
            self.won_by_bot[players[seat]] += 1
        for seat, score in enumerate(outcome.scores):
            self.points[seat] += score


def simulate_command(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """Plays the games and sums them up; Ctrl-C sums up what was played so far."""
    room: Game = arguments.game
    arguments.options = {**room.meta.simulation, **arguments.options}
    seats = room.terms(arguments.seats, arguments.options).seats
    players = _players(room, arguments.bots, seats)
    said = words.load(arguments.lang, room.slug, more=("cli",))
    summary = Summary(seats)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=terminal.console, transient=True, disable=not terminal.console.is_terminal) as progress:
        task = progress.add_task(said.say("title"), total=arguments.n)
        try:
            for number in range(arguments.n):
                play_one(room, arguments, seats, players, number, summary)
                progress.advance(task)
        except KeyboardInterrupt:
            if not summary.lengths:
                raise
    show_summary(room, said, players, summary, terminal)


def play_one(room: Game, arguments: argparse.Namespace, seats: int, players: list[str], number: int, summary: Summary) -> None:
    """One game; from game to game the bots move on by one seat."""
    turn = number % seats
    seated = players[turn:] + players[:turn]
    seed = (arguments.seed or 0) + number
    state = room.start(seats, options=arguments.options, luck=Luck(2 * seed))
    state.mute()
    luck = Luck(2 * seed + 1)
    begun = perf_counter()
    steps = play_out(room, state, seated, luck)
    summary.seconds += perf_counter() - begun
    summary.add(state, steps, seated, board(room.slug).tally(state))


def play_out(room: Game, state: State, seated: list[str], luck: Luck) -> int:
    """Plays to the end, in place; returns how many moves."""
    if set(seated) == {"random"}:
        return playout(state, luck)  # needs no views
    players = [bots.bot(room.slug, name) for name in seated]
    steps = 0
    while owing := state.to_act():
        seat = owing[0]
        action = state.legal(seat)[0] if seat == CLOCK else players[seat](state.view(seat), luck)
        state.apply(seat, action)
        steps += 1
    return steps


def _players(room: Game, text: str, seats: int) -> list[str]:
    named = [name.strip() for name in text.split(",")]
    for name in named:
        bots.bot(room.slug, name)
    if len(named) not in (1, seats):
        raise SpyhouseError(
            f"{len(named)} bots are named for {seats} seats. Name one for all, or one a seat: --bots {','.join(['random'] * seats)}"
        )
    return named * seats if len(named) == 1 else named


def show_summary(room: Game, said: Words, players: list[str], summary: Summary, terminal: Terminal) -> None:
    """The figures as a table."""
    games = len(summary.lengths)
    kind = "compiled" if is_compiled() else "plain"
    table = Table.grid(padding=(0, 2))
    table.add_column()
    table.add_column(justify="right")
    table.add_column(justify="right")

    def row(label: str, figure: str, share: float | None = None) -> None:
        table.add_row(label, figure, "" if share is None else f"{share:.1%}")

    def head(key: str) -> None:
        table.add_row(Text(said.say(key), "bold"), "", "")

    head("simulate.results")
    for reason, count in sorted(summary.reasons.items()):
        row("  " + (said.say(f"result.{reason}") if said.has(f"result.{reason}") else reason), str(count), count / games)
    row("  " + said.say("result.nobody" if said.has("result.nobody") else "simulate.unwon"), str(summary.unwon), summary.unwon / games)
    head("simulate.wins")
    for seat in range(summary.seats):
        row("  " + said.fill("{seat@seat}", {"seat": seat}), str(summary.won_by_seat[seat]), summary.won_by_seat[seat] / games)
    if len(set(players)) > 1:
        head("simulate.by_bot")
        for name in dict.fromkeys(players):
            row(f"  {name}", str(summary.won_by_bot[name]), summary.won_by_bot[name] / games)
    head("simulate.points")
    for seat in range(summary.seats):
        row("  " + said.fill("{seat@seat}", {"seat": seat}), f"{summary.points[seat] / games:.2f}")
    row("  " + said.say("simulate.all"), f"{summary.points.total() / games / summary.seats:.2f}")
    row("  " + said.say("simulate.best"), f"{summary.best / games:.2f}")
    shares = board(room.slug).shares
    if shares:
        head("simulate.figures")
    for key, figure in summary.figures.items():
        row("  " + said.say(key), f"{figure / games:.2f}", figure / summary.figures[shares[key]] if key in shares else None)
    head("simulate.length")
    row("  " + said.say("simulate.mean"), f"{sum(summary.lengths) / games:.1f}")
    row("  " + said.say("simulate.range"), f"{min(summary.lengths)}-{max(summary.lengths)}")
    head("simulate.speed")
    row("  " + said.say(f"simulate.{kind}"), f"{sum(summary.lengths) / max(summary.seconds, 1e-9):,.0f}")
    terminal.say(said.say("simulate.title", {"title": said.say("title"), "games": games, "players": list(dict.fromkeys(players))}), "bold")
    terminal.show(table)
