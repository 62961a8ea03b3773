"""Where facts open to all leave a person one answer, the table gives it; where only the own hand does, the person is asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import spyhouse
from spyhouse import NO_ACTION, IllegalMove, Luck, Match
from spyhouse.rules.kit.records import table_seed
from tests.server.house import Chair, OpenHouse, open_house, run

TWO = {"game": "second", "seats": 2, "hot_seat": True}
MOVES = 12


def seed_with_a_forced_move() -> bytes:
    """A match in which the first moves, each the first possible, lead to one that is the only one."""
    for number in range(1000):
        seed = number.to_bytes(32, "big")
        state = spyhouse.game("second").start(2, seed=table_seed(seed, ["share 0", "share 1"]))
        for _ in range(MOVES):
            (seat,) = state.to_act()
            if state.forced(seat) != NO_ACTION:
                return seed
            state.apply(seat, state.legal(seat)[0])
    raise AssertionError("no such seed")


async def begin(house: OpenHouse, id: str, chair: Chair) -> None:
    table = await house.table(id)
    table.plan.seed = seed_with_a_forced_move().hex()
    await chair.settle()
    await chair.send(type="start")
    await chair.share([0, 1])
    await chair.settle()


async def play_on(house: OpenHouse, id: str, chair: Chair) -> int:
    """Plays some moves of whoever is asked, always the first possible; how often there was no choice."""
    single = 0
    for _ in range(MOVES):
        table = await house.table(id)
        assert table.match is not None
        (seat,) = table.match.state.to_act()
        legal = chair.views[seat]["moves"]
        single += len(legal) == 1
        assert (await chair.play(seat, legal[0]["action"]))["accepted"]
    return single


@pytest.mark.parametrize("ask_all", [False, True])
def test_a_person_is_asked_for_what_has_one_answer_only_if_he_wishes(tmp_path: Path, ask_all: bool) -> None:
    async def main() -> None:
        async with open_house(tmp_path) as house:
            host = await house.visitor()
            id = await host.lay(**TWO, ask_all=ask_all)
            async with host.at(id) as chair:
                await begin(house, id, chair)
                single = await play_on(house, id, chair)
                assert (single > 0) is ask_all

    run(main())


def test_what_the_table_answered_goes_when_the_move_before_it_is_taken_back() -> None:
    match, seat = _before_two_moves_that_can_be_taken_back()
    before = match.state.numbers()
    match.play(seat, _not_final(match, seat))
    match.play(seat, _not_final(match, seat), unasked=True)
    assert match.can_undo(seat)
    match.undo(seat)
    assert match.state.numbers() == before


def test_what_the_table_answered_cannot_be_taken_back_alone() -> None:
    """It would be given again at once, and nothing would ever be taken back."""
    match, seat = _before_two_moves_that_can_be_taken_back()
    match.play(seat, _not_final(match, seat), unasked=True)
    assert not match.can_undo(seat)
    with pytest.raises(IllegalMove):
        match.undo(seat)


def _before_two_moves_that_can_be_taken_back() -> tuple[Match, int]:
    """The first turn of a match, in which nothing is final but its end."""
    match = Match(spyhouse.game("connection"), 2, 4)
    while _not_final(match, seat := match.state.to_act()[0]) == NO_ACTION:
        match.play(seat, match.state.legal(seat)[0])
    return match, seat


def _not_final(match: Match, seat: int) -> int:
    return next((action for action in match.state.legal(seat) if not match.state.is_final(seat, action)), NO_ACTION)


def test_a_draft_shows_what_would_follow_unasked() -> None:
    """Spy Connection: whoever has nothing left to do after a move sees the end of the turn in the draft, and plays both at once."""
    game, luck = spyhouse.game("connection"), Luck(4)
    state = game.start(2, 4, options={"max_turns": 40})
    found = 0
    while state.to_act() and not found:
        (seat,) = state.to_act()
        view = state.view(seat)
        for action in state.legal(seat):
            bare, whole = game.draft(view, [action]), game.draft(view, [action], unasked=True)
            assert whole.chosen[: len(bare.chosen)] == bare.chosen
            if len(whole.chosen) > 1:
                found += 1
                assert not bare.complete
                assert game.draft(view, [move.action for move in whole.chosen]).complete == whole.complete
        legal = state.legal(seat)
        state.apply(seat, legal[luck.below(len(legal))])
    assert found


def test_after_a_restart_the_book_with_such_answers_reads_the_same(tmp_path: Path) -> None:
    async def main() -> None:
        kept: dict[str, Any] = {}
        async with open_house(tmp_path) as house:
            host = await house.visitor()
            id = await host.lay(**TWO)
            async with host.at(id) as chair:
                await begin(house, id, chair)
                await play_on(house, id, chair)
            table = await house.table(id)
            assert table.match is not None
            assert any(made.unasked for made in table.match._moves)
            kept = {"numbers": table.match.state.numbers(), "moves": table.match._moves}
        async with open_house(tmp_path) as house:
            table = await house.table(id)
            assert table.match is not None
            assert {"numbers": table.match.state.numbers(), "moves": table.match._moves} == kept

    run(main())


def test_in_wink_only_what_all_can_see_is_forced() -> None:
    """A seat without counterintelligence has nothing to do; one whose own hand holds every called number is still asked."""
    game = spyhouse.game("wink")
    hand_only = seen = 0
    for seed in range(6):
        state, luck = game.start(4, seed), Luck(seed)
        while state.to_act() and seen + hand_only < 400:
            for seat in state.to_act():
                if len(state.legal(seat)) == 1:
                    seen += state.forced(seat) != NO_ACTION
                    hand_only += state.forced(seat) == NO_ACTION
            seat = state.to_act()[0]
            legal = state.legal(seat)
            state.apply(seat, legal[luck.below(len(legal))])
    assert seen > 0
    assert hand_only > 0
