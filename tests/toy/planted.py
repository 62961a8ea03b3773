"""Leaks planted on purpose, one a value of the option `leak`, so that the leak test can show that it finds each of them.

view    the view shows the next prize
legal   a peek is legal only where the next prize is a high card
story   everybody is told that a seat has laid its drop
error   a refusal says who holds the card
size    the action space grows with every drop laid
final   whether a drop can be taken back is found by trying it, which tells whether it is the last one
sealed  what a seat may take back hangs on the drops of the others
loyal   the view shows the next prize, and samples keep to it, so that no sample ever differs from the real game
pocket  the view keeps the State itself in its pocket, and samples from there
haste   a drop is called forced where only the hand leaves no other
forget  the view forgets what a peek has shown
"""

from __future__ import annotations

from typing import NamedTuple

from spyhouse.rules.kit.contract import EVERYONE, only
from spyhouse.rules.kit.contract import State as BaseState
from spyhouse.rules.kit.errors import IllegalMove
from spyhouse.rules.kit.luck import Luck
from tests.toy import engine, view
from tests.toy.engine import ACTIONS, HAND, NOTHING, OVER, PEEK


class HasLaid(NamedTuple):
    """Tells what nobody may know: that this seat has laid its drop."""

    seat: int


class State(engine.State):
    """A match with a leak."""

    def next_prize(self) -> int:
        return NOTHING if self.phase == OVER else self.deck[self.prize_place(self.round)]

    def view(self, seat: int) -> view.View:
        seen = super().view(seat)
        assert isinstance(seen, View)
        if self.setting.leak in ("view", "loyal"):
            seen.slip = [self.next_prize()]
        elif self.setting.leak == "pocket":
            seen.pocket = self
        elif self.setting.leak == "forget":
            seen.glimpse = NOTHING
        return seen

    def legal(self, seat: int) -> list[int]:
        moves = super().legal(seat)
        if self.setting.leak == "legal" and self.next_prize() < self.setting.cards // 2:
            return [move for move in moves if move != PEEK]
        return moves

    def lay(self, seat: int, card: int) -> None:
        if self.setting.leak == "story" and self.listening:
            self.tell(EVERYONE, HasLaid(seat))
        super().lay(seat, card)

    def apply(self, seat: int, action: int) -> None:
        try:
            super().apply(seat, action)
        except IllegalMove as refused:
            if self.setting.leak == "error" and refused.rule == "T2":
                raise IllegalMove("T2", f"Card {action + 1} lies at place {self.deck.index(action) // HAND}.", refused.instead) from refused
            raise

    def is_final(self, seat: int, action: int) -> bool:
        return BaseState.is_final(self, seat, action) if self.setting.leak == "final" else super().is_final(seat, action)

    def forced(self, seat: int) -> int:
        return only(self.legal(seat)) if self.setting.leak == "haste" else super().forced(seat)

    def sealed(self, seat: int) -> int:
        return super().sealed(seat) + (100 * drops_laid(self) if self.setting.leak == "sealed" else 0)


class View(view.View):
    """A view with a leak."""

    def __init__(self, seat: int, trace: int, setting: engine.Setting) -> None:
        super().__init__(seat, trace, setting)
        self.pocket: State | None = None

    def known_places(self) -> list[int]:
        deck = super().known_places()
        if self.setting.leak == "loyal" and self.slip != [NOTHING]:
            deck[self.setting.seats * HAND + self.round] = self.slip[0]
        return deck

    def sample(self, luck: Luck) -> engine.State:
        if self.pocket is None:
            return super().sample(luck)
        state = self.pocket.clone()
        state.drop = [drop if seat == self.seat else NOTHING for seat, drop in enumerate(state.drop)]
        return state


def drops_laid(state: engine.State) -> int:
    return len([drop for drop in state.drop if drop != NOTHING])


def size(state: engine.State) -> int:
    """How many actions there seem to be."""
    return ACTIONS + drops_laid(state)
