"""Map and cards of Spy Connection: the content format of 1.3, read and checked [V1-V8], and the sets in data/.

A set is one JSON document. `read_document` makes a `Content` of it for one side of the board; what is wrong raises
BadContent with place and reason, what is only odd comes back as a complaint.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from typing import Any

from spyhouse.rules.connection.meta import AGENTS, SLOTS, fits_slots
from spyhouse.rules.kit.content import Complaint
from spyhouse.rules.kit.errors import BadContent, BadOption
from spyhouse.rules.kit.meta import canonical

FORMAT = "spycon-content/1"
SLOT_NAMES = "abc"  # of a tableau [1.5]
OPEN_LIMIT = 3  # open missions of a player [C20]
LONGEST = 5  # spaces of a link [V1]
MISSION_SIZE = (2, 8)  # cities of a mission [V3]
PRINTED = (43, 5)  # missions and start missions of the box [V6]
TEMPLATE = "map.json"

SET_KEYS = ("format", "id", "title", "slot_cost", "cities", "links", "roads", "dark_map", "missions", "start_missions")
CITY_KEYS = ("id", "name", "x", "y")
LINK_KEYS = ("id", "a", "spaces", "b")
MISSION_KEYS = ("id", "cities", "vp", "extra", "D")  # D is a comment [1.3]
START_KEYS = (*MISSION_KEYS, "red")


@dataclass(frozen=True)
class City:
    """A city and where it is drawn."""

    id: str
    name: str
    x: int
    y: int


@dataclass(frozen=True)
class Link:
    """One connection: spaces from city a to city b, usable in both directions [1.3]."""

    id: str
    a: int
    spaces: tuple[int, ...]
    b: int


@dataclass(frozen=True)
class Mission:
    """A card: its cities, its victory points, the extra-turn symbol; a start mission has a red city."""

    id: str
    cities: tuple[int, ...]
    vp: int
    extra: bool
    red: int | None = None


@dataclass(frozen=True)
class Content:
    """One content set with the map of the side in play."""

    id: str
    title: str
    cities: tuple[City, ...]
    spaces: tuple[str, ...]  # ids, by first appearance in the links [4.2]
    links: tuple[Link, ...]
    near: tuple[frozenset[int], ...]  # [space] what is adjacent: a city by its number, a space by number of cities + its own [C12]
    missions: tuple[Mission, ...]
    starts: tuple[Mission, ...]
    cost: tuple[int, ...]  # [slot of the display, oldest first]
    junctions: tuple[str, ...]  # shared spaces that are no forks [1.3]
    hash: str


@dataclass(frozen=True)
class Net:
    """A map as written: links by ids, and which nodes are adjacent."""

    links: tuple[tuple[str, str, tuple[str, ...], str], ...]  # id, a, spaces, b
    edges: frozenset[frozenset[str]]

    @property
    def spaces(self) -> tuple[str, ...]:
        """By first appearance when the links are read from top to bottom, each from a to b [4.2]."""
        return tuple(dict.fromkeys(space for link in self.links for space in link[2]))


# -- What options name -------------------------------------------------------------------------------------------------


def content(options: Mapping[str, Any]) -> Content:
    """The set that these options name, with the map and the prices of the side in play."""
    named = options["content"]
    written = _shipped(named) if isinstance(named, str) else canonical(named)
    cost = options["slot_cost"]
    return _content(written, options["side"], None if cost is None else tuple(cost), min(options["agents"]), len(options["agents"]))


@lru_cache(maxsize=64)
def _content(written: str, side: str, cost: tuple[int, ...] | None, agents: int, seats: int) -> Content:
    document = json.loads(written)
    found, _ = read_document(document, "content", side)
    if len(found.starts) < seats:  # [V3]
        raise BadContent(f"content: {seats} players need {seats} start missions, '{found.id}' has {len(found.starts)} [V3].")
    if cost is None:
        return found
    city = _stuck_city(_net_of(document, side, "content"), found, agents - OPEN_LIMIT * max(cost))
    if city is not None:
        why = "'slot_cost' is too dear for this map: a spy in {city} could be forced to discard [V5]. Choose lower prices."
        raise BadOption(why, city=city)
    return Content(**{**found.__dict__, "cost": cost})


@lru_cache(maxsize=8)
def _shipped(name: str) -> str:
    return canonical(json.loads(files(__package__).joinpath(f"data/{name}.json").read_text(encoding="utf-8")))


# -- What owners type in -----------------------------------------------------------------------------------------------


def check(folder: Path) -> list[Complaint]:
    """All that can be said against the set in this folder, for both sides of the board [V1-V8]."""
    found = sorted(folder.glob("*.json"))
    if len(found) != 1:
        return [Complaint("V1", folder.name, 0, f"a content set is one JSON file; found {len(found)} here.")]
    file = found[0].name
    try:
        document = json.loads(found[0].read_text(encoding="utf-8"))
        odd: list[str] = []
        for side in ("light", "dark") if has_dark_side(document) else ("light",):
            odd += [complaint for complaint in read_document(document, file, side)[1] if complaint not in odd]
    except (UnicodeDecodeError, json.JSONDecodeError) as why:
        return [Complaint("V1", file, 0, f"this is not JSON ({why}).")]
    except BadContent as why:
        return [_complaint(file, str(why), True)]
    return [_complaint(file, reason, False) for reason in odd]


def _complaint(file: str, reason: str, hard: bool) -> Complaint:
    """What the reader says ("file: reason [rule]."), taken apart."""
    said = reason.removeprefix(f"{file}: ")
    rule = re.search(r" \[(V\d)\]\.?$", said)
    return Complaint(rule[1] if rule else "1.3", file, 0, said[: rule.start()] + "." if rule else said, hard)


def template() -> dict[str, str]:
    """A set to begin with: the house's own map and cards."""
    document = json.loads(_shipped("europa")) | {"id": "mine", "title": "My own set"}
    written = {key: document[key] for key in SET_KEYS if key in document}
    return {TEMPLATE: json.dumps(written, indent=1, ensure_ascii=False) + "\n"}


def has_dark_side(document: object) -> bool:
    """Whether the set says what the dark side costs."""
    costs = document.get("slot_cost") if isinstance(document, Mapping) else None
    return isinstance(costs, Mapping) and "dark" in costs


# -- Reading and checking [V1-V8] --------------------------------------------------------------------------------------


def read_document(document: object, where: str, side: str = "light") -> tuple[Content, list[str]]:
    """The content of a document for one side, and complaints (W); BadContent for what cannot be played (E)."""
    book = _members(document, where, SET_KEYS, ("format", "id", "title", "slot_cost", "cities", "missions", "start_missions"))
    if book["format"] != FORMAT:
        raise BadContent(f"{where}: the format is {book['format']!r}, expected {FORMAT!r}.")
    for key in ("id", "title"):
        _text(book[key], f"{where}: {key}")
    light, dark = _costs(book["slot_cost"], where)
    if side == "dark" and dark is None:
        raise BadOption("The set '{id}' has no dark side: its 'slot_cost' has no 'dark'. Choose the light side.", id=book["id"])
    cities = [_city(row, f"{where}: cities row {place + 1}") for place, row in enumerate(_rows(book["cities"], f"{where}: cities"))]
    number = {city.id: place for place, city in enumerate(cities)}
    missions = _missions(book["missions"], f"{where}: missions", number, False)
    starts = _missions(book["start_missions"], f"{where}: start_missions", number, True)
    net = _net_of(book, side, where)
    _check_ids(where, cities, net, missions, starts)
    _check_connected(where, cities, net)
    cost = light if side == "light" or dark is None else dark
    found = _assemble(book, cities, net, missions, starts, cost)
    _check_never_stuck(where, book, net, found, side, light, dark)
    return found, _odd_cards(where, found) + _odd_map(where, cities, net) + _odd_costs(where, light)


def _members(row: object, where: str, known: tuple[str, ...], needed: tuple[str, ...]) -> Mapping[str, Any]:
    if not isinstance(row, Mapping):
        raise BadContent(f"{where}: expected an object, found {json.dumps(row)}.")
    for key in row:
        if key not in known:
            raise BadContent(f"{where}: unknown field '{key}'. Possible: {', '.join(known)}.")
    for key in needed:
        if key not in row:
            raise BadContent(f"{where}: the field '{key}' is missing.")
    return row


def _rows(value: object, where: str) -> list[Any]:
    if not isinstance(value, list) or not value:
        raise BadContent(f"{where}: expected a list with at least one entry.")
    return value


def _text(value: object, where: str) -> str:
    if not isinstance(value, str) or not value or value != value.strip():
        raise BadContent(f"{where}: expected a text, found {json.dumps(value)}.")
    return value


def _id(value: object, where: str) -> str:
    """An id can stand in the notation, so it has neither blanks nor colons."""
    word = _text(value, where)
    if ":" in word or len(word.split()) > 1:
        raise BadContent(f"{where}: the id '{word}' must have neither blanks nor colons.")
    return word


def _whole(value: object, where: str) -> int:
    if type(value) is not int:
        raise BadContent(f"{where}: expected a whole number, found {json.dumps(value)}.")
    return value


def _costs(value: object, where: str) -> tuple[tuple[int, ...], tuple[int, ...] | None]:
    book = _members(value, f"{where}: slot_cost", ("light", "dark"), ("light",))
    for side, costs in book.items():
        if not isinstance(costs, list) or not fits_slots(costs):
            raise BadContent(
                f"{where}: slot_cost {side}: expected {SLOTS} numbers from 0 to 4, none below the one before it, "
                f"found {json.dumps(costs)} [V4]."
            )
    return tuple(book["light"]), tuple(book["dark"]) if "dark" in book else None


def _city(row: object, where: str) -> City:
    book = _members(row, where, CITY_KEYS, CITY_KEYS)
    return City(_id(book["id"], where), _text(book["name"], where), _whole(book["x"], where), _whole(book["y"], where))


def _missions(value: object, where: str, number: Mapping[str, int], starting: bool) -> list[Mission]:
    found: list[Mission] = []
    keys = START_KEYS if starting else MISSION_KEYS
    for place, row in enumerate(_rows(value, where)):
        here = f"{where} row {place + 1}"
        book = _members(row, here, keys, tuple(key for key in keys if key != "D"))
        here = f"{here} ({_id(book['id'], here)})"
        cities = [_known(city, number, here) for city in _rows(book["cities"], here)]
        if len(set(cities)) != len(cities) or not MISSION_SIZE[0] <= len(cities) <= MISSION_SIZE[1]:
            raise BadContent(f"{here}: a mission shows {MISSION_SIZE[0]} to {MISSION_SIZE[1]} different cities [V3].")
        if _whole(book["vp"], here) < 1:
            raise BadContent(f"{here}: vp must be at least 1, found {book['vp']} [V3].")
        if not isinstance(book["extra"], bool):
            raise BadContent(f"{here}: extra must be true or false, found {json.dumps(book['extra'])}.")
        red = _known(book["red"], number, here) if starting else None
        if red is not None and red not in cities:
            raise BadContent(f"{here}: the red city {book['red']} is not among its cities [V3].")
        found.append(Mission(book["id"], tuple(cities), book["vp"], book["extra"], red))
    return found


def _known(city: object, number: Mapping[str, int], where: str) -> int:
    if not isinstance(city, str) or city not in number:
        raise BadContent(f"{where}: there is no city {json.dumps(city)} [V1].")
    return number[city]


# -- The map -----------------------------------------------------------------------------------------------------------


def _net_of(book: Mapping[str, Any], side: str, where: str) -> Net:
    """The map of this side: the set's own, or its `dark_map` [1.3, C49]."""
    cities = [city["id"] for city in book["cities"]]
    light = _net(book, cities, where)
    if "dark_map" not in book:
        return light
    dark = _net(_members(book["dark_map"], f"{where}: dark_map", ("links", "roads"), ()), cities, f"{where}: dark_map")
    return dark if side == "dark" else light


def _net(book: Mapping[str, Any], cities: list[str], where: str) -> Net:
    if ("links" in book) == ("roads" in book):
        raise BadContent(f"{where}: give either 'links' or 'roads'.")
    if "roads" in book:
        return _net_of_roads(_rows(book["roads"], f"{where}: roads"), cities, f"{where}: roads")
    links: list[tuple[str, str, tuple[str, ...], str]] = []
    for place, row in enumerate(_rows(book["links"], f"{where}: links")):
        here = f"{where}: links row {place + 1}"
        link = _members(row, here, LINK_KEYS, LINK_KEYS)
        here = f"{here} ({_id(link['id'], here)})"
        for end in (link["a"], link["b"]):
            if end not in cities:
                raise BadContent(f"{here}: there is no city {json.dumps(end)} [V1].")
        spaces = tuple(_id(space, here) for space in _rows(link["spaces"], here))
        if link["a"] == link["b"]:
            raise BadContent(f"{here}: a link joins two different cities [V1].")
        if len(spaces) > LONGEST or len(set(spaces)) != len(spaces):
            raise BadContent(f"{here}: a link has 1 to {LONGEST} different spaces [V1].")
        links.append((link["id"], link["a"], spaces, link["b"]))
    edges = frozenset(frozenset(pair) for _, a, spaces, b in links for pair in zip((a, *spaces), (*spaces, b), strict=True))
    return Net(tuple(links), edges)


def _net_of_roads(rows: list[Any], cities: list[str], where: str) -> Net:
    """Derives the links: every simple path between two cities over spaces alone [1.3]."""
    ahead: dict[str, list[str]] = {}
    for place, row in enumerate(rows):
        here = f"{where} row {place + 1}"
        if not isinstance(row, list) or len(row) != 2 or _id(row[0], here) == _id(row[1], here):
            raise BadContent(f"{here}: a road joins two different nodes, found {json.dumps(row)} [V1].")
        if row[0] in cities and row[1] in cities:
            raise BadContent(f"{here}: there must be a space between two cities [V1].")
        ahead.setdefault(row[0], []).append(row[1])
        ahead.setdefault(row[1], []).append(row[0])
    paths = sorted((a, b, path) for a in sorted(cities) for b, path in _paths(a, [], ahead, cities) if a < b)
    links: list[tuple[str, str, tuple[str, ...], str]] = []
    for a, b, path in paths:
        known = sum(1 for link in links if (link[1], link[3]) == (a, b))
        links.append((f"{a}{b}".lower() + f".{known + 1}", a, path, b))
    net = Net(tuple(sorted(links)), frozenset(frozenset(row) for row in rows))
    for node in ahead:
        if node not in cities and node not in net.spaces:
            raise BadContent(f"{where}: the space '{node}' lies on no way of at most {LONGEST} spaces between two cities [V1].")
    return net


def _paths(node: str, spaces: list[str], ahead: Mapping[str, list[str]], cities: list[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for other in dict.fromkeys(ahead.get(node, ())):
        if other in cities:
            yield other, tuple(spaces)
        elif other not in spaces and len(spaces) < LONGEST:
            yield from _paths(other, [*spaces, other], ahead, cities)


def _assemble(
    book: Mapping[str, Any], cities: list[City], net: Net, missions: list[Mission], starts: list[Mission], cost: tuple[int, ...]
) -> Content:
    number = {city.id: place for place, city in enumerate(cities)}
    node = number | {space: len(cities) + place for place, space in enumerate(net.spaces)}
    near: list[set[int]] = [set() for _ in node]
    for one, two in (sorted(edge) for edge in net.edges):
        near[node[one]].add(node[two])
        near[node[two]].add(node[one])
    links = tuple(
        Link(name, number[a], tuple(node[space] - len(cities) for space in spaces), number[b]) for name, a, spaces, b in net.links
    )
    return Content(
        book["id"],
        book["title"],
        tuple(cities),
        net.spaces,
        links,
        tuple(frozenset(nodes) for nodes in near[len(cities) :]),
        tuple(missions),
        tuple(starts),
        cost,
        tuple(space for space in net.spaces if _is_junction(space, net)),
        sha256(canonical(book).encode()).hexdigest()[:16],
    )


def _is_junction(space: str, net: Net) -> bool:
    """A shared space that is not, seen from one city, the first but not the only space of all its links [1.3]."""
    sharing = [link for link in net.links if space in link[2]]
    if len(sharing) == 1:
        return False
    first_from: list[set[str]] = []
    for _, a, spaces, b in sharing:
        ends = {city for city, end in ((a, spaces[0]), (b, spaces[-1])) if end == space}
        first_from.append(ends if len(spaces) > 1 else set())
    return not set.intersection(*first_from)


# -- The checks of 1.3 -------------------------------------------------------------------------------------------------


def _check_ids(where: str, cities: list[City], net: Net, missions: list[Mission], starts: list[Mission]) -> None:
    """Ids are unique, and none is used for two things [V1]."""
    kinds = (
        ("city", [city.id for city in cities]),
        ("link", [link[0] for link in net.links]),
        ("space", list(net.spaces)),
        ("mission", [mission.id for mission in missions]),
        ("start mission", [mission.id for mission in starts]),
    )
    used: dict[str, str] = {}
    for kind, ids in kinds:
        for name in ids:
            if name in used:
                raise BadContent(f"{where}: the id '{name}' is used twice, for a {used[name]} and for a {kind} [V1].")
            used[name] = kind


def _check_connected(where: str, cities: list[City], net: Net) -> None:
    """Every city can be reached from every other [V2]."""
    ids = {city.id for city in cities}
    lost = ids - _reached(ids, net)
    if lost:
        raise BadContent(f"{where}: no way leads from {cities[0].id} to {', '.join(sorted(lost))} [V2].")


def _reached(cities: Iterable[str], net: Net) -> set[str]:
    """The cities joined by links to the first of these, over these alone."""
    allowed = set(cities)
    reached = set(sorted(allowed)[:1])
    while True:
        more = {end for _, a, _, b in net.links for end in (a, b) if a in allowed and b in allowed and (a in reached or b in reached)}
        if more <= reached:
            return reached
        reached |= more


def _stuck_city(net: Net, found: Content, supply: int) -> str | None:
    """A city where this supply may not pay the shortest link even at double price."""
    for city in found.cities:
        shortest = min((len(link[2]) for link in net.links if city.id in (link[1], link[3])), default=0)
        if 2 * shortest > supply:
            return city.id
    return None


def _check_never_stuck(
    where: str, book: Mapping[str, Any], net: Net, found: Content, side: str, light: tuple[int, ...], dark: tuple[int, ...] | None
) -> None:
    """Nobody is ever forced to discard [V5, C45]."""
    bounds = {"light": min(AGENTS) - OPEN_LIMIT * max(light), "dark": max(AGENTS) - OPEN_LIMIT * max(dark or light)}
    for name in ("light", "dark") if "dark_map" not in book and dark is not None else (side,):
        city = _stuck_city(net, found, bounds[name])
        if city is not None:
            raise BadContent(
                f"{where}: the shortest link of {city} costs up to twice its spaces, "
                f"the {name} side leaves only {bounds[name]} agents for it [V5]."
            )


def _odd_cards(where: str, found: Content) -> list[str]:
    odd: list[str] = []
    reds = [found.cities[start.red].id for start in found.starts if start.red is not None]
    if len(set(reds)) != len(reds):
        odd.append(f"{where}: two start missions have the same red city [V6].")
    shown: dict[frozenset[int], str] = {}
    for mission in found.missions:
        other = shown.setdefault(frozenset(mission.cities), mission.id)
        if other != mission.id:
            odd.append(f"{where}: {other} and {mission.id} show the same cities [V6].")
    if (len(found.missions), len(found.starts)) != PRINTED:
        odd.append(
            f"{where}: {len(found.missions)} missions and {len(found.starts)} start missions; "
            f"the box has {PRINTED[0]} and {PRINTED[1]} [V6]."
        )
    return odd


def _odd_map(where: str, cities: list[City], net: Net) -> list[str]:
    odd: list[str] = []
    at = {city.id: (city.x, city.y) for city in cities}
    for one, two in combinations(net.links, 2):
        ends = {one[1], one[3], two[1], two[3]}
        if len(ends) == 4 and _cross(at[one[1]], at[one[3]], at[two[1]], at[two[3]]):
            odd.append(f"{where}: the links {one[0]} and {two[0]} cross in the drawing [V7].")
    for city in cities:
        if sum(1 for link in net.links if city.id in (link[1], link[3])) < 2:
            odd.append(f"{where}: {city.id} is a dead end: it has one link [V7].")
        rest = {other.id for other in cities} - {city.id}
        if rest - _reached(rest, net):
            odd.append(f"{where}: without {city.id} the map falls apart [V7].")
    return odd


def _cross(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int], d: tuple[int, int]) -> bool:
    """Whether the straight lines a-b and c-d cross."""
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _odd_costs(where: str, light: tuple[int, ...]) -> list[str]:
    return [f"{where}: the oldest slot of the light side costs {light[0]}, not 0 [V8]."] if light[0] else []
