"""A record with any one line edited is caught with its line number: every line of real files, many kinds of edits."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import spyhouse
from spyhouse import BadRecord, Luck, Match, Record, verify

STORED = Path(__file__).parent.parent.parent / "records" / "second"


def finished_toy() -> str:
    """A match with secrets, dice and the clock; the rules play for everybody."""
    match = Match(spyhouse.game("toy"), seed=5, players=["Ada", "Bo"], entropy=["lark", "owl"])
    while owing := match.state.to_act():
        match.play(owing[0], match.state.legal(owing[0])[0])
    return match.record().dumps()


def running() -> str:
    match, luck = Match(spyhouse.game("second"), seed=5), Luck(5)
    for _ in range(15):
        seat = match.state.to_act()[0]
        legal = match.state.legal(seat)
        match.play(seat, legal[luck.below(len(legal))])
    return match.record().dumps()


FILES: dict[str, Callable[[], str]] = {
    "row1": lambda: (STORED / "row1.json").read_text(encoding="utf-8"),
    "house": lambda: (STORED / "house.json").read_text(encoding="utf-8"),
    "toy": finished_toy,
    "running": running,
}
EVERY_FILE = pytest.mark.parametrize("name", FILES)


def caught(lines: list[str]) -> int:
    """The line that is named; the record must not hold, and the error is one line."""
    with pytest.raises(BadRecord) as error:
        verify(Record.loads("\n".join(lines) + "\n"))
    assert "\n" not in str(error.value)
    return error.value.line


def replaced(lines: list[str], number: int, *instead: str) -> list[str]:
    return [*lines[: number - 1], *instead, *lines[number:]]


@EVERY_FILE
def test_the_file_itself_holds(name: str) -> None:
    assert verify(Record.loads(FILES[name]())).game in ("second", "toy")


@pytest.mark.slow
@EVERY_FILE
def test_any_one_sign_changed_is_caught_with_its_line(name: str) -> None:
    """Every sign of the file, one at a time; only spaces between words of JSON may change."""
    lines = FILES[name]().splitlines()
    for number, line in enumerate(lines, 1):
        for place, sign in enumerate(line):
            for other in {"0", "1", "z"} - {sign}:
                edited = replaced(lines, number, line[:place] + other + line[place + 1 :])
                assert abs(caught(edited) - number) <= (0 if len(line) > 2 else 1), f"line {number}: {edited[number - 1]}"


@EVERY_FILE
def test_garbage_in_place_of_any_line_is_caught_with_its_line(name: str) -> None:
    lines = FILES[name]().splitlines()
    for number, line in enumerate(lines, 1):
        for garbage in ("~", "ż\x00", '"x",', "5", line[: len(line) // 2] + "\\", line[len(line) // 2 :] if len(line) > 2 else "?"):
            assert caught(replaced(lines, number, garbage)) == number, garbage


@EVERY_FILE
def test_a_deleted_blank_repeated_or_added_line_is_caught_beside_it(name: str) -> None:
    """What is gone has no number any more: the line named is its place or its neighbour."""
    lines = FILES[name]().splitlines()
    for number, line in enumerate(lines, 1):
        if name == "running" and line == lines[-5]:
            continue  # see the next test but one
        for edited in ([], [""], [line, line], [line, '[0, "s:S", "0123456789abcdef"],'], [line, '"note": 1,']):
            assert abs(caught(replaced(lines, number, *edited)) - number) <= 1, f"line {number}: {edited}"


@EVERY_FILE
def test_two_swapped_lines_are_caught_at_one_of_them(name: str) -> None:
    """Members of the file may stand in any order, so `format` and `header` may be swapped; nothing else."""
    lines = FILES[name]().splitlines()
    for number in range(1, len(lines)):
        edited = replaced(replaced(lines, number, lines[number]), number + 1, lines[number - 1])
        if number == 2:
            assert verify(Record.loads("\n".join(edited))).game in ("second", "toy")
        else:
            assert abs(caught(edited) - number) <= 1


def test_a_running_match_is_also_a_shorter_one() -> None:
    """Whoever cuts off the last moves cleanly has the record of an earlier moment: it holds, and says that it is not over."""
    record = Record.loads(running())
    for size in range(2, len(record.log)):
        report = verify(Record.loads(Record(record.header, record.log[:size]).dumps()))
        assert (report.moves, report.outcome) == (size - 2, None)


# -- One member at a time ----------------------------------------------------------------------------------------------


def log_lines(lines: list[str]) -> Iterator[tuple[int, list[Any]]]:
    for number, line in enumerate(lines, 1):
        if line.startswith("["):
            yield number, json.loads(line.removesuffix(","))


@EVERY_FILE
def test_another_move_seat_or_check_is_caught_with_its_line(name: str) -> None:
    lines = FILES[name]().splitlines()
    for number, (who, text, check) in log_lines(lines):
        comma = "," if lines[number - 1].endswith(",") else ""
        for entry in (
            [who, "s:S" if text != "s:S" else "s:R", check],
            [who, text + " ", check],
            [who, "\ud800", check],
            [0 if who != 0 else 1, text, check],
            ["@" if who != "@" else "*", text, check],
            [who, text, "0" * 16],
            [who, text, check[:-1]],
            [who, text],
            [who, text, check, 0],
            None,
        ):
            assert caught(replaced(lines, number, json.dumps(entry) + comma)) == number, entry


@EVERY_FILE
def test_any_member_of_the_header_changed_is_caught_with_its_line(name: str) -> None:
    lines = FILES[name]().splitlines()
    header = json.loads("{" + lines[2].removesuffix(",") + "}")["header"]
    others: list[Any] = [None, "x", [], 7]
    edits: list[dict[str, Any]] = [header | {member: other} for member in header for other in others if other != header[member]]
    edits += [{member: value for member, value in header.items() if member != gone} for gone in header]
    edits += [header | {"options": header["options"] | {option: other}} for option in header["options"] for other in (None, "x", 4, True)]
    for edited in edits:
        if edited != header:
            assert caught(replaced(lines, 3, f'"header": {json.dumps(edited)},')) == 3, edited
    assert caught(replaced(lines, 3, f'"header": {json.dumps(header | {"note": 1})},')) == 3


@EVERY_FILE
def test_another_outcome_is_caught_with_its_line(name: str) -> None:
    lines = FILES[name]().splitlines()
    number = len(lines) - 2
    outcome = json.loads("{" + lines[number - 1].removesuffix(",") + "}")["outcome"]
    edits: list[Any] = [7, "x", [], {}, {"reason": "row1"}]
    others: list[Any] = [None, "x", [], [9, 9]]
    edits += [outcome | {member: other} for member in outcome or () for other in others if other != outcome[member]]
    edits += [None] if outcome else []
    for edited in edits:
        assert caught(replaced(lines, number, f'"outcome": {json.dumps(edited)},')) == number, edited


@EVERY_FILE
def test_another_seed_or_format_is_caught_with_its_line(name: str) -> None:
    lines = FILES[name]().splitlines()
    number = len(lines) - 1
    seeds: list[Any] = ["", "00", "0" * 63, "x" * 64, 5, [], {}, "1" * 64]
    for seed in seeds:
        assert caught(replaced(lines, number, f'"seed": {json.dumps(seed)}')) == number, seed
    for form in ("", "spyhouse record 2", None, 1):
        assert caught(replaced(lines, 2, f'"format": {json.dumps(form)},')) == 2


def test_a_finished_match_that_keeps_its_seed_back_is_caught_with_its_line() -> None:
    """Before the first move a seed was committed to: after the end it must be shown."""
    lines = FILES["row1"]().splitlines()

    assert caught(replaced(lines, len(lines) - 1, '"seed": null')) == len(lines) - 1


def test_a_running_match_has_no_seed_yet_and_says_so() -> None:
    report = verify(Record.loads(FILES["running"]()))

    assert not report.seed_checked
    assert not report.commitment_checked
