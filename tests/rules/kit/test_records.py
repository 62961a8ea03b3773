"""Matches and their records: playing, taking back, writing, reading, resuming, replaying, verifying."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

import pytest

import spyhouse
from spyhouse import CLOCK, BadNotation, BadRecord, FairLuck, IllegalMove, Luck, Match, Record, ScriptedLuck, SpyhouseError, replay, verify
from spyhouse.rules.kit.luck import seed_bytes
from spyhouse.rules.kit.meta import canonical
from spyhouse.rules.kit.records import CHANCE, TIME, Line, commitment, header_check, line_check, table_seed

SECOND = spyhouse.game("second")
SEED = 7


def played(moves: int | None = None, slug: str = "second", **terms: Any) -> Match:
    """A match of random moves, to the end or so many moves far."""
    match, luck = Match(spyhouse.game(slug), **({"seed": SEED} | terms)), Luck(1)
    while (owing := match.state.to_act()) and moves != 0:
        legal = match.state.legal(owing[0])
        match.play(owing[0], legal[luck.below(len(legal))])
        moves = None if moves is None else moves - 1
    return match


def again(record: Record) -> Record:
    """Written to a file and read back."""
    return Record.loads(record.dumps())


def forged(record: Record, **changes: Any) -> Record:
    """The record with another header, log or outcome, and with all checks made to fit."""
    header = record.header | {name: value for name, value in changes.items() if name in record.header}
    header["check"] = header_check(header)
    log: list[Line] = []
    for who, text, *_ in changes.get("log", record.log):
        log.append(Line(who, text, line_check(log[-1].check if log else header["check"], who, text)))
    return again(Record(header, log, changes.get("outcome", record.outcome), changes.get("seed", record.seed)))


# -- Playing -----------------------------------------------------------------------------------------------------------


def test_a_match_writes_down_what_happens() -> None:
    """Chance first, then the moves in the notation, each line with the check that follows from the one before."""
    match = Match(SECOND, seed=SEED, options={"spy_ops": "first_player"})
    seat = match.state.to_act()[0]
    match.play_text(seat, "d:CR")

    log = match.record().log
    assert [line.who for line in log] == [CHANCE, CHANCE, seat]
    assert log[0].text.startswith("tokens ")
    assert log[1].text == f"briefcase {'go'[seat]}"
    assert log[2].text == "d:RC"
    before = match.record().header["check"]
    for line in log:
        before = sha256(f"{before}\n{line.who} {line.text}".encode()).hexdigest()[:16]
        assert line.check == before


def test_a_refused_move_is_not_written() -> None:
    match = Match(SECOND, seed=SEED)
    before = (match.state.numbers(), match.record().log)
    seat = match.state.to_act()[0]

    with pytest.raises(IllegalMove):
        match.play_text(1 - seat, "first:g")
    with pytest.raises(IllegalMove):
        match.play_text(seat, "s:S")
    with pytest.raises(BadNotation):
        match.play_text(seat, "hop")
    with pytest.raises(BadNotation):
        match.play(seat, 400)

    assert (match.state.numbers(), match.record().log) == before


def test_the_header_says_what_was_agreed_on() -> None:
    header = Match(SECOND, seed=SEED, options={"cold_war": True}, players=["Ada", "Bo"], entropy=["a", "b"]).record().header

    assert header["game"] == "second"
    assert header["rules"] == SECOND.meta.rules_version
    assert header["seats"] == 2
    assert header["players"] == ["Ada", "Bo"]
    assert header["options"] == dict(SECOND.terms(options={"cold_war": True}).options)
    assert header["entropy"] == ["a", "b"]
    assert header["commitment"] == sha256(seed_bytes(SEED)).hexdigest()
    parts = {name: value for name, value in header.items() if name != "check"}
    assert header["check"] == sha256(canonical(parts).encode()).hexdigest()[:16]


def test_the_seed_is_shown_only_after_the_end() -> None:
    assert played(5).record().seed is None
    assert played().record().seed == seed_bytes(SEED).hex()
    assert played().record(reveal=False).seed is None


def test_a_match_needs_a_source_of_chance() -> None:
    with pytest.raises(SpyhouseError, match="either a seed"):
        Match(SECOND)


# -- Taking back -------------------------------------------------------------------------------------------------------


def test_a_match_can_be_gone_through_once_more() -> None:
    match = played(moves=9)

    moments = [moment.numbers() for moment in match.moments()]

    assert len(moments) == 10
    assert moments[0] == Match(SECOND, seed=SEED).state.numbers()
    assert moments[-1] == match.state.numbers()
    assert len({tuple(numbers) for numbers in moments}) == 10


def test_a_taken_back_move_leaves_no_line() -> None:
    match = Match(SECOND, seed=SEED)  # `chooser`: naming oneself first hands nothing on
    seat = match.state.to_act()[0]
    before = (match.state.numbers(), match.record().dumps())
    match.play_text(seat, f"first:{'go'[seat]}")
    assert match.can_undo(seat)
    assert not match.can_undo(1 - seat)

    match.undo(seat)

    assert (match.state.numbers(), match.record().dumps()) == before


def test_what_the_other_has_acted_on_stays() -> None:
    match = Match(SECOND, seed=SEED, options={"spy_ops": "first_player"})
    seat = match.state.to_act()[0]
    with pytest.raises(IllegalMove, match="no move of yours that can still be taken back"):
        match.undo(seat)
    match.play_text(seat, "s:S")

    with pytest.raises(IllegalMove, match="no move of yours that can still be taken back") as refused:
        match.undo(seat)

    assert refused.value.rule == "undo"
    assert len(match.record().log) == 3


def test_a_secret_commit_is_taken_back_from_under_those_of_others() -> None:
    """Toy game: seat 0 takes its drop back although seat 1 has laid one after it; that one stays."""
    match = Match(spyhouse.game("toy"), seats=3, seed=SEED)
    for seat in (0, 1):
        match.play(seat, match.state.legal(seat)[0])

    match.undo(0)

    assert match.state.to_act() == [0, 2]
    assert [line.who for line in match.record().log if line.who != CHANCE] == [1]


# -- Writing and reading -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("moves", [0, 1, 9, None])
def test_a_record_comes_back_from_its_text(moves: int | None) -> None:
    record = played(moves).record()

    copy = again(record)

    assert (copy.header, copy.log, copy.outcome, copy.seed) == (record.header, record.log, record.outcome, record.seed)
    assert copy.dumps() == record.dumps()


def test_a_record_has_a_line_for_each_entry() -> None:
    """So that a line number says which move is meant."""
    record = again(played().record())
    lines = record.dumps().splitlines()

    for place, line in enumerate(record.log):
        assert json.loads(lines[record.line_of(f"log {place}") - 1].rstrip(",")) == list(line)
    assert lines[record.line_of("header") - 1].startswith('"header"')
    assert lines[record.line_of("seed") - 1].startswith('"seed"')


def test_a_record_may_be_laid_out_in_any_way() -> None:
    """JSON is JSON: another program may write it on one line or indented; line numbers follow the file."""
    record = played().record()
    data = json.loads(record.dumps())

    for text in (json.dumps(data), json.dumps(data, indent=4), "\n\n" + json.dumps(dict(reversed(data.items())), indent=1)):
        copy = Record.loads(text)
        assert copy.dumps() == record.dumps()
        assert verify(copy).outcome == verify(record).outcome
    assert Record.loads(json.dumps(data)).line_of("log 3") == 1
    assert played().record().line_of("log 3") == 0  # never read from a file


UNREADABLE = [
    ("", 1, "this is not JSON"),
    ("[]", 1, "this is not JSON"),
    ("null", 1, "this is not JSON"),
    ("{", 1, "this is not JSON"),
    ("{}", 0, "the record has no 'format'"),
    ('{"format": "spyhouse record 1"}', 0, "the record has no 'header'"),
    ('{\n"format": "spyhouse record 1",\n"log": []}', 3, "the record has no 'header'"),
    ('{"format": "chess"', 1, "this is not JSON"),
    ('{"format": "spyhouse record 1"} {}', 1, "something follows the record"),
    ('{\n"seed": null,\n"seed": null}', 3, "'seed' stands here twice"),
    ("{\n1: 2}", 2, "a member has a name"),
    ("{\n[1]: 2}", 2, "a member has a name"),
    ('{"note": 1}', 1, "a record has no member 'note'. Possible: format, header, log, outcome, seed"),
    ('{\n"log": 5}', 2, "the log must be a list"),
    ('{\n"log": [1 2]}', 2, "this is not JSON"),
    ('{\n"log": [1,]}', 2, "this is not JSON"),
    ('{\n"log": [1', 2, "this is not JSON"),
    ('{\n"seed": ' + "9" * 5_000 + "}", 2, "a number is too long or brackets go too deep"),
    ('{\n"seed": ' + "[" * 100_000 + "}", 2, "a number is too long or brackets go too deep"),
]


@pytest.mark.parametrize(("text", "line", "why"), UNREADABLE, ids=range(len(UNREADABLE)))
def test_what_is_no_record_is_told_so(text: str, line: int, why: str) -> None:
    with pytest.raises(BadRecord) as caught:
        Record.loads(text)
    assert why in str(caught.value)
    assert caught.value.line == line
    assert "\n" not in str(caught.value)


def changed(**changes: Any) -> str:
    return json.dumps(json.loads(played(4).record().dumps()) | changes, indent=0)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"format": "spyhouse record 2"}, "the format is 'spyhouse record 2'; this version reads 'spyhouse record 1'"),
        ({"header": []}, "the header must have exactly these members"),
        ({"header": {"game": "second"}}, "the header must have exactly these members"),
        ({"log": [[0, "s:S"]]}, "a log entry is"),
        ({"log": ["s:S"]}, "a log entry is"),
        ({"log": [[0, 5, "x"]]}, "a log entry is"),
        ({"log": [[0, "s:S", None]]}, "a log entry is"),
        ({"log": [[-1, "s:S", "x"]]}, "who is a seat number"),
        ({"log": [[True, "s:S", "x"]]}, "who is a seat number"),
        ({"log": [["g", "s:S", "x"]]}, "who is a seat number"),
        ({"log": [[[0], "s:S", "x"]]}, "who is a seat number"),
        ({"outcome": "row1"}, "the outcome is neither an object nor null"),
        ({"seed": "abc"}, "the seed must be 64 hex digits or null"),
        ({"seed": "ab"}, "the seed must be 64 hex digits or null"),
        ({"seed": 5}, "the seed must be 64 hex digits or null"),
    ],
)
def test_a_member_of_the_wrong_kind_is_named(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(BadRecord) as caught:
        Record.loads(changed(**changes))
    assert why in str(caught.value)
    assert caught.value.line > 1


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"game": "chess"}, "there is no game 'chess'. Possible: "),
        ({"game": ["second"]}, "there is no game ['second']"),
        ({"rules": "0.9"}, "played by rules version 0.9; installed is "),
        ({"options": [1]}, "options must be an object"),
        ({"players": "Ada"}, "players and entropy lists of texts"),
        ({"players": [1, 2]}, "players and entropy lists of texts"),
        ({"entropy": None}, "players and entropy lists of texts"),
        ({"entropy": [5]}, "players and entropy lists of texts"),
    ],
)
def test_a_header_that_cannot_be_meant_is_refused(changes: dict[str, Any], why: str) -> None:
    """Even with a check that fits."""
    with pytest.raises(BadRecord) as caught:
        forged(played().record(), **changes)
    assert why in str(caught.value)
    assert caught.value.line == 3


# -- Verifying ---------------------------------------------------------------------------------------------------------


def test_a_whole_record_holds() -> None:
    match = played(players=["Ada", "Bo"])

    report = verify(again(match.record()))

    assert report.game == "second"
    assert report.outcome == match.state.outcome()
    assert report.moves == len([line for line in match.record().log if line.who != CHANCE])
    assert report.seed_checked
    assert report.commitment_checked


@pytest.mark.parametrize("moves", [0, 1, 12])
def test_a_running_match_holds_without_its_seed(moves: int) -> None:
    """Chance as written; that it follows from the seed is checked when the seed is shown."""
    report = verify(again(played(moves).record()))

    assert (report.moves, report.outcome) == (moves, None)
    assert not report.seed_checked
    assert not report.commitment_checked


def test_a_seed_that_was_never_committed_to_is_checked_all_the_same() -> None:
    """Without a commitment the draws follow from the seed, but nobody knows when it was chosen."""
    report = verify(forged(played().record(), commitment=None))

    assert report.seed_checked
    assert not report.commitment_checked


def test_a_match_from_another_luck_has_no_commitment() -> None:
    script = [*SECOND.chance_script("tokens BBUABUBA"), *SECOND.chance_script("briefcase g")]
    record = played(seed=None, luck=ScriptedLuck(script)).record()

    assert record.header["commitment"] is None
    assert record.log[0].text == "tokens BBUABUBA"
    assert record.seed is None
    assert verify(again(record)).outcome is not None


def test_another_seed_is_not_the_one_committed_to() -> None:
    record = again(played().record())
    record.seed = seed_bytes(SEED + 1).hex()

    with pytest.raises(BadRecord, match="the seed is not the one committed to before the first move") as caught:
        verify(record)
    assert caught.value.line == record.line_of("seed")


def test_chance_that_does_not_follow_from_the_seed_is_found() -> None:
    """Even where all checks and the commitment fit."""
    other = seed_bytes(SEED + 1)
    record = forged(played().record(), seed=other.hex(), commitment=commitment(other))

    with pytest.raises(BadRecord, match=r"chance brings 'tokens .*, the record has 'tokens ") as caught:
        verify(record)
    assert caught.value.line == record.line_of("log 0")


def test_the_draws_follow_from_the_seed_and_what_the_seats_gave() -> None:
    """SHA-256("spyhouse table seed 1" + seed + SHA-256 of each seat's entropy in seat order); the bare seed without any."""
    seed = seed_bytes(SEED)
    mixed = sha256(b"spyhouse table seed 1" + seed + sha256(b"lark").digest() + sha256("wół".encode()).digest()).digest()
    assert table_seed(seed, ["lark", "wół"]) == mixed
    assert table_seed(seed, []) == table_seed(seed, ["", ""]) == seed

    match = played(entropy=["lark", "wół"])
    assert match.record().log[:2] == Match(SECOND, luck=FairLuck(mixed), entropy=["lark", "wół"], seed=SEED).record().log[:2]
    assert verify(again(match.record())).commitment_checked
    with pytest.raises(BadRecord, match=r"chance brings"):
        verify(forged(match.record(), entropy=["lark", "ox"]))


def test_what_a_seat_gives_changes_the_draws() -> None:
    drawn = {Match(SECOND, seed=SEED, entropy=["lark", str(number)]).record().log[0].text for number in range(20)}

    assert len(drawn) > 10


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"seats": 3}, "Second Place is not for 3 seats"),
        ({"seats": "2"}, "Second Place is not for 2 seats"),
        ({"seats": [2]}, "is not for"),
        ({"options": {"war": True}}, "Second Place has no option 'war'"),
        ({"content": "x"}, "the match was played with other pieces (x) than are installed"),
    ],
)
def test_terms_that_cannot_be_played_are_named_with_the_headers_line(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(BadRecord) as caught:
        verify(forged(played().record(), **changes))
    assert why in str(caught.value)
    assert caught.value.line == 3


def test_moves_that_the_rules_refuse_are_named_with_their_line() -> None:
    """All checks fit, but the moves do not: illegal, unknown, of a wrong seat, in another spelling."""
    record = played(seed=3, options={"spy_ops": "first_player"}).record()
    seat = record.log[2].who
    other = 1 - int(seat)
    for line, why in (
        (Line(seat, "X:I", ""), r"Missions are selected now, not executed\. .* \[S16\]"),
        (Line(seat, "hop", ""), "'hop' is no move of Second Place"),
        (Line(seat, "d:SS", ""), "selects the same mission twice"),
        (Line(seat, "d:CR", ""), "a record writes this move as 'd:RC', not 'd:CR'"),
        (Line(other, "s:S", ""), "turn"),
        (Line(7, "s:S", ""), "turn"),
        (Line(TIME, "s:S", ""), "turn"),
        (Line(CHANCE, "briefcase g", ""), "chance decides nothing here, but the record has 'briefcase g'"),
    ):
        broken = forged(record, log=[*record.log[:2], line, *record.log[3:]])
        with pytest.raises(BadRecord, match=why) as caught:
            verify(broken)
        assert caught.value.line == broken.line_of("log 2")


def test_chance_that_is_missing_or_impossible_is_named() -> None:
    """Without a seed: the chance lines alone must make a set-up."""
    record = played(4, seed=None, luck=Luck(5)).record()
    tokens, briefcase, *moves = record.log

    for log, line, why in (
        ([Line(CHANCE, "tokens", ""), briefcase, *moves], 5, "nothing that chance decides"),
        ([briefcase, tokens, *moves], 5, "chance brings 'tokens "),
        ([tokens, briefcase], 5, ""),
        ([Line(CHANCE, "tokens BBBBBBBB", ""), briefcase, *moves], 3, "cannot bring"),
        ([briefcase, *moves], 3, "Nothing is written about what 'tokens"),
    ):
        broken = forged(record, log=log)
        if not why:
            assert verify(broken).moves == 0
            continue
        with pytest.raises(BadRecord) as caught:
            verify(broken)
        assert why in str(caught.value)
        assert caught.value.line == line


def test_a_record_that_stops_before_chance_is_found() -> None:
    """The set-up is over before the first move: a log without it is cut."""
    record = played().record()

    with pytest.raises(BadRecord, match=r"chance brings 'briefcase .*, the record has nothing") as caught:
        verify(forged(record, log=record.log[:1]))
    assert caught.value.line == 5
    with pytest.raises(BadRecord, match="the record has nothing") as caught:
        verify(forged(record, log=[]))
    assert caught.value.line == 4


def test_an_outcome_that_does_not_follow_is_found() -> None:
    match = played()
    for outcome in (None, {}, {"reason": "row1"}):
        record = forged(match.record(), outcome=outcome)
        with pytest.raises(BadRecord, match="the moves lead to the outcome") as caught:
            verify(record)
        assert caught.value.line == record.line_of("outcome")


# -- Replaying and resuming --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", ["second", "toy"])
def test_a_record_is_replayed_from_its_chance_lines_alone(slug: str) -> None:
    """Neither seed nor luck: what chance brought stands in the log; the clock's moves too."""
    match = played(slug=slug)
    record = again(match.record())
    record.seed = None

    state = replay(record)

    assert state.numbers() == match.state.numbers()
    assert state.outcome() == match.state.outcome()
    assert state.story == match.state.story
    assert (TIME in {line.who for line in record.log}) == (slug == "toy")


@pytest.mark.parametrize("slug", ["second", "toy"])
def test_a_running_match_is_resumed_and_ends_as_it_would_have(slug: str) -> None:
    whole = played(slug=slug)
    record = again(played(7, slug=slug).record())

    match = Match.resume(record, seed_bytes(SEED))
    assert match.record().dumps() == record.dumps()
    for line in whole.record().log[len(record.log) :]:
        if line.who != CHANCE:
            match.play_text(CLOCK if line.who == TIME else int(line.who), line.text)

    assert match.record().dumps() == whole.record().dumps()


def test_a_match_without_chance_to_come_is_resumed_without_its_seed() -> None:
    """Second Place draws only at set-up: the chance lines are enough."""
    record = again(played(7).record())

    match = Match.resume(record)

    assert match.seed is None
    assert match.record().dumps() == record.dumps()
    seat = match.state.to_act()[0]
    match.play(seat, match.state.default(seat))
    assert len(match.record().log) == len(record.log) + 1


def test_a_resumed_match_knows_what_can_be_taken_back() -> None:
    match = Match(SECOND, seed=SEED)
    seat = match.state.to_act()[0]
    match.play_text(seat, f"first:{'go'[seat]}")

    resumed = Match.resume(again(match.record()))

    assert resumed.can_undo(seat)
    resumed.undo(seat)
    assert len(resumed.record().log) == 2


def test_a_match_is_not_resumed_with_another_seed() -> None:
    record = again(played(1).record())

    with pytest.raises(BadRecord, match="the seed is not the one committed to") as caught:
        Match.resume(record, seed_bytes(SEED + 1))
    assert caught.value.line == record.line_of("header")


def test_a_match_is_not_resumed_from_a_broken_record() -> None:
    """The line is named as `verify` names it, also where all checks are made to fit."""
    record = again(played(5).record())
    edited = again(played(5).record())
    edited.log[3] = edited.log[3]._replace(text="hop")
    for broken, why, place in (
        (edited, "its check does not fit", 3),
        (forged(record, log=edited.log), "'hop' is no move of Second Place", 3),
        (forged(record, log=[*record.log[:3], Line(CHANCE, "briefcase g", "")]), "the match does not come to 'briefcase g' here", 3),
        (forged(record, log=[*record.log[1:2], *record.log[:1], *record.log[2:]]), "the match does not come to 'briefcase", 0),
    ):
        with pytest.raises(BadRecord, match=why) as caught:
            Match.resume(broken)
        assert caught.value.line == broken.line_of(f"log {place}")
    with pytest.raises(BadRecord, match="has no option 'war'") as caught:
        Match.resume(forged(record, options={"war": True}))
    assert caught.value.line == 3
