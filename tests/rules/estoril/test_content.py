"""Pieces of one's own: folders in the formats of 1.10, checked by K1 to K16 with file, row and reason."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import spyhouse
from spyhouse import BadContent, BadOption, Match, verify, words
from spyhouse.cli import main
from spyhouse.cli.content import shelf
from spyhouse.rules.estoril import pieces
from spyhouse.rules.kit import content
from spyhouse.rules.kit.luck import Luck
from tests.house import ROOT
from tests.rules.estoril.build import ROOM

Entries = list[dict[str, Any]]
HOUSE = pieces.DATA.joinpath(pieces.HOUSE)
NUMBERS = count(1)  # a name of its own for each folder: a process reads a folder once


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the house's pieces as JSON, to be spoiled."""
    home = tmp_path / "estoril" / f"box{next(NUMBERS)}"
    home.mkdir(parents=True)
    for name in ("characters", "starters", "boards", "missions"):
        (home / f"{name}.json").write_text(HOUSE.joinpath(f"{name}.json").read_bytes().decode(), encoding="utf-8")
    return home


@pytest.fixture
def on_shelf(folder: Path) -> Iterator[Path]:
    """The same, where tables find it."""
    before = list(content.SHELVES)
    content.add_shelf(folder.parent.parent)
    yield folder
    content.SHELVES[:] = before


def change(folder: Path, table: str, how: Callable[[Entries], Any]) -> list[str]:
    """Spoils a table and returns the complaints."""
    path = folder / f"{table}.json"
    entries = json.loads(path.read_text(encoding="utf-8"))
    how(entries)
    path.write_text(json.dumps(entries), encoding="utf-8")
    return [str(complaint) for complaint in pieces.check(folder)]


def put(row: int, **values: Any) -> Callable[[Entries], None]:
    def how(entries: Entries) -> None:
        entries[row - 1].update(values)

    return how


def test_the_house_is_in_order() -> None:
    """K1 to K16, hard and soft, and the targets of 1.6."""
    assert pieces.check(HOUSE) == []
    full = pieces.content({"content": "house", "deck_set": "full"})
    assert len(full.tiles) == 48
    assert [sum(tile.abilities.count(ability) for tile in full.tiles) for ability in pieces.ABILITIES] == [12] * 5
    assert [sum(tile.strength == strength for tile in full.tiles) for strength in range(6)] == [5, 10, 14, 12, 5, 2]
    assert sum(tile.woman for tile in full.tiles) == 11
    assert len(pieces.content({"content": "house", "deck_set": "compact"}).tiles) == 28


@pytest.mark.parametrize(
    ("table", "how", "complaint"),
    [
        ("characters", put(3, id="gb3"), 'characters.json, row 3: the id "gb3" must be two capitals and a number, such as GB1. [K1]'),
        ("characters", put(3, id="GB1"), "characters.json, row 3: the id GB1 occurs more than once. Give every tile its own. [K1]"),
        ("starters", put(2, id="S9"), 'starters.json, row 2: the id "S9" must be one of S1 to S6. [K1]'),
        ("characters", put(4, flags=[]), "characters.json, row 4: flags must be a list of one or more different countries, not []. [K2]"),
        ("characters", put(4, flags=["GB", "GB"]), 'not ["GB", "GB"]. [K2]'),
        ("characters", put(5, abilities=["magic"]), "characters.json, row 5: abilities must be some of"),
        ("characters", put(5, abilities=["assassin"] * 3), "row 5: 3 ability symbols; the tiles of the box have at most two. [K3]"),
        ("characters", put(6, strength=-1), "row 6: strength must be a whole number from 0 to 99, not -1. [K4]"),
        ("characters", put(6, vp=True), "row 6: vp must be a whole number from 0 to 99, not true. [K4]"),
        ("characters", put(6, woman="yes"), "row 6: woman must be true or false"),
        ("characters", put(6, sets=["tiny"]), 'row 6: sets must be some of full, compact, not ["tiny"]. [K6]'),
        ("starters", lambda entries: entries.pop(), "starters.json: there must be exactly the six tiles S1 to S6; 5 could be read. [K5]"),
        (
            "characters",
            lambda entries: entries.__delitem__(slice(20, None)),
            "characters.json: the deck set 'full' has 20 tiles that could be read; four rounds deal 24. [K6]",
        ),
        (
            "characters",
            lambda entries: entries.__delitem__(slice(24, None)),
            "the deck set 'full' has 24 tiles: in round 4 no Conspiracy works. [K6]",
        ),
        (
            "characters",
            lambda entries: [entry.update(flags=[f"F{place}", f"G{place}"]) for place, entry in enumerate(entries)],
            "there are more than 60 countries. [K2]",
        ),
        ("boards", put(2, number=1), "boards.json, row 2: the number 1 occurs more than once. Give every board its own. [K7]"),
        ("boards", put(2, number=0), "boards.json, row 2: the number must be a whole number from 1 to 99, not 0. [K7]"),
        (
            "boards",
            lambda entries: entries.__delitem__(slice(5, None)),
            "boards.json: there are 5 boards that could be read; a round needs 6. [K7]",
        ),
        ("boards", put(1, cells=["R", 1, 1, 2]), 'boards.json, row 1: cells must hold each of ["R", 1, 2, 3] once'),
        ("boards", put(1, cells=None), "not null. [K8]"),
        ("boards", put(1, spaces={"1": {}}), "boards.json, row 1: spaces must describe each of [1, 2, 3] once, in braces. [K8]"),
        ("boards", put(1, spaces=7), "boards.json, row 1: spaces must describe"),
        (
            "boards",
            put(1, spaces={"1": {"peek": "far"}, "2": {}, "3": {}}),
            'the peek of space 1 must be null, board, near or any, not "far". [K9]',
        ),
        (
            "boards",
            put(3, reward_secret=True),
            "boards.json, row 3: an open_board has no top secret mark. Set every secret to false. [K10]",
        ),
        ("boards", put(1, effect={"kind": "storm"}), "boards.json, row 1: the effect must be one of none, no_assassin"),
        ("boards", put(1, effect="storm"), "the effect must be one of"),
        ("boards", put(2, effect={"kind": "flag_bonus"}), "a flag_bonus needs a flag and a bonus (a whole number). [1.10]"),
        ("boards", put(6, effect={"kind": "dice_difference", "sides": 1}), "takes 2 dice with 2 to 20 sides. [1.10]"),
        ("boards", lambda entries: entries.pop(), "boards.json: 0 spaces let look at any board; the box has one. [K11]"),
        (
            "missions",
            lambda entries: entries.__delitem__(slice(9, None)),
            "missions.json: there are 9 missions that could be read; the variants of four players use 10. [K12]",
        ),
        ("missions", put(2, id="M01"), "missions.json, row 2: the id M01 occurs more than once. Give every mission its own. [K12]"),
        ("missions", put(2, id=None), "missions.json, row 2: the id null must be a capital and a number"),
        ("missions", put(2, kind="gold"), "missions.json, row 2: the kind must be one of"),
        ("missions", put(2, ability="gold"), "missions.json, row 2: ability must be one of"),
        ("missions", put(9, flag="SE"), "missions.json, row 9: M09 asks for SE, which no character tile shows. Flags of the tiles: DE, "),
        ("missions", put(8, flags=[]), "missions.json, row 8: the countries must be a list of one or more different ones, not []. [K13]"),
        ("missions", put(8, vp="six"), 'missions.json, row 8: vp must be a whole number from 0 to 99, not "six". [K4]'),
        ("missions", put(7, kind="woman"), "missions.json: 0 missions ask for total strength; the box has one. [K14]"),
        (
            "characters",
            lambda entries: [entry.update(abilities=["assassin"]) for entry in entries],
            "the ability symbols of 'full' are uneven",
        ),
        ("characters", put(1, vp=9), "characters.json, row 1: strength + VP + symbols of GB1 are not between 5 and 7. [K16]"),
        ("characters", lambda entries: [entry.update(vp=9) for entry in entries], "on average, not about 6. [K16]"),
        ("characters", lambda entries: entries.append(7), "characters.json, row 49: an entry must be an object in braces, not 7. [1.10]"),
    ],
)
def test_a_complaint_names_file_row_and_reason(folder: Path, table: str, how: Callable[[Entries], Any], complaint: str) -> None:
    """K1 to K16: one spoiled place each."""
    assert any(complaint in found for found in change(folder, table, how))


def test_soft_complaints_do_not_stop_a_game(on_shelf: Path) -> None:
    """K3, K11, K14 to K16: warned about, playable."""
    change(on_shelf, "characters", put(1, vp=9, abilities=["assassin"] * 3))
    assert not any(complaint.hard for complaint in pieces.check(on_shelf))
    assert ROOM.start(2, 1, {"content": on_shelf.name}).broken() == []


def test_files_that_cannot_be_read(folder: Path) -> None:
    """1.10: missing, no JSON, no list, no text, twice."""
    (folder / "boards.json").unlink()
    (folder / "missions.json").write_text("[\n{,]", encoding="utf-8")
    (folder / "characters.json").write_text("{}", encoding="utf-8")
    (folder / "starters.json").write_bytes(b"[\xe9]")
    found = [str(complaint) for complaint in pieces.check(folder)]
    assert any("boards.json: the file is missing." in complaint for complaint in found)
    assert any("missions.json: line 2, column 2 is not JSON" in complaint for complaint in found)
    assert "characters.json: the file must hold a list, in square brackets. [1.10]" in found
    assert any("starters.json: the file is not UTF-8 (byte 2" in complaint for complaint in found)


def test_csv_from_a_spreadsheet(folder: Path) -> None:
    """1.10: the template's tables are the house's; rows are lines of the file."""
    made = pieces.template()
    for name in ("characters", "starters"):
        (folder / f"{name}.json").unlink()
        (folder / f"{name}.csv").write_text("\ufeff" + made[f"{name}.csv"], encoding="utf-8")
    assert pieces.check(folder) == []
    lines = (folder / "characters.csv").read_text(encoding="utf-8").splitlines()
    header = next(place for place, line in enumerate(lines) if "id,name" in line)
    lines[header + 1] = "GB1,Somebody,GB,strong,3,,0,full"
    lines[header + 2] = "GB2,Somebody, else,GB,2,3,,0,full,x,y,z"
    lines[header + 3] = "GB3,Somebody,GB,2,3,,maybe,full"
    (folder / "characters.csv").write_text("\n".join(lines), encoding="utf-8")
    found = [str(complaint) for complaint in pieces.check(folder)]
    assert f'characters.csv, row {header + 2}: strength must be a whole number from 0 to 99, not "strong". [K4]' in found
    assert any(f"row {header + 3}: 12 fields, but the header names 10" in complaint for complaint in found)
    assert any(f"row {header + 4}: woman must be true or false" in complaint for complaint in found)
    (folder / "characters.csv").write_text("id,name\n", encoding="utf-8")
    assert any("characters.csv, row 1: the header has no flags, strength, vp, abilities." in str(found) for found in pieces.check(folder))
    (folder / "characters.csv").write_text("# nothing\n", encoding="utf-8")
    assert any("characters.csv: the header has no" in str(found) for found in pieces.check(folder))
    (folder / "characters.json").write_text("[]", encoding="utf-8")
    assert any("there is a characters.json, too" in str(found) for found in pieces.check(folder))


def test_a_table_with_other_pieces(on_shelf: Path) -> None:
    """1.10: other boards give other action numbers; records name the pieces by their hash; two contents in one process."""
    change(on_shelf, "boards", lambda entries: entries.append({**entries[0], "number": 12, "key": "chapel", "name": "Chapel"}))
    change(on_shelf, "boards", lambda entries: entries.append({"comment": "that is all"}))
    assert ROOM.actions({"content": on_shelf.name}).size == 334 + 3 * 6 + 3 + 1 + 3 * 4 + 3
    house, other = ROOM.start(3, 5), ROOM.start(3, 5, {"content": on_shelf.name})
    assert house.label() != other.label()
    match = Match(ROOM, seats=2, seed=4, options={"content": on_shelf.name})
    luck = Luck(1)
    while owing := match.state.to_act():
        moves = match.state.legal(owing[0])
        match.play(owing[0], moves[luck.below(len(moves))])
    assert verify(match.record()).seed_checked
    assert match.record().header["content"] != ROOM.terms(2).content.hash


def test_pieces_that_are_not_there(on_shelf: Path) -> None:
    """A name that no shelf has, a deck set that no tile is in, a folder that breaks a rule."""
    with pytest.raises(BadOption, match=r"'content' cannot be 'mine': no pieces are called so. Possible: box.*, house"):
        ROOM.start(2, 1, {"content": "mine"})
    with pytest.raises(BadOption, match="a name of small letters"):
        ROOM.start(2, 1, {"content": "../box"})
    change(on_shelf, "characters", lambda entries: [entry.update(sets=["full"]) for entry in entries])
    with pytest.raises(BadContent, match=r"no tile of 'box.*' is in the deck set 'compact'"):
        ROOM.start(2, 1, {"content": on_shelf.name, "deck_set": "compact"})
    change(on_shelf, "boards", put(1, number=-1))
    with pytest.raises(BadContent, match=r"'box.*' cannot be played: boards.json, row 1"):
        ROOM.start(2, 1, {"content": on_shelf.name})


def test_a_shelf_that_is_not_there() -> None:
    """A shelf of the user's that was never made is passed over."""
    before = list(content.SHELVES)
    content.add_shelf(Path("no such shelf"))
    try:
        assert content.names("estoril") == []
        with pytest.raises(BadOption, match="Possible: house"):
            ROOM.start(2, 1, {"content": "mine"})
    finally:
        content.SHELVES[:] = before


# -- The command -------------------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def shelves() -> Iterator[None]:
    """The command fills them; another test begins with empty ones."""
    before = list(content.SHELVES)
    yield
    content.SHELVES[:] = before


def test_a_new_folder_can_be_played_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """`content new`, `content check`, and a table that finds it on the shelf."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = shelf("estoril") / "mine"
    assert main(["content", "new", "estoril", str(folder)]) == 0
    assert main(["content", "check", str(folder)]) == 0
    assert "content=mine" in "".join(capsys.readouterr().out.split())
    assert main(["simulate", "estoril", "-n", "1", "--option", "content=mine"]) == 0
    assert main(["content", "new", "estoril", str(folder)]) == 2
    assert "is not empty" in capsys.readouterr().err


def test_what_the_check_says(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every complaint on its line, then whether it can be played."""
    change(folder, "characters", put(1, vp=9, strength="x"))
    change(folder, "characters", put(2, vp=9))
    assert main(["content", "check", str(folder)]) == 2
    said = capsys.readouterr()
    assert "row 1: strength must be" in said.out
    assert "(can be played)" in said.out
    assert "must be mended" in said.err


def test_wrong_uses_of_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No folder, no such game, no place to write."""
    assert main(["content", "check", str(tmp_path / "nowhere")]) == 2
    assert "is no folder" in capsys.readouterr().err
    assert main(["content", "new", "second", str(tmp_path / "second")]) == 2
    assert "has no pieces to replace. Possible: " in capsys.readouterr().err
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert main(["content", "new", "estoril", str(tmp_path / "file" / "deep")]) == 2
    assert "cannot be written" in capsys.readouterr().err
    assert spyhouse.game("estoril").pieces is pieces


# -- All at once ---------------------------------------------------------------------------------------------------------------


def test_every_fault_is_named_at_once(folder: Path) -> None:
    """D33: a check that stops at the first hard fault is run twenty times."""
    change(folder, "characters", put(1, strength="x", id="gb1"))
    change(folder, "boards", put(2, number=0))
    change(folder, "missions", put(3, kind="gold"))
    (folder / "starters.json").write_text("[", encoding="utf-8")
    hard = [complaint for complaint in pieces.check(folder) if complaint.hard]
    assert {(complaint.file, complaint.row) for complaint in hard} >= {
        ("characters.json", 1),
        ("boards.json", 2),
        ("missions.json", 3),
        ("starters.json", 0),
    }


def test_a_bonus_flag_that_no_tile_has_is_found(folder: Path) -> None:
    """K13: like a mission that nobody can fulfil."""
    found = change(folder, "boards", put(2, effect={"kind": "flag_bonus", "flag": "GR", "bonus": 1}))
    assert any("boards.json, row 2: the bonus is for GR, which no tile shows. Flags of the tiles: DE, " in one for one in found)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_table_is_read_as_spreadsheets_save_it(folder: Path, delimiter: str, ending: str, coding: str) -> None:
    """1.10: other delimiters, endings of lines, marks at the beginning, numbers such as 2,0, and comments in quotes."""
    text = pieces.template()["characters.csv"]
    rows = list(csv.reader(io.StringIO(text)))
    header = next(place for place, row in enumerate(rows) if row[:2] == ["id", "name"])
    for row in rows[header + 1 :]:
        row[3] += ",0" if delimiter != "," else ".0"
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator=ending).writerows(rows)
    (folder / "characters.json").unlink()
    (folder / "characters.csv").write_bytes(out.getvalue().encode(coding))
    assert pieces.check(folder) == []
    assert pieces.Tables(folder).tiles == pieces.Tables(HOUSE).tiles


def test_a_header_that_cannot_be_read_says_what_it_must_be(folder: Path) -> None:
    """1.10: parted by nothing that we know."""
    (folder / "characters.json").unlink()
    (folder / "characters.csv").write_text("id/name/flags/strength/vp/abilities\nGB1/Somebody/GB/2/3/\n", encoding="utf-8")
    assert any("in one line, parted by commas, semicolons or tabs. [1.10]" in str(found) for found in pieces.check(folder))


@pytest.mark.parametrize("name", ["<0>", "a\tb", "two\nlines", "x" * 61, " blank", "\ud800", 7])
def test_a_name_that_would_break_a_line_is_refused(folder: Path, name: object) -> None:
    """Names are shown as they are; so they must be texts that can be shown."""
    assert any("characters.json, row 1: the name must be" in found for found in change(folder, "characters", put(1, name=name)))


def test_unknown_fields_are_pointed_out(folder: Path) -> None:
    """A field that is misspelt is not lost in silence."""
    found = change(folder, "characters", put(1, abilites=["assassin"]))
    assert any('characters.json, row 1: the field "abilites" is unknown and left out.' in one for one in found)


def test_far_too_much_of_anything_is_refused(folder: Path) -> None:
    """Nobody's browser or bot is made to carry a deck of thousands."""
    many = change(folder, "characters", lambda entries: entries.extend({**entries[0], "id": f"ZZ{number}"} for number in range(500)))
    assert any("characters.json: there are 548 entries; at most 200 can be played with." in one for one in many)
    assert any("row 1: 7 ability symbols; at most 6" in one for one in change(folder, "characters", put(1, abilities=["assassin"] * 7)))
    assert any("row 8: the countries must be" in one for one in change(folder, "missions", put(8, flags=["FR"] * 100)))
    (folder / "boards.json").write_text("[" + "0," * 300_000 + "0]", encoding="utf-8")
    assert len(pieces.check(folder)) < 500
    deep = folder / "missions.json"
    deep.write_text("[" * 100_000, encoding="utf-8")
    assert any("missions.json: the file is JSON that no set of pieces needs" in str(one) for one in pieces.check(folder))


# -- What they are called ------------------------------------------------------------------------------------------------------


def renamed(folder: Path) -> None:
    """Every piece of the house with another name, and missions that ask for something else."""
    for table in ("characters", "starters", "boards"):
        change(folder, table, lambda entries: [entry.update(name=f"Own {entry.get('id', entry.get('number'))}") for entry in entries])
    change(folder, "missions", put(1, ability="seduction"))
    change(folder, "missions", put(2, name="Operation {Felix}"))
    named = [{"flag": flag, "name": f"Land {flag}"} for flag, _ in pieces.house().countries]
    (folder / "countries.json").write_text(json.dumps(named), encoding="utf-8")


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_own_pieces_are_called_by_their_own_names(on_shelf: Path, language: str) -> None:
    """B12: the ids are the house's, the names are not."""
    renamed(on_shelf)
    state = ROOM.start(2, 1, {"content": on_shelf.name})
    usual = words.load(language, "estoril")
    said = usual.knowing(ROOM.show(state.view(0))["words"])
    assert [said.say(key) for key in ("tile.GB1", "tile.rS1", "location.7", "country.GB")] == ["Own GB1", "Own S1", "Own 7", "Land GB"]
    assert said.say("mission.M01") == said.say("goal.ability", {"ability": "seduction"}) != usual.say("mission.M01")
    assert said.say("mission.M02") == f"Operation {{Felix}} ({usual.say('mission.M02')})"
    assert said.say("aim.M02").startswith("Operation {Felix} (")
    assert said.say("mission.M09").endswith("Land GB")
    assert said.say("mission.M03") == usual.say("mission.M03")
    assert not [key for key in usual.catalogue if key.startswith(("tile.G", "location.", "country.")) and said.say(key) == usual.say(key)]


def test_what_is_not_renamed_is_said_in_the_players_language(on_shelf: Path) -> None:
    """A copy of the house's pieces with one change is still translated elsewhere."""
    change(on_shelf, "starters", put(1, name="Doorman"))
    shown = ROOM.show(ROOM.start(2, 1, {"content": on_shelf.name}).view(0))["words"]
    assert shown == {f"tile.{colour}S1": "Doorman" for colour in "rgby"}
    assert ROOM.show(ROOM.start(2, 1).view(0))["words"] == {}


def test_every_field_is_explained_in_the_template() -> None:
    """D33: what the checker knows, the README beside the files explains."""
    text = pieces.template()["README.md"]
    known = {field for fields in pieces.FIELDS.values() for field in fields}
    known |= {*pieces.ABILITIES, *pieces.EFFECTS, *pieces.MISSIONS, *pieces.SETS, "near", "any", "centre", "bonus", "sides", "dice"}
    assert not {name for name in known if f"`{name}" not in text and f'"{name}"' not in text}
    for name in pieces.FIELDS:
        assert f"{name}.json" in text
    documented = (ROOT / "docs/content.md").read_text(encoding="utf-8")
    assert "rules/estoril/data/README.md" in documented
    assert "docs/content.md" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("called", "name"), [("My Box", "my-box"), ("Łódź!", "d"), ("house", "my-house"), ("mine", "mine")])
def test_the_check_recommends_a_name_that_the_option_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], called: str, name: str
) -> None:
    """D33: and the place that it names is where a table finds it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "400")
    folder = tmp_path / called
    assert main(["content", "new", "estoril", str(folder)]) == 0
    assert main(["content", "check", str(folder)]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert f"--option content={name}," in said
    assert pieces.hash_of(folder) in said
    shelf("estoril").mkdir(parents=True)
    folder.rename(shelf("estoril") / name)
    content.add_shelf(tmp_path / "spyhouse" / "content")
    assert ROOM.terms(2, {"content": name}).options["content"] == name


def test_the_check_speaks_polish(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Place and reason alike."""
    change(folder, "characters", put(3, id="gb3"))
    assert main(["content", "check", str(folder), "--lang", "pl"]) == 2
    said = " ".join(capsys.readouterr().out.split())
    assert 'characters.json, wiersz 3: id "gb3" musi składać się z dwóch wielkich liter i liczby, jak GB1. [K1]' in said


@pytest.mark.parametrize(
    ("table", "row", "values", "complaint"),
    [
        ("characters", 1, {"note": "x" * 201}, "the note must be a text of at most 200 letters"),
        ("boards", 1, {"reward": "corner"}, "reward must be cell or centre"),
        ("boards", 1, {"reward_secret": "yes"}, "reward_secret must be true or false"),
        ("boards", 1, {"key": 7}, "the key must be a short text"),
        ("boards", 1, {"spaces": {"1": {"secret": "no"}, "2": {}, "3": {}}}, "the secret of space 1 must be true or false"),
    ],
)
def test_what_is_no_yes_or_no_is_not_guessed_at(folder: Path, table: str, row: int, values: dict[str, Any], complaint: str) -> None:
    """1.10: "no" in quotes would count as yes."""
    assert any(f"{table}.json, row {row}: {complaint}" in found for found in change(folder, table, put(row, **values)))


def test_countries_are_named_once_each(folder: Path) -> None:
    """K2: as JSON or CSV."""
    (folder / "countries.csv").write_text("flag;name\nGB;Albion\nGB;Albion\n;Nowhere\n", encoding="utf-8")
    found = [str(complaint) for complaint in pieces.check(folder)]
    assert any("countries.csv, row 3: the flag GB occurs more than once." in one for one in found)
    assert any("countries.csv, row 4: the flag must be one of those on the tiles" in one for one in found)


def test_papers_are_a_folder_like_any_other(folder: Path, tmp_path: Path) -> None:
    """What is sent is checked before it lies anywhere; a line that no spreadsheet writes, a file that is none."""
    files = {file.name: file.read_bytes() for file in folder.iterdir()}
    papers = content.Papers("sent", {**files, "README.md": b"x"})
    assert papers.is_dir()
    assert pieces.check(papers) == []
    assert pieces.files_of(papers) == files
    assert pieces.hash_of(papers) == pieces.hash_of(folder)
    assert pieces.title_of(papers) == ""
    long = b"id,name,flags,strength,vp,abilities\n" + b"x" * 200_000
    torn = content.Papers("sent", {**{name: data for name, data in files.items() if "characters" not in name}, "characters.csv": long})
    assert any("characters.csv, row 2: the line cannot be read" in str(one) for one in pieces.check(torn))
    assert any("boards.json: the file is missing." in str(one) for one in pieces.check(content.Papers("sent", {})))
    (folder / "missions.json").unlink()
    (folder / "missions.json").mkdir()
    assert any("missions.json: the file cannot be read (Is a directory)." in str(one) for one in pieces.check(folder))
    assert content.as_name("A -- b") == "a-b"
