"""What is said for a move in Estoril is what comes of it, as far as the seat can know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from spyhouse import bots, game
from spyhouse.bots.base import whys
from spyhouse.bots.levels import Why
from spyhouse.rules.estoril import engine, show
from spyhouse.rules.estoril.engine import State
from spyhouse.rules.estoril.view import View
from spyhouse.rules.kit.luck import Luck

ROOM = game("estoril")
EACH = 4  # moves looked at in a position


def reasons(seats: int, seed: int) -> Iterator[tuple[State, int, int, Why]]:
    """Some moves of the positions of one game, now and then a random one in between, with what is said for them."""
    luck = Luck(seed)
    choose = bots.bot("estoril", "greedy")
    state = ROOM.start(seats, seed=seed)
    assert isinstance(state, State)
    while state.to_act():
        seat = state.to_act()[0]
        legal = state.legal(seat)
        some = [legal[luck.below(len(legal))] for _ in range(EACH)]
        for action, why in zip(some, whys("estoril", bytes(state.view(seat)), 1, some), strict=True):
            if why is not None:
                yield state, seat, action, why
        state.apply(seat, choose(state.view(seat), luck) if luck.below(3) else some[0])


def board_of(state: State, number: int) -> int:
    return state.setting.number.index(number)


def check(state: State, seat: int, action: int, why: Why) -> None:
    args: Any = why.args
    move = ROOM.describe(state, seat, action)
    view = state.view(seat)
    assert isinstance(view, View)
    match why.key:
        case "alone" | "ahead" | "behind":
            placed(state, seat, action, why, view)
        case "peek":
            space = action - state.setting.do_peek
            strength = state.setting.strength[state.tile[space]]
            assert args["owner"] == state.owner[space]
            assert args["least"] <= strength <= args["most"]
        case "peek_reward":
            assert 0 <= args["chance"] <= 100
            assert move["at"]["board"] == args["board"]
        case "takes":
            for act, winner in ((action, args["winner"]), (state.setting.do_stop, args["was"])):
                assert taker(state, seat, act, args["reward"]) == winner
            assert args["changed"] == (args["winner"] != args["was"])
        case "odds":
            assert 0 <= args["chance"] <= 100
            assert 0 <= args["before"] <= 100
        case "exchange":
            assert taker(state, seat, action, args["tile"]) == args["winner"] or is_casino(state)
            assert {args["tile"], args["other"]} == {show.prompt(view)["args"][part] for part in ("top", "reward")}
        case "look":
            assert args["reward"] == show.board(view, state.city.position[state.board()])["reward"]["tile"]
        case "sends_home" | "draws" | "protects":
            part = "origin" if why.key == "draws" else "at"
            assert args["owner"] == move[part]["owner"]
            assert args["own"] == (args["owner"] == seat)
            after = state.clone()
            after.apply(seat, action)
            if args.get("sums") and after.stage == state.stage and after.phase == engine.USING:
                assert (args["mine"], args["theirs"]) == (after.total(seat), after.total(args["rival"]))
            if "full" in args and after.stage == state.stage and after.phase == engine.USING:
                assert args["full"] == all(after.owner[space] != engine.NOBODY for space in after.here())
        case "gives" | "discard":
            printed = show.face(view, args["tile"])
            assert (args["points"], args["strength"]) == (printed["vp"], printed["strength"])
            helped = [
                mission["id"] for mission in show.show(view)["missions"] if mission["id"] and counts(view, mission["id"], args["tile"])
            ]
            assert args["goals"] == helped
        case other:
            pytest.fail(other)


def placed(state: State, seat: int, action: int, why: Why, view: View) -> None:
    """Totals as the forecast of the table has them, the own one with the tile that comes in."""
    args: Any = why.args
    slot, space = divmod(action, state.setting.spaces)
    board = board_of(state, args["board"])
    assert state.setting.board_of[space] == board
    rows = {row["seat"]: row for row in show.forecast(view, board)["totals"]}
    after = state.clone()
    after.stand(space, state.hand[seat][slot], seat, 1)
    own = sum(after.strength(where) for where in state.setting.spaces_of[board] if after.owner[where] == seat)
    assert args["own"] == own
    assert (why.key == "alone") == (not rows.keys() - {seat})
    reward = show.board(view, state.city.position[board])["reward"]["tile"]
    assert (args["reward"], args["hidden"]) == (None if reward in ("#", None) else reward, reward == "#")
    if why.key != "alone":
        rival = rows[args["rival"]]
        assert rival["least"] <= args["least"] <= args["most"] <= rival["most"]
        assert (why.key == "ahead") == (args["chance"] > 50)
        if args["least"] > own:
            assert args["chance"] == 0
        if len(rows.keys() - {seat}) == 1 and args["most"] < own:
            assert args["chance"] == 100


def taker(state: State, seat: int, action: int, reward: str | None) -> int:
    """Who has the tile in hand when the board is done and nobody did more after this move."""
    after = state.clone()
    stage = after.stage
    after.apply(seat, action)
    while after.stage == stage and after.phase < engine.DISCARDING:
        after.apply(after.actor, after.default(after.actor))
    holders = [other for other, hand in enumerate(after.hand) if reward in [state.setting.ids[tile] for tile in hand]]
    return holders[0] if holders else -1


def is_casino(state: State) -> bool:
    return state.setting.effect[state.board()] == engine.DICE_DIFFERENCE


def counts(view: View, mission: str, tile: str) -> bool:
    setting = view.table.setting
    number = [face.id for face in setting.content.missions].index(mission)
    return setting.mission_kind[number] != engine.OF_DISCARDS and bool(view.table.symbols_of(number, [setting.ids.index(tile)]))


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3])
def test_every_reason_holds_when_the_move_is_made(seats: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(2):
        for state, seat, action, why in reasons(seats, seed):
            check(state, seat, action, why)
            seen[why.key] += 1
    assert sum(seen.values()) > 200
    assert {"alone", "ahead", "behind", "peek", "takes", "exchange", "look", "discard", "protects"} <= seen.keys()
