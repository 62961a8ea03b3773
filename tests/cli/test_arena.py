"""`spyhouse arena` and `spyhouse ladder` in the terminal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.conftest import Run


def test_a_pairing_is_played_kept_and_summed_up(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    arguments = ("arena", "second", "--bots", "1@3,random", "--games", "4", "--workers", "1", "--json", str(file))

    first, again = run(*arguments), run(*arguments)

    assert first.code == 0, first.err
    assert first.out == again.out
    assert "Second Place: 1@3 against random, 2 seats" in first.out
    assert len(file.read_text(encoding="utf-8").splitlines()) == 4


def test_a_ladder_has_a_line_for_each_step(run: Run) -> None:
    said = run("ladder", "second", "--levels", "random,1@3,2@5", "--games", "2", "--workers", "1", "--lang", "pl")

    assert said.code == 0, said.err
    assert [line.split("  ")[0] for line in said.out.splitlines()[2:]] == ["1@3 - random", "2@5 - 1@3"]
    assert "drabina" in said.out


def test_bad_arguments_are_told_in_one_line(run: Run, tmp_path: Path) -> None:
    for arguments, why in (
        (("arena", "second"), "required: --bots"),
        (("arena", "second", "--bots", "4"), "1 bots are named for 2 seats"),
        (("arena", "second", "--bots", "4,genius"), "no bot 'genius'"),
        (("arena", "second", "--bots", "1,2", "--json", str(tmp_path / "none" / "x")), "There is no folder"),
        (("ladder", "second", "--levels", "3"), "A ladder needs two levels at least"),
        (("ladder", "second", "--budget", "money"), "invalid choice: 'money'"),
    ):
        said = run(*arguments)
        assert said.code != 0
        assert why in said.err
        assert "Traceback" not in said.err


# -- Hints and analysis ----------------------------------------------------------------------------------------------------------


def test_a_hint_names_the_best_moves_and_what_they_are_worth(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spyhouse.cli.play.ADVISER", "1")
    moves = "first:g"
    asked = run("play", "second", "--seed", "7", "--bot", "random", "--moves", moves, lines="hint\nquit\n")
    shown = run("play", "second", "--seed", "7", "--bot", "random", "--moves", moves, "--hints", lines="quit\n")

    for said in (asked, shown):
        ideas = [line for line in said.out.splitlines() if re.match(r"  s:[SRGCX]: .* on Single \(chance of winning \d+%", line)]
        assert 1 <= len(ideas) <= 3, said.out
        assert not re.search(r"\([+-]?[01]\.\d\d\)", said.out)  # no bare worth
        assert "Expected next: orange: " in said.out


def test_an_analysis_has_a_line_for_every_choice_and_a_mean_for_every_seat(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run("play", "second", "--seed", "7", "--bot", "random", "--save", str(file), lines="1\n" * 40)
    said = run("analyse", str(file), "--bot", "1@4")

    assert said.code == 0, said.err
    assert said.out.splitlines()[0].split() == ["Seat", "Move", "Worth", "Best", "Loss"]
    assert said.out.count("mean loss") == 2
    assert "Worth is the chance of winning in per cent" in said.out
    turns = [line for line in said.out.splitlines() if re.match(r"Move \d+, (green|orange): \S+, ", line)]
    assert turns  # a game of first moves gives something away
    assert said.out.count("Better: ") == len(turns)


def test_a_bot_that_does_not_search_cannot_judge(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run("play", "second", "--seed", "7", "--bot", "random", "--save", str(file), lines="1\n" * 40)

    assert "cannot say what a move is worth" in run("analyse", str(file), "--bot", "greedy").err
