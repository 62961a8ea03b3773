"""The attention kernel [K1-K12]: who looks where, who winks, who sees what. By ticks at the Remote table, by beats in Beat mode.

It asks the core who may wink at whom and never changes it. A mode hands in requests (`ask_look`, `ask_wink`), lets a tick pass
(`pass_tick`) and reads what each seat sees in it (`eyes`, `sign`). The order of work inside a tick is that of the rules document.
"""

from __future__ import annotations

from typing import Final

from spyhouse.rules.kit.luck import Luck
from spyhouse.rules.wink.core import NOBODY, Core

CROWD: Final = 8  # where the eyes rest when they are on nobody [K2]
MOVING: Final = 9  # what a watcher sees of eyes in transit [K6]
LONG_AGO: Final = -1_000_000
NEVER: Final = 1_000_000_000

NO_SIGN: Final = 0
WINK: Final = 1
FLUTTER: Final = 2

NO_WINK: Final = 0  # how a wink is asked for: not at all, only with eye contact, always [K7, B3]
EYE_CONTACT: Final = 1
ALWAYS: Final = 2


class Attention:
    """A set of attention numbers [4.2], in ticks. `flutter` off: no blinks, and a glimpse shows a wink to anybody [part 5]."""

    def __init__(self, numbers: list[int], flutter: bool) -> None:
        self.wink = numbers[0]  # W, how long a wink lasts
        self.pre = numbers[1]  # settled on the target that long before it
        self.post = numbers[2]  # eyes stay that long after it
        self.cool = numbers[3]  # between two winks
        self.patience = numbers[4]  # how long a request waits for its moment [K7]
        self.saccade = numbers[5]  # SAC, in transit
        self.hold = numbers[6]  # HOLD, settled before the next look
        self.cap = numbers[7]  # CAP, tokens in a full bucket; 0: looks are free
        self.refill = numbers[8]  # REFILL
        self.target = numbers[9]  # VT, run at which the target sees WINK
        self.glimpse = numbers[10]  # VG, run at which anybody else sees FLUTTER
        self.full: int = numbers[11] if flutter else numbers[10]  # VF, run at which anybody else sees WINK
        self.carry: bool = numbers[12] == 1  # watching before the wink counts, too
        self.blink = numbers[13]  # how long a blink lasts
        self.pause = numbers[14]  # shortest pause between blinks
        self.one_in: int = numbers[15] if flutter else 0  # a pause goes on until a draw from so many is 0; 0: no such blinks
        self.chance: int = numbers[16] if flutter else 0  # blinks of a beat: so many ...
        self.out_of = numbers[17]  # ... out of so many
        self.batch = numbers[18]  # BATCH, ticks of a window
        self.freeze = numbers[19]  # FREEZE
        self.latency = numbers[20]  # LAT
        self.most = numbers[21]  # TMAX


class Kernel:
    """Everybody's eyes. Lists are by seat."""

    def __init__(self, attention: Attention, seats: int) -> None:
        self.attention = attention
        self.seats = seats
        self.tick = -1  # the tick computed last [K1]
        self.frozen_to = -1  # last frozen tick [K11]
        self.gaze: list[int] = [CROWD] * seats  # whom the eyes are on, or moving to [K2]
        self.since: list[int] = [LONG_AGO] * seats  # first tick settled there; later than `tick` while in transit [K3]
        self.wanted: list[int] = [NOBODY] * seats  # latest look request not yet carried out [K3]
        self.tokens: list[int] = [attention.cap] * seats  # [K4]
        self.asked: list[int] = [NO_WINK] * seats  # wink request waiting for its moment [K7]
        self.asked_at: list[int] = [NOBODY] * seats  # its target; NOBODY until its first tick
        self.asked_to: list[int] = [0] * seats  # last tick at which it is tried
        self.refused: list[int] = [0] * seats  # 1 if a wink request was refused in this tick: told to nobody else [K7]
        self.wink_at: list[int] = [NOBODY] * seats  # target of the wink under way
        self.wink_from: list[int] = [LONG_AGO] * seats  # its first tick, or that of the last one
        self.wink_to: list[int] = [LONG_AGO] * seats  # its last tick, or that of the last one
        self.blink_from: list[int] = [LONG_AGO] * seats  # first tick of the blink under way, or of the last one [K10]
        self.blink_to: list[int] = [LONG_AGO] * seats
        self.blink_due: list[int] = [NEVER] * seats  # first tick at which the next blink may start
        self.eyes: list[int] = [
            NOBODY
        ] * seats  # what this seat sees of the eyes it watches: a seat, CROWD, MOVING; NOBODY: it watches nobody
        self.sign: list[int] = [NO_SIGN] * seats  # what it sees in this tick [K8, K10]

    def begin(self, luck: Luck) -> None:
        """The first pauses between blinks start with the game [K10]."""
        for seat in range(self.seats):
            self.start_pause(seat, 0, luck)

    # -- Requests --------------------------------------------------------------------------------------------------

    def ask_look(self, seat: int, target: int) -> None:
        """Only the latest request is kept; one for the present target only cancels it [K3]."""
        self.wanted[seat] = NOBODY if target == self.gaze[seat] else target

    def ask_wink(self, seat: int, how: int) -> None:
        """Meant for the player whom the eyes are on, or moving to, in the next tick [K7]."""
        self.asked[seat] = how
        self.asked_at[seat] = NOBODY

    # -- One tick --------------------------------------------------------------------------------------------------

    def pass_tick(self, core: Core, luck: Luck) -> None:
        """The next tick: what is over ends, tokens, looks, winks, blinks; then all see at once."""
        self.tick += 1
        self.end_what_is_over(luck)
        self.refill_tokens()
        if self.tick <= self.frozen_to:
            self.refuse_winks()
            return
        self.carry_out_looks()
        self.start_winks(core)
        self.start_blinks(luck)
        self.perceive()

    def end_what_is_over(self, luck: Luck) -> None:
        """Winks and blinks that are over end; with a blink or a freeze a new pause starts [K7, K10]."""
        attention = self.attention
        for seat in range(self.seats):
            self.eyes[seat] = NOBODY
            self.sign[seat] = NO_SIGN
            self.refused[seat] = 0
            if self.wink_to[seat] < self.tick:
                self.wink_at[seat] = NOBODY
            if attention.one_in and self.blink_due[seat] == NEVER and self.tick > self.blink_to[seat] and self.tick > self.frozen_to:
                self.start_pause(seat, self.tick, luck)

    def refill_tokens(self) -> None:
        """One token at every tick divisible by REFILL, also in a freeze [K4, K11]."""
        attention = self.attention
        if attention.cap and self.tick % attention.refill == 0:
            for seat in range(self.seats):
                if self.tokens[seat] < attention.cap:
                    self.tokens[seat] += 1

    def refuse_winks(self) -> None:
        """A wink asked for in a frozen tick is refused; a look waits [K11]."""
        for seat in range(self.seats):
            if self.asked[seat] != NO_WINK:
                self.asked[seat] = NO_WINK
                self.refused[seat] = 1

    def carry_out_looks(self) -> None:
        """Eyes turn where they may [K3, K4]: not during the own wink [K7], not before HOLD, not without a token."""
        attention = self.attention
        for seat in range(self.seats):
            if (
                self.wanted[seat] == NOBODY
                or self.tick - self.since[seat] < attention.hold
                or self.tick <= self.wink_to[seat] + attention.post
            ):
                continue
            if attention.cap:
                if self.tokens[seat] == 0:
                    continue
                self.tokens[seat] -= 1
            self.gaze[seat] = self.wanted[seat]
            self.since[seat] = self.tick + attention.saccade
            self.wanted[seat] = NOBODY

    def start_winks(self, core: Core) -> None:
        for seat in range(self.seats):
            if self.asked[seat] != NO_WINK:
                self.try_wink(core, seat)

    def try_wink(self, core: Core, seat: int) -> None:
        """Starts the wink asked for if its moment has come; refuses it, lets it wait or lapse otherwise [K7]."""
        attention = self.attention
        target = self.gaze[seat]
        allowed = target != CROWD and core.can_wink(seat, target)  # [W21]
        if self.asked_at[seat] == NOBODY:
            self.asked_at[seat] = target
            self.asked_to[seat] = self.tick + attention.patience
            self.refused[seat] = 0 if allowed else 1
        if not allowed or target != self.asked_at[seat]:
            self.asked[seat] = NO_WINK
            return
        settled = self.tick - self.since[seat] >= attention.pre
        rested = self.tick > self.wink_to[seat] + attention.cool and self.tick > self.blink_to[seat]
        if settled and rested and (self.asked[seat] == ALWAYS or self.is_settled_on(target, seat)):
            self.wink_at[seat] = target
            self.wink_from[seat] = self.tick
            self.wink_to[seat] = self.tick + attention.wink - 1
            self.asked[seat] = NO_WINK
        elif self.tick >= self.asked_to[seat]:
            self.asked[seat] = NO_WINK

    def start_blinks(self, luck: Luck) -> None:
        """Involuntary, drawn each beat or due after a pause, never during a wink [K10, B3]."""
        attention = self.attention
        for seat in range(self.seats):
            if self.wink_at[seat] != NOBODY:
                continue
            if attention.chance:
                if luck.pick(BLINK_STREAM[seat], attention.out_of) < attention.chance:
                    self.start_blink(seat)
            elif self.blink_due[seat] <= self.tick:
                self.start_blink(seat)

    def start_blink(self, seat: int) -> None:
        self.blink_from[seat] = self.tick
        self.blink_to[seat] = self.tick + self.attention.blink - 1
        self.blink_due[seat] = NEVER

    def start_pause(self, seat: int, first: int, luck: Luck) -> None:
        """A pause from this tick on: the fixed part, and as many ticks as it takes to draw a 0, that one included [K10]."""
        if not self.attention.one_in:
            return
        due = first + self.attention.pause + 1
        while luck.pick(BLINK_STREAM[seat], self.attention.one_in) != 0:
            due += 1
        self.blink_due[seat] = due

    # -- What is seen ----------------------------------------------------------------------------------------------

    def is_settled_on(self, seat: int, target: int) -> bool:
        """Whether these eyes rest on the target now; if so both ways it is eye contact [K5, K6]."""
        return self.gaze[seat] == target and self.since[seat] <= self.tick

    def perceive(self) -> None:
        """Everybody who watches a player sees his eyes and perhaps a sign, all at the same moment [K5, K6, K8, K10]."""
        for seat in range(self.seats):
            watched = self.gaze[seat]
            if watched == CROWD or self.since[seat] > self.tick:
                continue
            self.eyes[seat] = self.gaze[watched] if self.since[watched] <= self.tick else MOVING
            self.sign[seat] = self.sign_of(seat, watched)

    def sign_of(self, seat: int, watched: int) -> int:
        """What the watcher sees of a wink or blink under way: nothing below the threshold of his run [K8-K10]."""
        attention = self.attention
        if self.wink_at[watched] != NOBODY:
            start = self.wink_from[watched]
            if self.wink_at[watched] == seat:
                return WINK if self.reaches(seat, start, attention.target) else NO_SIGN
            if self.reaches(seat, start, attention.full):
                return WINK
            return FLUTTER if self.reaches(seat, start, attention.glimpse) else NO_SIGN
        if self.blink_to[watched] >= self.tick and self.reaches(seat, self.blink_from[watched], attention.glimpse):
            return FLUTTER
        return NO_SIGN

    def reaches(self, seat: int, start: int, threshold: int) -> bool:
        """Whether this is the tick at which the watcher's unbroken run within what began at `start` gets that long [K8].

        With `carry` watching before counts: then the run may be long enough, or longer, at the very start.
        """
        since = self.since[seat]
        if self.attention.carry:
            run = self.tick - since + 1
            return run == threshold or (run > threshold and self.tick == start)
        return self.tick - (start if start > since else since) + 1 == threshold

    # -- What the core does to the eyes ----------------------------------------------------------------------------

    def freeze(self) -> None:
        """A contact or accusation was executed: winks and blinks are cut, all eyes go to the crowd [K11]. Calls do not do that [K12]."""
        self.frozen_to = self.tick + self.attention.freeze
        for seat in range(self.seats):
            self.cut_wink(seat)
            self.asked[seat] = NO_WINK
            self.blink_due[seat] = NEVER  # what was due is forgotten [K10]
            if self.blink_to[seat] > self.tick:
                self.blink_to[seat] = self.tick
        self.rest_eyes()

    def rest_eyes(self) -> None:
        """All eyes are on the crowd and settled there [K11, B6]."""
        for seat in range(self.seats):
            self.gaze[seat] = CROWD
            self.since[seat] = self.tick
            self.wanted[seat] = NOBODY

    def end_link(self, caller: int) -> None:
        """The caller calls again or takes his pawn off: winks at him are cut [K7]."""
        for seat in range(self.seats):
            if self.wink_at[seat] == caller:
                self.cut_wink(seat)

    def cut_wink(self, seat: int) -> None:
        if self.wink_to[seat] > self.tick:
            self.wink_to[seat] = self.tick

    # -- Copies ----------------------------------------------------------------------------------------------------

    def clone(self) -> Kernel:
        twin = Kernel(self.attention, self.seats)
        twin.tick = self.tick
        twin.frozen_to = self.frozen_to
        twin.gaze = self.gaze.copy()
        twin.since = self.since.copy()
        twin.wanted = self.wanted.copy()
        twin.tokens = self.tokens.copy()
        twin.asked = self.asked.copy()
        twin.asked_at = self.asked_at.copy()
        twin.asked_to = self.asked_to.copy()
        twin.refused = self.refused.copy()
        twin.wink_at = self.wink_at.copy()
        twin.wink_from = self.wink_from.copy()
        twin.wink_to = self.wink_to.copy()
        twin.blink_from = self.blink_from.copy()
        twin.blink_to = self.blink_to.copy()
        twin.blink_due = self.blink_due.copy()
        twin.eyes = self.eyes.copy()
        twin.sign = self.sign.copy()
        return twin

    def numbers(self) -> list[int]:
        """All of it, in the order that `read` takes."""
        looks = self.gaze + self.since + self.wanted + self.tokens
        winks = self.asked + self.asked_at + self.asked_to + self.refused + self.wink_at + self.wink_from + self.wink_to
        blinks = self.blink_from + self.blink_to + self.blink_due
        return [self.tick, self.frozen_to, *looks, *winks, *blinks, *self.eyes, *self.sign]

    def read(self, numbers: list[int]) -> int:
        """Takes over what `numbers` wrote; returns how many it took."""
        self.tick, self.frozen_to = numbers[0], numbers[1]
        seats = self.seats
        parts = [numbers[2 + part * seats : 2 + (part + 1) * seats] for part in range(16)]
        self.gaze, self.since, self.wanted, self.tokens = parts[0], parts[1], parts[2], parts[3]
        self.asked, self.asked_at, self.asked_to, self.refused = parts[4], parts[5], parts[6], parts[7]
        self.wink_at, self.wink_from, self.wink_to = parts[8], parts[9], parts[10]
        self.blink_from, self.blink_to, self.blink_due, self.eyes, self.sign = parts[11], parts[12], parts[13], parts[14], parts[15]
        return 2 + 16 * seats


BLINK_STREAM: Final[list[str]] = [f"blink.{seat}" for seat in range(8)]  # [B12]
