"""What a seat may know, and what it can imagine [part 3, 3.1]; laws of whole games [J1-J6]."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from spyhouse import SPECTATOR, FairLuck, Luck, playout
from spyhouse.rules.wink import view as views
from spyhouse.rules.wink.core import NOBODY, Core, bits, listed
from spyhouse.rules.wink.engine import OVER, REACTING, State
from spyhouse.rules.wink.kernel import FLUTTER, WINK
from spyhouse.rules.wink.view import View
from tests.rules.wink.build import AGUSTINA, AICHA, BRUNO, CHEN, CROWD, GAME, MATTHEW, Calm, commit, core, play, quiet_beat, table, to_call

SEATS = [4, 5, 6, 7, 8]
MIXES: list[dict[str, object]] = [
    {},
    {"flutter": False},
    {"accuse_scope": "any", "accuse_own": True},
    {"lock4": "call", "beats": 4, "mode": "beat-async"},
]


def start(seats: int, seed: int, **options: object) -> State:
    state = GAME.start(seats, luck=Luck(seed), options=options)
    assert isinstance(state, State)
    return state


def received(state: State, seat: int) -> list[object]:
    """Everything this seat gets."""
    view = state.view(seat)
    names = [GAME.text(state, seat, action) for action in state.legal(seat)]
    described = [str(GAME.describe(state, seat, action)) for action in state.legal(seat)[:12]]
    return [
        bytes(view),
        view.legal(),
        view.to_act(),
        view.default(),
        state.default(seat),
        state.sealed(seat),
        state.trace(seat),
        names,
        described,
        GAME.show(view),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("options", MIXES, ids=str)
@pytest.mark.parametrize("seats", SEATS)
def test_a_sample_cannot_be_told_from_the_real_game(seats: int, options: dict[str, object]) -> None:
    """6.3, 3.1: at steps of a random game, everything each seat receives is the same; and the sample is a sound table."""
    luck = Luck(seats)
    state = start(seats, seats, **options)
    step = 0
    while state.to_act():
        owing = state.to_act()
        seat = owing[luck.below(len(owing))]
        legal = state.legal(seat)
        state.apply(seat, legal[luck.below(len(legal))])
        step += 1
        if step % 23:
            continue
        for who in [*range(seats), SPECTATOR]:
            view = state.view(who)
            sample = view.sample(luck)
            assert received(sample, who) == received(state, who)
            assert sample.broken() == []
            fits(view, sample.core)
        playout(sample, luck)  # of one of them: it is a table that can be played on


def fits(view: View, core: Core) -> None:
    """The hands satisfy H1 to H6."""
    sure = view.sure()
    for seat in range(core.rules.seats):
        assert not core.hand[seat] & core.ruled_out[seat]
        assert core.hand[seat] & sure[seat] == sure[seat]


def test_every_assignment_that_fits_the_facts_is_possible() -> None:
    """3.1 a: hands of 2, seven numbers with a few facts; samples reach all of them and nothing else."""
    now = core(({1, 2}, {3, 4}, {5, 6}, {7}), {MATTHEW: 3, AICHA: 5})
    now.ruled_out[AGUSTINA] |= 1 << 4
    now.shown[BRUNO] |= 1 << 7
    view = View(MATTHEW, 0, table(({1, 2}, {3, 4}, {5, 6}, {7})).setting, now.open_copy())
    view.core.hand[MATTHEW] = now.hand[MATTHEW]
    view.step = 2
    possible = {(a, b) for a in ((3, 4), (4, 6)) for b in ((5, 6), (3, 5)) if not set(a) & set(b)}
    found: set[tuple[tuple[int, ...], ...]] = set()
    luck = Luck(1)
    for _ in range(200):
        sample = view.sample(luck).core
        assert listed(sample.hand[BRUNO]) == [7]
        found.add((tuple(listed(sample.hand[AICHA])), tuple(listed(sample.hand[AGUSTINA]))))
    assert found == possible


def test_hands_are_repaired_by_augmenting_paths() -> None:
    """3.1 a: the last number fits only into a full hand, and two others must move on."""
    hand = [0, bits([1]), bits([2]), 0]
    room = [0, 0, 0, 1]
    may_hold = [0, 0b0110, 0b1100, 0b0010]
    views.make_room(hand, room, may_hold, 3)
    assert [listed(cards) for cards in hand] == [[], [3], [1], [2]]
    assert room == [0, 0, 0, 0]
    longer = [0, bits([1, 4]), 0, 0]
    views.make_room(longer, [0, 0, 1, 0], [0, 0b0010, 0, 0b0010, 0b0110], 3)
    assert [listed(cards) for cards in longer] == [[], [1, 3], [4], []]


@pytest.mark.parametrize("seats", SEATS)
def test_sampling_never_fails_late_in_the_game(seats: int) -> None:
    """3.1: with the most facts, many times."""
    for seed in range(3):
        luck = Luck(100 + seed)
        state = start(seats, seed)
        state.mute()
        last = state
        while state.to_act():
            last = state.clone()
            seat = state.to_act()[0]
            legal = state.legal(seat)
            state.apply(seat, legal[luck.below(len(legal))])
        for who in range(seats):
            view = last.view(who)
            for _ in range(30):
                fits(view, view.sample(luck).core)


def watched(*looks: str, hands: tuple[set[int], ...] | None = None, blinking: tuple[int, ...] = ()) -> State:
    state = table(hands or ({1, 2}, {25, 3}, {4, 5}, {6, 7}, {8, 9}), {MATTHEW: 25}, active=CHEN, luck=Calm(blinking))
    return commit(state, *looks)


def test_a_flutter_is_a_wink_or_a_blink_and_a_wink_is_a_wink() -> None:
    """3.1 c, H6."""
    state = watched("1n", "0e", "1n", "1n", "Cn")
    luck = Luck(2)
    kinds = set()
    for _ in range(80):
        assert state.view(MATTHEW).sample(luck).kernel.wink_at[AICHA] == MATTHEW
        sample = state.view(BRUNO).sample(luck)
        kinds.add((sample.kernel.wink_at[AICHA] != NOBODY, sample.core.holder(25) == AICHA))
        assert sample.kernel.sign[BRUNO] == FLUTTER
    assert kinds == {(True, True), (False, True), (False, False)}


def test_what_steady_or_targeted_eyes_see_as_a_flutter_is_a_blink() -> None:
    """3.1 c."""
    state = watched("1n", "0n", "1n", "Cn", "Cn", blinking=(AICHA,))
    commit(state, *["-"] * 5)
    play(state, CHEN, "C:1")
    commit(state, "1n", "0n", "1n", "1n", "Cn")
    luck = Luck(3)
    for _ in range(60):
        assert state.view(MATTHEW).sample(luck).kernel.wink_at[AICHA] == NOBODY
        sample = state.view(AGUSTINA).sample(luck)
        assert (sample.kernel.wink_at[AICHA], sample.kernel.blink_to[AICHA]) == (NOBODY, sample.kernel.tick)
    fresh = {state.view(BRUNO).sample(luck).kernel.wink_at[AICHA] for _ in range(60)}
    assert fresh == {NOBODY, MATTHEW}


def test_no_sign_means_neither_wink_nor_blink_and_ones_own_blinks_are_unknown() -> None:
    """3.1 c."""
    state = watched("1n", "0n", "1n", "Cn", "Cn")
    luck = Luck(4)
    own = set()
    others = set()
    for _ in range(200):
        sample = state.view(AGUSTINA).sample(luck)
        assert sample.kernel.wink_at[AICHA] == NOBODY
        assert sample.kernel.blink_to[AICHA] < 0
        own.add(sample.kernel.blink_to[AGUSTINA] == sample.kernel.tick)
        others.add((sample.kernel.wink_at[BRUNO] != NOBODY, sample.kernel.blink_to[BRUNO] == sample.kernel.tick))
        assert sample.kernel.sign[AGUSTINA] == 0
    assert own == {True, False}
    assert others == {(True, False), (False, True), (False, False)}


def test_gazes_one_saw_are_kept_and_the_rest_is_drawn() -> None:
    """3.1 b: of this beat and of the one before; after a reset all are on the crowd."""
    state = watched("1n", "2n", "1n", "Cn", "Cn")
    commit(state, *["-"] * 5)
    play(state, CHEN, "C:1")
    luck = Luck(5)
    gazes = [state.view(MATTHEW).sample(luck).kernel.gaze for _ in range(60)]
    assert {tuple(gaze[:2]) for gaze in gazes} == {(AICHA, AGUSTINA)}
    assert {gaze[BRUNO] for gaze in gazes} == {MATTHEW, AICHA, AGUSTINA, CHEN, CROWD}
    commit(state, "3n", "2n", "1n", "0n", "Cn")
    samples = [state.view(MATTHEW).sample(luck) for _ in range(30)]
    assert {(sample.before[AICHA], sample.before[MATTHEW], sample.kernel.gaze[BRUNO]) for sample in samples} == {(AGUSTINA, AICHA, MATTHEW)}
    assert len({sample.before[CHEN] for sample in samples}) > 2
    commit(state, *["-"] * 4, "A:2#25")
    assert state.view(MATTHEW).sample(luck).kernel.gaze == [CROWD] * 5
    assert state.view(SPECTATOR).sample(luck).kernel.gaze == [CROWD] * 5


def test_a_sample_keeps_the_own_commit_and_leaves_the_others_open() -> None:
    """3.1 d, e, f."""
    state = table(pawns={MATTHEW: 25})
    play(state, MATTHEW, "L:1e")
    play(state, AICHA, "L:0e")
    sample = state.view(AICHA).sample(Luck(6))
    assert sample.commit == [-1, 1, -1, -1, -1]
    assert sample.to_act() == [0, 2, 3, 4]
    assert sample.notes == [[], [], [], [], []]
    for seat in (0, 2, 3, 4):
        play(sample, seat, "L:Cn")
    assert sample.step == REACTING


def test_the_call_of_a_late_player_is_known_to_him_alone() -> None:
    """B8: in the samples of others it is drawn anew."""
    state = to_call(table(pawns={MATTHEW: 25}))
    luck = Luck(7)
    assert {state.view(MATTHEW).sample(luck).auto for _ in range(20)} == {state.auto}
    assert len({state.view(AICHA).sample(luck).auto for _ in range(40)}) > 2
    assert state.view(AICHA).sample(luck).listening


def test_hands_are_shown_after_the_end() -> None:
    """Part 3."""
    state = start(4, 1)
    playout(state, Luck(1))
    assert state.step == OVER
    for who in (0, SPECTATOR):
        assert state.view(who).core.hand == state.core.hand
        assert state.view(who).sample(Luck(1)).core.hand == state.core.hand


def test_a_spectator_has_neither_hand_nor_eyes() -> None:
    """Part 3."""
    state = watched("1n", "0e", "1n", "1n", "Cn")
    view = state.view(SPECTATOR)
    assert view.core.hand == [0] * 5
    assert (view.gaze, view.notes, view.legal(), view.to_act()) == (CROWD, [], [], [0, 1, 2, 3, 4])
    assert view.default() == -1


# -- Laws of whole games -----------------------------------------------------------------------------------------------


def laws_hold(seats: int, games: int) -> None:
    for seed in range(games):
        luck = Luck(seed)
        state = start(seats, seed)
        state.mute()
        steps = -1
        while owing := state.to_act():
            seat = owing[0]
            legal = state.legal(seat)
            state.apply(seat, legal[luck.below(len(legal))])
            if state.steps != steps:  # something happened
                steps = state.steps
                assert state.broken() == []


@pytest.mark.slow
@pytest.mark.parametrize("seats", SEATS)
def test_the_laws_hold_after_every_event_of_60_games(seats: int) -> None:
    """J1 to J6, 6.3."""
    laws_hold(seats, 60)


@pytest.mark.long
@pytest.mark.parametrize("seats", SEATS)
def test_the_laws_hold_after_every_event_of_5000_games(seats: int) -> None:
    """J1 to J6, 6.3."""
    laws_hold(seats, 5_000)


def test_broken_laws_are_named() -> None:
    """J1 to J6."""
    now = start(4, 1).core
    assert now.broken() == []
    harms: dict[str, Callable[[Core], object]] = {
        "J1": lambda c: c.hand.__setitem__(0, c.hand[0] | c.hand[1]),
        "J2": lambda c: (c.pawn.__setitem__(0, listed(c.hand[2])[0]), c.pawn.__setitem__(1, listed(c.hand[2])[0])),
        "J3": lambda c: c.pawn.__setitem__(0, listed(c.hand[0])[0]),
        "J4": lambda c: c.one_up.__setitem__(0, 1 << 3),
        "J5": lambda c: c.ci_hand.__setitem__(0, 3),
        "J6": lambda c: c.size.__setitem__(0, 0),
    }
    for law, harm in harms.items():
        twin = now.clone()
        harm(twin)
        assert law in twin.broken()


def test_a_wink_never_shows_below_its_run() -> None:
    """K8 in Beat mode: WINK is seen only by the target or by steady eyes."""
    for seats in SEATS:
        luck = Luck(seats)
        state = start(seats, seats + 40)
        seen = 0
        while owing := state.to_act():
            before = state.kernel.gaze.copy()
            look = state.step == 0
            legal = state.legal(owing[0])
            state.apply(owing[0], legal[luck.below(len(legal))])
            if not look or state.step != REACTING:
                continue
            kernel = state.kernel
            for who in range(seats):
                p = kernel.gaze[who]
                if kernel.sign[who] == WINK:
                    seen += 1
                    assert kernel.wink_at[p] == who or before[who] == p
                    assert state.core.can_wink(p, kernel.wink_at[p])
        assert seen > 0


def test_fair_luck_gives_the_same_match_again() -> None:
    """B12."""
    one, two = (GAME.start(6, luck=FairLuck(bytes(range(32)))) for _ in range(2))
    assert one.numbers() == two.numbers()
    luck, again = Luck(1), Luck(1)
    assert playout(one, luck) == playout(two, again)
    assert one.numbers() == two.numbers()


def test_quiet_beats_tell_nobody_anything() -> None:
    """Part 3: who looks at the crowd sees no eyes."""
    state = table(pawns={MATTHEW: 25})
    quiet_beat(state)
    assert state.notes == [[]] * 5
