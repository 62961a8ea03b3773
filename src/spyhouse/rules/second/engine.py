"""The rules of Second Place, top to bottom as in the rulebook: set-up, the six phases of a round, the end.

Flat on purpose: small whole numbers in flat lists, so that it compiles to fast code. The order of depts, spies, missions
and areas is that of 1.1; seat 0 is green, seat 1 orange, and a seat's number is also its spy.
"""

from __future__ import annotations

from typing import Final

from spyhouse.rules.kit.contract import EVERYONE, NO_ACTION, Outcome, only
from spyhouse.rules.kit.contract import State as BaseState
from spyhouse.rules.kit.errors import IllegalMove, Named
from spyhouse.rules.kit.luck import Luck
from spyhouse.rules.kit.meta import Terms
from spyhouse.rules.second import story, view

ROUNDS: Final = 8
GREEN: Final = 0
ORANGE: Final = 1
DOUBLE_AGENT: Final = 2
NOBODY: Final = -1
NOTHING: Final = -1

SWITCH: Final = 0
RELOCATE: Final = 1
REGROUP: Final = 2
CRISIS: Final = 3
ASSASSINATE: Final = 4
MISSIONS: Final = 5
SINGLE: Final = 0
DUAL: Final = 1

# Where a Minister is: 1 to 8 is above that slot of the Foreign Office.
MINISTERIAL: Final = 9
IN_CRISIS: Final = 10
ASSASSINATED: Final = 11
OUT: Final = 12

CHOOSING: Final = 0
SELECTING: Final = 1
EXECUTING: Final = 2
OVER: Final = 3

CHOOSER: Final = 0
FIRST_PLAYER: Final = 1
SECOND_PLAYER: Final = 2

# Action numbers [4.3]: the first of each kind.
SELECT_SINGLE: Final = 0
SELECT_DUAL: Final = 5
DO_SWITCH: Final = 15
DO_RELOCATE: Final = 33
DO_REGROUP: Final = 51
DO_CRISIS: Final = 81
DO_ASSASSINATE: Final = 84
CONVERT: Final = 87
NAME_FIRST: Final = 92
SELECT_TWINS: Final = 94  # Dual GG, CC, XX
ACTIONS: Final = 94
ACTIONS_WITH_TWINS: Final = 97

PAIR_ONE: Final[list[int]] = [0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 2, 3, 4]  # [pair] its first mission; 10 to 12 are the twins
PAIR_TWO: Final[list[int]] = [1, 2, 3, 4, 2, 3, 4, 3, 4, 4, 2, 3, 4]  # [pair] its second mission
# [switch] dept * 3 + spy of the cube named left, and of the one named right
LEFT: Final[list[int]] = [dept * 3 + spy for dept in (0, 0, 1) for spy in (0, 0, 1, 1, 2, 2)]
RIGHT: Final[list[int]] = [dept * 3 + spy for dept in (1, 2, 2) for spy in (1, 2, 0, 2, 0, 1)]
# [relocate] dept * 3 + spy of the cube, and of its place in the other dept
SOURCE: Final[list[int]] = [dept * 3 + spy for dept in range(3) for spy in range(3) for _ in range(2)]
TARGET: Final[list[int]] = [other * 3 + spy for dept in range(3) for spy in range(3) for other in range(3) if other != dept]
# [execution - DO_SWITCH] the pending mission that it belongs to
MISSION_OF: Final[list[int]] = [0] * 18 + [1] * 18 + [2] * 30 + [3] * 3 + [4] * 3 + [0, 1, 2, 3, 4]


class Setting:
    """What this table plays with, as flat numbers: options and card. Never changed, shared by all clones."""

    def __init__(self, terms: Terms) -> None:
        options = terms.options
        self.label: bytes = terms.label
        self.slots: list[int] = list(terms.content.slots)  # [area * 5 + mission] tokens that fit there
        self.start_points: list[int] = [options["start_points"][spy] for spy in "god"]  # [spy]
        self.tokens: int = options["tokens_per_player"]
        self.cubes: int = options["cubes_per_player"]
        self.agent_slots: list[int] = options["da_slots"]
        self.pool: int = options["token_pool_per_dept"]
        self.each_dept: bool = options["guarantee_each_dept"]
        self.spy_ops: int = ("chooser", "first_player", "second_player").index(options["spy_ops"])
        self.joint_second: bool = options["tie_for_first"] == "joint_second"
        self.twins: bool = options["dual_pair_rule"] == "only_SS_RR_forbidden"
        self.regroup_same_round: bool = options["regroup_same_round"]
        self.assess_after_round1: bool = options["assess_after_round1"]
        self.top: int = NOTHING if options["tracker_top"] is None else options["tracker_top"]
        self.crisis_cost: int = options["mission_cost"]["C"]
        self.assassinate_cost: int = options["mission_cost"]["X"]
        self.first_points: int = options["dept_points"]["first"]
        self.second_points: int = options["dept_points"]["second"]
        self.draw_points: int = options["dept_points"]["draw"]
        self.both_lose: int = options["both_lose_utility"]


class State(BaseState):
    """One match of Second Place. Nothing in it is hidden [part 3]."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(2)
        self.setting = setting
        self.token: list[int] = []  # [slot, from 1] dept of the token of that round; never changes after set-up
        self.agent: list[int] = []  # [slot, from 1] 1 while a double agent cube lies on the track
        self.minister: list[int] = []  # [dept] where its Minister is
        self.spying: list[int] = []  # [dept * 3 + spy] cubes in the Spying area
        self.reception: list[int] = []  # [dept * 3 + spy] cubes in the Reception area
        self.points: list[int] = []  # [spy] place on the tracker
        self.laid: list[int] = []  # [seat * 10 + area * 5 + mission] tokens on the card, used or pending
        self.pending: list[int] = []  # [seat * 5 + mission] missions selected and not yet executed
        self.area: list[int] = [NOTHING, NOTHING]  # [seat] area of the pending missions
        self.done: list[int] = [NOTHING, NOTHING]  # [seat] executed mission of a Dual whose other one is pending
        self.tokens: list[int] = []  # [seat] mission tokens in supply
        self.cubes: list[int] = []  # [seat] spy cubes in supply
        self.boxed = 0  # double agent cubes that left the game
        self.round = 1
        self.phase = CHOOSING
        self.briefcase = NOBODY
        self.first = NOBODY
        self.actor = NOBODY
        self.turns = 0  # how often the decision has passed on: what `sealed` tells

    # -- Set-up ----------------------------------------------------------------------------------------------------

    def set_up(self, luck: Luck) -> None:
        """Lays out the table [S1-S6]."""
        setting = self.setting
        self.points = list(setting.start_points)  # [S1]
        self.agent = [1 if slot in setting.agent_slots else 0 for slot in range(ROUNDS + 1)]  # [S2]
        self.token = [NOTHING, *self.draw_tokens(luck)]
        self.tell(EVERYONE, story.Tokens(tuple(self.token[1:])))
        self.minister = [self.next_slot(dept, 0) for dept in range(3)]  # [S4, A25]
        self.spying = [0] * 9
        self.reception = [0] * 9
        self.laid = [0] * 20
        self.pending = [0] * 10
        self.tokens = [setting.tokens] * 2  # [S5]
        self.cubes = [setting.cubes] * 2  # [S5]
        self.briefcase = luck.pick("briefcase", 2)  # [S6]
        self.tell(EVERYONE, story.FirstBriefcase(self.briefcase))
        self.begin_round()

    def draw_tokens(self, luck: Luck) -> list[int]:
        """Eight department tokens in random order: one of each and five more, or any eight of the pool [S3, part 5]."""
        each = 1 if self.setting.each_dept else 0
        rest = [dept for dept in range(3) for _ in range(self.setting.pool - each)]
        if not each:
            luck.shuffle("tokens", rest)
            return rest[:ROUNDS]
        luck.shuffle("tokens.pool", rest)
        row = [0, 1, 2, *rest[: ROUNDS - 3]]
        luck.shuffle("tokens", row)
        return row

    def next_slot(self, dept: int, after: int) -> int:
        """The next slot that shows this dept, or OUT if there is none [S4, S47]."""
        for slot in range(after + 1, ROUNDS + 1):
            if self.token[slot] == dept:
                return slot
        return OUT

    # -- Phase 1: Foreign Office -----------------------------------------------------------------------------------

    def active_dept(self) -> int:
        """The dept of this round's token [S9]."""
        return self.token[self.round]

    def begin_round(self) -> None:
        """Minister and double agent of this round's slot arrive; their order has no effect [S8-S12]."""
        dept = self.active_dept()
        if self.listening:
            self.tell(EVERYONE, story.Round(self.round, dept))
        if self.minister[dept] == self.round:  # [S10]
            self.minister[dept] = MINISTERIAL
            if self.listening:
                self.tell(EVERYONE, story.MinisterArrives(dept))
        if self.agent[self.round]:  # [S11]
            self.agent[self.round] = 0
            self.reception[dept * 3 + DOUBLE_AGENT] += 1
            if self.listening:
                self.tell(EVERYONE, story.AgentArrives(dept))
        self.settle_order()

    # -- First and second player -----------------------------------------------------------------------------------

    def settle_order(self) -> None:
        """The Briefcase decides who is first [S13-S15]."""
        if self.setting.spy_ops == CHOOSER and self.can_select(GREEN) and self.can_select(ORANGE):  # [S15]
            self.phase = CHOOSING
            self.first = NOBODY
            self.pass_to(self.briefcase)
            return
        self.first = 1 - self.briefcase if self.setting.spy_ops == SECOND_PLAYER else self.briefcase  # [S13, S14]
        self.begin_selection()

    def name_first(self, first: int) -> None:
        if self.listening:
            self.tell(EVERYONE, story.Order(self.actor, first))
        self.first = first
        self.begin_selection()

    # -- Phase 2: Mission Selection --------------------------------------------------------------------------------

    def begin_selection(self) -> None:
        """First player selects, then the second; who cannot is skipped [S16, S22, S23]."""
        self.phase = SELECTING
        if self.can_select(self.first):
            self.pass_to(self.first)
            return
        if self.listening:
            self.tell(EVERYONE, story.Skip(self.first))
        self.second_selects()

    def second_selects(self) -> None:
        second = 1 - self.first
        if self.can_select(second):
            self.pass_to(second)
            return
        if self.listening:
            self.tell(EVERYONE, story.Skip(second))
        self.begin_execution()

    def free_slots(self, seat: int, area: int, mission: int) -> int:
        """Slots not covered by a token, used or pending [S19]."""
        return self.setting.slots[area * 5 + mission] - self.laid[seat * 10 + area * 5 + mission]

    def can_select_single(self, seat: int, mission: int) -> bool:
        return self.tokens[seat] >= 1 and self.free_slots(seat, SINGLE, mission) >= 1  # [S17, S22]

    def can_select_dual(self, seat: int, pair: int) -> bool:
        one, two = PAIR_ONE[pair], PAIR_TWO[pair]
        if self.tokens[seat] < 2:  # [S22]
            return False
        if one == two:  # [S17, dual_pair_rule]
            return self.setting.twins and self.free_slots(seat, DUAL, one) >= 2
        return self.free_slots(seat, DUAL, one) >= 1 and self.free_slots(seat, DUAL, two) >= 1

    def can_select(self, seat: int) -> bool:
        """Whether there is any legal selection; if so one must be made [S21, S22]."""
        for mission in range(MISSIONS):
            if self.can_select_single(seat, mission):
                return True
        for pair in range(len(PAIR_ONE)):
            if self.can_select_dual(seat, pair):
                return True
        return False

    def selections(self, seat: int) -> list[int]:
        """All legal selections, also of missions that can only become Infiltrate [S17, S20]."""
        moves: list[int] = []
        for mission in range(MISSIONS):
            if self.can_select_single(seat, mission):
                moves.append(SELECT_SINGLE + mission)
        for pair in range(10):
            if self.can_select_dual(seat, pair):
                moves.append(SELECT_DUAL + pair)
        if self.setting.twins:
            for twins in range(3):
                if self.can_select_dual(seat, 10 + twins):
                    moves.append(SELECT_TWINS + twins)
        return moves

    def select(self, seat: int, action: int) -> None:
        """Lays tokens from the supply on free slots; those missions are pending now [S17, S18]."""
        if action < SELECT_DUAL:
            self.area[seat] = SINGLE
            self.lay_token(seat, SINGLE, action)
            if self.listening:
                self.tell(EVERYONE, story.Select(seat, SINGLE, (action,)))
        else:
            pair = pair_of(action)
            self.area[seat] = DUAL
            self.lay_token(seat, DUAL, PAIR_ONE[pair])
            self.lay_token(seat, DUAL, PAIR_TWO[pair])
            if self.listening:
                self.tell(EVERYONE, story.Select(seat, DUAL, (PAIR_ONE[pair], PAIR_TWO[pair])))
        if seat == self.first:
            self.second_selects()
        else:
            self.begin_execution()

    def lay_token(self, seat: int, area: int, mission: int) -> None:
        self.tokens[seat] -= 1
        self.laid[seat * 10 + area * 5 + mission] += 1
        self.pending[seat * 5 + mission] += 1

    # -- Phase 3: Mission Execution --------------------------------------------------------------------------------

    def begin_execution(self) -> None:
        """First player executes all own missions, then the second all of his [S24]."""
        self.phase = EXECUTING
        if self.has_pending(self.first):
            self.pass_to(self.first)
        else:
            self.second_executes()

    def second_executes(self) -> None:
        second = 1 - self.first
        if self.has_pending(second):
            self.pass_to(second)
        else:
            self.end_round()

    def has_pending(self, seat: int) -> bool:
        for mission in range(MISSIONS):
            if self.pending[seat * 5 + mission]:
                return True
        return False

    def executions(self, seat: int) -> list[int]:
        """Every pending mission in full where possible, and each as an Infiltrate [S25-S27]."""
        moves: list[int] = []
        own = seat * 5
        if self.pending[own + SWITCH]:
            for switch in range(18):
                if self.can_switch(switch):
                    moves.append(DO_SWITCH + switch)
        if self.pending[own + RELOCATE]:
            for relocate in range(18):
                if self.can_relocate(relocate):
                    moves.append(DO_RELOCATE + relocate)
        if self.pending[own + REGROUP]:
            for regroup in range(30):
                if self.can_regroup(seat, regroup):
                    moves.append(DO_REGROUP + regroup)
        if self.pending[own + CRISIS]:
            for dept in range(3):
                if self.can_hit(seat, dept, self.setting.crisis_cost):
                    moves.append(DO_CRISIS + dept)
        if self.pending[own + ASSASSINATE]:
            for dept in range(3):
                if self.can_hit(seat, dept, self.setting.assassinate_cost):
                    moves.append(DO_ASSASSINATE + dept)
        for mission in range(MISSIONS):
            if self.pending[own + mission]:
                moves.append(CONVERT + mission)  # [S27]
        return moves

    def can_switch(self, switch: int) -> bool:
        """Two cubes of different spies in the Spying areas of two depts [S29, S31]."""
        return self.spying[LEFT[switch]] > 0 and self.spying[RIGHT[switch]] > 0

    def can_relocate(self, relocate: int) -> bool:
        """Any cube in a Spying area [S29, S30, S32]."""
        return self.spying[SOURCE[relocate]] > 0

    def can_regroup(self, seat: int, regroup: int) -> bool:
        """A double agent cube in that Spying area and an own token with its used face up in that slot [S33]."""
        return self.spying[regroup // 10 * 3 + DOUBLE_AGENT] > 0 and self.used_tokens(seat, regroup % 10) > 0

    def used_tokens(self, seat: int, slot: int) -> int:
        """Tokens that Regroup may take from this slot (area * 5 + mission): a pending one is not used yet [S37]."""
        area, mission = slot // 5, slot % 5
        used = self.laid[seat * 10 + slot]
        if area == self.area[seat]:
            used -= self.pending[seat * 5 + mission]
        if area == DUAL and self.done[seat] == mission and not self.setting.regroup_same_round:
            used -= 1
        return used

    def can_hit(self, seat: int, dept: int, cost: int) -> bool:
        """A Minister on his Ministerial place, and the points to pay for it right now [S34, S35, S38, S39]."""
        return self.minister[dept] == MINISTERIAL and self.points[seat] >= cost

    def execute(self, seat: int, action: int) -> None:
        """Executes one pending mission in full, or converts it; its token is used from now on [S26-S28]."""
        mission = MISSION_OF[action - DO_SWITCH]
        forced = self.listening and not self.can_execute(seat, mission)
        before = self.points[seat]
        cube = self.carry_out(seat, action)
        if self.listening:
            paid = before - self.points[seat]
            self.tell(EVERYONE, story.Execute(seat, action, mission, 1 if forced else 0, paid, cube))
        self.finish_mission(seat, mission)

    def carry_out(self, seat: int, action: int) -> int:
        """What the mission does to the table, before anything follows from it; 1 if an Infiltrate brought a cube [S31-S36]."""
        mission = MISSION_OF[action - DO_SWITCH]
        if action >= CONVERT:
            return self.infiltrate(seat)
        if mission == SWITCH:
            self.switch(action - DO_SWITCH)
        elif mission == RELOCATE:
            self.relocate(action - DO_RELOCATE)
        elif mission == REGROUP:
            self.regroup(seat, action - DO_REGROUP)
        elif mission == CRISIS:
            self.hit_minister(seat, action - DO_CRISIS, IN_CRISIS, self.setting.crisis_cost)
        else:
            self.hit_minister(seat, action - DO_ASSASSINATE, ASSASSINATED, self.setting.assassinate_cost)
        return 0

    def can_execute(self, seat: int, mission: int) -> bool:
        """Whether this mission can be done in full right now by some move [S27]."""
        for move in self.executions(seat):
            if move < CONVERT and MISSION_OF[move - DO_SWITCH] == mission:
                return True
        return False

    def switch(self, switch: int) -> None:
        """Two cubes change depts, each into the other's Reception [S31]."""
        left, right = LEFT[switch], RIGHT[switch]
        self.spying[left] -= 1
        self.spying[right] -= 1
        self.reception[right // 3 * 3 + left % 3] += 1
        self.reception[left // 3 * 3 + right % 3] += 1

    def relocate(self, relocate: int) -> None:
        """One cube goes to the Reception of another dept [S32]."""
        self.spying[SOURCE[relocate]] -= 1
        self.reception[TARGET[relocate]] += 1

    def regroup(self, seat: int, regroup: int) -> None:
        """A double agent cube leaves the game; a used token returns to the supply, for the next round on [S33, S37]."""
        self.spying[regroup // 10 * 3 + DOUBLE_AGENT] -= 1
        self.boxed += 1
        self.laid[seat * 10 + regroup % 10] -= 1
        self.tokens[seat] += 1

    def hit_minister(self, seat: int, dept: int, place: int, cost: int) -> None:
        """The Minister leaves his Ministerial place; the own marker pays at once [S34, S35, S39]."""
        self.points[seat] -= cost
        self.minister[dept] = place

    def infiltrate(self, seat: int) -> int:
        """One own cube goes to the Reception of the active dept; without cubes nothing happens [S36, S40]."""
        if self.cubes[seat] == 0:
            return 0
        self.cubes[seat] -= 1
        self.reception[self.active_dept() * 3 + seat] += 1
        return 1

    def finish_mission(self, seat: int, mission: int) -> None:
        self.pending[seat * 5 + mission] -= 1
        if self.has_pending(seat):
            self.done[seat] = mission
            return
        self.area[seat] = NOTHING
        self.done[seat] = NOTHING
        if seat == self.first:
            self.second_executes()
        else:
            self.end_round()

    # -- Phases 4, 5 and 6 -----------------------------------------------------------------------------------------

    def end_round(self) -> None:
        """Embedding, scoring, Ministers go back, position check, Briefcase: no decisions [S8]."""
        self.embed()
        self.score()
        self.send_ministers_back()
        row = self.row()
        if self.listening:
            self.tell(EVERYONE, story.Position((self.points[0], self.points[1], self.points[2]), row))
        if self.round == ROUNDS:
            self.end_game(row)
            return
        self.pass_briefcase(row)
        self.round += 1
        self.actor = NOBODY  # what was decided in a round cannot be taken back in the next
        self.begin_round()

    def embed(self) -> None:
        """All Reception cubes move to the Spying areas [S41]."""
        for place in range(9):
            self.spying[place] += self.reception[place]
            self.reception[place] = 0
        if self.listening:
            self.tell(EVERYONE, story.Embed(self.round))

    def is_open(self, dept: int) -> bool:
        """A dept scores unless its Minister is on the Ministerial place [S42]."""
        return self.minister[dept] != MINISTERIAL

    def dept_points(self, dept: int, spy: int) -> int:
        """What this spy's cubes in the Spying area are worth [S43, S44]."""
        own = self.spying[dept * 3 + spy]
        if own == 0:
            return 0
        more = 0
        same = 0
        for other in range(3):
            count = self.spying[dept * 3 + other]
            if count > own:
                more += 1
            elif count == own and other != spy:
                same += 1
        if more == 0:
            return self.setting.draw_points if same else self.setting.first_points
        return self.setting.second_points if more == 1 else 0

    def score(self) -> None:
        """Every open dept pays, and all three markers move up together [S42, S45]."""
        green, orange, agent = 0, 0, 0
        for dept in range(3):
            if not self.is_open(dept):
                continue
            g, o, d = self.dept_points(dept, GREEN), self.dept_points(dept, ORANGE), self.dept_points(dept, DOUBLE_AGENT)
            green, orange, agent = green + g, orange + o, agent + d
            if self.listening:
                self.tell(EVERYONE, story.Score(dept, (g, o, d)))
        self.move_up(GREEN, green)
        self.move_up(ORANGE, orange)
        self.move_up(DOUBLE_AGENT, agent)

    def move_up(self, spy: int, points: int) -> None:
        self.points[spy] += points
        if self.setting.top != NOTHING and self.points[spy] > self.setting.top:
            self.points[spy] = self.setting.top  # [S45]

    def send_ministers_back(self) -> None:
        """Crisis ends; an assassinated Minister waits for his next token or is out [S46, S47]."""
        for dept in range(3):
            place = self.minister[dept]
            if place == IN_CRISIS:
                self.minister[dept] = MINISTERIAL
                if self.listening:
                    self.tell(EVERYONE, story.CrisisOver(dept))
            elif place == ASSASSINATED:
                slot = self.next_slot(dept, self.round)
                self.minister[dept] = slot
                if self.listening:
                    self.tell(EVERYONE, story.MinisterOut(dept) if slot == OUT else story.MinisterToSlot(dept, slot))

    def row(self) -> int:
        """Which of the eight positions the three markers form, 1 to 8 [S48, S49]."""
        green, orange, agent = self.points[GREEN], self.points[ORANGE], self.points[DOUBLE_AGENT]
        if green == orange:
            return 6 if green > agent else 7 if agent > green else 8
        high = green if green > orange else orange
        low = orange if green > orange else green
        if agent > high:
            return 1
        if agent == high:
            return 3
        if agent > low:
            return 5
        return 4 if agent == low else 2

    def winning(self, row: int) -> int:
        """The player this position favours, or NOBODY when both are losing [S49]."""
        if row >= 6:
            return NOBODY
        higher = GREEN if self.points[GREEN] > self.points[ORANGE] else ORANGE
        if row == 1 or row == 5 or (row == 3 and self.setting.joint_second):
            return higher
        return 1 - higher

    def pass_briefcase(self, row: int) -> None:
        """The losing player takes it; if both are losing it changes hands [S50, S51]."""
        if self.round > 1 or self.setting.assess_after_round1:
            winner = self.winning(row)
            self.briefcase = 1 - self.briefcase if winner == NOBODY else 1 - winner
        if self.listening:
            self.tell(EVERYONE, story.Briefcase(self.briefcase))

    # -- End -------------------------------------------------------------------------------------------------------

    def end_game(self, row: int) -> None:
        """After round 8 the position is the result; the Briefcase does not move [S52, S53]."""
        self.phase = OVER
        self.first = NOBODY
        self.actor = NOBODY
        self.turns += 1
        if self.listening:
            self.tell(EVERYONE, story.End(row, self.winning(row)))

    def outcome(self) -> Outcome | None:
        """The row as reason; both lose counts as a loss for both, or as nothing [S54]."""
        if self.phase != OVER:
            return None
        row = self.row()
        scores = (self.points[GREEN], self.points[ORANGE])
        winner = self.winning(row)
        if winner == NOBODY:
            both = float(self.setting.both_lose)
            return Outcome(f"row{row}", scores, (2, 2), (), (both, both))
        ranks = (1, 2) if winner == GREEN else (2, 1)
        returns = (1.0, -1.0) if winner == GREEN else (-1.0, 1.0)
        return Outcome(f"row{row}", scores, ranks, (winner,), returns)

    # -- The contract ----------------------------------------------------------------------------------------------

    def pass_to(self, seat: int) -> None:
        """Gives the decision to a seat; when it comes from somewhere else, what was decided before is sealed."""
        if self.actor != seat:
            self.turns += 1
            self.actor = seat

    def to_act(self) -> list[int]:
        return [] if self.phase == OVER else [self.actor]

    def legal(self, seat: int) -> list[int]:
        if self.phase == OVER or seat != self.actor:
            return []
        if self.phase == CHOOSING:
            return [NAME_FIRST + GREEN, NAME_FIRST + ORANGE]
        return self.selections(seat) if self.phase == SELECTING else self.executions(seat)

    def is_legal(self, seat: int, action: int) -> bool:
        """Whether `legal` holds this action, without making the list."""
        if self.phase == OVER or seat != self.actor or not 0 <= action < ACTIONS_WITH_TWINS:
            return False
        if self.phase == CHOOSING:
            return NAME_FIRST <= action < SELECT_TWINS
        if self.phase == SELECTING:
            if action < SELECT_DUAL:
                return self.can_select_single(seat, action)
            return (action < DO_SWITCH or action >= SELECT_TWINS) and self.can_select_dual(seat, pair_of(action))
        if not DO_SWITCH <= action < NAME_FIRST or not self.pending[seat * 5 + MISSION_OF[action - DO_SWITCH]]:
            return False
        if action < DO_RELOCATE:
            return self.can_switch(action - DO_SWITCH)
        if action < DO_REGROUP:
            return self.can_relocate(action - DO_RELOCATE)
        if action < DO_CRISIS:
            return self.can_regroup(seat, action - DO_REGROUP)
        if action < DO_ASSASSINATE:
            return self.can_hit(seat, action - DO_CRISIS, self.setting.crisis_cost)
        return action >= CONVERT or self.can_hit(seat, action - DO_ASSASSINATE, self.setting.assassinate_cost)

    def apply(self, seat: int, action: int) -> None:
        if not self.is_legal(seat, action):
            raise refusal(self, seat, action)
        if self.phase == CHOOSING:
            self.name_first(action - NAME_FIRST)
        elif self.phase == SELECTING:
            self.select(seat, action)
        else:
            self.execute(seat, action)

    def default(self, seat: int) -> int:
        """Oneself first; the lowest Single, or Dual; the lowest conversion [part 5]."""
        moves = self.legal(seat)
        if not moves:
            return NO_ACTION
        if self.phase == CHOOSING:
            return NAME_FIRST + seat
        if self.phase == SELECTING:
            return moves[0]
        return min([move for move in moves if move >= CONVERT])

    def forced(self, seat: int) -> int:
        """Everything lies open: so does that there is only one move [part 3]."""
        return only(self.legal(seat))

    def sealed(self, seat: int) -> int:
        return self.turns

    def clone(self) -> State:
        twin = State(self.setting)
        twin.heard_from(self)
        twin.token = self.token
        twin.agent = self.agent.copy()
        twin.minister = self.minister.copy()
        twin.spying = self.spying.copy()
        twin.reception = self.reception.copy()
        twin.points = self.points.copy()
        twin.laid = self.laid.copy()
        twin.pending = self.pending.copy()
        twin.area = self.area.copy()
        twin.done = self.done.copy()
        twin.tokens = self.tokens.copy()
        twin.cubes = self.cubes.copy()
        twin.boxed = self.boxed
        twin.round = self.round
        twin.phase = self.phase
        twin.briefcase = self.briefcase
        twin.first = self.first
        twin.actor = self.actor
        twin.turns = self.turns
        return twin

    def view(self, seat: int) -> view.View:
        return view.View(seat, self.trace(seat), self)

    def label(self) -> bytes:
        return self.setting.label

    def numbers(self) -> list[int]:
        lists = self.token[1:] + self.agent[1:] + self.minister + self.spying + self.reception + self.points
        cards = self.laid + self.pending + self.area + self.done + self.tokens + self.cubes
        return [*lists, *cards, self.boxed, self.round, self.phase, self.briefcase, self.first, self.actor, self.turns]

    # -- Laws ------------------------------------------------------------------------------------------------------

    def broken(self) -> list[str]:
        """The laws of 1.6 that do not hold here."""
        laws: list[str] = []
        for seat in range(2):
            pending = sum(self.pending[seat * 5 : seat * 5 + 5])
            if sum(self.laid[seat * 10 : seat * 10 + 10]) + self.tokens[seat] != self.setting.tokens:
                laws.append("L1")
            if self.cubes_in_depts(seat) + self.cubes[seat] != self.setting.cubes:
                laws.append("L2")
            if self.setting.cubes >= self.setting.tokens and self.cubes[seat] < self.tokens[seat] + pending:
                laws.append("L3")
        if sum(self.agent) + self.cubes_in_depts(DOUBLE_AGENT) + self.boxed != len(self.setting.agent_slots):
            laws.append("L2")
        if min(self.points) < 0:
            laws.append("L4")
        if min(self.minister) < 1 or max(self.minister) > OUT:
            laws.append("L5")
        if self.round == 1 and sum(self.spying) > 0:
            laws.append("L6")
        if self.round == 1 and self.minister[self.token[1]] not in (MINISTERIAL, IN_CRISIS, ASSASSINATED):
            laws.append("L7")
        if self.phase in (CHOOSING, SELECTING) and self.minister[self.active_dept()] != MINISTERIAL:
            laws.append("L8")
        return laws

    def cubes_in_depts(self, spy: int) -> int:
        return sum([self.spying[dept * 3 + spy] + self.reception[dept * 3 + spy] for dept in range(3)])

    def is_deadlocked(self) -> bool:
        """No marker can ever move again: every Minister in place and nobody can pay [L9]."""
        cheapest = min(self.setting.crisis_cost, self.setting.assassinate_cost)
        return self.minister == [MINISTERIAL] * 3 and max(self.points[GREEN], self.points[ORANGE]) == 0 and cheapest > 0


def pair_of(action: int) -> int:
    """The pair (index into PAIR_ONE) that a Dual selection lays."""
    return action - SELECT_DUAL if action < DO_SWITCH else action - SELECT_TWINS + 10


def start(setting: Setting, luck: Luck, telling: bool) -> State:
    """A match before its first decision."""
    state = State(setting)
    if telling:
        state.story = []
    state.set_up(luck)
    return state


def read(setting: Setting, numbers: list[int], luck: Luck | None) -> State:
    """The state that `numbers()` came from; nothing is drawn after set-up, so the luck is not needed."""
    state = State(setting)
    parts: list[list[int]] = []
    at = 0
    for size in (8, 8, 3, 9, 9, 3, 20, 10, 2, 2, 2, 2):
        parts.append(numbers[at : at + size])
        at += size
    state.token = [NOTHING, *parts[0]]
    state.agent = [0, *parts[1]]
    state.minister, state.spying, state.reception, state.points = parts[2], parts[3], parts[4], parts[5]
    state.laid, state.pending, state.area, state.done = parts[6], parts[7], parts[8], parts[9]
    state.tokens, state.cubes = parts[10], parts[11]
    state.boxed, state.round, state.phase, state.briefcase, state.first, state.actor, state.turns = numbers[at:]
    return state


# -- Refusals: why a move is not legal, what to do instead, and the rule -----------------------------------------------

SEAT_NAMES: Final[list[Named]] = [Named(GREEN, "green"), Named(ORANGE, "orange")]
MISSION_NAMES: Final[list[Named]] = [
    Named("S", "Switch"),
    Named("R", "Relocate"),
    Named("G", "Regroup"),
    Named("C", "Crisis"),
    Named("X", "Assassinate"),
]
DEPT_NAMES: Final[list[Named]] = [Named("U", "Nuke"), Named("A", "Nano"), Named("B", "Bio")]
SPY_NAMES: Final[list[Named]] = [Named("g", "green"), Named("o", "orange"), Named("d", "double agent")]
AREA_NAMES: Final[list[Named]] = [Named("s", "Single"), Named("d", "Dual")]


def refusal(state: State, seat: int, action: int) -> IllegalMove:
    """Why this seat cannot play this action now."""
    if state.phase == OVER:
        return IllegalMove("S52", "The game is over.", "Start a new one.")
    if seat != state.actor:
        rule = "S15" if state.phase == CHOOSING else "S16" if state.phase == SELECTING else "S24"
        return IllegalMove(rule, "It is {seat}'s turn.", "Wait until {seat} has moved.", seat=SEAT_NAMES[state.actor])
    if not 0 <= action < (ACTIONS_WITH_TWINS if state.setting.twins else ACTIONS):
        if ACTIONS <= action < ACTIONS_WITH_TWINS:
            return IllegalMove("S17", "A Dual takes two different missions here.", "Select two different ones.")
        return IllegalMove("S8", "There is no action {action}.", "Play one of the legal ones.", action=action)
    if state.phase == CHOOSING:
        return IllegalMove("S15", "The order of this round comes first.", "Name the first player.")
    if state.phase == SELECTING:
        return selection_refusal(state, seat, action)
    return execution_refusal(state, seat, action)


def selection_refusal(state: State, seat: int, action: int) -> IllegalMove:
    if not (action < DO_SWITCH or action >= SELECT_TWINS):
        return IllegalMove("S16", "Missions are selected now, not executed.", "Select a Single or a Dual.")
    if action < SELECT_DUAL:
        return covered(SINGLE, action)  # one token is in supply, or this seat would not be asked
    if state.tokens[seat] < 2:
        return IllegalMove("S22", "A Dual takes two tokens and you have one.", "Select a Single.")
    one, two = PAIR_ONE[pair_of(action)], PAIR_TWO[pair_of(action)]
    if one == two:
        why = "Fewer than two Dual slots of {mission} are free on your card."
        return IllegalMove("S19", why, "Select missions with a free slot; Regroup can free slots.", mission=MISSION_NAMES[one])
    return covered(DUAL, two if state.free_slots(seat, DUAL, one) >= 1 else one)


def covered(area: int, mission: int) -> IllegalMove:
    why = "No {area} slot of {mission} is free on your card."
    instead = "Select a mission with a free slot; Regroup can free slots."
    return IllegalMove("S19", why, instead, area=AREA_NAMES[area], mission=MISSION_NAMES[mission])


def execution_refusal(state: State, seat: int, action: int) -> IllegalMove:
    if not DO_SWITCH <= action < NAME_FIRST:
        return IllegalMove("S24", "Missions are executed now, not selected.", "Execute or convert a pending mission.")
    mission = MISSION_OF[action - DO_SWITCH]
    if not state.pending[seat * 5 + mission]:
        waiting = [MISSION_NAMES[other] for other in range(MISSIONS) if state.pending[seat * 5 + other]]
        missions = Named([other.code for other in waiting], " and ".join([other.name for other in waiting]))
        return IllegalMove(
            "S26", "{mission} is not pending.", "Execute or convert {missions}.", mission=MISSION_NAMES[mission], missions=missions
        )
    if mission == SWITCH:
        switch = action - DO_SWITCH
        missing = RIGHT[switch] if state.spying[LEFT[switch]] > 0 else LEFT[switch]
        return no_cube("S31", missing, "Switch two cubes of different colours that lie in Spying areas, or convert.")
    if mission == RELOCATE:
        return no_cube("S32", SOURCE[action - DO_RELOCATE], "Relocate a cube that lies in a Spying area, or convert.")
    if mission == REGROUP:
        return regroup_refusal(state, seat, action - DO_REGROUP)
    cost = state.setting.crisis_cost if mission == CRISIS else state.setting.assassinate_cost
    rule = "S34" if mission == CRISIS else "S35"
    if state.points[seat] < cost:
        why = "{mission} costs {cost} and you have {points}."
        return IllegalMove(rule, why, "Convert it to Infiltrate.", mission=MISSION_NAMES[mission], cost=cost, points=state.points[seat])
    dept = DEPT_NAMES[(action - DO_CRISIS) % 3]
    return IllegalMove("S38", "The Minister of {dept} is not on his Ministerial place.", "Choose a Minister who is, or convert.", dept=dept)


def regroup_refusal(state: State, seat: int, regroup: int) -> IllegalMove:
    dept, slot = regroup // 10, regroup % 10
    if state.spying[dept * 3 + DOUBLE_AGENT] == 0:
        return no_cube("S33", dept * 3 + DOUBLE_AGENT, "Choose a department with one, or convert.")
    area, mission = AREA_NAMES[slot // 5], MISSION_NAMES[slot % 5]
    if state.laid[seat * 10 + slot]:
        why = "The token on {area} {mission} cannot be taken back in this round."
        return IllegalMove("S37", why, "Take another used token, or convert.", area=area, mission=mission)
    why = "You have no used token on {area} {mission}."
    return IllegalMove("S33", why, "Take a used token of your card, or convert.", area=area, mission=mission)


def no_cube(rule: str, place: int, instead: str) -> IllegalMove:
    why = "No {cube} cube lies in the Spying area of {dept}; cubes in a Reception are out of reach [S29]."
    return IllegalMove(rule, why, instead, cube=SPY_NAMES[place % 3], dept=DEPT_NAMES[place // 3])
