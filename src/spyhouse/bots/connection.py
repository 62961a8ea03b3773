"""What matters in Spy Connection: points for turns [part 8].

`greedy` looks at whole turns (macros) and takes the one after which its open missions are worth most: their points, less
the turns still needed for them. It grows a tree from its network for that, nearest city first; each link is a turn, each
city already in the network is one. When it has covered nothing for a while it lets missions go and plans anew.

The levels try whole turns out (`journey`): they play each of the promising ones and see how the game goes on after it, on
many imagined decks. Of the turn found best they play the first small move.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from time import perf_counter

from spyhouse.bots.connection_turns import WEIGHTS, Planning
from spyhouse.bots.connection_whys import whys as whys
from spyhouse.bots.levels import LINE, SHOWN, SLICE, Belief, Bot, Idea, Level, Thought, best_first
from spyhouse.bots.search import Guide
from spyhouse.rules.connection import macros
from spyhouse.rules.connection.engine import DRAFT, GOAL, MAIN, NOBODY, NOTHING, SLOTS, Setting, State, count_bits
from spyhouse.rules.connection.view import View
from spyhouse.rules.kit.contract import View as BaseView
from spyhouse.rules.kit.luck import Luck

TURN = (0.5, 0.9, 1.4, 1.4)  # [open missions] what a turn is worth; accepting pays when it brings more than that
CARD = 1.3  # a mission is one of the seven
SYMBOL = 1.0  # an extra turn
ASSIGNED = 0.35  # an agent that lies on a mission
SHORT = 0.6  # an agent that is missing for the plan
REACH = 2  # agents that walk along: those behind are taken back for the next link
SUPPLY = 0.02  # an agent at hand
PATIENCE = 6  # own turns without a new covered objective
TURNS_A_CARD = 2.6  # how fast rivals complete missions
AHEAD = 9.0  # triggering the end as the likely winner
BEHIND = 1.0  # triggering it from behind
LAST_TURN = 1  # points that a rival may still make
LATE = 26  # turns a seat after which any end will do


def greedy(view: BaseView, luck: Luck) -> int:
    """The first small move of the best turn."""
    return plan(view, luck)[0]


def plan(view: BaseView, luck: Luck) -> list[int]:
    """The small moves of the best turn, from here to its end (in the draft: the pick)."""
    assert isinstance(view, View)
    state = view.sample(luck)
    state.mute()
    seat = view.seat
    if state.phase == DRAFT:
        return [best_pick(state)]
    hopeless = mission_to_drop(state, seat)
    if hopeless != NOTHING:
        return [state.setting.discard + hopeless]
    worth_of_turn = TURN[state.open_missions(seat)]
    best, choice = -1e9, [state.default(seat)]
    for turn in macros.turns(state):
        after = state.clone()
        for move in turn:
            after.apply(seat, move)
        worth = worth_of(after, seat, worth_of_turn)
        if worth > best:
            best, choice = worth, turn
    return choice


def best_pick(state: State) -> int:
    """The start mission that shares most cities with the missions on display."""
    setting = state.setting
    best, choice = -1, 0
    for start in range(setting.starts):
        card = setting.missions + start
        if not state.offer >> card & 1:
            continue
        shared = sum(count_bits(setting.card_cities[card] & setting.card_cities[other]) for other in state.display)
        if shared > best:
            best, choice = shared, setting.pick + start
    return choice


def mission_to_drop(state: State, seat: int) -> int:
    """No progress for long: lets missions go down to the nearest one, and that one, too, after twice as long."""
    idle = state.fruitless[seat]
    if state.phase != MAIN or state.moved or idle == 0 or idle % PATIENCE:
        return NOTHING
    still = [slot for slot in range(SLOTS) if state.card[seat * SLOTS + slot] != NOTHING]
    if len(still) <= (1 if idle % (2 * PATIENCE) else 0):
        return NOTHING
    network = state.network(seat)
    chart = chart_of(state.setting)
    return max(still, key=lambda slot: turns_needed(chart, network, missing(state, seat * SLOTS + slot)))


# -- What a position is worth ------------------------------------------------------------------------------------------


def worth_of(state: State, seat: int, turn: float) -> float:
    """Points in hand, and what open missions promise in the time that is left [C42, part 8]."""
    points = state.score(seat) + CARD * count_bits(state.completed[seat])
    if state.trigger == seat:
        best = max(state.score(other) for other in range(state.seats) if other != seat)
        patient = state.turn < LATE * state.seats
        return points + (AHEAD if state.score(seat) >= best + LAST_TURN else -BEHIND if patient else 0.0)
    if state.actor == seat:
        points += SYMBOL * (1 + state.extra)  # extra turns are still to come
    elif state.trigger != NOBODY:
        return points  # this was the last one
    return points + promise(state, seat, turn, time_left(state, seat)) + SUPPLY * state.supply[seat]


def time_left(state: State, seat: int) -> float:
    """Own turns until a rival has completed seven missions."""
    ahead = max(count_bits(state.completed[other]) for other in range(state.seats) if other != seat)
    return max(1.0, TURNS_A_CARD * (GOAL - ahead))


def promise(state: State, seat: int, turn: float, time: float) -> float:
    """The best choice among the open missions: what completing them brings, less turns and agents."""
    setting = state.setting
    network = state.network(seat)
    chart = chart_of(setting)
    open_slots = [at for at in range(seat * SLOTS, seat * SLOTS + SLOTS) if state.card[at] != NOTHING]
    held = sum(state.assigned[at] for at in open_slots)
    best = -ASSIGNED * held
    for choice in range(1, 1 << len(open_slots)):
        gain, cities = 0.0, 0
        for number, at in enumerate(open_slots):
            if choice >> number & 1:
                card = state.card[at]
                gain += setting.card_vp[card] + CARD + SYMBOL * setting.card_extra[card] - count_bits(state.covered[at])
                cities |= missing(state, at)
        needed = float(turns_needed(chart, network, cities))
        if needed > time:  # perhaps in time: the nearer, the likelier
            gain, needed = gain * time / needed, time
        short = REACH + count_bits(cities) - state.supply[seat] - count_bits(state.held[seat])
        best = max(best, gain - turn * needed - ASSIGNED * held - SHORT * max(0, short))
    return best


def missing(state: State, at: int) -> int:
    """The cities an open mission still needs, as a set."""
    return state.setting.card_cities[state.card[at]] & ~state.covered[at]


# -- Turns still needed ------------------------------------------------------------------------------------------------


class Chart:
    """How many links lie between two cities, and over which city to go first."""

    def __init__(self, setting: Setting) -> None:
        count = setting.cities
        self.cities = count
        self.steps = [[0 if a == b else count for b in range(count)] for a in range(count)]  # [from][to] links
        self.first = [list(range(count)) for _ in range(count)]  # [from][to] the next city on the way
        for a, b in zip(setting.link_a, setting.link_b, strict=True):
            self.steps[a][b] = self.steps[b][a] = 1
        for over in range(count):
            for a in range(count):
                for b in range(count):
                    if self.steps[a][over] + self.steps[over][b] < self.steps[a][b]:
                        self.steps[a][b] = self.steps[a][over] + self.steps[over][b]
                        self.first[a][b] = self.first[a][over]


@lru_cache(maxsize=64)
def chart_of(setting: Setting) -> Chart:
    return Chart(setting)


def turns_needed(chart: Chart, network: int, cities: int) -> int:
    """Turns to visit these cities: one for each in the network, else one a link of a tree grown nearest city first."""
    turns = count_bits(cities & network)
    rest = cities & ~network
    while rest:
        steps, start, goal = chart.cities + 1, 0, 0
        for city in range(chart.cities):
            if not rest >> city & 1:
                continue
            for known in range(chart.cities):
                if network >> known & 1 and chart.steps[known][city] < steps:
                    steps, start, goal = chart.steps[known][city], known, city
        turns += steps
        while start != goal:
            start = chart.first[start][goal]
            network |= 1 << start
        rest &= ~network
    return turns


# -- The levels ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Planner(Level):
    """A bot that thinks in whole turns: an iteration is one turn tried out, with some rounds after it."""

    guide: Callable[[], Guide] = Guide  # of no use here: it does not search by small moves
    rounds: int = 40  # after the turn; games are over by then, so that the points decide and no guess
    width: int = 12  # turns tried out
    trust: float = 8.0  # tries that the first look at a turn counts for

    def think(self, view: BaseView, luck: Luck, seconds: float | None = None, also: int | None = None) -> Thought:
        assert isinstance(view, View)
        planning = Planning(view, WEIGHTS, self.rounds, self.width, self.trust)
        self._run(planning, seconds)
        ranking = planning.ranking()
        choice = self._chosen(planning, ranking, luck)
        places: list[int] = []
        for place in ranking:
            if len(places) < SHOWN and planning.turns[place][0] not in [planning.turns[shown][0] for shown in places]:
                places.append(place)
        ideas = best_first([self._told(view, planning, place, luck) for place in places])
        if also is not None:
            ideas.append(self._told(view, planning, planning.look_at(also), luck))
        return Thought(planning.turns[choice][0], tuple(ideas), planning.iterations, False)

    def _run(self, planning: Planning, seconds: float | None) -> None:
        if len(planning.turns) == 1:
            return
        if seconds is None:
            planning.run(self.iterations)
            return
        end = perf_counter() + seconds
        while planning.iterations == 0 or perf_counter() < end:
            left = SLICE if self.patient else min(SLICE, self.iterations - planning.iterations)
            if left == 0:
                break
            planning.run(left)

    def _chosen(self, planning: Planning, ranking: list[int], luck: Luck) -> int:
        """The best turn, or now and then another that looked nearly as good."""
        if self.slips == 0 or luck.below(100) >= self.slips:
            return ranking[0]
        floor = planning.mean(ranking[0]) - self.margin
        near = [place for place in ranking if planning.mean(place) >= floor]
        return near[luck.below(len(near))]

    def _told(self, view: View, planning: Planning, place: int, luck: Luck) -> Idea:
        """A turn as an idea: its first move, and as the line its other moves and the turn that the next seat would like best."""
        turn = planning.turns[place]
        tries = sum(planning.tries[other] for other in range(len(planning.turns)) if planning.turns[other][0] == turn[0])
        line = [(view.seat, move) for move in turn]
        state = view.sample(luck.clone())
        state.mute()
        for move in turn:
            state.apply(view.seat, move)
        if state.to_act() and len(line) < LINE:
            seat = state.actor
            line += [(seat, move) for move in Planning(state.view(seat), WEIGHTS, 0, 1, 1.0).turns[0]]
        return Idea(turn[0], planning.mean(place), tries / max(1, planning.iterations), tuple(line[:LINE]))


# -- What it believes ------------------------------------------------------------------------------------------------------


def beliefs(view: BaseView, luck: Luck) -> list[Belief]:
    """What the next mission may show: everybody can work out which cards are left, nobody knows their order [part 3, C46]."""
    assert isinstance(view, View)
    table = view.table
    setting = table.setting
    left = table.deck or (table.discards if setting.reshuffle else [])
    if not left:
        return []
    found = [
        Belief("next_city", {"city": setting.city_ids[city]}, sum(setting.card_cities[card] >> city & 1 for card in left) / len(left))
        for city in range(setting.cities)
    ]
    found.sort(key=lambda belief: -belief.chance)
    symbols = sum(setting.card_extra[card] for card in left) / len(left)
    return [Belief("next_extra", {}, symbols), *found[:TOLD]]


TOLD = 6  # cities that beliefs name

BOTS: dict[str, Bot] = {
    "1": Planner(1, rounds=0, slips=50, margin=0.12),
    "2": Planner(6, rounds=0, slips=20, margin=0.1),
    "3": Planner(20, slips=5, margin=0.1),
    "4": Planner(120, slips=15, margin=0.12, patient=True),
    "5": Planner(1_000, patient=True),
    "greedy": greedy,
}
JUDGE = "5@200"  # looks back at a finished match
