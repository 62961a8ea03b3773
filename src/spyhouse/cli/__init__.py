"""The `spyhouse` command: play in the terminal, list the games, replay and verify records, simulate."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

from spyhouse.cli.arguments import read_arguments
from spyhouse.cli.terminal import Terminal
from spyhouse.rules.kit.errors import SpyhouseError

OK, BAD_INPUT, INTERRUPTED = 0, 2, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command; every bad input is one line on stderr and exit code 2."""
    _prepare_streams()
    try:
        arguments = read_arguments(argv)
        arguments.command(arguments, Terminal())
        sys.stdout.flush()
    except SpyhouseError as why:
        return complain(str(why))
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains once more when it closes
    return OK


def complain(why: str) -> int:
    """Says on one line what is wrong."""
    print(f"spyhouse: {' '.join(why.split())}", file=sys.stderr)
    return BAD_INPUT


def _prepare_streams() -> None:
    """A closed stream is as good as an empty one, and what a stream cannot show is no reason to stop."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # stays open to the end
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
