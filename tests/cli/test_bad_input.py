"""Every bad input is one clear line on stderr and exit code 2; nothing else is said, and nothing is changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import spyhouse
from spyhouse.rules.kit import registry
from spyhouse.rules.kit.records import header_check
from tests.cli.conftest import Run, Said

POSITION = "BBUABUBA 01101110 f3,f4,m 0.0.0/0.0.0/0.0.0+0.0.1 2.2.0 00000/00000/9/9 00000/00000/9/9 1/sel/g/g/g"


def assert_one_line(said: Said, *parts: str) -> None:
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("spyhouse: ")
    assert said.err.count("\n") == 1
    for part in parts:
        assert part in said.err


def finished() -> str:
    match = spyhouse.Match(spyhouse.game("second"), seed=7)
    while seats := match.state.to_act():
        match.play(seats[0], match.state.default(seats[0]))
    return match.record().dumps()


@pytest.mark.parametrize(
    ("argv", "parts"),
    [
        (["dance"], ["invalid choice: 'dance'", "play"]),
        (["play"], ["Which game?", "spyhouse play second"]),
        (["play", "chess"], ["There is no game 'chess'", "Possible: ", "second"]),
        (["games", "chess"], ["There is no game 'chess'"]),
        (["simulate", "chess"], ["There is no game 'chess'"]),
        (["position", "chess", "x"], ["There is no game 'chess'"]),
        (["play", "second", "--seat", "x"], ["no seat 'x'", "Possible: g, o"]),
        (["play", "second", "--seats", "3"], ["not for 3 seats", "Possible: 2"]),
        (["play", "second", "--seats", "two"], ["'two' is no number"]),
        (["play", "second", "--bot", "genius"], ["no bot 'genius'", "Possible: random, 1"]),
        (["play", "second", "--option", "cold_wars=true"], ["no option 'cold_wars'", "Did you mean 'cold_war'?"]),
        (["play", "second", "--option", "cold_war=maybe"], ['cannot be "maybe"', "true or false"]),
        (["play", "second", "--option", "cold_war"], ["needs a value", "cold_war=true"]),
        (["play", "second", "--option", "nonsense"], ["no option 'nonsense'"]),
        (["play", "second", "--option", "cold_war=true", "--option", "start_points=g=1"], ["Leave out one of the two"]),
        (["play", "second", "--seed", "seven"], ["'seven' is no seed"]),
        (["play", "second", "--seed", "-1"], ["--seed"]),
        (["play", "second", "--seed", "9" * 78], ["is no seed"]),
        (["play", "second", "--lang", "tlh"], ["'tlh'", "en", "pl"]),
        (["play", "second", "--nonsense"], ["Unrecognized arguments: --nonsense"]),
        (
            ["play", "second", "--seed", "7", "--moves", "first:g hello"],
            ["--moves, move 2", "'hello' is no move of Second Place", "Write s:S"],
        ),
        (["play", "second", "--seed", "7", "--moves", "first:g C:U"], ["--moves, move 2", "Missions are selected now", "[S16]"]),
        (["play", "second", "--load", "missing.json"], ["missing.json cannot be read", "no such file"]),
        (["play", "--load", "missing.json", "--seed", "3"], ["--seed has no meaning with --load"]),
        (["play", "second", "--load", "missing.json", "--option", "cold_war=true"], ["--option has no meaning with --load"]),
        (["play", "second", "--save", "/"], ["/ is a directory"]),
        (["play", "second", "--save", "nowhere/at/all.json"], ["no directory nowhere/at"]),
        (["replay", "missing.json"], ["missing.json cannot be read"]),
        (["verify", "missing.json"], ["missing.json cannot be read"]),
        (["verify", "bad\0name"], ["cannot be read"]),
        (["verify"], ["required: FILE"]),
        (["simulate", "second", "-n", "0"], ["'0' is no number from 1"]),
        (["simulate", "second", "-n", "many"], ["'many' is no number from 1"]),
        (["simulate", "second", "--bots", "random,genius"], ["no bot 'genius'"]),
        (["simulate", "second", "--bots", "random,random,random"], ["3 bots are named for 2 seats", "random,random"]),
        (["position", "second", "nonsense"], ["A position has 8 fields", "this one has 1"]),
        (["position", "second", POSITION.replace("2.2.0", "2.2")], ["points"]),
    ],
)
def test_a_bad_argument_is_one_clear_line(run: Run, argv: list[str], parts: list[str]) -> None:
    assert_one_line(run(*argv), *parts)


@pytest.mark.parametrize("command", [["verify"], ["replay"], ["play", "--load"]])
@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b"", "line 1"),
        (b"hello", "line 1: this is not JSON"),
        (b"\xff\xfe\x00\x80junk", "no text file"),
        (b"\x00" * 100, "line 1"),
        (b"[]", "line 1"),
        (b"{}", "has no 'format'"),
        (b"[" * 100_000, "bad.json"),
        (b'{"format": ' + b"[" * 100_000, "line 1"),
        (b'{"format": ' + b"9" * 5000 + b"}", "line 1"),
    ],
)
def test_a_file_that_is_no_record_is_one_clear_line(run: Run, tmp_path: Path, command: list[str], content: bytes, part: str) -> None:
    file = tmp_path / "bad.json"
    file.write_bytes(content)

    assert_one_line(run(*command, str(file)), part, "bad.json")


@pytest.mark.parametrize("command", [["verify"], ["replay"], ["play", "--load"]])
def test_a_directory_is_no_record(run: Run, tmp_path: Path, command: list[str]) -> None:
    assert_one_line(run(*command, str(tmp_path)), "cannot be read", "is a directory")


def test_every_line_of_a_record_that_is_edited_is_caught_by_its_number(run: Run, tmp_path: Path) -> None:
    lines = finished().splitlines(keepends=True)
    file = tmp_path / "edited.json"
    for number, line in enumerate(lines, 1):
        if line.startswith("["):
            who, text, check = json.loads(line.rstrip(",\n"))
            changed = json.dumps([who, "s:X" if text != "s:X" else "s:S", check]) + line[len(line.rstrip(",\n")) :]
            file.write_text("".join([*lines[: number - 1], changed, *lines[number:]]), encoding="utf-8")
            assert_one_line(run("verify", str(file)), f"line {number}:")


@pytest.mark.parametrize("member", ["game", "rules", "content", "seats", "players", "options", "commitment", "entropy"])
@pytest.mark.parametrize("value", [None, 3, -1, "x", [], {}, [[]], True])
def test_a_header_forged_with_its_check_is_refused_or_holds(run: Run, tmp_path: Path, member: str, value: Any) -> None:
    parts = json.loads(finished())
    parts["header"][member] = value
    parts["header"]["check"] = header_check(parts["header"])
    file = tmp_path / "forged.json"
    file.write_text(json.dumps(parts), encoding="utf-8")

    said = run("verify", str(file))

    assert said.code in (0, 2)
    if said.code == 2:
        assert_one_line(said, "forged.json")


def test_a_file_that_is_no_record_is_not_overwritten(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ada", encoding="utf-8")

    assert_one_line(run("play", "second", "--save", str(file)), "exists and is no record")
    said = run("play", "second", "--seed", "7", lines=f"save {file}\n")
    assert "exists and is no record" in " ".join(said.out.split())
    assert file.read_text(encoding="utf-8") == "Dear Ada"


@pytest.mark.parametrize("content", ["", "junk", "[]", "{}", '{"format": "spyhouse key 1", "seed": "00", "seat": 0, "bot": "greedy"}'])
def test_a_key_that_does_not_fit_is_one_clear_line(run: Run, tmp_path: Path, content: str) -> None:
    file = tmp_path / "game.json"
    run("play", "second", "--seed", "7", "--save", str(file))
    (tmp_path / "game.json.key").write_text(content, encoding="utf-8")

    assert_one_line(run("play", "--load", str(file)), "game.json.key")


def test_a_saved_game_of_another_game_is_refused_by_its_name(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._folders, "toy", "tests.toy")
    file = tmp_path / "game.json"
    run("play", "second", "--seed", "7", "--save", str(file))

    assert_one_line(run("play", "toy", "--load", str(file)), "is a game of 'second', not of 'toy'")
