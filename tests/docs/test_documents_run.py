"""What the documents show is what happens."""

from __future__ import annotations

import doctest
from pathlib import Path

import spyhouse

ROOT = Path(__file__).parents[2]


def test_every_example_of_the_readme_runs() -> None:
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")

    assert results.attempted >= 15
    assert results.failed == 0


def test_the_example_of_the_package_runs() -> None:
    results = doctest.testmod(spyhouse)

    assert results.attempted == 3
    assert results.failed == 0
