"""Kinds of options: what each takes (also as text from a command line), how it is kept, and what it refuses."""

from __future__ import annotations

import pytest

from spyhouse import BadOption
from spyhouse.rules.kit.options import Choice, Flag, Kind, Number, Numbers, Option, Subset, read_options, with_defaults

MODE = Choice(("off", "4", "both"), on="both", off="off")
PAY = Numbers((("first", 3), ("second", 1)), 0, 9)

TAKEN: list[tuple[Kind, object, object]] = [
    (Flag(), True, True),
    (Flag(), False, False),
    (Flag(), "yes", True),
    (Flag(), "On", True),
    (Flag(), "1", True),
    (Flag(), "off", False),
    (Flag(), "FALSE", False),
    (Number(2, 5), 2, 2),
    (Number(2, 5), "5", 5),
    (Number(2, 5, none=True), None, None),
    (Number(2, 5, none=True), "none", None),
    (Number(2, 5, none=True), "null", None),
    (Number(2, 5, none=True), 3, 3),
    (MODE, "4", "4"),
    (MODE, 4, "4"),
    (MODE, True, "both"),
    (MODE, "true", "both"),
    (MODE, False, "off"),
    (MODE, "False", "off"),
    (PAY, {}, {"first": 3, "second": 1}),
    (PAY, {"second": 2}, {"first": 3, "second": 2}),
    (PAY, "first=5, second=4", {"first": 5, "second": 4}),
    (Subset(1, 8), [3, 1], [1, 3]),
    (Subset(1, 8), (2,), [2]),
    (Subset(1, 8), "8,4", [4, 8]),
    (Subset(1, 8), "", []),
]

REFUSED: list[tuple[Kind, object]] = [
    (Flag(), 1),
    (Flag(), "maybe"),
    (Flag(), None),
    (Number(2, 5), 1),
    (Number(2, 5), 6),
    (Number(2, 5), None),
    (Number(2, 5), True),
    (Number(2, 5), 2.0),
    (Number(2, 5), "two"),
    (Number(2, 5), [2]),
    (MODE, "8"),
    (Choice(("a", "b")), True),
    (Choice(("a", "b")), "false"),
    (PAY, {"third": 1}),
    (PAY, {"first": 10}),
    (PAY, {"first": "3"}),
    (PAY, {"first": True}),
    (PAY, "first"),
    (PAY, "first=x"),
    (PAY, [3, 1]),
    (Subset(1, 8), [1, 1]),
    (Subset(1, 8), [0]),
    (Subset(1, 8), [True]),
    (Subset(1, 8), "1,x"),
    (Subset(1, 8), [[1]]),
    (Subset(1, 8), 3),
]


def option(kind: Kind) -> Option:
    return Option("rule", kind, None, "house", "A rule of the house.")


@pytest.mark.parametrize(("kind", "given", "kept"), TAKEN)
def test_a_possible_value_is_kept_as_plain_data(kind: Kind, given: object, kept: object) -> None:
    assert option(kind).read(given) == kept
    assert type(option(kind).read(given)) is type(kept)


@pytest.mark.parametrize(("kind", "given"), REFUSED)
def test_an_impossible_value_is_refused_with_what_is_possible(kind: Kind, given: object) -> None:
    with pytest.raises(BadOption) as refused:
        option(kind).read(given)
    assert str(refused.value).startswith("Option 'rule' cannot be ")
    assert str(refused.value).endswith(f"Possible: {kind.possible}.")


def test_the_possible_values_in_words() -> None:
    assert Flag().possible == "true or false"
    assert Number(2, 5).possible == "a whole number from 2 to 5"
    assert Number(2, 5, none=True).possible == "a whole number from 2 to 5, or none"
    assert MODE.possible == "one of off, 4, both"
    assert PAY.possible == "whole numbers from 0 to 9 for first, second"
    assert Subset(1, 8).possible == "different whole numbers from 1 to 8"


def test_a_value_that_is_no_plain_data_can_still_be_named() -> None:
    with pytest.raises(BadOption, match="cannot be"):
        option(Flag()).read({1, 2})


def test_chosen_options_are_read_one_by_one() -> None:
    """Those left out are not in the result; `with_defaults` fills them in, in the order of the game's list."""
    options = (Option("a", Flag(), False, "house", "A."), Option("b", Number(0, 9), 5, "house", "B."))

    assert read_options("Chess", options, {"b": "7"}) == {"b": 7}
    assert list(with_defaults(options, {"b": 7}).items()) == [("a", False), ("b", 7)]


def test_an_unknown_option_is_named_with_those_there_are() -> None:
    options = (Option("cold_war", Flag(), False, "variant", "Cold."),)

    with pytest.raises(BadOption, match=r"^Chess has no option 'cold-war'\. Did you mean 'cold_war'\? Possible: cold_war\.$"):
        read_options("Chess", options, {"cold-war": True})
    with pytest.raises(BadOption, match=r"^Chess has no option 'x'\. Possible: cold_war\.$"):
        read_options("Chess", options, {"x": True})


def test_an_option_that_waits_for_something_is_known_but_cannot_be_chosen() -> None:
    """A record may hold it at its default; whoever wants more learns why not."""
    other = Option("calm", Flag(), False, "house", "Calm.")
    options = (Option("pace", Choice(("normal", "brisk")), "normal", "house", "How fast.", "the remote table"), other)
    assert read_options("Toy", options, {"pace": "normal"}) == {"pace": "normal"}
    with pytest.raises(BadOption, match="Option 'pace' would change nothing: the remote table cannot be played yet"):
        read_options("Toy", options, {"pace": "brisk"})
    with pytest.raises(BadOption, match=r"Possible: calm\."):
        read_options("Toy", options, {"peace": "brisk"})
