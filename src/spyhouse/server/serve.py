"""Runs the house: one process, a database in the user's data folder, a browser window, a QR code for phones nearby."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import threading
import webbrowser
from dataclasses import replace
from pathlib import Path
from typing import Any

import segno
import uvicorn
from litestar import Litestar
from platformdirs import user_data_path

from spyhouse.rules.kit.errors import SpyhouseError
from spyhouse.server.app import Config, create_app
from spyhouse.server.protocols import protocols
from spyhouse.server.store import Folder, Store, StoreFailed
from spyhouse.server.wire import MAX_BYTES


def data_folder() -> Path:
    """Where a house keeps its things unless told otherwise."""
    return Path(os.environ.get("SPYHOUSE_DATA") or user_data_path("spyhouse", appauthor=False))


def serve(config: Config, host: str, port: int, browser: bool) -> None:
    """Serves until Ctrl-C."""
    _must_be_ready(config)
    try:
        listening = _listen(host, port)
    except OSError as why:
        raise SpyhouseError(f"The house cannot open on {host}: {why.strerror}. Try another --host or --port.") from why
    port = listening.getsockname()[1]
    here = f"http://localhost:{port}/"
    nearby = f"http://{_address_nearby()}:{port}" if host == "0.0.0.0" else ""
    _announce(here, nearby)
    if browser and _has_screen():
        threading.Timer(1.0, webbrowser.open, [here]).start()
    config = replace(config, nearby=nearby)
    uvicorn.Server(settings(create_app(config), config)).run(sockets=[listening])


def _must_be_ready(config: Config) -> None:
    """Finds out in time, and in one line, whether the folder is free and the database is one of ours."""
    folder = Folder(config.data)
    folder.claim()
    try:
        folder.secret()
        asyncio.run(_open_once(config))
    except StoreFailed as why:
        raise SpyhouseError(f"Tables cannot be kept in {config.data}: {why}. Name another folder with --data.") from why
    finally:
        folder.release()


async def _open_once(config: Config) -> None:
    store = Store(config.database)
    try:
        await store.open()
    finally:
        await store.close()


def settings(app: Litestar, config: Config, **more: Any) -> uvicorn.Config:
    """How uvicorn serves a house: with protocols that count, and with trust in nobody's word but that of its own proxies."""
    http, ws = protocols(app.state.doors)
    return uvicorn.Config(
        app,
        http=http,
        ws=ws,
        ws_max_size=4 * MAX_BYTES,
        proxy_headers=bool(config.proxies),
        forwarded_allow_ips=list(config.proxies),
        timeout_graceful_shutdown=3,
        server_header=False,
        access_log=False,
        **{"log_level": "warning", **more},
    )


def _listen(host: str, port: int) -> socket.socket:
    """The wished port, or the next free one: an old house may still be running there."""
    refused = OSError("no port is free")
    for wish in range(port, min(port + 10, 65536)) if port else (0,):
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, wish))
            listening.listen(128)
        except OSError as why:
            listening.close()
            refused = why
            continue
        return listening
    raise refused


def _address_nearby() -> str:
    """This machine's address in the local network; no packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def _announce(here: str, nearby: str) -> None:
    print(f"\n  Spyhouse is open: {here}", flush=True)
    if nearby:
        print(f"  Phones in the same network: {nearby}/\n", flush=True)
        if sys.stdout.isatty():
            segno.make(f"{nearby}/", error="l").terminal(compact=True)
    print("  Ctrl-C closes it. Every table is kept.\n", flush=True)


def _has_screen() -> bool:
    if sys.platform.startswith("linux"):
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return True
