"""What a seat may know of Second Place: everything, for everything lies open [part 3]."""

from __future__ import annotations

from spyhouse.rules.kit.contract import View as BaseView
from spyhouse.rules.kit.luck import Luck
from spyhouse.rules.second import engine


class View(BaseView):
    """The open table, as one seat or a spectator sees it."""

    def __init__(self, seat: int, trace: int, state: engine.State) -> None:
        super().__init__(seat, trace)
        self.table = state.clone()  # nothing is hidden, so the table itself is the view
        self.table.listening = True
        self.table.traces = [trace] * (state.seats + 1)  # all facts are told to everybody: one trace serves for all

    def to_act(self) -> list[int]:
        return self.table.to_act()

    def legal(self) -> list[int]:
        return self.table.legal(self.seat)

    def sample(self, luck: Luck) -> engine.State:
        """The table itself: nothing is left to chance after set-up."""
        return self.table.clone()

    def label(self) -> bytes:
        return self.table.label()

    def numbers(self) -> list[int]:
        return self.table.numbers()


def read(setting: engine.Setting, seat: int, trace: int, numbers: list[int]) -> View:
    """The view that `bytes(view)` came from."""
    return View(seat, trace, engine.read(setting, numbers, None))
