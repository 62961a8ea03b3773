"""Wink in Beat mode [B1-B12]: how decisions are collected and ordered. The cards are the core's, the eyes the kernel's.

A turn is an opening beat, the call, and further beats. In a beat all commit secretly where to look, then all see, then all
commit secretly whether to accuse. Nothing that leaves this module tells who has committed.
"""

from __future__ import annotations

from typing import Final

from spyhouse.rules.kit.contract import EVERYONE, NO_ACTION, NO_ONE, Outcome
from spyhouse.rules.kit.contract import State as BaseState
from spyhouse.rules.kit.errors import IllegalMove
from spyhouse.rules.kit.luck import Luck
from spyhouse.rules.kit.meta import Terms
from spyhouse.rules.wink import story, view
from spyhouse.rules.wink.core import EMPTY_HAND, NOBODY, OFF, RUNNING, Core, Rules, listed
from spyhouse.rules.wink.kernel import CROWD, EYE_CONTACT, NO_SIGN, WINK, Attention, Kernel

LOOKING: Final = 0  # steps: LOOK and REACT are committed to by all, CALL is the active player's alone [B3, B4]
REACTING: Final = 1
CALLING: Final = 2
OVER: Final = 3

# Action numbers [B10]: the first of each kind.
LOOK: Final = 0
NOTHING: Final = 27
ACCUSE: Final = 28
CONTACT: Final = 92
CALL: Final = 99  # number 1 is 100; 99 itself is the contact with seat 7
PASS: Final = 136
ACTIONS: Final = 137
ACCUSE_ANY: Final = 137  # with accuse_scope = any: 36 numbers for each accused seat
ACTIONS_ANY: Final = 425
NUMBERS: Final = 36
SEATS: Final = 8

OPENING: Final = 1  # the beat before the call [B1]


class Setting:
    """What this table plays with, as flat numbers. Never changed, shared by all clones."""

    def __init__(self, terms: Terms) -> None:
        options = terms.options
        seats = terms.seats
        content = terms.content
        self.label: bytes = terms.label
        self.seats: int = seats
        lock: int = ("card", "call", "none").index(options["lock4"])
        quiet: int = 0 if options["quiet_rounds"] is None else options["quiet_rounds"]
        numbers: list[int] = list(content.numbers[seats])
        any_number: bool = options["accuse_scope"] == "any"
        own_number: bool = options["accuse_own"]
        self.rules: Rules = Rules(seats, numbers, content.hand[seats], lock, any_number, own_number, options["first"] == "seat", quiet)
        self.flutter: bool = options["flutter"]
        self.attention: Attention = Attention(list(content.attention["beat"]), self.flutter)
        self.beats: int = options["beats"]  # of a turn [B1]
        self.plans: bool = options["mode"] == "beat-async"  # [B9]
        self.assist: bool = options["assist"]
        self.sign: str = options["sign"]
        self.actions: int = ACTIONS_ANY if any_number else ACTIONS
        self.looks: list[list[int]] = [look_moves(seats, seat) for seat in range(seats)]  # [seat] all LOOK actions, ascending


class State(BaseState):
    """One match of Wink in Beat mode: core, eyes, and the running step."""

    def __init__(self, setting: Setting, chance: Luck) -> None:
        seats = setting.seats
        super().__init__(seats)
        self.setting = setting
        self.chance = chance
        self.core: Core = Core(setting.rules)
        self.kernel: Kernel = Kernel(setting.attention, seats)
        self.step = CALLING
        self.beat = OPENING  # of this turn, from 1
        self.open_commits = 0  # seats that still owe a commit in this step: never shown [B8]
        self.steps = 0  # steps closed so far: what `sealed` tells
        self.auto = OFF  # what is called for the active player if his time runs out [B8]
        self.rested = 1  # 1 until eyes have moved since they were last reset to the crowd [B6]
        self.began_rested = 1  # the same when this beat's LOOK closed
        self.commit: list[int] = [NO_ACTION] * seats  # [seat] its secret choice in this step, which it may replace
        self.before: list[int] = [CROWD] * seats  # [seat] its gaze in the beat before [B6]
        self.notes: list[list[int]] = [[] for _ in range(seats)]  # [seat] what it saw, a `note` for each beat in which it watched somebody

    # -- A turn [W7, B1] -------------------------------------------------------------------------------------------

    def set_up(self) -> None:
        """Deals, and says who begins [W1-W6]."""
        dealt = self.core.deal(self.chance)
        self.tell(NO_ONE, story.Deal(self.seats, tuple(dealt)))
        for seat in range(self.seats):
            self.tell(1 << seat, story.Hand(seat, tuple(listed(self.core.hand[seat]))))
        self.core.choose_start(self.chance)
        if not self.setting.rules.seat_begins:
            self.tell(EVERYONE, story.Start(self.core.start_seat))
        self.kernel.begin(self.chance)
        self.begin_turn()

    def begin_turn(self) -> None:
        if self.listening:
            self.tell(EVERYONE, story.Turn(self.core.turn, self.core.active))
        self.beat = OPENING
        self.begin_beat()

    def begin_beat(self) -> None:
        """A beat asks everybody where to look, or is skipped when there is no live call [B2, B3]."""
        if self.core.has_live_call():
            if self.listening:
                self.tell(EVERYONE, story.Beat(self.core.turn, self.beat))
            self.ask_all(LOOKING)
            return
        self.reset_eyes()
        if self.listening:
            self.tell(EVERYONE, story.SkippedBeat(self.core.turn, self.beat))
        self.end_beat()

    def end_beat(self) -> None:
        """The opening beat is followed by the call, the last one by the next player's turn [B1, B4, B5]."""
        if self.beat == OPENING:
            self.ask_call()
        else:
            self.go_on()

    def go_on(self) -> None:
        """The next beat of this turn, or the next turn [B5]."""
        if self.beat < self.setting.beats:
            self.beat += 1
            self.begin_beat()
            return
        self.core.end_turn()
        if self.core.ended != RUNNING:
            self.end_game()
        else:
            self.begin_turn()

    def ask_all(self, step: int) -> None:
        self.step = step
        self.open_commits = self.seats
        for seat in range(self.seats):
            self.commit[seat] = NO_ACTION

    def reset_eyes(self) -> None:
        """Nobody's gaze is steady after a skipped beat or a freeze [B6]."""
        self.kernel.rest_eyes()
        self.rested = 1

    # -- LOOK, SEE, WINK, BLINK, PERCEIVE [B3] ---------------------------------------------------------------------

    def close_look(self) -> None:
        """All gazes become effective at once; winks by policy; blinks; then all see."""
        kernel = self.kernel
        self.steps += 1
        self.began_rested = self.rested
        self.rested = 0
        for seat in range(self.seats):
            look = self.commit[seat]
            self.before[seat] = kernel.gaze[seat]
            kernel.ask_look(seat, look // 3)
            if look % 3:
                kernel.ask_wink(seat, look % 3)  # without a link it is ignored without notice [W21, B3]
        kernel.pass_tick(self.core, self.chance)
        self.take_notes()
        if self.listening:
            self.tell_beat()
        self.ask_all(REACTING)

    def take_notes(self) -> None:
        """What each watcher saw: his own list of signs [3.1]."""
        kernel = self.kernel
        for seat in range(self.seats):
            at = kernel.eyes[seat]
            if at != NOBODY:
                number = OFF if at == CROWD else self.core.call_of(at)
                self.notes[seat].append(note(self.core.turn, self.beat, kernel.gaze[seat], at, kernel.sign[seat], number))

    def tell_beat(self) -> None:
        """To each seat its own gaze and wink, and what it saw; to nobody who blinked [part 3]."""
        kernel = self.kernel
        self.tell(EVERYONE, story.Seen(self.core.turn, self.beat))
        for seat in range(self.seats):
            self.tell(1 << seat, story.Look(seat, self.commit[seat] // 3, self.commit[seat] % 3))
        for seat in range(self.seats):
            if kernel.wink_at[seat] != NOBODY:
                self.tell(1 << seat, story.Wink(seat, kernel.wink_at[seat]))
        if self.setting.flutter:
            drawn = [seat for seat in range(self.seats) if kernel.wink_at[seat] == NOBODY]
            blinking = [seat for seat in drawn if kernel.blink_to[seat] == kernel.tick]
            self.tell(NO_ONE, story.Blinks(tuple(drawn), tuple(blinking)))
        for seat in range(self.seats):
            if kernel.eyes[seat] != NOBODY:
                self.tell(1 << seat, story.Eyes(seat, kernel.gaze[seat], kernel.eyes[seat]))
                if kernel.sign[seat] != NO_SIGN:
                    self.tell(1 << seat, story.Sign(seat, kernel.gaze[seat], kernel.eyes[seat], kernel.sign[seat]))

    # -- REACT and RESOLVE [B3, B7] --------------------------------------------------------------------------------

    def close_react(self) -> None:
        """Accusations and a contact are put in an order by lot and executed one after another, each checked again [W32, B7]."""
        self.steps += 1
        if self.listening:
            self.tell(EVERYONE, story.Reacted(self.core.turn, self.beat))
        order = [seat for seat in range(self.seats) if self.commit[seat] != NOTHING]
        if order:
            self.resolve(order)
        if self.core.ended != RUNNING:
            self.end_game()
        else:
            self.end_beat()

    def resolve(self, order: list[int]) -> None:
        core = self.core
        named = [named_by(action) for action in self.commit]  # [seat] whom it names
        number = [number_of(core, action) for action in self.commit]  # [seat] what it is about, fixed before anything is executed
        if self.listening:
            for seat in order:
                self.tell(1 << seat, story.Submit(seat, named[seat], number[seat]))
        self.chance.shuffle("lot", order)
        if self.listening:
            self.tell(NO_ONE, story.Lot(tuple(order)))
        void: list[int] = []
        for seat in order:
            if core.ended != RUNNING:  # it stops there [B7]
                void.append(seat)
            elif number[seat] == OFF:
                if core.can_contact(seat):
                    self.make_contact(named[seat])
                else:
                    void.append(seat)
            elif core.can_accuse(seat, named[seat], number[seat]):
                right = core.accuse(seat, named[seat], number[seat])
                if self.listening:
                    self.tell(EVERYONE, story.Accusation(seat, named[seat], number[seat], int(right)))
            else:
                void.append(seat)
        if self.listening:
            for seat in void:  # after the results, so that it tells its owner nothing of the lot [W32]
                self.tell(1 << seat, story.Void(seat, named[seat], number[seat]))
        self.kernel.freeze()  # the first of the lot is always executed [K11]
        self.reset_eyes()

    def make_contact(self, named: int) -> None:
        core = self.core
        number = core.pawn[core.active]
        holder = core.contact(named)
        if self.listening:
            self.tell(EVERYONE, story.Contact(core.active, named, number, int(holder == named), holder))

    # -- CALL [B4] -------------------------------------------------------------------------------------------------

    def ask_call(self) -> None:
        """The active player alone decides; what is called if his time runs out is drawn beforehand, for his eyes only [B4, B8]."""
        self.step = CALLING
        self.draw_auto()

    def draw_auto(self) -> None:
        numbers = listed(self.core.callable(self.core.active))
        self.auto = OFF
        if numbers:
            index = self.chance.pick("auto", len(numbers))
            self.auto = numbers[index]
            if self.listening:
                self.tell(1 << self.core.active, story.Auto(self.core.active, index, self.auto))

    def contact_at_leisure(self, named: int) -> None:
        """A contact before the call, without race [B4]; it freezes the table like any other [K11]."""
        self.steps += 1
        self.make_contact(named)
        self.kernel.freeze()
        self.reset_eyes()
        if self.core.ended != RUNNING:
            self.end_game()
        else:
            self.draw_auto()

    def call(self, number: int) -> None:
        """The call is announced to all and ends the opening part of the turn [W13, W19, B4]. It freezes nothing [K12]."""
        self.steps += 1
        seat = self.core.active
        self.kernel.end_link(seat)
        if number == OFF:
            self.core.take_off()
            if self.listening:
                self.tell(EVERYONE, story.Pass(seat))
        else:
            self.core.call(number)
            if self.listening:
                self.tell(EVERYONE, story.Call(seat, number))
        self.auto = OFF
        self.go_on()

    # -- End [W33-W36] ---------------------------------------------------------------------------------------------

    def end_game(self) -> None:
        """Hands are shown when it is over [part 3]."""
        self.step = OVER
        self.auto = OFF
        if self.listening:
            self.tell(EVERYONE, story.End(self.core.ended, tuple([self.core.score(seat) for seat in range(self.seats)])))
            for seat in range(self.seats):
                self.tell(EVERYONE, story.Hand(seat, tuple(listed(self.core.hand[seat]))))

    def outcome(self) -> Outcome | None:
        """Most points win; returns run from 1 (all others are behind) to -1 [W34-W36]."""
        if self.step != OVER:
            return None
        reason = "empty_hand" if self.core.ended == EMPTY_HAND else "quiet"
        ranks = self.core.ranks()
        returns: list[float] = []
        for mine in ranks:
            behind = len([1 for other in ranks if other > mine])
            ahead = len([1 for other in ranks if other < mine])
            returns.append((behind - ahead) / (self.seats - 1))
        winners = tuple([seat for seat in range(self.seats) if ranks[seat] == 1])
        scores = tuple([self.core.score(seat) for seat in range(self.seats)])
        return Outcome(reason, scores, tuple(ranks), winners, tuple(returns))

    # -- The contract ----------------------------------------------------------------------------------------------

    def to_act(self) -> list[int]:
        """The referee's knowledge: in LOOK and REACT those who have not committed [B3]."""
        if self.step == OVER:
            return []
        if self.step == CALLING:
            return [self.core.active]
        return [seat for seat in range(self.seats) if self.commit[seat] == NO_ACTION]

    def legal(self, seat: int) -> list[int]:
        """Also for a seat that has committed: it may replace its choice until the step closes."""
        return moves(self.setting, self.core, self.step, self.beat, seat)

    def apply(self, seat: int, action: int) -> None:
        if not is_legal(self.setting, self.core, self.step, self.beat, seat, action):
            raise refusal(self.setting, self.core, self.step, self.beat, seat, action)
        if self.step == CALLING:
            if action <= CALL:
                self.contact_at_leisure(action - CONTACT)
            else:
                self.call(OFF if action == PASS else action - CALL)
            return
        if self.commit[seat] == NO_ACTION:
            self.open_commits -= 1
        self.commit[seat] = action
        if self.open_commits == 0:
            if self.step == LOOKING:
                self.close_look()
            else:
                self.close_react()

    def default(self, seat: int) -> int:
        """What is played when time is up [B8], or where a plan is missing [B9]."""
        if seat not in self.to_act():
            return NO_ACTION
        return default_action(self.setting, self.core, self.step, self.beat, seat, self.kernel.gaze[seat], self.auto, self.notes[seat])

    def forced(self, seat: int) -> int:
        """To do nothing, where all see that there is nobody to accuse and no contact to make [B3]; the own hand is nobody's business."""
        if seat < 0 or self.step != REACTING or (self.beat == OPENING and self.core.can_contact(seat)):
            return NO_ACTION
        return NO_ACTION if self.core.may_name_any(seat) else NOTHING

    def is_final(self, seat: int, action: int) -> bool:
        """A commit can be replaced until the step closes, and whether it closes with this one is nobody's business."""
        return self.step == CALLING

    def sealed(self, seat: int) -> int:
        return self.steps

    def luck(self) -> Luck:
        return self.chance

    def clone(self) -> State:
        twin = State(self.setting, self.chance.clone())
        twin.heard_from(self)
        twin.core = self.core.clone()
        twin.kernel = self.kernel.clone()
        twin.step = self.step
        twin.beat = self.beat
        twin.open_commits = self.open_commits
        twin.steps = self.steps
        twin.auto = self.auto
        twin.rested = self.rested
        twin.began_rested = self.began_rested
        twin.commit = self.commit.copy()
        twin.before = self.before.copy()
        twin.notes = [notes.copy() for notes in self.notes]
        return twin

    def view(self, seat: int) -> view.View:
        return view.of(self, seat)

    def label(self) -> bytes:
        return self.setting.label

    def numbers(self) -> list[int]:
        own = [self.step, self.beat, self.open_commits, self.steps, self.auto, self.rested, self.began_rested]
        all_numbers = self.core.numbers() + self.kernel.numbers() + own + self.commit + self.before
        for notes in self.notes:
            all_numbers.append(len(notes))
            all_numbers += notes
        return all_numbers

    def broken(self) -> list[str]:
        """The invariants J1 to J6 that do not hold here."""
        return self.core.broken()


def start(setting: Setting, luck: Luck, telling: bool) -> State:
    """A match before its first decision."""
    state = State(setting, luck)
    if telling:
        state.story = []
    state.set_up()
    return state


def read(setting: Setting, numbers: list[int], luck: Luck | None) -> State:
    """The state that `numbers()` came from."""
    state = State(setting, luck if luck is not None else Luck(0))
    seats = setting.seats
    at = state.core.read(numbers)
    at += state.kernel.read(numbers[at:])
    state.step, state.beat, state.open_commits, state.steps = numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3]
    state.auto, state.rested, state.began_rested = numbers[at + 4], numbers[at + 5], numbers[at + 6]
    at += 7
    state.commit = numbers[at : at + seats]
    state.before = numbers[at + seats : at + 2 * seats]
    at += 2 * seats
    for seat in range(seats):
        size = numbers[at]
        state.notes[seat] = numbers[at + 1 : at + 1 + size]
        at += 1 + size
    return state


# -- What a watcher keeps of a beat, in one number ---------------------------------------------------------------------


def note(turn: int, beat: int, of: int, at: int, sign: int, number: int) -> int:
    """In this beat the eyes of one player were on another, who called that number, and gave a sign or none."""
    return ((((turn * 4 + beat - 1) * 16 + of) * 16 + at) * 4 + sign) * 64 + number


def note_turn(noted: int) -> int:
    return noted >> 18


def note_beat(noted: int) -> int:
    return (noted >> 16 & 3) + 1


def note_of(noted: int) -> int:
    return noted >> 12 & 15


def note_at(noted: int) -> int:
    return noted >> 8 & 15


def note_sign(noted: int) -> int:
    return noted >> 6 & 3


def note_number(noted: int) -> int:
    return noted & 63


# -- Moves: judged by what lies open and by the mover's own hand, so State and View share them -------------------------


def look_moves(seats: int, seat: int) -> list[int]:
    """All places to look at with all policies; the crowd only with `never` [B3, B10]."""
    moves = [LOOK + 3 * target + policy for target in range(seats) if target != seat for policy in range(3)]
    return [*moves, LOOK + 3 * CROWD]


def moves(setting: Setting, core: Core, step: int, beat: int, seat: int) -> list[int]:
    """All legal actions of a seat in this step, ascending [B10]."""
    if not 0 <= seat < setting.seats:
        return []
    if step == LOOKING:
        return setting.looks[seat].copy()
    if step == REACTING:
        return react_moves(setting, core, beat, seat)
    if step == CALLING and seat == core.active:
        return call_moves(setting, core, seat)
    return []


def react_moves(setting: Setting, core: Core, beat: int, seat: int) -> list[int]:
    """Nothing, an accusation, or in the opening beat the active player's contact [B3]."""
    found: list[int] = [NOTHING]
    if not setting.rules.any_number:
        callers = [caller for caller in range(setting.seats) if core.can_name(seat, core.pawn[caller])]
        for accused in range(setting.seats):
            if accused != seat:
                for caller in callers:
                    if caller != accused:
                        found.append(ACCUSE + SEATS * accused + caller)
    if beat == OPENING and core.can_contact(seat):
        found += contact_moves(setting.seats, seat)
    if setting.rules.any_number:
        numbers = [number for number in setting.rules.numbers if core.can_name(seat, number)]
        for accused in range(setting.seats):
            if accused != seat:
                for number in numbers:
                    found.append(ACCUSE_ANY + NUMBERS * accused + number - 1)
    return found


def contact_moves(seats: int, seat: int) -> list[int]:
    return [CONTACT + named for named in range(seats) if named != seat]


def call_moves(setting: Setting, core: Core, seat: int) -> list[int]:
    """Contact once with a live call, then a call; passing only when nothing can be called [W7, W18, B4]."""
    found = contact_moves(setting.seats, seat) if core.can_contact(seat) else []
    numbers = core.callable(seat)
    if numbers == 0:
        found.append(PASS)
        return found
    for number in setting.rules.numbers:
        if numbers >> number & 1:
            found.append(CALL + number)
    return found


def is_legal(setting: Setting, core: Core, step: int, beat: int, seat: int, action: int) -> bool:
    """Whether `moves` holds this action, without making the list."""
    if not 0 <= seat < setting.seats or not 0 <= action < setting.actions:
        return False
    if step == LOOKING:
        if action >= 3 * CROWD:
            return action == 3 * CROWD
        return action // 3 < setting.seats and action // 3 != seat
    if step == REACTING:
        if action == NOTHING:
            return True
        if CONTACT <= action <= CALL:
            return beat == OPENING and core.can_contact(seat) and is_other(setting, seat, action - CONTACT)
        return accuses(setting, core, action) and core.can_accuse(seat, named_by(action), number_of(core, action))
    if step != CALLING or seat != core.active:
        return False
    if CONTACT <= action <= CALL:
        return core.can_contact(seat) and is_other(setting, seat, action - CONTACT)
    if action == PASS:
        return core.callable(seat) == 0
    return CALL < action < PASS and core.callable(seat) >> (action - CALL) & 1 == 1


def is_other(setting: Setting, seat: int, named: int) -> bool:
    return named != seat and named < setting.seats


def accuses(setting: Setting, core: Core, action: int) -> bool:
    """Whether this action accuses a player at this table, about a number that a player at this table calls [B10]."""
    if action >= ACCUSE_ANY:
        return named_by(action) < setting.seats and core.rules.deck >> number_of(core, action) & 1 == 1
    if setting.rules.any_number or not ACCUSE <= action < CONTACT:
        return False
    return named_by(action) < setting.seats and (action - ACCUSE) % SEATS < setting.seats


def named_by(action: int) -> int:
    """The seat that an accusation or a contact names."""
    if action >= ACCUSE_ANY:
        return (action - ACCUSE_ANY) // NUMBERS
    return action - CONTACT if action >= CONTACT else (action - ACCUSE) // SEATS


def number_of(core: Core, action: int) -> int:
    """The number that an accusation is about; OFF for a contact, and where the caller named by it has no live call."""
    if action >= ACCUSE_ANY:
        return (action - ACCUSE_ANY) % NUMBERS + 1
    return core.call_of((action - ACCUSE) % SEATS) if ACCUSE <= action < CONTACT else OFF


# -- Defaults [B8, B9] -------------------------------------------------------------------------------------------------


def default_action(setting: Setting, core: Core, step: int, beat: int, seat: int, gaze: int, auto: int, notes: list[int]) -> int:
    """What is played for a seat that owes a decision in this step; from what that seat knows."""
    if step == CALLING:
        return PASS if auto == OFF else CALL + auto  # without contact [B8]
    if setting.plans:
        return missing_plan(core, step, beat, seat, notes)
    if step == REACTING:
        return NOTHING
    return LOOK + 3 * gaze + (0 if gaze == CROWD else EYE_CONTACT)  # the gaze of the beat before


def missing_plan(core: Core, step: int, beat: int, seat: int, notes: list[int]) -> int:
    """A missing plan: eyes on the active player, no accusation, contact with whom one saw winking. It never asks the hand [B9]."""
    if step == LOOKING:
        return LOOK + 3 * CROWD if seat == core.active else LOOK + 3 * core.active + EYE_CONTACT
    winker = seen_winking(core, seat, notes)
    return CONTACT + winker if beat == OPENING and core.can_contact(seat) and winker != NOBODY else NOTHING


def seen_winking(core: Core, seat: int, notes: list[int]) -> int:
    """Who winked at the active player since his last call, as far as he saw it; or NOBODY [B9]."""
    called = core.turn - core.rules.seats  # the turn of that call; its opening beat was before it
    for at in range(len(notes) - 1, -1, -1):
        noted = notes[at]
        if note_turn(noted) < called or (note_turn(noted) == called and note_beat(noted) == OPENING):
            return NOBODY
        if note_sign(noted) == WINK and note_at(noted) == seat:
            return note_of(noted)
    return NOBODY


# -- Refusals: why a move is not legal, what to do instead, and the rule; only from what the mover knows ---------------


def refusal(setting: Setting, core: Core, step: int, beat: int, seat: int, action: int) -> IllegalMove:
    """Why this seat cannot play this action now."""
    if step == OVER:
        return IllegalMove("W33", "The game is over.", "Start a new one.")
    if not 0 <= seat < setting.seats:
        return IllegalMove("W1", "Only players at the table decide.", "Take a seat in the next game.")
    if not 0 <= action < setting.actions:
        return IllegalMove("B10", "There is no action {action}.", "Play one of the legal ones.", action=action)
    if step == LOOKING:
        if action >= NOTHING:
            return IllegalMove("B3", "Now everybody chooses where to look.", "Choose a player or the crowd.")
        if action > 3 * CROWD:
            return IllegalMove("B3", "Nobody winks at the crowd.", "Look at the crowd without winking.")
        if action // 3 == seat:
            return IllegalMove("B3", "That is you.", "Look at somebody else.")
        return nobody_there(action // 3, "B3", "Look at somebody at the table.")
    if step == REACTING:
        return react_refusal(setting, core, beat, seat, action)
    if seat != core.active:
        return IllegalMove("W7", "Seat {seat} is on turn and calls.", "Wait for the call of seat {seat}.", seat=core.active)
    return call_refusal(setting, core, seat, action)


def nobody_there(named: int, rule: str, instead: str) -> IllegalMove:
    return IllegalMove(rule, "There is no seat {named} at this table.", instead, named=named)


def react_refusal(setting: Setting, core: Core, beat: int, seat: int, action: int) -> IllegalMove:
    if CONTACT <= action <= CALL:
        if beat != OPENING or seat != core.active:
            return IllegalMove("B3", "Only the active player makes contact, and before calling.", "Accuse somebody, or do nothing.")
        return contact_refusal(setting, core, seat, action - CONTACT)
    if not accuses(setting, core, action):
        return IllegalMove("B3", "Now everybody may accuse or do nothing.", "Accuse somebody, or do nothing.")
    return accusation_refusal(setting, core, seat, named_by(action), number_of(core, action))


def contact_refusal(setting: Setting, core: Core, seat: int, named: int) -> IllegalMove:
    if core.contact_done:
        return IllegalMove("W7", "You have made contact in this turn.", "Call a number.")
    if not core.can_contact(seat):
        return IllegalMove("W8", "You have no live call to make contact about.", "Go on without contact.")
    if named == seat:
        return IllegalMove("W9", "That is you.", "Name somebody else.")
    return nobody_there(named, "W9", "Name somebody at the table.")


def accusation_refusal(setting: Setting, core: Core, seat: int, accused: int, number: int) -> IllegalMove:
    """Refused privately, at no cost [W25]."""
    if core.ci_hand[seat] == 0:
        return IllegalMove("W30", "You have no counterintelligence card left.", "Do nothing.")
    if accused == seat:
        return IllegalMove("W25", "That is you.", "Accuse somebody else.")
    if not core.live >> number & 1:
        return IllegalMove("W25", "Nobody calls a number there.", "Name a number under another player's pawn.")
    if core.locked >> number & 1:
        return IllegalMove("W31", "Number {number} is locked after a wrong accusation.", "Name another number.", number=number)
    if core.pawn[seat] == number:
        return IllegalMove("W25", "Number {number} is your own call.", "Find its holder by contact on your turn.", number=number)
    if core.hand[seat] >> number & 1 and not setting.rules.own_number:
        return IllegalMove("W25", "Number {number} is in your own hand.", "Name a number that somebody else holds.", number=number)
    caller = core.caller_of(number)  # there is one, for otherwise the number itself would have been refused
    why = "Seat {seat} calls number {number} and cannot hold it."
    return IllegalMove("W25", why, "Accuse somebody else.", seat=caller, number=number)


def call_refusal(setting: Setting, core: Core, seat: int, action: int) -> IllegalMove:
    if CONTACT <= action <= CALL:
        return contact_refusal(setting, core, seat, action - CONTACT)
    if action == PASS:
        return IllegalMove("W18", "There is a number you can call.", "Call one.")
    number = action - CALL
    if not CALL < action < PASS:
        return IllegalMove("B4", "Now a number is called.", "Call a number.")
    if not core.live >> number & 1:
        why = "Number {number} is not in the crowd any more."
        return IllegalMove("W13", why, "Call a number that lies face up in the crowd.", number=number)
    if core.hand[seat] >> number & 1:
        return IllegalMove("W13", "Number {number} is in your own hand.", "Call a number that somebody else holds.", number=number)
    if core.pawn[seat] == number:
        return IllegalMove("W13", "Your pawn stands on number {number}.", "Call a different number.", number=number)
    caller = core.caller_of(number)
    return IllegalMove("W13", "Seat {seat} calls number {number}.", "Call a number without a pawn.", seat=caller, number=number)
