"""Files of the command line: records and saved games.

A saved game is its record, `FILE`, and beside it `FILE.key` with what the record must not tell while the match runs: the
seed, and who sits where. The record can be shown around; who has the key can go on. When the match is over the record
reveals the seed itself and the key goes. A game in which nothing more is drawn can be resumed without its key.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spyhouse.rules.kit.errors import BadRecord, SpyhouseError
from spyhouse.rules.kit.records import FORMAT, Match, Record, commitment, verify

KEY_FORMAT = "spyhouse key 1"


class BadFile(SpyhouseError):
    """A file that cannot be read or written."""


@dataclass(frozen=True)
class Key:
    """What is needed to go on with a saved game."""

    seed: bytes
    seat: int  # where the person sits
    bot: str  # who sits elsewhere


def read_text(path: str) -> str:
    """The text of a file, or one clear line why there is none."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError as why:
        raise BadFile(f"{path} is no text file. Give a record of Spyhouse (JSON).") from why
    except (OSError, ValueError) as why:
        raise BadFile(f"{path} cannot be read: {_reason(why)}. Give a record of Spyhouse (JSON).") from why


def read_record(path: str) -> Record:
    """The record in a file, if it holds; complaints begin with the file's name."""
    text = read_text(path)
    try:
        record = Record.loads(text)
        verify(record)
    except SpyhouseError as why:
        raise BadFile(f"{path}, {why}" if isinstance(why, BadRecord) else f"{path}: {why}") from why
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as why:  # parts of a wrong kind, or nested without end
        raise BadFile(f"{path} is no record of Spyhouse, or it was changed. Give a record that `spyhouse verify` accepts.") from why
    return record


def resume(path: str) -> tuple[Match, Key | None]:
    """A saved game, ready to go on, and its key if it lies beside it."""
    record = read_record(path)
    key = _read_key(path, record)
    match = Match.resume(record, key.seed if key else None)
    if key is None and match.state.luck() is not None:
        raise BadFile(f"{path} needs its key to go on, because chance is still to come. Put {path}.key beside it.")
    return match, key


def check_target(path: str) -> None:
    """Refuses a name under which no game can be saved; asked before a game begins, too."""
    folder = os.path.dirname(path) or "."
    if os.path.isdir(path):
        raise BadFile(f"{path} is a directory. Give the name of a file.")
    if not os.path.isdir(folder):
        raise BadFile(f"{path} cannot be written: there is no directory {folder}. Give another name.")
    if not os.access(folder, os.W_OK):
        raise BadFile(f"{path} cannot be written: {folder} is not yours to write to. Give another name.")
    if os.path.exists(path) and FORMAT not in _beginning(path):
        raise BadFile(f"{path} exists and is no record of Spyhouse. Give another name.")


def save(path: str, match: Match, seat: int, bot: str) -> bool:
    """Writes the record, and the key while the match runs; tells whether there is a key."""
    check_target(path)
    running = match.state.outcome() is None and match.seed is not None
    try:
        _write(path, match.record().dumps(), 0o644)
        if running and match.seed is not None:
            _write(f"{path}.key", _key_text(Key(match.seed, seat, bot)), 0o600)
        elif os.path.exists(f"{path}.key"):
            os.remove(f"{path}.key")
    except (OSError, ValueError) as why:
        raise BadFile(f"{path} cannot be written: {_reason(why)}. Give another name.") from why
    return running


def _read_key(path: str, record: Record) -> Key | None:
    name = f"{path}.key"
    if not os.path.exists(name):
        return None
    try:
        parts: dict[str, Any] = json.loads(read_text(name))
        if parts["format"] != KEY_FORMAT or not isinstance(parts["seat"], int) or not isinstance(parts["bot"], str):
            raise KeyError
        key = Key(bytes.fromhex(parts["seed"]), parts["seat"], parts["bot"])
    except (ValueError, LookupError, TypeError, RecursionError) as why:
        if isinstance(why, BadFile):
            raise
        raise BadFile(f"{name} is no key of a saved game. Remove it, or bring back the one that was saved.") from why
    if commitment(key.seed) != record.header["commitment"] or not 0 <= key.seat < record.header["seats"]:
        raise BadFile(f"{name} belongs to another game. Bring back the one that was saved with {path}.")
    return key


def _key_text(key: Key) -> str:
    return json.dumps({"format": KEY_FORMAT, "seed": key.seed.hex(), "seat": key.seat, "bot": key.bot}, indent=1) + "\n"


def _beginning(path: str) -> str:
    try:
        with open(path, "rb") as file:
            return file.read(200).decode("utf-8", "replace")
    except OSError as why:
        raise BadFile(f"{path} cannot be written: {_reason(why)}. Give another name.") from why


def _write(path: str, text: str, mode: int) -> None:
    """All or nothing: a full disk must not cost the game that was there before."""
    fresh = f"{path}.new"
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(fresh, path)


def _reason(why: Exception) -> str:
    reason = why.strerror if isinstance(why, OSError) and why.strerror else str(why)
    return reason[:1].lower() + reason[1:]
