"""The laws that every game keeps at every moment of every match: one function each, to be called with a State.

None of them changes the state it is given. A law that is broken says where: at which table, for which seat and move.
"""

from __future__ import annotations

import json
import math
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from spyhouse import CLOCK, EVERYONE, NO_ACTION, SPECTATOR, IllegalMove, Luck, SpyhouseError, State
from spyhouse.rules.kit.contract import NO_ONE
from spyhouse.rules.kit.game import Game
from tests.house import random_move, seats_of

NOBODY = 99  # a seat that no table has
PROTOCOLS = range(2, pickle.HIGHEST_PROTOCOL + 1)
TRIES = 40  # illegal numbers tried for each seat


def picture(state: State) -> dict[str, Any]:
    """Everything about a state that could change."""
    return {
        "numbers": state.numbers(),
        "traces": list(state.traces),
        "story": None if state.story is None else list(state.story),
        "listening": state.listening,
        "to_act": state.to_act(),
        "luck": pickle.dumps(state.luck()),
    }


def everybody(state: State) -> list[int]:
    return [*seats_of(state), SPECTATOR, NOBODY]


# -- Turns and moves ---------------------------------------------------------------------------------------------------


def seats_to_act_ascend_and_have_moves(game: Game, state: State) -> None:
    owing = state.to_act()
    assert owing == sorted(set(owing)), f"to_act is not ascending: {owing}"
    assert set(owing) <= set(seats_of(state)), f"somebody without a seat owes a decision: {owing}"
    assert CLOCK not in owing or owing == [CLOCK], f"the clock owes only when nobody else does: {owing}"
    assert (owing == []) == (state.outcome() is not None), f"{owing} owe a decision, the outcome is {state.outcome()}"
    for seat in owing:
        assert state.legal(seat), f"seat {seat} owes a decision and has no legal move"


def legal_moves_ascend(game: Game, state: State) -> None:
    size = _size(game, state)
    for seat in everybody(state):
        legal = state.legal(seat)
        assert legal == sorted(set(legal)), f"legal moves of seat {seat} are not ascending: {legal}"
        if seat != CLOCK:
            assert all(0 <= action < size for action in legal), f"seat {seat} has a move outside of the {size} actions: {legal}"
    assert state.legal(SPECTATOR) == [], "a spectator has moves"
    assert state.legal(NOBODY) == [], "a seat that is not there has moves"


def legal_moves_are_accepted(game: Game, state: State) -> None:
    for seat in seats_of(state):
        for action in state.legal(seat):
            trial = state.clone()
            trial.apply(seat, action)
            assert trial.broken() == [], f"{_move(game, state, seat, action)} breaks {trial.broken()}"


def other_moves_are_refused_and_change_nothing(game: Game, state: State) -> None:
    before = picture(state)
    for seat in everybody(state):
        for action in illegal_numbers(game, state, seat):
            why = refusal(state, seat, action)
            assert why is not None, f"action {action} of seat {seat} is not legal and was not refused"
            assert why.rule, f"no rule: {why}"
            assert why.why, f"no reason: {why}"
            assert why.instead, f"no advice: {why}"
            assert picture(state) == before, f"refusing action {action} of seat {seat} changed the state"


def refusal(state: State, seat: int, action: int) -> IllegalMove | None:
    try:
        state.apply(seat, action)
    except IllegalMove as why:
        return why
    return None


def illegal_numbers(game: Game, state: State, seat: int, tries: int = TRIES) -> list[int]:
    """Numbers that are no legal move of this seat: all of a small action space, some of a large one, and nonsense."""
    size = _size(game, state)
    step = max(1, size // tries)
    return [action for action in [-7, -1, *range(0, size, step), size, size + 5, 10**6] if action not in state.legal(seat)]


def questions_change_nothing(game: Game, state: State) -> None:
    """Nobody can tell from the state that it has been asked."""
    before = picture(state)
    for seat in everybody(state):
        for action in state.legal(seat):
            game.text(state, seat, action)
            game.describe(state, seat, action)
            state.is_final(seat, action)
        state.default(seat)
        state.sealed(seat)
    for seat in [*range(state.seats), SPECTATOR]:
        view = state.view(seat)
        game.show(view)
        view.sample(Luck(1))
    state.outcome()
    state.broken()
    assert picture(state) == before, "a question changed the state"


# -- Names -------------------------------------------------------------------------------------------------------------


def names_of_moves_can_be_read_back(game: Game, state: State) -> None:
    for seat in seats_of(state):
        texts: dict[str, int] = {}
        for action in state.legal(seat):
            text = game.text(state, seat, action)
            assert text not in texts, f"{text!r} is both {action} and {texts[text]} for seat {seat}"
            texts[text] = action
            assert game.parse(state, seat, text) == action, f"{text!r} is read as {game.parse(state, seat, text)}, not {action}"


def descriptions_of_moves_can_be_read_back(game: Game, state: State) -> None:
    for seat in seats_of(state):
        for action in state.legal(seat):
            move = game.describe(state, seat, action)
            assert_plain(move, f"description of {_move(game, state, seat, action)}")
            assert isinstance(move["kind"], str)
            assert isinstance(move["final"], bool)
            assert game.number(state, seat, move) == action, f"{move} is read as {game.number(state, seat, move)}, not {action}"
            bare = {name: value for name, value in move.items() if name != "final"}
            assert game.number(state, seat, bare) == action


def illegal_moves_have_names_too_or_a_clear_error(game: Game, state: State) -> None:
    """So that a client can ask "why not?"."""
    for seat in range(state.seats):
        for action in illegal_numbers(game, state, seat):
            try:
                move, text = game.describe(state, seat, action), game.text(state, seat, action)
            except SpyhouseError:
                continue
            assert "final" not in move
            assert game.number(state, seat, move) == action
            assert game.parse(state, seat, text) == action


def nonsense_is_no_move(game: Game, state: State) -> None:
    for seat in range(state.seats):
        for text in ("", " ", "?", "\n", "no such move", "0", "-1", "d:", "\u00fc\u0142"):
            with pytest.raises(SpyhouseError):
                state.apply(seat, game.parse(state, seat, text))
        for move in ({}, {"kind": "no such kind"}, {"kind": None}, {"kind": 7, "final": True}):
            with pytest.raises(SpyhouseError):
                game.number(state, seat, move)


# -- Time-outs, undo, the end ------------------------------------------------------------------------------------------


def the_default_is_legal_for_those_who_owe(game: Game, state: State) -> None:
    owing = state.to_act()
    for seat in range(state.seats):
        action = state.default(seat)
        if seat in owing:
            assert action in state.legal(seat), f"the default {action} of seat {seat} is not legal"
        else:
            assert action == NO_ACTION, f"seat {seat} owes nothing and has the default {action}"


def what_is_forced_is_the_only_move(game: Game, state: State) -> None:
    """The converse need not hold: what only the own hand leaves is not forced."""
    for seat in range(state.seats):
        action = state.forced(seat)
        assert action == NO_ACTION or state.legal(seat) == [action], f"seat {seat} is forced to {action}, and has {state.legal(seat)}"
    assert all(state.forced(seat) == NO_ACTION for seat in (CLOCK, SPECTATOR))


def a_final_move_seals(game: Game, state: State) -> None:
    """The converse need not hold: a secret commit that closes the step seals, but must not tell that it will."""
    simultaneous = len(state.to_act()) > 1 or len(state.view(SPECTATOR).to_act()) > 1
    for seat in range(state.seats):
        for action in state.legal(seat):
            trial = state.clone()
            trial.apply(seat, action)
            seals = trial.sealed(seat) != state.sealed(seat)
            final = state.is_final(seat, action)
            assert seals or not final, f"{_move(game, state, seat, action)} is called final and seals nothing"
            assert final or not seals or simultaneous, f"{_move(game, state, seat, action)} seals and is not called final"


def the_outcome_is_consistent(game: Game, state: State) -> None:
    outcome = state.outcome()
    if outcome is None:
        return
    reason, scores, ranks, winners, returns = outcome
    seats = range(state.seats)
    assert isinstance(reason, str)
    assert reason
    assert len(scores) == len(ranks) == len(returns) == state.seats, f"not one entry a seat: {outcome}"
    assert list(winners) == sorted(set(winners)), f"winners are not ascending: {outcome}"
    assert set(winners) <= set(seats), f"a winner has no seat: {outcome}"
    assert all(rank >= 1 for rank in ranks), f"1 is the best rank: {outcome}"
    assert not winners or [seat for seat in seats if ranks[seat] == 1] == list(winners), f"rank 1 wins: {outcome}"
    assert all(math.isfinite(value) for value in returns), f"a return is no number: {outcome}"
    for one in seats:
        for other in seats:
            assert ranks[one] >= ranks[other] or returns[one] >= returns[other], f"a better rank returns less: {outcome}"
    assert all(state.legal(seat) == [] for seat in everybody(state)), "somebody can still move after the end"


def no_law_of_the_game_is_broken(game: Game, state: State) -> None:
    assert state.broken() == []


# -- Copies ------------------------------------------------------------------------------------------------------------


def a_clone_is_equal_and_independent(game: Game, state: State) -> None:
    """Compared with a copy that was made another way, by pickle: two clones would have forgotten the same."""
    before = picture(state)
    twin, copy = state.clone(), pickle.loads(pickle.dumps(state))
    assert picture(twin) == before | {"story": None}
    copy.story = None
    luck = Luck(5)
    for _ in range(8):
        move = random_move(copy, luck)
        if move is None:
            break
        twin.apply(*move)
        copy.apply(*move)
        assert picture(twin) == picture(copy), "a clone and a copy that played the same moves differ"
        for seat in everybody(copy):
            assert twin.legal(seat) == copy.legal(seat), f"seat {seat} has other moves in a clone"
        for seat in [*range(state.seats), SPECTATOR]:
            assert bytes(twin.view(seat)) == bytes(copy.view(seat)), f"seat {seat} sees something else in a clone"
    assert picture(state) == before, "what a clone played changed the state"


def a_muted_clone_plays_the_same(game: Game, state: State) -> None:
    loud, quiet = state.clone(), state.clone()
    quiet.mute()
    luck = Luck(6)
    for _ in range(8):
        move = random_move(loud, luck)
        if move is None:
            break
        loud.apply(*move)
        quiet.apply(*move)
        assert quiet.numbers() == loud.numbers(), f"{move} changes something else when nobody listens"
        assert [quiet.legal(seat) for seat in everybody(quiet)] == [loud.legal(seat) for seat in everybody(loud)]
    assert quiet.traces == state.traces, "a muted state has perceived something"
    assert quiet.story is None


def pickles_come_back(game: Game, state: State) -> None:
    for protocol in PROTOCOLS:
        twin: State = pickle.loads(pickle.dumps(state, protocol))
        assert type(twin) is type(state)
        assert picture(twin) == picture(state), f"pickle protocol {protocol} loses something"
        assert twin.label() == state.label()
        luck = Luck(7)
        original = state.clone()
        for _ in range(4):
            move = random_move(original, luck)
            if move is None:
                break
            original.apply(*move)
            twin.apply(*move)
            assert twin.numbers() == original.numbers(), f"the state from pickle protocol {protocol} goes on differently"
            assert twin.traces == original.traces
        for seat in [*range(state.seats), SPECTATOR]:
            view = state.view(seat)
            assert pickle.loads(pickle.dumps(view, protocol)) == view


# -- Views -------------------------------------------------------------------------------------------------------------


def a_view_comes_back_from_its_bytes(game: Game, state: State) -> None:
    for seat in [*range(state.seats), SPECTATOR]:
        view = state.view(seat)
        twin = game.view(bytes(view))
        assert twin == view
        assert hash(twin) == hash(view)
        assert (twin.seat, twin.trace, twin.numbers()) == (seat, state.trace(seat), view.numbers())
        assert (twin.legal(), twin.to_act(), game.show(twin)) == (view.legal(), view.to_act(), game.show(view))
        assert view == state.view(seat), "two views of the same state differ"


def a_view_knows_the_moves_of_its_seat(game: Game, state: State) -> None:
    for seat in [*range(state.seats), SPECTATOR]:
        view = state.view(seat)
        assert view.legal() == state.legal(seat), f"seat {seat}"
        seen, owing = view.to_act(), state.to_act()
        assert seen == sorted(set(seen))
        assert (seat in seen) == (seat in owing), f"seat {seat} does not see whether it owes a decision: {seen}, really {owing}"
        assert set(owing) <= set(seen), f"seat {seat} sees {seen} to act, really {owing}"
        assert (CLOCK in seen) == (CLOCK in owing)
        assert (seen == []) == (owing == []), f"seat {seat} does not see whether the match is over"


def damaged_bytes_are_no_view(game: Game, state: State) -> None:
    """Cut or changed bytes are refused with a clear error, or they are another view in full."""
    luck = Luck(8)
    for seat in (0, SPECTATOR):
        data = bytes(state.view(seat))
        damaged = [b"", data[:1], data[:-1], data[: len(data) // 2], data + b"\0", b"\xff" * 40]
        for _ in range(20):
            place = luck.below(len(data))
            damaged.append(data[:place] + bytes([luck.below(256)]) + data[place + 1 :])
        for wrong in damaged:
            try:
                view = game.view(wrong)
            except SpyhouseError:
                continue
            assert bytes(view) == wrong


# -- For clients -------------------------------------------------------------------------------------------------------


def what_is_shown_is_plain_data(game: Game, state: State) -> None:
    for seat in [*range(state.seats), SPECTATOR]:
        shown = game.show(state.view(seat))
        assert_plain(shown, f"show for seat {seat}")
        assert shown["game"] == game.slug
        assert shown["seat"] == seat
        assert shown["to_act"] == state.view(seat).to_act()


def facts_are_told_to_seats_and_have_lines(game: Game, state: State) -> None:
    """Needs the story."""
    assert state.story is not None
    for told in state.story:
        assert told.seats in (EVERYONE, NO_ONE) or 0 < told.seats < 1 << state.seats, f"told to nobody at this table: {told}"
        line = game.line(told.fact)
        if line is not None:
            assert_plain(line, f"line of {told.fact}")
            assert isinstance(line["key"], str)
            assert isinstance(line["args"], dict)
    assert all(isinstance(line, str) for line in game.lines(state))


def a_position_string_gives_the_position_back(game: Game, state: State) -> None:
    if game._position is None:
        return
    text = game.position_text(state)
    twin = game.position(text, json.loads(state.label())["options"], state.seats)
    assert game.position_text(twin) == text
    assert twin.to_act() == state.to_act()
    assert [twin.legal(seat) for seat in seats_of(twin)] == [state.legal(seat) for seat in seats_of(state)]


def assert_plain(value: object, what: str) -> None:
    """JSON keeps it exactly: no tuples, no numbers as keys, nothing it cannot write."""
    kept = json.loads(json.dumps(value, allow_nan=False))
    assert kept == value, f"{what} is not plain JSON data: {value!r}"
    _assert_no_tuples(value, what)


def _assert_no_tuples(value: object, what: str) -> None:
    assert not isinstance(value, tuple), f"{what} holds a tuple: {value!r}"
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    for item in inner:
        _assert_no_tuples(item, what)


def _size(game: Game, state: State) -> int:
    terms = json.loads(state.label())
    return game.actions(terms["options"], terms["seats"]).size


def _move(game: Game, state: State, seat: int, action: int) -> str:
    return f"{game.text(state, seat, action)!r} ({action}) of seat {seat}"


LAWS: tuple[Callable[[Game, State], None], ...] = (
    seats_to_act_ascend_and_have_moves,
    legal_moves_ascend,
    legal_moves_are_accepted,
    other_moves_are_refused_and_change_nothing,
    questions_change_nothing,
    names_of_moves_can_be_read_back,
    descriptions_of_moves_can_be_read_back,
    illegal_moves_have_names_too_or_a_clear_error,
    nonsense_is_no_move,
    the_default_is_legal_for_those_who_owe,
    what_is_forced_is_the_only_move,
    a_final_move_seals,
    the_outcome_is_consistent,
    no_law_of_the_game_is_broken,
    a_clone_is_equal_and_independent,
    a_muted_clone_plays_the_same,
    pickles_come_back,
    a_view_comes_back_from_its_bytes,
    a_view_knows_the_moves_of_its_seat,
    damaged_bytes_are_no_view,
    what_is_shown_is_plain_data,
    facts_are_told_to_seats_and_have_lines,
    a_position_string_gives_the_position_back,
)
