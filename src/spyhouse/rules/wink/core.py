"""The core of Wink [W1-W37]: cards, calls, contact, accusations, scores. The same in every mode, and nothing in it knows of eyes.

A set of numbers is one int, bit c for number c; seats count clockwise from 0. After the deal nothing here is left to chance.
"""

from __future__ import annotations

from typing import Final

from spyhouse.rules.kit.luck import Luck

NOBODY: Final = -1
OFF: Final = 0  # a pawn that stands on no number [W6]
CI_CARDS: Final = 4  # of each player [W4]

RUNNING: Final = 0
EMPTY_HAND: Final = 1  # how it ended [W33]
QUIET: Final = 2  # [W36]

LOCK_CARD: Final = 0  # lock4: what a wrong accusation with 4 players protects [W31, Q6]
LOCK_CALL: Final = 1
LOCK_NONE: Final = 2
LOCKING_SEATS: Final = 4


class Rules:
    """What this table plays by, as flat numbers. Never changed, shared by all clones."""

    def __init__(
        self, seats: int, numbers: list[int], hand: int, lock: int, any_number: bool, own_number: bool, seat_begins: bool, quiet_rounds: int
    ) -> None:
        self.seats = seats
        self.numbers = numbers  # in play, ascending [W2]
        self.top: int = numbers[-1]
        self.deck: int = bits(numbers)
        self.hand = hand  # cards dealt to each [W3]
        self.lock: int = lock if seats == LOCKING_SEATS else LOCK_NONE  # [W31]
        self.any_number = any_number  # accuse_scope
        self.own_number = own_number  # accuse_own
        self.seat_begins = seat_begins  # first
        self.quiet_turns: int = seats * quiet_rounds  # turns after which it ends; 0: never [W36]


class Core:
    """The cards on the table and in the hands. In a View it holds only what that seat may know: other hands are 0 there."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.start_seat = 0
        self.active = 0  # whose turn it is
        self.ended = RUNNING
        self.contact_done = 0  # 1 if the active player made contact in this turn [W7]
        self.turn = 1
        self.live = rules.deck  # numbers face up in the crowd
        self.down = 0  # numbers face down in the crowd [W11]
        self.gone = 0  # numbers taken from the crowd
        self.locked = 0  # numbers nobody may accuse about [W31]
        self.ci_box = 0  # CI cards lost by wrong accusations [W29]
        self.quiet = 0  # turns since a number last left the crowd [W36]
        self.left = 0  # 1 if a number left the crowd in this turn
        self.hand: list[int] = [0] * rules.seats  # [seat] set of numbers
        self.size: list[int] = [rules.hand] * rules.seats  # [seat] cards in hand: open to all
        self.pawn: list[int] = [OFF] * rules.seats  # [seat] number it stands on, live or not [W6]
        self.ci_hand: list[int] = [CI_CARDS] * rules.seats  # [seat] [W4]
        self.ci_front: list[int] = [0] * rules.seats  # [seat] spent on right accusations [W27]
        self.one_up: list[int] = [0] * rules.seats  # [seat] set of numbers of which one copy lies face up in front
        self.both_up: list[int] = [0] * rules.seats  # [seat] set of numbers of which both copies do [W27]
        self.front_down: list[int] = [0] * rules.seats  # [seat] set of numbers face down in front [W11]
        self.ruled_out: list[int] = [0] * rules.seats  # [seat] numbers all know he does not hold [H2-H4]
        self.shown: list[int] = [0] * rules.seats  # [seat] numbers all know he held when he passed [H5]

    # -- Set-up ----------------------------------------------------------------------------------------------------

    def deal(self, luck: Luck) -> list[int]:
        """Deals everything in play evenly; returns the numbers as dealt, the hand of seat 0 first [W2, W3]."""
        cards = self.rules.numbers.copy()
        luck.shuffle("deal", cards)
        each = self.rules.hand
        for seat in range(self.rules.seats):
            self.hand[seat] = bits(cards[seat * each : seat * each + each])
        return cards

    def choose_start(self, luck: Luck) -> None:
        """Who begins: drawn, or the first seat [W5]."""
        self.start_seat = 0 if self.rules.seat_begins else luck.pick("deal", self.rules.seats)
        self.active = self.start_seat

    # -- What lies open --------------------------------------------------------------------------------------------

    def call_of(self, seat: int) -> int:
        """The number of this player's live call, or OFF [W14]."""
        number = self.pawn[seat]
        return number if self.live >> number & 1 else OFF

    def caller_of(self, number: int) -> int:
        """The player with a live call on this number, or NOBODY; there is never a second one [J2]."""
        if self.live >> number & 1:
            for seat in range(self.rules.seats):
                if self.pawn[seat] == number:
                    return seat
        return NOBODY

    def has_live_call(self) -> bool:
        for seat in range(self.rules.seats):
            if self.live >> self.pawn[seat] & 1:
                return True
        return False

    def occupied(self, seat: int) -> int:
        """The numbers on which another player has a live call [W13]. A pawn on a number that left occupies nothing [W28]."""
        taken = 0
        for other in range(self.rules.seats):
            if other != seat:
                taken |= 1 << self.pawn[other]
        return taken & self.live

    def holder(self, number: int) -> int:
        """Who has this live number in hand: somebody always has [J1]."""
        seat = 0
        while not self.hand[seat] >> number & 1:
            seat += 1
        return seat

    # -- Making contact [W9-W12] -----------------------------------------------------------------------------------

    def can_contact(self, seat: int) -> bool:
        """On his turn, once, with a live call [W7, W8]; after an interception there is nothing to make contact about [W28]."""
        return seat == self.active and not self.contact_done and self.call_of(seat) != OFF

    def contact(self, named: int) -> int:
        """The active player names a holder. Returns who really was; away or not, he is the one with the card [W9-W11, W37]."""
        caller = self.active
        number = self.pawn[caller]
        holder = self.holder(number)
        self.contact_done = 1
        if holder == named:  # right: one point each [W10]
            self.one_up[caller] |= 1 << number
            self.one_up[holder] |= 1 << number
            self.gone |= 1 << number
        else:  # wrong: dead for the rest of the game, and all learn who the holder was [W11]
            self.front_down[holder] |= 1 << number
            self.down |= 1 << number
        self.leave(number, holder)
        return holder

    # -- Calling [W13-W19] -----------------------------------------------------------------------------------------

    def callable(self, seat: int) -> int:
        """The numbers this player may call: live, not his own, nobody else's call, not where his pawn stands [W13]."""
        return self.live & ~self.hand[seat] & ~self.occupied(seat) & ~(1 << self.pawn[seat])

    def call(self, number: int) -> None:
        """The active player moves his pawn; the old link is over, the new one lasts a round [W13-W16]."""
        self.end_call(self.active)
        self.pawn[self.active] = number
        self.ruled_out[self.active] |= 1 << number  # all may conclude it [W17, H2]

    def take_off(self) -> None:
        """The active player can call nothing: what he might have called is all in his hand, and now all know it [W18, H5]."""
        seat = self.active
        self.shown[seat] |= self.live & ~self.occupied(seat) & ~(1 << self.pawn[seat])
        self.end_call(seat)
        self.pawn[seat] = OFF

    def end_call(self, seat: int) -> None:
        if self.rules.lock == LOCK_CALL:  # the lock lasted as long as the call
            self.locked &= ~(1 << self.pawn[seat])

    def end_turn(self) -> None:
        """The player to the left is next [W7]; a table on which nothing happens any more is closed [W36]."""
        if not self.left:
            self.quiet += 1
        self.left = 0
        self.contact_done = 0
        if self.quiet == self.rules.quiet_turns and self.quiet > 0:
            self.ended = QUIET
            return
        self.turn += 1
        self.active = (self.active + 1) % self.rules.seats

    # -- Winking [W20-W23] -----------------------------------------------------------------------------------------

    def can_wink(self, seat: int, caller: int) -> bool:
        """Only the holder, and only at the one who calls his number; a caller cannot wink back [W20-W22]. It changes nothing [W23]."""
        number = self.call_of(caller)
        return number != OFF and self.hand[seat] >> number & 1 == 1

    # -- Counterintelligence [W24-W32] -----------------------------------------------------------------------------

    def can_name(self, accuser: int, number: int) -> bool:
        """Whether he may accuse somebody about this number: by what lies open and by his own hand, whoever's turn it is [W24, W25, W30]."""
        if self.ci_hand[accuser] == 0 or not self.live >> number & 1 or self.locked >> number & 1:
            return False
        if self.pawn[accuser] == number:  # that is what contact is for [Q4]
            return False
        return self.rules.own_number or not self.hand[accuser] >> number & 1  # [Q5]

    def may_name_any(self, accuser: int) -> bool:
        """Whether there is a number that he may name for all that others can see: his own hand is left out [W24, W25, W30]."""
        named = self.live & ~self.locked & ~(1 << self.pawn[accuser])
        if not self.rules.any_number:
            named &= self.occupied(accuser)
        return self.ci_hand[accuser] > 0 and named != 0

    def can_accuse(self, accuser: int, accused: int, number: int) -> bool:
        """The accused is neither himself nor the caller; he need not have winked [W25, W26]."""
        if accused == accuser or not self.can_name(accuser, number):
            return False
        if self.rules.any_number:
            return True
        caller = self.caller_of(number)
        return caller != NOBODY and caller != accused

    def accuse(self, accuser: int, accused: int, number: int) -> bool:
        """Only possession decides [W26]. Right: both copies [W27, W28]; wrong: the CI card goes to the box [W29]. Returns which."""
        self.ci_hand[accuser] -= 1  # at most four in a game [W30]
        if self.hand[accused] >> number & 1:
            self.ci_front[accuser] += 1
            self.both_up[accuser] |= 1 << number
            self.gone |= 1 << number
            self.leave(number, accused)
            return True
        self.ci_box += 1
        self.ruled_out[accused] |= 1 << number  # [H3]
        if not self.rules.own_number:
            self.ruled_out[accuser] |= 1 << number  # [H4]
        if self.rules.lock == LOCK_CARD or (self.rules.lock == LOCK_CALL and self.caller_of(number) != NOBODY):  # [W31]
            self.locked |= 1 << number
        return False

    # -- End and scores [W33-W36] ----------------------------------------------------------------------------------

    def leave(self, number: int, holder: int) -> None:
        """A number leaves crowd and hand; the game ends at once when a hand is empty. Outstanding calls lapse [W12, W33]."""
        self.live &= ~(1 << number)
        self.hand[holder] &= ~(1 << number)
        self.size[holder] -= 1
        self.quiet = 0
        self.left = 1
        if self.size[holder] == 0:  # a crowd without live numbers implies it [J1, Q21]
            self.ended = EMPTY_HAND

    def score(self, seat: int) -> int:
        """Agent cards face up in front and unused CI cards [W34]."""
        return count(self.one_up[seat]) + 2 * count(self.both_up[seat]) + self.ci_hand[seat]

    def standing(self, seat: int) -> int:
        """The score with its two tie-breaks as one number to compare: CI in front, then face-down cards [W35]."""
        return (self.score(seat) * 64 + self.ci_front[seat]) * 64 + count(self.front_down[seat])

    def ranks(self) -> list[int]:
        """1 is best; who is equal in all three shares a rank [W35]."""
        standings = [self.standing(seat) for seat in range(self.rules.seats)]
        return [1 + len([1 for other in standings if other > mine]) for mine in standings]

    # -- Copies ----------------------------------------------------------------------------------------------------

    def clone(self) -> Core:
        twin = self.open_copy()
        twin.hand = self.hand.copy()
        return twin

    def open_copy(self) -> Core:
        """What lies open to everybody [part 3]: a new table without any hand."""
        twin = Core(self.rules)
        twin.start_seat = self.start_seat
        twin.active = self.active
        twin.ended = self.ended
        twin.contact_done = self.contact_done
        twin.turn = self.turn
        twin.live = self.live
        twin.down = self.down
        twin.gone = self.gone
        twin.locked = self.locked
        twin.ci_box = self.ci_box
        twin.quiet = self.quiet
        twin.left = self.left
        twin.size = self.size.copy()
        twin.pawn = self.pawn.copy()
        twin.ci_hand = self.ci_hand.copy()
        twin.ci_front = self.ci_front.copy()
        twin.one_up = self.one_up.copy()
        twin.both_up = self.both_up.copy()
        twin.front_down = self.front_down.copy()
        twin.ruled_out = self.ruled_out.copy()
        twin.shown = self.shown.copy()
        return twin

    def numbers(self) -> list[int]:
        """All of it, in the order that `read` takes."""
        one = [self.start_seat, self.active, self.ended, self.contact_done, self.turn, self.live, self.down, self.gone]
        two = [self.locked, self.ci_box, self.quiet, self.left]
        cards = self.hand + self.size + self.pawn + self.ci_hand + self.ci_front
        return one + two + cards + self.one_up + self.both_up + self.front_down + self.ruled_out + self.shown

    def read(self, numbers: list[int]) -> int:
        """Takes over what `numbers` wrote; returns how many it took."""
        self.start_seat, self.active, self.ended, self.contact_done = numbers[0], numbers[1], numbers[2], numbers[3]
        self.turn, self.live, self.down, self.gone = numbers[4], numbers[5], numbers[6], numbers[7]
        self.locked, self.ci_box, self.quiet, self.left = numbers[8], numbers[9], numbers[10], numbers[11]
        seats = self.rules.seats
        parts = [numbers[12 + part * seats : 12 + (part + 1) * seats] for part in range(10)]
        self.hand, self.size, self.pawn, self.ci_hand, self.ci_front = parts[0], parts[1], parts[2], parts[3], parts[4]
        self.one_up, self.both_up, self.front_down, self.ruled_out, self.shown = parts[5], parts[6], parts[7], parts[8], parts[9]
        return 12 + 10 * seats

    # -- Laws ------------------------------------------------------------------------------------------------------

    def broken(self) -> list[str]:
        """The invariants of 1.3 that do not hold here."""
        laws: list[str] = []
        seats = self.rules.seats
        held = 0
        for hand in self.hand:
            if held & hand:
                laws.append("J1")
            held |= hand
        if held != self.live or [count(hand) for hand in self.hand] != self.size:
            laws.append("J1")
        calls = [self.call_of(seat) for seat in range(seats) if self.call_of(seat) != OFF]
        if len(set(calls)) != len(calls):
            laws.append("J2")
        if [seat for seat in range(seats) if self.can_wink(seat, seat)]:
            laws.append("J3")
        if [number for number in self.rules.numbers if not self.left_properly(number)]:
            laws.append("J4")
        if sum(self.ci_hand) + sum(self.ci_front) + self.ci_box != CI_CARDS * seats:
            laws.append("J5")
        if self.ended != EMPTY_HAND and min(self.size) == 0:
            laws.append("J6")
        return laws

    def left_properly(self, number: int) -> bool:
        """A number is live, or has left in exactly one of the three ways [J4]."""
        ones = len([1 for cards in self.one_up if cards >> number & 1])
        boths = len([1 for cards in self.both_up if cards >> number & 1])
        downs = len([1 for cards in self.front_down if cards >> number & 1])
        where = (self.live >> number & 1, self.gone >> number & 1, self.down >> number & 1)
        ways = (where, ones, boths, downs)
        return ways in (((1, 0, 0), 0, 0, 0), ((0, 1, 0), 2, 0, 0), ((0, 1, 0), 0, 1, 0), ((0, 0, 1), 0, 0, 1))


def bits(numbers: list[int]) -> int:
    """A list of numbers as a set."""
    made = 0
    for number in numbers:
        made |= 1 << number
    return made


def listed(numbers: int) -> list[int]:
    """A set of numbers as a list, ascending."""
    found: list[int] = []
    number = 0
    while numbers >> number:
        if numbers >> number & 1:
            found.append(number)
        number += 1
    return found


def count(numbers: int) -> int:
    """How many numbers a set has."""
    total = 0
    while numbers:
        numbers &= numbers - 1
        total += 1
    return total
