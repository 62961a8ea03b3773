"""Every value of every option that is offered changes something that can be observed; what does not is not offered."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import spyhouse
from spyhouse import SPECTATOR, BadOption, Luck
from spyhouse.rules.kit.game import Game
from spyhouse.rules.kit.options import Choice, Flag, Number, Numbers, Option, Subset
from tests.house import limit_of
from tests.rules.connection import test_table as connection
from tests.rules.connection.builders import TRI
from tests.rules.estoril import test_abilities, test_vectors

GAMES = spyhouse.games()
SEEDS = 24
VALUES: dict[tuple[str, str], list[object]] = {  # of options whose kind does not list them
    ("connection", "content"): [TRI],
    ("connection", "agents"): [[14]],
    ("connection", "slot_cost"): [[0, 0, 1, 1], [1, 2, 3, 3]],
    ("estoril", "content"): [],  # folders of one's own: tests/rules/estoril/test_content.py
    ("second", "tracker_top"): [2, 9],  # nobody comes to the end of a long one
}
WITH: dict[tuple[str, str], dict[str, object]] = {  # what an option needs beside it
    ("connection", "pass"): {"house_rules": True},
    ("second", "dual_pair_rule"): {"layout": "wide"},  # the printed card has no room for equal ones
    ("estoril", "second_place_rounding"): {"variant_second_place": True},
    ("estoril", "recruiting_starting_tiles"): {"variant_recruiting": True},
    ("estoril", "recruiting_flagset_cap"): {"variant_recruiting": True},
}


def allows_passing() -> None:
    """It only allows: without it passing is refused, with it the option `pass` works."""
    room = spyhouse.game("connection")
    with pytest.raises(BadOption, match="house_rules"):
        room.terms(2, {"pass": "always"})
    assert room.terms(2, {"pass": "always", "house_rules": True}).options["pass"] == "always"


def sets_other_options() -> None:
    """Our own choice is what every option of the editions has by itself."""
    room = spyhouse.game("estoril")
    assert room.terms(2, {"profile": "standard"}).options == room.terms(2).options
    assert room.terms(2, {"profile": "en"}).options["fallback_placement"] == "en"


def falls_back() -> None:
    """Hardly any random match comes there: one edition places anywhere, the other nowhere."""
    test_vectors.test_the_fallback()
    test_vectors.test_no_fallback()


SELDOM: dict[tuple[str, str], Callable[[], object]] = {  # too seldom for random games, or nothing alone: why, checked
    ("connection", "house_rules"): allows_passing,
    ("connection", "trigger_extra"): connection.test_pending_extra_turns_of_the_trigger_may_lapse,
    ("connection", "reshuffle"): connection.test_no_reshuffle_lets_the_display_dry_up,
    ("estoril", "profile"): sets_other_options,
    ("estoril", "white_cube_limit"): test_abilities.test_five_markers,
    ("estoril", "fallback_placement"): falls_back,
}


def offered() -> Iterator[tuple[str, str]]:
    for slug in GAMES:
        for option in spyhouse.game(slug).options:
            if (slug, option.name) not in SELDOM:
                yield slug, option.name


def values(slug: str, option: Option) -> list[object]:
    """All values of an option but its default; of numbers the least and the greatest."""
    kind = option.kind
    found: list[object] = VALUES.get((slug, option.name), [])
    if found:
        return found
    if isinstance(kind, Flag):
        found = [True, False]
    if isinstance(kind, Choice):
        found = list(kind.words)
    if isinstance(kind, Number):
        found = [*([None] if kind.none else []), kind.low, kind.high]
    if isinstance(kind, Numbers):
        found = [{**dict(kind.defaults), name: number + 1} for name, number in kind.defaults]
    if isinstance(kind, Subset):
        found = [[], [kind.low]]
    return [value for value in found if value != option.default]


def history(game: Game, seats: int, options: dict[str, object], seed: int) -> Iterator[str]:
    """What can be observed of a random match: moves, pictures and the outcome, step by step."""
    luck = Luck(seed)
    state = game.start(seats, seed=seed, options=options)
    step = 0
    while owing := state.to_act():
        legal = {seat: state.legal(seat) for seat in range(seats)}
        yield json.dumps([owing, legal])
        if step % 16 == 0:
            yield json.dumps([game.show(state.view(seat)) for seat in (0, SPECTATOR)])
        moves = legal.get(owing[0]) or state.legal(owing[0])
        state.apply(owing[0], moves[luck.below(len(moves))])
        step += 1
    yield json.dumps([game.show(state.view(0)), state.outcome()])


def matters(game: Game, option: Option, value: object) -> bool:
    """Whether some random match goes differently with it."""
    beside = {**limit_of(game.slug).options, **WITH.get((game.slug, option.name), {})}
    beside.pop(option.name, None)
    for seed in range(SEEDS):
        seats = game.meta.seats[seed % len(game.meta.seats)]
        try:
            game.terms(seats, {**beside, option.name: value})
        except BadOption:  # not with so many seats
            continue
        plain, other = (history(game, seats, options, seed) for options in (beside, {**beside, option.name: value}))
        if any(one != two for one, two in zip(plain, other, strict=False)):
            return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "name"), list(offered()))
def test_every_value_that_is_offered_changes_something(slug: str, name: str) -> None:
    game = spyhouse.game(slug)
    option = next(option for option in game.options if option.name == name)
    assert [value for value in values(slug, option) if not matters(game, option, value)] == []


@pytest.mark.parametrize("place", list(SELDOM))
def test_what_random_games_do_not_show_is_shown_by_an_example(place: tuple[str, str]) -> None:
    slug, name = place
    assert name in {option.name for option in spyhouse.game(slug).options}
    SELDOM[place]()


@pytest.mark.parametrize(
    ("slug", "name", "value"), [("wink", "bots", "no"), ("wink", "mode", "beat-async"), ("connection", "vacant", "skip")]
)
def test_what_changes_nothing_at_a_table_is_not_offered_but_old_tables_and_records_may_hold_it(slug: str, name: str, value: str) -> None:
    """The stored records with these values are verified in tests/records."""
    game = spyhouse.game(slug)
    seats = game.meta.seats[1]
    assert name not in {option.name for option in game.options}
    with pytest.raises(BadOption, match="cannot be played yet"):
        game.new_terms(seats, {name: value})
    settled: dict[str, Any] = dict(game.terms(seats, {name: value}).options)
    assert settled[name] == value
    assert game.start(seats, seed=1, options=settled).to_act()  # laid before, it opens again
    assert game.new_terms(seats, game.terms(seats).options).options == game.terms(seats).options
