"""How clients list moves: what a player mostly wants comes first, what takes away or gives up comes last."""

from __future__ import annotations

import pytest

from spyhouse.rules.kit.contract import CLOCK
from tests.house import Table, plain_tables, positions, seats_of

UNWANTED = {  # kinds that never stand above one of another kind
    "connection": {"take_back", "uncover", "discard", "vacate"},
    "estoril": {"stop", "discard", "lose"},
    "wink": {"accuse", "pass"},
    "second": {"convert"},
    "toy": set[str](),
}
MOMENTS = 40


@pytest.mark.parametrize("table", plain_tables(), ids=str)
def test_what_takes_away_is_never_listed_above_anything_else(table: Table) -> None:
    unwanted = UNWANTED[table.slug]
    mixed = 0
    for state in positions(table, 5, MOMENTS):
        for seat in seats_of(state):
            if seat == CLOCK:
                continue
            moves = table.game.moves(state.view(seat))
            assert sorted(move.action for move in moves) == list(state.view(seat).legal())
            tail = [move.move["kind"] in unwanted for move in moves]
            assert tail == sorted(tail), [move.text for move in moves]
            mixed += len(set(tail)) == 2

    assert mixed or not unwanted or table.slug in ("second", "estoril")  # there both sorts seldom meet


def test_kinds_that_stand_together_stay_together() -> None:
    """So that a list has one heading for each kind."""
    for table in plain_tables():
        for state in positions(table, 6, 10):
            for seat in range(state.seats):
                kinds = [str(move.move["kind"]) for move in table.game.moves(state.view(seat))]
                assert len([kind for kind, before in zip(kinds, [None, *kinds], strict=False) if kind != before]) == len(set(kinds))
