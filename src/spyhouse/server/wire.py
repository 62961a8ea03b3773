"""The single exit for game data: every message between a table and its players, typed and built in one place.

What a seat is sent of a match, answers to its questions included, is made from its View and the facts told to it, and from
nothing else: no function here takes a State. A message is sent only when it differs from the last one, so that a move that a seat
may not notice (a secret commit) makes no frame for it. Frames are numbered per receiver, so that gaps tell nothing.

The page's TypeScript types are generated from this module (`python -m spyhouse.server.schema`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec

from spyhouse.bots import Belief, Explanation, Reason
from spyhouse.bots import Why as Spoken
from spyhouse.bots.hindsight import Judgement
from spyhouse.rules.kit.contract import Told, View
from spyhouse.rules.kit.errors import IllegalMove, SpyhouseError
from spyhouse.rules.kit.game import Draft as Tried
from spyhouse.rules.kit.game import Game
from spyhouse.rules.kit.records import Match

# -- What a client may send ------------------------------------------------------------------------------------------------


class Request(msgspec.Struct, tag_field="type", forbid_unknown_fields=True):
    """Anything a client sends. Unknown or ill-formed messages are answered by a Problem and change nothing."""


class Sit(Request, tag="sit"):
    """Take an open seat."""

    seat: int


class Stand(Request, tag="stand"):
    """Leave a seat again, before the start."""

    seat: int


class Invite(Request, tag="invite"):
    """The host puts a bot on a seat, or opens it for people (no bot)."""

    seat: int
    bot: str | None = None


class Start(Request, tag="start"):
    """The host starts the match."""


class Commit(Request, tag="commit"):
    """A seat fixes its share of the shuffle: the SHA-256 of what it will show."""

    seat: int
    hash: str


class Reveal(Request, tag="reveal"):
    """A seat shows its share of the shuffle."""

    seat: int
    entropy: str


class Draft(Request, tag="draft"):
    """Try moves privately: the table shows what they lead to, and nobody else learns of it."""

    seat: int
    actions: list[int]


class Play(Request, tag="play"):
    """Play moves. `number` counts this seat's own messages: the same number is answered once, however often it comes."""

    seat: int
    number: int
    actions: list[int]


class Undo(Request, tag="undo"):
    """Take back the own last move, while that is still possible."""

    seat: int
    number: int


class Hint(Request, tag="hint"):
    """Ask what a bot would play here, after these moves of a draft; only where the table allows it."""

    seat: int
    actions: list[int]


class Why(Request, tag="why"):
    """Ask why a move is not possible."""

    seat: int
    move: dict[str, Any]


class Resign(Request, tag="resign"):
    """Give up: ends a match of two; with more seats a bot takes over."""

    seat: int


class StandIn(Request, tag="stand_in"):
    """Put a bot on the seat of somebody who has been away for a while."""

    seat: int


class TakeBack(Request, tag="take_back"):
    """Play the own seat again, where a bot stands in."""

    seat: int


class Rematch(Request, tag="rematch"):
    """Lay out the same table again."""


class Analyse(Request, tag="analyse"):
    """Have a bot judge the moves of a finished match."""


class Ping(Request, tag="ping"):
    """Is the table still there?"""


AnyRequest = (
    Sit
    | Stand
    | Invite
    | Start
    | Commit
    | Reveal
    | Draft
    | Play
    | Undo
    | Hint
    | Why
    | Resign
    | StandIn
    | TakeBack
    | Rematch
    | Analyse
    | Ping
)

# -- What a table sends --------------------------------------------------------------------------------------------------------


class News(msgspec.Struct, tag_field="type", kw_only=True, omit_defaults=False):
    """Anything a table sends; `n` counts the frames of this receiver."""

    n: int = 0


class Problem(msgspec.Struct):
    """Why something was refused: what is in the way, what to do instead, and the rule if a rule says so."""

    code: str
    why: str
    instead: str = ""
    rule: str = ""
    templates: list[str] = []  # of which `why` and `instead` are the English; none where these have no places
    places: dict[str, Any] = {}  # what is filled in there


class SeatNews(msgspec.Struct):
    """Who sits where."""

    seat: int
    kind: str  # "open", "person" or "bot"
    name: str
    you: bool
    here: bool  # a person who is connected
    colour: str  # of its pieces, by name
    bot: str = ""
    away: bool = False  # a person without a sign for so long that a bot may stand in
    minded: bool = False  # a bot stands in for the person of this name
    waits: bool = False  # a bot that alone is to move waits for its turn to think; never told where several choose at once
    stand_ins: int = 0  # moves of this bot that another had to play; told once everybody may know that they were made


class Fairness(msgspec.Struct):
    """What proves the shuffle: the commitment before the first move, the seats' shares, the seed after the end."""

    commitment: str
    commits: list[str]
    entropy: list[str]
    seed: str = ""
    checked: str = ""  # "yes" once the server has replayed the finished record against the seed


class TableNews(News, tag="table"):
    """The table around the board; the same for all but `you` and `host`."""

    id: str
    game: str
    phase: str  # "lobby", "commit", "reveal", "playing", "over"
    host: bool
    seats: list[SeatNews]
    options: dict[str, Any]
    fairness: Fairness
    hints: bool = False
    may_stand_in: bool = False  # the receiver may put bots on the seats of those who are away
    result: dict[str, Any] | None = None
    rematch: str = ""
    pieces: str = ""  # what pieces of somebody's own are called that are played with; the option `content` is their hash


class Move(msgspec.Struct):
    """A legal move: its number, its notation, and its structure for drawing and words."""

    action: int
    text: str
    move: dict[str, Any]
    final: bool


class ViewNews(News, tag="view"):
    """All that a seat may know now. `facts` replace the receiver's log from line `facts_from` on."""

    seat: int
    number: int  # what the seat's next message must carry
    show: dict[str, Any]
    moves: list[Move]
    parts: list[Move]  # further ones that only go together with others of their kind, in any order: for drafts
    undo: bool
    facts: list[dict[str, Any]]
    facts_from: int


class DraftNews(News, tag="draft"):
    """Where a draft leads: the table as it would be, and the moves that could follow. Only its seat receives it."""

    seat: int
    actions: list[int]
    chosen: list[Move]  # the moves of the draft, and what the table adds because nothing else is left
    show: dict[str, Any]
    moves: list[Move]
    complete: bool  # nothing can be added, only played or taken back
    ready: bool  # it can be played as it is: of some choices all parts must be named


class HintMove(msgspec.Struct):
    """A move that a bot thinks good: what it is worth to the seat, from -1 to 1, why, and how it expects the game to go on."""

    move: Move
    worth: float | None
    line: list[dict[str, Any]]  # {"seat", "text", "move"}
    why: Said | None = None
    proved: bool = False  # the worth is exact
    unsure: bool = False  # it seems to be worth more than the first move, but was tried less often


class Said(msgspec.Struct):
    """What speaks for a move; `why.<key>` in the words of the game."""

    key: str
    args: dict[str, Any]


class Believed(msgspec.Struct):
    """How likely something hidden is; `belief.<key>` in the words of the game."""

    key: str
    args: dict[str, Any]
    chance: float


class HintNews(News, tag="hint"):
    """What a bot would play, from what this seat may know. Only its seat receives it."""

    seat: int
    number: int  # what the seat's next message had to carry when it was asked
    actions: list[int]  # the draft it was asked for
    moves: list[HintMove]  # the best first
    beliefs: list[Believed]
    exact: bool


class Answer(News, tag="answer"):
    """The one answer to a numbered message."""

    seat: int
    number: int
    accepted: bool
    problem: Problem | None = None


class ProblemNews(News, tag="problem"):
    """A message that was refused; nothing was changed."""

    problem: Problem


class Pong(News, tag="pong"):
    """Still there."""


class Judged(msgspec.Struct):
    """What a bot makes of a move afterwards, judged only by what its seat knew. Worths go from -1 (lost) to 1 (won)."""

    number: int  # of the move in the match, from 1
    seat: int
    played: Move
    worth: float
    best: Move
    best_worth: float
    beliefs: list[Believed]  # about what was hidden from its seat then
    why: Said | None = None  # what speaks for the best move, where that is another one


class AnalysisNews(News, tag="analysis"):
    """Judgements of a finished match, as they come."""

    looked: int  # moves looked at so far ...
    moves: int  # ... of so many
    judged: list[Judged]  # those without an alternative are not among them


AnyNews = TableNews | ViewNews | DraftNews | HintNews | Answer | ProblemNews | Pong | AnalysisNews

# -- What a finished table hands out ---------------------------------------------------------------------------------------------


class Replay(msgspec.Struct):
    """A finished match as one seat (or a spectator) came to know it: moments, each after some move that it noticed."""

    eyes: int
    moves: list[int]  # [moment] moves played so far, by anybody
    told: list[int]  # [moment] lines of the log known so far
    facts: list[dict[str, Any]]  # the whole log
    secrets: bool  # some seats know what others do not: then other eyes show another match
    analysis: bool  # a bot can judge its moves


class Moments(msgspec.Struct):
    """What to draw at some moments of a replay, one after the other."""

    eyes: int
    first: int
    shows: list[dict[str, Any]]


_decoder = msgspec.json.Decoder(AnyRequest)
_encoder = msgspec.json.Encoder()

MAX_BYTES = 16 * 1024  # of one message from a client
MAX_DRAFT = 64  # moves in one draft
MOMENTS = 24  # of a replay, handed out at once


def read(data: bytes | str) -> AnyRequest:
    """A client's message; SpyhouseError with a helpful line if it is none."""
    if len(data) > MAX_BYTES:
        raise SpyhouseError("A message has at most {most} bytes.", most=MAX_BYTES)
    try:
        request: AnyRequest = _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as why:
        raise SpyhouseError("This message cannot be read: {what}", what=str(why)) from why
    return request


def write(news: News) -> bytes:
    """The frame of a message."""
    return _encoder.encode(news)


def problem(why: SpyhouseError) -> Problem:
    """An error as it is told to the one who caused it: in English, and so that the page can say it in another language."""
    templates = list(why.templates) if why.places else []
    if isinstance(why, IllegalMove):
        return Problem("illegal", why.why, why.instead, why.rule, templates, why.places)
    return Problem("refused", str(why), templates=templates, places=why.places)


def moves(game: Game, view: View) -> list[Move]:
    """The legal moves of a seat with their names."""
    return [Move(*move) for move in game.moves(view)]


def facts(game: Game, story: list[Told], seat: int) -> list[dict[str, Any]]:
    """The log of a seat: the facts told to it, as lines to be put into words."""
    lines = (game.line(told.fact) for told in story if told.reaches(seat))
    return [line for line in lines if line is not None]


def view_news(game: Game, view: View, story: list[Told], number: int, undo: bool) -> ViewNews:
    """All that this seat may know now, with its whole log; the sender cuts off what the receiver already has."""
    return ViewNews(
        seat=view.seat,
        number=number,
        show=game.show(view),
        moves=moves(game, view),
        parts=[Move(*move) for move in game.parts(view)],
        undo=undo,
        facts=facts(game, story, view.seat),
        facts_from=0,
    )


def draft_news(game: Game, view: View, actions: list[int], unasked: bool) -> DraftNews:
    """Where a draft leads, with what the table would add unasked."""
    draft = game.draft(view, actions, unasked)
    return DraftNews(
        seat=view.seat,
        actions=list(actions),
        chosen=[Move(*move) for move in draft.chosen],
        show=game.show(draft.view),
        moves=_rest(game, draft),
        complete=draft.complete,
        ready=draft.ready,
    )


def _rest(game: Game, draft: Tried) -> list[Move]:
    """What can be added to a draft."""
    if draft.rest is not None:
        return [Move(*move) for move in draft.rest]
    return [] if draft.complete else moves(game, draft.view)


def replay(match: Match, eyes: int, analysis: bool) -> Replay:
    """The outline of a finished match, as these eyes saw it."""
    found = Replay(eyes, [], [], [], match.game.meta.secrets, analysis)
    for moves, _, lines in _moments(match, eyes):
        found.facts += lines
        found.moves.append(moves)
        found.told.append(len(found.facts))
    return found


def moments(match: Match, eyes: int, first: int) -> Moments:
    """What these eyes saw, from that moment on."""
    shown = islice(_moments(match, eyes), first, first + MOMENTS)
    return Moments(eyes, first, [match.game.show(view) for _, view, _ in shown])


def _moments(match: Match, eyes: int) -> Iterator[tuple[int, View, list[dict[str, Any]]]]:
    """The moments at which something was new for these eyes: moves so far, the view, and the lines told meanwhile."""
    seen, known = b"", 0
    for moves, state in enumerate(match.moments()):
        story = state.story or []
        lines = [line for told in story[known:] if told.reaches(eyes) and (line := match.game.line(told.fact)) is not None]
        known = len(story)
        view = state.view(eyes)
        if bytes(view) != seen or lines:
            seen = bytes(view)
            yield moves, view, lines


def judged(found: Judgement) -> Judged:
    """A judgement as it is told."""
    played, best = (Move(choice.action, choice.text, choice.move, final=False) for choice in (found.played, found.best))
    worth, best_worth = round(found.played.worth, 3), round(found.best.worth, 3)
    return Judged(found.number, found.seat, played, worth, best, best_worth, _believed(found.beliefs), _said(found.why))


def hint_news(game: Game, view: View, number: int, actions: list[int], found: Explanation) -> HintNews:
    """A bot's explanation for the position after a draft, which this view shows."""
    legal = {move.action: move for move in moves(game, view)}
    reasons = [reason for reason in found.reasons if reason.action in legal]
    return HintNews(
        seat=view.seat,
        number=number,
        actions=list(actions),
        moves=[_hinted(legal[reason.action], reason) for reason in reasons] or [HintMove(legal[found.choice], None, [])],
        beliefs=_believed(found.beliefs),
        exact=found.exact,
    )


def _believed(beliefs: tuple[Belief, ...]) -> list[Believed]:
    return [Believed(belief.key, {**belief.args}, round(belief.chance, 3)) for belief in beliefs]


def _hinted(move: Move, reason: Reason) -> HintMove:
    return HintMove(move, round(reason.worth, 3), _line(reason), _said(reason.why), reason.proved, reason.unsure)


def _said(why: Spoken | None) -> Said | None:
    return Said(why.key, {**why.args}) if why else None


def _line(reason: Reason) -> list[dict[str, Any]]:
    return [{"seat": step.seat, "text": step.text, "move": dict(step.move)} for step in reason.line]
