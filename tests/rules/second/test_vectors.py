"""No vector of the rules document is without its test (6.1, 6.2)."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
DOCSTRING = re.compile(r'def test_\w+\([^)]*\) -> None:\n    """([ET]\d+):')


def test_every_vector_has_a_test_under_its_id() -> None:
    """6.1, 6.2: E1 to E14 and T1 to T24, each first in a docstring."""
    found = {name for file in HERE.glob("test_*.py") for name in DOCSTRING.findall(file.read_text(encoding="utf-8"))}

    assert found == {f"E{number}" for number in range(1, 15)} | {f"T{number}" for number in range(1, 25)}
