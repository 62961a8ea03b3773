"""Spy Connection for clients: map, prices, networks, tableaus, display, standings and the prompt. Plain data in the ids of the content.

`sections` is the same table as lines to be put into words, and `line` makes such a line of a fact: a key of the words
catalogue and what goes into it. `words` names cities and cards of the set in play, for catalogues that do not know them.
"""

from __future__ import annotations

from typing import Any

from spyhouse.rules.connection import engine, pieces, story
from spyhouse.rules.connection.engine import DRAFT, MAIN, NOBODY, NOTHING, NOWHERE, OBJECTIVES, OVER, SLOTS, Setting, State, names_of
from spyhouse.rules.connection.pieces import SLOT_NAMES
from spyhouse.rules.connection.view import View
from spyhouse.rules.kit.contract import Fact

PHASES = ("draft", "main", "objectives", "over")
KINDS = {  # fact -> its key
    story.StartSeat: "start_seat",
    story.Display: "display",
    story.Offer: "offer",
    story.Pick: "pick",
    story.Begin: "begin",
    story.Turn: "turn",
    story.TakeBack: "take_back",
    story.Uncover: "uncover",
    story.Discard: "discard",
    story.Accept: "accept",
    story.NewDeck: "new_deck",
    story.Reveal: "reveal",
    story.Move: "move",
    story.Connect: "connect",
    story.Pass: "pass",
    story.Cover: "cover",
    story.Complete: "complete",
    story.Trigger: "trigger",
    story.Vacate: "vacate",
    story.End: "end",
}
FLAGS = ("chosen", "extra", "last", "boxed")  # members of facts that are yes or no


def show(view: View) -> dict[str, Any]:
    """Everything a client needs to draw this view."""
    table = view.table
    return {
        "game": "connection",
        "seat": view.seat,
        "phase": PHASES[table.phase],
        "to_act": table.to_act(),
        "prompt": prompt(view),
        "turn": table.turn,
        "moved": table.moved,
        "extra_turns": table.extra,
        "auto_end": not may_still_cover(table),
        "start_seat": table.start_seat,
        "ending": {"trigger": table.trigger, "left": table.left, "turn_limit": table.setting.turn_limit or None},
        "content": {"id": table.setting.content_id, "title": table.setting.content_title},
        "cities": [city(table, number) for number in range(table.setting.cities)],
        "spaces": [space(table, number) for number in range(table.setting.spaces)],
        "links": [link(table, number) for number in range(table.setting.links)],
        "display": [shown_card(table, place) for place in range(len(table.display))],
        "offer": names_of(table.setting.card_ids, table.offer),
        "deck": len(table.deck),
        "unseen": unseen(table),
        "discards": [table.setting.card_ids[card] for card in table.discards],
        "players": [player(view, seat) for seat in range(table.seats)],
        "standings": standings(view),
        "final": final(view),
        "words": words(table),
        "sections": sections(view),
    }


def line(fact: Fact) -> dict[str, Any] | None:
    """A fact of the story as a line to be put into words; None for secrets of the deck and what shows by itself."""
    key = KINDS.get(type(fact))
    if key is None:
        return None
    args: dict[str, Any] = {name: list(value) if isinstance(value, tuple) else value for name, value in fact._asdict().items()}  # type: ignore[attr-defined]  # a NamedTuple
    args |= {name: bool(args[name]) for name in FLAGS if name in args}
    if "slot" in args:
        args["slot"] = SLOT_NAMES[args["slot"]]
    if isinstance(fact, story.Turn):
        args["number"] = fact.number + 1
    if isinstance(fact, story.End):
        args["reason"] = engine.REASONS[fact.reason]
    return {"key": key, "args": args}


# -- The prompt ----------------------------------------------------------------------------------------------------------


def prompt(view: View) -> dict[str, Any]:
    """One sentence to be: its key, the rule behind it, and what goes into it."""
    table = view.table
    if table.phase == OVER:
        return {"key": "over", "rule": "C42", "args": {"winner": table.standing()[0], "reason": engine.REASONS[table.reason]}}
    key, rule = asked(table)
    if table.actor != view.seat:
        return {"key": "wait", "rule": rule, "args": {"seat": table.actor, "for": key}}
    if table.phase == DRAFT:
        return {"key": key, "rule": rule, "args": {"cards": names_of(table.setting.card_ids, table.offer)}}
    args: dict[str, Any] = {"city": table.setting.city_ids[table.spy[view.seat]], "supply": table.supply[view.seat]}
    if table.phase == OBJECTIVES:
        args["cards"] = [
            table.setting.card_ids[table.card[view.seat * SLOTS + slot]] for slot in range(SLOTS) if table.can_cover(view.seat, slot)
        ]
        args["short"] = not args["cards"] and may_still_cover(table)
    return {"key": key, "rule": rule, "args": args}


def asked(table: State) -> tuple[str, str]:
    """What the seat on turn has to decide, and the rule behind it."""
    if table.phase == DRAFT:
        return "draft", "C4"
    if table.phase == MAIN:
        return ("moved", "C25") if table.moved else ("main", "C14")
    return "objectives", "C33"


def may_still_cover(table: State) -> bool:
    """Whether the seat on turn can cover an objective now or after taking back; if not, a client may end the turn by itself [4.3].

    What is covered already does not count: to uncover it and cover it again changes nothing.
    """
    if table.phase != OBJECTIVES:
        return True
    seat = table.actor
    return any(table.supply[seat] + count_elsewhere(table, seat, slot) > 0 for slot in range(SLOTS) if wants_city(table, seat, slot))


def wants_city(table: State, seat: int, slot: int) -> bool:
    """Whether an agent is missing on this mission for the spy's city, and none was placed on it in this step [C33]."""
    at = seat * SLOTS + slot
    if table.card[at] == NOTHING or table.placed >> slot & 1:
        return False
    missing = table.setting.card_cities[table.card[at]] & ~table.covered[at]
    return missing & table.setting.city_bit[table.spy[seat]] != 0


def count_elsewhere(table: State, seat: int, slot: int) -> int:
    """Agents of a seat that can come back from the board, from objectives and from missions other than this one [C15-C18]."""
    first = seat * SLOTS
    assigned = sum(table.assigned[first + other] for other in range(SLOTS) if other != slot)
    return engine.count_bits(table.held[seat]) + assigned + sum(engine.count_bits(table.covered[first + other]) for other in range(SLOTS))


# -- The map -------------------------------------------------------------------------------------------------------------


def city(table: State, number: int) -> dict[str, Any]:
    setting = table.setting
    bit = setting.city_bit[number]
    return {
        "city": setting.city_ids[number],
        "name": setting.city_names[number],
        "x": setting.city_x[number],
        "y": setting.city_y[number],
        "spies": [seat for seat in range(table.seats) if table.spy[seat] == number],
        "networks": [seat for seat in range(table.seats) if table.spy[seat] != NOWHERE and table.network(seat) & bit],
    }


def space(table: State, number: int) -> dict[str, Any]:
    return {"space": table.setting.space_ids[number], "agents": [table.agents_in(seat, number) for seat in range(table.seats)]}


def link(table: State, number: int) -> dict[str, Any]:
    """A connection: whose it is, its price for the seat on turn, and whether it would lead that seat to a new city."""
    setting = table.setting
    road, ends = setting.link_road[number], setting.link_ends[number]
    playing = table.actor != NOBODY and table.spy[table.actor] != NOWHERE
    inside = table.network(table.actor) & ends if playing else 0
    return {
        "link": setting.link_ids[number],
        "a": setting.city_ids[setting.link_a[number]],
        "b": setting.city_ids[setting.link_b[number]],
        "spaces": [setting.space_ids[space] for space in setting.link_spaces[number]],
        "owners": [seat for seat in range(table.seats) if table.held[seat] & road == road],
        "price": table.link_price(table.actor, number) if playing else None,
        "new": inside not in (0, ends),
    }


# -- Cards and players -----------------------------------------------------------------------------------------------------


def face(table: State, card: int) -> dict[str, Any]:
    """What is printed on a card."""
    setting = table.setting
    return {
        "card": setting.card_ids[card],
        "cities": names_of(setting.city_ids, setting.card_cities[card]),
        "vp": setting.card_vp[card],
        "extra": bool(setting.card_extra[card]),
    }


def shown_card(table: State, place: int) -> dict[str, Any]:
    """A card of the display with its price: for the seat on turn, else as printed [C21, C50]."""
    price = table.setting.cost[place] if table.actor == NOBODY else table.accept_price(table.actor, place)
    return face(table, table.display[place]) | {"place": place + 1, "price": price}


def unseen(table: State) -> list[str] | None:
    """The cards of the deck in no order: everybody could work them out, unless memory is tested [part 3]."""
    return [table.setting.card_ids[card] for card in sorted(table.deck)] if table.setting.show_completed else None


def open_mission(table: State, seat: int, slot: int) -> dict[str, Any]:
    at = seat * SLOTS + slot
    covered = names_of(table.setting.city_ids, table.covered[at])
    facts = face(table, table.card[at])
    missing = [name for name in facts["cities"] if name not in covered]
    return facts | {"slot": SLOT_NAMES[slot], "assigned": table.assigned[at], "covered": covered, "missing": missing}


def player(view: View, seat: int) -> dict[str, Any]:
    table = view.table
    setting = table.setting
    missions = [open_mission(table, seat, slot) for slot in range(SLOTS) if table.card[seat * SLOTS + slot] != NOTHING]
    stands = table.spy[seat] != NOWHERE
    return {
        "seat": seat,
        "agents": setting.agents[seat],
        "supply": table.supply[seat],
        "spy": setting.city_ids[table.spy[seat]] if stands else None,
        "network": names_of(setting.city_ids, table.network(seat)) if stands else [],
        "board": {setting.space_ids[space]: table.agents_in(seat, space) for space in table.own_spaces(seat)},
        "missions": missions,
        "completed": engine.count_bits(table.completed[seat]),
        "completed_cards": names_of(setting.card_ids, table.completed[seat]) if is_known(view, seat) else None,
        "score": table.score(seat) if is_known(view, seat) else None,
        "gone": bool(table.skipped >> seat & 1),
    }


def is_known(view: View, seat: int) -> bool:
    """Whether this client shows what the seat has completed: always one's own, and everything at the end [part 3]."""
    return view.table.setting.show_completed or seat == view.seat or view.table.phase == OVER


def standings(view: View) -> list[dict[str, Any]] | None:
    """The seats from first to last if the game ended now; None while scores are a test of memory [C42, C43]."""
    table = view.table
    if not all(is_known(view, seat) for seat in range(table.seats)):
        return None
    return [
        {"rank": rank + 1, "seat": seat, "score": table.score(seat), "completed": engine.count_bits(table.completed[seat])}
        for rank, seat in enumerate(table.standing())
    ]


def final(view: View) -> list[dict[str, Any]]:
    """The score at the end as lines, the first seat first: what each point is for [C42, C43]; nothing while the game runs."""
    table = view.table
    if table.phase != OVER:
        return []
    lines = []
    for row in standings(view) or []:
        covered = sum(engine.count_bits(table.covered[row["seat"] * SLOTS + slot]) for slot in range(SLOTS))
        lines.append({"key": "final", "args": row | {"printed": row["score"] - covered, "covered": covered}})
    return lines


def words(table: State) -> dict[str, Any]:
    """How cities, cards, links and spaces of the set in play are called, where it is not the house's own: entries of a words catalogue.

    Cities have names; cards, links and spaces are said by their cities, in whatever language.
    """
    setting, house = table.setting, pieces.house()
    if setting.content_hash == house.hash:
        return {}
    ours = {city.id: city.name for city in house.cities}
    named = zip(setting.city_ids, setting.city_names, strict=True)
    said: dict[str, Any] = {f"city.{city}": name for city, name in named if ours.get(city) != name}
    for card, name in enumerate(setting.card_ids):
        args = {"cities": names_of(setting.city_ids, setting.card_cities[card])}
        said |= {f"card.{name}": {"key": "card_of", "args": args}, f"card/quoted.{name}": {"key": "quoted_card_of", "args": args}}
    return said | roads(setting)


def roads(setting: Setting) -> dict[str, Any]:
    """Links and spaces by their cities: "Rome-Athens", its second space "Rome-Athens 2".

    Links that join the same two cities are numbered. A space that belongs to several links is named by each of them.
    """
    said: dict[str, Any] = {}
    ways: list[list[str]] = [[] for _ in range(setting.spaces)]
    for number, link in enumerate(setting.link_ids):
        twins = [other for other, ends in enumerate(setting.link_ends) if ends == setting.link_ends[number]]
        ends = {"a": setting.city_ids[setting.link_a[number]], "b": setting.city_ids[setting.link_b[number]]}
        said[f"link.{link}"] = {"key": "link_of", "args": ends | {"twin": twins.index(number) + 1 if len(twins) > 1 else 0}}
        along = setting.link_spaces[number]
        for place, where in enumerate(along, 1):
            way = f"{setting.space_ids[where]}/{len(ways[where])}"
            ways[where].append(way)
            said[f"way.{way}"] = {"key": "way_of", "args": {"link": link, "place": place if len(along) > 1 else 0}}
    for number, space in enumerate(setting.space_ids):
        said[f"space.{space}"] = {"key": "space_of", "args": {"ways": ways[number]}}
    return said


# -- In words ------------------------------------------------------------------------------------------------------------


def sections(view: View) -> list[dict[str, Any]]:
    """The whole table as lines to be put into words."""
    table = view.table
    parts = [
        {
            "key": "display",
            "lines": [*({"key": "card", "args": shown_card(table, place)} for place in range(len(table.display))), _deck_line(table)],
        },
        {"key": "links", "lines": _link_lines(table)},
        {"key": "players", "lines": [line for seat in range(table.seats) for line in _player_lines(view, seat)]},
        {"key": "board", "lines": _board_lines(table)},
        {"key": "standings", "lines": _standing_lines(view)},
    ]
    return [part for part in parts if part["lines"]]


def _deck_line(table: State) -> dict[str, Any]:
    return {"key": "deck", "args": {"deck": len(table.deck), "discards": len(table.discards)}}


def _link_lines(table: State) -> list[dict[str, Any]]:
    """Where the seat on turn could connect from its network, and for how many agents [C26, C27]."""
    lines: list[dict[str, Any]] = []
    for facts in (link(table, number) for number in range(table.setting.links)):
        if facts["new"]:
            network = names_of(table.setting.city_ids, table.network(table.actor))
            near, far = (facts["a"], facts["b"]) if facts["a"] in network else (facts["b"], facts["a"])
            here = near == table.setting.city_ids[table.spy[table.actor]]
            args = {"link": facts["link"], "from": near, "city": far, "price": facts["price"], "here": here}
            lines.append({"key": "link", "args": args})
    return lines


def _player_lines(view: View, seat: int) -> list[dict[str, Any]]:
    facts = player(view, seat)
    head = {key: facts[key] for key in ("seat", "supply", "spy", "network", "completed", "gone")}
    return [
        {"key": "player", "args": head},
        *({"key": "mission", "args": mission | {"seat": seat}} for mission in facts["missions"]),
        *([{"key": "completed", "args": {"seat": seat, "cards": facts["completed_cards"]}}] if facts["completed_cards"] else []),
    ]


def _board_lines(table: State) -> list[dict[str, Any]]:
    """Every space with agents, and whose they are."""
    lines: list[dict[str, Any]] = []
    for facts in (space(table, number) for number in range(table.setting.spaces)):
        for seat, agents in enumerate(facts["agents"]):
            if agents:
                lines.append({"key": "space", "args": {"space": facts["space"], "seat": seat, "agents": agents}})
    return lines


def _standing_lines(view: View) -> list[dict[str, Any]]:
    table = view.table
    lines: list[dict[str, Any]] = [{"key": "standing", "args": row} for row in standings(view) or []]
    if table.trigger != NOBODY:
        lines.append({"key": "trigger", "args": {"seat": table.trigger, "left": table.left}})
    if table.extra:
        lines.append({"key": "extra", "args": {"seat": table.actor, "extra": table.extra}})
    return lines
