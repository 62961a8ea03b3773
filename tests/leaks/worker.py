"""Another process: it gets a view as bytes and a number, and answers with the sample that it imagines.

One JSON request a line on standard input, one answer a line on standard output. It has never seen the match.
"""

from __future__ import annotations

import json
import subprocess
import sys
from types import TracebackType
from typing import Any

import spyhouse
from spyhouse.rules.kit.contract import State
from tests.house import PYTHON, ROOT, environment, toy_at_home


def imagined(state: State, seat: int) -> dict[str, Any]:
    """Everything about a sample, and what its luck will bring."""
    luck = state.luck()
    draws = [] if luck is None else [luck.clone().pick("draw", 10**9)]
    return {"numbers": state.numbers(), "trace": state.trace(seat), "label": state.label().decode(), "draws": draws}


class Stranger:
    """The other process, as this one talks to it."""

    def __enter__(self) -> Stranger:
        self.process = subprocess.Popen(
            [PYTHON, "-m", "tests.leaks.worker"], cwd=ROOT, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(30)
        self.process.stdout.close()

    def imagine(self, slug: str, data: bytes, luck: int) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps([slug, data.hex(), luck]), file=self.process.stdin, flush=True)
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer


def main() -> None:
    with toy_at_home():
        for line in sys.stdin:
            slug, data, luck = json.loads(line)
            view = spyhouse.game(slug).view(bytes.fromhex(data))
            answer = imagined(view.sample(spyhouse.Luck(luck)), view.seat)
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
