"""Stored matches of every game: each replays and holds, and together they show every way to end and every variant."""

from __future__ import annotations

import pytest

import spyhouse
from spyhouse.rules.kit.options import Choice, Flag, Option
from tests.records.make import HERE, fulfils, random_match, wanted

GAMES = spyhouse.games()
FILES = sorted(file.relative_to(HERE).as_posix() for file in HERE.glob("*/*.json") if file.name != "wanted.json")
WISHES = [(slug, name) for slug in GAMES for name in wanted(slug)["records"]]


def stored(path: str) -> spyhouse.Record:
    return spyhouse.Record.loads((HERE / path).read_text(encoding="utf-8"))


def of_game(slug: str) -> list[spyhouse.Record]:
    return [stored(path) for path in FILES if path.startswith(f"{slug}/")]


def values(option: Option) -> list[object]:
    """The values of a variant that somebody must have played."""
    if isinstance(option.kind, Flag):
        return [False, True]
    return list(option.kind.words) if isinstance(option.kind, Choice) else []


@pytest.mark.parametrize("path", FILES)
def test_a_stored_record_holds(path: str) -> None:
    """Chance follows from the seed, the seed fits the commitment, every move is legal, and the outcome is the one written."""
    record = stored(path)

    report = spyhouse.verify(record)

    assert report.outcome is not None
    assert report.seed_checked
    assert report.commitment_checked
    assert spyhouse.replay(record).outcome() == report.outcome  # from the chance lines alone, without the seed
    assert spyhouse.replay(record).broken() == []


@pytest.mark.parametrize(("slug", "name"), WISHES)
def test_a_wanted_record_is_there_and_is_as_wanted(slug: str, name: str) -> None:
    wish = wanted(slug)["records"][name]
    record = stored(f"{slug}/{name}.json")

    assert fulfils(record, wish)
    assert record.header["seats"] == wish.get("seats", record.header["seats"])
    settled = spyhouse.game(slug).terms(record.header["seats"], wish.get("options")).options
    assert record.header["options"] == settled


@pytest.mark.parametrize("slug", GAMES)
def test_every_stored_record_is_wanted(slug: str) -> None:
    names = {path.removeprefix(f"{slug}/").removesuffix(".json") for path in FILES if path.startswith(f"{slug}/")}

    assert names == set(wanted(slug)["records"])


@pytest.mark.parametrize("slug", GAMES)
def test_every_way_to_end_has_a_record(slug: str) -> None:
    ends = {record.outcome["reason"] for record in of_game(slug) if record.outcome is not None}

    assert ends == set(wanted(slug)["reasons"])


@pytest.mark.parametrize("slug", GAMES)
def test_every_variant_has_a_record(slug: str) -> None:
    for option in spyhouse.game(slug).options:
        if option.edition == "variant":
            played = [record.header["options"][option.name] for record in of_game(slug)]
            assert [value for value in values(option) if value not in played] == [], option.name


@pytest.mark.parametrize("slug", GAMES)
def test_random_matches_end_only_in_the_ways_listed(slug: str) -> None:
    """A way to end that wanted.json forgets would otherwise go without a record."""
    reasons = wanted(slug)["reasons"]

    for seed, wish in enumerate(wanted(slug)["records"].values()):
        outcome = random_match(slug, seed, wish.get("seats"), wish.get("options", {})).state.outcome()
        assert outcome is not None
        assert outcome.reason in reasons
