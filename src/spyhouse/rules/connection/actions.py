"""Names of moves in Spy Connection: action number, notation [4.1], structured move; whole turns as text; chance.

This is the only place where the numbers of 4.2 get their names. Chance is written with the places of the cards in the
content file, from 1: "seat 2", "deck 31 7 ...", "starts 3 1", "shuffle 10 4".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from spyhouse.rules.connection import engine, story
from spyhouse.rules.connection.engine import NOTHING, NOWHERE, Setting, State
from spyhouse.rules.connection.pieces import SLOT_NAMES
from spyhouse.rules.kit.contract import CLOCK, Fact
from spyhouse.rules.kit.errors import BadNotation

LISTED = (
    "cover",
    "move",
    "connect",
    "accept",
    "pick",
    "end",
    "pass",
    "take_back",
    "uncover",
    "discard",
    "vacate",
)  # as players see them: what is mostly wanted first, what takes away last
NO_MOVE = (
    "'{text}' is no move of Spy Connection here. "
    "Write T:<space>, O:<slot>:<city>, D:<slot>, A:<1 to 4>, M:<city>, C:<link or city>, P:<slot>, E, X or S:<start mission>."
)
ORDERS = {"deck": "deck", "shuffle": "deck", "starts": "starts"}  # word of the notation -> stream of the luck


# -- Numbers and notation [4.1, 4.2] -------------------------------------------------------------------------------------


def names(setting: Setting) -> tuple[str, ...]:
    """The names of all actions by number."""
    return (
        *(f"T:{space}" for space in setting.space_ids),
        *(f"O:{slot}:{city}" for slot in SLOT_NAMES for city in setting.city_ids),
        *(f"D:{slot}" for slot in SLOT_NAMES),
        *(f"A:{place + 1}" for place in range(engine.PLACES)),
        *(f"M:{city}" for city in setting.city_ids),
        *(f"C:{link}" for link in setting.link_ids),
        *(f"P:{slot}" for slot in SLOT_NAMES),
        "E",
        "X",
        *(f"S:{card}" for card in setting.card_ids[setting.missions :]),
    )


@lru_cache(maxsize=256)
def _names(setting: Setting) -> tuple[str, ...]:
    return names(setting)


@lru_cache(maxsize=256)
def _numbers(setting: Setting) -> dict[str, int]:
    return {name: action for action, name in enumerate(names(setting))}


def size(state: State) -> int:
    return state.setting.actions


def text(state: State, seat: int, action: int) -> str:
    if seat == CLOCK:
        return f"vacate {action}"
    return _names(state.setting)[action]


def parse(state: State, seat: int, text: str) -> int:
    """The number of a move; `C:<city>` where one link alone joins it to the spy's city; `vacate <seat>` for the clock."""
    word = text.strip()
    if seat == CLOCK:
        if left := re.fullmatch(r"vacate (\d+)", word):
            return int(left[1])
        raise BadNotation(f"'{text}' is nothing the clock does in Spy Connection. Write 'vacate 2' when the player of seat 2 leaves.")
    number = _numbers(state.setting).get(word)
    if number is None and word.startswith("C:") and word[2:] in state.setting.city_ids:
        return _only_link(state, seat, word[2:])
    if number is None:
        raise BadNotation(NO_MOVE, text=text)
    return number


def _only_link(state: State, seat: int, city: str) -> int:
    setting = state.setting
    there = setting.city_ids.index(city)
    here = state.spy[seat]
    ways = [link for link in setting.links_at[there] if here != there and here in (setting.link_a[link], setting.link_b[link])]
    if len(ways) == 1:
        return setting.connect + ways[0]
    if not ways:
        why = "No link joins {city} and the city of your spy. Name a link, as in C:{link}."
        raise BadNotation(why, city=city, link=setting.link_ids[0])
    moves = [f"C:{setting.link_ids[link]}" for link in ways]
    raise BadNotation("Several links lead to {city}. Name one: {moves}.", city=city, moves=moves)


def parse_turn(state: State, seat: int, text: str) -> list[int]:
    """The small moves of a whole turn, tried one after another on a copy; it need not go on to the last E [4.1]."""
    trial = state.clone()
    trial.mute()
    moves: list[int] = []
    for word in text.split():
        moves.append(parse(trial, seat, word))
        trial.apply(seat, moves[-1])
    return moves


# -- Structured moves ----------------------------------------------------------------------------------------------------


def describe(state: State, seat: int, action: int) -> dict[str, Any]:
    """The move as data, in the ids of the content, with price or agents where it has them."""
    setting = state.setting
    if seat == CLOCK:
        return {"kind": "vacate", "seat": action}
    if action < setting.uncover:
        return {"kind": "take_back", "space": setting.space_ids[action], "agents": state.agents_in(seat, action)}
    if action < setting.discard:
        slot = state.slot_of(action)
        return {
            "kind": "uncover",
            "slot": SLOT_NAMES[slot],
            "city": setting.city_ids[state.city_of(action)],
            "card": _card(state, seat, slot),
        }
    if action < setting.accept:
        slot = action - setting.discard
        at = seat * engine.SLOTS + slot
        agents = state.assigned[at] + engine.count_bits(state.covered[at])
        return {"kind": "discard", "slot": SLOT_NAMES[slot], "card": _card(state, seat, slot), "agents": agents}
    if action < setting.move:
        place = action - setting.accept
        price = state.accept_price(seat, place)
        if place >= len(state.display):
            return {"kind": "accept", "place": place + 1, "card": None, "price": price}
        card = state.display[place]
        printed = {"card": setting.card_ids[card], "vp": setting.card_vp[card], "extra": bool(setting.card_extra[card])}
        return {"kind": "accept", "place": place + 1, **printed, "price": price}
    if action < setting.connect:
        return {"kind": "move", "city": setting.city_ids[action - setting.move]}
    if action < setting.cover:
        return _describe_connect(state, seat, action - setting.connect)
    if action < setting.end:
        slot = action - setting.cover
        return {"kind": "cover", "slot": SLOT_NAMES[slot], "card": _card(state, seat, slot), "city": _spy_city(state, seat)}
    if action == setting.end:
        return {"kind": "end", "of": "turn" if state.phase == engine.OBJECTIVES else "move"}
    if action == setting.passing:
        return {"kind": "pass"}
    return {"kind": "pick", "card": setting.card_ids[setting.missions + action - setting.pick]}


def _describe_connect(state: State, seat: int, link: int) -> dict[str, Any]:
    setting = state.setting
    ends = [setting.city_ids[setting.link_a[link]], setting.city_ids[setting.link_b[link]]]
    if _spy_city(state, seat) == ends[1]:
        ends.reverse()  # told from where the spy is
    return {"kind": "connect", "link": setting.link_ids[link], "from": ends[0], "city": ends[1], "price": state.link_price(seat, link)}


def _card(state: State, seat: int, slot: int) -> str | None:
    card = state.card[seat * engine.SLOTS + slot]
    return None if card == NOTHING else state.setting.card_ids[card]


def _spy_city(state: State, seat: int) -> str | None:
    return None if state.spy[seat] == NOWHERE else state.setting.city_ids[state.spy[seat]]


def number(state: State, seat: int, move: Mapping[str, Any]) -> int:
    """The number of a structured move; what `describe` adds for clients (card, price, final) is not needed."""
    try:
        return parse(state, seat, _written(move))
    except (KeyError, TypeError) as why:
        raise BadNotation(f"{dict(move)} is no move of Spy Connection: {why} is missing or of the wrong kind.") from why


def _written(move: Mapping[str, Any]) -> str:
    kind = move["kind"]
    if kind in WRITTEN:
        letter, *parts = WRITTEN[kind]
        return ":".join((letter, *(str(move[part]) for part in parts)))
    if kind == "vacate":
        return f"vacate {move['seat']}"
    raise BadNotation(f"'{kind}' is no kind of move. Possible: {', '.join(WRITTEN)}, vacate.")


WRITTEN = {  # kind -> letter of the notation, and what follows it
    "take_back": ("T", "space"),
    "uncover": ("O", "slot", "city"),
    "discard": ("D", "slot"),
    "accept": ("A", "place"),
    "move": ("M", "city"),
    "connect": ("C", "link"),
    "cover": ("P", "slot"),
    "end": ("E",),
    "pass": ("X",),
    "pick": ("S", "card"),
}


# -- Chance --------------------------------------------------------------------------------------------------------------


def chance_text(fact: Fact) -> str | None:
    if isinstance(fact, story.StartSeat):
        return f"seat {fact.seat}"
    if isinstance(fact, story.Deck | story.Shuffle | story.Starts):
        return " ".join([type(fact).__name__.lower(), *(str(card + 1) for card in fact.order)])
    return None


def chance_script(text: str) -> list[tuple[str, list[int]]]:
    if seat := re.fullmatch(r"seat (\d+)", text):
        return [("seat", [int(seat[1])])]
    if order := re.fullmatch(r"(deck|shuffle|starts)((?: [1-9]\d*)+)", text):
        return [(ORDERS[order[1]], [int(card) - 1 for card in order[2].split()])]
    raise BadNotation(
        f"'{text}' is nothing that chance decides in Spy Connection. Write 'seat 0', 'deck 31 7', 'starts 3 1' or 'shuffle 10 4'."
    )


# -- Whole turns [4.1] -----------------------------------------------------------------------------------------------------


def lines(state: State) -> list[str]:
    """A line a turn, from the story: its number, the seat, the small moves; the last one may be unfinished."""
    written: list[str] = []
    for told in state.story or []:
        fact = told.fact
        if isinstance(fact, story.Turn):
            written.append(f"{fact.number + 1}. {fact.seat}")
        elif isinstance(fact, story.Pick):
            written.append(f"{fact.seat} S:{fact.card}" if fact.chosen else f"{fact.seat} gets {fact.card}")
        elif isinstance(fact, story.Vacate):
            written.append(f"vacate {fact.seat}")
        elif move := small_move(fact):
            _append(written, move)
    return written


def _append(written: list[str], move: str) -> None:
    """To the turn that is running: a seat may have been left since it began."""
    turn = max(place for place, line in enumerate(written) if ". " in line)
    written[turn] += f" {move}"


def small_move(fact: Fact) -> str:
    """The notation of the small move that told this fact, or an empty text."""
    if isinstance(fact, story.TakeBack):
        return f"T:{fact.space}"
    if isinstance(fact, story.Uncover):
        return f"O:{SLOT_NAMES[fact.slot]}:{fact.city}"
    if isinstance(fact, story.Discard):
        return f"D:{SLOT_NAMES[fact.slot]}"
    if isinstance(fact, story.Accept):
        return f"A:{fact.place}"
    if isinstance(fact, story.Move):
        return f"M:{fact.city}"
    if isinstance(fact, story.Connect):
        return f"C:{fact.link}"
    if isinstance(fact, story.Cover):
        return f"P:{SLOT_NAMES[fact.slot]}"
    if isinstance(fact, story.Pass):
        return "X"
    return "E" if isinstance(fact, story.Declare | story.EndTurn) else ""
