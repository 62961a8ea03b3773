"""Position strings of Second Place [1.5]: one line, eight fields.

`tok da ministers depts points greenboard orangeboard round/phase/briefcase/first/actor`
"""

from __future__ import annotations

import re

from spyhouse.rules.kit.errors import BadPosition
from spyhouse.rules.second import engine
from spyhouse.rules.second.engine import ASSASSINATED, IN_CRISIS, MINISTERIAL, NOBODY, NOTHING, OUT, Setting, State
from spyhouse.rules.second.pieces import AREAS, DEPTS, MISSIONS

FIELDS = ("tokens", "double agents", "Ministers", "departments", "points", "green's board", "orange's board", "round")
PLACES = {MINISTERIAL: "m", IN_CRISIS: "c", ASSASSINATED: "x", OUT: "-"} | {slot: f"f{slot}" for slot in range(1, 9)}
PHASES = ("cho", "sel", "exe", "ove")
SEATS = {0: "g", 1: "o", NOBODY: "-"}
BOARD = re.compile(r"(\d{5})/(\d{5})/(\d+)/(\d+)(?:\*([sd])([SRGCX]{1,2})(?:!([SRGCX]))?)?")


def write(state: State) -> str:
    """The position string of this state."""
    depts = "/".join(_cubes(state, dept) for dept in range(3))
    clock = (str(state.round), PHASES[state.phase], SEATS[state.briefcase], SEATS[state.first], SEATS[state.actor])
    return " ".join(
        (
            "".join(DEPTS[dept] for dept in state.token[1:]),
            "".join(map(str, state.agent[1:])),
            ",".join(PLACES[place] for place in state.minister),
            depts,
            _counts(state.points),
            _board(state, 0),
            _board(state, 1),
            "/".join(clock),
        )
    )


def read(setting: Setting, text: str) -> State:
    """The state that a position string describes; BadPosition names the field that is wrong."""
    fields = text.split()
    if len(fields) != len(FIELDS):
        raise BadPosition(f"A position has {len(FIELDS)} fields ({', '.join(FIELDS)}), this one has {len(fields)}.")
    state = State(setting)
    state.token = [NOTHING, *_tokens(fields[0])]
    state.agent = [0, *_agents(fields[1])]
    state.minister = _ministers(fields[2])
    _read_depts(state, fields[3])
    state.points = _triple(fields[4], "points")
    state.laid, state.pending, state.tokens, state.cubes = [], [], [], []
    for seat in range(2):
        _read_board(state, seat, fields[5 + seat])
    _read_clock(state, fields[7])
    state.boxed = len(setting.agent_slots) - sum(state.agent) - state.cubes_in_depts(engine.DOUBLE_AGENT)
    _check(state)
    return state


def _counts(numbers: list[int]) -> str:
    return ".".join(map(str, numbers))


def _cubes(state: State, dept: int) -> str:
    spying, reception = state.spying[dept * 3 : dept * 3 + 3], state.reception[dept * 3 : dept * 3 + 3]
    return _counts(spying) + (f"+{_counts(reception)}" if any(reception) else "")


def _board(state: State, seat: int) -> str:
    laid = "".join(map(str, state.laid[seat * 10 : seat * 10 + 10]))
    text = f"{laid[:5]}/{laid[5:]}/{state.tokens[seat]}/{state.cubes[seat]}"
    if state.area[seat] == NOTHING:
        return text
    pending = "".join(MISSIONS[mission] * state.pending[seat * 5 + mission] for mission in range(5))
    done = "" if state.done[seat] == NOTHING else f"!{MISSIONS[state.done[seat]]}"
    return f"{text}*{AREAS[state.area[seat]]}{pending}{done}"


def _wrong(field: str, found: str, form: str) -> BadPosition:
    return BadPosition(f"The {field} '{found}' cannot be read. Write {form}.")


def _tokens(field: str) -> list[int]:
    if not re.fullmatch(f"[{DEPTS}]{{8}}", field):
        raise _wrong("tokens", field, "eight letters of U, A, B, such as BBUABUBA")
    return [DEPTS.index(letter) for letter in field]


def _agents(field: str) -> list[int]:
    if not re.fullmatch("[01]{8}", field):
        raise _wrong("double agents", field, "eight digits 0 or 1, such as 01101110")
    return [int(digit) for digit in field]


def _ministers(field: str) -> list[int]:
    places = {name: place for place, name in PLACES.items()}
    names = field.split(",")
    if len(names) != 3 or any(name not in places for name in names):
        raise _wrong("Ministers", field, "three of f1 to f8, m, c, x, -, such as f3,f4,m")
    return [places[name] for name in names]


def _triple(field: str, name: str) -> list[int]:
    if not re.fullmatch(r"\d{1,3}\.\d{1,3}\.\d{1,3}", field):
        raise _wrong(name, field, "three numbers for g, o, d, such as 2.2.0")
    return [int(number) for number in field.split(".")]


def _read_depts(state: State, field: str) -> None:
    parts = field.split("/")
    if len(parts) != 3:
        raise _wrong("departments", field, "U/A/B, each as g.o.d with the Reception after +, such as 0.0.0/0.0.0/0.0.0+0.0.1")
    for part in parts:
        spying, plus, reception = part.partition("+")
        state.spying += _triple(spying, "departments")
        state.reception += _triple(reception, "departments") if plus else [0, 0, 0]


def _read_board(state: State, seat: int, field: str) -> None:
    name = FIELDS[5 + seat]
    match = BOARD.fullmatch(field)
    if match is None:
        raise _wrong(name, field, "used Single/used Dual/supply tokens/supply cubes and pending missions, such as 00000/02111/1/6*sR")
    single, dual, tokens, cubes, area, pending, done = match.groups()
    state.laid += [int(digit) for digit in single + dual]
    state.tokens.append(int(tokens))
    state.cubes.append(int(cubes))
    counts = [(pending or "").count(mission) for mission in MISSIONS]
    state.pending += counts
    if area is None:
        return
    state.area[seat] = AREAS.index(area)
    if done:
        state.done[seat] = MISSIONS.index(done)
    missions = pending + (done or "")
    if area == "d" and len(missions) == 1:
        why = "one mission of a Dual is pending and the other is not named. Write it after '!', such as *dG!S."
        raise BadPosition(f"In {name} '{field}' {why}")
    if len(missions) != state.area[seat] + 1:
        raise BadPosition(f"In {name} '{field}' a Single has one pending mission, a Dual two, or one and '!' with the other.")
    if len(set(missions)) < len(missions) and (missions[0] in "SR" or not state.setting.twins):
        raise BadPosition(f"In {name} '{field}' both missions are {missions[0]}. A Dual takes two different missions [S17].")
    for mission in missions:
        if state.laid[seat * 10 + state.area[seat] * 5 + MISSIONS.index(mission)] < missions.count(mission):
            is_what = "pending" if mission in pending else "executed"
            raise BadPosition(f"In {name} '{field}' {mission} is {is_what}, but no token lies on its slot.")


def _read_clock(state: State, field: str) -> None:
    parts = field.split("/")
    seats = {name: seat for seat, name in SEATS.items()}
    form = "round/phase/briefcase/first/actor, such as 6/sel/g/g/g; phases are cho, sel, exe, ove"
    fits = len(parts) == 5 and parts[0] in "12345678" and len(parts[0]) == 1 and parts[1] in PHASES
    if not fits or parts[2] not in ("g", "o") or parts[3] not in seats or parts[4] not in seats:
        raise _wrong("round", field, form)
    state.round, state.phase = int(parts[0]), PHASES.index(parts[1])
    state.briefcase, state.first, state.actor = (seats[part] for part in parts[2:])


def _check(state: State) -> None:
    """A position that can be read must also be one that could be played on."""
    broken = [law for law in state.broken() if law in ("L1", "L2")]
    if "L1" in broken:
        raise BadPosition(f"Tokens on a card and in supply must make {state.setting.tokens} for each player [L1].")
    if broken or state.boxed < 0:
        raise BadPosition(
            f"Cubes in the departments and in supply must make {state.setting.cubes} for each player, "
            f"double agents at most {len(state.setting.agent_slots)} [L2]."
        )
    if state.setting.top != NOTHING and max(state.points) > state.setting.top:
        raise BadPosition(f"A marker stands above the top of the tracker, {state.setting.top} [S45].")
    for place, laid in enumerate(state.laid):
        if laid > state.setting.slots[place % 10]:
            slot = f"{AREAS[place % 10 // 5]}{MISSIONS[place % 5]}"
            raise BadPosition(f"{laid} tokens lie on {slot}, which has {state.setting.slots[place % 10]} slots [S19].")
    for dept, place in enumerate(state.minister):
        if 1 <= place <= 8 and (place <= state.round or state.token[place] != dept):
            raise BadPosition(f"The Minister of {DEPTS[dept]} waits above slot {place}, which is past or shows another dept [S4, S47].")
    _check_phase(state)


def _check_phase(state: State) -> None:
    pending = [state.has_pending(seat) for seat in range(2)]
    first, actor = state.first, state.actor
    if state.phase == engine.OVER:
        fits = state.round == 8 and first == actor == NOBODY and not any(pending)
    elif state.phase == engine.CHOOSING:
        both = state.setting.spy_ops == engine.CHOOSER and state.can_select(0) and state.can_select(1)
        fits = both and first == NOBODY and actor == state.briefcase and not any(pending)
    elif NOBODY in (first, actor):
        fits = False
    elif state.phase == engine.SELECTING:
        fits = not pending[actor] and state.can_select(actor) and (actor != first or not pending[1 - first])
    else:
        fits = pending[actor] and (actor == first or not pending[first])
    if not fits:
        why = "Phase, first player, actor and pending missions do not fit together"
        raise BadPosition(f"{why}. In cho (only a chooser) first is -, in ove first and actor are -.")
