"""Finds the games by their folders: a folder beside `kit` with a meta.py is a game. There is no central list."""

from __future__ import annotations

import json
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from spyhouse.rules.kit.contract import State, View, unsealed
from spyhouse.rules.kit.errors import SpyhouseError
from spyhouse.rules.kit.game import Game
from spyhouse.rules.kit.luck import Luck

HOME = "spyhouse.rules"
MODULES = ("meta", "pieces", "story", "engine", "view", "position", "actions", "show")
OPTIONAL = ("position",)

_folders: dict[str, str] = {}  # slug -> package, for games that live elsewhere (the toy game of the tests)


def games() -> list[str]:
    """The slugs of all games, in alphabetical order."""
    kit = Path(__file__).parent  # has a meta.py, too, and is no game
    return sorted({folder.name for folder in kit.parent.iterdir() if folder != kit and (folder / "meta.py").exists()} | set(_folders))


@cache
def game(slug: str) -> Game:
    """The game of that slug."""
    if slug not in games():
        raise SpyhouseError(f"There is no game '{slug}'. Possible: {', '.join(games())}.")
    package = folder(slug)
    return Game({name: module for name in MODULES if (module := _module(package, name)) is not None})


def folder(slug: str) -> str:
    """The package a game lives in."""
    return _folders.get(slug, f"{HOME}.{slug}")


def adopt(slug: str, package: str) -> None:
    """Lets a game that lives in another package be found, too: for test doubles and private games."""
    _folders[slug] = package
    game.cache_clear()


def adopted() -> dict[str, str]:
    """The games that live elsewhere, slug and package: another process must adopt them, too."""
    return dict(_folders)


def read_state(label: bytes, numbers: list[int], luck: Luck | None) -> State:
    """A pickled State of any game."""
    return game(json.loads(label)["game"]).state(label, numbers, luck)


def read_view(data: bytes) -> View:
    """`bytes(view)` of any game."""
    body = unsealed(data)
    slug = json.loads(body[2 : 2 + int.from_bytes(body[:2], "big")])["game"]
    return game(slug).view(data)


def _module(package: str, name: str) -> ModuleType | None:
    if name in OPTIONAL and find_spec(f"{package}.{name}") is None:
        return None
    return import_module(f"{package}.{name}")
