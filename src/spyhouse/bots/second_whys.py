"""What speaks for a move in Second Place: what the running round would bring, and who would be winning then [S41-S49].

All of it follows from the table, which lies open: a mission is carried out on a copy, and the round is scored as it stands.
"""

from __future__ import annotations

from typing import Any

from spyhouse.bots.levels import Why
from spyhouse.rules.kit.contract import NO_ACTION
from spyhouse.rules.kit.contract import View as BaseView
from spyhouse.rules.kit.luck import Luck
from spyhouse.rules.second import show
from spyhouse.rules.second.actions import describe
from spyhouse.rules.second.engine import (
    CHOOSING,
    CONVERT,
    DO_SWITCH,
    EXECUTING,
    MISSION_OF,
    NAME_FIRST,
    NOBODY,
    ROUNDS,
    SELECT_DUAL,
    State,
)
from spyhouse.rules.second.pieces import DEPTS
from spyhouse.rules.second.view import View

Way = tuple[tuple[int, ...], State]  # executions one after the other, and the table after them, the round not scored yet


def whys(view: BaseView, luck: Luck, actions: list[int]) -> list[Why | None]:
    """What each of these moves is for."""
    assert isinstance(view, View)
    return [None if action == NO_ACTION else why(view.table, view.seat, action) for action in actions]


def why(table: State, seat: int, action: int) -> Why:
    if table.phase == CHOOSING:
        return Why("last" if action != NAME_FIRST + seat else "first", {"rival": 1 - seat})
    if table.phase == EXECUTING:
        return executed(table, seat, action)
    return selected(table, seat, action)


# -- Executing ---------------------------------------------------------------------------------------------------------


def executed(table: State, seat: int, action: int) -> Why:
    """Who is winning if it stays like that, and whether that is new."""
    after = carried_out(table, seat, action)
    before, now = winner_of(table), winner_of(after)
    key = "keeps" if before == now == seat else "turns" if now == seat else "stops" if before == 1 - seat and now == NOBODY else "leads"
    rival = 1 - seat
    led, leads = leaders(table), leaders(after)
    args = {
        **scored(after, seat),
        "rival": rival,
        "answers": show.pending(after, rival),
        "more": bool(show.pending(after, seat)),
        "gains": [DEPTS[dept] for dept in range(3) if leads[dept] == seat != led[dept]],
        "denies": [DEPTS[dept] for dept in range(3) if led[dept] == rival and leads[dept] not in (rival, seat)],
        "briefcase": table.round < ROUNDS and next_briefcase(after, now) == seat,
    }
    return Why(key, args)


def carried_out(table: State, seat: int, action: int) -> State:
    """The table after a mission of this seat, before anything follows from it."""
    after = table.clone()
    after.mute()
    after.carry_out(seat, action)
    mission = MISSION_OF[action - DO_SWITCH]
    after.pending[seat * 5 + mission] -= 1
    if after.has_pending(seat):
        after.done[seat] = mission
    return after


def winner_of(table: State) -> int:
    """Who would be winning if nothing more were executed in this round."""
    ahead = end_of_round(table)
    return ahead.winning(ahead.row())


def leaders(table: State) -> list[int]:
    """For each department the spy who has most cubes there alone when all are in, or nobody [S43]."""
    ahead = end_of_round(table)
    found: list[int] = []
    for dept in range(3):
        cubes = ahead.spying[dept * 3 : dept * 3 + 3]
        found.append(cubes.index(max(cubes)) if cubes.count(max(cubes)) == 1 else NOBODY)
    return found


def next_briefcase(table: State, winner: int) -> int:
    """Who holds the Briefcase in the next round if this player is winning after this one [S50, S51]."""
    if table.round == 1 and not table.setting.assess_after_round1:
        return table.briefcase
    return 1 - table.briefcase if winner == NOBODY else 1 - winner


def end_of_round(table: State) -> State:
    ahead = table.clone()
    ahead.mute()
    ahead.embed()
    ahead.score()
    return ahead


def scored(table: State, seat: int) -> dict[str, Any]:
    """What the round brings to whom as the table stands, who is winning then, and why."""
    ahead = end_of_round(table)
    row = ahead.row()
    winning = ahead.winning(row)
    green, orange, agent = (ahead.points[spy] - table.points[spy] for spy in range(3))
    return {
        "g": green,
        "o": orange,
        "d": agent,
        "pays": green + orange + agent > 0,
        "winning": winning,
        "who": "mine" if winning == seat else "none" if winning == NOBODY else "other",
        "row": "joint" if row == 3 and table.setting.joint_second else row,
    }


# -- Selecting ---------------------------------------------------------------------------------------------------------


def selected(table: State, seat: int, action: int) -> Why:
    """The best end of the round that these missions can bring about by themselves."""
    after = table.clone()
    after.mute()
    after.select(seat, action)
    rounds = ROUNDS - table.round
    left = {"tokens": after.tokens[seat], "rounds": rounds, "dual": action >= SELECT_DUAL and rounds > 0}
    ways = ways_to_execute(after, seat)
    if all(move >= CONVERT for moves, _ in ways for move in moves):
        missions = describe(table, seat, action)["missions"]
        return Why("infiltrate", {**left, "missions": missions, "dept": DEPTS[table.active_dept()], "count": len(ways[0][0])})
    moves, best = min(ways, key=lambda way: liking(way[1], seat))
    now, before = winner_of(best), winner_of(table)
    if now != seat and not (now == NOBODY and before == 1 - seat):
        return Why("spends", left)
    move = describe(table, seat, moves[0]) if len(moves) == 1 else {}
    return Why("plan", {**move, **left, **scored(best, seat)})


def ways_to_execute(table: State, seat: int) -> list[Way]:
    """Every way in which this seat can carry out its pending missions if nobody else does anything before."""
    ways: list[Way] = [((), table)]
    for _ in range(len(show.pending(table, seat))):
        ways = [((*moves, move), carried_out(state, seat, move)) for moves, state in ways for move in state.executions(seat)]
    return ways


def liking(table: State, seat: int) -> int:
    """What a seat prefers at the end of the round: to be winning, else that nobody is."""
    winner = winner_of(table)
    return 0 if winner == seat else 1 if winner == NOBODY else 2
