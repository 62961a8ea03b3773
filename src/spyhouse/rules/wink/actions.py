"""Names of moves in Wink: action number [B10], notation [B3, 4.8], structured move; chance [B12]; and the Beat log [4.4].

This is the only place where the numbers get their names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from spyhouse.rules.kit.contract import Fact
from spyhouse.rules.kit.errors import BadNotation, IllegalMove
from spyhouse.rules.wink import engine, story
from spyhouse.rules.wink.core import NOBODY, OFF
from spyhouse.rules.wink.engine import ACCUSE, ACCUSE_ANY, ACTIONS_ANY, CALL, CONTACT, NOTHING, NUMBERS, PASS, SEATS, Setting, State
from spyhouse.rules.wink.kernel import CROWD, FLUTTER, WINK
from spyhouse.rules.wink.view import View

POLICIES = "nea"  # never, with eye contact, always [B3]
POLICY_WORDS = ("never", "eye_contact", "always")
LISTED = ("contact", "call", "look", "nothing", "accuse", "pass")  # as players see them: what is mostly wanted first, what takes away last
NO_MOVE = "'{text}' is no move of Wink. Write L:2e, L:Cn, -, A:1#25, K:1, C:25 or X."


def place(target: int) -> str:
    """A place to look at as the notation writes it."""
    return "C" if target == CROWD else str(target)


def _name(action: int) -> str:
    """The name of an action without a table: an accusation says whose number it is about (A:1@0)."""
    if action < NOTHING:
        return f"L:{place(action // 3)}{POLICIES[action % 3]}"
    if action == NOTHING:
        return "-"
    if action < CONTACT:
        accused, caller = divmod(action - ACCUSE, SEATS)
        return f"A:{accused}@{caller}"
    if action <= CALL:
        return f"K:{action - CONTACT}"
    if action < PASS:
        return f"C:{action - CALL}"
    if action == PASS:
        return "X"
    accused, number = divmod(action - ACCUSE_ANY, NUMBERS)
    return f"A:{accused}#{number + 1}"


NAMES = tuple(_name(action) for action in range(ACTIONS_ANY))
ACTION_OF = {name: action for action, name in enumerate(NAMES)}


def names(setting: Setting) -> tuple[str, ...]:
    """The names of all actions by number; those from 137 on only with `accuse_scope` = any."""
    return NAMES[: setting.actions]


def size(state: State) -> int:
    return state.setting.actions


def text(state: State, seat: int, action: int) -> str:
    """The notation of a move; an accusation names the number that is called now, `A:1#25`."""
    if ACCUSE <= action < CONTACT and not state.setting.rules.any_number:
        accused, caller = divmod(action - ACCUSE, SEATS)
        number = state.core.call_of(caller) if caller < state.seats else OFF
        if number != OFF:
            return f"A:{accused}#{number}"
    return NAMES[action]


def parse(state: State, seat: int, text: str) -> int:
    """The number of a move written in the notation."""
    written = text.strip()
    accusation = re.fullmatch(r"A:([0-7])#(\d{1,2})", written)
    if accusation and not state.setting.rules.any_number:
        accused, number = int(accusation[1]), int(accusation[2])
        caller = state.core.caller_of(number)
        if caller == NOBODY:
            raise IllegalMove("W25", "Nobody calls number {number}.", "Name a number under another player's pawn.", number=number)
        return ACCUSE + SEATS * accused + caller
    action = ACTION_OF.get(written)
    if action is None or action >= state.setting.actions:
        raise BadNotation(NO_MOVE, text=text)
    return action


def describe(state: State, seat: int, action: int) -> dict[str, Any]:
    """The move as data; `at` is a seat or "crowd"."""
    if action < NOTHING:
        target = action // 3
        return {"kind": "look", "at": "crowd" if target == CROWD else target, "policy": POLICY_WORDS[action % 3]}
    if action == NOTHING:
        return {"kind": "nothing"}
    if CONTACT <= action <= CALL:
        return {"kind": "contact", "named": action - CONTACT, "number": state.core.call_of(state.core.active)}
    if CALL < action < PASS:
        return {"kind": "call", "number": action - CALL}
    if action == PASS:
        return {"kind": "pass"}
    if action >= ACCUSE_ANY:
        return {"kind": "accuse", "named": engine.named_by(action), "number": engine.number_of(state.core, action)}
    caller = (action - ACCUSE) % SEATS
    number = state.core.call_of(caller) if caller < state.seats else OFF
    return {"kind": "accuse", "named": engine.named_by(action), "caller": caller, "number": number}


def number(state: State, seat: int, move: Mapping[str, Any]) -> int:
    """The number of a structured move; what `describe` adds for clients (final, a contact's number) is not needed."""
    try:
        written = _written(move)
    except (KeyError, TypeError, ValueError) as why:
        raise BadNotation(f"{dict(move)} is no move of Wink: {why} is missing or of the wrong kind.") from why
    return parse(state, seat, written)


def _written(move: Mapping[str, Any]) -> str:
    kind = move["kind"]
    if kind == "look":
        target = "C" if move["at"] == "crowd" else str(int(move["at"]))
        return f"L:{target}{POLICIES[POLICY_WORDS.index(move['policy'])]}"
    if kind == "accuse":
        return f"A:{move['named']}@{move['caller']}" if "caller" in move else f"A:{move['named']}#{move['number']}"
    if kind == "contact":
        return f"K:{move['named']}"
    if kind == "call":
        return f"C:{move['number']}"
    if kind in ("nothing", "pass"):
        return "-" if kind == "nothing" else "X"
    raise BadNotation(f"'{kind}' is no kind of move. Possible: look, nothing, accuse, contact, call, pass.")


# -- Plans for play over days [B9] -------------------------------------------------------------------------------------
#
# A plan is a message: {"gaze": ["1e", "Cn"], "accuse": "off" | "wink" | "flutter", "keep": 0 to 4, "race": "off" | "seen"}. It is
# not an action: whoever runs the table asks `planned` for the seat's action in each step, and the record holds those.

ACCUSE_ON = {"off": (), "wink": (WINK,), "flutter": (WINK, FLUTTER)}


def missing_plan(view: View) -> dict[str, Any]:
    """What counts as the plan of a seat that sent none: eyes on the active player, no accusation, contact with whom it saw winking."""
    core = view.core
    gaze = "Cn" if view.seat == core.active else f"{core.active}e"
    return {"gaze": [gaze] * view.setting.beats, "accuse": "off", "keep": 0, "race": "seen"}


def check_plan(view: View, plan: Mapping[str, Any]) -> None:
    """A plan has an entry for each beat of the turn and four members; BadNotation says what is wrong."""
    if sorted(plan) != ["accuse", "gaze", "keep", "race"]:
        raise BadNotation(f"A plan has the members gaze, accuse, keep and race, this one has {', '.join(sorted(plan))}.")
    gaze, keep = plan["gaze"], plan["keep"]
    looks = [NAMES[action] for action in view.setting.looks[view.seat]]
    if not isinstance(gaze, list) or len(gaze) != view.setting.beats or any(f"L:{entry}" not in looks for entry in gaze):
        raise BadNotation(f"The gaze of a plan has {view.setting.beats} entries such as 1e, 2n or Cn, not {gaze}.")
    if plan["accuse"] not in ACCUSE_ON or plan["race"] not in ("off", "seen"):
        raise BadNotation("In a plan accuse is off, wink or flutter, and race is off or seen.")
    if isinstance(keep, bool) or not isinstance(keep, int) or not 0 <= keep <= 4:
        raise BadNotation(f"A plan keeps 0 to 4 CI cards, not {keep}.")


def planned(view: View, plan: Mapping[str, Any]) -> int:
    """The action that this plan means for its seat in the running LOOK or REACT; the call is asked for."""
    check_plan(view, plan)
    if view.step == engine.LOOKING:
        return ACTION_OF[f"L:{plan['gaze'][view.beat - 1]}"]
    core = view.core
    if plan["race"] == "seen" and view.beat == engine.OPENING and core.can_contact(view.seat):
        winker = engine.seen_winking(core, view.seat, view.notes)
        if winker != NOBODY:
            return CONTACT + winker
    if view.sign in ACCUSE_ON[plan["accuse"]] and core.ci_hand[view.seat] > plan["keep"] and view.eyes != CROWD:
        number = core.call_of(view.eyes)
        if core.can_accuse(view.seat, view.gaze, number):
            return accusation_of(view, view.gaze, number)
    return NOTHING


def accusation_of(view: View, accused: int, number: int) -> int:
    """The action that accuses this player about this called number."""
    if view.setting.rules.any_number:
        return ACCUSE_ANY + NUMBERS * accused + number - 1
    return ACCUSE + SEATS * accused + view.core.caller_of(number)


# -- Chance [B12] ------------------------------------------------------------------------------------------------------


def chance_text(fact: Fact) -> str | None:
    if isinstance(fact, story.Deal):
        each = len(fact.numbers) // fact.seats
        return "deal " + " / ".join(" ".join(map(str, fact.numbers[at : at + each])) for at in range(0, len(fact.numbers), each))
    if isinstance(fact, story.Start):
        return f"start {fact.seat}"
    if isinstance(fact, story.Blinks):
        return "blinks " + " ".join(f"{seat}{'+' if seat in fact.blinking else '-'}" for seat in fact.drawn)
    if isinstance(fact, story.Lot):
        return "lot " + " ".join(map(str, fact.order))
    if isinstance(fact, story.Auto):
        return f"auto {fact.place} {fact.number}"
    return None


def chance_script(text: str) -> list[tuple[str, list[int]]]:
    kind, _, rest = text.partition(" ")
    if kind == "deal" and re.fullmatch(r"[\d /]+", rest):
        return [("deal", [int(number) for number in rest.replace("/", " ").split()])]
    if kind == "start" and re.fullmatch("[0-7]", rest):
        return [("deal", [int(rest)])]
    if kind == "blinks" and re.fullmatch(r"([0-7][+-]( [0-7][+-])*)?", rest):
        return [(f"blink.{drawn[0]}", [0 if drawn[1] == "+" else 3]) for drawn in rest.split()]
    if kind == "lot" and re.fullmatch(r"[0-7]( [0-7])*", rest):
        return [("lot", [int(seat) for seat in rest.split()])]
    if kind == "auto" and re.fullmatch(r"\d{1,2} \d{1,2}", rest):
        return [("auto", [int(rest.split()[0])])]
    raise BadNotation(f"'{text}' is nothing that chance decides in Wink. Write 'start 2', 'blinks 0- 1+', 'lot 4 2' or 'auto 5 17'.")


# -- The Beat log [4.4] ------------------------------------------------------------------------------------------------


def lines(state: State) -> list[str]:
    """A line a beat and one for each call or contact outside a beat, from the story. It shows all secrets: for after the game."""
    sheet = _Sheet()
    for told in state.story or []:
        sheet.note(told.fact)
    sheet.close()
    return sheet.lines


class _Sheet:
    """The log as it is being written down; `parts` are the fields of the beat's line by their letter."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.turn = 0
        self.head = ""
        self.parts: dict[str, list[str]] = {}
        self.results: dict[int, str] = {}  # seat -> what became of its submission
        self.order: tuple[int, ...] = ()

    def note(self, fact: Fact) -> None:
        if isinstance(fact, story.Turn):
            self.close()
            self.turn = fact.number
        elif isinstance(fact, story.Beat):
            self.close()
            self.head = f"t{fact.turn}.{fact.beat}"
        elif isinstance(fact, story.Look):
            self.add("L", f"{fact.seat}:{place(fact.at)}{POLICIES[fact.policy]}")
        elif isinstance(fact, story.Wink):
            self.add("W", f"{fact.seat}>{fact.at}")
        elif isinstance(fact, story.Blinks):
            for seat in fact.blinking:
                self.add("F", str(seat))
        elif isinstance(fact, story.Sign):
            self.add("S", f"{fact.seat}:{fact.of}{'W' if fact.kind == WINK else 'F'}")
        elif isinstance(fact, story.Submit):
            self.add("R", f"{fact.seat}:" + (f"A{fact.named}#{fact.number}" if fact.number else f"K{fact.named}"))
        elif isinstance(fact, story.Lot):
            self.order = fact.order
        elif isinstance(fact, story.Contact):
            self.result(fact.seat, f"K {fact.seat} {fact.named} {'ok' if fact.right else 'wrong'}")
        elif isinstance(fact, story.Accusation):
            self.result(fact.seat, f"A {fact.seat} {fact.named}#{fact.number} {'ok' if fact.right else 'wrong'}")
        elif isinstance(fact, story.Void):
            what = f"A {fact.seat} {fact.named}#{fact.number}" if fact.number else f"K {fact.seat} {fact.named}"
            self.result(fact.seat, f"{what} void")
        elif isinstance(fact, story.Call | story.Pass):
            self.close()
            self.lines.append(
                f"t{self.turn} C {fact.seat}:{fact.number}" if isinstance(fact, story.Call) else f"t{self.turn} X {fact.seat}"
            )

    def add(self, letter: str, entry: str) -> None:
        self.parts.setdefault(letter, []).append(entry)

    def result(self, seat: int, what: str) -> None:
        if seat in self.order:
            self.results[seat] = what
        else:  # a contact before the call, after the beat [B4]
            self.close()
            self.lines.append(f"t{self.turn} {what}")

    def close(self) -> None:
        """Writes the beat's line: gazes, winks, blinks, signs, commits, lot, and each submission in the order of the lot."""
        if self.head:
            fields = [f"{letter} {' '.join(self.parts[letter])}" for letter in "LWFSR" if letter in self.parts]
            if self.order:
                fields += ["lot " + " ".join(map(str, self.order)), *(self.results[seat] for seat in self.order)]
            self.lines.append(f"{self.head} " + " | ".join(fields))
        self.head, self.parts, self.results, self.order = "", {}, {}, ()
