"""Wink for clients: what to draw, the prompt, and what follows from it. Plain data; `crowd` is where eyes rest on nobody.

`sections` is the same table as lines to be put into words, and `line` makes such a line of a fact: a key of the words
catalogue and what goes into it. The words board needs nothing else.
"""

from __future__ import annotations

from typing import Any

from spyhouse.rules.kit.contract import NO_ACTION, SPECTATOR, Fact
from spyhouse.rules.wink import engine, story
from spyhouse.rules.wink.actions import POLICY_WORDS
from spyhouse.rules.wink.core import NOBODY, OFF, QUIET, listed
from spyhouse.rules.wink.engine import CALLING, LOOKING, OPENING, OVER, REACTING
from spyhouse.rules.wink.kernel import CROWD
from spyhouse.rules.wink.meta import COLOURS
from spyhouse.rules.wink.view import View

KINDS = {  # fact -> its key
    story.Hand: "hand",
    story.Start: "start",
    story.Turn: "turn",
    story.Beat: "beat",
    story.SkippedBeat: "skipped_beat",
    story.Look: "look",
    story.Eyes: "eyes",
    story.Wink: "wink",
    story.Blinks: "blinks",
    story.Sign: "sign",
    story.Submit: "submit",
    story.Lot: "lot",
    story.Contact: "contact",
    story.Accusation: "accusation",
    story.Void: "void",
    story.Call: "call",
    story.Pass: "pass",
    story.End: "end",
}
STEPS = ("look", "react", "call", "over")
SIGNS = ("none", "wink", "flutter")
REASONS = ("running", "empty_hand", "quiet")
LINE_OF_PLAYER = ("seat", "cards", "hand", "ci_hand", "ci_front", "front_up", "front_down", "score")
LATEST = 8  # signs that the words board repeats


def show(view: View) -> dict[str, Any]:
    """Everything a client needs to draw this view."""
    core = view.core
    ranks = core.ranks()
    return {
        "game": "wink",
        "seat": view.seat,
        "turn": core.turn,
        "active": core.active,
        "step": STEPS[view.step],
        "beat": view.beat,
        "beats": view.setting.beats,
        "sign": view.setting.sign,
        "to_act": view.to_act(),
        "prompt": prompt(view),
        "crowd": [card(view, number) for number in core.rules.numbers],
        "players": [player(view, seat) | {"rank": ranks[seat]} for seat in range(view.setting.seats)],
        "ci_box": core.ci_box,
        "quiet": {"turns": core.quiet, "of": core.rules.quiet_turns},
        "you": None if view.seat == SPECTATOR else you(view),
        "final": final(view),
        "sections": sections(view),
    }


def line(fact: Fact) -> dict[str, Any] | None:
    """A fact of the story as a line to be put into words; None for one that only animates, and for what a clock would play."""
    if isinstance(fact, story.Deal | story.Seen | story.Reacted | story.Auto) or (isinstance(fact, story.Blinks) and not fact.blinking):
        return None
    args: dict[str, Any] = fact._asdict()  # type: ignore[attr-defined]  # every fact is a NamedTuple
    args = {name: list(value) if isinstance(value, tuple) else value for name, value in args.items()}
    if "at" in args:
        args["at"] = place(args["at"])
    if "policy" in args:
        args["policy"] = POLICY_WORDS[args["policy"]]
    if isinstance(fact, story.Sign):
        args["kind"] = SIGNS[fact.kind]
    if isinstance(fact, story.Contact | story.Accusation):
        args["right"] = bool(fact.right)
    if isinstance(fact, story.End):
        args["reason"] = REASONS[fact.reason]
    return {"key": KINDS[type(fact)], "args": args}


def place(target: int) -> int | str:
    """A seat, or the crowd, as clients know it."""
    return "crowd" if target == CROWD else target


def prompt(view: View) -> dict[str, Any]:
    """One sentence to be: its key, the rule behind it, and what goes into it."""
    core = view.core
    if view.step == OVER:
        return {"key": "over", "rule": "W33", "args": {"winners": [seat for seat, rank in enumerate(core.ranks()) if rank == 1]}}
    if view.step == CALLING:
        if view.seat != core.active:
            return {"key": "wait", "rule": "W7", "args": {"seat": core.active}}
        if core.can_contact(view.seat):
            return {"key": "contact_or_call", "rule": "B4", "args": {"number": core.call_of(view.seat)}}
        return {"key": "call" if core.callable(view.seat) else "pass", "rule": "W13" if core.callable(view.seat) else "W18", "args": {}}
    if view.seat == SPECTATOR:
        return {"key": "watch", "rule": "B3", "args": {"step": STEPS[view.step]}}
    if view.commit != NO_ACTION:
        return {"key": "committed", "rule": "B8", "args": {"step": STEPS[view.step]}}
    if view.step == LOOKING:
        return {"key": "look", "rule": "B3", "args": {"beat": view.beat}}
    return {"key": "react_or_contact" if can_race(view) else "react", "rule": "B3", "args": {"ci": core.ci_hand[view.seat]}}


def can_race(view: View) -> bool:
    """Whether this seat may make contact in this REACT [B3]."""
    return view.beat == OPENING and view.core.can_contact(view.seat)


def card(view: View, number: int) -> dict[str, Any]:
    """One number of the crowd; `mine` only for whom it concerns."""
    core = view.core
    where = "up" if core.live >> number & 1 else "down" if core.down >> number & 1 else "gone"
    mine = view.seat != SPECTATOR and core.hand[view.seat] >> number & 1 == 1
    caller = NOBODY if view.step == OVER else core.caller_of(number)
    return {
        "number": number,
        "lies": where,
        "caller": None if caller == NOBODY else caller,
        "mine": mine,
        "called": mine and caller != NOBODY and view.setting.assist,
        "locked": locked(view) >> number & 1 == 1,
    }


def locked(view: View) -> int:
    """The numbers about which nobody may accuse any more, as a set: of those in the crowd, while the game runs [W31]."""
    return 0 if view.step == OVER else view.core.locked & view.core.live


def call_of(view: View, seat: int) -> int:
    """The number that a seat calls; OFF once the game is over, for then nobody calls any more."""
    return OFF if view.step == OVER else view.core.call_of(seat)


def player(view: View, seat: int) -> dict[str, Any]:
    """What lies open before a player, and what all may conclude about his hand [3.1]."""
    core = view.core
    return {
        "seat": seat,
        "colour": COLOURS[seat],
        "cards": core.size[seat],
        "hand": listed(core.hand[seat]),  # empty where it is not known
        "call": call_of(view, seat),
        "pawn": core.pawn[seat],
        "ci_hand": core.ci_hand[seat],
        "ci_front": core.ci_front[seat],
        "front_up": sorted(listed(core.one_up[seat]) + 2 * listed(core.both_up[seat])),
        "front_down": listed(core.front_down[seat]),
        "score": core.score(seat),
        "not_holding": listed(core.ruled_out[seat] & core.live),
        "holding": listed(core.shown[seat] & core.live),
    }


def final(view: View) -> list[dict[str, Any]]:
    """The score at the end as lines, the first seat first: what each point is for, and what breaks ties [W34, W35]."""
    if view.step != OVER:
        return []
    core = view.core
    ranks = core.ranks()
    lines = []
    for seat in sorted(range(view.setting.seats), key=lambda one: ranks[one]):
        facts = player(view, seat)
        args = {"rank": ranks[seat], "seat": seat, "score": facts["score"], "agents": len(facts["front_up"]), "ci": facts["ci_hand"]}
        lines.append({"key": "final", "args": args | {"ci_front": facts["ci_front"], "down": len(facts["front_down"])}})
    return lines


def you(view: View) -> dict[str, Any]:
    """What only this seat knows: its eyes, what they saw, its own choice."""
    sure = view.sure()
    return {
        "hand": listed(view.core.hand[view.seat]),
        "gaze": place(view.gaze),
        "eyes": None if view.eyes == NOBODY else place(view.eyes),
        "sign": SIGNS[view.sign],
        "wink": None if view.wink == NOBODY else view.wink,
        "commit": None if view.commit == NO_ACTION else view.commit,
        "known": [listed(numbers) for numbers in sure],
        "seen": [seen(noted) for noted in view.notes],
    }


def seen(noted: int) -> dict[str, Any]:
    """One beat of the own list: whose eyes, on whom, and what they did."""
    return {
        "turn": engine.note_turn(noted),
        "beat": engine.note_beat(noted),
        "of": engine.note_of(noted),
        "at": place(engine.note_at(noted)),
        "sign": SIGNS[engine.note_sign(noted)],
        "number": engine.note_number(noted),
    }


def sections(view: View) -> list[dict[str, Any]]:
    """The whole table as lines to be put into words."""
    made = [
        {"key": "table", "lines": table_lines(view)},
        {"key": "players", "lines": [player_line(view, seat) for seat in range(view.setting.seats)]},
        {"key": "known", "lines": known_lines(view)},
    ]
    if view.seat != SPECTATOR:
        made.insert(1, {"key": "you", "lines": your_lines(view)})
    return made


def table_lines(view: View) -> list[dict[str, Any]]:
    core = view.core
    crowd: dict[str, Any] = {"key": "crowd", "args": {"numbers": listed(core.live), "down": listed(core.down)}}
    if view.step == OVER:
        return [crowd, {"key": "ended_quiet", "args": {}}] if core.ended == QUIET else [crowd]
    turn = {"turn": core.turn, "seat": core.active, "beat": view.beat, "beats": view.setting.beats, "step": STEPS[view.step]}
    calling = [seat for seat in range(view.setting.seats) if call_of(view, seat) != OFF]
    lines = [{"key": "turn", "args": turn}, crowd]
    lines += [{"key": "calls", "args": {"seat": seat, "number": call_of(view, seat)}} for seat in calling]
    if locked(view):
        lines.append({"key": "locked", "args": {"numbers": listed(locked(view))}})
    if core.quiet and core.rules.quiet_turns:
        lines.append({"key": "quiet", "args": {"turns": core.quiet, "of": core.rules.quiet_turns}})
    return lines


def your_lines(view: View) -> list[dict[str, Any]]:
    core = view.core
    hand = listed(core.hand[view.seat])
    lines: list[dict[str, Any]] = [{"key": "hand", "args": {"numbers": hand}}]
    called = [number for number in hand if core.caller_of(number) != NOBODY]
    if view.setting.assist and called and view.step != OVER:
        lines.append({"key": "assist", "args": {"numbers": called}})
    if view.step == REACTING:
        if view.wink != NOBODY:
            lines.append({"key": "winked", "args": {"seat": view.wink}})
        if view.gaze != CROWD:
            lines.append({"key": "eyes", "args": {"of": view.gaze, "at": place(view.eyes), "sign": SIGNS[view.sign]}})
        else:
            lines.append({"key": "eyes_on_crowd", "args": {}})
    signs = [seen(noted) for noted in view.notes if engine.note_sign(noted)]
    return lines + [{"key": "seen", "args": sign} for sign in signs[-LATEST:]]


def player_line(view: View, seat: int) -> dict[str, Any]:
    facts = player(view, seat)
    return {"key": "player", "args": {key: facts[key] for key in LINE_OF_PLAYER}}


def known_lines(view: View) -> list[dict[str, Any]]:
    """What follows from calls, accusations and passes for all, and from winks for oneself [3.1]."""
    lines: list[dict[str, Any]] = []
    sure = view.sure()
    for seat in range(view.setting.seats):
        if sure[seat]:
            lines.append({"key": "holds", "args": {"seat": seat, "numbers": listed(sure[seat])}})
        ruled_out = listed(view.core.ruled_out[seat] & view.core.live)
        if ruled_out:
            lines.append({"key": "not_holding", "args": {"seat": seat, "numbers": ruled_out}})
    return lines
