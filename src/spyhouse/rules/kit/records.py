"""Records: a match as JSON that another program can replay from the file alone, and the check that it holds.

The file is a JSON object with these members, one a line, and the log one entry a line:

    format   "spyhouse record 1"
    header   game, rules version, content hash, seats, players, options, commitment, entropy, and a check over all these
    log      [who, text, check]: who is a seat number, "*" (chance) or "@" (the clock); text is in the game's notation;
             check is a running hash
    outcome  null while the match runs
    seed     null until it is revealed after the end
    stand_ins  only where there were some: [place in the log from 0, seat, who played] for each move of a bot that another bot, or
             "default", had to play. It tells about the players and takes no part in any check

check of the header: first 16 hex digits of SHA-256 of the header without its check, as canonical JSON (sorted keys, no
spaces, ASCII). check of a log line: the same of "<check before>\\n<who> <text>". The seed of the draws is the revealed seed
itself when no seat gave entropy, else SHA-256("spyhouse table seed 1" + seed + SHA-256 of each seat's entropy in seat
order); `luck.py` says how draws follow from it. commitment is the SHA-256 of the seed, shown before the first move.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, NamedTuple

from spyhouse.rules.kit.contract import CLOCK, Outcome, State
from spyhouse.rules.kit.errors import BadNotation, BadRecord, IllegalMove, SpyhouseError
from spyhouse.rules.kit.game import Game
from spyhouse.rules.kit.luck import FairLuck, Luck, ScriptedLuck, seed_bytes
from spyhouse.rules.kit.meta import Terms, canonical
from spyhouse.rules.kit.registry import game, games

FORMAT = "spyhouse record 1"
CHANCE, TIME = "*", "@"
MEMBERS = ("format", "header", "log", "outcome", "seed")
OPTIONAL = ("stand_ins",)
HEADER_KEYS = ("game", "rules", "content", "seats", "players", "options", "commitment", "entropy", "check")


class Line(NamedTuple):
    """One entry of the log."""

    who: int | str
    text: str
    check: str


class StandIn(NamedTuple):
    """A move of a bot that somebody else had to play."""

    place: int  # in the log
    seat: int
    by: str


@dataclass
class Record:
    """A match that can be written down, read back, replayed and checked."""

    header: dict[str, Any]
    log: list[Line] = field(default_factory=list)
    outcome: dict[str, Any] | None = None
    seed: str | None = None  # hex
    stand_ins: list[StandIn] = field(default_factory=list)
    at: Mapping[str, int] = field(default_factory=dict)  # where it stands in the file it was read from: "log 0" -> line

    def line_of(self, what: str) -> int:
        return self.at.get(what, 0)

    def dumps(self) -> str:
        """The text of the file."""
        entries = ",\n".join(json.dumps(list(line)) for line in self.log)
        stand_ins = f',\n"stand_ins": {json.dumps(self.stand_ins)}' if self.stand_ins else ""
        return (
            f'{{\n"format": {json.dumps(FORMAT)},\n"header": {json.dumps(self.header)},\n"log": [\n{entries}\n],\n'
            f'"outcome": {json.dumps(self.outcome)},\n"seed": {json.dumps(self.seed)}{stand_ins}\n}}\n'
        )

    @classmethod
    def loads(cls, text: str) -> Record:
        """Reads the text of a file; BadRecord names the line that cannot be read."""
        members, at = _located(text)
        for name in members:
            if name not in MEMBERS + OPTIONAL:
                raise BadRecord(at[name], f"a record has no member '{name}'. Possible: {', '.join(MEMBERS + OPTIONAL)}.")
        for place, name in enumerate(MEMBERS):
            if name not in members:
                line = next((at[other] for other in MEMBERS[place:] if other in at), text.count("\n"))  # where it should stand
                raise BadRecord(line, f"the record has no '{name}'. It was cut, or it is no record of Spyhouse.")
        if members["format"] != FORMAT:
            raise BadRecord(at["format"], f"the format is {members['format']!r}; this version reads {FORMAT!r}.")
        _check_header(members["header"], at["header"])
        record = cls(members["header"], [], members["outcome"], members["seed"], at=at)
        for place, entry in enumerate(members["log"]):
            record.log.append(_line(entry, record.line_of(f"log {place}")))
        if not isinstance(record.outcome, dict | None):
            raise BadRecord(at["outcome"], "the outcome is neither an object nor null.")
        if record.seed is not None:
            _read_seed(record.seed, at["seed"])
        if "stand_ins" in members:
            record.stand_ins = _stand_ins(members["stand_ins"], record)
        return record

    def with_players(self, players: Sequence[str]) -> Record:
        """The same match under other names, its checks made anew: who sat there is known for sure only at the end."""
        header = {**self.header, "players": list(players)}
        header["check"] = header_check(header)
        log: list[Line] = []
        for who, text, _ in self.log:
            before = log[-1].check if log else header["check"]
            log.append(Line(who, text, line_check(before, who, text)))
        return Record(header, log, self.outcome, self.seed, list(self.stand_ins))

    def terms(self) -> Terms:
        """What its table agreed on, its pieces included."""
        line = self.line_of("header")
        try:
            terms = game(self.header["game"]).terms(self.header["seats"], self.header["options"])
        except (SpyhouseError, TypeError) as why:
            raise BadRecord(line, str(why)) from why
        if terms.content.hash != self.header["content"]:
            pieces = f"other pieces ({self.header['content']}) than are installed ({terms.content.hash})"
            raise BadRecord(line, f"the match was played with {pieces}.")
        return terms

    def start(self, luck: Luck) -> State:
        """The match before its first decision, drawing from this luck."""
        terms = self.terms()
        try:
            return game(terms.slug).start(terms.seats, options=terms.options, luck=luck, story=True)
        except BadRecord:
            raise
        except (SpyhouseError, TypeError) as why:
            raise BadRecord(self.line_of("header"), str(why)) from why


class Made(NamedTuple):
    """A move that was played."""

    seat: int
    action: int
    unasked: bool  # the table played it, because nothing else was left
    stand_in: str  # who played it for the seat's bot, or ""


class Kept(NamedTuple):
    """A moment of a match to go back to: its state, and how many moves, lines of the log, stand-ins and facts there were."""

    state: State
    moves: int
    lines: int
    stand_ins: int
    story: int


class Match:
    """A state and its record, growing together: what a table, a terminal game or a test plays on."""

    def __init__(
        self,
        game: Game,
        seats: int | None = None,
        seed: int | bytes | None = None,
        options: Mapping[str, object] | None = None,
        luck: Luck | None = None,
        players: Sequence[str] | None = None,
        entropy: Sequence[str] | None = None,
    ) -> None:
        terms = game.terms(seats, options)
        self.game = game
        self.seed = seed_bytes(seed) if seed is not None else None
        given = list(entropy) if entropy else []
        self._luck = FairLuck(table_seed(self.seed, given)) if self.seed is not None else luck
        if self._luck is None:
            raise SpyhouseError("Give either a seed (an int or 32 bytes) or a luck.")
        header: dict[str, Any] = {
            "game": game.slug,
            "rules": game.meta.rules_version,
            "content": terms.content.hash,
            "seats": terms.seats,
            "players": list(players) if players else [f"seat {seat}" for seat in range(terms.seats)],
            "options": dict(terms.options),
            "commitment": commitment(self.seed) if self.seed is not None else None,
            "entropy": given,
        }
        header["check"] = header_check(header)
        self._record = Record(header)
        self._moves: list[Made] = []
        self._seals: list[int] = []  # beside each move: what `sealed` of its seat was before it
        self._begin()

    def _begin(self) -> None:
        assert self._luck is not None
        self._record.log.clear()
        self._record.stand_ins.clear()
        self.state = self._record.start(self._luck.clone())
        self._told = 0
        self._write_chance()
        self._keep()

    def _keep(self) -> None:
        """Nothing up to here can be taken back any more: whoever takes back a later move need not go further back than this."""
        self._open: dict[int, int] = {}  # seat -> what `sealed` of it was before its last move since then
        lines, stand_ins = len(self._record.log), len(self._record.stand_ins)
        self._kept = Kept(self.state.clone(), len(self._moves), lines, stand_ins, len(self.state.story or []))

    @property
    def made_of(self) -> tuple[str, str]:
        """The rules version and the hash of the pieces that it is played with."""
        return self._record.header["rules"], self._record.header["content"]

    def play(self, seat: int, action: int, unasked: bool = False, stand_in: str = "") -> None:
        """Plays a move and writes it down, also who played it for a bot that could not; an illegal one changes neither.

        One that its seat was not asked for goes when the one before it is taken back.
        """
        text = self.game.text(self.state, seat, action)
        seal = 0 if seat == CLOCK else self.state.sealed(seat)
        self.state.apply(seat, action)
        self._moves.append(Made(seat, action, unasked, stand_in))
        self._seals.append(seal)
        if stand_in:
            self._record.stand_ins.append(StandIn(len(self._record.log), seat, stand_in))
        self._write(TIME if seat == CLOCK else seat, text)
        self._write_chance()
        if seat != CLOCK:
            self._open[seat] = seal
        if all(self.state.sealed(other) != before for other, before in self._open.items()):
            self._keep()

    def play_text(self, seat: int, text: str, stand_in: str = "") -> None:
        """`play` in the notation of the game."""
        self.play(seat, self.game.parse(self.state, seat, text), stand_in=stand_in)

    def can_undo(self, seat: int) -> bool:
        """Whether this seat's last move is still its own business."""
        last = self._last_of(seat)
        return last is not None and self._seals[last] == self.game.sealed(self.state.view(seat))

    def undo(self, seat: int) -> None:
        """Takes back this seat's last move, or says why not."""
        last = self._last_of(seat)
        if last is None or not self.can_undo(seat):
            why = "There is no move of yours that can still be taken back."
            raise IllegalMove("undo", why, "A move is final once others could act on it.")
        later = [made for place, made in enumerate(self._moves) if place >= self._kept.moves and (place < last or made.seat != seat)]
        self._go_back()
        for made in later:
            self.play(*made)

    def _last_of(self, seat: int) -> int | None:
        """The place of the last move that this seat was asked for, among those that may still be taken back."""
        places = range(len(self._moves) - 1, self._kept.moves - 1, -1)
        return next((place for place in places if self._moves[place].seat == seat and not self._moves[place].unasked), None)

    def _go_back(self) -> None:
        """To the moment up to which nothing can be taken back."""
        kept = self._kept
        story = (self.state.story or [])[: kept.story]
        self.state = kept.state.clone()
        self.state.story = story
        self._told = kept.story
        self._open = {}
        del self._moves[kept.moves :], self._seals[kept.moves :]
        del self._record.log[kept.lines :], self._record.stand_ins[kept.stand_ins :]

    def moments(self) -> Iterator[State]:
        """The match once more from its beginning: after the set-up and after each move. It is one state that goes on."""
        assert self._luck is not None
        state = self._record.start(self._luck.clone())
        yield state
        for made in self._moves:
            state.apply(made.seat, made.action)
            yield state

    def record(self, reveal: bool = True) -> Record:
        """The record so far; the seed is in it only when the match is over (and `reveal` says so)."""
        outcome = self.state.outcome()
        over = outcome is not None and reveal and self.seed is not None
        seed = self.seed.hex() if over and self.seed is not None else None
        return Record(dict(self._record.header), list(self._record.log), outcome_data(outcome), seed, self.stand_ins)

    @property
    def stand_ins(self) -> list[StandIn]:
        """The moves of bots that others had to play."""
        return list(self._record.stand_ins)

    @classmethod
    def resume(cls, record: Record, seed: bytes | None = None) -> Match:
        """Goes on with a match from its record; without the seed only where no chance is still to come."""
        _verify_checks(record)
        header = record.header
        if seed is not None and header["commitment"] not in (None, commitment(seed)):
            raise BadRecord(record.line_of("header"), "the seed is not the one committed to before the first move.")
        match = cls.__new__(cls)
        match.game = game(header["game"])
        match.seed = seed
        match._luck = FairLuck(table_seed(seed, header["entropy"])) if seed is not None else _script(record)
        match._record = Record(dict(header), at={"header": record.line_of("header")})
        match._moves, match._seals = [], []
        match._begin()
        others = {place: by for place, _, by in record.stand_ins}
        for place, (who, text, _) in enumerate(record.log):
            try:
                if who != CHANCE:
                    match.play_text(CLOCK if who == TIME else int(who), text, others.get(place, ""))
            except (IllegalMove, BadNotation) as why:
                raise BadRecord(record.line_of(f"log {place}"), str(why)) from why
        for place, line in enumerate(record.log):
            if match._record.log[place : place + 1] != [line]:
                raise BadRecord(record.line_of(f"log {place}"), f"the match does not come to {line.text!r} here.")
        return match

    def _write(self, who: int | str, text: str) -> None:
        log = self._record.log
        before = log[-1].check if log else self._record.header["check"]
        log.append(Line(who, text, line_check(before, who, text)))

    def _write_chance(self) -> None:
        story = self.state.story or []
        for told in story[self._told :]:
            text = self.game.chance_text(told.fact)
            if text is not None:
                self._write(CHANCE, text)
        self._told = len(story)


@dataclass(frozen=True)
class Report:
    """What `verify` found to hold."""

    game: str
    moves: int
    outcome: Outcome | None
    seed_checked: bool  # the draws follow from the revealed seed
    commitment_checked: bool  # and that seed is the one committed to before the first move


def verify(record: Record) -> Report:
    """Replays a record and compares everything; BadRecord names the first line that differs."""
    _verify_checks(record)
    seed = _read_seed(record.seed, record.line_of("seed")) if record.seed is not None else None
    committed = record.header["commitment"]
    if seed is not None and committed is not None and commitment(seed) != committed:
        raise BadRecord(record.line_of("seed"), "the seed is not the one committed to before the first move.")
    luck = FairLuck(table_seed(seed, record.header["entropy"])) if seed is not None else _script(record)
    state = replay(record, luck)
    outcome = state.outcome()
    if record.outcome != outcome_data(outcome):
        raise BadRecord(record.line_of("outcome"), f"the moves lead to the outcome {json.dumps(outcome_data(outcome))}.")
    if outcome is not None and seed is None and committed is not None:
        raise BadRecord(record.line_of("seed"), "the match is over, but the seed it was committed to is not shown.")
    moves = len(_moves_of(record))
    return Report(record.header["game"], moves, outcome, seed is not None, seed is not None and committed is not None)


def replay(record: Record, luck: Luck | None = None) -> State:
    """Plays a record through, chance as written (or from `luck`), and returns the last state, with its story."""
    state = record.start(luck if luck is not None else _script(record))
    room = game(record.header["game"])
    told = 0
    place = 0

    def expect_chance() -> None:
        nonlocal told, place
        for fact in [entry.fact for entry in (state.story or [])[told:]]:
            told += 1
            text = room.chance_text(fact)
            if text is None:
                continue
            found = record.log[place] if place < len(record.log) else None
            if found is None or found.who != CHANCE or found.text != text:
                line = record.line_of(f"log {place}" if found else f"log {place - 1}" if place else "log")
                raise BadRecord(line, f"chance brings {text!r} here, the record has {repr(found.text) if found else 'nothing'}.")
            place += 1

    expect_chance()
    while place < len(record.log):
        who, text, _ = record.log[place]
        line = record.line_of(f"log {place}")
        if who == CHANCE:
            raise BadRecord(line, f"chance decides nothing here, but the record has {text!r}.")
        seat = CLOCK if who == TIME else int(who)
        try:
            action = room.parse(state, seat, text)
            if room.text(state, seat, action) != text:
                raise BadRecord(line, f"a record writes this move as {room.text(state, seat, action)!r}, not {text!r}.")
            state.apply(seat, action)
        except (IllegalMove, BadNotation) as why:
            raise BadRecord(line, str(why)) from why
        place += 1
        expect_chance()
    return state


def commitment(seed: bytes) -> str:
    """What a table shows before the first move: it fixes the seed without telling it."""
    return sha256(seed).hexdigest()


def table_seed(seed: bytes, entropy: Sequence[str]) -> bytes:
    """The seed of the draws: the server's own, mixed with what the seats gave."""
    if not any(entropy):
        return seed
    given = [sha256(part.encode(errors="surrogatepass")).digest() for part in entropy]
    return sha256(b"spyhouse table seed 1" + seed + b"".join(given)).digest()


def header_check(header: Mapping[str, Any]) -> str:
    parts = {name: value for name, value in header.items() if name != "check"}
    return sha256(canonical(parts).encode()).hexdigest()[:16]


def line_check(before: str, who: int | str, text: str) -> str:
    return sha256(f"{before}\n{who} {text}".encode(errors="surrogatepass")).hexdigest()[:16]


def outcome_data(outcome: Outcome | None) -> dict[str, Any] | None:
    """An outcome as a record keeps it."""
    if outcome is None:
        return None
    return {name: list(value) if isinstance(value, tuple) else value for name, value in outcome._asdict().items()}


def _check_header(header: Any, line: int) -> None:
    if not isinstance(header, dict) or sorted(header) != sorted(HEADER_KEYS):
        raise BadRecord(line, f"the header must have exactly these members: {', '.join(HEADER_KEYS)}.")
    if header["check"] != header_check(header):
        raise BadRecord(line, "the header was changed: its check does not fit.")
    if not isinstance(header["options"], dict) or not _are_texts(header["players"]) or not _are_texts(header["entropy"]):
        raise BadRecord(line, "in the header options must be an object, players and entropy lists of texts.")
    if header["game"] not in games():
        raise BadRecord(line, f"there is no game {header['game']!r}. Possible: {', '.join(games())}.")
    rules = game(header["game"]).meta.rules_version
    if header["rules"] != rules:
        raise BadRecord(line, f"the match was played by rules version {header['rules']}; installed is {rules}.")


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def _verify_checks(record: Record) -> None:
    before = record.header["check"]
    for place, (who, text, check) in enumerate(record.log):
        before = line_check(before, who, text)
        if before != check:
            raise BadRecord(record.line_of(f"log {place}"), f"{text!r} or what stood before it was changed: its check does not fit.")


def _script(record: Record) -> ScriptedLuck:
    luck = ScriptedLuck()
    room = game(record.header["game"])
    for place, (who, text, _) in enumerate(record.log):
        if who == CHANCE:
            try:
                for stream, result in room.chance_script(text):
                    luck.foretell(stream, result)
            except SpyhouseError as why:
                raise BadRecord(record.line_of(f"log {place}"), str(why)) from why
    return luck


def _moves_of(record: Record) -> list[tuple[int, str]]:
    return [(CLOCK if who == TIME else int(who), text) for who, text, _ in record.log if who != CHANCE]


def _read_seed(seed: object, line: int) -> bytes:
    try:
        return seed_bytes(bytes.fromhex(seed))  # type: ignore[arg-type]  # a wrong type is caught below
    except (ValueError, TypeError) as why:
        raise BadRecord(line, "the seed must be 64 hex digits or null.") from why


def _line(entry: object, line: int) -> Line:
    fits = isinstance(entry, list) and len(entry) == 3 and isinstance(entry[1], str) and isinstance(entry[2], str)
    if not fits or not _is_somebody(entry[0]):  # type: ignore[index]  # a list of three, or `fits` is false
        raise BadRecord(line, 'a log entry is [who, "text", "check"]; who is a seat number, "*" or "@".')
    return Line(*entry)  # type: ignore[misc]  # checked just above


def _stand_ins(entries: object, record: Record) -> list[StandIn]:
    found = [_stand_in(entry, record) for entry in entries] if isinstance(entries, list) else [None]
    if None in found:
        raise BadRecord(record.line_of("stand_ins"), 'stand_ins is a list of [place in the log, its seat, "who played"].')
    return [entry for entry in found if entry is not None]


def _stand_in(entry: object, record: Record) -> StandIn | None:
    match entry:
        case [int(place), int(seat), str(by)] if 0 <= place < len(record.log) and record.log[place].who == seat:
            return StandIn(place, seat, by)
    return None


def _is_somebody(who: object) -> bool:
    return who in (CHANCE, TIME) or (isinstance(who, int) and not isinstance(who, bool) and who >= 0)


def _located(text: str) -> tuple[dict[str, Any], dict[str, int]]:
    """The members of a JSON object and the line each begins on; the entries of "log" as "log 0", "log 1", ..."""
    decoder = json.JSONDecoder()
    members: dict[str, Any] = {}
    at: dict[str, int] = {}

    def skip(place: int, mark: str) -> int:
        while place < len(text) and text[place].isspace():
            place += 1
        if not text.startswith(mark, place):
            raise json.JSONDecodeError(f"expected {mark!r}", text, len(text[:place].rstrip()))  # missing where the last thing ended
        place += len(mark)
        while place < len(text) and text[place].isspace():
            place += 1
        return place

    def value(place: int, name: str) -> tuple[Any, int]:
        at[name] = text.count("\n", 0, place) + 1
        return decoder.raw_decode(text, place)

    def entries(place: int) -> tuple[list[Any], int]:
        found: list[Any] = []
        place = skip(place, "[")
        while not text.startswith("]", place):
            if found:
                place = skip(place, ",")
            entry, place = value(place, f"log {len(found)}")
            found.append(entry)
            place = skip(place, "")
        return found, place + 1

    try:
        place = skip(0, "{")
        while not text.startswith("}", place):
            if members:
                place = skip(place, ",")
            begin = place
            name, place = decoder.raw_decode(text, place)
            if not isinstance(name, str) or name in members:
                raise json.JSONDecodeError(f"'{name}' stands here twice" if isinstance(name, str) else "a member has a name", text, begin)
            place = skip(place, ":")
            if name == "log":
                at[name] = text.count("\n", 0, place) + 1
                if not text.startswith("[", place):
                    raise BadRecord(at[name], "the log must be a list.")
                members[name], place = entries(place)
            else:
                members[name], place = value(place, name)
            place = skip(place, "")
        if text[place + 1 :].strip():
            raise json.JSONDecodeError("something follows the record", text, place + 1)
    except json.JSONDecodeError as why:
        raise BadRecord(_torn_line(text, why.lineno), f"this is not JSON ({why.msg}).") from why
    except BadRecord:
        raise
    except (ValueError, RecursionError) as why:
        raise BadRecord(max(at.values(), default=1), "this cannot be read: a number is too long or brackets go too deep.") from why
    return members, at


def _torn_line(text: str, noticed: int) -> int:
    """The one line that is no JSON by itself: a bracket lost there is only noticed (by its line) much further down."""
    torn = [number for number, line in enumerate(text.splitlines(), 1) if not _is_whole(line.strip().removesuffix(","))]
    return torn[0] if len(torn) == 1 else noticed  # many are torn where a record is laid out in another way


def _is_whole(line: str) -> bool:
    if line in ("", "{", "}", "]", '"log": ['):
        return True
    try:
        json.loads(line if line.startswith("[") else f"{{{line}}}")
    except (ValueError, RecursionError):
        return False
    return True
