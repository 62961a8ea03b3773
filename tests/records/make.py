"""Makes the stored records of a game: `python -m tests.records.make second` (with src on the path).

What is wanted stands in <slug>/wanted.json: `reasons`, every way the game can end, and `records`, by file name each with
the options, the seats and, where it matters, the reason it must end with and moves it must have. Games are played at
random from seeds of the record's own; the first that is as wanted is kept. Run it again only for a new rules version: a
stored record that no longer replays is news.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import spyhouse

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


def make(slug: str, place: int, wish: dict[str, Any]) -> spyhouse.Record:
    """The record of the first match that is as wished, from the seeds that belong to its place in the list."""
    for seed in range(place * SEEDS, (place + 1) * SEEDS):
        record = random_match(slug, seed, wish.get("seats"), wish.get("options", {})).record()
        if record.outcome is not None and fulfils(record, wish):
            return record
    raise SystemExit(f"None of {SEEDS} matches was as wished: {wish}.")


def fulfils(record: spyhouse.Record, wish: dict[str, Any]) -> bool:
    """Whether the record ends as wished and has the moves wished for."""
    assert record.outcome is not None
    moves = {line.text for line in record.log}
    return moves.issuperset(wish.get("moves", ())) and wish.get("reason") in (None, record.outcome["reason"])


def main(slugs: list[str]) -> None:
    """Writes every record that is wanted of these games."""
    for slug in slugs:
        for place, (name, wish) in enumerate(wanted(slug)["records"].items()):
            (HERE / slug / f"{name}.json").write_text(make(slug, place, wish).dumps(), encoding="utf-8")
            print(f"{slug}/{name}.json")


if __name__ == "__main__":
    main(sys.argv[1:])
