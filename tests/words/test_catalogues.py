"""The catalogues: both languages say the same things, and everything that a game can say has words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from typing import Any

import pytest

import spyhouse
from spyhouse import words
from spyhouse.rules.kit.options import Choice, Flag, Numbers
from spyhouse.words import Words
from tests.house import limit_of
from tests.words.codes import has_code

PLURALS = {"en": {"one", "other"}, "pl": {"one", "few", "many"}}
GAMES = [slug for slug in spyhouse.games() if find_spec(f"spyhouse.rules.{slug}")]  # not those that tests have adopted
FILES = (words.SHARED, "cli", *GAMES)
GAMES_EACH = 3
FOR_THE_PAGE = {  # key space -> those of the words board that are filled with the same
    "move": ("group", "row", "pick", "draft"),
    "line": ("cells", "heads", "rich", "caption"),
    "fact": ("log", "icon", "ledger", "sum", "sum_text"),
    "prompt": ("ask",),
}
BROUGHT = {"way"}  # tables that only pieces of one's own bring along
LOOKS = 30  # at every fourth decision; in a long game, which says the same again and again, more seldom after so many
SHAPES = 500  # of one key: names of tiles and spaces make more than anybody needs to hear


def ownerless(key: str) -> bool:
    """Keys that languages need not share: grammatical forms, and what sources bring along in English (options, refusals)."""
    return "/" in key.split(".")[0] or key.startswith(("option.", "refusal."))


def nouns(catalogue: Mapping[str, str]) -> set[str]:
    return {key.removesuffix(".one") for key in catalogue if key.endswith(".one")}


def shared_keys(catalogue: Mapping[str, str]) -> set[str]:
    counted = nouns(catalogue)
    return {key for key in catalogue if not ownerless(key) and key.rpartition(".")[0] not in counted} | counted


@pytest.mark.parametrize("name", FILES)
def test_both_languages_have_the_same_keys(name: str) -> None:
    assert shared_keys(words.catalogue("en", name)) == shared_keys(words.catalogue("pl", name)) != set()


@pytest.mark.parametrize("name", FILES)
def test_both_languages_use_the_same_arguments(name: str) -> None:
    english, polish = words.catalogue("en", name), words.catalogue("pl", name)
    for key in english.keys() & polish.keys():
        ours, theirs = ({path for path, _, _ in words.fields(text[key])} for text in (english, polish))
        assert ours == theirs, key


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_table_noun_and_list_that_a_text_uses_exists(language: str, name: str) -> None:
    catalogue = words.load(language, None if name == words.SHARED else name).catalogue
    tables = {key.rpartition(".")[0] for key in catalogue} | BROUGHT
    for key, text in words.catalogue(language, name).items():
        assert "[" not in text, key
        for _, table, noun in words.fields(text):
            assert table is None or table in tables, f"{key} uses the table {table}"
            assert noun is None or {f"{noun}.{form}" for form in PLURALS[language]} <= catalogue.keys(), f"{key} uses the noun {noun}"


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_a_grammatical_form_covers_every_word_of_its_table(language: str, name: str) -> None:
    catalogue = words.catalogue(language, name)
    forms = {key.rpartition(".")[0] for key in catalogue if "/" in key.split(".")[0]}
    for form in forms:
        table = form.split("/")[0]
        assert rows(catalogue, form) == {row for row in rows(catalogue, table) if row != "-1"}, form


def rows(catalogue: Mapping[str, str], table: str) -> set[str]:
    return {key.rpartition(".")[2] for key in catalogue if key.rpartition(".")[0] == table}


@pytest.mark.parametrize("slug", GAMES)
def test_every_option_has_a_line_in_polish(slug: str) -> None:
    polish = words.load("pl", slug)
    for option in spyhouse.game(slug).options:
        assert polish.has(f"option.{option.name}"), option.name
        assert words.load("en", slug).option(option)
        assert "[" not in polish.option(option)


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_options_and_their_values_have_names(slug: str, language: str) -> None:
    """So that no form says `off`, `only_SS_RR_forbidden` or `g=2,o=2,d=0`."""
    said = words.load(language, slug)
    wanted = [f"option_name.{option.name}" for option in spyhouse.game(slug).options]
    for option in spyhouse.game(slug).options:
        if isinstance(option.kind, Choice):
            wanted += [f"choice.{option.name}.{word}" for word in option.kind.words]
        elif isinstance(option.kind, Numbers):
            wanted += [f"part.{option.name}.{name}" for name, _ in option.kind.defaults]
        elif isinstance(option.default, str):
            wanted.append(f"choice.{option.name}.{option.default}")

    assert [key for key in wanted if not said.has(key)] == []


@pytest.mark.slow
@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_all_that_a_game_can_say_has_words(slug: str, language: str) -> None:
    """No gap, and no code where a word belongs."""
    said = words.load(language, slug)
    texts = {say(said, key, args) for key, args in everything_said(slug)}

    assert [text for text in texts if "[" in text] == []
    assert [text for text in texts if has_code(slug, text)] == []
    assert said.say("title")[0] != "[" != said.say("line")[0]


@pytest.mark.slow
@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_what_only_the_page_says_is_filled_as_well(slug: str, language: str) -> None:
    """No gap, and no code where a word belongs."""
    said = words.load(language, slug)
    texts: set[str] = set()
    for key, args in everything_said(slug):
        space, _, rest = key.partition(".")
        texts |= {said.say(f"{other}.{rest}", args) for other in FOR_THE_PAGE.get(space, ()) if said.has(f"{other}.{rest}")}

    assert [text for text in texts if "[" in text] == []
    assert [text for text in texts if has_code(slug, text)] == []


def test_the_pieces_of_estoril_are_called_as_they_are_printed() -> None:
    """And the missions as their kind says; a Polish player reads names, too."""
    room = spyhouse.game("estoril")
    content = room.terms(2, {}).content
    english, polish = words.load("en", "estoril"), words.load("pl", "estoril")
    printed = {f"tile.{tile.id}": tile.name for tile in content.tiles}
    printed |= {f"tile.{colour}{tile.id}": tile.name for colour in "rgby" for tile in content.starters}
    printed |= {f"location.{board.number}": board.name for board in content.boards}
    printed |= {f"country.{flag}": name for flag, name in content.countries}
    for key, name in printed.items():
        assert polish.has(key), key
        assert english.say(key) == name, key
    for mission in content.missions:
        args = {"ability": mission.ability, "flags": list(mission.flags)}
        for said in (english, polish):
            assert said.say(f"mission.{mission.id}") == said.say(f"goal.{mission.kind}", args)
            assert said.say(f"aim.{mission.id}") == said.say(f"aim_of.{mission.kind}", args)


def say(said: Words, key: str, args: Mapping[str, Any]) -> str:
    return said.say(key, args) if said.has(key) else f"[{key}]"


def variants(slug: str) -> Iterator[dict[str, object]]:
    """The default, and each value of each option that has few of them, alone."""
    yield {}
    for option in spyhouse.game(slug).options:
        values: tuple[object, ...] = ()
        if isinstance(option.kind, Flag):
            values = (not option.default,)
        if isinstance(option.kind, Choice):
            values = tuple(word for word in option.kind.words if word != option.default)
        for value in values:
            yield {option.name: value}


@cache
def everything_said(slug: str) -> list[tuple[str, dict[str, Any]]]:
    """Keys and arguments from random games under every variant and number of seats, each key a few times."""
    game = spyhouse.game(slug)
    found: dict[str, dict[str, list[tuple[str, dict[str, Any]]]]] = {}

    def note(key: str, args: dict[str, Any]) -> None:
        shapes = found.setdefault(key, {})
        kind = shape(args)
        if kind in shapes or len(shapes) < SHAPES:
            entries = shapes.setdefault(kind, [])
            if len(entries) < 12:
                entries.append((key, args))

    for number, options in enumerate(variants(slug)):
        for seats in game.meta.seats if not options else game.meta.seats[:1]:  # more seats say the same things
            for seed in range(GAMES_EACH if is_possible(game, seats, options) else 0):
                listen(game, seats, options, 100 * number + seed, note)
    return [entry for shapes in found.values() for entries in shapes.values() for entry in entries]


def is_possible(game: spyhouse.Game, seats: int, options: dict[str, object]) -> bool:
    """Whether the game takes this: some options need more seats, or a second option."""
    try:
        game.terms(seats, options)
    except spyhouse.BadOption:
        return False
    return True


def shape(args: Mapping[str, Any]) -> str:
    """What tells arguments of one key apart: words and truths, not numbers."""
    return str({name: value if isinstance(value, str | bool) else type(value).__name__ for name, value in args.items()})


def listen(game: spyhouse.Game, seats: int, options: dict[str, object], seed: int, note: Any) -> None:
    luck = spyhouse.Luck(seed)
    looks = 0
    state = game.start(seats, seed=seed, options={**limit_of(game.slug).options, **options}, story=True)
    while state.to_act():
        seat = state.to_act()[0]
        legal = state.legal(seat)
        if luck.below(4) == 0:
            looks += 1
            if looks < LOOKS or looks % 6 == 0:
                look(game, state, seats, note)
            for action in legal:
                move = game.describe(state, seat, action)
                note(f"move.{move['kind']}", move)
                note(f"moves.{move['kind']}", move)
        state.apply(seat, legal[luck.below(len(legal))])
    look(game, state, seats, note)
    outcome = state.outcome()
    assert outcome is not None
    note(f"outcome.{outcome.reason}", outcome._asdict())
    for told in state.story or []:
        line = game.line(told.fact)
        if line is not None:
            note(f"fact.{line['key']}", line["args"])


def look(game: spyhouse.Game, state: spyhouse.State, seats: int, note: Any) -> None:
    for seat in (spyhouse.SPECTATOR, *range(seats)):
        shown = game.show(state.view(seat))
        note(f"prompt.{shown['prompt']['key']}", shown["prompt"]["args"])
        for section in shown["sections"]:
            note(f"section.{section['key']}", section.get("args", {}))
            for line in section["lines"]:
                note(f"line.{line['key']}", line["args"])
