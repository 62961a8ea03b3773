"""What a table tells, made once for all who may know the same: a move costs each onlooker one frame and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import count

import msgspec

from spyhouse.server import wire

Shared = wire.TableNews | wire.ViewNews
NO_NUMBER = b'"n":0}'  # how a frame ends before the receiver's own number is in it
_serials = count(1)


class Told:
    """News for several receivers. What each of them lacks is encoded once, however many come from the same earlier news."""

    def __init__(self, news: Shared) -> None:
        self.about = news.seat if isinstance(news, wire.ViewNews) else None  # a seat's view, or the table
        self.content = wire.write(news)
        self._news = news
        self._serial = next(_serials)
        self._after: dict[int, bytes] = {}  # serial of the news that the receiver has, or 0 for none -> what it lacks

    def frame(self, number: int, known: Told | None) -> bytes:
        """The frame with that number, for a receiver who knows this already."""
        serial = known._serial if known is not None else 0
        lacking = self._after.get(serial)
        if lacking is None:
            lacking = self._after[serial] = wire.write(self._cut_log(known)) if known is not None else self.content
        return numbered(lacking, number)

    def _cut_log(self, known: Told) -> Shared:
        """Leaves out the lines of the log that the receiver has; after an undo the log may have lost some."""
        news, before = self._news, known._news
        if not isinstance(news, wire.ViewNews) or not isinstance(before, wire.ViewNews):
            return news
        same = 0
        while same < min(len(before.facts), len(news.facts)) and before.facts[same] == news.facts[same]:
            same += 1
        return msgspec.structs.replace(news, facts=news.facts[same:], facts_from=same)


def numbered(frame: bytes, number: int) -> bytes:
    """A frame that was written without a number, with one."""
    assert frame.endswith(NO_NUMBER)
    return b"%b%d}" % (frame[:-2], number)


class Bulletin:
    """The newest news of a table under each key. What is the same again stays the same object, and nobody hears it twice."""

    def __init__(self) -> None:
        self._told: dict[Hashable, Told] = {}
        self._marks: dict[Hashable, Hashable] = {}

    def told(self, key: Hashable, mark: Hashable, build: Callable[[], Shared]) -> Told:
        """The news under this key; as long as its mark is the same, they are not even built."""
        if key not in self._told or self._marks[key] != mark:
            self.put(key, build())
            self._marks[key] = mark
        return self._told[key]

    def put(self, key: Hashable, news: Shared) -> Told:
        fresh, old = Told(news), self._told.get(key)
        if old is None or old.content != fresh.content:
            self._told[key] = fresh
        return self._told[key]
