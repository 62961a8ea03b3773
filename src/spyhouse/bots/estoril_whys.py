"""What speaks for a move in Estoril: who takes a reward, what it counts for, what a look can tell.

Everything comes from the view: what lies open, what face-down tiles may be, and imagined tables where a chance is asked for.
"As it stands" means that nobody does anything more on that board.
"""

from __future__ import annotations

from typing import Any

from spyhouse.bots.levels import Why
from spyhouse.rules.estoril import engine
from spyhouse.rules.estoril.engine import ABILITIES, HIDDEN, NO_TILE, NOBODY, State
from spyhouse.rules.estoril.pieces import ABILITIES as ABILITY_NAMES
from spyhouse.rules.estoril.view import View
from spyhouse.rules.kit.contract import NO_ACTION
from spyhouse.rules.kit.contract import View as BaseView
from spyhouse.rules.kit.luck import Luck

TABLES = 40  # imagined where something hidden or the dice decide
GOOD_POINTS = 3


def whys(view: BaseView, luck: Luck, actions: list[int]) -> list[Why | None]:
    """What each of these moves is for; with the same luck the same chances."""
    assert isinstance(view, View)
    worlds = Worlds(view, luck)
    return [None if action == NO_ACTION else why(view, worlds, action) for action in actions]


class Worlds:
    """Imagined tables behind a view: as many as are asked for, and always the same ones first."""

    def __init__(self, view: View, luck: Luck) -> None:
        self.view = view
        self.luck = luck
        self.made: list[State] = []

    def some(self, count: int) -> list[State]:
        while len(self.made) < count:
            state = self.view.sample(self.luck)
            state.mute()
            self.made.append(state)
        return self.made[:count]


def why(view: View, worlds: Worlds, action: int) -> Why | None:
    table = view.table
    setting = table.setting
    if table.phase == engine.PLACING:
        slot, space = divmod(action, setting.spaces)
        return placed(view, worlds, table.hand[view.seat][slot], space)
    if table.phase == engine.PEEKING:
        return looked_at(view, action)
    if table.phase == engine.DISCARDING:
        return discarded(view, table.hand[view.seat][action - setting.do_discard])
    if table.phase == engine.LOSING:
        space = setting.first_space[table.board()] + action - setting.do_lose
        return Why("gives", {**face(view, table.tile[space])})
    return used(view, worlds, action)


# -- Tiles and boards --------------------------------------------------------------------------------------------------


def goals(view: View, tile: int) -> list[str]:
    """The missions that this seat knows and for which a tile counts."""
    table = view.table
    setting = table.setting
    known = [mission for mission in table.missions_in_play() if mission != HIDDEN and setting.mission_kind[mission] != engine.OF_DISCARDS]
    return [setting.content.missions[mission].id for mission in known if table.symbols_of(mission, [tile])]


def face(view: View, tile: int) -> dict[str, Any]:
    setting = view.table.setting
    return {"tile": setting.ids[tile], "points": setting.vp[tile], "strength": setting.strength[tile], "goals": goals(view, tile)}


def prize(view: View, board: int) -> dict[str, Any]:
    """The reward of a board as this seat knows it."""
    table = view.table
    tile = table.reward[table.city.position[board]]
    number = table.setting.number[board]
    if tile in (NO_TILE, HIDDEN):
        return {"board": number, "reward": None, "hidden": tile == HIDDEN, "points": 0, "goals": []}
    shown = face(view, tile)
    return {"board": number, "reward": shown["tile"], "hidden": False, "points": shown["points"], "goals": shown["goals"]}


def totals(state: State, board: int) -> dict[int, int]:
    """Strength by seat on any board, the one that would win first [E49]."""
    first = state.setting.first_space[board]
    found: dict[int, int] = {}
    for space in range(first, first + state.setting.size[board]):
        if state.owner[space] != NOBODY:
            found[state.owner[space]] = found.get(state.owner[space], 0) + state.strength(space)
    return dict(sorted(found.items(), key=lambda entry: -entry[1]))  # equal ones stay in the order of their numerals


# -- Placing -----------------------------------------------------------------------------------------------------------


def placed(view: View, worlds: Worlds, tile: int, space: int) -> Why:
    """Whether it leads its board as it stands, against whom, and for which reward."""
    seat = view.seat
    setting = view.table.setting
    board = setting.board_of[space]
    seen: list[dict[int, int]] = []
    for world in worlds.some(TABLES if hides(view.table, board) else 1):
        state = world.clone()
        state.stand(space, tile, seat, 0 if setting.secret[space] else 1)
        seen.append(totals(state, board))
    rivals = [other for other in seen[0] if other != seat]
    symbols = setting.symbols[tile * ABILITIES : (tile + 1) * ABILITIES]
    args = {
        **prize(view, board),
        "own": seen[0][seat],
        "dice": setting.effect[board] == engine.DICE_DIFFERENCE,
        "abilities": [name for name, count in zip(ABILITY_NAMES, symbols, strict=True) if count],
    }
    if not rivals:
        return Why("alone", args)
    rival = max(rivals, key=lambda other: max(total[other] for total in seen))
    first = sum(next(iter(total)) == seat for total in seen)
    against = {"rival": rival, "least": min(total[rival] for total in seen), "most": max(total[rival] for total in seen)}
    exact = against["least"] == against["most"]
    tie = exact and against["most"] == args["own"]
    args |= {**against, "exact": exact, "tie": tie, "chance": percent(first, len(seen)), "open": 0 < first < len(seen)}
    return Why("ahead" if 2 * first > len(seen) else "behind", args)


def hides(table: State, board: int) -> bool:
    """Whether a Character that this seat has not seen stands on a board."""
    first = table.setting.first_space[board]
    return any(table.owner[space] != NOBODY and table.tile[space] == HIDDEN for space in range(first, first + table.setting.size[board]))


def percent(count: int, of: int) -> int:
    return round(100 * count / of)


# -- Looking -----------------------------------------------------------------------------------------------------------


def looked_at(view: View, action: int) -> Why | None:
    """What may lie there."""
    table = view.table
    setting = table.setting
    if action == setting.no_peek:
        return None
    if action >= setting.do_peek_reward:
        unseen = view.unseen()
        good = len([tile for tile in unseen if setting.vp[tile] >= GOOD_POINTS])
        board = setting.number[action - setting.do_peek_reward]
        return Why("peek_reward", {"board": board, "count": len(unseen), "good": GOOD_POINTS, "chance": percent(good, len(unseen))})
    space = action - setting.do_peek
    owner = table.owner[space]
    may_be = sorted(view.candidates(owner), key=lambda tile: setting.strength[tile])
    strengths = [setting.strength[tile] for tile in may_be]
    args = {"owner": owner, "count": len(may_be), "least": strengths[0], "most": strengths[-1], "tile": setting.ids[may_be[-1]]}
    return Why("peek", args)


# -- Abilities ---------------------------------------------------------------------------------------------------------


def used(view: View, worlds: Worlds, action: int) -> Why | None:
    """Who takes the reward if nobody does more after it, and who would without it; else what it does besides."""
    table = view.table
    setting = table.setting
    seat = view.seat
    reward = prize(view, table.board())
    if action == setting.do_look:
        return Why("look", reward)
    if reward["reward"] is None or setting.do_diplomacy <= action < setting.do_stop:  # nothing to win, or nothing changed by it
        return besides(view, worlds, action)
    tables = worlds.some(TABLES if is_open(table, action) else 1)
    after = [winner_after(world, seat, action) for world in tables]
    likely = max(sorted({*after}), key=after.count)
    if table.phase == engine.CONSPIRING:
        return exchanged(view, action, likely)
    before = [winner_after(world, seat, setting.do_stop) for world in tables]
    found = besides(view, worlds, action) if after == before else None
    if found is not None:
        return Why(found.key, {**found.args, "same": True})
    if len({*after}) > 1 or len({*before}) > 1:
        chances = {"chance": percent(after.count(seat), len(after)), "before": percent(before.count(seat), len(before))}
        return Why("odds", {**reward, **chances, "changed": chances["chance"] != chances["before"]})
    was = before[0]
    args = {"winner": likely, "mine": likely == seat, "was": was, "was_mine": was == seat, "changed": likely != was}
    return Why("takes", {**reward, **args})


def is_open(table: State, action: int) -> bool:
    """Whether what comes of a use hangs on dice, or on a face-down tile that it draws here; all else on the board lies open."""
    setting = table.setting
    if setting.effect[table.board()] == engine.DICE_DIFFERENCE:
        return True
    if not setting.do_seduction <= action < setting.do_diplomacy:
        return False
    return table.tile[(action - setting.do_seduction) // setting.numerals] == HIDDEN


def winner_after(world: State, seat: int, action: int) -> int:
    """Who takes the reward of the running board if after this move nobody does anything more; nobody where none stands there."""
    state = world.clone()
    stage = state.stage
    tile = state.reward[state.city.position[state.board()]]
    if state.phase == engine.CONSPIRING and action != state.setting.do_look + 1:
        tile = state.pile[0]  # it becomes the reward
    state.apply(seat, action)
    while state.stage == stage and state.phase in (engine.USING, engine.CONSPIRING):
        state.apply(state.actor, state.default(state.actor))
    if state.stage == stage and state.phase == engine.LOSING:  # the ranking of before decides the reward, too [E47]
        return state.ranking()[0]
    for other in range(state.seats):
        if tile in state.hand[other]:
            return other
    return NOBODY


def besides(view: View, worlds: Worlds, action: int) -> Why | None:
    """What a use does that leaves the winner of this board as it was."""
    table = view.table
    setting = table.setting
    first = setting.first_space[table.board()]
    if setting.do_assassin <= action < setting.do_look:
        target = first + action - setting.do_assassin
        after = worlds.some(1)[0].clone()
        after.leave(target)
        return Why("sends_home", {**character(view, target), **here(after, view.seat)})
    if setting.do_seduction <= action < setting.do_diplomacy:
        source, numeral = divmod(action - setting.do_seduction, setting.numerals)
        after = worlds.some(1)[0].clone()
        tile, owner = after.tile[source], after.owner[source]
        after.leave(source)
        after.stand(first + numeral, tile, owner, 1)
        full = all(after.owner[space] != NOBODY for space in after.here())
        sums = here(after, view.seat) if table.tile[source] != HIDDEN else {"sums": False}
        return Why("draws", {**character(view, source), **sums, "full": full})
    if setting.do_diplomacy <= action < setting.do_stop:
        return Why("protects", character(view, action - setting.do_diplomacy))
    return None


def character(view: View, space: int) -> dict[str, Any]:
    """Whose Character stands in a space, and on which board."""
    table = view.table
    owner = table.owner[space]
    return {"owner": owner, "own": owner == view.seat, "from": table.setting.number[table.setting.board_of[space]]}


def here(state: State, seat: int) -> dict[str, Any]:
    """The own strength on the running board, and that of the best rival; none where one of them is not there."""
    found = totals(state, state.board())
    rivals = [other for other in found if other != seat]
    if seat not in found or not rivals:
        return {"sums": False}
    return {"sums": True, "mine": found[seat], "theirs": found[rivals[0]], "rival": rivals[0]}


def exchanged(view: View, action: int, winner: int) -> Why:
    """The two tiles between which a Conspiracy chooses, and who takes the one that becomes the reward."""
    table = view.table
    reward, top = table.reward[table.city.position[table.board()]], table.pile[0]
    chosen, other = (reward, top) if action == table.setting.do_look + 1 else (top, reward)
    left = face(view, other)
    rest = {"other": left["tile"], "other_points": left["points"], "other_goals": left["goals"]}
    return Why("exchange", {**face(view, chosen), **rest, "winner": winner, "mine": winner == view.seat})


# -- Discarding --------------------------------------------------------------------------------------------------------


def discarded(view: View, tile: int) -> Why:
    """What it would bring in hand, beside the one point of a discard [E57, E58]."""
    return Why("discard", {**face(view, tile), "last": view.table.round == engine.ROUNDS})
