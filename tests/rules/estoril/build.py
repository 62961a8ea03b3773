"""Small builders, so that the tests of Estoril read like its rulebook."""

from __future__ import annotations

import re
from typing import Any, TypeVar, cast

import spyhouse
from spyhouse.rules.estoril import engine, pieces
from spyhouse.rules.estoril.engine import ABILITIES, NO_TILE, NOBODY, Setting, State
from spyhouse.rules.kit.contract import EVERYONE, Fact
from spyhouse.rules.kit.luck import Luck, ScriptedLuck

F = TypeVar("F", bound=Fact)

ROOM = spyhouse.game("estoril")
RED, GREEN, BLUE, YELLOW = range(4)
CITY = "4 2 6 / 1 5 3"  # the layout of the rulebook's examples


def start(seats: int = 2, seed: int = 1, **options: Any) -> State:
    """A new match; the story is kept."""
    return cast(State, ROOM.start(seats, seed, options, story=True))


def city(layout: str = CITY, seats: int = 4, first: int = RED, **options: Any) -> State:
    """A first round before its first turn, boards as "4 2r1 6 / 1 5 3"; its tiles can be changed without touching other tables."""
    words = [re.fullmatch(r"(\d+)(?:r(\d))?", word) for word in layout.replace("/", " ").split()]
    boards = [(int(word[1]), int(word[2] or 0)) for word in words if word]
    luck = ScriptedLuck([("missions", []), ("hidden", []), ("pile", []), ("first", [first]), ("boards", [number for number, _ in boards])])
    for _ in range(seats):
        luck.foretell("agenda", [])
    for _, turns in boards:
        luck.foretell("rotation", [turns])
    state = engine.start(Setting(ROOM.terms(seats, options)), luck, True)
    state.chance = Luck(1)
    return state


def space(state: State, name: str) -> int:
    """The space that the notation calls "3.2"."""
    number, _, numeral = name.partition(".")
    return state.setting.first_space[board(state, int(number))] + int(numeral) - 1


def board(state: State, number: int) -> int:
    return state.setting.number.index(number)


def position(state: State, number: int) -> int:
    return state.city.position[board(state, number)]


def tile(state: State, name: str) -> int:
    """The tile of that id."""
    return state.setting.ids.index(name)


def make(state: State, number: int, strength: int = 0, flag: str = "ES", abilities: str = "", vp: int = 0) -> int:
    """Prints other values on a tile; "ES" is the flag of all that do not matter."""
    setting = state.setting
    setting.strength[number], setting.vp[number] = strength, vp
    setting.flags[number] = sum(1 << setting.content.flags.index(name) for name in flag.split("+"))
    setting.symbols[number * ABILITIES : (number + 1) * ABILITIES] = [abilities.count(letter) for letter in pieces.LETTERS]
    return number


def stand(state: State, name: str, seat: int, strength: int = 0, abilities: str = "", flag: str = "ES", vp: int = 0) -> int:
    """A Character of that seat stands there, made from a tile of its hand, face down if the space is top secret."""
    where = space(state, name)
    number = make(state, state.hand[seat].pop(), strength, flag, abilities, vp)
    secret = state.setting.secret[where]
    state.stand(where, number, seat, 0 if secret else 1)
    state.shown[number] = 0 if secret else 1
    state.cubes[seat] -= 1
    return number


def reward(state: State, number: int, strength: int = 0, flag: str = "IT", abilities: str = "", vp: int = 0) -> int:
    """Prints other values on the reward of a board."""
    return make(state, state.reward[position(state, number)], strength, flag, abilities, vp)


def no_other_flags(state: State) -> None:
    """Every reward shows a flag that nobody else has, so that only the named flags count."""
    for tile_number in state.reward:
        if tile_number != NO_TILE:
            make(state, tile_number, flag="IT")


def resolve(state: State, number: int) -> State:
    """Placing is over and the boards before this one are done; this one is opened."""
    state.stage = state.city.order.index(board(state, number)) - 1
    for done in state.city.order[: state.stage + 1]:
        for where in range(state.setting.first_space[done], state.setting.first_space[done] + state.setting.size[done]):
            if state.owner[where] != NOBODY:
                state.turn_up(where)
        there = state.city.position[done]
        state.put_under_pile(state.reward[there], EVERYONE)
        state.reward[there], state.reward_up[there], state.reward_known[there] = NO_TILE, 0, 0
    state.next_board()
    return state


def actor(state: State) -> int:
    (seat,) = state.to_act()
    return seat


def legal(state: State, seat: int | None = None) -> set[str]:
    """The legal moves of a seat (the one on turn), in the notation."""
    who = actor(state) if seat is None else seat
    return {ROOM.text(state, who, action) for action in state.legal(who)}


def legal_spaces(state: State, seat: int) -> set[str]:
    """Where a seat may place now."""
    return {engine.slot_text(state, where) for where in state.placement_spaces(seat)}


def play(state: State, moves: str) -> State:
    """Plays moves, divided by spaces, each by the seat on turn."""
    for move in moves.split():
        seat = actor(state)
        state.apply(seat, ROOM.parse(state, seat, move))
    return state


def place(state: State, name: str, slot: int = 0) -> State:
    """The seat on turn places a tile of its hand."""
    state.apply(actor(state), slot * state.setting.spaces + space(state, name))
    return state


def decline(state: State, boards: int = 1) -> State:
    """Declines every decision until so many boards more are settled."""
    last = state.stage + boards
    while state.phase in (engine.USING, engine.CONSPIRING, engine.LOSING) and state.stage < last:
        state.apply(actor(state), state.default(actor(state)))
    return state


def play_defaults(state: State) -> State:
    """Plays what the rules play for the absent, to the end."""
    while state.to_act():
        seat = state.to_act()[0]
        state.apply(seat, state.default(seat))
    return state


def facts(state: State, kind: type[F]) -> list[F]:
    """The facts of one kind, in the order they happened."""
    return [told.fact for told in state.story or [] if isinstance(told.fact, kind)]


def play_random(state: State, luck: Luck) -> State:
    """Plays owed moves at random, to the end."""
    while state.to_act():
        owing = state.to_act()
        seat = owing[luck.below(len(owing))]
        moves = state.legal(seat)
        state.apply(seat, moves[luck.below(len(moves))])
    return state
