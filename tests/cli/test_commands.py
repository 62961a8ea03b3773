"""games, position, replay, verify, simulate, --version; and the command as a process of its own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Group

import spyhouse
from spyhouse.cli import rulebook
from spyhouse.cli.boards import Picture, generic, second
from spyhouse.rules.kit import registry
from spyhouse.version import is_compiled
from spyhouse.words import load
from tests.cli.conftest import Run, unwrapped

POSITION = "BBUABUBA 00000010 m,m,m 0.1.0+0.0.1/2.0.0/1.1.2 13.7.5 00110/02111/2/6 10000/22111/1/7 6/sel/g/g/g"
STORED = Path(__file__).parent.parent / "records" / "second"


def kind() -> str:
    return "compiled" if is_compiled() else "plain Python"


# -- listing -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "pl"])
def test_every_game_is_listed_with_every_option(run: Run, language: str) -> None:
    said = run("games", "--lang", language)

    assert (said.code, said.err) == (0, "")
    assert "[" not in said.out
    for slug in spyhouse.games():
        assert f"{slug}: " in said.out
        for option in spyhouse.game(slug).options:
            assert f"    {option.name} = " in said.out


@pytest.mark.parametrize("language", ["en", "pl"])
def test_values_of_options_are_listed_with_their_meaning(run: Run, language: str) -> None:
    """As they are written after --option, and what that means; nothing is left in English in a Polish list."""
    for slug in spyhouse.games():
        said = unwrapped(run("games", slug, "--lang", language).out)
        catalogue = load(language, slug)
        for option in spyhouse.game(slug).options:
            assert f"{option.name} = " in said
            assert catalogue.say(f"option_name.{option.name}") in said
            for value in getattr(option.kind, "words", ()):
                assert f"{value}: {catalogue.say(f'choice.{option.name}.{value}')}" in said
        if language == "pl":
            assert not re.search(r"\bone of\b|whole number|true or false|a name of", said)


def test_a_default_is_written_as_an_option_takes_it(run: Run) -> None:
    said = run("games", "second")
    listed = dict(re.findall(r"^ {4}(\w+) = (\S*)", said.out, re.MULTILINE))
    for option in spyhouse.game("second").options:
        assert option.read(listed[option.name]) == option.default
    assert "start_points = g=2,o=2,d=0" in said.out
    assert "tracker_top = none" in said.out


def test_the_version_says_whether_the_engines_are_compiled(capsys: pytest.CaptureFixture[str], run: Run) -> None:
    with pytest.raises(SystemExit) as end:
        run("--version")

    assert end.value.code == 0
    assert capsys.readouterr().out == f"spyhouse {spyhouse.__version__} ({kind()})\n"


# -- positions ---------------------------------------------------------------------------------------------------------


def test_a_position_is_drawn_with_its_legal_moves(run: Run) -> None:
    """6.4: golden game 1 at the start of round 6; green has three selections."""
    said = run("position", "second", POSITION, "--option", "spy_ops=first_player")

    assert said.code == 0
    assert re.search(r"Green +13 ─{13}●", said.out)
    assert "Row 2. Orange is second and winning." in said.out
    assert re.findall(r"\b[sd]:[A-Z]+", said.out) == ["s:S", "s:R", "s:X"]


def test_any_game_can_be_drawn_in_words() -> None:
    game = spyhouse.game("second")
    state = game.position(POSITION, {"spy_ops": "first_player"})
    drawn = generic.draw(Picture(game.show(state.view(0)), load("en", "second"), [], 80, False))

    assert isinstance(drawn, Group)
    lines = [str(line) for line in drawn.renderables]
    assert lines[:2] == ["Tracker", "  Green 13, orange 7, Double Agent 5."]
    assert "[" not in "".join(lines)


# -- records -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", sorted(STORED.glob("row*.json")), ids=lambda file: file.stem)
def test_a_stored_record_is_replayed_and_verified(run: Run, file: Path) -> None:
    replayed, verified = run("replay", str(file)), run("verify", str(file))

    assert (replayed.code, verified.code) == (0, 0)
    assert len(re.findall(r"^ [1-8]\. ", replayed.out, re.MULTILINE)) == 8
    assert "Row " in replayed.out
    assert "holds: Second Place" in verified.out
    assert "[" not in replayed.out + verified.out


def test_a_record_can_be_stepped_through(run: Run) -> None:
    said = run("replay", str(STORED / "row1.json"), "--step")
    moves = [line for line in (STORED / "row1.json").read_text(encoding="utf-8").splitlines() if re.match(r"\[\d", line)]

    assert said.out.count("Foreign Office") == len(moves) + 1  # before the first move, and after each
    assert said.out.count("Round 8: the active department") == 1


def test_a_running_record_is_verified_without_its_seed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run("play", "second", "--seed", "7", "--save", str(file), lines="1\n")
    said = run("verify", str(file))

    assert said.code == 0
    assert "The game is not over yet." in said.out
    assert "the draws were taken as written" in said.out
    assert run("replay", str(file)).code == 0


def test_options_that_were_changed_are_named_in_a_replay(run: Run) -> None:
    assert "cold_war=True" in run("replay", str(STORED / "cold_war.json")).out


# -- simulation --------------------------------------------------------------------------------------------------------


def figures(out: str, label: str) -> int:
    found = re.search(rf"^ +{re.escape(label)} +(\d+)", out, re.MULTILINE)
    assert found is not None, label
    return int(found[1])


def test_a_simulation_sums_up_by_row_and_seat(run: Run) -> None:
    said = run("simulate", "second", "-n", "60", "--seed", "1")
    rows = [int(count) for count in re.findall(r"^ +row \d: .*? (\d+) +[\d.]+%$", said.out, re.MULTILINE)]

    assert (said.code, said.err) == (0, "")
    assert sum(rows) == 60
    assert figures(said.out, "green") + figures(said.out, "orange") + figures(said.out, "both lose (rows 6 to 8)") == 60
    assert kind() in said.out
    assert "\x1b" not in said.out


def test_the_same_seed_gives_the_same_games(run: Run) -> None:
    def without_speed(out: str) -> list[str]:
        return out[: out.index("Moves a second")].split()

    first, again, other = (run("simulate", "second", "-n", "30", "--seed", seed).out for seed in ("1", "1", "2"))

    assert without_speed(first) == without_speed(again) != without_speed(other)


def test_bots_change_seats_and_are_told_apart(run: Run) -> None:
    said = run("simulate", "second", "-n", "10", "--bots", "greedy,random", "--option", "safe_house=true")

    assert "10 games of greedy and random" in said.out
    assert figures(said.out, "greedy") > figures(said.out, "random")


def test_a_simulation_of_wink_tells_what_became_of_the_calls(run: Run) -> None:
    """The yardsticks of the rules document: how long it took, what the best had, and each end as a share of all calls."""
    said = run("simulate", "wink", "-n", "2", "--bots", "medium", "--seats", "4", "--seed", "1")
    figure = {line[:25].strip(): line.split() for line in said.out.splitlines() if line.startswith("  ")}
    ends = [figure[name] for name in ("right contacts", "wrong contacts", "intercepted", "lapsed")]

    assert sum(float(end[-1].rstrip("%")) for end in ends) == pytest.approx(100, abs=0.3)
    assert sum(float(end[-2]) for end in ends) == pytest.approx(float(figure["calls"][-1]), abs=0.03)
    assert float(figure["the best"][-1]) >= float(figure["all seats"][-1]) > 4
    assert float(figure["rounds"][-1]) > 2
    assert float(figure["beats"][-1]) > 20


def test_a_simulation_of_any_game_has_clocks_and_commits(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._folders, "toy", "tests.toy")
    said = run("simulate", "toy", "-n", "5", "--seats", "3")

    assert (said.code, said.err) == (0, "")


# -- the rulebook ------------------------------------------------------------------------------------------------------


def test_rules_are_found_by_their_ids() -> None:
    text = "# Rules\n\n**S1** First `spy_ops` line\ngoes on.\n\nNo rule.\n\n- **S2** A **bold** *one*.\n**S3** Third.\n| table |\nno more\n"

    assert rulebook.read_rules(text) == {"S1": "First spy_ops line goes on.", "S2": "A bold one.", "S3": "Third."}


def test_the_rules_behind_all_questions_and_moves_are_in_the_rulebook(run: Run) -> None:
    """S15, S17, S26: what a person is asked; and each kind of move."""
    for rule in ("S15", "S17", "S26", "S52", *second.RULES.values()):
        assert rulebook.rule_text("second", rule), rule
    assert "S17: " in run("play", "second", "--option", "spy_ops=first_player", "--seed", "3", lines="?\n").out


def test_a_game_without_a_rulebook_has_no_rules() -> None:
    assert rulebook.rule_text("nonsense", "S1") is None


# -- the process -------------------------------------------------------------------------------------------------------


def spyhouse_process(*argv: str) -> subprocess.Popen[str]:
    paths = os.pathsep.join(path for path in sys.path if path)
    environment = {**os.environ, "PYTHONPATH": paths, "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"}
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-m", "spyhouse", *argv], stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=environment)


def test_a_process_plays_a_whole_game_from_a_pipe() -> None:
    with spyhouse_process("play", "second", "--seed", "7") as process:
        out, err = process.communicate("1\n" * 200, timeout=60)

    assert (process.returncode, err) == (0, "")
    assert "round 8 of 8" in out


def test_a_process_says_bad_input_in_one_line() -> None:
    with spyhouse_process("play", "chess") as process:
        out, err = process.communicate("", timeout=60)

    assert (process.returncode, out) == (2, "")
    assert err.startswith("spyhouse: There is no game 'chess'.")
    assert err.count("\n") == 1


def test_a_reader_that_goes_away_is_no_error() -> None:
    with spyhouse_process("games") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""

    assert process.returncode == 0


@pytest.fixture
def can_be_interrupted() -> Iterator[None]:
    """Ctrl-C reaches what this process starts, also where a shell has put the tests into the background and so made them deaf to it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("can_be_interrupted")
def test_ctrl_c_saves_and_ends_without_a_traceback(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    with spyhouse_process("play", "second", "--seed", "7", "--save", str(file)) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("?\n")  # once it is answered the game is under way
        process.stdin.flush()
        while not re.search(r"\bS1[57]\b", line := process.stdout.readline()):
            assert line
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)

    assert (process.returncode, err.strip()) == (130, "")
    assert file.exists()
