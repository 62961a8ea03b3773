"""Content sets: the format of 1.3, its checks V1-V8, roads, a second map, and what owners type in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import pytest

import spyhouse
from spyhouse import words
from spyhouse.rules.connection import pieces
from spyhouse.rules.connection.engine import State
from spyhouse.rules.kit import content
from spyhouse.rules.kit.errors import BadContent, BadOption
from tests.rules.connection.builders import ROOM, TRI, legal, names, play

EUROPA: dict[str, Any] = json.loads((Path(pieces.__file__).parent / "data/europa.json").read_text(encoding="utf-8"))
ROADS = [["A", "j"], ["j", "B"], ["j", "C"]]


def changed(**members: Any) -> dict[str, Any]:
    """The house's own set with other members; None takes one out."""
    book = json.loads(json.dumps(EUROPA)) | members
    return {name: value for name, value in book.items() if value is not None}


def with_row(member: str, row: int, **fields: Any) -> dict[str, Any]:
    book = changed()
    book[member][row] |= fields
    book[member][row] = {name: value for name, value in book[member][row].items() if value is not None}
    return book


def triangle(**members: Any) -> dict[str, Any]:
    book = json.loads(json.dumps(TRI)) | members
    return {name: value for name, value in book.items() if value is not None}


def read(book: object, side: str = "light") -> pieces.Content:
    return pieces.Reader(book, "set.json").content(side)


def complaints(book: object) -> list[str]:
    return [str(complaint) for complaint in pieces.Reader(book, "set.json").found if not complaint.hard]


def test_the_house_map_is_without_complaint() -> None:
    """[1.4] 12 cities, 20 links, 41 spaces, one fork, no junction."""
    found = read(EUROPA)

    assert pieces.Reader(EUROPA, "europa.json").found == []
    assert (len(found.cities), len(found.links), len(found.spaces), len(found.missions), len(found.starts)) == (12, 20, 41, 43, 5)
    assert found.junctions == ()
    assert found.cost == (0, 1, 2, 2)
    assert read(EUROPA, "dark").cost == (1, 2, 3, 3)


def test_points_follow_the_formula_of_the_house_deck() -> None:
    """[1.4] VP = floor((D + n) / 2) - 1, one less with the symbol, one less for a start mission, clamped to 2..8."""
    for member, less in (("missions", 0), ("start_missions", 1)):
        for row in EUROPA[member]:
            points = (row["D"] + len(row["cities"])) // 2 - 1 - row["extra"]
            assert row["vp"] == max(2, min(8, points)) - less


BAD: list[tuple[str, object, str]] = [
    ("no object", [], r"set.json: expected an object"),
    ("a strange field", changed(colour="red"), r"unknown field \"colour\""),
    ("no title", changed(title=None), r"the field 'title' is missing"),
    ("a title that is no text", changed(title=7), r"title: expected a text .*, found 7"),
    ("another format", changed(format="spycon-content/9"), r"the format is \"spycon-content/9\", expected 'spycon-content/1'"),
    ("no cities", changed(cities=[]), r"cities: expected a list with at least one entry"),
    ("a city without a name", with_row("cities", 0, name=None), r"cities, row 1: the field 'name' is missing"),
    (
        "a place that is no number",
        with_row("cities", 1, x="far"),
        r"cities, row 2 \(PAR\): x must be a whole number from -10000 to 10000, found \"far\"",
    ),
    ("an id with a blank", with_row("cities", 1, id="SAN MARINO"), r"neither blanks nor colons"),
    ("an id with a colon", with_row("links", 1, id="a:b"), r"neither blanks nor colons"),
    ("an unknown end", with_row("links", 0, a="OSL"), r"links, row 1 \(lonpar\): there is no city \"OSL\". \[V1\]"),
    ("a loop", with_row("links", 0, a="PAR"), r"joins two different cities. \[V1\]"),
    ("no spaces", with_row("links", 0, spaces=[]), r"links, row 1 \(lonpar\): a link has 1 to 5 different spaces, found \[\]"),
    ("too many spaces", with_row("links", 0, spaces=list("uvwxyz")), r"1 to 5 different spaces, found .* \[V1\]"),
    ("a space twice", with_row("links", 0, spaces=["u", "u"]), r"1 to 5 different spaces, found .* \[V1\]"),
    ("an id for two things", with_row("links", 0, id="m01"), r"the id 'm01' is used twice, for a link and for a mission. .*\[V1\]"),
    ("a city twice", with_row("cities", 1, id="LON"), r"there is no city \"PAR\". \[V1\]|used twice"),
    ("neither links nor roads", changed(links=None), r"give either 'links' or 'roads'"),
    ("links and roads", changed(roads=ROADS), r"give either 'links' or 'roads'"),
    ("a torn map", changed(links=EUROPA["links"][2:]), r"no way leads from LON to .*PAR.* \[V2\]|\[V2\]"),
    (
        "one city on a mission",
        with_row("missions", 0, cities=["LON"]),
        r"missions, row 1 \(m01\): a mission shows 2 to 8 different cities. \[V3\]",
    ),
    ("a city twice on a mission", with_row("missions", 0, cities=["LON", "LON"]), r"different cities. \[V3\]"),
    ("an unknown city", with_row("missions", 0, cities=["LON", "OSL"]), r"there is no city \"OSL\". \[V1\]"),
    ("no points", with_row("missions", 0, vp=0), r"vp must be a whole number from 1 to 99, found 0. \[V3\]"),
    ("a strange symbol", with_row("missions", 0, extra="yes"), r"extra must be true or false, found \"yes\""),
    (
        "a red city elsewhere",
        with_row("start_missions", 0, red="ROM"),
        r"start_missions, row 1 \(s1\): the red city ROM is not among its cities. \[V3\]",
    ),
    ("three slots", changed(slot_cost={"light": [0, 1, 2]}), r"slot_cost: light: expected 4 numbers .* \[V4\]"),
    ("falling costs", changed(slot_cost={"light": [0, 2, 1, 2]}), r"none below the one before it, found \[0, 2, 1, 2\]. \[V4\]"),
    (
        "dear slots",
        changed(slot_cost={"light": [0, 4, 4, 4]}),
        r"the shortest link of LON .* the light side leaves only 2 agents for it. .*\[V5\]",
    ),
    (
        "a dear dark side",
        changed(slot_cost={"light": [0, 1, 2, 2], "dark": [4, 4, 4, 4]}),
        r"the dark side leaves only 3 agents for it. .*\[V5\]",
    ),
    ("a road that is none", triangle(links=None, roads=[["A"]]), r"roads, row 1: a road joins two different nodes"),
    ("a road to itself", triangle(links=None, roads=[["A", "A"]]), r"roads, row 1: a road joins two different nodes"),
    (
        "a road without a space",
        triangle(links=None, roads=[*ROADS, ["A", "B"]]),
        r"roads, row 4: there must be a space between two cities, .* \[V1\]",
    ),
    ("a blind road", triangle(links=None, roads=[*ROADS, ["A", "k"]]), r"the space 'k' lies on no way of at most 5 spaces .* \[V1\]"),
]


@pytest.mark.parametrize(("book", "why"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_a_set_that_cannot_be_played_is_refused_with_place_and_reason(book: object, why: str) -> None:
    """V1-V5: errors."""
    with pytest.raises(BadContent, match=why):
        read(book)


def test_odd_sets_are_playable_and_complained_about() -> None:
    """V6-V8: remarks."""
    same_red = with_row("start_missions", 1, red="BER")
    same_red["start_missions"][4] |= {"red": "BER"}
    assert complaints(same_red) == ["set.json: two start missions have the same red city. [V6]"]
    assert complaints(with_row("missions", 1, cities=["HEL", "MOS"])) == ["set.json: m01 and m02 show the same cities. [V6]"]
    assert complaints(changed(missions=EUROPA["missions"][:40])) == [
        "set.json: 40 missions and 5 start missions; the box has 43 and 5. [V6]"
    ]
    assert "set.json: the links parmad and madrom cross in the drawing. [V7]" not in complaints(changed())
    assert complaints(with_row("cities", 0, x=700, y=440)) != []
    assert complaints(changed(slot_cost={"light": [1, 1, 2, 2]})) == ["set.json: the oldest slot of the light side costs 1, not 0. [V8]"]


def test_dead_ends_and_cut_points_are_complained_about() -> None:
    """[V7] without lonber London hangs on Paris."""
    odd = complaints(changed(links=[link for link in EUROPA["links"] if link["id"] != "lonber"]))

    assert odd == ["set.json: LON is a dead end: it has one link. [V7]", "set.json: without PAR the map falls apart. [V7]"]


def test_crossing_links_are_complained_about() -> None:
    """[V7] Warsaw drawn far in the west."""
    assert any("cross in the drawing" in line for line in complaints(with_row("cities", 6, x=100, y=100)))


# -- Forks and junctions, roads, a second map ------------------------------------------------------------------------------


def test_a_fork_is_no_junction() -> None:
    """[C30, 1.3] channel is a fork; a space in the middle, or alone on its link, is a junction."""
    assert read(triangle()).junctions == ("j",)
    assert read(EUROPA).junctions == ()
    backwards = [{"id": "ab", "a": "B", "spaces": ["b", "f"], "b": "A"}, {"id": "ac", "a": "A", "spaces": ["f", "c"], "b": "C"}]
    assert read(triangle(links=backwards)).junctions == ()


def test_roads_give_links_by_themselves() -> None:
    """[1.3] every way between two cities over spaces alone, named after its ends."""
    found = read(triangle(links=None, roads=ROADS))

    assert [link.id for link in found.links] == ["ab.1", "ac.1", "bc.1"]
    assert [(link.a, link.spaces, link.b) for link in found.links] == [(0, (0,), 1), (0, (0,), 2), (1, (0,), 2)]
    assert found.near == (frozenset({0, 1, 2}),)
    assert found.junctions == ("j",)


def test_parallel_roads_are_numbered_and_long_ways_left_out() -> None:
    """[1.3] two ways from A to B, one of them over C's space; six spaces are too many."""
    two = [["A", "s"], ["s", "B"], ["A", "t"], ["t", "B"], ["B", "u"], ["u", "C"]]
    chain = [["A", "v1"], ["v1", "v2"], ["v2", "v3"], ["v3", "v4"], ["v4", "v5"], ["v5", "C"], ["v3", "C"]]
    found = read(triangle(links=None, roads=[*two, *chain]))

    assert [link.id for link in found.links] == ["ab.1", "ab.2", "ac.1", "ac.2", "bc.1"]
    assert [found.spaces[space] for space in found.links[1].spaces] == ["t"]
    assert max(len(link.spaces) for link in found.links) == 5


def test_a_dark_map_replaces_the_links_on_the_dark_side_only() -> None:
    """[C49, 1.3] action numbers come from the map in use."""
    book = triangle(
        slot_cost={"light": [0, 1, 2, 2], "dark": [1, 2, 3, 3]}, dark_map={"roads": [["A", "p"], ["p", "B"], ["B", "q"], ["q", "C"]]}
    )

    assert [link.id for link in read(book).links] == ["ab", "ac", "bc"]
    assert [link.id for link in read(book, "dark").links] == ["ab.1", "bc.1"]
    assert ROOM.actions({"content": book}).size + 0 == 1 + 9 + 3 + 4 + 3 + 3 + 3 + 2 + 3
    assert ROOM.actions({"content": book, "side": "dark"}).size == 2 + 9 + 3 + 4 + 3 + 2 + 3 + 2 + 3
    with pytest.raises(BadContent, match=r"dark_map: unknown field \"cities\""):
        read(book | {"dark_map": {"cities": []}})
    with pytest.raises(BadContent, match=r"\[V2\]"):
        read(book | {"dark_map": {"roads": [["A", "p"], ["p", "B"]]}}, "dark")


def test_a_set_without_a_dark_side_refuses_it() -> None:
    """[1.3] slot_cost.dark may be missing."""
    with pytest.raises(BadOption, match="The set 'tri' has no dark side"):
        ROOM.terms(2, {"content": TRI, "side": "dark"})


# -- Options that meet the content -----------------------------------------------------------------------------------------


def test_there_must_be_a_start_mission_for_each_player() -> None:
    """[V3] tri has three."""
    assert ROOM.start(3, seed=1, options={"content": TRI}).seats == 3
    with pytest.raises(BadContent, match=r"4 players need 4 start missions, 'tri' has 3 \[V3\]"):
        ROOM.terms(4, {"content": TRI})


def test_slot_costs_may_be_overridden_as_far_as_nobody_is_stuck() -> None:
    """[V4, V5] 3 is the dearest for 14 agents on the house's map."""
    state = cast(State, ROOM.start(2, seed=1, options={"slot_cost": "0,0,3,3"}))
    assert state.setting.cost == [0, 0, 3, 3]
    with pytest.raises(BadOption, match=r"'slot_cost' is too dear for this map: a spy in LON"):
        ROOM.terms(2, {"slot_cost": [0, 0, 4, 4]})
    for wrong in ("1,0,0,0", [0, 0, 0], [0, 0, 0, 5], 7, "a"):
        with pytest.raises(BadOption, match="Option 'slot_cost' cannot be"):
            ROOM.terms(2, {"slot_cost": wrong})
    assert ROOM.terms(2, {"slot_cost": "none"}).options["slot_cost"] is None


def test_a_set_can_be_given_as_a_document_or_its_text() -> None:
    """[1.3] owners play their own box; views and records carry it along."""
    state = cast(State, ROOM.start(2, seed=5, options={"content": json.dumps(TRI), "max_turns": 4}, story=True))
    assert state.setting.content_id == "tri"
    assert spyhouse.game("connection").view(bytes(state.view(0))) == state.view(0)
    while state.to_act():
        play(state, min(legal(state)))
    assert names(state.setting.card_ids, state.completed[0]) is not None
    with pytest.raises(BadOption, match=r"Option 'content' cannot be 'atlantis': no pieces are called so. Possible: europa"):
        ROOM.terms(2, {"content": "atlantis"})
    for path in ("../europa", "/etc/passwd", "map.json", 7):
        with pytest.raises(BadOption, match="Option 'content' cannot be"):
            ROOM.terms(2, {"content": path})


# -- What owners type in ---------------------------------------------------------------------------------------------------


def test_a_template_is_the_houses_own_map_and_checks_out(tmp_path: Path) -> None:
    """A set to begin with, under a name of its own."""
    for name, text in pieces.template().items():
        (tmp_path / name).write_text(text, encoding="utf-8")

    assert pieces.check(tmp_path) == []
    assert json.loads((tmp_path / "map.json").read_text(encoding="utf-8"))["id"] == "mine"


def test_a_folder_is_checked_for_both_sides(tmp_path: Path) -> None:
    """[V5, V7] each complaint once."""
    book = changed(links=[link for link in EUROPA["links"] if link["id"] != "lonber"])
    (tmp_path / "map.json").write_text(json.dumps(book), encoding="utf-8")
    complaints = pieces.check(tmp_path)
    assert len(complaints) == 2
    assert {(complaint.file, complaint.rule, complaint.hard) for complaint in complaints} == {("map.json", "V7", False)}

    light = triangle()
    (tmp_path / "map.json").write_text(json.dumps(light), encoding="utf-8")
    assert pieces.check(tmp_path) != []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "here are 0"),
        ("{", "line 1, column 2 is not JSON"),
        ("[]", "expected an object"),
    ],
)
def test_a_folder_without_one_readable_file_is_refused(tmp_path: Path, text: str | None, says: str) -> None:
    """[V1] Errors name the file."""
    if text is not None:
        (tmp_path / "a.json").write_text(text, encoding="utf-8")
    (complaint,) = pieces.check(tmp_path)
    assert complaint.hard
    assert says in str(complaint)
    assert complaint.file == (tmp_path.name if text is None else "a.json")


def test_a_hard_complaint_names_its_rule(tmp_path: Path) -> None:
    """[V3] a mission with one city."""
    book = changed(missions=[{**EUROPA["missions"][0], "cities": EUROPA["missions"][0]["cities"][:1]}, *EUROPA["missions"][1:]])
    (tmp_path / "map.json").write_text(json.dumps(book), encoding="utf-8")
    (complaint,) = pieces.check(tmp_path)
    assert complaint.hard
    assert complaint.rule == "V3"


def test_every_fault_is_named_at_once(tmp_path: Path) -> None:
    """D33: in whatever list and row."""
    book = with_row("cities", 1, x="far")
    book["missions"][2]["vp"] = 0
    book["missions"][4]["cities"] = ["LON", "OSL"]
    book["start_missions"][0]["red"] = "ROM"
    book["links"][0]["spaces"] = []
    book["slot_cost"]["light"] = [0, 2, 1, 2]
    book["colour"] = "red"
    (tmp_path / "map.json").write_text(json.dumps(book), encoding="utf-8")
    places = {(complaint.part, complaint.row) for complaint in pieces.check(tmp_path) if complaint.hard}
    assert places == {("", 0), ("cities", 2), ("missions", 3), ("missions", 5), ("start_missions", 1), ("links", 1), ("slot_cost", 0)}


def test_far_too_much_of_anything_is_refused() -> None:
    """Roads with ways without number, cities without number: said in no time."""
    clique = [[f"s{one}", f"s{two}"] for one in range(28) for two in range(one)]
    for book, why in (
        (triangle(links=None, roads=[["A", "s0"], ["B", "s1"], ["C", "s2"], *clique]), "more than 150 links"),
        (changed(cities=EUROPA["cities"] * 10), "there are 120 entries; at most 60"),
        (changed(missions=EUROPA["missions"] * 100), "at most 150"),
    ):
        assert any(why in str(complaint) for complaint in pieces.Reader(book, "set.json").found)


@pytest.mark.parametrize("name", ["<agent>", "a\nb", "x" * 61])
def test_a_name_that_would_break_a_line_is_refused(name: str) -> None:
    """Names are shown as they are; so they must be texts that can be shown."""
    with pytest.raises(BadContent, match="cities, row 1: expected a text of 1 to 60 letters"):
        read(with_row("cities", 0, name=name))


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_own_cities_are_called_by_their_own_names(language: str) -> None:
    """B12: the ids are the house's, the names are not; cards, links and spaces follow."""
    book = changed(cities=[{**city, "name": f"Own {city['id']}"} for city in EUROPA["cities"]])
    book["missions"][0]["cities"] = ["LON", "ATH"]
    usual = words.load(language, "connection")
    said = usual.knowing(ROOM.show(ROOM.start(2, seed=1, options={"content": book}).view(0))["words"])
    assert said.say("card.m01") == "Own LON, Own ATH"
    assert said.say("link.lonpar") == "Own LON-Own PAR"
    assert said.say("space.channel") == "Own LON-Own PAR 1 / Own LON-Own BER 1"
    houses = {usual.say(key) for key in usual.catalogue if key.startswith("city.")}
    for key in usual.catalogue:
        if key.startswith(("city.", "card.", "card/quoted.", "link.", "space.")):
            assert not [name for name in houses if name in said.say(key)], key


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_a_copy_of_the_houses_set_is_said_in_the_players_language(language: str) -> None:
    """Cards, links and spaces are made of the cities' names, as the catalogue has them."""
    usual = words.load(language, "connection")
    said = usual.knowing(ROOM.show(ROOM.start(2, seed=1, options={"content": changed(id="mine")}).view(0))["words"])
    for key in usual.catalogue:
        if key.startswith(("city.", "card.", "card/quoted.", "link.", "space.")):
            assert said.say(key) == usual.say(key), key
    assert ROOM.show(ROOM.start(2, seed=1).view(0))["words"] == {}


def test_every_field_is_explained_in_the_template() -> None:
    """D33: what the checker knows, the README beside the file explains."""
    text = pieces.template()["README.md"]
    known = {*pieces.SET_KEYS, *pieces.CITY_KEYS, *pieces.LINK_KEYS, *pieces.START_KEYS, pieces.COMMENT}
    assert not {name for name in known if f"`{name}`" not in text}
    assert "comment" in json.loads(pieces.template()["map.json"])


def test_a_set_lies_on_a_shelf_like_all_others(tmp_path: Path) -> None:
    """A folder with one file, named by the option."""
    home = tmp_path / "connection" / "mine"
    home.mkdir(parents=True)
    for name, text in pieces.template().items():
        (home / name).write_text(text, encoding="utf-8")
    before = list(content.SHELVES)
    content.add_shelf(tmp_path)
    try:
        assert ROOM.terms(2, {"content": "mine"}).content.title == "My own set"
        assert pieces.title_of(home) == "My own set"
        assert ROOM.terms(2, {"content": "mine"}).content.hash == pieces.hash_of(home)
    finally:
        content.SHELVES[:] = before


def test_rows_that_cannot_be_read_are_named_and_passed_over(tmp_path: Path) -> None:
    """A mission, a link and a road that are none; more spaces than a table can overlook."""
    book = changed()
    book["missions"][0], book["links"][0] = 7, 7
    found = [str(complaint) for complaint in pieces.Reader(book, "set.json").found]
    assert "set.json, missions, row 1: expected an object in braces, found 7. [1.3]" in found
    assert "set.json, links, row 1: expected an object in braces, found 7. [1.3]" in found
    roads = pieces.Reader(triangle(links=None, roads=[*ROADS, ["A", "x y"]]), "set.json").found
    assert any("roads, row 4: the id 'x y' must have neither blanks nor colons." in str(complaint) for complaint in roads)
    wide = [{"id": f"l{n}", "a": "A", "spaces": [f"s{n}.{k}" for k in range(5)], "b": "B"} for n in range(60)]
    assert any("there are 300 spaces; at most 250" in str(one) for one in pieces.Reader(triangle(links=wide), "set.json").found)
    (tmp_path / "own.json").write_text(json.dumps(EUROPA), encoding="utf-8")
    assert list(pieces.files_of(tmp_path)) == ["map.json"]
