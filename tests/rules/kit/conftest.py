"""The toy game is at home in these tests: it has what Second Place has not (secrets, a clock, no positions)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.house import toy_at_home


@pytest.fixture(autouse=True, scope="module")
def _toy() -> Iterator[None]:
    with toy_at_home():
        yield
