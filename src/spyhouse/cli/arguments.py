"""What can be written behind `spyhouse`, read and checked."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import NoReturn

from spyhouse import words
from spyhouse.bots import LEVELS
from spyhouse.cli import analyse, arena, content, listing, play, position, records, serve, simulate
from spyhouse.cli.files import read_text
from spyhouse.lab.arena import BUDGETS
from spyhouse.rules.kit.errors import SpyhouseError
from spyhouse.rules.kit.game import Game
from spyhouse.rules.kit.registry import game, games
from spyhouse.version import __version__, is_compiled


class BadUse(SpyhouseError):
    """A command line that cannot be understood."""


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are one line, like all others."""

    def error(self, message: str) -> NoReturn:
        raise BadUse(f"{message[:1].upper()}{message[1:].rstrip('.')}. Try: {self.prog} --help")


def read_arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    """The arguments with `command`, the function to call, and `game` and `options` as such."""
    given = sys.argv[1:] if argv is None else list(argv)
    arguments = _parser().parse_args(given or ["serve"])
    content.fill_shelves()
    if "game" in arguments and arguments.game is not None:
        arguments.game = game(arguments.game)
        arguments.options = dict(_option(arguments.game, text) for text in arguments.option)
        arguments.game.new_terms(arguments.seats, arguments.options)  # refused here, before anything is drawn
    return arguments


def _option(room: Game, text: str) -> tuple[str, object]:
    name, equals, value = text.partition("=")
    known = {option.name: option for option in room.options}
    if not equals and name in known:
        raise BadUse(
            f"Option '{name}' needs a value: --option {name}={'true' if known[name].default is False else '...'}. "
            f"Possible: {known[name].kind.possible}."
        )
    value = value.strip()
    return name.strip(), read_text(value[1:]) if value.startswith("@") else value


def _parser() -> Parser:
    parser = Parser(
        prog="spyhouse",
        description="Four board games of espionage. Without a command it opens the house in the browser.",
        allow_abbrev=False,
    )
    kind = "compiled" if is_compiled() else "plain Python"
    parser.add_argument("--version", action="version", version=f"spyhouse {__version__} ({kind})")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=Parser)

    server = _command(commands, "serve", "open the house in the browser (the same as no command)", serve.serve_command)
    server.add_argument("--host", default=serve.EVERYWHERE, help="address to listen on (default: all, so that phones nearby can join)")
    server.add_argument("--port", type=_port, default=serve.PORT, help=f"port to listen on, or the next free one (default: {serve.PORT})")
    server.add_argument("--data", metavar="FOLDER", help="where tables are kept (default: your data folder, or $SPYHOUSE_DATA)")
    server.add_argument("--name", action="append", default=[], metavar="HOST", help="a further host name of this machine")
    server.add_argument("--proxy", action="append", default=[], metavar="ADDRESS", help="a proxy that is believed for whom it speaks")
    server.add_argument("--no-browser", action="store_true", help="do not open a browser window")

    lister = _command(commands, "games", "list the games with their seats and options", listing.show_games)
    lister.add_argument("slug", nargs="?", metavar="GAME", help="only this one")

    player = _command(commands, "play", "play against bots", play.play_command)
    player.add_argument("game", nargs="?", metavar="GAME", help=_possible(games()))
    _table(player)
    player.add_argument("--seat", help="where you sit, as the notation writes it (second: g or o)")
    player.add_argument("--bot", metavar="NAME", help="who sits on the other seats (default: greedy)")
    player.add_argument("--moves", metavar="TEXT", default="", help="moves to play before you begin, in the notation, separated by spaces")
    player.add_argument("--load", metavar="FILE", help="go on with a saved game")
    player.add_argument("--hints", action="store_true", help="show what a level would play before each of your moves")
    player.add_argument("--save", metavar="FILE", help="where to save when you leave and when it is over")

    viewer = _command(commands, "position", "draw a position and its legal moves", position.show_position)
    viewer.add_argument("game", metavar="GAME", help=_possible(games()))
    viewer.add_argument("position", metavar="TEXT", help="a position string of the game")
    _table(viewer, seed=False)

    replayer = _command(commands, "replay", "show a recorded game", records.replay_command)
    replayer.add_argument("file", metavar="FILE")
    replayer.add_argument("--step", action="store_true", help="move by move; Enter goes on, q leaves")

    verifier = _command(commands, "verify", "check a record: every move, every draw, the seed, the outcome", records.verify_command)
    verifier.add_argument("file", metavar="FILE")

    analyst = _command(commands, "analyse", "judge the moves of a recorded game by what each seat knew", analyse.analyse_command)
    analyst.add_argument("file", metavar="FILE")
    analyst.add_argument("--bot", default="3", metavar="NAME", help="the level that judges (default: 3)")

    simulator = _command(commands, "simulate", "let bots play many games and sum them up", simulate.simulate_command)
    simulator.add_argument("game", metavar="GAME", help=_possible(games()))
    simulator.add_argument("-n", type=_count, default=1000, metavar="NUMBER", help="how many games (default: 1000)")
    simulator.add_argument(
        "--bots",
        default="random",
        metavar="NAMES",
        help="one for all seats, or one a seat, separated by commas; they change seats from game to game",
    )
    _table(simulator)

    fighter = _command(commands, "arena", "let two bots meet on all seats and tell who is stronger", arena.arena_command)
    fighter.add_argument("game", metavar="GAME", help=_possible(games()))
    fighter.add_argument("--bots", required=True, metavar="NAMES", help="the challenger and its rivals: 4,greedy or 4@500,3")
    _arena(fighter)

    climber = _command(commands, "ladder", "let each level meet the one below it", arena.ladder_command)
    climber.add_argument("game", metavar="GAME", help=_possible(games()))
    climber.add_argument("--levels", default=",".join(LEVELS), metavar="NAMES", help=f"the lowest first (default: {','.join(LEVELS)})")
    _arena(climber)

    pieces = commands.add_parser("content", help="pieces of your own: a template, and a check", allow_abbrev=False)
    steps = pieces.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=Parser)
    checker = _command(steps, "check", "say all that is wrong with a folder of pieces", content.check_command)
    checker.add_argument("folder", metavar="DIR")
    rooms = content.games_with_content()
    checker.add_argument("--game", dest="slug", metavar="GAME", help=f"{_possible(rooms)} (default: as its files are called)")
    maker = _command(steps, "new", "write a commented template into a new folder", content.new_command)
    maker.add_argument("slug", metavar="GAME", help=_possible(rooms))
    maker.add_argument("folder", metavar="DIR")
    return parser


def _command(commands: argparse._SubParsersAction[Parser], name: str, line: str, run: object) -> Parser:
    parser = commands.add_parser(name, help=line, description=f"{line[:1].upper()}{line[1:]}.", allow_abbrev=False)
    parser.set_defaults(command=run)
    parser.add_argument("--lang", choices=words.LANGUAGES, default="en", help="language of the texts (default: en)")
    return parser


def _table(parser: Parser, seed: bool = True) -> None:
    parser.add_argument("--seats", type=_count, metavar="NUMBER", help="how many play, where a game leaves a choice")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game (see `spyhouse games`), or NAME=@FILE"
    )
    if seed:
        parser.add_argument("--seed", type=_seed, metavar="NUMBER", help="the same seed deals the same game")


def _arena(parser: Parser) -> None:
    parser.add_argument("--games", type=_count, default=400, metavar="NUMBER", help="how many at most (default: 400)")
    parser.add_argument("--all", action="store_true", help="play all of them, also when the test has decided")
    parser.add_argument("--budget", choices=BUDGETS, default="iterations", help="what a level may spend on a move (default: iterations)")
    parser.add_argument("--json", metavar="FILE", help="where to keep a row for every game; the same command goes on where it ends")
    parser.add_argument("--workers", type=_count, metavar="NUMBER", help="how many processes play (default: one for every core)")
    _table(parser)


def _possible(names: Sequence[str]) -> str:
    return "one of " + ", ".join(names)


def _count(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > 9 or int(text) < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is no number from 1 to 999999999")
    return int(text)


def _port(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > 5 or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"'{text}' is no port from 0 to 65535")
    return int(text)


def _seed(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > 77:
        raise argparse.ArgumentTypeError(f"'{text}' is no seed; give a whole number from 0 to {'9' * 6}... (up to 77 digits)")
    return int(text)
