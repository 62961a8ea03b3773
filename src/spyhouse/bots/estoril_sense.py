"""A sense for Estoril: what a hand is worth, and how sensible players finish a round. Small and fast, for many imagined tables.

A `Sense` belongs to one view. It knows from the public networks what each reward would bring to whom [part 8, 1 and 4], lets
every seat of an imagined table play on from what that seat may know, and judges the end of the round: points that are safe,
missions as they stand, and what the tiles can still do.
"""

from __future__ import annotations

from math import exp
from typing import Final

from spyhouse.rules.estoril import engine
from spyhouse.rules.estoril.engine import (
    ABILITIES,
    ASSASSIN,
    CONSPIRACY,
    HAND,
    HIDDEN,
    NATIONALISM,
    NO_TILE,
    NOBODY,
    POSITIONS,
    ROUNDS,
    State,
)
from spyhouse.rules.estoril.view import View, knows
from spyhouse.rules.kit.luck import Luck

# What tiles are worth at the end of a round, [rounds left]: measured on matches between bots, as what they bring until the end.
# With two players six rewards a round are shared by two, so that most tiles of the early rounds are discarded again.
VP_OF_TWO: Final = [1.0, 0.7, 0.35, 0.2]  # for each printed point
VP_OF_MORE: Final = [1.0, 1.0, 0.75, 0.6]
STRENGTH_OF_TWO: Final = [0.0, 0.5, 0.6, 0.7]  # for each strength
STRENGTH_OF_MORE: Final = [0.0, 0.45, 0.8, 1.2]
SYMBOLS_OF_TWO: Final = [0.7, 0.2, 0.0, 0.6, 0.2, 1.1, 0.2, 0.0, 0.9, 0.4, 1.6, 0.4, 0.0, 1.3, 0.4]  # [(rounds left - 1) * 5 + ability]
SYMBOLS_OF_MORE: Final = [1.0, 0.4, 0.3, 0.4, 0.1, 1.4, 0.5, 0.3, 0.5, 0.2, 1.9, 0.5, 0.4, 0.8, 0.2]
PLAIN_STRENGTH: Final = 0.45  # the same at first sight, without measuring: all the printed points, and for each round left
PLAIN_SYMBOL: Final = 0.35
NARROW: Final = [0.6, 0.8, 1.4, 1.8]  # [rounds left] symbols by which a lead in a mission can still turn
TIDE: Final = [3.0, 4.0, 5.0, 6.0]  # [rounds left] points by which the match can still turn
FAIR_SCORE: Final = 40.0  # points that are neither good nor bad, for who looks at nothing else
STRENGTH_MISSION: Final = 3.0  # its counts are larger by so much
MOST_COUNT: Final = 60  # of a mission's symbols
DOUBT: Final = 1.3  # how much strength tells about who will win a board
ARRIVALS: Final = 1.2  # strength of a tile that may still come
EDGE: Final = [1.0, 0.0, 0.0, 0.8, 0.2]  # [ability] strength that it is worth to its board before anything is known
CONSPIRING_WORTH: Final = 0.5  # points for choosing between two rewards
LOOK: Final = 0.3  # points for seeing a face-down tile
LOW: Final = 0.1  # points for a numeral lower
THRIFT: Final = 0.05  # of a point, for each strength that is kept for later placements
DICE: Final = 1.94  # mean difference of the Casino's dice [E46]
WHIM: Final = 0.5  # points by which players of an imagined table differ in taste
RISK: Final = 0.2  # that an unprotected Character is attacked
USUAL_LOSS: Final = 2.5  # points that a hidden Character lost at Hell's Mouth costs
CERTAIN: Final = 0.8  # how much winning counts at the end, the rest goes by points


class Sense:
    """What matters at one table in one round, as tables of numbers.

    Who is not `seasoned` takes tiles for what they show, not for what they bring. Who is not `wary` cares for the own points only.
    """

    def __init__(self, view: View, seasoned: bool, wary: bool) -> None:
        table = view.table
        setting = table.setting
        self.setting = setting
        self.seats = table.seats
        self.tiles = setting.tiles
        self.round = table.round
        self.left = ROUNDS - table.round
        self.seasoned = seasoned
        self.wary = wary
        self.rivals = 1.0 / (table.seats - 1) if wary else 0.0  # how much one rival's gain counts against one's own
        self.base: list[float] = []  # [tile] its points, and what it can still do in the rounds to come
        self.symbols: list[int] = []  # [tile] ability symbols
        for tile in range(self.tiles):
            count = 0
            for ability in range(ABILITIES):
                count += setting.symbols[tile * ABILITIES + ability]
            self.symbols.append(count)
            self.base.append(self.base_of(tile))
        self.count: list[int] = []  # [mission * tiles + tile] what it counts alone
        self.weight: list[float] = []  # [mission * MOST_COUNT + count] how much a count attracts the points while rounds are left
        for mission in range(setting.missions):
            narrow = NARROW[self.left] * (STRENGTH_MISSION if setting.mission_kind[mission] == engine.OF_STRENGTH else 1.0)
            for tile in range(self.tiles):
                self.count.append(0 if setting.mission_kind[mission] == engine.OF_DISCARDS else table.symbols_of(mission, [tile]))
            for count in range(MOST_COUNT):
                self.weight.append(exp(min(count / narrow, 60.0)))
        missions = [mission for mission in table.missions_in_play() if mission != HIDDEN]
        self.keep: list[float] = []  # [seat * tiles + tile] what it is worth to a seat to have it in hand
        self.prize: list[float] = []  # [seat * tiles + tile] what it is worth to a seat to win it
        self.mean: list[float] = []  # [seat] strength of one of its tiles
        for seat in range(self.seats):
            self.learn_seat(view, seat, missions)
        self.usual: list[float] = []  # [seat] what a reward that nobody has seen is worth to it
        unseen = view.unseen()
        for seat in range(self.seats):
            total = 0.0
            for tile in unseen:
                total += self.prize[seat * self.tiles + tile]
            self.usual.append(total / max(1, len(unseen)))

    def base_of(self, tile: int) -> float:
        """Its points, as far as it will still be there to score them, and what it can do until then."""
        setting = self.setting
        left = self.left
        if not self.seasoned:
            return setting.vp[tile] + left * (PLAIN_STRENGTH * setting.strength[tile] + PLAIN_SYMBOL * self.symbols[tile])
        points, strength, symbols = VP_OF_MORE, STRENGTH_OF_MORE, SYMBOLS_OF_MORE
        if self.seats == 2:
            points, strength, symbols = VP_OF_TWO, STRENGTH_OF_TWO, SYMBOLS_OF_TWO
        worth = points[left] * setting.vp[tile] + strength[left] * setting.strength[tile]
        if left > 0:
            for ability in range(ABILITIES):
                worth += symbols[(left - 1) * ABILITIES + ability] * setting.symbols[tile * ABILITIES + ability]
        return worth

    def learn_seat(self, view: View, seat: int, missions: list[int]) -> None:
        """What tiles are worth to a seat, from everybody's network."""
        table = view.table
        network = view.network[seat]
        setting = self.setting
        gain: list[float] = []  # [place in missions] points for one symbol more
        flags = 0
        for tile in network:
            flags |= setting.flags[tile]
        for mission in missions:
            own = table.symbols_of(mission, network)
            rest = 0.0
            for other in range(self.seats):
                if other != seat:
                    rest += self.pull(mission, table.symbols_of(mission, view.network[other]))
            now, more = self.pull(mission, own), self.pull(mission, own + 1)
            gain.append(setting.mission_vp[mission] * (more / (more + rest) - now / (now + rest)))
        values: list[float] = []
        for tile in range(self.tiles):
            worth = self.base[tile]
            for place in range(len(missions)):
                mission = missions[place]
                is_new = True
                if setting.mission_kind[mission] == engine.OF_FLAGSET:
                    is_new = tile in network or (setting.flags[tile] & setting.mission_flags[mission] & ~flags) != 0
                if is_new:
                    worth += gain[place] * self.count[mission * self.tiles + tile]
            values.append(worth)
        best = sorted([values[tile] for tile in network], reverse=True)
        floor = best[HAND - 1] if len(best) >= HAND else 0.0
        agenda = table.agenda[seat] if table.agenda else HIDDEN
        for tile in range(self.tiles):
            extra = float(self.count[agenda * self.tiles + tile]) if agenda != HIDDEN else 0.0
            self.keep.append(values[tile])
            self.prize.append(extra + max(1.0, 1.0 + values[tile] - floor))
        strength = 0.0
        for tile in network:
            strength += setting.strength[tile]
        self.mean.append(strength / max(1, len(network)))

    def pull(self, mission: int, count: int) -> float:
        """How much a count attracts a mission's points; counts beyond all measure are all the same."""
        return self.weight[mission * MOST_COUNT + min(count, MOST_COUNT - 1)]

    # -- The end of a round ------------------------------------------------------------------------------------------------

    def judge(self, state: State) -> list[float]:
        """What the end of the round is worth to each seat, from -1 to 1."""
        seats = self.seats
        missions = state.missions_in_play()
        kept: list[list[int]] = []
        counts: list[int] = []  # [seat * missions + place]
        for seat in range(seats):
            best = self.best_six(seat, state.hand[seat])
            kept.append(best)
            for mission in missions:
                counts.append(self.counted(state, mission, seat, best))
        for seat in range(seats):
            if len(state.hand[seat]) > HAND:
                self.improve(state, seat, kept[seat], missions, counts)
        return self.chances(self.points(state, kept, missions, counts), kept, counts, len(missions))

    def points(self, state: State, kept: list[list[int]], missions: list[int], counts: list[int]) -> list[float]:
        """What each seat will have at the end, as far as one can tell."""
        size = len(missions)
        points: list[float] = []
        for seat in range(self.seats):
            total = float(len(state.discards[seat]) + len(state.hand[seat]) - len(kept[seat]))
            for tile in kept[seat]:
                total += self.base[tile]
            for place in range(size):
                total += self.mission_points(missions[place], seat, place, size, counts, counts[seat * size + place])
            if state.agenda:
                total += state.agenda_points(seat)
            points.append(total)
        return points

    def counted(self, state: State, mission: int, seat: int, tiles: list[int]) -> int:
        """What a seat has for a mission if it keeps these tiles [1.9]."""
        kind = self.setting.mission_kind[mission]
        if kind == engine.OF_FLAGSET:
            return state.symbols_of(mission, tiles)
        if kind == engine.OF_DISCARDS:
            return len(state.discards[seat]) + len(state.hand[seat]) - len(tiles)
        count = 0
        first = mission * self.tiles
        for tile in tiles:
            count += self.count[first + tile]
        return count

    def best_six(self, seat: int, hand: list[int]) -> list[int]:
        """The tiles that look best to keep, one by one."""
        kept = hand.copy()
        first = seat * self.tiles
        while len(kept) > HAND:
            worst = 0
            for place in range(1, len(kept)):
                if self.keep[first + kept[place]] < self.keep[first + kept[worst]]:
                    worst = place
            kept.pop(worst)
        return kept

    def improve(self, state: State, seat: int, kept: list[int], missions: list[int], counts: list[int]) -> None:
        """Exchanges kept and discarded tiles as long as that brings points: missions are won together."""
        size = len(missions)
        out = [tile for tile in state.hand[seat] if tile not in kept]
        for _ in range(3):
            gain, give, take = 0.01, -1, -1
            for place in range(HAND):
                for other in range(len(out)):
                    change = self.base[out[other]] - self.base[kept[place]]
                    for at in range(size):
                        mission = missions[at]
                        now = counts[seat * size + at]
                        then = self.count_after(mission, kept, place, out[other], now)
                        if then != now:
                            change += self.mission_points(mission, seat, at, size, counts, then)
                            change -= self.mission_points(mission, seat, at, size, counts, now)
                    if change > gain:
                        gain, give, take = change, place, other
            if give < 0:
                return
            for at in range(size):
                counts[seat * size + at] = self.count_after(missions[at], kept, give, out[take], counts[seat * size + at])
            kept[give], out[take] = out[take], kept[give]

    def count_after(self, mission: int, kept: list[int], place: int, tile: int, now: int) -> int:
        """The count of a mission when another tile is kept in that place."""
        setting = self.setting
        if setting.mission_kind[mission] == engine.OF_DISCARDS:
            return now
        if setting.mission_kind[mission] != engine.OF_FLAGSET:
            return now + self.count[mission * self.tiles + tile] - self.count[mission * self.tiles + kept[place]]
        flags = setting.flags[tile]
        for other in range(len(kept)):
            if other != place:
                flags |= setting.flags[kept[other]]
        return engine.bits(flags & setting.mission_flags[mission])

    def mission_points(self, mission: int, seat: int, place: int, size: int, counts: list[int], own: int) -> float:
        """What a mission pays a seat with this count; while rounds are left, what it will probably pay [E59]."""
        setting = self.setting
        if self.left == 0:
            row = [counts[other * size + place] for other in range(self.seats)]
            row[seat] = own
            if setting.second_place:
                return float(self.second_place_points(row, mission, seat))
            if own < setting.least_count:
                return 0.0
            ahead = 1
            for other in range(self.seats):
                if other != seat:
                    if row[other] > own:
                        return 0.0
                    if row[other] == own:
                        ahead += 1
            return float(setting.mission_vp[mission] // ahead)
        rest = 0.0
        for other in range(self.seats):
            if other != seat:
                rest += self.pull(mission, counts[other * size + place])
        weight = self.pull(mission, own)
        return setting.mission_vp[mission] * weight / (weight + rest)

    def second_place_points(self, row: list[int], mission: int, seat: int) -> int:
        """Variant C, by the rules themselves."""
        return State(self.setting, Luck(0), self.setting.no_city).shares(row, self.setting.mission_vp[mission])[seat]

    def chances(self, points: list[float], kept: list[list[int]], counts: list[int], size: int) -> list[float]:
        """How likely each seat wins, as a worth from -1 to 1; at the end mostly who has won [E60]."""
        seats = self.seats
        if not self.wary:
            return [max(-1.0, min(1.0, point / FAIR_SCORE - 1.0)) for point in points]
        tide = TIDE[self.left]
        most = max(points)
        weights = [exp((point - most) / tide) for point in points]
        total = sum(weights)
        shares = [weight / total for weight in weights]
        if self.left == 0:
            ranks: list[float] = []
            for seat in range(seats):
                rank = points[seat] * 1000.0
                for place in range(size):
                    own = counts[seat * size + place]
                    best = max([counts[other * size + place] for other in range(seats)])
                    rank += 100.0 if own == best and own >= self.setting.least_count else 0.0
                for tile in kept[seat]:
                    rank += self.setting.vp[tile]
                ranks.append(rank)
            top = max(ranks)
            winners = 0
            for rank in ranks:
                winners += 1 if rank == top else 0
            for seat in range(seats):
                won = 1.0 / winners if ranks[seat] == top else 0.0
                shares[seat] = CERTAIN * won + (1.0 - CERTAIN) * shares[seat]
        return [(seats * share - 1.0) / (seats - 1.0) for share in shares]

    def best_discard(self, state: State, seat: int, out: list[int]) -> float:
        """What is worth most to a seat of all sets to discard that begin with these hand slots, ascending."""
        seats = self.seats
        missions = state.missions_in_play()
        size = len(missions)
        kept: list[list[int]] = []
        counts: list[int] = []
        for other in range(seats):
            kept.append(self.best_six(other, state.hand[other]))
            for mission in missions:
                counts.append(self.counted(state, mission, other, kept[other]))
        for other in range(seats):
            if other != seat and len(state.hand[other]) > HAND:
                self.improve(state, other, kept[other], missions, counts)
        best = -2.0
        for chosen in self.sets(out, len(state.hand[seat]), state.surplus(seat)):
            kept[seat] = [tile for slot, tile in enumerate(state.hand[seat]) if slot not in chosen]
            for place in range(size):
                counts[seat * size + place] = self.counted(state, missions[place], seat, kept[seat])
            best = max(best, self.chances(self.points(state, kept, missions, counts), kept, counts, size)[seat])
        return best

    def sets(self, begun: list[int], slots: int, size: int) -> list[list[int]]:
        """All ascending choices of so many slots that begin like this."""
        found: list[list[int]] = [begun]
        for _ in range(size - len(begun)):
            found = [[*some, slot] for some in found for slot in range(some[len(some) - 1] + 1, slots)]
        return found

    # -- Playing on --------------------------------------------------------------------------------------------------------

    def finish(self, state: State, luck: Luck) -> list[float]:
        """Lets everybody play on to the end of the round, and judges it."""
        while not self.is_finished(state):
            state.apply(state.actor, self.go_on(state, luck))
        return self.judge(state)

    def is_finished(self, state: State) -> bool:
        """Whether all Characters are back."""
        return state.phase >= engine.DISCARDING or state.round != self.round

    def go_on(self, state: State, luck: Luck) -> int:
        """A sensible move of whoever must decide, from what that seat may know."""
        seat = state.actor
        if state.phase == engine.PLACING:
            return self.place(state, seat, luck)
        if state.phase == engine.PEEKING:
            return self.peek(state, luck)
        if state.phase == engine.USING:
            return self.uses(state, seat)[0]
        if state.phase == engine.CONSPIRING:
            return self.conspire(state, seat)
        return self.lose(state, seat)

    def strength_at(self, state: State, seat: int, space: int) -> float:
        """The strength of a Character as a seat knows it."""
        if knows(seat, state.known[space]):
            return float(state.strength(space))
        return self.mean[state.owner[space]]

    def prize_at(self, state: State, seat: int, position: int, winner: int) -> float:
        """What a reward would bring to some seat, as this seat knows it."""
        tile = state.reward[position]
        if tile == NO_TILE:
            return 0.0
        if knows(seat, state.reward_known[position]):
            return self.prize[winner * self.tiles + tile]
        return self.usual[winner]

    def place(self, state: State, seat: int, luck: Luck) -> int:
        """The best placement by `placing`, with a whim."""
        setting = self.setting
        spaces = state.placement_spaces(seat)
        chosen: list[int] = [-1] * setting.boards  # [board] its best free space
        liking: list[float] = [0.0] * setting.boards
        for space in spaces:
            board = setting.board_of[space]
            worth = self.space_worth(state, space)
            if chosen[board] < 0 or worth > liking[board]:
                chosen[board], liking[board] = space, worth
        best, choice = -1e9, -1
        hand = state.hand[seat]
        for board in state.city.boards:
            if chosen[board] < 0:
                continue
            outlook = self.look_at(state, seat, board)
            for slot in range(len(hand)):
                worth = liking[board] + self.placing(state, outlook, board, hand[slot]) + WHIM * luck.below(1024) / 1024.0
                if worth > best:
                    best, choice = worth, slot * setting.spaces + chosen[board]
        return choice

    def placements(self, state: State, seat: int) -> list[float]:
        """How each legal placement looks, in the order of `legal`."""
        setting = self.setting
        spaces = state.placement_spaces(seat)
        outlooks: list[list[float]] = [[] for _ in range(setting.boards)]
        for board in state.city.boards:
            outlooks[board] = self.look_at(state, seat, board)
        looks: list[float] = []
        for tile in state.hand[seat]:
            for space in spaces:
                board = setting.board_of[space]
                looks.append(self.space_worth(state, space) + self.placing(state, outlooks[board], board, tile))
        return looks

    def space_worth(self, state: State, space: int) -> float:
        """What a space brings besides its board: a low numeral, a look."""
        setting = self.setting
        worth = LOW * (4 - setting.numeral[space])
        return worth + LOOK if setting.peek[space] else worth

    def look_at(self, state: State, seat: int, board: int) -> list[float]:
        """A board as a seat sees it: own strength (-1 if nobody is there), the best rival's, rivals there, stake."""
        setting = self.setting
        position = state.city.position[board]
        totals: list[float] = [0.0] * self.seats
        is_there = False
        crowd = 0.0
        for space in setting.spaces_of[board]:
            owner = state.owner[space]
            if owner == NOBODY:
                continue
            totals[owner] += self.strength_at(state, seat, space)
            if owner == seat:
                is_there = True
            else:
                crowd += 1.0
        cubes = 0
        rival, who = -1.0, -1
        for other in range(self.seats):
            if other != seat:
                cubes += state.cubes[other]
                if totals[other] > rival:
                    rival, who = totals[other], other
        rival += cubes * ARRIVALS / POSITIONS / (self.seats - 1)
        stake = self.prize_at(state, seat, position, seat) + self.rivals * self.prize_at(state, seat, position, who)
        return [totals[seat] if is_there else -1.0, rival, crowd, stake]

    def placing(self, state: State, outlook: list[float], board: int, tile: int) -> float:
        """What a tile changes about who takes a board's reward."""
        setting = self.setting
        strength = float(setting.strength[tile])
        effect = setting.effect[board]
        first = tile * ABILITIES
        if effect == engine.FLAG_BONUS and setting.flags[tile] & setting.bonus_flag[board]:
            strength += setting.bonus[board]
        elif effect == engine.DICE_DIFFERENCE:
            strength += DICE
        if self.symbols[tile]:
            for ability in range(ABILITIES):
                count = setting.symbols[first + ability]
                if count and (ability != ASSASSIN or (effect != engine.NO_ASSASSIN and outlook[2] > 0.0)):
                    strength += EDGE[ability] * count
            if setting.symbols[first + NATIONALISM]:
                strength += setting.symbols[first + NATIONALISM] * self.open_flags(state, tile, state.city.position[board])
        own, rival = outlook[0], outlook[1]
        before = 0.0 if own < 0.0 else 1.0 / (1.0 + exp((rival - own) / DOUBT))
        after = 1.0 / (1.0 + exp((rival - strength - max(own, 0.0)) / DOUBT))
        worth = outlook[3] * (after - before)
        if setting.symbols[first + CONSPIRACY]:
            worth += setting.symbols[first + CONSPIRACY] * CONSPIRING_WORTH * after
        if effect == engine.WEAKEST_LOSES_TILE:
            worth -= (1.0 - after) * (1.0 + self.base[tile]) * 0.5
        return worth - THRIFT * setting.strength[tile]

    def placed(self, state: State, space: int) -> float:
        """How well its owner has placed a Character, as it would look to him without it."""
        owner, tile = state.owner[space], state.tile[space]
        board = self.setting.board_of[space]
        state.owner[space] = NOBODY
        worth = self.placing(state, self.look_at(state, owner, board), board, tile)
        state.owner[space] = owner
        return worth

    def open_flags(self, state: State, tile: int, here: int) -> int:
        """How many equal flags lie open around a board now [E36]."""
        flags = self.setting.flags
        own = flags[tile]
        count = 0
        for space in state.city.around[here]:
            if state.face_up[space] and flags[state.tile[space]] & own:
                count += 1
        for position in range(POSITIONS):
            if state.reward_up[position] and state.city.reaches(here, position) and flags[state.reward[position]] & own:
                count += 1
        return count

    def peek(self, state: State, luck: Luck) -> int:
        """A reward rather than a Character, one of them at random."""
        setting = self.setting
        moves = state.peeks()
        rewards = [move for move in moves if move >= setting.do_peek_reward]
        if rewards:
            return rewards[luck.below(len(rewards))]
        return moves[luck.below(len(moves))]

    # -- Abilities ---------------------------------------------------------------------------------------------------------

    def outlook(self, state: State, seat: int, board: int) -> float:
        """What a board will bring to a seat if nothing more happens there; what rivals get counts against it."""
        setting = self.setting
        position = state.city.position[board]
        totals: list[float] = [-1.0] * self.seats
        winner = NOBODY
        here = setting.spaces_of[board]
        bonus = DICE if setting.effect[board] == engine.DICE_DIFFERENCE else 0.0
        players = 0
        for space in here:
            owner = state.owner[space]
            if owner != NOBODY:
                if totals[owner] < 0.0:
                    totals[owner] = 0.0
                    players += 1
                totals[owner] += self.strength_at(state, seat, space) + bonus
        for space in here:  # ascending numeral: the first of equals wins [E49]
            owner = state.owner[space]
            if owner != NOBODY and (winner == NOBODY or totals[owner] > totals[winner]):
                winner = owner
        if winner == NOBODY:
            return 0.0
        prize = self.prize_at(state, seat, position, winner)
        worth = prize if winner == seat else -self.rivals * prize
        if setting.effect[board] == engine.WEAKEST_LOSES_TILE and players > 1:
            loser = winner
            for space in here:
                owner = state.owner[space]
                if owner != NOBODY and owner != winner and (loser == winner or totals[owner] <= totals[loser]):
                    loser = owner
            loss = 1e9
            for space in here:
                if state.owner[space] == loser:
                    loss = min(loss, 1.0 + self.base[state.tile[space]] if knows(seat, state.known[space]) else USUAL_LOSS)
            worth += -loss if loser == seat else self.rivals * loss
        return worth

    def uses(self, state: State, seat: int) -> list[int]:
        """What the acting Character may do, the best first."""
        moves = state.legal(seat)
        looks: list[tuple[float, int]] = []
        board = state.board()
        now = self.outlook(state, seat, board)
        for move in moves:
            looks.append((-self.use_worth(state, seat, board, now, move), move))
        looks.sort()
        return [move for _, move in looks]

    def use_worth(self, state: State, seat: int, board: int, now: float, move: int) -> float:
        """What one use changes about this board and the one it takes from, in points."""
        setting = self.setting
        if move == setting.do_stop:
            return 0.0
        if move < setting.do_look:
            return self.without(state, seat, board, setting.first_space[board] + move - setting.do_assassin) - now
        if move == setting.do_look:
            return CONSPIRING_WORTH
        if move == setting.do_nationalism:
            return self.with_flags(state, seat, board) - now + LOW
        if move < setting.do_diplomacy:
            use = move - setting.do_seduction
            return self.seducing(state, seat, board, now, use // setting.numerals, setting.first_space[board] + use % setting.numerals)
        return self.protecting(state, seat, board, now, move - setting.do_diplomacy)

    def without(self, state: State, seat: int, board: int, space: int) -> float:
        """The outlook of a board without one of its Characters."""
        owner = state.owner[space]
        state.owner[space] = NOBODY
        worth = self.outlook(state, seat, board)
        state.owner[space] = owner
        return worth

    def with_flags(self, state: State, seat: int, board: int) -> float:
        """The outlook of a board with the acting Character's Nationalism [E36]."""
        before = state.bonus[state.acting]
        state.bonus[state.acting] = before + (1 if self.setting.live else state.matching_flags(state.acting))
        worth = self.outlook(state, seat, board)
        state.bonus[state.acting] = before
        return worth

    def seducing(self, state: State, seat: int, board: int, now: float, source: int, target: int) -> float:
        """What it changes to have that Character here instead of there [E37]."""
        there = self.setting.board_of[source]
        is_open = self.is_to_come(state, there)
        before = self.outlook(state, seat, there) if is_open else 0.0
        tile, owner, known, bonus, dice = (
            state.tile[source],
            state.owner[source],
            state.known[source],
            state.bonus[source],
            state.dice[source],
        )
        state.owner[source] = NOBODY
        after = self.outlook(state, seat, there) if is_open else 0.0
        state.owner[target], state.tile[target], state.known[target] = owner, tile, known
        worth = self.outlook(state, seat, board) - now + after - before
        state.owner[target], state.tile[target], state.known[target] = NOBODY, NO_TILE, 0
        state.owner[source], state.bonus[source], state.dice[source] = owner, bonus, dice
        if is_open and (not knows(seat, known) or self.symbols[tile]):  # its abilities are void from now on
            voided = 0.3 if knows(seat, known) else 0.2
            worth += -voided if owner == seat else voided * self.rivals
        return worth

    def is_to_come(self, state: State, board: int) -> bool:
        """Whether a board is still to be resolved."""
        return board > state.board()

    def protecting(self, state: State, seat: int, board: int, now: float, space: int) -> float:
        """A part of what would be lost without that Character [E38]."""
        there = self.setting.board_of[space]
        if there == board:
            return RISK * (now - self.without(state, seat, board, space))
        if not self.is_to_come(state, there):
            return 0.0
        return RISK * (self.outlook(state, seat, there) - self.without(state, seat, there, space))

    def conspire(self, state: State, seat: int) -> int:
        """The reward for oneself, or the worse one for the others [E35]."""
        setting = self.setting
        board = state.board()
        position = state.city.position[board]
        keep = self.outlook(state, seat, board)
        reward = state.reward[position]
        state.reward[position] = state.pile[0]
        swap = self.outlook(state, seat, board)
        state.reward[position] = reward
        return setting.do_swap if swap > keep else setting.do_keep

    def lose(self, state: State, seat: int) -> int:
        """The tile that is worth least to its owner [E47]."""
        moves = state.legal(seat)
        first = self.setting.first_space[state.board()]
        best, choice = 1e9, moves[0]
        for move in moves:
            worth = self.keep[seat * self.tiles + state.tile[first + move - self.setting.do_lose]]
            if worth < best:
                best, choice = worth, move
        return choice
