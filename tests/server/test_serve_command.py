"""`spyhouse serve` as a user starts it: it says where it is, answers, and closes cleanly."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from pathlib import Path

import httpx
import pytest

from spyhouse.cli import main
from tests.house import PYTHON, ROOT, environment


def open_command(data: Path, *more: str) -> subprocess.Popen[str]:
    command = [PYTHON, "-m", "spyhouse", "serve", "--data", str(data), "--no-browser", *more]
    return subprocess.Popen(command, cwd=ROOT, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def address_of(house: subprocess.Popen[str]) -> str:
    assert house.stdout is not None
    for line in house.stdout:
        if found := re.search(r"http://localhost:\d+/", line):
            return found[0]
    raise AssertionError("no address was said")


def test_it_opens_says_where_and_closes_on_ctrl_c_without_a_word(tmp_path: Path) -> None:
    house = open_command(tmp_path, "--host", "127.0.0.1", "--port", "0")
    address = address_of(house)
    with httpx.Client(transport=httpx.HTTPTransport(retries=20)) as client:
        assert client.get(f"{address}api/games").json()[0]["slug"]
    house.send_signal(signal.SIGINT)
    _, errors = house.communicate(timeout=20)
    assert house.returncode in (0, 130)
    assert "Traceback" not in errors
    assert (tmp_path / "spyhouse.sqlite").exists()
    assert os.stat(tmp_path / "secret").st_mode & 0o077 == 0


@pytest.mark.slow
def test_a_taken_port_is_passed_over(tmp_path: Path) -> None:
    first = open_command(tmp_path / "one", "--host", "127.0.0.1", "--port", "4650")
    one = address_of(first)
    second = open_command(tmp_path / "two", "--host", "127.0.0.1", "--port", one.rstrip("/").rpartition(":")[2])
    try:
        assert address_of(second) != one
    finally:
        for house in (first, second):
            house.send_signal(signal.SIGINT)
            house.communicate(timeout=20)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["serve", "--port", "many"], "no port"),
        (["serve", "--port", "70000"], "no port"),
        (["serve", "--host", "203.0.113.7", "--no-browser"], "cannot open on 203.0.113.7"),
        (["serve", "--data", "/dev/null/here", "--no-browser"], "Name another folder"),
    ],
)
def test_what_cannot_be_served_is_one_clear_line(
    arguments: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SPYHOUSE_DATA", str(tmp_path))
    assert main(arguments) == 2
    errors = capsys.readouterr().err
    assert says in errors
    assert len(errors.splitlines()) == 1
