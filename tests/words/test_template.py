"""The template language, by the cases that the page runs, too."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import spyhouse
from spyhouse import words
from spyhouse.words import BadTemplate, Words

FILE = json.loads((Path(__file__).parent / "cases.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", FILE["cases"], ids=[case["says"] for case in FILE["cases"]])
def test_a_template_becomes_the_text_of_its_case(case: dict[str, Any]) -> None:
    said = Words(case["lang"], FILE["catalogues"][case["lang"]], case.get("names", ()), case.get("pieces"))

    assert said.fill(case["template"], case["args"]) == case["text"]


@pytest.mark.parametrize("template", ["{a", "a}", "{a}}", "{}", "{a@}", "{@t}", "{a#n@t}", "{^}"])
def test_a_broken_template_is_refused(template: str) -> None:
    with pytest.raises(BadTemplate):
        Words("en", {}).fill(template, {"a": 1})


def test_a_missing_key_shows_itself_in_brackets() -> None:
    said = words.load("en", "second")

    assert said.say("prompt.nonsense") == "[prompt.nonsense]"
    assert not said.has("prompt.nonsense")
    assert said.has("prompt.select")


def test_an_unknown_language_is_refused_with_the_possible_ones() -> None:
    with pytest.raises(spyhouse.SpyhouseError, match=r"no words in 'tlh'\. Possible: en, pl"):
        words.load("tlh", "second")


def test_the_fields_of_a_template_are_found_inside_conditions() -> None:
    assert words.fields("{a?{b@t}|{^c#n}} {d.e&and}") == [("a", None, None), ("b", "t", None), ("c", None, "n"), ("d.e", None, None)]
