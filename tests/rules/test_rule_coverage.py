"""Every rule of every game is cited where it is played and where it is tested."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import spyhouse
from spyhouse.rules.kit import registry

RULES = Path(registry.__file__).parent.parent
TESTS = Path(__file__).parent
BOLD = re.compile(r"\*\*([A-Z]+\d+[a-z]?)\*\*")
CITED = re.compile(r"\b([A-Z]+)(\d+)([a-z]?)(?:-([A-Z]+)(\d+))?\b")


def rule_ids(text: str) -> list[str]:
    """The rules a RULES.md holds: the ids in bold."""
    return BOLD.findall(text)


def cited(text: str) -> set[str]:
    """The ids a text cites, one by one ([S17]) or as a range ([S1-S6])."""
    found: set[str] = set()
    for letters, first, part, letters_again, last in CITED.findall(text):
        found.add(f"{letters}{first}{part}")
        if letters_again == letters:
            found.update(f"{letters}{number}" for number in range(int(first), int(last) + 1))
    return found


def cited_in(folder: Path) -> set[str]:
    return cited("\n".join(file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.py"))))


def in_order(ids: set[str]) -> list[str]:
    return sorted(ids, key=lambda name: (re.sub(r"\d.*", "", name), int(re.sub(r"\D", "", name)), name))


@pytest.mark.parametrize("slug", spyhouse.games())
def test_every_rule_has_one_paragraph(slug: str) -> None:
    ids = rule_ids((RULES / slug / "RULES.md").read_text(encoding="utf-8"))

    assert len(ids) > 10
    assert in_order({name for name in ids if ids.count(name) > 1}) == []


@pytest.mark.parametrize("slug", spyhouse.games())
def test_every_rule_is_cited_in_the_code(slug: str) -> None:
    ids = set(rule_ids((RULES / slug / "RULES.md").read_text(encoding="utf-8")))

    assert in_order(ids - cited_in(RULES / slug)) == []


@pytest.mark.parametrize("slug", spyhouse.games())
def test_every_rule_is_cited_in_the_tests(slug: str) -> None:
    ids = set(rule_ids((RULES / slug / "RULES.md").read_text(encoding="utf-8")))

    assert in_order(ids - cited_in(TESTS / slug)) == []


def test_ranges_and_parts_are_read() -> None:
    assert cited("[S1-S3, E7b] and A9") == {"S1", "S2", "S3", "E7b", "A9"}
    assert rule_ids("**S1** The rule.\n\nNo rule: **S** or S2.") == ["S1"]
