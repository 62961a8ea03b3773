"""Pieces of one's own for tests: the house's, with every name another one, on a shelf where tables find them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import spyhouse
from spyhouse import words
from spyhouse.rules.kit import content


def template(slug: str) -> dict[str, str]:
    """The files of the house's own pieces, by name."""
    found: dict[str, str] = spyhouse.game(slug).pieces.template()
    return found


@contextmanager
def on_shelf(root: Path, slug: str, name: str, files: Mapping[str, str] | None = None) -> Iterator[Path]:
    """A folder that tables of this process find by its name."""
    folder = root / slug / name
    folder.mkdir(parents=True)
    for file, text in (template(slug) if files is None else files).items():
        (folder / file).write_text(text, encoding="utf-8")
    before = list(content.SHELVES)
    content.add_shelf(root)
    try:
        yield folder
    finally:
        content.SHELVES[:] = before


def renamed(slug: str) -> dict[str, str]:
    """The house's pieces with other names for all that has a name, file by file."""
    return _estoril() if slug == "estoril" else _connection()


def _estoril() -> dict[str, str]:
    home = spyhouse.game("estoril").pieces.DATA.joinpath("house")
    tables: dict[str, list[dict[str, Any]]] = {}
    for table in ("characters", "starters", "boards", "missions", "countries"):
        tables[table] = json.loads(home.joinpath(f"{table}.json").read_bytes())
        for entry in tables[table]:
            entry["name"] = f"Own{table[:3].title()}{entry.get('id') or entry.get('number') or entry.get('flag')}"
    return {f"{table}.json": json.dumps(entries) for table, entries in tables.items()}


def _connection() -> dict[str, str]:
    book = json.loads(spyhouse.game("connection").pieces.DATA.joinpath("europa.json").read_bytes())
    book |= {"id": "own", "title": "Own map"}
    for city in book["cities"]:
        city["name"] = f"Own{city['id'].title()}"
    return {"map.json": json.dumps(book, indent=8)}


def houses_names(slug: str, language: str) -> set[str]:
    """What the house calls the pieces that `renamed` has renamed."""
    catalogue = words.load(language, slug).catalogue
    tables = ("tile.", "location.", "country.") if slug == "estoril" else ("city.",)
    return {text for key, text in catalogue.items() if key.startswith(tables) and key not in ("tile.#", "tile.-")}
