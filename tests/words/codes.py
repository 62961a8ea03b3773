"""Codes where words belong: how ids of pieces and the notation of moves look."""

from __future__ import annotations

import re
from functools import cache

import spyhouse

TABLES = ("tile", "mission", "country", "city", "card", "link", "space")  # of the words that a set of pieces brings
NOTATION = {  # what moves look like, and names of pieces that the content does not list
    "second": r"\b[sdGSRCX]:[A-Z]\S*|\bfirst:[go]\b",
    "estoril": r"\b\d\.[1-4R]\b|[A-Za-z]\w+@\d|\bX [rgbyA-Z]\w|[a-z]=\d|#",
    "connection": r"\b[TODAMCPS]:\w+",
    "wink": r"\b[LAKC]:\w+|\bseats? \d|#",
}
WORD = re.compile(r"\w+")


@cache
def ids(slug: str) -> set[str]:
    """The ids of all pieces."""
    room = spyhouse.game(slug)
    named = room.show(room.start(max(room.meta.seats), seed=1).view(0)).get("words", {})
    return {key.partition(".")[2] for key in named if key.partition(".")[0] in TABLES}


def has_code(slug: str, text: str) -> bool:
    return not ids(slug).isdisjoint(WORD.findall(text)) or re.search(NOTATION[slug], text) is not None
