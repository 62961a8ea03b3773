"""What can be wrong with an input, said so that a player can mend it."""

from __future__ import annotations


class SpyhouseError(ValueError):
    """An input that cannot be accepted. Nothing was changed."""


class IllegalMove(SpyhouseError):
    """A move the rules refuse: what is in the way, what to do instead, and the rule.

    Said only to the mover and only from what the mover may know.
    """

    def __init__(self, rule: str, why: str, instead: str) -> None:
        super().__init__(f"{why} {instead} [{rule}]")
        self.rule = rule
        self.why = why
        self.instead = instead

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[str, str, str]]:
        return IllegalMove, (self.rule, self.why, self.instead)


class BadNotation(SpyhouseError):
    """A text that is no move of this game."""


class BadOption(SpyhouseError):
    """An unknown option, or a value it cannot take."""


class BadPosition(SpyhouseError):
    """A position string that describes no position."""


class BadView(SpyhouseError):
    """Bytes that are no View of this game."""


class BadContent(SpyhouseError):
    """A data file (deck, board, map) that breaks a rule for such files."""


class BadRecord(SpyhouseError):
    """A record that cannot be read or does not hold; `line` is the line of the file."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(f"line {line}: {what}")
        self.line = line
        self.what = what

    def __reduce__(self) -> tuple[type[BadRecord], tuple[int, str]]:
        return BadRecord, (self.line, self.what)
