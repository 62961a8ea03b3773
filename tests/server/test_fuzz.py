"""A small share of the attack in `fuzz.py`, with another seed than the long one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.fuzz import attack
from tests.server.house import run


@pytest.mark.slow
def test_nonsense_breaks_nothing_and_changes_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        fuzz = await attack(tmp_path, messages=1000, requests=400, seed=7)
        assert fuzz.faults == []

    run(main())
