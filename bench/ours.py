"""Our own games, through nothing but the public contract; the worker's path decides whether they are compiled.

A step is a decision of a seat (or of the clock). `games`, `told` and `from_clones` are driven by a loop in Python.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from itertools import count, cycle, islice

import spyhouse
from bench.measure import Measure, pick
from spyhouse.bots import Level
from spyhouse.rules.kit.contract import CLOCK

POSITIONS = 64  # positions from all over random games, for what is done to a position
THOUGHT = 32  # iterations of a thought: short, so that a slice sees many positions


def is_compiled(slug: str) -> bool:
    """Whether this game's engine runs as machine code here."""
    return not str(import_module(f"spyhouse.rules.{slug}.engine").__file__).endswith(".py")


def version(slug: str) -> str:
    """What the report calls the thing measured."""
    return f"{spyhouse.__version__}, {spyhouse.game(slug).start(seed=0).seats} seats"


def finish(state: spyhouse.State) -> int:
    """Plays random moves to the end, each chosen and played from Python; returns how many."""
    steps = 0
    while owing := state.to_act():
        seat = owing[0]
        state.apply(seat, pick(state.legal(seat)))
        steps += 1
    return steps


def measures(slug: str) -> dict[str, Measure]:
    """All that is timed of one of our games."""
    game = spyhouse.game(slug)
    luck = spyhouse.Luck(1)
    seeds = count()

    def told() -> spyhouse.State:
        return game.start(luck=spyhouse.Luck(next(seeds)), options=game.meta.simulation)

    def muted() -> spyhouse.State:
        state = told()
        state.mute()
        return state

    starts = cycle([muted() for _ in range(POSITIONS)])
    positions = _positions(told)
    asked = [(state, place % state.seats) for place, state in enumerate(positions)]
    views = [state.view(seat) for state, seat in asked]
    thinker = spyhouse.bots.bot(slug, "4")
    questions = [state.view(seat) for state in positions for seat in state.to_act()[:1] if seat != CLOCK and len(state.legal(seat)) > 1]

    def play(start: Callable[[], spyhouse.State]) -> Measure:
        def run(times: int) -> tuple[float, ...]:
            return times, sum([finish(start()) for _ in range(times)])

        return Measure(("games", "steps"), run)

    def play_out(times: int) -> tuple[float, ...]:
        return times, sum([spyhouse.playout(start.clone(), luck) for start in islice(starts, times)])

    def clone(times: int) -> tuple[float, ...]:
        for state in islice(cycle(positions), times):
            state.clone()
        return (times,)

    def view(times: int) -> tuple[float, ...]:
        for state, seat in islice(cycle(asked), times):
            state.view(seat)
        return (times,)

    def write(times: int) -> tuple[float, ...]:
        for seen in islice(cycle(views), times):
            bytes(seen)
        return (times,)

    def sample(times: int) -> tuple[float, ...]:
        for seen in islice(cycle(views), times):
            seen.sample(luck)
        return (times,)

    def think(times: int) -> tuple[float, ...]:
        assert isinstance(thinker, Level)
        short = thinker.with_iterations(THOUGHT)
        return (sum([short.think(seen, luck).iterations for seen in islice(cycle(questions), times)]),)

    thinking = {"thinking": Measure(("iterations",), think)} if isinstance(thinker, Level) else {}
    return {
        **thinking,
        "games": play(muted),
        "told": play(told),
        "from_clones": play(lambda: next(starts).clone()),
        "playouts": Measure(("playouts", "steps"), play_out),
        "clones": Measure(("clones",), clone),
        "views": Measure(("views",), view),
        "bytes": Measure(("bytes",), write),
        "samples": Measure(("samples",), sample),
    }


def _positions(start: Callable[[], spyhouse.State]) -> list[spyhouse.State]:
    """One position from each of several random games: early, middle and late ones alike, by the length of the first."""
    length = finish(start())
    positions: list[spyhouse.State] = []
    for place in range(POSITIONS):
        state = start()
        for _ in range(place * length // POSITIONS):
            owing = state.to_act()
            move = pick(state.legal(owing[0]))
            before = state.clone()
            state.apply(owing[0], move)
            if not state.to_act():
                state = before  # this game was shorter: its last decision
                break
        positions.append(state)
    return positions
