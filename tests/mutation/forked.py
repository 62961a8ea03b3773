"""Mutants of a function's body: the tests are collected once, and each mutant is a fork where that function has other code.

This must not find more than a run from scratch would. So a function whose results the library keeps from its import (a table
of names) is left to copied.py, and so are the tests of files that have played already while they were imported.
"""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from multiprocessing.connection import Connection
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest

from tests.mutation.children import FORK, ROOT, Fate, Witness, allow, child_for, silence, verdicts
from tests.mutation.mutants import Mutant

PATIENCE = 2  # times what the unchanged engine takes, until a mutant counts as stuck


def fates(slug: str, chosen: list[Mutant], workers: int) -> Iterator[Fate]:
    """Those that are killed this way. First the engine as it is: it must live."""
    here, there = FORK.Pipe(duplex=False)
    process = FORK.Process(target=_session, args=(slug, chosen, workers, there))
    process.start()
    there.close()
    by_number = {mutant.number: mutant for mutant in chosen}
    try:
        while True:
            number, killer = here.recv()
            if number is None:
                raise SystemExit(f"The unchanged engine of {slug} fails {killer}. Mend that first.")
            if killer:
                yield Fate(by_number[number], killer)
    except EOFError:
        process.join()


def _session(slug: str, chosen: list[Mutant], workers: int, results: Connection) -> None:
    silence()
    sys.path.insert(0, str(ROOT / "src"))
    os.environ["PYTHONPATH"] = str(ROOT / "src")
    forge = Forge(slug, chosen, workers, results)
    sys.setprofile(forge.note_call)
    code = pytest.main(Witness.arguments(slug), plugins=[forge])
    if code != pytest.ExitCode.OK:
        results.send((None, forge.seen or f"with exit code {code!r}"))


class Forge(Witness):
    """Collects the tests as usual and, instead of running them, runs them in forks, one a mutant."""

    def __init__(self, slug: str, chosen: list[Mutant], workers: int, results: Connection) -> None:
        super().__init__(slug)
        self.chosen = chosen
        self.workers = workers
        self.results = results
        rules = ROOT / "src" / "spyhouse" / "rules" / slug
        self.engine = {str(rules / file): file for file in {mutant.file for mutant in chosen}}
        self.called: set[tuple[str, str]] = set()  # functions that the library needs for its own import
        self.players: set[str] = set()  # files of tests that play while they are imported
        self.items: list[pytest.Item] = []
        self.trusted: set[str] = set()  # tests that have killed, and pass alone with the engine as it is
        self.patience = 1_000.0  # seconds of work

    def note_call(self, frame: FrameType, event: str, argument: object) -> None:
        if event != "call" or frame.f_code.co_filename not in self.engine:
            return
        caller: FrameType | None = frame
        while caller is not None:
            code, caller = caller.f_code, caller.f_back
            if code.co_filename.startswith(str(ROOT / "tests")):
                self.players.add(code.co_filename)
            elif code.co_filename.startswith(str(ROOT / "src")) and code.co_name == "<module>":
                self.called.add((self.engine[frame.f_code.co_filename], frame.f_code.co_qualname))
                return

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        sys.setprofile(None)
        self.items = [item for item in session.items if str(item.path) not in self.players]
        if not self.unchanged_lives(self.items):
            return True
        self.patience = PATIENCE * resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        able = [mutant for mutant in self.chosen if self.function_of(mutant) is not None]
        for mutant, killer in verdicts(able, partial(self.face_tests, self.items), self.workers):
            place = next((place for place, item in enumerate(self.items) if item.nodeid == killer), 0)
            if killer not in self.trusted and not self.unchanged_lives(self.items[place : place + 1]):
                return True
            self.trusted.add(killer)
            self.items.insert(0, self.items.pop(place))  # a test that has killed is asked first the next time
            self.results.send((mutant.number, killer))
        return True

    def unchanged_lives(self, items: list[pytest.Item]) -> bool:
        """Whether these tests pass with the engine as it is: all together, and later each that has killed, alone."""
        killer = child_for(None, partial(self.face_tests, items)).verdict()
        if killer:
            self.results.send((None, killer))
        return not killer

    def function_of(self, mutant: Mutant) -> FunctionType | None:
        """The function that the mutant changes, where that is possible."""
        if not mutant.function or (mutant.file, mutant.function) in self.called:
            return None
        found: Any = import_module(f"spyhouse.rules.{self.slug}.{mutant.file.removesuffix('.py')}")
        for name in mutant.function.split("."):
            found = vars(found).get(name)
        return found if isinstance(found, FunctionType) else None

    def face_tests(self, items: list[pytest.Item], mutant: Mutant | None, answer: Connection) -> None:
        """In a fork: takes over the mutant's code and sends the first test that fails, or nothing."""
        allow(self.patience)
        function = self.function_of(mutant) if mutant else None
        if mutant is not None and function is not None:
            function.__code__ = _code(compile(mutant.source, mutant.file, "exec"), mutant.function.split("."))
        for item, following in zip(items, [*items[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.seen:
                break
        answer.send(self.seen)
        os._exit(0)


def _code(module: CodeType, path: list[str]) -> CodeType:
    code = module
    for name in path:
        code = next(inner for inner in code.co_consts if isinstance(inner, CodeType) and inner.co_name == name)
    return code
