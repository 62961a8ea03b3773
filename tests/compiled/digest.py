"""Plays the tables given on standard input and prints a running digest of everything that can be seen of them.

Run by test_compiled_plays_the_same.py, once with the plain engines and once with the compiled ones on the path.
"""

from __future__ import annotations

import json
import pickle
import sys
from hashlib import sha256
from importlib import import_module
from typing import Any

import spyhouse
from spyhouse import CLOCK, SPECTATOR, IllegalMove, Luck, State
from spyhouse.version import is_compiled

MOST_STEPS = 250
REFUSALS = 5  # action numbers tried in each step, legal or not
COMPILED = ("spyhouse.rules.kit.luck", "spyhouse.rules.kit.contract")
COMPILED_OF_GAME = ("engine", "view")


def everything(state: State, luck: Luck) -> list[object]:
    """All that anybody can ask of a state."""
    seats = [*range(state.seats), SPECTATOR]
    views = [state.view(seat) for seat in seats]
    sample = views[luck.below(len(views))].sample(Luck(luck.below(1000)))
    ahead = state.clone()
    ahead.mute()
    return [
        state.numbers(),
        state.to_act(),
        [state.legal(seat) for seat in (*seats, CLOCK)],
        [(state.default(seat), state.sealed(seat)) for seat in range(state.seats)],
        [state.trace(seat) for seat in seats],
        [bytes(view).hex() for view in views],
        [(view.to_act(), view.legal()) for view in views],
        sample.numbers(),
        [refusal(state, luck) for _ in range(REFUSALS)],
        (spyhouse.playout(ahead, Luck(luck.below(1000))), ahead.numbers(), ahead.outcome()) if luck.below(10) == 0 else None,
        pickle.loads(pickle.dumps(state)).numbers(),
        state.broken(),
        state.outcome(),
    ]


def refusal(state: State, luck: Luck) -> str:
    """What the rules say to some seat that tries some action."""
    trial = state.clone()
    try:
        trial.apply(luck.below(state.seats), luck.below(150))
    except IllegalMove as why:
        return f"{why} {why.templates} {why.places}"
    return f"{trial.numbers()}"


def play(slug: str, seats: int, options: dict[str, Any], seed: int) -> list[str]:
    """A random match; the digest so far after each step."""
    game = spyhouse.game(slug)
    state = game.start(seats, seed, options, story=True)
    luck = Luck(seed)
    sha = sha256()
    digests: list[str] = []
    for _ in range(MOST_STEPS):
        sha.update(repr(everything(state, luck)).encode())
        digests.append(sha.hexdigest()[:12])
        owing = state.to_act()
        if not owing:
            break
        seat = owing[luck.below(len(owing))]
        legal = state.legal(seat)
        state.apply(seat, legal[luck.below(len(legal))])
    sha.update(repr(state.story).encode())
    return [*digests, sha.hexdigest()]


def compiled_modules() -> dict[str, bool]:
    """Which of the modules that are to be compiled really are."""
    names = [*COMPILED, *(f"spyhouse.rules.{slug}.{name}" for slug in spyhouse.games() for name in COMPILED_OF_GAME)]
    return {name: not str(import_module(name).__file__).endswith(".py") for name in names}


if __name__ == "__main__":
    tables = json.load(sys.stdin)
    played = {json.dumps(table): play(*table) for table in tables}
    json.dump({"is_compiled": is_compiled(), "modules": compiled_modules(), "played": played}, sys.stdout)
