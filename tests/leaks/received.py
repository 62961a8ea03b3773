"""Everything that leaves the table for one seat, exit by exit, as bytes; and how two such lists differ."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence

from spyhouse import SPECTATOR, Match, SpyhouseError, State
from spyhouse.rules.kit.contract import Told
from spyhouse.rules.kit.game import Game
from tests.contract.laws import illegal_numbers

TRIES = 24  # illegal numbers each seat tries
NONSENSE = ("", "?", "no such move")
AROUND = 70  # signs shown on each side of a difference

Received = dict[str, bytes]  # exit -> what came out of it

compared: Counter[str] = Counter()  # exit -> how often it was compared so far: for the survey


def everything_received(game: Game, state: State, seat: int, told: Sequence[Told] = (), match: Match | None = None) -> Received:
    """All that this seat (or SPECTATOR) gets of this state.

    `told` are facts since some moment: those that reach the seat count, in their order. With a `match` there is also the
    offer to take a move back.
    """
    view, legal = state.view(seat), state.legal(seat)
    tries = illegal_numbers(game, state, seat, TRIES)
    reached = [entry.fact for entry in told if entry.reaches(seat)]
    exits: Received = {
        "view.numbers": _bytes(view.numbers()),
        "view": bytes(view),
        "view.to_act": _bytes(view.to_act()),
        "view.legal": _bytes(view.legal()),
        "show": _bytes(game.show(view)),
        "legal": _bytes(legal),
        "text": _bytes([game.text(state, seat, action) for action in legal]),
        "describe": _bytes([game.describe(state, seat, action) for action in legal]),
        "is_final": _bytes([state.is_final(seat, action) for action in legal]),
        "default": _bytes(state.default(seat)),
        "sealed": _bytes(state.sealed(seat)),
        "trace": _bytes(state.trace(seat)),
        "outcome": _bytes(state.outcome()),
        "forced": _bytes([state.forced(one) for one in range(state.seats)]),
        "facts told": _bytes([[type(fact).__name__, fact, game.line(fact)] for fact in reached]),
        "refusals": _bytes([_answer(state.apply, seat, action) for action in tries]),
        "names of illegal moves": _bytes([[_answer(name, state, seat, action) for name in (game.text, game.describe)] for action in tries]),
        "answers to nonsense": _bytes([_answer(game.parse, state, seat, text) for text in NONSENSE]),
    }
    if match is not None:
        exits["undo offered"] = _bytes(seat != SPECTATOR and match.can_undo(seat))
    exits["sizes"] = _bytes({name: len(data) for name, data in exits.items()})
    return exits


def differences(one: Received, other: Received, names: tuple[str, str]) -> list[str]:
    """Each exit where two worlds differ, with the place of the first difference; empty when nobody can tell them apart."""
    lines: list[str] = []
    width = max(map(len, names))
    compared.update(one.keys())
    for exit_name in one:
        left, right = one[exit_name], other[exit_name]
        if left == right or (exit_name == "sizes" and lines):
            continue
        at = next((place for place, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right)))
        lines += [exit_name, f"    {names[0]:>{width}}: {_around(left, at)}", f"    {names[1]:>{width}}: {_around(right, at)}"]
    return lines


def _around(data: bytes, at: int) -> str:
    words = all(32 <= byte < 127 for byte in data)
    width = AROUND if words else AROUND // 5
    start, end = max(0, at - width), at + width
    text = data[start:end].decode() if words else data[start:end].hex(" ")
    return ("... " if start else "") + text + (" ..." if end < len(data) else "")


def _bytes(value: object) -> bytes:
    return json.dumps(value).encode()


def _answer(ask: Callable[..., object], *args: object) -> object:
    """What somebody gets who asks: an answer, or the text of the refusal, and what other languages make theirs of."""
    try:
        return ask(*args)
    except SpyhouseError as why:
        return f"{type(why).__name__}: {why} {why.templates} {why.places}"
