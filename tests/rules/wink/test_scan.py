"""The limits on looks: a script that scans the table catches no more winks than a person does [K3, K4, K8, 4.2]."""

from __future__ import annotations

import math

import pytest

from spyhouse import Luck
from spyhouse.rules.wink.core import NOBODY, Core, listed
from spyhouse.rules.wink.kernel import ALWAYS, CROWD, WINK, Attention, Kernel
from spyhouse.rules.wink.pieces import NAMES, content
from tests.rules.wink.build import setting

MOST = 1.5  # so much interest somebody's eyes can raise
HALF_LIFE = 48.0  # of what a person remembers of eyes [4.7]


class People:
    """Players with the attention of 4.7 at a table where calls come and go."""

    def __init__(self, seats: int, seed: int) -> None:
        self.seats = seats
        self.kernel = Kernel(Attention(list(content({}).attention["normal"]), True), seats)
        self.luck = Luck(seed)
        self.core = Core(setting(seats).rules)
        self.core.deal(self.luck)
        self.next_look = [0] * seats
        self.next_wink = [-1] * seats  # tick at which a person winks who has eye contact
        self.told = [[NOBODY] * seats for _ in range(seats)]  # [seat][caller] number already winked about
        self.at_me = [[0.0] * seats for _ in range(seats)]
        self.suspects = [[0.0] * seats for _ in range(seats)]
        self.found = [NOBODY] * seats  # [seat] number whose holder winked at him
        self.saw = [(NOBODY, NOBODY)] * seats  # [seat] whose eyes he sees, and on whom
        self.winks = 0  # winks of others at others, for each observer

    def play(self, ticks: int, least: int, scripts: Kernel) -> tuple[float, float]:
        """The share of others' winks at others that one sees as winks: for people, and for scripts that see the same winks."""
        people: set[tuple[int, int, int]] = set()
        machines: set[tuple[int, int, int]] = set()
        self.kernel.begin(self.luck)
        nobody = Core(self.core.rules)  # the scripts only look
        for tick in range(ticks):
            if tick % least == 0:
                self.call()
            for seat in range(self.seats):
                self.act(seat, tick)
                scripts.ask_look(seat, self.next_of(seat, scripts.gaze[seat]))
            self.kernel.pass_tick(self.core, self.luck)
            scripts.wink_at, scripts.wink_from = self.kernel.wink_at.copy(), self.kernel.wink_from.copy()
            scripts.wink_to = [tick - 100 if at == NOBODY else tick for at in scripts.wink_at]
            scripts.pass_tick(nobody, self.luck)
            self.perceive()
            for kernel, caught in ((self.kernel, people), (scripts, machines)):
                for seat in range(self.seats):
                    watched = kernel.gaze[seat]
                    if kernel.sign[seat] == WINK and kernel.wink_at[watched] != seat:
                        caught.add((seat, watched, kernel.wink_from[watched]))
        return len(people) / self.winks, len(machines) / self.winks

    def next_of(self, seat: int, target: int) -> int:
        """The next player round the table."""
        following = 0 if target == CROWD else (target + 1) % self.seats
        return (following + 1) % self.seats if following == seat else following

    def call(self) -> None:
        core = self.core
        numbers = listed(core.callable(core.active))
        self.kernel.end_link(core.active)
        core.call(numbers[self.luck.below(len(numbers))])
        core.active = (core.active + 1) % self.seats

    def act(self, seat: int, tick: int) -> None:
        kernel = self.kernel
        if tick >= self.next_look[seat]:
            normal = sum([self.luck.below(1000) / 1000 for _ in range(12)]) - 6
            self.next_look[seat] = tick + max(10, int(19 * math.exp(0.45 * normal)))
            kernel.ask_look(seat, self.draw(seat))
        target = kernel.gaze[seat]
        ready = target != CROWD and self.core.can_wink(seat, target) and kernel.eyes[seat] == seat
        if not ready or self.told[seat][target] == self.core.pawn[target]:
            self.next_wink[seat] = -1
        elif self.next_wink[seat] < 0:
            self.next_wink[seat] = tick + 4 + self.luck.below(13)
        elif tick >= self.next_wink[seat]:
            kernel.ask_wink(seat, ALWAYS)
            self.told[seat][target] = self.core.pawn[target]
            self.next_wink[seat] = -1

    def draw(self, seat: int) -> int:
        core = self.core
        weights = [0.0] * 9
        weights[CROWD] = 0.25
        for other in range(self.seats):
            if other == seat:
                continue
            linked = core.can_wink(seat, other) and self.told[seat][other] != core.pawn[other]
            weights[other] = 0.12 + 0.8 * self.suspects[seat][other] + (1.0 if linked else 0.0) * (2 if other == core.active else 1)
            if core.call_of(seat) and self.found[seat] != core.pawn[seat]:
                weights[other] += 2 / (self.seats - 1) * (1 + 2.5 * self.at_me[seat][other])
        drawn = self.luck.below(1_000_000) / 1_000_000 * sum(weights)
        for target, weight in enumerate(weights):
            drawn -= weight
            if drawn < 0 and weight > 0:
                return target
        return CROWD

    def perceive(self) -> None:
        kernel = self.kernel
        fade = 0.5 ** (1 / HALF_LIFE)
        for seat in range(self.seats):
            for other in range(self.seats):
                self.at_me[seat][other] *= fade
                self.suspects[seat][other] *= fade
            watched, at = kernel.gaze[seat], kernel.eyes[seat]
            if kernel.sign[seat] == WINK and at == seat:
                self.found[seat] = self.core.pawn[seat]
            if at != NOBODY and (watched, at) != self.saw[seat]:
                if at == seat:
                    self.at_me[seat][watched] = min(MOST, self.at_me[seat][watched] + 1.0)
                elif at < self.seats and self.core.call_of(at):
                    self.suspects[seat][watched] = min(MOST, self.suspects[seat][watched] + 1.0)
            self.saw[seat] = (watched, at)
            if kernel.wink_at[seat] != NOBODY and kernel.wink_from[seat] == kernel.tick:
                self.winks += self.seats - 2


def caught(seats: int, limits: bool, ticks: int) -> tuple[float, float]:
    """Shares of winks caught by people and by scripts that go to the next player as soon as the rules (or nothing) let them."""
    numbers = dict(zip(NAMES, content({}).attention["normal"], strict=True))
    if not limits:
        numbers |= {"cap": 0, "hold": 0, "saccade": 0, "post": 0, "glimpse": 1, "full": 1}
    scripts = Kernel(Attention(list(numbers.values()), True), seats)
    return People(seats, 7).play(ticks, content({}).least["normal"][seats - 4], scripts)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [4, 6, 8])
def test_a_script_that_scans_catches_no_more_than_a_person(seats: int) -> None:
    """K3, K4, K8: at most 1.2 times as many."""
    person, script = caught(seats, limits=True, ticks=40_000)

    assert 0.05 < person < 0.4
    assert script <= 1.2 * person


@pytest.mark.parametrize("seats", [4, 6, 8])
def test_without_the_limits_the_script_would_catch_nearly_all(seats: int) -> None:
    """4.2: so the limits are not optional."""
    _, script = caught(seats, limits=False, ticks=5_000)

    assert script > 0.95
