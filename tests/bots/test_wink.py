"""What the bots of Wink do in situations that the rules document names [4.7, part 8]."""

from __future__ import annotations

import pytest

from spyhouse import Luck, bots
from spyhouse.bots import wink
from spyhouse.bots.levels import Level
from spyhouse.bots.wink_hands import Gains, drawn
from spyhouse.rules.kit.contract import SPECTATOR
from spyhouse.rules.wink.engine import State, note
from spyhouse.rules.wink.kernel import CROWD, EYE_CONTACT, FLUTTER, WINK
from spyhouse.words import load
from tests.rules.wink.build import AGUSTINA, AICHA, BRUNO, CHEN, GAME, MATTHEW, Calm, commit, play, table, to_call

LEVELS = {"easy": wink.EASY, "medium": wink.MEDIUM, "hard": wink.HARD}


def winked() -> State:
    """Aicha has winked at Matthew, who is active, and steady Agustina has seen it; a turn in which all bots notice it is taken."""
    state = table(pawns={MATTHEW: 25}, beats=1)
    while True:
        commit(state, "1n", "0n", "1n", "Cn", "Cn")
        commit(state, *["-"] * 5)
        play(state, state.core.active, f"C:{state.auto}")
        while state.core.active != MATTHEW:
            commit(state, "1n", "0n", "1n", "Cn", "Cn")
            commit(state, *["-"] * 5)
            play(state, state.core.active, f"C:{state.auto}")
        caller = next((seat for seat in range(5) if state.core.can_wink(AICHA, seat) and seat == MATTHEW), None)
        if caller is None:
            continue
        commit(state, "1n", "0e", "1n", "Cn", "Cn")
        if all(wink.notices(state.notes[seat][-1], seat, level) for seat in (MATTHEW, AGUSTINA) for level in LEVELS.values()):
            return state
        commit(state, *["-"] * 5)
        play(state, MATTHEW, f"C:{state.auto}")


@pytest.mark.parametrize("name", LEVELS)
def test_who_saw_the_wink_acts_on_it(name: str) -> None:
    """The caller races for contact, the steady watcher accuses, the others do nothing rash [B3]."""
    state = winked()
    choose = bots.bot("wink", name)
    number = state.core.call_of(MATTHEW)

    assert GAME.text(state, MATTHEW, choose(state.view(MATTHEW), Luck(1))) == "K:1"
    assert GAME.text(state, AGUSTINA, choose(state.view(AGUSTINA), Luck(1))) == f"A:1#{number}"
    commit(state, *["-"] * 5)
    assert GAME.text(state, MATTHEW, choose(state.view(MATTHEW), Luck(1))) == "K:1"


def test_an_accomplice_seeks_the_eyes_of_the_caller() -> None:
    """Part 8: twice as much on the caller's own turn, and always ready to wink when eyes meet."""
    state = table(pawns={MATTHEW: 25})
    weights = wink.attention(state.view(AICHA), wink.MEDIUM)
    assert weights[MATTHEW] == pytest.approx(2.12)
    assert weights[AGUSTINA] == pytest.approx(0.12)
    looks = [GAME.text(state, AICHA, wink.medium(state.view(AICHA), Luck(seed))) for seed in range(60)]
    assert looks.count("L:0e") > 30
    assert all(look.endswith("e") or look == "L:Cn" for look in looks)


def test_an_accomplice_who_has_met_the_callers_eyes_looks_around_again() -> None:
    """He has winked, and the caller could see it [part 3]; with the next call it begins anew."""
    state = play(table(calling=True), MATTHEW, "C:25")
    assert wink.attention(state.view(AICHA), wink.MEDIUM)[MATTHEW] > 2
    commit(state, "1n", "0e", "Cn", "Cn", "Cn")
    commit(state, *["-"] * 5)
    assert state.core.active == AICHA
    assert wink.attention(state.view(AICHA), wink.MEDIUM)[MATTHEW] < 1


def test_a_careful_bot_names_above_a_third_and_not_at_it() -> None:
    """Part 8: three who may hold the number are too many, two are not."""
    hands = ({1, 2}, {25, 3}, {4, 5}, {6, 7})
    three = to_call(table(hands, {MATTHEW: 25}))
    two = to_call(table(hands, {MATTHEW: 25}))
    two.core.ruled_out[BRUNO] |= 1 << 25

    assert GAME.text(three, MATTHEW, wink.medium(three.view(MATTHEW), Luck(1))).startswith("C:")
    assert GAME.text(two, MATTHEW, wink.medium(two.view(MATTHEW), Luck(1))).startswith("K:")


def test_a_flutter_with_eyes_on_a_caller_counts_for_him_and_for_others() -> None:
    """Part 8, also where the caller himself sees it, whom a wink would have reached as a wink."""
    state = just_called(Calm([BRUNO] * 2))
    plain = wink.chances(state.view(MATTHEW), wink.MEDIUM)[BRUNO][25]
    commit(state, "3n", "Cn", "3n", "0n", "Cn")
    noticing = wink.MEDIUM._replace(notices_flutter=100)

    assert plain == pytest.approx(1 / 4)
    assert wink.chances(state.view(MATTHEW), noticing)[BRUNO][25] == pytest.approx(4 / 7)
    assert wink.chances(state.view(AGUSTINA), noticing)[BRUNO][25] == pytest.approx(4 / 6)  # who does not hold it either


def test_a_caller_seeks_those_who_may_hold_his_number_and_looked_at_him() -> None:
    state = commit(table(pawns={MATTHEW: 25}), "4n", "Cn", "Cn", "Cn", "0n")
    commit(state, *["-"] * 5)
    play(state, MATTHEW, "C:3")
    weights = wink.attention(state.view(MATTHEW), wink.MEDIUM)
    assert weights[CHEN] > 2 * weights[AICHA] > 0


def test_signs_are_noticed_as_often_as_the_level_says() -> None:
    """4.7, and always the same for the same sign."""
    for name, level in LEVELS.items():
        for sign, share in ((WINK, level.notices_wink), (FLUTTER, level.notices_flutter)):
            notes = [
                note(turn, beat, of, 3, sign, number)
                for turn in range(1, 30)
                for beat in (1, 2)
                for of in range(3)
                for number in (5, 17, 30)
            ]
            found = sum(wink.notices(noted, 4, level) for noted in notes)
            assert abs(100 * found / len(notes) - share) < 7, name


def test_who_cannot_call_passes_and_who_knows_nobody_calls_on() -> None:
    """W18."""
    stuck = to_call(table(({1}, {2}, {3}, {4}), {0: 2, 1: 3, 2: 1}, active=3))
    assert GAME.text(stuck, 3, wink.hard(stuck.view(3), Luck(1))) == "X"
    first = table(calling=True, luck=Calm())
    assert GAME.text(first, 0, wink.easy(first.view(0), Luck(1))).startswith("C:")


# -- Imagined hands ----------------------------------------------------------------------------------------------------


def imagined(state: State, seat: int, worlds: int = 400) -> Gains:
    gains = Gains(state.view(seat), Luck(1), wink.SHARP)
    gains.run(worlds)
    return gains


def test_all_imagined_hands_fit_the_facts() -> None:
    """3.1: sizes, own hand, who called what; every hidden number is somewhere, in each of them."""
    state = table(pawns={MATTHEW: 25, AGUSTINA: 8})
    gains = Gains(state.view(BRUNO), Luck(1), wink.SHARP)
    for _ in range(90):
        gains.run(1)
        holders = [gains.holder[number] for number in gains.hidden]
        assert [holders.count(seat) for seat in range(5)] == [2, 2, 2, 0, 2]
        assert gains.holder[25] != MATTHEW
        assert gains.holder[8] != AGUSTINA
    for number in gains.hidden:
        assert sum(gains.chance(seat, number) for seat in range(5)) == pytest.approx(1)


def just_called(luck: Luck | None = None) -> State:
    """Matthew has just called Aicha's 25."""
    return play(table(calling=True, luck=luck), MATTHEW, "C:25")


def test_eyes_on_a_caller_speak_for_the_holder_and_eyes_elsewhere_against() -> None:
    """Part 8."""
    staring, elsewhere = ("Cn", "Cn", "3n", "0n", "Cn"), ("Cn", "Cn", "3n", "Cn", "Cn")
    before = imagined(just_called(), AGUSTINA).chance(BRUNO, 25)
    stared = imagined(commit(just_called(), *staring), AGUSTINA).chance(BRUNO, 25)
    fluttered = imagined(commit(just_called(Calm([BRUNO])), *staring), AGUSTINA).chance(BRUNO, 25)
    looked_away = imagined(commit(just_called(), *elsewhere), AGUSTINA).chance(BRUNO, 25)

    assert fluttered > stared + 0.05 > before + 0.15
    assert looked_away < before - 0.05


def test_who_meets_the_callers_eyes_without_a_wink_hardly_holds_the_number() -> None:
    state = commit(table(pawns={MATTHEW: 25}), "4n", "Cn", "Cn", "Cn", "0n")

    assert imagined(state, MATTHEW).chance(CHEN, 25) < 0.1
    assert imagined(state, AGUSTINA).chance(CHEN, 25) > 0.2  # who has not seen it


def test_a_wink_seen_leaves_no_doubt() -> None:
    """K9, H6."""
    gains = imagined(commit(table(pawns={MATTHEW: 25}), "1n", "0e", "Cn", "Cn", "Cn"), MATTHEW, 20)

    assert gains.chance(AICHA, 25) == 1
    assert gains.is_sure(AICHA, 25)
    assert not gains.is_sure(AICHA, 3)


# -- Expected gains ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["3", "4", "5"])
def test_a_level_that_saw_the_wink_acts_on_it(name: str) -> None:
    """The steady watcher accuses; the caller, when his turn has come, races for contact [B3]."""
    choose = bots.bot("wink", name)
    state = table(pawns={MATTHEW: 25}, active=CHEN)
    commit(state, "1n", "0n", "1n", "Cn", "Cn")
    commit(state, *["-"] * 5)
    play(state, CHEN, "C:1")
    commit(state, "1n", "0e", "1n", "Cn", "Cn")
    assert GAME.text(state, AGUSTINA, choose(state.view(AGUSTINA), Luck(1))) == "A:1#25"
    commit(state, *["-"] * 5)
    commit(state, *["Cn"] * 5)
    assert GAME.text(state, MATTHEW, choose(state.view(MATTHEW), Luck(1))) == "K:1"


def test_an_accomplice_looks_at_the_caller_until_the_wink_was_seen() -> None:
    state = table(pawns={MATTHEW: 25})
    gains = imagined(state, AICHA).look_gains()
    assert gains.index(max(gains)) == MATTHEW
    commit(state, "1n", "0e", "Cn", "Cn", "Cn")
    commit(state, *["-"] * 5)
    state = play(state, MATTHEW, "C:4")  # the link is over, another one begins
    assert imagined(state, AICHA).look_gains()[MATTHEW] < gains[MATTHEW] / 2

    late = table(pawns={MATTHEW: 25}, active=AGUSTINA)
    commit(late, "1n", "0e", "Cn", "Cn", "Cn")
    commit(late, *["-"] * 5)
    play(late, AGUSTINA, "C:9")
    assert imagined(late, AICHA).look_gains()[MATTHEW] < gains[MATTHEW] / 2  # told, though the link lasts


def test_a_spy_stays_with_whom_he_watches_steadily() -> None:
    """K8: a second beat on the same face shows the wink as a wink."""
    state = table(pawns={MATTHEW: 25}, active=CHEN)
    commit(state, "Cn", "Cn", "3n", "0n", "Cn")
    commit(state, *["-"] * 5)
    play(state, CHEN, "C:4")
    gains = imagined(state, AGUSTINA).look_gains()

    assert gains[BRUNO] > 1.5 * gains[AICHA]  # a fresh look


def test_nobody_helps_to_end_a_game_that_he_loses() -> None:
    """W33: Aicha's last card."""
    hands = ({1, 2}, {25}, {4, 5}, {6, 7}, {8, 9})
    behind = table(hands, {MATTHEW: 25})
    behind.core.one_up[BRUNO] = 0b1111_0000_0000_0000_0000
    ahead = table(hands, {MATTHEW: 25})
    ahead.core.one_up[AICHA] = 0b1111_0000_0000_0000_0000

    assert imagined(behind, AICHA).policy(MATTHEW) == 0
    assert imagined(ahead, AICHA).policy(MATTHEW) == EYE_CONTACT
    gains = imagined(to_call(behind), MATTHEW)
    assert gains.contact_gain(AICHA) < gains.contact_gain(CHEN)  # the others have cards left


def test_an_accusation_needs_a_better_chance_while_there_is_time() -> None:
    """Part 8: a card kept is worth a point; towards the end an even chance is enough."""
    full = tuple({5 * place + seat + 1 for place in range(7)} for seat in range(5))
    early = table(full, {MATTHEW: 22})
    late = table(pawns={MATTHEW: 25})

    assert early.core.holder(22) == late.core.holder(25) == AICHA
    assert imagined(early, AGUSTINA).accuse_gain(AICHA, MATTHEW, 22) < imagined(late, AGUSTINA).accuse_gain(AICHA, MATTHEW, 25) - 0.7


def test_a_number_whose_holder_one_knows_is_called() -> None:
    state = table(pawns={MATTHEW: 25}, active=AGUSTINA)
    commit(state, "1n", "0n", "1n", "Cn", "Cn")
    commit(state, *["-"] * 5)
    play(state, AGUSTINA, "C:9")
    commit(state, "1n", "0e", "1n", "Cn", "Cn")  # now Agustina watches steadily, and sees the wink
    gains = imagined(state, AGUSTINA)

    assert gains.call_gain(25) > 1.2 * gains.call_gain(6)


@pytest.mark.parametrize("name", bots.LEVELS)
def test_a_level_tells_its_best_moves_and_has_one_when_its_time_is_over(name: str) -> None:
    level = bots.bot("wink", name)
    assert isinstance(level, Level)
    for state in (table(pawns={MATTHEW: 25}), to_call(table(pawns={MATTHEW: 25}))):
        view = state.view(MATTHEW)
        thought = level.think(view, Luck(3))
        hasty = level.think(view, Luck(3), seconds=0.0)
        asked = level.think(view, Luck(3), also=view.legal()[-1])

        assert thought == level.think(view, Luck(3))
        assert thought.iterations == level.iterations
        assert len({idea.action for idea in thought.ideas}) == 3
        assert all(idea.action in view.legal() and -1 < idea.worth < 1 for idea in thought.ideas)
        assert [idea.worth for idea in thought.ideas] == sorted((idea.worth for idea in thought.ideas), reverse=True)
        assert thought.choice in view.legal()
        assert hasty.choice in view.legal()
        assert asked.ideas[-1].action == view.legal()[-1]


def test_a_gaze_is_drawn_in_proportion_to_a_power_of_its_gain() -> None:
    found = [drawn({4: 1.0, 7: 2.0, 3 * CROWD: 0.0}, 2.0, Luck(seed)) for seed in range(500)]

    assert 350 < found.count(7) < 450
    assert 3 * CROWD not in found
    assert drawn({3 * CROWD: 0.0}, 2.0, Luck(1)) == 3 * CROWD


# -- Beliefs -----------------------------------------------------------------------------------------------------------


def test_beliefs_tell_who_holds_what_is_called_the_own_call_first() -> None:
    state = commit(table(pawns={MATTHEW: 25, AGUSTINA: 8, CHEN: 1}), "1n", "0e", "Cn", "Cn", "Cn")
    found = bots.beliefs("wink", bytes(state.view(MATTHEW)), 1)

    assert (found[0].key, dict(found[0].args), found[0].chance) == ("holds", {"seat": AICHA, "number": 25}, 1.0)
    assert all(0 < belief.chance <= 1 for belief in found)
    assert 1 not in {belief.args["number"] for belief in found}  # in his own hand
    assert {belief.args["number"] for belief in found} >= {25, 8}
    assert AGUSTINA not in {belief.args["seat"] for belief in found if belief.args["number"] == 8}  # her own call
    assert len(found) <= 12


def test_who_watches_or_sees_all_hands_believes_nothing() -> None:
    state = table(pawns={MATTHEW: 25})
    assert bots.beliefs("wink", bytes(state.view(SPECTATOR)), 1) == []


# -- Reasons -----------------------------------------------------------------------------------------------------------


def said(state: State, seat: int, *moves: str) -> list[tuple[str, dict[str, object]]]:
    actions = [GAME.parse(state, seat, move) for move in moves]
    return [(why.key, dict(why.args)) for why in wink.whys(state.view(seat), Luck(1), actions)]


def test_a_look_is_for_a_wink_to_give_to_find_or_to_catch() -> None:
    state = table(pawns={MATTHEW: 25})
    assert said(state, AICHA, "L:0e", "L:Cn") == [("wink", {"seat": MATTHEW, "number": 25}), ("rest", {})]
    [(sought, about), (nowhere, _)] = said(state, MATTHEW, "L:1e", "L:Cn")
    assert (sought, about["number"], nowhere) == ("seek", 25, "rest")
    [(spied, about), (idle, _)] = said(state, AGUSTINA, "L:1e", "L:0e")
    assert (spied, about["number"], idle) == ("spy", 25, "glance")
    commit(state, "1n", "0e", "Cn", "Cn", "Cn")
    assert said(state, MATTHEW, "-", "K:1")[1] == ("contact", {"seat": AICHA, "number": 25, "chance": 100})
    assert said(state, AGUSTINA, "-")[0] == ("wait", {"ci": 4})
    assert said(state, AGUSTINA, "A:1#25")[0][0] == "accuse"


def test_what_was_told_or_is_known_needs_no_look() -> None:
    state = play(table(calling=True), MATTHEW, "C:25")
    commit(state, "1n", "0e", "Cn", "Cn", "Cn")
    commit(state, *["-"] * 5)

    assert said(state, AICHA, "L:0e")[0][0] == "told"
    assert said(state, MATTHEW, "L:1e")[0][0] == "glance"


def test_a_call_is_for_a_known_holder_or_among_so_many() -> None:
    state = to_call(table(pawns={MATTHEW: 25}))
    assert said(state, MATTHEW, "C:4")[0] == ("search", {"count": 4})
    state.core.shown[AGUSTINA] |= 1 << 4
    assert said(state, MATTHEW, "C:4")[0] == ("call", {"seat": AGUSTINA, "chance": 100})
    stuck = to_call(table(({1}, {2}, {3}, {4}), {0: 2, 1: 3, 2: 1}, active=3))
    assert said(stuck, 3, "X") == [("pass", {})]


def test_every_reason_has_words() -> None:
    words = load("en", "wink")
    keys = ("rest", "wink", "told", "seek", "spy", "glance", "wait", "pass", "contact", "call", "search", "accuse")
    assert all(words.has(f"why.{key}") for key in keys)
