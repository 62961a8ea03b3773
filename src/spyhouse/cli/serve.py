"""`spyhouse serve`: the house in the browser."""

from __future__ import annotations

import argparse
from importlib.util import find_spec
from pathlib import Path

from spyhouse.cli.terminal import Terminal
from spyhouse.rules.kit.errors import SpyhouseError

EVERYWHERE = "0.0.0.0"
PORT = 4242
NEEDED = (
    *("litestar", "msgspec", "uvicorn", "sqlalchemy", "alembic", "filelock", "greenlet", "aiosqlite"),
    *("segno", "itsdangerous", "platformdirs", "websockets"),
)


def serve_command(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """Opens the house and serves until Ctrl-C."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise SpyhouseError(f"The table in the browser needs {', '.join(missing)}. Install it with: pip install 'spyhouse[server]'")
    from spyhouse.server.app import Config  # here: everything else works without the extra
    from spyhouse.server.serve import data_folder, serve

    data = Path(arguments.data) if arguments.data else data_folder()
    config = Config(data, names=tuple(arguments.name), proxies=tuple(arguments.proxy))
    serve(config, arguments.host, arguments.port, not arguments.no_browser)
