"""The rules of Estoril, top to bottom as in the rulebook: set-up, placing, peeking, resolution, end of a round, end of the game.

Flat on purpose: small whole numbers in flat lists, so that it compiles to fast code. A *tile* is its place in the byte order
of the ids, starting tiles after the deck; a *board* is its place in ascending number; a *space* is counted through all boards
by board and numeral [4.4]; a *position* is one of the six places of the city [1.3].
"""

from __future__ import annotations

from typing import Final

from spyhouse.rules.estoril import pieces, story, view
from spyhouse.rules.kit.contract import EVERYONE, NO_ACTION, NO_ONE, Outcome, only
from spyhouse.rules.kit.contract import State as BaseState
from spyhouse.rules.kit.errors import IllegalMove, Named
from spyhouse.rules.kit.luck import Luck
from spyhouse.rules.kit.meta import Terms

ROUNDS: Final = 4
POSITIONS: Final = 6  # boards in play [E11]
HAND: Final = 6  # tiles a hand is cut back to [E53]
MOST: Final = 12  # tiles a hand can have before that: six, and six rewards
NOBODY: Final = -1
NO_SPACE: Final = -1
NO_BOARD: Final = -1
NO_TILE: Final = -1
HIDDEN: Final = -2  # in views: a tile or a mission that the seat does not know

ASSASSIN: Final = 0
CONSPIRACY: Final = 1
NATIONALISM: Final = 2
SEDUCTION: Final = 3
DIPLOMACY: Final = 4
ABILITIES: Final = 5

PLACING: Final = 0
PEEKING: Final = 1
USING: Final = 2  # a Character may use its abilities
CONSPIRING: Final = 3  # it has looked at the top tile and must keep or swap
LOSING: Final = 4  # the last of Hell's Mouth must choose
DISCARDING: Final = 5
OVER: Final = 6

# Effects of boards and kinds of missions, in the order of pieces.EFFECTS and pieces.MISSIONS.
NO_ASSASSIN: Final = 1
FLAG_BONUS: Final = 2
ALL_OUTER: Final = 4
DICE_DIFFERENCE: Final = 5
WEAKEST_LOSES_TILE: Final = 6
PEEK_BOARD: Final = 1
PEEK_NEAR: Final = 2
OF_ABILITY: Final = 0
OF_WOMEN: Final = 1
OF_STRENGTH: Final = 2
OF_FLAG: Final = 3
OF_FLAGSET: Final = 4
OF_DISCARDS: Final = 5

SECOND_PLACE: Final = 3  # VP [variant C]
ADJACENT: Final[list[list[int]]] = [[1, 3], [0, 2, 4], [1, 5], [0, 4], [1, 3, 5], [2, 4]]  # [position] positions that share an edge
NEAR: Final[list[int]] = [1 if a == b or b in ADJACENT[a] else 0 for a in range(6) for b in range(6)]  # [position * 6 + other]
CORNER_ROW: Final[list[int]] = [0, 0, 1, 1]  # [corner] clockwise from north-west
CORNER_COLUMN: Final[list[int]] = [0, 1, 1, 0]


class Setting:
    """What this table plays with, as flat numbers: options and pieces. Never changed, shared by all clones."""

    def __init__(self, terms: Terms) -> None:
        options = terms.options
        content: pieces.Content = terms.content
        self.label: bytes = terms.label
        self.content: pieces.Content = content
        self.seats: int = terms.seats
        self.cubes: int = [0, 0, 6, 4, 3][terms.seats]  # [E7]
        self.fallback: bool = options["fallback_placement"] == "pl"
        self.live: bool = options["nationalism_timing"] == "live"
        self.assassin_self: bool = options["assassin_self"]
        self.most_white: int = 999 if options["white_cube_limit"] is None else options["white_cube_limit"]
        self.least_count: int = options["mission_min_count"]
        self.memory_aid: bool = options["memory_aid"]
        self.secret_missions: bool = options["variant_secret_missions"]
        self.recruiting: bool = options["variant_recruiting"]
        self.second_place: bool = options["variant_second_place"]
        self.round_up: bool = options["second_place_rounding"] == "en"
        self.starters_recruit: bool = options["recruiting_starting_tiles"] == "pl"
        self.every_flag_recruits: bool = options["recruiting_flagset_cap"] == "pl"

        flag_bit = {flag: 1 << bit for bit, flag in enumerate(content.flags)}
        own = list(content.starters)
        tiles = [*content.tiles, *(own * terms.seats)]
        self.deck: int = len(content.tiles)  # tiles from here on are starting tiles, six a seat
        self.tiles: int = len(tiles)
        colours = [colour for colour in pieces.COLOURS[: terms.seats] for _ in own]
        marks = ["" for _ in content.tiles] + colours
        self.ids: list[str] = [mark + tile.id for mark, tile in zip(marks, tiles, strict=True)]
        self.code: list[int] = [pieces.code(name) for name in self.ids]  # [tile] as facts write it
        self.strength: list[int] = [tile.strength for tile in tiles]  # [tile]
        self.vp: list[int] = [tile.vp for tile in tiles]  # [tile]
        self.woman: list[int] = [1 if tile.woman else 0 for tile in tiles]  # [tile]
        self.flags: list[int] = [sum(flag_bit[flag] for flag in tile.flags) for tile in tiles]  # [tile] bit per country
        self.symbols: list[int] = [tile.abilities.count(ability) for tile in tiles for ability in pieces.ABILITIES]  # [tile * 5 + ability]

        boards = content.boards
        self.boards: int = len(boards)
        self.number: list[int] = [board.number for board in boards]  # [board] printed number
        self.size: list[int] = [len(board.secret) for board in boards]  # [board] spaces
        self.first_space: list[int] = [sum(self.size[:board]) for board in range(len(boards))]  # [board]
        self.spaces: int = sum(self.size)
        self.spaces_of: list[list[int]] = []  # [board] ascending numeral
        for board, first in enumerate(self.first_space):
            self.spaces_of.append(list(range(first, first + self.size[board])))
        self.numerals: int = max(self.size)
        self.board_of: list[int] = [board for board in range(len(boards)) for _ in range(self.size[board])]  # [space]
        self.numeral: list[int] = [numeral + 1 for board in range(len(boards)) for numeral in range(self.size[board])]  # [space]
        self.slot: list[int] = []  # [space] as facts write it
        for space in range(self.spaces):
            self.slot.append(self.number[self.board_of[space]] * 10 + self.numeral[space])
        self.secret: list[int] = [1 if secret else 0 for board in boards for secret in board.secret]  # [space]
        self.peek: list[int] = [peek for board in boards for peek in board.peek]  # [space]
        self.cells: list[int] = [cell for board in boards for cell in board.cells]  # [board * 4 + corner, unturned] numeral; 0 reward
        self.reward_secret: list[int] = [1 if board.reward_secret else 0 for board in boards]  # [board]
        self.effect: list[int] = [pieces.EFFECTS.index(board.effect) for board in boards]  # [board]
        self.bonus_flag: list[int] = [flag_bit.get(board.flag, 0) for board in boards]  # [board]
        self.bonus: list[int] = [board.bonus for board in boards]  # [board]
        self.sides: list[int] = [board.sides for board in boards]  # [board]

        missions = content.missions
        self.missions: int = len(missions)
        self.mission_code: list[int] = [pieces.code(mission.id) for mission in missions]  # [mission]
        self.mission_kind: list[int] = [pieces.MISSIONS.index(mission.kind) for mission in missions]  # [mission]
        asked = [mission.ability or pieces.ABILITIES[0] for mission in missions]
        self.mission_ability: list[int] = [pieces.ABILITIES.index(ability) for ability in asked]  # [mission]
        self.mission_flags: list[int] = [sum(flag_bit[flag] for flag in mission.flags) for mission in missions]  # [mission]
        self.mission_vp: list[int] = [mission.vp for mission in missions]  # [mission]
        if options["strength_mission_vp"] == "en":  # [D5]
            self.mission_vp = [8 if mission.kind == "strength" else mission.vp for mission in missions]
        self.never_agenda: list[int] = [1 if mission.kind in pieces.NEVER_AGENDA else 0 for mission in missions]  # [mission]

        # Action numbers [4.4]: the first of each kind; placing begins at 0.
        self.do_peek: int = HAND * self.spaces
        self.do_peek_reward: int = self.do_peek + self.spaces
        self.no_peek: int = self.do_peek_reward + self.boards
        self.do_assassin: int = self.no_peek + 1
        self.do_look: int = self.do_assassin + self.numerals
        self.do_keep: int = self.do_look + 1
        self.do_swap: int = self.do_keep + 1
        self.do_nationalism: int = self.do_swap + 1
        self.do_seduction: int = self.do_nationalism + 1
        self.do_diplomacy: int = self.do_seduction + self.spaces * self.numerals
        self.do_stop: int = self.do_diplomacy + self.spaces
        self.do_lose: int = self.do_stop + 1
        self.do_discard: int = self.do_lose + self.numerals
        self.actions: int = self.do_discard + MOST
        self.no_city: City = City(self, list(range(POSITIONS)), [0] * POSITIONS)  # what a State has before its first round


class City:
    """The six boards as they lie this round, and what follows from it [E5, E11, 1.3]. Never changed, shared by all clones."""

    def __init__(self, setting: Setting, boards: list[int], turns: list[int]) -> None:
        self.boards = boards  # [position]
        self.turns = turns  # [position] quarter turns clockwise
        self.order: list[int] = sorted(boards)  # in which they are resolved [E28]
        self.position: list[int] = [NO_BOARD] * setting.boards  # [board] or NO_BOARD if it rests this round
        self.cell: list[int] = [NO_SPACE] * setting.spaces  # [space] row * 6 + column
        self.is_outer: list[int] = [0] * setting.spaces  # [space]
        at: list[int] = [NO_SPACE] * 24  # [cell] its space; the cell of a reward has none
        for position in range(POSITIONS):
            board = boards[position]
            self.position[board] = position
            for entry in range(4):
                corner = (entry + turns[position]) % 4
                numeral = setting.cells[board * 4 + entry]
                if numeral == 0:
                    continue
                row = position // 3 * 2 + CORNER_ROW[corner]
                column = position % 3 * 2 + CORNER_COLUMN[corner]
                space = setting.first_space[board] + numeral - 1
                self.cell[space] = row * 6 + column
                at[row * 6 + column] = space
                outer = row == 0 or row == 3 or column == 0 or column == 5
                self.is_outer[space] = 1 if outer or setting.effect[board] == ALL_OUTER else 0  # [E16, E18]
        self.spaces: list[int] = [space for space in range(setting.spaces) if self.cell[space] != NO_SPACE]  # all in play, ascending
        self.beside: list[list[int]] = []  # [space] spaces that share an edge with it, on whatever board
        for space in range(setting.spaces):
            beside: list[int] = []
            cell = self.cell[space]
            if cell != NO_SPACE:
                for there in (cell - 6, cell + 6):
                    if 0 <= there < 24 and at[there] != NO_SPACE:
                        beside.append(at[there])
                if cell % 6 > 0 and at[cell - 1] != NO_SPACE:
                    beside.append(at[cell - 1])
                if cell % 6 < 5 and at[cell + 1] != NO_SPACE:
                    beside.append(at[cell + 1])
            self.beside.append(beside)
        self.next_door: list[list[int]] = []  # [position] spaces of the adjacent boards, ascending
        self.around: list[list[int]] = []  # [position] those and its own
        for position in range(POSITIONS):
            near = [space for space in self.spaces if NEAR[position * POSITIONS + self.position[setting.board_of[space]]]]
            self.around.append(near)
            self.next_door.append([space for space in near if setting.board_of[space] != boards[position]])

    def reaches(self, position: int, other: int) -> bool:
        """Whether it is the same board, or one that shares an edge with it [E5]."""
        return NEAR[position * POSITIONS + other] == 1


class State(BaseState):
    """One match of Estoril: everything, hidden and open. In a View the same, with HIDDEN for what the seat does not know."""

    def __init__(self, setting: Setting, luck: Luck, city: City) -> None:
        super().__init__(setting.seats)
        self.setting = setting
        self.chance = luck
        self.city = city
        self.round = 1
        self.first = NOBODY  # the seat with the first-player marker
        self.phase = PLACING
        self.actor = NOBODY
        self.stage = -1  # which board of `city.order` is being resolved; -1 while none is
        self.acting = NO_SPACE  # the space just placed on while peeking, or the one whose Character uses its abilities
        self.left: list[int] = []  # [ability] symbols the acting Character has not used yet
        self.seals = 0  # how often something was decided or seen that cannot be taken back
        self.tile: list[int] = []  # [space] tile standing there, or NO_TILE
        self.owner: list[int] = []  # [space] seat whose cube lies on it, or NOBODY
        self.face_up: list[int] = []  # [space] 1 if everybody sees the tile
        self.known: list[int] = []  # [space] bit per seat that knows the tile, or EVERYONE [E21, E26]
        self.seduced: list[int] = []  # [space] 1 if its abilities are void [E37]
        self.white: list[int] = []  # [space] 1 if it has a white marker [E38]
        self.bonus: list[int] = []  # [space] strength from Nationalism; with `live` the symbols used for it [E36]
        self.dice: list[int] = []  # [space] the Casino's difference [E46]
        self.reward: list[int] = []  # [position] tile, or NO_TILE
        self.reward_up: list[int] = []  # [position] 1 if everybody sees it
        self.reward_known: list[int] = []  # [position] as `known`
        self.pile: list[int] = []  # top first [E9]
        self.pile_known: list[int] = []  # beside each tile of the pile, as `known`: knowledge travels with the tile [3.2]
        self.hand: list[list[int]] = []  # [seat] tiles, ascending
        self.shown: list[int] = []  # [tile] 1 if it was seen since placing began, so that it is no face-down Character [3.2]
        self.cubes: list[int] = []  # [seat] not lying in the city
        # Replaced as a whole when they change, so that clones can share them:
        self.discards: list[list[int]] = []  # [seat] tiles, in the order of discarding
        self.chosen: list[list[int]] = []  # [seat] hand slots it will discard, ascending; secret
        self.removed: list[int] = []  # tiles lost at Hell's Mouth
        self.open_missions: list[int] = []
        self.hidden_missions: list[int] = []  # [seat] the one between it and its left neighbour [variant A]
        self.agenda: list[int] = []  # [seat] [variant B]

    # -- Set-up ----------------------------------------------------------------------------------------------------

    def set_up(self) -> None:
        """Hands, missions, pile and first player [E6-E10]."""
        setting = self.setting
        for seat in range(self.seats):  # [E1, E6]: seat 0 is red, then green, blue, yellow clockwise
            self.hand.append(list(range(setting.deck + seat * 6, setting.deck + seat * 6 + 6)))
            self.discards.append([])
            self.chosen.append([])
        self.shown = [0] * setting.tiles
        self.left = [0] * ABILITIES
        self.reward, self.reward_up, self.reward_known = [NO_TILE] * POSITIONS, [0] * POSITIONS, [0] * POSITIONS
        self.deal_missions()
        order = setting.code[: setting.deck]
        self.chance.shuffle("pile", order)  # [E9]
        tile_of = {code: tile for tile, code in enumerate(setting.code)}
        self.pile = [tile_of[code] for code in order]
        self.pile_known = [0] * len(self.pile)
        self.first = self.chance.pick("first", self.seats)  # [E10]
        if self.listening:
            self.tell(NO_ONE, story.Pile(tuple(order)))
            self.tell(EVERYONE, story.First(self.first))
        self.begin_round()

    def deal_missions(self) -> None:
        """Open ones, with variant A face-down ones between neighbours, with variant B an agenda each [E8, part 5]."""
        setting = self.setting
        rest = list(setting.mission_code)
        self.chance.shuffle("missions", rest)
        laid = 1 if setting.secret_missions else 4
        self.open_missions, rest = self.take_missions(rest, laid)
        if self.listening:
            self.tell(EVERYONE, story.Missions(self.mission_codes(self.open_missions)))
        if setting.secret_missions:
            self.chance.shuffle("hidden", rest)
            self.hidden_missions, rest = self.take_missions(rest, self.seats)
            if self.listening:
                hidden = self.mission_codes(self.hidden_missions)
                self.tell(NO_ONE, story.Hidden(hidden))
                for seat in range(self.seats):
                    self.tell(1 << seat, story.Beside(seat, hidden[seat - 1], hidden[seat]))
        if setting.recruiting:
            rest = [code for code in rest if not setting.never_agenda[setting.mission_code.index(code)]]  # [Q19]
            for seat in range(self.seats):
                self.chance.shuffle("agenda", rest)
                dealt, rest = self.take_missions(rest, 1)
                self.agenda.append(dealt[0])
                if self.listening:
                    self.tell(1 << seat, story.Agenda(seat, setting.mission_code[dealt[0]]))

    def take_missions(self, codes: list[int], count: int) -> tuple[list[int], list[int]]:
        return [self.setting.mission_code.index(code) for code in codes[:count]], codes[count:]

    def mission_codes(self, missions: list[int]) -> tuple[int, ...]:
        return tuple([self.setting.mission_code[mission] for mission in missions])

    # -- Start of a round ------------------------------------------------------------------------------------------

    def begin_round(self) -> None:
        """New boards, new rewards, all cubes; the first player begins [E11-E14]."""
        if self.listening:
            self.tell(EVERYONE, story.Round(self.round, self.first))
        self.lay_boards()
        self.clear_city()
        self.deal_rewards()
        self.cubes = [self.setting.cubes] * self.seats  # [E7]
        self.seals += 1
        self.next_turn(self.first)  # [E14]

    def lay_boards(self) -> None:
        """Six boards of all, each in one of four rotations [E11]."""
        setting = self.setting
        numbers = list(setting.number)
        self.chance.shuffle("boards", numbers)
        numbers = numbers[:POSITIONS]
        turns = [self.chance.pick("rotation", 4) for _ in range(POSITIONS)]
        self.city = City(setting, [setting.number.index(number) for number in numbers], turns)
        if self.listening:
            self.tell(EVERYONE, story.Boards(tuple(numbers), tuple(turns)))

    def clear_city(self) -> None:
        spaces = self.setting.spaces
        self.tile = [NO_TILE] * spaces
        self.owner = [NOBODY] * spaces
        self.face_up = [0] * spaces
        self.known = [0] * spaces
        self.seduced = [0] * spaces
        self.white = [0] * spaces
        self.bonus = [0] * spaces
        self.dice = [0] * spaces

    def deal_rewards(self) -> None:
        """From the top of the pile by position; what a seat knew of a pile place it knows of the reward [E12, E13, 3.2]."""
        setting = self.setting
        for position in range(POSITIONS):
            if not self.pile:  # [E13]
                self.reward[position], self.reward_up[position], self.reward_known[position] = NO_TILE, 0, 0
                continue
            secret = setting.reward_secret[self.city.boards[position]]
            self.reward[position] = self.pile.pop(0)
            known = self.pile_known.pop(0)
            self.reward_up[position] = 0 if secret else 1
            self.reward_known[position] = known if secret else EVERYONE
        if self.listening:
            numbers = tuple([setting.number[board] for board in self.city.boards])
            self.tell(EVERYONE, story.Rewards(numbers, tuple([self.reward_code(position) for position in range(POSITIONS)])))

    def reward_code(self, position: int) -> int:
        """A reward as everybody sees it: its code, 0 face down, -1 none."""
        if self.reward[position] == NO_TILE:
            return NO_TILE
        return self.setting.code[self.reward[position]] if self.reward_up[position] else 0

    # -- Turn: placing ---------------------------------------------------------------------------------------------

    def next_turn(self, seat: int) -> None:
        """From this seat on clockwise the first that can place; when nobody can, the boards are resolved [E22]."""
        for step in range(self.seats):
            candidate = (seat + step) % self.seats
            if self.can_place(candidate):
                self.phase = PLACING
                self.acting = NO_SPACE
                self.pass_to(candidate)
                return
        self.next_board()

    def can_place(self, seat: int) -> bool:
        """A cube, a tile and a legal space: then one must be placed [E15, E23]."""
        return self.cubes[seat] > 0 and len(self.hand[seat]) > 0 and self.has_space(seat)

    def has_space(self, seat: int) -> bool:
        """Whether there is any legal space; with the fallback a free one is enough [E16-E19]."""
        for space in self.city.spaces:
            if self.owner[space] == NOBODY and (self.setting.fallback or self.city.is_outer[space] or self.stands_beside(seat, space)):
                return True
        return False

    def placement_spaces(self, seat: int) -> list[int]:
        """Free outer spaces, and inner ones beside an own Character; if there are none, any free one or none [E16-E19]."""
        spaces: list[int] = []
        for space in self.city.spaces:
            if self.owner[space] == NOBODY and (self.city.is_outer[space] or self.stands_beside(seat, space)):
                spaces.append(space)
        if not spaces and self.setting.fallback:  # [E19]
            return [space for space in self.city.spaces if self.owner[space] == NOBODY]
        return spaces

    def stands_beside(self, seat: int, space: int) -> bool:
        """Whether a Character of this seat stands on an adjacent space, face up or down, on whatever board [E17]."""
        for beside in self.city.beside[space]:
            if self.owner[beside] == seat:
                return True
        return False

    def placements(self, seat: int) -> list[int]:
        """Every hand tile on every legal space [E15]."""
        spaces = self.placement_spaces(seat)
        moves: list[int] = []
        for slot in range(len(self.hand[seat])):
            first = slot * self.setting.spaces
            moves.extend([first + space for space in spaces])
        return moves

    def place(self, seat: int, slot: int, space: int) -> None:
        """A tile goes from hand to a space with a cube: face down if the space is top secret [E4, E15, E20]."""
        setting = self.setting
        tile = self.hand[seat].pop(slot)
        secret = setting.secret[space]
        self.cubes[seat] -= 1
        self.stand(space, tile, seat, 0 if secret else 1)
        if not secret:
            self.shown[tile] = 1
        if self.listening:
            self.tell(EVERYONE, story.Place(seat, setting.slot[space], 0 if secret else setting.code[tile]))
            if secret:
                self.tell(1 << seat, story.PlaceSecretly(seat, setting.slot[space], setting.code[tile]))
        self.acting = space
        if setting.peek[space] and self.peeks():  # [E24, E25]
            self.phase = PEEKING
            return
        self.next_turn(seat + 1)

    def stand(self, space: int, tile: int, owner: int, face_up: int) -> None:
        """A Character stands on a space; an open one is known to everybody, another one to its owner [E2, E20, E21]."""
        self.tile[space] = tile
        self.owner[space] = owner
        self.face_up[space] = face_up
        self.known[space] = EVERYONE if face_up else 1 << owner

    def leave(self, space: int) -> None:
        """The space is free again, and nothing of its Character stays behind."""
        self.tile[space] = NO_TILE
        self.owner[space] = NOBODY
        self.face_up[space] = 0
        self.known[space] = 0
        self.seduced[space] = 0
        self.white[space] = 0
        self.bonus[space] = 0
        self.dice[space] = 0

    # -- Peek ------------------------------------------------------------------------------------------------------

    def is_in_peek_range(self, board: int) -> bool:
        """The same board; the same or an adjacent one; every one in play: as the symbol just placed on says [E24]."""
        symbol = self.setting.peek[self.acting]
        here = self.city.position[self.setting.board_of[self.acting]]
        there = self.city.position[board]
        if there == NO_BOARD:
            return False
        if symbol == PEEK_BOARD:
            return here == there
        return symbol != PEEK_NEAR or self.city.reaches(here, there)

    def can_peek(self, space: int) -> bool:
        """A face-down Character of another player in range [E24, E25]."""
        owner = self.owner[space]
        return (
            owner != NOBODY
            and owner != self.owner[self.acting]
            and not self.face_up[space]
            and self.is_in_peek_range(self.setting.board_of[space])
        )

    def can_peek_reward(self, board: int) -> bool:
        """A face-down reward in range [E24]."""
        position = self.city.position[board]
        return position != NO_BOARD and self.reward[position] != NO_TILE and not self.reward_up[position] and self.is_in_peek_range(board)

    def peeks(self) -> list[int]:
        """All that may be looked at, without declining."""
        setting = self.setting
        moves = [setting.do_peek + space for space in self.city.spaces if self.can_peek(space)]
        for board in self.city.order:
            if self.can_peek_reward(board):
                moves.append(setting.do_peek_reward + board)
        return moves

    def look_at(self, seat: int, action: int) -> None:
        """The player alone sees the tile, everybody sees which one; then the turn ends [E24-E26]."""
        setting = self.setting
        if action == setting.no_peek:
            if self.listening:
                self.tell(EVERYONE, story.NoPeek(seat))
            self.next_turn(seat + 1)
            return
        if action < setting.do_peek_reward:
            space = action - setting.do_peek
            slot, tile = setting.slot[space], self.tile[space]
            if self.known[space] != EVERYONE:
                self.known[space] |= 1 << seat
        else:
            position = self.city.position[action - setting.do_peek_reward]
            slot, tile = setting.number[action - setting.do_peek_reward] * 10, self.reward[position]
            if self.reward_known[position] != EVERYONE:
                self.reward_known[position] |= 1 << seat
        self.seals += 1
        if self.listening:
            self.tell(EVERYONE, story.Peek(seat, slot))
            self.tell(1 << seat, story.Saw(seat, slot, setting.code[tile]))
        self.next_turn(seat + 1)

    # -- Resolution: frame -----------------------------------------------------------------------------------------

    def next_board(self) -> None:
        """Board after board in ascending number; after the last the round ends [E28]."""
        self.stage += 1
        if self.stage == POSITIONS:
            self.end_round()
            return
        self.open_board()
        self.sweep(self.setting.first_space[self.board()])

    def board(self) -> int:
        """The board being resolved."""
        return self.city.order[self.stage]

    def here(self) -> list[int]:
        """The spaces of the board being resolved, in ascending numeral."""
        return self.setting.spaces_of[self.city.order[self.stage]]

    def open_board(self) -> None:
        """Its Characters and its reward are turned face up, also when nobody is there [E29]."""
        setting = self.setting
        position = self.city.position[self.board()]
        for space in self.here():
            if self.owner[space] != NOBODY:
                self.turn_up(space)
        self.reward_up[position] = 1
        self.reward_known[position] = EVERYONE
        self.seals += 1
        if self.listening:
            standing = [space for space in self.here() if self.owner[space] != NOBODY]
            slots = tuple([setting.slot[space] for space in standing])
            tiles = tuple([setting.code[self.tile[space]] for space in standing])
            seats = tuple([self.owner[space] for space in standing])
            self.tell(EVERYONE, story.Open(setting.number[self.board()], slots, seats, tiles, self.reward_code(position)))

    def turn_up(self, space: int) -> None:
        self.face_up[space] = 1
        self.known[space] = EVERYONE
        self.shown[self.tile[space]] = 1

    def sweep(self, space: int) -> None:
        """From this space on in ascending numeral: the next Character that can act, or the board is settled [E30, E32]."""
        for candidate in self.here():
            if candidate >= space and self.owner[candidate] != NOBODY and not self.seduced[candidate]:  # [E37]
                self.acting = candidate
                first = self.tile[candidate] * ABILITIES
                self.left = self.setting.symbols[first : first + ABILITIES]
                if self.can_act():
                    self.phase = USING
                    self.pass_to(self.owner[candidate])
                    return
        self.acting = NO_SPACE
        self.left = [0] * ABILITIES
        self.settle_board()

    def go_on(self) -> None:
        """The acting Character goes on as long as it stands there and can use a symbol; then the next numeral [E31, E32]."""
        self.phase = USING
        if self.owner[self.acting] != NOBODY and self.can_act():
            return
        self.sweep(self.acting + 1)

    # -- Abilities -------------------------------------------------------------------------------------------------

    def can_act(self) -> bool:
        """Whether some symbol that is left has a legal use [E32]."""
        left = self.left
        if left[ASSASSIN] + left[CONSPIRACY] + left[NATIONALISM] + left[SEDUCTION] + left[DIPLOMACY] == 0:
            return False
        return len(self.uses()) > 0

    def uses(self) -> list[int]:
        """Every legal use of every symbol that the acting Character has left, without stopping [E31, E34-E38]."""
        setting = self.setting
        left = self.left
        moves: list[int] = []
        if left[ASSASSIN]:
            for space in self.here():
                if self.can_assassinate(space):
                    moves.append(setting.do_assassin + setting.numeral[space] - 1)
        if left[CONSPIRACY] and self.can_conspire():
            moves.append(setting.do_look)
        if left[NATIONALISM] and self.can_use_nationalism():
            moves.append(setting.do_nationalism)
        if left[SEDUCTION]:
            free = [setting.numeral[space] - 1 for space in self.here() if self.owner[space] == NOBODY]
            if free:
                for source in self.city.next_door[self.city.position[self.board()]]:
                    if self.is_unmarked(source):
                        for numeral in free:
                            moves.append(setting.do_seduction + source * setting.numerals + numeral)
        if left[DIPLOMACY] and self.has_white():
            for space in self.city.around[self.city.position[self.board()]]:
                if self.is_unmarked(space):
                    moves.append(setting.do_diplomacy + space)
        return moves

    def can_assassinate(self, space: int) -> bool:
        """A Character here without a white marker, own ones too; not on the Church, itself only by option [E34, E41]."""
        if self.setting.effect[self.board()] == NO_ASSASSIN or self.owner[space] == NOBODY or self.white[space]:
            return False
        return space != self.acting or self.setting.assassin_self

    def can_conspire(self) -> bool:
        """A reward here and a tile in the pile [E35, E13]."""
        return self.reward[self.city.position[self.board()]] != NO_TILE and len(self.pile) > 0

    def can_use_nationalism(self) -> bool:
        """Something to count; with `live` always, because the count may still grow [E32, E36]."""
        return self.setting.live or self.matching_flags(self.acting) > 0

    def is_unmarked(self, space: int) -> bool:
        """A Character without a white marker, whosever, face up or down: Seduction and Diplomacy can choose it [E37, E38]."""
        return self.owner[space] != NOBODY and not self.white[space]

    def can_seduce(self, source: int, target: int) -> bool:
        """From an adjacent board to a free space of this one [E37, E40]."""
        near = source in self.city.next_door[self.city.position[self.board()]]
        return near and self.is_unmarked(source) and self.owner[target] == NOBODY

    def has_white(self) -> bool:
        """Whether a white marker is left; with `white_cube_limit` there are only five [E38]."""
        return sum(self.white) < self.setting.most_white

    def can_protect(self, space: int) -> bool:
        """On this board or an adjacent one [E38]."""
        return self.has_white() and space in self.city.around[self.city.position[self.board()]] and self.is_unmarked(space)

    def matching_flags(self, space: int) -> int:
        """Equal flags on other open Characters and open rewards, on this board and the adjacent ones [E36]."""
        flags = self.setting.flags
        own = flags[self.tile[space]]
        here = self.city.position[self.setting.board_of[space]]
        count = 0
        for other in self.city.around[here]:
            if self.face_up[other] and other != space:  # face-down tiles never count, not even known ones
                count += bits(own & flags[self.tile[other]])
        for position in range(POSITIONS):
            if self.reward_up[position] and self.reward[position] != NO_TILE and self.city.reaches(here, position):
                count += bits(own & flags[self.reward[position]])
        return count

    def use(self, seat: int, action: int) -> None:
        """Carries out one use of one symbol, completely; or lets the rest lapse [E31]."""
        setting = self.setting
        if action == setting.do_stop:
            if self.listening:
                self.tell(EVERYONE, story.Stop(seat, setting.slot[self.acting]))
            self.sweep(self.acting + 1)
        elif action < setting.do_look:
            self.assassinate(seat, setting.first_space[self.board()] + action - setting.do_assassin)
        elif action == setting.do_look:
            self.look(seat)
        elif action == setting.do_nationalism:
            self.use_nationalism(seat)
        elif action < setting.do_diplomacy:
            use = action - setting.do_seduction
            self.seduce(seat, use // setting.numerals, setting.first_space[self.board()] + use % setting.numerals)
        else:
            self.protect(seat, action - setting.do_diplomacy)

    def assassinate(self, seat: int, target: int) -> None:
        """The Character returns to its owner's hand, its cube too; it is not placed again this round [E34]."""
        self.left[ASSASSIN] -= 1
        tile, victim = self.tile[target], self.owner[target]
        if self.listening:
            slot = self.setting.slot
            self.tell(EVERYONE, story.Assassin(seat, slot[self.acting], slot[target], victim, self.setting.code[tile]))
        self.leave(target)
        self.take_into_hand(victim, tile)
        self.cubes[victim] += 1
        self.go_on()

    def look(self, seat: int) -> None:
        """The player alone sees the top tile; now he must keep or swap [E35]."""
        self.left[CONSPIRACY] -= 1
        if self.pile_known[0] != EVERYONE:
            self.pile_known[0] |= 1 << seat
        self.seals += 1
        if self.listening:
            self.tell(EVERYONE, story.Look(seat, self.setting.slot[self.acting]))
            self.tell(1 << seat, story.Top(seat, self.setting.code[self.pile[0]]))
        self.phase = CONSPIRING

    def conspire(self, seat: int, swap: bool) -> None:
        """One of the two tiles becomes the reward, face up; the other goes face down under the pile [E35]."""
        position = self.city.position[self.board()]
        top, known = self.pile.pop(0), self.pile_known.pop(0)
        reward = self.reward[position]
        slot = self.setting.slot[self.acting]
        if swap:
            self.reward[position] = top
            self.put_under_pile(reward, EVERYONE)
            if self.listening:
                self.tell(EVERYONE, story.Swap(seat, slot, self.setting.code[top], self.setting.code[reward]))
        else:
            self.put_under_pile(top, known)  # who has looked goes on knowing it there
            if self.listening:
                self.tell(EVERYONE, story.Keep(seat, slot, self.setting.code[reward]))
        self.go_on()

    def put_under_pile(self, tile: int, known: int) -> None:
        self.pile.append(tile)
        self.pile_known.append(known)

    def use_nationalism(self, seat: int) -> None:
        """+1 for each matching flag: counted now, or with `live` at the comparison [E36]."""
        self.left[NATIONALISM] -= 1
        count = self.matching_flags(self.acting)
        self.bonus[self.acting] += 1 if self.setting.live else count
        if self.listening:
            self.tell(EVERYONE, story.Nationalism(seat, self.setting.slot[self.acting], count))
        self.go_on()

    def seduce(self, seat: int, source: int, target: int) -> None:
        """The tile moves with its cube and is opened; its abilities are void, and no strength of the old board comes along [E37]."""
        self.left[SEDUCTION] -= 1
        tile, owner = self.tile[source], self.owner[source]
        was_down = not self.face_up[source]
        self.leave(source)
        self.stand(target, tile, owner, 1)  # a top secret space does not turn it down; no peek either [E27]
        self.seduced[target] = 1
        if was_down:
            self.shown[tile] = 1
            self.seals += 1
        if self.listening:
            slot = self.setting.slot
            self.tell(
                EVERYONE,
                story.Seduction(seat, slot[self.acting], slot[source], slot[target], owner, self.setting.code[tile], 1 if was_down else 0),
            )
        self.go_on()

    def protect(self, seat: int, target: int) -> None:
        """A white marker until the end of the round; a face-down tile stays down [E38]."""
        self.left[DIPLOMACY] -= 1
        self.white[target] = 1
        if self.listening:
            self.tell(EVERYONE, story.Diplomacy(seat, self.setting.slot[self.acting], self.setting.slot[target]))
        self.go_on()

    # -- Board rules, comparison and reward ------------------------------------------------------------------------

    def settle_board(self) -> None:
        """After the sweep: the board's effect, comparison, reward [E33, E43, E45, E48]."""
        board = self.board()
        if self.setting.effect[board] == DICE_DIFFERENCE:
            self.roll_dice()
        ranking = self.ranking()
        if self.listening and ranking:
            totals = tuple([self.total(seat) for seat in ranking])
            self.tell(EVERYONE, story.Totals(self.setting.number[board], tuple(ranking), totals))
        if self.setting.effect[board] == WEAKEST_LOSES_TILE and len(ranking) >= 2:  # [E47]
            last = ranking[len(ranking) - 1]
            own = [space for space in self.here() if self.owner[space] == last]
            if len(own) > 1:
                self.phase = LOSING
                self.pass_to(last)
                return
            self.lose(own[0])  # no choice: the engine plays it [4.2]
        self.award(ranking)

    def roll_dice(self) -> None:
        """Two dice for every Character in numeral order; their difference is added [E46]."""
        sides = self.setting.sides[self.board()]
        for space in self.here():
            if self.owner[space] != NOBODY:
                one = self.chance.pick("dice", sides)
                two = self.chance.pick("dice", sides)
                self.dice[space] = abs(one - two)
                self.seals += 1
                if self.listening:
                    self.tell(EVERYONE, story.Dice(self.setting.slot[space], one + 1, two + 1))

    def lose_chosen(self, space: int) -> None:
        """The last of Hell's Mouth has chosen; the ranking of before decides the reward, too [E47]."""
        ranking = self.ranking()
        self.lose(space)
        self.award(ranking)

    def lose(self, space: int) -> None:
        """A Character leaves the game for good, marker or not [E47]."""
        tile, owner = self.tile[space], self.owner[space]
        if self.listening:
            self.tell(EVERYONE, story.Loss(owner, self.setting.slot[space], self.setting.code[tile]))
        self.leave(space)
        self.cubes[owner] += 1
        self.removed = [*self.removed, tile]

    def strength(self, space: int) -> int:
        """Printed strength, Nationalism, flag bonus of this board, dice [E42, E44, E46, E49]."""
        setting = self.setting
        board = setting.board_of[space]
        strength = setting.strength[self.tile[space]] + self.dice[space]
        if self.bonus[space]:
            strength += self.bonus[space] * self.matching_flags(space) if setting.live else self.bonus[space]
        if setting.effect[board] == FLAG_BONUS and setting.flags[self.tile[space]] & setting.bonus_flag[board]:
            strength += setting.bonus[board]
        return strength

    def total(self, seat: int) -> int:
        """The strength of a player's Characters on the board being resolved [E49]."""
        total = 0
        for space in self.here():
            if self.owner[space] == seat:
                total += self.strength(space)
        return total

    def ranking(self) -> list[int]:
        """The players on this board, best first: higher total, then the lower numeral; so there is never a tie [E49]."""
        ranking: list[int] = []
        totals: list[int] = []
        for space in self.here():  # ascending numeral: a player comes in with his lowest
            seat = self.owner[space]
            if seat == NOBODY or seat in ranking:
                continue
            total = self.total(seat)
            rank = len(ranking)
            while rank > 0 and totals[rank - 1] < total:  # zero competes like any other total [E50]
                rank -= 1
            ranking.insert(rank, seat)
            totals.insert(rank, total)
        return ranking

    def award(self, ranking: list[int]) -> None:
        """The first takes the reward into his hand; without anybody it goes under the pile [E50, E51]."""
        setting = self.setting
        position = self.city.position[self.board()]
        tile = self.reward[position]
        number = setting.number[self.board()]
        self.reward[position], self.reward_up[position], self.reward_known[position] = NO_TILE, 0, 0
        if ranking:
            if tile != NO_TILE:  # [E13]
                self.take_into_hand(ranking[0], tile)
                self.shown[tile] = 1
            if self.listening:
                self.tell(EVERYONE, story.Award(number, ranking[0], 0 if tile == NO_TILE else setting.code[tile]))
        elif tile != NO_TILE:
            self.put_under_pile(tile, EVERYONE)
            if self.listening:
                self.tell(EVERYONE, story.Bottom(number, setting.code[tile]))
        self.next_board()

    def take_into_hand(self, seat: int, tile: int) -> None:
        hand = self.hand[seat]
        slot = len(hand)
        while slot > 0 and hand[slot - 1] > tile:
            slot -= 1
        hand.insert(slot, tile)

    # -- End of a round --------------------------------------------------------------------------------------------

    def end_round(self) -> None:
        """Characters, cubes and white markers come back; who has more than six tiles must discard [E52, E53]."""
        for space in self.city.spaces:
            if self.owner[space] != NOBODY:
                self.take_into_hand(self.owner[space], self.tile[space])
        self.clear_city()
        self.cubes = [self.setting.cubes] * self.seats
        self.shown = [0] * self.setting.tiles
        self.actor = NOBODY
        self.stage = -1
        self.seals += 1
        if self.listening:
            self.tell(EVERYONE, story.Retrieve(tuple([self.surplus(seat) for seat in range(self.seats)])))
        self.phase = DISCARDING
        if not self.to_act():
            self.show_discards()

    def surplus(self, seat: int) -> int:
        """How many tiles a seat must discard [E53]."""
        size = len(self.hand[seat])
        return size - HAND if size > HAND else 0

    def discards_owed(self, seat: int) -> int:
        return self.surplus(seat) - len(self.chosen[seat])

    def next_discard(self, seat: int) -> int:
        """The lowest hand slot to choose next: slots ascend; from the start again if the choice is complete [4.4]."""
        chosen = self.chosen[seat]
        return chosen[len(chosen) - 1] + 1 if chosen and self.discards_owed(seat) > 0 else 0

    def last_discard(self, seat: int) -> int:
        """The highest hand slot to choose next, so that enough are left above it [4.4]."""
        owed = self.discards_owed(seat)
        return len(self.hand[seat]) - (owed if owed > 0 else self.surplus(seat))

    def choose_discard(self, seat: int, slot: int) -> None:
        """Secretly, all at the same time; a complete choice may be begun anew until the last seat has chosen [E53]."""
        chosen = self.chosen[seat]
        if self.discards_owed(seat) == 0:
            chosen = []
            if self.listening:
                self.tell(1 << seat, story.Rethink(seat))
        self.chosen = [[*chosen, slot] if other == seat else self.chosen[other] for other in range(self.seats)]
        if self.listening:
            self.tell(1 << seat, story.Choose(seat, self.setting.code[self.hand[seat][slot]]))
        if not self.to_act():
            self.show_discards()

    def show_discards(self) -> None:
        """All are shown together and lie open from now on; then the next round, or the end [E53, E54, E55, E56]."""
        self.discards = [self.discards[seat] + [self.hand[seat][slot] for slot in self.chosen[seat]] for seat in range(self.seats)]
        for seat in range(self.seats):
            if self.chosen[seat]:
                if self.listening:
                    codes = tuple([self.setting.code[self.hand[seat][slot]] for slot in self.chosen[seat]])
                    self.tell(EVERYONE, story.Discard(seat, codes))
                self.hand[seat] = [self.hand[seat][slot] for slot in range(len(self.hand[seat])) if slot not in self.chosen[seat]]
        self.chosen = [[] for _ in range(self.seats)]
        self.seals += 1
        if self.round == ROUNDS:  # [E56]
            self.end_game()
            return
        self.first = (self.first + 1) % self.seats  # [E55]
        self.round += 1
        self.begin_round()

    # -- End of the game -------------------------------------------------------------------------------------------

    def missions_in_play(self) -> list[int]:
        return self.open_missions + self.hidden_missions

    def mission_count(self, mission: int, seat: int) -> int:
        """What a seat has for a mission, in hand only; the kind `discards` counts the discard pile [E39, E59, 1.9]."""
        kind = self.setting.mission_kind[mission]
        if kind == OF_DISCARDS:
            return len(self.discards[seat])
        return self.symbols_of(mission, self.hand[seat])

    def symbols_of(self, mission: int, tiles: list[int]) -> int:
        """How often a mission's symbol occurs; of a set of countries, how many different ones [1.9]."""
        setting = self.setting
        kind = setting.mission_kind[mission]
        wanted = setting.mission_flags[mission]
        count = 0
        found = 0
        for tile in tiles:
            if kind == OF_ABILITY:
                count += setting.symbols[tile * ABILITIES + setting.mission_ability[mission]]
            elif kind == OF_WOMEN:
                count += setting.woman[tile]
            elif kind == OF_STRENGTH:
                count += setting.strength[tile]
            elif kind == OF_FLAG:
                count += 1 if setting.flags[tile] & wanted else 0
            elif kind == OF_FLAGSET:
                found |= setting.flags[tile] & wanted
            else:
                count += 1 if tile >= setting.deck else 0
        return count + bits(found)

    def mission_points(self, mission: int) -> list[int]:
        """What a mission pays each seat [E59]; with variant C the second place, too [part 5]."""
        return self.shares([self.mission_count(mission, seat) for seat in range(self.seats)], self.setting.mission_vp[mission])

    def shares(self, counts: list[int], vp: int) -> list[int]:
        """The highest count gets the points, tied players share them; a count that is too low gets nothing [E59]."""
        setting = self.setting
        best = max(counts)
        points = [0] * len(counts)
        if best < setting.least_count:
            return points
        ahead = counts.count(best)
        pot = vp + SECOND_PLACE if setting.second_place and ahead > 1 else vp
        for seat in range(len(counts)):
            if counts[seat] == best:
                points[seat] = self.share(pot, ahead)
        if setting.second_place and ahead == 1 and len(counts) > 1:
            second = max([count for count in counts if count != best])
            behind = counts.count(second)
            for seat in range(len(counts)):
                if counts[seat] == second and second >= setting.least_count:
                    points[seat] = self.share(SECOND_PLACE, behind)
        return points

    def share(self, points: int, players: int) -> int:
        """Rounded down; in the second-place variant as its edition says [E59, D3]."""
        if self.setting.second_place and self.setting.round_up:
            return (points + players - 1) // players
        return points // players

    def accomplished(self, seat: int) -> int:
        """How many missions a seat has won, alone or shared; a second place does not count [E60, Q17]."""
        missions = 0
        for mission in self.missions_in_play():
            counts = [self.mission_count(mission, other) for other in range(self.seats)]
            if counts[seat] == max(counts) and counts[seat] >= self.setting.least_count:
                missions += 1
        return missions

    def agenda_points(self, seat: int) -> int:
        """1 VP for each symbol of the agenda in hand and discard pile [variant B]."""
        setting = self.setting
        mission = self.agenda[seat]
        tiles = self.hand[seat] + self.discards[seat]
        if not setting.starters_recruit:  # [D4a]
            tiles = [tile for tile in tiles if tile < setting.deck]
        if setting.mission_kind[mission] == OF_FLAGSET and setting.every_flag_recruits:  # [D4b]
            return sum([bits(setting.flags[tile] & setting.mission_flags[mission]) for tile in tiles])
        return self.symbols_of(mission, tiles)

    def hand_points(self, seat: int) -> int:
        """Printed VP of the tiles in hand [E58]."""
        return sum([self.setting.vp[tile] for tile in self.hand[seat]])

    def score(self, seat: int) -> int:
        """Discards, hand, missions, agenda [E56-E59]."""
        points = len(self.discards[seat]) + self.hand_points(seat)  # [E57, E58]
        for mission in self.missions_in_play():
            points += self.mission_points(mission)[seat]
        return points + self.agenda_points(seat) if self.agenda else points

    def end_game(self) -> None:
        """Everything is turned up and counted [E56]."""
        self.phase = OVER
        if self.listening:
            self.tell_score()

    def tell_score(self) -> None:
        setting = self.setting
        if self.hidden_missions:
            self.tell(EVERYONE, story.Reveal(self.mission_codes(self.hidden_missions)))
        won = [0] * self.seats
        for mission in self.missions_in_play():
            counts = tuple([self.mission_count(mission, seat) for seat in range(self.seats)])
            points = self.mission_points(mission)
            won = [won[seat] + points[seat] for seat in range(self.seats)]
            self.tell(EVERYONE, story.Mission(setting.mission_code[mission], counts, tuple(points)))
        recruited = [0] * self.seats
        if self.agenda:
            for seat in range(self.seats):
                recruited[seat] = self.agenda_points(seat)
                self.tell(EVERYONE, story.AgendaPaid(seat, setting.mission_code[self.agenda[seat]], recruited[seat]))
        totals = [self.score(seat) for seat in range(self.seats)]
        for seat in range(self.seats):
            self.tell(
                EVERYONE, story.Score(seat, len(self.discards[seat]), self.hand_points(seat), won[seat], recruited[seat], totals[seat])
            )
        result = self.outcome()
        assert result is not None
        self.tell(EVERYONE, story.End(tuple(totals), result.winners))

    def outcome(self) -> Outcome | None:
        """Highest score, then more missions, then more VP in hand, then shared [E60]; the reason names what decided."""
        if self.phase != OVER:
            return None
        standing = [(self.score(seat), self.accomplished(seat), self.hand_points(seat)) for seat in range(self.seats)]
        best = max(standing)
        winners = tuple([seat for seat in range(self.seats) if standing[seat] == best])
        ranks = tuple([1 + sum([1 if other > own else 0 for other in standing]) for own in standing])
        reason = "score"
        if len(winners) > 1:
            reason = "shared"
        elif len([own for own in standing if own[0] == best[0]]) > 1:
            reason = "missions" if len([own for own in standing if own[:2] == best[:2]]) == 1 else "hand"
        part = 1.0 / len(winners)
        returns = tuple([(self.seats * (part if seat in winners else 0.0) - 1.0) / (self.seats - 1.0) for seat in range(self.seats)])
        return Outcome(reason, tuple([own[0] for own in standing]), ranks, winners, returns)

    # -- The contract ----------------------------------------------------------------------------------------------

    def pass_to(self, seat: int) -> None:
        """Gives the decision to a seat; when it comes from somewhere else, what was decided before is sealed."""
        if self.actor != seat:
            self.seals += 1
            self.actor = seat

    def to_act(self) -> list[int]:
        if self.phase == OVER:
            return []
        if self.phase == DISCARDING:
            return [seat for seat in range(self.seats) if self.discards_owed(seat) > 0]
        return [self.actor]

    def legal(self, seat: int) -> list[int]:
        setting = self.setting
        if self.phase == DISCARDING:
            if not 0 <= seat < self.seats or self.surplus(seat) == 0:
                return []
            return [setting.do_discard + slot for slot in range(self.next_discard(seat), self.last_discard(seat) + 1)]
        if self.phase == OVER or seat != self.actor:
            return []
        if self.phase == PLACING:
            return self.placements(seat)
        if self.phase == PEEKING:
            return [*self.peeks(), setting.no_peek]
        if self.phase == USING:
            return [*self.uses(), setting.do_stop]
        if self.phase == CONSPIRING:
            return [setting.do_keep, setting.do_swap]
        return [setting.do_lose + setting.numeral[space] - 1 for space in self.here() if self.owner[space] == seat]

    def is_legal(self, seat: int, action: int) -> bool:
        """Whether `legal` holds this action, without making the list."""
        setting = self.setting
        if self.phase == DISCARDING:
            if not 0 <= seat < self.seats or self.surplus(seat) == 0:
                return False
            return self.next_discard(seat) <= action - setting.do_discard <= self.last_discard(seat)
        if self.phase == OVER or seat != self.actor or not 0 <= action < setting.actions:
            return False
        if self.phase == PLACING:
            if action >= setting.do_peek or action // setting.spaces >= len(self.hand[seat]):
                return False
            return self.can_place_on(seat, action % setting.spaces)
        if self.phase == PEEKING:
            if setting.do_peek <= action < setting.do_peek_reward:
                return self.can_peek(action - setting.do_peek)
            return action == setting.no_peek or (
                setting.do_peek_reward <= action < setting.no_peek and self.can_peek_reward(action - setting.do_peek_reward)
            )
        if self.phase == USING:
            return self.can_use(action)
        if self.phase == CONSPIRING:
            return action == setting.do_keep or action == setting.do_swap
        numeral = action - setting.do_lose
        return 0 <= numeral < setting.size[self.board()] and self.owner[setting.first_space[self.board()] + numeral] == seat

    def can_place_on(self, seat: int, space: int) -> bool:
        """Whether this seat may place there now [E16-E19]."""
        if self.city.cell[space] == NO_SPACE or self.owner[space] != NOBODY:
            return False
        if self.city.is_outer[space] or self.stands_beside(seat, space):
            return True
        return self.setting.fallback and space in self.placement_spaces(seat)

    def can_use(self, action: int) -> bool:
        """Whether the acting Character may do this now [E31-E38]."""
        setting = self.setting
        left = self.left
        if setting.do_assassin <= action < setting.do_look:
            numeral = action - setting.do_assassin
            return (
                left[ASSASSIN] > 0
                and numeral < setting.size[self.board()]
                and self.can_assassinate(setting.first_space[self.board()] + numeral)
            )
        if action == setting.do_look:
            return left[CONSPIRACY] > 0 and self.can_conspire()
        if action == setting.do_nationalism:
            return left[NATIONALISM] > 0 and self.can_use_nationalism()
        if setting.do_seduction <= action < setting.do_diplomacy:
            use = action - setting.do_seduction
            numeral = use % setting.numerals
            if left[SEDUCTION] == 0 or numeral >= setting.size[self.board()]:
                return False
            return self.can_seduce(use // setting.numerals, setting.first_space[self.board()] + numeral)
        if setting.do_diplomacy <= action < setting.do_stop:
            return left[DIPLOMACY] > 0 and self.can_protect(action - setting.do_diplomacy)
        return action == setting.do_stop

    def apply(self, seat: int, action: int) -> None:
        if not self.is_legal(seat, action):
            raise refusal(self, seat, action)
        setting = self.setting
        if self.phase == PLACING:
            self.place(seat, action // setting.spaces, action % setting.spaces)
        elif self.phase == PEEKING:
            self.look_at(seat, action)
        elif self.phase == USING:
            self.use(seat, action)
        elif self.phase == CONSPIRING:
            self.conspire(seat, action == setting.do_swap)
        elif self.phase == LOSING:
            self.lose_chosen(setting.first_space[self.board()] + action - setting.do_lose)
        else:
            self.choose_discard(seat, action - setting.do_discard)

    def default(self, seat: int) -> int:
        """The first tile on the first space; no peek; stop; keep; the tile with the fewest VP."""
        if seat not in self.to_act():
            return NO_ACTION
        moves = self.legal(seat)
        if self.phase == PLACING or self.phase == CONSPIRING:
            return moves[0]
        if self.phase == PEEKING or self.phase == USING:
            return moves[len(moves) - 1]
        best = moves[0]
        for move in moves:
            if self.default_vp(seat, move) < self.default_vp(seat, best):
                best = move
        return best

    def default_vp(self, seat: int, action: int) -> int:
        """The printed VP of the tile that a discard or a loss would take."""
        setting = self.setting
        if action >= setting.do_discard:
            return setting.vp[self.hand[seat][action - setting.do_discard]]
        return setting.vp[self.tile[setting.first_space[self.board()] + action - setting.do_lose]]

    def sealed(self, seat: int) -> int:
        return self.seals

    def forced(self, seat: int) -> int:
        """All but the hands lies open enough to see that only one thing can be done; what is discarded is a choice from the hand [E6]."""
        return NO_ACTION if self.phase == DISCARDING else only(self.legal(seat))

    def is_final(self, seat: int, action: int) -> bool:
        """A secret choice can be taken back until all have chosen; who has is not told, unless nobody else must."""
        if self.phase != DISCARDING:
            return super().is_final(seat, action)
        others = sum([self.surplus(other) for other in range(self.seats) if other != seat])
        return others == 0 and self.discards_owed(seat) == 1

    def clone(self) -> State:
        twin = State(self.setting, self.chance.clone(), self.city)
        twin.heard_from(self)
        twin.round = self.round
        twin.first = self.first
        twin.phase = self.phase
        twin.actor = self.actor
        twin.stage = self.stage
        twin.acting = self.acting
        twin.left = self.left.copy()
        twin.seals = self.seals
        twin.tile = self.tile.copy()
        twin.owner = self.owner.copy()
        twin.face_up = self.face_up.copy()
        twin.known = self.known.copy()
        twin.seduced = self.seduced.copy()
        twin.white = self.white.copy()
        twin.bonus = self.bonus.copy()
        twin.dice = self.dice.copy()
        twin.reward = self.reward.copy()
        twin.reward_up = self.reward_up.copy()
        twin.reward_known = self.reward_known.copy()
        twin.pile = self.pile.copy()
        twin.pile_known = self.pile_known.copy()
        twin.hand = [hand.copy() for hand in self.hand]
        twin.shown = self.shown.copy()
        twin.cubes = self.cubes.copy()
        twin.discards = self.discards
        twin.chosen = self.chosen
        twin.removed = self.removed
        twin.open_missions = self.open_missions
        twin.hidden_missions = self.hidden_missions
        twin.agenda = self.agenda
        return twin

    def view(self, seat: int) -> view.View:
        return view.of(self, seat)

    def label(self) -> bytes:
        return self.setting.label

    def luck(self) -> Luck | None:
        return self.chance

    def numbers(self) -> list[int]:
        city = [*self.city.boards, *self.city.turns]
        clock = [self.round, self.first, self.phase, self.actor, self.stage, self.acting, self.seals, *self.left]
        spaces = self.tile + self.owner + self.face_up + self.known + self.seduced + self.white + self.bonus + self.dice
        slots = self.reward + self.reward_up + self.reward_known + self.cubes
        out = [*city, *clock, *spaces, *slots]
        shown = [tile for tile in range(self.setting.tiles) if self.shown[tile]]
        rows = [self.pile, self.pile_known, shown, self.removed, self.open_missions, self.hidden_missions, self.agenda]
        for row in rows + self.hand + self.discards + self.chosen:
            out.append(len(row))
            out.extend(row)
        return out

    # -- Laws ------------------------------------------------------------------------------------------------------

    def broken(self) -> list[str]:
        """The invariants of 1.11 that do not hold here."""
        setting = self.setting
        laws: list[str] = []
        standing = [space for space in range(setting.spaces) if self.owner[space] != NOBODY]
        tiles = self.pile + self.removed + [tile for tile in self.reward if tile != NO_TILE] + [self.tile[space] for space in standing]
        for seat in range(self.seats):
            tiles += self.hand[seat] + self.discards[seat]
        if sorted(tiles) != list(range(setting.tiles)):
            laws.append("i")
        for space in range(setting.spaces):
            empty = self.tile[space] == NO_TILE
            trace = self.face_up[space] + self.known[space] + self.seduced[space] + self.white[space] + self.bonus[space] + self.dice[space]
            if (self.owner[space] == NOBODY) != empty or (empty and trace != 0) or (not empty and self.city.cell[space] == NO_SPACE):
                laws.append("ii")
            if not empty and self.tile[space] >= setting.deck and (self.tile[space] - setting.deck) // 6 != self.owner[space]:
                laws.append("iii")
            if not empty and (self.known[space] == EVERYONE) != (self.face_up[space] == 1):
                laws.append("known")
        for seat in range(self.seats):
            standing_here = len([space for space in standing if self.owner[space] == seat])
            if self.phase <= PEEKING and len(self.hand[seat]) + standing_here > HAND:
                laws.append("iv")
            if self.cubes[seat] + standing_here != setting.cubes or self.hand[seat] != sorted(self.hand[seat]):
                laws.append("cubes")
        if len(self.pile) != len(self.pile_known):
            laws.append("v")
        if sum(self.white) > setting.most_white:
            laws.append("white")
        return laws


def bits(number: int) -> int:
    """How many bits are set: how many countries."""
    count = 0
    while number:
        number &= number - 1
        count += 1
    return count


def start(setting: Setting, luck: Luck, telling: bool) -> State:
    """A match before its first decision."""
    state = State(setting, luck, setting.no_city)
    if telling:
        state.story = []
    state.set_up()
    return state


def read(setting: Setting, numbers: list[int], luck: Luck | None) -> State:
    """The state that `numbers()` came from."""
    state = State(setting, luck if luck is not None else Luck(0), City(setting, numbers[:6], numbers[6:12]))
    state.round, state.first, state.phase, state.actor, state.stage, state.acting, state.seals = numbers[12:19]
    state.left = numbers[19 : 19 + ABILITIES]
    at = 19 + ABILITIES
    lists: list[list[int]] = []
    for size in [setting.spaces] * 8 + [POSITIONS] * 3 + [setting.seats]:
        lists.append(numbers[at : at + size])
        at += size
    state.tile, state.owner, state.face_up, state.known = lists[0], lists[1], lists[2], lists[3]
    state.seduced, state.white, state.bonus, state.dice = lists[4], lists[5], lists[6], lists[7]
    state.reward, state.reward_up, state.reward_known, state.cubes = lists[8], lists[9], lists[10], lists[11]
    rows: list[list[int]] = []
    for _ in range(7 + 3 * setting.seats):
        rows.append(numbers[at + 1 : at + 1 + numbers[at]])
        at += 1 + numbers[at]
    state.pile, state.pile_known, state.removed, state.open_missions = rows[0], rows[1], rows[3], rows[4]
    state.shown = [1 if tile in rows[2] else 0 for tile in range(setting.tiles)]
    state.hidden_missions, state.agenda = rows[5], rows[6]
    state.hand = rows[7 : 7 + setting.seats]
    state.discards = rows[7 + setting.seats : 7 + 2 * setting.seats]
    state.chosen = rows[7 + 2 * setting.seats :]
    return state


# -- Refusals: why a move is not legal, what to do instead, and the rule -----------------------------------------------

COLOUR_NAMES: Final[list[str]] = ["red", "green", "blue", "yellow"]
ABILITY_NAMES: Final[list[Named]] = [
    Named("assassin", "Assassin"),
    Named("conspiracy", "Conspiracy"),
    Named("nationalism", "Nationalism"),
    Named("seduction", "Seduction"),
    Named("diplomacy", "Diplomacy"),
]


def refusal(state: State, seat: int, action: int) -> IllegalMove:
    """Why this seat cannot play this action now; said from what the seat may know."""
    setting = state.setting
    if state.phase == OVER:
        return IllegalMove("E56", "The game is over.", "Start a new one.")
    if state.phase == DISCARDING:
        return discard_refusal(state, seat, action)
    if seat != state.actor:
        rule = "E14" if state.phase <= PEEKING else "E31"
        actor = Named(state.actor, COLOUR_NAMES[state.actor])
        return IllegalMove(rule, "It is {seat}'s decision.", "Wait until {seat} has moved.", seat=actor)
    if not 0 <= action < setting.actions:
        return IllegalMove("E15", "There is no action {action}.", "Play one of the legal ones.", action=action)
    if state.phase == PLACING:
        return placement_refusal(state, seat, action)
    if state.phase == PEEKING:
        return peek_refusal(state, action)
    if state.phase == USING:
        return use_refusal(state, action)
    if state.phase == CONSPIRING:
        return IllegalMove("E35", "You have looked at the top tile and must choose now.", "Keep the reward or swap it.")
    return IllegalMove("E47", "You are last at this board and must give up a Character.", "Choose one of your own Characters here.")


def discard_refusal(state: State, seat: int, action: int) -> IllegalMove:
    if not 0 <= seat < state.seats or state.surplus(seat) == 0:
        return IllegalMove("E53", "You have no more than six tiles and discard none.", "Wait until the others have discarded.")
    slot = action - state.setting.do_discard
    if not 0 <= slot < len(state.hand[seat]):
        return IllegalMove("E53", "Surplus tiles are discarded now.", "Choose a tile of your hand to discard.")
    return IllegalMove(
        "E53",
        "One by one, discards are named in the order of the hand, down to exactly {limit} tiles.",
        "Name the whole set at once, in any order.",
        limit=HAND,
    )


def slot_text(state: State, space: int) -> str:
    return f"{state.setting.slot[space] // 10}.{state.setting.slot[space] % 10}"


def spot(state: State, space: int) -> Named:
    """A space for a refusal: board and numeral, for words that name the board."""
    setting = state.setting
    place = {"board": setting.number[setting.board_of[space]], "numeral": pieces.ROMAN[setting.numeral[space] - 1]}
    return Named(place, slot_text(state, space))


def placement_refusal(state: State, seat: int, action: int) -> IllegalMove:
    setting = state.setting
    if action >= setting.do_peek:
        return IllegalMove("E15", "Tiles are placed now.", "Place a tile of your hand on a legal space.")
    space = action % setting.spaces
    if action // setting.spaces >= len(state.hand[seat]):
        return IllegalMove("E15", "You have {count} tiles in hand.", "Place one of these.", count=len(state.hand[seat]))
    if state.city.cell[space] == NO_SPACE:
        number = setting.number[setting.board_of[space]]
        return IllegalMove("E11", "Board {board} is not in play this round.", "Place on one of the six boards in play.", board=number)
    if state.owner[space] != NOBODY:
        return IllegalMove("E4", "A tile stands on {space}.", "Choose a free space.", space=spot(state, space))
    return IllegalMove(
        "E17",
        "{space} is an inner space and no Character of yours stands beside it.",
        "Choose an outer space, or one beside a Character of yours.",
        space=spot(state, space),
    )


def peek_refusal(state: State, action: int) -> IllegalMove:
    setting = state.setting
    if not setting.do_peek <= action <= setting.no_peek:
        return IllegalMove("E24", "You may look at a face-down tile now.", "Choose one in range, or decline.")
    reward = action >= setting.do_peek_reward
    board = action - setting.do_peek_reward if reward else setting.board_of[action - setting.do_peek]
    if not state.is_in_peek_range(board):
        why = "Board {board} is out of this symbol's range."
        return IllegalMove("E24", why, "Choose a tile in range, or decline.", board=setting.number[board])
    if not reward and state.owner[action - setting.do_peek] == state.owner[state.acting]:
        return IllegalMove("E25", "That tile is your own; you know it.", "Choose another player's tile or a reward, or decline.")
    return IllegalMove("E24", "No face-down tile lies there.", "Choose a face-down tile, or decline.")


def use_refusal(state: State, action: int) -> IllegalMove:
    """Which symbol is missing, or what is wrong with the target."""
    setting = state.setting
    if not setting.do_assassin <= action < setting.do_stop or action == setting.do_keep or action == setting.do_swap:
        why = "The Character on {space} acts now."
        return IllegalMove("E30", why, "Use one of its symbols, or stop.", space=spot(state, state.acting))
    if action < setting.do_look:
        ability = ASSASSIN
    elif action == setting.do_look:
        ability = CONSPIRACY
    elif action == setting.do_nationalism:
        ability = NATIONALISM
    else:
        ability = SEDUCTION if action < setting.do_diplomacy else DIPLOMACY
    if state.left[ability] == 0:
        return IllegalMove(
            "E31",
            "The Character on {space} has no {ability} left.",
            "Use another symbol, or stop.",
            space=spot(state, state.acting),
            ability=ABILITY_NAMES[ability],
        )
    if ability == ASSASSIN:
        return assassin_refusal(state, action - setting.do_assassin)
    if ability == CONSPIRACY:
        return IllegalMove("E35", "There is no reward here or no tile in the pile.", "Use another symbol, or stop.")
    if ability == NATIONALISM:
        return IllegalMove("E36", "No open tile here or next door shows the same flag.", "Use another symbol, or stop.")
    if ability == SEDUCTION:
        use = action - setting.do_seduction
        return seduction_refusal(state, use // setting.numerals, use % setting.numerals)
    return diplomacy_refusal(state, action - setting.do_diplomacy)


def assassin_refusal(state: State, numeral: int) -> IllegalMove:
    setting = state.setting
    board = state.board()
    if setting.effect[board] == NO_ASSASSIN:
        return IllegalMove("E41", "Assassins cannot be used on this board.", "Use another symbol, or stop.")
    space = setting.first_space[board] + numeral
    if numeral >= setting.size[board] or state.owner[space] == NOBODY:
        return IllegalMove("E34", "No Character stands there.", "Choose a Character on this board, or stop.")
    if state.white[space]:
        return IllegalMove("E38", "A white marker protects that Character.", "Choose another one, or stop.")
    return IllegalMove("E34", "An Assassin cannot choose itself at this table.", "Choose another Character, or stop.")


def seduction_refusal(state: State, source: int, numeral: int) -> IllegalMove:
    setting = state.setting
    board = state.board()
    if numeral >= setting.size[board] or state.owner[setting.first_space[board] + numeral] != NOBODY:
        return IllegalMove("E37", "That space of this board is not free.", "Name a free space here, or stop.")
    if source not in state.city.next_door[state.city.position[board]]:
        return IllegalMove("E37", "Seduction takes a Character from an adjacent board.", "Choose one there, or stop.")
    if state.owner[source] == NOBODY:
        return IllegalMove("E37", "No Character stands on {space}.", "Choose a Character, or stop.", space=spot(state, source))
    return IllegalMove("E38", "A white marker protects that Character.", "Choose another one, or stop.")


def diplomacy_refusal(state: State, space: int) -> IllegalMove:
    if not state.has_white():
        return IllegalMove("E38", "All white markers lie in the city.", "Use another symbol, or stop.")
    if space not in state.city.around[state.city.position[state.board()]]:
        return IllegalMove("E38", "Diplomacy reaches this board and the adjacent ones.", "Choose a Character there, or stop.")
    if state.owner[space] == NOBODY:
        return IllegalMove("E38", "No Character stands on {space}.", "Choose a Character, or stop.", space=spot(state, space))
    return IllegalMove("E38", "That Character has a white marker already.", "Choose another one, or stop.")
