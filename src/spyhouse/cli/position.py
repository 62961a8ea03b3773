"""`spyhouse position`: a position string drawn, with its legal moves."""

from __future__ import annotations

import argparse

from spyhouse import words
from spyhouse.cli.boards import Picture, board
from spyhouse.cli.moves import draw_moves, legal_moves
from spyhouse.cli.terminal import Terminal
from spyhouse.rules.kit.contract import SPECTATOR


def show_position(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """Draws a position as the seat to act sees it."""
    game = arguments.game
    said = words.load(arguments.lang, game.slug, more=("cli",))
    state = game.position(arguments.position, arguments.options, arguments.seats)
    owing = [seat for seat in state.to_act() if seat >= 0]
    seat = owing[0] if owing else SPECTATOR
    shown = game.show(state.view(seat))
    terminal.show(board(game.slug).draw(Picture(shown, said, [], terminal.console.width, terminal.plain)))
    prompt = shown["prompt"]
    terminal.say(said.say(f"prompt.{prompt['key']}", prompt["args"]), "bold")
    if owing:
        terminal.show(draw_moves(said, legal_moves(game, state, seat), terminal.console.width))
