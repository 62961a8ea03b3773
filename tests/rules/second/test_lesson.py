"""The guided first game as data: its steps cite rules that exist, point at what a table shows, and come up in real games."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import spyhouse
from spyhouse import bots, words
from spyhouse.rules.kit.contract import State
from spyhouse.rules.kit.luck import Luck

FOLDER = Path(spyhouse.__file__).parent / "rules/second"
PLAN: dict[str, Any] = json.loads((FOLDER / "data/lesson.json").read_text(encoding="utf-8"))
STEPS: list[dict[str, Any]] = PLAN["steps"]
SPOT = re.compile(r"standing|slot-[1-8]|card-\{me\}|dept-\{prompt\.args\.dept\}")
MOST_MOVES = 60


def shown(state: State, me: int) -> dict[str, Any]:
    """What the page compares with: the table as its seat sees it, and who looks."""
    room = spyhouse.game("second")
    show = room.show(state.view(me))
    position = show["position"]
    more = {"me": me, "mine": me in show["to_act"], "winner": position["winning"]}
    return {**show, **position, **more}


def value_at(args: Any, path: str) -> Any:
    for name in path.split("."):
        args = args.get(name) if isinstance(args, dict) else None
    return args


def fits(value: Any, wish: Any, me: int) -> bool:
    """As `fits` in web/src/lib/lesson.ts."""
    if wish == "me":
        return bool(value == me)
    if wish == "other":
        return isinstance(value, int) and value >= 0 and value != me
    if not isinstance(wish, dict):
        return bool(value == wish)
    if "has" in wish:
        return isinstance(value, list) and any(one in value for one in wish["has"])
    return isinstance(value, int) and wish.get("from", -1) <= value <= wish.get("to", 99)


def said_in(seed: int, me: int) -> list[tuple[str, dict[str, Any]]]:
    """The steps of a guided game in their order, each with what was shown; the guest plays at random and reads everything."""
    state = spyhouse.game("second").start(seed=seed, options=PLAN["options"])
    luck, done, said = Luck(seed), set[str](), list[tuple[str, dict[str, Any]]]()
    teacher = bots.bot("second", PLAN["bot"])
    while True:
        args = shown(state, me)
        while step := next(
            (
                one
                for one in STEPS
                if one["key"] not in done and all(fits(value_at(args, path), wish, me) for path, wish in one["when"].items())
            ),
            None,
        ):
            done.add(step["key"])
            said.append((step["key"], args))
        if not state.to_act():
            return said
        seat = state.to_act()[0]
        legal = state.legal(seat)
        state.apply(seat, legal[luck.below(len(legal))] if seat == me else teacher(state.view(seat), luck))


GAMES = [said_in(seed, seed % 2) for seed in range(12)]


def test_every_step_comes_up_in_some_game_and_the_first_and_last_in_all() -> None:
    assert {key for game in GAMES for key, _ in game} == {step["key"] for step in STEPS}
    for game in GAMES:
        keys = [key for key, _ in game]
        assert keys[:2] == ["welcome", "rounds"]
        assert keys[-1] == "over"
        assert 12 <= len(keys) == len(set(keys))


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_what_is_said_has_words_without_gaps(language: str) -> None:
    said = words.load(language, "second")
    for key, args in [entry for game in GAMES for entry in game]:
        text = said.say(f"learn.{key}", args)
        assert "[" not in text + said.say(f"learn_title.{key}", args), text
        assert len(text) < 260, f"{key} is too long for a note"


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_notes_of_a_game_are_read_in_three_minutes(language: str) -> None:
    """At 200 words a minute, which leaves two for the moves; what the game is about comes first, in a quarter of one."""
    said = words.load(language, "second")
    for game in GAMES:
        notes = [f"{said.say(f'learn_title.{key}', args)} {said.say(f'learn.{key}', args)}".split() for key, args in game]
        assert len(notes[0]) <= 50
        assert sum(len(note) for note in notes) <= 600


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_nothing_is_written_that_no_step_says(language: str) -> None:
    for beginning in ("learn.", "learn_title."):
        written = {key.removeprefix(beginning) for key in words.catalogue(language, "second") if key.startswith(beginning)}
        assert written == {step["key"] for step in STEPS}


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step["key"])
def test_a_step_cites_rules_that_exist_and_points_at_a_place(step: dict[str, Any]) -> None:
    ids = set(re.findall(r"^\*\*([A-Z]\d+)\*\*", (FOLDER / "RULES.md").read_text(encoding="utf-8"), flags=re.MULTILINE))
    assert step["rules"]
    assert set(step["rules"]) <= ids
    assert "spot" not in step or SPOT.fullmatch(step["spot"])


def test_the_first_game_is_a_safe_house() -> None:
    """S7: the variant that forgives a wasted token."""
    assert PLAN["options"] == {"safe_house": True}
    assert PLAN["bot"] in bots.names("second")
