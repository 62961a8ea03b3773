"""What clients are shown: city, face-down tiles, networks, standings, forecast, prompt, lines."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.console import Console

from spyhouse import SPECTATOR, words
from spyhouse.cli.boards import Picture
from spyhouse.cli.boards import estoril as terminal
from spyhouse.rules.estoril import engine, story
from spyhouse.rules.kit.contract import NO_ONE
from spyhouse.rules.kit.luck import Luck
from tests.rules.estoril.build import BLUE, CITY, GREEN, RED, ROOM, city, place, play, play_random, position, resolve, space, stand, start


def board(shown: dict[str, Any], number: int) -> dict[str, Any]:
    found: dict[str, Any] = next(entry for entry in shown["boards"] if entry["number"] == number)
    return found


def test_boards_lie_as_they_were_turned() -> None:
    """1.3: the reward's cell turns along; the Museum's has none."""
    shown = ROOM.show(city("4r1 8 6 / 1 5 3").view(RED))
    assert board(shown, 4)["rotation"] == 1
    assert board(shown, 4)["reward"]["cell"] == [0, 1]
    assert [entry["cell"] for entry in board(shown, 4)["spaces"]] == [[1, 0], [0, 0], [1, 1]]
    assert board(shown, 8)["reward"]["cell"] is None
    assert board(shown, 4)["adjacent"] == [8, 1]


def test_what_a_face_down_tile_may_be() -> None:
    """3.2: what its owner has not shown since; an own one is named; nothing without the memory aid."""
    state = place(city(CITY), "4.3")
    where = board(ROOM.show(state.view(GREEN)), 4)["spaces"][2]
    assert (where["tile"], where["owner"], where["up"]) == ("#", RED, False)
    assert where["may_be"] == ["rS1", "rS2", "rS3", "rS4", "rS5", "rS6"]
    assert board(ROOM.show(state.view(RED)), 4)["spaces"][2]["tile"] == "rS1"
    bare = ROOM.show(place(city(CITY, memory_aid=False), "4.3").view(GREEN))
    assert board(bare, 4)["spaces"][2]["may_be"] is None
    assert bare["players"][RED]["network"] is None
    assert bare["players"][GREEN]["network"] == ["gS1", "gS2", "gS3", "gS4", "gS5", "gS6"]


def test_standings_of_missions() -> None:
    """E59: over networks; the others' only with the memory aid."""
    shown = ROOM.show(city(CITY).view(RED))
    first = shown["missions"][0]
    assert (first["id"], first["kind"], first["counts"], first["points"]) == ("M01", "ability", [1, 1, 1, 1], [1, 1, 1, 1])
    bare = ROOM.show(city(CITY, memory_aid=False).view(RED))["missions"][0]
    assert (bare["counts"], bare["points"]) == ([1, None, None, None], None)


def test_missions_of_other_boxes_are_counted() -> None:
    """1.9: `discards` stands as the discard pile does."""
    state = city(CITY)
    state.setting.mission_kind[0] = engine.OF_DISCARDS
    state.discards = [[1], [], [], []]
    assert ROOM.show(state.view(RED))["missions"][0]["counts"] == [1, 0, 0, 0]


def test_the_forecast_of_a_board() -> None:
    """E49: what is sure from what this seat knows."""
    state = city(CITY)
    for seat in range(4):
        for tile in state.hand[seat]:
            state.setting.strength[tile] = 1
    stand(state, "2.2", RED, 4)
    stand(state, "2.1", GREEN, 3)
    for number, seat, sure in ((2, RED, RED), (2, SPECTATOR, RED)):
        forecast = board(ROOM.show(state.view(seat)), number)["forecast"]
        assert forecast["sure"] == sure
    assert board(ROOM.show(state.view(GREEN)), 2)["forecast"]["totals"] == [
        {"seat": GREEN, "least": 3, "most": 3},
        {"seat": RED, "least": 4, "most": 4},
    ]
    red = board(ROOM.show(state.view(RED)), 2)["forecast"]["totals"][0]
    assert (red["least"], red["most"]) == (1, 3)  # green's tile may be any it has not shown
    state.setting.strength[state.tile[space(state, "2.1")]] = 9
    assert board(ROOM.show(state.view(RED)), 2)["forecast"]["sure"] is None


def test_a_tie_in_the_forecast_goes_to_the_lower_numeral() -> None:
    """E49: equal totals."""
    state = city(CITY)
    stand(state, "3.1", RED, 2)
    stand(state, "3.2", GREEN, 2)
    assert board(ROOM.show(state.view(BLUE)), 3)["forecast"]["sure"] == RED
    stand(state, "6.1", RED, 5)
    assert board(ROOM.show(state.view(BLUE)), 6)["forecast"]["sure"] is None  # dice


def test_the_forecast_with_a_hotel_and_without_memory() -> None:
    """E42: a hidden tile may bring the bonus; without the aid any tile is possible."""
    state = city(CITY, memory_aid=False)
    place(state, "2.2")
    stand(state, "2.1", GREEN, 1)
    totals = board(ROOM.show(state.view(RED)), 2)["forecast"]["totals"]
    assert totals[0] == {"seat": GREEN, "least": 0, "most": 5}


@pytest.mark.parametrize("aid", [True, False])
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_everybody_may_consult_discard_piles_and_starting_tiles(language: str, aid: bool) -> None:
    """E54, 3.1: whoever looks, by name, with and without `memory_aid`; in data, in the lines, in the terminal."""
    state = city(CITY, memory_aid=aid)
    state.discards[GREEN] = [state.setting.ids.index("FR4"), state.setting.ids.index("gS5")]
    said = words.load(language, "estoril")
    for seat in (RED, GREEN, SPECTATOR):
        shown = ROOM.show(state.view(seat))
        assert shown["players"][GREEN]["discards"] == ["FR4", "gS5"]
        assert shown["tiles"]["FR4"]["strength"] == state.setting.strength[state.setting.ids.index("FR4")]
        parts = {section["key"]: section["lines"] for section in shown["sections"]}
        assert parts["discards"] == [{"key": "discards", "args": {"seat": GREEN, "tiles": ["FR4", "gS5"]}}]
        assert "Nathalie Sergueiew, " + said.say("tile.gS5") in said.say("line.discards", parts["discards"][0]["args"])
        assert [line["args"]["id"] for line in parts["starters"]] == ["rS1", "rS2", "rS3", "rS4", "rS5", "rS6"]
        assert [line["args"]["abilities"] for line in parts["starters"]] == [face["abilities"] for face in shown["starters"]]
        drawn = Console(file=io.StringIO(), width=100, color_system=None)
        drawn.print(terminal.draw(Picture(shown, said, ("", "", "", ""), 100, plain=False)))
        assert isinstance(drawn.file, io.StringIO)
        assert said.say("line.discards", parts["discards"][0]["args"]) in drawn.file.getvalue()


def test_prompts() -> None:
    """Each phase asks its question and names its rule; others wait."""

    def key(state: engine.State, seat: int) -> tuple[str, str]:
        prompt = ROOM.show(state.view(seat))["prompt"]
        return prompt["key"], prompt["rule"]

    state = city("4r1 2 6 / 1 5 3")
    assert (key(state, RED), key(state, GREEN)) == (("place", "E15"), ("wait", "E15"))
    place(state, "4.1")
    assert key(state, RED) == ("peek", "E24")
    state = city("4 2 6 / 1 7 3")
    stand(state, "3.1", RED, 1, "CA")
    stand(state, "7.1", BLUE, 1)
    stand(state, "7.2", RED, 0)
    stand(state, "7.3", RED, 0)
    resolve(state, 3)
    asked = ROOM.show(state.view(RED))["prompt"]
    assert asked["args"] == {"space": "3.1", "tile": "rS6", "left": ["assassin", "conspiracy"], "at": {"board": 3, "numeral": "I"}}
    play(state, "C3.1")
    asked = ROOM.show(state.view(RED))["prompt"]
    assert (asked["key"], asked["args"]["reward"]) == ("conspiracy", state.setting.ids[state.reward[position(state, 3)]])
    play(state, "C3.1= -3.1")
    assert key(state, RED) == ("hell", "E47")
    state.hand[RED] += state.pile[:3]
    play(state, "H7.2")
    assert key(state, RED) == ("discard", "E53")
    shown = ROOM.show(state.view(RED))
    assert shown["removed"] == ["rS5"]
    assert [section["key"] for section in shown["sections"]][-2:] == ["removed", "starters"]


@pytest.mark.parametrize("options", [{}, {"memory_aid": False}, {"variant_secret_missions": True, "variant_recruiting": True}])
def test_whole_games_are_shown(options: dict[str, Any]) -> None:
    """Every view of a random game, for every seat and a spectator; at the end the winner."""
    state = start(3, 4, **options)
    luck = Luck(4)
    while state.to_act():
        for seat in (SPECTATOR, *range(3)):
            shown = ROOM.show(state.view(seat))
            assert shown["to_act"] == state.view(seat).to_act()
            assert all(section["lines"] for section in shown["sections"])
        seat = state.to_act()[0]
        moves = state.legal(seat)
        state.apply(seat, moves[luck.below(len(moves))])
    outcome = state.outcome()
    assert outcome is not None
    prompt = ROOM.show(state.view(SPECTATOR))["prompt"]
    assert prompt["args"] == {"winners": list(outcome.winners), "reason": outcome.reason}
    assert len(ROOM.show(state.view(SPECTATOR))["agenda"]) == len(state.agenda)


def test_every_fact_that_somebody_hears_has_a_line() -> None:
    """Facts told to nobody (the pile, face-down missions) are for the record only."""
    state = play_random(start(4, 3, variant_secret_missions=True, variant_recruiting=True), Luck(3))
    for told in state.story or []:
        line = ROOM.line(told.fact)
        assert (line is None) == (told.seats == NO_ONE)


def test_lines_of_single_facts() -> None:
    """Ids, slots and who won, ready to be put into words."""
    assert ROOM.line(story.Award(3, 1, 0)) == {"key": "award", "args": {"board": 3, "seat": 1, "tile": None}}
    at = {"board": 6, "numeral": "I"}
    assert ROOM.line(story.Dice(61, 4, 2)) == {"key": "dice", "args": {"slot": "6.1", "slot_at": at, "one": 4, "two": 2, "difference": 2}}
    assert ROOM.line(story.Peek(0, 60)) == {"key": "peek", "args": {"seat": 0, "slot": "6.R", "slot_at": at | {"numeral": None}}}
    opened = ROOM.line(story.Open(3, (31,), (0,), (0,), -1))
    assert opened is not None
    assert (opened["args"]["tiles"], opened["args"]["reward"]) == (["#"], None)


def test_tiles_in_sight_are_read_out() -> None:
    """Every deck tile that is named somewhere and not in hand; no section where there is none."""
    state = city(CITY)
    shown = ROOM.show(state.view(RED))
    lines = next(section["lines"] for section in shown["sections"] if section["key"] == "tiles")
    assert [line["args"]["id"] for line in lines] == [state.setting.ids[state.reward[position(state, number)]] for number in (2, 5, 3)]
    state.reward = [engine.NO_TILE] * 6
    assert "tiles" not in [section["key"] for section in ROOM.show(state.view(RED))["sections"]]
