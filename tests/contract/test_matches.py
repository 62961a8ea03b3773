"""Whole matches of every game: the same again from the same seed, to the end within a bound, back by undo, and as records."""

from __future__ import annotations

import json
from typing import Any

import pytest

from spyhouse import CLOCK, NO_ACTION, BadRecord, FairLuck, IllegalMove, Luck, Match, Record, State, playout, replay, verify
from spyhouse.rules.kit.luck import seed_bytes
from spyhouse.rules.kit.records import CHANCE
from tests.contract.laws import everybody, picture
from tests.house import Table, moves_of, owed_move, plain_tables, random_move, variant_tables

PLAIN = pytest.mark.parametrize("where", plain_tables(), ids=str)
ALL = pytest.mark.parametrize("where", [*plain_tables(), *variant_tables()], ids=str)
MANY_GAMES = 1_000


# -- The same again ----------------------------------------------------------------------------------------------------


@ALL
def test_the_same_seed_and_moves_give_the_same_match(where: Table) -> None:
    moves = moves_of(where, seed=3)
    one, other = where.start(3, story=True), where.start(3, story=True)
    assert picture(one) == picture(other)
    for move in moves:
        one.apply(*move)
        other.apply(*move)
        assert picture(one) == picture(other)


@PLAIN
def test_a_seed_may_be_a_number_or_its_32_bytes(where: Table) -> None:
    assert picture(where.start(3)) == picture(where.game.start(where.seats, seed_bytes(3), where.options))
    assert picture(where.start(3)) == picture(where.game.start(where.seats, options=where.options, luck=FairLuck(seed_bytes(3))))


@PLAIN
def test_a_match_is_the_same_with_and_without_its_story(where: Table) -> None:
    loud, quiet = where.start(4, story=True), where.start(4)
    for move in moves_of(where, seed=4):
        loud.apply(*move)
        quiet.apply(*move)
    assert quiet.story is None
    assert loud.story
    assert picture(loud) | {"story": None} == picture(quiet)


@pytest.mark.parametrize("where", variant_tables(), ids=str)
def test_two_tables_in_turns_do_not_touch_each_other(where: Table) -> None:
    plain = Table(where.slug, where.seats)
    alone = [_played(plain, 5), _played(where, 5)]
    one, other = plain.start(5), where.start(5)
    for place in range(400):
        for state, table in ((one, plain), (other, where)):
            moves = moves_of(table, 5)
            if place < len(moves):
                state.apply(*moves[place])
    assert [picture(one), picture(other)] == alone


def _played(where: Table, seed: int) -> dict[str, Any]:
    state = where.start(seed)
    for move in moves_of(where, seed):
        state.apply(*move)
    return picture(state)


# -- To the end --------------------------------------------------------------------------------------------------------


@ALL
def test_a_match_of_random_moves_ends_within_its_bound_and_breaks_no_law(where: Table) -> None:
    for seed in range(6, 9):
        _play_to_the_end(where, where.start(seed), Luck(seed))


@ALL
def test_a_match_of_time_outs_ends_within_its_bound(where: Table) -> None:
    state = where.start(9)
    for _ in range(where.moves):
        owing = state.to_act()
        if not owing:
            break
        seat = owing[0]
        action = state.default(seat) if seat != CLOCK else state.legal(CLOCK)[0]
        assert action != NO_ACTION
        state.apply(seat, action)
    assert state.outcome() is not None


@PLAIN
def test_a_playout_ends_as_the_same_moves_do(where: Table) -> None:
    state = where.start(10)
    state.mute()
    steps = playout(state, Luck(10))
    assert 0 < steps <= where.moves
    assert state.outcome() is not None
    assert state.broken() == []


@pytest.mark.long
@ALL
def test_a_thousand_random_matches_break_no_law(where: Table) -> None:
    games = MANY_GAMES if where.moves < 1_000 else MANY_GAMES // 20
    for seed in range(games):
        state = where.start(seed)
        state.mute()
        _play_to_the_end(where, state, Luck(seed))


def _play_to_the_end(where: Table, state: State, luck: Luck) -> None:
    moves = 0
    while (move := owed_move(state, luck)) is not None:
        state.apply(*move)
        moves += 1
        assert state.broken() == [], f"move {moves}, {move}, breaks {state.broken()}"
        assert moves <= where.moves, f"not over after {moves} owed decisions"
    assert state.outcome() is not None


# -- Undo --------------------------------------------------------------------------------------------------------------


def _match(where: Table, seed: int) -> Match:
    return Match(where.game, where.seats, seed, where.options)


def _all_of(match: Match) -> dict[str, Any]:
    return picture(match.state) | {"log": match.record().log, "sealed": [match.state.sealed(seat) for seat in range(match.state.seats)]}


@PLAIN
def test_undo_gives_exactly_the_state_before_the_move(where: Table) -> None:
    match, luck, undone = _match(where, 11), Luck(11), 0
    for _ in range(50):
        move = random_move(match.state, luck)
        if move is None:
            break
        seat, action = move
        final = seat == CLOCK or match.state.is_final(seat, action)
        before = _all_of(match)
        match.play(seat, action)
        after = _all_of(match)
        if match.can_undo(seat) and seat != CLOCK:
            assert not final, f"{move} was called final and can be taken back"
            match.undo(seat)
            assert _all_of(match) == before
            match.play(seat, action)
            assert _all_of(match) == after
            undone += 1
        else:
            assert final or after["sealed"] != before["sealed"], f"{move} is not sealed and cannot be taken back"
            with pytest.raises(IllegalMove):
                match.undo(seat)
            assert _all_of(match) == after
    if where.slug == "toy":
        assert undone > 0


@PLAIN
def test_undo_leaves_what_the_others_have_done_since(where: Table) -> None:
    """A seat that takes back its secret choice does not disturb those who have chosen meanwhile."""
    match, luck = _match(where, 17), Luck(17)
    moves: list[tuple[int, int]] = []
    for _ in range(50):
        move = random_move(match.state, luck)
        if move is None:
            break
        match.play(*move)
        moves.append(move)
        for seat in range(match.state.seats):
            if match.can_undo(seat) and seat != move[0]:
                last = max(place for place, (who, _) in enumerate(moves) if who == seat)
                without = _match(where, 17)
                for other in moves[:last] + moves[last + 1 :]:
                    without.play(*other)
                again = Match.resume(match.record(), match.seed)
                again.undo(seat)
                assert _all_of(again) == _all_of(without)


# -- Records -----------------------------------------------------------------------------------------------------------


@ALL
def test_a_record_holds_and_leads_to_the_same_outcome(where: Table) -> None:
    match = _match(where, 12)
    for seat, action in moves_of(where, 12):
        match.play(seat, action)
    record = Record.loads(match.record().dumps())
    report = verify(record)
    assert report.outcome == match.state.outcome()
    assert report.moves == len(moves_of(where, 12))
    assert report.seed_checked == (report.outcome is not None)
    assert record.dumps() == match.record().dumps()


@ALL
def test_the_chance_lines_of_a_record_are_enough_without_the_seed(where: Table) -> None:
    """Played again from the file alone, state after state the same."""
    match, pictures = _match(where, 13), []
    for seat, action in moves_of(where, 13):
        match.play(seat, action)
        pictures.append(_open_picture(match.state))
    record = Record.loads(match.record(reveal=False).dumps())
    assert record.seed is None
    again = Match.resume(record)
    assert _open_picture(again.state) == pictures[-1]
    assert again.record().dumps() == match.record(reveal=False).dumps()
    assert _open_picture(replay(record)) == pictures[-1]
    for place in range(1, len(pictures), max(1, len(pictures) // 8)):
        moves = [at for at, line in enumerate(record.log) if line.who != CHANCE]
        cut = moves[place] if place < len(moves) else len(record.log)
        assert _open_picture(replay(Record(record.header, record.log[:cut]))) == pictures[place - 1]


def _open_picture(state: State) -> dict[str, Any]:
    """All but where the draws come from."""
    return {name: value for name, value in picture(state).items() if name != "luck"}


@PLAIN
def test_a_running_match_is_resumed_with_its_seed(where: Table) -> None:
    match = _match(where, 14)
    moves = moves_of(where, 14)
    half = len(moves) // 2
    for seat, action in moves[:half]:
        match.play(seat, action)
    again = Match.resume(Record.loads(match.record().dumps()), seed_bytes(14))
    for seat, action in moves[half:]:
        match.play(seat, action)
        again.play(seat, action)
    assert _all_of(again) == _all_of(match)
    assert again.record().dumps() == match.record().dumps()


@PLAIN
def test_an_edited_record_is_caught_with_its_line(where: Table) -> None:
    match = _match(where, 15)
    for seat, action in moves_of(where, 15, most=40):
        match.play(seat, action)
    lines = match.record().dumps().splitlines()
    for number, line in enumerate(lines, 1):
        if not any(sign.isalnum() for sign in line):
            continue
        edited = "\n".join([*lines[: number - 1], _edited(line), *lines[number:]])
        with pytest.raises(BadRecord) as caught:
            verify(Record.loads(edited))
        assert caught.value.line == number, f"line {number} was edited: {caught.value}"


def _edited(line: str) -> str:
    """The line with one sign changed in the middle of what it says."""
    place = len(line) // 2
    while not line[place].isalnum():
        place -= 1
    other = "1" if line[place] == "0" else "0" if line[place].isdigit() else "b" if line[place] == "a" else "a"
    return line[:place] + other + line[place + 1 :]


# -- Terms -------------------------------------------------------------------------------------------------------------


@ALL
def test_settled_options_settle_to_themselves(where: Table) -> None:
    """A label or a record names every option; read back, it means the same."""
    terms = where.game.terms(where.seats, where.options)
    kept = json.loads(json.dumps(dict(terms.options)))
    assert kept == dict(terms.options)
    assert where.game.terms(where.seats, kept).label == terms.label
    assert [option.name for option in where.game.meta.options] == list(terms.options)


@ALL
def test_every_action_has_a_name_of_its_own(where: Table) -> None:
    space = where.game.actions(where.options, where.seats)
    assert space.size == len(space.names) == len(set(space.names))
    assert all(space.names)


@PLAIN
def test_a_seat_that_is_not_there_has_no_part_in_the_match(where: Table) -> None:
    state = where.start(16)
    assert all(seat < state.seats for seat in state.to_act())
    assert [state.legal(seat) for seat in everybody(state) if not 0 <= seat < state.seats and seat != CLOCK] == [[], []]
