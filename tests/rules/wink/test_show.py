"""What clients are shown of Wink: only what can still be done, and nothing about a clock that does not run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from spyhouse import SPECTATOR, Luck
from spyhouse.rules.wink import engine, story
from tests.rules.wink.build import GAME

SHORT: dict[str, object] = {"quiet_rounds": 4, "assist": True}
MIXES: list[dict[str, object]] = [SHORT, {**SHORT, "accuse_scope": "any"}, {**SHORT, "lock4": "call"}]


def pictures(options: dict[str, object], seed: int) -> Iterator[tuple[engine.State, int, dict[str, Any]]]:
    """A random match in which accusations are frequent, as it is seen now and then and at the end."""
    luck = Luck(seed)
    state = GAME.start(4, seed=seed, options=options, story=True)
    assert isinstance(state, engine.State)
    while owing := state.to_act():
        if luck.below(6) == 0:
            for seat in (owing[0], SPECTATOR):
                yield state, seat, GAME.show(state.view(seat))
        legal = state.legal(owing[0])
        accusations = [move for move in legal if GAME.describe(state, owing[0], move)["kind"] == "accuse"]
        wanted = accusations if accusations and luck.below(4) == 0 else legal
        state.apply(owing[0], wanted[luck.below(len(wanted))])
    for seat in (*range(state.seats), SPECTATOR):
        yield state, seat, GAME.show(state.view(seat))


def lines(shown: dict[str, Any], key: str) -> list[dict[str, Any]]:
    return [line["args"] for section in shown["sections"] for line in section["lines"] if line["key"] == key]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("options", MIXES)
def test_only_numbers_in_the_crowd_are_spoken_of_as_if_they_could_be_accused(options: dict[str, object], seed: int) -> None:
    """[W25, W31] moves, locks and what is known of hands; a number that has left the crowd is none of them."""
    left = 0
    for state, seat, shown in pictures(options, seed):
        crowd = {card["number"] for card in shown["crowd"] if card["lies"] == "up"}
        spoken = [number for key in ("locked", "holds", "not_holding") for args in lines(shown, key) for number in args["numbers"]]
        spoken += [card["number"] for card in shown["crowd"] if card["locked"]]
        spoken += [number for player in shown["players"] for number in (*player["holding"], *player["not_holding"])]
        moves = [GAME.describe(state, seat, move) for move in (state.legal(seat) if seat != SPECTATOR else [])]
        spoken += [move["number"] for move in moves if move["kind"] == "accuse"]
        assert set(spoken) <= crowd
        left += any(state.core.locked >> number & 1 for number in state.core.rules.numbers if number not in crowd)
    assert left or "lock4" in options  # it did happen that a locked number left


@pytest.mark.parametrize("seed", range(2))
def test_nobody_calls_any_more_when_the_game_is_over(seed: int) -> None:
    """[W33] neither in the lines nor in the data."""
    for state, _, shown in pictures(SHORT, seed):
        calls = {player["seat"]: player["call"] for player in shown["players"] if player["call"]}
        assert {args["seat"]: args["number"] for args in lines(shown, "calls")} == calls
        if state.step == engine.OVER:
            assert calls == {}
            assert [key for key in ("turn", "locked", "quiet", "assist") if lines(shown, key)] == []
            assert not any(card["caller"] is not None or card["called"] or card["locked"] for card in shown["crowd"])


def test_without_a_clock_nothing_is_said_about_running_out_of_time() -> None:
    """[B5] which number a clock would call is drawn and kept in the record, but told to nobody in words."""
    seen = list(pictures(SHORT, 1))
    state = seen[-1][0]
    told = [entry.fact for entry in state.story or [] if isinstance(entry.fact, story.Auto)]
    assert told
    assert [GAME.line(fact) for fact in told] == [None] * len(told)
    for _, _, shown in seen:
        assert lines(shown, "auto") == []
        assert "auto" not in (shown["you"] or {})
