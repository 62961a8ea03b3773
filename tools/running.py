"""A real house in a process of its own and a real browser, for the browser's tests and for pictures of the page."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from playwright.sync_api import Browser, Error, Playwright

from tools.browser import installed

ROOT = Path(__file__).resolve().parent.parent
TOY = "toy=tests.toy"
ARGS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
SERVE = """
import sys
from pathlib import Path
from spyhouse.server.app import Config
from spyhouse.server.serve import serve
if __name__ == "__main__":
    games = dict(pair.split("=") for pair in sys.argv[5:])
    config = Config(Path(sys.argv[1]), pace=float(sys.argv[3]), away=float(sys.argv[4]), adopted=games)
    serve(config, "127.0.0.1", int(sys.argv[2]), False)
"""


class House:
    """A running house: its address, and ways to break its line."""

    def __init__(self, data: Path, pace: float = 0.0, adopted: tuple[str, ...] = (), away: float = 120.0) -> None:
        self.data = data
        self.pace = pace
        self.away = away
        self.adopted = adopted  # games of other packages, each as slug=package
        self.port = 0
        self._process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        """Starts it, on the port it had before if there was one, and waits until it says where it is."""
        script = self.data / "serve.py"  # a file, because the bots' worker processes import the main module again
        self.data.mkdir(parents=True, exist_ok=True)
        script.write_text(SERVE)
        paths = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
        self._process = subprocess.Popen(
            [sys.executable, "-u", str(script), str(self.data), str(self.port), str(self.pace), str(self.away), *self.adopted],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": paths},
        )
        assert self._process.stdout is not None
        said = ""
        for line in self._process.stdout:
            said += line
            if found := re.search(r"localhost:(\d+)/", line):
                self.port = int(found[1])
                self._wait_for_answer()
                return
        raise RuntimeError(f"The house did not open:\n{said}")

    def _wait_for_answer(self) -> None:
        """It names its address a moment before it listens there."""
        for _ in range(600):
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=5):
                return
            time.sleep(0.05)
        raise RuntimeError(f"Nobody answers at {self.address}.")

    def stop(self) -> None:
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._process = None


@contextmanager
def house(data: Path, pace: float = 0.0, adopted: tuple[str, ...] = (), away: float = 120.0) -> Iterator[House]:
    """A house that is closed again at the end."""
    running = House(data, pace, adopted, away)
    running.start()
    try:
        yield running
    finally:
        running.stop()


def launch(playwright: Playwright) -> Browser:
    """Chromium: the machine's own if it has one, else the one Playwright has fetched."""
    try:
        return playwright.chromium.launch(executable_path=installed(), args=ARGS)
    except Error as why:
        raise RuntimeError(f"No Chromium to test the page with. Run: make browser\n{why}") from why
