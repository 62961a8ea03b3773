"""What a seat may know of Estoril [part 3]: the table with HIDDEN for every tile it has not seen, and everybody's network.

Knowledge lies per slot: who knows a space, a reward or a place of the pile is public, because everybody sees who looks where.
A hidden tile is nothing but its slot. What everybody can deduce is the *network* of each player, hand and Characters
together [E3]; which of them stand face down is what a sample has to guess.
"""

from __future__ import annotations

from spyhouse.rules.estoril import engine
from spyhouse.rules.kit.contract import EVERYONE
from spyhouse.rules.kit.contract import View as BaseView
from spyhouse.rules.kit.luck import Luck


class View(BaseView):
    """The table as one seat or a spectator sees it."""

    def __init__(self, seat: int, trace: int, table: engine.State, network: list[list[int]]) -> None:
        super().__init__(seat, trace)
        self.table = table  # HIDDEN where this seat does not know; other hands are HIDDEN throughout, as many as there are
        self.network = network  # [seat] hand and Characters, ascending: everybody can work this out [3.1]

    def to_act(self) -> list[int]:
        return self.table.to_act()

    def legal(self) -> list[int]:
        return self.table.legal(self.seat)

    def label(self) -> bytes:
        return self.table.label()

    def numbers(self) -> list[int]:
        numbers: list[int] = []
        for tiles in self.network:
            numbers.append(len(tiles))
            numbers.extend(tiles)
        return numbers + self.table.numbers()

    # -- What follows from it --------------------------------------------------------------------------------------

    def secret_spaces(self, seat: int) -> list[int]:
        """The spaces where a Character of that seat stands that this seat has not seen."""
        table = self.table
        return [space for space in table.city.spaces if table.owner[space] == seat and table.tile[space] == engine.HIDDEN]

    def candidates(self, seat: int) -> list[int]:
        """What those may be: the hand when placing began, without what was shown since or seen by a peek [3.2]."""
        table = self.table
        seen = [table.tile[space] for space in table.city.spaces if table.owner[space] == seat]
        return [tile for tile in self.network[seat] if not table.shown[tile] and tile not in seen]

    def unseen(self) -> list[int]:
        """The deck without every tile that this seat can place somewhere: what pile and face-down rewards may hold [3.2]."""
        table = self.table
        seen = [False] * table.setting.deck
        slots = table.pile + table.reward + table.removed
        for seat in range(table.seats):
            slots = slots + self.network[seat] + table.discards[seat]
        for tile in slots:
            if 0 <= tile < table.setting.deck:
                seen[tile] = True
        return [tile for tile in range(table.setting.deck) if not seen[tile]]

    # -- Imagining the rest ----------------------------------------------------------------------------------------

    def sample(self, luck: Luck) -> engine.State:
        """Some full State that this seat cannot tell from the real one; each is equally likely, as far as rules go."""
        state = self.table.clone()
        self.imagine_deck(state, luck)
        for seat in range(state.seats):
            if seat != self.seat:
                self.imagine_hand(state, seat, luck)
        if engine.HIDDEN in state.hidden_missions or engine.HIDDEN in state.agenda:
            self.imagine_missions(state, luck)
        state.chance = Luck(luck.below(1 << 30))
        return state

    def imagine_deck(self, state: engine.State, luck: Luck) -> None:
        """Face-down rewards and places of the pile get the unseen tiles in random order."""
        unseen = self.unseen()
        luck.shuffle("sample", unseen)
        for position in range(engine.POSITIONS):
            if state.reward[position] == engine.HIDDEN:
                state.reward[position] = unseen.pop()
        for place in range(len(state.pile)):
            if state.pile[place] == engine.HIDDEN:
                state.pile[place] = unseen.pop()

    def imagine_hand(self, state: engine.State, seat: int, luck: Luck) -> None:
        """Another seat's face-down Characters get some of the candidates, its hand the rest of its network."""
        candidates = self.candidates(seat)
        luck.shuffle("sample", candidates)
        for space in self.secret_spaces(seat):
            state.tile[space] = candidates.pop()
        standing = [state.tile[space] for space in state.city.spaces if state.owner[space] == seat]
        state.hand[seat] = [tile for tile in self.network[seat] if tile not in standing]

    def imagine_missions(self, state: engine.State, luck: Luck) -> None:
        """Face-down missions and agendas that this seat has not seen, as likely as the deal makes them [part 5].

        An agenda is dealt after the face-down missions, from those that may be one. If this seat holds one, a deal that left
        more of them was less likely to bring just this one: such deals are thrown away in proportion.
        """
        setting = state.setting
        seen = [mission for mission in state.open_missions + state.hidden_missions + state.agenda if mission != engine.HIDDEN]
        rest = [mission for mission in range(setting.missions) if mission not in seen]
        own = state.agenda[self.seat] if state.agenda and self.seat >= 0 else engine.HIDDEN
        hidden = len([mission for mission in state.hidden_missions if mission == engine.HIDDEN])
        fit = len([mission for mission in rest if not setting.never_agenda[mission]])
        while True:
            luck.shuffle("sample", rest)
            left = len([mission for mission in rest[hidden:] if not setting.never_agenda[mission]])
            if own == engine.HIDDEN or luck.below(left + 1) < fit - hidden + 1:  # the holder's own one was among them, too
                break
        drawn = rest[:hidden]
        fitting = [mission for mission in rest[hidden:] if not setting.never_agenda[mission]]
        state.hidden_missions = [drawn.pop() if mission == engine.HIDDEN else mission for mission in state.hidden_missions]
        state.agenda = [fitting.pop() if mission == engine.HIDDEN else mission for mission in state.agenda]


def knows(seat: int, known: int) -> bool:
    """Whether a slot's mark says that this seat (or SPECTATOR) knows its tile."""
    return known == EVERYONE or (seat >= 0 and (known >> seat) & 1 == 1)


def of(state: engine.State, seat: int) -> View:
    """The view of a seat, built up from what it may know [3.1]."""
    seats = range(state.seats)
    over = state.phase == engine.OVER
    table = engine.State(state.setting, Luck(0), state.city)
    table.round, table.first, table.phase, table.actor, table.stage = state.round, state.first, state.phase, state.actor, state.stage
    table.acting, table.left, table.seals, table.cubes = state.acting, state.left.copy(), state.seals, state.cubes.copy()
    table.tile = [seen(seat, state.known[space], state.tile[space]) for space in range(state.setting.spaces)]
    table.owner, table.face_up, table.known = state.owner.copy(), state.face_up.copy(), state.known.copy()
    table.seduced, table.white = state.seduced.copy(), state.white.copy()
    table.bonus, table.dice = state.bonus.copy(), state.dice.copy()
    table.reward = [seen(seat, state.reward_known[position], state.reward[position]) for position in range(engine.POSITIONS)]
    table.reward_up, table.reward_known = state.reward_up.copy(), state.reward_known.copy()
    table.pile = [seen(seat, state.pile_known[place], state.pile[place]) for place in range(len(state.pile))]
    table.pile_known = state.pile_known.copy()
    table.hand = [state.hand[other].copy() if other == seat else [engine.HIDDEN] * len(state.hand[other]) for other in seats]
    table.chosen = [state.chosen[other] if other == seat else [] for other in seats]  # a secret choice is its seat's own [E53]
    table.shown = [0] * state.setting.tiles
    network: list[list[int]] = []
    for other in seats:
        standing = [state.tile[space] for space in state.city.spaces if state.owner[space] == other]
        network.append(sorted(state.hand[other] + standing))
        for tile in network[other]:
            table.shown[tile] = state.shown[tile]
    table.discards, table.removed, table.open_missions = state.discards, state.removed, state.open_missions
    beside = [seat, (seat - 1) % state.seats] if seat >= 0 else []  # [variant A]: the two beside a seat
    table.hidden_missions = [
        state.hidden_missions[at] if over or at in beside else engine.HIDDEN for at in range(len(state.hidden_missions))
    ]
    table.agenda = [state.agenda[other] if over or other == seat else engine.HIDDEN for other in range(len(state.agenda))]
    return listening(View(seat, state.trace(seat), table, network))


def seen(seat: int, known: int, tile: int) -> int:
    """A tile as this seat sees it: HIDDEN if there is one that it does not know."""
    return tile if tile == engine.NO_TILE or knows(seat, known) else engine.HIDDEN


def listening(view: View) -> View:
    """Its table has perceived what the seat has, so that samples go on from there."""
    view.table.listening = True
    view.table.traces[view.seat] = view.trace
    return view


def read(setting: engine.Setting, seat: int, trace: int, numbers: list[int]) -> View:
    """The view that `bytes(view)` came from."""
    network: list[list[int]] = []
    at = 0
    for _ in range(setting.seats):
        network.append(numbers[at + 1 : at + 1 + numbers[at]])
        at += 1 + numbers[at]
    return listening(View(seat, trace, engine.read(setting, numbers[at:], None), network))
