"""What a person does at the page, by mouse or by keyboard."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page

MOST_MOVES = 120  # of one seat in any game tried here
MOST_CHOICES = 300  # of one seat; a game that needs more does not end

# What there is to choose from now, as one text; null while the bots think, a message is under way, or the own choice is sealed.
CHOICES = """(before) => {
  if (document.querySelector(".over")) return "over";
  const moves = [...document.querySelectorAll(".mv")];
  const prompt = document.querySelector(".prompt p")?.innerText ?? "";
  if (!moves.length || document.querySelector(".prompt .btn.go") || /change your mind|możesz go zmienić/.test(prompt)) return null;
  const now = [prompt, document.querySelectorAll(".log li").length, ...moves.map((move) => move.dataset.move)].join("\\n");
  return now === before ? null : now;
}"""


class Player:
    """A person at a browser."""

    def __init__(self, page: Page) -> None:
        self.page = page

    # -- the start page ------------------------------------------------------------------------------------------------

    def open_start(self) -> None:
        self.page.goto("/")
        self.page.locator(".btn.go.big").wait_for()

    def play_now(self, game: str | None = None) -> None:
        self.open_start()
        if game is not None:
            self.page.get_by_role("button", name=game, exact=True).click()
        self.page.locator(".btn.go.big").click()
        self.wait_for_turn()

    def invite_friends(self) -> str:
        """Lays a table with open seats; its address."""
        self.open_start()
        self.page.locator(".others .btn").first.click()
        self.page.locator(".qr").wait_for()
        return self.page.url

    def play_here(self) -> None:
        self.open_start()
        self.page.locator(".others .btn").nth(1).click()
        self.wait_for_turn()

    # -- the table -----------------------------------------------------------------------------------------------------

    @property
    def moves(self) -> Locator:
        return self.page.locator(".mv")

    @property
    def play_button(self) -> Locator:
        return self.page.locator(".prompt .btn.go")

    @property
    def is_over(self) -> bool:
        return self.page.locator(".over").count() > 0

    def wait_for_turn(self) -> None:
        """Until there is something to choose, or the match is over."""
        self.page.locator(".mv, .over, .hand").first.wait_for()

    def log(self) -> list[str]:
        """The log, oldest first."""
        return list(reversed(self.page.locator(".log li").all_inner_texts()))

    def move(self, which: int = 0) -> None:
        """Chooses a move by mouse and plays it."""
        before = len(self.log())
        self.moves.nth(min(which, self.moves.count() - 1)).click()
        self.play_button.click()
        self.play_button.wait_for(state="detached")
        self.page.locator(f".log li >> nth={before}").wait_for(state="attached")

    def choose(self, which: int) -> None:
        """Chooses a move in words, and with it the others that it can only be played with."""
        self.moves.nth(which % self.moves.count()).click()
        self.page.locator(".prompt .chosen").wait_for()
        while not self.play_button.count():
            chosen = self.page.locator(".prompt .chosen").inner_text()
            self.moves.first.click()
            self.page.wait_for_function("(before) => document.querySelector('.prompt .chosen')?.innerText !== before", arg=chosen)

    def finish(self, step: int = 1) -> None:
        """Plays to the end, always some other move."""
        for number in range(MOST_MOVES):
            self.wait_for_turn()
            if self.is_over:
                return
            self.move(number * step % 5)
        raise AssertionError("The match did not end.")

    def choose_by_key(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.play_button.wait_for()

    def headline(self) -> str:
        return self.page.locator("#over-title").inner_text()


def lay(player: Player, game: str, seats: int, options: dict[str, Any], bot: str = "random") -> None:
    """A table with bots on all other seats, and its start."""
    player.open_start()
    table = {"game": game, "seats": seats, "options": options, "bots": [None, *[bot] * (seats - 1)]}
    origin = player.page.evaluate("location.origin")
    answer = player.page.request.post("/api/tables", data=table, headers={"origin": origin})
    assert answer.ok, answer.text()
    player.page.goto(f"/t/{answer.json()['id']}")
    player.page.locator(".seats-sheet .btn.go").click()


def choices(player: Player, before: str) -> str:
    """Waits for the next decision of this seat, or the end."""
    found = player.page.wait_for_function(CHOICES, arg=before).json_value()
    assert isinstance(found, str)
    return found
