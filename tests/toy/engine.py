"""The rules of Dead Drop, top to bottom: the model of how a game keeps its secrets."""

from __future__ import annotations

from typing import Final

from spyhouse.rules.kit.contract import CLOCK, EVERYONE, NO_ACTION, NO_ONE, Outcome
from spyhouse.rules.kit.contract import State as BaseState
from spyhouse.rules.kit.errors import IllegalMove
from spyhouse.rules.kit.luck import Luck
from spyhouse.rules.kit.meta import Terms
from tests.toy import story, view

ROUNDS: Final = 3
HAND: Final = 3
NOTHING: Final = -1

DROPPING: Final = 0
RESTING: Final = 1
OVER: Final = 2

# Action numbers: a card to lay is its own number, so the rest comes after the longest deck.
PEEK: Final = 16
ACTIONS: Final = 17
TICK: Final = 17  # of the clock alone


class Setting:
    """What this table plays with."""

    def __init__(self, terms: Terms) -> None:
        self.label: bytes = terms.label
        self.seats: int = terms.seats
        self.cards: int = terms.content.cards
        self.pause: int = terms.options["pause"]
        self.open_bottom: bool = terms.options["open_bottom"]
        self.leak: str = terms.options["leak"]


class State(BaseState):
    """One match: everything, hidden and open."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting.seats)
        self.setting = setting
        self.chance: Luck = Luck(0)
        self.deck: list[int] = []  # [place] card: three places a seat, then one a round for the prizes, then out of play
        self.drop: list[int] = [NOTHING] * setting.seats  # [seat] what it has laid in secret in this round
        self.shown: list[int] = []  # [round * seats + seat] the drops of the rounds gone by
        self.dice: list[int] = []  # [round] the faces thrown
        self.points: list[int] = [0] * setting.seats  # [seat]
        self.peeked: list[int] = [NOTHING] * setting.seats  # [seat] the round whose prize it has seen early
        self.round = 0  # rounds gone by
        self.phase = DROPPING
        self.ticks = 0  # still to go while resting

    # -- The rules -------------------------------------------------------------------------------------------------

    def set_up(self, luck: Luck) -> None:
        """Shuffles and deals [T1]."""
        self.chance = luck
        self.deck = list(range(self.setting.cards))
        luck.shuffle("deck", self.deck)
        if self.listening:
            self.tell(NO_ONE, story.Deal(tuple(self.deck)))
            for seat in range(self.seats):
                self.tell(1 << seat, story.Hand(tuple(self.hand(seat))))
            if self.setting.open_bottom:
                self.tell(EVERYONE, story.Bottom(tuple(sorted(self.deck[self.prize_place(ROUNDS) :]))))
        self.begin_round()

    def hand(self, seat: int) -> list[int]:
        """The cards a seat still has, ascending; its drop is among them until it is shown."""
        return sorted([card for card in self.deck[seat * HAND : seat * HAND + HAND] if card not in self.shown])

    def prize_place(self, number: int) -> int:
        return self.seats * HAND + number

    def begin_round(self) -> None:
        self.phase = DROPPING
        if self.listening:
            self.tell(EVERYONE, story.Round(self.round))

    def lay(self, seat: int, card: int) -> None:
        """A drop is its owner's secret, so nobody else is told anything; the last one closes the step [T2]."""
        self.drop[seat] = card
        if self.listening:
            self.tell(1 << seat, story.Lay(card))
        if NOTHING not in self.drop:
            self.show_drops()

    def show_drops(self) -> None:
        """The die says whether the highest or the lowest drop takes the prize [T3]."""
        prize = self.deck[self.prize_place(self.round)]
        die = self.chance.pick("die", 6) + 1
        taker = self.drop.index(max(self.drop) if die % 2 == 1 else min(self.drop))
        self.points[taker] += prize + 1
        if self.listening:
            self.tell(EVERYONE, story.Show(tuple(self.drop), prize))
            self.tell(EVERYONE, story.Die(die))
            self.tell(EVERYONE, story.Take(taker, prize))
        self.shown += self.drop
        self.dice.append(die)
        self.drop = [NOTHING] * self.seats
        self.round += 1
        self.rest()

    def rest(self) -> None:
        """The game ends after three rounds, else the clock runs [T4, T6]."""
        if self.round == ROUNDS:
            self.phase = OVER
            if self.listening:
                self.tell(EVERYONE, story.End(tuple(self.points)))
        elif self.setting.pause == 0:
            self.begin_round()
        else:
            self.phase = RESTING
            self.ticks = self.setting.pause

    def tick(self) -> None:
        self.ticks -= 1
        if self.listening:
            self.tell(EVERYONE, story.Tick(self.ticks))
        if self.ticks == 0:
            self.begin_round()

    def peek(self, seat: int) -> None:
        """Two facts: that it peeks is for all, what it sees for itself [T5]."""
        self.peeked[seat] = self.round
        if self.listening:
            self.tell(EVERYONE, story.Peek(seat, self.round))
            self.tell(1 << seat, story.Glimpse(self.round, self.deck[self.prize_place(self.round)]))

    def outcome(self) -> Outcome | None:
        """Most points win, a tie is shared [T6]."""
        if self.phase != OVER:
            return None
        ranks = [1 + len([other for other in self.points if other > own]) for own in self.points]
        winners = [seat for seat in range(self.seats) if ranks[seat] == 1]
        returns = [1.0 if rank == 1 else -1.0 for rank in ranks]
        return Outcome("prizes", tuple(self.points), tuple(ranks), tuple(winners), tuple(returns))

    # -- The contract ----------------------------------------------------------------------------------------------

    def to_act(self) -> list[int]:
        """The referee knows who has not laid a card yet; a View does not."""
        if self.phase == RESTING:
            return [CLOCK]
        return [seat for seat in range(self.seats) if self.phase == DROPPING and self.drop[seat] == NOTHING]

    def legal(self, seat: int) -> list[int]:
        """A seat that has laid its drop may still lay another; a peek is an interrupt [T2, T5]."""
        if seat == CLOCK:
            return [TICK] if self.phase == RESTING else []
        if self.phase == OVER or not 0 <= seat < self.seats:
            return []
        drops = self.hand(seat) if self.phase == DROPPING else []
        return [*drops, PEEK] if self.peeked[seat] == NOTHING else drops

    def apply(self, seat: int, action: int) -> None:
        if action not in self.legal(seat):
            raise refusal(self, seat, action)
        if action == TICK:
            self.tick()
        elif action == PEEK:
            self.peek(seat)
        else:
            self.lay(seat, action)

    def default(self, seat: int) -> int:
        """The lowest card, where a drop is owed [T7]."""
        return self.legal(seat)[0] if seat in self.to_act() else NO_ACTION

    def sealed(self, seat: int) -> int:
        """Only what everybody sees seals, and the own peek; never another seat's secret drop [T8]."""
        return self.round * 2 + (1 if 0 <= seat < self.seats and self.peeked[seat] != NOTHING else 0)

    def is_final(self, seat: int, action: int) -> bool:
        """From what the seat knows: a trial would tell it whether its drop is the last one [T8]."""
        return action in (PEEK, TICK)

    def luck(self) -> Luck:
        return self.chance

    def clone(self) -> State:
        twin = blank(self.setting)
        twin.heard_from(self)
        twin.chance = self.chance.clone()
        twin.deck = self.deck  # never changes after the deal
        twin.drop = self.drop.copy()
        twin.shown = self.shown.copy()
        twin.dice = self.dice.copy()
        twin.points = self.points.copy()
        twin.peeked = self.peeked.copy()
        twin.round = self.round
        twin.phase = self.phase
        twin.ticks = self.ticks
        return twin

    def view(self, seat: int) -> view.View:
        return view.of(self, seat)

    def label(self) -> bytes:
        return self.setting.label

    def numbers(self) -> list[int]:
        lists = [*self.deck, *self.drop, *self.points, *self.peeked, *self.shown, *self.dice]
        return [self.round, self.phase, self.ticks, *lists]

    def broken(self) -> list[str]:
        """L1 no card twice; L2 drops come from hands; L3 points are the prizes shown."""
        laws: list[str] = []
        if sorted(self.deck) != list(range(self.setting.cards)):
            laws.append("L1")
        for place, card in enumerate(self.shown + [drop for drop in self.drop if drop != NOTHING]):
            if card not in self.deck[: self.seats * HAND] or card in self.shown[:place]:
                laws.append("L2")
        if sum(self.points) != sum([self.deck[self.prize_place(number)] + 1 for number in range(self.round)]):
            laws.append("L3")
        return laws


def blank(setting: Setting) -> State:
    """A state with nothing in it yet; with a planted leak where the table asked for one."""
    if setting.leak == "off":
        return State(setting)
    from tests.toy import planted  # here: its leaky State is made from the one above

    return planted.State(setting)


def start(setting: Setting, luck: Luck, telling: bool) -> State:
    """A match before its first decision."""
    state = blank(setting)
    if telling:
        state.story = []
    state.set_up(luck)
    return state


def read(setting: Setting, numbers: list[int], luck: Luck | None) -> State:
    """The state that `numbers()` came from."""
    state = blank(setting)
    state.chance = luck or Luck(0)
    state.round, state.phase, state.ticks = numbers[:3]
    parts: list[list[int]] = []
    at = 3
    for size in (setting.cards, setting.seats, setting.seats, setting.seats, state.round * setting.seats, state.round):
        parts.append(numbers[at : at + size])
        at += size
    state.deck, state.drop, state.points, state.peeked, state.shown, state.dice = parts
    return state


def refusal(state: State, seat: int, action: int) -> IllegalMove:
    """Why not; only from what the mover may know."""
    if state.phase == OVER:
        return IllegalMove("T6", "The game is over.", "Start a new one.")
    if seat == CLOCK or action == TICK:
        return IllegalMove("T4", "Only the clock ticks, and only between two rounds.", "Wait for the table.")
    if not 0 <= seat < state.seats:
        return IllegalMove("T1", "You have no seat at this table.", "Watch, or take a seat in the next match.")
    if action == PEEK:
        return IllegalMove("T5", "You have peeked before.", "Go on without.")
    if not 0 <= action < state.setting.cards:
        return IllegalMove("T1", f"There is no action {action}.", "Lay a card of your hand.")
    if state.phase == RESTING:
        return IllegalMove("T4", "The table rests.", "Wait for the next round.")
    return IllegalMove("T2", f"Card {action + 1} is not in your hand.", "Lay one that is.")
