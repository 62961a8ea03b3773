"""Map and cards of Spy Connection: the content format of 1.3, read and checked [V1-V8], and the sets in data/.

A set is one JSON document. `Reader` reads it, with a complaint for everything that is wrong or only odd, and makes a `Content` of it for
one side of the board.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from itertools import combinations
from typing import Any, cast

from spyhouse.rules.connection.meta import AGENTS, SETS, SLOTS, fits_slots
from spyhouse.rules.kit.content import Complaint, Complaints, Folder, find, is_text, quoted
from spyhouse.rules.kit.errors import BadContent, BadOption, Named
from spyhouse.rules.kit.meta import canonical

FORMAT = "spycon-content/1"
SLOT_NAMES = "abc"  # of a tableau [1.5]
OPEN_LIMIT = 3  # open missions of a player [C20]
LONGEST = 5  # spaces of a link [V1]
MISSION_SIZE = (2, 8)  # cities of a mission [V3]
PRINTED = (43, 5)  # missions and start missions of the box [V6]
TEMPLATE = "map.json"
DATA = cast(Folder, files(__package__).joinpath("data"))

MOST = {"cities": 60, "links": 150, "roads": 400, "missions": 150, "start_missions": 30}  # entries that a table can still overlook
MOST_SPACES = 250
MOST_STEPS = 200_000  # of looking for ways along roads
FARTHEST = 10_000  # of a city from the corner of the drawing
LARGEST = 99  # victory points of a card

SET_KEYS = ("format", "id", "title", "slot_cost", "cities", "links", "roads", "dark_map", "missions", "start_missions")
SET_NEEDED = ("format", "id", "title", "slot_cost", "cities", "missions", "start_missions")
MAP_KEYS = ("links", "roads")
COMMENT = "comment"  # may stand in every object
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
    written = _written(named) if isinstance(named, str) else canonical(named)
    cost = options["slot_cost"]
    return _content(written, options["side"], None if cost is None else tuple(cost), min(options["agents"]), len(options["agents"]))


def house() -> Content:
    """The house's own set."""
    return _content(_shipped(SETS[0]), "light", None, max(AGENTS), 2)


@lru_cache(maxsize=64)
def _content(written: str, side: str, cost: tuple[int, ...] | None, agents: int, seats: int) -> Content:
    reader = Reader(json.loads(written), "content")
    found = reader.content(side)
    if len(found.starts) < seats:  # [V3]
        raise BadContent(f"content: {seats} players need {seats} start missions, '{found.id}' has {len(found.starts)} [V3].")
    if cost is None:
        return found
    city = _stuck_city(reader.nets[side], found.cities, agents - OPEN_LIMIT * max(cost))
    if city is not None:
        why = "'slot_cost' is too dear for this map: a spy in {city} could be forced to discard [V5]. Choose lower prices."
        raise BadOption(why, city=city)
    return Content(**{**found.__dict__, "cost": cost})


def _written(name: str) -> str:
    """The document of a set by its name."""
    if name in SETS:
        return _shipped(name)
    return _on_shelf(find("connection", name, SETS[0]))


@lru_cache(maxsize=64)
def _on_shelf(folder: Folder) -> str:
    complaints = Complaints()
    document = _document(folder, complaints)
    complaints.refuse(folder.name)
    return canonical(document)


@lru_cache(maxsize=8)
def _shipped(name: str) -> str:
    return canonical(json.loads(DATA.joinpath(f"{name}.json").read_bytes()))


# -- What owners type in -----------------------------------------------------------------------------------------------


def check(folder: Folder) -> list[Complaint]:
    """All that can be said against the set in this folder, for both sides of the board, hard complaints first [V1-V8]."""
    complaints = Complaints()
    document = _document(folder, complaints)
    found = complaints.found if complaints.found else Reader(document, _file(folder).name).found
    return sorted(found, key=lambda complaint: not complaint.hard)


def hash_of(folder: Folder) -> str:
    """What tells this set from others; tables and records keep it."""
    return _hash(_document(folder, Complaints()))


def title_of(folder: Folder) -> str:
    """How a set calls itself."""
    document = _document(folder, Complaints())
    title = document.get("title") if isinstance(document, Mapping) else None
    return title if isinstance(title, str) and is_text(title) else ""


def files_of(folder: Folder) -> dict[str, bytes]:
    """The file that makes up a set, under the name that it has everywhere; whatever else lies beside it is nobody's business."""
    return {TEMPLATE: _file(folder).read_bytes()}


def _files(folder: Folder) -> list[Folder]:
    return sorted((file for file in folder.iterdir() if file.is_file() and file.name.endswith(".json")), key=lambda file: file.name)


def _file(folder: Folder) -> Folder:
    return _files(folder)[0]


def _document(folder: Folder, complaints: Complaints) -> Any:
    files = _files(folder)
    if len(files) != 1:
        reason = "a set is one JSON file, such as {example}; here are {count}."
        complaints.complain("V1", folder.name, reason, example=TEMPLATE, count=len(files))
        return None
    return complaints.document("V1", files[0])


def _hash(document: object) -> str:
    return sha256(canonical(document).encode()).hexdigest()[:16]


HELP = {
    "this file": "README.md says what every field means. A comment may stand in every object.",
    "links": "Each link lists its spaces from city a to city b. Instead of links a set may give roads: pairs of neighbours.",
    "missions": "vp: what the card is worth. extra: it brings an extra turn. D is a note of the house's own deck and may be left out.",
}


def template() -> dict[str, str]:
    """A set to begin with: the house's own map and cards, with comments."""
    document = json.loads(_shipped(SETS[0])) | {"id": "mine", "title": "My own set"}
    written = {COMMENT: HELP} | {key: document[key] for key in SET_KEYS if key in document}
    readme = DATA.joinpath("README.md").read_bytes().decode()
    return {"README.md": readme, TEMPLATE: _lines(written)}


def _lines(document: Mapping[str, Any]) -> str:
    """A document with a line for each entry of its lists: short enough to be read, long enough to be found."""
    parts: list[str] = []
    for key, value in document.items():
        text = json.dumps(value, ensure_ascii=False)
        if isinstance(value, list):
            text = "[\n" + ",\n".join(f"  {json.dumps(entry, ensure_ascii=False)}" for entry in value) + "\n ]"
        parts.append(f" {json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


# -- Reading and checking [V1-V8] --------------------------------------------------------------------------------------


class Reader(Complaints):
    """A document, as far as it could be read, and every complaint about it."""

    def __init__(self, document: object, file: str) -> None:
        super().__init__()
        self.file = file
        self.book = self._members(document, "", 0, SET_KEYS, SET_NEEDED) or {}
        if self.book:
            self._head()
        self.light, self.dark = self._costs()
        self.cities = self._cities()
        self.number = {city.id: place for place, city in enumerate(self.cities)}
        self.missions = self._missions("missions")
        self.starts = self._missions("start_missions")
        self.nets = self._nets() if self.cities else {}
        if self.is_whole:
            self._check_ids()
        if self.is_whole:
            self._check_map()
        if self.is_whole:
            self._odd_cards()
            for net in dict.fromkeys(self.nets.values()):
                self._odd_map(net)
            if self.light[0]:
                self.odd("V8", "the oldest slot of the light side costs {cost}, not 0.", cost=self.light[0])

    @property
    def is_whole(self) -> bool:
        return self.hard == 0

    def content(self, side: str) -> Content:
        """The set with the map and the prices of this side; BadContent if it cannot be played."""
        self.refuse(str(self.book.get("id", self.file)))
        if side == "dark" and self.dark is None:
            raise BadOption("The set '{id}' has no dark side: its 'slot_cost' has no 'dark'. Choose the light side.", id=self.book["id"])
        cost = self.light if side == "light" or self.dark is None else self.dark
        return _assemble(self.book, self.cities, self.nets[side], self.missions, self.starts, cost)

    def wrong(self, rule: str, part: str, row: int, reason: str, *, id: str = "", **places: Any) -> None:
        self.complain(rule, self.file, reason, part=part, row=row, id=id, **places)

    def odd(self, rule: str, reason: str, **places: Any) -> None:
        self.complain(rule, self.file, reason, hard=False, **places)

    # -- parts ---------------------------------------------------------------------------------------------------------

    def _members(self, entry: object, part: str, row: int, known: tuple[str, ...], needed: tuple[str, ...]) -> Mapping[str, Any] | None:
        """An object with these fields; None with complaints if it is none or lacks some."""
        if not isinstance(entry, Mapping):
            self.wrong("1.3", part, row, "expected an object in braces, found {found}.", found=quoted(entry))
            return None
        for key in entry:
            if key not in (*known, COMMENT):
                self.wrong("1.3", part, row, "unknown field {field}. Possible: {known}.", field=quoted(key), known=list(known))
        missing = [key for key in needed if key not in entry]
        for key in missing:
            self.wrong("1.3", part, row, "the field '{field}' is missing.", field=key)
        return None if missing else entry

    def _entries(self, part: str, value: object) -> list[Any]:
        """A list with at least one entry and not too many; empty with a complaint otherwise."""
        if not isinstance(value, list) or not value:
            self.wrong("1.3", part, 0, "expected a list with at least one entry, found {found}.", found=quoted(value))
            return []
        most = MOST[part.rpartition(" ")[2]]
        if len(value) > most:
            self.wrong("1.3", part, 0, "there are {count} entries; at most {most} can be played with.", count=len(value), most=most)
            return []
        return value

    def _head(self) -> None:
        book = self.book
        if book["format"] != FORMAT:
            self.wrong("1.3", "format", 0, "the format is {found}, expected '{format}'.", found=quoted(book["format"]), format=FORMAT)
        self._id(book["id"], "id", 0)
        self._name(book["title"], "title", 0)

    def _name(self, value: object, part: str, row: int) -> str | None:
        if not is_text(value):
            reason = "expected a text of 1 to 60 letters in one line, without < and >, found {found}."
            self.wrong("1.3", part, row, reason, found=quoted(value))
            return None
        return str(value)

    def _id(self, value: object, part: str, row: int) -> str | None:
        """An id can stand in the notation, so it has neither blanks nor colons."""
        name = self._name(value, part, row)
        if name is not None and (":" in name or len(name.split()) > 1):
            self.wrong("1.3", part, row, "the id '{found}' must have neither blanks nor colons.", found=name)
            return None
        return name

    def _whole(self, value: object, part: str, row: int, id: str, field: str, least: int, most: int) -> int | None:
        if type(value) is not int or not least <= value <= most:
            reason = "{field} must be a whole number from {least} to {most}, found {found}."
            rule = "V3" if field == "vp" else "1.3"
            self.wrong(rule, part, row, reason, id=id, field=field, least=least, most=most, found=quoted(value))
            return None
        return value

    def _costs(self) -> tuple[tuple[int, ...], tuple[int, ...] | None]:
        book = self._members(self.book.get("slot_cost"), "slot_cost", 0, ("light", "dark"), ("light",)) if self.book else None
        costs = {side: cost for side, cost in (book or {}).items() if side in ("light", "dark")}
        for side, cost in costs.items():
            if not isinstance(cost, list) or not fits_slots(cost):
                reason = "{side}: expected {slots} numbers from 0 to 4, none below the one before it, found {found}."
                self.wrong("V4", "slot_cost", 0, reason, side=side, slots=SLOTS, found=quoted(cost))
                costs = {}
                break
        light = tuple(costs.get("light", (0,) * SLOTS))
        return light, tuple(costs["dark"]) if "dark" in costs else None

    def _cities(self) -> list[City]:
        found: list[City] = []
        for row, entry in enumerate(self._entries("cities", self.book.get("cities")) if "cities" in self.book else [], 1):
            book = self._members(entry, "cities", row, CITY_KEYS, CITY_KEYS)
            if book is None:
                continue
            id, name = self._id(book["id"], "cities", row), self._name(book["name"], "cities", row)
            x, y = (self._whole(book[axis], "cities", row, str(id), axis, -FARTHEST, FARTHEST) for axis in "xy")
            if id is not None and name is not None and x is not None and y is not None:
                found.append(City(id, name, x, y))
        return found

    def _known(self, city: object, part: str, row: int, id: str) -> int | None:
        """The number of a city; nothing is said against a city whose own row could not be read."""
        if isinstance(city, str) and city in self.number:
            return self.number[city]
        if not isinstance(city, str) or all(city != entry.get("id") for entry in self._raw_cities()):
            self.wrong("V1", part, row, "there is no city {found}.", id=id, found=quoted(city))
        return None

    def _raw_cities(self) -> list[Mapping[str, Any]]:
        cities = self.book.get("cities")
        return [entry for entry in cities if isinstance(entry, Mapping)] if isinstance(cities, list) else []

    def _missions(self, part: str) -> list[Mission]:
        keys = START_KEYS if part == "start_missions" else MISSION_KEYS
        found: list[Mission] = []
        for row, entry in enumerate(self._entries(part, self.book.get(part)) if part in self.book else [], 1):
            book = self._members(entry, part, row, keys, tuple(key for key in keys if key != "D"))
            mission = book and self._mission(book, part, row)
            if mission:
                found.append(mission)
        return found

    def _mission(self, book: Mapping[str, Any], part: str, row: int) -> Mission | None:
        id = self._id(book["id"], part, row) or ""
        names = book["cities"] if isinstance(book["cities"], list) else []
        numbers = [self._known(city, part, row, id) for city in names[: MISSION_SIZE[1] + 1]]
        cities = [number for number in numbers if number is not None]
        if len(set(cities)) != len(cities) or not MISSION_SIZE[0] <= len(names) <= MISSION_SIZE[1]:
            least, most = MISSION_SIZE
            self.wrong("V3", part, row, "a mission shows {least} to {most} different cities.", id=id, least=least, most=most)
        vp = self._whole(book["vp"], part, row, id, "vp", 1, LARGEST)
        if not isinstance(book["extra"], bool):
            self.wrong("1.3", part, row, "extra must be true or false, found {found}.", id=id, found=quoted(book["extra"]))
        red = self._known(book["red"], part, row, id) if "red" in book else None
        if red is not None and red not in cities:
            self.wrong("V3", part, row, "the red city {city} is not among its cities.", id=id, city=str(book["red"]))
        return Mission(id, tuple(cities), vp or 0, bool(book["extra"]), red)

    # -- the map -------------------------------------------------------------------------------------------------------

    def _nets(self) -> dict[str, Net]:
        """The maps of both sides: the set's own, and on the dark side its `dark_map` where it has one [1.3, C49]."""
        nets = {"light": self._net(self.book, "")}
        nets["dark"] = nets["light"]
        if "dark_map" in self.book:
            book = self._members(self.book["dark_map"], "dark_map", 0, MAP_KEYS, ())
            nets["dark"] = self._net(book, "dark_map ") if book is not None else None
        return {side: net for side, net in nets.items() if net is not None}

    def _net(self, book: Mapping[str, Any], inside: str) -> Net | None:
        if ("links" in book) == ("roads" in book):
            self.wrong("1.3", inside.strip(), 0, "give either 'links' or 'roads'.")
            return None
        net = (
            self._net_of_roads(f"{inside}roads", book["roads"]) if "roads" in book else self._net_of_links(f"{inside}links", book["links"])
        )
        if net is not None and len(net.spaces) > MOST_SPACES:
            self.wrong(
                "1.3",
                inside.strip(),
                0,
                "there are {count} spaces; at most {most} can be played with.",
                count=len(net.spaces),
                most=MOST_SPACES,
            )
        return net

    def _net_of_links(self, part: str, value: object) -> Net | None:
        links = [self._link(entry, part, row) for row, entry in enumerate(self._entries(part, value), 1)]
        whole = [link for link in links if link is not None]
        if not whole or len(whole) < len(links):
            return None
        edges = frozenset(frozenset(pair) for _, a, spaces, b in whole for pair in zip((a, *spaces), (*spaces, b), strict=True))
        return Net(tuple(whole), edges)

    def _link(self, entry: object, part: str, row: int) -> tuple[str, str, tuple[str, ...], str] | None:
        book = self._members(entry, part, row, LINK_KEYS, LINK_KEYS)
        if book is None:
            return None
        id = self._id(book["id"], part, row)
        ends = [self._known(book[end], part, row, str(id)) for end in "ab"]
        if ends[0] is not None and ends[0] == ends[1]:
            self.wrong("V1", part, row, "a link joins two different cities.", id=str(id))
        spaces = book["spaces"] if isinstance(book["spaces"], list) else []
        if not 1 <= len(spaces) <= LONGEST or len(set(map(str, spaces))) != len(spaces):
            reason = "a link has 1 to {most} different spaces, found {found}."
            self.wrong("V1", part, row, reason, id=str(id), most=LONGEST, found=quoted(book["spaces"]))
        names = [self._id(space, part, row) for space in spaces[:LONGEST]]
        if id is None or None in ends or None in names:
            return None
        return id, str(book["a"]), tuple(str(name) for name in names), str(book["b"])

    def _net_of_roads(self, part: str, value: object) -> Net | None:
        """Derives the links: every simple path between two cities over spaces alone [1.3]."""
        ahead: dict[str, list[str]] = {}
        rows = self._entries(part, value)
        before = len(self.found)
        for row, road in enumerate(rows, 1):
            if not isinstance(road, list) or len(road) != 2 or not all(isinstance(node, str) for node in road) or road[0] == road[1]:
                self.wrong("V1", part, row, "a road joins two different nodes, found {found}.", found=quoted(road))
                continue
            if any(self._id(node, part, row) is None for node in road):
                continue
            if road[0] in self.number and road[1] in self.number:
                self.wrong("V1", part, row, "there must be a space between two cities, found {found}.", found=quoted(road))
            ahead.setdefault(road[0], []).append(road[1])
            ahead.setdefault(road[1], []).append(road[0])
        if not rows or len(self.found) > before:
            return None
        links = self._ways(part, ahead)
        if links is None:
            return None
        net = Net(links, frozenset(frozenset(road) for road in rows))
        for node in ahead:
            if node not in self.number and node not in net.spaces:
                reason = "the space '{space}' lies on no way of at most {most} spaces between two cities."
                self.wrong("V1", part, 0, reason, space=node, most=LONGEST)
        return net

    def _ways(self, part: str, ahead: Mapping[str, list[str]]) -> tuple[tuple[str, str, tuple[str, ...], str], ...] | None:
        """The links along roads, sorted by their ids; None with a complaint if there are too many."""
        paths: list[tuple[str, str, tuple[str, ...]]] = []
        steps = [MOST_STEPS]
        for a in sorted(self.number):
            paths += [(a, b, path) for b, path in _paths(a, [], ahead, self.number, steps) if a < b]
            if steps[0] < 0 or len(paths) > MOST["links"]:
                self.wrong("1.3", part, 0, "the roads make more than {most} links. Leave some out.", most=MOST["links"])
                return None
        links: list[tuple[str, str, tuple[str, ...], str]] = []
        for a, b, path in sorted(paths):
            twins = sum(1 for link in links if (link[1], link[3]) == (a, b))
            links.append((f"{a}{b}".lower() + f".{twins + 1}", a, path, b))
        return tuple(sorted(links))

    # -- the checks of 1.3 ---------------------------------------------------------------------------------------------

    def _check_ids(self) -> None:
        """Ids are unique, and none is used for two things [V1]."""
        for net in dict.fromkeys(self.nets.values()):
            kinds = (
                ("city", [city.id for city in self.cities]),
                ("link", [link[0] for link in net.links]),
                ("space", list(net.spaces)),
                ("mission", [mission.id for mission in self.missions]),
                ("start mission", [mission.id for mission in self.starts]),
            )
            used: dict[str, str] = {}
            for kind, ids in kinds:
                for name in ids:
                    if name in used:
                        reason = "the id '{double}' is used twice, for a {one} and for a {other}. Change one of them."
                        one, other = (Named(word.replace(" ", "_"), word) for word in (used[name], kind))
                        self.wrong("V1", "", 0, reason, double=name, one=one, other=other)
                    used[name] = kind

    def _check_map(self) -> None:
        """Every city can be reached from every other [V2], and nobody is ever forced to discard [V5, C45]."""
        sides = {"light": self.light} if self.dark is None else {"light": self.light, "dark": self.dark}
        for side, costs in sides.items():
            lost = set(self.number) - _reached(self.number, self.nets[side])
            if lost:
                first = next(city.id for city in self.cities if city.id not in lost)
                self.wrong("V2", "", 0, "no way leads from {city} to {lost}. Join them by a link.", city=first, lost=sorted(lost))
                continue
            bound = (min(AGENTS) if side == "light" else max(AGENTS)) - OPEN_LIMIT * max(costs)
            city = _stuck_city(self.nets[side], self.cities, bound)
            if city is not None:
                reason = (
                    "the shortest link of {city} costs up to twice its spaces, the {side} side leaves only {bound} agents for it. "
                    "Make it shorter, or the slots cheaper."
                )
                self.wrong("V5", "", 0, reason, city=city, side=Named(side, side), bound=bound)

    def _odd_cards(self) -> None:
        reds = [start.red for start in self.starts]
        if len(set(reds)) != len(reds):
            self.odd("V6", "two start missions have the same red city.")
        shown: dict[frozenset[int], str] = {}
        for mission in self.missions:
            other = shown.setdefault(frozenset(mission.cities), mission.id)
            if other != mission.id:
                self.odd("V6", "{one} and {other} show the same cities.", one=other, other=mission.id)
        missions, starts = PRINTED
        if (len(self.missions), len(self.starts)) != PRINTED:
            reason = "{missions} missions and {starts} start missions; the box has {printed} and {printed_starts}."
            self.odd("V6", reason, missions=len(self.missions), starts=len(self.starts), printed=missions, printed_starts=starts)

    def _odd_map(self, net: Net) -> None:
        at = {city.id: (city.x, city.y) for city in self.cities}
        for one, two in combinations(net.links, 2):
            ends = {one[1], one[3], two[1], two[3]}
            if len(ends) == 4 and _cross(at[one[1]], at[one[3]], at[two[1]], at[two[3]]):
                self.odd("V7", "the links {one} and {other} cross in the drawing.", one=one[0], other=two[0])
        for city in self.cities:
            if sum(1 for link in net.links if city.id in (link[1], link[3])) < 2:
                self.odd("V7", "{city} is a dead end: it has one link.", city=city.id)
            rest = set(at) - {city.id}
            if rest - _reached(rest, net):
                self.odd("V7", "without {city} the map falls apart.", city=city.id)


def _paths(
    node: str, spaces: list[str], ahead: Mapping[str, list[str]], cities: Mapping[str, int], steps: list[int]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The ways from a node to other cities; `steps` holds how many may still be taken."""
    for other in dict.fromkeys(ahead.get(node, ())):
        steps[0] -= 1
        if steps[0] < 0:
            return
        if other in cities:
            yield other, tuple(spaces)
        elif other not in spaces and len(spaces) < LONGEST:
            yield from _paths(other, [*spaces, other], ahead, cities, steps)


def _reached(cities: Iterable[str], net: Net) -> set[str]:
    """The cities joined by links to the first of these, over these alone."""
    allowed = set(cities)
    reached = set(sorted(allowed)[:1])
    while True:
        more = {end for _, a, _, b in net.links for end in (a, b) if a in allowed and b in allowed and (a in reached or b in reached)}
        if more <= reached:
            return reached
        reached |= more


def _stuck_city(net: Net, cities: Iterable[City], supply: int) -> str | None:
    """A city where this supply may not pay the shortest link even at double price."""
    for city in cities:
        shortest = min((len(link[2]) for link in net.links if city.id in (link[1], link[3])), default=0)
        if 2 * shortest > supply:
            return city.id
    return None


def _cross(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int], d: tuple[int, int]) -> bool:
    """Whether the straight lines a-b and c-d cross."""
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


# -- The set in play ---------------------------------------------------------------------------------------------------


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
        _hash(book),
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
