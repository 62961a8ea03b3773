"""Pieces that somebody has typed in (decks, boards, maps): where they lie, how they are read, what can be said against them.

Clients say where pieces lie (`add_shelf`), before a table names some. Other processes, such as those that think for bots, need not know
it: terms bring their pieces along (`Game.bring`).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from spyhouse.rules.kit.errors import BadContent, BadOption

LONGEST_NAME = 60  # letters of the name of a piece
MOST_COMPLAINTS = 100  # about one file, and as many that do not hinder
MARKUP = "<>"  # pieces among words are written with them


class Folder(Protocol):
    """A folder or a file, as far as reading pieces needs it; a `Path` is one."""

    @property
    def name(self) -> str: ...
    def __hash__(self) -> int: ...
    def is_dir(self) -> bool: ...
    def is_file(self) -> bool: ...
    def iterdir(self) -> Iterator[Folder]: ...
    def joinpath(self, child: str, /) -> Folder: ...
    def read_bytes(self) -> bytes: ...


class Papers:
    """A folder that lies nowhere: files as somebody has sent them, to be checked before they are kept."""

    def __init__(self, name: str, files: Mapping[str, bytes] | None = None, data: bytes | None = None) -> None:
        self.name = name
        self.files = files
        self.data = data

    def is_dir(self) -> bool:
        return self.files is not None

    def is_file(self) -> bool:
        return self.data is not None

    def iterdir(self) -> Iterator[Papers]:
        return (Papers(name, data=data) for name, data in (self.files or {}).items())

    def joinpath(self, child: str, /) -> Papers:
        return Papers(child, data=(self.files or {}).get(child))

    def read_bytes(self) -> bytes:
        if self.data is None:
            raise FileNotFoundError(self.name)
        return self.data


# -- Where pieces lie --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shelf:
    """A folder with a folder for each game, and in it one for each set of pieces."""

    root: Folder
    listed: bool = True  # False: its sets are found by their names, which nobody is told


SHELVES: list[Shelf] = []


def add_shelf(root: Folder, listed: bool = True) -> None:
    """Lets tables find the sets of pieces in `root/<game>/<name>`; to say it twice changes nothing."""
    if Shelf(root, listed) not in SHELVES:
        SHELVES.append(Shelf(root, listed))


def names(slug: str) -> list[str]:
    """The sets of pieces of a game that everybody may be told of, without the house's own."""
    homes = [shelf.root.joinpath(slug) for shelf in SHELVES if shelf.listed]
    return sorted({folder.name for home in homes if home.is_dir() for folder in home.iterdir() if folder.is_dir() and is_name(folder.name)})


def find(slug: str, name: str, house: str) -> Folder:
    """The folder of that name; BadOption with the names that there are, `house` among them."""
    for shelf in SHELVES if is_name(name) else ():
        folder = shelf.root.joinpath(slug).joinpath(name)
        if folder.is_dir():
            return folder
    why = "Option 'content' cannot be '{name}': no pieces are called so. Possible: {possible}."
    raise BadOption(why, name=name, possible=sorted({house, *names(slug)}))


def is_name(name: str) -> bool:
    """Whether a set of pieces can be called so: small letters, digits, - and _. So no name leads out of a shelf."""
    return bool(name) and not set(name) - set("abcdefghijklmnopqrstuvwxyz0123456789-_")


def as_name(name: str) -> str:
    """The nearest name that a set of pieces can have."""
    plain = "".join(letter if is_name(letter) else "-" for letter in name.lower()).strip("-")
    while "--" in plain:
        plain = plain.replace("--", "-")
    return plain or "mine"


# -- What can be said against them -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Complaint:
    """What is wrong with a set of pieces: the rule, where, and why; `reason` is a template like that of an error."""

    rule: str
    file: str
    reason: str
    places: Mapping[str, Any] = field(default_factory=dict)
    part: str = ""  # the list inside the file, where one file holds several
    row: int = 0  # entry of a JSON list or line of a CSV file, from 1; 0 for the whole
    id: str = ""  # of the piece, where it has one
    hard: bool = True  # False: it can be played, but is out of balance

    @property
    def error(self) -> BadContent:
        """The reason as an error: in English, and with the places that other languages fill in."""
        return BadContent(self.reason, **self.places)

    def __str__(self) -> str:
        place = f"{self.file}{self.part and f', {self.part}'}{f', row {self.row}' if self.row else ''}{self.id and f' ({self.id})'}"
        return f"{place}: {self.error} [{self.rule}]"


class Complaints:
    """Collects what is wrong with the files of a set."""

    def __init__(self) -> None:
        self.found: list[Complaint] = []
        self.hard = 0  # all that hinder, those included that were too many to be kept
        self._kept: Counter[tuple[str, bool]] = Counter()

    def complain(
        self,
        rule: str,
        file: str,
        reason: str,
        *,
        part: str = "",
        row: int = 0,
        id: str = "",
        hard: bool = True,
        **places: Any,
    ) -> None:
        self.hard += hard
        if self._kept[file, hard] >= MOST_COMPLAINTS:
            return
        complaint = Complaint(rule, file, reason, places, part, row, id, hard)
        if complaint not in self.found:
            self.found.append(complaint)
            self._kept[file, hard] += 1

    def refuse(self, name: str) -> None:
        """BadContent with the first of what makes these pieces unplayable, if anything does."""
        hard = [complaint for complaint in self.found if complaint.hard]
        if hard:
            raise BadContent(f"The pieces '{name}' cannot be played: " + " ".join(map(str, hard[:5])))

    def text(self, rule: str, file: Folder) -> str | None:
        """What a file says; None with a complaint if it cannot be read."""
        try:
            data = file.read_bytes()
        except FileNotFoundError:
            self.complain(
                rule, file.name, "the file is missing. Put it beside the others; `spyhouse content new` shows what it looks like."
            )
            return None
        except OSError as why:
            self.complain(rule, file.name, "the file cannot be read ({why}).", why=why.strerror or type(why).__name__)
            return None
        wide = data[:2] in (b"\xff\xfe", b"\xfe\xff")  # as some spreadsheets save "Unicode text"
        try:
            return data.decode("utf-16" if wide else "utf-8-sig")
        except UnicodeDecodeError as why:
            reason = "the file is not UTF-8 (byte {place} is none of it). Save it again as UTF-8."
            self.complain(rule, file.name, reason, place=why.start + 1)
            return None

    def document(self, rule: str, file: Folder) -> Any:
        """What a JSON file holds; None with a complaint if it holds none."""
        text = self.text(rule, file)
        if text is None:
            return None
        try:
            return json.loads(text)
        except json.JSONDecodeError as why:
            reason = "line {line}, column {column} is not JSON: {why}. Mend it there or just before."
            self.complain(rule, file.name, reason, line=why.lineno, column=why.colno, why=why.msg)
        except (ValueError, RecursionError):
            self.complain(rule, file.name, "the file is JSON that no set of pieces needs: too deep, or with endless numbers.")
        return None


def is_text(value: object) -> bool:
    """Whether something can be the name of a piece: one line that is neither empty nor long, without < and >."""
    if not isinstance(value, str) or not value.strip() or len(value) > LONGEST_NAME:
        return False
    return value.isprintable() and value == value.strip() and not set(value) & set(MARKUP)


def quoted(value: object) -> str:
    """A value as it stands in a file, cut short."""
    text = json.dumps(value, ensure_ascii=False, default=str).encode("utf-8", "replace").decode()
    return text if len(text) <= 80 else f"{text[:77]}..."
