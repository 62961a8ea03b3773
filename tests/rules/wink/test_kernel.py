"""The attention kernel driven by ticks [4.1, 4.2, WT26-WT29], and what its limits are for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from spyhouse import BadContent, Luck
from spyhouse.rules import wink
from spyhouse.rules.wink.core import NOBODY, Core
from spyhouse.rules.wink.kernel import ALWAYS, CROWD, EYE_CONTACT, FLUTTER, MOVING, NO_SIGN, WINK, Attention, Kernel
from spyhouse.rules.wink.pieces import NAMES, check_attention, check_table, content
from tests.rules.wink.build import AGUSTINA, AICHA, BRUNO, CHEN, MATTHEW, NoBlinks, core, kernel

CALLED = core(pawns={MATTHEW: 25})  # Aicha may wink at Matthew


def eyes(at: int, since: dict[int, tuple[int, int]], pace: str = "normal") -> Kernel:
    """Eyes just before tick `at`; seat -> (whom it watches, since which tick)."""
    made = kernel(pace=pace)
    made.tick = at - 1
    for seat, (target, tick) in since.items():
        made.gaze[seat], made.since[seat] = target, tick
    return made


def signs(
    made: Kernel, to: int, turning: dict[int, tuple[int, int, int]] | None = None, table: Core = CALLED
) -> dict[int, list[tuple[int, int]]]:
    """Lets ticks pass; seat -> its signs with their ticks. `turning`: tick -> (seat, new gaze, first settled tick)."""
    seen: dict[int, list[tuple[int, int]]] = {}
    luck = NoBlinks()
    while made.tick < to:
        if turning and made.tick + 1 in turning:
            seat, target, tick = turning[made.tick + 1]
            made.gaze[seat], made.since[seat] = target, tick
        made.pass_tick(table, luck)
        for seat in range(made.seats):
            if made.sign[seat] != NO_SIGN:
                seen.setdefault(seat, []).append((made.tick, made.sign[seat]))
    return seen


def winking(
    observers: dict[int, tuple[int, int]], turning: dict[int, tuple[int, int, int]] | None = None
) -> dict[int, list[tuple[int, int]]]:
    """Aicha winks at Matthew on ticks 100 to 113; who sees what."""
    made = eyes(100, {AICHA: (MATTHEW, 50)} | observers)
    made.ask_wink(AICHA, ALWAYS)
    seen = signs(made, 120, turning)
    assert (made.wink_from[AICHA], made.wink_to[AICHA]) == (100, 113)
    return seen


@pytest.mark.parametrize(
    ("who", "settled", "seen"),
    [
        (MATTHEW, 90, [(103, WINK)]),
        (MATTHEW, 110, [(113, WINK)]),
        (MATTHEW, 111, []),
        (BRUNO, 90, [(102, FLUTTER), (107, WINK)]),
        (BRUNO, 106, [(108, FLUTTER), (113, WINK)]),
        (BRUNO, 107, [(109, FLUTTER)]),
        (BRUNO, 111, [(113, FLUTTER)]),
        (BRUNO, 112, []),
    ],
)
def test_how_long_one_must_watch_to_see_a_wink(who: int, settled: int, seen: list[tuple[int, int]]) -> None:
    """WT26 [K5, K8]: the target needs a run of 4; anybody else 3 for a flutter and 8 for the wink."""
    assert winking({who: (AICHA, settled)}).get(who, []) == seen


@pytest.mark.parametrize(("leaves", "seen"), [(105, [(102, FLUTTER)]), (102, [])])
def test_who_looks_away_in_time_sees_less(leaves: int, seen: list[tuple[int, int]]) -> None:
    """WT26 [K8]: away after tick 104, after tick 101."""
    assert winking({BRUNO: (AICHA, 90)}, {leaves: (BRUNO, CHEN, leaves + 3)}).get(BRUNO, []) == seen


def looks(made: Kernel, seat: int, wanted: dict[int, int], to: int) -> list[int]:
    """Ticks at which this seat's looks were carried out. `wanted`: tick -> target asked for."""
    done: list[int] = []
    luck = NoBlinks()
    while made.tick < to:
        if made.tick + 1 in wanted:
            made.ask_look(seat, wanted[made.tick + 1])
        before = made.gaze[seat]
        made.pass_tick(CALLED, luck)
        if made.gaze[seat] != before:
            done.append(made.tick)
    return done


def test_eyes_in_transit_settle_and_hold() -> None:
    """WT27 [K3, K4]: 3 ticks in transit, then 10 settled before the next look."""
    made = eyes(200, {})
    assert looks(made, BRUNO, {200: AICHA}, 200) == [200]
    assert made.tokens[BRUNO] == 3
    assert not made.is_settled_on(BRUNO, AICHA)
    looks(made, BRUNO, {}, 202)
    assert not made.is_settled_on(BRUNO, AICHA)
    looks(made, BRUNO, {}, 203)
    assert made.is_settled_on(BRUNO, AICHA)
    assert looks(made, BRUNO, {205: CHEN}, 230) == [213]


def test_tokens_end_a_scan() -> None:
    """WT27 [K4]: a full bucket and one token every 24 ticks."""
    made = eyes(200, {})
    targets = [AICHA, AGUSTINA]
    done: list[int] = []
    luck = NoBlinks()
    while made.tick < 315:
        made.ask_look(BRUNO, targets[len(done) % 2])
        before = made.gaze[BRUNO]
        made.pass_tick(CALLED, luck)
        if made.gaze[BRUNO] != before:
            done.append(made.tick)
        assert 0 <= made.tokens[BRUNO] <= 4
    assert done == [200, 213, 226, 239, 252, 265, 278, 291, 312]


def test_a_request_for_the_present_target_only_cancels_the_waiting_one() -> None:
    """K3."""
    made = eyes(200, {BRUNO: (AICHA, 199)})
    made.ask_look(BRUNO, CHEN)
    made.pass_tick(CALLED, NoBlinks())
    assert made.wanted[BRUNO] == CHEN
    made.ask_look(BRUNO, AICHA)
    assert looks(made, BRUNO, {}, 230) == []
    assert made.tokens[BRUNO] == 4


def test_a_wink_waits_until_the_eyes_have_settled_long_enough() -> None:
    """WT28 [K7]: settled for 5 ticks, PRE is 6."""
    made = eyes(105, {AICHA: (MATTHEW, 100)})
    made.ask_wink(AICHA, ALWAYS)
    signs(made, 105)
    assert made.wink_at[AICHA] == NOBODY
    signs(made, 106)
    assert (made.wink_at[AICHA], made.wink_from[AICHA]) == (MATTHEW, 106)


@pytest.mark.parametrize("target", [CHEN, CROWD])
def test_a_wink_without_a_link_is_refused_privately(target: int) -> None:
    """WT28 [K7, W21]: the others see nothing."""
    made = eyes(105, {AICHA: (target, 50), CHEN: (AICHA, 50)})
    made.ask_wink(AICHA, ALWAYS)
    assert signs(made, 105) == {}
    assert made.refused == [0, 1, 0, 0, 0]
    assert made.wink_at[AICHA] == NOBODY
    signs(made, 106)
    assert made.refused == [0] * 5


def test_a_freeze_cuts_a_wink() -> None:
    """WT29 [K7, K11]: executed at tick 105; who watched since 100 has a run of 6."""
    made = eyes(100, {AICHA: (MATTHEW, 50), BRUNO: (AICHA, 100)})
    made.ask_wink(AICHA, ALWAYS)
    before = signs(made, 105)
    made.freeze()
    after = signs(made, 200)
    assert before == {BRUNO: [(102, FLUTTER)]}
    assert after == {}
    assert made.wink_to[AICHA] == 105


def test_a_freeze_sends_all_eyes_to_the_crowd_and_lasts() -> None:
    """K11: executed in tick 105, frozen 106 to 165; looks wait, winks are refused, tokens go on, K12 calls do not freeze."""
    made = eyes(105, {AICHA: (MATTHEW, 50), BRUNO: (AICHA, 100)})
    made.tokens[BRUNO] = 0
    made.ask_look(CHEN, AICHA)
    made.ask_wink(AICHA, EYE_CONTACT)  # waits: Matthew does not look at her
    signs(made, 105)
    made.freeze()
    assert (made.gaze, made.since, made.wanted) == ([CROWD] * 5, [105] * 5, [NOBODY] * 5)
    made.ask_wink(AICHA, ALWAYS)
    made.ask_look(BRUNO, AICHA)
    made.pass_tick(CALLED, NoBlinks())
    assert made.refused[AICHA] == 1
    assert looks(made, BRUNO, {}, 180) == [166]
    assert made.tokens[BRUNO] == 2  # refills at 120, 144, 168, one spent
    made.end_link(MATTHEW)
    assert made.frozen_to == 165


def test_a_wink_ends_with_its_link() -> None:
    """K7: the caller calls again at tick 104."""
    made = eyes(100, {AICHA: (MATTHEW, 50), BRUNO: (AICHA, 90)})
    made.ask_wink(AICHA, ALWAYS)
    signs(made, 104)
    made.end_link(CHEN)
    assert made.wink_to[AICHA] == 113
    made.end_link(MATTHEW)
    assert signs(made, 120) == {}
    assert made.wink_to[AICHA] == 104


def test_eyes_stay_after_a_wink_and_the_next_wink_must_wait() -> None:
    """K7: POST 4, COOL 50."""
    made = eyes(100, {AICHA: (MATTHEW, 50)})
    made.ask_wink(AICHA, ALWAYS)
    assert looks(made, AICHA, {101: CHEN}, 130) == [118]
    again = eyes(100, {AICHA: (MATTHEW, 50)})
    again.ask_wink(AICHA, ALWAYS)
    signs(again, 150)
    again.ask_wink(AICHA, ALWAYS)
    signs(again, 155)
    assert again.asked[AICHA] == ALWAYS
    signs(again, 161)
    assert (again.asked[AICHA], again.wink_from[AICHA]) == (0, 100)  # tried for 10 ticks, then it lapses
    again.ask_wink(AICHA, ALWAYS)
    signs(again, 170)
    assert again.wink_from[AICHA] == 164


def test_a_waiting_wink_lapses_when_the_eyes_leave_or_the_link_ends() -> None:
    """K7."""
    made = eyes(105, {AICHA: (MATTHEW, 104)})
    made.ask_wink(AICHA, ALWAYS)
    signs(made, 105)
    made.gaze[AICHA] = CHEN
    signs(made, 106)
    assert (made.asked[AICHA], made.refused[AICHA]) == (0, 0)
    other = eyes(105, {AICHA: (MATTHEW, 104)})
    other.ask_wink(AICHA, ALWAYS)
    signs(other, 105)
    signs(other, 106, table=core())
    assert (other.asked[AICHA], other.refused[AICHA]) == (0, 0)
    waiting = core(pawns={MATTHEW: 25, CHEN: 3})  # she holds the numbers of both
    third = eyes(105, {AICHA: (MATTHEW, 104)})
    third.ask_wink(AICHA, ALWAYS)
    signs(third, 105, table=waiting)
    signs(third, 106, {106: (AICHA, CHEN, 100)}, table=waiting)
    assert (third.asked[AICHA], third.wink_at[AICHA]) == (0, NOBODY)


def test_a_wink_for_eye_contact_waits_for_it() -> None:
    """K6, K7: both settled on each other."""
    made = eyes(100, {AICHA: (MATTHEW, 50), MATTHEW: (AICHA, 103)})
    made.ask_wink(AICHA, EYE_CONTACT)
    signs(made, 102)
    assert made.wink_at[AICHA] == NOBODY
    signs(made, 103)
    assert made.wink_from[AICHA] == 103


def test_watchers_see_where_eyes_point() -> None:
    """K2, K5, K6: a target, the crowd, or moving; who watches nobody sees nothing."""
    made = eyes(100, {AICHA: (MATTHEW, 50), BRUNO: (AICHA, 50), CHEN: (BRUNO, 50), MATTHEW: (AGUSTINA, 50), AGUSTINA: (AICHA, 101)})
    signs(made, 100)
    assert made.eyes == [MOVING, AGUSTINA, NOBODY, MATTHEW, AICHA]
    signs(made, 101)
    assert made.eyes == [AICHA, AGUSTINA, MATTHEW, MATTHEW, AICHA]
    assert kernel().gaze == [CROWD] * 5


class Script(Luck):
    """Says how long the pauses between blinks are: G draws each."""

    def __init__(self, pauses: list[int]) -> None:
        super().__init__(1)
        self.draws = [draw for pause in pauses for draw in [*[5] * (pause - 1), 0]]

    def pick(self, stream: str, n: int) -> int:
        assert n == 120
        if stream != "blink.1":
            return 0 if not self.draws else 1 if stream == "blink.9" else 0
        return self.draws.pop(0)


def test_blinks_come_after_a_pause_last_and_look_like_a_half_seen_wink() -> None:
    """K10: 10 + G ticks from the start, 6 long, then a new pause."""
    luck = Script([5, 7, 1])
    made = kernel()
    made.begin(luck)
    made.gaze[BRUNO], made.since[BRUNO] = AICHA, -50
    blinks: list[int] = []
    seen: list[int] = []
    while made.tick < 45:
        made.pass_tick(CALLED, luck)
        if made.blink_from[AICHA] == made.tick:
            blinks.append(made.tick)
        if made.sign[BRUNO] == FLUTTER:
            seen.append(made.tick)
    assert blinks == [15, 38]  # over with 20; the pause is 21 to 37
    assert seen == [17, 40]


def test_a_blink_waits_for_a_wink_and_a_wink_for_a_blink() -> None:
    """K7, K10."""
    made = eyes(100, {AICHA: (MATTHEW, 50)})
    made.blink_due[AICHA] = 105
    made.ask_wink(AICHA, ALWAYS)
    signs(made, 113)
    assert made.blink_from[AICHA] < 0
    signs(made, 114)
    assert made.blink_from[AICHA] == 114
    other = eyes(100, {AICHA: (MATTHEW, 50)})
    other.blink_due[AICHA] = 100
    signs(other, 100)
    other.ask_wink(AICHA, ALWAYS)
    signs(other, 110)
    assert other.wink_from[AICHA] == 106


def test_a_freeze_forgets_the_blink_that_was_due_and_cuts_the_one_under_way() -> None:
    """K10, K11: a new pause starts when the freeze ends."""
    luck = Script([3, 2])
    made = eyes(100, {})
    made.blink_due[AICHA] = 103
    made.blink_from[CHEN], made.blink_to[CHEN] = 98, 103
    made.tick = 100
    made.freeze()
    assert made.blink_to[CHEN] == 100
    while made.tick < 185:
        made.pass_tick(CALLED, luck)
    assert made.blink_from[AICHA] == 161 + 10 + 3


def test_without_flutter_a_glimpse_shows_the_wink_and_nobody_blinks() -> None:
    """Part 5, flutter off."""
    made = kernel(flutter=False)
    made.begin(Luck(1))
    made.tick = 99
    for seat, target in ((AICHA, MATTHEW), (BRUNO, AICHA)):
        made.gaze[seat], made.since[seat] = target, 50
    made.ask_wink(AICHA, ALWAYS)
    assert signs(made, 400) == {BRUNO: [(102, WINK)]}
    assert made.blink_from == [-1_000_000] * 5


def test_no_sign_below_its_threshold_ever() -> None:
    """K8: random looks and winks; a watcher who sees WINK has watched the wink for 4 ticks (target) or 8."""
    luck = Luck(3)
    table = core(({1, 2}, {3, 25}, {4, 5}, {6, 7}, {8, 9}), {0: 25, 1: 8, 2: 6, 3: 1, 4: 4})
    made = kernel()
    made.begin(luck)
    counted = 0
    for _ in range(20_000):
        seat = luck.below(5)
        target = luck.below(6)
        if target != seat:
            made.ask_look(seat, CROWD if target == 5 else target)
        made.ask_wink(luck.below(5), ALWAYS)
        made.pass_tick(table, luck)
        for o in range(5):
            p = made.gaze[o]
            if made.sign[o] == NO_SIGN:
                continue
            counted += 1
            start = made.wink_from[p] if made.wink_at[p] != NOBODY else made.blink_from[p]
            run = made.tick - max(start, made.since[o]) + 1
            needed = 4 if made.wink_at[p] == o else 8 if made.sign[o] == WINK else 3
            assert run == needed
            assert made.sign[o] == FLUTTER or table.can_wink(p, made.wink_at[p])
        assert all(0 <= tokens <= 4 for tokens in made.tokens)
    assert counted > 100


def test_kernels_are_copied_and_written_whole() -> None:
    """K1: a copy goes on as the original does."""
    luck = Luck(5)
    made = kernel()
    made.begin(luck)
    for tick in range(300):
        made.ask_look(tick % 5, (tick + 2) % 5)
        made.ask_wink(1, ALWAYS)
        made.pass_tick(CALLED, luck)
    twin = made.clone()
    other = kernel()
    assert other.read(made.numbers()) == len(made.numbers())
    assert twin.numbers() == made.numbers() == other.numbers()
    before = made.numbers()
    twin.freeze()
    twin.pass_tick(CALLED, luck)
    assert made.numbers() == before != twin.numbers()


def test_every_pace_has_its_numbers() -> None:
    """4.2."""
    sets = content({}).attention
    assert sets["normal"] == (14, 6, 4, 50, 10, 3, 10, 4, 24, 4, 3, 8, 0, 6, 10, 120, 0, 0, 8, 60, 6, 400)
    assert sets["relaxed"] == (24, 6, 4, 50, 10, 3, 10, 4, 24, 4, 3, 8, 0, 6, 10, 120, 0, 0, 8, 80, 6, 800)
    assert sets["brisk"] == (10, 4, 4, 40, 10, 2, 8, 5, 20, 3, 3, 6, 0, 6, 10, 120, 0, 0, 8, 40, 6, 240)
    assert sets["beat"] == (1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 1, 1, 0, 0, 3, 20, 1, 0, 0, 0)
    assert [content({}).least[name] for name in ("normal", "relaxed", "brisk")] == [
        (160, 140, 120, 100, 100),
        (240, 210, 180, 150, 150),
        (112, 98, 84, 70, 70),
    ]


def test_bad_content_is_refused_with_its_place() -> None:
    good = {name: dict.fromkeys(NAMES, 1) | {"least": [1] * 5} for name in ("beat", "normal", "relaxed", "brisk")}
    check_attention(good)
    for bad, words in (
        ({"beat": good["beat"]}, "sets"),
        (good | {"normal": {"wink": 1}}, "'normal' needs"),
        (good | {"brisk": good["brisk"] | {"hold": -1}}, "'hold' cannot be -1"),
        (good | {"brisk": good["brisk"] | {"least": [1]}}, "'least' cannot be"),
    ):
        with pytest.raises(BadContent, match=words):
            check_attention(bad)
    rows = {str(seats): {"removed": [36] if seats % 2 else [], "hand": 36 // seats} for seats in (4, 5, 6, 7)} | {
        "8": {"removed": [33, 34, 35, 36], "hand": 4}
    }
    check_table(rows)
    with pytest.raises(BadContent, match="4 to 8"):
        check_table({"4": rows["4"]})
    with pytest.raises(BadContent, match="row 8"):
        check_table(rows | {"8": {"removed": [], "hand": 4}})


@pytest.mark.parametrize("pace", ["beat", "normal", "relaxed", "brisk"])
def test_every_attention_number_goes_where_its_name_says(pace: str) -> None:
    """4.2: the sets of numbers as data, and the kernel that reads them."""
    file = Path(str(wink.__file__)).with_name("data") / "attention.json"
    told = json.loads(file.read_text(encoding="utf-8"))[pace]
    attention = Attention(list(content({}).attention[pace]), True)
    for name, value in told.items():
        if name != "least":
            assert getattr(attention, name) == value, name
