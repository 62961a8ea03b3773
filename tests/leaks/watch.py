"""Watches a match for leaks, from every seat, in six ways.

A *world* is a State. Two worlds look alike to a seat when everything it receives is the same, byte for byte.

samples_look_alike              every sample of a seat's view looks to it like the real world (part i)
samples_come_from_bytes_alone   another process imagines the same sample from the same bytes and luck (part ii)
nothing_is_forgotten            what a seat has been told holds in every sample, and its trace is made of just that (part iii)
nothing_untold_shows            worlds of which a seat has been told the same look alike to it: before and after a move of
                                somebody else, after this move or that, with this luck or that, with hidden pieces swapped
commits_are_silent              a secret choice tells the others nothing and changes nothing for them, and answers its owner
                                the same whatever they have chosen
asking_tells_nothing            what the table answers to drafts, hints, "why not" and refused plays is the same in the real world, in
                                a sample, and in worlds where all others have chosen already, whatever they chose

The first and the fourth are two sides: a view that says too much and samples that keep to it pass the first, a sample
that contradicts the view passes the fourth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import reduce
from importlib import import_module
from importlib.util import find_spec

from spyhouse import CLOCK, SPECTATOR, Luck, Match, SpyhouseError, State
from spyhouse.rules.kit.contract import Fact, Told, _digest, _mix
from spyhouse.rules.kit.luck import ScriptedLuck
from spyhouse.rules.kit.records import CHANCE
from spyhouse.server.table import Table as ServedTable
from tests.house import Table, random_move, seats_of
from tests.leaks.answers import answers
from tests.leaks.received import Received, differences, everything_received
from tests.leaks.worker import Stranger, imagined

FORKS = 6  # moves of one seat that are compared with each other
LUCKS = 3  # other lucks that each of them is tried with
CLOSINGS = 2  # worlds in which all others have chosen
SWAPS = 12  # worlds with hidden pieces swapped


class Leak(AssertionError):
    """Somebody can tell what nobody told."""


@dataclass
class Moment:
    """One state of a match, with all that has been told so far."""

    table: Table
    number: int  # moves played
    last: str  # the last of them, in words
    state: State
    told: list[Told]
    match: Match

    @property
    def observers(self) -> list[int]:
        return [*range(self.state.seats), SPECTATOR]

    def receives(self, state: State, seat: int, told: list[Told] | None = None) -> Received:
        return everything_received(self.table.game, state, seat, told or ())

    def leak(self, seat: int, what: str, lines: list[str]) -> Leak:
        who = "a spectator" if seat == SPECTATOR else f"seat {seat}"
        head = f"{self.table}, move {self.number} ({self.last}): {who} {what}"
        return Leak("\n".join([head, *(f"  {line}" for line in lines)]))

    def must_look_alike(self, seat: int, one: Received, other: Received, names: tuple[str, str], what: str) -> None:
        lines = differences(one, other, names)
        if lines:
            raise self.leak(seat, what, lines)


def moments(table: Table, seed: int, count: int, most: int = 200) -> Iterator[Moment]:
    """Up to `count` moments of a random match, evenly spread."""
    luck = Luck(seed)
    plan = Match(table.game, table.seats, seed, table.options)
    length = 0
    while length < most and (move := random_move(plan.state, luck)) is not None:
        plan.play(*move)
        length += 1
    wanted = {place * length // max(count - 1, 1) for place in range(count)}
    luck = Luck(seed)
    match, last = Match(table.game, table.seats, seed, table.options), "the start"
    for number in range(length + 1):
        if number in wanted:
            yield Moment(table, number, last, match.state, list(match.state.story or []), match)
        move = random_move(match.state, luck) if number < length else None
        if move is not None:
            last = f"{_name(move[0])} played {table.game.text(match.state, *move)!r}"
            match.play(*move)


def _name(seat: int) -> str:
    return f"seat {seat}" if seat >= 0 else "the clock"


# -- (i) ---------------------------------------------------------------------------------------------------------------


def samples_look_alike(moment: Moment, samples: int = 2) -> None:
    """Every sample of a seat's view is a lawful world that looks to it like the real one, and can be played on."""
    for seat in moment.observers:
        real = moment.receives(moment.state, seat)
        view = moment.state.view(seat)
        for number in range(samples):
            sample = view.sample(Luck(1000 * moment.number + number))
            what = f"can tell the real world from sample {number} of its own view"
            moment.must_look_alike(seat, real, moment.receives(sample, seat), ("real", "sample"), what)
            if sample.label() != moment.state.label() or sample.broken():
                raise moment.leak(seat, f"imagines a world that cannot be: {sample.broken()}", [])
            _play_on(sample, Luck(number))
            if bytes(view) != real["view"]:
                raise moment.leak(seat, "has a view that changes when its sample is played", [])


def _play_on(sample: State, luck: Luck) -> None:
    for _ in range(3):
        move = random_move(sample, luck)
        if move is not None:
            sample.apply(*move)


# -- (ii) --------------------------------------------------------------------------------------------------------------


def samples_come_from_bytes_alone(moment: Moment, stranger: Stranger) -> None:
    """A view cannot hide a State in itself: whoever has its bytes imagines the same worlds."""
    for seat in moment.observers:
        view = moment.state.view(seat)
        luck = moment.number
        here = imagined(view.sample(Luck(luck)), seat)
        there = stranger.imagine(moment.table.slug, bytes(view), luck)
        if here != there:
            lines = [f"{name}: here {here[name]}, there {there[name]}" for name in here if here[name] != there[name]]
            raise moment.leak(seat, "has a view that knows more than its bytes say", lines)


# -- (iii) -------------------------------------------------------------------------------------------------------------


Holds = Callable[[State, int, Fact, list[Fact]], bool]


def holds_of(slug: str) -> Holds | None:
    """A game may say what its facts mean: `holds(state, seat, fact, later)` in holds.py beside its rules' tests.

    It says whether a fact that the seat was told is true in a state; `later` are the facts it was told since, for what
    is true only for a while.
    """
    package = "tests.toy" if slug == "toy" else f"tests.rules.{slug}"
    if find_spec(package) is None or find_spec(f"{package}.holds") is None:
        return None
    holds: Holds = import_module(f"{package}.holds").holds
    return holds


def nothing_is_forgotten(moment: Moment, samples: int = 2) -> None:
    """All that a seat has been told is in its trace, and holds in every world it imagines."""
    holds = holds_of(moment.table.slug)
    for seat in moment.observers:
        facts = [told.fact for told in moment.told if told.reaches(seat)]
        if moment.state.trace(seat) != reduce(_mix, map(_digest, facts), 0):
            raise moment.leak(seat, "has a trace of something else than what it was told", [str(facts)])
        for number in range(samples if holds else 0):
            sample = moment.state.view(seat).sample(Luck(2000 * moment.number + number))
            for place, fact in enumerate(facts):
                if holds is not None and not holds(sample, seat, fact, facts[place + 1 :]):
                    raise moment.leak(seat, f"was told {fact}, and imagines a world where it is not so", [str(sample.numbers())])


# -- What is not told does not show ------------------------------------------------------------------------------------


def nothing_untold_shows(moment: Moment, movers: int = 3) -> None:
    """Whatever the others and chance do, a seat that is told the same receives the same."""
    state, game = moment.state, moment.table.game
    luck = Luck(3000 + moment.number)
    for mover in _some([seat for seat in seats_of(state) if state.legal(seat)], luck, movers):
        worlds = [("before", _silent(state))] if mover != CLOCK else []  # that time goes by needs no telling
        for action in _some(state.legal(mover), luck, FORKS):
            for number in range(LUCKS):
                world = _with_luck(moment, state, Luck(number))
                world.apply(mover, action)
                worlds.append((f"{game.text(state, mover, action)} with luck {number}", world))
        for seat in moment.observers:
            if seat != mover:
                _compare_by_trace(moment, seat, worlds)
    swapped = [("real", state), *_swapped_worlds(moment, luck)]
    for seat in moment.observers:
        _compare_by_trace(moment, seat, swapped)


def _swapped_worlds(moment: Moment, luck: Luck) -> Iterator[tuple[str, State]]:
    """The same moves after other draws: two results of one shuffle swapped, or one pick changed. Some seat may not notice."""
    game, record = moment.table.game, moment.match.record(reveal=False)
    draws = [draw for line in record.log if line.who == CHANCE for draw in game.chance_script(line.text)]
    for _ in range(SWAPS if draws else 0):
        script = [(stream, list(result)) for stream, result in draws]
        stream, result = script[luck.below(len(script))]
        one, other = luck.below(len(result) or 1), luck.below(len(result) or 1)
        if len(result) == 1:
            result[0] = luck.below(result[0] + 3)
        elif one != other:
            result[one], result[other] = result[other], result[one]
        try:
            world = game.start(moment.table.seats, options=moment.table.options, luck=ScriptedLuck(script))
            for move in moment.match._moves:
                world.apply(move.seat, move.action)
        except SpyhouseError:
            continue  # such a draw cannot be, or the moves were not legal after it
        yield f"{stream} {result}", _with_luck(moment, world, Luck(0))


def _with_luck(moment: Moment, state: State, luck: Luck) -> State:
    world = moment.table.game.state(state.label(), state.numbers(), luck)
    world.traces = list(state.traces)
    return world


def starts_look_alike(table: Table, seeds: int) -> None:
    """Before the first move, too: other hands, other piles, and a seat that was told the same sees the same."""
    states = [table.start(seed) for seed in range(seeds)]
    match = Match(table.game, table.seats, 0, table.options)
    moment = Moment(table, 0, "the start", states[0], [], match)
    for seat in moment.observers:
        _compare_by_trace(moment, seat, [(f"seed {seed}", state) for seed, state in enumerate(states)])


def _compare_by_trace(moment: Moment, seat: int, worlds: list[tuple[str, State]]) -> None:
    alike: dict[int, dict[tuple[int, ...], tuple[str, State]]] = {}  # trace -> different worlds of which this seat was told the same
    for name, world in worlds:
        alike.setdefault(world.trace(seat), {}).setdefault(tuple(world.numbers()), (name, world))
    for group in alike.values():
        (first_name, first), *others = group.values()
        received = moment.receives(first, seat) if others else {}
        for name, world in others:
            what = "was told the same in two worlds, and can tell them apart"
            moment.must_look_alike(seat, received, moment.receives(world, seat), (first_name, name), what)


def _some(numbers: list[int], luck: Luck, most: int) -> list[int]:
    """A few of them, at random."""
    chosen = list(numbers)
    luck.shuffle("some", chosen)
    return chosen[:most]


def _silent(state: State) -> State:
    twin = state.clone()
    twin.listening = True
    return twin


# -- Secret choices ----------------------------------------------------------------------------------------------------


def commits_are_silent(moment: Moment, movers: int = 3) -> None:
    """A secret choice of one seat is nobody else's business, and its owner learns nothing from making it."""
    state, match, game = moment.state, moment.match, moment.table.game
    luck = Luck(4000 + moment.number)
    if len(state.view(SPECTATOR).to_act()) < 2:
        return  # nobody chooses at the same time as somebody else
    before = {seat: everything_received(game, state, seat, match=match) for seat in moment.observers}
    for mover in _some(list(range(state.seats)), luck, movers):
        for action in _some(state.legal(mover), luck, FORKS):
            if not is_secret_commit(state, mover, action):
                continue
            after = Match.resume(match.record(), match.seed)
            after.play(mover, action)
            told = (after.state.story or [])[len(moment.told) :]
            for seat in moment.observers:
                if seat != mover:
                    now = everything_received(game, after.state, seat, told, after)
                    names = ("before", game.text(state, mover, action))
                    moment.must_look_alike(seat, before[seat], now, names, f"notices that seat {mover} has chosen")
            _answers_alike(moment, mover, action, luck)


def is_secret_commit(state: State, seat: int, action: int) -> bool:
    """Several owe a decision in this step, this one makes or replaces its own, and the step stays open."""
    in_step = state.view(SPECTATOR).to_act()
    if len(in_step) < 2 or seat not in in_step or state.is_final(seat, action):
        return False
    after = state.clone()
    after.apply(seat, action)
    return after.to_act() == [other for other in state.to_act() if other != seat] != []


def _answers_alike(moment: Moment, mover: int, action: int, luck: Luck) -> None:
    """In the real world, where others may have chosen, and in a sample, where none has: the same answer."""
    answers = [_answer(moment, world, mover, action) for world in (moment.state, moment.state.view(mover).sample(luck))]
    moment.must_look_alike(mover, answers[0], answers[1], ("real", "sample"), "learns something by making a secret choice")


def _answer(moment: Moment, world: State, mover: int, action: int) -> Received:
    after = _silent(world)
    after.story = []
    after.apply(mover, action)
    return moment.receives(after, mover, list(after.story))


# -- What the table answers --------------------------------------------------------------------------------------------


def asking_tells_nothing(moment: Moment, kind: type[ServedTable] = ServedTable, askers: int = 3) -> None:
    """Whatever a seat asks the table, it is answered from what it may know. Tried for a few of those who have a choice."""
    state, game = moment.state, moment.table.game
    luck = Luck(5000 + moment.number)
    for seat in _some([seat for seat in range(state.seats) if state.legal(seat)], luck, askers):
        real = answers(game, state, seat, kind)
        worlds = [("sample", state.view(seat).sample(luck)), *_worlds_where_all_others_have_chosen(state, seat, luck)]
        for name, world in worlds:
            what = "is answered from what it may not know"
            moment.must_look_alike(seat, real, answers(game, world, seat, kind), ("real", name), what)
        _drafts_are_true(moment, seat)


def _worlds_where_all_others_have_chosen(state: State, seat: int, luck: Luck) -> Iterator[tuple[str, State]]:
    """The moments at which a choice of this seat would close the step: the best ones to ask what it would bring."""
    if len(state.to_act()) < 2 or seat not in state.to_act():
        return
    for number in range(CLOSINGS):
        world = _silent(state)
        while others := [other for other in world.to_act() if other != seat]:
            secret = [action for action in world.legal(others[0]) if not world.is_final(others[0], action)]
            world.apply(others[0], secret[luck.below(len(secret))])
        assert world.to_act() == [seat]
        yield f"closing {number}", world


def _drafts_are_true(moment: Moment, seat: int) -> None:
    """What a draft shows is what its seat will know once it has played it, unless that move closes the step."""
    state, game = moment.state, moment.table.game
    for action in _some(state.legal(seat), Luck(moment.number), FORKS):
        draft, after = game.draft(state.view(seat), [action]), state.clone()
        after.mute()
        if not draft.chosen[0].final and draft.rest is None:  # a choice of several is shown once it is whole
            after.apply(seat, action)
        if after.sealed(seat) == state.sealed(seat) and draft.view.numbers() != after.view(seat).numbers():
            raise moment.leak(seat, f"is shown something else by a draft of {draft.chosen[0].text!r} than it would bring", [])
