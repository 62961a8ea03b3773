"""What the bots of Wink do in situations that the rules document names [4.7, part 8]."""

from __future__ import annotations

import pytest

from spyhouse import Luck, bots
from spyhouse.bots import wink
from spyhouse.rules.wink.engine import State, note
from spyhouse.rules.wink.kernel import FLUTTER, WINK
from tests.rules.wink.build import AGUSTINA, AICHA, CHEN, GAME, MATTHEW, Calm, commit, play, table, to_call

LEVELS = {"easy": wink.EASY, "medium": wink.MEDIUM, "hard": wink.HARD}


def winked() -> State:
    """Aicha has winked at Matthew, who is active, and steady Agustina has seen it; a turn in which all bots notice it is taken."""
    state = table(pawns={MATTHEW: 25}, beats=1)
    while True:
        commit(state, "1n", "0n", "1n", "Cn", "Cn")
        commit(state, *["-"] * 5)
        play(state, state.core.active, f"C:{state.auto}")
        while state.core.active != MATTHEW:
            commit(state, "1n", "0n", "1n", "Cn", "Cn")
            commit(state, *["-"] * 5)
            play(state, state.core.active, f"C:{state.auto}")
        caller = next((seat for seat in range(5) if state.core.can_wink(AICHA, seat) and seat == MATTHEW), None)
        if caller is None:
            continue
        commit(state, "1n", "0e", "1n", "Cn", "Cn")
        if all(wink.notices(state.notes[seat][-1], seat, level) for seat in (MATTHEW, AGUSTINA) for level in LEVELS.values()):
            return state
        commit(state, *["-"] * 5)
        play(state, MATTHEW, f"C:{state.auto}")


@pytest.mark.parametrize("name", LEVELS)
def test_who_saw_the_wink_acts_on_it(name: str) -> None:
    """The caller races for contact, the steady watcher accuses, the others do nothing rash [B3]."""
    state = winked()
    choose = bots.bot("wink", name)
    number = state.core.call_of(MATTHEW)

    assert GAME.text(state, MATTHEW, choose(state.view(MATTHEW), Luck(1))) == "K:1"
    assert GAME.text(state, AGUSTINA, choose(state.view(AGUSTINA), Luck(1))) == f"A:1#{number}"
    commit(state, *["-"] * 5)
    assert GAME.text(state, MATTHEW, choose(state.view(MATTHEW), Luck(1))) == "K:1"


def test_an_accomplice_seeks_the_eyes_of_the_caller() -> None:
    """Part 8: twice as much on the caller's own turn, and always ready to wink when eyes meet."""
    state = table(pawns={MATTHEW: 25})
    weights = wink.attention(state.view(AICHA), wink.MEDIUM)
    assert weights[MATTHEW] == pytest.approx(2.12)
    assert weights[AGUSTINA] == pytest.approx(0.12)
    looks = [GAME.text(state, AICHA, wink.medium(state.view(AICHA), Luck(seed))) for seed in range(60)]
    assert looks.count("L:0e") > 30
    assert all(look.endswith("e") or look == "L:Cn" for look in looks)


def test_a_caller_seeks_those_who_may_hold_his_number_and_looked_at_him() -> None:
    state = commit(table(pawns={MATTHEW: 25}), "4n", "Cn", "Cn", "Cn", "0n")
    commit(state, *["-"] * 5)
    play(state, MATTHEW, "C:3")
    weights = wink.attention(state.view(MATTHEW), wink.MEDIUM)
    assert weights[CHEN] > 2 * weights[AICHA] > 0


def test_signs_are_noticed_as_often_as_the_level_says() -> None:
    """4.7, and always the same for the same sign."""
    for name, level in LEVELS.items():
        for sign, share in ((WINK, level.notices_wink), (FLUTTER, level.notices_flutter)):
            notes = [
                note(turn, beat, of, 3, sign, number)
                for turn in range(1, 30)
                for beat in (1, 2)
                for of in range(3)
                for number in (5, 17, 30)
            ]
            found = sum(wink.notices(noted, 4, level) for noted in notes)
            assert abs(100 * found / len(notes) - share) < 7, name


def test_who_cannot_call_passes_and_who_knows_nobody_calls_on() -> None:
    """W18."""
    stuck = to_call(table(({1}, {2}, {3}, {4}), {0: 2, 1: 3, 2: 1}, active=3))
    assert GAME.text(stuck, 3, wink.hard(stuck.view(3), Luck(1))) == "X"
    first = table(calling=True, luck=Calm())
    assert GAME.text(first, 0, wink.easy(first.view(0), Luck(1))).startswith("C:")
