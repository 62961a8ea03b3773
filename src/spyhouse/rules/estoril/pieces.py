"""The printed pieces of Estoril: character tiles, starting tiles, boards, missions [part 1].

They are data: a folder with four tables, JSON or (for tiles) CSV, in the formats of 1.10. The house's own folder is
`data/house`; owners of a box put theirs on a shelf (`SHELVES`) and name it in the option `content`. Every table is checked
by K1 to K16, and each complaint names file, row and reason.
"""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, Protocol, cast

from spyhouse.rules.kit.content import Complaint
from spyhouse.rules.kit.errors import BadContent, BadOption
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

Row = tuple[int, dict[str, Any]]  # where an entry stands, and the entry


class Folder(Protocol):
    """A folder or a file, as far as reading pieces needs it; a `Path` is one."""

    @property
    def name(self) -> str: ...
    def __hash__(self) -> int: ...
    def is_dir(self) -> bool: ...
    def is_file(self) -> bool: ...
    def iterdir(self) -> Iterator[Folder]: ...
    def joinpath(self, child: str, /) -> Folder: ...
    def read_text(self, encoding: str) -> str: ...


HOUSE = cast(Folder, files(__package__).joinpath("data"))
SHELVES: list[Folder] = [HOUSE]  # where folders of pieces are looked for by name; clients add their own


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


@dataclass(frozen=True)
class Content:
    """All pieces of one folder, and the deck that a table chose from it."""

    tiles: tuple[Tile, ...]  # of the chosen deck set, in byte order of their ids
    starters: tuple[Tile, ...]  # S1 to S6
    boards: tuple[Board, ...]  # by number
    missions: tuple[Mission, ...]
    flags: tuple[str, ...]  # every country that occurs
    hash: str


# -- A table's pieces --------------------------------------------------------------------------------------------------


def content(options: Mapping[str, Any]) -> Content:
    """The pieces that these options name; BadContent if their folder breaks a rule."""
    name = options["content"]
    for shelf in SHELVES:
        if shelf.is_dir() and shelf.joinpath(name).is_dir():
            return _content(shelf.joinpath(name), options["deck_set"])
    found = sorted({folder.name for shelf in SHELVES if shelf.is_dir() for folder in shelf.iterdir() if folder.is_dir()})
    why = "Option 'content' cannot be '{name}': no folder of pieces has that name. Possible: {possible}."
    raise BadOption(why, name=name, possible=found)


@cache
def _content(folder: Folder, deck_set: str) -> Content:
    tables = Tables(folder)
    hard = [complaint for complaint in tables.complaints if complaint.hard]
    if hard:
        raise BadContent(f"The pieces in '{folder.name}' cannot be played: " + " ".join(map(str, hard[:5])))
    deck = sorted((tile for tile in tables.tiles if deck_set in tile.sets), key=lambda tile: tile.id)
    if not deck:
        raise BadContent(f"characters: no tile of '{folder.name}' is in the deck set '{deck_set}' [K6]")
    boards = tuple(sorted(tables.boards, key=lambda board: board.number))
    flags = sorted(
        {flag for tile in (*tables.tiles, *tables.starters) for flag in tile.flags} | {board.flag for board in boards if board.flag}
    )
    starters = tuple(sorted(tables.starters, key=lambda tile: tile.id))
    return Content(tuple(deck), starters, boards, tuple(tables.missions), tuple(flags), tables.hash)


def check(folder: Folder) -> list[Complaint]:
    """All that can be said against a folder of pieces, hard complaints first [1.6]."""
    return sorted(Tables(folder).complaints, key=lambda complaint: not complaint.hard)


# -- A folder to begin with --------------------------------------------------------------------------------------------

TILE_HELP = (
    "One tile a line. Lines that begin with # are comments.",
    "id: two capitals and a number, each once (starting tiles: S1 to S6). flags: one or more countries, joined with +.",
    "strength and vp: whole numbers from 0. woman: 1 or 0.",
    f"abilities: some of {', '.join(ABILITIES)}, joined with +; the same one may stand twice.",
    "sets: full, compact or full+compact: the decks a table can choose. note and confidence are for yourself.",
)
BOARD_HELP = (
    "number: 1 to 99, each once. cells: what lies north-west, north-east, south-east, south-west: numerals and R, the reward; "
    "with reward 'centre' four numerals. spaces: for each numeral secret (true or false) and peek (null, 'board', 'near', 'any'). "
    f"effect: one of {', '.join(EFFECTS)}; flag_bonus takes flag and bonus, dice_difference takes sides. At least six boards."
)
MISSION_HELP = (
    f"id: a capital and a number, each once. kind: one of {', '.join(MISSIONS)}; ability takes ability, flag takes flag, "
    "flagset takes flags. vp: what it is worth. At least ten missions."
)


def template() -> dict[str, str]:
    """A folder of pieces to begin with, file by file: the house's own, with comments."""
    tables = Tables(HOUSE.joinpath("house"))
    made = {f"{name}.csv": _csv(tiles) for name, tiles in (("characters", tables.tiles), ("starters", tables.starters))}
    for name, text in (("boards", BOARD_HELP), ("missions", MISSION_HELP)):
        entries = json.loads(HOUSE.joinpath("house").joinpath(f"{name}.json").read_text(encoding="utf-8"))
        lines = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in [{"comment": text}, *entries])
        made[f"{name}.json"] = f"[\n{lines}\n]\n"
    return made


def _csv(tiles: list[Tile]) -> str:
    lines = [f"# {line}" for line in TILE_HELP] + ["id,name,flags,strength,vp,abilities,woman,sets,note,confidence"]
    for tile in tiles:
        joined = ["+".join(words) for words in (tile.flags, tile.abilities, tile.sets)]
        fields = [
            tile.id,
            tile.name,
            joined[0],
            str(tile.strength),
            str(tile.vp),
            joined[1],
            str(int(tile.woman)),
            joined[2],
            tile.note,
            "",
        ]
        lines.append(",".join(f'"{field}"' if "," in field else field for field in fields))
    return "\n".join(lines) + "\n"


# -- Reading a folder --------------------------------------------------------------------------------------------------


class Tables:
    """The four tables of a folder, as far as they could be read, and every complaint about them."""

    def __init__(self, folder: Folder) -> None:
        self.complaints: list[Complaint] = []
        raw: dict[str, list[Row]] = {}
        self.file: dict[str, str] = {}
        self.row: dict[tuple[str, str], int] = {}  # table and id -> where it stands, the last one if it stands there twice
        for table in ("characters", "starters", "boards", "missions"):
            raw[table] = self._rows(folder, table)
        self.tiles = [tile for row, entry in raw["characters"] if (tile := self._tile("characters", row, entry))]
        self.starters = [tile for row, entry in raw["starters"] if (tile := self._tile("starters", row, entry))]
        self.boards = [board for row, entry in raw["boards"] if (board := self._board(row, entry))]
        self.missions = [mission for row, entry in raw["missions"] if (mission := self._mission(row, entry))]
        for table, rows in raw.items():
            self.row |= {(table, str(entry.get("number" if table == "boards" else "id"))): row for row, entry in rows}
        self._check_tiles()
        self._check_boards()
        self._check_missions()
        self._check_balance()
        self.hash = sha256(canonical({table: [entry for _, entry in rows] for table, rows in raw.items()}).encode()).hexdigest()[:16]

    def complain(self, rule: str, table: str, row: int, reason: str, hard: bool = True) -> None:
        self.complaints.append(Complaint(rule, self.file.get(table, f"{table}.json"), row, reason, hard))

    def _rows(self, folder: Folder, table: str) -> list[Row]:
        """The entries of a table with their rows; an object with nothing but a comment is none."""
        as_json, as_csv = folder.joinpath(f"{table}.json"), folder.joinpath(f"{table}.csv")
        tiles = table in ("characters", "starters")
        self.file[table] = as_csv.name if tiles and as_csv.is_file() else as_json.name
        if tiles and as_json.is_file() and as_csv.is_file():
            self.complain("1.10", table, 0, f"there is a {as_json.name}, too. Keep one of the two.")
            return []
        try:
            text = folder.joinpath(self.file[table]).read_text(encoding="utf-8")
        except FileNotFoundError:
            self.complain("1.10", table, 0, "the file is missing.")
            return []
        except (OSError, UnicodeDecodeError) as why:
            self.complain("1.10", table, 0, f"the file cannot be read ({type(why).__name__}). Save it as UTF-8.")
            return []
        if self.file[table].endswith(".csv"):
            return list(self._csv_rows(table, text))
        try:
            entries = json.loads(text)
        except json.JSONDecodeError as why:
            self.complain("1.10", table, 0, f"line {why.lineno} is not JSON ({why.msg}).")
            return []
        if not isinstance(entries, list):
            self.complain("1.10", table, 0, "the file must hold a list.")
            return []
        rows: list[Row] = []
        for row, entry in enumerate(entries, 1):
            if not isinstance(entry, dict):
                self.complain("1.10", table, row, "an entry must be an object in braces.")
            elif set(entry) != {"comment"}:
                rows.append((row, entry))
        return rows

    def _csv_rows(self, table: str, text: str) -> Iterator[Row]:
        """Tiles as a spreadsheet writes them; lines that begin with # are comments [1.10]."""
        lines = [(row, line) for row, line in enumerate(text.lstrip("\ufeff").splitlines(), 1) if line.strip() and not line.startswith("#")]
        header = next(csv.reader([lines[0][1]])) if lines else []
        missing = [name for name in ("id", "name", "flags", "strength", "vp", "abilities") if name not in header]
        if missing:
            self.complain("1.10", table, lines[0][0] if lines else 0, f"the header has no {', '.join(missing)}.")
            return
        for row, line in lines[1:]:
            fields = next(csv.reader([line]))
            if len(fields) > len(header):
                self.complain(
                    "1.10", table, row, f"{len(fields)} fields, but the header names {len(header)}. Put a text with commas in quotes."
                )
                continue
            cells = dict(zip(header, fields, strict=False))
            entry: dict[str, Any] = {"id": cells["id"], "name": cells.get("name", ""), "note": cells.get("note", "")}
            for name in ("flags", "abilities", "sets"):
                entry[name] = [part.strip() for part in cells.get(name, "").split("+") if part.strip()]
            for name in ("strength", "vp"):
                value = cells.get(name, "")
                entry[name] = int(value) if re.fullmatch("[0-9]+", value) else value
            entry["woman"] = {"": False, "0": False, "1": True}.get(cells.get("woman", ""), cells.get("woman"))
            yield row, entry

    # -- one entry -----------------------------------------------------------------------------------------------------

    def _tile(self, table: str, row: int, entry: Mapping[str, Any]) -> Tile | None:
        before = len(self.complaints)
        name = entry.get("id")
        pattern = "[A-Z]{2}[0-9]{1,5}" if table == "characters" else "S[1-6]"
        if not isinstance(name, str) or not re.fullmatch(pattern, name):
            example = "two capitals and a number, such as GB1" if table == "characters" else "S1 to S6"
            self.complain("K1", table, row, f"the id {name!r} must be {example}.")
        flags = entry.get("flags")
        if not _is_words(flags) or not flags or len(set(flags)) != len(flags):
            self.complain("K2", table, row, f"flags must be a list of one or more different countries, not {flags!r}.")
        abilities = entry.get("abilities", [])
        if not _is_words(abilities) or set(abilities) - set(ABILITIES):
            self.complain("K3", table, row, f"abilities must be some of {', '.join(ABILITIES)}, not {abilities!r}.")
        elif len(abilities) > 2:
            self.complain("K3", table, row, f"{len(abilities)} ability symbols; the tiles of the box have at most two.", hard=False)
        for number in ("strength", "vp"):
            if not _is_count(entry.get(number)):
                self.complain("K4", table, row, f"{number} must be a whole number from 0, not {entry.get(number)!r}.")
        if not isinstance(entry.get("woman", False), bool):
            self.complain("1.10", table, row, f"woman must be true or false (1 or 0 in CSV), not {entry.get('woman')!r}.")
        sets = entry.get("sets") or ["full"]
        if not _is_words(sets) or set(sets) - set(SETS):
            self.complain("K6", table, row, f"sets must be some of {', '.join(SETS)}, not {sets!r}.")
        if any(complaint.hard for complaint in self.complaints[before:]):
            return None
        return Tile(
            id=entry["id"],
            name=str(entry.get("name", "")),
            flags=tuple(entry["flags"]),
            strength=entry["strength"],
            vp=entry["vp"],
            abilities=tuple(abilities),
            woman=entry.get("woman", False),
            sets=tuple(sets),
            note=str(entry.get("note", "")),
        )

    def _board(self, row: int, entry: Mapping[str, Any]) -> Board | None:
        before = len(self.complaints)
        number, cells, effect = entry.get("number"), entry.get("cells"), entry.get("effect", {"kind": "none"})
        spaces: Any = entry.get("spaces")
        if not _is_count(number) or not 1 <= int(str(number)) <= 99:
            self.complain("K7", "boards", row, f"the number must be a whole number from 1 to 99, not {number!r}.")
        centre = entry.get("reward", "cell") == "centre"
        numerals = [1, 2, 3, 4] if centre else [1, 2, 3]
        wanted = numerals if centre else ["R", *numerals]
        if not isinstance(cells, list) or sorted(map(str, cells)) != sorted(map(str, wanted)):
            self.complain("K8", "boards", row, f"cells must hold each of {wanted} once, not {cells!r}.")
        described = isinstance(spaces, dict) and all(isinstance(space, dict) for space in spaces.values())
        if not described or sorted(spaces) != [str(numeral) for numeral in numerals]:
            self.complain("K8", "boards", row, f"spaces must describe each of {numerals} once.")
            spaces = {}
        for numeral, space in spaces.items():
            if space.get("peek") not in PEEKS:
                self.complain(
                    "K9", "boards", row, f"the peek of space {numeral} must be null, board, near or any, not {space.get('peek')!r}."
                )
        kind = effect.get("kind") if isinstance(effect, dict) else None
        if kind not in EFFECTS:
            self.complain("1.10", "boards", row, f"the effect must be one of {', '.join(EFFECTS)}, not {effect!r}.")
        elif kind == "flag_bonus" and not (_is_words([effect.get("flag")]) and _is_count(effect.get("bonus", 1))):
            self.complain("1.10", "boards", row, "a flag_bonus needs a flag and a bonus.")
        elif kind == "dice_difference" and (effect.get("dice", 2) != 2 or effect.get("sides", 6) not in range(2, 21)):
            self.complain("1.10", "boards", row, "a dice_difference takes 2 dice with 2 to 20 sides.")
        if kind == "open_board" and (entry.get("reward_secret") or any(space.get("secret") for space in spaces.values())):
            self.complain("K10", "boards", row, "an open_board has no top secret mark.")
        if len(self.complaints) > before:
            return None
        return Board(
            number=int(str(number)),
            key=str(entry.get("key", number)),
            name=str(entry.get("name", number)),
            cells=tuple(0 if cell == "R" else int(cell) for cell in cells or ()),
            centre=centre,
            reward_secret=bool(entry.get("reward_secret")),
            secret=tuple(bool(spaces[str(numeral)].get("secret")) for numeral in numerals),
            peek=tuple(PEEKS.index(spaces[str(numeral)].get("peek")) for numeral in numerals),
            effect=str(kind),
            flag=str(effect.get("flag", "")) if kind == "flag_bonus" else "",
            bonus=effect.get("bonus", 1),
            sides=effect.get("sides", 6),
        )

    def _mission(self, row: int, entry: Mapping[str, Any]) -> Mission | None:
        before = len(self.complaints)
        name, kind = entry.get("id"), entry.get("kind")
        if not isinstance(name, str) or not re.fullmatch("[A-Z][0-9]{1,5}", name):
            self.complain("K12", "missions", row, f"the id {name!r} must be a capital and a number, such as M01.")
        if kind not in MISSIONS:
            self.complain("1.9", "missions", row, f"the kind must be one of {', '.join(MISSIONS)}, not {kind!r}.")
        if kind == "ability" and entry.get("ability") not in ABILITIES:
            self.complain("K3", "missions", row, f"ability must be one of {', '.join(ABILITIES)}, not {entry.get('ability')!r}.")
        flags: Any = [entry.get("flag")] if kind == "flag" else entry.get("flags") if kind == "flagset" else []
        if not _is_words(flags) or (kind == "flagset" and not flags):
            self.complain("K13", "missions", row, f"the countries must be a list of one or more, not {flags!r}.")
        if not _is_count(entry.get("vp", 6)):
            self.complain("K4", "missions", row, f"vp must be a whole number from 0, not {entry.get('vp')!r}.")
        if len(self.complaints) > before:
            return None
        return Mission(str(name), str(kind), str(entry.get("ability", "")), tuple(flags or ()), entry.get("vp", 6))

    # -- whole tables --------------------------------------------------------------------------------------------------

    def _check_tiles(self) -> None:
        for table, tiles in (("characters", self.tiles), ("starters", self.starters)):
            for name in _doubles([tile.id for tile in tiles]):
                self.complain("K1", table, self.row[table, name], f"the id {name} occurs more than once.")
        if sorted(tile.id for tile in self.starters) != list(STARTERS):
            self.complain("K5", "starters", 0, f"there must be exactly the six tiles S1 to S6, not {len(self.starters)}.")
        for deck_set in SETS:
            size = sum(deck_set in tile.sets for tile in self.tiles)
            if 0 < size < 24 or (deck_set == "full" and size < 24):
                self.complain("K6", "characters", 0, f"the deck set '{deck_set}' has {size} tiles; four rounds deal 24.")
            elif size == 24:
                self.complain("K6", "characters", 0, f"the deck set '{deck_set}' has 24 tiles: in round 4 no Conspiracy works.", hard=False)
        if len({flag for tile in (*self.tiles, *self.starters) for flag in tile.flags}) > MOST_FLAGS:
            self.complain("K2", "characters", 0, f"there are more than {MOST_FLAGS} countries.")

    def _check_boards(self) -> None:
        numbers = [board.number for board in self.boards]
        if len(self.boards) < IN_PLAY:
            self.complain("K7", "boards", 0, f"there are {len(self.boards)} boards; a round needs {IN_PLAY}.")
        for number in _doubles(numbers):
            self.complain("K7", "boards", self.row["boards", str(number)], f"the number {number} occurs more than once.")
        anywhere = sum(peek == PEEKS.index("any") for board in self.boards for peek in board.peek)
        if anywhere != 1:
            self.complain("K11", "boards", 0, f"{anywhere} spaces let look at any board; the box has one.", hard=False)

    def _check_missions(self) -> None:
        if len(self.missions) < 10:
            self.complain("K12", "missions", 0, f"there are {len(self.missions)} missions; the variants of four players use 10.")
        for name in _doubles([mission.id for mission in self.missions]):
            self.complain("K12", "missions", self.row["missions", name], f"the id {name} occurs more than once.")
        known = {flag for tile in self.tiles for flag in tile.flags}
        for mission in self.missions:
            for flag in mission.flags:
                if flag not in known:
                    self.complain(
                        "K13", "missions", self.row["missions", mission.id], f"{mission.id} asks for {flag}, which no character tile shows."
                    )
        strength = sum(mission.kind == "strength" for mission in self.missions)
        if strength != 1:
            self.complain("K14", "missions", 0, f"{strength} missions ask for total strength; the box has one.", hard=False)

    def _check_balance(self) -> None:
        """The house's own measure of a deck; a box may have another one."""
        for deck_set in SETS:
            deck = [tile for tile in self.tiles if deck_set in tile.sets]
            if not deck:
                continue
            symbols = Counter(ability for tile in deck for ability in tile.abilities)
            counts = [symbols[ability] for ability in ABILITIES]
            if max(counts) - min(counts) > max(2, len(deck) / 16):
                self.complain(
                    "K15", "characters", 0, f"the ability symbols of '{deck_set}' are uneven: {', '.join(map(str, counts))}.", hard=False
                )
            mean = sum(tile.strength + tile.vp + len(tile.abilities) for tile in deck) / len(deck)
            if not 5.5 <= mean <= 6.5:
                self.complain(
                    "K16", "characters", 0, f"strength + VP + symbols of '{deck_set}' are {mean:.1f} on average, not about 6.", hard=False
                )
        for tile in self.tiles:
            if not 5 <= tile.strength + tile.vp + len(tile.abilities) <= 7:
                self.complain(
                    "K16",
                    "characters",
                    self.row["characters", tile.id],
                    f"strength + VP + symbols of {tile.id} are not between 5 and 7.",
                    hard=False,
                )


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_words(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(word, str) and word for word in value)


def _doubles(names: list[Any]) -> list[Any]:
    return sorted(name for name, count in Counter(names).items() if count > 1)
