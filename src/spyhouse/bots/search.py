"""Tree search for games with secrets: it imagines worlds that fit a View, and plays them out.

Every iteration begins with a fresh sample of the view. The nodes of the tree are what a seat has perceived (its trace),
not what has happened: moves that a seat cannot tell apart lead to the same node, so it can never act on a secret. Each seat
chooses in its own node; a simultaneous step asks the seats one after the other, and none of them sees the others' choice.
Chance is drawn in the imagined world, and time passes there, too.

What a game knows about itself comes from a `Guide`; the plain one knows nothing and plays at random. A search draws all its
luck from one source and looks at no clock: the same view, luck, guide and number of iterations give the same tree.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Final

from mypy_extensions import mypyc_attr

from spyhouse.rules.kit.contract import CLOCK, NO_ACTION, State, View
from spyhouse.rules.kit.luck import Luck

SEAT_STRIDE: Final = 0x1F3D_5B79  # keeps the seats' traces apart in one table
KEY_MASK: Final = 0x3FFF_FFFF_FFFF_FFFF
FIRST_LOOK: Final = 2  # moves that widening looks at from the first visit on
LONGEST: Final = 5_000  # moves of a playout that nothing else ends: two seats may shuttle for ever
DEEPEST: Final = 200  # decisions down the tree


@mypyc_attr(allow_interpreted_subclasses=True)
class Guide:
    """What a game knows: which moves are worth a look, how a sensible player goes on, what a position is worth."""

    def __init__(self) -> None:
        self.exploration = 0.7  # how much a move that was rarely tried is favoured
        self.widening = 0.0  # moves looked at after n visits: 2 + widening * sqrt(n); 0 looks at all of them
        self.leaning = 0.0  # how much `lean` counts for a move that was rarely tried; 0 does not ask
        self.horizon = -1  # moves of a playout before `worth` is asked; -1 plays to the end
        self.interrupts = False  # whether seats that owe nothing are asked, too, before time goes on
        self.open_table = False  # nothing is hidden in this game: `key` needs no traces, so nobody need listen

    def candidates(self, state: State, seat: int, legal: list[int]) -> list[int]:
        """The moves worth a look, the most promising first. Only from what the seat may know."""
        return legal

    def lean(self, state: State, seat: int, action: int) -> float:
        """How promising a move looks before it was tried, about 0 to 1. Only from what the seat may know."""
        return 0.0

    def key(self, state: State, seat: int) -> int:
        """What the seat has perceived, as a number. Where everything lies open it may be the position itself."""
        return state.trace(seat)

    def go_on(self, state: State, seat: int, legal: list[int], luck: Luck) -> int:
        """A move for the playout."""
        return legal[luck.below(len(legal))]

    def worth(self, state: State) -> list[float]:
        """What the position is worth to each seat, from -1 to 1; asked at the horizon."""
        return [0.0] * state.seats

    def settle(self, state: State, steps: int, luck: Luck) -> list[float] | None:
        """What the position is worth where a playout need not go on, else None; asked before each of its moves."""
        return None

    def search(self, view: View, luck: Luck) -> Search:
        """How a player with this knowledge thinks: by the tree, unless the game knows a way that suits it better."""
        return Search(view, luck, self)


class Node:
    """What one seat has perceived, and how its moves have fared from there."""

    def __init__(self) -> None:
        self.visits = 0
        self.actions: list[int] = []  # in the order in which they were first looked at
        self.place: dict[int, int] = {}  # action -> its index in the lists
        self.tries: list[int] = []
        self.totals: list[float] = []  # sum of what the tries were worth to this seat
        self.offers: list[int] = []  # how often it could have been tried: another world may not allow it
        self.leans: list[float] = []  # how promising it looked at first

    def add(self, action: int, lean: float) -> int:
        """A move that is looked at for the first time."""
        place = len(self.actions)
        self.place[action] = place
        self.actions.append(action)
        self.tries.append(0)
        self.totals.append(0.0)
        self.offers.append(0)
        self.leans.append(lean)
        return place

    def place_of(self, action: int) -> int:
        """The index of a move, which is added if it is not there."""
        place = self.place.get(action, -1)
        return self.add(action, 0.0) if place < 0 else place

    def mean(self, place: int) -> float:
        return self.totals[place] / self.tries[place] if self.tries[place] else 0.0

    def ranking(self) -> list[int]:
        """Indices of the moves, the one tried most often first."""
        order = sorted([(-self.tries[place], -self.mean(place), place) for place in range(len(self.actions))])
        return [place for _, _, place in order]


class Search:
    """A search for one seat. It can be run on and on, in slices; what it has learnt stays."""

    def __init__(self, view: View, luck: Luck, guide: Guide) -> None:
        self.view = view
        self.luck = luck
        self.guide = guide
        self.nodes: dict[int, Node] = {}
        self.iterations = 0
        self.root = Node()
        self.waits = view.seat not in view.to_act()  # then it may also do nothing
        self.asked = 0  # one bit for each seat that had nothing to interrupt since time last went on
        self.first = NO_ACTION  # the move that every world begins with, if it is not to be chosen
        self.settled = False  # more iterations would change nothing

    def run(self, iterations: int) -> None:
        """So many more imagined worlds."""
        for _ in range(iterations):
            self.imagine()

    def insist(self, action: int, iterations: int) -> None:
        """So many more imagined worlds that all begin with this move: it gets a fair trial, however poor it looked."""
        self.first = action
        self.run(iterations)
        self.first = NO_ACTION

    def imagine(self) -> None:
        """One world: down the tree, one step beyond it, a playout, and back with what came out."""
        self.iterations += 1
        state = self.view.sample(self.luck)
        if self.guide.open_table:
            state.mute()
        nodes: list[Node] = []
        places: list[int] = []
        seats: list[int] = []
        seat = self.view.seat
        node = self.root
        self.asked = 0
        may_wait = self.waits
        is_new = False
        while seat != CLOCK:
            place = node.place_of(self.first) if self.first != NO_ACTION and not nodes else self.choose(node, state, seat, may_wait)
            nodes.append(node)
            places.append(place)
            seats.append(seat)
            action = node.actions[place]
            if action == NO_ACTION:
                self.asked |= 1 << seat
            else:
                state.apply(seat, action)
            if is_new or len(nodes) == DEEPEST:
                break
            seat = self.next_seat(state)
            if seat != CLOCK:
                may_wait = self.guide.interrupts and seat not in state.to_act()
                key = (self.guide.key(state, seat) ^ (seat * SEAT_STRIDE)) & KEY_MASK
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
            if self.guide.interrupts and state.listening:
                for seat in range(state.seats):
                    if self.asked >> seat & 1 == 0 and state.legal(seat):
                        return seat
            self.asked = 0
            state.apply(CLOCK, state.legal(CLOCK)[0])

    def choose(self, node: Node, state: State, seat: int, may_wait: bool) -> int:
        """The move to try next: one not tried yet, or the one with the best upper bound.

        Where something is hidden the bound is drawn by lot around its mean. Seats that cannot see each other's choice would
        else fall into step: one would keep guessing right without knowing anything.
        """
        guide = self.guide
        moves = guide.candidates(state, seat, state.legal(seat))
        if may_wait:
            moves = [NO_ACTION, *moves]
        look = len(moves)
        if guide.widening > 0.0:
            look = min(look, FIRST_LOOK + int(guide.widening * sqrt(node.visits)))
        best = -1
        bound = -1e9
        untried = False
        for at in range(look):
            place = node.place.get(moves[at], -1)
            if place < 0:
                place = node.add(moves[at], guide.lean(state, seat, moves[at]) if guide.leaning > 0.0 else 0.0)
            offers = node.offers[place] + 1
            node.offers[place] = offers
            if untried:
                continue  # the first untried one it is; the others are only counted as offered
            tries = node.tries[place]
            if tries == 0:
                best = place
                untried = True
                continue
            hope = node.totals[place] / tries + guide.leaning * node.leans[place] / tries
            hope += guide.exploration * sqrt(log(offers) / tries) * (1.0 if guide.open_table else self.luck.below(1024) / 512.0)
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
            settled = guide.settle(state, steps, luck)
            if settled is not None:
                return settled
            if steps == guide.horizon or steps == LONGEST:
                return guide.worth(state)
            state.apply(seat, guide.go_on(state, seat, state.legal(seat), luck))
            steps += 1

    # -- what it has learnt ------------------------------------------------------------------------------------------------

    def best(self) -> int:
        """The move tried most often; the most promising one where nothing was tried."""
        return self.ranking()[0]

    def ranking(self) -> list[int]:
        """The moves of this seat, the one tried most often first; those never looked at come last."""
        root = self.root
        seat = self.view.seat
        rest = self.guide.candidates(self.view.sample(self.luck.clone()), seat, self.view.legal())
        if self.waits:
            rest = [NO_ACTION, *rest]
        return [root.actions[place] for place in root.ranking()] + [move for move in rest if move not in root.place]

    def tries_of(self, action: int) -> int:
        place = self.root.place.get(action, -1)
        return 0 if place < 0 else self.root.tries[place]

    def worth_of(self, action: int) -> float:
        """What a move was worth on average, from -1 to 1."""
        place = self.root.place.get(action, -1)
        return 0.0 if place < 0 else self.root.mean(place)

    def line(self, action: int, longest: int) -> list[tuple[int, int]]:
        """How it expects the game to go on after a move, in one world that fits: (seat, move), each the one tried most often."""
        state = self.view.sample(self.luck.clone())
        if self.guide.open_table:
            state.mute()
        seat = self.view.seat
        moves: list[tuple[int, int]] = []
        self.asked = 0
        while True:
            moves.append((seat, action))
            if action == NO_ACTION:
                self.asked |= 1 << seat
            else:
                state.apply(seat, action)
            if len(moves) == longest:
                return moves
            seat = self.next_seat(state)
            if seat == CLOCK:
                return moves
            node = self.nodes.get((self.guide.key(state, seat) ^ (seat * SEAT_STRIDE)) & KEY_MASK)
            if node is None:
                return moves
            legal = state.legal(seat)
            known = [node.actions[place] for place in node.ranking() if node.tries[place] > 0]
            possible = [move for move in known if move in legal or move == NO_ACTION]
            if not possible:
                return moves
            action = possible[0]
