"""The arena: fair seats and seeds, rows that can be played again, runs that go on where they ended."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import spyhouse
from spyhouse.bots.levels import SECONDS
from spyhouse.lab import arena
from spyhouse.lab.arena import Pairing, Score
from tests.own_pieces import on_shelf

PAIR = Pairing("second", ("1@4", "random"), 2)


def rows_of(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


# -- Fair ------------------------------------------------------------------------------------------------------------------------


def test_every_seed_is_played_from_every_seat() -> None:
    heads = [PAIR.head(number) for number in range(4)]

    assert [(head["seed"], head["seats"], head["challenger"]) for head in heads] == [
        (0, ["1@4", "random"], 0),
        (0, ["random", "1@4"], 1),
        (1, ["1@4", "random"], 0),
        (1, ["random", "1@4"], 1),
    ]
    assert heads[1]["budgets"] == [None, "4 iterations"]


def test_rivals_fill_the_seats_that_are_left() -> None:
    """One challenger among three of a kind; it comes to every seat."""
    pairing = object.__new__(Pairing)  # no game here has four seats for certain
    for name, value in (
        ("slug", "second"),
        ("bots", ("4", "greedy")),
        ("seats", 4),
        ("options", {}),
        ("seed", 0),
        ("budget", "iterations"),
    ):
        object.__setattr__(pairing, name, value)

    seatings = [pairing.seated(number) for number in range(4)]

    assert [seating.index("4") for seating in seatings] == [0, 1, 2, 3]
    assert all(Counter(seating) == {"4": 1, "greedy": 3} for seating in seatings)
    assert pairing.even == 0.25


@pytest.mark.parametrize(
    ("names", "budget", "why"),
    [
        (("random",), "iterations", "1 bots are named for 2 seats"),
        (("1", "2", "3"), "iterations", "3 bots are named for 2 seats"),
        (("1", "genius"), "iterations", "has no bot 'genius'"),
        (("1", "2"), "money", "A budget cannot be 'money'. Possible: iterations, time"),
    ],
)
def test_an_impossible_pairing_is_refused(names: tuple[str, ...], budget: str, why: str) -> None:
    with pytest.raises(spyhouse.SpyhouseError, match=why):
        Pairing("second", names, 2, budget=budget)


# -- Rows ------------------------------------------------------------------------------------------------------------------------


def test_a_row_can_be_played_again() -> None:
    row = arena.play(PAIR.head(3))
    head = {name: value for name, value in json.loads(json.dumps(row)).items() if name != "result"}

    assert arena.play(head) == row
    assert row["result"].keys() == {"winners", "scores", "reason", "moves"}


def test_with_time_as_budget_a_level_gets_its_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SECONDS, "1", 0.001)
    row = arena.play(Pairing("second", ("1@4", "random"), 2, budget="time").head(0))

    assert row["budgets"] == ["0.001 s", None]
    assert row["result"]["moves"] > 0


def test_a_broken_off_run_goes_on_where_it_ended(tmp_path: Path) -> None:
    file, whole = tmp_path / "rows.jsonl", tmp_path / "whole.jsonl"
    arena.run(PAIR, 3, file, workers=1, stop_early=False)
    with file.open("a", encoding="utf-8") as rows:
        rows.write('{"game": "sec')  # somebody pulled the plug
    before = rows_of_whole(file)

    score = arena.run(PAIR, 6, file, workers=1, stop_early=False)
    again = arena.run(PAIR, 6, whole, workers=1, stop_early=False)

    assert rows_of(file)[:3] == before
    assert rows_of(file) == rows_of(whole)
    assert score == again
    assert score.games == 6


def rows_of_whole(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()[:3]]


def test_pairings_may_share_a_file_and_do_not_mix(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    arena.run(PAIR, 2, file, workers=1)
    score = arena.run(Pairing("second", ("random", "1@4"), 2, {"cold_war": True}), 2, file, workers=1)

    assert len(rows_of(file)) == 4
    assert score.games == 2


def test_a_file_that_holds_something_else_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text("{}\nnonsense\n", encoding="utf-8")

    with pytest.raises(spyhouse.SpyhouseError, match=r"rows\.jsonl, line 1, is no row of the arena"):
        arena.run(PAIR, 2, file, workers=1)


@pytest.mark.slow
def test_several_workers_play_the_same_games_in_the_same_order(tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    arena.run(PAIR, 6, one, workers=1, stop_early=False)
    arena.run(PAIR, 6, two, workers=2, stop_early=False)

    assert rows_of(one) == rows_of(two)


@pytest.mark.slow
def test_workers_know_the_pieces_that_only_this_process_has(tmp_path: Path) -> None:
    with on_shelf(tmp_path, "estoril", "mine"):
        pairing = Pairing("estoril", ("random", "random"), 2, {"content": "mine"})
        assert arena.run(pairing, 2, workers=2, stop_early=False).games == 2


@pytest.mark.slow
@pytest.mark.parametrize(("head", "why"), [({"seats": ["random", "nobody"]}, "has no bot 'nobody'"), ({"seed": "x"}, "TypeError")])
def test_a_game_that_fails_in_a_worker_is_told_with_its_reason(head: dict[str, Any], why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    right = Pairing.head
    monkeypatch.setattr(Pairing, "head", lambda pairing, number: {**right(pairing, number), **head})

    with pytest.raises(spyhouse.SpyhouseError, match=why):
        arena.run(PAIR, 2, workers=2)


# -- Scores ----------------------------------------------------------------------------------------------------------------------


def row(challenger: int, winners: list[int]) -> dict[str, Any]:
    return {"challenger": challenger, "result": {"winners": winners}}


def test_shares_are_of_decided_games_and_a_shared_win_counts_in_part() -> None:
    score = Score(2)
    for challenger, winners in ((0, [0]), (1, [0]), (0, []), (1, [0, 1])):
        score.add(row(challenger, winners))

    assert (score.games, score.unwon, score.decided, score.wins) == (4, 1, 3, 1.5)
    assert score.share == 0.5
    assert score.as_data()["unwon"] == 1
    assert Score(2).share == 0.0


def test_it_stops_when_the_test_has_decided_after_all_seats_of_a_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A challenger that always wins is found out in 17 games; the 18th completes its seed."""
    monkeypatch.setattr(
        arena, "play", lambda head: {**head, "result": {"winners": [head["challenger"]], "scores": [], "reason": "", "moves": 1}}
    )
    told: list[int] = []

    early = arena.run(PAIR, 100, workers=1, progress=lambda score: told.append(score.games))

    assert early.games == 18
    assert early.verdict == "above"
    assert told == list(range(1, 19))
    assert arena.run(PAIR, 40, workers=1, stop_early=False).games == 40
