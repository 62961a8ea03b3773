"""The toy game lives here while these tests run: it has every kind of step that a bot can meet."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests import house


@pytest.fixture(autouse=True)
def _toy() -> Iterator[None]:
    with house.toy_at_home():
        yield
