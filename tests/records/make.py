"""Makes the stored records of a game: `python -m tests.records.make second` (with src on the path).

What is wanted stands in <slug>/wanted.json: `reasons`, every way the game can end, and `records`, by file name each
with the options, the seats and, where it matters, the reason it must end with and moves it must have. Games are played
at random, or by the `bot` that is named, from seeds of the record's own; `clock` lists what the clock does before the
move of a number: [[7, "vacate 1"]]; `story` is a pattern that the facts, one a line, must have. The first match that is
as wanted is kept. Run it again only for a new rules version: a stored record that no longer replays is news.
"""

from __future__ import annotations

import json
import re
import sys
from itertools import count
from pathlib import Path
from typing import Any

import spyhouse
from spyhouse import bots

HERE = Path(__file__).parent
SEEDS = 20_000  # for each record; a way to end that is rarer than this needs better than random play


def wanted(slug: str) -> dict[str, Any]:
    """What the folder of this game must hold."""
    table: dict[str, Any] = json.loads((HERE / slug / "wanted.json").read_text(encoding="utf-8"))
    return table


def random_match(slug: str, seed: int, seats: int | None, options: dict[str, Any]) -> spyhouse.Match:
    """A whole match of random moves; the same seed gives the same match."""
    match = spyhouse.Match(spyhouse.game(slug), seats=seats, seed=seed, options=options)
    luck = spyhouse.Luck(seed)
    while owing := match.state.to_act():
        legal = match.state.legal(owing[0])
        match.play(owing[0], legal[luck.below(len(legal))])
    return match


def bot_match(slug: str, seed: int, wish: dict[str, Any]) -> spyhouse.Match:
    """A whole match of a bot against itself, with what the clock does in between."""
    match = spyhouse.Match(spyhouse.game(slug), seats=wish.get("seats"), seed=seed, options=wish.get("options", {}))
    choose = bots.bot(slug, wish.get("bot", "random"))
    luck = spyhouse.Luck(seed)
    clock: dict[int, str] = dict(wish.get("clock", ()))
    for number in count():
        if number in clock and match.state.to_act():
            match.play_text(spyhouse.CLOCK, clock[number])
        owing = match.state.to_act()
        if not owing:
            return match
        match.play(owing[0], choose(match.state.view(owing[0]), luck))
    raise AssertionError


def make(slug: str, place: int, wish: dict[str, Any]) -> spyhouse.Record:
    """The record of the first match that is as wished, from the seeds that belong to its place in the list."""
    for seed in range(place * SEEDS, (place + 1) * SEEDS):
        plain = "bot" not in wish and "clock" not in wish
        match = random_match(slug, seed, wish.get("seats"), wish.get("options", {})) if plain else bot_match(slug, seed, wish)
        record = match.record()
        if record.outcome is not None and fulfils(record, wish):
            return record
    raise SystemExit(f"None of {SEEDS} matches was as wished: {wish}.")


def fulfils(record: spyhouse.Record, wish: dict[str, Any]) -> bool:
    """Whether the record ends as wished, has the moves wished for, and tells what is wished for."""
    assert record.outcome is not None
    moves = {line.text for line in record.log}
    if not moves.issuperset(wish.get("moves", ())) or wish.get("reason") not in (None, record.outcome["reason"]):
        return False
    return "story" not in wish or re.search(wish["story"], _story(record)) is not None


def _story(record: spyhouse.Record) -> str:
    return "\n".join(repr(told.fact) for told in spyhouse.replay(record).story or [])


def main(slugs: list[str]) -> None:
    """Writes every record that is wanted of these games."""
    for slug in slugs:
        for place, (name, wish) in enumerate(wanted(slug)["records"].items()):
            (HERE / slug / f"{name}.json").write_text(make(slug, place, wish).dumps(), encoding="utf-8")
            print(f"{slug}/{name}.json")


if __name__ == "__main__":
    main(sys.argv[1:])
