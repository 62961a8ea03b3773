"""The printed pieces of Estoril: character tiles, starting tiles, boards, missions [part 1].

They are data: a folder with four tables, JSON or (for tiles) CSV, in the formats of 1.10, and a fifth one where countries have names
of their own. The house's own folder is `data/house`; owners of a box put theirs on a shelf (kit/content.py) and name it in the option
`content`. Every table is checked by K1 to K16, and each complaint names file, row and reason.
"""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, cast

from spyhouse.rules.kit.content import Complaint, Complaints, Folder, find, is_text, quoted
from spyhouse.rules.kit.errors import BadContent
from spyhouse.rules.kit.meta import canonical

COLOURS = "rgby"  # red, green, blue, yellow: the seats in order [E6]
ABILITIES = ("assassin", "conspiracy", "nationalism", "seduction", "diplomacy")
LETTERS = "ACNSD"  # the abilities in the notation [4.2]
ROMAN = ("I", "II", "III", "IV")  # the numerals of spaces
PEEKS = (None, "board", "near", "any")
EFFECTS = ("none", "no_assassin", "flag_bonus", "open_board", "all_outer", "dice_difference", "weakest_loses_tile")
MISSIONS = ("ability", "woman", "strength", "flag", "flagset", "discards", "starting")
NEVER_AGENDA = ("strength", "discards", "starting")  # [variant B]
SETS = ("full", "compact")
STARTERS = ("S1", "S2", "S3", "S4", "S5", "S6")
IN_PLAY = 6  # boards a round [E11]
MOST_FLAGS = 60  # countries that fit the engine's bit sets
MOST = {"characters": 200, "boards": 40, "missions": 60}  # entries of a table that a table of players can still overlook
MOST_ROWS = 1000  # of a file; what comes after them is not looked at
MOST_SYMBOLS = 6  # on a tile
LARGEST = 99  # number on a tile or mission
LONGEST_NOTE = 200
TABLES = ("characters", "starters", "boards", "missions")
TILE_FIELDS = ("id", "name", "flags", "strength", "vp", "abilities", "woman", "sets", "note", "confidence")
BOARD_FIELDS = ("number", "key", "name", "cells", "reward", "reward_secret", "spaces", "effect")
MISSION_FIELDS = ("id", "name", "kind", "ability", "flag", "flags", "vp")
COUNTRY_FIELDS = ("flag", "name")
FIELDS = {
    "characters": TILE_FIELDS,
    "starters": TILE_FIELDS,
    "boards": BOARD_FIELDS,
    "missions": MISSION_FIELDS,
    "countries": COUNTRY_FIELDS,
}
NEEDED = {"countries": COUNTRY_FIELDS}  # columns of a CSV table; of tiles those without a default
NEEDED_OF_TILES = ("id", "name", "flags", "strength", "vp", "abilities")
IN_CSV = ("characters", "starters", "countries")
DELIMITERS = ",;\t"

Row = tuple[int, dict[str, Any]]  # where an entry stands, and the entry


HOUSE = "house"
DATA = cast(Folder, files(__package__).joinpath("data"))


def code(name: str) -> int:
    """The id of a tile or mission as a whole number: its bytes. Facts carry these, so that they need no content."""
    return int.from_bytes(name.encode(), "big")


def named(number: int) -> str:
    """The id that `code` made a number of; "#" for a tile that lies face down (0), "-" for none (-1)."""
    if number <= 0:
        return "-" if number else "#"
    return number.to_bytes(8, "big").lstrip(b"\0").decode()


@dataclass(frozen=True)
class Tile:
    """A character tile, or a starting tile [1.7, 1.8]."""

    id: str
    name: str
    flags: tuple[str, ...]
    strength: int
    vp: int
    abilities: tuple[str, ...]
    woman: bool
    sets: tuple[str, ...]
    note: str


@dataclass(frozen=True)
class Board:
    """A location board [1.4]: four cells clockwise from north-west, 0 for the reward."""

    number: int
    key: str
    name: str
    cells: tuple[int, ...]
    centre: bool  # the reward lies in the middle, on no cell
    reward_secret: bool
    secret: tuple[bool, ...]  # by numeral, from I
    peek: tuple[int, ...]  # by numeral, index into PEEKS
    effect: str
    flag: str  # of a flag bonus
    bonus: int
    sides: int  # of the dice


@dataclass(frozen=True)
class Mission:
    """A mission, or an agenda in the recruiting variant [1.9]."""

    id: str
    kind: str
    ability: str
    flags: tuple[str, ...]
    vp: int
    name: str = ""  # a set may give its missions names of their own


@dataclass(frozen=True)
class Content:
    """All pieces of one folder, and the deck that a table chose from it."""

    tiles: tuple[Tile, ...]  # of the chosen deck set, in byte order of their ids
    starters: tuple[Tile, ...]  # S1 to S6
    boards: tuple[Board, ...]  # by number
    missions: tuple[Mission, ...]
    flags: tuple[str, ...]  # every country that occurs
    countries: tuple[tuple[str, str], ...]  # how they are called, where they are: flag, name
    hash: str


# -- A table's pieces --------------------------------------------------------------------------------------------------


def content(options: Mapping[str, Any]) -> Content:
    """The pieces that these options name; BadContent if their folder breaks a rule."""
    name = options["content"]
    folder = DATA.joinpath(HOUSE) if name == HOUSE else find("estoril", name, HOUSE)
    return _content(folder, options["deck_set"])


def house() -> Content:
    """The house's own pieces, all of them."""
    return _content(DATA.joinpath(HOUSE), SETS[0])


@cache
def _content(folder: Folder, deck_set: str) -> Content:
    tables = Tables(folder)
    tables.refuse(folder.name)
    deck = sorted((tile for tile in tables.tiles if deck_set in tile.sets), key=lambda tile: tile.id)
    if not deck:
        raise BadContent(f"characters: no tile of '{folder.name}' is in the deck set '{deck_set}' [K6]")
    boards = tuple(sorted(tables.boards, key=lambda board: board.number))
    flags = sorted(
        {flag for tile in (*tables.tiles, *tables.starters) for flag in tile.flags} | {board.flag for board in boards if board.flag}
    )
    starters = tuple(sorted(tables.starters, key=lambda tile: tile.id))
    return Content(tuple(deck), starters, boards, tuple(tables.missions), tuple(flags), tuple(tables.countries.items()), tables.hash)


def check(folder: Folder) -> list[Complaint]:
    """All that can be said against a folder of pieces, hard complaints first [1.6]."""
    return sorted(Tables(folder).found, key=lambda complaint: not complaint.hard)


def hash_of(folder: Folder) -> str:
    """What tells these pieces from others; tables and records keep it."""
    return Tables(folder).hash


def title_of(folder: Folder) -> str:
    """How a folder calls itself: not at all."""
    return ""


def files_of(folder: Folder) -> dict[str, bytes]:
    """The files that make up a set; whatever else lies beside them is nobody's business."""
    wanted = {f"{table}.{kind}" for table in FIELDS for kind in ("json", "csv")}
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file() and file.name in wanted}


# -- A folder to begin with --------------------------------------------------------------------------------------------

TILE_HELP = (
    "One tile a line; README.md says what the columns mean. Lines that begin with # are comments.",
    f"abilities: some of {', '.join(ABILITIES)}. flags, abilities and sets are joined with +.",
)
BOARD_HELP = f"README.md says what the fields mean. effect: one of {', '.join(EFFECTS)}."
MISSION_HELP = f"README.md says what the fields mean. kind: one of {', '.join(MISSIONS)}. A name is shown beside what the mission asks for."
COUNTRY_HELP = "How the flags of the tiles are called. Without this file they are called as in the house's own pieces."


def template() -> dict[str, str]:
    """A folder of pieces to begin with, file by file: the house's own, with comments."""
    home = DATA.joinpath(HOUSE)
    tables = Tables(home)
    made = {"README.md": DATA.joinpath("README.md").read_bytes().decode()}
    made |= {f"{name}.csv": _csv(tiles) for name, tiles in (("characters", tables.tiles), ("starters", tables.starters))}
    for name, text in (("boards", BOARD_HELP), ("missions", MISSION_HELP), ("countries", COUNTRY_HELP)):
        entries = json.loads(home.joinpath(f"{name}.json").read_bytes())
        lines = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in [{"comment": text}, *entries])
        made[f"{name}.json"] = f"[\n{lines}\n]\n"
    return made


def _csv(tiles: list[Tile]) -> str:
    lines = [f"# {line}" for line in TILE_HELP] + [",".join(TILE_FIELDS)]
    for tile in tiles:
        flags, abilities, sets = ("+".join(words) for words in (tile.flags, tile.abilities, tile.sets))
        fields = [tile.id, tile.name, flags, tile.strength, tile.vp, abilities, int(tile.woman), sets, tile.note, ""]
        lines.append(",".join(_cell(str(field)) for field in fields))
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if set(text) & set(',"') else text


# -- Reading a folder --------------------------------------------------------------------------------------------------


class Tables(Complaints):
    """The tables of a folder, as far as they could be read, and every complaint about them."""

    def __init__(self, folder: Folder) -> None:
        super().__init__()
        self.file: dict[str, str] = {}
        raw = {table: self._rows(folder, table) for table in TABLES}
        self.row = {  # table and id -> where it stands, the last one if it stands there twice
            (table, str(entry.get("number" if table == "boards" else "id"))): row for table, rows in raw.items() for row, entry in rows
        }
        for table, rows in raw.items():
            self._check_rows(table, len(rows), MOST.get(table, MOST_ROWS))
        self.tiles = [tile for row, entry in raw["characters"] if (tile := self._tile("characters", row, entry))]
        self.starters = [tile for row, entry in raw["starters"] if (tile := self._tile("starters", row, entry))]
        self.boards = [board for row, entry in raw["boards"] if (board := self._board(row, entry))]
        self.missions = [mission for row, entry in raw["missions"] if (mission := self._mission(row, entry))]
        self.countries = self._countries(folder)
        self._check_tiles()
        self._check_boards()
        self._check_missions()
        self._check_balance()
        hashed: dict[str, object] = {table: [entry for _, entry in rows] for table, rows in raw.items()}
        if self.countries != _house_countries():
            hashed["countries"] = self.countries
        self.hash = sha256(canonical(hashed).encode()).hexdigest()[:16]

    # -- a file --------------------------------------------------------------------------------------------------------

    def _rows(self, folder: Folder, table: str) -> list[Row]:
        """The entries of a table with their rows; an object with nothing but a comment is none."""
        as_json, as_csv = folder.joinpath(f"{table}.json"), folder.joinpath(f"{table}.csv")
        is_csv = table in IN_CSV and as_csv.is_file()
        self.file[table] = as_csv.name if is_csv else as_json.name
        if is_csv and as_json.is_file():
            self.complain("1.10", as_csv.name, "there is a {other}, too. Keep one of the two.", other=as_json.name)
            return []
        if is_csv:
            text = self.text("1.10", as_csv)
            return [] if text is None else self._csv_rows(table, text)
        entries = self.document("1.10", as_json)
        if entries is None:
            return []
        if not isinstance(entries, list):
            self.complain("1.10", as_json.name, "the file must hold a list, in square brackets.")
            return []
        rows: list[Row] = []
        self._check_rows(table, len(entries))
        for row, entry in enumerate(entries[:MOST_ROWS], 1):
            if not isinstance(entry, dict):
                self.complain("1.10", as_json.name, "an entry must be an object in braces, not {found}.", row=row, found=quoted(entry))
            elif set(entry) != {"comment"}:
                rows.append((row, entry))
                self._check_fields(table, row, entry)
        return rows

    def _check_fields(self, table: str, row: int, entry: Mapping[str, Any]) -> None:
        for name in entry:
            if name not in (*FIELDS[table], "comment"):
                reason = "the field {field} is unknown and left out. Known: {known}."
                self.complain("1.10", self.file[table], reason, row=row, field=quoted(name), known=list(FIELDS[table]), hard=False)

    def _csv_rows(self, table: str, text: str) -> list[Row]:
        """A table as a spreadsheet writes it: commas, semicolons or tabs; lines that begin with # are comments [1.10]."""
        lines = self._csv_lines(table, text)
        header = [name.strip().lower() for name in lines[0][1]] if lines else []
        needed = NEEDED.get(table, NEEDED_OF_TILES)
        missing = [name for name in needed if name not in header]
        if missing:
            reason = "the header has no {missing}. It must name {needed}, in one line, parted by commas, semicolons or tabs."
            self.complain("1.10", self.file[table], reason, row=lines[0][0] if lines else 0, missing=missing, needed=list(needed))
            return []
        self._check_fields(table, lines[0][0], dict.fromkeys(name for name in header if name))
        self._check_rows(table, len(lines) - 1)
        rows: list[Row] = []
        for row, fields in lines[1 : MOST_ROWS + 1]:
            if any(field.strip() for field in fields[len(header) :]):
                reason = "{count} fields, but the header names {named}. Put a text with commas in quotes."
                self.complain("1.10", self.file[table], reason, row=row, count=len(fields), named=len(header))
                continue
            cells = dict(zip(header, (field.strip() for field in fields), strict=False))
            rows.append((row, cells if table == "countries" else _tile_of_cells(cells)))
        return rows

    def _csv_lines(self, table: str, text: str) -> list[tuple[int, list[str]]]:
        """The lines that say something, with their numbers; parted by whatever parts most names of the header."""
        first = next((line for line in text.splitlines() if line.strip(" \t,;") and not line.lstrip(' "').startswith("#")), "")
        delimiter = max(DELIMITERS, key=lambda sign: len({name.strip(' "').lower() for name in first.split(sign)} & set(FIELDS[table])))
        reader = csv.reader(text.splitlines(keepends=True), delimiter=delimiter)
        lines: list[tuple[int, list[str]]] = []
        before = 0
        try:
            for fields in reader:
                if any(field.strip() for field in fields) and not fields[0].lstrip().startswith("#"):
                    lines.append((before + 1, fields))
                before = reader.line_num
        except csv.Error as why:
            self.complain("1.10", self.file[table], "the line cannot be read ({why}).", row=reader.line_num, why=str(why))
        return lines

    # -- one entry -----------------------------------------------------------------------------------------------------

    def _name(self, table: str, row: int, entry: Mapping[str, Any], otherwise: str) -> str:
        """How a piece is called; without a name it is called by its id."""
        name = entry.get("name")
        if name in (None, ""):
            return otherwise
        if not is_text(name):
            reason = "the name must be a text of 1 to 60 letters in one line, without < and >, not {found}."
            self.complain("1.10", self.file[table], reason, row=row, found=quoted(name))
        return str(name)

    def _note(self, table: str, row: int, entry: Mapping[str, Any]) -> str:
        note = entry.get("note") or ""
        if not isinstance(note, str) or len(note) > LONGEST_NOTE or not note.isprintable():
            reason = "the note must be a text of at most {most} letters in one line, not {found}."
            self.complain("1.10", self.file[table], reason, row=row, most=LONGEST_NOTE, found=quoted(note))
        return str(note)

    def _tile(self, table: str, row: int, entry: Mapping[str, Any]) -> Tile | None:
        before = self.hard
        file, name = self.file[table], entry.get("id")
        if table == "characters" and (not isinstance(name, str) or not re.fullmatch("[A-Z]{2}[0-9]{1,5}", name)):
            self.complain("K1", file, "the id {found} must be two capitals and a number, such as GB1.", row=row, found=quoted(name))
        if table == "starters" and name not in STARTERS:
            self.complain("K1", file, "the id {found} must be one of S1 to S6.", row=row, found=quoted(name))
        flags = entry.get("flags")
        if not _is_words(flags) or not flags or len(set(flags)) != len(flags):
            reason = "flags must be a list of one or more different countries, not {found}."
            self.complain("K2", file, reason, row=row, found=quoted(flags))
        abilities = entry.get("abilities", [])
        if not _is_words(abilities) or set(abilities) - set(ABILITIES):
            reason = "abilities must be some of {possible}, not {found}."
            self.complain("K3", file, reason, row=row, possible=list(ABILITIES), found=quoted(abilities))
        elif len(abilities) > MOST_SYMBOLS:
            reason = "{count} ability symbols; at most {most} can be played with."
            self.complain("K3", file, reason, row=row, count=len(abilities), most=MOST_SYMBOLS)
        elif len(abilities) > 2:
            reason = "{count} ability symbols; the tiles of the box have at most two."
            self.complain("K3", file, reason, row=row, count=len(abilities), hard=False)
        for number in ("strength", "vp"):
            if not _is_count(entry.get(number)):
                reason = "{field} must be a whole number from 0 to {most}, not {found}."
                self.complain("K4", file, reason, row=row, field=number, most=LARGEST, found=quoted(entry.get(number)))
        if not isinstance(entry.get("woman", False), bool):
            reason = "woman must be true or false (1 or 0 in CSV), not {found}."
            self.complain("1.10", file, reason, row=row, found=quoted(entry.get("woman")))
        sets = entry.get("sets") or [SETS[0]]
        if not _is_words(sets) or set(sets) - set(SETS):
            self.complain("K6", file, "sets must be some of {possible}, not {found}.", row=row, possible=list(SETS), found=quoted(sets))
        called, note = self._name(table, row, entry, str(name)), self._note(table, row, entry)
        if self.hard > before:
            return None
        return Tile(
            id=entry["id"],
            name=called,
            flags=tuple(entry["flags"]),
            strength=entry["strength"],
            vp=entry["vp"],
            abilities=tuple(abilities),
            woman=entry.get("woman", False),
            sets=tuple(sets),
            note=note,
        )

    def _board(self, row: int, entry: Mapping[str, Any]) -> Board | None:
        before = self.hard
        file = self.file["boards"]
        number, cells, effect = entry.get("number"), entry.get("cells"), entry.get("effect", {"kind": "none"})
        if not _is_count(number) or number == 0:
            self.complain("K7", file, "the number must be a whole number from 1 to 99, not {found}.", row=row, found=quoted(number))
        reward = entry.get("reward", "cell")
        if reward not in ("cell", "centre"):
            self.complain("K8", file, "reward must be cell or centre, not {found}.", row=row, found=quoted(reward))
        numerals = [1, 2, 3, 4] if reward == "centre" else [1, 2, 3]
        wanted = numerals if reward == "centre" else ["R", *numerals]
        if not isinstance(cells, list) or sorted(map(str, cells)) != sorted(map(str, wanted)):
            self.complain(
                "K8", file, "cells must hold each of {wanted} once, not {found}.", row=row, wanted=quoted(wanted), found=quoted(cells)
            )
        spaces = self._spaces(row, entry.get("spaces"), numerals)
        if not isinstance(entry.get("reward_secret", False), bool):
            reason = "reward_secret must be true or false, not {found}."
            self.complain("K8", file, reason, row=row, found=quoted(entry.get("reward_secret")))
        kind = self._effect(row, effect)
        if kind == "open_board" and (entry.get("reward_secret") or any(space.get("secret") for space in spaces.values())):
            self.complain("K10", file, "an open_board has no top secret mark. Set every secret to false.", row=row)
        key, name = entry.get("key", str(number)), self._name("boards", row, entry, str(number))
        if not is_text(key):
            self.complain("1.10", file, "the key must be a short text, not {found}.", row=row, found=quoted(key))
        if self.hard > before:
            return None
        return Board(
            number=int(str(number)),
            key=str(key),
            name=name,
            cells=tuple(0 if cell == "R" else int(cell) for cell in cells or ()),
            centre=reward == "centre",
            reward_secret=bool(entry.get("reward_secret")),
            secret=tuple(bool(spaces[str(numeral)].get("secret")) for numeral in numerals),
            peek=tuple(PEEKS.index(spaces[str(numeral)].get("peek")) for numeral in numerals),
            effect=str(kind),
            flag=str(effect["flag"]) if kind == "flag_bonus" else "",
            bonus=effect.get("bonus", 1),
            sides=effect.get("sides", 6),
        )

    def _spaces(self, row: int, spaces: Any, numerals: list[int]) -> dict[str, Any]:
        file = self.file["boards"]
        described = isinstance(spaces, dict) and all(isinstance(space, dict) for space in spaces.values())
        if not described or sorted(spaces) != [str(numeral) for numeral in numerals]:
            self.complain("K8", file, "spaces must describe each of {wanted} once, in braces.", row=row, wanted=quoted(numerals))
            return {}
        for numeral, space in spaces.items():
            if space.get("peek") not in PEEKS:
                reason = "the peek of space {space} must be null, board, near or any, not {found}."
                self.complain("K9", file, reason, row=row, space=numeral, found=quoted(space.get("peek")))
            if not isinstance(space.get("secret", False), bool):
                reason = "the secret of space {space} must be true or false, not {found}."
                self.complain("K8", file, reason, row=row, space=numeral, found=quoted(space.get("secret")))
        return dict(spaces)

    def _effect(self, row: int, effect: Any) -> str | None:
        """The kind of an effect, with a complaint if it is none or lacks what it needs."""
        file = self.file["boards"]
        kind = effect.get("kind") if isinstance(effect, dict) else None
        if kind not in EFFECTS:
            self.complain(
                "1.10", file, "the effect must be one of {possible}, not {found}.", row=row, possible=list(EFFECTS), found=quoted(effect)
            )
            return None
        if kind == "flag_bonus" and not (_is_words([effect.get("flag")]) and _is_count(effect.get("bonus", 1))):
            self.complain("1.10", file, "a flag_bonus needs a flag and a bonus (a whole number).", row=row)
        if kind == "dice_difference" and (effect.get("dice", 2) != 2 or effect.get("sides", 6) not in range(2, 21)):
            self.complain("1.10", file, "a dice_difference takes 2 dice with 2 to 20 sides.", row=row)
        return str(kind)

    def _mission(self, row: int, entry: Mapping[str, Any]) -> Mission | None:
        before = self.hard
        file, id, kind = self.file["missions"], entry.get("id"), entry.get("kind")
        if not isinstance(id, str) or not re.fullmatch("[A-Z][0-9]{1,5}", id):
            self.complain("K12", file, "the id {found} must be a capital and a number, such as M01.", row=row, found=quoted(id))
        if kind not in MISSIONS:
            self.complain(
                "1.9", file, "the kind must be one of {possible}, not {found}.", row=row, possible=list(MISSIONS), found=quoted(kind)
            )
        if kind == "ability" and entry.get("ability") not in ABILITIES:
            reason = "ability must be one of {possible}, not {found}."
            self.complain("K3", file, reason, row=row, possible=list(ABILITIES), found=quoted(entry.get("ability")))
        flags: Any = [entry.get("flag")] if kind == "flag" else entry.get("flags") if kind == "flagset" else []
        if not _is_words(flags) or (kind == "flagset" and not flags) or len(set(flags)) != len(flags):
            reason = "the countries must be a list of one or more different ones, not {found}."
            self.complain("K13", file, reason, row=row, found=quoted(entry.get("flag") if kind == "flag" else flags))
        if not _is_count(entry.get("vp", 6)):
            reason = "{field} must be a whole number from 0 to {most}, not {found}."
            self.complain("K4", file, reason, row=row, field="vp", most=LARGEST, found=quoted(entry.get("vp")))
        name = self._name("missions", row, entry, "")
        if self.hard > before:
            return None
        return Mission(str(id), str(kind), str(entry.get("ability", "")), tuple(flags or ()), entry.get("vp", 6), name)

    def _countries(self, folder: Folder) -> dict[str, str]:
        """How the flags are called: as the folder says, or as in the house's own pieces."""
        if not any(folder.joinpath(f"countries.{kind}").is_file() for kind in ("json", "csv")):
            return dict(_house_countries())
        named: dict[str, str] = {}
        for row, entry in self._rows(folder, "countries"):
            flag = entry.get("flag")
            if not _is_words([flag]):
                self.complain(
                    "K2", self.file["countries"], "the flag must be one of those on the tiles, not {found}.", row=row, found=quoted(flag)
                )
                continue
            if str(flag) in named:
                self.complain(
                    "K2", self.file["countries"], "the flag {flag} occurs more than once. Keep one of them.", row=row, flag=str(flag)
                )
            named[str(flag)] = self._name("countries", row, entry, str(flag))
        return named

    # -- whole tables --------------------------------------------------------------------------------------------------

    def _check_rows(self, table: str, size: int, most: int = MOST_ROWS) -> None:
        if size > most:
            self.complain("1.10", self.file[table], "there are {count} entries; at most {most} can be played with.", count=size, most=most)

    def _check_tiles(self) -> None:
        for table, tiles in (("characters", self.tiles), ("starters", self.starters)):
            for name in _doubles([tile.id for tile in tiles]):
                reason = "the id {double} occurs more than once. Give every tile its own."
                self.complain("K1", self.file[table], reason, row=self.row[table, name], double=name)
        if sorted(tile.id for tile in self.starters) != list(STARTERS):
            reason = "there must be exactly the six tiles S1 to S6; {count} could be read."
            self.complain("K5", self.file["starters"], reason, count=len(self.starters))
        file = self.file["characters"]
        for deck_set in SETS:
            size = sum(deck_set in tile.sets for tile in self.tiles)
            if 0 < size < 24 or (deck_set == SETS[0] and size < 24):
                reason = "the deck set '{set}' has {count} tiles that could be read; four rounds deal 24."
                self.complain("K6", file, reason, set=deck_set, count=size)
            elif size == 24:
                reason = "the deck set '{set}' has 24 tiles: in round 4 no Conspiracy works."
                self.complain("K6", file, reason, set=deck_set, hard=False)
        if len({flag for tile in (*self.tiles, *self.starters) for flag in tile.flags}) > MOST_FLAGS:
            self.complain("K2", file, "there are more than {most} countries.", most=MOST_FLAGS)

    def _check_boards(self) -> None:
        file = self.file["boards"]
        if len(self.boards) < IN_PLAY:
            reason = "there are {count} boards that could be read; a round needs {needed}."
            self.complain("K7", file, reason, count=len(self.boards), needed=IN_PLAY)
        for number in _doubles([board.number for board in self.boards]):
            reason = "the number {number} occurs more than once. Give every board its own."
            self.complain("K7", file, reason, row=self.row["boards", str(number)], number=number)
        known = {flag for tile in (*self.tiles, *self.starters) for flag in tile.flags}
        for board in self.boards:
            if board.flag and board.flag not in known and self.tiles:
                reason = "the bonus is for {flag}, which no tile shows. Flags of the tiles: {known}."
                row = self.row["boards", str(board.number)]
                self.complain("K13", file, reason, row=row, flag=board.flag, known=sorted(known))
        anywhere = sum(peek == PEEKS.index("any") for board in self.boards for peek in board.peek)
        if anywhere != 1:
            self.complain("K11", file, "{count} spaces let look at any board; the box has one.", count=anywhere, hard=False)

    def _check_missions(self) -> None:
        file = self.file["missions"]
        if len(self.missions) < 10:
            reason = "there are {count} missions that could be read; the variants of four players use 10."
            self.complain("K12", file, reason, count=len(self.missions))
        for name in _doubles([mission.id for mission in self.missions]):
            reason = "the id {double} occurs more than once. Give every mission its own."
            self.complain("K12", file, reason, row=self.row["missions", name], double=name)
        known = {flag for tile in self.tiles for flag in tile.flags}
        for mission in self.missions:
            for flag in mission.flags:
                if flag not in known and self.tiles:
                    reason = "{mission} asks for {flag}, which no character tile shows. Flags of the tiles: {known}."
                    row = self.row["missions", mission.id]
                    self.complain("K13", file, reason, row=row, mission=mission.id, flag=flag, known=sorted(known))
        strength = sum(mission.kind == "strength" for mission in self.missions)
        if strength != 1:
            self.complain("K14", file, "{count} missions ask for total strength; the box has one.", count=strength, hard=False)

    def _check_balance(self) -> None:
        """The house's own measure of a deck; a box may have another one."""
        file = self.file["characters"]
        for deck_set in SETS:
            deck = [tile for tile in self.tiles if deck_set in tile.sets]
            if not deck:
                continue
            symbols = Counter(ability for tile in deck for ability in tile.abilities)
            counts = [symbols[ability] for ability in ABILITIES]
            if max(counts) - min(counts) > max(2, len(deck) / 16):
                reason = "the ability symbols of '{set}' are uneven: {counts}."
                self.complain("K15", file, reason, set=deck_set, counts=counts, hard=False)
            mean = sum(tile.strength + tile.vp + len(tile.abilities) for tile in deck) / len(deck)
            if not 5.5 <= mean <= 6.5:
                reason = "strength + VP + symbols of '{set}' are {mean} on average, not about 6."
                self.complain("K16", file, reason, set=deck_set, mean=f"{mean:.1f}", hard=False)
        for tile in self.tiles:
            if not 5 <= tile.strength + tile.vp + len(tile.abilities) <= 7:
                reason = "strength + VP + symbols of {tile} are not between 5 and 7."
                self.complain("K16", file, reason, row=self.row["characters", tile.id], tile=tile.id, hard=False)


@cache
def _house_countries() -> dict[str, str]:
    """How the flags of the house's own tiles are called."""
    entries = json.loads(DATA.joinpath(HOUSE).joinpath("countries.json").read_bytes())
    return {entry["flag"]: entry["name"] for entry in entries}


def _tile_of_cells(cells: Mapping[str, str]) -> dict[str, Any]:
    """A tile as JSON would have it; what is no number stays as it is, to be complained about."""
    entry: dict[str, Any] = {"id": cells["id"], "name": cells.get("name", ""), "note": cells.get("note", "")}
    for name in ("flags", "abilities", "sets"):
        entry[name] = [part.strip() for part in cells.get(name, "").split("+") if part.strip()]
    for name in ("strength", "vp"):
        value = cells.get(name, "")
        whole = re.fullmatch("([0-9]{1,4})(?:[.,]0+)?", value)  # some spreadsheets write 2,0 for 2
        entry[name] = int(whole[1]) if whole else value
    woman = cells.get("woman", "")
    entry["woman"] = {"": False, "0": False, "1": True, "true": True, "false": False}.get(woman.lower(), woman)
    return entry


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST


def _is_words(value: object) -> bool:
    return isinstance(value, list) and all(is_text(word) for word in value)


def _doubles(names: list[Any]) -> list[Any]:
    return sorted(name for name, count in Counter(names).items() if count > 1)
