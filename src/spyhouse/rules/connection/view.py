"""What a seat may know of Spy Connection: everything but the order of the deck [part 3]."""

from __future__ import annotations

from spyhouse.rules.connection import engine
from spyhouse.rules.kit.contract import View as BaseView
from spyhouse.rules.kit.luck import Luck


class View(BaseView):
    """The open table, as one seat or a spectator sees it. Made from the open numbers alone."""

    def __init__(self, seat: int, trace: int, setting: engine.Setting, numbers: list[int]) -> None:
        super().__init__(seat, trace)
        self.table = engine.read(setting, numbers, None)  # its deck is in the order of the content file: no order at all
        self.table.traces = [trace] * (setting.seats + 1)  # what is told is told to everybody: one trace serves for all

    def to_act(self) -> list[int]:
        return self.table.to_act()

    def legal(self) -> list[int]:
        return self.table.legal(self.seat) if self.seat >= 0 else []

    def sample(self, luck: Luck) -> engine.State:
        """The table with the deck shuffled: nobody has seen its order."""
        state = self.table.clone()
        luck.shuffle("deck", state.deck)
        state.chance = Luck(luck.pick("deck", 1 << 30))
        return state

    def label(self) -> bytes:
        return self.table.label()

    def numbers(self) -> list[int]:
        return self.table.open_numbers()


def read(setting: engine.Setting, seat: int, trace: int, numbers: list[int]) -> View:
    """The view that `bytes(view)` came from."""
    return View(seat, trace, setting, numbers)
