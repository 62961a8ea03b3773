"""Sees to it that there is a Chromium for the tests in the browser: `python tools/browser.py`.

It takes the one on PATH, else (as root on Debian) fetches the distribution's, else Playwright's own. Where none of that works it
says what to do. The headless shell is taken first: the same engine without the windows around it, and much lighter.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PATIENCE = 300  # seconds for one way to get it


def installed() -> str | None:
    """A browser of this machine, if it has one."""
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)


def has_own() -> bool:
    """Whether Playwright has fetched a browser of its own."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return os.path.exists(playwright.chromium.executable_path)


def fetch() -> bool:
    print("Fetching a browser for the tests (about a minute) ...", flush=True)
    ways = [[sys.executable, "-m", "playwright", "install", "chromium"]]
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        install = "apt-get update -qq && apt-get install -y -qq --no-install-recommends"
        ways[:0] = [["sh", "-c", f"{install} {package}"] for package in BROWSERS[:2]]
    return any(_works(way) for way in ways)


def _works(way: list[str]) -> bool:
    try:
        return subprocess.run(way, capture_output=True, timeout=PATIENCE, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


if __name__ == "__main__" and installed() is None and not has_own() and not fetch():
    sys.exit(
        "The tests in the browser need Chromium, and it could not be fetched. Install it (Debian: apt install chromium) and run this again."
    )
