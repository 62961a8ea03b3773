"""What can be said about the page without a browser: its words, no rules in it, no hosts in its lock file, types up to date."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from spyhouse import words
from spyhouse.server.schema import schema
from tools import page

ROOT = Path(__file__).resolve().parent.parent.parent
WEB = ROOT / "web"
SOURCES = sorted(file for file in (WEB / "src").rglob("*") if file.suffix in {".svelte", ".ts", ".js"})
COMPONENTS = [file for file in SOURCES if file.suffix == ".svelte"]
CATALOGUES = {
    language: json.loads((ROOT / f"src/spyhouse/words/{language}/page.json").read_text(encoding="utf-8")) for language in words.LANGUAGES
}
PLURALS = {"one", "few", "many", "other"}
BOARDS = WEB / "src/games"  # a painted board draws one game and speaks its words
SPOKEN = ("aria-label", "title", "placeholder", "alt", "label", "aria-description")


def name(file: Path) -> str:
    return file.relative_to(WEB).as_posix()


def without_plurals(catalogue: dict[str, str]) -> set[str]:
    return {
        key.rpartition(".")[0] if key.rpartition(".")[2] in PLURALS else key
        for key in catalogue
        if not key.startswith("refusal.")  # those bring their English along
    }


# -- Words -----------------------------------------------------------------------------------------------------------------


def test_both_languages_of_the_page_have_the_same_keys() -> None:
    assert without_plurals(CATALOGUES["en"]) == without_plurals(CATALOGUES["pl"])


def test_both_languages_of_the_page_have_the_same_placeholders() -> None:
    for key in CATALOGUES["en"].keys() & CATALOGUES["pl"].keys():
        english, polish = ({field[0] for field in words.fields(CATALOGUES[language][key])} for language in ("en", "pl"))
        assert english == polish, key


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_noun_that_a_text_of_the_page_counts_has_its_forms(language: str) -> None:
    forms = {"en": ("one", "other"), "pl": ("one", "few", "many")}[language]
    for key, text in CATALOGUES[language].items():
        for _, _, noun in words.fields(text):
            assert noun is None or all(f"{noun}.{form}" in CATALOGUES[language] for form in forms), key


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_text_that_the_page_asks_for_is_there(language: str) -> None:
    asked = {(name(file), key) for file in SOURCES for key in re.findall(r'\bt\(\s*"([^"]+)"', file.read_text(encoding="utf-8"))}
    assert len(asked) > 100
    assert [place for place in sorted(asked) if place[1] not in CATALOGUES[language]] == []


def test_every_text_of_the_page_is_asked_for() -> None:
    code = "\n".join(file.read_text(encoding="utf-8") for file in SOURCES)
    made = {match.split("$")[0] for match in re.findall(r"`([a-z_]+\.[^`]*\$\{[^`]*)`", code)}  # keys put together, by their beginnings
    unused = [
        key
        for key in without_plurals(CATALOGUES["en"])
        if f'"{key}"' not in code and f"#{key}" not in json.dumps(CATALOGUES["en"]) and not any(key.startswith(begin) for begin in made)
    ]
    assert [key for key in unused if not key.endswith(".text") and not key.startswith("list.")] == []


def markup(file: Path) -> str:
    """A component without its script, style, comments and what stands in braces."""
    text = file.read_text(encoding="utf-8")
    text = re.sub(r"<(script|style)\b.*?</\1>|<!--.*?-->", "", text, flags=re.DOTALL)
    while (shorter := re.sub(r"\{[^{}]*\}", "", text)) != text:
        text = shorter
    return text


@pytest.mark.parametrize("file", COMPONENTS, ids=name)
def test_no_component_has_text_of_its_own(file: Path) -> None:
    """Keys on the keyboard and a command line are no words."""
    text = re.sub(r"<kbd\b.*?</kbd>|<code\b.*?</code>", "", markup(file), flags=re.DOTALL)
    text = re.sub(r"=>", "", text)
    loose = [part.strip() for part in re.findall(r">([^<>]+)<", text) if re.search(r"[^\W\d_]{2,}", part)]
    assert loose == []


@pytest.mark.parametrize("file", COMPONENTS, ids=name)
def test_no_component_has_an_attribute_with_text_of_its_own(file: Path) -> None:
    text = markup(file)
    assert re.findall(rf'\s(?:{"|".join(SPOKEN)})="[^"]*[^\W\d_][^"]*"', text) == []


# -- No rules in the page ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", SOURCES, ids=name)
def test_no_rule_lives_in_the_page(file: Path) -> None:
    """No rule id, no price, no points, no map, and outside its painted board no word of a game: a page is given what it shows."""
    code = file.read_text(encoding="utf-8")
    code = re.sub(r'\b[dD]="[^"]*"|d=\{[^}]*\}|"M[\d .,A-Za-z-]+"', "", code)  # drawings have letters and numbers, too
    assert re.findall(r"\b[SCEWT]\d{1,2}[a-z]?\b", code) == []
    assert re.findall(r"(?i)\b(?:adjacen\w*|neighbou?rs?|price|prices|cost)\b", code) == []
    if BOARDS in file.parents:
        return
    assert re.findall(r"(?i)\b(?:minister|department|mission|reception|foreign_office|bribe|seduc\w+|accomplice)\w*\b", code) == []


def test_only_covers_and_papers_know_the_games() -> None:
    """Nothing asks which game it is, but the shelf and its drawings."""
    knowing = {name(file) for file in SOURCES if re.search(r'"(?:second|connection|estoril|wink)"', file.read_text(encoding="utf-8"))}
    assert {file for file in knowing if not file.startswith("src/games/second/")} <= {
        "src/lib/shelf.ts",
        "src/art/covers.ts",
        "src/pages/Start.svelte",
    }


@pytest.mark.parametrize("file", [file for file in SOURCES if BOARDS in file.parents], ids=name)
def test_a_painted_board_counts_no_points_and_compares_no_markers(file: Path) -> None:
    """Who is winning, what is paid and what may be done comes from the table; the board only moves what a fact or a move names."""
    code = re.sub(r"<style>.*</style>", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert re.findall(r"(?:tracker|points|spying|reception)\S*\s*(?:[<>]=?|[!=]==)\s*\S*(?:tracker|points|spying|reception)", code) == []
    assert re.findall(r"\.(?:winning|row|places|scores|gained)\s*=[^=]", code) == []


# -- The page's own checks -----------------------------------------------------------------------------------------------------


def test_make_test_runs_the_pages_own_checks() -> None:
    planned = subprocess.run(["make", "--dry-run", "test"], cwd=ROOT, capture_output=True, text=True, check=True).stdout

    assert "tools/page.py check" in planned


def test_the_pages_checks_are_its_types_and_its_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(page, "install", lambda: {"PATH": ""})
    monkeypatch.setattr(page, "_run", lambda what, environment: asked.append(what))

    page.check()

    assert asked == ["run check", "test"]
    scripts = json.loads((WEB / "package.json").read_text(encoding="utf-8"))["scripts"]
    assert "--fail-on-warnings" in scripts["check"]
    assert "vitest run" in scripts["test"]


# -- Wire and lock file --------------------------------------------------------------------------------------------------------


def test_the_schema_of_the_wire_is_the_servers() -> None:
    """If not: `python -m spyhouse.server.schema > web/wire.schema.json`, then `npm run types` in web/."""
    assert json.loads((WEB / "wire.schema.json").read_text(encoding="utf-8")) == schema()


def test_the_types_of_the_wire_name_every_message() -> None:
    types = (WEB / "src/lib/wire.ts").read_text(encoding="utf-8")
    messages = schema()["definitions"]
    for message, definition in messages.items():
        assert re.search(rf"export (?:interface|type) {message}\b", types), message
        body = types.partition(f"export interface {message} {{")[2].partition("\n}")[0]
        for member in definition.get("properties", {}):
            assert re.search(rf"^\s+{member}\??:", body, flags=re.MULTILINE), f"{message}.{member}"


def test_the_lock_file_names_no_hosts() -> None:
    """If it does: `python tools/page.py lock`."""
    text = (WEB / "package-lock.json").read_text(encoding="utf-8")
    assert "://" not in text
    assert '"resolved"' not in text


def test_the_page_asks_no_other_host() -> None:
    """No address in the sources; the name of the SVG language is one that is never asked."""
    for file in [*SOURCES, *(WEB / "src").rglob("*.css"), *(WEB / "src").rglob("*.svg"), WEB / "index.html"]:
        text = file.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "").replace("${scheme}://${location.host}", "")
        assert "://" not in text, name(file)
