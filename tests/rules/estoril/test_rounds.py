"""Set-up, placing, peeking and the end of a round, rule by rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

import spyhouse
from spyhouse import EVERYONE, SPECTATOR, IllegalMove
from spyhouse.rules.estoril import engine, pieces, story
from spyhouse.rules.estoril.engine import DISCARDING, NO_TILE, NOBODY, OVER, PLACING
from spyhouse.rules.kit.luck import Luck
from tests.rules.estoril.build import (
    BLUE,
    CITY,
    GREEN,
    RED,
    ROOM,
    YELLOW,
    actor,
    city,
    facts,
    legal,
    legal_spaces,
    place,
    play,
    play_defaults,
    play_random,
    position,
    resolve,
    space,
    stand,
    start,
    tile,
)


def test_seats_are_red_green_blue_yellow_clockwise() -> None:
    """E1: after yellow comes red again; each begins with the six tiles of its colour [E6]."""
    state = city(CITY, first=YELLOW)
    assert actor(state) == YELLOW
    place(state, "4.3")
    assert actor(state) == RED
    assert [[state.setting.ids[tile] for tile in hand][:2] for hand in state.hand] == [
        ["rS1", "rS2"],
        ["gS1", "gS2"],
        ["bS1", "bS2"],
        ["yS2", "yS3"],
    ]


def test_the_first_player_and_the_pile_are_chance() -> None:
    """E9, E10: every seat begins now and then, no tile is lost, and seeds differ."""
    starts = [start(3, seed) for seed in range(30)]
    assert {state.first for state in starts} == {0, 1, 2}
    assert all(sorted(state.pile + state.reward) == list(range(48)) for state in starts)
    assert len({tuple(state.pile) for state in starts}) == 30


def test_six_boards_in_any_rotation() -> None:
    """E11: six different ones, each rotation and each board occurs."""
    cities = [start(2, seed).city for seed in range(40)]
    assert all(len(set(lay.boards)) == 6 for lay in cities)
    assert Counter(board for lay in cities for board in lay.boards).keys() == set(range(8))
    assert Counter(turns for lay in cities for turns in lay.turns).keys() == {0, 1, 2, 3}


def test_rewards_are_dealt_by_position_and_lie_as_their_slot_says() -> None:
    """E12: top of the pile first; face down on a top secret slot."""
    state = city(CITY)
    assert state.reward == list(range(6))
    assert state.reward_up == [0, 1, 0, 0, 1, 1]
    assert state.reward_known == [0, EVERYONE, 0, 0, EVERYONE, EVERYONE]
    assert facts(state, story.Rewards)[0].boards == (4, 2, 6, 1, 5, 3)
    assert facts(state, story.Rewards)[0].tiles[0] == 0


def test_slots_stay_empty_when_the_pile_runs_out() -> None:
    """E13: nothing to win, nothing to swap, but a winner all the same."""
    state = city(CITY)
    state.pile, state.pile_known = state.pile[:4], state.pile_known[:4]
    state.deal_rewards()
    assert state.reward[4:] == [NO_TILE, NO_TILE]
    assert ROOM.lines(state)[-1].endswith("5:- 3:-")
    assert state.view(RED).table.reward[5] == NO_TILE

    stand(state, "3.1", RED, abilities="CN", flag="GB")
    state.pile, state.pile_known = [40], [0]
    resolve(state, 3)
    assert facts(state, story.Award)[-1] == story.Award(3, RED, 0)
    assert "=3 r - (r0)" in ROOM.lines(state)


def test_nobody_and_nothing() -> None:
    """E13: an empty board with an empty slot."""
    state = city(CITY)
    state.reward[position(state, 3)] = NO_TILE
    pile = len(state.pile)
    stand(state, "4.1", RED, abilities="A")
    resolve(state, 3)
    assert len(state.pile) == pile + 2  # what boards 1 and 2 had
    assert facts(state, story.Open)[0].reward == NO_TILE


def test_every_tile_on_every_legal_space() -> None:
    """E15: six tiles and the ten outer spaces of this city; passing is no move."""
    state = city(CITY)
    spaces = legal_spaces(state, RED)
    assert len(state.legal(RED)) == 6 * len(spaces)
    assert all(state.city.is_outer[space(state, name)] for name in spaces)
    with pytest.raises(IllegalMove, match="Tiles are placed now"):
        state.apply(RED, state.setting.do_stop)


def test_a_tile_lies_open_or_not() -> None:
    """E4, E20, E21: an open one everybody knows; a face-down one its owner alone."""
    state = place(city(CITY), "3.1")
    where = space(state, "3.1")
    assert (state.face_up[where], state.known[where]) == (1, EVERYONE)
    place(state, "4.3")
    where = space(state, "4.3")
    assert (state.face_up[where], state.known[where]) == (0, 1 << GREEN)
    with pytest.raises(IllegalMove, match=r"A tile stands on 4\.3"):
        place(state, "4.3")


def test_a_character_on_muchaxo_is_a_neighbour_as_any() -> None:
    """E18: it makes inner spaces of other boards legal [E17]."""
    state = city("4 5r1 6 / 1 2 3")
    before = legal_spaces(state, RED)
    stand(state, "5.2", RED)
    beside = {engine.slot_text(state, where) for where in state.city.beside[space(state, "5.2")]}
    assert beside
    assert legal_spaces(state, RED) - before <= beside


def test_looking_at_a_tile() -> None:
    """E24, E26: the player alone learns it, everybody sees where he looked, and it stays face down."""
    state = city("4r1 2 6 / 1 5 3")
    hidden = stand(state, "4.2", BLUE)
    place(state, "4.1")
    assert legal(state) == {"?4.2", "?4.R", "?-"}

    play(state, "?4.2")

    where = space(state, "4.2")
    assert state.known[where] == 1 << BLUE | 1 << RED
    assert not state.face_up[where]
    assert state.view(RED).table.tile[where] == hidden
    assert state.view(GREEN).table.tile[where] == engine.HIDDEN
    assert next(told for told in state.story or [] if isinstance(told.fact, story.Saw)).seats == 1 << RED
    assert next(told for told in state.story or [] if isinstance(told.fact, story.Peek)).seats == EVERYONE
    assert actor(state) == GREEN


def test_looking_near() -> None:
    """E24: this board and the adjacent ones; an open reward is nothing to look at."""
    state = city(CITY)
    stand(state, "4.2", BLUE)
    stand(state, "5.1", BLUE)
    stand(state, "1.1", BLUE)
    place(state, "2.2")
    assert legal(state) == {"?4.2", "?4.R", "?5.1", "?6.R", "?-"}


def test_declining_and_own_tiles() -> None:
    """E25: own tiles are not offered; one may decline."""
    state = city(CITY)
    stand(state, "4.2", RED)
    place(state, "4.1")
    assert legal(state) == {"?4.R", "?-"}
    with pytest.raises(IllegalMove, match="your own"):
        play(state, "?4.2")

    play(state, "?-")
    assert facts(state, story.NoPeek) == [story.NoPeek(RED)]
    assert state.reward_known[position(state, 4)] == 0


def test_nothing_to_look_at() -> None:
    """E25: nobody is asked."""
    state = place(city("5 2 3 / 4 1 6"), "5.3")  # an open reward and nobody there
    assert (state.phase, actor(state)) == (PLACING, GREEN)


def test_what_everybody_knows_stays_so() -> None:
    """E26: looking at a reward that all know changes nothing about who knows it [3.1]."""
    state = city("4r1 2 6 / 1 5 3")
    where = position(state, 4)
    state.reward_known[where] = EVERYONE
    place(state, "4.1")
    play(state, "?4.R")
    assert state.reward_known[where] == EVERYONE


def test_a_tile_known_to_all_is_still_down() -> None:
    """E26: so for a Character, if content allows it."""
    state = city("4r1 2 6 / 1 5 3")
    stand(state, "4.2", BLUE)
    state.known[space(state, "4.2")] = EVERYONE
    place(state, "4.1")
    play(state, "?4.2")
    assert state.known[space(state, "4.2")] == EVERYONE
    assert "known" in state.broken()


def test_retrieving() -> None:
    """E2, E52: every Character returns to its owner with its cube; markers are gone."""
    state = city(CITY, seats=2)
    mine = stand(state, "4.1", RED, 5)
    yours = stand(state, "6.2", GREEN, 5)
    state.white[space(state, "4.1")] = 1
    resolve(state, 6)
    assert state.phase == DISCARDING
    assert mine in state.hand[RED]
    assert yours in state.hand[GREEN]
    assert state.cubes == [6, 6]
    assert sum(state.white) == 0
    assert set(state.owner) == {NOBODY}


def discarding() -> engine.State:
    """Red must discard two tiles, blue one; green and yellow none."""
    state = city(CITY)
    state.hand[RED] = sorted(state.hand[RED] + state.pile[:2])
    state.hand[BLUE] = sorted(state.hand[BLUE] + state.pile[2:3])
    state.pile, state.pile_known = state.pile[3:], state.pile_known[3:]
    state.end_round()
    return state


def test_discards_are_secret_until_all_have_chosen() -> None:
    """E53: nothing that another seat receives changes before."""
    state = discarding()
    assert state.to_act() == [RED, BLUE]
    assert [state.legal(seat) for seat in (GREEN, state.seats, spyhouse.SPECTATOR)] == [[], [], []]
    assert facts(state, story.Retrieve)[-1].surplus == (2, 0, 1, 0)
    before = [(bytes(state.view(seat)), state.sealed(seat), state.trace(seat)) for seat in (GREEN, BLUE, spyhouse.SPECTATOR)]

    state.apply(RED, ROOM.parse(state, RED, "X rS1"))
    state.apply(RED, ROOM.parse(state, RED, "X rS3"))

    assert state.to_act() == [BLUE]
    assert [(bytes(state.view(seat)), state.sealed(seat), state.trace(seat)) for seat in (GREEN, BLUE, spyhouse.SPECTATOR)] == before
    assert state.view(BLUE).to_act() == [RED, BLUE]
    assert state.view(RED).to_act() == [BLUE]


def test_a_choice_may_be_begun_anew() -> None:
    """E53: until the last seat has chosen."""
    state = discarding()
    for move in ("X rS1", "X rS3", "X rS2"):
        state.apply(RED, ROOM.parse(state, RED, move))
    assert state.to_act() == [RED, BLUE]
    assert facts(state, story.Rethink) == [story.Rethink(RED)]
    state.apply(RED, ROOM.parse(state, RED, "X rS6"))
    state.apply(BLUE, ROOM.parse(state, BLUE, "X bS1"))

    assert [fact.tiles for fact in facts(state, story.Discard)] == [(pieces.code("rS2"), pieces.code("rS6")), (pieces.code("bS1"),)]
    assert state.round == 2


def test_discards_may_be_chosen_in_any_order() -> None:
    """E53: a set, though the rules take it slot by slot; a client chooses the last tile first, and plays both at once."""
    state = discarding()
    view = state.view(RED)
    last, first = (state.setting.do_discard + slot for slot in (len(state.hand[RED]) - 1, 0))
    assert last not in state.legal(RED)
    assert [move.action for move in ROOM.parts(view)] == [last]
    begun = ROOM.draft(view, [last])
    assert [move.action for move in begun.chosen] == [last]
    assert not begun.complete
    assert not begun.ready
    assert ROOM.draft(view, [first]).ready
    assert begun.rest is not None
    assert [move.action for move in begun.rest] == list(range(first, last))
    whole = ROOM.draft(view, [last, first])
    assert whole.complete
    assert [move.action for move in whole.chosen] == ROOM.played(view, [last, first]) == [first, last]
    assert ROOM.show(whole.view)["players"][RED]["chosen"] == [state.setting.ids[state.hand[RED][slot]] for slot in (0, -1)]
    with pytest.raises(IllegalMove, match="in any order"):
        ROOM.played(view, [last])
    with pytest.raises(IllegalMove):
        ROOM.draft(view, [first, first])
    assert ROOM.played(view, [first]) == [first]
    assert [ROOM.parts(state.view(BLUE)), ROOM.parts(state.view(SPECTATOR))] == [[], []]


def test_a_whole_set_of_discards_is_played_by_its_text() -> None:
    """E53: the same text again names the next tile."""
    state = discarding()
    for _ in range(2):
        state.apply(RED, ROOM.parse(state, RED, "X rS3,rS1"))
    assert [state.setting.ids[state.hand[RED][slot]] for slot in state.chosen[RED]] == ["rS1", "rS3"]
    assert ROOM.parse(state, RED, "X rS3,rS1") == ROOM.parse(state, RED, "X rS1")
    for wrong in ("X rS1,rS2,rS3", "X rS1,rS1"):
        with pytest.raises(IllegalMove, match="must discard 2"):
            ROOM.parse(state, RED, wrong)


def test_whether_a_discard_is_final_does_not_tell_who_has_chosen() -> None:
    """E53: false while others must discard, whoever has; true only if nobody else must."""
    state = discarding()
    move = ROOM.parse(state, BLUE, "X bS1")
    assert not state.is_final(BLUE, move)
    for slot in ("X rS1", "X rS2"):
        state.apply(RED, ROOM.parse(state, RED, slot))
    assert not state.is_final(BLUE, move)

    alone = discarding()
    alone.hand[BLUE] = alone.hand[BLUE][:6]
    first, second = (ROOM.parse(alone, RED, text) for text in ("X rS1", "X rS2"))
    assert not alone.is_final(RED, first)
    alone.apply(RED, first)
    assert alone.is_final(RED, second)


def test_nobody_discards_with_six_tiles_or_fewer() -> None:
    """E53, E55: the next round begins at once, with the next seat."""
    state = city(CITY)
    state.end_round()
    assert (state.round, state.first, actor(state)) == (2, GREEN, GREEN)
    assert not facts(state, story.Discard)


def test_discards_lie_open() -> None:
    """E54: every view has them."""
    state = discarding()
    for seat, move in ((RED, "X rS1"), (RED, "X rS3"), (BLUE, "X bS1")):
        state.apply(seat, ROOM.parse(state, seat, move))
    for seat in (*range(4), spyhouse.SPECTATOR):
        assert state.view(seat).table.discards == [[tile(state, "rS1"), tile(state, "rS3")], [], [tile(state, "bS1")], []]


def test_the_marker_goes_round() -> None:
    """E55: with three players the first of round 1 is first again in round 4; not moved after it [Q25]."""
    state = play_defaults(start(3, 5))
    firsts = [fact.first for fact in facts(state, story.Round)]
    assert firsts == [firsts[0], (firsts[0] + 1) % 3, (firsts[0] + 2) % 3, firsts[0]]
    assert state.phase == OVER
    assert state.first == firsts[3]


def test_points_for_discards_and_hands() -> None:
    """E57, E58: one point a discard whatever is printed; printed VP in hand."""
    state = play_random(start(2, 9), Luck(9))
    for fact in facts(state, story.Score):
        assert fact.discards == len(state.discards[fact.seat])
        assert fact.hand == sum(state.setting.vp[tile] for tile in state.hand[fact.seat])
        assert fact.total == fact.discards + fact.hand + fact.missions == state.score(fact.seat)


def test_networks_follow_from_what_is_open() -> None:
    """E3: hand and Characters together, the same in every view."""
    state = start(3, 2)
    for _ in range(25):
        state.apply(actor(state), state.legal(actor(state))[-1])
        views = [state.view(seat) for seat in (*range(3), spyhouse.SPECTATOR)]
        assert all(view.network == views[0].network for view in views)
        assert [len(network) for network in views[0].network] == [
            len(state.hand[seat]) + sum(owner == seat for owner in state.owner) for seat in range(3)
        ]


def test_laws_that_are_broken_are_named() -> None:
    """1.11: each invariant notices what breaks it."""
    state = place(city(CITY), "3.1")
    assert state.broken() == []
    ways: list[tuple[str, Callable[[engine.State], None]]] = [
        ("i", lambda table: table.pile.append(0)),
        ("ii", lambda table: table.white.__setitem__(0, 1)),
        ("ii", lambda table: table.owner.__setitem__(space(table, "3.1"), NOBODY)),
        ("iii", lambda table: table.owner.__setitem__(space(table, "3.1"), GREEN)),
        ("known", lambda table: table.known.__setitem__(space(table, "3.1"), 1)),
        ("iv", lambda table: table.hand[RED].append(0)),
        ("cubes", lambda table: table.cubes.__setitem__(RED, 3)),
        ("v", lambda table: table.pile_known.append(0)),
    ]
    for law, breaking in ways:
        twin = state.clone()
        breaking(twin)
        assert law in twin.broken()
    limited = place(city(CITY, white_cube_limit=5), "3.1")
    limited.white = [1] * 25
    assert "white" in limited.broken()


def test_a_match_that_goes_on_without_listeners() -> None:
    """E53: a muted table takes a choice back and begins it anew, and tells nobody; its luck goes on."""
    state = discarding()
    state.mute()
    for move in ("X rS1", "X rS3", "X rS2", "X rS6"):
        state.apply(RED, ROOM.parse(state, RED, move))
    assert [state.setting.ids[state.hand[RED][slot]] for slot in state.chosen[RED]] == ["rS2", "rS6"]
    assert facts(state, story.Rethink) == []
    assert state.outcome() is None
    assert state.luck() is state.chance
    assert state.view(RED).label() == state.label()
    assert state.view(RED).legal() == state.legal(RED)
    quiet = engine.State(start(3, 1, variant_secret_missions=True).setting, Luck(1), state.city)
    quiet.mute()
    quiet.set_up()
    assert len(quiet.hidden_missions) == 3
