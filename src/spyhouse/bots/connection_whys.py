"""What speaks for a move in Spy Connection: the objectives it covers or brings nearer, and the agents it takes or frees.

Everything but the order of the deck lies open, and nothing here asks what the deck will bring.
"""

from __future__ import annotations

from typing import Any

from spyhouse.bots.levels import Why
from spyhouse.rules.connection.engine import DRAFT, GOAL, MAIN, NOBODY, NOTHING, SLOTS, Setting, State, count_bits, names_of
from spyhouse.rules.connection.view import View
from spyhouse.rules.kit.contract import NO_ACTION
from spyhouse.rules.kit.contract import View as BaseView
from spyhouse.rules.kit.luck import Luck

MANY = 2  # cities of a mission that a rival needs anyway: he would like to have it, too


def whys(view: BaseView, luck: Luck, actions: list[int]) -> list[Why | None]:
    """What each of these moves is for."""
    assert isinstance(view, View)
    return [None if action == NO_ACTION else why(view.table, view.seat, action) for action in actions]


def why(table: State, seat: int, action: int) -> Why | None:
    setting = table.setting
    if table.phase == DRAFT:
        return picked(table, setting.missions + action - setting.pick)
    if action < setting.accept:
        return freed(table, seat, action)
    if action < setting.move:
        return accepted(table, seat, action - setting.accept)
    if action < setting.connect:
        return moved(table, seat, action - setting.move)
    if action < setting.cover:
        return connected(table, seat, action - setting.connect)
    if action < setting.end:
        return covered(table, seat, action - setting.cover)
    return ended(table, seat) if action == setting.end else None


# -- Missions ----------------------------------------------------------------------------------------------------------


def picked(table: State, card: int) -> Why:
    """A start mission is good beside missions that show the same cities."""
    setting = table.setting
    alike = [other for other in table.display if setting.card_cities[other] & setting.card_cities[card]]
    city = setting.city_ids[setting.card_red[card]]
    return Why("starts", {"city": city, "cards": [setting.card_ids[other] for other in alike], "vp": setting.card_vp[card]})


def accepted(table: State, seat: int, place: int) -> Why:
    """What the mission brings, which of its cities are needed or reached anyway, by a rival, too, and what stays at hand."""
    setting = table.setting
    card = table.display[place]
    cities = setting.card_cities[card]
    shared = cities & needed(table, seat)
    price = table.accept_price(seat, place)
    rivals = [other for other in range(table.seats) if other != seat]
    rival = max(rivals, key=lambda other: count_bits(cities & needed(table, other)))
    theirs = cities & needed(table, rival)
    args = {
        **printed(setting, card),
        "rival": rival,
        "theirs": names_of(setting.city_ids, theirs) if count_bits(theirs) >= MANY else [],
        "count": count_bits(cities),
        "shared": names_of(setting.city_ids, shared),
        "near": names_of(setting.city_ids, cities & table.network(seat) & ~shared),
        "price": price,
        "left": table.supply[seat] - price,
    }
    return Why("accept", args)


def printed(setting: Setting, card: int) -> dict[str, Any]:
    return {"card": setting.card_ids[card], "vp": setting.card_vp[card], "extra": bool(setting.card_extra[card])}


def needed(table: State, seat: int) -> int:
    """The cities that open missions of a seat still need, as a set."""
    cities = 0
    for slot in range(SLOTS):
        cities |= missing(table, seat, slot)
    return cities


def missing(table: State, seat: int, slot: int) -> int:
    at = seat * SLOTS + slot
    return 0 if table.card[at] == NOTHING else table.setting.card_cities[table.card[at]] & ~table.covered[at]


# -- Where the spy goes ------------------------------------------------------------------------------------------------


def moved(table: State, seat: int, city: int) -> Why | None:
    """What can be covered there, or which link leads on from there."""
    found = there(table, seat, city, table.supply[seat])
    if found is not None:
        return found
    after = table.clone()
    after.mute()
    after.move(seat, city)
    ways = [link for link in table.setting.links_at[city] if after.can_connect(seat, link)]
    best: tuple[int, int, int, int] | None = None  # links still to go, price, link, goal
    for link in ways:
        goal, _, steps = nearer(after, seat, link)
        if goal != NOTHING and (best is None or (steps, after.link_price(seat, link)) < best[:2]):
            best = (steps, after.link_price(seat, link), link, goal)
    if best is None:
        return None
    steps, price, link, goal = best
    ids = table.setting.city_ids
    return Why(
        "way",
        {"via": ids[after.far_end(link, city)], "city": ids[goal], "card": needing(table, seat, goal), "steps": steps, "price": price},
    )


def connected(table: State, seat: int, link: int) -> Why:
    """What can be covered at the far end, which objective comes nearer, and how many agents stay at hand."""
    city = table.far_end(link, table.spy[seat])
    left = table.supply[seat] - table.link_price(seat, link)
    found = there(table, seat, city, left)
    if found is not None:
        return found
    goal, before, after = nearer(table, seat, link)
    ids = table.setting.city_ids
    if goal != NOTHING:
        return Why("nearer", {"city": ids[goal], "card": needing(table, seat, goal), "steps": after, "before": before, "left": left})
    return Why("grows", {"city": ids[city], "left": left})


def there(table: State, seat: int, city: int, supply: int) -> Why | None:
    """What the spy can cover in a city with so many agents at hand: something complete before all else."""
    setting = table.setting
    bit = setting.city_bit[city]
    wanting = [slot for slot in range(SLOTS) if missing(table, seat, slot) & bit and not table.placed >> slot & 1]
    if not wanting:
        return None
    cards = [setting.card_ids[table.card[seat * SLOTS + slot]] for slot in wanting]
    if supply == 0:
        return Why("short", {"city": setting.city_ids[city], "cards": cards})
    for slot in wanting:
        if missing(table, seat, slot) == bit:
            return Why("completes", {"city": setting.city_ids[city], **completion(table, seat, slot)})
    card = table.card[seat * SLOTS + wanting[0]]
    open_then = count_bits(missing(table, seat, wanting[0])) - 1
    args = {"city": setting.city_ids[city], "cards": cards[:supply], "alone": len(cards[:supply]) == 1}
    return Why(
        "covers", {**args, "covered": count_bits(setting.card_cities[card]) - open_then, "count": count_bits(setting.card_cities[card])}
    )


def completion(table: State, seat: int, slot: int) -> dict[str, Any]:
    """What a mission brings that its next objective completes; the agents on it come back, the last one, too."""
    at = seat * SLOTS + slot
    agents = table.assigned[at] + count_bits(table.covered[at]) + 1
    seventh = table.trigger == NOBODY and count_bits(table.completed[seat]) + 1 == GOAL
    return {**printed(table.setting, table.card[at]), "agents": agents, "seventh": seventh}


def covered(table: State, seat: int, slot: int) -> Why:
    """The mission is complete, or a city nearer to it."""
    card = table.card[seat * SLOTS + slot]
    left = count_bits(missing(table, seat, slot)) - 1
    if left == 0:
        return Why("complete", completion(table, seat, slot))
    count = count_bits(table.setting.card_cities[card])
    return Why("cover", {"card": table.setting.card_ids[card], "covered": count - left, "count": count})


def nearer(table: State, seat: int, link: int) -> tuple[int, int, int]:
    """The needed city that a new link brings nearest, how many links led to it before, and how many then."""
    setting = table.setting
    network = table.network(seat)
    best = (NOTHING, 0, setting.cities + 1)
    for city in range(setting.cities):
        if needed(table, seat) & ~network & setting.city_bit[city]:
            before, after = (links_to(setting, known, city) for known in (network, network | setting.link_ends[link]))
            if after < before and after < best[2]:
                best = (city, before, after)
    return best


def links_to(setting: Setting, network: int, city: int) -> int:
    """How many links lie between a network and a city; more than there are cities where no way leads to it."""
    steps = 0
    while not network & setting.city_bit[city]:
        reached = network
        for ends in setting.link_ends:
            if ends & network:
                reached |= ends
        if reached == network:
            return setting.cities + 1
        network = reached
        steps += 1
    return steps


def needing(table: State, seat: int, city: int) -> str:
    """A mission that needs this city."""
    for slot in range(SLOTS):
        if missing(table, seat, slot) & table.setting.city_bit[city]:
            return table.setting.card_ids[table.card[seat * SLOTS + slot]]
    raise AssertionError("no mission needs it")


# -- Agents, and the end of a turn -------------------------------------------------------------------------------------


def freed(table: State, seat: int, action: int) -> Why:
    """How many agents are at hand then, and what is given up for that."""
    setting = table.setting
    after = table.clone()
    after.mute()
    after.apply(seat, action)
    supply = after.supply[seat]
    if action < setting.uncover:
        return Why("takes", {"supply": supply, "lost": names_of(setting.city_ids, table.network(seat) & ~after.network(seat))})
    if action < setting.discard:
        card = table.card[seat * SLOTS + table.slot_of(action)]
        return Why("uncovers", {"supply": supply, "city": setting.city_ids[table.city_of(action)], "card": setting.card_ids[card]})
    at = seat * SLOTS + action - setting.discard
    return Why(
        "drops", {"supply": supply, "covered": count_bits(table.covered[at]), "count": count_bits(setting.card_cities[table.card[at]])}
    )


def ended(table: State, seat: int) -> Why | None:
    """After a move: what can be covered here. At the end of a turn: an extra turn, or nothing left to do."""
    city = table.spy[seat]
    if table.phase == MAIN:
        return there(table, seat, city, table.supply[seat])
    if table.extra and not (seat == table.trigger and not table.setting.trigger_extra):
        return Why("extra", {})
    for slot in range(SLOTS):
        if table.can_cover(seat, slot):
            return None
    return Why("done", {"city": table.setting.city_ids[city]})
