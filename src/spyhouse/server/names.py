"""Names of guests: whatever people are called, in any script, as long as others can see it and it stays on its line."""

from __future__ import annotations

import unicodedata

from spyhouse.rules.kit.errors import SpyhouseError

MAX_NAME = 24
MAX_MARKS = 2  # on one letter; no script in use needs more once they are composed
UNSEEN = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # fillers and the blank of Braille: letters by their kind, and not to be seen


def clean_name(name: str) -> str:
    """A name in its composed form with single spaces; one that is blank, invisible or too long is refused."""
    clean = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(clean) <= MAX_NAME:
        raise SpyhouseError("A name has 1 to {most} letters.", most=MAX_NAME)
    kinds = [unicodedata.category(letter) for letter in clean]
    if not all(letter.isprintable() and letter not in UNSEEN for letter in clean) or not any(kind[0] in "LNS" for kind in kinds):
        raise SpyhouseError("A name is made of letters and signs that everybody can see.")
    if _longest_run(kinds) > MAX_MARKS:
        raise SpyhouseError("A name has at most {most} accents on one letter.", most=MAX_MARKS)
    return clean


def _longest_run(kinds: list[str]) -> int:
    """How many marks stand on one letter, at most."""
    longest = run = 0
    for kind in kinds:
        run = run + 1 if kind in ("Mn", "Me") else 0
        longest = max(longest, run)
    return longest
