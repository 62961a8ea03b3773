"""Mutants are tried in child processes: what becomes of them, and which tests they face."""

from __future__ import annotations

import multiprocessing
import os
import resource
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import hypothesis.strategies  # noqa: F401 - before the fork, so that no child has to import it again
import pytest

from tests.mutation.mutants import Mutant

ROOT = Path(__file__).parent.parent.parent
FORK = multiprocessing.get_context("fork")
OPTIONS = ["-q", "-s", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:cov", "-W", "ignore::pytest.PytestAssertRewriteWarning"]
STUCK = "stuck"


@dataclass(frozen=True)
class Fate:
    """What became of a mutant: the test that killed it, "stuck", "import ...", or nothing if it survived."""

    mutant: Mutant
    killer: str

    @property
    def stage(self) -> str:
        if self.killer.startswith("tests/"):
            return "by the contract" if self.killer.startswith("tests/contract") else "by vectors"
        return "stuck" if self.killer == STUCK else "at import"


class Witness:
    """A pytest plugin that picks the tests of one game, its vectors first, and remembers the first that fails."""

    def __init__(self, slug: str) -> None:
        self.slug = slug
        self.seen = ""

    @staticmethod
    def arguments(slug: str) -> list[str]:
        return [*OPTIONS, f"tests/rules/{slug}", "tests/contract"]

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        vectors = [item for item in items if item.nodeid.startswith("tests/rules/") and not _is(item, "slow", "long")]
        contract = [
            item for item in items if item.nodeid.startswith("tests/contract/") and self.slug in item.nodeid and not _is(item, "long")
        ]
        items[:] = vectors + contract

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.seen:
            self.seen = report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and not self.seen:
            self.seen = f"import of {report.nodeid}"


def _is(item: pytest.Item, *marks: str) -> bool:
    return any(item.get_closest_marker(mark) for mark in marks)


def allow(seconds: float) -> None:
    """A child that computes longer than this is stuck and ends. Counted is its own work: other programs do not slow it down."""
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))


def silence() -> None:
    """What a child says goes nowhere."""
    with Path(os.devnull).open("w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)


@dataclass
class Child:
    """A process that sends one answer."""

    task: Any
    process: BaseProcess
    answer: Connection

    def verdict(self) -> str:
        """Its answer, or that it ended without one."""
        try:
            verdict: str = self.answer.recv()
        except EOFError:
            verdict = STUCK
        self.process.join()
        self.answer.close()
        return verdict


def child_for(task: Any, work: Callable[[Any, Connection], None]) -> Child:
    here, there = FORK.Pipe(duplex=False)
    process = FORK.Process(target=work, args=(task, there))
    process.start()
    there.close()
    return Child(task, process, here)


def verdicts(tasks: Sequence[Any], work: Callable[[Any, Connection], None], workers: int) -> Iterator[tuple[Any, str]]:
    """Each task with its verdict, a few at a time, as they come."""
    waiting, running = list(reversed(tasks)), list[Child]()
    while waiting or running:
        while waiting and len(running) < workers:
            running.append(child_for(waiting.pop(), work))
        ready = wait([child.answer for child in running])
        for child in [child for child in running if child.answer in ready]:
            running.remove(child)
            yield child.task, child.verdict()
