"""The terminal: prints in colour where there is any, and reads lines; a pipe or a file serves as well."""

from __future__ import annotations

import sys
from contextlib import suppress

from rich.console import Console, RenderableType
from rich.text import Text

WIDEST = 110  # a board is easier to take in when it is not stretched over a wide screen


class Screen(Console):
    """A console that leaves it to the command what happens when its reader has gone."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


class Terminal:
    """Where a command talks to its user."""

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Screen(highlight=False, markup=False, emoji=False)
        if self.console.width > WIDEST:
            self.console.width = WIDEST

    @property
    def plain(self) -> bool:
        """Whether only ASCII can be shown."""
        return not self.console.encoding.lower().startswith("utf")

    @property
    def live(self) -> bool:
        """Whether somebody sits in front of it."""
        return self.console.is_terminal and sys.stdin is not None and sys.stdin.isatty()

    def show(self, thing: RenderableType) -> None:
        self.console.print(thing)

    def say(self, text: str, style: str = "", indent: int = 0) -> None:
        """A paragraph, wrapped at words."""
        for line in Text(text, style).wrap(self.console, max(self.console.width - indent, 20)):
            self.console.print(Text(" " * indent) + line)

    def say_whole(self, text: str, style: str = "") -> None:
        """A line that is not wrapped: it may hold a path, and another program may look for it."""
        self.console.print(Text(text, style), soft_wrap=True)

    def gap(self) -> None:
        self.console.print()

    def ask(self) -> str | None:
        """The next line of input, or None at its end. What comes from a pipe is repeated, so that the talk can be read."""
        if self.live:
            return _edited_line()
        line = sys.stdin.readline() if sys.stdin is not None else ""
        self.console.print(f"> {line.strip()}".rstrip())
        return line.strip() if line else None


def _edited_line() -> str | None:
    """A line typed at a terminal, with arrow keys and history where the system has them."""
    with suppress(ImportError):
        import readline  # noqa: F401  # importing it is what gives `input` its arrow keys
    try:
        return input("> ").strip()
    except EOFError:
        print()
        return None
