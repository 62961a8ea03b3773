"""The same slug names a game in every folder, and every game has the same files."""

from __future__ import annotations

from pathlib import Path

import pytest

import spyhouse

ROOT = Path(__file__).parents[2]
RULES = ROOT / "src/spyhouse/rules"
FILES = {"__init__.py", "meta.py", "pieces.py", "story.py", "engine.py", "view.py", "actions.py", "show.py", "RULES.md"}
OPTIONAL = {"RULES.pl.md", "core.py", "kernel.py", "position.py", "macros.py", "refusals.py", "data"}


def entries(folder: Path) -> set[str]:
    """What lies in a folder, files without their endings."""
    return {entry.stem for entry in folder.iterdir() if not entry.name.startswith(("_", "."))}


def folders(folder: Path) -> set[str]:
    return {entry.name for entry in folder.iterdir() if entry.is_dir() and not entry.name.startswith(("_", "."))}


GAMES = folders(RULES) - {"kit"}


def test_every_folder_beside_the_kit_is_a_game() -> None:
    assert set(spyhouse.games()) >= GAMES


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_a_game_has_the_same_files_as_all_games(slug: str) -> None:
    found = {entry.name for entry in (RULES / slug).iterdir() if entry.name != "__pycache__"}
    assert found >= FILES
    assert found <= FILES | OPTIONAL
    assert spyhouse.game(slug).meta.slug == slug


@pytest.mark.parametrize("place", ["tests/rules", "tests/records"])
def test_tests_and_records_have_a_folder_for_every_game_and_for_nothing_else(place: str) -> None:
    assert folders(ROOT / place) - {"kit"} == GAMES


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_every_game_has_tests_and_records(slug: str) -> None:
    assert list((ROOT / "tests/rules" / slug).glob("test_*.py"))
    assert [file for file in (ROOT / "tests/records" / slug).iterdir() if file.is_file()]


@pytest.mark.parametrize("place", ["src/spyhouse/bots", "src/spyhouse/words/en", "src/spyhouse/words/pl"])
def test_bots_and_words_know_every_game(place: str) -> None:
    assert entries(ROOT / place) >= GAMES


def test_both_languages_have_the_same_catalogues() -> None:
    words = ROOT / "src/spyhouse/words"
    assert {language: entries(words / language) for language in folders(words)} == dict.fromkeys(("en", "pl"), entries(words / "en"))


def test_where_one_game_has_a_place_every_game_has_one() -> None:
    """No game is forgotten in any folder, unless something generic stands in for those that bring nothing: there, or the words board."""
    tops = [ROOT / "src/spyhouse", ROOT / "tests", ROOT / "web/src"]
    places = [
        folder for top in tops for folder in top.rglob("*") if folder.is_dir() and not {"node_modules", "__pycache__"} & {*folder.parts}
    ]
    painted = ROOT / "web/src/games"
    known = {place: entries(place) for place in places if not place.is_relative_to(painted)}
    missing = {
        str(place.relative_to(ROOT)): sorted(GAMES - found) for place, found in known.items() if found & GAMES and "generic" not in found
    }
    assert {place: games for place, games in missing.items() if games} == {}
