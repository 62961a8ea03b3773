"""What a seat receives on a real socket is the same, byte for byte and frame for frame, for tables it cannot tell apart."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import spyhouse
from spyhouse.rules.kit.records import table_seed
from tests.house import toy_at_home
from tests.server.house import Chair, OpenHouse, Visitor, open_house, run

SEATS = 3
WATCHER = 0
SHARES = [f"share {seat}" for seat in range(SEATS)]
Script = list[tuple[int, int | str]]  # (seat, the place of a card in its hand; "undo"; or "wait": nothing is sent)


def twins(count: int) -> list[bytes]:
    """Seeds of matches that look the same from the watcher's seat while the others hold other cards."""
    seen: dict[bytes, list[bytes]] = {}
    with toy_at_home():
        for number in range(5000):
            seed = number.to_bytes(32, "big")
            state = spyhouse.game("toy").start(SEATS, seed=table_seed(seed, SHARES))
            alike = seen.setdefault(bytes(state.view(WATCHER)), [])
            alike.append(seed)
            if len(alike) == count:
                return alike
    raise AssertionError("no such seeds")


async def frames_of_the_watcher(house: OpenHouse, seed: bytes, script: Script, leak: str = "off") -> list[bytes]:
    """Plays a script at a table with this seed; what the watcher's socket received, without the table's own name and shuffle."""
    people = [await house.visitor() for _ in range(SEATS)]
    id = await people[0].lay(game="toy", seats=SEATS, options={"leak": leak})
    table = await house.table(id)
    table.plan.seed = seed.hex()
    async with people[0].at(id) as watcher:
        await watcher.settle()
        async with people[1].at(id) as one, people[2].at(id) as two:
            chairs = [watcher, one, two]

            async def say(chair: Chair, **request: Any) -> None:
                """One thing after the other: what is open to all comes in the same order at every table."""
                await chair.send(**request)
                for listener in (chair, *chairs):
                    await listener.settle()

            for seat in (1, 2):
                await say(chairs[seat], type="sit", seat=seat)
            await say(watcher, type="start")
            for seat, share in enumerate(SHARES):
                await say(chairs[seat], type="commit", seat=seat, hash=sha256(share.encode()).hexdigest())
            for seat, share in enumerate(SHARES):
                await say(chairs[seat], type="reveal", seat=seat, entropy=share)
            await follow(chairs, script)
            await ask(watcher)
            heard = [*watcher.frames, *await visits(people[0], id)]
    names = re.compile("|".join(re.escape(seat.name) for seat in table.plan.seats).encode())
    own = {id: b"TABLE", watcher.table["fairness"]["commitment"]: b"SHUFFLE"}
    for word, instead in own.items():
        heard = [frame.replace(word.encode(), instead) for frame in heard]
    return [names.sub(b"NAME", frame) for frame in heard]


async def ask(watcher: Chair) -> None:
    """All that a seat can ask without changing anything: its frames show what it was answered."""
    legal = [move["action"] for move in watcher.views[WATCHER]["moves"]]
    await watcher.send(type="draft", seat=WATCHER, actions=legal[:1])
    await watcher.send(type="draft", seat=WATCHER, actions=legal[:2])
    await watcher.send(type="draft", seat=1, actions=legal[:1])
    await watcher.send(type="why", seat=WATCHER, move={"kind": "drop", "card": 1})
    await watcher.send(type="hint", seat=WATCHER, actions=legal[:1])
    await watcher.send(type="play", seat=WATCHER, number=watcher.views[WATCHER]["number"], actions=[*legal[:1], *legal])
    await watcher.send(type="play", seat=WATCHER, number=99, actions=legal[:1])
    await watcher.send(type="undo", seat=1, number=1)
    await watcher.send(type="analyse")
    await watcher.settle()


async def visits(watcher: Visitor, id: str) -> list[bytes]:
    """What the addresses of the house say about a running table."""
    answers: list[bytes] = []
    for address in ("link", "qr.svg", "record.json", f"replay/{WATCHER}", "replay/1", "replay/-1", "replay/1/0"):
        answer = await watcher.client.get(f"/api/tables/{id}/{address}")
        answers.append(f"{address} {answer.status_code} ".encode() + (b"" if address == "qr.svg" else answer.content))
    mine = (await watcher.client.get("/api/me")).json()["games"]
    answers += [json.dumps({**table, "touched": 0}).encode() for table in mine if table["id"] == id]
    return answers


async def follow(chairs: list[Chair], script: Script) -> None:
    for seat, what in script:
        chair = chairs[seat]
        if what == "undo":
            await chair.send(type="undo", seat=seat, number=chair.views[seat]["number"])
            await chair.hear_until("answer", accepted=True)
        elif isinstance(what, int):
            assert (await chair.play(seat, chair.views[seat]["moves"][what]["action"]))["accepted"]
        await chair.settle()
        await chairs[WATCHER].settle()


SCRIPTS: dict[str, list[Script]] = {
    "nobody has laid anything": [[]],
    "one other has laid a card, whichever, and may have thought again": [
        [(1, "wait"), (1, "wait"), (1, "wait")],
        [(1, 0), (1, "wait"), (1, "wait")],
        [(1, 2), (1, "wait"), (1, "wait")],
        [(1, 0), (1, 1), (1, 2)],
        [(1, 0), (1, "undo"), (1, 1)],
    ],
    "all others have laid a card": [
        [(1, "wait"), (2, "wait")],
        [(1, 0), (2, "wait")],
        [(1, "wait"), (2, 1)],
        [(1, 0), (2, 0)],
        [(1, 2), (2, 1)],
    ],
    "the watcher has laid one, too": [
        [(0, 0), (1, "wait")],
        [(0, 0), (1, 0)],
        [(0, 0), (1, 2)],
    ],
}


@pytest.mark.slow
@pytest.mark.parametrize("situation", SCRIPTS)
def test_secret_commits_and_hidden_cards_make_no_difference_on_the_wire(tmp_path: Path, situation: str) -> None:
    async def main() -> None:
        async with open_house(tmp_path) as house:
            received = [
                (seed[-2:].hex(), script, await frames_of_the_watcher(house, seed, script))
                for seed in twins(2)
                for script in SCRIPTS[situation]
            ]
            for (seed, script, frames), (other_seed, other_script, other_frames) in combinations(received, 2):
                where = f"{seed} {script} and {other_seed} {other_script}"
                assert len(frames) == len(other_frames), f"another number of frames: {where}"
                for frame, other in zip(frames, other_frames, strict=True):
                    assert frame == other, where

    run(main())


def test_the_comparison_would_notice_an_open_move(tmp_path: Path) -> None:
    """A peek is open: that it happens is for all, so the frames must differ."""

    async def main() -> None:
        async with open_house(tmp_path) as house:
            seed = twins(1)[0]
            quiet = await frames_of_the_watcher(house, seed, [(1, "wait")])
            peek = await frames_of_the_watcher(house, seed, [(1, 3)])
            assert quiet != peek
            facts = [fact for frame in peek if b'"view"' in frame for fact in json.loads(frame).get("facts", [])]
            assert all("glimpse" not in json.dumps(fact) for fact in facts)

    run(main())


@pytest.mark.parametrize(("leak", "shows"), [("story", True), ("final", False)])
def test_a_leak_shows_on_the_wire_only_where_facts_are_told(tmp_path: Path, leak: str, shows: bool) -> None:
    """What is told to too many shows. A State that answers too much does not: what a seat is sent comes from its View."""
    quiet: Script = [(1, "wait"), (2, "wait"), (0, "wait")]
    busy: Script = [(1, 0), (2, 0), (0, "wait")]

    async def main() -> None:
        async with open_house(tmp_path) as house:
            seed = twins(1)[0]
            one, other = [await frames_of_the_watcher(house, seed, script, leak) for script in (quiet, busy)]
            assert (one != other) is shows

    run(main())
