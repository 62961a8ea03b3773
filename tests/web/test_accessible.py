"""axe finds nothing on any page, in both themes, wide and narrow."""

from __future__ import annotations

from collections.abc import Callable

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


WIDTHS = (360, 1280)
LOOK = """async (theme) => {
    document.documentElement.dataset.theme = theme;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary}`));
}"""


def faults_of(player: Player, widths: tuple[int, ...] = WIDTHS) -> list[str]:
    """What axe finds on the page as it is now, narrow and wide, by day and at night.

    One page for all of them: what it shows is the same, and to come there again takes longer than to look. The profile must not keep to
    the policy that forbids foreign scripts.
    """
    page = player.page
    window = page.viewport_size
    assert window is not None
    if not page.evaluate("'axe' in window"):
        page.add_script_tag(path=AXE)
    page.mouse.move(0, 0)
    faults = []
    for width in widths:
        page.set_viewport_size({"width": width, "height": window["height"]})
        faults += [f"{width}, {theme}: {fault}" for theme in ("dark", "light") for fault in page.evaluate(LOOK, theme)]
    page.set_viewport_size(window)
    return faults


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


@pytest.mark.parametrize("go", PAGES, ids=lambda go: go.__name__)
def test_axe_finds_nothing(guests: Guests, go: Callable[[Player], None]) -> None:
    player = guests(bypass_csp=True)
    go(player)
    faults = faults_of(player)
    assert not faults, "\n".join(faults)
