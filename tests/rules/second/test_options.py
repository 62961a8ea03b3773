"""Every option of 1.4 and every variant of part 5: what it changes, and what it cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from spyhouse import BadOption, IllegalMove, words
from spyhouse.rules.kit.options import Choice
from spyhouse.rules.second import story
from spyhouse.server.rulebook import rulebook
from tests.rules.second.build import (
    PLAIN,
    ROOM,
    board,
    card,
    facts,
    golden,
    last_mission,
    legal,
    play,
    play_defaults,
    points,
    position,
    scored,
    start,
    written,
)

# -- Variants (part 5) -------------------------------------------------------------------------------------------------


def test_safe_house_gives_a_tenth_token_and_cube() -> None:
    """Part 5, Safe House: ten mission tokens and ten spy cubes each; the card is unchanged. The advice for beginners [S7]."""
    table = start(safe_house=True)

    assert board(table, "g") == board(table, "o") == "00000/00000/10/10"
    assert len(legal(table)) == 15


def test_random_diplomacy_draws_all_eight_tokens() -> None:
    """Part 5, Random Diplomacy: eight tokens of one department are possible."""
    assert written(start("AAAAAAAA", random_diplomacy=True)).startswith("AAAAAAAA 01101110 -,m,-")


def test_cold_war_starts_all_three_at_the_bottom() -> None:
    """Part 5, Cold War: start points 0, 0, 0."""
    assert points(start(cold_war=True)) == "0.0.0"


@pytest.mark.parametrize(
    ("choice", "track"), [("off", "01101110"), ("4", "01111110"), ("8", "01101111"), ("both", "01111111"), (True, "01111111")]
)
def test_double_double_agent_puts_more_cubes_on_the_track(choice: object, track: str) -> None:
    """Part 5, Double Double Agent: a cube on slot 4, slot 8 or both; plain `true` means both (A6)."""
    assert written(start(double_double_agent=choice)).split()[1] == track


@pytest.mark.parametrize(
    ("variant", "name", "agreeing", "contrary"),
    [
        ({"safe_house": True}, "tokens_per_player", 10, 9),
        ({"safe_house": True}, "cubes_per_player", 10, 11),
        ({"random_diplomacy": True}, "guarantee_each_dept", False, True),
        ({"cold_war": True}, "start_points", {"g": 0, "o": 0, "d": 0}, {"g": 2, "o": 2, "d": 0}),
        ({"double_double_agent": "4"}, "da_slots", [1, 2, 3, 4, 5, 6, 7], [1, 2, 3, 5, 6, 7]),
        ({"double_double_agent": "both"}, "da_slots", [8, 7, 6, 5, 4, 3, 2, 1], []),
    ],
)
def test_a_variant_and_a_contrary_value_are_refused(variant: dict[str, object], name: str, agreeing: object, contrary: object) -> None:
    """Part 5: a variant only sets values; together with a contrary explicit value it is refused, with the same one it is fine."""
    assert ROOM.terms(options=variant | {name: agreeing}).options == ROOM.terms(options=variant).options

    with pytest.raises(BadOption) as refused:
        ROOM.terms(options=variant | {name: contrary})
    assert next(iter(variant)) in str(refused.value)
    assert name in str(refused.value)


def test_a_variant_that_is_off_leaves_its_values_alone() -> None:
    """Part 5: house values without the variant are accepted."""
    options = ROOM.terms(options={"safe_house": False, "tokens_per_player": 12, "da_slots": [4]}).options

    assert options["tokens_per_player"] == 12
    assert options["da_slots"] == [4]


# -- Readings and house options (1.4) ----------------------------------------------------------------------------------


def test_the_options_are_those_of_the_document_and_their_defaults() -> None:
    """1.4: names and defaults of the configuration object."""
    defaults = {option.name: option.default for option in ROOM.options if option.edition != "variant"}

    assert defaults == {
        "layout": "standard7",
        "start_points": {"g": 2, "o": 2, "d": 0},
        "tokens_per_player": 9,
        "cubes_per_player": 9,
        "da_slots": [1, 2, 3, 5, 6, 7],
        "token_pool_per_dept": 8,
        "guarantee_each_dept": True,
        "spy_ops": "chooser",
        "tie_for_first": "dense",
        "dual_pair_rule": "different_types",
        "regroup_same_round": True,
        "assess_after_round1": True,
        "tracker_top": None,
        "mission_cost": {"C": 1, "X": 2},
        "dept_points": {"first": 3, "second": 1, "draw": 1},
        "both_lose_utility": -1,
    }
    assert ROOM.terms().options == {option.name: option.default for option in ROOM.options}


def test_layout_wide_has_two_slots_for_every_mission() -> None:
    """1.3: `wide` has ten slots in each area; by default its Duals still take two different missions (A14)."""
    table = position(green=card(used="sG sC sX dG dC dX"), layout="wide")

    assert len(legal(table)) == 15
    assert ROOM.actions({"layout": "wide"}).size == 94


def test_dual_pair_rule_allows_equal_pairs_where_two_slots_are_free() -> None:
    """1.4: `only_SS_RR_forbidden` adds Dual GG, CC, XX on the wide card (actions 94 to 96); SS and RR stay forbidden [S17]."""
    table = start(layout="wide", dual_pair_rule="only_SS_RR_forbidden")

    assert len(legal(table)) == 18
    assert {"d:GG", "d:CC", "d:XX"} < legal(table)
    assert ROOM.actions({"dual_pair_rule": "only_SS_RR_forbidden"}).names[94:] == ("d:GG", "d:CC", "d:XX")
    with pytest.raises(IllegalMove, match=r"\[S17\]"):
        ROOM.parse(table, 0, "d:SS")


def test_dual_pair_rule_changes_nothing_on_the_standard_card() -> None:
    """1.4: with `standard7` both values are the same: no mission but S and R has two Dual slots."""
    assert legal(start(dual_pair_rule="only_SS_RR_forbidden")) == legal(start())


def test_an_equal_pair_is_executed_twice() -> None:
    """4.1: both tokens of a Dual GG carry the same letter; the second one may take the first one's token [S37]."""
    options: dict[str, Any] = {"layout": "wide", "dual_pair_rule": "only_SS_RR_forbidden"}
    table = position(nuke="0.0.2", green=card(pending="d:GG"), orange=card(pending="s:S"), **options)
    assert legal(table) == {"G:I"}

    play(table, "G:I")
    assert board(table, "g") == "00000/00200/7/8*dG!G"
    assert legal(table) == {"G:I", "G:U+dG"}

    play(table, "G:U+dG")
    assert board(table, "g") == "00000/00100/8/8"


def test_an_equal_pair_without_regroup_in_the_same_round() -> None:
    """S37: with `regroup_same_round=false` the second of a Dual GG cannot take the first one's token."""
    options: dict[str, Any] = {"layout": "wide", "dual_pair_rule": "only_SS_RR_forbidden", "regroup_same_round": False}
    table = position(nuke="0.0.2", green=card(pending="d:GG"), orange=card(pending="s:S"), **options)

    assert legal(play(table, "G:I")) == {"G:I"}


def test_a_dual_switch_token_of_an_earlier_round_may_be_taken_in_any_case() -> None:
    """S37: `regroup_same_round=false` protects only the token of this round's partner, not an older one on the other slot."""
    table = position(
        nuke="1.0.1", nano="0.1.0", green=card(used="dS", pending="d:SG"), orange=card(pending="s:S"), regroup_same_round=False
    )

    assert legal(play(table, "S:I")) == {"G:U+dS", "G:I"}


def test_start_points_set_the_markers() -> None:
    """1.3: any triple; a name left out keeps its default [S1]."""
    assert points(start(start_points={"g": 5, "o": 3, "d": 1})) == "5.3.1"
    assert points(start(start_points={"d": 4})) == "2.2.4"


def test_tokens_and_cubes_per_player_are_counted_apart() -> None:
    """1.4: tokens 3, cubes 1: an Infiltrate without cubes only turns the token [S40]."""
    table = start(tokens_per_player=3, cubes_per_player=1)
    assert board(table, "g") == "00000/00000/3/1"

    play_defaults(table)
    assert board(table, "g") == "21000/00000/0/0"
    assert table.outcome() is not None


def test_a_game_without_tokens_is_over_at_once() -> None:
    """S23: nobody can ever select; eight rounds resolve by themselves and the start is the result."""
    table = start(tokens_per_player=0)

    assert table.to_act() == []
    assert points(table) == "2.2.0"  # every double agent has entered a closed department
    assert facts(table, story.Skip)[:4] == [story.Skip(seat) for seat in (0, 1, 1, 0)]  # level: the Briefcase goes to and fro


def test_da_slots_say_when_double_agents_come() -> None:
    """1.4: any set of rounds, also none [S2]."""
    assert written(start(da_slots=[8, 1])).split()[1] == "00000001"
    assert sum(play_defaults(start(da_slots=[])).spying[2::3]) == 0


def test_guarantee_each_dept_may_be_switched_off_by_itself() -> None:
    """1.4: what Random Diplomacy sets, as a house option."""
    assert written(start("UUUUUUUU", guarantee_each_dept=False)).split()[2] == "m,-,-"


def test_tracker_top_loses_what_lies_beyond() -> None:
    """S45: the marker moves up at most to `tracker_top` (A20)."""
    pieces: dict[str, Any] = {"ministers": "m,m,-", "bio": "1.0.0", "points": "4.4.0"}

    assert points(play(last_mission(**pieces), "S:I")) == "7.4.0"
    assert points(play(last_mission(**pieces, tracker_top=6), "S:I")) == "6.4.0"


def test_mission_cost_is_what_crisis_and_assassinate_cost() -> None:
    """S34, S35: `mission_cost` C 0, X 3."""
    free = position(points="0.0.0", green=card(pending="s:C"), mission_cost={"C": 0, "X": 3})
    dear = position(points="3.0.0", green=card(pending="s:X"), orange=card(pending="s:S"), mission_cost={"X": 3})

    assert legal(free) == {"C:U", "C:A", "C:B", "C:I"}
    assert points(play(dear, "X:U")) == "0.0.0"


def test_dept_points_are_what_departments_pay() -> None:
    """S43: first 5, second 2, draw 4."""
    pays = {"first": 5, "second": 2, "draw": 4}

    assert scored(play(last_mission(ministers="m,m,-", bio="3.2.2", dept_points=pays), "S:I")) == {"g": 5, "o": 2, "d": 2}
    assert scored(play(last_mission(ministers="m,m,-", bio="3.3.1", dept_points=pays), "S:I")) == {"g": 4, "o": 4, "d": 0}


@pytest.mark.parametrize("spy_ops", ["chooser", "first_player", "second_player"])
def test_spy_ops_is_kept_in_the_terms(spy_ops: str) -> None:
    """A1: the three readings; what they do is tested with S13 to S15."""
    assert ROOM.terms(options={"spy_ops": spy_ops}).options["spy_ops"] == spy_ops


BAD_VALUES: list[tuple[str, object]] = [
    ("safe_house", "maybe"),
    ("random_diplomacy", 2),
    ("cold_war", None),
    ("double_double_agent", "6"),
    ("double_double_agent", 5),
    ("spy_ops", "third_player"),
    ("spy_ops", True),
    ("tie_for_first", "sparse"),
    ("dual_pair_rule", ""),
    ("regroup_same_round", "perhaps"),
    ("assess_after_round1", 0.5),
    ("layout", "narrow"),
    ("start_points", {"g": -1}),
    ("start_points", {"g": 46}),
    ("start_points", {"x": 2}),
    ("start_points", {"g": True}),
    ("start_points", {"g": "2"}),
    ("start_points", [2, 2, 0]),
    ("tokens_per_player", -1),
    ("tokens_per_player", 21),
    ("tokens_per_player", True),
    ("cubes_per_player", "many"),
    ("cubes_per_player", 9.0),
    ("da_slots", [0]),
    ("da_slots", [9]),
    ("da_slots", [1, 1]),
    ("da_slots", [True]),
    ("da_slots", [[1]]),
    ("da_slots", 4),
    ("token_pool_per_dept", 2),
    ("token_pool_per_dept", None),
    ("guarantee_each_dept", "x"),
    ("tracker_top", -1),
    ("tracker_top", "roof"),
    ("mission_cost", {"S": 1}),
    ("mission_cost", {"C": 10}),
    ("dept_points", {"third": 1}),
    ("dept_points", "first=x"),
    ("both_lose_utility", 1),
    ("both_lose_utility", -2),
]


@pytest.mark.parametrize(("name", "value"), BAD_VALUES)
def test_an_impossible_value_is_a_clear_error(name: str, value: object) -> None:
    """1.4: one line that names the option, the value and what is possible."""
    with pytest.raises(BadOption, match=f"Option '{name}' cannot be .*Possible: ") as refused:
        ROOM.terms(options={name: value})
    assert "\n" not in str(refused.value)


def test_every_option_has_a_bad_value_in_the_list() -> None:
    assert {name for name, _ in BAD_VALUES} == {option.name for option in ROOM.options}


def test_start_points_above_the_top_are_refused() -> None:
    """1.3: `tracker_top` and `start_points` must fit together."""
    with pytest.raises(BadOption, match="above 'tracker_top' 1"):
        ROOM.terms(options={"tracker_top": 1})
    assert ROOM.terms(options={"tracker_top": 2}).options["tracker_top"] == 2


def test_an_unknown_option_is_named_with_its_likely_meaning() -> None:
    with pytest.raises(BadOption, match=r"no option 'coldwar'\. Did you mean 'cold_war'"):
        ROOM.terms(options={"coldwar": True})
    with pytest.raises(BadOption, match=r"no option 'zzz'\. Possible: safe_house, "):
        ROOM.terms(options={"zzz": True})


def test_only_two_can_play() -> None:
    with pytest.raises(BadOption, match=r"not for 3 seats\. Possible: 2"):
        ROOM.terms(seats=3)


def test_the_readings_of_the_golden_game_are_those_of_the_vectors() -> None:
    """Part 6: the vectors are for `first_player`; the house plays `chooser`."""
    assert PLAIN == {"spy_ops": "first_player"}
    assert golden(0).setting.label != ROOM.start(seed=1).label()


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_what_the_rulebook_does_not_say_is_offered_as_a_house_rule(language: str) -> None:
    """A1: the Briefcase; said in the option, in the value, in the rules and in their table."""
    said = words.load(language, "second")
    option = next(option for option in ROOM.options if option.name == "spy_ops")
    assert option.edition == "house"
    house = {"en": "house rule", "pl": "zasad"}[language]
    assert house in said.option(option)
    assert house in said.say("choice.spy_ops.chooser")
    rules = rulebook("second", language)
    assert rules["language"] == language
    assert house in next(rule["text"] for rule in rules["rules"] if rule["id"] == "S15")
    assert house in next(rule["text"] for rule in rules["rules"] if rule["id"] == "A1").lower()


def test_a_second_double_agent_may_come_in_round_4_in_round_8_or_in_both() -> None:
    """A6: each can be chosen, by its name."""
    option = next(option for option in ROOM.options if option.name == "double_double_agent")
    assert isinstance(option.kind, Choice)
    assert set(option.kind.words) == {"off", "4", "8", "both"}
    slots = {value: ROOM.terms(2, {"double_double_agent": value}).options["da_slots"] for value in option.kind.words}
    assert slots == {"off": [1, 2, 3, 5, 6, 7], "4": [1, 2, 3, 4, 5, 6, 7], "8": [1, 2, 3, 5, 6, 7, 8], "both": [1, 2, 3, 4, 5, 6, 7, 8]}
    for language in words.LANGUAGES:
        said = words.load(language, "second")
        assert len({said.say(f"choice.double_double_agent.{value}") for value in option.kind.words}) == 4
