"""`spyhouse arena` and `spyhouse ladder`: bots meet under fair conditions, and figures tell who is stronger."""

from __future__ import annotations

import argparse
from itertools import pairwise
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from spyhouse import bots, words
from spyhouse.cli.terminal import Terminal
from spyhouse.lab.arena import Pairing, Score, run
from spyhouse.rules.kit.errors import SpyhouseError
from spyhouse.rules.kit.game import Game
from spyhouse.words import Words

LOWEST = 1000  # rating of the lowest rung of a ladder


def arena_command(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """One pairing; Ctrl-C leaves what was played in the file, and the same command goes on from there."""
    pairing = _pairing(arguments, tuple(name.strip() for name in arguments.bots.split(",")))
    said = words.load(arguments.lang, arguments.game.slug, more=("cli",))
    score = _run(pairing, arguments, terminal)
    terminal.say(_heading(said, pairing), "bold")
    terminal.show(_figures(said, score))


def ladder_command(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """Each level against the one below it."""
    room: Game = arguments.game
    said = words.load(arguments.lang, room.slug, more=("cli",))
    rungs = [name.strip() for name in arguments.levels.split(",")]
    if len(rungs) < 2:
        raise SpyhouseError(f"A ladder needs two levels at least: --levels {','.join(bots.LEVELS)}")
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for key in ("pair", "share", "interval", "games", "unwon", "verdict", "rating"):
        table.add_column(said.say(f"arena.{key}"), justify="left" if key in ("pair", "verdict") else "right")
    pairings = [_pairing(arguments, (upper, lower)) for lower, upper in pairwise(rungs)]
    rating = float(LOWEST)
    for pairing in pairings:
        score = _run(pairing, arguments, terminal)
        rating += score.rating
        low, high = score.interval
        table.add_row(
            " - ".join(pairing.bots),
            f"{score.share:.1%}",
            f"{low:.1%}-{high:.1%}",
            str(score.games),
            str(score.unwon),
            said.say(f"arena.verdict.{score.verdict}"),
            f"{rating:.0f}",
        )
    terminal.say(said.say("arena.ladder", {"title": said.say("title"), "lowest": rungs[0], "rating": LOWEST}), "bold")
    terminal.show(table)


def _pairing(arguments: argparse.Namespace, names: tuple[str, ...]) -> Pairing:
    room: Game = arguments.game
    seats = room.terms(arguments.seats, arguments.options).seats
    return Pairing(room.slug, names, seats, arguments.options, arguments.seed or 0, arguments.budget)


def _run(pairing: Pairing, arguments: argparse.Namespace, terminal: Terminal) -> Score:
    file = Path(arguments.json) if arguments.json else None
    if file is not None and not file.parent.is_dir():
        raise SpyhouseError(f"There is no folder {file.parent}. Make it first, or name another file.")
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[share]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=terminal.console, transient=True, disable=not terminal.console.is_terminal) as progress:
        task = progress.add_task(" - ".join(pairing.bots), total=arguments.games, share="")

        def tell(score: Score) -> None:
            progress.update(task, completed=score.games, share=f"{score.share:.0%}")

        return run(pairing, arguments.games, file, arguments.workers, not arguments.all, tell)


def _heading(said: Words, pairing: Pairing) -> str:
    rivals = list(dict.fromkeys(pairing.bots[1:]))
    return said.say("arena.title", {"title": said.say("title"), "bot": pairing.bots[0], "rivals": rivals, "seats": pairing.seats})


def _figures(said: Words, score: Score) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column()
    table.add_column(justify="right")
    low, high = score.interval
    for key, figure in (
        ("games", str(score.games)),
        ("unwon", f"{score.unwon} ({score.unwon / max(1, score.games):.1%})"),
        ("share", f"{score.share:.1%}"),
        ("interval", f"{low:.1%}-{high:.1%}"),
        ("even", f"{1 / score.seats:.1%}"),
        ("difference", f"{score.rating:+.0f}"),
        ("verdict", said.say(f"arena.verdict.{score.verdict}")),
    ):
        table.add_row("  " + said.say(f"arena.{key}"), figure)
    return table
