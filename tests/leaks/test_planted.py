"""The leak test finds what it is made to find: each leak planted in the toy game is caught, in the way meant for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice, permutations, product

import pytest

from spyhouse import SPECTATOR, Luck, State
from spyhouse.rules.kit.contract import View
from spyhouse.server.table import Table as ServedTable
from tests.house import Table, table
from tests.leaks import watch
from tests.leaks.received import differences, everything_received
from tests.leaks.watch import Leak, Moment
from tests.leaks.worker import Stranger
from tests.toy.meta import LEAKS

Way = Callable[[Moment], None]
WAYS: dict[str, Way] = {
    "samples": watch.samples_look_alike,
    "memory": watch.nothing_is_forgotten,
    "untold": watch.nothing_untold_shows,
    "commits": watch.commits_are_silent,
}
PLANTED = {  # leak -> the ways that must catch it, and the exit that each names
    "view": {"samples": "view", "untold": "view"},
    "legal": {"samples": "legal"},
    "story": {"commits": "facts told"},
    "error": {"samples": "refusals"},
    "size": {"samples": "names of illegal moves", "commits": "names of illegal moves"},
    "final": {"samples": "is_final"},
    "sealed": {"samples": "sealed", "commits": "sealed", "untold": "sealed"},
    "haste": {"samples": "forced"},
    "loyal": {"untold": "view"},
    "pocket": {"bytes": "numbers"},
    "forget": {"memory": "Glimpse"},
}
CASES = [(leak, way, exit_name) for leak, ways in PLANTED.items() for way, exit_name in ways.items()]


def leaky(leak: str, seats: int = 3) -> Table:
    return table("toy", seats, {"leak": leak})


def everywhere(where: Table) -> Iterator[Moment]:
    for seed in range(3):
        yield from watch.moments(where, seed, 100)


@pytest.fixture(scope="module")
def stranger() -> Iterator[Stranger]:
    with Stranger() as process:
        yield process


@pytest.fixture(scope="module")
def ways(stranger: Stranger) -> dict[str, Way]:
    return WAYS | {"bytes": lambda moment: watch.samples_come_from_bytes_alone(moment, stranger)}


def leak_found(way: Way, where: Table) -> Leak | None:
    try:
        for moment in everywhere(where):
            way(moment)
    except Leak as leak:
        return leak
    return None


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("way", [*WAYS, "bytes"])
def test_the_clean_toy_passes(ways: dict[str, Way], way: str, seats: int) -> None:
    for moment in everywhere(table("toy", seats)):
        ways[way](moment)


@pytest.mark.parametrize(("leak", "way", "exit_name"), CASES, ids=lambda value: value)
def test_a_planted_leak_is_caught(ways: dict[str, Way], leak: str, way: str, exit_name: str) -> None:
    found = leak_found(ways[way], leaky(leak))
    assert found is not None, f"the planted leak '{leak}' was not found by '{way}'"
    assert exit_name in str(found)


def test_every_leak_that_can_be_planted_is_tested() -> None:
    assert set(LEAKS) == {"off", *PLANTED}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("leak", "way"),
    [("loyal", "samples"), ("loyal", "bytes"), ("pocket", "samples"), ("forget", "samples"), ("forget", "untold"), ("story", "samples")],
)
def test_no_way_is_there_for_nothing(ways: dict[str, Way], leak: str, way: str) -> None:
    """Some leaks pass where one would look first: so each of the ways is needed."""
    assert leak_found(ways[way], leaky(leak)) is None


def test_hidden_prizes_that_show_at_the_start_are_caught() -> None:
    watch.starts_look_alike(table("toy", 3), 40)
    with pytest.raises(Leak, match="was told the same in two worlds"):
        watch.starts_look_alike(leaky("loyal"), 40)


def test_a_leak_is_told_with_its_place_the_seat_and_the_difference(ways: dict[str, Way]) -> None:
    told = str(leak_found(ways["samples"], leaky("error")))
    head, exit_name, real, sample, *_ = told.splitlines()
    assert head.startswith("toy-3-leak=error, move 0 (the start): seat 0 can tell the real world from sample 0 of its own view")
    assert exit_name.strip() == "refusals"
    assert real.strip().startswith("real: ")
    assert sample.strip().startswith("sample: ")
    assert "lies at place" in real
    assert real != sample


# -- Tables that answer from what they know themselves -----------------------------------------------------------------


class Accomplice(View):
    """A view that looks right and imagines the real world."""

    def __init__(self, state: State, seat: int) -> None:
        self._state = state
        self._seen = state.view(seat)
        super().__init__(seat, state.trace(seat))

    def to_act(self) -> list[int]:
        return self._seen.to_act()

    def legal(self) -> list[int]:
        return self._seen.legal()

    def sample(self, luck: Luck) -> State:
        return self._state.clone()

    def label(self) -> bytes:
        return self._seen.label()

    def numbers(self) -> list[int]:
        return self._seen.numbers()


class AnswersFromTheRealTable(ServedTable):
    """Tries drafts on the real match, as the house once did: the last to choose saw what it would bring."""

    def _seen(self, seat: int) -> View:
        return Accomplice(self._running(), seat)


ANSWERED = [
    ("toy", 3, "draft"),
    *[(slug, seats, what) for slug, seats in (("wink", 4), ("estoril", 3)) for what in ("draft", "hint", "play")],
]


@pytest.mark.parametrize(("slug", "seats", "what"), ANSWERED)
def test_a_table_that_answers_from_the_real_match_is_caught(slug: str, seats: int, what: str) -> None:
    """Drafts, hints after drafts, and refusals of plays of two moves: in each of them the closed step showed."""
    told = ""
    together = (moment for moment in watch.moments(table(slug, seats), 8, 200) if len(moment.state.to_act()) > 1)
    for moment in islice(together, 12):
        try:
            watch.asking_tells_nothing(moment, AnswersFromTheRealTable)
        except Leak as leak:
            told += str(leak)
    assert f"answers to {what}" in told


# -- Every order and every choice --------------------------------------------------------------------------------------


def test_whatever_the_others_drop_in_whatever_order_a_seat_receives_the_same() -> None:
    """Three seats, all choices of two of them in both orders, all lucks that follow: the third sees nothing [T2]."""
    where = table("toy", 3)
    start = where.start(1)
    for watcher in (0, 1, 2, SPECTATOR):
        others = [seat for seat in range(3) if seat != watcher][:2]
        before = everything_received(where.game, start, watcher)
        for order in permutations(others):
            for drops in product(*(start.legal(seat)[:-1] for seat in order)):
                state = dropped(start, list(zip(order, drops, strict=True)))
                assert differences(before, everything_received(where.game, state, watcher), ("before", str(drops))) == []


def test_a_second_thought_is_as_silent_as_the_first() -> None:
    """A drop may be replaced, any number of times [T2]."""
    where = table("toy", 2)
    start = where.start(2)
    before = everything_received(where.game, start, 1)
    for drops in permutations(start.legal(0)[:-1]):
        state = dropped(start, [(0, drop) for drop in drops])
        assert differences(before, everything_received(where.game, state, 1), ("before", str(drops))) == []
        assert state.view(0).numbers() != start.view(0).numbers()


def dropped(start: State, moves: list[tuple[int, int]]) -> State:
    state = start.clone()
    for seat, drop in moves:
        state.apply(seat, drop)
    return state
