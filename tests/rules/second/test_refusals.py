"""Every kind of refusal: the rule, what is in the way, what to do instead, and nothing is changed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

import pytest

from spyhouse import CLOCK, SPECTATOR, BadNotation, IllegalMove
from spyhouse.rules.second.engine import GREEN, ORANGE, State
from tests.rules.second.build import ROOM, card, golden, play, position, start

TWINS: dict[str, Any] = {"layout": "wide", "dual_pair_rule": "only_SS_RR_forbidden"}


class Try(NamedTuple):
    """A move somebody tries, and how it is refused."""

    table: Callable[[], State]
    seat: int
    move: str | int
    rule: str
    why: str
    instead: str


def executing(pending: str, **pieces: Any) -> Callable[[], State]:
    """Green is to execute."""
    used = pieces.pop("used", "")
    return lambda: position(green=card(used=used, pending=pending), **pieces)


TRIES = {
    "after the end": Try(lambda: golden(7), GREEN, "s:S", "S52", "The game is over.", "Start a new one."),
    "the other's order": Try(
        lambda: start(spy_ops="chooser"), ORANGE, "first:o", "S15", "It is green's turn.", "Wait until green has moved."
    ),
    "the other's selection": Try(start, ORANGE, "s:S", "S16", "It is green's turn.", "Wait until green has moved."),
    "the other's execution": Try(
        lambda: play(start(), "s:S s:S"), ORANGE, "S:I", "S24", "It is green's turn.", "Wait until green has moved."
    ),
    "a spectator": Try(start, SPECTATOR, "s:S", "S16", "It is green's turn.", "Wait"),
    "the clock": Try(start, CLOCK, "s:S", "S16", "It is green's turn.", "Wait"),
    "no such number": Try(start, GREEN, 97, "S8", "There is no action 97.", "Play one of the legal ones."),
    "a negative number": Try(start, GREEN, -1, "S8", "There is no action -1.", "Play one of the legal ones."),
    "twins by number": Try(start, GREEN, 94, "S17", "A Dual takes two different missions here.", "Select two different ones."),
    "before the order": Try(
        lambda: start(spy_ops="chooser"), GREEN, "s:S", "S15", "The order of this round comes first.", "Name the first player"
    ),
    "executing too early": Try(start, GREEN, "S:I", "S16", "Missions are selected now, not executed.", "Select a Single or a Dual"),
    "naming an order unasked": Try(start, GREEN, "first:g", "S16", "Missions are selected now", "Select a Single"),
    "a covered Single": Try(
        lambda: position(green=card(used="sC")), GREEN, "s:C", "S19", "No Single slot of Crisis is free", "a free slot"
    ),
    "a Dual with one token": Try(
        lambda: position(green=card(used="sS sR sG dS dR dG dC dX")),
        GREEN,
        "d:SR",
        "S22",
        "A Dual takes two tokens and you have one.",
        "Select a Single.",
    ),
    "a covered first half": Try(
        lambda: position(green=card(used="dG")), GREEN, "d:GX", "S19", "No Dual slot of Regroup is free", "a free slot"
    ),
    "a covered second half": Try(
        lambda: position(green=card(used="dX")), GREEN, "d:GX", "S19", "No Dual slot of Assassinate is free", "a free slot"
    ),
    "twins with one slot": Try(
        lambda: position(green=card(used="dG"), **TWINS),
        GREEN,
        "d:GG",
        "S19",
        "Fewer than two Dual slots of Regroup are free",
        "a free slot",
    ),
    "selecting too late": Try(
        executing("s:S"), GREEN, "s:S", "S24", "Missions are executed now, not selected.", "Execute or convert a pending mission."
    ),
    "not pending": Try(executing("d:RC"), GREEN, "S:I", "S26", "Switch is not pending.", "Execute or convert Relocate and Crisis."),
    "no left cube": Try(
        executing("s:S", bio="0.1.0"), GREEN, "S:Ug~Bo", "S31", "No green cube lies in the Spying area of Nuke", "Switch two cubes"
    ),
    "no right cube": Try(
        executing("s:S", nuke="1.0.0"), GREEN, "S:Ug~Bo", "S31", "No orange cube lies in the Spying area of Bio", "Switch two cubes"
    ),
    "a cube in Reception": Try(
        executing("s:R", bio="0.0.0+0.0.1"), GREEN, "R:Bd>U", "S32", r"cubes in a Reception are out of reach \[S29\]", "Relocate a cube"
    ),
    "no double agent": Try(
        executing("s:G", used="sS"), GREEN, "G:U+sS", "S33", "No double agent cube lies in the Spying area of Nuke", "convert"
    ),
    "no used token": Try(executing("s:G", nuke="0.0.1"), GREEN, "G:U+sS", "S33", "You have no used token on Single Switch.", "convert"),
    "its own token": Try(
        executing("s:G", nuke="0.0.1"), GREEN, "G:U+sG", "S37", "The token on Single Regroup cannot be taken back", "another used token"
    ),
    "its partner's token": Try(
        executing("d:SG", nuke="0.0.1"), GREEN, "G:U+dS", "S37", "The token on Dual Switch cannot be taken back", "another"
    ),
    "too poor for a Crisis": Try(
        executing("s:C", points="0.2.0"), GREEN, "C:U", "S34", "Crisis costs 1 and you have 0.", "Convert it to Infiltrate."
    ),
    "too poor to assassinate": Try(
        executing("s:X", points="1.2.0"), GREEN, "X:U", "S35", "Assassinate costs 2 and you have 1.", "Convert it"
    ),
    "no Minister to upset": Try(
        executing("s:C", round=2), GREEN, "C:A", "S38", "The Minister of Nano is not on his Ministerial place.", "convert"
    ),
    "no Minister to kill": Try(
        executing("s:X", round=2), GREEN, "X:U", "S38", "The Minister of Nuke is not on his Ministerial place.", "convert"
    ),
}


@pytest.mark.parametrize("kind", TRIES)
def test_a_refused_move_names_the_rule_and_changes_nothing(kind: str) -> None:
    """4.1: `what is in the way. What to do instead. [rule]`, in one line; state, story and traces stay as they were."""
    table, seat, move, rule, why, instead = TRIES[kind]
    state = table()
    before = (state.numbers(), list(state.story or []), list(state.traces))
    action = ROOM.parse(state, seat, move) if isinstance(move, str) else move

    with pytest.raises(IllegalMove, match=f"{why}.*{instead}") as refused:
        state.apply(seat, action)

    assert refused.value.rule == rule
    assert str(refused.value).endswith(f" [{rule}]")
    assert "\n" not in str(refused.value)
    assert (state.numbers(), list(state.story or []), list(state.traces)) == before
    assert action not in state.legal(seat)


class Touch(NamedTuple):
    """A place somebody touches, and what is in its way."""

    table: Callable[[], State]
    place: str
    rule: str
    why: str
    held: str = ""
    mission: str = ""


EXECUTING_ALL = {"nuke": "1.0.0", "nano": "0.0.1"}
TOUCHES = {
    "after the end": Touch(lambda: golden(7), "minister-U", "S52", "The game is over."),
    "before the order": Touch(lambda: start(spy_ops="chooser"), "cell-s-S", "S15", "The order of this round comes first."),
    "the Foreign Office": Touch(start, "slot-3", "S9", "act by themselves, one each round. This one names the department of round 3."),
    "the Foreign Office after the end": Touch(lambda: golden(7), "slot-8", "S9", "act by themselves"),
    "the tracker": Touch(executing("s:C"), "tracker", "S45", "The markers on the tracker move by themselves."),
    "the other's card": Touch(start, "other-s-S", "S17", "This card is not yours."),
    "a Minister while selecting": Touch(start, "minister-U", "S16", "Missions are selected now, not executed."),
    "a covered Single": Touch(lambda: position(green=card(used="sC")), "cell-s-C", "S19", "No Single slot of Crisis is free"),
    "a covered Dual": Touch(lambda: position(green=card(used="dG")), "cell-d-G", "S19", "No Dual slot of Regroup is free"),
    "a Dual with one token": Touch(
        lambda: position(green=card(used="sS sR sG dS dR dG dC sX")), "cell-d-X", "S22", "A Dual takes two tokens and you have one."
    ),
    "a Dual twice": Touch(start, "cell-d-G", "S17", "A Dual takes two different missions here."),
    "a cell while executing": Touch(executing("s:S"), "cell-s-S", "S24", "Missions are executed now, not selected."),
    "a Minister unasked": Touch(executing("s:S"), "minister-U", "S26", "Crisis is not pending."),
    "a door unasked": Touch(executing("s:S"), "door-U", "S26", "Relocate is not pending."),
    "a cube unasked": Touch(executing("s:C"), "cube-U-g", "S26", "Switch is not pending."),
    "a Minister who is away": Touch(executing("s:C", round=2), "minister-A", "S38", "The Minister of Nano is not on"),
    "another Minister who is away": Touch(executing("s:X", round=2), "minister-U", "S38", "The Minister of Nuke is not on"),
    "a door first": Touch(executing("s:R", nuke="1.0.0"), "door-A", "S32", "A Relocate begins with a cube"),
    "its own door": Touch(executing("s:R", nuke="1.0.0"), "door-U", "S32", "A Relocate leads to another department.", "cube-U-g"),
    "no cube to relocate": Touch(executing("s:R"), "cube-U-g", "S32", "No green cube lies in the Spying area of Nuke"),
    "a second cube to relocate": Touch(executing("s:R", **EXECUTING_ALL), "cube-A-d", "S32", "A Relocate leads to", "cube-U-g"),
    "no cube to switch": Touch(executing("s:S"), "cube-U-g", "S31", "No green cube lies in the Spying area of Nuke"),
    "a cube without a partner": Touch(executing("s:S", nuke="1.0.0"), "cube-U-g", "S31", "A Switch takes two cubes of different"),
    "no agent to regroup": Touch(executing("s:G", used="sS"), "cube-U-d", "S33", "A Regroup begins with a double agent cube"),
    "no agent at all": Touch(executing("s:G", used="sS", nuke="1.0.0"), "cube-U-g", "S33", "A Regroup begins with a double agent"),
    "no token to regroup": Touch(executing("s:G", nuke="0.0.1"), "cube-U-d", "S33", "You have no used token that could come back."),
    "a token first": Touch(executing("s:G", used="sS", nuke="0.0.1"), "cell-s-S", "S33", "A Regroup begins with a double agent"),
    "a free cell": Touch(executing("s:G", used="sS", nuke="0.0.1"), "cell-s-R", "S33", "You have no used token on Single", "agent-U"),
    "the mission that is chosen": Touch(
        executing("d:RG", **EXECUTING_ALL), "cube-B-o", "S33", "A Regroup begins with a double agent cube", mission="G"
    ),
}


@pytest.mark.parametrize("kind", TOUCHES)
def test_a_place_that_cannot_be_touched_says_why(kind: str) -> None:
    """Asked of the view, as the page does; nothing is played."""
    table, place, rule, why, held, mission = TOUCHES[kind]
    touch = {"kind": "touch", "place": place, "held": [held] if held else [], "mission": mission or None}
    refusal = ROOM.why(table().view(GREEN), touch)

    assert refusal is not None
    assert refusal.rule == rule
    assert why in str(refusal)


def test_a_touch_out_of_turn_says_whose_turn_it_is() -> None:
    refusal = ROOM.why(start().view(ORANGE), {"kind": "touch", "place": "cell-s-S"})

    assert str(refusal) == "It is green's turn. Wait until green has moved. [S16]"


NOWHERE = ["moon", "minister", "minister-Z", "cube-U", "cell-s", "cell-s-Q", "slot", "slot-0", "slot-9", "slot-x", "", 7, None]


@pytest.mark.parametrize("place", NOWHERE)
@pytest.mark.parametrize("table", [start, executing("d:RG", **EXECUTING_ALL)])
def test_a_place_that_is_none_is_no_move(table: Callable[[], State], place: object) -> None:
    """A mere beginning of a place is refused as well, in one way or the other."""
    with suppress(BadNotation):
        assert ROOM.why(table().view(GREEN), {"kind": "touch", "place": place}) is not None


def test_accepted_is_what_is_legal_and_nothing_else() -> None:
    """S26, S27: over a whole game every number is tried by both seats: it is in the legal list or refused."""
    for options in ({"spy_ops": "chooser"}, TWINS):
        state = start(**options)
        while state.to_act():
            for seat in (GREEN, ORANGE):
                legal = state.legal(seat)
                for action in range(-2, 99):
                    assert state.is_legal(seat, action) == (action in legal)
                    if action not in legal:
                        with pytest.raises(IllegalMove):
                            state.apply(seat, action)
            legal = state.legal(state.actor)
            state.apply(state.actor, legal[state.turns % len(legal)])
