"""`spyhouse analyse`: the moves of a recorded game beside the best ones."""

from __future__ import annotations

import argparse
from collections import defaultdict

from rich.table import Table

from spyhouse import words
from spyhouse.bots.hindsight import Judgement, analyse
from spyhouse.cli.files import read_record
from spyhouse.cli.terminal import Terminal
from spyhouse.rules.kit.registry import game

SLIP = 0.15  # a loss from here on is worth a mark
BLUNDER = 0.4


def analyse_command(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """A line a move, and at the end what each seat has lost by its moves."""
    record = read_record(arguments.file)
    said = words.load(arguments.lang, game(record.header["game"]).slug, more=("cli",))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for key in ("seat", "move", "worth", "best", "loss"):
        table.add_column(said.say(f"analyse.{key}"), justify="right" if key in ("worth", "loss") else "left")
    losses: dict[int, list[float]] = defaultdict(list)
    for found in analyse(record, arguments.bot):
        losses[found.seat].append(found.loss)
        table.add_row(
            said.fill("{seat@seat}", {"seat": found.seat}), found.played.text, f"{found.played.worth:+.2f}", found.best.text, _mark(found)
        )
    terminal.show(table)
    for seat, lost in sorted(losses.items()):
        mean = f"{sum(lost) / len(lost):.3f}"
        terminal.say(said.say("analyse.mean", {"seat": seat, "moves": len(lost), "mean": mean}), "bold")


def _mark(found: Judgement) -> str:
    if found.loss < 0.005:
        return ""
    return f"{found.loss:.2f}{' ??' if found.loss >= BLUNDER else ' ?' if found.loss >= SLIP else '   '}"
