"""States and views of Wink, written down and read back; moves as data; muted games."""

from __future__ import annotations

import pickle

import pytest

from spyhouse import SPECTATOR, BadView, Luck
from spyhouse.rules.wink import engine
from spyhouse.rules.wink.actions import missing_plan, planned
from tests.rules.wink.build import AGUSTINA, AICHA, BRUNO, CHEN, CROWD, GAME, MATTHEW, Calm, commit, play, table, to_call


def test_a_state_and_its_views_come_back_from_their_numbers() -> None:
    """B12: at moments of a random game."""
    luck = Luck(3)
    state = GAME.start(7, luck=Luck(3))
    for step in range(400):
        seat = state.to_act()[0]
        legal = state.legal(seat)
        state.apply(seat, legal[luck.below(len(legal))])
        if step % 40 == 0:
            twin = pickle.loads(pickle.dumps(state))
            assert twin.numbers() == state.numbers()
            assert [bytes(GAME.view(bytes(state.view(who)))) for who in range(-1, 7)] == [bytes(twin.view(who)) for who in range(-1, 7)]
            assert twin.label() == state.label()
    bare = engine.read(state.setting, state.numbers(), None)  # type: ignore[attr-defined]  # a State of Wink
    assert bare.numbers() == state.numbers()
    with pytest.raises(BadView):
        GAME.view(bytes(state.view(0))[:-60])


def test_a_running_game_has_no_outcome_and_keeps_its_luck() -> None:
    state = table()
    assert state.outcome() is None
    assert isinstance(state.luck(), Calm)


def test_a_muted_game_goes_the_same_way() -> None:
    """W18 and all the rest, when nobody listens."""
    state = to_call(table(({1}, {2}, {3}, {4}), {0: 2, 1: 3, 2: 1}, active=3))
    quiet = state.clone()
    quiet.mute()
    play(state, 3, "X")
    play(quiet, 3, "X")
    assert quiet.numbers() == state.numbers()
    assert quiet.story is None


def test_every_kind_of_move_is_described_and_read_back() -> None:
    """B10."""
    kinds = {
        4: {"kind": "look", "at": 1, "policy": "eye_contact"},
        24: {"kind": "look", "at": "crowd", "policy": "never"},
        27: {"kind": "nothing"},
        93: {"kind": "contact", "named": 1, "number": 25},
        104: {"kind": "call", "number": 5},
        136: {"kind": "pass"},
    }
    state = table(pawns={MATTHEW: 25}, active=MATTHEW)
    for action, move in kinds.items():
        described = GAME.describe(state, MATTHEW, action)
        described.pop("final", None)
        assert described == move
        assert GAME.number(state, MATTHEW, move) == action


def test_a_plan_may_accuse_about_any_number_and_race_for_nobody() -> None:
    """B9."""
    state = commit(table(pawns={MATTHEW: 25}, accuse_scope="any"), "Cn", "0a", "1n", "Cn", "Cn")
    plan = missing_plan(state.view(AGUSTINA)) | {"accuse": "flutter"}
    assert planned(state.view(AGUSTINA), plan) == 137 + 36 + 24
    assert planned(state.view(MATTHEW), missing_plan(state.view(MATTHEW))) == 27  # nobody winked where he saw it


def test_a_spectator_imagines_gazes_too() -> None:
    """3.1 b."""
    state = commit(table(pawns={MATTHEW: 25}), "1n", "0n", "1n", "2n", "3n")
    gazes = [state.view(SPECTATOR).sample(Luck(seed)).kernel.gaze for seed in range(40)]
    assert {gaze[AICHA] for gaze in gazes} == {MATTHEW, AGUSTINA, BRUNO, CHEN, CROWD}
    commit(state, *["-"] * 5)
    assert state.step == engine.CALLING
