"""Other game libraries, driven from Python as ours are: whole random games, every move chosen and played here.

A step is a decision of a player, for everybody. OpenSpiel alone hands chance to the caller as moves of its own; those are
counted as `calls` (steps and chance together), so that both figures can be seen.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module, metadata
from itertools import count
from typing import Any

from bench.measure import Measure, pick

SAMPLE_GAMES = 300  # random games that tell how many decisions an unseen playout has


@dataclass(frozen=True)
class Peer:
    """A game of another library; nothing of it is imported before its worker asks."""

    name: str
    package: str  # as pip calls it
    measures: Callable[[], dict[str, Measure]]

    def version(self) -> str:
        """The version that is installed."""
        return metadata.version(self.package)


# -- OpenSpiel ---------------------------------------------------------------------------------------------------------


def open_spiel(name: str, cxx: bool = True) -> Callable[[], dict[str, Measure]]:
    """A game of OpenSpiel; `cxx` if it is written in C++, so that playouts can stay inside."""

    def measures() -> dict[str, Measure]:
        pyspiel = import_module("pyspiel")
        if not cxx:
            import_module("open_spiel.python.games")  # registers the games written in Python
        game = pyspiel.load_game(name)
        dealt = _dealt(game.new_initial_state())

        def clone(times: int) -> tuple[float, ...]:
            for _ in range(times):
                dealt.clone()
            return (times,)

        found = {
            "games": _spiel_games(game.new_initial_state),
            "from_clones": _spiel_games(dealt.clone),
            "clones": Measure(("clones",), clone),
        }
        if cxx:
            found["playouts"] = _spiel_playouts(pyspiel, dealt)
        return found

    return measures


def _finish_spiel(state: Any) -> tuple[int, int]:
    """Plays random moves to the end: decisions, and all moves with those of chance."""
    steps = calls = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(_drawn(state.chance_outcomes()))
        else:
            state.apply_action(pick(state.legal_actions()))
            steps += 1
        calls += 1
    return steps, calls


def _drawn(outcomes: list[tuple[int, float]]) -> int:
    rest = random.random()
    for action, chance in outcomes:
        rest -= chance
        if rest <= 0:
            return action
    return outcomes[-1][0]  # the chances may add up to a hair less than 1


def _dealt(state: Any) -> Any:
    """The first position in which somebody has to decide."""
    while state.is_chance_node():
        state.apply_action(_drawn(state.chance_outcomes()))
    return state


def _spiel_games(start: Callable[[], Any]) -> Measure:
    def run(times: int) -> tuple[float, ...]:
        steps = calls = 0
        for _ in range(times):
            more_steps, more_calls = _finish_spiel(start())
            steps += more_steps
            calls += more_calls
        return times, steps, calls

    return Measure(("games", "steps", "calls"), run)


def _spiel_playouts(pyspiel: Any, dealt: Any) -> Measure:
    """Random games played by OpenSpiel's own random bots, all in C++; it does not tell their lengths, so those are estimated."""
    length = sum(_finish_spiel(dealt.clone())[0] for _ in range(SAMPLE_GAMES)) / SAMPLE_GAMES
    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(dealt.num_players())]
    seeds = count()

    def run(times: int) -> tuple[float, ...]:
        for _ in range(times):
            pyspiel.evaluate_bots(dealt.clone(), bots, next(seeds))
        return times, times * length

    return Measure(("playouts", "steps"), run)


# -- Catanatron --------------------------------------------------------------------------------------------------------


def catanatron() -> dict[str, Measure]:
    """Four players who move at random, up to the library's own limit of turns."""
    catan = import_module("catanatron")
    limit: int = import_module("catanatron.game").TURNS_LIMIT
    colours = list(catan.Color)[:4]

    def start() -> Any:
        return catan.Game([catan.RandomPlayer(colour) for colour in colours], seed=random.getrandbits(31))

    def finish(game: Any) -> int:
        steps = 0
        while game.winning_color() is None and game.state.num_turns < limit:
            game.execute(pick(game.state.playable_actions))
            steps += 1
        return steps

    opening = start()

    def clone(times: int) -> tuple[float, ...]:
        for _ in range(times):
            opening.copy()
        return (times,)

    return {
        "games": _games(lambda: finish(start())),
        "from_clones": _games(lambda: finish(opening.copy())),
        "clones": Measure(("clones",), clone),
    }


# -- RLCard ------------------------------------------------------------------------------------------------------------


def rlcard(name: str) -> Callable[[], dict[str, Measure]]:
    """A game of RLCard through its environment, which also makes the observation at every step."""

    def measures() -> dict[str, Measure]:
        env = import_module("rlcard").make(name, config={"seed": 1})

        def play() -> int:
            steps = 0
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(pick(list(state["legal_actions"])))
                steps += 1
            return steps

        return {"games": _games(play)}

    return measures


# -- PettingZoo --------------------------------------------------------------------------------------------------------


def pettingzoo(module: str) -> Callable[[], dict[str, Measure]]:
    """A game of PettingZoo classic by the loop its manual shows, observation and mask included."""

    def measures() -> dict[str, Measure]:
        env = import_module(f"pettingzoo.classic.{module}").env()
        flatnonzero = import_module("numpy").flatnonzero

        def play() -> int:
            steps = 0
            env.reset()
            while env.agents:
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)  # takes a finished player off the table; no decision
                    continue
                env.step(int(pick(flatnonzero(observation["action_mask"]))))
                steps += 1
            return steps

        return {"games": _games(play)}

    return measures


def _games(play: Callable[[], int]) -> Measure:
    def run(times: int) -> tuple[float, ...]:
        return times, sum([play() for _ in range(times)])

    return Measure(("games", "steps"), run)


REFERENCE = "OpenSpiel hanabi"  # what the ratios are to
CATANATRON = "Catanatron"
PEERS: tuple[Peer, ...] = (
    Peer(REFERENCE, "open_spiel", open_spiel("hanabi")),
    Peer("OpenSpiel backgammon", "open_spiel", open_spiel("backgammon")),
    Peer("OpenSpiel leduc_poker", "open_spiel", open_spiel("leduc_poker")),
    Peer("OpenSpiel python_liars_poker", "open_spiel", open_spiel("python_liars_poker", cxx=False)),
    Peer(CATANATRON, "catanatron", catanatron),
    Peer("RLCard leduc-holdem", "rlcard", rlcard("leduc-holdem")),
    Peer("RLCard uno", "rlcard", rlcard("uno")),
    Peer("PettingZoo connect_four", "pettingzoo", pettingzoo("connect_four_v3")),
    Peer("PettingZoo hanabi", "pettingzoo", pettingzoo("hanabi_v5")),
)
