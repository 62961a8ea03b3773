"""`spyhouse arena` and `spyhouse ladder` in the terminal."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run


def test_a_pairing_is_played_kept_and_summed_up(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    arguments = ("arena", "second", "--bots", "1@3,random", "--games", "4", "--workers", "1", "--json", str(file))

    first, again = run(*arguments), run(*arguments)

    assert first.code == 0, first.err
    assert first.out == again.out
    assert "Second Place: 1@3 against random, 2 seats" in first.out
    assert len(file.read_text(encoding="utf-8").splitlines()) == 4


def test_a_ladder_has_a_line_for_each_step(run: Run) -> None:
    said = run("ladder", "second", "--levels", "random,1@3,2@5", "--games", "2", "--workers", "1", "--lang", "pl")

    assert said.code == 0, said.err
    assert [line.split("  ")[0] for line in said.out.splitlines()[2:]] == ["1@3 - random", "2@5 - 1@3"]
    assert "drabina" in said.out


def test_bad_arguments_are_told_in_one_line(run: Run, tmp_path: Path) -> None:
    for arguments, why in (
        (("arena", "second"), "required: --bots"),
        (("arena", "second", "--bots", "4"), "1 bots are named for 2 seats"),
        (("arena", "second", "--bots", "4,genius"), "no bot 'genius'"),
        (("arena", "second", "--bots", "1,2", "--json", str(tmp_path / "none" / "x")), "There is no folder"),
        (("ladder", "second", "--levels", "3"), "A ladder needs two levels at least"),
        (("ladder", "second", "--budget", "money"), "invalid choice: 'money'"),
    ):
        said = run(*arguments)
        assert said.code != 0
        assert why in said.err
        assert "Traceback" not in said.err
