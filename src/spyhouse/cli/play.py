"""`spyhouse play`: a game in the terminal against bots."""

from __future__ import annotations

import argparse
import secrets
from hashlib import sha256

from spyhouse import bots, words
from spyhouse.cli.boards import Picture, board
from spyhouse.cli.files import Key, check_target, resume, save
from spyhouse.cli.hints import say_hint
from spyhouse.cli.moves import Move, draw_moves, legal_moves, move_words
from spyhouse.cli.records import outcome_words
from spyhouse.cli.rulebook import rule_text, with_rules
from spyhouse.cli.terminal import Terminal
from spyhouse.rules.kit.contract import CLOCK
from spyhouse.rules.kit.errors import BadNotation, IllegalMove, SpyhouseError
from spyhouse.rules.kit.game import Game
from spyhouse.rules.kit.luck import Luck
from spyhouse.rules.kit.records import Match

BIG = 2**62
RECENT = 8
ADVISER = "4"  # the level that gives hints, as at the tables of the page


def play_command(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """Deals a game, or goes on with a saved one, and plays it to its end."""
    if arguments.save:
        check_target(arguments.save)
    match, key = _load(arguments) if arguments.load else (_deal(arguments), None)
    seat = _seat(match.game, match.state.seats, arguments.seat, key)
    bot = arguments.bot or (key.bot if key else bots.names(match.game.slug)[-1])
    bots.bot(match.game.slug, bot)
    table = Table(match, seat, bot, arguments, terminal)
    table.play_given_moves(arguments.moves.split())
    table.run()


def _deal(arguments: argparse.Namespace) -> Match:
    if arguments.game is None:
        raise SpyhouseError("Which game? Write: spyhouse play second (or --load FILE). `spyhouse games` lists them.")
    room: Game = arguments.game
    seats = room.terms(arguments.seats, arguments.options).seats
    seat = _seat(room, seats, arguments.seat, None)
    bot = arguments.bot or bots.names(room.slug)[-1]
    players = ["you" if place == seat else bot for place in range(seats)]
    seed = arguments.seed if arguments.seed is not None else secrets.token_bytes(32)
    return Match(room, seats, seed, arguments.options, players=players)


def _load(arguments: argparse.Namespace) -> tuple[Match, Key | None]:
    for name in ("seed", "seats"):
        if getattr(arguments, name) is not None:
            raise SpyhouseError(f"--{name} has no meaning with --load: the saved game brings its own. Leave it out.")
    if arguments.option:
        raise SpyhouseError("--option has no meaning with --load: the saved game brings its own. Leave it out.")
    match, key = resume(arguments.load)
    if arguments.game is not None and arguments.game.slug != match.game.slug:
        raise SpyhouseError(f"{arguments.load} is a game of '{match.game.slug}', not of '{arguments.game.slug}'. Leave the name out.")
    return match, key


def _seat(room: Game, seats: int, name: str | None, key: Key | None) -> int:
    names = room.meta.seat_names[:seats]
    if name is None:
        return key.seat if key else 0
    if name not in names:
        raise SpyhouseError(f"{room.title} has no seat '{name}' here. Possible: {', '.join(names)}.")
    return names.index(name)


class Table:
    """A person at the terminal and bots on the other seats."""

    def __init__(self, match: Match, seat: int, bot: str, arguments: argparse.Namespace, terminal: Terminal) -> None:
        self.match = match
        self.game = match.game
        self.seat = seat
        self.bot = bot
        self.hints: bool = arguments.hints
        self.file: str | None = arguments.save or arguments.load
        pieces = self.game.show(match.state.view(seat)).get("words", {})
        self.words = words.load(arguments.lang, self.game.slug, more=("cli",)).knowing(pieces)
        self.terminal = terminal
        self.board = board(self.game.slug)
        # facts of the story that were read out; of a game that goes on only the last ones are
        self.told = max(0, len(match.state.story or []) - RECENT) if arguments.load else 0
        you = self.words.say("play.you")
        self.labels = [you if place == seat else bot for place in range(match.state.seats)]

    # -- the run of the game -----------------------------------------------------------------------------------------

    def play_given_moves(self, texts: list[str]) -> None:
        """Moves from the command line, for whoever is to act; the first bad one is refused with its place."""
        for place, text in enumerate(texts, 1):
            owing = self.match.state.to_act()
            if not owing:
                raise SpyhouseError(f"--moves: the game is over before move {place}, '{text}'. Leave it out.")
            try:
                self.match.play_text(owing[0], text)
            except (BadNotation, IllegalMove) as why:
                raise SpyhouseError(f"--moves, move {place}: {why}") from why

    def run(self) -> None:
        """Until the game is over or the person leaves."""
        self.welcome()
        try:
            if self.play_on():
                self.finish()
        finally:  # also on Ctrl-C, or when the reader has gone
            self.leave()

    def play_on(self) -> bool:
        """Move by move; False when the person leaves before the end."""
        while owing := self.match.state.to_act():
            others = [seat for seat in owing if seat != self.seat]
            if others:
                self.other_moves(others[0])
            elif not self.person_moves():
                return False
        return True

    def other_moves(self, seat: int) -> None:
        """A bot, or time, moves. A bot's luck follows from the record, so that a resumed game goes on just the same."""
        state = self.match.state
        if seat == CLOCK:
            self.match.play(seat, state.legal(seat)[0])
            return
        record = self.match.record()
        last = record.log[-1].check if record.log else record.header["check"]
        luck = Luck(int.from_bytes(sha256(f"{last} {seat}".encode()).digest()[:8], "big") % BIG)
        self.match.play(seat, bots.bot(self.game.slug, self.bot)(state.view(seat), luck))

    def person_moves(self) -> bool:
        """Shows the table and takes lines until one of them is a move; False when the person leaves."""
        self.read_out()
        self.draw()
        moves = legal_moves(self.game, self.match.state, self.seat)
        self.prompt(moves)
        if self.hints and len(moves) > 1:
            self.hint()
        while True:
            line = self.terminal.ask()
            if line is None:
                return False
            try:
                done = self.obey(line, moves)
            except SpyhouseError as why:
                self.terminal.say(self.words.refusal(why), "red")
                continue
            if done is not None:
                return done

    def finish(self) -> None:
        """The last board and the result; the record can still be saved."""
        self.read_out()
        self.draw()
        self.terminal.say(outcome_words(self.words, self.match.state), "bold")
        outcome = self.match.state.outcome()
        if outcome is not None:
            key = "won" if self.seat in outcome.winners else "lost"
            self.terminal.say(self.words.say(f"play.{key}"), "bold green" if key == "won" else "bold red")
        if self.file is not None:
            return
        self.terminal.say(self.words.say("play.after"), "dim")
        while (line := self.terminal.ask()) not in (None, "", "quit", "q"):
            try:
                if not self.command(line or "", []) and self.terminal.live:  # a pipe may well hold more lines than the game took
                    self.terminal.say(self.words.say("play.after"), "dim")
            except SpyhouseError as why:
                self.terminal.say(self.words.refusal(why), "red")

    def leave(self) -> None:
        """Saves where a file is known, and says how to go on."""
        over = self.match.state.outcome() is not None
        if self.file is not None:
            self.save(self.file)
        elif not over:
            self.terminal.say(self.words.say("play.unsaved"), "dim")

    # -- what the person writes --------------------------------------------------------------------------------------

    def obey(self, line: str, moves: list[Move]) -> bool | None:
        """A line of input: True if a move was made or taken back, False to leave, None to ask again."""
        if line in ("quit", "q", "exit"):
            return False
        if line == "undo":
            self.match.undo(self.seat)
            self.told = min(self.told, len(self.match.state.story or []))
            self.terminal.say(self.words.say("frame.undone"), "dim")
            return True
        if self.command(line, moves):
            return None
        if not line:
            if len(moves) > 1:
                self.terminal.say(self.words.say("play.hint"), "dim")
                return None
            line = "1"
        view = self.match.state.view(self.seat)
        for action in self.game.played(view, self.read_moves(line, moves)):
            self.match.play(self.seat, action)
        return True

    def command(self, line: str, moves: list[Move]) -> bool:
        """Carries out a word that is no move; tells whether it was one."""
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        if word == "help":
            self.terminal.say(self.words.say("play.help"))
            for number in range(1, 10):
                self.terminal.say(self.words.say(f"play.help{number}"), indent=2)
        elif word == "hint":
            self.hint()
        elif word == "log":
            for entry in self.game.lines(self.match.state):
                self.terminal.say(entry, indent=1)
        elif word == "board":
            self.draw()
            if moves:
                self.prompt(moves)
        elif word == "save":
            if not rest and self.file is None:
                raise SpyhouseError(self.words.say("play.save_where"))
            self.save(rest or self.file or "")
        elif line.startswith("?"):
            self.explain(line[1:].strip(), moves)
        else:
            return False
        return True

    def read_moves(self, text: str, moves: list[Move]) -> list[int]:
        """The actions that a line names; several of a set, with commas, in any order: "2,7" as well as "X rS5,rS1"."""
        head, *others = [part.strip() for part in text.split(",")]
        known = {move.text: move.action for move in moves}
        before = head.rpartition(" ")[0]
        named = [head, *(other if other.isdecimal() else f"{before} {other}" for other in others)]
        if others and all(one.isdecimal() or one in known for one in named):
            return [self.read_move(one, moves) for one in named]
        return [self.read_move(text, moves)]

    def read_move(self, text: str, moves: list[Move]) -> int:
        """The action that a number of the list or the notation names."""
        if text.isascii() and text.isdecimal():
            for move in moves:
                if str(move.number) == text.lstrip("0"):
                    return move.action
            raise BadNotation(self.words.say("play.no_number", {"text": text, "last": len(moves)}))
        return self.game.parse(self.match.state, self.seat, text)

    def explain(self, text: str, moves: list[Move]) -> None:
        """The rule behind the question, or why a move is or is not possible."""
        if not text:
            prompt = self.game.show(self.match.state.view(self.seat))["prompt"]
            self.rule(prompt["rule"])
            return
        try:
            action = self.read_move(text, moves)
            for move in moves:
                if move.action == action:
                    words = {"text": move.text, "words": move_words(self.words, move.move)}
                    self.terminal.say(self.words.say("play.possible", words), "green")
                    self.rule(self.board.rules.get(move.kind) or self.game.show(self.match.state.view(self.seat))["prompt"]["rule"])
                    return
            self.game.draft(self.match.state.view(self.seat), [action])  # refused from what this seat may know, and changes nothing
        except IllegalMove as why:
            self.terminal.say(self.words.say("play.impossible", {"text": text, "why": self.words.refusal(why)}), "yellow")
            for rule, found in with_rules(self.game.slug, f"{why.rule} {why.why}", self.words.language):
                self.terminal.say(f"{rule}: {found}", indent=2)

    def hint(self) -> None:
        """The moves that a level thinks best, judged by what this seat knows."""
        view = self.match.state.view(self.seat)
        if not view.legal():
            raise SpyhouseError(self.words.say("play.no_hint"))
        found = bots.explain(self.game.slug, ADVISER, bytes(view), len(self.match.record().log), bots.SECONDS[ADVISER])
        say_hint(self.terminal, self.words, self.game, self.match.state, self.seat, found)

    def rule(self, rule: str) -> None:
        found = rule_text(self.game.slug, rule, self.words.language)
        self.terminal.say(f"{rule}: {found}" if found else self.words.say("play.no_rule", {"rule": rule}), indent=2)

    def save(self, path: str) -> None:
        secret = save(path, self.match, self.seat, self.bot)
        self.file = path
        self.terminal.say(self.words.say("play.saved" if secret else "play.kept", {"file": path}), "dim")

    # -- what the person sees ----------------------------------------------------------------------------------------

    def welcome(self) -> None:
        self.terminal.say(f"{self.words.say('title')}: {self.words.say('line')}", "bold")
        others = [seat for seat in range(self.match.state.seats) if seat != self.seat]
        self.terminal.say(self.words.say("play.welcome", {"seat": self.seat, "others": others, "bot": self.bot}))

    def read_out(self) -> None:
        """What happened since the last time, as far as this seat learns it."""
        story = self.match.state.story or []
        self.terminal.gap()
        for entry in story[self.told :]:
            line = self.game.line(entry.fact) if entry.reaches(self.seat) else None
            if line is not None:
                self.terminal.say(self.words.say(f"fact.{line['key']}", line["args"]), indent=1)
        self.told = len(story)
        self.terminal.gap()

    def draw(self) -> None:
        shown = self.game.show(self.match.state.view(self.seat))
        self.terminal.show(self.board.draw(Picture(shown, self.words, self.labels, self.terminal.console.width, self.terminal.plain)))

    def prompt(self, moves: list[Move]) -> None:
        """The question in one sentence, and the moves."""
        prompt = self.game.show(self.match.state.view(self.seat))["prompt"]
        question = self.words.say(f"prompt.{prompt['key']}", prompt["args"])
        self.terminal.say(f"{question} [{prompt['rule']}]", "bold")
        self.terminal.show(draw_moves(self.words, moves, self.terminal.console.width))
        if len(moves) == 1:
            self.terminal.say(self.words.say("play.only"), "dim")
