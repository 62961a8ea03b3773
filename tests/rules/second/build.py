"""Small builders, so that the tests of Second Place read like its rulebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, cast

import spyhouse
from spyhouse.rules.kit.contract import Fact
from spyhouse.rules.second import story
from spyhouse.rules.second.engine import State
from spyhouse.rules.second.pieces import AREAS, DEPTS, MISSIONS, SPIES

ROOM = spyhouse.game("second")
PLAIN: dict[str, object] = {"spy_ops": "first_player"}  # the vectors of part 6 are for this reading
TOKENS = "BBUABUBA"  # the printed set-up

GOLDEN_GAME = (  # 6.4: per round the moves in order, each with the number of legal moves
    "d:RG(15) d:SR(15) G:I(2) R:I(1) S:I(2) R:I(1)",
    "d:GX(15) d:RX(11) X:B(5) G:B+dR(4) X:I(6) R:Bo>A(5)",
    "s:C(6) d:SR(8) C:U(2) R:Bo>U(12) S:Ao~Bg(3)",
    "d:SC(5) d:RC(6) S:Ag~Bo(12) C:A(3) R:Bg>A(11) C:U(2)",
    "s:G(4) s:S(5) G:U+dS(13) S:Ao~Bg(7)",
    "s:X(3) s:G(5) X:U(4) G:B+dX(7)",
    "s:R(2) s:S(4) R:Bd>U(13) S:Ud~Ag(7)",
)


def start(tokens: str = TOKENS, briefcase: str = "g", **options: Any) -> State:
    """A new match with these department tokens and this holder of the Briefcase; the story is kept."""
    script = [*ROOM.chance_script(f"tokens {tokens}"), *ROOM.chance_script(f"briefcase {briefcase}")]
    state = ROOM.start(options=PLAIN | options, luck=spyhouse.ScriptedLuck(script), story=True)
    return cast(State, state)


def card(used: str = "", pending: str = "", done: str = "") -> tuple[str, str, str]:
    """A mission card: used tokens as "sS dR", pending missions as "s:R" or "d:SG" (or "d:G" with done="S")."""
    return used, pending, done


def position(
    *,
    tokens: str = TOKENS,
    agents: str | None = None,
    ministers: str | None = None,
    nuke: str = "0.0.0",
    nano: str = "0.0.0",
    bio: str = "0.0.0",
    points: str = "2.2.0",
    green: tuple[str, str, str] = ("", "", ""),
    orange: tuple[str, str, str] = ("", "", ""),
    round: int = 4,
    phase: str | None = None,
    briefcase: str = "g",
    first: str = "g",
    actor: str = "g",
    **options: Any,
) -> State:
    """A position from its pieces; what is not named is as it would be, and the supplies hold what is left.

    Departments are "g.o.d" with the Reception after "+". By default each Minister whose token has come is in place.
    """
    settled = ROOM.terms(options=PLAIN | options).options
    if agents is None:
        agents = "".join("1" if slot > round and slot in settled["da_slots"] else "0" for slot in range(1, 9))
    if ministers is None:
        ministers = ",".join(_minister(tokens, dept, round) for dept in DEPTS)
    waiting = green[1] if actor == "g" else orange[1]
    boards = [
        _board(card, settled["tokens_per_player"], settled["cubes_per_player"] - _cubes(spy, (nuke, nano, bio)))
        for spy, card in enumerate((green, orange))
    ]
    clock = f"{round}/{phase or ('exe' if waiting else 'sel')}/{briefcase}/{first}/{actor}"
    state = at(" ".join((tokens, agents, ministers, f"{nuke}/{nano}/{bio}", points, *boards, clock)), **options)
    state.story = []
    return state


def _minister(tokens: str, dept: str, round: int) -> str:
    if dept not in tokens:
        return "-"
    slot = tokens.index(dept) + 1
    return "m" if slot <= round else f"f{slot}"


def _cubes(spy: int, depts: Iterable[str]) -> int:
    return sum(int(area.split(".")[spy]) for dept in depts for area in dept.split("+"))


def _board(card: tuple[str, str, str], tokens: int, cubes: int) -> str:
    used, pending, done = card
    area, _, missions = pending.partition(":")
    laid = Counter(used.split()) + Counter(area + mission for mission in missions + done)
    counts = ["".join(str(laid[area + mission]) for mission in MISSIONS) for area in AREAS]
    waiting = f"*{area}{missions}" + (f"!{done}" if done else "") if pending else ""
    return f"{counts[0]}/{counts[1]}/{tokens - laid.total()}/{cubes}{waiting}"


def at(text: str, **options: Any) -> State:
    """The state of a position string."""
    return cast(State, ROOM.position(text, PLAIN | options))


def written(state: State) -> str:
    """The position string of a state."""
    return ROOM.position_text(state)


def actor(state: State) -> int:
    """The seat on turn."""
    (seat,) = state.to_act()
    return seat


def legal(state: State) -> set[str]:
    """The legal moves of the seat on turn, in the notation."""
    seat = actor(state)
    return {ROOM.text(state, seat, action) for action in state.legal(seat)}


def play(state: State, moves: str) -> State:
    """Plays moves, divided by spaces, each by the seat on turn; returns the same state."""
    for move in moves.split():
        seat = actor(state)
        state.apply(seat, ROOM.parse(state, seat, move))
    return state


def play_defaults(state: State, rounds: int = 8) -> State:
    """Plays what the rules play for the absent, through this many rounds or to the end."""
    last = state.round + rounds
    while state.to_act() and state.round < last:
        state.apply(actor(state), state.default(actor(state)))
    return state


def golden(rounds: int, **options: Any) -> State:
    """Golden game 1 (6.4) after this many rounds."""
    state = start(**options)
    for line in GOLDEN_GAME[:rounds]:
        play(state, " ".join(move.partition("(")[0] for move in line.split()))
    return state


def facts(state: State, kind: type[Fact] | None = None) -> list[Fact]:
    """What has happened, or only the facts of one kind."""
    return [told.fact for told in state.story or [] if kind is None or isinstance(told.fact, kind)]


def scored(state: State) -> dict[str, int]:
    """What all open departments have paid so far in the story."""
    totals = dict.fromkeys(SPIES, 0)
    for fact in facts(state, story.Score):
        for spy, points in zip(SPIES, cast(story.Score, fact).points, strict=True):
            totals[spy] += points
    return totals


def points(state: State) -> str:
    """The tracker as "g.o.d"."""
    return ".".join(map(str, state.points))


def cubes(state: State, dept: str) -> str:
    """A department as the position string writes it: Spying "g.o.d", Reception after "+"."""
    return written(state).split()[3].split("/")[DEPTS.index(dept)]


def minister(state: State, dept: str) -> str:
    """Where a department's Minister is: f1 to f8, m, c, x or -."""
    return written(state).split()[2].split(",")[DEPTS.index(dept)]


def board(state: State, spy: str) -> str:
    """A player's card and supplies as the position string writes them."""
    return written(state).split()[5 + SPIES.index(spy)]


def last_mission(points: str = "2.2.0", round: int = 4, **pieces: Any) -> State:
    """Orange is done and green has one Switch to convert: the round ends with the next move, `S:I`."""
    setup: dict[str, Any] = {"points": points, "round": round, "green": card(pending="s:S"), "first": "o", "actor": "g"}
    return position(**(setup | pieces))


def key(state: State) -> tuple[int, ...]:
    """What matters for the rest of the game: all numbers but the count of turns."""
    return tuple(state.numbers()[:-1])


def perft(state: State, rounds: int = 1) -> int:
    """How many sequences of moves lead to the end of that many rounds; equal positions are counted together."""
    last = state.round + rounds
    layer: dict[tuple[int, ...], tuple[State, int]] = {key(state): (state, 1)}
    total = 0
    while layer:
        following: dict[tuple[int, ...], tuple[State, int]] = {}
        for before, ways in layer.values():
            for action in before.legal(actor(before)):
                after = before.clone()
                after.mute()
                after.apply(actor(before), action)
                if not after.to_act() or after.round >= last:
                    total += ways
                    continue
                place = key(after)
                following[place] = (after, following[place][1] + ways if place in following else ways)
        layer = following
    return total
