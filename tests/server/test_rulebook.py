"""The rules as the page gets them: by language where they are written in it, with the same ids, tables and codes in each."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import spyhouse
from spyhouse.server.rulebook import paragraphs, rulebook
from tests.server.house import OpenHouse
from tests.server.test_table import in_a_house

RULES = Path(spyhouse.__file__).parent / "rules"
TRANSLATED = [(file.parent.name, file.name.split(".")[1]) for file in sorted(RULES.glob("*/RULES.*.md"))]
CODE = re.compile(r"`([^`]+)`")
ID = re.compile(r"\b[SCEWTLAV]\d+\b")


def both(slug: str, language: str) -> tuple[list[Any], list[Any]]:
    translated, original = rulebook(slug, language), rulebook(slug, "en")
    assert (translated["language"], original["language"]) == (language, "en")
    return translated["rules"], original["rules"]


def test_second_place_has_its_rules_in_polish() -> None:
    assert ("second", "pl") in TRANSLATED


@pytest.mark.parametrize(("slug", "language"), TRANSLATED)
def test_a_translation_has_the_same_rules_in_the_same_order(slug: str, language: str) -> None:
    ours, theirs = both(slug, language)
    assert [rule["id"] for rule in ours] == [rule["id"] for rule in theirs]
    assert len({rule["heading"] for rule in ours}) == len({rule["heading"] for rule in theirs})


@pytest.mark.parametrize(("slug", "language"), TRANSLATED)
def test_a_translation_names_the_same_codes_and_rules(slug: str, language: str) -> None:
    for ours, theirs in zip(*both(slug, language), strict=True):
        for named in (CODE, ID):
            assert sorted(named.findall(ours["text"])) == sorted(named.findall(theirs["text"])), ours["id"] or ours["text"]


@pytest.mark.parametrize(("slug", "language"), TRANSLATED)
def test_a_translation_has_the_same_tables_with_the_same_numbers(slug: str, language: str) -> None:
    for ours, theirs in zip(*both(slug, language), strict=True):
        assert [len(row) for row in ours["table"]] == [len(row) for row in theirs["table"]]
        for mine, other in zip(ours["table"], theirs["table"], strict=True):
            assert re.findall(r"\d+", " ".join(mine)) == re.findall(r"\d+", " ".join(other))


@pytest.mark.parametrize(("slug", "language"), TRANSLATED)
def test_no_paragraph_was_left_in_english(slug: str, language: str) -> None:
    for ours, theirs in zip(*both(slug, language), strict=True):
        assert ours["text"] == "" or ours["text"] != theirs["text"]


@pytest.mark.parametrize("slug", spyhouse.games())
def test_rules_that_are_not_translated_come_in_english_and_say_so(slug: str) -> None:
    for language in ("en", "pl"):
        book = rulebook(slug, language)
        assert book["language"] == (language if (slug, language) in TRANSLATED else "en")
        assert len([rule for rule in book["rules"] if rule["id"]]) > 40


FIRST_SCREEN = {  # what the paragraphs before the first rule speak about, each after its catchword
    "wink": ["Aim", "Your turn", "Winking", "Accusing", "The end"],
    "second": ["A round", "Points"],
    "connection": ["Your turn", "Points"],
    "estoril": ["A round", "Points"],
}
FOR_AUTHORS = re.compile(r"\w+\.(?:py|json|md)\b|\b(?:engine|kernel|core|tick|Remote|Beat mode|mode)\b")


@pytest.mark.parametrize("slug", spyhouse.games())
def test_the_first_screen_is_for_players(slug: str) -> None:
    """Aim, turn and score before the first rule; no files, no layers, no modes that cannot be played."""
    rules = rulebook(slug, "en")["rules"]
    opening = [rule["text"] for rule in rules[: next(place for place, rule in enumerate(rules) if rule["id"])]]
    said = " ".join(opening)
    assert len(opening[0]) > 100
    assert [catchword for catchword in FIRST_SCREEN[slug] if f"*{catchword}.*" not in said] == []
    assert FOR_AUTHORS.findall(said) == []
    assert 600 < len(said) < 2600  # a screen, no more


def test_wink_says_where_cards_lie_and_when_it_ends_as_the_rulebook_does() -> None:
    rules = {rule["id"]: rule["text"] for rule in rulebook("wink", "en")["rules"]}
    assert rules["W10"].startswith(
        "Right: the caller lays the card of the crowd face up in front of himself, the holder lays his card from"
    )
    assert "or no number of the crowd is live any more" in rules["W33"]


def test_tables_belong_to_the_paragraph_before_them_and_rulings_are_rules() -> None:
    found = paragraphs(
        "# Game\n\nWords.\n\n## One\n\n**S1** A rule\nof two lines.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- **S2** Another.\n"
        "## Two\n\n| x |\n|---|\n| y |\n\n| id | question | ruling |\n|---|---|---|\n| A1 | Why? | So. |\n"
    )

    assert [(rule["heading"], rule["id"], rule["text"], rule["table"]) for rule in found] == [
        ("Game", "", "Words.", []),
        ("One", "S1", "A rule of two lines.", [["a", "b"], ["1", "2"]]),
        ("One", "S2", "Another.", []),
        ("Two", "", "", [["x"], ["y"]]),
        ("Two", "A1", "*Why?* So.", []),
    ]


def test_the_house_hands_out_rules_by_language(tmp_path: Path) -> None:
    async def play(house: OpenHouse) -> None:
        client = (await house.visitor()).client
        polish = (await client.get("/api/rules/pl/second")).json()
        english = (await client.get("/api/rules/en/second")).json()
        assert (polish["language"], english["language"]) == ("pl", "en")
        assert polish["rules"] != english["rules"]
        assert (await client.get("/api/rules/pl/wink")).json()["language"] == "en"
        for wrong in ("/api/rules/de/second", "/api/rules/pl/chess", "/api/rules/../second"):
            assert (await client.get(wrong)).status_code == 404

    in_a_house(tmp_path, play)
