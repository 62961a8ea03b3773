"""Luck: two draws from three sources, and a test vector with which anybody can re-do the fair one."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from itertools import permutations

import pytest

from spyhouse import FairLuck, Luck, ScriptedLuck, SpyhouseError
from spyhouse.rules.kit.luck import seed_bytes

SEED = bytes(range(32))
WORDS = [0x6273785BED4F8C32, 0x3998E64F1FA169C9, 0xEDA5D61564907BBE]  # of the stream "tokens" of SEED


def word(seed: bytes, stream: str, number: int) -> int:
    """Word i of a stream, straight from the description in luck.py."""
    return int.from_bytes(sha256(seed + stream.encode("utf-8") + b"\x00" + number.to_bytes(8, "big")).digest()[:8], "big")


# -- Fair luck ---------------------------------------------------------------------------------------------------------


def test_the_documented_test_vector() -> None:
    """Seed 00 01 .. 1f, stream "tokens": the first three words, and the picks that follow from them."""
    luck = FairLuck(SEED)

    assert [luck.next_word("tokens") for _ in range(3)] == WORDS
    assert [word(SEED, "tokens", number) for number in range(3)] == WORDS
    assert [FairLuck(SEED).pick("tokens", 6), FairLuck(SEED).pick("tokens", 100)] == [0, 50]


def test_a_shuffle_swaps_from_the_end() -> None:
    """Fisher-Yates: for the last place down to the second, a pick among the places up to it."""
    items = list(range(10))
    FairLuck(SEED).shuffle("deck", items)

    expected = list(range(10))
    for number, last in enumerate(range(9, 0, -1)):
        other = word(SEED, "deck", number) % (last + 1)
        expected[last], expected[other] = expected[other], expected[last]
    assert items == expected


def test_words_that_would_favour_some_results_are_thrown_away() -> None:
    """Rejection sampling: for n just above 2**63 about half of all words are not used."""
    n = 2**63 + 1
    words = [word(SEED, "big", number) for number in range(40)]
    fitting = [each for each in words if each < n]
    assert len(fitting) < len(words)

    luck = FairLuck(SEED)

    assert [luck.pick("big", n) for _ in range(len(fitting))] == fitting


def test_streams_are_independent() -> None:
    """What is drawn from one stream does not move another."""
    mixed, alone = FairLuck(SEED), FairLuck(SEED)
    for _ in range(5):
        mixed.pick("dice", 6)

    assert mixed.pick("tokens", 1000) == alone.pick("tokens", 1000)
    assert FairLuck(SEED).pick("dice", 2**60) != FairLuck(SEED).pick("tokens", 2**60)


@pytest.mark.parametrize("make", [lambda: Luck(9), lambda: FairLuck(SEED)], ids=["fast", "fair"])
def test_a_clone_and_a_pickle_go_on_from_here(make: Callable[[], Luck]) -> None:
    luck = make()
    luck.pick("a", 100)
    twin, again = luck.clone(), pickle.loads(pickle.dumps(luck))

    drawn = [luck.pick("a", 2**20) for _ in range(5)]

    assert [twin.pick("a", 2**20) for _ in range(5)] == drawn
    assert [again.pick("a", 2**20) for _ in range(5)] == drawn
    assert type(twin) is type(again) is type(luck)


def chi_square(counts: Counter[object], kinds: int) -> float:
    expected = counts.total() / kinds
    return sum((counts[kind] - expected) ** 2 / expected for kind in counts) + (kinds - len(counts)) * expected


@pytest.mark.parametrize("make", [lambda: Luck(5), lambda: FairLuck(seed_bytes(5))], ids=["fast", "fair"])
@pytest.mark.parametrize("n", [2, 3, 6, 24])
def test_picks_are_equally_likely(make: Callable[[], Luck], n: int) -> None:
    """Chi-square of 12,000 picks: below the 1-in-10,000 bound for 23 degrees of freedom; the seed is fixed."""
    luck = make()
    counts: Counter[object] = Counter(luck.pick("x", n) for _ in range(12_000))

    assert set(counts) == set(range(n))
    assert chi_square(counts, n) < 57


@pytest.mark.parametrize("make", [lambda: Luck(6), lambda: FairLuck(seed_bytes(6))], ids=["fast", "fair"])
def test_all_orders_are_equally_likely(make: Callable[[], Luck]) -> None:
    """Chi-square of 6,000 shuffles of four: 23 degrees of freedom."""
    luck = make()
    counts: Counter[object] = Counter()
    for _ in range(6_000):
        items = [0, 1, 2, 3]
        luck.shuffle("x", items)
        counts[tuple(items)] += 1

    assert set(counts) == set(permutations(range(4)))
    assert chi_square(counts, 24) < 57


def test_neighbouring_small_seeds_differ_at_once() -> None:
    first: Counter[object] = Counter(Luck(seed).below(8) for seed in range(4_000))

    assert chi_square(first, 8) < 33


# -- Seeds -------------------------------------------------------------------------------------------------------------


def test_a_number_counts_as_its_bytes() -> None:
    assert seed_bytes(7) == bytes(31) + b"\x07"
    assert seed_bytes(SEED) == SEED
    assert seed_bytes(2**256 - 1) == b"\xff" * 32


@pytest.mark.parametrize("seed", [-1, 2**256])
def test_a_number_that_does_not_fit_is_refused(seed: int) -> None:
    with pytest.raises(SpyhouseError, match=f"The seed {seed} does not fit 32 bytes"):
        seed_bytes(seed)


def test_a_seed_of_another_length_is_refused() -> None:
    with pytest.raises(SpyhouseError, match="A seed has 32 bytes, this one has 5"):
        seed_bytes(b"short")
    with pytest.raises(SpyhouseError, match="A seed has 32 bytes, this one has 33"):
        FairLuck(SEED + b"x")


# -- Scripted luck -----------------------------------------------------------------------------------------------------


def test_a_script_says_what_comes() -> None:
    """Per stream a queue; other streams in between do not matter."""
    luck = ScriptedLuck([("die", [3]), ("die", [0])])
    luck.foretell("coin", [1])

    assert luck.pick("coin", 2) == 1
    assert luck.pick("die", 6) == 3
    assert luck.pick("die", 6) == 0


def test_a_script_may_give_the_beginning_of_an_order() -> None:
    """What it does not name follows in the order given; equal items are counted."""
    items = [1, 1, 2, 3, 3]
    ScriptedLuck([("deck", [3, 1])]).shuffle("deck", items)

    assert items == [3, 1, 1, 2, 3]


def test_a_script_that_has_run_out_is_named() -> None:
    with pytest.raises(SpyhouseError, match="Nothing is written about what 'die' brings next"):
        ScriptedLuck().pick("die", 6)


@pytest.mark.parametrize("result", [[], [1, 2], [6], [-1]])
def test_a_script_cannot_bring_what_is_not_there(result: list[int]) -> None:
    with pytest.raises(SpyhouseError, match="'die' brings one number from 0 to 5"):
        ScriptedLuck([("die", result)]).pick("die", 6)


def test_a_script_cannot_order_what_is_not_there() -> None:
    items = [1, 2]
    with pytest.raises(SpyhouseError, match=r"'deck' cannot bring 1 there: .* or not that often"):
        ScriptedLuck([("deck", [1, 1])]).shuffle("deck", items)
    assert items == [1, 2]


def test_a_script_is_cloned_and_pickled_with_what_is_left() -> None:
    luck = ScriptedLuck([("die", [3]), ("die", [4])])
    luck.pick("die", 6)

    for twin in (luck.clone(), pickle.loads(pickle.dumps(luck))):
        assert twin.pick("die", 6) == 4
    assert luck.pick("die", 6) == 4
