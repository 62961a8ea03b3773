"""What matters in Wink: where to look, whom to believe, when to speak [4.7, part 8]. For Beat mode.

A bot is a function of its view: what it remembers is what its own eyes saw (`view.notes`) and what all know. Like a person it
does not notice every sign it sees; whether it noticed one follows from that sign, so it never notices later what it missed.

`easy`, `medium` and `hard` go by fixed weights; `greedy` is `medium`. The levels imagine hands (`hands.py`) and go by what a
move gains on average in them; the weaker ones imagine fewer, miss more signs, and draw no conclusions from eyes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import NamedTuple

from spyhouse.bots import levels
from spyhouse.bots import wink_hands as hands
from spyhouse.bots.levels import Belief, Bot, Idea, Thought, Why
from spyhouse.bots.search import Guide
from spyhouse.bots.wink_hands import Gains, Wit
from spyhouse.rules.kit.contract import SPECTATOR
from spyhouse.rules.kit.contract import View as BaseView
from spyhouse.rules.kit.luck import Luck
from spyhouse.rules.wink.core import Core, listed
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
    OVER,
    PASS,
    SEATS,
    named_by,
    note_at,
    note_beat,
    note_number,
    note_of,
    note_sign,
    note_turn,
    number_of,
)
from spyhouse.rules.wink.kernel import CROWD, EYE_CONTACT, FLUTTER, WINK
from spyhouse.rules.wink.view import View

FADING = 0.75  # what a look counts after another beat
SPYING = 0.12  # to watch anybody at all while one can accuse ...
SUSPICION = 0.8  # ... and more for each time his eyes were on a caller
LOOKED_AT = 2.5  # a caller's interest in those who looked at him
CALLER = 2.0  # shared among those who may hold the own number
ACCOMPLICE = 1.0  # to look at the caller of an own number, twice that on his turn
REST = 0.25  # the crowd
FLUTTERED = 4.0  # odds for who fluttered with his eyes on a caller: true in 73 to 42 % of cases, among 2 to 6 who may hold the number
STARED = 1.0 + SUSPICION  # and for each beat in which one saw his eyes on another caller
SURE = 0.999
NAMED_ABOVE = 0.334  # just above 1/3: of three who are equally likely nobody is named
ROUNDS_OF_FIT = 6  # how often hands and numbers are made to add up


class Level(NamedTuple):
    """How sharp a bot's eyes are, and what it concludes."""

    notices_wink: int  # times in 100
    notices_flutter: int  # times in 100
    eliminates: bool  # uses what calls, accusations and passes have shown to all
    fits: bool  # counts the cards in each hand, and makes all chances add up to whole hands
    always_names: bool  # names its best guess even when unsure
    needs_sign: bool  # accuses only on a sign noticed in this beat
    certainty: float  # accuses above this chance of being right; 0: above the break-even of part 8


# How to read part 8 follows from its own table. Between them a table has 4n + 2 x right contacts + interceptions - wrong
# accusations points, and the means leave at most one wrong accusation a game: medium accuses only when nearly sure. With 4 players
# a third of the calls lapse though somebody always has a chance of 1/3: medium counts who may hold a number, not their cards,
# and names above 1/3. Wrong contacts are as frequent with 8 players as with 4: a caller, too, takes a flutter for a sign.
# And a flutter is true in 73, 54, 42 % of cases (4, 6, 8 players) if who has met the caller's eyes, and so has winked, looks
# around again like everybody else.
EASY = Level(60, 20, eliminates=False, fits=False, always_names=False, needs_sign=True, certainty=0.9)
MEDIUM = Level(85, 50, eliminates=True, fits=False, always_names=False, needs_sign=True, certainty=0.9)
HARD = Level(95, 80, eliminates=True, fits=True, always_names=True, needs_sign=False, certainty=0.0)
Chances = list[list[float]]  # [seat][number] how likely he holds it


def easy(view: BaseView, luck: Luck) -> int:
    """Sees little and concludes nothing from what all know."""
    return choose(view, luck, EASY)


def medium(view: BaseView, luck: Luck) -> int:
    """Sees most winks, half of the flutters, and remembers who cannot hold what."""
    return choose(view, luck, MEDIUM)


def hard(view: BaseView, luck: Luck) -> int:
    """Misses almost nothing and weighs all that it has seen."""
    return choose(view, luck, HARD)


def choose(view: BaseView, luck: Luck, level: Level) -> int:
    assert isinstance(view, View)
    if view.step == LOOKING:
        return look(view, luck, level)
    return call(view, luck, level) if view.step == CALLING else react(view, level)


# -- What it has noticed -----------------------------------------------------------------------------------------------


def noticed(view: View, level: Level) -> list[tuple[int, int]]:
    """Its notes, each with the sign as far as it noticed it."""
    return [(noted, note_sign(noted) if notices(noted, view.seat, level) else 0) for noted in view.notes]


def notices(noted: int, seat: int, level: Level) -> bool:
    """Whether a sign is noticed: drawn from the sign itself, so that it is always the same."""
    return hands.notices(noted, seat, level.notices_wink, level.notices_flutter)


def faded(view: View, noted: int) -> float:
    """What a look counts now: one of the beat before counts in full."""
    beats = (view.core.turn - note_turn(noted)) * view.setting.beats + view.beat - note_beat(noted)
    return float(FADING ** (beats - 1))


# -- Who holds what ----------------------------------------------------------------------------------------------------


def chances(view: View, level: Level) -> Chances:
    """How likely each player holds each live number, by what this bot knows."""
    core = view.core
    live = core.live & ~core.hand[view.seat]
    made: Chances = []
    for seat in range(view.setting.seats):
        may = 0 if seat == view.seat else live & ~core.ruled_out[seat] if level.eliminates else live & ~(1 << core.pawn[seat])
        weight = float(core.size[seat]) if level.fits else 1.0
        made.append([weight if may >> number & 1 else 0.0 for number in range(core.rules.top + 1)])
    certain: dict[int, int] = {}
    if level.eliminates:
        certain = {number: seat for seat, numbers in enumerate(core.shown) for number in listed(numbers & live)}
    for noted, sign in noticed(view, level):
        number, of = note_number(noted), note_of(noted)
        if not live >> number & 1 or note_at(noted) == CROWD:
            continue
        if sign == WINK:
            certain[number] = of
        elif sign == FLUTTER:
            made[of][number] *= FLUTTERED
        elif note_at(noted) != view.seat:  # who holds one's own number does not only look
            made[of][number] *= STARED
    for number, holder in certain.items():
        for seat in range(view.setting.seats):
            made[seat][number] = 1.0 if seat == holder else 0.0
    if level.fits:
        fit(made, core, view.seat)
    share_out(made, core)
    return made


def share_out(made: Chances, core: Core) -> None:
    """Each number is somewhere: its chances add up to 1."""
    for number in listed(core.live):
        total = sum(row[number] for row in made)
        if total > 0:
            for row in made:
                row[number] /= total


def fit(made: Chances, core: Core, own: int) -> None:
    """Each hand has its size: in turns numbers and hands are made to add up."""
    for _ in range(ROUNDS_OF_FIT):
        share_out(made, core)
        for seat, row in enumerate(made):
            total = sum(row)
            if seat != own and total > 0:
                factor = core.size[seat] / total
                made[seat] = [chance * factor for chance in row]


def best(made: Chances, number: int) -> tuple[float, int]:
    """The most likely holder of a number, and how likely."""
    return max((row[number], -seat) for seat, row in enumerate(made))


# -- LOOK --------------------------------------------------------------------------------------------------------------


def look(view: View, luck: Luck, level: Level) -> int:
    """Draws whom to look at in proportion to what there is to see or to say; always ready to wink when eyes meet [part 8]."""
    weights = attention(view, level)
    total = int(sum(weights) * 10_000)
    drawn = luck.below(max(total, 1)) / 10_000
    for target, weight in enumerate(weights):
        drawn -= weight
        if drawn < 0 and weight > 0:
            return 3 * target + (0 if target == CROWD else EYE_CONTACT)
    return 3 * CROWD


def attention(view: View, level: Level) -> list[float]:
    """[seat, then crowd] how much there is to look at."""
    core, me = view.core, view.seat
    weights = [0.0] * 9
    weights[CROWD] = REST
    looked_at_me = [0.0] * SEATS
    suspicion = [0.0] * SEATS
    told = [False] * SEATS  # [caller] he could see one's wink
    for noted in view.notes:
        at = note_at(noted)
        if at == me:
            looked_at_me[note_of(noted)] += faded(view, noted)
            told[note_of(noted)] |= hands.met_since_call(view, noted)
        elif at != CROWD and core.call_of(at):
            suspicion[note_of(noted)] += faded(view, noted)
    for seat in range(view.setting.seats):
        if seat == me:
            continue
        if core.can_wink(me, seat) and not told[seat]:
            weights[seat] += ACCOMPLICE * (2 if seat == core.active else 1)
        if core.ci_hand[me] > 0:
            weights[seat] += SPYING + SUSPICION * suspicion[seat]
    number = core.call_of(me)
    if number:
        made = chances(view, level)
        chance, _ = best(made, number)
        if chance < SURE:  # otherwise the holder is known
            candidates = [seat for seat in range(view.setting.seats) if made[seat][number] > 0]
            for seat in candidates:
                share = made[seat][number] if level.fits else 1 / len(candidates)
                weights[seat] += CALLER * share * (1 + LOOKED_AT * looked_at_me[seat])
    return weights


# -- REACT and CALL ----------------------------------------------------------------------------------------------------


def react(view: View, level: Level) -> int:
    """Contact in the race when the holder is known; an accusation that is more likely right than it must be; or nothing."""
    core, me = view.core, view.seat
    made: Chances | None = None
    if view.beat == OPENING and core.can_contact(me):
        made = chances(view, level)
        chance, holder = best(made, core.call_of(me))
        if chance > SURE:
            return CONTACT - holder
    if core.ci_hand[me] == 0:
        return NOTHING
    if level.needs_sign and not (view.sign and notices(view.notes[-1], me, level)):
        return NOTHING
    made = made or chances(view, level)
    limit = level.certainty or break_even(view.setting.seats)
    choice = NOTHING
    for caller in range(view.setting.seats):
        number = core.call_of(caller)
        if not number or not core.can_name(me, number) or (level.needs_sign and caller != view.eyes):
            continue
        chance, holder = best(made, number)
        if chance > limit and core.can_accuse(me, -holder, number):
            limit = chance
            choice = ACCUSE_ANY + NUMBERS * -holder + number - 1 if core.rules.any_number else ACCUSE - SEATS * holder + caller
    return choice


def break_even(seats: int) -> float:
    """The chance from which accusing pays, counting what the others lose; links succeed six times in ten [part 8]."""
    return 1 / (2 + 2 * 0.6 / (seats - 1))


def call(view: View, luck: Luck, level: Level) -> int:
    """Names the likely holder, then calls a number that is easy to find."""
    core, me = view.core, view.seat
    made = chances(view, level)
    if core.can_contact(me):
        number = core.call_of(me)
        chance, holder = best(made, number)
        if names(view, chance, -holder, level):
            return CONTACT - holder
    numbers = listed(core.callable(me))
    if not numbers:
        return PASS
    best_numbers: list[int] = []
    highest = 0.0
    for number in numbers:
        chance, _ = best(made, number)
        value = round(chance, 2) if level.eliminates else float(chance > SURE)
        if value > highest or not best_numbers:
            best_numbers, highest = [], value
        if value == highest:
            best_numbers.append(number)
    return CALL + best_numbers[luck.below(len(best_numbers))]


def names(view: View, chance: float, holder: int, level: Level) -> bool:
    """Whether to make contact: when likely enough; a keen bot always, unless it would end a game it is losing."""
    if chance > SURE or not level.always_names:
        return chance > NAMED_ABOVE
    return view.core.size[holder] > 1 or view.core.ranks()[view.seat] == 1


# -- The levels --------------------------------------------------------------------------------------------------------

SHARP = Wit(100, 100, weighs=True, focus=2.0, patience=1.4)


@dataclass(frozen=True)
class Spy(levels.Level):
    """A level that imagines hands and goes by what a move gains on average in them."""

    guide: Callable[[], Guide] = Guide
    wit: Wit = SHARP

    def think(self, view: BaseView, luck: Luck, seconds: float | None = None, also: int | None = None) -> Thought:
        """The move with its reasons; `seconds` end it early."""
        assert isinstance(view, View)
        gains = Gains(view, luck, self.wit)
        if seconds is None:
            gains.run(self.iterations)
        else:
            end = perf_counter() + seconds
            while gains.iterations < self.iterations and (gains.iterations == 0 or perf_counter() < end):
                gains.run(min(levels.SLICE, self.iterations - gains.iterations))
        values = gains.values()
        ranking = sorted(values, key=lambda action: -values[action])
        choice = self.chosen(view, values, ranking, luck)
        shown = ranking[: levels.SHOWN] + ([] if also is None else [also])
        floor = min(values.values())
        ideas = tuple(Idea(action, gains.worth(values.get(action, floor)), 1 / len(values), ((view.seat, action),)) for action in shown)
        return Thought(choice, ideas, gains.iterations, exact=False)

    def chosen(self, view: View, values: dict[int, float], ranking: list[int], luck: Luck) -> int:
        """A gaze is drawn, so that nobody can count on it; of all else the best, or now and then what looked nearly as good."""
        if view.step == LOOKING:
            return hands.drawn(values, self.wit.focus, luck)
        if self.slips == 0 or luck.below(100) >= self.slips:
            return ranking[0]
        near = [action for action in ranking if values[action] >= values[ranking[0]] - self.margin]
        return near[luck.below(len(near))]


# -- What it believes --------------------------------------------------------------------------------------------------

IMAGINED = 300  # hands, for beliefs
TOLD = 12  # beliefs at most
DOUBTED = 0.15  # chances below this are not worth a word
KNOWN = 0.6  # from here on it is worth a word who holds a number that nobody calls now


def beliefs(view: BaseView, luck: Luck) -> list[Belief]:
    """Who holds the numbers that are called, the own call first; then what else it is quite sure of."""
    assert isinstance(view, View)
    if view.step == OVER or view.seat == SPECTATOR:
        return []
    core, me = view.core, view.seat
    gains = imagined(view, luck)
    callers = sorted(range(view.setting.seats), key=lambda seat: seat != me)
    called = [core.call_of(seat) for seat in callers if core.call_of(seat) and not core.hand[me] >> core.call_of(seat) & 1]
    found: list[Belief] = []
    for number in called:
        chances_of = sorted(((gains.chance(seat, number), -seat) for seat in range(view.setting.seats)), reverse=True)
        found += [holds(-seat, number, chance) for chance, seat in chances_of[:2] if chance >= DOUBTED]
    others = [(gains.chance(gains.likely(number), number), number) for number in gains.hidden if number not in called]
    found += [holds(gains.likely(number), number, chance) for chance, number in sorted(others, reverse=True) if chance >= KNOWN]
    return found[:TOLD]


def imagined(view: View, luck: Luck) -> Gains:
    gains = Gains(view, luck, SHARP)
    gains.run(IMAGINED)
    return gains


def holds(seat: int, number: int, chance: float) -> Belief:
    return Belief("holds", {"seat": seat, "number": number}, chance)


def whys(view: BaseView, luck: Luck, actions: list[int]) -> list[Why]:
    """What each of these moves is for, with the chance that matters; with the same luck the same chances as in `beliefs`."""
    assert isinstance(view, View)
    gains = imagined(view, luck)
    return [look_reason(view, gains, action // 3) if view.step == LOOKING else reason(view, gains, action) for action in actions]


def look_reason(view: View, gains: Gains, at: int) -> Why:
    """What there is to see, or to say, when one looks there."""
    core, me = view.core, view.seat
    if at == CROWD:
        return Why("rest", {})
    if core.can_wink(me, at):
        return Why("told" if gains.told[at] else "wink", {"seat": at, "number": core.call_of(at)})
    if gains.mine and DOUBTED <= gains.chance(at, gains.mine) < SURE:
        return Why("seek", {"seat": at, "number": gains.mine, "chance": percent(gains.chance(at, gains.mine))})
    others = [(gains.chance(at, number), number) for caller, number in enumerate(gains.calls) if number and caller not in (me, at)]
    chance, number = max([other for other in others if other[0] < SURE], default=(0.0, 0))  # what one knows one need not see
    if chance >= DOUBTED and core.ci_hand[me] > 0:
        return Why("spy", {"seat": at, "number": number, "chance": percent(chance)})
    return Why("glance", {"seat": at})


def reason(view: View, gains: Gains, action: int) -> Why:
    """What a word, or none, is for."""
    core = view.core
    if action == NOTHING:
        return Why("wait", {"ci": core.ci_hand[view.seat]})
    if action == PASS:
        return Why("pass", {})
    if CONTACT <= action <= CONTACT + SEATS - 1:
        named = action - CONTACT
        return Why("contact", {"seat": named, "number": gains.mine, "chance": percent(gains.chance(named, gains.mine))})
    if CALL < action < PASS:
        number = action - CALL
        holder = gains.likely(number)
        chance = gains.chance(holder, number)
        if chance >= KNOWN:
            return Why("call", {"seat": holder, "chance": percent(chance)})
        return Why("search", {"count": len([1 for seat in range(view.setting.seats) if gains.may[seat] >> number & 1])})
    accused, number = named_by(action), number_of(core, action)
    return Why("accuse", {"seat": accused, "number": number, "chance": percent(gains.chance(accused, number))})


def percent(chance: float) -> int:
    return round(100 * chance)


BOTS: dict[str, Bot] = {
    "1": Spy(4, slips=50, margin=0.6, wit=Wit(30, 5, weighs=False, focus=0.5, patience=0.8)),
    "2": Spy(8, slips=20, margin=0.3, wit=Wit(60, 20, weighs=False, focus=1.0, patience=0.8)),
    "3": Spy(16, wit=Wit(85, 50, weighs=False, focus=1.2, patience=0.8)),
    "4": Spy(24, wit=Wit(95, 80, weighs=True, focus=2.0, patience=0.5)),
    "5": Spy(400, wit=SHARP),
    "easy": easy,
    "medium": medium,
    "hard": hard,
    "greedy": medium,
}
JUDGE = "5@60"  # looks back at a finished match
