"""A game in the terminal, by lines of input: numbers, notation, questions, undo, save and resume."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import spyhouse
from spyhouse.cli import rulebook
from spyhouse.rules.kit import registry
from tests.cli.conftest import Run, unwrapped

WHOLE = "1\n" * 200  # more lines than any game has decisions
OPENING = ("play", "second", "--option", "spy_ops=first_player", "--seed", "3")  # seed 3: green has the Briefcase


def test_a_whole_game_is_played_through_a_pipe(run: Run) -> None:
    said = run("play", "second", "--seed", "7", lines=WHOLE)

    assert (said.code, said.err) == (0, "")
    assert "round 8 of 8" in said.out
    assert "You have won." in said.out or "You have lost." in said.out
    assert "\x1b" not in said.out  # no colours, no screen control


@pytest.mark.parametrize("language", ["en", "pl"])
def test_nothing_is_without_words_or_wider_than_80_columns(run: Run, language: str) -> None:
    said = run("play", "second", "--seed", "8", "--lang", language, lines="help\nlog\nboard\n" + WHOLE)

    assert "[" not in said.out.replace("[S", "")  # rules are cited in brackets, missing words shown in them
    assert max(map(len, said.out.splitlines())) <= 80


def test_a_terminal_without_unicode_gets_plain_marks(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spyhouse.cli.terminal.Terminal.plain", True)
    said = run("play", "second", "--seed", "8", lines=WHOLE)

    assert said.out.isascii()


def test_moves_are_taken_by_number_and_by_notation(run: Run) -> None:
    by_number = run(*OPENING, lines="1\n")
    by_notation = run(*OPENING, lines="s:S\n")

    assert "Green selects Switch (Single)." in by_number.out
    assert by_number.out.replace("> 1\n", "") == by_notation.out.replace("> s:S\n", "")


def test_given_moves_are_played_first_for_whoever_is_to_act(run: Run) -> None:
    said = run(*OPENING, "--moves", "s:C s:S C:I")

    assert "Green selects Crisis (Single)." in said.out
    assert "Orange selects Switch (Single)." in said.out
    assert "Green infiltrates instead of Crisis: a cube" in said.out


def test_more_given_moves_than_the_game_has_are_refused(run: Run) -> None:
    match = spyhouse.Match(spyhouse.game("second"), seed=3)
    while seats := match.state.to_act():
        match.play(seats[0], match.state.default(seats[0]))
    texts = [line.text for line in match.record().log if line.who != "*"]

    said = run("play", "second", "--seed", "3", "--moves", " ".join([*texts, "s:S"]))
    assert (said.code, said.err.count("\n")) == (2, 1)
    assert "the game is over before move" in said.err


def test_a_bad_line_is_answered_and_asked_again(run: Run) -> None:
    said = run(*OPENING, lines="99\n0\nhello\nC:U\nd:SS\n\ns:S\n")

    assert said.code == 0
    assert said.out.count("There is no move") == 2
    assert "'hello' is no move of Second Place." in said.out
    assert "Missions are selected now, not executed." in said.out
    assert "Write a number, a move, ? or help." in said.out
    assert "Green selects Switch (Single)." in said.out


def test_a_bad_line_is_answered_in_the_language_of_the_table(run: Run) -> None:
    said = run(*OPENING, "--lang", "pl", lines="hello\nC:U\nd:SS\n? C:U\nundo\ns:S\n")
    told = " ".join(said.out.split())  # as it is, without the ends of the lines

    assert "„hello” to nie ruch w tej grze. Napisz s:S," in told
    assert "Teraz misje się wybiera, a nie wykonuje. Wybierz pole pojedyncze albo podwójne. [S16]" in told
    assert "„d:SS” wybiera dwa razy tę samą misję." in told
    assert "C:U nie jest teraz możliwe. Teraz misje się wybiera" in told
    assert "Nie masz ruchu, który można jeszcze cofnąć." in told


def test_enter_plays_the_only_move(run: Run) -> None:
    """S27: in round 1 no Switch can be done in full, so its conversion is the only move."""
    said = run(*OPENING, "--moves", "s:S s:S", lines="\n")

    assert "There is only this move: Enter plays it." in said.out
    assert "Green infiltrates instead of Switch" in said.out


def test_the_rule_behind_the_question_and_behind_a_move(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "spyhouse.cli.rulebook.rulebook", lambda slug, name="RULES.md": {"S17": "Single or Dual.", "S16": "Selecting comes first."}
    )
    said = run(*OPENING, lines="?\n? s:S\n? 2\n? C:U\n? hello\n")

    assert "S17: Single or Dual." in said.out
    assert "s:S is possible: Single: Switch." in said.out
    assert "s:R is possible: Single: Relocate." in said.out
    assert "C:U is not possible now. Missions are selected now" in said.out
    assert "S16: Selecting comes first." in said.out
    assert "'hello' is no move of Second Place." in said.out


def test_the_rule_is_read_in_the_language_of_the_table_where_it_is_written(run: Run) -> None:
    said = unwrapped(run(*OPENING, "--lang", "pl", lines="?\n? C:U\n").out)

    assert "S17: Wybierasz albo jedną misję" in said
    assert "S16: Pierwszy gracz wybiera jawnie" in said
    assert rulebook.rule_text("wink", "W1", "pl") == rulebook.rule_text("wink", "W1")  # not written in Polish yet


def test_without_a_rulebook_the_rule_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spyhouse.cli.rulebook.rulebook", lambda slug, name="RULES.md": {})

    assert "The rule behind this is S17." in run(*OPENING, lines="?\n").out


def test_a_move_is_taken_back_while_nobody_could_act_on_it(run: Run) -> None:
    said = run(*OPENING, "--moves", "d:SR s:S", lines="S:I\nundo\nR:I\n")

    assert "Taken back." in said.out
    told = [
        said.out.index(text) for text in ("Green infiltrates instead of Switch", "Taken back.", "Green infiltrates instead of Relocate")
    ]
    assert told == sorted(told)


def test_a_move_that_was_answered_cannot_be_taken_back(run: Run) -> None:
    said = run(*OPENING, lines="s:S\nundo\n")

    assert "There is no move of yours that can still be taken back." in said.out
    assert "Taken back." not in said.out


def test_the_log_is_the_round_record(run: Run) -> None:
    """4.2: a line a round."""
    said = run(*OPENING, "--moves", "s:S s:S S:I S:I", lines="log\n")

    assert " 1. g s:S | o s:S || g S:I | o S:I || +0 +0 +0 = 2.2.0 row6 brief o" in said.out


def test_the_end_of_the_input_ends_the_game_with_a_hint(run: Run) -> None:
    said = run(*OPENING)

    assert (said.code, said.err) == (0, "")
    assert "Not saved." in said.out
    assert "--save FILE" in said.out


def test_the_other_seat_can_be_taken(run: Run) -> None:
    said = run("play", "second", "--seed", "7", "--seat", "o", "--bot", "random", lines="1\n" * 3)

    assert "You are orange; the bot random plays green." in said.out
    assert "Orange (you)" in said.out


# -- saving and going on -----------------------------------------------------------------------------------------------


def moves_of(file: Path) -> list[list[object]]:
    return list(json.loads(file.read_text(encoding="utf-8"))["log"])


def test_a_resumed_game_goes_on_exactly(run: Run, tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    run("play", "second", "--seed", "11", "--save", str(whole), lines=WHOLE)

    run("play", "second", "--seed", "11", "--save", str(parts), lines="1\n" * 5 + "quit\n")
    assert len(moves_of(parts)) < len(moves_of(whole))
    run("play", "--load", str(parts), lines="1\n" * 4)
    run("play", "second", "--load", str(parts), lines=WHOLE)

    assert whole.read_text(encoding="utf-8") == parts.read_text(encoding="utf-8")


def test_a_running_save_keeps_the_seed_out_of_the_record(run: Run, tmp_path: Path) -> None:
    file, key = tmp_path / "game.json", tmp_path / "game.json.key"
    said = run("play", "second", "--seed", "11", lines=f"save {file}\n")
    seed = (11).to_bytes(32, "big").hex()

    assert "Go on with: spyhouse play --load" in " ".join(said.out.split())
    assert seed not in file.read_text(encoding="utf-8")
    assert json.loads(file.read_text(encoding="utf-8"))["seed"] is None
    assert json.loads(key.read_text(encoding="utf-8"))["seed"] == seed
    assert key.stat().st_mode & 0o077 == 0  # nobody else reads it


def test_the_record_of_a_finished_game_reveals_the_seed_and_needs_no_key(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run("play", "second", "--seed", "11", "--save", str(file), lines="1\n")
    assert (tmp_path / "game.json.key").exists()
    run("play", "--load", str(file), lines=WHOLE)

    assert not (tmp_path / "game.json.key").exists()
    said = run("verify", str(file))
    assert said.code == 0
    assert "the seed is the one committed to" in said.out


def test_a_game_without_its_key_goes_on_where_nothing_is_drawn_any_more(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run("play", "second", "--seed", "11", "--save", str(file), lines="1\n")
    (tmp_path / "game.json.key").unlink()
    said = run("play", "--load", str(file), lines=WHOLE)

    assert said.code == 0
    checked = run("verify", str(file))
    assert checked.code == 2  # the draws were committed to, and the seed that would prove them is lost
    assert "seed it was committed to is not shown" in checked.err


def test_the_seat_and_the_bot_come_back_with_the_key(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run("play", "second", "--seed", "11", "--seat", "o", "--bot", "random", "--save", str(file), lines="1\n")

    assert "You are orange; the bot random plays green." in run("play", "--load", str(file)).out


def test_a_finished_game_can_still_be_saved(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    moves = ["1"] * 60
    said = run("play", "second", "--seed", "7", lines="\n".join([*moves, f"save {file}"]) + "\n" * 3)
    assert said.code == 0
    # The sixty lines outlast the game: what follows its end is read as commands, and "1" is none.
    assert run("verify", str(file)).code == 0


def test_save_without_a_name_asks_where(run: Run) -> None:
    assert "Save where? Write: save FILE" in run(*OPENING, lines="save\n").out


# -- any game ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy game with a secret hand, commits, a die and a clock; it has no board and no words."""
    monkeypatch.setitem(registry._folders, "toy", "tests.toy")


@pytest.mark.usefixtures("toy")
def test_a_game_without_a_board_is_playable_at_once(run: Run) -> None:
    said = run("play", "toy", "--seats", "3", "--seed", "5", "--seat", "b", lines=WHOLE)

    assert (said.code, said.err) == (0, "")
    assert "You have won." in said.out or "You have lost." in said.out


@pytest.mark.usefixtures("toy")
def test_a_game_with_chance_to_come_needs_its_key(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "toy.json"
    run("play", "toy", "--seed", "5", "--save", str(file), lines="1\n")
    assert run("play", "--load", str(file)).code == 0
    (tmp_path / "toy.json.key").unlink()
    said = run("play", "--load", str(file))

    assert (said.code, said.err.count("\n")) == (2, 1)
    assert "needs its key to go on" in said.err


@pytest.mark.slow
@pytest.mark.usefixtures("toy")
def test_a_resumed_game_with_chance_goes_on_exactly(run: Run, tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    run("play", "toy", "--seed", "6", "--save", str(whole), lines=WHOLE)
    run("play", "toy", "--seed", "6", "--save", str(parts), lines="1\n")
    run("play", "--load", str(parts), lines=WHOLE)

    assert whole.read_text(encoding="utf-8") == parts.read_text(encoding="utf-8")
