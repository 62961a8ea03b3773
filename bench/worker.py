"""The process that does the work: `python -m bench.worker ours second` or `python -m bench.worker peer "RLCard uno"`.

It says in one line of JSON what it can measure, or why it cannot. Then it answers each line {"measure", "seconds"} with
{"seconds", "counts"}, and waits without using the machine in between.
"""

from __future__ import annotations

import json
import os
import random
import sys
from typing import Any, TextIO

from bench.measure import Measure


def main(kind: str, name: str) -> None:
    """Serves one system until its input ends."""
    answers = _own_output()
    random.seed(1)
    try:
        facts, measures = _ours(name) if kind == "ours" else _peer(name)
    except Exception as why:  # whatever is wrong with a system is its row in the report
        _say(answers, {"error": _reason(why)})
        return
    _say(answers, {**facts, "measures": {name: list(measure.units) for name, measure in measures.items()}})
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            seconds, counts = measures[asked["measure"]].slice(asked["seconds"])
        except Exception as why:  # as above
            _say(answers, {"error": _reason(why)})
            return
        _say(answers, {"seconds": seconds, "counts": counts})


def _own_output() -> TextIO:
    """Keeps standard output for the answers; what a library prints there goes to standard error."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    return answers


def _say(answers: TextIO, message: dict[str, Any]) -> None:
    print(json.dumps(message), file=answers, flush=True)


def _reason(why: Exception) -> str:
    first_line = (str(why).strip() or "no reason given").splitlines()[0]
    return f"{type(why).__name__}: {first_line}"


def _ours(slug: str) -> tuple[dict[str, Any], dict[str, Measure]]:
    from bench import ours  # here: a peer's worker does not need our games, nor ours the peers

    return {"version": ours.version(slug), "compiled": ours.is_compiled(slug)}, ours.measures(slug)


def _peer(name: str) -> tuple[dict[str, Any], dict[str, Measure]]:
    from bench.peers import PEERS  # as above

    peer = {peer.name: peer for peer in PEERS}[name]
    measures = peer.measures()
    return {"version": peer.version()}, measures


if __name__ == "__main__":
    main(*sys.argv[1:])
