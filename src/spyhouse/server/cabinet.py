"""The pieces that guests bring along: checked, kept by their hash, listed for whoever brought them.

Nothing of what is sent names a file: a set is written under its hash, in files whose names the game gives. So a table that plays with it
can be taken up again as long as the folder is there, whatever its owner does with the list. Everything here may take a while and is
called in a thread.
"""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import threading
import time
import zipfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from spyhouse.rules.kit import content
from spyhouse.rules.kit.content import Complaint, Folder, Papers, Shelf, is_text
from spyhouse.rules.kit.errors import SpyhouseError
from spyhouse.rules.kit.registry import game
from spyhouse.server.store import StoreFailed

MOST_BYTES = 1024 * 1024  # of one set
MOST_FILES = 20
MOST_SETS = 20  # of one guest
MOST_KEPT = 128 * 1024 * 1024  # bytes of all sets together


class Faulty(SpyhouseError):
    """Pieces that cannot be played, with all that is wrong with them."""

    def __init__(self, complaints: list[Complaint], text: str, **places: Any) -> None:
        super().__init__(text, **places)
        self.complaints = complaints


@dataclass(frozen=True)
class Brought:
    """A set on a guest's list."""

    game: str
    hash: str
    title: str
    made: float


class Cabinet:
    """All sets that guests have brought, in a folder of the house."""

    def __init__(self, root: Path) -> None:
        self.sets = root / "sets"
        self.guests = root / "guests"
        self._shelf = Shelf(self.sets, listed=False)
        self._lock = threading.Lock()  # lists and limits are read and written by one thread at a time

    def open(self) -> None:
        """Lets tables find the sets by their hashes."""
        content.add_shelf(self.sets, listed=False)

    def close(self) -> None:
        if self._shelf in content.SHELVES:
            content.SHELVES.remove(self._shelf)

    # -- a guest's list ------------------------------------------------------------------------------------------------------

    def of(self, guest: str, slug: str | None = None) -> list[Brought]:
        """What a guest has brought, the newest first."""
        try:
            rows = json.loads(self._list(guest).read_bytes())
        except FileNotFoundError:
            return []
        except (OSError, ValueError) as why:
            raise StoreFailed(type(why).__name__) from why
        found = [Brought(**row) for row in rows]
        return [one for one in reversed(found) if slug in (None, one.game)]

    def bring(self, guest: str, slug: str, title: str, files: Mapping[str, bytes]) -> tuple[Brought, list[Complaint]]:
        """Checks and keeps a set; Faulty with every complaint if it cannot be played, else those that do not hinder."""
        papers = Papers(slug, _within_bounds(files))
        pieces = pieces_of(slug)
        complaints = _playable(pieces.check(papers))
        hash = pieces.hash_of(papers)
        brought = Brought(slug, hash, _title(title or pieces.title_of(papers)), time.time())
        with self._lock:
            kept = [one for one in reversed(self.of(guest)) if (one.game, one.hash) != (slug, hash)]
            if len(kept) >= MOST_SETS:
                raise SpyhouseError("You keep {most} sets of pieces already. Remove one first.", most=MOST_SETS)
            self._write(slug, hash, pieces.files_of(papers))
            self._save(guest, [*kept, brought])
        return brought, complaints

    def forget(self, guest: str, slug: str, hash: str) -> bool:
        """Takes a set off a guest's list; whether nobody else has it on his."""
        with self._lock:
            kept = [one for one in reversed(self.of(guest)) if (one.game, one.hash) != (slug, hash)]
            self._save(guest, kept)
            others = (json.loads(file.read_bytes()) for file in self.guests.glob("*.json"))
            return not any(row["game"] == slug and row["hash"] == hash for rows in others for row in rows)

    def _list(self, guest: str) -> Path:
        if not re.fullmatch("[0-9a-f]{1,64}", guest):
            raise SpyhouseError("There is no such guest.")
        return self.guests / f"{guest}.json"

    def _save(self, guest: str, kept: list[Brought]) -> None:
        """All or nothing: a list that is half written would lose everything on it."""
        path = self._list(guest)
        try:
            self.guests.mkdir(parents=True, exist_ok=True, mode=0o700)
            new = path.with_suffix(".new")
            new.write_text(json.dumps([asdict(one) for one in kept]), encoding="utf-8")
            os.replace(new, path)
        except OSError as why:
            raise StoreFailed(type(why).__name__) from why

    # -- the sets --------------------------------------------------------------------------------------------------------------

    def keep(self, slug: str, folder: Folder) -> str:
        """Keeps a set of the house's shelf as it is now, so that tables do not change with its folder; its hash."""
        pieces = pieces_of(slug)
        _playable(pieces.check(folder))
        papers = Papers(slug, pieces.files_of(folder))
        hash = str(pieces.hash_of(papers))
        with self._lock:
            self._write(slug, hash, pieces.files_of(papers))
        return hash

    def discard(self, slug: str, hash: str) -> None:
        """Throws a set away that nobody needs any more."""
        if content.is_name(hash):
            shutil.rmtree(self.sets / slug / hash, ignore_errors=True)

    def _write(self, slug: str, hash: str, files: Mapping[str, bytes]) -> None:
        """Writes a set under its hash, all or nothing."""
        home = self.sets / slug / hash
        if home.is_dir():
            return
        size = sum(map(len, files.values()))
        if self._size() + size > MOST_KEPT:
            raise SpyhouseError("The house keeps as many pieces as it can. Remove some of yours, or ask whoever runs it.")
        try:
            home.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            new = Path(mkdtemp(dir=self.sets, prefix=".new"))
            try:
                for name, data in files.items():
                    (new / name).write_bytes(data)
                os.replace(new, home)
            finally:
                shutil.rmtree(new, ignore_errors=True)
        except OSError as why:
            raise StoreFailed(type(why).__name__) from why

    def _size(self) -> int:
        return sum(file.stat().st_size for file in self.sets.glob("*/*/*"))


def pieces_of(slug: str) -> Any:
    """The module that reads the pieces of a game, where others can be brought along."""
    if not can_bring(slug):
        raise SpyhouseError("{game} is played with the house's own pieces only.", game=game(slug).title)
    return game(slug).pieces


def _playable(complaints: list[Complaint]) -> list[Complaint]:
    """The complaints, if none of them hinders; else Faulty."""
    hard = sum(complaint.hard for complaint in complaints)
    if hard:
        raise Faulty(complaints, "These pieces cannot be played yet. Faults to be mended: {count}.", count=hard)
    return complaints


def template(slug: str) -> bytes:
    """A set to begin with, as one file: the house's own pieces, and what every field means."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in pieces_of(slug).template().items():
            packed.writestr(f"{slug}/{name}", text)
    return out.getvalue()


def can_bring(slug: str) -> bool:
    return hasattr(game(slug).pieces, "check")


def _within_bounds(files: Mapping[str, bytes]) -> Mapping[str, bytes]:
    if not files:
        raise SpyhouseError("Choose the files of your pieces first.")
    if len(files) > MOST_FILES or sum(map(len, files.values())) > MOST_BYTES:
        why = "A set of pieces has at most {files} files and {kilobytes} kB together. Leave out what does not belong to it."
        raise SpyhouseError(why, files=MOST_FILES, kilobytes=MOST_BYTES // 1024)
    return files


def _title(title: str) -> str:
    clean = " ".join("".join(letter for letter in title if letter.isprintable() and letter not in "<>").split())[:40].strip()
    if clean and is_text(clean):
        return clean
    return "My pieces"
