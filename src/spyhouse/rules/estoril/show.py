"""Estoril for clients: what to draw, the prompt, and what follows from it. Plain data in the names of 4.1.

Everything comes from a View, so nothing in here can tell what the seat may not know. With `memory_aid` off, what everybody
could deduce (networks, what a face-down tile may be, the others' mission counts) is left out [3.2].
`sections` is the same table as lines to be put into words, and `line` makes such a line of a fact: a key of the words
catalogue and what goes into it.
"""

from __future__ import annotations

from typing import Any

from spyhouse.rules.estoril import engine, pieces, story
from spyhouse.rules.estoril.engine import HIDDEN, NO_TILE, NOBODY, OVER, slot_text
from spyhouse.rules.estoril.pieces import named
from spyhouse.rules.estoril.view import View, knows
from spyhouse.rules.kit.contract import Fact
from spyhouse.rules.kit.luck import Luck

PHASES = ("place", "peek", "ability", "conspiracy", "hell", "discard", "over")  # [4.2]
RULES = ("E15", "E24", "E31", "E35", "E47", "E53", "E60")  # behind the prompt of each phase


# -- The table ---------------------------------------------------------------------------------------------------------


def show(view: View) -> dict[str, Any]:
    """Everything a client needs to draw this view."""
    table = view.table
    shown: dict[str, Any] = {
        "game": "estoril",
        "seat": view.seat,
        "round": table.round,
        "rounds": engine.ROUNDS,
        "phase": PHASES[table.phase],
        "to_act": table.to_act(),
        "prompt": prompt(view),
        "first": table.first,
        "boards": [board(view, position) for position in range(engine.POSITIONS)],
        "players": [player(view, seat) for seat in range(table.seats)],
        "missions": [mission(view, number, NOBODY) for number in table.open_missions]
        + [mission(view, number, seat) for seat, number in enumerate(table.hidden_missions)],
        "agenda": agenda(view),
        "final": final(view),
        "pile": pile(view),
        "removed": [table.setting.ids[tile] for tile in table.removed],
        "starters": [face(view, pieces.COLOURS[0] + tile.id) for tile in table.setting.content.starters],  # the same for each colour [E6]
        "words": words(view),
    }
    shown["tiles"] = {name: face(view, name) for name in sorted(_mentioned(shown))}
    shown["sections"] = sections(view, shown)
    return shown


def prompt(view: View) -> dict[str, Any]:
    """One sentence to be: its key, the rule behind it, and what goes into it."""
    table = view.table
    key, rule = PHASES[table.phase], RULES[table.phase]
    if table.phase == OVER:
        outcome = table_outcome(view)
        return {"key": "over", "rule": rule, "args": {"winners": outcome["winners"], "reason": outcome["reason"]}}
    if view.seat not in table.to_act():
        return {"key": "wait", "rule": rule, "args": {"seats": table.to_act(), "for": key}}
    args: dict[str, Any] = {}
    if table.phase == engine.PLACING:
        args = {"cubes": table.cubes[view.seat]}
    elif table.phase == engine.DISCARDING:
        args = {"surplus": table.surplus(view.seat), "owed": table.discards_owed(view.seat)}
    elif table.phase == engine.CONSPIRING:
        args = {"space": slot_text(table, table.acting), **_swap(view), "at": _acting(view)}
    elif table.phase == engine.USING:
        left = [ability for number, ability in enumerate(pieces.ABILITIES) for _ in range(table.left[number])]
        args = {"space": slot_text(table, table.acting), "tile": _tile(view, table.tile[table.acting]), "left": left, "at": _acting(view)}
    return {"key": key, "rule": rule, "args": args}


def _acting(view: View) -> dict[str, Any]:
    """Where the Character that acts stands, in words."""
    setting, space = view.table.setting, view.table.acting
    return {"board": setting.number[setting.board_of[space]], "numeral": pieces.ROMAN[setting.numeral[space] - 1]}


def _swap(view: View) -> dict[str, Any]:
    """The two tiles between which a Conspiracy chooses [E35]."""
    table = view.table
    return {"top": _tile(view, table.pile[0]), "reward": _tile(view, table.reward[table.city.position[table.board()]])}


def table_outcome(view: View) -> dict[str, Any]:
    """Who has won; when the game is over every hand is known, so any sample tells."""
    outcome = view.sample(Luck(0)).outcome()
    assert outcome is not None
    return {"winners": list(outcome.winners), "reason": outcome.reason, "scores": list(outcome.scores)}


def final(view: View) -> list[dict[str, Any]]:
    """The score at the end as lines, the first seat first: what each point is for [E56-E60]; nothing while the game runs."""
    if view.table.phase != OVER:
        return []
    table = view.sample(Luck(0))
    outcome = table.outcome()
    assert outcome is not None
    lines = []
    for seat in sorted(range(table.seats), key=lambda one: outcome.ranks[one]):
        paid = {
            "discards": len(table.discards[seat]),
            "hand": table.hand_points(seat),
            "missions": sum(table.mission_points(number)[seat] for number in table.missions_in_play()),
            "agenda": table.agenda_points(seat) if table.agenda else None,
        }
        args = {"rank": outcome.ranks[seat], "seat": seat, "score": outcome.scores[seat], "won": table.accomplished(seat), **paid}
        lines.append({"key": "final", "args": args})
    return lines


def board(view: View, position: int) -> dict[str, Any]:
    """A board as it lies, with what stands on it and what would come of it now."""
    table = view.table
    setting, number = table.setting, table.city.boards[position]
    printed = setting.content.boards[number]
    spaces = range(setting.first_space[number], setting.first_space[number] + setting.size[number])
    stage = table.city.order.index(number)
    return {
        "number": printed.number,
        "key": printed.key,
        "name": printed.name,
        "position": position,
        "row": position // 3,
        "column": position % 3,
        "rotation": table.city.turns[position],
        "effect": printed.effect,
        "flag": printed.flag or None,
        "bonus": printed.bonus if printed.flag else 0,
        "adjacent": [setting.number[table.city.boards[near]] for near in engine.ADJACENT[position]],
        "current": stage == table.stage,
        "resolved": stage < table.stage or table.phase >= engine.DISCARDING,
        "reward": reward(view, position),
        "spaces": [space(view, where) for where in spaces],
        "forecast": forecast(view, number),
    }


def reward(view: View, position: int) -> dict[str, Any]:
    table = view.table
    number = table.city.boards[position]
    printed = table.setting.content.boards[number]
    cell: list[int] | None = None
    if not printed.centre:
        corner = (printed.cells.index(0) + table.city.turns[position]) % 4
        cell = [position // 3 * 2 + engine.CORNER_ROW[corner], position % 3 * 2 + engine.CORNER_COLUMN[corner]]
    return {
        "slot": f"{printed.number}.R",
        "cell": cell,  # none in the Museum's centre [1.3]
        "secret": printed.reward_secret,
        "tile": _tile(view, table.reward[position]),
        "up": bool(table.reward_up[position]),
        "known_by": _seats(table.seats, table.reward_known[position]),
    }


def space(view: View, where: int) -> dict[str, Any]:
    """A deployment space; for a face-down tile of another player, what it may be."""
    table = view.table
    setting = table.setting
    owner = table.owner[where]
    cell = table.city.cell[where]
    standing = owner != NOBODY
    known = standing and table.tile[where] != HIDDEN
    return {
        "slot": slot_text(table, where),
        "numeral": pieces.ROMAN[setting.numeral[where] - 1],
        "cell": [cell // 6, cell % 6],
        "outer": bool(table.city.is_outer[where]),
        "secret": bool(setting.secret[where]),
        "peek": pieces.PEEKS[setting.peek[where]],
        "owner": owner if standing else None,
        "tile": _tile(view, table.tile[where]),
        "up": bool(table.face_up[where]),
        "may_be": [setting.ids[tile] for tile in view.candidates(owner)] if standing and not known and setting.memory_aid else None,
        "known_by": _seats(table.seats, table.known[where]) if standing else [],
        "strength": table.strength(where) if known else None,
        "seduced": bool(table.seduced[where]),
        "white": bool(table.white[where]),
        "dice": table.dice[where],
        "acting": table.stage >= 0 and where == table.acting,
    }


def forecast(view: View, number: int) -> dict[str, Any]:
    """What each player has on a board as far as this seat can tell, from the least to the most [E49].

    `sure` is who takes the reward if nothing more happens there, whatever the face-down tiles are; dice are left out.
    """
    table = view.table
    setting = table.setting
    first = setting.first_space[number]
    here = [where for where in range(first, first + setting.size[number]) if table.owner[where] != NOBODY]
    rows: list[dict[str, Any]] = []
    for seat in dict.fromkeys(table.owner[where] for where in here):  # by lowest numeral
        seen = sum(table.strength(where) for where in here if table.owner[where] == seat and table.tile[where] != HIDDEN)
        hidden = [where for where in here if table.owner[where] == seat and table.tile[where] == HIDDEN]
        least, most = _range(view, seat, number, len(hidden))
        rows.append({"seat": seat, "least": seen + least, "most": seen + most})
    ahead = sorted(range(len(rows)), key=lambda row: (-rows[row]["least"], row))
    sure = None
    if ahead and setting.effect[number] != engine.DICE_DIFFERENCE:
        best = ahead[0]
        beaten = [
            row["most"] < rows[best]["least"] or (row["most"] == rows[best]["least"] and place >= best) for place, row in enumerate(rows)
        ]
        if all(beaten[place] for place in range(len(rows)) if place != best):
            sure = rows[best]["seat"]
    return {"totals": rows, "sure": sure}


def _range(view: View, seat: int, number: int, count: int) -> tuple[int, int]:
    """The least and the most that so many unseen tiles of a player can bring to a board."""
    if count == 0:
        return 0, 0
    setting = view.table.setting
    bonus = setting.bonus[number] if setting.effect[number] == engine.FLAG_BONUS else 0
    tiles = view.candidates(seat) if setting.memory_aid else range(setting.tiles)
    worth = sorted(setting.strength[tile] + (bonus if setting.flags[tile] & setting.bonus_flag[number] else 0) for tile in tiles)
    return sum(worth[:count]), sum(worth[-count:])


def player(view: View, seat: int) -> dict[str, Any]:
    """A player: own hand in full, others' by count and, with `memory_aid`, by what everybody can deduce."""
    table = view.table
    ids = table.setting.ids
    own = seat == view.seat
    return {
        "seat": seat,
        "colour": pieces.COLOURS[seat],
        "hand": [ids[tile] for tile in table.hand[seat]] if own else None,
        "hand_size": len(table.hand[seat]),
        "network": [ids[tile] for tile in view.network[seat]] if own or table.setting.memory_aid else None,
        "cubes": table.cubes[seat],
        "discards": [ids[tile] for tile in table.discards[seat]],
        "surplus": table.surplus(seat) if table.phase == engine.DISCARDING else 0,
        "chosen": [ids[table.hand[seat][slot]] for slot in table.chosen[seat]] if own else None,
    }


def mission(view: View, number: int, seat: int) -> dict[str, Any]:
    """A mission with its standing in everybody's networks; a face-down one lies to the left of `between`."""
    table = view.table
    between = None if seat == NOBODY else [seat, (seat + 1) % table.seats]
    if number == HIDDEN:
        return {"id": None, "between": between, "kind": "hidden", "ability": None, "flags": [], "vp": 0, "counts": None, "points": None}
    counts = [_count(view, number, other) for other in range(table.seats)]
    aided = table.setting.memory_aid or table.phase == OVER
    return {
        **_printed(view, number),
        "between": between,
        "counts": counts if aided else [count if other == view.seat else None for other, count in enumerate(counts)],
        "points": table.shares(counts, table.setting.mission_vp[number]) if aided else None,
    }


def _printed(view: View, number: int) -> dict[str, Any]:
    face = view.table.setting.content.missions[number]
    vp = view.table.setting.mission_vp[number]
    return {"id": face.id, "name": face.name, "kind": face.kind, "ability": face.ability or None, "flags": list(face.flags), "vp": vp}


def _count(view: View, number: int, seat: int) -> int:
    """What a player has for a mission if all Characters were in hand; discards are still to come."""
    table = view.table
    if table.setting.mission_kind[number] == engine.OF_DISCARDS:
        return len(table.discards[seat])
    return table.symbols_of(number, view.network[seat])


def agenda(view: View) -> list[dict[str, Any]]:
    """The agendas this seat knows: its own, all when the game is over [variant B]."""
    return [{"seat": seat, **_printed(view, number)} for seat, number in enumerate(view.table.agenda) if number != HIDDEN]


def pile(view: View) -> dict[str, Any]:
    """How many tiles, and those whose place this seat knows, from the top."""
    known = [{"place": place + 1, "tile": _tile(view, tile)} for place, tile in enumerate(view.table.pile) if tile != HIDDEN]
    return {"size": len(view.table.pile), "known": known}


def face(view: View, name: str) -> dict[str, Any]:
    """What is printed on a tile."""
    setting = view.table.setting
    number = setting.ids.index(name)
    tile = setting.content.tiles[number] if number < setting.deck else setting.content.starters[(number - setting.deck) % 6]
    return {
        "id": name,
        "name": tile.name,
        "flags": list(tile.flags),
        "strength": tile.strength,
        "vp": tile.vp,
        "abilities": list(tile.abilities),
        "woman": tile.woman,
        "note": tile.note,
    }


def _tile(view: View, tile: int) -> str | None:
    if tile == NO_TILE:
        return None
    return "#" if tile == HIDDEN else view.table.setting.ids[tile]


def _seats(seats: int, known: int) -> list[int]:
    return [seat for seat in range(seats) if knows(seat, known)]


def _mentioned(shown: dict[str, Any]) -> set[str]:
    """Every tile that is named somewhere in what is shown."""
    names: set[str | None] = {*shown["removed"], *(entry["tile"] for entry in shown["pile"]["known"])}
    for player in shown["players"]:
        names |= {*(player["hand"] or []), *(player["network"] or []), *player["discards"]}
    for board in shown["boards"]:
        names.add(board["reward"]["tile"])
        for space in board["spaces"]:
            names |= {space["tile"], *(space["may_be"] or [])}
    return {name for name in names if name is not None and name != "#"}


def words(view: View) -> dict[str, Any]:
    """How the pieces in play are called, where that is not how the house's own are: entries of a words catalogue.

    A mission is said by what it asks for, in whatever language, and by its name if it has one.
    """
    content, house = view.table.setting.content, pieces.house()
    if content.hash == house.hash:
        return {}
    tiles = {f"tile.{tile.id}": tile.name for tile in content.tiles}
    tiles |= {f"tile.{colour}{tile.id}": tile.name for colour in pieces.COLOURS for tile in content.starters}
    called, usual = dict(content.countries), dict(house.countries)
    own = {
        **tiles,
        **{f"location.{board.number}": board.name for board in content.boards},
        **{f"country.{flag}": called.get(flag, flag) for flag in content.flags},
    }
    ours = {
        **{f"tile.{tile.id}": tile.name for tile in house.tiles},
        **{f"tile.{colour}{tile.id}": tile.name for colour in pieces.COLOURS for tile in house.starters},
        **{f"location.{board.number}": board.name for board in house.boards},
        **{f"country.{flag}": usual[flag] for flag in house.flags},
    }
    said: dict[str, Any] = {key: name for key, name in own.items() if ours.get(key) != name}
    for mission in content.missions:
        if mission not in house.missions or any(f"country.{flag}" in said for flag in mission.flags):
            said |= {f"mission.{mission.id}": _said_of("goal", mission), f"aim.{mission.id}": _said_of("aim_of", mission)}
    return said


def _said_of(table: str, mission: pieces.Mission) -> dict[str, Any]:
    """What a mission asks for, as a key of the catalogue and its arguments."""
    args = {"kind": mission.kind, "ability": mission.ability, "flags": list(mission.flags), "name": mission.name}
    return {"key": f"named.{table}" if mission.name else f"{table}.{mission.kind}", "args": args}


# -- In words ----------------------------------------------------------------------------------------------------------


def sections(view: View, shown: dict[str, Any]) -> list[dict[str, Any]]:
    """The whole table as lines to be put into words."""
    parts = [
        ("round", [_line("round", {"round": shown["round"], "rounds": shown["rounds"], "first": shown["first"]}), _pile_line(shown)]),
        ("hand", _hand_lines(view, shown)),
        ("city", [line for board in shown["boards"] for line in _board_lines(board)]),
        ("players", [_player_line(player) for player in shown["players"]]),
        (
            "discards",
            [_line("discards", {"seat": player["seat"], "tiles": player["discards"]}) for player in shown["players"] if player["discards"]],
        ),
        (
            "missions",
            [_mission_line(mission) for mission in shown["missions"]] + [_line("agenda", _goal(entry)) for entry in shown["agenda"]],
        ),
    ]
    own = _own_hand(view, shown)
    others = [name for name in shown["tiles"] if name[0] not in pieces.COLOURS and name not in own]  # starting tiles everybody knows
    if others:
        parts.insert(3, ("tiles", [_line("tile", {**shown["tiles"][name], "chosen": False}) for name in others]))
    if shown["removed"]:
        parts.append(("removed", [_line("removed", {"tiles": shown["removed"]})]))
    parts.append(("starters", [_line("tile", {**face, "chosen": False}) for face in shown["starters"]]))
    return [{"key": key, "lines": lines} for key, lines in parts if lines]


def _line(key: str, args: dict[str, Any]) -> dict[str, Any]:
    return {"key": key, "args": args}


def _pile_line(shown: dict[str, Any]) -> dict[str, Any]:
    known = shown["pile"]["known"]
    places = {"known": [entry["tile"] for entry in known], "places": [entry["place"] for entry in known]}
    return _line("pile", {"size": shown["pile"]["size"], **places})


def _own_hand(view: View, shown: dict[str, Any]) -> list[str]:
    hand: list[str] = shown["players"][view.seat]["hand"] if view.seat >= 0 else []
    return hand


def _hand_lines(view: View, shown: dict[str, Any]) -> list[dict[str, Any]]:
    chosen = shown["players"][view.seat]["chosen"] or []
    return [_line("tile", {**shown["tiles"][name], "chosen": name in chosen}) for name in _own_hand(view, shown)]


def _board_lines(board: dict[str, Any]) -> list[dict[str, Any]]:
    totals = [{"seat": row["seat"], "least": row["least"], "most": row["most"]} for row in board["forecast"]["totals"]]
    prize = board["reward"]
    args = {
        "number": board["number"],
        "name": board["name"],
        "effect": board["effect"],
        "flag": board["flag"],
        "bonus": board["bonus"],
        "adjacent": board["adjacent"],
        "current": board["current"],
        "resolved": board["resolved"],
        "reward": prize["tile"],
        "hidden": prize["tile"] == "#",
        "down": prize["tile"] is not None and not prize["up"],
    }
    lines = [_line("board", args)] + [_line("space", {**_space_args(space), "number": board["number"]}) for space in board["spaces"]]
    if totals and not board["resolved"]:
        exact = all(row["least"] == row["most"] for row in totals)
        lines += [
            _line("total", {**row, "number": board["number"], "exact": row["least"] == row["most"]})
            for row in totals
            if len(totals) > 1 or not exact
        ]
        if board["forecast"]["sure"] is not None:
            lines.append(_line("sure", {"seat": board["forecast"]["sure"], "number": board["number"]}))
    return lines


def _space_args(space: dict[str, Any]) -> dict[str, Any]:
    names = ("slot", "numeral", "outer", "secret", "peek", "owner", "tile", "up", "strength", "seduced", "white", "acting")
    standing = space["owner"] is not None
    args = {name: space[name] for name in names}
    return {**args, "standing": standing, "hidden": space["tile"] == "#", "may_be": space["may_be"] or [], "dice": space["dice"]}


def _player_line(player: dict[str, Any]) -> dict[str, Any]:
    names = ("seat", "hand_size", "cubes", "surplus")
    args = {name: player[name] for name in names}
    return _line("player", {**args, "discards": len(player["discards"]), "network": player["network"] or []})


def _goal(entry: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in entry.items() if name in ("seat", "id", "kind", "ability", "flags", "vp")}


def _mission_line(mission: dict[str, Any]) -> dict[str, Any]:
    if mission["kind"] == "hidden":
        return _line("hidden_mission", {"between": mission["between"]})
    counts = [{"seat": seat, "count": count} for seat, count in enumerate(mission["counts"]) if count is not None]
    leading = [seat for seat, points in enumerate(mission["points"] or []) if points and points == max(mission["points"])]
    best = max((row["count"] for row in counts), default=0)
    args = {**_goal(mission), "between": mission["between"] or [], "leading": leading, "best": best}
    return _line("mission", {**args, "counts": [row["count"] for row in counts]})


# -- The story ---------------------------------------------------------------------------------------------------------

KEYS = {  # fact -> its key
    story.First: "first",
    story.Missions: "missions",
    story.Beside: "beside",
    story.Agenda: "agenda",
    story.Round: "round",
    story.Boards: "boards",
    story.Rewards: "rewards",
    story.Place: "place",
    story.PlaceSecretly: "place_secretly",
    story.Peek: "peek",
    story.Saw: "saw",
    story.NoPeek: "no_peek",
    story.Open: "open",
    story.Assassin: "assassin",
    story.Look: "look",
    story.Top: "top",
    story.Keep: "keep",
    story.Swap: "swap",
    story.Nationalism: "nationalism",
    story.Seduction: "seduction",
    story.Diplomacy: "diplomacy",
    story.Stop: "stop",
    story.Dice: "dice",
    story.Totals: "totals",
    story.Loss: "loss",
    story.Award: "award",
    story.Bottom: "bottom",
    story.Retrieve: "retrieve",
    story.Choose: "choose",
    story.Rethink: "rethink",
    story.Discard: "discard",
    story.Reveal: "reveal",
    story.Mission: "mission",
    story.AgendaPaid: "agenda_paid",
    story.Score: "score",
    story.End: "end",
}
TILES = ("tile", "tiles", "reward", "old", "mission", "missions", "left", "right")  # parts of facts that are ids
SLOTS = ("slot", "slots", "source", "target")  # and those that are slots


def line(fact: Fact) -> dict[str, Any] | None:
    """A fact of the story as a line to be put into words; None for one that nobody hears (the pile, face-down missions)."""
    key = KEYS.get(type(fact))
    if key is None:
        return None
    parts: dict[str, Any] = fact._asdict()  # type: ignore[attr-defined]  # every fact is a NamedTuple
    args = {name: _spoken(name, value) for name, value in parts.items()}
    args |= {f"{name}_at": _spot(value) for name, value in parts.items() if name in SLOTS and name != "slots"}
    if isinstance(fact, story.Rewards):
        args = {"open": [named(tile) for tile in fact.tiles if tile > 0]}
    if isinstance(fact, story.Place):
        args["secret"] = fact.tile == 0
    if isinstance(fact, story.Open):
        args["reward"] = None if fact.reward == NO_TILE else named(fact.reward)
    if isinstance(fact, story.Award):
        args["tile"] = named(fact.tile) if fact.tile else None
    if isinstance(fact, story.Retrieve):
        args = {"discarding": [seat for seat, surplus in enumerate(fact.surplus) if surplus]}
    if isinstance(fact, story.Mission):
        args["winners"] = [seat for seat, points in enumerate(fact.points) if points]
    if isinstance(fact, story.Score):
        args = fact._asdict()  # its missions are points
    if isinstance(fact, story.Dice):
        args["difference"] = abs(fact.one - fact.two)
    return {"key": key, "args": args}


def _spoken(name: str, value: Any) -> Any:
    speak = named if name in TILES else _slot if name in SLOTS else None
    if isinstance(value, tuple):
        return [speak(item) if speak else item for item in value]
    return speak(value) if speak else value


def _slot(slot: int) -> str:
    return f"{slot // 10}.{slot % 10 or 'R'}"


def _spot(slot: int) -> dict[str, Any]:
    """A slot in words: its board and numeral; none for the reward."""
    return {"board": slot // 10, "numeral": pieces.ROMAN[slot % 10 - 1] if slot % 10 else None}
