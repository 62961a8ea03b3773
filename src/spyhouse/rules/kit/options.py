"""Options: every variant and every ruling of a game, typed, with a default and one line of explanation."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Protocol

from spyhouse.rules.kit.content import is_name
from spyhouse.rules.kit.errors import BadOption, Named

YES = ("true", "on", "yes", "1")
NO = ("false", "off", "no", "0")


class Kind(Protocol):
    """What values an option takes."""

    @property
    def possible(self) -> str:
        """The possible values, in words."""

    def read(self, value: object) -> object:
        """The value as it is kept (plain JSON); ValueError if it is none of the possible ones."""


@dataclass(frozen=True)
class Flag:
    """true or false."""

    possible: str = "true or false"

    def read(self, value: object) -> bool:
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value.lower() in YES:
            return True
        if isinstance(value, str) and value.lower() in NO:
            return False
        raise ValueError


@dataclass(frozen=True)
class Number:
    """A whole number, or nothing where `none` allows it."""

    low: int
    high: int
    none: bool = False

    @property
    def possible(self) -> str:
        return f"a whole number from {self.low} to {self.high}" + (", or none" if self.none else "")

    def read(self, value: object) -> int | None:
        if self.none and (value is None or value in ("none", "null")):
            return None
        if isinstance(value, str):
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            raise ValueError
        return value


@dataclass(frozen=True)
class Choice:
    """One of a few words. `on` is the word that plain `true` means, `off` the one of `false`."""

    words: tuple[str, ...]
    on: str | None = None
    off: str | None = None

    @property
    def possible(self) -> str:
        return "one of " + ", ".join(self.words)

    def read(self, value: object) -> str:
        if isinstance(value, bool) or str(value).lower() in ("true", "false"):
            meant = self.on if str(value).lower() == "true" else self.off
            if meant is None:
                raise ValueError
            return meant
        if str(value) not in self.words:
            raise ValueError
        return str(value)


@dataclass(frozen=True)
class Word:
    """A name of small letters, digits, - and _, such as the name of a folder with other pieces."""

    possible: str = "a name of small letters, digits, - and _"

    def read(self, value: object) -> str:
        if not isinstance(value, str) or not is_name(value):
            raise ValueError
        return value


@dataclass(frozen=True)
class Numbers:
    """One whole number for each name, as {"g": 2, "o": 2} or as text g=2,o=2; a name left out keeps its default."""

    defaults: tuple[tuple[str, int], ...]
    low: int
    high: int

    @property
    def possible(self) -> str:
        return f"whole numbers from {self.low} to {self.high} for " + ", ".join(name for name, _ in self.defaults)

    def read(self, value: object) -> dict[str, int]:
        if isinstance(value, str):
            value = {name.strip(): int(number) for name, _, number in (part.partition("=") for part in value.split(","))}
        if not isinstance(value, Mapping):
            raise ValueError
        result = dict(self.defaults)
        for name, number in value.items():
            if name not in result or isinstance(number, bool) or not isinstance(number, int) or not self.low <= number <= self.high:
                raise ValueError
            result[name] = number
        return result


@dataclass(frozen=True)
class Subset:
    """Some of the whole numbers from low to high, each at most once, as [1, 2] or as text 1,2."""

    low: int
    high: int

    @property
    def possible(self) -> str:
        return f"different whole numbers from {self.low} to {self.high}"

    def read(self, value: object) -> list[int]:
        if isinstance(value, str):
            value = [int(part) for part in value.split(",")] if value else []
        if not isinstance(value, list | tuple) or len(set(value)) != len(value):
            raise ValueError
        for number in value:
            if isinstance(number, bool) or not isinstance(number, int) or not self.low <= number <= self.high:
                raise ValueError
        return sorted(value)


@dataclass(frozen=True)
class Option:
    """One thing a table can agree on before the first move."""

    name: str
    kind: Kind
    default: object
    edition: str  # "variant", "reading" (how we read an unclear rule), "edition" (rulebooks differ), "house"
    line: str  # what it does, in one line
    waits_for: str = ""  # what no table can do yet: until then records know the option, at its default, and nobody is offered it
    in_records: bool = False  # but the rules can: records, and tables laid before, may hold any of its values

    def read(self, value: object) -> object:
        try:
            found = self.kind.read(value)
        except (ValueError, TypeError) as why:
            possible = Named({"kind": type(self.kind).__name__, **vars(self.kind)}, self.kind.possible)
            text = "Option '{option}' cannot be {value}. Possible: {possible}."
            raise BadOption(text, option=self.name, value=json.dumps(value, default=str), possible=possible) from why
        if not self.in_records:
            self.must_be_offered(found)
        return found

    def must_be_offered(self, value: object) -> None:
        """Refuses what would change nothing at a new table."""
        if self.waits_for and value != self.default:
            text = "Option '{option}' would change nothing: {missing} cannot be played yet. Leave it out."
            raise BadOption(text, option=self.name, missing=Named(self.waits_for, self.waits_for))


def read_options(title: str, options: tuple[Option, ...], chosen: Mapping[str, object]) -> dict[str, object]:
    """The chosen options, checked one by one; those left out are not in the result."""
    by_name = {option.name: option for option in options}
    result: dict[str, object] = {}
    for name, value in chosen.items():
        if name not in by_name:
            offered = [option.name for option in options if not option.waits_for]
            near = get_close_matches(str(name), offered, n=1)
            if near:
                why = "{game} has no option '{option}'. Did you mean '{near}'? Possible: {possible}."
                raise BadOption(why, game=title, option=name, near=near[0], possible=offered)
            raise BadOption("{game} has no option '{option}'. Possible: {possible}.", game=title, option=name, possible=offered)
        result[name] = by_name[name].read(value)
    return result


def with_defaults(options: tuple[Option, ...], chosen: Mapping[str, object]) -> dict[str, object]:
    """All options, those left out at their default, in the order of the game's list."""
    return {option.name: chosen.get(option.name, option.default) for option in options}
