"""A game as its users see it: start it, name its moves, draw it. The same for every game; no rules in here."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import ModuleType
from typing import Any, NamedTuple

from spyhouse.rules.kit.contract import CLOCK, NO_ACTION, Fact, State, View, unpack, unsealed
from spyhouse.rules.kit.errors import BadNotation, BadOption, BadPosition, BadView, IllegalMove, SpyhouseError
from spyhouse.rules.kit.luck import FairLuck, Luck, seed_bytes
from spyhouse.rules.kit.meta import Meta, Terms, canonical
from spyhouse.rules.kit.options import Option, read_options


@dataclass(frozen=True)
class ActionSpace:
    """The numbers of a game's moves under some options, with their names."""

    size: int
    names: tuple[str, ...]


class Move(NamedTuple):
    """A legal move with its names."""

    action: int
    text: str  # its notation
    move: dict[str, Any]  # its structure
    final: bool  # it cannot be taken back


class Draft(NamedTuple):
    """Where moves that are only tried would lead, as far as their seat knows."""

    chosen: list[Move]  # and what follows them unasked
    view: View  # what the seat would know then; a final move changes nothing in it
    complete: bool  # nothing can be added: the last move is final, or the seat owes nothing more
    rest: list[Move] | None = None  # of a choice of several that is not whole yet, what can be added; else the view tells
    ready: bool = True  # it can be played as it is


class Game:
    """One game of the house. Get one by `spyhouse.game(slug)`.

    It joins the modules of a game's folder, each of which brings a few agreed names: `meta.META`, `pieces.content`,
    `engine.Setting / start / read`, `view.read`, `actions.*`, `show.show` and, where the game has a position notation,
    `position.read / write`.
    """

    def __init__(self, modules: Mapping[str, ModuleType]) -> None:
        self.meta: Meta = modules["meta"].META
        self._pieces: Any = modules["pieces"]
        self._engine: Any = modules["engine"]
        self._view: Any = modules["view"]
        self._actions: Any = modules["actions"]
        self._show: Any = modules["show"]
        self._position: Any = modules.get("position")
        self._brought: dict[tuple[int, str], Any] = {}  # seats and settled options -> pieces that came from another process
        self._terms_of_label = lru_cache(maxsize=256)(self._read_terms)
        self._setting_of_label = lru_cache(maxsize=256)(self._read_label)
        self._setting_of_choice = lru_cache(maxsize=256)(self._read_choice)

    def __repr__(self) -> str:
        return f"<Game {self.slug}: {self.title}>"

    @property
    def slug(self) -> str:
        return self.meta.slug

    @property
    def title(self) -> str:
        return self.meta.title

    @property
    def options(self) -> tuple[Option, ...]:
        """What a table can choose."""
        return tuple(option for option in self.meta.options if not option.waits_for)

    @property
    def pieces(self) -> Any:
        """The module of the printed pieces; where others can be played with, it reads and checks them."""
        return self._pieces

    # -- starting --------------------------------------------------------------------------------------------------

    def terms(self, seats: int | None = None, options: Mapping[str, object] | None = None) -> Terms:
        """The full terms of a table; a clear error for an unknown or impossible option."""
        count = self.meta.seats[0] if seats is None else seats
        if count not in self.meta.seats:
            why = "{game} is not for {count} seats. Possible: {possible}."
            raise BadOption(why, game=self.title, count=count, possible=list(self.meta.seats))
        chosen = read_options(self.title, self.meta.options, options or {})
        settled = self.meta.settle(chosen, count)
        brought = self._brought.get((count, canonical(settled))) if self._brought else None
        return Terms(self.slug, count, settled, brought if brought is not None else self._pieces.content(settled))

    def new_terms(self, seats: int | None = None, options: Mapping[str, object] | None = None) -> Terms:
        """The terms of a new table: as `terms`, and only with what is offered."""
        terms = self.terms(seats, options)
        for option in self.meta.options:
            if options is not None and option.name in options:
                option.must_be_offered(terms.options[option.name])
        return terms

    def terms_of(self, data: bytes) -> Terms:
        """What the table agreed on whose view these bytes are, its pieces included."""
        return self._terms_of_label(self._parted(data)[0])

    def bring(self, terms: Terms) -> None:
        """Lets this process play on these terms, wherever their pieces lie: they came with the terms.

        So bots in other processes play with pieces that only their table knows: a folder of the user's, an upload, one that was
        changed since. Terms can be pickled, with all of their pieces.
        """
        key = (terms.seats, canonical(terms.options))
        if self._brought.get(key) != terms.content:
            self._brought[key] = terms.content
            self._setting_of_choice.cache_clear()

    def start(
        self,
        seats: int | None = None,
        seed: int | bytes | None = None,
        options: Mapping[str, object] | None = None,
        luck: Luck | None = None,
        story: bool = False,
    ) -> State:
        """A new match before its first decision. The same seed, seats and options give the same match."""
        if (seed is None) == (luck is None):
            raise SpyhouseError("Give either a seed (an int or 32 bytes) or a luck.")
        source = FairLuck(seed_bytes(seed)) if seed is not None else luck
        state: State = self._engine.start(self._agreed(seats, options), source, story)
        return state

    def _agreed(self, seats: int | None, options: Mapping[str, object] | None) -> Any:
        """The setting of these terms, remembered: a search starts thousands of games with the same ones."""
        try:
            chosen = json.dumps(options) if options else ""
        except TypeError:  # not plain data: the options say themselves what is wrong with it
            return self.setting(self.terms(seats, options))
        return self._setting_of_choice(seats, chosen)

    def _read_choice(self, seats: int | None, chosen: str) -> Any:
        return self.setting(self.terms(seats, json.loads(chosen) if chosen else None))

    def setting(self, terms: Terms) -> Any:
        """The engine's flat form of these terms, shared by all states that have them."""
        return self._setting_of_label(terms.label)

    def _read_label(self, label: bytes) -> Any:
        return self._engine.Setting(self._terms_of_label(label))

    def _read_terms(self, label: bytes) -> Terms:
        parts = json.loads(label)
        terms = self.terms(parts["seats"], parts["options"])
        if terms.content.hash != parts["content"]:
            pieces = f"other pieces ({parts['content']}) than are installed ({terms.content.hash})"
            raise SpyhouseError(f"This match of {self.title} uses {pieces}.")
        return terms

    # -- reading back ----------------------------------------------------------------------------------------------

    def view(self, data: bytes) -> View:
        """The View that `bytes(view)` came from."""
        label, packed = self._parted(data)
        try:
            numbers = unpack(packed)
            view: View = self._view.read(self._setting_of_label(label), numbers[0], numbers[1], numbers[2:])
        except SpyhouseError:
            raise
        except (ValueError, LookupError, TypeError) as why:
            raise self._unreadable() from why
        return view

    def _parted(self, data: bytes) -> tuple[bytes, bytes]:
        """The label of a view's bytes, and what follows it."""
        body = unsealed(data)
        size = int.from_bytes(body[:2], "big")
        label = body[2 : 2 + size]
        try:
            slug = json.loads(label)["game"]
        except (ValueError, LookupError, TypeError) as why:
            raise self._unreadable() from why
        if slug != self.slug:
            raise BadView(f"These bytes are a view of '{slug}', not of '{self.slug}'.")
        return label, body[2 + size :]

    def _unreadable(self) -> BadView:
        return BadView(f"These bytes are no view of {self.title}: another version wrote them.")

    def state(self, label: bytes, numbers: list[int], luck: Luck | None) -> State:
        """The State that `state.numbers()` came from (for pickling)."""
        state: State = self._engine.read(self._setting_of_label(label), numbers, luck)
        return state

    # -- moves and their names -------------------------------------------------------------------------------------

    def text(self, state: State, seat: int, action: int) -> str:
        """The notation of a move: "d:RC", "GB1@4.2"."""
        self._check_action(state, seat, action)
        text: str = self._actions.text(state, seat, action)
        return text

    def parse(self, state: State, seat: int, text: str) -> int:
        """The number of a move written in the notation. BadNotation if it is none; it need not be legal."""
        number: int = self._actions.parse(state, seat, text)
        return number

    def describe(self, state: State, seat: int, action: int) -> dict[str, Any]:
        """The move as data: {"kind": "relocate", "from": "U", ...}; `final` marks a legal move that cannot be taken back."""
        self._check_action(state, seat, action)
        move: dict[str, Any] = self._actions.describe(state, seat, action)
        if action in state.legal(seat):
            move["final"] = state.is_final(seat, action)
        return move

    def number(self, state: State, seat: int, move: Mapping[str, Any]) -> int:
        """The inverse of `describe`, also for illegal moves, so that a client can ask "why not?"."""
        number: int = self._actions.number(state, seat, move)
        return number

    def actions(self, options: Mapping[str, object] | None = None, seats: int | None = None) -> ActionSpace:
        """Size and names of the action space under these options."""
        names = self._actions.names(self._agreed(seats, options))
        return ActionSpace(len(names), tuple(names))

    def _check_action(self, state: State, seat: int, action: int) -> None:
        size = self._actions.size(state)
        if seat != CLOCK and not 0 <= action < size:
            why = "There is no action {action} in {game} here. Possible: 0 to {last}."
            raise BadNotation(why, action=action, game=self.title, last=size - 1)

    # -- answers to a seat: each takes a View, never a State, so that none can tell more than its seat may know --------

    def moves(self, view: View) -> list[Move]:
        """All legal moves of the view's seat with their names, as clients list them."""
        return self._moves(self._imagined(view), view.seat)

    def parts(self, view: View) -> list[Move]:
        """Of a choice of several, made in any order, those that cannot come first by the rules: to be drafted with others."""
        if not hasattr(self._actions, "together"):
            return []
        world = self._imagined(view)
        choices, _ = self._together(world, view.seat)
        legal = world.legal(view.seat)
        return [self._named(world, view.seat, action) for action in choices if action not in legal]

    def draft(self, view: View, actions: Sequence[int], unasked: bool = False) -> Draft:
        """Moves tried privately, on a world that the seat imagines. IllegalMove says what is wrong with one of them.

        A final move is named and not played: what it would bring is hidden from its seat. So is what the others choose in
        the same step: in an imagined world they have not chosen yet. With `unasked` a table shows, too, what it would then play
        for the seat because nothing else is left.
        """
        world, seat = self._imagined(view), view.seat
        choices, count = self._together(world, seat)
        if len(set(actions)) == len(actions) < count and set(actions) <= set(choices):
            chosen, rest = ([self._named(world, seat, action) for action in some] for some in (actions, choices))
            return Draft(chosen, view, False, [move for move in rest if move not in chosen], self._is_ready(view, actions))
        chosen, complete = self._walk(world, seat, self._in_order(world, seat, actions))
        while unasked and chosen and not complete and (action := world.forced(seat)) != NO_ACTION:
            complete = self._try(world, seat, action, chosen)
        return Draft(chosen, world.view(seat), complete)

    def played(self, view: View, actions: Sequence[int]) -> list[int]:
        """These moves in the order in which the rules take them; IllegalMove says why they cannot be played."""
        world = self._imagined(view)
        ordered = self._in_order(world, view.seat, actions)
        self._walk(world, view.seat, ordered)
        return ordered

    def _is_ready(self, view: View, actions: Sequence[int]) -> bool:
        try:
            self.played(view, actions)
        except IllegalMove:
            return False
        return True

    def _together(self, world: State, seat: int) -> tuple[list[int], int]:
        """What a seat chooses several of, in any order, and how many; nothing in most games and steps."""
        together = getattr(self._actions, "together", None)
        choices: tuple[list[int], int] = together(world, seat) if together is not None and seat >= 0 else ([], 0)
        return choices

    def _in_order(self, world: State, seat: int, actions: Sequence[int]) -> list[int]:
        choices, _ = self._together(world, seat)
        return sorted(actions) if set(actions) <= set(choices) else list(actions)

    def _walk(self, world: State, seat: int, actions: Sequence[int]) -> tuple[list[Move], bool]:
        """Tries moves one after the other; the moves, and whether nothing can follow the last one."""
        chosen: list[Move] = []
        complete = False
        for action in actions:
            if complete:
                raise IllegalMove("", "Nothing can follow the last move of this draft.", "Play it or take it back.")
            if action not in world.legal(seat):
                world.apply(seat, action)  # raises the refusal
            complete = self._try(world, seat, action, chosen)
        return chosen, complete

    def _try(self, world: State, seat: int, action: int, chosen: list[Move]) -> bool:
        """Adds a legal move to a draft, and plays it unless it is final; whether nothing can follow it."""
        chosen.append(self._named(world, seat, action))
        if chosen[-1].final:
            return True
        world.apply(seat, action)
        return seat not in world.to_act()

    def why(self, view: View, move: Mapping[str, Any]) -> IllegalMove | None:
        """Why a structured move is not possible now, or None if it is. BadNotation if it is no move at all."""
        world = self._imagined(view)
        try:
            world.apply(view.seat, self.number(world, view.seat, move))
        except IllegalMove as refusal:
            return refusal
        return None

    def sealed(self, view: View) -> int:
        """`State.sealed` of the view's seat, as it knows it."""
        return self._imagined(view).sealed(view.seat)

    def _imagined(self, view: View) -> State:
        """A world that fits the view, always the same one: a seat cannot learn from it what its view does not say."""
        world = view.sample(Luck(0))
        world.mute()
        return world

    def _moves(self, world: State, seat: int) -> list[Move]:
        """The legal moves in the order in which clients list them: by kind, what is mostly wanted first, what takes away last."""
        found = [self._named(world, seat, action) for action in world.legal(seat)]
        return sorted(found, key=lambda move: self._actions.LISTED.index(move.move["kind"]))

    def _named(self, world: State, seat: int, action: int) -> Move:
        text: str = self._actions.text(world, seat, action)
        move: dict[str, Any] = self._actions.describe(world, seat, action)
        return Move(action, text, move, world.is_final(seat, action))

    # -- for clients -----------------------------------------------------------------------------------------------

    def show(self, view: View) -> dict[str, Any]:
        """Plain data for clients: what to draw, the prompt, derived facts."""
        shown: dict[str, Any] = self._show.show(view)
        return shown

    def line(self, fact: Fact) -> dict[str, Any] | None:
        """A fact of the story as a line to be put into words: {"key": ..., "args": {...}}; None if it only animates."""
        line: dict[str, Any] | None = self._show.line(fact)
        return line

    def lines(self, state: State) -> list[str]:
        """The game so far as the rules document writes it down, a line a round; needs the story."""
        lines: list[str] = self._actions.lines(state)
        return lines

    # -- positions -------------------------------------------------------------------------------------------------

    def position(self, text: str, options: Mapping[str, object] | None = None, seats: int | None = None) -> State:
        """The state that a position string describes."""
        if self._position is None:
            raise BadPosition(f"{self.title} has no position strings. Use a record instead.")
        state: State = self._position.read(self._agreed(seats, options), text)
        return state

    def position_text(self, state: State) -> str:
        """The position string of a state; `position` gives the same state back."""
        if self._position is None:
            raise BadPosition(f"{self.title} has no position strings. Use a record instead.")
        text: str = self._position.write(state)
        return text

    # -- for records -----------------------------------------------------------------------------------------------

    def chance_text(self, fact: Fact) -> str | None:
        """The notation of a fact that chance decided ("tokens BBUABUBA"), or None if it is no such fact."""
        text: str | None = self._actions.chance_text(fact)
        return text

    def chance_script(self, text: str) -> list[tuple[str, list[int]]]:
        """What a ScriptedLuck must say so that chance decides this: the inverse of `chance_text`."""
        script: list[tuple[str, list[int]]] = self._actions.chance_script(text)
        return script
