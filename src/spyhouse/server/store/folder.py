"""The folder of a house: claimed by one house at a time, and readable by its owner only."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from filelock import FileLock, Timeout

from spyhouse.rules.kit.errors import SpyhouseError

DATABASE, SECRET, LOCK = "spyhouse.sqlite", "secret", "lock"
BESIDE = ("", "-wal", "-shm")  # what SQLite keeps beside a database


class Folder:
    """Where a house keeps its things. The claim ends with the process, however that ends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = FileLock(path / LOCK, mode=0o600, thread_local=False)

    def claim(self) -> None:
        """Makes the folder this house's; SpyhouseError if another one has it or nothing can be kept there."""
        try:
            self.path.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._lock.acquire(timeout=0)
            self._hide()
        except Timeout as why:
            raise SpyhouseError(f"Another house is open on {self.path}. Close it first, or name another folder with --data.") from why
        except OSError as why:
            raise SpyhouseError(f"Tables cannot be kept in {self.path}: {why.strerror}. Name another folder with --data.") from why

    def release(self) -> None:
        self._lock.release()

    def _hide(self) -> None:
        """Others on this machine may not read who plays what; SQLite gives its other files the rights of the database."""
        database = self.path / DATABASE
        os.close(os.open(database, os.O_RDWR | os.O_CREAT, 0o600))
        for end in BESIDE:
            file = database.with_name(database.name + end)
            if file.exists():
                file.chmod(0o600)

    def secret(self) -> str:
        """The key that signs the cookies: made once and whole, or not at all."""
        path = self.path / SECRET
        if path.exists() and (kept := path.read_text().strip()):
            path.chmod(0o600)
            return kept
        made = secrets.token_hex(32)
        unfinished = path.with_name(f"{SECRET}.new")
        unfinished.unlink(missing_ok=True)
        try:
            with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(made)
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(path)
        except OSError as why:
            raise SpyhouseError(f"Tables cannot be kept in {self.path}: {why.strerror}. Name another folder with --data.") from why
        return made
