"""Small builders, so that the tests of Spy Connection read like its rules document."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, cast

import spyhouse
from spyhouse.rules.connection import engine
from spyhouse.rules.connection.engine import State
from spyhouse.rules.kit.contract import CLOCK, Fact

ROOM = spyhouse.game("connection")
SLOTS = "abc"
DISPLAY = "m01 m14 m24 m30"
PRESETS: dict[str, dict[str, object]] = {  # the mixes that the document recommends [part 5]
    "first": {"side": "light", "agents": [15], "start": "deal"},
    "standard": {"side": "light", "agents": [15], "start": "draft"},
    "lean": {"side": "light", "agents": [14], "start": "draft"},
    "night": {"side": "dark", "agents": [15], "start": "draft"},
}
PASSING: dict[str, Any] = {"pass": "always", "house_rules": True}

TRI: dict[str, object] = {  # CT27: three cities around one junction
    "format": "spycon-content/1",
    "id": "tri",
    "title": "Three cities around one space",
    "slot_cost": {"light": [0, 1, 2, 2]},
    "cities": [
        {"id": "A", "name": "Alpha", "x": 0, "y": 0},
        {"id": "B", "name": "Beta", "x": 9, "y": 0},
        {"id": "C", "name": "Gamma", "x": 5, "y": 9},
    ],
    "links": [
        {"id": "ab", "a": "A", "spaces": ["j"], "b": "B"},
        {"id": "ac", "a": "A", "spaces": ["j"], "b": "C"},
        {"id": "bc", "a": "B", "spaces": ["j"], "b": "C"},
    ],
    "missions": [{"id": "p1", "cities": ["A", "B"], "vp": 2, "extra": False}, {"id": "p2", "cities": ["B", "C"], "vp": 2, "extra": True}],
    "start_missions": [
        {"id": "q1", "cities": ["A", "B", "C"], "red": "A", "vp": 3, "extra": False},
        {"id": "q2", "cities": ["B", "C"], "red": "B", "vp": 3, "extra": False},
        {"id": "q3", "cities": ["C", "A"], "red": "C", "vp": 3, "extra": False},
    ],
}


class Player(NamedTuple):
    """One seat: where its spy is, its agents on the board, its open and its completed missions."""

    spy: str | None
    board: str
    missions: tuple[str, str, str]
    done: str


def player(spy: str | None = "LON", board: str = "", a: str = "", b: str = "", c: str = "", done: str = "") -> Player:
    """`board` as "channel lonber2:2" (two agents), a mission as "m24 +2 MAD" (two assigned, Madrid covered)."""
    return Player(spy, board, (a, b, c), done)


def table(
    *players: Player,
    display: str = DISPLAY,
    deck: str | None = "m31",
    discard: str = "",
    seat: int = 0,
    start_seat: int = 0,
    objectives: bool = False,
    moved: bool = False,
    extra: int = 0,
    trigger: int = engine.NOBODY,
    left: int = 0,
    **options: Any,
) -> State:
    """A position in seat 0's turn; `deck` names the top cards (the rest lies below), None makes it empty.

    Supplies hold what is left. What lies nowhere goes to the bottom of the deck, or out of the game if that is empty.
    """
    folk = players if len(players) > 1 else (*players, player(spy="ATH"))
    state = cast(State, ROOM.start(len(folk), seed=1, options=options, story=True))
    setting = state.setting
    state.display, state.discards = _cards(state, display), _cards(state, discard)
    for number, who in enumerate(folk):
        _seat(state, number, who)
    used = {*state.display, *state.discards, *state.card, *(card for number in range(len(folk)) for card in _bits(state.completed[number]))}
    top = _cards(state, deck or "")
    rest = [card for card in range(setting.missions) if card not in used and card not in top]
    state.deck = [] if deck is None else [*reversed(rest), *reversed(top)]
    state.start_seat, state.extra, state.trigger, state.left = start_seat, extra, trigger, left
    state.begin_turn(seat, 0)
    state.moved = moved
    if objectives:
        state.phase = engine.OBJECTIVES
    state.story = []
    return state


def _seat(state: State, seat: int, who: Player) -> None:
    setting = state.setting
    state.spy[seat] = engine.NOWHERE if who.spy is None else setting.city_ids.index(who.spy)
    state.supply[seat] = setting.agents[seat]
    state.held[seat] = state.twice[seat] = state.completed[seat] = 0
    for word in who.board.split():
        name, _, agents = word.partition(":")
        bit = setting.space_bit[setting.space_ids.index(name)]
        state.held[seat] |= bit
        state.twice[seat] |= bit if agents == "2" else 0
        state.supply[seat] -= 2 if agents == "2" else 1
    for slot, mission in enumerate(who.missions):
        at = seat * 3 + slot
        state.card[at], state.assigned[at], state.covered[at] = engine.NOTHING, 0, 0
        for word in mission.split():
            if word in setting.card_ids:
                state.card[at] = setting.card_ids.index(word)
            elif word.startswith("+"):
                state.assigned[at] = int(word)
                state.supply[seat] -= int(word)
            else:
                state.covered[at] |= setting.city_bit[setting.city_ids.index(word)]
                state.supply[seat] -= 1
    for card in _cards(state, who.done):
        state.completed[seat] |= 1 << card


def _cards(state: State, names: str) -> list[int]:
    return [state.setting.card_ids.index(name) for name in names.split()]


def _bits(bits: int) -> list[int]:
    return [place for place in range(bits.bit_length()) if bits >> place & 1]


def actor(state: State) -> int:
    """The seat on turn."""
    (seat,) = state.to_act()
    return seat


def legal(state: State, kinds: str = "") -> set[str]:
    """The legal moves of the seat on turn, in the notation; only those of these kinds (first letters), if named."""
    seat = actor(state)
    return {text for text in (ROOM.text(state, seat, action) for action in state.legal(seat)) if not kinds or text[0] in kinds}


def play(state: State, moves: str) -> State:
    """Plays these small moves, whoever is on turn; the same state, for more."""
    for word in moves.split():
        state.apply(actor(state), ROOM.parse(state, actor(state), word))
    return state


def leave(state: State, seat: int) -> State:
    """The player of this seat leaves."""
    state.apply(CLOCK, seat)
    return state


def refused(state: State, move: str) -> spyhouse.IllegalMove:
    """Why this move is refused; the rule must be named and nothing may change."""
    seat = actor(state)
    before = state.numbers()
    try:
        state.apply(seat, ROOM.parse(state, seat, move))
    except spyhouse.IllegalMove as why:
        assert state.numbers() == before
        return why
    raise AssertionError(f"{move} was accepted")


def price(state: State, link: str, seat: int = 0) -> int:
    """What this link costs now."""
    return state.link_price(seat, state.setting.link_ids.index(link))


def board(state: State, seat: int = 0) -> dict[str, int]:
    """The own spaces of a seat with their agents."""
    return {name: state.agents_in(seat, space) for space, name in enumerate(state.setting.space_ids) if state.agents_in(seat, space)}


def mission(state: State, slot: str, seat: int = 0) -> str:
    """An open mission as the builder writes it, or an empty text."""
    at = seat * 3 + SLOTS.index(slot)
    if state.card[at] == engine.NOTHING:
        return ""
    words = [state.setting.card_ids[state.card[at]], *([f"+{state.assigned[at]}"] if state.assigned[at] else [])]
    return " ".join([*words, *names(state.setting.city_ids, state.covered[at])])


def names(ids: list[str], bits: int) -> list[str]:
    return [ids[number] for number in _bits(bits)]


def network(state: State, seat: int = 0) -> set[str]:
    """The cities of a seat's network."""
    return set(names(state.setting.city_ids, state.network(seat)))


def spy(state: State, seat: int = 0) -> str:
    """The city of a seat's spy."""
    return state.setting.city_ids[state.spy[seat]]


def cards(state: State, numbers: Iterable[int]) -> str:
    """Cards by their ids."""
    return " ".join(state.setting.card_ids[number] for number in numbers)


def facts(state: State, *kinds: type[Fact]) -> list[Fact]:
    """The facts of these kinds that have been told."""
    return [told.fact for told in state.story or [] if isinstance(told.fact, kinds)]
