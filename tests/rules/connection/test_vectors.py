"""The vectors CT1-CT30 of the rules document, part 6."""

from __future__ import annotations

import pytest

import spyhouse
from spyhouse.rules.connection import engine, story
from tests.rules.connection.builders import (
    ROOM,
    TRI,
    actor,
    board,
    cards,
    facts,
    legal,
    mission,
    network,
    play,
    player,
    price,
    refused,
    spy,
    table,
)

# -- The rulebook's examples [6.1] ---------------------------------------------------------------------------------------


def test_accepting_pays_the_slot_and_only_newer_cards_slide() -> None:
    """CT1: [C20-C23] m24 from slot 3 costs 2; m30 slides, m31 comes."""
    state = table(player(spy="LON", a="m08 LON"))
    assert state.supply[0] == 14

    play(state, "A:3")

    assert mission(state, "b") == "m24 +2"
    assert state.supply[0] == 12
    assert cards(state, state.display) == "m01 m14 m30 m31"
    assert refused(state, "T:channel").rule == "C15"  # assigned agents are no covered objectives and no board agents
    assert legal(state, "O") == {"O:a:LON"}


def test_connecting_pays_nothing_for_own_spaces_and_double_for_shared_ones() -> None:
    """CT2: [C9, C26, C27, C29] channel is Lisa's, lonpar2 is shared."""
    state = table(player(spy="LON", board="channel lonber2", a="m08 LON"), player(spy="PAR", board="lonpar2"))
    assert legal(state, "C") == {"C:lonpar", "C:lonber"}
    assert (price(state, "lonpar"), price(state, "lonber")) == (2, 1)
    before = state.supply[0]

    play(state, "C:lonpar")

    assert before - state.supply[0] == 2
    assert spy(state) == "PAR"
    assert board(state) == {"channel": 1, "lonber2": 1, "lonpar2": 2}
    assert network(state) == {"LON", "PAR"}


def test_connecting_from_nothing_pays_every_space() -> None:
    """CT2b: [C27] as CT2 with an empty board."""
    state = table(player(spy="LON", a="m08 LON"), player(spy="PAR", board="lonpar2"))

    assert (price(state, "lonpar"), price(state, "lonber")) == (3, 3)


def test_taking_back_must_not_cut_off_the_rest() -> None:
    """CT3: [C13, C15, C16] lonber2 hangs on channel, channel on lonpar2."""
    state = table(player(spy="PAR", board="channel lonber2 lonpar2:2", a="m08 LON"), player(spy="PAR", board="lonpar2"))
    assert legal(state, "T") == {"T:lonber2"}
    assert refused(state, "T:channel").why == "Without channel your spy would be cut off from lonber2."
    assert refused(state, "T:lonpar2").why == "Without lonpar2 your spy would be cut off from channel, lonber2."

    play(state, "T:lonber2")

    assert network(state) == {"LON", "PAR"}
    assert state.link_price(1, 0) == 2  # channel still makes the other one pay double; lonpar2 is his own
    assert legal(state, "T") == {"T:channel"}


def test_a_link_that_is_too_dear_can_be_paid_after_taking_back() -> None:
    """CT4: [C21, C28] one agent short."""
    state = table(player(spy="PAR", board="parber1 channel lonpar2", a="m43 +2 BER HEL MAD VIE", b="m42 +2 ATH IST LON"))
    state.supply[0] = 1
    assert refused(state, "C:parmad").rule == "C28"

    play(state, "T:parber1")

    assert "C:parmad" in legal(state)


def test_only_the_city_where_a_move_ends_matters() -> None:
    """CT5: [C31, C32, C33] through Paris to London."""
    state = table(player(spy="MAD", board="channel lonpar2:2 parmad1 parmad2", a="m08"))

    play(state, "M:LON E P:a E")

    assert mission(state, "a") == "m08 LON"
    assert actor(state) == 1


def test_a_completed_mission_returns_its_agents_and_gives_an_extra_turn() -> None:
    """CT6: [C33, C35, C37, C38] m08 is complete, its agents cover m24."""
    state = table(player(spy="MAD", a="m08 LON", b="m24 +2"), objectives=True)
    state.supply[0] = 2

    play(state, "P:a")
    assert (state.supply[0], state.extra, mission(state, "a")) == (3, 1, "")
    play(state, "P:b")
    assert (state.supply[0], mission(state, "b")) == (2, "m24 +2 MAD")
    play(state, "E")

    assert actor(state) == 0
    assert state.phase == engine.MAIN
    assert state.score(0) == 2 + 1


def test_an_empty_supply_is_filled_by_taking_back_in_the_objectives_step() -> None:
    """CT7: [C34, C35] nothing at hand in Madrid."""
    state = table(player(spy="MAD", board="parmad2", a="m08 LON", b="m24 +2"), objectives=True)
    state.supply[0] = 0
    assert legal(state, "P") == set()
    assert refused(state, "P:a").rule == "C34"

    play(state, "T:parmad2 P:a P:b")

    assert (mission(state, "a"), mission(state, "b")) == ("", "m24 +2 MAD")


# -- Tricky cases [6.2] ----------------------------------------------------------------------------------------------------


def test_a_double_space_comes_back_whole_and_from_its_far_end() -> None:
    """CT8: [C13, C15] parmad2 would hang on Madrid only."""
    state = table(player(spy="PAR", board="parmad1:2 parmad2"))
    before = state.supply[0]
    assert legal(state, "T") == {"T:parmad2"}
    assert refused(state, "T:parmad1").rule == "C13"

    play(state, "T:parmad2 T:parmad1")

    assert state.supply[0] == before + 3
    assert board(state) == {}


def test_one_own_agent_suffices_whatever_others_have_there() -> None:
    """CT9: [C9, C27] parmad1 stays at one."""
    state = table(player(spy="PAR", board="parmad1"), player(spy="PAR", board="parmad1:2 parmad2:2"))
    assert price(state, "parmad") == 2

    play(state, "C:parmad")

    assert board(state) == {"parmad1": 1, "parmad2": 2}


def test_several_others_cost_no_more_than_one() -> None:
    """CT10: [C27] three other players, one with two agents."""
    others = [player(spy="WAW", board="berwaw1"), player(spy="WAW", board="berwaw1:2"), player(spy="BER", board="berwaw1")]

    assert price(table(player(spy="BER"), *others), "berwaw") == 2


def test_the_new_mission_can_be_covered_in_the_same_turn() -> None:
    """CT11: [C24] Berlin is on m05."""
    state = table(player(spy="BER"), display="m05 m14 m24 m30")

    play(state, "A:1 P:a E")

    assert mission(state, "a") == "m05 BER"
    assert actor(state) == 1


def test_three_open_missions_are_the_limit() -> None:
    """CT12: [C18, C20] discard first; the new card goes to the free slot."""
    state = table(player(spy="LON", a="m01", b="m02 +2", c="m03"), display="m05 m14 m24 m30")
    assert legal(state, "A") == set()
    assert refused(state, "A:4").rule == "C20"
    before = state.supply[0]

    play(state, "D:b")
    assert state.supply[0] == before + 2
    play(state, "A:4")

    assert mission(state, "b") == "m30 +2"
    assert cards(state, state.discards) == "m02"


def test_no_second_way_to_a_city_of_the_network() -> None:
    """CT13: [C11, C26] Vienna is reached over Warsaw."""
    state = table(player(spy="BER", board="berwaw1 viewaw1"))
    assert "C:bervie" not in legal(state)
    assert refused(state, "C:bervie").why == "VIE is in your network."

    play(state, "T:viewaw1")

    assert "C:bervie" in legal(state)


def test_a_ring_can_be_walked_on_with_no_agent_at_hand() -> None:
    """CT14: [C24-C28, C52] 14 agents, six assigned, eight on a ring."""
    ring = "berwaw1 wawmos1 wawmos2 helmos1 helmos2 stohel1 bersto1 bersto2"
    lisa = player(spy="BER", board=ring, a="m07 +2", b="m08 +2", c="m09 +2")
    state = table(lisa, agents=[14, 15])
    assert state.supply[0] == 0

    play(state, "M:MOS")
    assert legal(state, "A") == set()
    assert refused(state, "A:1").rule == "C24"
    play(state, "T:berwaw1 T:wawmos1")

    assert state.supply[0] == 2
    assert price(state, "wawmos") == 1
    assert legal(state, "C") == {"C:wawmos"}
    assert refused(state, "C:istmos").rule == "C28"


def test_cities_glue_spaces_together_without_the_spy() -> None:
    """CT15: [C13] two loose ends in Berlin."""
    state = table(player(spy="WAW", board="berwaw1 bervie1 parber2"))

    assert legal(state, "T") == {"T:bervie1", "T:parber2"}
    assert network(state) == {"WAW", "BER"}


def test_a_ring_can_be_cut_anywhere_and_then_only_at_its_ends() -> None:
    """CT16: [C13, C15] BER-WAW-VIE-BER."""
    state = table(player(spy="BER", board="berwaw1 viewaw1 bervie1 bervie2"))
    assert {"T:bervie1", "T:bervie2", "T:berwaw1"} <= legal(state)

    play(state, "T:bervie1")

    assert legal(state, "T") == {"T:bervie2"}


def test_two_symbols_give_two_extra_turns() -> None:
    """CT17: [C37-C39] m08 and m10 in one step."""
    state = table(player(spy="MAD", a="m08 LON", b="m10 VIE"), objectives=True)

    play(state, "P:a P:b E")
    assert (actor(state), state.extra) == (0, 1)
    play(state, "A:1 E")
    assert (actor(state), state.extra) == (0, 0)
    play(state, "A:1 E")

    assert actor(state) == 1


SIX = "m01 m02 m03 m04 m05 m06"


def test_the_trigger_takes_its_extra_turn_and_every_other_one_last_turn() -> None:
    """CT18: [C37, C38, C40, C41] seat 1 triggers with a symbol."""
    zero = player(spy="ATH", a="m07 MOS", done="m09 m10 m11 m12 m13 m14")
    state = table(zero, player(spy="MAD", a="m08 LON", done=SIX), player(spy="BER"), display="m16 m17 m18 m19", seat=1, objectives=True)

    play(state, "P:a")
    assert (state.trigger, state.left) == (1, 2)
    play(state, "E")
    assert actor(state) == 1
    play(state, "A:1 E")
    assert actor(state) == 2
    play(state, "A:1 E")
    assert actor(state) == 0
    play(state, "A:1 P:a")
    assert (state.trigger, state.left) == (1, 1)  # a seventh of its own changes nothing
    play(state, "E")  # its symbol still counts
    assert actor(state) == 0
    play(state, "A:1 E")

    outcome = state.outcome()
    assert outcome is not None
    assert outcome.reason == "trigger"


def test_a_game_without_a_listener_ends_the_same_way() -> None:
    state = table(player(spy="MAD", a="m08 LON", done=SIX), player(spy="BER"), display="m16 m17 m18 m19", objectives=True)
    state.mute()

    play(state, "P:a")

    assert (state.trigger, state.left, state.story) == (0, 1, None)


def test_open_missions_score_their_covered_objectives() -> None:
    """CT19: [C42] 2 + 8 + 3 + 1."""
    state = table(player(spy="LON", a="m43 BER HEL MAD", b="m24 +2 ATH", done="m08 m40"))

    assert state.score(0) == 14


def test_the_dark_side_is_free_for_whoever_has_no_open_mission() -> None:
    """CT20: [C50] and 1, 2, 3, 3 with one."""
    free = table(player(spy="LON"), side="dark")
    one = table(player(spy="LON", a="m08"), side="dark")

    assert [free.accept_price(0, place) for place in range(4)] == [0, 0, 0, 0]
    assert [one.accept_price(0, place) for place in range(4)] == [1, 2, 3, 3]
    play(one, "D:a")
    assert [one.accept_price(0, place) for place in range(4)] == [0, 0, 0, 0]
    play(one, "A:4")
    assert mission(one, "a") == "m30"


def test_an_empty_deck_is_made_of_the_discard_pile_and_then_the_display_dries_up() -> None:
    """CT21: [C46] m10 comes back once; slot prices stay with the slots."""
    state = table(player(spy="LON"), deck=None, discard="m10")

    play(state, "A:1")
    assert cards(state, state.display) == "m14 m24 m30 m10"
    assert state.discards == []
    play(state, "E A:1")

    assert cards(state, state.display) == "m24 m30 m10"
    assert [state.accept_price(0, place) for place in range(3)] == [0, 1, 2]
    play(state, "E")
    assert refused(state, "A:4").rule == "C20"


def test_covering_an_objective_is_optional() -> None:
    """CT22: [C33] the objective stays for a later visit."""
    state = table(player(spy="LON", a="m08"))

    play(state, "A:1 E")

    assert mission(state, "a") == "m08"
    play(state, "A:1 E A:1 P:a")
    assert mission(state, "a") == "m08 LON"


def test_an_objective_taken_back_needs_a_new_visit() -> None:
    """CT23: [C17] London is uncovered again."""
    state = table(player(spy="MAD", a="m08 LON"))

    play(state, "O:a:LON A:1 P:a")

    assert mission(state, "a") == "m08 MAD"
    assert state.completed[0] == 0


def test_the_agents_of_a_new_link_can_be_pulled_back_to_cover() -> None:
    """CT24: [C19] one agent walks from Vienna to Warsaw."""
    state = table(player(spy="VIE", a="m06"))
    state.supply[0] = 1

    play(state, "C:viewaw")
    assert state.supply[0] == 0
    play(state, "T:viewaw1 P:a")

    assert mission(state, "a") == "m06 WAW"
    assert network(state) == {"WAW"}


def test_a_tie_goes_to_the_later_seat_in_turn_order() -> None:
    """CT25: [C43] 20, 20, 18 and seat 2 began: turn order 2, 0, 1."""
    folk = [player(done="m39 m40 m18"), player(done="m43 m37 m22"), player(done="m38 m41 m20")]
    state = table(*folk, start_seat=2, seat=2)
    assert [state.score(seat) for seat in range(3)] == [20, 20, 18]

    state.end_game(engine.TRIGGERED)

    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == (1,)
    assert outcome.ranks == (2, 1, 3)


def test_the_draft_goes_backwards_and_the_start_player_gets_the_rest() -> None:
    """CT26: [C4, C5] four players, start seat 1: seats 0, 3, 2 pick."""
    script = [("seat", [1]), ("deck", []), ("starts", [4, 0, 2, 3])]
    state = ROOM.start(
        4, luck=spyhouse.ScriptedLuck([(stream, list(result)) for stream, result in script]), options={"start": "draft"}, story=True
    )
    assert isinstance(state, engine.State)
    assert legal(state) == {"S:s1", "S:s3", "S:s4", "S:s5"}
    assert (state.spy, state.supply) == ([engine.NOWHERE] * 4, [15] * 4)

    pickers = []
    for choice in ("S:s3", "S:s5", "S:s1"):
        pickers.append(actor(state))
        play(state, choice)

    assert pickers == [0, 3, 2]
    assert [mission(state, "a", seat) for seat in range(4)] == ["s3 HEL", "s4 MOS", "s1 LON", "s5 IST"]
    assert [spy(state, seat) for seat in range(4)] == ["HEL", "MOS", "LON", "IST"]
    assert (actor(state), state.supply) == (1, [14] * 4)


def test_a_junction_may_complete_further_links() -> None:
    """CT27: [C30] one agent on j joins all three cities."""
    state = table(player(spy="A"), player(spy="C"), display="p1", deck=None, content=TRI)

    assert price(state, "ab") == 1
    play(state, "C:ab")

    assert spy(state) == "B"
    assert network(state) == {"A", "B", "C"}


def test_seats_may_have_different_numbers_of_agents() -> None:
    """CT28: [C2, C52] 15 and 14."""
    state = ROOM.start(2, seed=3, options={"agents": [15, 14]})
    assert isinstance(state, engine.State)

    assert state.supply == [14, 13]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nobody_moves_on_the_first_turn(seats: int) -> None:
    """CT29: [C25] accept and connect only."""
    state = ROOM.start(seats, seed=4)
    assert isinstance(state, engine.State)

    for _ in range(seats):
        assert legal(state, "M") == set()
        assert legal(state, "A")
        assert legal(state, "C")
        play(state, "A:1 E")


def test_a_discarded_start_mission_goes_to_the_box() -> None:
    """CT30: [C7, C18] its agent returns, the spy stays."""
    state = table(player(spy="LON", a="s1 LON"))
    assert state.supply[0] == 14

    play(state, "D:a")

    assert (state.supply[0], state.discards, spy(state)) == (15, [], "LON")
    assert state.broken() == []
    assert facts(state, story.Discard) == [story.Discard(0, 0, "s1", 1, 1)]
