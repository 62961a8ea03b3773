"""The command in this process: arguments and lines in, exit code and texts out."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from spyhouse.cli import main


@dataclass(frozen=True)
class Said:
    """What a command left behind."""

    code: int
    out: str
    err: str


Run = Callable[..., Said]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command with these lines as its input."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "dumb")

    def run_command(*argv: str, lines: str = "") -> Said:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        code = main(argv)
        said = capsys.readouterr()
        return Said(code, said.out, said.err)

    return run_command


def unwrapped(text: str) -> str:
    """What was said, however its lines were broken."""
    return " ".join(text.split())
