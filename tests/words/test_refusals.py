"""Refusals in the player's language: every text that a source can refuse with has its words in Polish, with the same places."""

from __future__ import annotations

import ast
import pickle
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeGuard

import pytest

import spyhouse
from spyhouse import BadOption, IllegalMove, SpyhouseError, words
from spyhouse.rules.kit.errors import Named
from tests.house import limit_of
from tests.words.test_catalogues import GAMES

SOURCES = Path(spyhouse.__file__).resolve().parent
KEY = "refusal."
TABLES = ("refusal.kind.", "refusal.phase.", "refusal.missing.")  # words that go into refusals
PLACES = re.compile(r"\{(\w+)\}")
CODES = {
    "rules": {"IllegalMove": 1, "BadOption": 0, "complain": 2, "wrong": 3, "odd": 1},
    "server": {"SetAside": 0, "Faulty": 1, "SpyhouseError": 0},
}  # what is raised there, and where its texts begin
DECISIONS, TRIES = 200, 12  # of a game that is listened to, and at each
OPERATORS = {"serve.py"}  # speaks to whoever opens the house, in the terminal


class Refusal(NamedTuple):
    """A call that makes a refusal: where, and its templates (None: not to be found in the source)."""

    where: str
    templates: tuple[str | None, ...]
    places: frozenset[str]


class Source:
    """A file, and what the names in it stand for."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.tree = ast.parse(file.read_bytes())
        self.functions = [node for node in ast.walk(self.tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
        self.calls = [(node, self.inside(node)) for node in ast.walk(self.tree) if isinstance(node, ast.Call)]

    def inside(self, node: ast.Call) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
        around = [function for function in self.functions if function.lineno <= node.lineno <= (function.end_lineno or 0)]
        return max(around, key=lambda function: function.lineno, default=None)

    def texts(self, value: ast.expr, line: int, function: ast.FunctionDef | ast.AsyncFunctionDef | None) -> list[str | None]:
        """The texts that an expression can stand for: written there, in the name's last assignment, or where the function is called."""
        if isinstance(value, ast.Constant):
            return [str(value.value)]
        if not isinstance(value, ast.Name):
            return [None]
        if function is not None:
            given = [node for node in ast.walk(function) if is_given(node, value.id) and node.lineno < line]
            if given:
                return self.texts(max(given, key=lambda node: node.lineno).value, line, function)
            parameters = [parameter.arg for parameter in function.args.args]
            if value.id in parameters:
                place = parameters.index(value.id)
                return [
                    text
                    for call, around in self.calls
                    if name_of(call) == function.name
                    for text in self.texts(call.args[place], call.lineno, around)
                ]
        given = [node for node in self.tree.body if is_given(node, value.id)]
        return self.texts(given[-1].value, line, None) if given else [None]

    def refusals(self, kinds: dict[str, int]) -> Iterator[Refusal]:
        for call, function in self.calls:
            forwards = any(keyword.arg is None for keyword in call.keywords)  # **places: who calls it has the text
            if (first := kinds.get(name_of(call))) is not None and not forwards:
                texts = [text for value in call.args[first:] for text in self.texts(value, call.lineno, function)]
                places = frozenset(keyword.arg for keyword in call.keywords if keyword.arg)
                yield Refusal(f"{self.file.parent.name}/{self.file.name}:{call.lineno}", tuple(texts), places)

    def problems(self) -> Iterator[Refusal]:
        """What the house tells of its own accord, without an error: code, why, instead."""
        for call, _ in self.calls:
            texts = [value.value for value in call.args[1:] if isinstance(value, ast.Constant) and isinstance(value.value, str)]
            if name_of(call) == "Problem" and texts:
                yield Refusal(f"{self.file.name}:{call.lineno}", tuple(texts), frozenset())


def is_given(node: ast.AST, name: str) -> TypeGuard[ast.Assign]:
    return isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name) and node.targets[0].id == name


def name_of(call: ast.Call) -> str:
    return getattr(call.func, "id", getattr(call.func, "attr", ""))


@cache
def refusals(place: str) -> tuple[Refusal, ...]:
    """All refusals of a game, of what games share ("kit") or of the house ("server").

    A text that is no move is refused to programs, too, which need no Polish: such a refusal counts where it has places.
    """
    folder = SOURCES / "server" if place == "server" else SOURCES / "rules" / place
    found: list[Refusal] = []
    for file in sorted(folder.glob("*.py")):
        if file.name not in OPERATORS:
            source = Source(file)
            found += source.refusals(CODES["server" if place == "server" else "rules"])
            found += [one for one in source.refusals({"BadNotation": 0}) if one.places]
            found += source.problems()
    return tuple(found)


def catalogue_of(place: str) -> str:
    return {"kit": words.SHARED, "server": "page"}.get(place, place)


def known_to(place: str) -> dict[str, str]:
    return {**words.catalogue("pl", words.SHARED), **words.catalogue("pl", catalogue_of(place))}


PARTS = ("kit", "server", *GAMES)


@pytest.mark.parametrize("place", PARTS)
def test_every_refusal_has_words_in_polish_with_the_same_places(place: str) -> None:
    polish = known_to(place)
    assert refusals(place)
    for where, templates, places in refusals(place):
        for template in templates:
            assert template is not None, f"{where} makes its text out of parts, so that no other language can look it up"
            assert KEY + template in polish, where
            said = {path.split(".")[0] for path, _, _ in words.fields(polish[KEY + template])}
            assert said == set(PLACES.findall(template)) <= places, where


@pytest.mark.parametrize("place", PARTS)
def test_no_words_are_kept_for_what_nobody_refuses(place: str) -> None:
    among = PARTS if place == "kit" else (place,)
    said = {f"{KEY}{template}" for part in among for one in refusals(part) for template in one.templates}
    for language in words.LANGUAGES:  # in English only those that name a piece or a seat
        kept = {key for key in words.catalogue(language, catalogue_of(place)) if key.startswith(KEY) and not key.startswith(TABLES)}
        assert kept <= said, language


def refused(slug: str, move: str, **options: object) -> IllegalMove:
    """How the first move of a game is refused to the one whose turn it is."""
    game = spyhouse.game(slug)
    state = game.start(seed=1, options=options)
    with pytest.raises(IllegalMove) as caught:
        state.apply(state.to_act()[0], game.parse(state, state.to_act()[0], move))
    return caught.value


def test_a_refusal_says_in_polish_what_it_says_in_english() -> None:
    why = IllegalMove(
        "S34", "{mission} costs {cost} and you have {points}.", "Select a Single.", mission=Named("C", "Crisis"), cost=2, points=1
    )

    assert (why.rule, why.why, why.instead) == ("S34", "Crisis costs 2 and you have 1.", "Select a Single.")
    assert str(why) == words.load("en", "second").refusal(why) == "Crisis costs 2 and you have 1. Select a Single. [S34]"
    assert words.load("pl", "second").refusal(why) == "Kryzys kosztuje 2 punkty, a masz 1. Wybierz pole pojedyncze. [S34]"


def test_a_seat_is_called_by_the_name_of_its_player() -> None:
    game = spyhouse.game("second")
    state = game.start(seed=1, options={"spy_ops": "first_player"})
    actor = state.to_act()[0]
    with pytest.raises(IllegalMove) as caught:
        state.apply(1 - actor, 0)

    assert words.load("pl", "second", ["Ada", "Ewa"]).refusal(caught.value).startswith(f"Teraz ruch ma {['Ada', 'Ewa'][actor]}. Poczekaj,")


@pytest.mark.parametrize(
    ("slug", "move", "polish"),
    [
        ("second", "C:U", "Teraz misje się wybiera, a nie wykonuje. Wybierz pole pojedyncze albo podwójne. [S16]"),
        ("connection", "E", "Nie masz jeszcze za sobą akcji głównej. Najpierw przyjmij misję, przyłącz miasto albo przesuń szpiega. [C14]"),
        ("wink", "L:Ce", "Teraz wywołuje się numer. Wywołaj numer. [B4]"),
        ("estoril", "?-", "Teraz wystawia się karty postaci. Wystaw kartę z ręki na dozwolony obszar. [E15]"),
    ],
)
def test_an_engine_can_be_understood_in_polish(slug: str, move: str, polish: str) -> None:
    options = {"second": {"spy_ops": "first_player"}}.get(slug, {})
    assert words.load("pl", slug).refusal(refused(slug, move, **options)) == polish


@pytest.mark.parametrize("slug", GAMES)
def test_no_refusal_in_a_game_has_a_gap_in_polish(slug: str) -> None:
    """Random games, with tries of all seats at each decision."""
    game, luck, polish = spyhouse.game(slug), spyhouse.Luck(5), words.load("pl", slug)
    heard: dict[tuple[str, ...], IllegalMove] = {}
    options = limit_of(slug).options
    size = game.actions(options).size
    state = game.start(seed=5, options=options)
    for _ in range(DECISIONS):
        if not (owing := state.to_act()):
            break
        for _ in range(TRIES):
            try:
                state.clone().apply(luck.below(state.seats), luck.below(size))
            except IllegalMove as why:
                heard[why.templates] = why
        legal = state.legal(owing[0])
        state.apply(owing[0], legal[luck.below(len(legal))])
    assert len(heard) > 8
    for english in heard.values():
        said = polish.refusal(english)
        assert said.count("[") == 1, said  # the rule; a missing word would stand in brackets, too
        assert english.why not in said, said


def test_what_has_no_words_is_said_in_english() -> None:
    assert words.load("pl", "second").refusal(IllegalMove("T1", "There is no such card.", "Lay another one.")) == (
        "There is no such card. Lay another one. [T1]"
    )
    assert words.load("pl").refusal(SpyhouseError("Not {this}.")) == "Not {this}."


@pytest.mark.parametrize(
    ("slug", "option", "value", "polish"),
    [
        ("second", "tokens_per_player", "x", "Możliwe: liczba całkowita od "),
        ("second", "safe_house", "x", "Możliwe: true albo false."),
        ("second", "spy_ops", "x", "Możliwe: chooser"),
        ("second", "start_points", "x", "zapisie g=0,o=0."),
        ("second", "da_slots", "x", "Możliwe: różne liczby całkowite od 1 do 8."),
        ("connection", "agents", "x", "Możliwe: 15 albo 14"),
        ("connection", "slot_cost", "x", "Możliwe: cztery liczby całkowite od 0 do 4"),
        ("estoril", "content", "?", "Możliwe: nazwa z małych liter"),
    ],
)
def test_a_bad_option_tells_what_is_possible(slug: str, option: str, value: str, polish: str) -> None:
    with pytest.raises(BadOption) as caught:
        spyhouse.game(slug).terms(None, {option: value})
    said = words.load("pl", slug).refusal(caught.value)

    assert said.startswith(f'Opcja „{option}” nie może mieć wartości "{value}". ')
    assert polish in said
    assert "[" not in said


@pytest.mark.parametrize("why", [IllegalMove("S1", "No {x}.", "Do {y}.", x=Named(1, "one"), y=[2, 3]), BadOption("No {x}.", x="{y}")])
def test_a_refusal_comes_through_another_process_as_it_is(why: SpyhouseError) -> None:
    there: SpyhouseError = pickle.loads(pickle.dumps(why))

    assert type(there) is type(why)
    assert str(there) == str(why)
    assert (there.templates, there.places) == (why.templates, why.places)
    assert vars(there) == vars(why)
