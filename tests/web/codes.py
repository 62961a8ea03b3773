"""What no player should read: codes where words belong."""

from __future__ import annotations

import re
from functools import cache

import spyhouse

WORDS_OF_PROGRAMS = (
    r"[{}]",  # a template that was not filled
    r"\[\w+[./]\w+",  # a key without words
    r"\bundefined\b|\bNaN\b|\bnull\b|\bobject Object\b",
    r"\b[a-z]+_[a-z_]+\b",  # a name of the sources
    r"\b\w=\d",  # an option as it is typed
    r"\b[A-Z]:[\w#]",  # the notation
    r"@\d+\.\d",
    r"\b[A-Z]{2}\d+\b|\b[a-z]S\d\b",  # a piece by its code
)
NAMES = {"channel"}  # ids that are words, too


@cache
def codes(game: str) -> re.Pattern[str]:
    """What no player should read: words of programs, and the ids of this game's pieces."""
    setting = getattr(spyhouse.game(game).start(seed=1), "setting", None)
    lists = [getattr(setting, name) for name in dir(setting) if name.endswith("_ids")]
    ids = {id for one in lists for id in one}
    return re.compile("|".join([*WORDS_OF_PROGRAMS, *(rf"\b{re.escape(id)}\b" for id in sorted(ids) if len(id) > 2 and id not in NAMES)]))
