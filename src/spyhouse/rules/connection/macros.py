"""Whole turns of Spy Connection for search: few, legal, and among them the good ones [4.4].

A turn is made of small moves, and most orders of small moves mean the same. `turns` lists turns in one normal form:
`D M T O main T O P E`, each as the list of its action numbers. It goes on from any moment of a turn.
"""

from __future__ import annotations

from typing import Final

from spyhouse.rules.connection.engine import NOTHING, OBJECTIVES, SLOTS, State, count_bits, reach
from spyhouse.rules.kit.luck import Luck

BEAM: Final = 3  # sets of take-backs for one target
CAP: Final = 120  # turns in all

# What taking back costs, in no unit but its own
LOST_GOAL: Final = 24  # a city that an open mission still needs drops out of the network
LOST_CITY: Final = 4  # any other city does
REBUILD: Final = 3  # for each agent that the space would cost again
UNCOVER: Final = 60  # an objective that needs a new visit


class Line:
    """A turn in the making: where it has come to, by which moves, and what its take-backs have cost."""

    def __init__(self, state: State, moves: list[int], loss: int) -> None:
        self.state = state
        self.moves = moves
        self.loss = loss

    def then(self, action: int, loss: int) -> Line:
        """The line one move on."""
        state = self.state.clone()
        state.apply(state.actor, action)
        return Line(state, [*self.moves, action], self.loss + loss)


def turns(state: State, beam: int = BEAM, cap: int = CAP) -> list[list[int]]:
    """Turns of the seat on turn from here to its last E, the ones with cheap take-backs first where there are too many."""
    trial = state.clone()
    trial.mute()
    trial.chance = Luck(0)  # what a reshuffle will bring is nobody's knowledge
    lines = ready_lines(Line(trial, [], 0), beam)
    if len(lines) > cap:
        lines = cheapest(lines, cap)
    return [cover_all(line).moves for line in lines]


def ready_lines(start: Line, beam: int) -> list[Line]:
    """Lines up to the objectives step."""
    if start.state.phase == OBJECTIVES:
        return [start]
    lines: list[Line] = []
    if not start.state.moved:
        add_accepts(start, beam, lines)
    add_connects(start, beam, lines)
    add_moves(start, lines)
    if start.state.setting.can_pass and not start.state.moved:
        lines.append(start.then(start.state.setting.passing, 0))
    if not lines:  # only where a house rule leaves too few agents: then discarding helps [C45]
        for slot in range(SLOTS):
            if start.state.card[start.state.actor * SLOTS + slot] != NOTHING:
                lines.extend(ready_lines(start.then(start.state.setting.discard + slot, UNCOVER), beam))
    return lines


# -- Targets -----------------------------------------------------------------------------------------------------------


def add_accepts(start: Line, beam: int, lines: list[Line]) -> None:
    """Each card of the display; with three open missions after each possible discard [C20]."""
    state = start.state
    seat = state.actor
    before: list[Line] = []
    if state.open_missions(seat) < SLOTS:
        before.append(start)
    else:
        for slot in range(SLOTS):
            before.append(start.then(state.setting.discard + slot, 0))
    for line in before:
        for place in range(len(line.state.display)):
            for paid in funded(line, line.state.accept_price(seat, place), 0, beam):
                lines.append(paid.then(state.setting.accept + place, 0))


def add_connects(start: Line, beam: int, lines: list[Line]) -> None:
    """Each link from the network to the outside; the spy moves first, which is free [C25, C26]."""
    state = start.state
    setting = state.setting
    seat = state.actor
    network = state.network(seat)
    for city in range(setting.cities):
        if not network >> city & 1 or (state.moved and city != state.spy[seat]):
            continue
        there = start if city == state.spy[seat] else start.then(setting.move + city, 0)
        for link in setting.links_at[city]:
            if network & setting.link_ends[link] == setting.link_ends[link]:
                continue
            for paid in funded(there, state.link_price(seat, link), setting.link_road[link], beam):
                lines.append(paid.then(setting.connect + link, 0))


def add_moves(start: Line, lines: list[Line]) -> None:
    """Each other city of the network where an objective waits, and one city at least [C31]."""
    state = start.state
    setting = state.setting
    seat = state.actor
    if state.moved:
        lines.append(start.then(setting.end, 0))
        return
    others = state.network(seat) & ~setting.city_bit[state.spy[seat]]
    useful = others & wanted(state, seat)
    if not useful:
        useful = others & -others
    for city in range(setting.cities):
        if useful >> city & 1:
            lines.append(start.then(setting.move + city, 0).then(setting.end, 0))


# -- Take-backs --------------------------------------------------------------------------------------------------------


def funded(start: Line, price: int, kept: int, beam: int) -> list[Line]:
    """The line with take-backs until the price is at hand: up to `beam` of the cheapest ways; spaces in `kept` stay."""
    seat = start.state.actor
    if start.state.supply[seat] >= price:
        return [start]
    found: list[Line] = []
    front: list[Line] = [start]
    while front and len(found) < beam:
        wider: list[Line] = []
        for line in front:
            for action in cheapest_take_backs(line.state, kept, beam):
                wider.append(line.then(action, take_back_loss(line.state, action)))
        front = []
        for line in cheapest(different(wider), beam):
            if line.state.supply[seat] >= price:
                found.append(line)
            else:
                front.append(line)
    return cheapest(found, beam)


def cheapest_take_backs(state: State, kept: int, beam: int, spared: int = NOTHING) -> list[int]:
    """The least painful steps: from the board, or from missions (but a spared one) where the board has nothing to give."""
    seat = state.actor
    setting = state.setting
    loose = state.loose(seat) & ~kept
    actions: list[int] = []
    if loose:
        for space in range(setting.spaces):
            if loose & setting.space_bit[space]:
                actions.append(setting.take_back + space)
    else:
        for action in range(setting.uncover, setting.discard):
            slot = state.slot_of(action)
            if slot != spared and state.covered[seat * SLOTS + slot] & setting.city_bit[state.city_of(action)]:
                actions.append(action)
    best: list[int] = []
    while actions and len(best) < beam:
        choice = actions[0]
        least = take_back_loss(state, choice)
        for action in actions:
            loss = take_back_loss(state, action)
            if loss < least:
                choice, least = action, loss
        best.append(choice)
        actions.remove(choice)
    return best


def take_back_loss(state: State, action: int) -> int:
    """What this take-back costs; two agents of one space come cheaper than two of two."""
    setting = state.setting
    seat = state.actor
    if action >= setting.uncover:
        return UNCOVER + count_bits(state.covered[seat * SLOTS + state.slot_of(action)])
    bit = setting.space_bit[action]
    network = state.network(seat)
    gone = network & ~reach(setting, state.held[seat] & ~bit, state.spy[seat])
    goals = gone & wanted(state, seat)
    again = 2 if state.others(seat) & bit else 1
    loss = LOST_GOAL * count_bits(goals) + LOST_CITY * count_bits(gone & ~goals) + REBUILD * again
    return loss // 2 if state.twice[seat] & bit else loss


def wanted(state: State, seat: int) -> int:
    """The cities that open missions of this seat still need, as a set."""
    cities = 0
    for at in range(seat * SLOTS, seat * SLOTS + SLOTS):
        if state.card[at] != NOTHING:
            cities |= state.setting.card_cities[state.card[at]] & ~state.covered[at]
    return cities


def different(lines: list[Line]) -> list[Line]:
    """Without those that take back the same in another order."""
    found: list[Line] = []
    seen: set[tuple[int, ...]] = set()
    for line in lines:
        key = tuple(sorted(line.moves))
        if key not in seen:
            seen.add(key)
            found.append(line)
    return found


def cheapest(lines: list[Line], count: int) -> list[Line]:
    """So many lines with the least loss, in the order they came."""
    if len(lines) <= count:
        return lines
    losses = [line.loss for line in lines]
    losses.sort()
    limit = losses[count - 1]
    room = count - len([loss for loss in losses if loss < limit])
    found: list[Line] = []
    for line in lines:
        if line.loss < limit:
            found.append(line)
        elif line.loss == limit and room > 0:
            found.append(line)
            room -= 1
    return found


# -- Objectives --------------------------------------------------------------------------------------------------------


def cover_all(line: Line) -> Line:
    """Covers wherever possible, what completes a card first: its agents come back for the others; then ends the turn [C33-C35]."""
    seat = line.state.actor
    setting = line.state.setting
    slot = next_cover(line.state, seat)
    while slot != NOTHING:
        if line.state.supply[seat] == 0:
            action = agent_for(line.state, seat, slot)
            if action == NOTHING:
                break
            line = line.then(action, take_back_loss(line.state, action))
        else:
            line = line.then(setting.cover + slot, 0)
        slot = next_cover(line.state, seat)
    return Line(line.state, [*line.moves, setting.end], line.loss)


def next_cover(state: State, seat: int) -> int:
    """The mission to cover next, an agent provided: one that is completed by it, else the first."""
    here = state.setting.city_bit[state.spy[seat]]
    first = NOTHING
    for slot in range(SLOTS):
        at = seat * SLOTS + slot
        if state.card[at] == NOTHING or state.placed >> slot & 1:
            continue
        missing = state.setting.card_cities[state.card[at]] & ~state.covered[at]
        if missing == here:
            return slot
        if missing & here and first == NOTHING:
            first = slot
    return first


def agent_for(state: State, seat: int, slot: int) -> int:
    """The take-back that pays for covering this mission, or NOTHING: one objective is not worth another one."""
    choices = cheapest_take_backs(state, 0, 1, slot)
    if not choices:
        return NOTHING
    at = seat * SLOTS + slot
    completes = count_bits(state.setting.card_cities[state.card[at]] & ~state.covered[at]) == 1
    return choices[0] if completes or choices[0] < state.setting.uncover else NOTHING
