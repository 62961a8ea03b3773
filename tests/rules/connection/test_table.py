"""Set-up, the course of turns, the end, leaving, options, refusals, time-outs and undo of Spy Connection."""

from __future__ import annotations

from typing import Any, cast

import pytest

import spyhouse
from spyhouse.rules.connection import engine, story
from spyhouse.rules.connection.engine import MAIN, OBJECTIVES, OVER, State
from spyhouse.rules.kit.contract import CLOCK, NO_ACTION, NO_ONE
from spyhouse.rules.kit.errors import BadOption, IllegalMove
from tests.rules.connection.builders import (
    PASSING,
    PRESETS,
    ROOM,
    TRI,
    actor,
    cards,
    facts,
    leave,
    legal,
    mission,
    play,
    player,
    refused,
    spy,
    table,
)

SIX = "m01 m02 m03 m04 m05 m06"


def start(seats: int = 2, seed: int = 1, **options: Any) -> State:
    return cast(State, ROOM.start(seats, seed=seed, options=options, story=True))


def outcome(state: State) -> spyhouse.Outcome:
    found = state.outcome()
    assert found is not None
    return found


# -- Set-up and options ----------------------------------------------------------------------------------------------------


def test_the_table_is_laid_out() -> None:
    """[C1-C6] four missions, a start mission each, its red city covered, the spy there."""
    state = start(4, seed=9)

    assert actor(state) == state.start_seat
    assert (len(state.display), len(state.deck)) == (4, 39)
    assert state.supply == [14] * 4
    for seat in range(4):
        card = state.card[seat * 3]
        assert state.setting.card_red[card] == state.spy[seat]
        assert state.covered[seat * 3] == 1 << state.spy[seat]
    assert len({state.card[seat * 3] for seat in range(4)}) == 4
    (deck,) = facts(state, story.Deck)
    assert cards(state, state.display) == cards(state, cast(story.Deck, deck).order[:4])  # first revealed is oldest [C3]
    assert [told.seats for told in state.story or [] if isinstance(told.fact, story.Deck | story.Starts)] == [NO_ONE, NO_ONE]


def test_the_start_seat_and_the_start_missions_are_drawn() -> None:
    """[C1, C4] over many seeds every seat begins and every card is dealt."""
    states = [start(3, seed=seed) for seed in range(40)]

    assert {state.start_seat for state in states} == {0, 1, 2}
    assert {cards(state, [state.card[0]]) for state in states} == {"s1", "s2", "s3", "s4", "s5"}


def test_presets_are_what_the_document_says() -> None:
    """[part 5] and C52."""
    settled = {name: ROOM.terms(2, options).options for name, options in PRESETS.items()}

    assert [(name, found["side"], found["agents"], found["start"]) for name, found in settled.items()] == [
        ("first", "light", [15, 15], "deal"),
        ("standard", "light", [15, 15], "draft"),
        ("lean", "light", [14, 14], "draft"),
        ("night", "dark", [15, 15], "draft"),
    ]


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"side": "dark", "agents": 14}, r"'side' dark is played with 15 'agents' \[C51\]"),
        ({"side": "dark", "agents": "15,14"}, r"\[C51\]"),
        ({"pass": "always"}, r"Passing does not exist \[C44\]"),
        ({"agents": [15, 14, 15]}, r"'agents' names 3 seats, but 2 play"),
        ({"agents": 13}, r"Option 'agents' cannot be 13"),
        ({"agents": True}, r"Option 'agents' cannot be true"),
        ({"max_turns": 0}, r"Option 'max_turns' cannot be 0"),
    ],
)
def test_what_the_rulebook_excludes_is_refused(options: dict[str, object], why: str) -> None:
    """[C44, C51] clear errors."""
    with pytest.raises(BadOption, match=why):
        ROOM.terms(2, options)


def test_simulations_end() -> None:
    """[C48] 200 turns a seat among bots; people play on."""
    assert ROOM.meta.simulation == {"max_turns": 200}
    assert ROOM.terms(2).options["max_turns"] is None


def test_house_rules_allow_it() -> None:
    """[C44, C45, C51] dark with 14 agents, and X goes straight to the objectives."""
    state = start(2, side="dark", agents=14, **PASSING)
    assert state.supply == [13, 13]
    assert "X" in legal(state)

    play(state, "X")

    assert state.phase == OBJECTIVES
    play(state, "E")
    moved = table(player(spy="PAR", board="parmad1 parmad2"), **PASSING)
    play(moved, "M:MAD")
    assert "X" not in legal(moved)
    assert refused(moved, "X").rule == "C45"


# -- A turn ----------------------------------------------------------------------------------------------------------------


def test_a_placement_is_made_once_for_each_mission_in_a_turn() -> None:
    """[C33] also when the agent is taken back in between; in the next turn again."""
    state = table(player(spy="LON", a="m08"))

    play(state, "A:1 P:a O:a:LON")

    assert refused(state, "P:a").why == "Mission a has had its agent in this turn."
    play(state, "E A:1 E A:1 P:a")
    assert mission(state, "a") == "m08 LON"


def test_a_completed_mission_cannot_be_discarded_and_its_slot_is_free() -> None:
    """[C36, C20] the next card goes to slot a."""
    state = table(player(spy="MAD", a="m04 ROM"), objectives=True)

    play(state, "P:a")

    assert refused(state, "D:a").rule == "C7"
    assert facts(state, story.Complete) == [story.Complete(0, "m04", 2, 2, 0)]
    play(state, "E A:1 E A:1")
    assert mission(state, "a") == "m14"


def test_accepting_and_discarding_in_one_turn_is_legal() -> None:
    """[C18, C19] to deny a card to others (Q23)."""
    state = table(player(spy="LON"))

    play(state, "A:2 D:a E")

    assert cards(state, state.discards) == "m14"
    assert state.supply[0] == 15


def test_no_reshuffle_lets_the_display_dry_up() -> None:
    """[C46] option reshuffle = false."""
    state = table(player(spy="LON"), deck=None, discard="m10", reshuffle=False)

    play(state, "A:1 E A:1 E A:1 E A:1")

    assert (state.display, cards(state, state.discards)) == ([], "m10")
    play(state, "E")
    assert legal(state, "A") == set()


# -- The end ---------------------------------------------------------------------------------------------------------------


def test_pending_extra_turns_of_the_trigger_may_lapse() -> None:
    """[C40] option trigger_extra = false."""
    lisa = player(spy="MAD", a="m08 LON", done=SIX)
    state = table(lisa, player(spy="BER"), display="m16 m17 m18 m19", objectives=True, trigger_extra=False)

    play(state, "P:a E")

    assert actor(state) == 1
    play(state, "A:1 E")
    assert outcome(state).reason == "trigger"


def test_the_later_last_turn_may_win_a_tie() -> None:
    """[C43] option tie = last_turn: the trigger's turn came before."""
    folk = (player(spy="ROM", a="m22 ATH BER", done=SIX), player(spy="BER", done="m39 m18 m24"))
    for tie, winner in (("seat", 0), ("last_turn", 1)):
        state = table(*folk, display="m16 m17 m19 m20", start_seat=1, objectives=True, tie=tie)
        play(state, "P:a E A:1 E")
        assert outcome(state).scores == (17, 17)
        assert outcome(state).winners == (winner,)
        assert outcome(state).returns == ((1.0, -1.0) if winner == 0 else (-1.0, 1.0))


def test_a_match_can_be_cut_after_so_many_turns() -> None:
    """[C48] adjudicated after max_turns turns a seat; extra turns count."""
    state = start(3, max_turns=2)

    for _ in range(6):
        play(state, "A:1 E")

    assert outcome(state).reason == "adjudicated"
    assert state.phase == OVER
    assert facts(state, story.End) == [story.End(engine.ADJUDICATED, outcome(state).scores, outcome(state).winners[0])]


# -- Leaving ---------------------------------------------------------------------------------------------------------------


def test_a_vacant_seat_is_skipped() -> None:
    """[C47] agents and missions stay; the seat is ranked last."""
    folk = [player(spy="LON", a="m08"), player(spy="BER", board="berwaw1", a="m05", done="m39"), player(spy="ROM")]
    state = table(*folk, vacant="skip")

    leave(state, 1)
    assert state.legal(CLOCK) == [0, 2]
    play(state, "A:1 E")

    assert actor(state) == 2
    assert mission(state, "a", seat=1) == "m05"
    assert state.link_price(0, state.setting.link_ids.index("berwaw")) == 2
    state.end_game(engine.ADJUDICATED)
    assert outcome(state).ranks[1] == 3
    assert outcome(state).scores[1] == 8


def test_a_running_turn_ends_at_once() -> None:
    """[C47] without placements, not counted, extra turns lapse."""
    state = table(player(spy="MAD", a="m08 LON"), player(spy="BER"), player(spy="ROM"), objectives=True, extra=2, vacant="skip")

    leave(state, 0)

    assert (actor(state), state.phase, state.turn, state.extra) == (1, MAIN, 0, 0)
    assert mission(state, "a") == "m08 LON"


def test_the_last_but_one_player_leaves() -> None:
    """[C47] the game ends and is scored; who has left ranks last whatever the points."""
    state = table(player(spy="LON"), player(spy="BER", done="m39"), vacant="skip")

    leave(state, 1)

    assert outcome(state) == spyhouse.Outcome("vacated", (0, 8), (1, 2), (0,), (1.0, -1.0))
    with pytest.raises(IllegalMove, match="The game is over"):
        leave(state, 0)


def test_two_who_left_are_ranked_among_themselves() -> None:
    """[C43, C47] by points, behind everybody else."""
    folk = [player(spy="LON"), player(spy="BER", done="m39"), player(spy="ROM", done="m40 m43"), player(spy="PAR")]
    state = table(*folk, vacant="skip")

    leave(state, 2)
    leave(state, 1)
    leave(state, 0)

    assert outcome(state).ranks == (4, 3, 2, 1)


def test_a_last_turn_that_is_owed_is_not_played_by_a_vacant_seat() -> None:
    """[C41, C47] still to come, running, or played already."""
    lisa = player(spy="ROM", a="m22 ATH BER", done=SIX)
    others = [player(spy="BER"), player(spy="VIE"), player(spy="WAW")]

    def triggered() -> State:
        return play(table(lisa, *others, display="m16 m17 m19 m20", objectives=True, vacant="skip"), "P:a")

    waiting = leave(triggered(), 2)  # still to come, in the trigger's own turn
    assert waiting.left == 2
    running = leave(play(triggered(), "E"), 1)
    assert (running.left, actor(running)) == (2, 2)
    played = leave(play(triggered(), "E A:1 E"), 1)
    assert (played.left, actor(played)) == (2, 2)
    trigger = leave(play(triggered(), "E"), 0)
    assert (trigger.left, actor(trigger)) == (3, 1)
    gone = leave(triggered(), 0)
    assert (gone.left, actor(gone)) == (3, 1)
    last = leave(play(triggered(), "E A:1 E A:1 E"), 3)
    assert outcome(last).reason == "trigger"


def test_the_trigger_counts_only_those_who_are_there() -> None:
    """[C41, C47] one of the others has left before."""
    state = table(
        player(spy="ROM", a="m22 ATH BER", done=SIX),
        player(spy="BER"),
        player(spy="VIE"),
        display="m16 m17 m19 m20",
        objectives=True,
        vacant="skip",
    )
    leave(state, 1)

    play(state, "P:a E A:1 E")

    assert outcome(state).reason == "trigger"


def test_leaving_the_draft() -> None:
    """[C4, C47] a vacant seat gets the first of the offer when its pick comes, also as start player."""
    script = [("seat", [1]), ("deck", []), ("starts", [4, 0, 2, 3])]
    options = {"start": "draft", "vacant": "skip"}
    state = cast(State, ROOM.start(4, luck=spyhouse.ScriptedLuck([(a, list(b)) for a, b in script]), options=options, story=True))
    assert actor(state) == 0

    leave(state, 3)
    assert actor(state) == 0
    leave(state, 0)
    assert actor(state) == 2
    assert facts(state, story.Pick) == [story.Pick(0, "s1", 0), story.Pick(3, "s3", 0)]
    play(state, "S:s5")

    assert [mission(state, "a", seat) for seat in range(4)] == ["s1 LON", "s4 MOS", "s5 IST", "s3 HEL"]
    assert actor(state) == 1
    other = cast(State, ROOM.start(3, seed=3, options=options))
    leave(other, other.start_seat)
    while other.phase == engine.DRAFT:
        play(other, min(legal(other)))
    assert actor(other) == (other.start_seat + 1) % 3
    empty = cast(State, ROOM.start(2, seed=3, options=options))
    leave(empty, 0)
    assert outcome(empty).scores == (0, 0)


def test_the_clock_lets_players_leave_only_where_that_was_agreed() -> None:
    """[C47] by default a bot takes the seat."""
    with pytest.raises(IllegalMove, match=r"A bot takes the seat .* \[C47\]"):
        leave(start(), 1)
    state = leave(start(3, vacant="skip"), 1)
    with pytest.raises(IllegalMove, match="Seat 1 has been left already"):
        leave(state, 1)
    with pytest.raises(IllegalMove, match="There is no seat 7"):
        leave(state, 7)
    assert state.default(CLOCK) == NO_ACTION
    assert state.is_final(CLOCK, 0)


# -- Refusals --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "move", "rule", "why"),
    [
        (table(player()), "T:channel", "C15", "You have no agents on channel."),
        (table(player(a="m08")), "O:a:LON", "C17", "No agent of yours covers LON on mission a."),
        (table(player()), "D:b", "C7", "You have no open mission b."),
        (table(player()), "X", "C44", "Passing does not exist."),
        (table(player()), "S:s1", "C4", "The start missions have been given out."),
        (table(player(a="m08")), "P:a", "C33", "Objectives are covered after the main action."),
        (table(player()), "E", "C14", "You have made no main action."),
        (table(player(), display="m01"), "A:2", "C20", "No card lies in slot 2."),
        (table(player(board="", a="m43 +2", b="m42 +2", c="")), "M:LON", "C31", "Your spy is in LON."),
        (table(player()), "M:PAR", "C11", "PAR is not in your network."),
        (table(player(spy="PAR", board="parmad1 parmad2"), moved=True), "M:MAD", "C25", "Your spy has moved."),
        (table(player()), "C:bervie", "C26", "bervie does not begin in LON, where your spy is."),
        (table(player(), objectives=True), "A:1", "C14", "You have made the main action of this turn."),
        (table(player(), objectives=True, **PASSING), "X", "C14", "You have made the main action of this turn."),
        (table(player(), objectives=True), "P:c", "C7", "You have no open mission c."),
        (table(player(a="m01"), objectives=True), "P:a", "C33", "Mission a does not show LON, where your spy is."),
        (table(player(a="m08 LON"), objectives=True), "P:a", "C33", "LON is covered on mission a."),
    ],
)
def test_a_refusal_says_what_is_in_the_way(state: State, move: str, rule: str, why: str) -> None:
    """Rules C4 to C44: nothing changes, the rule is named."""
    found = refused(state.clone(), move)

    assert (found.rule, found.why) == (rule, why)
    assert found.instead


def test_what_cannot_be_paid_is_refused_with_the_price() -> None:
    """[C21, C28] slot and link."""
    state = table(player(spy="PAR"))
    state.supply[0] = 1

    assert refused(state, "A:3").why == "Slot 3 costs 2 and you have 1."
    assert refused(state, "C:parmad").why == "parmad costs 2 and you have 1."


def test_strangers_and_nonsense_are_refused() -> None:
    """[C14, C41] not your turn, no such action, the game is over, the draft comes first."""
    state = start(2)
    with pytest.raises(IllegalMove, match=rf"It is the turn of seat {actor(state)}"):
        state.apply(1 - actor(state), 0)
    with pytest.raises(IllegalMove, match="There is no action 126"):
        state.apply(actor(state), 126)
    state.end_game(engine.ADJUDICATED)
    with pytest.raises(IllegalMove, match="The game is over"):
        state.apply(0, 0)
    draft = start(2, start="draft")
    assert refused(draft, "E").rule == "C4"


# -- Time-outs, undo -------------------------------------------------------------------------------------------------------


def default(state: State) -> str:
    return ROOM.text(state, actor(state), state.default(actor(state)))


def test_a_time_out_plays_what_harms_least() -> None:
    """Pass, move and end; else accept, connect, take back [C45]; the first offer in the draft [C4]."""
    assert default(table(player(spy="PAR", board="parmad1 parmad2"))) == "M:MAD"
    assert default(table(player(spy="PAR", board="parmad1 parmad2"), moved=True)) == "E"
    assert default(table(player(), objectives=True)) == "E"
    assert default(table(player())) == "A:1"
    assert default(table(player(), display="", deck=None)) == "C:lonpar"
    assert default(table(player(), **PASSING)) == "X"
    poor = table(player(board="channel", a="m08", b="m09", c="m01"))
    poor.supply[0] = 0
    assert default(poor) == "T:channel"
    draft = start(3, start="draft")
    assert default(draft) == min(legal(draft))
    assert draft.default(draft.start_seat) == NO_ACTION


def test_defaults_alone_end_every_turn() -> None:
    """A table of sleepers goes on [C45]."""
    state = start(4, seed=2, start="draft", max_turns=30)
    for _ in range(4 * 30 * 35 + 4):
        if not state.to_act():
            break
        state.apply(actor(state), state.default(actor(state)))

    assert outcome(state).reason == "adjudicated"


def test_a_turn_is_a_draft_down_to_the_last_reveal() -> None:
    """[4.3] undo inside the turn; accepting and ending seal."""
    match = spyhouse.Match(ROOM, seats=2, seed=8)
    seat = match.state.to_act()[0]
    first = next(ROOM.text(match.state, seat, move) for move in match.state.legal(seat) if ROOM.text(match.state, seat, move)[0] == "C")
    match.play_text(seat, "D:a")
    match.play_text(seat, first)
    assert match.can_undo(seat)
    match.undo(seat)
    match.undo(seat)
    assert not match.can_undo(seat)
    match.play_text(seat, "D:a")
    match.play_text(seat, "A:1")
    assert not match.can_undo(seat)
    assert [line.text for line in match.record().log if line.who == seat] == ["D:a", "A:1"]
    match.play_text(seat, "D:a")
    assert match.can_undo(seat)
    match.undo(seat)
    match.play_text(seat, "E")
    assert not match.can_undo(seat)


def test_final_moves_are_marked() -> None:
    """[4.3] A, the last E and a pick are; E after a move is not."""
    state = table(player(spy="PAR", board="parmad1 parmad2", a="m08"))
    final = {text: ROOM.describe(state, 0, ROOM.parse(state, 0, text))["final"] for text in legal(state)}
    assert {text for text, seals in final.items() if seals} == {"A:1", "A:2", "A:3", "A:4"}
    play(state, "M:MAD")
    assert not state.is_final(0, state.setting.end)
    play(state, "E")
    assert state.is_final(0, state.setting.end)
    draft = start(2, start="draft")
    assert all(draft.is_final(actor(draft), move) for move in draft.legal(actor(draft)))


# -- Views and laws --------------------------------------------------------------------------------------------------------


def test_a_sample_reshuffles_what_nobody_has_seen() -> None:
    """[part 3] the deck alone; its composition stays."""
    state = start(3, seed=4)
    orders = {tuple(state.view(0).sample(spyhouse.Luck(seed)).deck) for seed in range(20)}

    assert len(orders) == 20
    assert state.view(0).to_act() == [actor(state)]
    assert state.luck() is not None
    assert {tuple(sorted(order)) for order in orders} == {tuple(sorted(state.deck))}
    sample = state.view(0).sample(spyhouse.Luck(1))
    assert sample.view(0) == state.view(0)
    assert sample.numbers()[: -len(state.deck)] == state.numbers()[: -len(state.deck)]
    assert state.view(spyhouse.SPECTATOR).legal() == []


@pytest.mark.parametrize(
    ("law", "spoil"),
    [
        ("I1", lambda state: state.supply.__setitem__(0, 20)),
        ("I1", lambda state: (state.supply.__setitem__(0, -1), state.assigned.__setitem__(0, 15))),
        ("I2", lambda state: state.twice.__setitem__(0, 1 << 50)),
        ("I2", lambda state: state.held.__setitem__(0, 1)),
        ("I3", lambda state: state.held.__setitem__(0, 1 << 50)),
        ("I4", lambda state: state.card.append(1)),
        ("I5", lambda state: state.covered.__setitem__(0, state.setting.card_cities[state.card[0]])),
        ("I5", lambda state: state.covered.__setitem__(1, 1)),
        ("I5", lambda state: state.assigned.__setitem__(1, 1)),
        ("I6", lambda state: state.deck.pop()),
        ("I6", lambda state: state.discards.append(state.display[0])),
        ("I6", lambda state: state.completed.__setitem__(0, 1 << state.card[0])),
        ("I7", lambda state: state.display.extend([state.deck.pop(), 0])),
    ],
)
def test_a_broken_law_is_named(law: str, spoil: Any) -> None:
    """I1-I7: the engine notices."""
    state = start(2, seed=6)
    assert state.broken() == []

    spoil(state)

    assert law in state.broken()


def test_a_muted_draft_and_a_muted_leaver_tell_nothing() -> None:
    """[C4, C47] playouts begin anywhere."""
    state = start(3, start="draft", vacant="skip")
    state.mute()
    before = list(state.traces)

    play(state, " ".join(sorted(legal(state))[:2]))
    leave(state, actor(state))

    assert state.traces == before
    assert state.phase == MAIN


def test_progress_is_what_was_not_there_before() -> None:
    """[part 8] covering anew what was taken back is none; after a discard it is counted anew."""
    state = table(player(spy="LON", a="m08 LON"), player(spy="ATH"))
    state.peak[0] = state.progress(0)

    play(state, "O:a:LON A:1 P:a E A:1 E")
    assert state.fruitless == [1, 1]
    play(state, "D:a A:1 E A:1 E")
    assert state.fruitless == [2, 2]
    play(state, "A:1 E A:1 E")
    assert spy(state) == "LON"
    assert state.fruitless[0] >= 2


def test_small_sets_fill_the_display_as_far_as_they_go() -> None:
    """[C3, C46] two missions, no deck."""
    state = start(2, content=TRI)

    assert (len(state.display), state.deck) == (2, [])
