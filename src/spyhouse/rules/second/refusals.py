"""Why a place of the board cannot be touched now: the refusal of what the touch would mean.

A board asks with `{"kind": "touch", "place": "minister-U"}`, if it has them with the places that are `held` and the `mission` that is
being executed. Places: `cell-s-C` of the own card, `other-s-C` of the other one, `minister-U`, `door-U`, `cube-U-g`; and those that no
mission begins at: `slot-3` of the Foreign Office, `tracker`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from spyhouse.rules.kit.errors import IllegalMove
from spyhouse.rules.second import engine
from spyhouse.rules.second.engine import (
    ASSASSINATE,
    CHOOSING,
    CONVERT,
    CRISIS,
    DO_ASSASSINATE,
    DO_CRISIS,
    DO_SWITCH,
    DOUBLE_AGENT,
    OVER,
    REGROUP,
    RELOCATE,
    ROUNDS,
    SELECT_SINGLE,
    SELECTING,
    SINGLE,
    SWITCH,
    State,
)
from spyhouse.rules.second.pieces import AREAS, DEPTS, MISSIONS, SPIES

MEANT = {"minister": (CRISIS, ASSASSINATE), "cube": (SWITCH, RELOCATE, REGROUP), "door": (RELOCATE,), "cell": (REGROUP,)}

SLOTS = [str(slot + 1) for slot in range(ROUNDS)]


def of_touch(state: State, seat: int, touch: Mapping[str, Any]) -> IllegalMove:
    """What is in the way, whoever is to move; ValueError if there is no such place."""
    thing, *codes = str(touch["place"]).split("-")
    if thing in ("slot", "tracker"):
        return _by_itself(thing, codes)
    if state.phase in (OVER, CHOOSING) or seat != state.actor:
        return engine.refusal(state, seat, SELECT_SINGLE)
    if thing == "other":
        return IllegalMove("S17", "This card is not yours.", "Your own missions are on your card.")
    if state.phase == SELECTING:
        return _selecting(state, seat, thing, codes)
    return _executing(state, seat, thing, codes, touch)


def _by_itself(thing: str, codes: list[str]) -> IllegalMove:
    """What nobody ever touches, and what it is for."""
    if thing == "tracker":
        moves = "The markers on the tracker move by themselves."
        return IllegalMove("S45", moves, "Scoring takes them up, and whoever pays for a mission down.")
    slot = int(codes[0]) if len(codes) == 1 and codes[0] in SLOTS else _nowhere(codes)
    acts = "Tokens of the Foreign Office act by themselves, one each round."
    return IllegalMove("S9", acts, "This one names the department of round {round}.", round=slot)


def _selecting(state: State, seat: int, thing: str, codes: list[str]) -> IllegalMove:
    if thing != "cell":
        return engine.selection_refusal(state, seat, DO_SWITCH)
    area, mission = (AREAS.index(codes[0]), MISSIONS.index(codes[1])) if len(codes) > 1 else _nowhere(codes)
    if area == SINGLE or state.free_slots(seat, area, mission) < 1:
        return engine.covered(area, mission)
    if state.tokens[seat] < 2:
        return IllegalMove("S22", "A Dual takes two tokens and you have one.", "Select a Single.")
    return IllegalMove("S17", "A Dual takes two different missions here.", "Select two different ones.")


def _executing(state: State, seat: int, thing: str, codes: list[str], touch: Mapping[str, Any]) -> IllegalMove:
    meant = MEANT.get(thing) or _nowhere(codes)
    pending = [mission for mission in meant if state.pending[seat * 5 + mission]]
    if not pending:
        return engine.execution_refusal(state, seat, SELECT_SINGLE if thing == "cell" else CONVERT + meant[0])
    wish = MISSIONS.find(str(touch.get("mission") or "-"))
    mission = wish if wish in pending else pending[0]
    held = [str(place).split("-")[1] for place in touch.get("held") or []]  # the departments of what is in hand
    if thing == "cell":
        return _token(state, seat, codes, held)
    dept = DEPTS.index(codes[0])
    if thing == "minister":
        return engine.execution_refusal(state, seat, (DO_CRISIS if mission == CRISIS else DO_ASSASSINATE) + dept)
    if thing == "door":
        if DEPTS[dept] in held:
            return IllegalMove("S32", "A Relocate leads to another department.", "Name another destination, or convert.")
        return IllegalMove("S32", "A Relocate begins with a cube in a Spying area.", "Touch that cube first, then where it goes.")
    return _cube(state, mission, dept * 3 + SPIES.index(codes[1]))


def _token(state: State, seat: int, codes: list[str], held: list[str]) -> IllegalMove:
    if not held:
        return _no_agent()
    slot = AREAS.index(codes[0]) * 5 + MISSIONS.index(codes[1])
    return engine.regroup_refusal(state, seat, DEPTS.index(held[0]) * 10 + slot)


def _cube(state: State, mission: int, place: int) -> IllegalMove:
    if mission == REGROUP:
        if place % 3 != DOUBLE_AGENT or state.spying[place] == 0:
            return _no_agent()
        return IllegalMove("S33", "You have no used token that could come back.", "Convert it to Infiltrate.")
    if state.spying[place] == 0:
        cubes = "Relocate a cube that lies in a Spying area, or convert."
        if mission == SWITCH:
            cubes = "Switch two cubes of different colours that lie in Spying areas, or convert."
        return engine.no_cube("S31" if mission == SWITCH else "S32", place, cubes)
    if mission == SWITCH:
        return IllegalMove("S31", "A Switch takes two cubes of different colours from two departments.", "Name two such cubes, or convert.")
    return IllegalMove("S32", "A Relocate leads to another department.", "Touch the Reception where the cube is to go.")


def _no_agent() -> IllegalMove:
    return IllegalMove("S33", "A Regroup begins with a double agent cube in a Spying area.", "Touch such a cube, or convert.")


def _nowhere(codes: list[str]) -> Any:
    raise ValueError(f"there is no such place: {codes}")
