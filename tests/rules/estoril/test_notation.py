"""Moves in words and numbers, refusals, chance, and the written game [part 4]."""

from __future__ import annotations

from typing import Any

import pytest

from spyhouse import BadNotation, IllegalMove, Match, ScriptedLuck, SpyhouseError, replay, verify
from spyhouse.rules.estoril import engine, story
from spyhouse.rules.estoril.engine import OVER
from spyhouse.rules.kit.luck import Luck
from tests.rules.estoril.build import (
    BLUE,
    CITY,
    GREEN,
    RED,
    ROOM,
    city,
    legal,
    place,
    play,
    play_defaults,
    play_random,
    resolve,
    space,
    stand,
    start,
)


def refused(state: engine.State, move: str | int, seat: int = RED) -> IllegalMove:
    """Why a move is refused."""
    before = state.numbers()
    with pytest.raises(IllegalMove) as why:
        state.apply(seat, ROOM.parse(state, seat, move) if isinstance(move, str) else move)
    assert state.numbers() == before
    return why.value


def test_every_action_of_a_position_has_a_text_and_a_description_that_lead_back() -> None:
    """4.3: also those that are not legal, as far as they can be named."""
    states = [city(CITY), place(city("4r1 2 6 / 1 5 3"), "4.1"), tamariz(), play(tamariz(), "C3.1"), hells_mouth(), discarding()]
    for state in states:
        for seat in range(state.seats):
            for action in range(state.setting.actions):
                text = ROOM.text(state, seat, action)
                assert ROOM.parse(state, seat, text) == action, text
                assert ROOM.number(state, seat, ROOM.describe(state, seat, action)) == action
    names = ROOM.actions(seats=2).names
    assert len(set(names)) == len(names) == 334


def tamariz() -> engine.State:
    state = city(CITY)
    stand(state, "3.1", RED, abilities="ACNSD", flag="GB")
    stand(state, "3.2", GREEN, flag="GB")
    stand(state, "5.1", BLUE)
    return resolve(state, 3)


def hells_mouth() -> engine.State:
    state = city("4 2 6 / 1 5 7")
    stand(state, "7.1", BLUE, 4)
    stand(state, "7.2", RED)
    stand(state, "7.3", RED)
    return resolve(state, 7)


def discarding() -> engine.State:
    state = city(CITY)
    state.hand[RED] = sorted(state.hand[RED] + state.pile[:2])
    state.pile, state.pile_known = state.pile[2:], state.pile_known[2:]
    state.end_round()
    return state


@pytest.mark.parametrize("text", ["", "hello", "GB1@4", "rS1@44", "?4", "A3.1", "X", "N", "C3", "S2.2<5.2", "D3.1", "#@4.2", "X#2"])
def test_nonsense_is_no_move(text: str) -> None:
    """4.3: `#` and `X#` occur only in what others read."""
    if text == "N":
        assert ROOM.parse(city(CITY), RED, text) == 191
        return
    with pytest.raises(BadNotation, match="is no move of Estoril"):
        ROOM.parse(city(CITY), RED, text)


@pytest.mark.parametrize(
    ("text", "why"), [("rS1@9.1", "no board 9"), ("rS1@4.4", "no space 4"), ("ZZ1@4.2", "no tile ZZ1"), ("?9.R", "no board 9")]
)
def test_moves_with_pieces_that_are_not_there(text: str, why: str) -> None:
    """4.1: boards, spaces and tiles are named as they are."""
    with pytest.raises(BadNotation, match=why):
        ROOM.parse(city(CITY), RED, text)


@pytest.mark.parametrize("move", [{}, {"kind": "place"}, {"kind": "fly"}, {"kind": "assassin", "space": "3.1"}, {"kind": "discard"}])
def test_structured_moves_that_lack_something(move: dict[str, Any]) -> None:
    with pytest.raises(BadNotation):
        ROOM.number(tamariz(), RED, move)


def test_refusals_while_placing() -> None:
    """E4, E11, E14, E15, E17: each says what is in the way and what to do."""
    state = place(city(CITY), "4.3")
    assert refused(state, "gS1@4.3", GREEN).rule == "E4"
    assert refused(state, "gS1@8.1", GREEN).rule == "E11"
    assert refused(state, "gS1@2.1", GREEN).rule == "E17"
    assert refused(state, 334, GREEN).rule == "E15"
    assert refused(state, "?-", GREEN).rule == "E15"
    assert "green's decision" in refused(state, "rS2@3.1", RED).why
    assert refused(state, "gS1@3.1", -1).rule == "E15"
    state.hand[GREEN] = state.hand[GREEN][:3]
    assert "3 tiles" in refused(state, 5 * 25, GREEN).why


def test_refusals_while_peeking() -> None:
    """E24, E25."""
    state = city("4r1 2 6 / 1 5 3")
    stand(state, "4.2", RED)
    place(state, "4.1")
    assert "out of this symbol's range" in refused(state, "?6.R").why
    assert "your own" in refused(state, "?4.2").why
    assert "No face-down tile" in refused(state, "?4.3").why
    assert refused(state, "rS2@3.1").rule == "E24"
    assert "out of this symbol's range" in refused(state, "?8.R").why


def test_refusals_while_acting() -> None:
    """E30 to E38: from what the mover may know."""
    state = tamariz()
    assert refused(state, "rS1@3.3").rule == "E30"
    assert refused(state, "C3.1=").rule == "E30"
    assert refused(state, "C3.2").rule == "E30"
    assert refused(state, "A3.1x5.1").rule == "E34"
    assert "No Character stands there" in refused(state, "A3.1x3.3").why
    assert refused(state, 187).rule == "E34"
    assert refused(state, "H7.1").rule == "E47"
    assert refused(state, "S3.1<5.1>5.2").rule == "E37"
    assert refused(state, state.setting.do_seduction + space(state, "5.1") * 4 + 3).rule == "E37"
    state.pile, state.pile_known = [], []
    assert refused(state, "C3.1").rule == "E35"
    state.face_up[space(state, "3.2")] = 0
    state.reward_up = [0] * 6
    assert refused(state, "N3.1").rule == "E36"
    state.left = [1, 0, 0, 0, 0]
    for move in ("C3.1", "N3.1", "S3.1<5.1>3.3", "D3.1!3.1"):
        assert refused(state, move).rule == "E31"
    lonely = city(CITY, assassin_self=False)
    stand(lonely, "3.1", RED, abilities="AD")
    resolve(lonely, 3)
    assert "choose itself" in refused(lonely, "A3.1x3.1").why


def test_refusals_at_the_end() -> None:
    """E53, E56."""
    state = discarding()
    assert "no more than six" in refused(state, "X gS1", GREEN).why
    assert "no more than six" in refused(state, 322, 9).why
    assert "Surplus" in refused(state, "?-").why
    state.apply(RED, ROOM.parse(state, RED, "X rS5"))
    assert "order of the hand" in refused(state, "X rS1").why
    assert "not in your hand" in refused(state, "X gS1").why
    over = play_defaults(start(2))
    assert refused(over, 0).rule == "E56"
    assert over.legal(RED) == []


def test_what_is_played_for_the_absent() -> None:
    """The first tile on the first space, no peek, stop, keep, the fewest VP."""
    state = place(city("4r1 2 6 / 1 5 3"), "4.1")
    assert ROOM.text(state, RED, state.default(RED)) == "?-"
    assert state.default(GREEN) == -1
    state = tamariz()
    assert ROOM.text(state, RED, state.default(RED)) == "-3.1"
    assert ROOM.text(state, RED, play(state, "C3.1").default(RED)) == "C3.1="
    state = city("4 2 6 / 1 5 7")
    stand(state, "7.1", BLUE, 4)
    stand(state, "7.2", RED, vp=3)
    stand(state, "7.3", RED, vp=1)
    assert ROOM.text(resolve(state, 7), RED, state.default(RED)) == "H7.3"
    assert ROOM.text(city(CITY), RED, city(CITY).default(RED)) == "rS1@1.2"
    state = discarding()
    assert ROOM.text(state, RED, state.default(RED)) == "X rS1"  # worth nothing


def test_a_record_holds_from_its_text_alone() -> None:
    """4.2: with every variant, chance as written."""
    match = Match(
        ROOM, seats=4, seed=3, options={"variant_secret_missions": True, "variant_recruiting": True, "variant_second_place": True}
    )
    luck = Luck(3)
    while owing := match.state.to_act():
        moves = match.state.legal(owing[0])
        match.play(owing[0], moves[luck.below(len(moves))])
    record = match.record()
    assert verify(record).outcome == match.state.outcome()
    assert replay(record).numbers() == match.state.numbers()  # chance as written, without the seed
    kinds = {line.text.split()[0] for line in record.log if line.who == "*"}
    assert kinds == {"first", "missions", "hidden", "agenda", "pile", "boards", "reward", "dice"}


@pytest.mark.parametrize("text", ["", "first x", "missions", "pile", "boards 1r0", "dice 6.1 4", "hidden", "weather fine", "reward"])
def test_what_chance_does_not_say(text: str) -> None:
    with pytest.raises(BadNotation, match="nothing that chance decides"):
        ROOM.chance_script(text)


def test_chance_that_cannot_be() -> None:
    """A record with a tile that is not there is refused where it is drawn."""
    luck = ScriptedLuck(ROOM.chance_script("missions M99"))
    with pytest.raises(SpyhouseError, match="cannot bring"):
        ROOM.start(2, luck=luck)


def test_the_written_game_shows_everything_once_it_is_over() -> None:
    """4.3: secret placements and agendas are only read afterwards."""
    state = start(4, 6, variant_recruiting=True, variant_secret_missions=True)
    luck = Luck(6)
    while state.round == 1:
        seat = state.to_act()[0]
        moves = state.legal(seat)
        state.apply(seat, moves[luck.below(len(moves))])
    running = ROOM.lines(state)
    assert any("#@" in line for line in running)
    assert not any(line.startswith(("*agenda", "*pile", "*hidden")) for line in running)
    play_random(state, luck)
    over = ROOM.lines(state)
    assert state.phase == OVER
    assert not any("#@" in line for line in over)
    assert {"*agenda", "*pile", "*hidden", "*end", "*retrieve"} <= {line.split()[0] for line in over}
    assert ROOM.lines(state.clone()) == []


def test_texts_of_every_kind_occur_in_the_written_game() -> None:
    """4.2: every move of the table has its line."""
    marks = set()
    for seed in range(12):
        state = play_random(start(2, seed), Luck(seed))
        marks |= {line.split()[1][0] for line in ROOM.lines(state) if line[0] in "rgby"}
    assert {"?", "A", "C", "N", "S", "D", "-", "H", "X"} <= marks


def test_a_text_names_no_tile_that_the_reader_does_not_know() -> None:
    """4.4: on a view's table the slots of other hands have no names."""
    table = city(CITY).view(GREEN).table
    assert ROOM.text(table, RED, 3) == "hand1@2.1"
    assert ROOM.describe(table, RED, 322) == {"kind": "discard", "hand": 1}
    assert ROOM.text(table, -1, 3) == "hand1@2.1"
    assert legal(city(CITY))


def test_a_move_brings_what_a_person_chooses_by() -> None:
    """4.3: the printed tile, and the space in words; a tile that lies face down is not named."""
    state = city(CITY)
    placing = ROOM.describe(state, RED, ROOM.parse(state, RED, "rS2@4.1"))
    assert (placing["strength"], placing["vp"], placing["abilities"]) == (1, 1, ["seduction"])
    assert placing["at"] == {"board": 4, "numeral": "I", "owner": None, "tile": None}
    place(state, "4.3")
    peek = state.setting.do_peek + space(state, "4.3")
    assert ROOM.describe(state, GREEN, peek)["at"] == {"board": 4, "numeral": "III", "owner": RED, "tile": None}
    reward = ROOM.describe(state, GREEN, ROOM.parse(state, GREEN, "?4.R"))
    assert reward["at"] == {"board": 4, "reward": True}
    acting = tamariz()
    target = ROOM.describe(acting, RED, next(move for move in acting.legal(RED) if ROOM.text(acting, RED, move).startswith("A")))["at"]
    assert target["board"] == 3
    assert target["tile"] is not None


def test_a_muted_match_tells_nothing_and_goes_the_same_way() -> None:
    """`listening` off: no facts, the same numbers."""
    loud, quiet = start(4, 2, variant_recruiting=True), start(4, 2, variant_recruiting=True)
    quiet.mute()
    play_random(loud, Luck(2))
    play_random(quiet, Luck(2))
    assert loud.numbers() == quiet.numbers()
    assert quiet.story is None
    silent = engine.State(loud.setting, Luck(2), loud.city)
    silent.mute()
    silent.set_up()
    assert silent.traces == [0] * 5
    assert story.Round(1, 0) == (1, 0)
