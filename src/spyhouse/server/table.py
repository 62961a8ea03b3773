"""One match and the people around it: seats, the shared shuffle, moves, undo, leaving, rematch.

A table asks the game and decides no rule itself. Every change is written to the store before anyone is told. What is
told is built by `wire.py`; who listens is a set of `Listener`s, each with its own numbering.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from hashlib import sha256
from typing import Any, Protocol

import msgspec

from spyhouse.bots import LEVELS, Explanation
from spyhouse.bots import judge as judge_of
from spyhouse.bots import names as bot_names
from spyhouse.rules.kit.contract import CLOCK, NO_ACTION, SPECTATOR, State, View
from spyhouse.rules.kit.errors import SpyhouseError
from spyhouse.rules.kit.game import Game
from spyhouse.rules.kit.records import Match, Record, commitment, outcome_data, verify
from spyhouse.rules.kit.registry import game, games
from spyhouse.server import wire
from spyhouse.server.company import DEFAULT, Played, takes
from spyhouse.server.hindsight import Hindsight, Judge
from spyhouse.server.store import Entry, Guest, Store, StoreFailed, TableRow
from spyhouse.server.telling import Bulletin, Told

log = logging.getLogger("spyhouse")

LOBBY, COMMIT, REVEAL, PLAYING, OVER = "lobby", "commit", "reveal", "playing", "over"
UNASKED = -3  # beside the seats: what the table plays for people who need not be asked
ADVISER = "4"  # the level that gives hints
WAITS_LONG = 1.0  # seconds after which a bot that waits for its turn to think is said to do so
SHARE_SECONDS = 5.0  # how long a seat may take for its share of the shuffle before the match starts without it
MAX_ENTROPY = 128
SECOND_THOUGHTS = 40  # how often a seat may change its mind before a step closes: a book must not grow without end
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 5.0  # seconds between two tries of what the house could not write down


@dataclass
class Seat:
    """Who sits there."""

    kind: str = "open"  # "open", "person" or "bot"
    guest: str = ""  # beside a bot: whom it stands in for
    name: str = ""
    bot: str = ""
    before: list[str] = field(default_factory=list)  # who played here earlier in this match

    @property
    def is_minded(self) -> bool:
        """A bot plays it for a person who is away and may take it back."""
        return self.kind == "bot" and bool(self.guest)

    def player(self) -> str:
        """Who plays here now, as a record says it."""
        return f"bot {self.bot}" if self.bot and (self.guest or self.before) else self.name

    def players(self) -> str:
        """Everybody who has played here, as a record says it."""
        return " / ".join(dict.fromkeys([*self.before, self.player()]))

    def handed_to(self, kind: str, guest: str, name: str, bot: str = "") -> Seat:
        """The same seat with somebody else on it, in the middle of a match."""
        return Seat(kind, guest, name, bot, list(dict.fromkeys([*self.before, self.player()])))


@dataclass
class Plan:
    """What a table keeps beside its book of moves."""

    game: str
    options: dict[str, Any]
    seats: list[Seat]
    host: str
    seed: str  # hex; told to nobody before the end
    commits: list[str] = field(default_factory=list)  # [seat] SHA-256 of the entropy it will show, or ""
    entropy: list[str] = field(default_factory=list)  # [seat] its share of the shuffle, or ""
    hints: bool = False  # a seat may ask what a bot would play
    ask_all: bool = False  # people are asked, too, where facts open to all leave one answer
    stand_ins: list[list[Any]] = field(default_factory=list)  # [line of the book, who played it for a bot that could not]
    result: dict[str, Any] | None = None
    rematch: str = ""
    pieces: str = ""  # what those of the host's own are called; "" for the house's

    @classmethod
    def read(cls, data: dict[str, Any] | None) -> Plan:
        """A plan as it was kept; Unreadable if that is none."""
        try:
            plan = msgspec.convert(data, cls)
            bytes.fromhex(plan.seed)
        except ValueError as why:
            raise Unreadable("plan") from why
        return plan


class Unreadable(Exception):
    """What was kept of a table does not make a table any more. It says what is wrong with it.

    "plan", "game" (not here any more), "terms" (its options or pieces are not), "rules", "pieces" (now others), "book".
    """

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class Listener(Protocol):
    """A connection: whose it is, and how to send it something."""

    guest: Guest

    def hear(self, news: wire.News) -> None: ...

    def tell(self, told: Told) -> None: ...


class Company(Judge, Protocol):
    """Who plays the bots' seats: another process, fed with the bytes of a View. It also looks back at what was played."""

    async def choose(self, slug: str, bot: str, view: bytes, seed: int, turn: Callable[[], None]) -> Played: ...

    async def hint(self, slug: str, bot: str, view: bytes, seed: int) -> Explanation: ...


LayAgain = Callable[["Table"], Coroutine[Any, Any, str]]


class Table:
    """One table of the house."""

    def __init__(self, id: str, plan: Plan, store: Store, company: Company, pace: float, lay_again: LayAgain, away: float = 120.0) -> None:
        self.id = id
        self.plan = plan
        self.phase = LOBBY
        self.match: Match | None = None
        self.listeners: set[Listener] = set()
        self._bulletin = Bulletin()
        self._store = store
        self._company = company
        self._pace = pace  # seconds a bot waits at least before its move is played, and a tick of the clock lasts
        self._away = away  # seconds after which somebody who left counts as away
        self._lay_again = lay_again
        self._lock = asyncio.Lock()
        self._lines = 0  # of the book
        self._next = [1] * len(plan.seats)  # [seat] the own number its next message must carry
        self._thoughts: dict[int, tuple[int, int]] = {}  # seat -> what it was sealed by, and how often it has changed its mind since
        self._tasks: dict[int, asyncio.Task[None]] = {}  # seat (or CLOCK) -> what is being thought about or waited for
        self._opened = time.monotonic()
        self._left: dict[str, float] = {}  # guest -> when the last connection ended; nobody was here before the table was opened
        self._timers: dict[str, asyncio.TimerHandle] = {}  # guest -> tells everybody when that one counts as away
        self._advised: set[int] = set()  # seats that wait for a hint
        self._queueing: set[int] = set()  # seats whose bots have waited for a while for their turn to think
        self._stood_in: Counter[int] = Counter()  # seat -> moves by a stand-in that everybody may know of
        self._checked = ""
        self._hindsight: Hindsight | None = None
        self._looking: asyncio.Task[None] | None = None

    # -- coming back after a restart -----------------------------------------------------------------------------------

    def reopen(self, row: TableRow, book: list[Entry]) -> None:
        """Puts the table back to where its book ends; Unreadable if that cannot be found out."""
        if self.plan.game not in games():
            raise Unreadable("game")
        try:
            terms = self.game.terms(len(self.plan.seats), self.plan.options)
        except Exception as why:
            raise Unreadable("terms") from why
        self.phase = row.phase if row.phase not in (COMMIT, REVEAL) else LOBBY  # an unfinished shuffle is done anew
        if self.phase == LOBBY:
            return
        if row.rules not in ("", self.game.meta.rules_version):
            raise Unreadable("rules")
        if row.content not in ("", terms.content.hash):
            raise Unreadable("pieces")
        self._begin()
        try:
            for entry in book:
                self._enter(entry)
            if self.phase == OVER:
                self._check()
        except Exception as why:  # whatever a line that nobody wrote makes of the rules
            raise Unreadable("book") from why
        if (self.phase == OVER) != (self.result() is not None) or self.phase not in (PLAYING, OVER):
            raise Unreadable("book")

    def go_on(self) -> None:
        """Lets bots and clock do what they owe."""
        if self.phase != PLAYING or self.match is None:
            return
        for seat in self.match.state.to_act():
            is_ours = seat == CLOCK or self.plan.seats[seat].kind == "bot"
            if is_ours and seat not in self._tasks:
                self._tasks[seat] = asyncio.create_task(self._tick() if seat == CLOCK else self._let_bot_play(seat))
        if self._unasked() is not None and UNASKED not in self._tasks:
            self._tasks[UNASKED] = asyncio.create_task(self._play_unasked())

    async def close(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        tasks = [*self._tasks.values(), *([self._looking] if self._looking is not None else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # -- before the start ------------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        return game(self.plan.game)

    def row(self) -> TableRow:
        rules, content = self.match.made_of if self.match is not None else ("", "")
        return TableRow(self.id, self.phase, time.time(), asdict(self.plan), rules, content)

    def people(self) -> list[str]:
        """Whose seats these are, also where a bot stands in."""
        return [seat.guest for seat in self.plan.seats if seat.guest]

    async def sit(self, guest: Guest, seat: int) -> None:
        async with self._lock:
            self._must_be(LOBBY)
            if self._seat(seat).kind != "open":
                raise SpyhouseError("Somebody sits there already. Take an open seat.")
            if guest.id in self.people() and guest.id != self.plan.host:
                raise SpyhouseError("You have a seat already. Stand up first; only the host may play several seats on one device.")
            if guest.id in self.people():
                must_share_a_device(self.game)
            await self._change_seat(seat, Seat("person", guest.id, guest.name))

    async def stand(self, guest: Guest, seat: int) -> None:
        async with self._lock:
            self._must_be(LOBBY)
            self._must_hold(guest, seat)
            await self._change_seat(seat, Seat())

    async def invite(self, guest: Guest, seat: int, bot: str | None, bots: list[str]) -> None:
        async with self._lock:
            self._must_be(LOBBY)
            self._must_host(guest)
            if self._seat(seat).kind == "person" and not self._is_away(self._seat(seat).guest):
                raise SpyhouseError("A person sits there. Only that person can free the seat, or you once that person is away.")
            if bot is not None and bot not in bots:
                raise SpyhouseError(
                    "There is no bot '{bot}' for {game}. Possible: {possible}.", bot=bot, game=self.game.title, possible=bots
                )
            await self._change_seat(seat, Seat() if bot is None else Seat("bot", "", bot, bot))

    async def _change_seat(self, seat: int, who: Seat) -> None:
        before = self.plan.seats[seat]
        self.plan.seats[seat] = who
        try:
            await self._save()
        except Exception:
            self.plan.seats[seat] = before
            raise
        self.tell_all()

    async def rename(self, guest: Guest) -> None:
        """A guest of this table is called by another name from now on."""
        async with self._lock:
            for listener in self.listeners:
                if listener.guest.id == guest.id:
                    listener.guest = guest
            if guest.id not in self.people() or self.phase == OVER:
                return
            before = self.plan.seats
            self.plan.seats = [replace(seat, name=guest.name) if seat.guest == guest.id else seat for seat in before]
            try:
                await self._save()
            except Exception:
                self.plan.seats = before
                raise
            self.tell_all()

    async def start(self, guest: Guest) -> None:
        """The seats are fixed; the shuffle begins: every person commits to a share of it."""
        async with self._lock:
            self._must_be(LOBBY)
            self._must_host(guest)
            if any(seat.kind == "open" for seat in self.plan.seats):
                raise SpyhouseError("Some seats are open. Put a bot there or wait for somebody.")
            self.plan.commits = ["" for _ in self.plan.seats]
            self.plan.entropy = ["" for _ in self.plan.seats]
            await self._enter_phase(COMMIT)
            self._tasks[SPECTATOR] = asyncio.create_task(self._hurry_shares())

    async def commit(self, guest: Guest, seat: int, hash: str) -> None:
        """A seat fixes its share of the shuffle. The first one stands; a repeated or late one is nobody's mistake and changes nothing."""
        async with self._lock:
            self._must_hold(guest, seat)
            if len(hash) != 64 or any(digit not in "0123456789abcdef" for digit in hash):
                raise SpyhouseError("A commitment is a SHA-256 in 64 small hex digits.")
            if self.phase != COMMIT or self.plan.commits[seat]:
                return
            self.plan.commits[seat] = hash
            if all(self.plan.commits[seat] for seat in self._people_seats()):
                await self._enter_phase(REVEAL)
            else:
                self.tell_all()

    async def reveal(self, guest: Guest, seat: int, entropy: str) -> None:
        """A seat shows its share of the shuffle; a repeated or late one changes nothing."""
        async with self._lock:
            self._must_hold(guest, seat)
            if not 1 <= len(entropy) <= MAX_ENTROPY:
                raise SpyhouseError("A share has 1 to {most} characters.", most=MAX_ENTROPY)
            if self.phase != REVEAL or self.plan.entropy[seat]:
                return
            if sha256(entropy.encode(errors="surrogatepass")).hexdigest() != self.plan.commits[seat]:
                raise SpyhouseError("This is not the share you committed to.")
            self.plan.entropy[seat] = entropy
            if all(self.plan.entropy[seat] for seat in self._people_seats() if self.plan.commits[seat]):
                await self._deal()
            else:
                self.tell_all()

    async def _hurry_shares(self) -> None:
        """A seat that keeps its share back does not keep the table waiting: it plays with an empty one."""
        try:
            await asyncio.sleep(SHARE_SECONDS)
            await self._insist(self._end_commits)
            await asyncio.sleep(SHARE_SECONDS)
            await self._insist(self._end_reveals)
        finally:
            self._tasks.pop(SPECTATOR, None)

    async def _end_commits(self) -> None:
        if self.phase == COMMIT:
            await self._enter_phase(REVEAL)

    async def _end_reveals(self) -> None:
        if self.phase == REVEAL:
            await self._deal()

    async def _deal(self) -> None:
        self._begin()
        try:
            await self._enter_phase(PLAYING, tell=False)
        except Exception:
            self.match = None
            raise
        self.tell_all()
        self.go_on()

    def _begin(self) -> None:
        plan = self.plan
        names = [seat.name for seat in plan.seats]
        self.match = Match(self.game, len(plan.seats), bytes.fromhex(plan.seed), plan.options, players=names, entropy=plan.entropy)

    # -- moves -------------------------------------------------------------------------------------------------------------

    def draft(self, guest: Guest, seat: int, actions: list[int]) -> wire.DraftNews:
        """What these moves would lead to: for that seat alone, and nothing is changed."""
        self._must_hold(guest, seat)
        _must_be_short(actions)
        return wire.draft_news(self.game, self._seen(seat), actions, unasked=not self.plan.ask_all)

    async def hint(self, guest: Guest, seat: int, actions: list[int]) -> wire.HintNews:
        """What a bot would play after this draft, from what the seat may know; nothing is changed."""
        self._must_hold(guest, seat)
        view = self._seen(seat)
        if not self.plan.hints:
            raise SpyhouseError("There are no hints at this table: its host left them out.")
        if any(self.plan.seats[advised].guest == guest.id for advised in self._advised):
            raise SpyhouseError("A hint for you is on its way. One at a time.")
        _must_be_short(actions)
        draft = self.game.draft(view, actions)
        if draft.complete:
            raise SpyhouseError("Your draft is complete: play it or take it back. A hint is for a choice that is still open.")
        if not draft.view.legal():
            raise SpyhouseError("Another seat is to act. Ask again on your turn.")
        number = self._next[seat]
        seen = bytes(draft.view)
        luck = int.from_bytes(sha256(seen).digest()[:6], "big")  # nothing but what the seat may know, this too
        self._advised.add(seat)
        try:
            found = await self._company.hint(self.plan.game, ADVISER, seen, luck)
        finally:
            self._advised.discard(seat)
        return wire.hint_news(self.game, draft.view, number, actions, found)

    def why(self, guest: Guest, seat: int, move: dict[str, Any]) -> wire.Problem:
        """Why a move is not possible now."""
        self._must_hold(guest, seat)
        refusal = self.game.why(self._seen(seat), move)
        return wire.problem(refusal) if refusal is not None else wire.Problem("possible", "This move is possible.")

    async def play(self, guest: Guest, seat: int, number: int, actions: list[int]) -> wire.Answer:
        """Plays moves of a person; the same own number is answered once, whatever it carries the second time."""
        async with self._lock:
            self._must_hold(guest, seat)
            if self._is_repeated(seat, number):
                return wire.Answer(seat=seat, number=number, accepted=True)
            if not 1 <= len(actions) <= wire.MAX_DRAFT:
                raise SpyhouseError("Play 1 to {most} moves at a time.", most=wire.MAX_DRAFT)
            entry = Entry("play", seat, self.game.played(self._seen(seat), actions), number)
            self._must_be_patient(entry)
            await self._write(entry)
            return wire.Answer(seat=seat, number=number, accepted=True)

    async def undo(self, guest: Guest, seat: int, number: int) -> wire.Answer:
        async with self._lock:
            self._must_hold(guest, seat)
            if self._is_repeated(seat, number):
                return wire.Answer(seat=seat, number=number, accepted=True)
            self._running()
            if self.match is None or not self.match.can_undo(seat):
                raise SpyhouseError("You have no move that can still be taken back. A move is final once others could act on it.")
            entry = Entry("undo", seat, [], number)
            self._must_be_patient(entry)
            await self._write(entry)
            return wire.Answer(seat=seat, number=number, accepted=True)

    async def resign(self, guest: Guest, seat: int) -> None:
        """Ends a match of two; with more seats a bot takes over."""
        async with self._lock:
            self._must_hold(guest, seat)
            self._running()
            await self._write(Entry("resign", seat))

    # -- standing in ---------------------------------------------------------------------------------------------------------

    async def stand_in(self, guest: Guest, seat: int) -> None:
        """Puts a bot on the seat of somebody who is away. Who owes a move has no say in it: that could be a secret."""
        async with self._lock:
            self._running()
            who = self._seat(seat)
            if who.kind != "person":
                raise SpyhouseError("A bot plays there already.")
            if not self.may_stand_in(guest):
                raise SpyhouseError("Only the host can do this or, while the host is away, somebody who plays here.")
            if not self._is_away(who.guest):
                why = "This person is here or has only just left. A bot can stand in after {seconds} seconds without a sign."
                raise SpyhouseError(why, seconds=round(self._away))
            await self._change_seat(seat, who.handed_to("bot", who.guest, who.name, stand_in(self.plan)))
            self.go_on()

    async def take_back(self, guest: Guest, seat: int) -> None:
        """The person whose bot plays here plays again."""
        async with self._lock:
            self._running()
            who = self._seat(seat)
            if not who.is_minded or who.guest != guest.id:
                raise SpyhouseError("No bot stands in for you on this seat.")
            await self._change_seat(seat, who.handed_to("person", who.guest, who.name))

    def may_stand_in(self, guest: Guest) -> bool:
        """Whether this guest may put bots on the seats of those who are away."""
        plays = any(seat.kind == "person" and seat.guest == guest.id for seat in self.plan.seats)
        return guest.id == self.plan.host or (plays and self._is_away(self.plan.host))

    def _is_away(self, guest: str) -> bool:
        """Nobody has come from this guest for a good while."""
        is_here = any(listener.guest.id == guest for listener in self.listeners)
        return not is_here and time.monotonic() - self._left.get(guest, self._opened) >= self._away

    def _watch_presence(self) -> None:
        """Sees to it that everybody hears when somebody who is not here has been away for long enough."""
        here = {listener.guest.id for listener in self.listeners}
        for guest in here & self._timers.keys():
            self._timers.pop(guest).cancel()
        for guest in {*self.people(), self.plan.host} - here - self._timers.keys():
            left = self._left.get(guest, self._opened) + self._away - time.monotonic()
            if left > 0:
                self._timers[guest] = asyncio.get_running_loop().call_later(left + 0.01, self._note_away, guest)

    def _note_away(self, guest: str) -> None:
        del self._timers[guest]
        self._tell_tables()

    async def rematch(self, guest: Guest) -> str:
        """The same table again, laid once; whoever asks later is sent there."""
        async with self._lock:
            self._must_be(OVER)
            if guest.id not in self.people():
                raise SpyhouseError("Only those who played can ask for a rematch.")
            if not self.plan.rematch:
                self.plan = replace(self.plan, rematch=await self._lay_again(self))
                self.tell_all()
            return self.plan.rematch

    def _is_repeated(self, seat: int, number: int) -> bool:
        if number > self._next[seat]:
            why = "Your next message has number {next}, not {number}. Reload the table."
            raise SpyhouseError(why, next=self._next[seat], number=number)
        return number < self._next[seat]

    async def _write(self, entry: Entry, stand_in: str = "") -> None:
        """On disk first, then at the table, then to everybody. A failed write changes nothing.

        What nobody need be asked follows at once, so that nobody sees the question; if it cannot be written now, `go_on` sees to it.
        """
        await self._put_down(entry, stand_in)
        with suppress(StoreFailed):
            while (unasked := self._unasked()) is not None:
                await self._put_down(unasked)
        self.tell_all()
        self.go_on()

    async def _put_down(self, entry: Entry, stand_in: str = "") -> None:
        row = None
        if entry.kind == "resign":
            row = self._row_after_resignation(entry.seat)
        elif entry.actions:
            row = self._row_after_play(entry, stand_in)
        await self._store.append(self.id, self._lines, entry, row)
        if row is not None:
            self.phase = row.phase
            self.plan = Plan.read(row.data)
        self._enter(entry)
        if self.phase == OVER:
            self._check()

    def _unasked(self) -> Entry | None:
        """What is left to a person who owes a decision, by facts open to all: the table plays it without asking.

        Whoever could take back a move instead has a choice; a draft shows what would follow before it is played.
        """
        if self.phase != PLAYING or self.match is None or self.plan.ask_all:
            return None
        state = self.match.state
        for seat in state.to_act():
            is_person = seat >= 0 and self.plan.seats[seat].kind == "person"
            if is_person and (action := state.forced(seat)) != NO_ACTION and not self.match.can_undo(seat):
                return Entry("unasked", seat, [action])
        return None

    async def _play_unasked(self) -> None:
        async def play() -> None:
            if (entry := self._unasked()) is not None:
                await self._write(entry)

        try:
            await self._insist(play)
        finally:
            self._tasks.pop(UNASKED, None)
        self.go_on()

    def _changes_mind(self, entry: Entry) -> bool:
        """It takes something back, or chooses once more where it has chosen already."""
        assert self.match is not None
        return entry.own is not None and (entry.kind == "undo" or entry.seat not in self.match.state.to_act())

    def _must_be_patient(self, entry: Entry) -> None:
        """Refuses a mind that is changed too often; the others are told nothing of it."""
        seal, count = self._thoughts.get(entry.seat, (0, 0))
        if count >= SECOND_THOUGHTS and seal == self._running().sealed(entry.seat) and self._changes_mind(entry):
            why = "You have changed your mind {most} times in this step. What you chose last stands."
            raise SpyhouseError(why, most=SECOND_THOUGHTS)

    def _enter(self, entry: Entry) -> None:
        assert self.match is not None
        stand_in = dict(self.plan.stand_ins).get(self._lines, "")
        self._lines += 1
        if self._changes_mind(entry):
            now = self.match.state.sealed(entry.seat)
            seal, count = self._thoughts.get(entry.seat, (now, 0))
            self._thoughts[entry.seat] = (now, count + 1 if seal == now else 1)
        if entry.own is not None:
            self._next[entry.seat] = entry.own + 1
        if entry.kind == "undo":
            self.match.undo(entry.seat)
        for action in entry.actions:
            self.match.play(entry.seat, action, unasked=entry.kind == "unasked", stand_in=stand_in)

    def _row_after_play(self, entry: Entry, stand_in: str) -> TableRow | None:
        """What changes at the table beside its book: it may be over, or somebody may have stood in for a bot."""
        is_end = self._ends_it(entry)
        if not is_end and not stand_in:
            return None
        plan = Plan.read(asdict(self.plan))
        if stand_in:
            plan.stand_ins.append([self._lines, stand_in])
        return TableRow(self.id, OVER if is_end else self.phase, time.time(), asdict(plan))

    def _ends_it(self, entry: Entry) -> bool:
        trial = self._running().clone()
        trial.mute()
        for action in entry.actions:
            trial.apply(entry.seat, action)
        return trial.outcome() is not None

    def _row_after_resignation(self, seat: int) -> TableRow:
        plan = Plan.read(asdict(self.plan))
        if len(plan.seats) > 2:
            bot = stand_in(plan)
            plan.seats[seat] = plan.seats[seat].handed_to("bot", "", bot, bot)
            return TableRow(self.id, self.phase, time.time(), asdict(plan))
        plan.result = {"reason": "resigned", "seat": seat, "winners": [other for other in range(len(plan.seats)) if other != seat]}
        return TableRow(self.id, OVER, time.time(), asdict(plan))

    # -- bots and the clock ----------------------------------------------------------------------------------------------

    async def _let_bot_play(self, seat: int) -> None:
        try:
            while self.plan.seats[seat].kind == "bot" and self.match is not None and self._owes(seat):
                seen = bytes(self.match.state.view(seat))
                bot = self.plan.seats[seat].bot
                seed = int.from_bytes(sha256(f"{self.plan.seed} bot {seat} {self._lines}".encode()).digest()[:6], "big")
                played = await self._thought(seat, bot, seen, seed)
                await self._insist(partial(self._play_for, seat, seen, played))
        finally:
            self._tasks.pop(seat, None)
        self.go_on()

    async def _thought(self, seat: int, bot: str, seen: bytes, seed: int) -> Played:
        """What a bot plays. From its turn on it takes its time: how long it waited tells nothing, how long it thinks could."""
        loop = asyncio.get_running_loop()
        begun = loop.time()
        notice = loop.call_later(WAITS_LONG, self._let_queue, seat, True)

        def turn() -> None:
            nonlocal begun
            begun = loop.time()
            notice.cancel()
            self._let_queue(seat, False)

        try:
            played = await self._company.choose(self.plan.game, bot, seen, seed, turn)
        finally:
            notice.cancel()
            self._queueing.discard(seat)
        await asyncio.sleep(begun + max(self._pace, takes(self.plan.game, bot)) - loop.time())
        return played

    def _let_queue(self, seat: int, queues: bool) -> None:
        """Notes whether a bot waits for its turn to think, and tells it where it may be told."""
        if queues == (seat in self._queueing):
            return
        self._queueing ^= {seat}
        if self._publicly_owing() == [seat]:
            self._tell_tables()

    async def _play_for(self, seat: int, seen: bytes, played: Played) -> None:
        """Plays what a bot thought of, unless the table has moved on meanwhile: then it thinks again."""
        if self.plan.seats[seat].kind != "bot" or not self._owes(seat):
            return
        state = self._running()
        if bytes(state.view(seat)) != seen:
            return
        action, by = (played.action, played.by) if played.action in state.legal(seat) else (state.default(seat), DEFAULT)
        stand_in = by if by != self.plan.seats[seat].bot else ""
        await self._write(Entry("play", seat, [action]), stand_in=stand_in)

    def _owes(self, seat: int) -> bool:
        return self.phase == PLAYING and self.match is not None and seat in self.match.state.to_act()

    async def _tick(self) -> None:
        try:
            await asyncio.sleep(self._pace)
            await self._insist(self._play_tick)
        finally:
            self._tasks.pop(CLOCK, None)
        self.go_on()

    async def _play_tick(self) -> None:
        if self.phase == PLAYING and self.match is not None and self.match.state.to_act() == [CLOCK]:
            await self._write(Entry("play", CLOCK, [self.match.state.legal(CLOCK)[0]]))

    async def _insist(self, what: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Does what nobody else would try again, until the house could write it down: a disk that was full must not hang a table."""
        pause = FIRST_PAUSE
        while True:
            try:
                async with self._lock:
                    return await what()
            except StoreFailed:
                pass  # the store has told the log
            except Exception as why:
                log.error("Table %s could not go on: %s", self.id, type(why).__name__)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    # -- telling -----------------------------------------------------------------------------------------------------------

    def join(self, listener: Listener) -> None:
        """Somebody is here: the others learn that and no more, the newcomer everything."""
        self.listeners.add(listener)
        self._watch_presence()
        self._tell_tables()
        self._tell_views([listener])

    def leave(self, listener: Listener) -> None:
        self.listeners.discard(listener)
        if self._is_somebody(listener.guest):
            self._left[listener.guest.id] = time.monotonic()
        self._watch_presence()
        self._tell_tables()

    def tell_all(self) -> None:
        """Tells every listener what is new for it; one that knows all of it already hears nothing."""
        self._tell_tables()
        self._tell_views(list(self.listeners))

    def _tell_tables(self) -> None:
        """The table around the board, made once for all who are the same to it: players each, all others together."""
        here = {listener.guest.id for listener in self.listeners}
        told: dict[str, Told] = {}
        for listener in list(self.listeners):
            who = listener.guest.id if self._is_somebody(listener.guest) else ""
            if who not in told:
                told[who] = self._bulletin.put(who, self.table_news(listener.guest, here))
            listener.tell(told[who])

    def _is_somebody(self, guest: Guest) -> bool:
        return guest.id == self.plan.host or guest.id in self.people()

    def _tell_views(self, listeners: list[Listener]) -> None:
        """The views, each made once: one for each seat that somebody here holds, one for all spectators."""
        if self.match is None:
            return
        undos, told = self._undos(), dict[int, Told]()
        for listener in listeners:
            held = [number for number, seat in enumerate(self.plan.seats) if seat.guest == listener.guest.id]
            for seat in held or [SPECTATOR]:
                if seat not in told:
                    told[seat] = self._view(self.match.state, seat, undos)
                listener.tell(told[seat])

    def _view(self, state: State, seat: int, undos: list[bool]) -> Told:
        """What a seat may know. Where it has perceived nothing new, nothing is built: a secret commit costs only its own seat time."""
        number, undo = (self._next[seat], undos[seat]) if seat >= 0 else (0, False)
        view = state.view(seat)
        mark = (bytes(view), state.trace(seat), number, undo)
        return self._bulletin.told(seat, mark, lambda: wire.view_news(self.game, view, state.story or [], number, undo))

    def table_news(self, guest: Guest, here: set[str]) -> wire.TableNews:
        plan, colours = self.plan, self.game.meta.seat_colours
        public = self._publicly_owing()
        if len(public) < 2 and self.match is not None:
            self._stood_in = Counter(stand_in.seat for stand_in in self.match.stand_ins)
        seats = [
            wire.SeatNews(
                seat=number,
                kind=seat.kind,
                name=seat.name,
                you=bool(seat.guest) and seat.guest == guest.id,
                here=seat.guest in here,
                colour=colours[number],
                bot=seat.bot,
                waits=public == [number] and number in self._queueing,
                stand_ins=self._stood_in[number],
                away=seat.kind == "person" and self._is_away(seat.guest),
                minded=seat.is_minded,
            )
            for number, seat in enumerate(plan.seats)
        ]
        shown = plan.entropy if self.phase in (PLAYING, OVER) else ["" for _ in plan.entropy]
        seed = plan.seed if self.phase == OVER else ""
        fairness = wire.Fairness(commitment(bytes.fromhex(plan.seed)), list(plan.commits), list(shown), seed, self._checked)
        return wire.TableNews(
            id=self.id,
            game=plan.game,
            phase=self.phase,
            host=guest.id == plan.host,
            seats=seats,
            options=plan.options,
            pieces=plan.pieces,
            fairness=fairness,
            hints=plan.hints,
            may_stand_in=self.may_stand_in(guest),
            result=self.result(),
            rematch=plan.rematch,
        )

    def _publicly_owing(self) -> list[int]:
        """Who owes a move for all that everybody knows. Where it is more than one, nothing may tell which of them has moved."""
        return self.match.state.view(SPECTATOR).to_act() if self.match is not None and self.phase == PLAYING else []

    def result(self) -> dict[str, Any] | None:
        """How it ended: the game's outcome, or a resignation."""
        if self.phase != OVER or self.match is None:
            return None
        return self.plan.result or outcome_data(self.match.state.outcome())

    def record(self) -> Record:
        """The record to keep; the seed is in it once the match is over."""
        if self.match is None:
            raise SpyhouseError("The match has not begun.")
        record = self.match.record().with_players([seat.players() for seat in self.plan.seats])
        if self.phase == OVER:
            record.seed = self.plan.seed
        return record

    def _check(self) -> None:
        """The server's own check of the finished record against the seed and the commitment."""
        verify(Record.loads(self.record().dumps()))
        self._checked = "yes"

    def _undos(self) -> list[bool]:
        if self.match is None or self.phase != PLAYING:
            return [False] * len(self.plan.seats)
        return [seat.kind == "person" and self.match.can_undo(number) for number, seat in enumerate(self.plan.seats)]

    # -- after the end -----------------------------------------------------------------------------------------------------

    def replay(self, eyes: int) -> wire.Replay:
        """The finished match as a seat or a spectator came to know it."""
        return wire.replay(self._finished(eyes), eyes, judge_of(self.plan.game) is not None)

    def moments(self, eyes: int, first: int) -> wire.Moments:
        """What to draw at some moments of the replay."""
        return wire.moments(self._finished(eyes), eyes, max(0, first))

    def analyse(self, listener: Listener) -> None:
        """Has a bot judge the finished match: the one who asks hears what is known, then everybody the rest as it comes."""
        self._finished(SPECTATOR)
        level = judge_of(self.plan.game)
        if level is None:
            raise SpyhouseError("No bot looks back at {game}.", game=self.game.title)
        if self._hindsight is None:
            self._hindsight = Hindsight(self.record(), level)
        listener.hear(self._hindsight.news())
        if self._looking is None and not self._hindsight.is_done:
            self._looking = asyncio.create_task(self._look_back(self._hindsight))

    async def _look_back(self, hindsight: Hindsight) -> None:
        try:
            await hindsight.go_on(self._company, self._tell_everybody)
        except Exception as why:
            log.error("A look back failed: %s", type(why).__name__)
            self._tell_everybody(wire.ProblemNews(problem=wire.Problem("failed", "The look back has stopped.", "Ask for it again.")))
        finally:
            self._looking = None

    def _tell_everybody(self, news: wire.News) -> None:
        for listener in list(self.listeners):
            listener.hear(news)

    def _finished(self, eyes: int) -> Match:
        """The match, once nothing of it is secret any more."""
        if self.match is None or self.phase != OVER:
            raise SpyhouseError("This is there once the match is over.")
        if not SPECTATOR <= eyes < len(self.plan.seats):
            why = "There is no seat {seat}. Possible: -1 (a spectator) to {last}."
            raise SpyhouseError(why, seat=eyes, last=len(self.plan.seats) - 1)
        return self.match

    # -- small things ------------------------------------------------------------------------------------------------------

    async def _enter_phase(self, phase: str, tell: bool = True) -> None:
        before, self.phase = self.phase, phase
        try:
            await self._save()
        except Exception:
            self.phase = before
            raise
        if tell:
            self.tell_all()

    async def _save(self) -> None:
        await self._store.save_table(self.row(), self.people())

    def _people_seats(self) -> list[int]:
        return [number for number, seat in enumerate(self.plan.seats) if seat.kind == "person"]

    def _seat(self, seat: int) -> Seat:
        if not 0 <= seat < len(self.plan.seats):
            raise SpyhouseError("There is no seat {seat}. Possible: 0 to {last}.", seat=seat, last=len(self.plan.seats) - 1)
        return self.plan.seats[seat]

    def _must_hold(self, guest: Guest, seat: int) -> None:
        who = self._seat(seat)
        if who.kind != "person" or who.guest != guest.id:
            raise SpyhouseError("This is not your seat.")

    def _must_host(self, guest: Guest) -> None:
        if guest.id != self.plan.host:
            raise SpyhouseError("Only the host of the table can do this.")

    def _must_be(self, phase: str) -> None:
        if self.phase != phase:
            why = "This is not possible now: the table is in '{phase}', not in '{wanted}'."
            raise SpyhouseError(why, phase=self.phase, wanted=phase)

    def _seen(self, seat: int) -> View:
        """What a seat that asks something may know: all that it is answered from."""
        return self._running().view(seat)

    def _running(self) -> State:
        if self.match is None or self.phase != PLAYING:
            raise SpyhouseError("The match is not running.")
        return self.match.state


def _must_be_short(actions: list[int]) -> None:
    if len(actions) > wire.MAX_DRAFT:
        raise SpyhouseError("A draft has at most {most} moves.", most=wire.MAX_DRAFT)


def must_share_a_device(game: Game) -> None:
    """Refuses several seats on one device where the game cannot be played so."""
    if not game.meta.hot_seat:
        raise SpyhouseError(
            "{game} is not played on one device: every player needs a screen. Invite friends or put bots there.", game=game.title
        )


def stand_in(plan: Plan) -> str:
    """The bot that takes over a seat: of the level of the table's bots (the middle one, where they differ), else of a middle level."""
    all_there_are = bot_names(plan.game)
    ranked = [bot for bot in all_there_are if bot in LEVELS] or all_there_are
    here = sorted((seat.bot for seat in plan.seats if seat.bot), key=all_there_are.index)
    return middle(here or ranked)


def middle(ranked: list[str]) -> str:
    return ranked[(len(ranked) - 1) // 2]


def new_plan(slug: str, seats: int | None, options: dict[str, Any], host: Guest) -> Plan:
    """A table to be: options settled and checked, every seat open."""
    terms = game(slug).terms(seats, options)
    return Plan(slug, dict(terms.options), [Seat() for _ in range(terms.seats)], host.id, secrets.token_bytes(32).hex())
