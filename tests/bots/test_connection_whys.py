"""What is said for a move in Spy Connection is what comes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from spyhouse import bots, game, words
from spyhouse.bots.base import whys
from spyhouse.bots.levels import Why
from spyhouse.rules.connection import show
from spyhouse.rules.connection.engine import OBJECTIVES, OVER, SLOTS, Setting, State, count_bits, names_of
from spyhouse.rules.kit.luck import Luck

ROOM = game("connection")


def reasons(seed: int) -> Iterator[tuple[State, int, int, Why]]:
    """Moves of the positions of one game, now and then a random one in between, with what is said for them."""
    luck = Luck(8)
    choose = bots.bot("connection", "greedy")
    state = ROOM.start(seed=seed, options={"max_turns": 40, "start": "draft"})
    assert isinstance(state, State)
    while state.to_act():
        seat = state.actor
        legal = state.legal(seat)
        for action, why in zip(legal, whys("connection", bytes(state.view(seat)), 1, legal), strict=True):
            if why is not None:
                yield state, seat, action, why
        state.apply(seat, choose(state.view(seat), luck) if luck.below(4) else legal[luck.below(len(legal))])


def there(state: State, seat: int, action: int) -> State:
    """The table after a move, in the objectives step if it was a move or its end."""
    after = state.clone()
    after.apply(seat, action)
    if after.phase != OBJECTIVES and after.phase != OVER and after.actor == seat and after.moved:
        after.apply(seat, after.setting.end)
    return after


def check(state: State, seat: int, action: int, why: Why) -> None:
    args: Any = why.args
    after = there(state, seat, action)
    setting = state.setting
    match why.key:
        case "completes" | "complete":
            if why.key == "completes":
                [slot] = [slot for slot in range(SLOTS) if card_in(after, seat, slot) == args["card"]]
                after.apply(seat, setting.cover + slot)
            card = setting.card_ids.index(args["card"])
            assert after.completed[seat] >> card & 1
            assert args["vp"] == setting.card_vp[card]
            assert args["extra"] == bool(setting.card_extra[card])
            assert args["seventh"] == (after.trigger == seat != state.trigger)
        case "covers":
            for card in args["cards"]:
                [slot] = [slot for slot in range(SLOTS) if card_in(after, seat, slot) == card]
                after.apply(seat, setting.cover + slot)
                if args["alone"]:
                    assert count_bits(after.covered[seat * SLOTS + slot]) == args["covered"]
        case "cover":
            [slot] = [slot for slot in range(SLOTS) if card_in(after, seat, slot) == args["card"]]
            assert count_bits(after.covered[seat * SLOTS + slot]) == args["covered"]
        case "short":
            assert after.supply[seat] == 0
        case "nearer":
            assert after.supply[seat] == args["left"]
            city = setting.city_ids.index(args["city"])
            assert away(state, seat, city) == args["before"] > args["steps"] == away(after, seat, city)
        case "way":
            moved = state.clone()
            moved.apply(seat, action)
            links = [show.link(moved, number) for number in range(setting.links)]
            assert [link for link in links if args["via"] in (link["a"], link["b"]) and link["price"] == args["price"] and link["new"]]
        case "grows":
            assert after.supply[seat] == args["left"]
            assert args["city"] in names_of(setting.city_ids, after.network(seat))
            assert not [slot for slot in range(SLOTS) if after.can_cover(seat, slot)]
        case "accept":
            assert after.supply[seat] == args["left"]
            assert args["card"] in [card_in(after, seat, slot) for slot in range(SLOTS)]
        case "takes":
            assert after.supply[seat] == args["supply"]
            before, now = (set(names_of(setting.city_ids, table.network(seat))) for table in (state, after))
            assert sorted(before - now) == sorted(args["lost"])
        case "uncovers" | "drops":
            assert after.supply[seat] == args["supply"]
        case "extra":
            assert after.actor == seat
        case "done":
            assert not [slot for slot in range(SLOTS) if state.can_cover(seat, slot)]
        case "starts":
            assert args["city"] in names_of(setting.city_ids, setting.card_cities[setting.missions + action - setting.pick])
        case other:
            pytest.fail(other)


def card_in(state: State, seat: int, slot: int) -> str | None:
    card = state.card[seat * SLOTS + slot]
    return state.setting.card_ids[card] if card >= 0 else None


def away(state: State, seat: int, city: int) -> int:
    """Links between the network of a seat and a city, one ring after the other."""
    setting = state.setting
    reached = {number for number in range(setting.cities) if state.network(seat) >> number & 1}
    steps = 0
    while city not in reached:
        reached |= {end for ends in zip(setting.link_a, setting.link_b, strict=True) for end in ends if reached & {*ends}}
        steps += 1
    return steps


@pytest.mark.slow
def test_every_reason_holds_when_the_move_is_made() -> None:
    seen: Counter[str] = Counter()
    for seed in range(3):
        for state, seat, action, why in reasons(seed):
            check(state, seat, action, why)
            seen[why.key] += 1
    assert sum(seen.values()) > 500
    assert {"completes", "complete", "covers", "cover", "nearer", "way", "accept", "takes", "starts", "extra"} <= seen.keys()


# -- Names of links and spaces -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_links_and_spaces_are_called_by_their_cities(language: str) -> None:
    state = ROOM.start(seed=1)
    assert isinstance(state, State)
    said = words.load(language, "connection")
    names = said_of(state.setting, language)
    assert {key: said.say(key) for key in names} == names
    assert len({*names.values()}) >= len(state.setting.space_ids)


def said_of(setting: Setting, language: str = "en") -> dict[str, str]:
    """Links and spaces, said by their cities."""
    roads = show.roads(setting)
    said = words.load(language, "connection").knowing(roads)
    return {key: said.say(key) for key in roads if not key.startswith("way.")}


def test_a_space_of_two_links_has_both_names_and_only_twins_are_numbered() -> None:
    state = ROOM.start(seed=1)
    assert isinstance(state, State)
    names = said_of(state.setting)
    assert names["link.romath"] == "Rome-Athens"
    assert names["space.romath2"] == "Rome-Athens 2"
    assert names["space.berwaw1"] == "Berlin-Warsaw"
    assert names["space.channel"] == "London-Paris 1 / London-Berlin 1"


def test_links_between_the_same_cities_are_told_apart() -> None:
    state = ROOM.start(seed=1)
    assert isinstance(state, State)
    setting = state.setting
    before = setting.link_ends[1], setting.link_b[1]
    try:
        setting.link_ends[1], setting.link_b[1] = setting.link_ends[0], setting.link_b[0]
        names = said_of(setting)
    finally:
        setting.link_ends[1], setting.link_b[1] = before
    assert (names["link.lonpar"], names["link.lonber"]) == ("London-Paris (1)", "London-Paris (2)")
