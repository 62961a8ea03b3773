"""What a seat gets from the table itself when it asks: the real requests, answered by the real Table and socket, in any world.

A world is put on the table as its running match; then its seat asks everything a client can ask without changing the match. The
only thing that is not real is who thinks for hints: it answers from the bytes that it is given, as the workers do.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any, cast

from spyhouse import NO_ACTION, Match, SpyhouseError, State
from spyhouse.bots import Belief, Explanation, Reason
from spyhouse.bots.hindsight import Judgement
from spyhouse.rules.kit.game import Game
from spyhouse.rules.kit.registry import game as game_of
from spyhouse.server.chair import Chair
from spyhouse.server.company import Played
from spyhouse.server.store import Guest, Store
from spyhouse.server.table import OVER, PLAYING, Plan, Seat, Table
from tests.contract.laws import illegal_numbers
from tests.leaks.received import Received

DRAFTS = 6  # first moves that are tried
AFTER = 2  # second moves that are tried after each of them
TRIES = 12  # moves that are not legal
GUEST = Guest("guest", "Somebody")


class Oracle:
    """Thinks for hints: its answer is a function of the bytes that it is asked with, and shows every difference in them."""

    async def choose(self, slug: str, bot: str, view: bytes, seed: int, turn: Callable[[], None]) -> Played:
        return Played(NO_ACTION, bot)

    async def hint(self, slug: str, bot: str, view: bytes, seed: int) -> Explanation:
        seen = game_of(slug).view(view)
        belief = Belief("bytes", {"view": sha256(view).hexdigest(), "seed": seed}, 0.5)
        reasons = tuple(Reason(action, 0.0, (), None) for action in seen.legal()[:3])
        return Explanation(seen.legal()[0], reasons, (belief,), False)

    async def judge(self, record: str, place: int, name: str) -> Judgement | None:
        return None


def laid(game: Game, world: State, kind: type[Table] = Table) -> Table:
    """A table at which this world is being played, with a person on every seat."""
    terms = json.loads(world.label())
    plan = Plan(game.slug, terms["options"], [Seat("person", GUEST.id, GUEST.name) for _ in range(world.seats)], GUEST.id, "00" * 32)
    plan.hints = True
    table = kind("table", plan, cast(Store, None), Oracle(), 0.0, cast(Any, None))
    table.match = Match(game, world.seats, 0, plan.options)
    table.match.state = world
    table.phase = PLAYING if world.outcome() is None else OVER
    return table


def answers(game: Game, world: State, seat: int, kind: type[Table] = Table) -> Received:
    """All frames that this seat gets for asking, by what it asked."""
    heard = asyncio.run(_asked(laid(game, world, kind), questions(game, world, seat)))
    return {f"answers to {kind}": "\n".join(lines).encode() for kind, lines in heard.items()}


async def _asked(table: Table, requests: list[dict[str, Any]]) -> dict[str, list[str]]:
    heard: dict[str, list[str]] = {}
    for request in requests:
        chair = Chair(GUEST, table, [])
        await chair.receive(json.dumps(request))
        while chair._hints:
            await asyncio.gather(*chair._hints)
        lines = heard.setdefault(str(request["type"]), [])
        while not chair.frames.empty():
            lines.append(f"{json.dumps(request)} -> {(chair.frames.get_nowait() or b'').decode()}")
    return heard


def questions(game: Game, world: State, seat: int) -> list[dict[str, Any]]:
    """Drafts of one move and of two, hints before and after them, plays that must be refused, and why not."""
    legal, tries = world.legal(seat), illegal_numbers(game, world, seat, TRIES)
    firsts = legal[:: max(1, len(legal) // DRAFTS)][:DRAFTS]
    seconds = [*legal[:AFTER], *tries[:1]]
    asked: list[dict[str, Any]] = [{"type": "draft", "seat": seat, "actions": [action]} for action in [*firsts, *tries[:2]]]
    asked += [{"type": "draft", "seat": seat, "actions": [one, other]} for one in firsts[:3] for other in seconds]
    asked += [{"type": "hint", "seat": seat, "actions": actions} for actions in ([], *([action] for action in firsts[:2]))]
    asked += [{"type": "play", "seat": seat, "number": 1, "actions": [one, tries[0]]} for one in firsts if tries]
    asked += [{"type": "play", "seat": seat, "number": 1, "actions": [action]} for action in tries[:2]]
    asked += [{"type": "why", "seat": seat, "move": _move(game, world, seat, action)} for action in [*tries[:6], *legal[:2]]]
    return asked


def _move(game: Game, world: State, seat: int, action: int) -> dict[str, Any]:
    try:
        return game.describe(world, seat, action)
    except SpyhouseError:  # no name: a client may still send nonsense
        return {"kind": str(action)}
