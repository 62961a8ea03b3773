"""Work that goes wrong in a worker process, in every way there is. A process that imports it needs nothing else."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any


class Sticky(Exception):
    """An error that cannot be sent to another process."""

    def __init__(self, secret: str, what: Any) -> None:
        super().__init__(secret)
        self.what = what

    def __reduce__(self) -> Any:
        raise TypeError("this stays here")


def raise_something() -> None:
    raise LookupError("the seed is 1234")


def raise_what_cannot_be_sent() -> None:
    raise Sticky("the seed is 1234", lambda: None)


def answer_what_cannot_be_sent() -> Callable[[], None]:
    return lambda: None


def exit_at_once() -> None:
    os._exit(3)


def say(what: str) -> str:
    return what
