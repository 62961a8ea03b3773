"""The options of part 5, and what clients are shown."""

from __future__ import annotations

import pytest

from spyhouse import BadOption, Luck
from spyhouse.rules.wink import story
from spyhouse.rules.wink.core import listed
from spyhouse.rules.wink.engine import State
from tests.rules.wink.build import (
    AGUSTINA,
    AICHA,
    BRUNO,
    EXAMPLE,
    GAME,
    MATTHEW,
    commit,
    core,
    play,
    quiet_beat,
    setting,
    table,
    to_call,
)

FOUR = EXAMPLE[:4]


def test_beats_follow_from_the_players_unless_chosen() -> None:
    """B1."""
    assert [setting(seats).beats for seats in (4, 5, 6, 7, 8)] == [2, 2, 2, 3, 3]
    assert setting(8, beats=1).beats == 1
    with pytest.raises(BadOption):
        setting(4, beats=5)


def test_with_one_beat_the_turn_ends_with_the_call() -> None:
    """B1, B5."""
    state = to_call(table(pawns={MATTHEW: 25}, beats=1))
    play(state, MATTHEW, "C:8")
    assert (state.core.active, state.beat) == (AICHA, 1)


def test_a_lock_may_last_as_long_as_the_call_or_not_be_there() -> None:
    """W31, lock4."""
    now = core(FOUR, {MATTHEW: 25}, lock4="call")
    now.accuse(AGUSTINA, BRUNO, 25)
    assert not now.can_accuse(BRUNO, AICHA, 25)
    now.call(4)
    assert now.locked == 0
    off = core(FOUR, {MATTHEW: 25}, lock4="call")
    off.accuse(AGUSTINA, BRUNO, 25)
    off.take_off()
    assert off.locked == 0
    none = core(FOUR, {MATTHEW: 25}, lock4="none")
    none.accuse(AGUSTINA, BRUNO, 25)
    assert none.can_accuse(BRUNO, AICHA, 25)
    nobody_calls = core(FOUR, lock4="call", accuse_scope="any")
    nobody_calls.accuse(AGUSTINA, BRUNO, 25)
    assert nobody_calls.locked == 0
    assert core(EXAMPLE, {MATTHEW: 25}, lock4="card").rules.lock == 2  # only with four players


def test_accusations_may_be_about_any_number_in_the_crowd() -> None:
    """accuse_scope [B10]: live, not in the own hand, not under the own pawn; anybody else may be accused."""
    state = commit(table(pawns={MATTHEW: 25}, accuse_scope="any"), *["Cn"] * 5)
    numbers = {int(GAME.text(state, MATTHEW, action)[4:]) for action in state.legal(MATTHEW) if action >= 137}
    assert numbers == {3, 4, 5, 6, 7, 8, 9}
    assert GAME.parse(state, AGUSTINA, "A:0#25") in state.legal(AGUSTINA)
    assert all(action < 28 or action >= 92 for action in state.legal(MATTHEW))
    commit(state, "A:1#3", "-", "-", "-", "-")
    assert listed(state.core.both_up[MATTHEW]) == [3]


def test_one_may_bluff_about_an_own_number() -> None:
    """accuse_own; then a wrong accusation shows nothing about the accuser [H4]."""
    state = commit(table(FOUR, {MATTHEW: 25}, accuse_own=True), *["Cn"] * 4)
    commit(state, "-", "A:2#25", "-", "-")
    assert (state.core.locked, state.core.ci_box) == (1 << 25, 1)
    assert listed(state.core.ruled_out[AICHA]) == []
    assert listed(state.core.ruled_out[AGUSTINA]) == [25]


def test_assist_marks_ones_own_called_cards() -> None:
    """assist: only for the owner, only when agreed."""
    for assist in (True, False):
        state = table(pawns={MATTHEW: 25}, assist=assist)
        marks = [[card["number"] for card in GAME.show(state.view(seat))["crowd"] if card["called"]] for seat in (-1, AICHA, AGUSTINA)]
        assert marks == [[], [25] if assist else [], []]
        said = [line["key"] for section in GAME.show(state.view(AICHA))["sections"] for line in section["lines"]]
        assert ("assist" in said) == assist


def test_the_sign_is_only_a_picture() -> None:
    assert GAME.show(GAME.start(4, seed=1, options={"sign": "brow"}).view(0))["sign"] == "brow"


def test_prompts_say_what_is_asked() -> None:
    """B3, B4, B8, W18, W33."""
    state = table(pawns={MATTHEW: 25})

    def prompts() -> list[str]:
        return [GAME.show(state.view(seat))["prompt"]["key"] for seat in (-1, 0, 1)]

    assert prompts() == ["watch", "look", "look"]
    play(state, AICHA, "L:0e")
    assert prompts() == ["watch", "look", "committed"]
    commit(state, "1n", "0e", "1n", "Cn", "Cn")
    assert prompts() == ["watch", "react_or_contact", "react"]
    commit(state, *["-"] * 5)
    assert prompts() == ["wait", "contact_or_call", "wait"]
    play(state, MATTHEW, "K:1")
    assert prompts() == ["wait", "call", "wait"]
    stuck = to_call(table(({1}, {2}, {3}, {4}), {0: 2, 1: 3, 2: 1}, active=3))
    assert GAME.show(stuck.view(3))["prompt"] == {"key": "pass", "rule": "W18", "args": {}}
    over = commit(commit(table(({1, 2}, {25}, {4}, {6}, {8}), {MATTHEW: 25}), *["Cn"] * 5), "K:1", "-", "-", "-", "-")
    assert GAME.show(over.view(-1))["prompt"]["args"] == {"winners": [0, 1]}


def test_what_a_player_sees_is_shown_to_him_alone() -> None:
    """Part 3."""
    state = commit(table(pawns={MATTHEW: 25}), "1n", "0e", "1n", "Cn", "Cn")
    shown = {seat: GAME.show(state.view(seat)) for seat in (-1, 0, 1, 2, 3)}
    assert shown[-1]["you"] is None
    assert (shown[0]["you"]["eyes"], shown[0]["you"]["sign"], shown[0]["you"]["known"][1]) == (0, "wink", [25])
    assert (shown[1]["you"]["wink"], shown[1]["you"]["hand"]) == (0, [3, 25])
    assert shown[2]["you"]["seen"] == [{"turn": 1, "beat": 1, "of": 1, "at": 0, "sign": "flutter", "number": 25}]
    assert (shown[3]["you"]["gaze"], shown[3]["you"]["eyes"]) == ("crowd", None)
    assert [player["hand"] for player in shown[0]["players"]] == [[1, 2], [], [], [], []]


def test_sections_tell_the_whole_table() -> None:
    state = table(FOUR, {MATTHEW: 25}, quiet_rounds=1)
    commit(state, *["Cn"] * 4)
    commit(state, "-", "-", "A:3#25", "-")
    play(state, MATTHEW, "C:6")
    quiet_beat(state)
    keys = [line["key"] for section in GAME.show(state.view(AICHA))["sections"] for line in section["lines"]]
    assert {"turn", "crowd", "calls", "locked", "quiet", "hand", "player", "not_holding"} <= set(keys)
    while state.to_act():
        for seat in state.to_act():
            state.apply(seat, state.default(seat))
    keys = [line["key"] for line in GAME.show(state.view(-1))["sections"][0]["lines"]]
    assert "ended_quiet" in keys


def test_lines_of_facts_are_plain() -> None:
    assert GAME.line(story.Deal(4, (1, 2, 3, 4))) is None
    assert GAME.line(story.Blinks((0, 1), ())) is None
    assert GAME.line(story.Blinks((0, 1), (1,))) == {"key": "blinks", "args": {"drawn": [0, 1], "blinking": [1]}}
    assert GAME.line(story.Look(1, 8, 0)) == {"key": "look", "args": {"seat": 1, "at": "crowd", "policy": "never"}}
    assert GAME.line(story.Sign(1, 2, 3, 2)) == {"key": "sign", "args": {"seat": 1, "of": 2, "at": 3, "kind": "flutter"}}
    assert GAME.line(story.End(2, (1, 2))) == {"key": "end", "args": {"reason": "quiet", "scores": [1, 2]}}
    assert GAME.line(story.Contact(0, 1, 25, 0, 2)) == {
        "key": "contact",
        "args": {"seat": 0, "named": 1, "number": 25, "right": False, "holder": 2},
    }


@pytest.mark.parametrize(("name", "value"), [("pace", "brisk"), ("heads_up", True), ("objection", True), ("room_clock", 30)])
def test_options_of_modes_to_come_are_neither_offered_nor_taken(name: str, value: object) -> None:
    """They stay in the terms at their default, so that records keep their form."""
    assert name not in {option.name for option in GAME.options}
    with pytest.raises(BadOption, match="cannot be played yet"):
        GAME.terms(4, {name: value})
    kept = GAME.terms(4).options
    assert GAME.terms(4, kept).options == kept
    assert name in kept


@pytest.mark.parametrize("seats", [4, 7])
def test_a_random_game_with_every_option_ends(seats: int) -> None:
    """None at its default; the first seat begins, nobody's eyelids flutter, and every law of part 1.5 holds at each step."""
    options: dict[str, object] = {
        "sign": "brow",
        "beats": 4,
        "flutter": False,
        "lock4": "none",
        "accuse_scope": "any",
        "accuse_own": True,
        "first": "seat",
        "quiet_rounds": 3,
        "assist": True,
    }
    assert options.keys() == {option.name for option in GAME.options}
    assert not [option.name for option in GAME.options if option.default == options[option.name]]
    luck = Luck(1)
    state = GAME.start(seats, seed=5, options=options, story=True)
    assert isinstance(state, State)
    while owing := state.to_act():
        legal = state.legal(owing[0])
        state.apply(owing[0], legal[luck.below(len(legal))])
        assert state.broken() == []
    facts = [told.fact for told in state.story or []]
    assert next(fact.seat for fact in facts if isinstance(fact, story.Turn)) == 0
    assert not [fact for fact in facts if isinstance(fact, story.Blinks) and fact.blinking]
    assert {fact.beat for fact in facts if isinstance(fact, story.Beat)} <= {1, 2, 3, 4}
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.reason == "quiet") == (
        max(fact.number for fact in facts if isinstance(fact, story.Turn)) > 0 and 0 not in state.core.size
    )
