"""All chance in one place: two draws, `pick` and `shuffle`, from three sources.

`Luck` is fast and serves search, samples and tests. `FairLuck` serves real tables: each draw comes from
SHA-256(seed, stream, counter), so that anyone with the seed can re-do it, and nobody can infer later draws from
earlier ones. `ScriptedLuck` says what a test or a record says.

A *stream* names what is drawn ("tokens", "dice"). Fair streams are independent of each other, so that an option which
draws less from one leaves the others as they were.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from mypy_extensions import i64, mypyc_attr

from spyhouse.rules.kit.errors import SpyhouseError

# Final: compiled code has them in place instead of looking them up for every draw.
MULTIPLIER: Final[i64] = 6364136223846793005
INCREMENT: Final[i64] = 1442695040888963407
MASK63: Final[i64] = 0x7FFF_FFFF_FFFF_FFFF
SEED_BYTES = 32


@mypyc_attr(allow_interpreted_subclasses=True)
class Luck:
    """Fast luck from a small number; every stream is the same generator."""

    def __init__(self, seed: int = 0) -> None:
        start: i64 = seed & 0x3FFF_FFFF_FFFF_FFFF
        self.word: i64 = (start * MULTIPLIER + INCREMENT) & MASK63
        self.below(2)  # neighbouring seeds differ only in low bits until the first step

    def below(self, n: int) -> int:
        """A number from 0 to n - 1; the bias of n / 2**32 is far below what search can notice."""
        word: i64 = (self.word * MULTIPLIER + INCREMENT) & MASK63
        self.word = word
        mixed: i64 = ((word ^ (word >> 22)) >> 25) & 0xFFFF_FFFF
        return int((mixed * n) >> 32)

    def pick(self, stream: str, n: int) -> int:
        """A number from 0 to n - 1, each equally likely."""
        return self.below(n)

    def shuffle(self, stream: str, items: list[int]) -> None:
        """Puts the items into random order, in place (Fisher-Yates from the end)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.pick(stream, last + 1)
            items[last], items[other] = items[other], items[last]

    def clone(self) -> Luck:
        """The same luck from here on, independent of this one."""
        twin = Luck(0)
        twin.word = self.word
        return twin

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return _luck_at, (int(self.word),)


def _luck_at(word: int) -> Luck:
    luck = Luck(0)
    luck.word = word
    return luck


class FairLuck(Luck):
    """Luck that anyone can re-do from the seed.

    Word i of a stream is the first 8 bytes, big-endian, of SHA-256(seed + stream in UTF-8 + byte 0 + i as 8 bytes
    big-endian), i from 0. `pick(stream, n)` takes the next word w of that stream; if w >= 2**64 - (2**64 mod n) it is
    thrown away and the next one taken, so that all results are equally likely; the result is w mod n.

    Test vector: with the seed 00 01 02 .. 1f (hex) the stream "tokens" begins with the words 6273785BED4F8C32,
    3998E64F1FA169C9, EDA5D61564907BBE (hex), so that its first pick of 100 is 50.
    """

    def __init__(self, seed: bytes, counters: dict[str, int] | None = None) -> None:
        super().__init__(0)
        if len(seed) != SEED_BYTES:
            raise SpyhouseError(f"A seed has {SEED_BYTES} bytes, this one has {len(seed)}. Give an int or {SEED_BYTES} bytes.")
        self.seed = seed
        self.counters: dict[str, int] = dict(counters) if counters else {}

    def next_word(self, stream: str) -> int:
        count = self.counters.get(stream, 0)
        self.counters[stream] = count + 1
        digest = sha256(self.seed + stream.encode() + b"\0" + count.to_bytes(8, "big")).digest()
        return int.from_bytes(digest[:8], "big")

    def pick(self, stream: str, n: int) -> int:
        limit = 2**64 - 2**64 % n
        word = self.next_word(stream)
        while word >= limit:
            word = self.next_word(stream)
        return word % n

    def clone(self) -> Luck:
        return FairLuck(self.seed, self.counters)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return FairLuck, (self.seed, self.counters)


class ScriptedLuck(Luck):
    """Luck that says what it is told: per stream a queue of results.

    The result of a `pick` is a list of one number. The result of a `shuffle` is the order of the items, or its
    beginning: what it does not name follows in the order given.
    """

    def __init__(self, script: list[tuple[str, list[int]]] | None = None) -> None:
        super().__init__(0)
        self.script: list[tuple[str, list[int]]] = list(script) if script else []

    def foretell(self, stream: str, result: list[int]) -> None:
        """Adds what comes next from that stream."""
        self.script.append((stream, result))

    def take(self, stream: str) -> list[int]:
        for at in range(len(self.script)):
            if self.script[at][0] == stream:
                return self.script.pop(at)[1]
        raise SpyhouseError(f"Nothing is written about what '{stream}' brings next.")

    def pick(self, stream: str, n: int) -> int:
        result = self.take(stream)
        if len(result) != 1 or not 0 <= result[0] < n:
            raise SpyhouseError(f"'{stream}' brings one number from 0 to {n - 1}, not {result}.")
        return result[0]

    def shuffle(self, stream: str, items: list[int]) -> None:
        rest = list(items)
        order = self.take(stream)
        for item in order:
            if item not in rest:
                raise SpyhouseError(f"'{stream}' cannot bring {item} there: it is not among {items}, or not that often.")
            rest.remove(item)
        items[:] = order + rest

    def clone(self) -> Luck:
        return ScriptedLuck(self.script)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return ScriptedLuck, (self.script,)


def seed_bytes(seed: int | bytes) -> bytes:
    """The 32 bytes of a seed; an int counts as its big-endian bytes."""
    if isinstance(seed, bytes):
        if len(seed) != SEED_BYTES:
            raise SpyhouseError(f"A seed has {SEED_BYTES} bytes, this one has {len(seed)}. Give an int or {SEED_BYTES} bytes.")
        return seed
    if not 0 <= seed < 2**256:
        raise SpyhouseError(f"The seed {seed} does not fit {SEED_BYTES} bytes. Give an int from 0 to 2**256 - 1.")
    return seed.to_bytes(SEED_BYTES, "big")
