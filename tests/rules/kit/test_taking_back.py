"""Taking back goes back as far as it must and no further, and leads where playing all of it anew would lead."""

from __future__ import annotations

from typing import Any

import pytest

import spyhouse
from spyhouse.rules.kit.luck import Luck
from spyhouse.rules.kit.records import Match, verify
from tests.house import SLUGS, limit_of, random_move


def from_the_start(match: Match) -> Match:
    """The same moves in a match of their own."""
    twin = Match(match.game, match.state.seats, seed=7, options=limit_of(match.game.slug).options)
    for made in match._moves:
        twin.play(*made)
    return twin


@pytest.mark.parametrize("slug", SLUGS)
def test_a_move_taken_back_leaves_the_match_as_if_it_had_never_been(slug: str) -> None:
    game, luck = spyhouse.game(slug), Luck(11)
    match = Match(game, seed=7, options=limit_of(slug).options)
    back = 0
    for _ in range(250):
        if (move := random_move(match.state, luck)) is None:
            break
        match.play(*move)
        for seat in range(match.state.seats):
            if luck.below(3) == 0 and match.can_undo(seat):
                match.undo(seat)
                back += 1
                anew = from_the_start(match)
                assert match.state.numbers() == anew.state.numbers()
                assert match.state.story == anew.state.story
                assert match.record().log == anew.record().log
                assert [match.state.trace(one) for one in range(match.state.seats)] == [
                    anew.state.trace(one) for one in range(match.state.seats)
                ]
                assert [match.can_undo(one) for one in range(match.state.seats)] == [anew.can_undo(one) for one in range(match.state.seats)]
    assert back > 1
    verify(match.record())


@pytest.mark.parametrize(("slug", "moves"), [("connection", 40), ("estoril", 40), ("wink", 150)])
def test_taking_back_late_in_a_match_plays_only_what_came_since_the_last_seal(
    slug: str, moves: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, luck = spyhouse.game(slug), Luck(3)
    match = Match(game, seed=7, options=limit_of(slug).options)
    while len(match._moves) < moves or not any(match.can_undo(seat) for seat in range(match.state.seats)):
        move = random_move(match.state, luck)
        assert move is not None
        match.play(*move)
    seat = next(seat for seat in range(match.state.seats) if match.can_undo(seat))
    played, play = 0, Match.play

    def counted(self: Match, *move: Any) -> None:
        nonlocal played
        played += 1
        play(self, *move)

    monkeypatch.setattr(Match, "play", counted)
    match.undo(seat)
    assert played < moves / 2
