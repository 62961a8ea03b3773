"""Exact endings of Second Place: who wins the last rounds if both sides play as well as can be.

Two questions are asked, each answered by yes or no, which prunes best: can green win, and if not, can green at least force
that both lose? Both lose counts as a draw here [S54]. Equal positions are met once, however they came about, and equal means
equal in all that can still matter. Moves that settled other positions are tried first. The last mission of a game is looked
up by what it scores, without being played.
"""

from __future__ import annotations

from math import inf
from time import perf_counter
from typing import Final

from mypy_extensions import i64

from spyhouse.rules.second.engine import (
    ASSASSINATED,
    CHOOSING,
    CONVERT,
    CRISIS,
    DO_ASSASSINATE,
    DO_CRISIS,
    DO_REGROUP,
    DO_RELOCATE,
    DO_SWITCH,
    DOUBLE_AGENT,
    DUAL,
    EXECUTING,
    GREEN,
    LEFT,
    MINISTERIAL,
    NOBODY,
    NOTHING,
    ORANGE,
    OUT,
    OVER,
    REGROUP,
    RIGHT,
    ROUNDS,
    SELECTING,
    SINGLE,
    SOURCE,
    TARGET,
    State,
)

UNKNOWN: Final = -9
NEVER: Final = inf
WIN: Final = 0  # the two questions: can green win, can green avoid losing
HOLD: Final = 1
STRIDE: Final = 128  # more than there are actions
MULTIPLIER: Final[i64] = 6364136223846793005
MASK: Final[i64] = 0x3FFF_FFFF_FFFF_FFFF


class Solver:
    """Solves positions and remembers them; gives up a position that needs more than `limit` new ones, or when its time is over.

    `end` is a moment of `perf_counter`. A compiled solver cannot be interrupted, so it looks at the clock itself.
    """

    def __init__(self, limit: int, end: float = NEVER) -> None:
        self.limit = limit
        self.end = end
        self.met = 0  # positions looked at since the limit was last renewed
        self.known: list[dict[int, bool]] = [{}, {}]  # [question] position -> answer
        self.settled: list[int] = [0] * (2 * STRIDE)  # [seat * STRIDE + action] how often this move gave the answer

    def value(self, state: State) -> int:
        """1 if green wins, 0 if the best both can do is to lose together, -1 if orange wins; UNKNOWN beyond the limit."""
        self.met = 0
        return self.value_within(state)

    def value_within(self, state: State) -> int:
        """As `value`, out of what is left of the limit."""
        if self.attains(state, WIN):
            return 1 if self.met <= self.limit else UNKNOWN
        if self.met > self.limit:
            return UNKNOWN
        draws = self.attains(state, HOLD)
        if self.met > self.limit:
            return UNKNOWN
        return 0 if draws else -1

    def attains(self, state: State, question: int) -> bool:
        """Whether green can reach a win (WIN) or at least a draw (HOLD). Beyond the limit the answer means nothing."""
        if state.phase == OVER:
            return answers(winner_of(state.points[0], state.points[1], state.points[2], state.setting.joint_second), question)
        seat = state.actor
        wanted = seat == GREEN  # green looks for one move that attains it, orange for one that does not
        if is_last_mission(state):
            for winner in last_winners(state, state.executions(seat)):
                if answers(winner, question) == wanted:
                    return wanted
            return not wanted
        key = key_of(state)
        known = self.known[question]
        answer = known.get(key)
        if answer is not None:
            return answer
        self.met += 1
        if perf_counter() >= self.end:
            self.met = self.limit + 1
        if self.met > self.limit:
            return False
        if is_frozen(state):
            answer = answers(winner_of(state.points[0], state.points[1], state.points[2], state.setting.joint_second), question)
            known[key] = answer
            return answer
        answer = not wanted
        for move in self.ordered(state, seat):
            after = state.clone()
            after.apply(seat, move)
            if self.attains(after, question) == wanted:
                answer = wanted
                self.settled[seat * STRIDE + move] += 1
                break
        if self.met <= self.limit:
            known[key] = answer
        return answer

    def ordered(self, state: State, seat: int) -> list[int]:
        """The moves that lead to different positions, those first that settled most others."""
        ranks: list[int] = []
        seen_depts = 0
        for move in state.legal(seat):
            if DO_REGROUP <= move < DO_CRISIS and state.round == ROUNDS:  # which token comes back no longer matters
                bit = 1 << (move - DO_REGROUP) // 10
                if seen_depts & bit:
                    continue
                seen_depts |= bit
            ranks.append(self.settled[seat * STRIDE + move] * STRIDE + move)
        ranks.sort(reverse=True)
        return [rank % STRIDE for rank in ranks]

    def values(self, state: State, moves: list[int]) -> list[int]:
        """What each of these moves of the seat to act is worth to it: 1, 0, -1; UNKNOWN from the limit on.

        Stops after the first win; what was not looked at is UNKNOWN, too.
        """
        self.met = 0
        seat = state.actor
        sign = 1 if seat == GREEN else -1
        found = [UNKNOWN] * len(moves)
        for at in range(len(moves)):
            after = state.clone()
            after.apply(seat, moves[at])
            value = self.value_within(after)
            if value == UNKNOWN:
                return found
            found[at] = sign * value
            if found[at] == 1:
                return found
        return found

    def best(self, state: State) -> list[int]:
        """The moves of the seat to act that keep the value of the position; empty beyond the limit."""
        self.met = 0
        seat = state.actor
        sign = 1 if seat == GREEN else -1
        values: list[int] = []
        moves = state.legal(seat)
        for move in moves:
            after = state.clone()
            after.apply(seat, move)
            value = self.value_within(after)
            if value == UNKNOWN:
                return []
            values.append(sign * value)
        top = max(values)
        return [moves[at] for at in range(len(moves)) if values[at] == top]


def answers(winner: int, question: int) -> bool:
    """Whether this end is what the question asks for."""
    return winner == GREEN or (question == HOLD and winner == NOBODY)


def winner_of(green: int, orange: int, agent: int, joint_second: bool) -> int:
    """Who wins with these points, or NOBODY: the table of S49 in short."""
    if green == orange:
        return NOBODY
    high, low, higher = green, orange, GREEN
    if orange > green:
        high, low, higher = orange, green, ORANGE
    if agent > high or low < agent < high or (agent == high and joint_second):
        return higher
    return 1 - higher


def is_last_mission(state: State) -> bool:
    """Whether the next move ends the game."""
    if state.round != ROUNDS or state.phase != EXECUTING:
        return False
    waiting = 0
    for mission in range(10):
        waiting += state.pending[mission]
    return waiting == 1


def is_frozen(state: State) -> bool:
    """Whether no dept can be open any more, so that no marker will climb: only asked in the last round [S42]."""
    if state.round != ROUNDS:
        return False
    for dept in range(3):
        if state.minister[dept] != MINISTERIAL:
            return False
    for seat in range(2):
        for mission in range(CRISIS, CRISIS + 2):
            cost = state.setting.crisis_cost if mission == CRISIS else state.setting.assassinate_cost
            if state.points[seat] >= cost and could_play(state, seat, mission):
                return False
    return True


def could_play(state: State, seat: int, mission: int) -> bool:
    """Whether a seat has this mission pending, or may still select it in this round."""
    if state.pending[seat * 5 + mission]:
        return True
    if not is_to_select(state, seat) or state.tokens[seat] == 0:
        return False
    return state.free_slots(seat, SINGLE, mission) > 0 or (state.tokens[seat] > 1 and state.free_slots(seat, DUAL, mission) > 0)


def is_to_select(state: State, seat: int) -> bool:
    """Whether a seat's selection of this round is still to come."""
    return state.phase == CHOOSING or (state.phase == SELECTING and (seat == state.actor or state.actor == state.first))


def last_winners(state: State, moves: list[int]) -> list[int]:
    """Who wins after each of these executions, if it is the last one of the game [S41-S45, S49]."""
    setting = state.setting
    seat = state.actor
    counts = [state.spying[place] + state.reception[place] for place in range(9)]
    scored = [0] * 9  # [dept * 3 + spy] what each dept pays as it stands
    base = [state.points[0], state.points[1], state.points[2]]
    for dept in range(3):
        score_dept(state, counts, dept, scored)
        if state.minister[dept] != MINISTERIAL:
            for spy in range(3):
                base[spy] += scored[dept * 3 + spy]
    winners: list[int] = []
    fresh = [0] * 9
    for move in moves:
        ends = [base[0], base[1], base[2]]
        one = NOTHING  # the depts whose cubes change
        two = NOTHING
        if move >= CONVERT:
            if state.cubes[seat] > 0:  # [S40]
                one = state.active_dept()
                counts[one * 3 + seat] += 1
        elif move >= DO_CRISIS:
            dept = (move - DO_CRISIS) % 3
            ends[seat] -= setting.crisis_cost if move < DO_ASSASSINATE else setting.assassinate_cost
            for spy in range(3):
                ends[spy] += scored[dept * 3 + spy]
        elif move >= DO_REGROUP:
            one = (move - DO_REGROUP) // 10
            counts[one * 3 + DOUBLE_AGENT] -= 1
        elif move >= DO_RELOCATE:
            one, two = SOURCE[move - DO_RELOCATE] // 3, TARGET[move - DO_RELOCATE] // 3
            counts[SOURCE[move - DO_RELOCATE]] -= 1
            counts[TARGET[move - DO_RELOCATE]] += 1
        else:
            left, right = LEFT[move - DO_SWITCH], RIGHT[move - DO_SWITCH]
            one, two = left // 3, right // 3
            counts[left] -= 1
            counts[right] -= 1
            counts[two * 3 + left % 3] += 1
            counts[one * 3 + right % 3] += 1
        for dept in (one, two):
            if dept != NOTHING:
                if state.minister[dept] != MINISTERIAL:
                    score_dept(state, counts, dept, fresh)
                    for spy in range(3):
                        ends[spy] += fresh[dept * 3 + spy] - scored[dept * 3 + spy]
                for spy in range(3):
                    counts[dept * 3 + spy] = state.spying[dept * 3 + spy] + state.reception[dept * 3 + spy]
        if setting.top != NOTHING:  # [S45]
            for spy in range(3):
                ends[spy] = min(ends[spy], setting.top)
        winners.append(winner_of(ends[0], ends[1], ends[2], setting.joint_second))
    return winners


def score_dept(state: State, counts: list[int], dept: int, scored: list[int]) -> None:
    """What the three spies get in this dept if it is open [S43]."""
    setting = state.setting
    at = dept * 3
    for spy in range(3):
        own = counts[at + spy]
        points = 0
        if own > 0:
            more = 0
            same = 0
            for other in range(3):
                if counts[at + other] > own:
                    more += 1
                elif counts[at + other] == own:
                    same += 1
            if more == 0:
                points = setting.first_points if same == 1 else setting.draw_points
            elif more == 1:
                points = setting.second_points
        scored[at + spy] = points


# -- What still matters in a position ----------------------------------------------------------------------------------------


def key_of(state: State) -> int:
    """A number for all that still matters in a position; the chance that two different ones share it is below 10**-12."""
    setting = state.setting
    rounds_left = ROUNDS + 1 - state.round
    # Only differences of points decide; the points themselves matter as far as somebody could be unable to pay.
    shift = 0
    if setting.top == NOTHING:
        shift = max(
            0, min(state.points[GREEN], state.points[ORANGE]) - rounds_left * 2 * max(setting.crisis_cost, setting.assassinate_cost)
        )
    word: i64 = state.round * 64 + state.phase * 16 + (state.briefcase if state.round < ROUNDS or state.phase == CHOOSING else 0) * 8
    word += (state.first + 1) * 2 + state.actor
    word = mixed(word, (state.points[0] - shift) * 65536 + (state.points[1] - shift) * 256 + state.points[2] - shift + 1024)
    for slot in range(state.round + 1, ROUNDS + 1):  # what lies behind does not come again
        word = word * 8 + state.token[slot] * 2 + state.agent[slot]
    one, two, three = dept_word(state, 0), dept_word(state, 1), dept_word(state, 2)
    # Depts that no token shows any more are interchangeable: the larger one first.
    coming = 0
    for slot in range(state.round, ROUNDS + 1):
        coming |= 1 << state.token[slot]
    if coming & 3 == 0 and one < two:
        one, two = two, one
    if coming & 6 == 0 and two < three:
        two, three = three, two
    if coming & 5 == 0 and one < three:
        one, three = three, one
    word = mixed(mixed(mixed(word, one), two), three)
    return int(mixed(mixed(word, card_word(state, GREEN)), card_word(state, ORANGE)))


def mixed(word: i64, more: i64) -> i64:
    word = ((word ^ more) * MULTIPLIER + more) & MASK
    return word ^ (word >> 29)


def dept_word(state: State, dept: int) -> i64:
    """A dept's cubes and where its Minister is, or will wait."""
    minister = state.minister[dept]
    if minister == ASSASSINATED:  # open now, and back at his next token [S47]
        minister = state.next_slot(dept, state.round)
    if state.round == ROUNDS and minister != MINISTERIAL:
        minister = OUT
    word: i64 = minister
    for spy in range(3):
        word = word * 256 + state.spying[dept * 3 + spy] * 16 + state.reception[dept * 3 + spy]
    return word


def card_word(state: State, seat: int) -> i64:
    """What a seat can still select, and what it has pending."""
    setting = state.setting
    word: i64 = 1
    for mission in range(5):
        word = word * 4 + state.pending[seat * 5 + mission]
    if setting.cubes < setting.tokens:  # else there is always a cube to infiltrate with [L3]
        word = word * 16 + state.cubes[seat]
    selections = ROUNDS - state.round + (1 if is_to_select(state, seat) else 0)
    regroups = state.pending[seat * 5 + REGROUP] > 0
    if selections > 1 or (regroups and selections > 0):
        word = word * 32 + (state.area[seat] + 1) * 8 + state.done[seat] + 1
        word = word * 16 + min(state.tokens[seat], 2 * selections + 1)
        for slot in range(10):
            word = word * 4 + state.laid[seat * 10 + slot]
        return word
    if selections == 0:
        used = 0
        if regroups:  # it only matters whether there is a token to take back [S33, S37]
            word = word * 32 + (state.area[seat] + 1) * 8 + state.done[seat] + 1
            for slot in range(10):
                if state.used_tokens(seat, slot) > 0:
                    used = 1
        return word * 2 + used
    tokens = min(state.tokens[seat], 2)
    laid = 0
    for slot in range(10):
        if state.laid[seat * 10 + slot] > 0:
            laid = 1
        if tokens * 5 > slot:  # with one token only the Single area counts, with none nothing [S22]
            free = setting.slots[slot] - state.laid[seat * 10 + slot]
            word = word * 4 + (min(free, 2 if setting.twins else 1) if free > 0 else 0)
    return word * 8 + tokens * 2 + laid
