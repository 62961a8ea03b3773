"""What a seat may know of Dead Drop: built up from nothing, field by field; and worlds that fit it."""

from __future__ import annotations

from spyhouse.rules.kit.contract import CLOCK, SPECTATOR
from spyhouse.rules.kit.contract import View as BaseView
from spyhouse.rules.kit.luck import Luck
from tests.toy import engine


class View(BaseView):
    """The table from one seat. No field holds anything that this seat has not been told."""

    def __init__(self, seat: int, trace: int, setting: engine.Setting) -> None:
        super().__init__(seat, trace)
        self.setting = setting
        self.round = 0
        self.phase = engine.DROPPING
        self.ticks = 0
        self.dealt: list[int] = []  # the own three cards, also those shown since; none for SPECTATOR
        self.drop = engine.NOTHING  # the own one; whether others have laid theirs is not here at all
        self.glimpse = engine.NOTHING  # the prize the own peek showed
        self.bottom: list[int] = []  # the cards out of play where they lie open
        self.points: list[int] = []  # [seat]
        self.peeked: list[int] = []  # [seat] the round whose prize it has seen early
        self.shown: list[int] = []  # [round * seats + seat] drops of the rounds gone by
        self.prizes: list[int] = []  # [round] prizes of the rounds gone by
        self.dice: list[int] = []  # [round] faces thrown
        self.slip: list[int] = []  # stays empty, but for planted leaks

    def hand(self) -> list[int]:
        """The own cards not shown yet, ascending."""
        return [card for card in self.dealt if card not in self.shown]

    def to_act(self) -> list[int]:
        """Everybody, as if no other seat had laid a card; the own seat only while it owes one [T2]."""
        if self.phase == engine.RESTING:
            return [CLOCK]
        owing = range(self.setting.seats) if self.phase == engine.DROPPING else range(0)
        return [seat for seat in owing if seat != self.seat or self.drop == engine.NOTHING]

    def legal(self) -> list[int]:
        if self.seat == SPECTATOR or self.phase == engine.OVER:
            return []
        drops = self.hand() if self.phase == engine.DROPPING else []
        return [*drops, engine.PEEK] if self.peeked[self.seat] == engine.NOTHING else drops

    def sample(self, luck: Luck) -> engine.State:
        """Puts what is known in its place and shuffles the rest into what is left; the others have laid nothing yet."""
        state = engine.blank(self.setting)
        state.traces[self.seat] = self.trace
        state.chance = luck.clone()
        state.deck = self.known_places()
        unseen = [card for card in range(self.setting.cards) if card not in state.deck]
        luck.shuffle("sample", unseen)
        for place in range(self.setting.cards):
            if state.deck[place] == engine.NOTHING:
                state.deck[place] = unseen.pop()
        if self.seat != SPECTATOR:
            state.drop[self.seat] = self.drop
        state.shown, state.dice = self.shown.copy(), self.dice.copy()
        state.points, state.peeked = self.points.copy(), self.peeked.copy()
        state.round, state.phase, state.ticks = self.round, self.phase, self.ticks
        return state

    def known_places(self) -> list[int]:
        """The deck as far as this seat has seen it: NOTHING where it has not."""
        seats = self.setting.seats
        deck = [engine.NOTHING] * self.setting.cards
        for seat in range(seats):
            for number in range(self.round):  # what a seat has shown it must have held
                deck[seat * engine.HAND + number] = self.shown[number * seats + seat]
        for place, card in enumerate(self.dealt):
            deck[self.seat * engine.HAND + place] = card
        for number, prize in enumerate(self.prizes):
            deck[seats * engine.HAND + number] = prize
        if self.glimpse != engine.NOTHING:
            deck[seats * engine.HAND + self.peeked[self.seat]] = self.glimpse
        for place, card in enumerate(self.bottom):
            deck[seats * engine.HAND + engine.ROUNDS + place] = card
        return deck

    def label(self) -> bytes:
        return self.setting.label

    def numbers(self) -> list[int]:
        own = [*self.dealt, self.drop, self.glimpse, *self.bottom]
        table = [*self.points, *self.peeked, *self.shown, *self.prizes, *self.dice]
        return [self.round, self.phase, self.ticks, *own, *table, *self.slip]


def of(state: engine.State, seat: int) -> View:
    """What this seat may know of the state."""
    view = blank(seat, state.trace(seat), state.setting)
    place = state.prize_place(0)
    view.round, view.phase, view.ticks = state.round, state.phase, state.ticks
    if seat != SPECTATOR:
        view.dealt = sorted(state.deck[seat * engine.HAND : seat * engine.HAND + engine.HAND])
        view.drop = state.drop[seat]
        if state.peeked[seat] != engine.NOTHING:
            view.glimpse = state.deck[place + state.peeked[seat]]
    if state.setting.open_bottom:
        view.bottom = sorted(state.deck[place + engine.ROUNDS :])
    view.points, view.peeked = state.points.copy(), state.peeked.copy()
    view.shown, view.dice = state.shown.copy(), state.dice.copy()
    view.prizes = state.deck[place : place + state.round]
    return view


def blank(seat: int, trace: int, setting: engine.Setting) -> View:
    """A view that knows nothing yet; with a planted leak where the table asked for one."""
    if setting.leak == "off":
        return View(seat, trace, setting)
    from tests.toy import planted  # here: its leaky View is made from the one above

    return planted.View(seat, trace, setting)


def read(setting: engine.Setting, seat: int, trace: int, numbers: list[int]) -> View:
    """The view that `bytes(view)` came from."""
    view = blank(seat, trace, setting)
    view.round, view.phase, view.ticks = numbers[:3]
    own = 0 if seat == SPECTATOR else engine.HAND
    bottom = setting.cards - (setting.seats + 1) * engine.HAND if setting.open_bottom else 0
    parts: list[list[int]] = []
    at = 3
    for size in (own, 2, bottom, setting.seats, setting.seats, view.round * setting.seats, view.round, view.round):
        parts.append(numbers[at : at + size])
        at += size
    view.dealt, (view.drop, view.glimpse), view.bottom, view.points, view.peeked, view.shown, view.prizes, view.dice = parts
    view.slip = numbers[at:]
    return view
