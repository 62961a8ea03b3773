"""A line between browser and house that can fall silent, as it does when a phone sleeps or changes its network."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Proxy:
    """Hands on bytes both ways. What has fallen silent stays connected and says nothing more."""

    def __init__(self, port: int) -> None:
        self.to = port
        self.is_deaf = False  # new connections are taken and never answered
        self.taken = 0  # connections so far
        self._silenced: set[socket.socket] = set()
        self._ends: list[socket.socket] = []
        self._server = socket.create_server(("127.0.0.1", 0))
        self._taker = threading.Thread(target=self._take, daemon=True)
        self._taker.start()

    @property
    def address(self) -> str:
        return f"http://localhost:{self._server.getsockname()[1]}"

    def fall_silent(self) -> None:
        """Nothing that is connected now is ever heard again; new connections are."""
        self._silenced.update(self._ends)

    def close(self) -> None:
        with suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        for one in [self._server, *self._ends]:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
        self._taker.join()

    def _take(self) -> None:
        while True:
            try:
                near, _ = self._server.accept()
            except OSError:  # closed
                return
            self.taken += 1
            self._ends.append(near)
            if self.is_deaf:
                continue
            far = socket.create_connection(("127.0.0.1", self.to))
            self._ends.append(far)
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._hand_on, args=(one, other), daemon=True).start()

    def _hand_on(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                if one not in self._silenced:
                    other.sendall(data)
            if one not in self._silenced:
                other.shutdown(socket.SHUT_WR)


@contextmanager
def proxy(port: int) -> Iterator[Proxy]:
    made = Proxy(port)
    try:
        yield made
    finally:
        made.close()
