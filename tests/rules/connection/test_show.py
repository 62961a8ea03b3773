"""What clients are shown of Spy Connection: map, prices, networks, tableaus, standings, prompt, and the lines of the story."""

from __future__ import annotations

from typing import Any, cast

import pytest

import spyhouse
from spyhouse import Luck, words
from spyhouse.rules.connection import engine, story
from spyhouse.rules.connection.engine import State
from tests.rules.connection.builders import ROOM, TRI, actor, leave, play, player, table


def shown(state: State, seat: int = 0) -> dict[str, Any]:
    return ROOM.show(state.view(seat))


def by(rows: list[dict[str, Any]], name: str, value: str) -> dict[str, Any]:
    return next(row for row in rows if row[name] == value)


def test_the_map_shows_owners_spies_networks_and_prices() -> None:
    """[C9-C11, C27] for the seat on turn, whoever looks."""
    state = table(player(spy="LON", board="channel lonber2 lonpar2", a="m08 LON"), player(spy="PAR", board="lonpar2:2 parmad1"))
    for seat in (0, 1, spyhouse.SPECTATOR):
        picture = shown(state, seat)
        assert by(picture["cities"], "city", "PAR") == {
            "city": "PAR",
            "name": "Paris",
            "x": 290,
            "y": 440,
            "spies": [1],
            "networks": [0, 1],
        }
        assert by(picture["spaces"], "space", "lonpar2")["agents"] == [1, 2]
        lonpar, parmad = by(picture["links"], "link", "lonpar"), by(picture["links"], "link", "parmad")
        assert (lonpar["owners"], lonpar["price"], lonpar["new"]) == ([0], 0, False)
        assert (parmad["owners"], parmad["price"], parmad["new"], parmad["spaces"]) == ([], 3, True, ["parmad1", "parmad2"])
        assert not by(picture["links"], "link", "helmos")["new"]


def test_the_tableau_and_the_display_are_shown() -> None:
    """[C8, C21, C22] with what is missing, and the price for the seat on turn."""
    state = table(player(spy="LON", a="m24 +2 MAD", done="m08 m40"), side="dark")
    picture = shown(state)

    lisa = picture["players"][0]
    assert lisa["missions"] == [
        {
            "card": "m24",
            "cities": ["PAR", "MAD", "ATH"],
            "vp": 5,
            "extra": False,
            "slot": "a",
            "assigned": 2,
            "covered": ["MAD"],
            "missing": ["PAR", "ATH"],
        }
    ]
    assert (lisa["supply"], lisa["score"], lisa["completed"], lisa["completed_cards"]) == (12, 11, 2, ["m08", "m40"])
    assert [card["price"] for card in picture["display"]] == [1, 2, 3, 3]
    assert picture["unseen"][:1] == ["m02"]
    assert picture["deck"] == len(picture["unseen"])
    assert [row["seat"] for row in picture["standings"]] == [0, 1]


def test_a_test_of_memory_hides_what_others_have_completed() -> None:
    """[part 3] show_completed = false: only the count, no scores before the end; one's own is shown."""
    state = table(player(done="m08"), player(spy="ATH", done="m40"), show_completed=False)
    mine, other = shown(state)["players"]

    assert (mine["completed_cards"], mine["score"]) == (["m08"], 2)
    assert (other["completed_cards"], other["score"], other["completed"]) == (None, None, 1)
    assert shown(state)["standings"] is None
    assert shown(state)["unseen"] is None
    state.end_game(engine.ADJUDICATED)
    assert shown(state)["players"][1]["score"] == 8
    assert shown(state)["standings"] is not None


def test_the_prompt_asks_for_what_is_next() -> None:
    """[C4, C14, C25, C33, C42] each with its rule."""
    state = table(player(spy="PAR", board="parmad1 parmad2", a="m08"))

    def asked() -> tuple[str, str]:
        return shown(state)["prompt"]["key"], shown(state)["prompt"]["rule"]

    assert asked() == ("main", "C14")
    assert shown(state, 1)["prompt"] == {"key": "wait", "rule": "C14", "args": {"seat": 0, "for": "main"}}
    play(state, "M:MAD")
    assert asked() == ("moved", "C25")
    play(state, "E")
    assert asked() == ("objectives", "C33")
    assert shown(state)["prompt"]["args"] == {"city": "MAD", "supply": 13, "cards": ["m08"], "short": False}
    state.end_game(engine.TRIGGERED)
    assert asked() == ("over", "C42")
    draft = cast(State, ROOM.start(2, seed=1, options={"start": "draft"}))
    assert shown(draft, actor(draft))["prompt"]["key"] == "draft"
    assert len(shown(draft)["offer"]) == 2
    assert shown(draft)["players"][0]["spy"] is None
    assert shown(draft)["links"][0]["price"] is None


def test_a_client_may_end_the_turn_when_nothing_can_be_covered_any_more() -> None:
    """[4.3] not while an objective could be covered, even after taking back."""
    nothing = table(player(spy="PAR", a="m08"), objectives=True)
    assert shown(nothing)["auto_end"]
    waiting = table(player(spy="LON", a="m08"), objectives=True)
    assert not shown(waiting)["auto_end"]
    short = table(player(spy="LON", board="channel", a="m08"), objectives=True)
    short.supply[0] = 0
    assert not shown(short)["auto_end"]
    assert shown(short)["prompt"]["args"]["short"]
    stuck = table(player(spy="LON", a="m08"), objectives=True)
    stuck.supply[0] = 0
    assert shown(stuck)["auto_end"]
    again = table(player(spy="LON", a="m08 LON"), objectives=True)
    assert shown(again)["auto_end"]  # to uncover it and cover it again changes nothing
    assert shown(again)["prompt"]["args"]["short"] is False
    swapped = table(player(spy="LON", a="m08 MAD"), objectives=True)
    swapped.supply[0] = 0
    assert not shown(swapped)["auto_end"]  # Madrid's agent can come to London
    done = play(table(player(spy="LON", a="m08"), objectives=True), "P:a")
    assert shown(done)["auto_end"]
    assert not shown(table(player()))["auto_end"]


@pytest.mark.parametrize("seed", range(12))
def test_the_reason_of_the_prompt_is_true(seed: int) -> None:
    """[C33, C34, 4.3] what can be covered is named; "take back first" only with an empty supply, and where that helps."""
    luck = Luck(seed)
    state = cast(State, ROOM.start(2 + seed % 3, seed=seed, options={"agents": 14 + seed % 2}))
    for _ in range(400):
        if state.phase == engine.OVER:
            break
        seat = actor(state)
        if state.phase == engine.OBJECTIVES:
            picture = shown(state, seat)
            args = picture["prompt"]["args"]
            helped = helped_by_taking_back(state, seat)
            assert bool(args["cards"]) == any(state.can_cover(seat, slot) for slot in range(engine.SLOTS))
            assert args["short"] == (not args["cards"] and helped)
            assert not args["short"] or args["supply"] == 0
            assert picture["auto_end"] == (not args["cards"] and not helped)
        state.apply(seat, choice(state, seat, luck))


def choice(state: State, seat: int, luck: Luck) -> int:
    """A random legal move that seldom gives up what was built, so that spies get about and supplies run dry."""
    moves = state.legal(seat)
    builds = [move for move in moves if move >= state.setting.accept]
    wanted = builds if builds and luck.pick("free", 12) else moves
    return wanted[luck.pick("move", len(wanted))]


def helped_by_taking_back(state: State, seat: int) -> bool:
    """Whether some take-back, uncovering or discard makes an objective coverable that is not covered now."""
    here = state.setting.city_bit[state.spy[seat]]
    for move in state.legal(seat):
        if move < state.setting.accept:
            twin = state.clone()
            twin.apply(seat, move)
            if any(twin.can_cover(seat, slot) and not state.covered[seat * engine.SLOTS + slot] & here for slot in range(engine.SLOTS)):
                return True
    return False


def test_the_end_is_in_the_picture() -> None:
    """[C37, C40, C41, C47] trigger, last turns, extra turns, who has gone."""
    state = table(player(done="m08"), player(spy="BER"), player(spy="ROM"), trigger=1, left=1, extra=1, vacant="skip")
    leave(state, 2)
    picture = shown(state)

    assert picture["ending"] == {"trigger": 1, "left": 1, "turn_limit": None}
    assert picture["players"][2]["gone"]
    lines = [line for section in picture["sections"] for line in section["lines"]]
    assert {"key": "trigger", "args": {"seat": 1, "left": 1}} in lines
    assert {"key": "extra", "args": {"seat": 0, "extra": 1}} in lines


def test_the_sections_name_links_to_new_cities_from_either_end() -> None:
    """[C26] seen from the network."""
    state = table(player(spy="PAR", board="parmad1 parmad2"))
    lines = {line["args"]["link"]: line["args"] for line in by(shown(state)["sections"], "key", "links")["lines"]}

    assert lines["lonpar"] == {"link": "lonpar", "from": "PAR", "city": "LON", "price": 2, "here": True}
    assert lines["madrom"] == {"link": "madrom", "from": "MAD", "city": "ROM", "price": 3, "here": False}


def test_sets_of_owners_bring_their_own_words() -> None:
    """[1.3] names of cities and cards for the catalogues."""
    state = table(player(spy="A"), player(spy="C"), display="p1", deck=None, content=TRI)

    assert shown(state)["words"]["city.B"] == "Beta"
    for language, quoted in (("en", '"Beta, Gamma"'), ("pl", "„Beta, Gamma”")):
        said = words.load(language, "connection").knowing(shown(state)["words"])
        assert [said.say(key) for key in ("card.p2", "card/quoted.p2", "link.ab", "space.j")] == [
            "Beta, Gamma",
            quoted,
            "Alpha-Beta",
            "Alpha-Beta, Alpha-Gamma / Beta-Gamma",
        ]
    assert shown(state)["content"] == {"id": "tri", "title": "Three cities around one space"}


@pytest.mark.parametrize(
    ("fact", "key", "args"),
    [
        (story.Turn(1, 4, 1, 0), "turn", {"seat": 1, "number": 5, "extra": True, "last": False}),
        (story.Cover(0, 2, "m08", "LON"), "cover", {"seat": 0, "slot": "c", "card": "m08", "city": "LON"}),
        (story.Display(("m01", "m02")), "display", {"cards": ["m01", "m02"]}),
        (story.End(1, (3, 4), 1), "end", {"reason": "trigger", "scores": [3, 4], "winner": 1}),
        (story.Pick(0, "s1", 0), "pick", {"seat": 0, "card": "s1", "chosen": False}),
    ],
)
def test_a_fact_becomes_a_line(fact: tuple[object, ...], key: str, args: dict[str, object]) -> None:
    """In ids, letters of slots and truths."""
    assert ROOM.line(fact) == {"key": key, "args": args}


def test_secrets_of_the_deck_have_no_line() -> None:
    """[part 3] nor have moves that show by themselves."""
    for fact in (story.Deck((1, 2)), story.Starts((1,)), story.Shuffle((1,)), story.Declare(0), story.EndTurn(0)):
        assert ROOM.line(fact) is None
