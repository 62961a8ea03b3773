"""The rules of Spy Connection, top to bottom as in the rules document: set-up, a turn and its small moves, the end.

Flat on purpose: small whole numbers in flat lists, so that it compiles to fast code. Sets of cities and spaces are bits
of one number: city c is bit c, space s is bit (number of cities + s). Cards are numbers: the missions in the order of
the content file, then the start missions.
"""

from __future__ import annotations

from typing import Final

from spyhouse.rules.connection import story, view
from spyhouse.rules.kit.contract import CLOCK, EVERYONE, NO_ACTION, NO_ONE, Outcome, only
from spyhouse.rules.kit.contract import State as BaseState
from spyhouse.rules.kit.errors import IllegalMove
from spyhouse.rules.kit.luck import Luck
from spyhouse.rules.kit.meta import Terms

SLOTS: Final = 3  # of a tableau: a, b, c
PLACES: Final = 4  # of the display
GOAL: Final = 7  # completed missions that trigger the end [C40]
NOBODY: Final = -1
NOTHING: Final = -1  # no card
NOWHERE: Final = -1  # a spy before C5
UNKNOWN: Final = -1  # a bit set that has to be worked out again

DRAFT: Final = 0
MAIN: Final = 1
OBJECTIVES: Final = 2
OVER: Final = 3

RUNNING: Final = 0
TRIGGERED: Final = 1  # [C41]
ADJUDICATED: Final = 2  # [C48]
VACATED: Final = 3  # [C47]
REASONS: Final[list[str]] = ["running", "trigger", "adjudicated", "vacated"]


class Setting:
    """What this table plays with, as flat numbers: options, map and cards. Never changed, shared by all clones."""

    def __init__(self, terms: Terms) -> None:
        options = terms.options
        content = terms.content
        self.label: bytes = terms.label
        self.seats: int = terms.seats
        self.agents: list[int] = list(options["agents"])  # [seat] [C2, C52]
        self.draft: bool = options["start"] == "draft"
        self.dark: bool = options["side"] == "dark"
        self.later_turn_wins: bool = options["tie"] == "last_turn"
        self.trigger_extra: bool = options["trigger_extra"]
        self.reshuffle: bool = options["reshuffle"]
        self.show_completed: bool = options["show_completed"]
        self.skip_vacant: bool = options["vacant"] == "skip"
        self.turn_limit: int = 0 if options["max_turns"] is None else options["max_turns"] * terms.seats  # 0: none [C48]
        self.can_pass: bool = options["pass"] == "always"
        self.cost: list[int] = list(content.cost)  # [place of the display, from 0] agents to assign [C21]

        self.cities: int = len(content.cities)
        self.spaces: int = len(content.spaces)
        self.links: int = len(content.links)
        self.missions: int = len(content.missions)
        self.starts: int = len(content.starts)
        self.city_ids: list[str] = [city.id for city in content.cities]
        self.city_names: list[str] = [city.name for city in content.cities]
        self.city_x: list[int] = [city.x for city in content.cities]
        self.city_y: list[int] = [city.y for city in content.cities]
        self.space_ids: list[str] = list(content.spaces)
        self.link_ids: list[str] = [link.id for link in content.links]
        cards = [*content.missions, *content.starts]
        self.card_ids: list[str] = [card.id for card in cards]
        self.content_id: str = content.id
        self.content_title: str = content.title
        self.content_hash: str = content.hash

        self.every_city: int = (1 << self.cities) - 1
        self.city_bit: list[int] = [1 << city for city in range(self.cities)]  # [city]
        self.space_bit: list[int] = [1 << (self.cities + space) for space in range(self.spaces)]  # [space]
        self.near: list[int] = [sum([1 << node for node in nodes]) for nodes in content.near]  # [space] adjacent cities and spaces [C12]
        self.link_a: list[int] = [link.a for link in content.links]  # [link] its cities
        self.link_b: list[int] = [link.b for link in content.links]
        self.link_spaces: list[list[int]] = [list(link.spaces) for link in content.links]  # [link] from a to b
        self.link_ends: list[int] = [(1 << link.a) | (1 << link.b) for link in content.links]  # [link] both cities as a set
        self.link_road: list[int] = [
            sum([self.space_bit[space] for space in link.spaces]) for link in content.links
        ]  # [link] its spaces as a set
        self.links_at: list[list[int]] = [
            [number for number, link in enumerate(content.links) if city in (link.a, link.b)] for city in range(self.cities)
        ]  # [city] ascending
        self.card_cities: list[int] = [sum([1 << city for city in card.cities]) for card in cards]  # [card] as a set
        self.card_vp: list[int] = [card.vp for card in cards]  # [card]
        self.card_extra: list[int] = [1 if card.extra else 0 for card in cards]  # [card] 1 if it has the extra-turn symbol
        self.card_red: list[int] = [NOWHERE if card.red is None else card.red for card in cards]  # [card] red city of a start mission

        # Action numbers: the first of each kind, and how many there are [4.2]
        self.take_back: int = 0
        self.uncover: int = self.spaces
        self.discard: int = self.uncover + SLOTS * self.cities
        self.accept: int = self.discard + SLOTS
        self.move: int = self.accept + PLACES
        self.connect: int = self.move + self.cities
        self.cover: int = self.connect + self.links
        self.end: int = self.cover + SLOTS
        self.passing: int = self.end + 1
        self.pick: int = self.passing + 1
        self.actions: int = self.pick + self.starts


class State(BaseState):
    """One match of Spy Connection. Only the order of the deck is hidden [part 3]."""

    def __init__(self, setting: Setting, luck: Luck) -> None:
        super().__init__(setting.seats)
        self.setting = setting
        self.chance = luck
        seats = setting.seats
        self.start_seat = 0
        self.display: list[int] = []  # [place, from 0 = oldest] mission [C3]
        self.deck: list[int] = []  # missions nobody has seen in this order; the last one is the top card
        self.discards: list[int] = []  # discarded missions, the latest last [C18]
        self.offer = 0  # start missions still to be picked, as a set of cards [C4]
        self.supply: list[int] = list(setting.agents)  # [seat] agents at hand [C2]
        self.spy: list[int] = [NOWHERE] * seats  # [seat] city of the spy
        self.held: list[int] = [0] * seats  # [seat] own spaces as a set [C9]
        self.twice: list[int] = [0] * seats  # [seat] those with two own agents
        self.card: list[int] = [NOTHING] * (SLOTS * seats)  # [seat * 3 + slot] open mission [C7]
        self.assigned: list[int] = [0] * (SLOTS * seats)  # [seat * 3 + slot] agents in its Assigned area [C22]
        self.covered: list[int] = [0] * (SLOTS * seats)  # [seat * 3 + slot] covered cities as a set [C8]
        self.completed: list[int] = [0] * seats  # [seat] completed cards as a set
        self.latest: list[int] = [0] * seats  # [seat] number of the turn it finished last
        self.peak: list[int] = [0] * seats  # [seat] most progress at the end of a turn, counted anew after a discard
        self.fruitless: list[int] = [0] * seats  # [seat] own turns since it last made progress: bots stop shuttling by it [part 8]
        self.phase = DRAFT
        self.actor = NOBODY
        self.moved = False
        self.placed = 0  # tableau slots covered in this objectives step, as a set
        self.extra = 0  # pending extra turns of the seat on turn [C37]
        self.turn = 0  # finished turns
        self.trigger = NOBODY  # [C40]
        self.left = 0  # last turns still to come [C41]
        self.skipped = 0  # seats that were left, as a set [C47]
        self.reason = RUNNING
        self.seals = 0  # reveals and finished turns: what `sealed` tells [4.3]
        self.known_network = UNKNOWN  # of the seat on turn; worked out when asked for
        self.known_loose = UNKNOWN

    # -- Set-up ----------------------------------------------------------------------------------------------------

    def set_up(self) -> None:
        """Start seat, deck, display, start missions [C1-C5]."""
        setting = self.setting
        self.start_seat = self.chance.pick("seat", self.seats)  # [C1]
        order = list(range(setting.missions))
        self.chance.shuffle("deck", order)  # [C3]
        starts = list(range(setting.starts))
        self.chance.shuffle("starts", starts)  # [C4]
        starts = starts[: self.seats]
        self.tell(EVERYONE, story.StartSeat(self.start_seat))
        self.tell(NO_ONE, story.Deck(tuple(order)))
        self.tell(NO_ONE, story.Starts(tuple(starts)))
        order.reverse()
        self.deck = order
        while self.deck and len(self.display) < PLACES:
            self.display.append(self.deck.pop())  # the first revealed is the oldest [C3]
        self.tell(EVERYONE, story.Display(tuple([setting.card_ids[card] for card in self.display])))
        cards = [setting.missions + start for start in starts]
        if not setting.draft:
            for seat in range(self.seats):
                self.card[seat * SLOTS] = cards[seat]
            self.begin()
            return
        for card in cards:
            self.offer |= 1 << card
        cards.sort()
        self.tell(EVERYONE, story.Offer(tuple([setting.card_ids[card] for card in cards])))
        self.next_pick()

    def next_pick(self) -> None:
        """From the last in turn order backwards; the start player gets what is left [C4]."""
        self.actor = NOBODY
        for step in range(1, self.seats):
            seat = (self.start_seat - step) % self.seats
            if self.card[seat * SLOTS] == NOTHING:
                if not self.skipped >> seat & 1:
                    self.actor = seat
                    return
                self.take_start(seat, self.first_offered(), 0)  # a vacant seat takes the first one [C47]
        self.take_start(self.start_seat, self.first_offered(), 0)
        self.begin()

    def first_offered(self) -> int:
        card = self.setting.missions
        while not self.offer >> card & 1:
            card += 1
        return card

    def take_start(self, seat: int, card: int, chosen: int) -> None:
        self.offer &= ~(1 << card)
        self.card[seat * SLOTS] = card
        if self.listening:
            self.tell(EVERYONE, story.Pick(seat, self.setting.card_ids[card], chosen))

    def pick_start(self, seat: int, card: int) -> None:
        self.take_start(seat, card, 1)
        self.seals += 1
        self.next_pick()

    def begin(self) -> None:
        """An agent on the red city of each start mission, the spy there; the start player begins [C5, C6]."""
        setting = self.setting
        for seat in range(self.seats):
            card = self.card[seat * SLOTS]
            red = setting.card_red[card]
            self.supply[seat] -= 1
            self.covered[seat * SLOTS] = setting.city_bit[red]
            self.spy[seat] = red
            if self.listening:
                self.tell(EVERYONE, story.Begin(seat, setting.card_ids[card], setting.city_ids[red]))
        self.begin_turn(self.start_seat if not self.skipped >> self.start_seat & 1 else self.next_seat(self.start_seat), 0)

    # -- Words used: network, coherence ----------------------------------------------------------------------------

    def network(self, seat: int) -> int:
        """The cities the spy can reach over own links, as a set, with its own [C10, C11]."""
        if seat == self.actor and self.known_network != UNKNOWN:
            return self.known_network
        reached = reach(self.setting, self.held[seat], self.spy[seat])
        if seat == self.actor:
            self.known_network = reached
        return reached

    def own_spaces(self, seat: int) -> list[int]:
        spaces: list[int] = []
        bits = self.held[seat] >> self.setting.cities
        space = 0
        while bits:
            if bits & 1:
                spaces.append(space)
            bits >>= 1
            space += 1
        return spaces

    def joined(self, waiting: list[int], reached: int) -> list[int]:
        """Those of the waiting spaces that hang on what is reached, in the order in which they are joined to it [C13].

        A city needs no agents to connect: whoever joins a space has reached the cities next to it.
        """
        setting = self.setting
        order: list[int] = []
        growing = True
        while growing:
            growing = False
            later: list[int] = []
            for space in waiting:
                if reached & setting.near[space]:
                    reached |= setting.space_bit[space] | (setting.near[space] & setting.every_city)
                    order.append(space)
                    growing = True
                else:
                    later.append(space)
            waiting = later
        return order

    def is_coherent(self, seat: int) -> bool:
        """Whether every own space is connected to the spy's city [C13]."""
        spaces = self.own_spaces(seat)
        return len(self.joined(spaces, self.setting.city_bit[self.spy[seat]])) == len(spaces)

    def loose(self, seat: int) -> int:
        """The own spaces that can be taken back with the rest staying coherent, as a set [C15].

        One flood puts the spaces into an order in which each hangs on earlier ones. So those before a space do not need
        it, and only those after it have to find another way.
        """
        if seat == self.actor and self.known_loose != UNKNOWN:
            return self.known_loose
        setting = self.setting
        reached = setting.city_bit[self.spy[seat]]
        order = self.joined(self.own_spaces(seat), reached)
        last = len(order) - 1
        found = 0
        for place in range(last + 1):
            space = order[place]
            if place == last or len(self.joined(order[place + 1 :], reached)) == last - place:
                found |= setting.space_bit[space]
            reached |= setting.space_bit[space] | (setting.near[space] & setting.every_city)
        if seat == self.actor:
            self.known_loose = found
        return found

    def agents_in(self, seat: int, space: int) -> int:
        """Own agents in a space: 0, 1 or 2 [C9]."""
        bit = self.setting.space_bit[space]
        if not self.held[seat] & bit:
            return 0
        return 2 if self.twice[seat] & bit else 1

    def open_missions(self, seat: int) -> int:
        """How many missions lie open before this seat [C7]."""
        count = 0
        for slot in range(seat * SLOTS, seat * SLOTS + SLOTS):
            if self.card[slot] != NOTHING:
                count += 1
        return count

    # -- A turn ----------------------------------------------------------------------------------------------------

    def begin_turn(self, seat: int, extra: int) -> None:
        """A new turn begins with its main action [C14]."""
        self.phase = MAIN
        self.actor = seat
        self.moved = False
        self.placed = 0
        self.known_network = UNKNOWN
        self.known_loose = UNKNOWN
        if self.listening:
            self.tell(EVERYONE, story.Turn(seat, self.turn, extra, 1 if self.trigger != NOBODY else 0))

    # -- Free moves ------------------------------------------------------------------------------------------------

    def can_take_back(self, seat: int, space: int) -> bool:
        """An own space, and coherent without it [C15, C16]; also agents placed in this turn [C19]."""
        return self.loose(seat) & self.setting.space_bit[space] != 0

    def take_back(self, seat: int, space: int) -> None:
        """All own agents of the space return to the supply [C15]."""
        agents = self.agents_in(seat, space)
        bit = self.setting.space_bit[space]
        self.held[seat] &= ~bit
        self.twice[seat] &= ~bit
        self.supply[seat] += agents
        self.known_network = UNKNOWN
        self.known_loose = UNKNOWN
        if self.listening:
            self.tell(EVERYONE, story.TakeBack(seat, self.setting.space_ids[space], agents))

    def uncover(self, seat: int, slot: int, city: int) -> None:
        """The agent of a covered objective returns; never an assigned one [C17]."""
        setting = self.setting
        at = seat * SLOTS + slot
        self.covered[at] &= ~setting.city_bit[city]
        self.supply[seat] += 1
        if self.listening:
            self.tell(EVERYONE, story.Uncover(seat, slot, setting.card_ids[self.card[at]], setting.city_ids[city]))

    def discard(self, seat: int, slot: int) -> None:
        """An open mission goes to the discard pile, a start mission to the box; all agents on it return [C18]."""
        at = seat * SLOTS + slot
        card = self.card[at]
        boxed = card >= self.setting.missions
        agents = self.clear_slot(at, seat)
        if not boxed:
            self.discards.append(card)
        self.peak[seat] = self.progress(seat)
        if self.listening:
            self.tell(EVERYONE, story.Discard(seat, slot, self.setting.card_ids[card], agents, 1 if boxed else 0))

    def clear_slot(self, at: int, seat: int) -> int:
        """Frees a slot of the tableau; its agents return to the supply. How many they were."""
        agents = self.assigned[at] + count_bits(self.covered[at])
        self.card[at] = NOTHING
        self.assigned[at] = 0
        self.covered[at] = 0
        self.supply[seat] += agents
        return agents

    # -- Main action A: accept a mission ---------------------------------------------------------------------------

    def accept_price(self, seat: int, place: int) -> int:
        """What the slot costs; on the dark side nothing without an open mission [C21, C50]."""
        if self.setting.dark and self.open_missions(seat) == 0:
            return 0
        return self.setting.cost[place]

    def can_accept(self, seat: int, place: int) -> bool:
        """Not after a move, below three open missions, a card there, and the price at hand [C20, C21, C24]."""
        if self.moved or place >= len(self.display) or self.open_missions(seat) == SLOTS:
            return False
        return self.accept_price(seat, place) <= self.supply[seat]

    def accept(self, seat: int, place: int) -> None:
        """The card goes to the first free slot, agents to its Assigned area; the display is refilled [C22, C23]."""
        price = self.accept_price(seat, place)
        slot = 0
        while self.card[seat * SLOTS + slot] != NOTHING:
            slot += 1
        card = self.display.pop(place)
        self.card[seat * SLOTS + slot] = card
        self.assigned[seat * SLOTS + slot] = price
        self.supply[seat] -= price
        self.phase = OBJECTIVES
        self.seals += 1
        if self.listening:
            self.tell(EVERYONE, story.Accept(seat, place + 1, self.setting.card_ids[card], slot, price))
        self.reveal()

    def reveal(self) -> None:
        """One card from the deck into the lowest empty place; an empty deck is made of the discard pile [C23, C46]."""
        if not self.deck and self.discards and self.setting.reshuffle:
            order = self.discards
            self.discards = []
            self.chance.shuffle("deck", order)
            if self.listening:
                self.tell(NO_ONE, story.Shuffle(tuple(order)))
                self.tell(EVERYONE, story.NewDeck(len(order)))
            order.reverse()
            self.deck = order
        if not self.deck:
            return
        card = self.deck.pop()
        self.display.append(card)
        if self.listening:
            self.tell(EVERYONE, story.Reveal(self.setting.card_ids[card], len(self.display)))

    # -- Main action B: connect a new city and go there --------------------------------------------------------------

    def can_move(self, seat: int, city: int) -> bool:
        """Once a turn, to another city of the network [C25, C31]."""
        return not self.moved and city != self.spy[seat] and self.network(seat) & self.setting.city_bit[city] != 0

    def move(self, seat: int, city: int) -> None:
        """Cities passed on the way have no effect [C32]."""
        self.spy[seat] = city
        self.moved = True
        self.known_loose = UNKNOWN  # the network stays: it is the same from each of its cities
        if self.listening:
            self.tell(EVERYONE, story.Move(seat, self.setting.city_ids[city]))

    def far_end(self, link: int, city: int) -> int:
        return self.setting.link_b[link] if self.setting.link_a[link] == city else self.setting.link_a[link]

    def others(self, seat: int) -> int:
        """The spaces where any other player has agents, as a set."""
        held = 0
        for other in range(self.seats):
            if other != seat:
                held |= self.held[other]
        return held

    def link_price(self, seat: int, link: int) -> int:
        """For each space not own 1 agent, or 2 where any other player has one [C27]."""
        own, others = self.held[seat], self.others(seat)
        if own == 0 and others == 0:
            return len(self.setting.link_spaces[link])
        price = 0
        for space in self.setting.link_spaces[link]:
            bit = self.setting.space_bit[space]
            if not own & bit:
                price += 2 if others & bit else 1
        return price

    def can_connect(self, seat: int, link: int) -> bool:
        """A link at the spy's city to a city outside the network, the whole price at hand [C26, C28]."""
        ends = self.setting.link_ends[link]
        if not ends & self.setting.city_bit[self.spy[seat]] or self.network(seat) & ends == ends:
            return False
        return self.link_price(seat, link) <= self.supply[seat]

    def connect(self, seat: int, link: int) -> None:
        """Pays for every space, and the spy goes over the new link [C27-C30]."""
        others = self.others(seat)
        paid = 0
        for space in self.setting.link_spaces[link]:
            bit = self.setting.space_bit[space]
            if self.held[seat] & bit:
                continue
            self.held[seat] |= bit
            paid += 1
            if others & bit:
                self.twice[seat] |= bit
                paid += 1
        self.supply[seat] -= paid
        self.spy[seat] = self.far_end(link, self.spy[seat])
        self.phase = OBJECTIVES
        self.known_network = UNKNOWN
        self.known_loose = UNKNOWN
        if self.listening:
            self.tell(EVERYONE, story.Connect(seat, self.setting.link_ids[link], self.setting.city_ids[self.spy[seat]], paid))

    # -- Main action C: move -----------------------------------------------------------------------------------------

    def declare_move(self, seat: int) -> None:
        """The move was the main action [C31]."""
        self.phase = OBJECTIVES
        if self.listening:
            self.tell(EVERYONE, story.Declare(seat))

    def pass_turn(self, seat: int) -> None:
        """No main action at all: a house rule [C44, C45]."""
        self.phase = OBJECTIVES
        if self.listening:
            self.tell(EVERYONE, story.Pass(seat))

    # -- Objectives step ---------------------------------------------------------------------------------------------

    def can_cover(self, seat: int, slot: int) -> bool:
        """An agent at hand, nothing placed there in this step, the spy's city shown and uncovered [C33, C34]."""
        at = seat * SLOTS + slot
        if self.supply[seat] == 0 or self.placed >> slot & 1 or self.card[at] == NOTHING:
            return False
        wanted = self.setting.card_cities[self.card[at]] & ~self.covered[at]
        return wanted & self.setting.city_bit[self.spy[seat]] != 0

    def cover(self, seat: int, slot: int) -> None:
        """An agent covers the spy's city on this mission; the last one completes it [C33, C35]."""
        setting = self.setting
        at = seat * SLOTS + slot
        city = self.spy[seat]
        self.supply[seat] -= 1
        self.placed |= 1 << slot
        self.covered[at] |= setting.city_bit[city]
        if self.listening:
            self.tell(EVERYONE, story.Cover(seat, slot, setting.card_ids[self.card[at]], setting.city_ids[city]))
        if self.covered[at] == setting.card_cities[self.card[at]]:
            self.complete(seat, at)

    def complete(self, seat: int, at: int) -> None:
        """All agents on the mission return, the card goes to the completed pile for good [C35-C37]."""
        setting = self.setting
        card = self.card[at]
        agents = self.clear_slot(at, seat)
        self.completed[seat] |= 1 << card
        self.extra += setting.card_extra[card]
        if self.listening:
            self.tell(EVERYONE, story.Complete(seat, setting.card_ids[card], setting.card_vp[card], agents, setting.card_extra[card]))
        if self.trigger == NOBODY and count_bits(self.completed[seat]) >= GOAL:
            self.pull_trigger(seat)

    def pull_trigger(self, seat: int) -> None:
        """The end begins: one last turn for every other player who is still there [C40, C41]."""
        self.trigger = seat
        self.left = self.present() - 1
        if self.listening:
            self.tell(EVERYONE, story.Trigger(seat, self.left))

    # -- End of a turn, extra turns, end of the game -----------------------------------------------------------------

    def end_turn(self, seat: int) -> None:
        """Extra turns first, then the next seat, until the last turns are over [C38-C41, 4.1]."""
        self.turn += 1
        self.latest[seat] = self.turn
        self.note_progress(seat)
        self.seals += 1
        if self.listening:
            self.tell(EVERYONE, story.EndTurn(seat))
        if seat == self.trigger and not self.setting.trigger_extra:
            self.extra = 0
        if self.turn == self.setting.turn_limit:  # [C48]
            self.end_game(ADJUDICATED)
        elif self.extra > 0:
            self.extra -= 1
            self.begin_turn(seat, 1)
        else:
            self.go_on_after(seat)

    def note_progress(self, seat: int) -> None:
        """Counts the turns in which nothing was covered or completed that was not there before [part 8]."""
        progress = self.progress(seat)
        if progress > self.peak[seat]:
            self.peak[seat] = progress
            self.fruitless[seat] = 0
        else:
            self.fruitless[seat] += 1

    def progress(self, seat: int) -> int:
        """Completed missions (more than any open one can hold) and covered objectives."""
        covered = 0
        for at in range(seat * SLOTS, seat * SLOTS + SLOTS):
            covered += count_bits(self.covered[at])
        return 10 * count_bits(self.completed[seat]) + covered

    def go_on_after(self, seat: int) -> None:
        """One last turn less, if it was one; the next seat, or the end [C39, C41]."""
        if self.trigger != NOBODY and seat != self.trigger:
            self.left -= 1
        if self.trigger != NOBODY and self.left == 0:
            self.end_game(TRIGGERED)
        else:
            self.begin_turn(self.next_seat(seat), 0)

    def next_seat(self, seat: int) -> int:
        """Clockwise, past the seats that were left [C39, C47]."""
        seat = (seat + 1) % self.seats
        while self.skipped >> seat & 1:
            seat = (seat + 1) % self.seats
        return seat

    def present(self) -> int:
        """How many seats are not skipped."""
        return self.seats - count_bits(self.skipped)

    def end_game(self, reason: int) -> None:
        self.phase = OVER
        self.reason = reason
        self.actor = NOBODY
        self.moved = False
        self.placed = 0
        self.extra = 0
        self.seals += 1
        if self.listening:
            scores = [self.score(seat) for seat in range(self.seats)]
            self.tell(EVERYONE, story.End(reason, tuple(scores), self.standing()[0]))

    def score(self, seat: int) -> int:
        """Printed points of completed missions, and one for each covered objective [C42]."""
        points = 0
        done = self.completed[seat]
        card = 0
        while done:
            if done & 1:
                points += self.setting.card_vp[card]
            done >>= 1
            card += 1
        for at in range(seat * SLOTS, seat * SLOTS + SLOTS):
            points += count_bits(self.covered[at])
        return points

    def standing(self) -> list[int]:
        """The seats from first to last, ties broken; who has left comes after all others [C43, C47]."""
        order: list[int] = []
        for step in range(self.seats):
            seat = (self.start_seat + step) % self.seats
            place = 0  # a later seat goes before all it is not beaten by
            while place < len(order) and self.is_ahead(order[place], seat):
                place += 1
            order.insert(place, seat)
        return order

    def is_ahead(self, seat: int, later: int) -> bool:
        """Whether a seat ranks before one that is later in turn order [C43, C47]."""
        gone, later_gone = self.skipped >> seat & 1, self.skipped >> later & 1
        if gone != later_gone:
            return gone < later_gone
        points, later_points = self.score(seat), self.score(later)
        if points != later_points:
            return points > later_points
        return self.setting.later_turn_wins and self.latest[seat] > self.latest[later]

    def outcome(self) -> Outcome | None:
        """Scores and distinct ranks [C42, C43]; returns fall in equal steps from 1 for the winner to -1."""
        if self.phase != OVER:
            return None
        standing = self.standing()
        ranks = [0] * self.seats
        returns = [0.0] * self.seats
        for place in range(self.seats):
            ranks[standing[place]] = place + 1
            returns[standing[place]] = 1.0 - 2.0 * place / (self.seats - 1)
        scores = [self.score(seat) for seat in range(self.seats)]
        return Outcome(REASONS[self.reason], tuple(scores), tuple(ranks), (standing[0],), tuple(returns))

    # -- Leaving [C47] -----------------------------------------------------------------------------------------------

    def vacate(self, seat: int) -> None:
        """A player leaves: the running turn ends without placements, the seat is skipped from now on [C47]."""
        owed = self.owes_last_turn(seat)
        self.skipped |= 1 << seat
        if self.listening:
            self.tell(EVERYONE, story.Vacate(seat))
        if self.present() == 1:
            self.end_game(VACATED)
        elif self.phase == DRAFT:
            if seat == self.actor:
                self.seals += 1
                self.next_pick()
        elif seat == self.actor:
            self.extra = 0
            self.seals += 1
            self.go_on_after(seat)
        elif owed:
            self.left -= 1  # never the last one: the seat on turn has its own, or is the trigger and another one follows

    def owes_last_turn(self, seat: int) -> bool:
        """Whether the last turn of this seat is running or still to come [C41]."""
        if self.trigger == NOBODY or seat == self.trigger:
            return False
        ahead = self.actor
        while ahead != seat:
            ahead = (ahead + 1) % self.seats
            if ahead == self.trigger:
                return False
        return True

    # -- The contract ------------------------------------------------------------------------------------------------

    def to_act(self) -> list[int]:
        return [] if self.phase == OVER else [self.actor]

    def legal(self, seat: int) -> list[int]:
        if seat == CLOCK:
            return [left for left in range(self.seats) if self.can_vacate(left)]
        moves: list[int] = []
        if self.phase == OVER or seat != self.actor:
            return moves
        if self.phase == DRAFT:
            for start in range(self.setting.starts):
                if self.offer >> (self.setting.missions + start) & 1:
                    moves.append(self.setting.pick + start)
            return moves
        self.add_free_moves(seat, moves)
        if self.phase == MAIN:
            self.add_main_moves(seat, moves)
            return moves
        for slot in range(SLOTS):
            if self.can_cover(seat, slot):
                moves.append(self.setting.cover + slot)
        moves.append(self.setting.end)
        return moves

    def add_free_moves(self, seat: int, moves: list[int]) -> None:
        """Take-backs and discards, at any moment of the own turn [C15-C18]."""
        setting = self.setting
        if self.held[seat]:
            bits = self.loose(seat) >> setting.cities
            space = 0
            while bits:
                if bits & 1:
                    moves.append(setting.take_back + space)
                bits >>= 1
                space += 1
        for slot in range(SLOTS):
            bits = self.covered[seat * SLOTS + slot]
            action = setting.uncover + slot * setting.cities
            while bits:
                if bits & 1:
                    moves.append(action)
                bits >>= 1
                action += 1
        for slot in range(SLOTS):
            if self.card[seat * SLOTS + slot] != NOTHING:
                moves.append(setting.discard + slot)

    def add_main_moves(self, seat: int, moves: list[int]) -> None:
        """Accept, move, connect; after a move only connect or declare it [C20, C25, C26, C31]."""
        setting = self.setting
        if not self.moved:
            for place in range(len(self.display)):
                if self.can_accept(seat, place):
                    moves.append(setting.accept + place)
            if self.held[seat]:
                reach = self.network(seat) & ~setting.city_bit[self.spy[seat]]
                action = setting.move
                while reach:
                    if reach & 1:
                        moves.append(action)
                    reach >>= 1
                    action += 1
        for link in setting.links_at[self.spy[seat]]:
            if self.can_connect(seat, link):
                moves.append(setting.connect + link)
        if self.moved:
            moves.append(setting.end)
        elif setting.can_pass:
            moves.append(setting.passing)

    def is_legal(self, seat: int, action: int) -> bool:
        """Whether `legal` holds this action, without making the list."""
        setting = self.setting
        if seat == CLOCK:
            return 0 <= action < self.seats and self.can_vacate(action)
        if self.phase == OVER or seat != self.actor or not 0 <= action < setting.actions:
            return False
        if self.phase == DRAFT:
            return action >= setting.pick and self.offer >> (setting.missions + action - setting.pick) & 1 == 1
        if action < setting.uncover:
            return self.can_take_back(seat, action)
        if action < setting.discard:
            return self.covered[seat * SLOTS + self.slot_of(action)] & setting.city_bit[self.city_of(action)] != 0
        if action < setting.accept:
            return self.card[seat * SLOTS + action - setting.discard] != NOTHING
        if self.phase == OBJECTIVES:
            if setting.cover <= action < setting.end:
                return self.can_cover(seat, action - setting.cover)
            return action == setting.end
        if action < setting.move:
            return self.can_accept(seat, action - setting.accept)
        if action < setting.connect:
            return self.can_move(seat, action - setting.move)
        if action < setting.cover:
            return self.can_connect(seat, action - setting.connect)
        if action == setting.end:
            return self.moved
        return action == setting.passing and setting.can_pass and not self.moved

    def slot_of(self, action: int) -> int:
        """The tableau slot that an uncover action names [4.2]."""
        return (action - self.setting.uncover) // self.setting.cities

    def city_of(self, action: int) -> int:
        """The city that an uncover action names [4.2]."""
        return (action - self.setting.uncover) % self.setting.cities

    def can_vacate(self, seat: int) -> bool:
        return self.setting.skip_vacant and self.phase != OVER and not self.skipped >> seat & 1

    def apply(self, seat: int, action: int) -> None:
        if not self.is_legal(seat, action):
            raise refusal(self, seat, action)
        setting = self.setting
        if seat == CLOCK:
            self.vacate(action)
        elif self.phase == DRAFT:
            self.pick_start(seat, setting.missions + action - setting.pick)
        elif action < setting.uncover:
            self.take_back(seat, action)
        elif action < setting.discard:
            self.uncover(seat, self.slot_of(action), self.city_of(action))
        elif action < setting.accept:
            self.discard(seat, action - setting.discard)
        elif action < setting.move:
            self.accept(seat, action - setting.accept)
        elif action < setting.connect:
            self.move(seat, action - setting.move)
        elif action < setting.cover:
            self.connect(seat, action - setting.connect)
        elif action < setting.end:
            self.cover(seat, action - setting.cover)
        elif action == setting.passing:
            self.pass_turn(seat)
        elif self.phase == MAIN:
            self.declare_move(seat)
        else:
            self.end_turn(seat)

    def default(self, seat: int) -> int:
        """What harms least: pass or move and end; else the first card, the first link, the first agent to take back."""
        setting = self.setting
        moves = self.legal(seat)
        if not moves or seat == CLOCK:
            return NO_ACTION
        if self.phase == DRAFT:
            return moves[0]
        if setting.end in moves:
            return setting.end
        if setting.passing in moves:
            return setting.passing
        for first, beyond in ((setting.move, setting.connect), (setting.accept, setting.move), (setting.connect, setting.cover)):
            for move in moves:
                if first <= move < beyond:
                    return move
        return moves[0]

    def is_final(self, seat: int, action: int) -> bool:
        """Accepting reveals a card, the last E hands the turn on, a pick lets the next one pick [4.3]."""
        setting = self.setting
        if seat == CLOCK or self.phase == DRAFT or setting.accept <= action < setting.move:
            return True
        return self.phase == OBJECTIVES and action == setting.end

    def forced(self, seat: int) -> int:
        """Everything but the deck lies open: so does that there is only one move [part 3]."""
        return only(self.legal(seat))

    def sealed(self, seat: int) -> int:
        return self.seals

    def luck(self) -> Luck | None:
        return self.chance

    def clone(self) -> State:
        twin = State(self.setting, self.chance.clone())
        twin.heard_from(self)
        twin.start_seat = self.start_seat
        twin.display = self.display.copy()
        twin.deck = self.deck.copy()
        twin.discards = self.discards.copy()
        twin.offer = self.offer
        twin.supply = self.supply.copy()
        twin.spy = self.spy.copy()
        twin.held = self.held.copy()
        twin.twice = self.twice.copy()
        twin.card = self.card.copy()
        twin.assigned = self.assigned.copy()
        twin.covered = self.covered.copy()
        twin.completed = self.completed.copy()
        twin.latest = self.latest.copy()
        twin.peak = self.peak.copy()
        twin.fruitless = self.fruitless.copy()
        twin.phase = self.phase
        twin.actor = self.actor
        twin.moved = self.moved
        twin.placed = self.placed
        twin.extra = self.extra
        twin.turn = self.turn
        twin.trigger = self.trigger
        twin.left = self.left
        twin.skipped = self.skipped
        twin.reason = self.reason
        twin.seals = self.seals
        twin.known_network = self.known_network
        twin.known_loose = self.known_loose
        return twin

    def view(self, seat: int) -> view.View:
        return view.View(seat, self.trace(seat), self.setting, self.open_numbers())

    def label(self) -> bytes:
        return self.setting.label

    def numbers(self) -> list[int]:
        return [*self.open_numbers_without_deck(), *self.deck]

    def open_numbers(self) -> list[int]:
        """All that lies open: of the deck only which cards are in it, which everybody can work out [part 3]."""
        return [*self.open_numbers_without_deck(), *sorted(self.deck)]

    def open_numbers_without_deck(self) -> list[int]:
        course = [self.start_seat, self.phase, self.actor, int(self.moved), self.placed, self.extra, self.turn]
        ending = [self.trigger, self.left, self.skipped, self.reason, self.seals, self.offer, len(self.display), len(self.discards)]
        players = self.supply + self.spy + self.held + self.twice + self.completed + self.latest + self.peak + self.fruitless
        return course + ending + players + self.card + self.assigned + self.covered + self.display + self.discards

    # -- Laws [1.5] ----------------------------------------------------------------------------------------------------

    def broken(self) -> list[str]:
        """The invariants of 1.5 that do not hold here."""
        laws: list[str] = []
        setting = self.setting
        for seat in range(self.seats):
            terms = [self.supply[seat], count_bits(self.held[seat]), count_bits(self.twice[seat])]
            for at in range(seat * SLOTS, seat * SLOTS + SLOTS):
                terms.append(self.assigned[at])
                terms.append(count_bits(self.covered[at]))
                shown = setting.card_cities[self.card[at]] if self.card[at] != NOTHING else 0
                if self.covered[at] & ~shown or (shown != 0 and self.covered[at] == shown) or (shown == 0 and self.assigned[at] != 0):
                    laws.append("I5")
            if sum(terms) != setting.agents[seat] or min(terms) < 0:
                laws.append("I1")
            if self.twice[seat] & ~self.held[seat] or self.held[seat] & setting.every_city:
                laws.append("I2")
            if self.spy[seat] != NOWHERE and not self.is_coherent(seat):
                laws.append("I3")
        if len(self.card) > SLOTS * self.seats:
            laws.append("I4")
        if self.misplaced_cards():
            laws.append("I6")
        if len(self.display) > PLACES:
            laws.append("I7")
        return laws

    def misplaced_cards(self) -> bool:
        """Whether a mission is not in exactly one place, or a start mission in more than one [I6]."""
        setting = self.setting
        seen = [0] * (setting.missions + setting.starts)
        for card in self.display + self.deck + self.discards + [card for card in self.card if card != NOTHING]:
            seen[card] += 1
        for card in range(setting.missions + setting.starts):
            for done in [*self.completed, self.offer]:
                seen[card] += done >> card & 1
        return seen[: setting.missions] != [1] * setting.missions or max(seen) > 1


def reach(setting: Setting, held: int, city: int) -> int:
    """The cities that can be reached from this one over links all of whose spaces are held, as a set [C10, C11]."""
    own: list[int] = []  # both ends of each own link
    for link in range(setting.links):
        road = setting.link_road[link]
        if held & road == road:
            own.append(setting.link_ends[link])
    reached = setting.city_bit[city]
    growing = True
    while growing:
        growing = False
        for ends in own:
            both = reached & ends
            if both != 0 and both != ends:
                reached |= ends
                growing = True
    return reached


def count_bits(bits: int) -> int:
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


def start(setting: Setting, luck: Luck, telling: bool) -> State:
    """A match before its first decision."""
    state = State(setting, luck)
    if telling:
        state.story = []
    state.set_up()
    return state


def read(setting: Setting, numbers: list[int], luck: Luck | None) -> State:
    """The state that `numbers()` came from, drawing from this luck."""
    state = State(setting, luck if luck is not None else Luck(0))
    seats = setting.seats
    state.start_seat, state.phase, state.actor, moved, state.placed, state.extra, state.turn = numbers[:7]
    state.moved = moved == 1
    state.trigger, state.left, state.skipped, state.reason, state.seals, state.offer, shown, gone = numbers[7:15]
    parts: list[list[int]] = []
    at = 15
    for size in (seats, seats, seats, seats, seats, seats, seats, seats, SLOTS * seats, SLOTS * seats, SLOTS * seats, shown, gone):
        parts.append(numbers[at : at + size])
        at += size
    state.supply, state.spy, state.held, state.twice, state.completed = parts[0], parts[1], parts[2], parts[3], parts[4]
    state.latest, state.peak, state.fruitless, state.card, state.assigned = parts[5], parts[6], parts[7], parts[8], parts[9]
    state.covered, state.display, state.discards = parts[10], parts[11], parts[12]
    state.deck = numbers[at:]
    return state


# -- Refusals: why a move is not legal, what to do instead, and the rule -------------------------------------------------

SLOT_NAMES: Final[list[str]] = ["a", "b", "c"]


def refusal(state: State, seat: int, action: int) -> IllegalMove:
    """Why this seat cannot play this action now."""
    setting = state.setting
    if state.phase == OVER:
        return IllegalMove("C41", "The game is over.", "Start a new one.")
    if seat == CLOCK:
        return vacate_refusal(state, action)
    if seat != state.actor:
        return IllegalMove("C14", "It is the turn of seat {seat}.", "Wait for your own turn.", seat=state.actor)
    if not 0 <= action < setting.actions:
        return IllegalMove("C14", "There is no action {action}.", "Play one of the legal ones.", action=action)
    if state.phase == DRAFT:
        return IllegalMove("C4", "Start missions are picked now.", "Pick one of {cards}.", cards=names_of(setting.card_ids, state.offer))
    if action < setting.uncover:
        return take_back_refusal(state, seat, action)
    if action < setting.discard:
        city, slot = setting.city_ids[state.city_of(action)], SLOT_NAMES[state.slot_of(action)]
        why = "No agent of yours covers {city} on mission {slot}."
        return IllegalMove("C17", why, "Take back a covered objective.", city=city, slot=slot)
    if action < setting.accept:
        return no_mission(action - setting.discard)
    if action >= setting.pick:
        return IllegalMove("C4", "The start missions have been given out.", "Choose a main action.")
    if action == setting.passing and not setting.can_pass:
        return IllegalMove("C44", "Passing does not exist.", "Choose a main action: accept, connect or move.")
    if state.phase == OBJECTIVES:
        return objectives_refusal(state, seat, action)
    return main_refusal(state, seat, action)


def names_of(ids: list[str], bits: int) -> list[str]:
    """The ids whose bits are set."""
    return [ids[number] for number in range(len(ids)) if bits >> number & 1]


def vacate_refusal(state: State, seat: int) -> IllegalMove:
    if not state.setting.skip_vacant:
        return IllegalMove("C47", "A bot takes the seat of a player who leaves.", "Agree on 'vacant' = skip before the game.")
    if 0 <= seat < state.seats:
        return IllegalMove("C47", "Seat {seat} has been left already.", "Go on without it.", seat=seat)
    return IllegalMove("C47", "There is no seat {seat}.", "Name a seat from 0 to {last}.", seat=seat, last=state.seats - 1)


def take_back_refusal(state: State, seat: int, space: int) -> IllegalMove:
    setting = state.setting
    name = setting.space_ids[space]
    if state.agents_in(seat, space) == 0:
        return IllegalMove("C15", "You have no agents on {space}.", "Take back agents of your own.", space=name)
    rest = [other for other in state.own_spaces(seat) if other != space]
    kept = state.joined(rest, setting.city_bit[state.spy[seat]])
    cut = [setting.space_ids[other] for other in rest if other not in kept]
    why = "Without {space} your spy would be cut off from {others}."
    return IllegalMove("C13", why, "Take back the far end first.", space=name, others=cut)


def no_mission(slot: int) -> IllegalMove:
    return IllegalMove("C7", "You have no open mission {slot}.", "Choose one that lies open before you.", slot=SLOT_NAMES[slot])


def objectives_refusal(state: State, seat: int, action: int) -> IllegalMove:
    setting = state.setting
    if action < setting.cover or action == setting.passing:
        return IllegalMove("C14", "You have made the main action of this turn.", "Cover objectives, take back agents, or end the turn.")
    slot = action - setting.cover
    at = seat * SLOTS + slot
    if state.placed >> slot & 1:
        why = "Mission {slot} has had its agent in this turn."
        return IllegalMove("C33", why, "Each mission takes one agent a turn.", slot=SLOT_NAMES[slot])
    if state.card[at] == NOTHING:
        return no_mission(slot)
    city = setting.city_ids[state.spy[seat]]
    bit = setting.city_bit[state.spy[seat]]
    if not setting.card_cities[state.card[at]] & bit:
        why = "Mission {slot} does not show {city}, where your spy is."
        return IllegalMove("C33", why, "Cover a mission that does, or end the turn.", slot=SLOT_NAMES[slot], city=city)
    if state.covered[at] & bit:
        why = "{city} is covered on mission {slot}."
        return IllegalMove("C33", why, "Cover another mission, or end the turn.", city=city, slot=SLOT_NAMES[slot])
    return IllegalMove("C34", "Your supply is empty.", "Take back an agent first.")


def main_refusal(state: State, seat: int, action: int) -> IllegalMove:
    setting = state.setting
    if setting.cover <= action < setting.end:
        return IllegalMove("C33", "Objectives are covered after the main action.", "Accept, connect or move first.")
    if action == setting.end:
        return IllegalMove("C14", "You have made no main action.", "Accept, connect or move first.")
    if action == setting.passing:
        return IllegalMove("C45", "You have moved.", "Connect a city, or declare the move done.")
    if action < setting.move:
        return accept_refusal(state, seat, action - setting.accept)
    if action < setting.connect:
        return move_refusal(state, seat, action - setting.move)
    return connect_refusal(state, seat, action - setting.connect)


def accept_refusal(state: State, seat: int, place: int) -> IllegalMove:
    if state.moved:
        return IllegalMove("C24", "The spy does not move in a turn in which you accept.", "Connect a city, or declare the move done.")
    if state.open_missions(seat) == SLOTS:
        return IllegalMove("C20", "You have {limit} open missions.", "Discard one first.", limit=SLOTS)
    if place >= len(state.display):
        return IllegalMove("C20", "No card lies in slot {place}.", "Choose another slot.", place=place + 1)
    price = state.accept_price(seat, place)
    why = "Slot {place} costs {price} and you have {supply}."
    instead = "Take back agents first, or choose an older card."
    return IllegalMove("C21", why, instead, place=place + 1, price=price, supply=state.supply[seat])


def move_refusal(state: State, seat: int, city: int) -> IllegalMove:
    name = state.setting.city_ids[city]
    if state.moved:
        return IllegalMove("C25", "Your spy has moved.", "Connect a city, or declare the move done.")
    if city == state.spy[seat]:
        return IllegalMove("C31", "Your spy is in {city}.", "Name another city.", city=name)
    return IllegalMove("C11", "{city} is not in your network.", "Connect it, or move to a city of your network.", city=name)


def connect_refusal(state: State, seat: int, link: int) -> IllegalMove:
    setting = state.setting
    name = setting.link_ids[link]
    here = setting.city_ids[state.spy[seat]]
    if not setting.link_ends[link] & setting.city_bit[state.spy[seat]]:
        why = "{link} does not begin in {city}, where your spy is."
        return IllegalMove("C26", why, "Move the spy first, or choose a link from here.", link=name, city=here)
    far = setting.city_ids[state.far_end(link, state.spy[seat])]
    if state.network(seat) & setting.link_ends[link] == setting.link_ends[link]:
        instead = "Connect a new city, or take back agents so that this one drops out."
        return IllegalMove("C26", "{city} is in your network.", instead, city=far)
    why = "{link} costs {price} and you have {supply}."
    return IllegalMove("C28", why, "Take back agents first.", link=name, price=state.link_price(seat, link), supply=state.supply[seat])
