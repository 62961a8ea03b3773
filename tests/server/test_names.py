"""What guests are called: by the house until they name themselves, by their name everywhere from then on."""

from __future__ import annotations

from pathlib import Path

import pytest

from spyhouse.server.covers import FIRST, RECENT, SECOND, CoverNames
from spyhouse.server.names import MAX_NAME
from tests.server.house import OpenHouse
from tests.server.test_table import in_a_house


def test_cover_names_that_follow_each_other_share_no_word() -> None:
    covers = CoverNames()
    names = [covers.next() for _ in range(RECENT)]
    words = [word for name in names for word in name.split()]
    assert len(words) == len(set(words)) == 2 * RECENT
    assert max(map(len, names)) <= MAX_NAME
    for _ in range(1000):
        covers.next()


@pytest.mark.parametrize("words", [FIRST, SECOND], ids=["first", "second"])
def test_the_lists_are_long_and_their_words_differ_in_more_than_a_letter(words: tuple[str, ...]) -> None:
    assert len(words) == len(set(words)) >= 120
    assert all(word.isascii() and word.isalpha() and word.istitle() for word in words)


def test_a_new_name_is_seen_in_the_lobby_at_the_table_and_in_the_record(tmp_path: Path) -> None:
    async def play(house: OpenHouse) -> None:
        ada, bob = await house.visitor(), await house.visitor()
        id = await ada.lay(game="second")
        async with ada.at(id) as host, bob.at(id) as friend:
            await bob.client.post("/api/me", json={"name": "Bob"})
            await friend.send(type="sit", seat=1)  # under the new name, though the line is older
            await friend.settle()
            assert friend.table["seats"][1]["name"] == "Bob"
            await ada.client.post("/api/me", json={"name": "Ada"})
            await friend.settle()
            assert friend.table["seats"][0]["name"] == "Ada"
            await host.send(type="start")
            await host.hear_until("table", phase="commit")
            await bob.client.post("/api/me", json={"name": "Robert"})
            await friend.settle()
            assert friend.table["seats"][1]["name"] == "Robert"
            table = await house.table(id)
            assert [seat.players() for seat in table.plan.seats] == ["Ada", "Robert"]

    in_a_house(tmp_path, play)
