"""What can be wrong with an input, said so that a player can mend it."""

from __future__ import annotations

from typing import Any, NamedTuple


class Named(NamedTuple):
    """A thing that English texts call by its name and other languages look up by its code."""

    code: Any
    name: str


class SpyhouseError(ValueError):
    """An input that cannot be accepted. Nothing was changed.

    With `places` the text is a template: `SpyhouseError("There is no bot '{bot}'.", bot=bot)`. The message is its English; who speaks
    another language looks the template up there and fills in the same places.
    """

    def __init__(self, text: str = "", /, **places: Any) -> None:
        super().__init__(_filled(text, places))
        self.templates: tuple[str, ...] = (text,)
        self.places = _codes(places)


class IllegalMove(SpyhouseError):
    """A move the rules refuse: what is in the way, what to do instead, and the rule.

    Said only to the mover and only from what the mover may know.
    """

    def __init__(self, rule: str, why: str, instead: str, **places: Any) -> None:
        self.rule = rule
        self.why = _filled(why, places)
        self.instead = _filled(instead, places)
        super().__init__(f"{self.why} {self.instead}" + (f" [{rule}]" if rule else ""))  # a refusal of the kit has none
        self.templates = (why, instead)
        self.places = _codes(places)

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[str, str, str], dict[str, Any]]:
        return IllegalMove, (self.rule, self.why, self.instead), self.__dict__


def _filled(text: str, places: dict[str, Any]) -> str:
    """The English of a template; without places a text may have braces of its own."""
    return text.format_map({place: _english(value) for place, value in places.items()}) if places else text


def _english(value: Any) -> str:
    if isinstance(value, Named):
        return value.name
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _codes(places: dict[str, Any]) -> dict[str, Any]:
    return {place: value.code if isinstance(value, Named) else value for place, value in places.items()}


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
