"""Tree search for games with secrets: it imagines worlds that fit a View, and plays them out.

Every iteration begins with a fresh sample of the view. The nodes of the tree are what a seat has perceived (its trace),
not what has happened: moves that a seat cannot tell apart lead to the same node, so it can never act on a secret. Each seat
chooses in its own node; a simultaneous step asks the seats one after the other, and none of them sees the others' choice.
Chance is drawn in the imagined world.

What a game knows about itself comes from a `Guide`; the plain one knows nothing and plays at random.
"""

from __future__ import annotations

from math import log, sqrt

from mypy_extensions import mypyc_attr

from spyhouse.rules.kit.contract import CLOCK, State, View
from spyhouse.rules.kit.luck import Luck

SEAT_STRIDE = 0x1F3D_5B79  # keeps the seats' traces apart in one table
KEY_MASK = 0x3FFF_FFFF_FFFF_FFFF


@mypyc_attr(allow_interpreted_subclasses=True)
class Guide:
    """What a game knows: which moves are worth a look, how a sensible player goes on, what a position is worth."""

    def __init__(self) -> None:
        self.exploration = 0.7  # how much a move that was rarely tried is favoured
        self.widening = 0.0  # moves looked at after n visits: 2 + widening * sqrt(n); 0 looks at all of them
        self.horizon = -1  # moves of a playout before `worth` is asked; -1 plays to the end

    def candidates(self, state: State, seat: int, legal: list[int]) -> list[int]:
        """The moves worth a look, the most promising first."""
        return legal

    def go_on(self, state: State, seat: int, legal: list[int], luck: Luck) -> int:
        """A move for the playout."""
        return legal[luck.below(len(legal))]

    def worth(self, state: State) -> list[float]:
        """What the position is worth to each seat, from -1 to 1; asked at the horizon."""
        return [0.0] * state.seats

    def settle(self, state: State, luck: Luck) -> list[float] | None:
        """The exact worth of a position where it can be found at once, else None; asked before a playout."""
        return None


class Node:
    """What one seat has perceived, and how its moves have fared from there."""

    def __init__(self) -> None:
        self.visits = 0
        self.actions: list[int] = []  # in the order in which they were first looked at
        self.place: dict[int, int] = {}  # action -> its index in the lists
        self.tries: list[int] = []
        self.totals: list[float] = []  # sum of what the tries were worth to this seat
        self.offers: list[int] = []  # how often it could have been tried: another world may not allow it

    def place_of(self, action: int) -> int:
        place = self.place.get(action, -1)
        if place < 0:
            place = len(self.actions)
            self.place[action] = place
            self.actions.append(action)
            self.tries.append(0)
            self.totals.append(0.0)
            self.offers.append(0)
        return place


class Search:
    """A search for one seat. It can be run on and on, in slices; what it has learnt stays."""

    def __init__(self, view: View, luck: Luck, guide: Guide) -> None:
        self.view = view
        self.luck = luck
        self.guide = guide
        self.nodes: dict[int, Node] = {}
        self.iterations = 0
        self.root = Node()

    def run(self, iterations: int) -> None:
        """So many more imagined worlds."""
        for _ in range(iterations):
            self.imagine()

    def imagine(self) -> None:
        """One world: down the tree, one step beyond it, a playout, and back with what came out."""
        self.iterations += 1
        state = self.view.sample(self.luck)
        nodes: list[Node] = []
        places: list[int] = []
        seats: list[int] = []
        seat = self.view.seat
        node = self.root
        is_new = False
        while True:
            moves = self.guide.candidates(state, seat, state.legal(seat))
            place = self.choose(node, moves)
            nodes.append(node)
            places.append(place)
            seats.append(seat)
            state.apply(seat, node.actions[place])
            if is_new:
                break
            seat = self.next_seat(state)
            if seat == CLOCK:
                break
            key = (state.trace(seat) ^ (seat * SEAT_STRIDE)) & KEY_MASK
            known = self.nodes.get(key)
            if known is None:
                known = Node()
                self.nodes[key] = known
                is_new = True
            node = known
        worth = self.play_out(state)
        for step in range(len(nodes)):
            visited, place = nodes[step], places[step]
            visited.visits += 1
            visited.tries[place] += 1
            visited.totals[place] += worth[seats[step]]

    def next_seat(self, state: State) -> int:
        """Who decides next, after the clock has done what only it can do; CLOCK when it is over."""
        while True:
            owing = state.to_act()
            if not owing:
                return CLOCK
            if owing[0] != CLOCK:
                return owing[0]
            state.apply(CLOCK, state.legal(CLOCK)[0])

    def choose(self, node: Node, moves: list[int]) -> int:
        """The move to try next: one not tried yet, or the one with the best upper bound."""
        look = len(moves)
        if self.guide.widening > 0.0:
            look = min(look, 2 + int(self.guide.widening * sqrt(node.visits)))
        best = -1
        bound = -1e9
        for at in range(look):
            place = node.place_of(moves[at])
            node.offers[place] += 1
            tries = node.tries[place]
            if best >= 0 and node.tries[best] == 0:
                continue  # the first untried one it is; the others are only counted as offered
            if tries == 0:
                best = place
                continue
            hope = node.totals[place] / tries + self.guide.exploration * sqrt(log(node.offers[place]) / tries)
            if hope > bound:
                best, bound = place, hope
        return best

    def play_out(self, state: State) -> list[float]:
        """What this world is worth to each seat when sensible players go on."""
        guide = self.guide
        luck = self.luck
        state.mute()
        steps = 0
        while True:
            seat = self.next_seat(state)
            if seat == CLOCK:
                outcome = state.outcome()
                assert outcome is not None
                return list(outcome.returns)
            exact = guide.settle(state, luck)
            if exact is not None:
                return exact
            if steps == guide.horizon:
                return guide.worth(state)
            state.apply(seat, guide.go_on(state, seat, state.legal(seat), luck))
            steps += 1

    # -- what it has learnt ------------------------------------------------------------------------------------------------

    def best(self) -> int:
        """The move tried most often; the first one where nothing was tried."""
        return self.ranking()[0]

    def ranking(self) -> list[int]:
        """The moves of this seat, the one tried most often first."""
        root = self.root
        if not root.actions:
            return self.guide.candidates(self.view.sample(self.luck), self.view.seat, self.view.legal())
        places = list(range(len(root.actions)))
        order = sorted([(-root.tries[place], -self.mean(root, place), place) for place in places])
        return [root.actions[place] for _, _, place in order]

    def mean(self, node: Node, place: int) -> float:
        return node.totals[place] / node.tries[place] if node.tries[place] else 0.0

    def tries_of(self, action: int) -> int:
        return self.root.tries[self.root.place_of(action)]

    def worth_of(self, action: int) -> float:
        """What a move was worth on average, from -1 to 1."""
        return self.mean(self.root, self.root.place_of(action))
