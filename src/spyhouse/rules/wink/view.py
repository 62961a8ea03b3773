"""What one seat may know of Wink [part 3], and how it can imagine the rest [3.1]."""

from __future__ import annotations

from spyhouse.rules.kit.contract import NO_ACTION, SPECTATOR
from spyhouse.rules.kit.contract import View as BaseView
from spyhouse.rules.kit.luck import Luck
from spyhouse.rules.wink import engine
from spyhouse.rules.wink.core import NOBODY, OFF, Core, listed
from spyhouse.rules.wink.kernel import CROWD, FLUTTER, NO_SIGN, WINK


class View(BaseView):
    """The open table, one hand, and what one pair of eyes has seen. Built up from nothing; a spectator has neither hand nor eyes."""

    def __init__(self, seat: int, trace: int, setting: engine.Setting, core: Core) -> None:
        super().__init__(seat, trace)
        self.setting = setting
        self.core = core  # what lies open, and the own hand; all other hands are 0 until they are shown
        self.step = 0
        self.beat = 0
        self.steps = 0  # steps closed so far
        self.tick = 0  # beats played so far
        self.rested = 0  # 1 if nobody's eyes have moved since all were reset to the crowd [B6]
        self.began_rested = 0  # REACT: the same before this beat's LOOK
        self.commit = NO_ACTION  # the own choice in this step
        self.auto = OFF  # CALL, active player: what is called if time runs out
        self.gaze = CROWD  # where the own eyes are
        self.eyes = NOBODY  # where the eyes of the watched player are; NOBODY: nobody is watched
        self.sign = NO_SIGN  # REACT: what was seen in this beat
        self.wink = NOBODY  # REACT: at whom one winked oneself
        self.before = CROWD  # REACT: the own gaze in the beat before
        self.eyes_before = NOBODY  # REACT: what was seen then of the eyes watched then
        self.notes: list[int] = []  # everything seen so far: engine.note for each beat in which one watched somebody

    def to_act(self) -> list[int]:
        """Those who owe a decision as if nobody else had committed; oneself only while one owes it."""
        if self.step == engine.OVER:
            return []
        if self.step == engine.CALLING:
            return [self.core.active]
        return [seat for seat in range(self.setting.seats) if seat != self.seat or self.commit == NO_ACTION]

    def legal(self) -> list[int]:
        return engine.moves(self.setting, self.core, self.step, self.beat, self.seat)

    def default(self) -> int:
        """As `State.default`."""
        if self.seat not in self.to_act():
            return NO_ACTION
        return engine.default_action(self.setting, self.core, self.step, self.beat, self.seat, self.gaze, self.auto, self.notes)

    def label(self) -> bytes:
        return self.setting.label

    def numbers(self) -> list[int]:
        open_numbers = [self.step, self.beat, self.steps, self.tick, self.rested, self.began_rested]
        own = [self.commit, self.auto, self.gaze, self.eyes, self.sign, self.wink, self.before, self.eyes_before]
        return self.core.numbers() + open_numbers + own + self.notes

    def sure(self) -> list[int]:
        """[seat] the live numbers this seat knows him to hold: shown by a pass [H5], or by a wink seen [H6, K9]."""
        live = self.core.live
        known = [shown & live for shown in self.core.shown]
        for noted in self.notes:
            if engine.note_sign(noted) == WINK:
                known[engine.note_of(noted)] |= 1 << engine.note_number(noted) & live
        return known

    # -- Imagining the rest [3.1] ----------------------------------------------------------------------------------

    def sample(self, luck: Luck) -> engine.State:
        """Some full State that fits all hard facts H1 to H6; soft evidence is left to the bots [3.1]."""
        state = engine.State(self.setting, Luck(luck.pick("sample", 1 << 30)))  # all streams are fresh [3.1 f]
        state.core = self.core.clone()
        state.step, state.beat, state.steps = self.step, self.beat, self.steps
        state.rested, state.began_rested = self.rested, self.began_rested
        if self.step != engine.OVER:
            self.deal_hands(state.core, luck)
        self.turn_eyes(state, luck)
        if self.step == engine.REACTING:
            self.draw_signs(state, luck)
            state.take_notes()
        state.open_commits = state.seats
        if self.seat != SPECTATOR:
            state.notes[self.seat] = self.notes.copy()  # his own list of signs [3.1 e]
            state.traces[self.seat] = self.trace
            if self.commit != NO_ACTION:  # the others' commits are still open [3.1 d]
                state.commit[self.seat] = self.commit
                state.open_commits -= 1
        else:
            state.traces[SPECTATOR] = self.trace
        if self.step == engine.CALLING:
            state.auto = self.auto
            if self.seat != self.core.active:
                state.listening = False
                state.draw_auto()
                state.listening = True
        return state

    def deal_hands(self, core: Core, luck: Luck) -> None:
        """Numbers in random order, each to a random player who may hold it and has room; repaired where none has [3.1 a]."""
        seats = self.setting.seats
        room = self.core.size.copy()
        known = self.sure()
        surely = 0  # numbers whose holder is known
        for seat in range(seats):
            surely |= known[seat]
        own = 0
        if self.seat != SPECTATOR:
            room[self.seat] = 0
            own = self.core.hand[self.seat]
        may_hold: list[int] = [0] * (self.setting.rules.top + 1)  # [number] bit for each seat that may hold it
        numbers = listed(self.core.live & ~own)
        for seat in range(seats):
            if seat == self.seat:
                continue
            possible = (self.core.live & ~self.core.ruled_out[seat] & ~surely) | known[seat]
            for number in numbers:
                if possible >> number & 1:
                    may_hold[number] |= 1 << seat
        luck.shuffle("sample", numbers)
        for number in numbers:
            free: list[int] = [seat for seat in range(seats) if may_hold[number] >> seat & 1 and room[seat] > 0]
            if free:
                seat = free[luck.pick("sample", len(free))]
                core.hand[seat] |= 1 << number
                room[seat] -= 1
            else:
                make_room(core.hand, room, may_hold, number)

    def turn_eyes(self, state: engine.State, luck: Luck) -> None:
        """Gazes of this beat and, in REACT, of the one before: those one knows, the rest drawn evenly [3.1 b]."""
        kernel = state.kernel
        kernel.tick = self.tick
        kernel.frozen_to = self.tick - 1
        kernel.rest_eyes()
        if not self.rested:
            self.draw_gazes(kernel.gaze, self.gaze, self.eyes, luck)
        if self.step == engine.REACTING and not self.began_rested:
            self.draw_gazes(state.before, self.before, self.eyes_before, luck)
        for seat in range(state.seats):
            steady = self.step == engine.REACTING and state.before[seat] == kernel.gaze[seat]
            kernel.since[seat] = self.tick - 1 if steady else self.tick

    def draw_gazes(self, gazes: list[int], gaze: int, eyes: int, luck: Luck) -> None:
        seats = self.setting.seats
        for seat in range(seats):
            target = luck.pick("sample", seats)
            gazes[seat] = CROWD if target == seat else target
        if self.seat != SPECTATOR:
            gazes[self.seat] = gaze
            if gaze != CROWD:
                gazes[gaze] = eyes

    def draw_signs(self, state: engine.State, luck: Luck) -> None:
        """Winks and blinks of this beat, so that the own signs come out; then all others see theirs [3.1 c]."""
        kernel = state.kernel
        for seat in range(state.seats):
            target = kernel.gaze[seat]
            can_wink = target != CROWD and state.core.can_wink(seat, target)
            blinks = self.setting.flutter and luck.pick("sample", kernel.attention.out_of) < kernel.attention.chance
            winks = can_wink and luck.pick("sample", 2) == 0
            if seat == self.seat:
                winks = self.wink != NOBODY
            elif self.seat != SPECTATOR and seat == self.gaze:
                certain = target == self.seat or self.before == self.gaze  # he would have seen a wink as a wink
                winks = self.sign == WINK or (winks and self.sign == FLUTTER and not certain)
                blinks = self.sign == FLUTTER
            if winks:
                kernel.wink_at[seat] = target
                kernel.wink_from[seat] = self.tick
                kernel.wink_to[seat] = self.tick
            elif blinks:
                kernel.blink_from[seat] = self.tick
                kernel.blink_to[seat] = self.tick
        kernel.perceive()


def make_room(hand: list[int], room: list[int], may_hold: list[int], number: int) -> None:
    """Gives a number to a player who may hold it by moving others along: the shortest augmenting path [3.1 a].

    There always is one, since the real hands fit all facts.
    """
    seats = len(hand)
    given: list[int] = [0] * seats  # [seat] the number it would get
    source: list[int] = [NOBODY] * seats  # [seat] who would give it away
    queue: list[int] = [seat for seat in range(seats) if may_hold[number] >> seat & 1]
    reached = may_hold[number]
    for seat in queue:
        given[seat] = number
    at = 0
    while room[queue[at]] == 0:
        giver = queue[at]
        at += 1
        for moved in listed(hand[giver]):
            for taker in range(seats):
                if may_hold[moved] >> taker & 1 and not reached >> taker & 1:
                    reached |= 1 << taker
                    given[taker] = moved
                    source[taker] = giver
                    queue.append(taker)
    taker = queue[at]
    room[taker] -= 1
    while taker != NOBODY:
        hand[taker] |= 1 << given[taker]
        giver = source[taker]
        if giver != NOBODY:
            hand[giver] &= ~(1 << given[taker])
        taker = giver


def of(state: engine.State, seat: int) -> View:
    """The view of a seat (or SPECTATOR): filled only with what it may know [part 3]."""
    core = state.core.open_copy()
    made = View(seat, state.trace(seat), state.setting, core)
    made.step = state.step
    made.beat = state.beat
    made.steps = state.steps
    made.tick = state.kernel.tick
    made.rested = state.rested
    if state.step == engine.REACTING:
        made.began_rested = state.began_rested
    if state.step == engine.OVER:
        core.hand = state.core.hand.copy()  # hands are shown after the end
    if seat == SPECTATOR:
        return made
    core.hand[seat] = state.core.hand[seat]
    made.notes = state.notes[seat].copy()
    if state.step == engine.OVER:
        return made
    kernel = state.kernel
    made.gaze = kernel.gaze[seat]
    if made.gaze != CROWD:
        made.eyes = kernel.gaze[made.gaze]
    if state.step == engine.REACTING:
        made.sign = kernel.sign[seat]
        made.wink = kernel.wink_at[seat]
        made.before = state.before[seat]
        if made.before != CROWD:
            made.eyes_before = state.before[made.before]
    if state.step == engine.CALLING:
        if seat == core.active:
            made.auto = state.auto
    else:
        made.commit = state.commit[seat]
    return made


def read(setting: engine.Setting, seat: int, trace: int, numbers: list[int]) -> View:
    """The view that `bytes(view)` came from."""
    core = Core(setting.rules)
    at = core.read(numbers)
    made = View(seat, trace, setting, core)
    made.step, made.beat, made.steps, made.tick, made.rested, made.began_rested = numbers[at : at + 6]
    made.commit, made.auto, made.gaze, made.eyes, made.sign, made.wink, made.before, made.eyes_before = numbers[at + 6 : at + 14]
    made.notes = numbers[at + 14 :]
    return made
