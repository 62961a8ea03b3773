"""Writes whole matches down as text, to be read by people and compared by tests.

    python -m tests.playthroughs.make [slug ...]

makes the files of these games (or of all) anew: do it after a change of rules that is meant, and read the difference. Each
file is one random match: every move, what it told whom, and what each seat then has (moves, view, trace).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from spyhouse import CLOCK, EVERYONE, NO_ACTION, SPECTATOR, Luck, State
from spyhouse.rules.kit.contract import NO_ONE, Told, pack
from spyhouse.rules.kit.meta import canonical
from tests.house import SLUGS, Table, plain_tables, random_move, toy_at_home, variant_tables

HOME = Path(__file__).parent
VARIANTS = 3  # mixes of variants written down beside the plain game: the first, the middle and the last
SEED = 1
IN_FULL = 60  # moves; a longer match goes on with a line a move
MOST = 1_500


def tables(slug: str) -> list[Table]:
    """What is written down of a game."""
    mixes = variant_tables([slug])
    chosen = [mixes[place * (len(mixes) - 1) // (VARIANTS - 1)] for place in range(VARIANTS)] if mixes else []
    return list(dict.fromkeys([*plain_tables([slug]), *chosen]))


def path_of(table: Table) -> Path:
    name = str(table).removeprefix(f"{table.slug}-").replace("=", "_").replace("True", "on")
    return HOME / table.slug / f"{name}.txt"


def playthrough(table: Table) -> str:
    """The text of one match."""
    return "\n".join(_lines(table)) + "\n"


def _lines(table: Table) -> Iterator[str]:
    game, state, luck = table.game, table.start(SEED, story=True), Luck(SEED)
    terms = game.terms(table.seats, table.options)
    space = game.actions(table.options, table.seats)
    yield f"# {game.title}, a match of random moves"
    yield f"rules {game.meta.rules_version}, {table.seats} seats, seed {SEED}, content {terms.content.hash}, {space.size} actions"
    yield f"options {canonical(dict(terms.options))}"
    yield f"shown {' '.join(sorted(game.show(state.view(SPECTATOR))))}"
    yield ""
    yield "## start"
    yield from _told(state, 0)
    yield from _moment(table, state)
    for number in range(1, MOST + 1):
        move = random_move(state, luck)
        if move is None:
            break
        seat, action = move
        heard = len(state.story or [])
        text = f"## {number}. {_who(seat)} {game.text(state, seat, action)} ({action})"
        state.apply(seat, action)
        yield ""
        if number <= IN_FULL:
            yield text
            yield from _told(state, heard)
            yield from _moment(table, state)
        else:
            yield f"{text} traces {' '.join(_hex(trace) for trace in state.traces)}"
    yield ""
    yield "## end"
    yield f"shown {' '.join(sorted(game.show(state.view(SPECTATOR))))}"
    yield f"outcome {state.outcome()}"
    yield from (f"line {line}" for line in game.lines(state))


def _told(state: State, heard: int) -> Iterator[str]:
    for told in (state.story or [])[heard:]:
        yield f"told {_whom(told, state.seats)}: {told.fact}"


def _whom(told: Told, seats: int) -> str:
    if told.seats in (EVERYONE, NO_ONE):
        return "everybody" if told.seats == EVERYONE else "nobody"
    return " ".join(_who(seat) for seat in range(seats) if told.reaches(seat))


def _moment(table: Table, state: State) -> Iterator[str]:
    game = table.game
    yield f"to act {' '.join(_who(seat) for seat in state.to_act()) or 'nobody'}"
    if game._position is not None:
        yield f"position {game.position_text(state)}"
    for seat in [*range(state.seats), CLOCK]:
        legal = state.legal(seat)
        if legal:
            default = state.default(seat) if seat != CLOCK else NO_ACTION
            names = [game.text(state, seat, action) + ("!" if state.is_final(seat, action) else "") for action in legal]
            extra = f", default {game.text(state, seat, default)}" if default != NO_ACTION else ""
            yield f"{_who(seat)} may {' '.join(names)} ({len(legal)}{extra})"
    for seat in [*range(state.seats), SPECTATOR]:
        view = state.view(seat)
        numbers = pack(view.numbers())
        sealed = f", sealed {state.sealed(seat)}" if seat != SPECTATOR else ""
        owing = " ".join(_who(other) for other in view.to_act()) or "nobody"
        yield f"{_who(seat)} sees {len(numbers)} bytes {_digest(numbers)}, trace {_hex(state.trace(seat))}{sealed}, owing {owing}"


def _who(seat: int) -> str:
    return {SPECTATOR: "spectator", CLOCK: "clock"}.get(seat, f"seat{seat}")


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()[:8]


def _hex(trace: int) -> str:
    return f"{trace:016x}"


def main() -> None:
    for slug in sys.argv[1:] or SLUGS:
        (HOME / slug).mkdir(exist_ok=True)
        wanted = {path_of(table): table for table in tables(slug)}
        for stale in set((HOME / slug).glob("*.txt")) - set(wanted):
            stale.unlink()
        for path, table in wanted.items():
            path.write_text(playthrough(table), encoding="utf-8")
            print(path.relative_to(HOME.parent.parent))


if __name__ == "__main__":
    with toy_at_home():
        main()
