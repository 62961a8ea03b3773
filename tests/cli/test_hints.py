"""Hints in the terminal: in words, in both languages, and the same words as on the page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from spyhouse import words
from spyhouse.bots import Reason
from spyhouse.cli.hints import worth_words
from tests.cli.conftest import Run, unwrapped

GAMES = ("second", "connection", "estoril", "wink")
SCALE = {"en": r"\((outlook \d+ of 100|chance of winning \d+%)", "pl": r"\((widoki \d+ na 100|szansa na wygraną \d+%)"}


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_a_hint_has_a_lead_a_worth_in_words_and_a_reason(run: Run, monkeypatch: pytest.MonkeyPatch, slug: str, language: str) -> None:
    monkeypatch.setattr("spyhouse.cli.play.ADVISER", "3")
    said = run("play", slug, "--seed", "5", "--bot", "random", "--lang", language, lines="hint\nquit\n")
    told = said.out.partition("> hint")[2].partition("> quit")[0]

    assert (said.code, said.err) == (0, "")
    leads = [words.load(language, slug).say(lead) for lead in ("hint.lead", "hint.equal")]  # by the clock, so either may come
    assert any(lead in told for lead in leads)
    assert re.search(SCALE[language], told), told
    assert not re.search(r"\([+-]?[01]\.\d\d\)", told)  # no bare worth
    assert "[" not in told
    assert max(len(line) for line in told.splitlines()) <= 80
    assert len([line for line in told.splitlines() if line.startswith("    ")]) >= 1  # reasons are set in


def test_the_expected_line_is_in_words(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spyhouse.cli.play.ADVISER", "3")
    told = unwrapped(run("play", "connection", "--seed", "5", "--bot", "random", lines="hint\nquit\n").out)
    lines = re.findall(r"Expected next: ((?:green|orange): [^.]*)\.", told)

    assert lines
    for line in lines:
        assert not re.search(r"\b(?:E|[ACMOPTD]:\w+)\b", line), line  # no notation


def test_links_and_spaces_have_names_beside_their_notation(run: Run) -> None:
    said = run("play", "connection", "--seed", "5", "--bot", "random", lines="quit\n")

    assert re.search(r"C:wawhel +Warsaw \(Warsaw-Helsinki\): 3 agents", said.out)
    assert re.search(r"Links to new cities: Warsaw-Helsinki: 3  Stockholm-Helsinki: 1", said.out)


def test_the_story_of_estoril_names_tiles_and_places(run: Run) -> None:
    said = unwrapped(run("play", "estoril", "--seed", "5", lines="quit\n").out)

    assert "Green places Bodyguard: Casino Estoril I." in said
    assert "The missions: most tiles of Great Britain, most Assassin symbols" in said


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_what_is_proved_or_less_tried_is_said_so(language: str) -> None:
    said = words.load(language, "second")
    texts = [
        worth_words(said, Reason(1, worth, (), None, proved, unsure))
        for worth, proved, unsure in ((1.0, True, False), (0.0, True, False), (-1.0, True, False), (0.2, False, True), (0.2, False, False))
    ]
    assert len({*texts}) == 5
    assert "60%" in texts[3]
    assert texts[3].startswith(texts[4])
    assert not [text for text in texts if "[" in text]


@pytest.mark.slow
def test_an_ending_that_is_proved_says_who_wins(run: Run) -> None:
    whole = run("play", "second", "--seed", "7", "--bot", "random", lines="1\n" * 60).out
    before = whole.partition("round 8 of 8")[0].count("> 1")
    told = run("play", "second", "--seed", "7", "--bot", "random", lines="1\n" * before + "hint\nquit\n").out.partition("> hint")[2]

    assert "This is proved, not guessed:" in told
    assert re.search(r"\((wins, whatever the other player does|both lose, if both play well|loses, if the other)", unwrapped(told)), told


def test_an_analysis_tells_what_was_better_and_why(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run("play", "second", "--seed", "7", "--bot", "random", "--save", str(file), lines="1\n" * 60)
    said = run("analyse", str(file), "--bot", "1@8")

    assert said.code == 0, said.err
    assert "[" not in said.out
    told = unwrapped(said.out)
    assert re.search(r"Move \d+, (green|orange): \S+, [^.]*\. Chance of winning \d+% instead of \d+%\. Better: \S+, ", told), told
    assert "Expected next: " in told


def test_names_that_a_set_brings_along_fill_the_gaps_of_a_catalogue() -> None:
    plain = words.load("en", "connection")
    more = plain.knowing({"city.OSL": "Oslo", "city.ROM": "Roma"})
    assert (plain.say("city.OSL"), more.say("city.OSL"), more.say("city.ROM")) == ("[city.OSL]", "Oslo", "Roma")
