"""`spyhouse content`: pieces of your own (decks, boards, maps, missions), made from a template and checked.

A folder of pieces lies on the shelf of its game, `content/<game>` in the user's data folder, and is named by the option
`content` of a table. docs/content.md is the whole story.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any

from spyhouse import words
from spyhouse.cli.files import BadFile
from spyhouse.cli.terminal import Terminal
from spyhouse.rules.kit.content import add_shelf, as_name
from spyhouse.rules.kit.errors import BadContent
from spyhouse.rules.kit.registry import game, games


def games_with_content() -> list[str]:
    """The games whose pieces can be replaced: their pieces.py can check a folder."""
    return [slug for slug in games() if hasattr(game(slug).pieces, "check")]


def game_of(folder: Path) -> str:
    """The game whose template has most files of the same names."""
    there = {file.stem for file in folder.iterdir()}
    shared = {slug: len(there & {Path(name).stem for name in pieces_of(slug).template()} - {"README"}) for slug in games_with_content()}
    slug = max(shared, key=lambda one: shared[one])
    if shared[slug]:
        return slug
    raise BadContent(f"{folder} has no file that a game knows. Name the game: --game {' or '.join(games_with_content())}.")


def pieces_of(slug: str) -> Any:
    if slug not in games_with_content():
        raise BadContent(f"'{slug}' has no pieces to replace. Possible: {', '.join(games_with_content())}.")
    return game(slug).pieces


def home() -> Path:
    """Where the user's own pieces lie, a folder for each game."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "spyhouse" / "content"


def shelf(slug: str) -> Path:
    """Where the folders of a game lie."""
    return home() / slug


def fill_shelves() -> None:
    """Lets tables find the user's own pieces by name, and records those that guests of the house brought along, by their hash."""
    add_shelf(home())
    add_shelf(home().parent / "pieces" / "sets", listed=False)


def name_of(folder: Path, slug: str) -> str:
    """The name that the option can take for this folder: its own, or the nearest one that is no set of the house."""
    name = as_name(folder.resolve().name)
    house = next(option.default for option in game(slug).options if option.name == "content")
    return f"my-{name}" if name == house else name


def check_command(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """Says all that is wrong with a folder, file by file."""
    folder = Path(arguments.folder)
    if not folder.is_dir():
        raise BadFile(f"{arguments.folder} is no folder. Make one with: spyhouse content new {games_with_content()[0]} {arguments.folder}")
    arguments.slug = arguments.slug or game_of(folder)
    said = words.load(arguments.lang, arguments.slug, more=("cli",))
    pieces = pieces_of(arguments.slug)
    complaints = pieces.check(folder)
    for complaint in complaints:
        terminal.say(said.say("content.hard" if complaint.hard else "content.soft", {"complaint": said.complaint(complaint)}))
    hard = sum(complaint.hard for complaint in complaints)
    if hard:
        raise BadContent(f"{arguments.folder} cannot be played: {hard} of {len(complaints)} complaints must be mended.")
    name = name_of(folder, arguments.slug)
    place = shelf(arguments.slug) / name
    lies_there = folder.resolve() == place.resolve()
    args = {"folder": arguments.folder, "hash": pieces.hash_of(folder), "place": str(place), "there": lies_there, "name": name}
    terminal.say(said.say("content.fine", args))


def new_command(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """Writes a commented template into a new or empty folder."""
    folder = Path(arguments.folder)
    made: dict[str, str] = pieces_of(arguments.slug).template()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise BadFile(f"{arguments.folder} is not empty. Name a new folder.")
        for name, text in made.items():
            (folder / name).write_text(text, encoding="utf-8")
    except OSError as why:
        raise BadFile(f"{arguments.folder} cannot be written: {why.strerror or why}. Name a new folder.") from why
    said = words.load(arguments.lang, arguments.slug, more=("cli",))
    terminal.say(said.say("content.made", {"folder": arguments.folder, "files": list(made)}))
