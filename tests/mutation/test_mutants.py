"""The wrong turns that the mutation check takes are wrong turns: one place each, and the file is as before afterwards."""

from __future__ import annotations

import ast

from tests.mutation.mutants import mutants

SOURCE = '''
"""A file."""

LIMIT: Final[int] = 3


class Counter:
    """Counts."""

    def step(self, by: int = 1) -> bool:
        """One step."""
        if self.count < LIMIT and by != 0:
            self.count += by
            self.tell(self.count, by)
        return self.count in (7, 8)
'''


def found(sort: str) -> list[tuple[str, str]]:
    return sorted((mutant.before, mutant.after) for mutant in mutants(SOURCE) if mutant.sort == sort)


def test_every_sort_of_change_is_made() -> None:
    assert found("comparison") == [
        ("by != 0", "by == 0"),
        ("self.count < LIMIT", "self.count <= LIMIT"),
        ("self.count in (7, 8)", "self.count not in (7, 8)"),
    ]
    assert found("and/or") == [("self.count < LIMIT and by != 0", "self.count < LIMIT or by != 0")]
    assert found("plus/minus") == [("self.count += by", "self.count -= by")]
    assert found("swapped arguments") == [("self.tell(self.count, by)", "self.tell(by, self.count)")]
    assert found("negated condition") == [("if self.count < LIMIT and by != 0:", "if not (self.count < LIMIT and by != 0):")]
    assert found("removed statement") == [("self.count += by", "nothing"), ("self.tell(self.count, by)", "nothing")]
    assert found("constant") == sorted((str(n), str(n + step)) for n in (3, 1, 0, 7, 8) for step in (1, -1))


def test_a_mutant_changes_the_file_in_one_place() -> None:
    original = ast.unparse(ast.parse(SOURCE))
    sources = [mutant.source for mutant in mutants(SOURCE)]
    assert len(set(sources)) == len(sources)
    for source in sources:
        lines = zip(original.splitlines(), source.splitlines(), strict=True)
        assert sum(before != after for before, after in lines) == 1


def test_a_mutant_knows_the_function_whose_body_it_changes() -> None:
    """What is worked out when the function is defined, such as a default, is no part of its body."""
    functions = {(mutant.before, mutant.function) for mutant in mutants(SOURCE) if mutant.sort == "constant"}
    assert functions == {("3", ""), ("1", ""), ("0", "Counter.step"), ("7", "Counter.step"), ("8", "Counter.step")}


def test_the_same_file_has_the_same_mutants() -> None:
    assert [str(mutant) for mutant in mutants(SOURCE)] == [str(mutant) for mutant in mutants(SOURCE)]
