"""Own pieces in the terminal: nothing is called as in the house's own set."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import spyhouse
from spyhouse import Match
from spyhouse.rules.kit import content
from tests.cli.conftest import Run, unwrapped
from tests.own_pieces import houses_names, on_shelf, renamed

MORE = {"estoril": (), "connection": ("--option", "max_turns=4")}
BAD = {"estoril": ("GB1@1.1", "!1.1", "d:GB1", "nonsense"), "connection": ("C:LON", "M:PAR", "A:9", "nonsense")}


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A shelf that no other test sees."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    before = list(content.SHELVES)
    yield
    content.SHELVES[:] = before


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "language"),
    [
        ("estoril", "pl"),
        ("connection", "en"),
        pytest.param("estoril", "en", marks=pytest.mark.long),
        pytest.param("connection", "pl", marks=pytest.mark.long),
    ],
)
def test_own_names_in_a_whole_game_and_its_replay(run: Run, tmp_path: Path, slug: str, language: str) -> None:
    """B12: prompts, sections, moves, log, refusals, the result, the replay; and a hint with its reason."""
    record = str(tmp_path / "game.json")
    table = ("--option", "content=own", *MORE[slug], "--bot", "random", "--seed", "3", "--lang", language)
    with on_shelf(tmp_path / "spyhouse" / "content", slug, "own", renamed(slug)):
        lines = "\n".join([*BAD[slug], *["1"] * 400])
        said = [run("play", slug, *table, "--save", record, lines=lines), run("replay", record, "--lang", language)]
        said.append(run("play", slug, *table, "--hints", lines="1\n"))
    assert [one.code for one in said] == [0, 0, 0], said[0].err
    text = unwrapped(" ".join(one.out + one.err for one in said))
    assert len(re.findall(r"\bOwn[A-Z]", text)) > 200
    house = "|".join(rf"\b{re.escape(name)}\b" for name in sorted(houses_names(slug, language), key=len, reverse=True))
    assert set(re.findall(house, text)) == set()


def test_a_record_of_the_house_is_verified_with_the_pieces_that_it_keeps(run: Run, tmp_path: Path) -> None:
    """Found by their hash, where the house keeps what its guests have brought."""
    record = tmp_path / "game.json"
    with on_shelf(tmp_path / "spyhouse" / "pieces" / "sets", "connection", "0123456789abcdef", renamed("connection")):
        options = {"content": "0123456789abcdef", "max_turns": 1}
        match = Match(spyhouse.game("connection"), 2, seed=1, options=options)
        while owing := match.state.to_act():
            match.play(owing[0], match.state.legal(owing[0])[-1])
        record.write_text(match.record().dumps(), encoding="utf-8")
    assert run("verify", str(record)).code == 0
