"""Action numbers, notation, structured moves, whole turns and chance of Spy Connection [part 4]."""

from __future__ import annotations

from typing import cast

import pytest

import spyhouse
from spyhouse.rules.connection import actions, engine, story
from spyhouse.rules.connection.engine import State
from spyhouse.rules.kit.contract import CLOCK
from spyhouse.rules.kit.errors import BadNotation, IllegalMove
from tests.rules.connection.builders import ROOM, TRI, actor, leave, mission, play, player, spy, table

PARALLEL: dict[str, object] = TRI | {
    "id": "twin",
    "links": [
        {"id": "ab", "a": "A", "spaces": ["s"], "b": "B"},
        {"id": "ab2", "a": "A", "spaces": ["t"], "b": "B"},
        {"id": "bc", "a": "B", "spaces": ["u"], "b": "C"},
    ],
}


def test_the_house_map_has_126_actions_in_the_order_of_the_document() -> None:
    """[4.2] T 0, O 41, D 77, A 80, M 84, C 96, P 116, E 119, X 120, S 121."""
    space = ROOM.actions()
    setting = cast(State, ROOM.start(2, seed=1)).setting

    assert space.size == 126
    bases = [setting.take_back, setting.uncover, setting.discard, setting.accept, setting.move, setting.connect, setting.cover, setting.end]
    assert bases == [0, 41, 77, 80, 84, 96, 116, 119]
    assert (setting.passing, setting.pick) == (120, 121)
    assert [space.names[base] for base in (0, 41, 77, 80, 84, 96, 116, 119, 120, 121)] == [
        *("T:channel", "O:a:LON", "D:a", "A:1", "M:LON", "C:lonpar", "P:a", "E", "X", "S:s1")
    ]
    assert space.names[41 + 12 * 2 + 3] == "O:c:BER"
    assert len(set(space.names)) == 126


def test_numbers_derive_from_the_content() -> None:
    """[4.2] tri: 1 + 9 + 3 + 4 + 3 + 3 + 3 + 1 + 1 + 3."""
    assert ROOM.actions({"content": TRI}).size == 31


def test_every_name_is_read_back() -> None:
    """[4.1] all 126, legal or not."""
    state = table(player())

    for action, name in enumerate(ROOM.actions().names):
        assert ROOM.parse(state, 0, name) == action
        assert ROOM.text(state, 0, action) == name
        assert ROOM.number(state, 0, ROOM.describe(state, 0, action)) == action


def test_a_city_may_stand_for_the_only_link_to_it() -> None:
    """[4.1] the log has the link."""
    state = table(player(spy="PAR"))
    assert ROOM.text(state, 0, ROOM.parse(state, 0, "C:MAD")) == "C:parmad"
    for city in ("MOS", "PAR"):
        with pytest.raises(BadNotation, match=f"No link joins {city} and the city of your spy"):
            ROOM.parse(state, 0, f"C:{city}")
    twin = table(player(spy="A"), player(spy="C"), display="p1", deck=None, content=PARALLEL)
    with pytest.raises(BadNotation, match=r"Several links lead to B\. Name one: C:ab, C:ab2\."):
        ROOM.parse(twin, 0, "C:B")


@pytest.mark.parametrize("text", ["", "T", "T:nowhere", "O:a", "O:d:LON", "A:5", "A:0", "C:atlantis", "e", "P:a E", "vacate 1"])
def test_nonsense_is_no_move(text: str) -> None:
    """[4.1] the error shows the forms."""
    with pytest.raises(BadNotation, match=r"is no move of Spy Connection here\. Write T:<space>"):
        ROOM.parse(table(player()), 0, text)


def test_moves_are_described_with_what_they_cost_and_bring() -> None:
    """[4.1] in the ids of the content."""
    state = table(player(spy="PAR", board="parmad1:2", a="m08 LON", b="m24 +2"), player(spy="PAR", board="parmad2"))

    def told(text: str) -> dict[str, object]:
        return ROOM.describe(state, 0, ROOM.parse(state, 0, text))

    assert told("T:parmad1") == {"kind": "take_back", "space": "parmad1", "agents": 2, "final": False}
    assert told("T:parmad2") == {"kind": "take_back", "space": "parmad2", "agents": 0}
    assert told("O:a:LON") == {"kind": "uncover", "slot": "a", "city": "LON", "card": "m08", "final": False}
    assert told("D:b") == {"kind": "discard", "slot": "b", "card": "m24", "agents": 2, "final": False}
    assert told("D:c") == {"kind": "discard", "slot": "c", "card": None, "agents": 0}
    assert told("A:3") == {"kind": "accept", "place": 3, "card": "m24", "vp": 5, "extra": False, "price": 2, "final": True}
    assert told("M:MAD") == {"kind": "move", "city": "MAD"}
    assert told("C:parmad") == {"kind": "connect", "link": "parmad", "from": "PAR", "city": "MAD", "price": 2, "final": False}
    assert told("C:lonpar") == {"kind": "connect", "link": "lonpar", "from": "PAR", "city": "LON", "price": 2, "final": False}
    assert told("P:b") == {"kind": "cover", "slot": "b", "card": "m24", "city": "PAR"}
    assert told("E") == {"kind": "end", "of": "move"}
    assert told("X") == {"kind": "pass"}
    assert told("S:s2") == {"kind": "pick", "card": "s2"}
    play(state, "A:1")
    assert told("E") == {"kind": "end", "of": "turn", "final": True}
    assert table(player(), display="").setting.accept == 80
    assert ROOM.describe(table(player(), display=""), 0, 80)["card"] is None
    draft = cast(State, ROOM.start(2, seed=1, options={"start": "draft"}))
    assert ROOM.describe(draft, actor(draft), 116)["city"] is None


def test_the_clock_has_words_of_its_own() -> None:
    """[C47] vacate and nothing else."""
    state = cast(State, ROOM.start(3, seed=1, options={"vacant": "skip"}))

    assert ROOM.text(state, CLOCK, 2) == "vacate 2"
    assert ROOM.parse(state, CLOCK, "vacate 2") == 2
    assert ROOM.describe(state, CLOCK, 2) == {"kind": "vacate", "seat": 2, "final": True}
    assert ROOM.number(state, CLOCK, {"kind": "vacate", "seat": 2}) == 2
    with pytest.raises(BadNotation, match="nothing the clock does"):
        ROOM.parse(state, CLOCK, "E")


def test_a_bad_structured_move_is_refused() -> None:
    """What is missing is named."""
    state = table(player())
    with pytest.raises(BadNotation, match="'space' is missing"):
        ROOM.number(state, 0, {"kind": "take_back"})
    with pytest.raises(BadNotation, match="'fly' is no kind of move"):
        ROOM.number(state, 0, {"kind": "fly"})


# -- Whole turns -----------------------------------------------------------------------------------------------------------


def test_a_whole_turn_can_be_written_in_one_line() -> None:
    """[4.1] M, T, C, P, P, E."""
    state = table(player(spy="LON", board="channel lonpar2 lonber2", a="m08 LON", b="m24"))

    moves = actions.parse_turn(state, 0, "M:PAR T:lonber2 C:MAD P:a P:b")

    assert [ROOM.text(state, 0, move) for move in moves] == ["M:PAR", "T:lonber2", "C:parmad", "P:a", "P:b"]
    assert spy(state) == "LON"  # only tried
    for move in moves:
        state.apply(0, move)
    assert (mission(state, "a"), mission(state, "b")) == ("", "m24 MAD")
    with pytest.raises(IllegalMove):
        actions.parse_turn(state, 0, "A:1")


def test_a_game_is_written_down_turn_by_turn() -> None:
    """[4.1] picks, turns, an event of the clock, an unfinished turn."""
    script = [("seat", [0]), ("deck", list(range(43))), ("starts", [0, 1, 2])]
    options = {"start": "draft", "vacant": "skip", "pass": "always", "house_rules": True}
    state = cast(State, ROOM.start(3, luck=spyhouse.ScriptedLuck([(a, list(b)) for a, b in script]), options=options, story=True))
    play(state, "S:s3 S:s2 C:lonpar O:a:LON T:channel T:lonpar2 D:a E X E A:1 P:b")
    leave(state, 0)
    play(state, "E")

    assert ROOM.lines(state) == [
        "2 S:s3",
        "1 S:s2",
        "0 gets s1",
        "1. 0 C:lonpar O:a:LON T:channel T:lonpar2 D:a E",
        "2. 1 X E",
        "3. 2 A:1 P:b E",
        "vacate 0",
        "4. 1",
    ]
    assert ROOM.lines(table(player()).clone()) == []
    moved = table(player(spy="PAR", board="parmad1 parmad2"))
    moved.begin_turn(0, 0)
    assert ROOM.lines(play(moved, "M:MAD E E")) == ["1. 0 M:MAD E E", "2. 1"]


# -- Chance ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fact", "text", "script"),
    [
        (story.StartSeat(2), "seat 2", [("seat", [2])]),
        (story.Deck((30, 6, 0)), "deck 31 7 1", [("deck", [30, 6, 0])]),
        (story.Starts((2, 0)), "starts 3 1", [("starts", [2, 0])]),
        (story.Shuffle((9, 3)), "shuffle 10 4", [("deck", [9, 3])]),
    ],
)
def test_chance_is_written_with_places_in_the_file(fact: tuple[object, ...], text: str, script: list[tuple[str, list[int]]]) -> None:
    """[part 3] and read back as a script."""
    assert ROOM.chance_text(fact) == text
    assert ROOM.chance_script(text) == script


def test_other_facts_are_no_chance() -> None:
    """Nor is other text."""
    assert ROOM.chance_text(story.Move(0, "LON")) is None
    for text in ("deck", "deck 0", "seat x", "dice 4"):
        with pytest.raises(BadNotation, match="is nothing that chance decides"):
            ROOM.chance_script(text)


def test_a_reshuffle_is_in_the_record_and_replays() -> None:
    """[C46] from the chance lines alone."""
    match = spyhouse.Match(ROOM, seats=2, seed=3, options={"max_turns": 60})
    luck = spyhouse.Luck(3)
    while owing := match.state.to_act():
        seat = owing[0]
        words = [ROOM.text(match.state, seat, move) for move in match.state.legal(seat)]
        accepts = [word for word in words if word[0] in "AD"]
        word = (accepts or words)[luck.below(len(accepts or words))] if cast(State, match.state).phase == engine.MAIN else "E"
        match.play_text(seat, word)
    record = match.record()

    assert any(line.text.startswith("shuffle ") for line in record.log)
    assert spyhouse.replay(record).numbers() == match.state.numbers()
