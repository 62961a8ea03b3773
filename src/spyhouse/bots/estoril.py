"""What matters in Estoril: rewards that score, missions that are won, and nothing given away [part 8].

`greedy` looks to the end of the running round and no further. It places where a tile changes most about who takes a reward,
tries every use of an ability on a few imagined tables, and discards so that the best six tiles stay.

The levels weigh their moves on many imagined tables, on which everybody finishes the round by `estoril_sense`.
"""

from __future__ import annotations

import math
from itertools import combinations

from spyhouse.bots.estoril_sense import Sense
from spyhouse.bots.estoril_whys import whys as whys
from spyhouse.bots.levels import Belief, Bot, Level
from spyhouse.bots.search import Guide, Search
from spyhouse.rules.estoril import engine
from spyhouse.rules.estoril.engine import HIDDEN, NO_TILE, NOBODY, POSITIONS, ROUNDS, State
from spyhouse.rules.estoril.view import View
from spyhouse.rules.kit.contract import View as BaseView
from spyhouse.rules.kit.luck import Luck

TABLES = 4  # imagined tables on which a use of an ability is tried
STRENGTH = 0.45  # of a point, for each round in which a tile can still fight
SYMBOL = 0.35  # the same for an ability symbol
MISSION = 0.8  # of a mission's points, while others can still overtake
DOUBT = 1.3  # how much strength tells about who will win a board
LOOK = 0.3  # points for seeing a face-down tile
LOW = 0.1  # points for a numeral lower
EDGE = (1.0, 0.0, 0.0, 0.8, 0.2)  # strength that an ability is worth to its board before anything is known
CONSPIRACY = 0.5  # points for choosing between two rewards
BELIEF_TABLES = 200  # imagined for beliefs
MOST_BELIEFS = 12
GOOD_POINTS = 3
STRIDE = 104_729  # between the seeds of imagined tables
UNSURE = 0.3  # how much a worth that few tables have told is distrusted
LEAD_OF_OTHERS = 0.3  # how much another player's gain counts against one's own


def greedy(view: BaseView, luck: Luck) -> int:
    """The move that brings most by the end of this round."""
    assert isinstance(view, View)
    legal = view.legal()
    table = view.table
    if len(legal) == 1:
        return legal[0]
    if table.phase == engine.PLACING:
        return best_placement(view, legal)
    if table.phase == engine.PEEKING:
        rewards = [move for move in legal if table.setting.do_peek_reward <= move < table.setting.no_peek]
        return (rewards or legal)[0]
    if table.phase == engine.DISCARDING:
        return best_discard(view, luck)
    return best_use(view, legal, luck)


# -- What tiles are worth ----------------------------------------------------------------------------------------------


def tile_worth(state: State, tile: int) -> float:
    """Printed VP, and what it can still do in the rounds to come [part 8, 5]."""
    setting = state.setting
    symbols = sum(setting.symbols[tile * engine.ABILITIES : (tile + 1) * engine.ABILITIES])
    return setting.vp[tile] + (ROUNDS - state.round) * (STRENGTH * setting.strength[tile] + SYMBOL * symbols)


def hand_worth(state: State, seat: int, hand: list[int], counts: list[list[int]]) -> float:
    """The best six tiles, a point for each other one, and the missions as they stand; `counts` are everybody's by mission."""
    worth = sorted([tile_worth(state, tile) for tile in hand], reverse=True)
    total = sum(worth[: engine.HAND]) + len(worth[engine.HAND :]) + len(state.discards[seat])
    for mission, row in zip(state.missions_in_play(), counts, strict=True):
        own = [*row]
        own[seat] = state.symbols_of(mission, hand)
        weight = 1.0 if state.round == ROUNDS else MISSION
        total += weight * state.shares(own, state.setting.mission_vp[mission])[seat] + (ROUNDS - state.round) * 0.2 * own[seat]
    if state.agenda:
        total += state.symbols_of(state.agenda[seat], hand) + state.symbols_of(state.agenda[seat], state.discards[seat])
    return total


def mission_counts(state: State) -> list[list[int]]:
    """What everybody has in hand for each mission."""
    return [[state.symbols_of(mission, hand) for hand in state.hand] for mission in state.missions_in_play()]


def standing(state: State, seat: int) -> float:
    """How good the end of a round is for a seat: its own worth against the others'."""
    counts = mission_counts(state)
    worth = [hand_worth(state, other, state.hand[other], counts) for other in range(state.seats)]
    others = sum(worth) - worth[seat]
    return worth[seat] - LEAD_OF_OTHERS * others


# -- Abilities ---------------------------------------------------------------------------------------------------------


def best_use(view: View, legal: list[int], luck: Luck) -> int:
    """Tries each move on imagined tables and lets nobody do anything more this round."""
    tables = [view.sample(luck) for _ in range(TABLES)]
    best, choice = -math.inf, legal[0]
    for move in legal:
        worth = sum(worth_of_use(table, view.seat, move) for table in tables) / TABLES
        if worth > best + 1e-9:
            best, choice = worth, move
    return choice


def worth_of_use(table: State, seat: int, move: int) -> float:
    setting = table.setting
    after = table.clone()
    after.mute()
    after.apply(seat, move)
    worth = 0.0
    if move == setting.do_look:
        worth = CONSPIRACY
    elif setting.do_diplomacy <= move < setting.do_stop:
        worth = 0.2 if table.owner[move - setting.do_diplomacy] == seat else -0.2
    return worth + standing(end_of_round(after), seat)


def end_of_round(state: State) -> State:
    """The same table when all Characters are back, if nobody uses anything more."""
    number = state.round
    while state.phase < engine.DISCARDING and state.round == number:
        state.apply(state.actor, state.default(state.actor))
    return state


# -- Discarding --------------------------------------------------------------------------------------------------------


def best_discard(view: View, luck: Luck) -> int:
    """The next slot of the best set to discard that begins as chosen so far."""
    state = view.sample(luck)
    seat = view.seat
    hand = state.hand[seat]
    chosen = state.chosen[seat]
    counts = mission_counts(state)
    best, choice = -math.inf, -1
    for rest in combinations(range(chosen[-1] + 1 if chosen else 0, len(hand)), state.discards_owed(seat)):
        out = {*chosen, *rest}
        kept = [tile for slot, tile in enumerate(hand) if slot not in out]
        worth = hand_worth(state, seat, kept, counts)
        if worth > best:
            best, choice = worth, rest[0]
    return state.setting.do_discard + choice


# -- Placing -----------------------------------------------------------------------------------------------------------


class Board:
    """What a seat can tell about a board before it places."""

    def __init__(self, view: View, position: int, prize: float) -> None:
        table = view.table
        self.number = table.city.boards[position]
        self.prize = prize
        self.own = -1.0  # nobody of ours is there
        totals = [0.0] * table.seats
        first = table.setting.first_space[self.number]
        for space in range(first, first + table.setting.size[self.number]):
            owner = table.owner[space]
            if owner == NOBODY:
                continue
            totals[owner] += expected_strength(view, space)
            if owner == view.seat:
                self.own = max(self.own, 0.0)
        if self.own >= 0:
            self.own = totals[view.seat]
        cubes = sum(table.cubes) - table.cubes[view.seat]
        self.rival = max([total for seat, total in enumerate(totals) if seat != view.seat]) + cubes * 1.2 / POSITIONS / (table.seats - 1)
        self.crowd = len([total for seat, total in enumerate(totals) if seat != view.seat and total > 0])

    def chance(self, own: float) -> float:
        """How likely this strength takes the reward."""
        return 0.0 if own < 0 else 1.0 / (1.0 + math.exp((self.rival - own) / DOUBT))


def expected_strength(view: View, space: int) -> float:
    table = view.table
    if table.tile[space] != HIDDEN:
        return float(table.strength(space))
    candidates = view.candidates(table.owner[space])
    return sum(table.setting.strength[tile] for tile in candidates) / len(candidates)


def best_placement(view: View, legal: list[int]) -> int:
    """Where a tile changes most about who takes a reward; a weak tile where that is as good as a strong one."""
    table = view.table
    setting = table.setting
    unseen = view.unseen()
    usual = sum(reward_worth(view, tile) for tile in unseen) / max(1, len(unseen))
    boards: dict[int, Board] = {}
    for position in range(POSITIONS):
        tile = table.reward[position]
        prize = 0.0 if tile == NO_TILE else usual if tile == HIDDEN else reward_worth(view, tile)
        boards[table.city.boards[position]] = Board(view, position, prize)
    best, choice = -math.inf, legal[0]
    for move in legal:
        tile = table.hand[view.seat][move // setting.spaces]
        worth = placement_worth(view, boards[setting.board_of[move % setting.spaces]], tile, move % setting.spaces)
        if worth > best:
            best, choice = worth, move
    return choice


def reward_worth(view: View, tile: int) -> float:
    """What winning a tile brings: itself, and the missions it helps."""
    table = view.table
    symbols = sum(table.symbols_of(mission, [tile]) for mission in table.missions_in_play() if mission != HIDDEN)
    return 1.0 + tile_worth(table, tile) + 0.6 * symbols


def placement_worth(view: View, board: Board, tile: int, space: int) -> float:
    table = view.table
    setting = table.setting
    strength = float(setting.strength[tile])
    effect = setting.effect[board.number]
    if effect == engine.FLAG_BONUS and setting.flags[tile] & setting.bonus_flag[board.number]:
        strength += setting.bonus[board.number]
    if effect == engine.DICE_DIFFERENCE:
        strength += 1.94
    symbols = setting.symbols[tile * engine.ABILITIES : (tile + 1) * engine.ABILITIES]
    for ability, count in enumerate(symbols):
        if ability != engine.ASSASSIN or (effect != engine.NO_ASSASSIN and board.crowd):
            strength += EDGE[ability] * count
    if symbols[engine.NATIONALISM]:
        strength += symbols[engine.NATIONALISM] * open_flags(table, tile, table.city.position[board.number])
    before = board.chance(board.own)
    after = board.chance(max(board.own, 0.0) + strength)
    worth = board.prize * (after - before) + LOW * (4 - setting.numeral[space])
    worth += symbols[engine.CONSPIRACY] * CONSPIRACY * after
    if setting.peek[space]:
        worth += LOOK
    if effect == engine.WEAKEST_LOSES_TILE:
        worth -= (1.0 - after) * (1.0 + tile_worth(table, tile)) * 0.5
    return worth - 0.05 * setting.strength[tile]  # the strong ones are for later [part 8, 8]


def open_flags(table: State, tile: int, here: int) -> int:
    """How many equal flags lie open around a board now."""
    own = table.setting.flags[tile]
    count = 0
    for space in table.city.around[here]:
        if table.face_up[space] and table.setting.flags[table.tile[space]] & own:
            count += 1
    for position in range(POSITIONS):
        if table.reward_up[position] and table.city.reaches(here, position) and table.setting.flags[table.reward[position]] & own:
            count += 1
    return count


# -- The levels --------------------------------------------------------------------------------------------------------


class Foresight(Guide):
    """How far a level of Estoril looks."""

    def __init__(self) -> None:
        super().__init__()
        self.breadth = 24  # moves looked at
        self.replies = 3  # answers looked at, while a board is resolved
        self.ahead = 3  # decisions on the same board that are tried out; then everybody goes on by sense
        self.seasoned = True  # knows what tiles really bring
        self.wary = True  # counts what rivals get

    def search(self, view: BaseView, luck: Luck) -> Search:
        return Weighing(view, luck, self)


class Steady(Foresight):
    """Takes tiles for what they show, and thinks a little less far."""

    def __init__(self) -> None:
        super().__init__()
        self.seasoned = False
        self.ahead = 1


class Hasty(Steady):
    """Tries no answers out."""

    def __init__(self) -> None:
        super().__init__()
        self.breadth = 12
        self.ahead = 0


class Carefree(Hasty):
    """Does not care what rivals get."""

    def __init__(self) -> None:
        super().__init__()
        self.wary = False


class Weighing(Search):
    """Weighs moves on imagined tables: each move on the same ones, the better moves on more of them.

    All moves begin on two tables; the better half goes on to twice as many, and so on; then everything again with twice as
    many. While a board is resolved the answers on that board are tried out, too: each seat takes what suits it best. The rest
    of the round is played by sense. What to discard hides nothing: every set is looked at.
    """

    def __init__(self, view: BaseView, luck: Luck, guide: Foresight) -> None:
        super().__init__(view, luck, guide)
        assert isinstance(view, View)
        self.seen = view
        self.sense = Sense(view, guide.seasoned, guide.wary)
        self.seed = luck.below(1 << 30)
        self.board = view.table.stage
        self.replies = guide.replies
        self.ahead = guide.ahead
        for move in self.promising(guide.breadth):
            self.root.add(move, 0.0)
        self.goal = 2  # tables for every move, this time
        self.share = 2  # tables for those that are left
        self.alive: list[int] = list(range(len(self.root.actions)))

    def promising(self, breadth: int) -> list[int]:
        """The moves that look best at first sight, the best first."""
        table = self.seen.table
        seat = self.seen.seat
        legal = self.seen.legal()
        if table.phase == engine.PLACING:
            looks = self.sense.placements(table, seat)
            order = sorted([(-looks[place], legal[place]) for place in range(len(legal))])
            return [move for _, move in order][:breadth]
        if table.phase == engine.USING:
            return self.sense.uses(table, seat)[:breadth]
        return legal

    def imagine(self) -> None:
        """One move on one table."""
        self.iterations += 1
        if self.seen.table.phase == engine.DISCARDING:
            if not self.settled:
                self.weigh_discards()
            return
        place = self.next_place()
        seed = self.seed + self.root.tries[place] * STRIDE  # so that each move meets the same tables
        state = self.seen.sample(Luck(seed))
        state.mute()
        state.apply(self.seen.seat, self.root.actions[place])
        worth = self.look_ahead(state, self.ahead, seed)
        self.root.visits += 1
        self.root.tries[place] += 1
        self.root.totals[place] += worth[self.seen.seat]

    def next_place(self) -> int:
        """The move that has had the fewest tables of those still to be weighed."""
        tries = self.root.tries
        while True:
            best = -1
            for place in self.alive:
                if tries[place] < self.share and (best < 0 or tries[place] < tries[best]):
                    best = place
            if best >= 0:
                return best
            if len(self.alive) > 2:
                order = sorted([(-self.root.mean(place), place) for place in self.alive])
                self.alive = [place for _, place in order][: (len(order) + 1) // 2]
                self.share *= 2
            else:
                self.goal *= 2
                self.share = self.goal
                self.alive = list(range(len(self.root.actions)))

    def look_ahead(self, state: State, depth: int, seed: int) -> list[float]:
        """What comes out for each seat, if those who decide on this board take what suits them best."""
        sense = self.sense
        if depth == 0 or state.stage != self.board or self.board < 0 or sense.is_finished(state):
            return sense.finish(state, Luck(seed))
        if state.phase == engine.LOSING or sense.setting.effect[state.board()] == engine.DICE_DIFFERENCE:
            return sense.finish(state, Luck(seed))  # who knows the dice before they fall would know too much
        seat = state.actor
        moves = state.legal(seat)
        if state.phase == engine.USING:
            moves = sense.uses(state, seat)[: self.replies]
        best: list[float] = []
        for move in moves:
            after = state.clone()
            after.apply(seat, move)
            worth = self.look_ahead(after, depth - 1, seed)
            if not best or worth[seat] > best[seat]:
                best = worth
        return best

    def weigh_discards(self) -> None:
        """Each slot with the best set that begins with it."""
        state = self.seen.sample(self.luck)
        seat = self.seen.seat
        for place in range(len(self.root.actions)):
            slot = self.root.actions[place] - state.setting.do_discard
            chosen = state.chosen[seat] if state.discards_owed(seat) > 0 else []
            self.root.tries[place] += 1
            self.root.visits += 1
            self.root.totals[place] += self.sense.best_discard(state, seat, [*chosen, slot])
        self.settled = True

    def ranking(self) -> list[int]:
        """The moves, the one that is most surely good first; those that were not weighed come last."""
        root = self.root
        order: list[tuple[float, int]] = []
        for place in range(len(root.actions)):
            order.append((-(root.mean(place) - UNSURE / math.sqrt(root.tries[place])) if root.tries[place] else 9.0, place))
        order.sort()
        return [root.actions[place] for _, place in order] + [move for move in self.seen.legal() if move not in root.place]

    def line(self, action: int, longest: int) -> list[tuple[int, int]]:
        """How the round goes on after a move on one imagined table."""
        state = self.seen.sample(Luck(self.seed))
        state.mute()
        moves: list[tuple[int, int]] = []
        seat = self.seen.seat
        luck = Luck(self.seed)
        while True:
            moves.append((seat, action))
            state.apply(seat, action)
            if len(moves) == longest or self.sense.is_finished(state):
                return moves
            seat = state.actor
            action = self.sense.go_on(state, luck)


# -- Beliefs -----------------------------------------------------------------------------------------------------------


def beliefs(view: BaseView, luck: Luck) -> list[Belief]:
    """What the face-down tiles may be, the surest first.

    A Character is believed to be what its owner would rather have placed there than kept. Of a reward one can tell what is left.
    """
    assert isinstance(view, View)
    found = [*seen_tiles(view), *likely_characters(view, luck)]
    found.sort(key=lambda belief: -belief.chance)
    return [*found, *likely_rewards(view)][:MOST_BELIEFS]


def character(table: State, space: int, tile: int, chance: float) -> Belief:
    """A face-down Character is this tile."""
    slot = table.setting.slot[space]
    args = {
        "owner": table.owner[space],
        "board": table.setting.number[table.setting.board_of[space]],
        "space": f"{slot // 10}.{slot % 10}",
        "tile": table.setting.ids[tile],
    }
    return Belief("character", args, chance)


def seen_tiles(view: View) -> list[Belief]:
    """Face-down tiles of others that this seat has looked at."""
    table = view.table
    setting = table.setting
    found: list[Belief] = []
    for space in table.city.spaces:
        if table.owner[space] not in (NOBODY, view.seat) and not table.face_up[space] and table.tile[space] != HIDDEN:
            found.append(character(table, space, table.tile[space], 1.0))
    for position in range(POSITIONS):
        if table.reward[position] not in (NO_TILE, HIDDEN) and not table.reward_up[position]:
            board = setting.number[table.city.boards[position]]
            found.append(Belief("reward", {"board": board, "tile": setting.ids[table.reward[position]]}, 1.0))
    return found


def likely_characters(view: View, luck: Luck) -> list[Belief]:
    """The two likeliest tiles of each face-down Character, on imagined tables weighted by how well its owner would have placed."""
    table = view.table
    sense = Sense(view, True, True)
    hidden = [space for space in table.city.spaces if table.owner[space] != NOBODY and table.tile[space] == HIDDEN]
    if not hidden:
        return []
    weights: dict[tuple[int, int], float] = {}
    totals: dict[int, float] = {}
    for _ in range(BELIEF_TABLES):
        state = view.sample(luck)
        liking = [0.0] * table.seats  # by owner: their choices have nothing to do with each other
        for space in hidden:
            liking[state.owner[space]] += sense.placed(state, space)
        for space in hidden:
            weight = math.exp(liking[state.owner[space]])
            weights[space, state.tile[space]] = weights.get((space, state.tile[space]), 0.0) + weight
            totals[space] = totals.get(space, 0.0) + weight
    found: list[Belief] = []
    for space in hidden:
        likely = sorted([(-weight / totals[space], tile) for (where, tile), weight in weights.items() if where == space])
        for chance, tile in likely[:2]:
            found.append(character(table, space, tile, min(1.0, -chance)))
    return found


def likely_rewards(view: View) -> list[Belief]:
    """How likely a face-down reward is worth having for its points alone."""
    table = view.table
    unseen = view.unseen()
    good = len([tile for tile in unseen if table.setting.vp[tile] >= GOOD_POINTS])
    found: list[Belief] = []
    for board in table.city.order:
        if table.reward[table.city.position[board]] == HIDDEN:
            args = {"board": table.setting.number[board], "points": GOOD_POINTS}
            found.append(Belief("reward_points", args, good / len(unseen)))
    return found


BOTS: dict[str, Bot] = {
    "1": Level(6, Carefree, slips=80, margin=0.6),
    "2": Level(12, Carefree, slips=50, margin=0.2),
    "3": Level(20, Hasty, slips=35, margin=0.2),
    "4": Level(48, Steady, slips=12, margin=0.1, patient=True),
    "5": Level(240, Foresight, patient=True),
    "greedy": greedy,
}
JUDGE = "5@60"  # looks back at a finished match
