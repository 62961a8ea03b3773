"""`spyhouse content`: pieces of your own (decks, boards, missions), made from a template and checked.

A folder of pieces lies on the shelf of its game, `content/<game>` in the user's data folder, and is named by the option
`content` of a table.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any

from spyhouse import words
from spyhouse.cli.files import BadFile
from spyhouse.cli.terminal import Terminal
from spyhouse.rules.kit.errors import BadContent
from spyhouse.rules.kit.registry import game, games


def games_with_content() -> list[str]:
    """The games whose pieces can be replaced: their pieces.py can check a folder."""
    return [slug for slug in games() if hasattr(game(slug).pieces, "check")]


def game_of(folder: Path) -> str:
    """The game whose template has files of the same names."""
    there = {file.stem for file in folder.iterdir()}
    for slug in games_with_content():
        if there & {Path(name).stem for name in pieces_of(slug).template()}:
            return slug
    raise BadContent(f"{folder} has no file that a game knows. Name the game: --game {' or '.join(games_with_content())}.")


def is_on_shelf(slug: str) -> bool:
    """Whether a table names such a folder by its name; else the option takes the file itself, as content=@FILE."""
    return hasattr(game(slug).pieces, "SHELVES")


def pieces_of(slug: str) -> Any:
    if slug not in games_with_content():
        raise BadContent(f"'{slug}' has no pieces to replace. Possible: {', '.join(games_with_content())}.")
    return game(slug).pieces


def shelf(slug: str) -> Path:
    """Where the folders of a game lie."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "spyhouse" / "content" / slug


def fill_shelves() -> None:
    """Lets tables find the user's own pieces by name."""
    for slug in filter(is_on_shelf, games_with_content()):
        shelves = game(slug).pieces.SHELVES
        if shelf(slug) not in shelves:
            shelves.append(shelf(slug))


def check_command(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """Says all that is wrong with a folder, file by file."""
    folder = Path(arguments.folder)
    if not folder.is_dir():
        raise BadFile(f"{arguments.folder} is no folder. Make one with: spyhouse content new {games_with_content()[0]} {arguments.folder}")
    arguments.slug = arguments.slug or game_of(folder)
    said = words.load(arguments.lang, arguments.slug, more=("cli",))
    complaints = pieces_of(arguments.slug).check(folder)
    for complaint in complaints:
        terminal.say(said.say("content.hard" if complaint.hard else "content.soft", {"complaint": str(complaint)}))
    hard = sum(complaint.hard for complaint in complaints)
    if hard:
        raise BadContent(f"{arguments.folder} cannot be played: {hard} of {len(complaints)} complaints must be mended.")
    if is_on_shelf(arguments.slug):
        terminal.say(said.say("content.fine", {"folder": folder.name, "shelf": str(shelf(arguments.slug))}))
    else:
        terminal.say(said.say("content.fine_file", {"file": str(next(folder.glob("*.json")))}))


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
