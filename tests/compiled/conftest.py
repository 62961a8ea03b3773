"""What tests of compiled code need."""

from __future__ import annotations

import os
import shutil
import sysconfig
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def working_compiler() -> None:
    """A C compiler and the headers of this Python. A machine may lack them, CI may not."""
    missing: str | None = None
    if not any(shutil.which(name) for name in (os.environ.get("CC") or "cc", "gcc", "clang", "cl")):
        missing = "there is no C compiler here"
    elif not Path(sysconfig.get_path("include"), "Python.h").exists():
        missing = "the headers of this Python are not installed"
    if missing and os.environ.get("CI") != "true":
        pytest.skip(missing)
    assert missing is None
