"""The registry and what a Game answers to wrong questions."""

from __future__ import annotations

import json
import pickle
from zlib import crc32

import pytest

import spyhouse
from spyhouse import SPECTATOR, BadOption, BadPosition, BadView, SpyhouseError
from spyhouse.rules.kit import registry
from spyhouse.rules.kit.contract import pack
from tests.house import toy_at_home

SECOND = spyhouse.game("second")


def sealed(label: object, numbers: list[int]) -> bytes:
    """Bytes with a checksum that fits, whatever they say."""
    text = json.dumps(label).encode()
    body = len(text).to_bytes(2, "big") + text + pack(numbers)
    return body + crc32(body).to_bytes(4, "big")


# -- The registry ------------------------------------------------------------------------------------------------------


def test_games_are_found_by_their_folders() -> None:
    assert "second" in spyhouse.games()
    assert "kit" not in spyhouse.games()
    assert spyhouse.games() == sorted(spyhouse.games())


def test_every_game_is_its_folder() -> None:
    for slug in spyhouse.games():
        game = spyhouse.game(slug)
        assert game.slug == slug
        assert repr(game) == f"<Game {slug}: {game.title}>"
        assert spyhouse.game(slug) is game


def test_an_unknown_game_is_named_with_those_there_are() -> None:
    with pytest.raises(SpyhouseError, match=r"There is no game 'chess'\. Possible: .*second"):
        spyhouse.game("chess")


def test_a_game_from_elsewhere_can_be_adopted() -> None:
    """It is found like any other, and a new adoption is noticed."""
    assert "toy" in spyhouse.games()
    assert spyhouse.game("toy").title == "Dead Drop"

    registry._folders.pop("toy")
    registry.game.cache_clear()
    assert "toy" not in spyhouse.games()
    with toy_at_home():
        assert spyhouse.game("toy").title == "Dead Drop"
    spyhouse.adopt("toy", "tests.toy")


# -- Terms -------------------------------------------------------------------------------------------------------------


def test_seats_and_options_are_checked_before_anything_starts() -> None:
    with pytest.raises(BadOption, match="not for 5 seats"):
        SECOND.start(seats=5, seed=1)
    with pytest.raises(BadOption, match="'da_slots' cannot be"):
        SECOND.start(seed=1, options={"da_slots": {1, 2}})


def test_equal_terms_share_their_setting() -> None:
    one, other = SECOND.start(seed=1, options={"cold_war": True}), SECOND.start(seed=2, options={"cold_war": "yes"})

    assert one.label() == other.label()
    assert SECOND.setting(SECOND.terms(options={"cold_war": True})) is SECOND.setting(SECOND.terms(options={"cold_war": True}))


def test_a_match_with_other_pieces_is_not_read() -> None:
    """The label carries the hash of the content: other cards, boards or decks are another match."""
    state = SECOND.start(seed=1)
    label = json.loads(state.label())
    label["content"] = "0123456789abcdef"

    with pytest.raises(SpyhouseError, match=r"uses other pieces \(0123456789abcdef\) than are installed"):
        SECOND.state(json.dumps(label).encode(), state.numbers(), None)


# -- Views from bytes --------------------------------------------------------------------------------------------------


def test_cut_bytes_are_no_view() -> None:
    data = bytes(SECOND.start(seed=1).view(0))

    for size in range(len(data)):
        with pytest.raises(BadView, match="cut or changed"):
            SECOND.view(data[:size])
    with pytest.raises(BadView, match="cut or changed"):
        SECOND.view(data + b"\0")


def test_changed_bytes_are_no_view() -> None:
    data = bytes(SECOND.start(seed=1).view(0))

    for place in range(len(data)):
        for change in (1, 128):
            changed = bytearray(data)
            changed[place] ^= change
            with pytest.raises(BadView, match="cut or changed"):
                SECOND.view(bytes(changed))
            with pytest.raises(BadView, match="cut or changed"):
                registry.read_view(bytes(changed))


def test_a_view_of_another_game_is_named() -> None:
    data = bytes(spyhouse.game("toy").start(seed=1).view(SPECTATOR))

    with pytest.raises(BadView, match="a view of 'toy', not of 'second'"):
        SECOND.view(data)
    assert bytes(registry.read_view(data)) == data


def test_a_view_that_another_version_wrote_is_no_view() -> None:
    label = json.loads(SECOND.start(seed=1).label())

    for data in (sealed(label, [0, 0, 1, 2, 3]), sealed(label, []), sealed([], [0, 0]), sealed({"game": "second"}, [0, 0])):
        with pytest.raises(BadView, match="another version"):
            SECOND.view(data)
    with pytest.raises(BadOption, match="has no option 'gone'"):
        SECOND.view(sealed(label | {"options": {"gone": True}}, [0, 0]))


def test_views_are_pickled_as_their_bytes() -> None:
    for slug in ("second", "toy"):
        view = spyhouse.game(slug).start(seed=3).view(1)
        again = pickle.loads(pickle.dumps(view))
        assert again == view
        assert hash(again) == hash(view)
        assert again.legal() == view.legal()


# -- Positions ---------------------------------------------------------------------------------------------------------


def test_a_game_without_position_strings_says_so() -> None:
    toy = spyhouse.game("toy")

    with pytest.raises(BadPosition, match=r"Dead Drop has no position strings\. Use a record instead\."):
        toy.position("anything")
    with pytest.raises(BadPosition, match="Dead Drop has no position strings"):
        toy.position_text(toy.start(seed=1))
