"""The law about clones finds a clone that forgets something: each attribute of the toy's State, forgotten on purpose."""

from __future__ import annotations

import pytest

from tests.contract.laws import a_clone_is_equal_and_independent
from tests.house import positions, table
from tests.toy import engine

FORGOTTEN = ("chance", "drop", "shown", "dice", "points", "peeked", "round", "phase", "ticks")


@pytest.mark.parametrize("name", FORGOTTEN)
def test_a_clone_that_forgets_something_breaks_the_law(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    whole = engine.State.clone

    def forgetful(self: engine.State) -> engine.State:
        twin = whole(self)
        setattr(twin, name, getattr(engine.blank(self.setting), name))
        return twin

    where = table("toy", 3)

    def keep_the_law() -> None:
        for state in positions(where, seed=1, count=8):
            with monkeypatch.context() as patched:
                patched.setattr(engine.State, "clone", forgetful)
                a_clone_is_equal_and_independent(where.game, state)

    with pytest.raises(AssertionError):
        keep_the_law()
