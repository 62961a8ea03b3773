"""`spyhouse analyse`: the moves of a recorded game beside the best ones."""

from __future__ import annotations

import argparse
from collections import defaultdict

from rich.table import Table

from spyhouse import words
from spyhouse.bots import percent
from spyhouse.bots.hindsight import Choice, Judgement, analyse
from spyhouse.cli.files import read_record
from spyhouse.cli.hints import say_why, whole_move
from spyhouse.cli.terminal import Terminal
from spyhouse.rules.kit.contract import SPECTATOR
from spyhouse.rules.kit.records import replay
from spyhouse.rules.kit.registry import game
from spyhouse.words import Words

SLIP = 0.15  # a loss from here on is worth a mark
BLUNDER = 0.4


def analyse_command(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """A line a move, what was better where much was given away, and at the end what each seat has lost by its moves."""
    record = read_record(arguments.file)
    room = game(record.header["game"])
    pieces = room.show(replay(record).view(SPECTATOR)).get("words", {})
    said = words.load(arguments.lang, room.slug, more=("cli",)).knowing(pieces)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for key in ("seat", "move", "worth", "best", "loss"):
        table.add_column(said.say(f"analyse.{key}"), justify="right" if key in ("worth", "loss") else "left")
    losses: dict[int, list[float]] = defaultdict(list)
    slips: list[Judgement] = []
    for found in analyse(record, arguments.bot):
        losses[found.seat].append(found.loss)
        if found.loss >= SLIP:
            slips.append(found)
        seat, worth = said.fill("{seat@seat}", {"seat": found.seat}), str(percent(found.played.worth))
        table.add_row(seat, found.played.text, worth, found.best.text, _mark(found))
    terminal.show(table)
    terminal.say(said.say("worth.scale"), "dim")
    for found in slips:
        _tell_slip(terminal, said, found)
    for seat_number, lost in sorted(losses.items()):
        mean = f"{_of_100(sum(lost) / len(lost)):.1f}"
        terminal.say(said.say("analyse.mean", {"seat": seat_number, "moves": len(lost), "mean": mean}), "bold")


def _tell_slip(terminal: Terminal, said: Words, found: Judgement) -> None:
    """The move that gave much away, the better one, and what speaks for that."""
    worth = said.say("worth.turn", {"played": percent(found.played.worth), "best": percent(found.best.worth)})
    told = {"number": found.number, "seat": found.seat, "move": _move(said, found.played), "worth": worth}
    terminal.say(said.say("analyse.turn", told))
    terminal.say(said.say("analyse.better", {"move": _move(said, found.best)}), indent=2)
    say_why(terminal, said, found.why, found.line)


def _move(said: Words, choice: Choice) -> str:
    return f"{choice.text}, {whole_move(said, choice.move)}"


def _of_100(loss: float) -> float:
    """A loss on the scale from lost (0) to won (100)."""
    return 50 * loss


def _mark(found: Judgement) -> str:
    loss = _of_100(found.loss)
    if loss < 0.5:
        return ""
    return f"{loss:.0f}{' ??' if found.loss >= BLUNDER else ' ?' if found.loss >= SLIP else '   '}"
