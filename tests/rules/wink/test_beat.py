"""Beat mode: steps, secret commits, lots, and who is told what [4.4, WT21-WT25]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import spyhouse
from spyhouse import EVERYONE, NO_ACTION, SPECTATOR, IllegalMove, Luck, Match, Record, verify
from spyhouse.rules.kit.contract import NO_ONE
from spyhouse.rules.wink import story
from spyhouse.rules.wink.core import NOBODY
from spyhouse.rules.wink.engine import (
    CALLING,
    LOOKING,
    REACTING,
    State,
    note,
    note_at,
    note_beat,
    note_number,
    note_of,
    note_sign,
    note_turn,
)
from spyhouse.rules.wink.kernel import FLUTTER, NO_SIGN, WINK
from tests.rules.wink.build import (
    AGUSTINA,
    AICHA,
    BRUNO,
    CHEN,
    CROWD,
    EXAMPLE,
    GAME,
    MATTHEW,
    Calm,
    commit,
    play,
    quiet_beat,
    refused,
    table,
    to_call,
)


def looked(*looks: str, before: Sequence[str] = (), blinking: Sequence[int] = (), flutter: bool = True) -> State:
    """After LOOK: Matthew's call on 25 is live, Chen is active; `before` are the gazes of the beat before."""
    luck = Calm()
    state = table(pawns={MATTHEW: 25}, active=CHEN, luck=luck, beats=4, flutter=flutter)
    if before:
        commit(state, *before)
        commit(state, *["-"] * 5)
        play(state, CHEN, "C:3")
    luck.blinking = list(blinking)
    return commit(state, *looks)


def told_to(state: State, seat: int, kind: type) -> list[Any]:
    return [told.fact for told in state.story or [] if isinstance(told.fact, kind) and told.reaches(seat)]


BEFORE = ("Cn", "Cn", "1n", "Cn", "Cn")


def test_the_target_and_steady_eyes_see_the_wink_fresh_eyes_a_flutter() -> None:
    """WT21 [K8, B3, B6]."""
    state = looked("1n", "0e", "1n", "1n", "Cn", before=BEFORE)

    assert state.kernel.sign == [WINK, NO_SIGN, WINK, FLUTTER, NO_SIGN]
    assert [state.kernel.eyes[seat] for seat in (0, 2, 3)] == [MATTHEW] * 3
    assert [fact[3] for seat in range(5) for fact in told_to(state, seat, story.Sign)] == [WINK, WINK, FLUTTER]
    assert told_to(state, AICHA, story.Wink) == [(AICHA, MATTHEW)]
    assert told_to(state, CHEN, story.Wink) == []
    assert state.view(MATTHEW).sure()[AICHA] == 1 << 25  # K9, H6
    assert state.view(AGUSTINA).sure()[AICHA] == 1 << 25
    assert state.view(BRUNO).sure()[AICHA] == 0


def test_a_wink_in_any_case_may_miss_its_target() -> None:
    """WT22 [B3]."""
    state = looked("2n", "0a", "1n", "Cn", "Cn")

    assert state.kernel.wink_at[AICHA] == MATTHEW
    assert state.kernel.sign[MATTHEW] == NO_SIGN
    assert state.kernel.eyes[MATTHEW] == AICHA
    assert state.kernel.sign[AGUSTINA] == FLUTTER
    assert looked("2n", "0e", "1n", "Cn", "Cn").kernel.wink_at[AICHA] == NOBODY


def test_a_blink_is_the_same_message_as_a_half_seen_wink() -> None:
    """WT23 [K10]."""
    blink = looked("Cn", "0n", "1n", "Cn", "Cn", before=BEFORE, blinking=[AICHA])
    wink = looked("1n", "0e", "1n", "1n", "Cn", before=BEFORE)

    assert blink.kernel.sign[AGUSTINA] == FLUTTER
    (seen,), (half,) = told_to(blink, AGUSTINA, story.Sign), told_to(wink, BRUNO, story.Sign)
    assert seen[1:] == half[1:]


def test_a_policy_without_a_link_is_ignored_without_notice() -> None:
    """WT24 [W21, B3]: everybody else's messages are the same."""
    always, never = looked("1n", "0n", "1n", "0a", "3n"), looked("1n", "0n", "1n", "0n", "3n")

    assert always.kernel.wink_at[BRUNO] == NOBODY
    for seat in (0, 1, 2, 4, SPECTATOR):
        assert always.trace(seat) == never.trace(seat)
        assert bytes(always.view(seat)) == bytes(never.view(seat))


def test_after_an_executed_accusation_nobody_is_steady() -> None:
    """WT25 [B6, B7, K11]."""
    state = looked("1n", "0n", "1n", "1n", "Cn")
    commit(state, "-", "-", "A:3#25", "-", "-")
    assert state.kernel.gaze == [CROWD] * 5
    play(state, CHEN, "C:3")

    commit(state, "1n", "0e", "1n", "1n", "Cn")

    assert state.kernel.sign == [WINK, NO_SIGN, FLUTTER, FLUTTER, NO_SIGN]


def test_without_flutter_everybody_who_watches_sees_the_wink() -> None:
    """Part 5, flutter off."""
    state = looked("1n", "0e", "1n", "Cn", "Cn", flutter=False, blinking=[AICHA, BRUNO])

    assert state.kernel.sign == [WINK, NO_SIGN, WINK, NO_SIGN, NO_SIGN]
    assert told_to(state, NO_ONE, story.Blinks) == []


# -- Turns and beats ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "beats"), [(4, 2), (5, 2), (6, 2), (7, 3), (8, 3)])
def test_a_turn_has_as_many_beats_as_the_table_says(seats: int, beats: int) -> None:
    """B1: the link lives n x b beats, the last of them the opening beat of the caller's next turn."""
    state = GAME.start(seats, luck=Calm(), options={"first": "seat"})
    assert isinstance(state, State)
    play(state, 0, f"C:{GAME.text(state, 0, state.default(0))[2:]}")
    lived = 0
    while state.core.turn <= seats or state.step != CALLING:
        if state.step == CALLING:
            state.apply(state.core.active, state.default(state.core.active))
        else:
            lived += state.step == LOOKING
            quiet_beat(state)
    assert (state.core.active, lived) == (0, seats * beats)


def test_a_beat_without_a_live_call_is_skipped() -> None:
    """B2, B4, B6: the very first opening beat; and after the last call has been intercepted."""
    state = GAME.start(5, luck=Calm(), story=True)
    assert isinstance(state, State)
    assert state.step == CALLING
    assert [told.fact for told in state.story or [] if isinstance(told.fact, story.SkippedBeat)] == [(1, 1)]
    alone = table(active=CHEN, beats=3)
    assert (alone.core.active, alone.step, alone.beat) == (CHEN, CALLING, 1)  # no pawn stands, so no eyes are needed before the call
    play(alone, CHEN, "C:3")
    assert (alone.step, alone.beat) == (LOOKING, 2)  # now one call lives
    quiet_beat(alone)
    assert (alone.step, alone.beat) == (LOOKING, 3)
    quiet_beat(alone)
    assert (alone.core.active, alone.step, alone.beat) == (MATTHEW, LOOKING, 1)
    assert [told.fact for told in alone.story or [] if isinstance(told.fact, story.SkippedBeat)] == [(1, 1)]
    other = play(table(calling=True, active=CHEN, beats=3), CHEN, "C:3")
    commit(other, "1n", "4n", "1n", "1n", "1n")
    commit(other, "A:1#3", "-", "-", "-", "-")
    assert (other.core.active, other.step, other.rested) == (MATTHEW, CALLING, 1)
    assert [told.fact for told in other.story or [] if isinstance(told.fact, story.SkippedBeat)] == [(1, 3), (2, 1)]


def test_contact_is_made_in_the_opening_beat_or_before_the_call_not_later() -> None:
    """B3, B4, B5."""
    state = table(pawns={MATTHEW: 25})
    commit(state, *["Cn"] * 5)
    assert refused(state, AICHA, "K:2") == "B3"
    assert 92 + AICHA in state.legal(MATTHEW)
    commit(state, *["-"] * 5)
    assert 92 + AICHA in state.legal(MATTHEW)
    play(state, MATTHEW, "C:8")
    commit(state, *["Cn"] * 5)
    assert refused(state, MATTHEW, "K:1") == "B3"


def test_contact_before_the_call_freezes_like_any_other() -> None:
    """B4, K11."""
    state = table(pawns={MATTHEW: 25})
    commit(state, "1n", "0n", "1n", "1n", "1n")
    commit(state, *["-"] * 5)
    assert not state.rested
    play(state, MATTHEW, "K:1")
    assert (state.kernel.gaze, state.rested) == ([CROWD] * 5, 1)


# -- Secret commits ----------------------------------------------------------------------------------------------------


def test_nobody_can_tell_who_has_committed() -> None:
    """B3, B8: views, traces and facts of all others stay the same; one may change one's mind until the step closes."""
    state = table(pawns={MATTHEW: 25})
    before = {seat: (bytes(state.view(seat)), state.view(seat).to_act(), state.legal(seat), state.sealed(seat)) for seat in range(-1, 5)}
    facts = len(state.story or [])
    play(state, AICHA, "L:0e", "L:2n")
    assert state.commit[AICHA] == 6
    assert state.to_act() == [0, 2, 3, 4] == state.view(AICHA).to_act()
    assert state.legal(AICHA)
    assert state.default(AICHA) == NO_ACTION == state.view(AICHA).default()
    assert len(state.story or []) == facts
    for seat in (0, 2, 3, 4, SPECTATOR):
        assert before[seat] == (bytes(state.view(seat)), state.view(seat).to_act(), state.legal(seat), state.sealed(seat))
    for seat in (0, 2, 3):
        play(state, seat, "L:Cn")
    assert not state.is_final(CHEN, 24)  # though it will close the step
    play(state, AICHA, "L:0n")
    assert state.step == LOOKING
    play(state, CHEN, "L:Cn")
    assert state.step == REACTING
    assert state.kernel.gaze[AICHA] == MATTHEW
    to_call(commit(state, *["-"] * 5))
    assert state.is_final(MATTHEW, 108)


def test_void_submissions_and_the_lot_are_nobody_elses_business() -> None:
    """W32, B7."""
    state = table(pawns={MATTHEW: 25}, luck=Calm(lot=(CHEN, AGUSTINA)))
    commit(state, *["Cn"] * 5)
    commit(state, "-", "-", "A:1#25", "-", "A:1#25")
    masks = {type(told.fact).__name__: told.seats for told in state.story or []}
    assert (masks["Lot"], masks["Void"], masks["Accusation"]) == (NO_ONE, 1 << AGUSTINA, EVERYONE)
    kinds = [type(told.fact).__name__ for told in state.story or []]
    assert kinds.index("Accusation") < kinds.index("Void")


def test_after_the_end_of_the_game_what_the_lot_still_held_is_void() -> None:
    """B7: it stops when the game is over."""
    state = table(({1, 2}, {25}, {4, 5}, {6, 7}, {8, 9}), {MATTHEW: 25, AGUSTINA: 8}, luck=Calm(lot=(BRUNO, MATTHEW)))
    commit(state, *["Cn"] * 5)
    commit(state, "A:4#8", "-", "-", "A:1#25", "-")
    assert state.core.ci_hand == [4, 4, 4, 3, 4]
    assert [told.seats for told in state.story or [] if isinstance(told.fact, story.Void)] == [1 << MATTHEW]
    assert state.view(SPECTATOR).to_act() == []
    hands = [told for told in state.story or [] if isinstance(told.fact, story.Hand)]
    assert [(told.seats, told.fact[1]) for told in hands] == [(EVERYONE, numbers) for numbers in ((1, 2), (), (4, 5), (6, 7), (8, 9))]
    assert GAME.show(state.view(SPECTATOR))["players"][0]["hand"] == [1, 2]


# -- Time [B8] and plans [B9] ------------------------------------------------------------------------------------------


def test_time_out_repeats_the_gaze_does_nothing_and_calls_what_was_drawn() -> None:
    """B8."""
    state = table(pawns={MATTHEW: 25})
    assert state.default(AICHA) == 24
    commit(state, "1n", "0n", "1a", "Cn", "2n")
    assert state.default(AICHA) == 27 == state.view(AICHA).default()
    commit(state, *["-"] * 5)
    assert state.default(MATTHEW) == 99 + 3 == 99 + state.auto
    assert state.default(AICHA) == NO_ACTION
    assert [told.seats for told in state.story or [] if isinstance(told.fact, story.Auto)] == [1 << MATTHEW]
    assert state.view(AICHA).auto == 0
    play(state, MATTHEW, "C:8")
    assert [state.default(seat) for seat in range(5)] == [4, 1, 4, 24, 7]
    assert state.default(SPECTATOR) == NO_ACTION


def plan(**parts: object) -> dict[str, object]:
    from spyhouse.rules.wink.actions import missing_plan

    view = table().view(0)
    return missing_plan(view) | parts


def planned(state: State, seat: int, **parts: object) -> str:
    from spyhouse.rules.wink.actions import planned

    return GAME.text(state, seat, planned(state.view(seat), plan(**parts)))


def test_a_plan_is_carried_out_beat_by_beat() -> None:
    """B9: an entry for each beat, accusations by what was seen in this beat, contact with whom one saw winking."""
    state = table(pawns={MATTHEW: 25, CHEN: 3}, active=MATTHEW)
    gaze = ["1e", "Cn"]
    assert planned(state, AGUSTINA, gaze=gaze) == "L:1e"
    commit(state, "1n", "0e", "1n", "1n", "Cn")
    assert state.kernel.sign == [WINK, NO_SIGN, FLUTTER, FLUTTER, NO_SIGN]
    assert planned(state, AGUSTINA, accuse="wink") == "-"
    assert planned(state, AGUSTINA, accuse="flutter") == "A:1#25"
    assert planned(state, AGUSTINA, accuse="flutter", keep=4) == "-"
    assert planned(state, AGUSTINA) == "-"
    assert planned(state, CHEN, accuse="flutter") == "-"
    assert planned(state, MATTHEW, race="seen", accuse="wink") == "K:1"
    assert planned(state, MATTHEW, race="off", accuse="wink") == "-"  # her eyes were on himself
    commit(state, *["-"] * 5)
    play(state, MATTHEW, "C:8")
    assert planned(state, AGUSTINA, gaze=gaze) == "L:Cn"
    assert planned(state, MATTHEW, gaze=gaze) == "L:Cn"


def test_a_plan_never_plays_what_is_not_legal() -> None:
    """B9: an own number is no accusation; a wink of the link before is none of this one."""
    state = table(pawns={MATTHEW: 25, CHEN: 3}, luck=Calm(blinking=[AGUSTINA]))
    commit(state, "2n", "2n", "0n", "Cn", "Cn")
    assert planned(state, AICHA, accuse="flutter") == "-"  # 25 is her own
    assert state.kernel.sign[AICHA] == FLUTTER
    with pytest.raises(spyhouse.BadNotation, match="plan"):
        planned(state, AICHA, accuse="always")


@pytest.mark.parametrize(
    "bad",
    [
        {"gaze": ["1e"]},
        {"gaze": ["0z", "Cn"]},
        {"gaze": ["Ce", "Cn"]},
        {"gaze": 7},
        {"accuse": "no"},
        {"keep": 5},
        {"keep": True},
        {"race": "on"},
        {"more": 1},
    ],
)
def test_a_bad_plan_is_refused(bad: dict[str, object]) -> None:
    """B9."""
    from spyhouse.rules.wink.actions import check_plan

    view = table().view(0)
    check_plan(view, plan())
    with pytest.raises(spyhouse.BadNotation):
        check_plan(view, plan() | bad)


def test_a_missing_plan_never_asks_the_hand() -> None:
    """B9: mode beat-async; eyes on the active player with policy e, he himself on the crowd; race is seen."""
    from spyhouse.rules.wink.actions import missing_plan, planned

    state = table(pawns={MATTHEW: 25}, mode="beat-async")
    assert [state.default(seat) for seat in range(5)] == [24, 1, 1, 1, 1]
    for seat in range(5):
        view = state.view(seat)
        assert planned(view, missing_plan(view)) == state.default(seat)
    play(state, MATTHEW, "L:1n")
    commit(state, "1n", *["0e"] * 4)
    assert [state.default(seat) for seat in range(5)] == [92 + AICHA, 27, 27, 27, 27]
    commit(state, *["-"] * 5)
    assert state.default(MATTHEW) == 99 + state.auto
    play(state, MATTHEW, "C:8")
    quiet_beat(state)
    while state.core.active != MATTHEW:
        to_call(state)
        play(state, state.core.active, f"C:{state.auto}")
        quiet_beat(state)
    commit(state, *["Cn"] * 5)
    assert state.default(MATTHEW) == 27  # the wink was for the link before


# -- Names, numbers, the log [B10-B12] ---------------------------------------------------------------------------------


def test_action_numbers_are_those_of_the_rules() -> None:
    """B10."""
    space = GAME.actions(seats=5)
    assert space.size == 137
    names = {0: "L:0n", 4: "L:1e", 24: "L:Cn", 27: "-", 28: "A:0@0", 36: "A:1@0", 92: "K:0", 99: "K:7", 100: "C:1", 135: "C:36", 136: "X"}
    assert {number: space.names[number] for number in names} == names
    wide = GAME.actions({"accuse_scope": "any"}, 5)
    assert (wide.size, wide.names[137], wide.names[137 + 36 + 24]) == (425, "A:0#1", "A:1#25")


def test_seat_7_can_be_named_and_number_0_cannot_be_called() -> None:
    """B10: 99 is the contact with seat 7."""
    hands = [{2 * seat + 1, 2 * seat + 2} for seat in range(8)]
    state = to_call(table(hands, {0: 15}))
    state.apply(0, 99)
    assert state.core.one_up[7] == 1 << 15


def test_the_log_writes_a_line_a_beat() -> None:
    """4.4, B12."""
    state = looked("1e", "0e", "1n", "Cn", "Cn", blinking=[AGUSTINA])
    commit(state, "-", "-", "A:1#25", "-", "-")
    play(state, CHEN, "C:3")
    line = "t1.1 L 0:1e 1:0e 2:1n 3:Cn 4:Cn | W 1>0 | F 2 | S 0:1W 2:1F | R 2:A1#25 | lot 2 | A 2 1#25 ok"
    assert GAME.lines(state)[:2] == [line, "t1 C 4:3"]


def test_the_log_knows_contacts_voids_and_passes() -> None:
    """4.4."""
    state = table(pawns={MATTHEW: 25}, luck=Calm(lot=(AGUSTINA, MATTHEW)))
    commit(state, *["Cn"] * 5)
    commit(state, "K:1", "-", "A:1#25", "-", "A:2#25")
    assert GAME.lines(state) == [
        "t1.1 L 0:Cn 1:Cn 2:Cn 3:Cn 4:Cn | R 0:K1 2:A1#25 4:A2#25 | lot 2 0 4 | A 2 1#25 ok | K 0 1 void | A 4 2#25 void"
    ]
    other = table(({1}, {2}, {3}, {4}), {0: 2, 1: 3, 2: 1}, active=3)
    play(to_call(other), 3, "X")
    assert GAME.lines(other)[1] == "t1 X 3"
    third = play(to_call(table(pawns={MATTHEW: 25})), MATTHEW, "K:2")
    assert GAME.lines(third)[-1] == "t1 K 0 2 wrong"
    assert GAME.lines(GAME.start(4, seed=1)) == []


def test_chance_is_written_and_read_back() -> None:
    """B12: the streams deal, lot, blink.<seat>, auto."""
    texts = {
        "deal 1 2 / 3 4": [("deal", [1, 2, 3, 4])],
        "start 2": [("deal", [2])],
        "blinks 0- 2+": [("blink.0", [3]), ("blink.2", [0])],
        "blinks ": [],
        "lot 4 2": [("lot", [4, 2])],
        "auto 5 17": [("auto", [5])],
    }
    for text, script in texts.items():
        assert GAME.chance_script(text) == script
    facts: dict[str, tuple[Any, ...]] = {
        "deal 1 2 / 3 4": story.Deal(2, (1, 2, 3, 4)),
        "start 2": story.Start(2),
        "blinks 0- 2+": story.Blinks((0, 2), (2,)),
        "lot 4 2": story.Lot((4, 2)),
        "auto 5 17": story.Auto(1, 5, 17),
    }
    assert {GAME.chance_text(fact): fact for fact in facts.values()} == facts
    assert GAME.chance_text(story.Pass(1)) is None
    for text in ("", "deal x", "start 9", "blinks 2", "lot", "auto 5", "tokens"):
        with pytest.raises(spyhouse.BadNotation):
            GAME.chance_script(text)


@pytest.mark.parametrize("seats", [4, 6, 8])
def test_a_log_replays_to_the_same_match(seats: int) -> None:
    """B12, 6.3: from the seed, and from the chance lines alone."""
    match = Match(GAME, seats, seed=seats)
    luck = Luck(seats)
    while match.state.to_act():
        seat = match.state.to_act()[-1]
        legal = match.state.legal(seat)
        match.play(seat, legal[luck.below(len(legal))])
    record = Record.loads(match.record().dumps())
    assert verify(record).seed_checked
    assert spyhouse.replay(record).numbers() == match.state.numbers()
    bound = seats * 8 * 37 * 3  # turns, and at most so many beats [B11]
    assert len([told for told in match.state.story or [] if isinstance(told.fact, story.Beat)]) <= bound


def test_structured_moves_are_read_back_or_refused() -> None:
    """B10."""
    state = commit(table(pawns={MATTHEW: 25}), *["Cn"] * 5)
    assert GAME.describe(state, AGUSTINA, 36) == {"kind": "accuse", "named": 1, "caller": 0, "number": 25, "final": False}
    assert GAME.number(state, AGUSTINA, {"kind": "accuse", "named": 1, "number": 25}) == 36
    assert GAME.describe(state, AGUSTINA, 35) == {"kind": "accuse", "named": 0, "caller": 7, "number": 0}
    assert GAME.text(state, AGUSTINA, 35) == "A:0@7"
    assert GAME.text(state, AGUSTINA, 37) == "A:1@1"
    for move in (
        {"kind": "look", "at": "x", "policy": "never"},
        {"kind": "look", "at": 1, "policy": "maybe"},
        {"kind": "call"},
        {"kind": "dance"},
    ):
        with pytest.raises(spyhouse.BadNotation):
            GAME.number(state, 0, move)
    for text in ("A:1", "L:Cx", "C:37", "K:8", "A:0#1@", "A:9#25"):
        with pytest.raises(spyhouse.BadNotation):
            GAME.parse(state, 0, text)
    with pytest.raises(IllegalMove, match="Nobody calls number 77"):
        GAME.parse(state, 0, "A:1#77")
    wide = commit(table(pawns={MATTHEW: 25}, accuse_scope="any"), *["Cn"] * 5)
    assert GAME.parse(wide, AGUSTINA, "A:1#3") == 137 + 36 + 2
    assert GAME.describe(wide, AGUSTINA, 175) == {"kind": "accuse", "named": 1, "number": 3, "final": False}
    assert GAME.text(wide, AGUSTINA, 36) == "A:1@0"


def test_notes_keep_what_was_seen() -> None:
    """3.1: one number for each beat in which one watched somebody."""
    noted = note(2368, 4, 7, 8, FLUTTER, 36)
    read = (note_turn(noted), note_beat(noted), note_of(noted), note_at(noted), note_sign(noted), note_number(noted))
    assert read == (2368, 4, 7, 8, FLUTTER, 36)
    state = looked("1n", "Cn", "1n", "0n", "Cn")
    assert state.notes == [[note(1, 1, 1, 8, NO_SIGN, 0)], [], [note(1, 1, 1, 8, NO_SIGN, 0)], [note(1, 1, 0, 1, NO_SIGN, 0)], []]


# -- Refusals ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "action", "words"),
    [
        (0, 27, "chooses where to look"),
        (0, 25, "Nobody winks at the crowd"),
        (0, 1, "That is you"),
        (0, 21, "no seat 7"),
        (0, 137, "no action 137"),
        (0, -1, "no action -1"),
        (9, 24, "Only players"),
        (SPECTATOR, 24, "Only players"),
    ],
)
def test_refusals_in_look(seat: int, action: int, words: str) -> None:
    """B3, B10, W1."""
    with pytest.raises(IllegalMove, match=words):
        table(pawns={MATTHEW: 25}).apply(seat, action)


@pytest.mark.parametrize(
    ("seat", "action", "words"),
    [
        (0, 24, "may accuse or do nothing"),
        (0, 136, "may accuse or do nothing"),
        (0, 92, "That is you"),
        (0, 98, "no seat 6"),
        (1, 92, "Only the active player"),
        (2, 28 + 8 * 1 + 4, "Nobody calls a number there"),
        (2, 28 + 8 * 1 + 7, "may accuse or do nothing"),
        (2, 28 + 8 * 7 + 0, "may accuse or do nothing"),
        (2, 28 + 8 * 0 + 0, "Seat 0 calls number 25"),
        (0, 28 + 8 * 1 + 0, "your own call"),
        (1, 28 + 8 * 2 + 0, "your own hand"),
        (2, 28 + 8 * 2 + 0, "That is you"),
    ],
)
def test_refusals_in_react(seat: int, action: int, words: str) -> None:
    """B3, W25."""
    state = commit(table(pawns={MATTHEW: 25}), *["Cn"] * 5)
    with pytest.raises(IllegalMove, match=words):
        state.apply(seat, action)


@pytest.mark.parametrize(
    ("seat", "action", "words"),
    [
        (1, 104, "Seat 0 is on turn"),
        (0, 27, "Now a number is called"),
        (0, 92, "That is you"),
        (0, 136, "There is a number you can call"),
        (0, 99 + 30, "not in the crowd any more"),
        (0, 99 + 1, "in your own hand"),
        (0, 99 + 25, "Your pawn stands"),
        (0, 99 + 8, "Seat 2 calls number 8"),
    ],
)
def test_refusals_in_call(seat: int, action: int, words: str) -> None:
    """W7, W13, W18, B4."""
    state = to_call(table(pawns={MATTHEW: 25, AGUSTINA: 8}))
    with pytest.raises(IllegalMove, match=words):
        state.apply(seat, action)


def test_more_refusals() -> None:
    """W8, W31, W33, and accusations about any number."""
    four = commit(table(EXAMPLE[:4], {MATTHEW: 25}), *["Cn"] * 4)
    four.core.locked = 1 << 25
    with pytest.raises(IllegalMove, match="locked"):
        four.apply(AGUSTINA, 36)
    wide = commit(table(pawns={MATTHEW: 25}, accuse_scope="any"), *["Cn"] * 5)
    for action, words in (
        (36, "may accuse"),
        (137 + 36 + 29, "Nobody calls"),
        (137 + 36 + 34, "Nobody calls"),
        (137 + 36 * 7, "may accuse"),
        (137 + 36 + 35, "may accuse"),
    ):
        with pytest.raises(IllegalMove, match=words):
            wide.apply(AGUSTINA, action)
    state = table(({1, 2}, {25}, {4, 5}, {6, 7}, {8, 9}), {MATTHEW: 25})
    commit(state, *["Cn"] * 5)
    commit(state, "K:1", "-", "-", "-", "-")
    with pytest.raises(IllegalMove, match="over"):
        state.apply(0, 27)
    quiet = commit(table(pawns={AICHA: 4}), *["Cn"] * 5)
    with pytest.raises(IllegalMove, match="no live call"):
        quiet.apply(MATTHEW, 93)
