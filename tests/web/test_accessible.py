"""axe finds nothing on any page, in both themes, wide and narrow."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.web.conftest import Guests
from tests.web.player import Player
from tools.running import ROOT

pytestmark = pytest.mark.slow

AXE = ROOT / "web/node_modules/axe-core/axe.min.js"


def start(player: Player) -> None:
    player.open_start()
    player.page.locator(".opts summary").first.click()
    player.page.get_by_role("switch").first.wait_for()


def lobby(player: Player) -> None:
    player.invite_friends()


def table(player: Player) -> None:
    player.play_now()


def draft(player: Player) -> None:
    player.play_now()
    player.moves.first.click()
    player.play_button.wait_for()


def rules_drawer(player: Player) -> None:
    player.play_now()
    player.page.locator(".rules-key").click()
    player.page.locator(".drawer .rule").first.wait_for()


def menu(player: Player) -> None:
    player.play_now()
    player.page.locator(".menu > .tool").click()


def proof(player: Player) -> None:
    menu(player)
    player.page.get_by_role("button", name="The shuffle and its proof").click()
    player.page.locator("dialog .hex").first.wait_for()


def hand_over(player: Player) -> None:
    player.play_here()
    while player.page.locator(".hand").count() == 0:
        player.moves.first.click()
        player.play_button.click()
        player.play_button.wait_for(state="detached")
        player.wait_for_turn()


def rules_page(player: Player) -> None:
    player.page.goto("/rules/second")
    player.page.locator(".rule").first.wait_for()


def gone(player: Player) -> None:
    player.page.goto("/t/nowhere1")
    player.page.locator(".alone").wait_for()


def faults_of(player: Player) -> list[str]:
    """What axe finds on the page as it is now; the profile must not keep to the policy that forbids foreign scripts."""
    player.page.add_script_tag(path=AXE)
    found: dict[str, Any] = player.page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [f"{fault['id']}: {node['html'][:160]} {node['failureSummary']}" for fault in found["violations"] for node in fault["nodes"]]


# The end of a match is looked at in test_after.py.
PAGES: list[Callable[[Player], None]] = [
    start,
    lobby,
    table,
    draft,
    rules_drawer,
    menu,
    proof,
    hand_over,
    rules_page,
    gone,
]


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("dark", [False, True], ids=["day", "night"])
@pytest.mark.parametrize("go", PAGES, ids=lambda go: go.__name__)
def test_axe_finds_nothing(guests: Guests, built: Path, go: Callable[[Player], None], dark: bool, width: int) -> None:
    player = guests(width=width, dark=dark, bypass_csp=True)
    go(player)
    faults = faults_of(player)
    assert not faults, "\n".join(faults)
