"""Names of moves in Estoril: action number, notation [4.1-4.3], structured move; chance; and the written game.

This is the only place where the numbers of 4.4 get their names. A number that means a hand slot is its seat's own secret: the
notation names the tile instead, and what others read has "#".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from spyhouse.rules.estoril import engine, story
from spyhouse.rules.estoril.engine import DISCARDING, HAND, MOST, NO_SPACE, Setting, State, slot_text
from spyhouse.rules.estoril.pieces import ABILITIES, COLOURS, ROMAN, code, named
from spyhouse.rules.kit.contract import EVERYONE, Fact
from spyhouse.rules.kit.errors import BadNotation, IllegalMove, Named

TILE = r"[rgby]S[1-6]|[A-Z]{2}[0-9]+"
SPACE = r"(?P<{}>[0-9]+\.[1-9])"
NO_MOVE = (
    "'{text}' is no move of Estoril. "
    "Write GB1@4.2, ?6.R, ?-, A3.1x3.3, C3.2, C3.2=, C3.2~, N3.2, S2.2<5.2>2.3, D3.1!8.2, -3.2, H7.3 or X rS1."
)
PATTERNS = (
    ("place", re.compile(rf"(?P<tile>{TILE})@{SPACE.format('space')}")),
    ("peek", re.compile(r"\?(?P<slot>[0-9]+\.[1-9R]|-)")),
    ("assassin", re.compile(rf"A{SPACE.format('space')}x{SPACE.format('target')}")),
    ("conspiracy", re.compile(rf"C{SPACE.format('space')}(?P<choice>[=~]?)")),
    ("nationalism", re.compile(rf"N{SPACE.format('space')}(?:\+[0-9]+)?")),
    ("seduction", re.compile(rf"S{SPACE.format('space')}<{SPACE.format('source')}>{SPACE.format('target')}")),
    ("diplomacy", re.compile(rf"D{SPACE.format('space')}!{SPACE.format('target')}")),
    ("stop", re.compile(rf"-{SPACE.format('space')}")),
    ("lose", re.compile(rf"H{SPACE.format('space')}")),
    ("discard", re.compile(rf"X (?P<tiles>(?:{TILE})(?:,(?:{TILE}))*)")),
)
LISTED = (
    "place",
    "peek",
    "assassin",
    "look",
    "keep",
    "swap",
    "nationalism",
    "seduction",
    "diplomacy",
    "stop",
    "discard",
    "lose",
)  # as players see them: what is mostly wanted first, what takes away last
KINDS = ("place", "peek", "assassin", "look", "keep", "swap", "nationalism", "seduction", "diplomacy", "stop", "lose", "discard")


# -- Numbers and names -------------------------------------------------------------------------------------------------


def names(setting: Setting) -> tuple[str, ...]:
    """The names of all actions by number, without what only a position can tell: hand1@4.2, Ax1, S<5.2>3, X hand1."""
    spaces = [f"{slot // 10}.{slot % 10}" for slot in setting.slot]
    numerals = range(1, setting.numerals + 1)
    out = [f"hand{hand}@{space}" for hand in range(1, HAND + 1) for space in spaces]
    out += [f"?{space}" for space in spaces] + [f"?{number}.R" for number in setting.number] + ["?-"]
    out += [f"Ax{numeral}" for numeral in numerals] + ["C", "C=", "C~", "N"]
    out += [f"S<{space}>{numeral}" for space in spaces for numeral in numerals]
    out += [f"D!{space}" for space in spaces] + ["-"] + [f"H{numeral}" for numeral in numerals]
    return (*out, *(f"X hand{hand}" for hand in range(1, MOST + 1)))


def size(state: State) -> int:
    return state.setting.actions


def text(state: State, seat: int, action: int) -> str:
    """The notation of a move; where the position has no such tile or acting Character, its name."""
    setting = state.setting
    hand = state.hand[seat] if 0 <= seat < state.seats else []
    if action < setting.do_peek:
        slot, space = divmod(action, setting.spaces)
        if slot < len(hand) and hand[slot] != engine.HIDDEN:
            return f"{setting.ids[hand[slot]]}@{slot_text(state, space)}"
    elif action >= setting.do_discard:
        slot = action - setting.do_discard
        if slot < len(hand) and hand[slot] != engine.HIDDEN:
            return f"X {setting.ids[hand[slot]]}"
    elif setting.do_lose <= action and state.stage >= 0 and action - setting.do_lose < setting.size[state.board()]:
        return f"H{_numeral(state, action - setting.do_lose)}"
    elif setting.do_assassin <= action < setting.do_lose and state.stage >= 0 and state.acting != NO_SPACE:
        use = _use_text(state, action)
        if use is not None:
            return use
    return names(setting)[action]


def _use_text(state: State, action: int) -> str | None:
    """A use of the acting Character; None where it names a numeral that the board does not have."""
    setting = state.setting
    acting = slot_text(state, state.acting)
    spaces = setting.size[state.board()]
    if action < setting.do_look:
        numeral = action - setting.do_assassin
        return f"A{acting}x{_numeral(state, numeral)}" if numeral < spaces else None
    if action < setting.do_nationalism:
        return f"C{acting}{('', '=', '~')[action - setting.do_look]}"
    if action == setting.do_nationalism:
        return f"N{acting}+{state.matching_flags(state.acting)}"
    if action < setting.do_diplomacy:
        source, numeral = divmod(action - setting.do_seduction, setting.numerals)
        return f"S{acting}<{slot_text(state, source)}>{_numeral(state, numeral)}" if numeral < spaces else None
    if action < setting.do_stop:
        return f"D{acting}!{slot_text(state, action - setting.do_diplomacy)}"
    return f"-{acting}"


def _numeral(state: State, numeral: int) -> str:
    return slot_text(state, state.setting.first_space[state.board()] + numeral)


def parse(state: State, seat: int, text: str) -> int:
    """The number of a move; it need not be legal. Of several discards the first that is still to be named."""
    written = text.strip()
    for kind, pattern in PATTERNS:
        found = pattern.fullmatch(written)
        if found:
            return _number(state, seat, kind, found.groupdict())
    known = names(state.setting)
    if written in known:
        return known.index(written)
    raise BadNotation(NO_MOVE, text=text)


def _number(state: State, seat: int, kind: str, parts: Mapping[str, str]) -> int:
    setting = state.setting
    if kind == "place":
        return _hand_slot(state, seat, parts["tile"], HAND) * setting.spaces + _space(setting, parts["space"])
    if kind == "discard":
        return setting.do_discard + _next_discard(state, seat, parts["tiles"].split(","))
    if kind == "peek":
        if parts["slot"] == "-":
            return setting.no_peek
        number, _, numeral = parts["slot"].partition(".")
        return setting.do_peek_reward + _board(setting, number) if numeral == "R" else setting.do_peek + _space(setting, parts["slot"])
    space = _space(setting, parts["space"])
    if kind == "lose":
        return setting.do_lose + _on_this_board(state, space, "E47")
    if state.stage < 0 or space != state.acting:
        why = "The Character on {space} does not act now."
        raise IllegalMove("E30", why, "Name the one that acts, or wait for its board.", space=engine.spot(state, space))
    if kind == "assassin":
        return setting.do_assassin + _on_this_board(state, _space(setting, parts["target"]), "E34")
    if kind == "conspiracy":
        return setting.do_look + ("", "=", "~").index(parts["choice"])
    if kind == "nationalism":
        return setting.do_nationalism
    if kind == "seduction":
        target = _on_this_board(state, _space(setting, parts["target"]), "E37")
        return setting.do_seduction + _space(setting, parts["source"]) * setting.numerals + target
    if kind == "diplomacy":
        return setting.do_diplomacy + _space(setting, parts["target"])
    return setting.do_stop


def _board(setting: Setting, number: str) -> int:
    if int(number) not in setting.number:
        raise BadNotation("There is no board {board}. Possible: {possible}.", board=number, possible=setting.number)
    return setting.number.index(int(number))


def _space(setting: Setting, written: str) -> int:
    number, _, numeral = written.partition(".")
    board = _board(setting, number)
    if int(numeral) > setting.size[board]:
        why = "Board {board} has no space {numeral}. Possible: 1 to {last}."
        raise BadNotation(why, board=number, numeral=numeral, last=setting.size[board])
    return setting.first_space[board] + int(numeral) - 1


def _on_this_board(state: State, space: int, rule: str) -> int:
    """The numeral, from 0, of a space of the board being resolved."""
    if state.stage < 0 or state.setting.board_of[space] != state.board():
        why = "{space} is not on the board that is being resolved."
        raise IllegalMove(rule, why, "Name a space of that board.", space=engine.spot(state, space))
    return state.setting.numeral[space] - 1


def _hand_slot(state: State, seat: int, tile: str, room: int) -> int:
    hand = [state.setting.ids[held] for held in state.hand[seat] if held != engine.HIDDEN] if 0 <= seat < state.seats else []
    if tile not in state.setting.ids:
        raise BadNotation("There is no tile {tile} in this match.", tile=tile)
    if tile not in hand[:room]:
        choice = Named(hand, ", ".join(hand) or "none")
        raise IllegalMove("E15", "{tile} is not in your hand.", "Choose one of these: {hand}.", tile=tile, hand=choice)
    return hand.index(tile)


def _next_discard(state: State, seat: int, tiles: list[str]) -> int:
    slots = sorted(_hand_slot(state, seat, tile, MOST) for tile in tiles)
    if len(slots) > 1 and (len(set(slots)) != len(slots) or len(slots) != state.surplus(seat)):
        raise IllegalMove(
            "E53",
            "These are {named} tiles; you must discard {surplus}.",
            "Name each of them once, or one at a time.",
            named=len(set(slots)),
            surplus=state.surplus(seat),
        )
    chosen = state.chosen[seat] if state.discards_owed(seat) > 0 else []
    return slots[len(chosen)] if len(slots) > len(chosen) and slots[: len(chosen)] == chosen else slots[0]


def together(state: State, seat: int) -> tuple[list[int], int]:
    """Discards are a set: the tiles that can still be named, in any order, and how many of them [E53]."""
    if state.phase != DISCARDING or state.discards_owed(seat) <= 0:
        return [], 0
    first = state.setting.do_discard
    return [first + slot for slot in range(state.next_discard(seat), len(state.hand[seat]))], state.discards_owed(seat)


# -- Structured moves --------------------------------------------------------------------------------------------------


def describe(state: State, seat: int, action: int) -> dict[str, Any]:
    """The move as data, with names of 4.1; `hand` numbers a slot that holds no tile.

    What a person chooses by comes with it: what is printed on the tile, and `at` (or `origin`), the space in words.
    """
    setting = state.setting
    hand = state.hand[seat] if 0 <= seat < state.seats else []
    if action < setting.do_peek:
        slot, space = divmod(action, setting.spaces)
        return {
            "kind": "place",
            **_held(setting, hand, slot),
            "space": slot_text(state, space),
            "secret": bool(setting.secret[space]),
            "at": _spot(state, space),
        }
    if action < setting.do_peek_reward:
        space = action - setting.do_peek
        return {"kind": "peek", "slot": slot_text(state, space), "at": _spot(state, space)}
    if action < setting.no_peek:
        board = setting.number[action - setting.do_peek_reward]
        return {"kind": "peek", "slot": f"{board}.R", "at": {"board": board, "reward": True}}
    if action == setting.no_peek:
        return {"kind": "peek", "slot": "-", "declined": True}
    if action >= setting.do_discard:
        return {"kind": "discard", **_held(setting, hand, action - setting.do_discard)}
    if action >= setting.do_lose:
        return {"kind": "lose", **_target(state, "space", action - setting.do_lose)}
    return _described_use(state, action)


def _described_use(state: State, action: int) -> dict[str, Any]:
    setting = state.setting
    acting = {"space": slot_text(state, state.acting)} if state.stage >= 0 and state.acting != NO_SPACE else {}
    if action < setting.do_look:
        return {"kind": "assassin", **acting, **_target(state, "target", action - setting.do_assassin)}
    if action < setting.do_nationalism:
        return {"kind": ("look", "keep", "swap")[action - setting.do_look], **acting}
    if action == setting.do_nationalism:
        count = {"count": state.matching_flags(state.acting)} if acting else {}
        return {"kind": "nationalism", **acting, **count}
    if action < setting.do_diplomacy:
        source, numeral = divmod(action - setting.do_seduction, setting.numerals)
        return {
            "kind": "seduction",
            **acting,
            "source": slot_text(state, source),
            "origin": _spot(state, source),
            **_target(state, "target", numeral),
        }
    if action < setting.do_stop:
        space = action - setting.do_diplomacy
        return {"kind": "diplomacy", **acting, "target": slot_text(state, space), "at": _spot(state, space)}
    return {"kind": "stop", **acting}


def _held(setting: Setting, hand: list[int], slot: int) -> dict[str, Any]:
    if slot >= len(hand) or hand[slot] == engine.HIDDEN:
        return {"hand": slot + 1}
    tile = hand[slot]
    abilities = [ability for number, ability in enumerate(ABILITIES) for _ in range(setting.symbols[tile * len(ABILITIES) + number])]
    return {"tile": setting.ids[tile], "strength": setting.strength[tile], "vp": setting.vp[tile], "abilities": abilities}


def _spot(state: State, space: int) -> dict[str, Any]:
    """A space in words: its board and numeral, who stands there, and the tile if it lies open for all."""
    setting = state.setting
    owner = state.owner[space]
    tile = setting.ids[state.tile[space]] if owner != engine.NOBODY and state.face_up[space] else None
    return {
        "board": setting.number[setting.board_of[space]],
        "numeral": ROMAN[setting.numeral[space] - 1],
        "owner": owner if owner != engine.NOBODY else None,
        "tile": tile,
    }


def _target(state: State, name: str, numeral: int) -> dict[str, Any]:
    """A space of the board being resolved; only its numeral where there is none, or nobody who could choose it."""
    on_board = state.stage >= 0 and numeral < state.setting.size[state.board()]
    if name == "target" and state.acting == NO_SPACE:
        on_board = False
    if not on_board:
        return {"numeral": numeral + 1}
    return {name: _numeral(state, numeral), "at": _spot(state, state.setting.first_space[state.board()] + numeral)}


def number(state: State, seat: int, move: Mapping[str, Any]) -> int:
    """The number of a structured move; what `describe` adds for clients (secret, declined, count, at, final) is not needed."""
    try:
        return parse(state, seat, _written(move))
    except (KeyError, TypeError) as why:
        raise BadNotation(f"{dict(move)} is no move of Estoril: {why} is missing or of the wrong kind.") from why


def _written(move: Mapping[str, Any]) -> str:
    kind = move["kind"]
    acting = move.get("space", "")
    if kind == "place":
        return f"{_tile_or_hand(move)}@{move['space']}"
    if kind == "peek":
        return f"?{move['slot']}"
    if kind == "discard":
        return f"X {_tile_or_hand(move)}"
    if kind == "lose":
        return f"H{move['space'] if 'space' in move else move['numeral']}"
    if kind == "assassin":
        return f"A{acting}x{move['target']}" if "target" in move else f"Ax{move['numeral']}"
    if kind in ("look", "keep", "swap"):
        return f"C{acting}{ {'look': '', 'keep': '=', 'swap': '~'}[kind] }"
    if kind == "nationalism":
        return f"N{acting}"
    if kind == "seduction":
        return f"S{acting}<{move['source']}>{move['target']}" if "target" in move else f"S<{move['source']}>{move['numeral']}"
    if kind == "diplomacy":
        return f"D{acting}!{move['target']}"
    if kind == "stop":
        return f"-{acting}"
    raise BadNotation(f"'{kind}' is no kind of move. Possible: {', '.join(KINDS)}.")


def _tile_or_hand(move: Mapping[str, Any]) -> str:
    return str(move["tile"]) if "tile" in move else f"hand{move['hand']}"


# -- Chance [4.2] ------------------------------------------------------------------------------------------------------


def chance_text(fact: Fact) -> str | None:
    """What a record writes after the star; the record is the referee's, so nothing in it is hidden but what the pile tells."""
    if isinstance(fact, story.First):
        return f"first {COLOURS[fact.seat]}"
    if isinstance(fact, story.Missions):
        return f"missions {' '.join(map(named, fact.missions))}"
    if isinstance(fact, story.Hidden):
        pairs = [COLOURS[seat] + COLOURS[(seat + 1) % len(fact.missions)] for seat in range(len(fact.missions))]
        return f"hidden {' '.join(f'{pair}:{named(mission)}' for pair, mission in zip(pairs, fact.missions, strict=True))}"
    if isinstance(fact, story.Agenda):
        return f"agenda {COLOURS[fact.seat]}:{named(fact.mission)}"
    if isinstance(fact, story.Pile):
        return f"pile {' '.join(map(named, fact.tiles))}"
    if isinstance(fact, story.Boards):
        return f"boards {' '.join(f'{board}r{turns}' for board, turns in zip(fact.boards, fact.turns, strict=True))}"
    if isinstance(fact, story.Rewards):
        dealt = zip(fact.boards, fact.tiles, strict=True)
        return f"reward {' '.join(f'{board}:{named(tile)}' for board, tile in dealt)}"
    if isinstance(fact, story.Dice):
        return f"dice {_slot(fact.slot)} {fact.one}-{fact.two}"
    return None


def _slot(slot: int) -> str:
    return f"{slot // 10}.{slot % 10 or 'R'}"


def chance_script(text: str) -> list[tuple[str, list[int]]]:
    """What each stream brings; a reward follows from the pile and draws nothing."""
    what, _, rest = text.partition(" ")
    words = rest.split()
    if what == "first" and re.fullmatch(f"[{COLOURS}]", rest):
        return [("first", [COLOURS.index(rest)])]
    if what in ("missions", "pile") and words and all(re.fullmatch("[A-Z]{1,2}[0-9]{1,5}", word) for word in words):
        return [(what, [code(word) for word in words])]
    if what in ("hidden", "agenda") and words and all(re.fullmatch(f"[{COLOURS}]{{1,2}}:[A-Z][0-9]{{1,5}}", word) for word in words):
        return [(what, [code(word.partition(":")[2]) for word in words])]
    if what == "boards" and len(words) == engine.POSITIONS and all(re.fullmatch("[0-9]{1,2}r[0-3]", word) for word in words):
        turned = [word.split("r") for word in words]
        return [("boards", [int(board) for board, _ in turned]), *(("rotation", [int(turns)]) for _, turns in turned)]
    if what == "reward" and words:
        return []
    if what == "dice" and (rolled := re.fullmatch(r"[0-9]+\.[1-4] ([0-9]{1,2})-([0-9]{1,2})", rest)):
        return [("dice", [int(rolled[1]) - 1]), ("dice", [int(rolled[2]) - 1])]
    raise BadNotation(
        f"'{text}' is nothing that chance decides in Estoril. Write first, missions, hidden, agenda, pile, boards, reward or dice."
    )


# -- The written game [4.3] --------------------------------------------------------------------------------------------


def lines(state: State) -> list[str]:
    """One token a line, from the story: as the table sees it while the match runs, everything once it is over."""
    over = state.phase == engine.OVER
    written: list[str] = []
    totals: list[tuple[int, int]] = []
    for told in state.story or []:
        fact = told.fact
        if over and isinstance(fact, story.PlaceSecretly):
            written[-1] = f"{COLOURS[fact.seat]} {named(fact.tile)}@{_slot(fact.slot)}"
        if told.seats != EVERYONE and not (over and chance_text(fact)):
            continue
        if isinstance(fact, story.Totals):
            totals = list(zip(fact.seats, fact.totals, strict=True))
        line = _line(fact, sorted(totals))
        if line:
            written.append(line)
    return written


def _line(fact: Fact, totals: list[tuple[int, int]]) -> str | None:
    chance = chance_text(fact)
    if chance is not None:
        return f"*{chance}"
    if isinstance(fact, story.Open):
        return f"*open {fact.board}"
    if isinstance(fact, story.Award):
        compared = " ".join(f"{COLOURS[seat]}{total}" for seat, total in totals)
        return f"={fact.board} {COLOURS[fact.seat]} {named(fact.tile) if fact.tile else '-'} ({compared})"
    if isinstance(fact, story.Bottom):
        return f"={fact.board} bottom {named(fact.tile)}"
    if isinstance(fact, story.Retrieve):
        return "*retrieve"
    if isinstance(fact, story.End):
        return f"*end {' '.join(f'{COLOURS[seat]}{total}' for seat, total in enumerate(fact.totals))}"
    move = _move_line(fact)
    return None if move is None else f"{COLOURS[fact[0]]} {move}"


def _move_line(fact: Fact) -> str | None:
    """A move as everybody reads it; its seat is the fact's first part."""
    if isinstance(fact, story.Place):
        return f"{named(fact.tile)}@{_slot(fact.slot)}"
    if isinstance(fact, story.Peek):
        return f"?{_slot(fact.slot)}"
    if isinstance(fact, story.NoPeek):
        return "?-"
    if isinstance(fact, story.Assassin):
        return f"A{_slot(fact.slot)}x{_slot(fact.target)}"
    if isinstance(fact, story.Look):
        return f"C{_slot(fact.slot)}"
    if isinstance(fact, story.Keep):
        return f"C{_slot(fact.slot)}="
    if isinstance(fact, story.Swap):
        return f"C{_slot(fact.slot)}~"
    if isinstance(fact, story.Nationalism):
        return f"N{_slot(fact.slot)}+{fact.flags}"
    if isinstance(fact, story.Seduction):
        return f"S{_slot(fact.slot)}<{_slot(fact.source)}>{_slot(fact.target)}"
    if isinstance(fact, story.Diplomacy):
        return f"D{_slot(fact.slot)}!{_slot(fact.target)}"
    if isinstance(fact, story.Stop):
        return f"-{_slot(fact.slot)}"
    if isinstance(fact, story.Loss):
        return f"H{_slot(fact.slot)}"
    if isinstance(fact, story.Discard):
        return f"X {','.join(map(named, fact.tiles))}"
    return None
