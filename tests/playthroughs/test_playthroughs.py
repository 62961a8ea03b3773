"""Every game has whole matches written down, and plays them again to the letter."""

from __future__ import annotations

from difflib import unified_diff

import pytest

from tests.house import SLUGS, Table
from tests.playthroughs.make import HOME, IN_FULL, path_of, playthrough, tables

AGAIN = "If the change is meant: python -m tests.playthroughs.make"
TABLES = [table for slug in SLUGS for table in tables(slug)]


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_has_playthroughs_and_no_stale_ones(slug: str) -> None:
    written = {path.name for path in (HOME / slug).glob("*.txt")}
    assert written == {path_of(table).name for table in tables(slug)}, f"{AGAIN} {slug}"


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_match_goes_as_it_is_written_down(table: Table) -> None:
    path = path_of(table)
    written = path.read_text(encoding="utf-8").splitlines()
    played = playthrough(table).splitlines()
    difference = list(unified_diff(written, played, "written down", "played now", lineterm="", n=2))
    assert not difference, "\n".join([f"{path.name} differs. {AGAIN} {table.slug}", *difference[:40]])


@pytest.mark.parametrize("slug", SLUGS)
def test_playthroughs_show_moves_facts_and_an_outcome(slug: str) -> None:
    """A playthrough of nothing would agree with everything."""
    text = path_of(tables(slug)[0]).read_text(encoding="utf-8")
    assert text.count("\n## ") > 10
    assert text.count("\ntold everybody: ") > 10
    assert text.count(" may ") > 10
    assert "outcome Outcome(" in text or text.count("\n## ") > IN_FULL


def test_folders_of_games_that_are_gone_are_gone_too() -> None:
    assert {path.name for path in HOME.iterdir() if path.is_dir() and path.name != "__pycache__"} == set(SLUGS)
