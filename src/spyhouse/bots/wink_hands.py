"""What a player of Wink makes of what he has seen: imagined hands that fit it, and what a look or a word would gain.

Hands are imagined one after another: the first as the facts allow [3.1], each next one by exchanging cards between players,
the more likely the better it explains where eyes were and what they did. In each of them it is known who would wink at whom;
a gaze, an accusation, a contact and a call are worth what they gain on average, in points, against the rivals that matter.

Everything here comes from a View: nothing that the seat cannot know.
"""

from __future__ import annotations

from math import exp, tanh
from typing import Final

from mypy_extensions import i64

from spyhouse.rules.kit.luck import Luck
from spyhouse.rules.wink.core import NOBODY, OFF, Core, count, listed
from spyhouse.rules.wink.engine import (
    ACCUSE,
    ACCUSE_ANY,
    CALL,
    CALLING,
    CONTACT,
    LOOKING,
    NOTHING,
    NUMBERS,
    OPENING,
    PASS,
    REACTING,
    SEATS,
    note_at,
    note_beat,
    note_number,
    note_of,
    note_sign,
    note_turn,
)
from spyhouse.rules.wink.kernel import CROWD, EYE_CONTACT, FLUTTER, NO_SIGN, WINK
from spyhouse.rules.wink.view import View

# How players look around, counted in test games: chances in a beat.
CALM_STARE: Final = 0.38  # the holder of a number looks at its caller: some players do it so often ...
CALM_AFTER: Final = 0.38  # ... and go on when their wink was seen,
KEEN_STARE: Final = 0.65  # others whenever they can,
KEEN_AFTER: Final = 0.15  # until it was seen
GLANCES: Final = 0.75  # anybody else does, shared among all he could look at
SEEKS: Final = 1.0  # a caller looks at one of those who may hold his number
BLINKS: Final = 0.15  # [B3]
HOLDS_BACK: Final = 0.04  # the holder meets the caller's eyes and does not wink
STEADY_ANYWAY: Final = 0.25  # watched in two beats running, but not steadily: all eyes were reset between [B6]
STARED_BEFORE: Final = 1.6  # odds for who was seen looking at somebody who called the number in an earlier round ...
FLUTTERED_BEFORE: Final = 3.0  # ... and fluttered,
HELD_BACK_BEFORE: Final = 0.08  # or met one's own eyes then and did not wink
CAUTION: Final = 0.8  # power of the odds: what was seen of one player hangs together

FIRST_EXCHANGES: Final = 4  # exchanges tried for each hidden card before the first hands count
EXCHANGES: Final = 1  # and before each next ones
CHAIN: Final = 40  # hands after which a fresh deal begins


class Wit:
    """How sharp a player is."""

    def __init__(self, notices_wink: int, notices_flutter: int, weighs: bool, focus: float, patience: float) -> None:
        self.notices_wink = notices_wink  # times in 100
        self.notices_flutter = notices_flutter  # times in 100
        self.weighs = weighs  # draws conclusions from eyes, and from winks that did not come
        self.focus = focus  # how much more often it looks where there is more to gain: the power of the gain
        self.patience = patience  # points that an accusation must gain at the start of the game; fewer and fewer towards its end


class Hands:
    """The hands of the others as one player imagines them. It can imagine on and on; what it has counted stays."""

    def __init__(self, view: View, luck: Luck, wit: Wit) -> None:
        self.view = view
        self.luck = luck
        self.wit = wit
        core = view.core
        self.core: Core = core
        self.me: int = view.seat
        self.seats: int = view.setting.seats
        self.top: int = view.setting.rules.top + 1
        self.iterations = 0
        self.notes: list[int] = []  # what it noticed; who misses a sign does not take it for none
        for noted in view.notes:
            if note_sign(noted) == NO_SIGN or notices(noted, self.me, wit.notices_wink, wit.notices_flutter):
                self.notes.append(noted)
        self.hidden: list[int] = listed(core.live & ~core.hand[self.me])
        self.holder: list[int] = [NOBODY] * self.top  # [number] in the hands imagined now; one's own hand is known
        for number in listed(core.hand[self.me]):
            self.holder[number] = self.me
        self.may: list[int] = [0] * self.seats  # [seat] numbers it may hold
        self.fits: list[list[float]] = [[1.0] * self.top for _ in range(self.seats)]  # [seat][number] odds by what was seen
        self.held: list[int] = [0] * (self.seats * self.top)  # [seat x top + number] hands with it there
        self.called_in: list[int] = [turn_of_call(view, seat) for seat in range(self.seats)]  # [seat] turn of its live call
        self.rivalry: list[float] = rivalry(core, self.me)
        self.seen: View = View(view.seat, view.trace, view.setting, core)  # as far as it was noticed
        self.seen.notes = self.notes
        self.find_facts()
        if wit.weighs:
            self.weigh_notes()
            for seat in range(self.seats):
                row = self.fits[seat]
                for number in self.hidden:
                    row[number] = row[number] ** CAUTION
        # [seat x top + number] the same odds in one list, 0 for a number that he cannot hold: this is what exchanges go by
        self.odds: list[float] = [0.0] * (self.seats * self.top)
        for seat in range(self.seats):
            for number in listed(self.may[seat]):
                self.odds[seat * self.top + number] = self.fits[seat][number]

    def find_facts(self) -> None:
        """Who may hold what [H1-H6]."""
        core = self.core
        known = self.seen.sure()
        surely = 0
        for seat in range(self.seats):
            surely |= known[seat]
        for seat in range(self.seats):
            if seat != self.me:
                self.may[seat] = ((core.live & ~core.ruled_out[seat] & ~surely) | known[seat]) & ~core.hand[self.me]

    # -- Evidence ------------------------------------------------------------------------------------------------------

    def weigh_notes(self) -> None:
        """Eyes on a caller speak for the holder, eyes elsewhere against; so does a wink that did not come [part 8]."""
        for caller in range(self.seats):
            number = self.core.call_of(caller)
            if number != OFF:
                for seat in range(self.seats):
                    if self.may[seat] >> number & 1 and seat != caller:
                        calm = self.likelihood(seat, caller, number, CALM_STARE, CALM_AFTER)
                        keen = self.likelihood(seat, caller, number, KEEN_STARE, KEEN_AFTER)
                        self.fits[seat][number] *= (calm + keen) / 2
        for noted in self.notes:
            number, sign, at = note_number(noted), note_sign(noted), note_at(noted)
            if number != OFF and sign != WINK and not self.is_about_now(noted, at, number):
                odds = HELD_BACK_BEFORE if at == self.me else FLUTTERED_BEFORE if sign == FLUTTER else STARED_BEFORE
                self.fits[note_of(noted)][number] *= odds

    def is_about_now(self, noted: int, caller: int, number: int) -> bool:
        """Whether this was seen during the link that still lasts."""
        called = self.called_in[caller]
        turn = note_turn(noted)
        return self.core.pawn[caller] == number and (turn > called or (turn == called and note_beat(noted) > OPENING))

    def likelihood(self, seat: int, caller: int, number: int, stare: float, after: float) -> float:
        """How much better this player's eyes fit a holder than anybody else, since the number was called.

        A holder looks at the caller until his wink was seen, and then no more than others do, or still (`after`).
        """
        glance = GLANCES / (self.seats - 1)
        meets = SEEKS / (self.seats - 1)  # the caller looks back
        last = self.called_in[caller] * self.view.setting.beats + OPENING
        fits = 1.0
        told = 0.0  # chance that his wink was seen
        for place in range(len(self.notes)):
            noted = self.notes[place]
            if note_of(noted) != seat or not self.is_about_now(noted, caller, number) or note_sign(noted) == WINK:
                continue
            now = note_turn(noted) * self.view.setting.beats + note_beat(noted)
            if caller != self.me:  # or one would have seen it oneself
                told = 1.0 - (1.0 - told) * (1.0 - meets * stare) ** (now - last - 1)
            last = now
            untold_fit, told_fit = 1.0, 1.0
            if note_at(noted) != caller:
                untold_fit, told_fit = (1.0 - stare) / (1.0 - glance), (1.0 - after) / (1.0 - glance)
            elif caller == self.me:  # eyes met: a holder would have winked, and one would have seen it as a wink
                untold_fit = HOLDS_BACK * stare / glance
            else:
                seen = 1.0 - meets
                if note_sign(noted) == FLUTTER:
                    seen += meets / BLINKS * (STEADY_ANYWAY if self.was_steady(place) else 1.0)
                untold_fit, told_fit = seen * stare / glance, seen * after / glance
            fit = (1.0 - told) * untold_fit + told * told_fit
            told *= told_fit / fit
            fits *= fit
        return fits

    def was_steady(self, place: int) -> bool:
        """Whether one had been watching him in the beat before, too: then a wink would have been seen as a wink [K8]."""
        if place == 0:
            return False
        noted, last = self.notes[place], self.notes[place - 1]
        beats = self.view.setting.beats
        apart = (note_turn(noted) - note_turn(last)) * beats + note_beat(noted) - note_beat(last)
        return apart == 1 and note_of(noted) == note_of(last)

    # -- Imagining -----------------------------------------------------------------------------------------------------

    def imagine(self) -> None:
        """Other hands: fresh ones now and then, else the last ones with some cards exchanged."""
        if self.iterations % CHAIN == 0:
            self.deal()
            self.exchange(FIRST_EXCHANGES * len(self.hidden))
        else:
            self.exchange(EXCHANGES * len(self.hidden))
        self.iterations += 1
        held, holder = self.held, self.holder
        top: i64 = self.top
        for card in self.hidden:
            number: i64 = card
            seat: i64 = holder[number]
            held[seat * top + number] += 1

    def deal(self) -> None:
        dealt = self.core.open_copy()
        self.seen.deal_hands(dealt, self.luck)
        for seat in range(self.seats):
            if seat != self.me:
                for number in listed(dealt.hand[seat]):
                    self.holder[number] = seat

    def exchange(self, tries: int) -> None:
        """Two players exchange two cards if both may hold them, always when that fits better, else the more rarely the worse."""
        hidden, holder, luck, odds = self.hidden, self.holder, self.luck, self.odds
        cards = len(hidden)
        top: i64 = self.top
        for _ in range(tries):
            first: i64 = hidden[luck.below(cards)]
            second: i64 = hidden[luck.below(cards)]
            one: i64 = holder[first]
            other: i64 = holder[second]
            if one == other:
                continue
            new = odds[one * top + second] * odds[other * top + first]
            if new == 0.0:
                continue
            old = odds[one * top + first] * odds[other * top + second]
            if new >= old or luck.below(1 << 20) < new / old * (1 << 20):
                holder[first] = other
                holder[second] = one

    def chance(self, seat: int, number: int) -> float:
        """How likely he holds it."""
        return self.held[seat * self.top + number] / max(1, self.iterations)

    def is_sure(self, seat: int, number: int) -> bool:
        """Whether by the facts nobody else can hold it."""
        for other in range(self.seats):
            if other != seat and self.may[other] >> number & 1:
                return False
        return self.may[seat] >> number & 1 == 1

    def likely(self, number: int) -> int:
        """The most likely holder of a number."""
        best = NOBODY
        most = -1
        for seat in range(self.seats):
            held = self.held[seat * self.top + number]
            if held > most:
                best, most = seat, held
        return best


def turn_of_call(view: View, seat: int) -> int:
    """The turn in which this player last called."""
    core = view.core
    ago = (core.active - seat) % view.setting.seats
    if ago == 0 and view.beat == OPENING:
        ago = view.setting.seats  # he has not called in this turn yet
    return core.turn - ago


def met_since_call(view: View, noted: int) -> bool:
    """Whether in this beat one met the eyes of a player who had called already what he calls now: then he could see one's wink."""
    called = turn_of_call(view, note_of(noted))
    turn = note_turn(noted)
    return note_at(noted) == view.seat and (turn > called or (turn == called and note_beat(noted) > OPENING))


def notices(noted: int, seat: int, wink: int, flutter: int) -> bool:
    """Whether a sign is noticed, so many times in 100: drawn from the sign itself, so that it is always the same."""
    draw = (noted * 2_654_435_761 + seat * 40_503 + 12_345) >> 7
    draw ^= draw >> 15
    return draw % 100 < (wink if note_sign(noted) == WINK else flutter)


def rivalry(core: Core, me: int) -> list[float]:
    """[seat] how much of a point more for him is a point less for oneself: the leaders are the rivals, the more so near the end."""
    seats = core.rules.seats
    warmth = 1.0 + 0.6 * min(core.size)
    best = max([core.score(seat) for seat in range(seats)])
    weights = [0.0 if seat == me else exp((core.score(seat) - best) / warmth) for seat in range(seats)]
    total = sum(weights)
    return [weight / total for weight in weights]


# -- What it would gain ------------------------------------------------------------------------------------------------

ANYBODY: Final = 0.16  # how others share out their attention: to look at anybody at all
LINKED: Final = 2.0  # at the caller of an own number
SEARCHING: Final = 3.0  # shared among those who may hold the own number
RESTING: Final = 0.25  # at the crowd

LINK_HOLDS: Final = 0.6  # chance that a link succeeds when nobody breaks it [part 8]
NAMED_ANYWAY: Final = 0.3  # chance that a caller names his accomplice without having seen the wink
CURIOSITY: Final = 0.004  # points that any look is worth
GLIMPSE: Final = 0.5  # what a wink half seen is worth to a spy, against one fully seen
HURRY: Final = 2.0  # how much more a link matters in its last beat
RACE: Final = 0.5  # chance from which a caller does not wait until others have accused
FINDS: Final = 0.4  # chance that a caller finds a holder of whom he knows nothing
LAST_CARD: Final = 2.0  # points that it counts to end the game as the winner, or not to end it as a loser


class Gains(Hands):
    """What looks and words are worth to one player, in points, over all hands that he has imagined."""

    def __init__(self, view: View, luck: Luck, wit: Wit) -> None:
        super().__init__(view, luck, wit)
        core = self.core
        self.calls: list[int] = [core.call_of(seat) for seat in range(self.seats)]  # [seat] number of its live call
        self.mine: int = self.calls[self.me]
        self.sought: list[int] = [self.possible_holders(number) for number in self.calls]  # [caller] bits of those all think may hold it
        self.search: list[float] = [SEARCHING / max(1, count(seats)) for seats in self.sought]  # [caller] attention to each of them
        self.told: list[int] = [0] * self.seats  # [caller] 1 if he has seen one's own wink
        for noted in self.notes:
            if met_since_call(view, noted):
                self.told[note_of(noted)] = 1
        self.helped: list[float] = [0.0] * self.seats  # [seat] sums over all hands: that he sees one's wink
        self.found: list[float] = [0.0] * self.seats  # that one sees his wink to oneself
        self.caught: list[float] = [0.0] * self.seats  # that one sees his wink to another, times what that is worth
        self.load: list[float] = [0.0] * self.seats

    def possible_holders(self, number: int) -> int:
        """The players who may hold a number by what all know, one bit each."""
        if number == OFF:
            return 0
        core = self.core
        found = 0
        for seat in range(self.seats):
            if core.shown[seat] >> number & 1:
                return 1 << seat
            if not core.ruled_out[seat] >> number & 1:
                found |= 1 << seat
        return found

    def run(self, worlds: int) -> None:
        """So many more hands."""
        looks = self.view.step == LOOKING
        for _ in range(worlds):
            self.imagine()
            if looks:
                self.look_around()

    # -- LOOK ----------------------------------------------------------------------------------------------------------

    def look_around(self) -> None:
        """In the hands imagined now: whose eyes would meet whose."""
        core, me, seats = self.core, self.me, self.seats
        for seat in range(seats):
            self.load[seat] = RESTING + ANYBODY * (seats - 1) + (SEARCHING if self.calls[seat] != OFF else 0.0)
        for caller in range(seats):
            if self.calls[caller] != OFF:
                self.load[self.holder[self.calls[caller]]] += LINKED
        for caller in range(seats):
            number = self.calls[caller]
            if number == OFF:
                continue
            holder = self.holder[number]
            if holder == me:
                self.helped[caller] += self.seeks(caller, me)
            elif caller == me:
                self.found[holder] += self.stares(holder, me)
            elif core.can_name(me, number):
                worth = 1.0 + LINK_HOLDS * (self.rivalry[caller] + self.rivalry[holder])
                self.caught[holder] += worth * self.stares(holder, caller) * self.seeks(caller, holder)

    def seeks(self, caller: int, at: int) -> float:
        """How likely a caller looks at one player in this beat."""
        weight = ANYBODY
        if self.sought[caller] >> at & 1:
            weight += self.search[caller]
        return weight / self.load[caller]

    def stares(self, holder: int, caller: int) -> float:
        """How likely a holder looks at the caller of his number in this beat."""
        weight = ANYBODY + LINKED
        if self.sought[holder] >> caller & 1:
            weight += self.search[holder]
        return weight / self.load[holder]

    def look_gains(self) -> list[float]:
        """[seat] what it gains to look at him in this beat."""
        worlds = max(1, self.iterations)
        gains = [CURIOSITY] * self.seats
        gains[self.me] = 0.0
        for seat in range(self.seats):
            if seat == self.me:
                continue
            if self.helped[seat] > 0.0 and not self.told[seat] and self.would_help(seat):
                gains[seat] += self.helped[seat] / worlds * (1.0 - NAMED_ANYWAY) * (1.0 - self.rivalry[seat]) * self.hurry(seat)
            if self.found[seat] > 0.0:
                gains[seat] += self.search_gain(seat) * (1.0 - self.rivalry[seat])
            steady = self.view.gaze == seat and not self.view.rested
            gains[seat] += self.caught[seat] / worlds * (1.0 if steady else GLIMPSE)
        return gains

    def hurry(self, caller: int) -> float:
        """A link that ends soon comes first."""
        beats = self.view.setting.beats
        left = (self.called_in[caller] + self.seats - self.core.turn) * beats - self.view.beat + 2
        return 1.0 + HURRY / max(1, left)

    def search_gain(self, seat: int) -> float:
        """What it helps to look for a wink in this face: in the last beat by what one would name then, before by finding it."""
        worlds = max(1, self.iterations)
        found = self.found[seat] / worlds
        best = self.chance(self.likely(self.mine), self.mine)
        if self.core.active == self.me and self.view.beat == OPENING:
            after = self.chance(seat, self.mine) - found
            for other in range(self.seats):
                if other != seat:
                    after = max(after, self.chance(other, self.mine))
            return found + after - best
        return found * (1.0 - best) * self.hurry(self.me)

    def policy(self, seat: int) -> int:
        """Always ready to wink when eyes meet [part 8], unless that would end a lost game."""
        return EYE_CONTACT if self.would_help(seat) else 0

    def would_help(self, caller: int) -> bool:
        """Whether one wants this caller to find out: not if that ends a game that one loses."""
        return self.core.size[self.me] > 1 or self.wins_with(self.me, 1, caller, 1)

    def wins_with(self, seat: int, points: int, other: int, others_points: int) -> bool:
        """Whether one would be first if the game ended with so many points more for these two."""
        core = self.core
        mine = core.score(self.me)
        best = 0
        for rival in range(self.seats):
            score = core.score(rival) + (points if rival == seat else 0) + (others_points if rival == other else 0)
            if rival == self.me:
                mine = score
            else:
                best = max(best, score)
        return mine > best

    # -- REACT and CALL ------------------------------------------------------------------------------------------------

    def values(self) -> dict[int, float]:
        """What each move worth a thought gains, in points."""
        core, me, step = self.core, self.me, self.view.step
        values: dict[int, float] = {}
        if step == LOOKING:
            looks = self.look_gains()
            for seat in range(self.seats):
                if seat != me:
                    values[3 * seat + self.policy(seat)] = looks[seat]
            values[3 * CROWD] = 0.0
            return values
        if step == REACTING:
            values[NOTHING] = 0.0
            for caller in range(self.seats):
                number = self.calls[caller]
                if number == OFF:
                    continue
                accused = self.likely(number)
                if core.can_accuse(me, accused, number):
                    any_number = ACCUSE_ANY + NUMBERS * accused + number - 1
                    action = any_number if core.rules.any_number else ACCUSE + SEATS * accused + caller
                    values[action] = self.accuse_gain(accused, caller, number)
        if core.can_contact(me) and (step == CALLING or self.view.beat == OPENING):
            for named in range(self.seats):
                if named != me and (step == CALLING or self.chance(named, self.mine) >= RACE):
                    values[CONTACT + named] = self.contact_gain(named)
        if step == CALLING:
            numbers = listed(core.callable(me))
            gains = [self.call_gain(number) for number in numbers]
            first = max(gains) if values and gains else 0.0  # after a contact one calls all the same
            for place in range(len(numbers)):
                values[CALL + numbers[place]] = gains[place] - first
            if not numbers:
                values[PASS] = 0.0
        return values

    def worth(self, gain: float) -> float:
        """Points ahead of the rivals that matter, from -1 (far behind) to 1."""
        core = self.core
        ahead = float(core.score(self.me))
        for seat in range(self.seats):
            ahead -= self.rivalry[seat] * core.score(seat)
        return tanh((ahead + gain) / (2 + min(core.size)))

    def accuse_gain(self, accused: int, caller: int, number: int) -> float:
        """What an accusation gains on average [part 8]; after few imagined hands one is not sure of what all of them had."""
        chance = 1.0 if self.is_sure(accused, number) else self.held[accused * self.top + number] / (self.iterations + 2)
        right = 1.0 + LINK_HOLDS * (self.rivalry[accused] + (self.rivalry[caller] if caller != NOBODY else 0.0))
        if self.core.size[accused] == 1:
            right += LAST_CARD if self.wins_with(self.me, 1, NOBODY, 0) else -LAST_CARD
        return chance * right - (1.0 - chance) - self.keep()

    def keep(self) -> float:
        """What it is worth to keep a card for a better moment: less and less towards the end."""
        return self.wit.patience * min(self.core.size) / self.core.rules.hand

    def contact_gain(self, named: int) -> float:
        """What naming him gains on average: a wrong name costs nothing, but it may end the game, too [W11, W33]."""
        gain = 0.0
        for seat in range(self.seats):
            chance = self.chance(seat, self.mine)
            if seat == named:
                gain += chance * (1.0 - self.rivalry[seat])
            if chance > 0.0 and self.core.size[seat] == 1:
                wins = self.wins_with(self.me, 1, seat, 1) if seat == named else self.wins_with(self.me, 0, NOBODY, 0)
                gain += chance * (LAST_CARD if wins else -LAST_CARD)
        return gain

    def call_gain(self, number: int) -> float:
        """What calling a number promises: that one finds its holder, and that nobody else does before."""
        holder = self.likely(number)
        chance = self.chance(holder, number)
        finds = chance + (1.0 - chance) * FINDS
        others = count(self.possible_holders(number) & ~(1 << self.me))  # one of them the accuser himself
        risk = self.armed() * (0.7 if others <= 2 else 0.4 if others == 3 else 0.2 if others == 4 else 0.12)
        return finds * (1.0 - risk) * (1.0 - self.rivalry[holder])

    def armed(self) -> float:
        """How many of the others can still accuse, as a share."""
        others = [seat for seat in range(self.seats) if seat != self.me and self.core.ci_hand[seat] > 0]
        return len(others) / (self.seats - 1)


def drawn(values: dict[int, float], focus: float, luck: Luck) -> int:
    """One of the moves, drawn in proportion to some power of what it gains."""
    weights = [max(0.0, value) ** focus for value in values.values()]
    rest = luck.below(1 << 30) / (1 << 30) * sum(weights)
    best = NOBODY
    for place, action in enumerate(values):
        rest -= weights[place]
        if rest < 0:
            return action
        if best == NOBODY or values[action] > values[best]:
            best = action
    return best
