"""Fast journeys through Spy Connection: how a game may go on, turn by turn, and what a position is worth.

Search needs thousands of turns a second, so nothing is cloned or tried out here. For each thing a seat can do in a turn the
`Traveller` works out what would be left in hand - network, agents, objectives - and plays the one that promises most.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Final

from mypy_extensions import i64

from spyhouse.rules.connection import macros
from spyhouse.rules.connection.engine import DRAFT, GOAL, MAIN, NOBODY, NOTHING, OVER, SLOTS, UNKNOWN, Setting, State, count_bits
from spyhouse.rules.connection.view import View
from spyhouse.rules.kit.luck import Luck

MOST_CITIES: Final = 14  # up to here the turns to any set of cities are looked up
NEVER: Final = -1e9

# What is worth what, in points: [place in the list of weights]
TURN: Final = 0  # a turn, with no mission open before it; the next three places: with one, two, three
CARD: Final = 4  # a mission is one of the seven
SYMBOL: Final = 5  # an extra turn
ASSIGNED: Final = 6  # an agent that lies on a mission
SHORT: Final = 7  # an agent that is missing for the plan
REACH: Final = 8  # agents that walk along
SUPPLY: Final = 9  # an agent at hand
PACE: Final = 10  # turns a mission takes a rival
AHEAD: Final = 11  # triggering the end as the likely winner
BEHIND: Final = 12  # triggering it from behind
MARGIN: Final = 13  # points that a rival may still make
FADE: Final = 14  # how much of its gain a plan loses that takes twice the time left, 0.5 is in proportion

WEIGHTS: Final[list[float]] = [0.477, 0.9, 1.4, 3.343, 0.56, 1.552, 0.35, 0.524, 2.629, 0.02, 1.576, 7.856, 1.0, 1.212, 0.5]

WON: Final = 0.5  # what the barest win is worth; the rest is for how clear it is
CLEAR: Final = 10.0  # points of a win that has half of that rest
HURRY: Final = 0.005  # what a win loses with each round that it takes
EXPLORATION: Final = 0.35  # how much a turn that was rarely tried is favoured
DOUBT: Final = 0.2  # how much one try may mislead
LEAD: Final = 16.0  # points of a lead in a running game that count half a win

LOST_GOAL: Final = 24  # shedding a city that an open mission needs
LOST_CITY: Final = 8
PATIENCE: Final = 6  # own turns without progress

ACCEPT: Final = 0  # kinds of turns
CONNECT: Final = 1
MOVE: Final = 2


class Atlas:
    """How far the cities of a map lie apart, counted in turns."""

    def __init__(self, setting: Setting) -> None:
        count = setting.cities
        self.cities: int = count
        self.near: list[int] = [0] * count  # [city] neighbours as a set
        for link in range(setting.links):
            a, b = setting.link_a[link], setting.link_b[link]
            self.near[a] |= 1 << b
            self.near[b] |= 1 << a
        self.size: list[int] = []  # [set of cities] how many
        self.joined: list[int] = []  # [set of cities] how many the smallest connected set has that holds them all
        self.worked_out = count <= MOST_CITIES
        if self.worked_out:
            self.work_out()

    def work_out(self) -> None:
        """A connected set is another one with a neighbour; the smallest around a set is found from the largest sets down."""
        total = 1 << self.cities
        connected: list[int] = [0] * total
        size: list[int] = [0] * total
        for cities in range(1, total):
            size[cities] = size[cities >> 1] + (cities & 1)
            if size[cities] == 1:
                connected[cities] = 1
                continue
            for city in range(self.cities):
                rest = cities & ~(1 << city)
                if rest != cities and connected[rest] == 1 and self.near[city] & rest != 0:
                    connected[cities] = 1
                    break
        joined: list[int] = [0] * total
        for cities in range(total - 1, 0, -1):
            if connected[cities] == 1:
                joined[cities] = size[cities]
                continue
            best = self.cities + 1
            for city in range(self.cities):
                if not cities >> city & 1:
                    best = min(best, joined[cities | 1 << city])
            joined[cities] = best
        self.size = size
        self.joined = joined

    def turns(self, network: i64, wanted: i64) -> i64:
        """Turns to visit these cities: one for each in the network, one a link of the smallest tree that holds the others."""
        if self.worked_out:
            return self.joined[network | wanted] - self.size[network] + self.size[network & wanted]
        return self.turns_by_rings(network, wanted)

    def turns_by_rings(self, network: int, wanted: int) -> int:
        """The same for a large map, nearly: ring after ring until the nearest city is reached, then the next with that one."""
        turns = count_bits(network & wanted)
        while wanted & ~network:
            ring = network
            while not ring & wanted & ~network:
                wider = ring
                for city in range(self.cities):
                    if ring >> city & 1:
                        wider |= self.near[city]
                ring = wider
                turns += 1
            found = ring & wanted & ~network
            network |= found & -found
        return turns


class Traveller:
    """Plays whole turns on a State, each by one look at everything that can be done."""

    def __init__(self, setting: Setting, atlas: Atlas, weights: list[float]) -> None:
        self.setting = setting
        self.atlas = atlas
        self.weights = weights
        # The seat that is looked at
        self.miss: list[int] = [0, 0, 0]  # [slot] cities its mission still needs; 0 where none is open
        self.gain: list[float] = [0.0, 0.0, 0.0]  # [slot] what completing it brings besides what is covered
        self.agents: list[int] = [0, 0, 0]  # [slot] agents lying on it
        self.paid: list[int] = [0, 0, 0]  # [slot] those of them that are assigned
        self.assigned = 0
        self.time = 1.0  # own turns until a rival may have completed seven missions
        self.card = weights[CARD]  # what a mission counts besides its points
        self.points = 0.0
        self.done = 0
        self.best_rival = 0  # points
        self.last = False  # the end is triggered
        self.turn_worth = 1.0
        self.own: list[int] = []  # links that are its own
        # What shedding agents leaves
        self.held = 0
        self.twice = 0
        self.left: list[int] = []
        # The turn found best
        self.best = NEVER
        self.best_kind = -1
        self.best_what = -1  # place of the display, link or city
        self.best_from = -1  # city where the link begins

    # -- Looking ---------------------------------------------------------------------------------------------------------

    def look(self, state: State, seat: int) -> None:
        """Takes down what matters about a seat."""
        setting = self.setting
        weights = self.weights
        self.points = float(state.score(seat))
        self.done = count_bits(state.completed[seat])
        self.last = state.trigger != NOBODY
        self.assigned = 0
        ahead = 0
        self.best_rival = 0
        for other in range(state.seats):
            if other != seat:
                ahead = max(ahead, count_bits(state.completed[other]))
                self.best_rival = max(self.best_rival, state.score(other))
        self.time = max(1.0, weights[PACE] * (GOAL - ahead))
        count = 0
        for slot in range(SLOTS):
            at = seat * SLOTS + slot
            card = state.card[at]
            if card == NOTHING:
                self.miss[slot] = 0
                self.gain[slot] = 0.0
                self.agents[slot] = 0
                self.paid[slot] = 0
                continue
            count += 1
            on = count_bits(state.covered[at])
            self.miss[slot] = setting.card_cities[card] & ~state.covered[at]
            self.gain[slot] = setting.card_vp[card] + self.card + weights[SYMBOL] * setting.card_extra[card] - on
            self.agents[slot] = on + state.assigned[at]
            self.paid[slot] = state.assigned[at]
            self.assigned += state.assigned[at]
        self.turn_worth = weights[TURN + count]

    def own_links(self, state: State, seat: int) -> None:
        """Takes down which links are its own."""
        held = state.held[seat]
        self.own.clear()
        if held == 0:
            return
        for link in range(self.setting.links):
            road = self.setting.link_road[link]
            if held & road == road:
                self.own.append(link)

    def promise(self, network: i64, agents: i64, m0: i64, m1: i64, m2: i64, g0: float, g1: float, g2: float) -> float:
        """The best choice among open missions (what they need and bring): their gain, less turns and missing agents."""
        reach = self.weights[REACH]
        missing = self.weights[SHORT]
        fade = self.weights[FADE]
        best = 0.0
        choice: i64 = 0
        while choice < 7:
            choice += 1
            wanted: i64 = 0
            gain = 0.0
            if choice & 1:
                if m0 == 0:
                    continue
                wanted |= m0
                gain += g0
            if choice & 2:
                if m1 == 0:
                    continue
                wanted |= m1
                gain += g1
            if choice & 4:
                if m2 == 0:
                    continue
                wanted |= m2
                gain += g2
            needed = float(self.atlas.turns(network, wanted))
            if needed > self.time:
                gain, needed = gain * (1.0 - 2.0 * fade * (1.0 - self.time / needed)), self.time
            worth = gain - self.turn_worth * needed
            short = reach + float(bits_of(wanted)) - float(agents)
            if short > 0.0:
                worth -= missing * short
            if worth > best:
                best = worth
        return best

    def standing(self, state: State, seat: int, missions: int) -> float:
        """What a running game is worth to a seat, in points; a turn counts as with so many open missions."""
        self.look(state, seat)
        weights = self.weights
        self.turn_worth = weights[TURN + missions]
        worth = self.points + self.card * self.done
        if state.trigger == seat or (self.last and not state.owes_last_turn(seat)):
            return worth
        agents = state.supply[seat] + count_bits(state.held[seat]) + count_bits(state.twice[seat])
        network = state.network(seat)
        worth += self.promise(network, agents, self.miss[0], self.miss[1], self.miss[2], self.gain[0], self.gain[1], self.gain[2])
        return worth - weights[ASSIGNED] * self.assigned + weights[SUPPLY] * state.supply[seat]

    def after(self, city: i64, network: i64, supply: i64, board: i64, extra: i64) -> float:
        """What the position is worth when the spy ends its turn in this city and covers what it can.

        `supply` are the agents at hand there, `board` those on the map (which pay for covering, too).
        """
        weights = self.weights
        bit: i64 = 1 << city
        m0: i64 = self.miss[0]
        m1: i64 = self.miss[1]
        m2: i64 = self.miss[2]
        g0, g1, g2 = self.gain[0], self.gain[1], self.gain[2]
        points = self.points
        done = self.done
        assigned = self.assigned
        agents = supply + board
        # what is completed comes first: its agents help with the others
        for slot in range(SLOTS):
            if self.miss[slot] == bit and agents > 0:
                points += self.gain[slot] - self.card
                done += 1
                agents += self.agents[slot]
                assigned -= self.paid[slot]
                if slot == 0:
                    m0 = 0
                elif slot == 1:
                    m1 = 0
                else:
                    m2 = 0
        if m0 & bit and agents > 0:
            m0 &= ~bit
            g0 -= 1.0
            points += 1.0
            agents -= 1
        if m1 & bit and agents > 0:
            m1 &= ~bit
            g1 -= 1.0
            points += 1.0
            agents -= 1
        if m2 & bit and agents > 0:
            m2 &= ~bit
            g2 -= 1.0
            points += 1.0
            agents -= 1
        worth = points + self.card * done
        if self.last:
            return worth
        if done >= GOAL:
            return worth + (weights[AHEAD] if points >= self.best_rival + weights[MARGIN] else -weights[BEHIND])
        worth += weights[SYMBOL] * float(extra) + self.promise(network, agents, m0, m1, m2, g0, g1, g2)
        return worth - weights[ASSIGNED] * assigned + weights[SUPPLY] * float(agents)

    # -- Shedding --------------------------------------------------------------------------------------------------------

    def shed(self, held: int, twice: int, city: int, kept: int, need: int, wanted: int) -> int:
        """Takes back agents until so many are free: loose ends first, then the last links of branches, wanted cities last.

        The spy is in `city`, the spaces `kept` stay. Returns how many it got; `held`, `twice` and `left` tell the rest.
        """
        setting = self.setting
        roads = 0
        left = self.own.copy()
        for link in left:
            roads |= setting.link_road[link]
        ends = held & ~roads & ~kept
        freed = count_bits(ends) + count_bits(ends & twice)
        held &= ~ends
        while freed < need:
            once = 0
            more = 0
            for link in left:
                both = setting.link_ends[link]
                more |= once & both
                once |= both
            leaves = once & ~more & ~(1 << city)
            least = 1 << 20
            choice = -1
            for place in range(len(left)):
                link = left[place]
                leaf = setting.link_ends[link] & leaves
                road = setting.link_road[link]
                if leaf == 0 or road & kept != 0:
                    continue
                loss = LOST_GOAL if leaf & wanted != 0 else LOST_CITY
                loss -= count_bits(road) + count_bits(road & twice)
                if loss < least:
                    least, choice = loss, place
            if choice < 0:
                break
            gone = setting.link_road[left.pop(choice)]
            for link in left:
                gone &= ~setting.link_road[link]  # a space that another own link shares stays
            freed += count_bits(gone) + count_bits(gone & twice)
            held &= ~gone
        self.held = held
        self.twice = twice & held
        self.left = left
        return freed

    def rest_of_network(self, city: int) -> int:
        """The cities that the links left over still join to this one."""
        reached = 1 << city
        growing = True
        while growing:
            growing = False
            for link in self.left:
                ends = self.setting.link_ends[link]
                both = reached & ends
                if both != 0 and both != ends:
                    reached |= ends
                    growing = True
        return reached

    # -- Choosing and playing ----------------------------------------------------------------------------------------------

    def play_turn(self, state: State) -> None:
        """A whole turn of the seat on turn, from its beginning; a pick in the draft."""
        seat = state.actor
        if state.phase == DRAFT:
            state.apply(seat, self.pick(state))
            return
        if state.phase != MAIN or state.moved:
            self.finish(state, seat)
            return
        self.look(state, seat)
        idle = state.fruitless[seat]
        if idle > 0 and idle % PATIENCE == 0:
            self.drop(state, seat)
            self.look(state, seat)
        self.own_links(state, seat)
        self.best = NEVER
        self.best_kind = -1
        self.weigh_accepts(state, seat)
        self.weigh_connects(state, seat)
        self.weigh_moves(state, seat)
        if self.best_kind == ACCEPT:
            self.do_accept(state, seat)
        elif self.best_kind == CONNECT:
            self.do_connect(state, seat)
        elif self.best_kind == MOVE:
            state.move(seat, self.best_what)
            state.declare_move(seat)
        else:
            while state.phase == MAIN:
                state.apply(seat, state.default(seat))
        self.finish(state, seat)

    def pick(self, state: State) -> int:
        """The start mission that shares most cities with the display."""
        setting = self.setting
        best, choice = -1, 0
        for start in range(setting.starts):
            card = setting.missions + start
            if state.offer >> card & 1:
                shared = 0
                for other in state.display:
                    shared += count_bits(setting.card_cities[card] & setting.card_cities[other])
                if shared > best:
                    best, choice = shared, setting.pick + start
        return choice

    def drop(self, state: State, seat: int) -> None:
        """No progress for long: lets go of the mission that needs most turns."""
        network = state.network(seat)
        worst, choice = -1, -1
        for slot in range(SLOTS):
            if self.miss[slot]:
                turns = self.atlas.turns(network, self.miss[slot])
                if turns > worst:
                    worst, choice = turns, slot
        if choice >= 0:
            state.discard(seat, choice)

    def wanted(self) -> int:
        """The cities that open missions still need, as a set."""
        return self.miss[0] | self.miss[1] | self.miss[2]

    def weigh_accepts(self, state: State, seat: int) -> None:
        """Each card of the display, if there is room for it."""
        setting = self.setting
        slot = 0
        while slot < SLOTS and self.miss[slot]:
            slot += 1
        if slot == SLOTS:
            return
        network = state.network(seat)
        board = count_bits(state.held[seat]) + count_bits(state.twice[seat])
        for place in range(len(state.display)):
            price = state.accept_price(seat, place)
            if price > state.supply[seat] + board:
                continue
            card = state.display[place]
            self.miss[slot] = setting.card_cities[card]
            self.gain[slot] = setting.card_vp[card] + self.card + self.weights[SYMBOL] * setting.card_extra[card]
            self.agents[slot] = price
            self.paid[slot] = price
            self.assigned += price
            worth = self.after(state.spy[seat], network, state.supply[seat] - price, board, state.extra)
            self.assigned -= price
            if worth > self.best:
                self.best = worth
                self.best_kind = ACCEPT
                self.best_what = place
        self.miss[slot] = 0
        self.gain[slot] = 0.0
        self.agents[slot] = 0
        self.paid[slot] = 0

    def weigh_connects(self, state: State, seat: int) -> None:
        """Each link out of the network, with what has to be shed for it."""
        setting = self.setting
        network = state.network(seat)
        supply = state.supply[seat]
        board = count_bits(state.held[seat]) + count_bits(state.twice[seat])
        wanted = self.wanted()
        for link in range(setting.links):
            inside = network & setting.link_ends[link]
            if inside == 0 or inside == setting.link_ends[link]:
                continue
            start = setting.link_a[link]
            goal = setting.link_b[link]
            if not network >> start & 1:
                start, goal = goal, start
            price = state.link_price(seat, link)
            reached = network
            if price > supply:
                if price > supply + board:
                    continue
                if self.shed(state.held[seat], state.twice[seat], start, setting.link_road[link], price - supply, wanted) < price - supply:
                    continue
                reached = self.rest_of_network(start)
            worth = self.after(goal, reached | 1 << goal, supply - price, board + price, state.extra)
            if worth > self.best:
                self.best = worth
                self.best_kind = CONNECT
                self.best_what = link
                self.best_from = start

    def weigh_moves(self, state: State, seat: int) -> None:
        """Each city of the network where an objective waits."""
        network = state.network(seat)
        board = count_bits(state.held[seat]) + count_bits(state.twice[seat])
        here = network & self.wanted() & ~(1 << state.spy[seat])
        for city in range(self.setting.cities):
            if here >> city & 1:
                worth = self.after(city, network, state.supply[seat], board, state.extra)
                if worth > self.best:
                    self.best = worth
                    self.best_kind = MOVE
                    self.best_what = city

    def release(self, state: State, seat: int, kept: int, need: int) -> bool:
        """Takes back so many agents from the map."""
        self.own_links(state, seat)
        freed = self.shed(state.held[seat], state.twice[seat], state.spy[seat], kept, need, self.wanted())
        if freed < need:
            return False
        state.held[seat] = self.held
        state.twice[seat] = self.twice
        state.supply[seat] += freed
        state.known_network = UNKNOWN
        state.known_loose = UNKNOWN
        return True

    def do_accept(self, state: State, seat: int) -> None:
        """The card found best; what harms least where its price cannot be raised after all."""
        price = state.accept_price(seat, self.best_what)
        if price > state.supply[seat]:
            self.release(state, seat, 0, price - state.supply[seat])
        if price <= state.supply[seat]:
            state.accept(seat, self.best_what)
        else:
            while state.phase == MAIN:
                state.apply(seat, state.default(seat))

    def do_connect(self, state: State, seat: int) -> None:
        """The link found best, after a move to where it begins."""
        link = self.best_what
        state.spy[seat] = self.best_from
        state.known_loose = UNKNOWN
        price = state.link_price(seat, link)
        if price > state.supply[seat]:
            self.release(state, seat, self.setting.link_road[link], price - state.supply[seat])
        state.connect(seat, link)

    def finish(self, state: State, seat: int) -> None:
        """Covers what can be covered, what completes a mission first, and ends the turn."""
        setting = self.setting
        bit = setting.city_bit[state.spy[seat]]
        while True:
            choice = -1
            for slot in range(SLOTS):
                at = seat * SLOTS + slot
                card = state.card[at]
                if card == NOTHING or state.placed >> slot & 1:
                    continue
                missing = setting.card_cities[card] & ~state.covered[at]
                if missing == bit:
                    choice = slot
                    break
                if missing & bit and choice < 0:
                    choice = slot
            if choice < 0:
                break
            if state.supply[seat] == 0:
                self.look(state, seat)
                if not self.release(state, seat, 0, 1):
                    break
            state.cover(seat, choice)
        state.end_turn(seat)


# -- Search over whole turns ---------------------------------------------------------------------------------------------------


class Planning:
    """A search for the best turn of one seat, from any moment of it. It can be run on and on, in slices; what it has learnt stays.

    Every try plays one turn and a few rounds after it on an imagined deck. Try k of each turn meets the same deck.
    """

    def __init__(self, view: View, weights: list[float], rounds: int, width: int, trust: float) -> None:
        self.view = view
        self.seat: int = view.seat
        self.rounds = rounds
        self.iterations = 0
        table = view.table
        self.base: int = table.seals << 20  # the same decks all through a turn: a plan is not given up half-way by chance
        self.traveller = Traveller(table.setting, atlas_of(table.setting), weights)
        self.turns: list[list[int]] = []  # the small moves of each turn looked at, the one that looked best first
        self.looks: list[float] = []  # [turn] what it looked worth at first, from -1 to 1
        self.tries: list[int] = []
        self.totals: list[float] = []
        self.trust = trust  # tries that the first look counts for
        found = self.possible()
        worths = [self.first_look(turn) for turn in found]
        order = sorted([(-worths[place], place) for place in range(len(found))])
        aims: list[int] = []
        for _, place in order:
            aim = self.aim(found[place])
            if len(self.turns) < width and aim not in aims:
                aims.append(aim)
                self.add(found[place], worths[place])

    def aim(self, turn: list[int]) -> int:
        """What a turn is about: all but what it takes back. Of turns with one aim only the best-looking is tried out."""
        setting = self.view.table.setting
        aim = 0
        for move in turn:
            if move >= setting.discard and move != setting.end:
                aim = aim * setting.actions + move
        return aim

    def possible(self) -> list[list[int]]:
        """The turns to look at."""
        state = self.view.table
        if state.phase == DRAFT:
            return [[move] for move in state.legal(self.seat)]
        turns = macros.turns(state)
        if state.trigger == NOBODY and count_bits(state.completed[self.seat]) >= GOAL - SLOTS:
            for turn in macros.turns(state):
                patient = self.without_trigger(turn)
                if patient:
                    turns.append(patient)
        return turns

    def without_trigger(self, turn: list[int]) -> list[int]:
        """The turn up to where it would complete the seventh mission; empty if it does not."""
        state = self.view.sample(Luck(self.base))
        state.mute()
        for place in range(len(turn)):
            state.apply(self.seat, turn[place])
            if state.trigger == self.seat:
                return [*turn[:place], state.setting.end]
        return []

    def add(self, turn: list[int], look: float) -> None:
        self.turns.append(turn)
        self.looks.append(look)
        self.tries.append(0)
        self.totals.append(0.0)

    def played(self, turn: list[int], number: int) -> State:
        """The table after this turn, with the deck of this number."""
        state = self.view.sample(Luck(self.base + number))
        state.mute()
        for move in turn:
            state.apply(self.seat, move)
        return state

    def first_look(self, turn: list[int]) -> float:
        """What a turn seems to be worth without a try; it looks at no card that the turn reveals."""
        after = self.played(turn, 0)
        extra = 1 + after.extra if after.actor == self.seat else 0
        return self.worth(after, self.view.table.open_missions(self.seat), extra)

    def run(self, iterations: int) -> None:
        """So many more tries, most of them for the turns that seem best."""
        for _ in range(iterations):
            self.iterations += 1
            effort = log(self.iterations + 1.0)
            best, bound = 0, NEVER
            for place in range(len(self.turns)):
                count = self.tries[place] + self.trust
                hope = self.mean(place) + EXPLORATION * sqrt(effort / count)
                if hope > bound:
                    best, bound = place, hope
            self.totals[best] += self.try_out(best)
            self.tries[best] += 1

    def mean(self, place: int) -> float:
        return (self.totals[place] + self.trust * self.looks[place]) / (self.tries[place] + self.trust)

    def try_out(self, place: int) -> float:
        """A turn and some rounds more, on a deck of its own."""
        if self.rounds == 0:
            return self.looks[place]
        state = self.played(self.turns[place], self.tries[place])
        traveller = self.traveller
        for _ in range(self.rounds):
            while state.phase != OVER and state.actor == self.seat:  # extra turns belong to the round
                traveller.play_turn(state)
            while state.phase != OVER and state.actor != self.seat:
                traveller.play_turn(state)
        return self.worth(state, state.open_missions(self.seat), 0)

    def worth(self, state: State, missions: int, extra: int) -> float:
        """What a position is worth to the seat, from -1 to 1: the lead over the best rival, or who has won.

        A turn to come counts as with so many open missions, so that turns can be compared that accept one and others;
        so many extra turns are pending.
        """
        seat = self.seat
        if state.phase == OVER:
            best = 0
            for other in range(state.seats):
                if other != seat:
                    best = max(best, state.score(other))
            sure = WON + (1.0 - WON) * squeeze(abs(state.score(seat) - best) / CLEAR)
            if state.standing()[0] != seat:
                return -sure
            return sure - HURRY * (state.turn - self.view.table.turn) / state.seats
        rival = NEVER
        for other in range(state.seats):
            if other != seat:
                rival = max(rival, self.traveller.standing(state, other, state.open_missions(other)))
        lead = self.traveller.standing(state, seat, missions) + self.traveller.weights[SYMBOL] * extra - rival
        return squeeze(lead / LEAD)

    def look_at(self, action: int) -> int:
        """Where the best turn stands that begins with this move; one that was not looked at so far is tried out now."""
        for place in self.ranking():
            if self.turns[place][0] == action:
                return place
        begun = self.played([action], 0)
        best = [action]
        worth = self.first_look(best)
        if begun.turn == self.view.table.turn and self.view.table.phase != DRAFT:
            worth = NEVER
            for rest in macros.turns(begun):
                look = self.first_look([action, *rest])
                if look > worth:
                    best, worth = [action, *rest], look
        self.add(best, worth)
        place = len(self.turns) - 1
        for _ in range(self.iterations // place):
            self.totals[place] += self.try_out(place)
            self.tries[place] += 1
        return place

    def ranking(self) -> list[int]:
        """Places of the turns, the best first; what was tried less often must seem better by more."""
        order = sorted([(DOUBT / sqrt(self.tries[place] + self.trust) - self.mean(place), place) for place in range(len(self.turns))])
        return [place for _, place in order]


def squeeze(lead: float) -> float:
    """Any lead as a number between -1 and 1."""
    return lead / (1.0 + abs(lead))


def bits_of(bits: i64) -> i64:
    """How many members a set has."""
    count: i64 = 0
    while bits != 0:
        bits &= bits - 1
        count += 1
    return count


ATLASES: Final[dict[Setting, Atlas]] = {}


def atlas_of(setting: Setting) -> Atlas:
    """The atlas of a map, worked out once."""
    atlas = ATLASES.get(setting)
    if atlas is None:
        if len(ATLASES) >= 64:
            ATLASES.clear()
        atlas = Atlas(setting)
        ATLASES[setting] = atlas
    return atlas
