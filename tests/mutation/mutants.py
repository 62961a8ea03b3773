"""Small wrong turns in a source file: each mutant changes one place in one way that a careless hand might."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
SUMS: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}
REMOVABLE = (ast.Expr, ast.Assign, ast.AugAssign)


@dataclass(frozen=True)
class Mutant:
    """One changed place: where, what sort of change, and the code before and after."""

    number: int
    file: str  # of the game's rules: "engine.py"
    line: int
    function: str  # the one whose body is changed, as "State.legal"; "" outside of any
    sort: str
    before: str
    after: str
    text: str  # the line as it stands in the file
    source: str  # the whole file, changed

    def __str__(self) -> str:
        where = f"{self.file}, line {self.line}" + (f" ({self.function})" if self.function else "")
        return f"{where}, {self.sort}: {self.before}  ->  {self.after}   in: {self.text}"


@dataclass
class Change:
    """A change of a syntax tree that can be made and taken back."""

    node: ast.AST  # what is shown
    sort: str
    make: Callable[[], None]
    take_back: Callable[[], None]


def mutants(source: str, file: str = "engine.py", first: int = 0) -> list[Mutant]:
    """Every mutant of a file, in a fixed order, numbered from `first` on."""
    tree = ast.parse(source)
    functions = dict(_functions(tree, ""))
    lines = ["", *source.splitlines()]
    found: list[Mutant] = []
    for change in list(_changes(tree)):
        line = getattr(change.node, "lineno", 0)
        before = _shown(change.node)
        change.make()
        after = "nothing" if change.sort == "removed statement" else _shown(change.node)
        function = functions.get(id(change.node), "")
        found.append(Mutant(first + len(found), file, line, function, change.sort, before, after, lines[line].strip(), ast.unparse(tree)))
        change.take_back()
    return found


def _shown(node: ast.AST) -> str:
    """The first line of it."""
    return ast.unparse(node).splitlines()[0]


def _functions(node: ast.AST, name: str) -> Iterator[tuple[int, str]]:
    """The function each node belongs to; what is worked out when a function is defined (defaults) belongs to none."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{name}{child.name}.")
        elif isinstance(child, ast.FunctionDef) and not child.decorator_list:
            for statement in child.body:
                yield from ((id(inner), f"{name}{child.name}") for inner in ast.walk(statement))


def _changes(tree: ast.Module) -> Iterator[Change]:
    annotations = {id(inner) for node in ast.walk(tree) for inner in _annotation(node)}
    for node in ast.walk(tree):
        if id(node) in annotations:
            continue
        yield from _changes_at(node)


def _annotation(node: ast.AST) -> Iterator[ast.AST]:
    """Types are not behaviour."""
    for name in ("annotation", "returns"):
        part = getattr(node, name, None)
        if isinstance(part, ast.AST):
            yield from ast.walk(part)


def _changes_at(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):
            yield _set_item(node, "comparison", node.ops, place, COMPARISONS[type(operator)]())
    elif isinstance(node, ast.BoolOp):
        yield _set(node, "and/or", node, "op", ast.Or() if isinstance(node.op, ast.And) else ast.And())
    elif isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in SUMS:
        yield _set(node, "plus/minus", node, "op", SUMS[type(node.op)]())
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield _set(node, "constant", node, "value", node.value + 1)
        yield _set(node, "constant", node, "value", node.value - 1)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield _set(node, "constant", node, "value", not node.value)
    elif isinstance(node, ast.Call) and len(node.args) > 1 and ast.dump(node.args[0]) != ast.dump(node.args[1]):
        yield _set(node, "swapped arguments", node, "args", [node.args[1], node.args[0], *node.args[2:]])
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        yield _set(node, "negated condition", node, "test", ast.UnaryOp(ast.Not(), node.test))
    for body in (getattr(node, name, None) for name in ("body", "orelse")):
        if isinstance(body, list):
            for place, statement in enumerate(body):
                if isinstance(statement, REMOVABLE) and not _is_docstring(statement):
                    yield _set_item(statement, "removed statement", body, place, ast.Pass())


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _set(shown: ast.AST, sort: str, node: ast.AST, name: str, value: object) -> Change:
    before = getattr(node, name)
    return Change(shown, sort, lambda: setattr(node, name, value), lambda: setattr(node, name, before))


def _set_item(shown: ast.AST, sort: str, items: list[Any], place: int, value: ast.AST) -> Change:
    before = items[place]

    def put(item: ast.AST) -> None:
        items[place] = item

    return Change(shown, sort, lambda: put(value), lambda: put(before))
