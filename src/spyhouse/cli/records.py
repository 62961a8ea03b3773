"""`spyhouse replay` and `spyhouse verify`: what a record tells, and whether it holds."""

from __future__ import annotations

import argparse

from spyhouse import words
from spyhouse.cli.boards import Picture, board
from spyhouse.cli.files import read_record
from spyhouse.cli.terminal import Terminal
from spyhouse.rules.kit.contract import SPECTATOR, State
from spyhouse.rules.kit.game import Game
from spyhouse.rules.kit.records import CHANCE, Record, replay, verify
from spyhouse.rules.kit.registry import game
from spyhouse.words import Words


def replay_command(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """Shows a record: a line a round, the board at the end, the outcome; or move by move."""
    record = read_record(arguments.file)
    room = game(record.header["game"])
    state = replay(record)
    said = words.load(arguments.lang, room.slug, more=("cli",)).knowing(room.show(state.view(SPECTATOR)).get("words", {}))
    _show_header(room, record, said, terminal)
    if arguments.step and not _step(room, record, said, terminal):
        return
    if not arguments.step:
        for line in room.lines(state):
            terminal.say(line, indent=1)
        terminal.gap()
        _show_board(room, record, state, said, terminal)
    terminal.say(outcome_words(said, state), "bold")


def verify_command(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """Checks a record and says what was checked."""
    record = read_record(arguments.file)
    report = verify(record)
    said = words.load(arguments.lang, report.game, more=("cli",))
    facts = {"file": arguments.file, "title": said.say("title"), "moves": report.moves}
    terminal.say_whole(said.say("verify.holds", facts), "bold green")
    terminal.say(outcome_words(said, replay(record)), indent=2)
    seed = "committed" if report.commitment_checked else "seed" if report.seed_checked else "script"
    terminal.say(said.say(f"verify.{seed}"), indent=2)


def outcome_words(said: Words, state: State) -> str:
    """How the game ended, or that it goes on."""
    outcome = state.outcome()
    return said.say("records.running") if outcome is None else said.say(f"outcome.{outcome.reason}", outcome._asdict())


def _show_header(room: Game, record: Record, said: Words, terminal: Terminal) -> None:
    header = record.header
    terminal.say(said.say("records.title", {"title": said.say("title"), "players": header["players"]}), "bold")
    defaults = {option.name: option.default for option in room.options}
    changed = [f"{name}={value}" for name, value in header["options"].items() if value != defaults.get(name)]
    if changed:
        terminal.say(said.say("records.options", {"options": changed}), indent=1)
    terminal.gap()


def _show_board(room: Game, record: Record, state: State, said: Words, terminal: Terminal) -> None:
    picture = Picture(room.show(state.view(SPECTATOR)), said, record.header["players"], terminal.console.width, terminal.plain)
    terminal.show(board(room.slug).draw(picture))


def _step(room: Game, record: Record, said: Words, terminal: Terminal) -> bool:
    """Shows what each move brought and the board after it; False if the reader has had enough."""
    told = 0
    for size in _after_each_move(record):
        state = replay(Record(record.header, record.log[:size], at=record.at))
        story = state.story or []
        for entry in story[told:]:
            line = room.line(entry.fact) if entry.reaches(SPECTATOR) else None
            if line is not None:
                terminal.say(said.say(f"fact.{line['key']}", line["args"]), indent=1)
        told = len(story)
        _show_board(room, record, state, said, terminal)
        terminal.gap()
        if terminal.live and size < len(record.log) and (terminal.ask() or "") == "q":
            return False
    return True


def _after_each_move(record: Record) -> list[int]:
    """The lengths of the log at which a decision is due: what chance brought belongs to the move before it."""
    log = record.log
    return [place for place in range(1, len(log) + 1) if place == len(log) or log[place].who != CHANCE]
