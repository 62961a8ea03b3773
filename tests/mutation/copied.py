"""Mutants of tables and constants: each in a copy of the sources of its own, with the tests collected anew."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from tests.mutation.children import ROOT, Fate, Witness, allow, silence, verdicts
from tests.mutation.mutants import Mutant

PATIENCE = 60  # seconds of work until a mutant counts as stuck


def fates(slug: str, chosen: list[Mutant], workers: int) -> Iterator[Fate]:
    with tempfile.TemporaryDirectory() as room:

        def face_tests(mutant: Mutant, answer: Connection) -> None:
            """In a child: a copy with the mutant in it, and the first test that fails, or nothing."""
            silence()
            allow(PATIENCE)
            library = Path(room) / str(mutant.number)
            shutil.copytree(ROOT / "src" / "spyhouse", library / "spyhouse", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
            (library / "spyhouse" / "rules" / slug / mutant.file).write_text(mutant.source, encoding="utf-8")
            sys.path.insert(0, str(library))
            os.environ["PYTHONPATH"] = str(library)
            witness = Witness(slug)
            code = pytest.main(["-x", *Witness.arguments(slug)], plugins=[witness])
            answer.send("" if code == pytest.ExitCode.OK else witness.seen or f"import {code!r}")
            shutil.rmtree(library)

        source = (ROOT / "src" / "spyhouse" / "rules" / slug / "engine.py").read_text(encoding="utf-8")
        unchanged = Mutant(-1, "engine.py", 0, "", "", "", "", "", source)
        for mutant, killer in verdicts([unchanged, *chosen] if chosen else [], face_tests, workers):
            if mutant is not unchanged:
                yield Fate(mutant, killer)
            elif killer:
                raise SystemExit(f"The unchanged engine of {slug} fails {killer}. Mend that first.")
