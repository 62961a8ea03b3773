"""Looking back: every move gets a fair trial beside the best one, and a second look finds the same."""

from __future__ import annotations

from pathlib import Path

import pytest

import spyhouse
from spyhouse import bots
from spyhouse.bots.hindsight import analyse, choices, judged, judgement
from spyhouse.bots.search import Search
from spyhouse.rules.kit.contract import View
from spyhouse.rules.kit.errors import SpyhouseError
from spyhouse.rules.kit.luck import Luck
from spyhouse.rules.kit.records import Record
from spyhouse.rules.kit.registry import games

FILE = Path(__file__).parents[1] / "records/second/safe_house.json"


@pytest.fixture
def record() -> Record:
    return Record.loads(FILE.read_text(encoding="utf-8"))


def opening() -> View:
    """Whoever selects first has some twenty moves."""
    state = spyhouse.game("second").start(seed=7, options={"spy_ops": "first_player"})
    view = state.view(state.to_act()[0])
    assert len(view.legal()) > 10
    return view


def test_insisting_on_a_move_tries_that_move_and_no_other() -> None:
    view = opening()
    level = bots.bot("second", "4@10")
    assert isinstance(level, bots.Level)
    search = Search(view, Luck(1), level.guide())
    search.run(10)
    moves = view.legal()
    before = [search.tries_of(move) for move in moves]
    search.insist(moves[-1], 25)
    search.run(1)

    assert [search.tries_of(move) for move in moves][-1] >= before[-1] + 25
    assert sum(search.tries_of(move) for move in moves) == 36


def test_the_played_move_is_judged_after_half_the_tries_at_least() -> None:
    view = opening()
    level = bots.bot("second", "4@40")
    assert isinstance(level, bots.Level)
    plain = level.think(view, Luck(1))
    for move in view.legal():
        thought = level.think(view, Luck(1), also=move)
        assert thought.choice == plain.choice
        assert thought.ideas[-1].action == move
        assert thought.ideas[-1].share >= 20 / thought.iterations


def test_every_move_with_an_alternative_is_judged_with_its_number_in_the_match(record: Record) -> None:
    found = list(analyse(record, "4@2"))
    moves = [line for line in record.log if line.who != "*"]

    assert len(found) > 30
    assert [(moves[one.number - 1].who, moves[one.number - 1].text) for one in found] == [(one.seat, one.played.text) for one in found]
    assert all(one.loss == 0 for one in found if one.played.action == one.best.action)
    assert all("final" not in one.played.move and one.played.move["kind"] for one in found)


def test_a_second_look_also_in_another_process_finds_the_same(record: Record) -> None:
    place = choices(record)[5]
    assert judgement(record, place, "4@20") == judged(record.dumps(), place, "4@20") != judgement(record, place, "4@21")


def test_only_a_level_that_searches_can_judge(record: Record) -> None:
    with pytest.raises(SpyhouseError, match="does not search"):
        next(analyse(record, "greedy"))


@pytest.mark.parametrize("slug", games())
def test_a_game_names_the_judge_of_its_matches(slug: str) -> None:
    assert isinstance(bots.bot(slug, bots.judge(slug) or ""), bots.Level)


@pytest.mark.slow
@pytest.mark.parametrize("file", ["second/safe_house", "estoril/all_variants", "connection/standard_2", "wink/four"])
def test_every_game_can_be_looked_back_at(file: str) -> None:
    """Also where chance decided right after the move: what came then is in the record, but not in the judge's world."""
    record = Record.loads((FILE.parents[1] / f"{file}.json").read_text(encoding="utf-8"))
    slug = file.partition("/")[0]
    name = bots.judge(slug)
    assert name is not None
    level = name.partition("@")[0]
    places = choices(record)
    for place in places[:: max(1, len(places) // 12)]:
        found = judgement(record, place, f"{level}@8")
        if found is not None:
            assert -1 <= found.played.worth <= 1
            assert 0 <= found.loss <= 2
            assert all(0 <= belief.chance <= 1 for belief in found.beliefs)
