"""`spyhouse games`: every game with its seats and all its options."""

from __future__ import annotations

import argparse
import json

from spyhouse import bots, words
from spyhouse.cli.terminal import Terminal
from spyhouse.rules.kit.game import Game
from spyhouse.rules.kit.registry import game, games
from spyhouse.words import Words

EDITIONS = ("variant", "reading", "edition", "house")


def show_games(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """Lists the games."""
    for slug in [game(arguments.slug).slug] if arguments.slug else games():
        show_game(game(slug), words.load(arguments.lang, slug, more=("cli",)), terminal)


def show_game(room: Game, said: Words, terminal: Terminal) -> None:
    """A game's title page and its options by edition."""
    facts = {
        "slug": room.slug,
        "title": said.say("title"),
        "seats": list(room.meta.seats),
        "count": room.meta.seats[-1],
        "bots": bots.names(room.slug),
    }
    terminal.say(said.say("games.title", facts), "bold")
    terminal.say(said.say("line"), indent=2)
    terminal.say(said.say("games.bots", facts), indent=2)
    for edition in EDITIONS:
        options = [option for option in room.options if option.edition == edition]
        if not options:
            continue
        terminal.gap()
        terminal.say(said.say(f"editions.{edition}"), "bold", indent=2)
        for option in options:
            terminal.say(f"{option.name} = {_value(option.default)}", "cyan", indent=4)
            terminal.say(f"{said.option_name(option)}: {said.option(option)}", indent=6)
            terminal.say(said.say("games.possible", {"possible": said.possible(option)}), "dim", indent=6)
    terminal.gap()


def _value(value: object) -> str:
    """A default as `--option` takes it."""
    if isinstance(value, dict):
        return ",".join(f"{name}={number}" for name, number in value.items())
    if isinstance(value, list):
        return ",".join(map(str, value))
    return "none" if value is None else value if isinstance(value, str) else json.dumps(value)
