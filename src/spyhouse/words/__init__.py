"""The words of the house, in English and Polish: one catalogue a game, shared by the terminal and the page.

A catalogue is a flat JSON object, key to template: `<language>/common.json` holds what all games share, `<language>/<slug>.json`
the rest; the game's own keys win. Key spaces: `title`, `line` (the game in one sentence), `prompt.*`, `section.*`, `line.*` (lines of
sections), `fact.*` (lines of the story), `move.*` (a move in words), `moves.*` (heading of a group of moves), `option.*`,
`outcome.*`, `why.*` (what speaks for a move), `belief.*`, `worth.*` (how worths from lost to won are read), and tables of words such as
`dept.U`. `option.*` may be left out in English: an option brings its own English line. So does a refusal: `refusal.<its English template>`
is what other languages say instead, filled with the places of the template.

The page's words board uses more, where a game has it: `group.*` (heading of a group of moves, filled with the move), `row.*` (the row it
stands in), `pick.*` (its button), `dock.*` (a button beside the prompt, for a move that ends or waits; empty: none), `cells.*` and
`heads.*` (a line as rows of a table: tabs part cells, line breaks rows), `rich.*` (a line with pieces in it), `caption.*` (a line that
heads what follows it), `icon.*` (the piece beside a fact), `option_name.*`, `choice.*` (a value of an option), `part.*` (what one of its
numbers is for). Facts, prompts and moves with the names of pieces, where the terminal writes ids, are `log.*`, `ask.*` and `draft.*`;
hints say `draft.*` in the terminal, too. In the others `<0>` draws a piece of seat 0, `<agent>` the Double Agent, `<name>` an icon;
`name_of.*` names a piece to those who do not see it. Page texts that belong to no game are in `page.json`.

The template language. The page has a twin of this formatter; `tests/words/cases.json` is run by both.

    template = any text without braces, and fields
    field    = "{" ["^"] path ["@" table] ["&" list] "}"      a value, or the words of a table for it
             | "{" ["^"] path "#" noun "}"                    the plural form of a noun that fits a number
             | "{" path "?" template ["|" template] "}"       the first template if the value holds, else the second

- *path*: names joined by dots. Each step takes the member of that name, or the item of that number of a list.
- *value*: a text as it is; a whole number in decimal digits; `true`, `false`; `none` for null. A list gives its items, one by
  one, joined by ", ". A path that leads nowhere gives `[path]`. Objects and fractions are not values.
- *@table*: instead of each value the word with the key `table.value`. A word is a template itself and filled with the same
  arguments. Missing: `[table.value]`. The tables `seat` and `seat/...` give the display name of a seat, where the caller has
  given one that is not empty; a name is never read as a template.
- *&list*: joins the last two items by the word with the key `list.<list>` instead of ", " ("a, b and c").
- *#noun*: the word with the key `noun.<category>`, the category by the plural rules of the language for whole numbers (below).
- *?*: what does not hold is false, null, 0, an empty text, an empty list, an empty object, and a path that leads nowhere. The
  texts are split at the first "|" that is not inside inner braces; without one the second is empty.
- *^*: the first character of the result becomes a capital, unless it comes from a display name.
- A table name may end in "/" and the name of a grammatical form: `spy/acc`. Such tables are a language's own affair.

Pieces: a set of one's own brings along how its pieces are called (`words` of what a game shows), key to name or to `{"key", "args"}`.
Such a key wins over the catalogue. A name is never read as a template; the other form says that key of the catalogue with those
arguments, so that it is said in every language. A form (`city/gen.X`) that the pieces do not bring along is said like `city.X`.

Plural categories: English: one for 1 and -1, else other. Polish: one for 1 and -1; few if the last digit is 2 to 4 and the last
two digits are not 12 to 14; else many.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from spyhouse.rules.kit.content import Complaint
from spyhouse.rules.kit.errors import IllegalMove, SpyhouseError
from spyhouse.rules.kit.options import Choice, Numbers, Option

LANGUAGES = ("en", "pl")
SHARED = "common"
_FIELD = re.compile(r"(\^?)([^@#&?{}|^]+)(?:#([^@#&?{}|]+)|(?:@([^@#&?{}|]+))?(?:&([^@#&?{}|]+))?)")
_NOWHERE = object()

Piece = str | Mapping[str, Any]  # what a piece is called: a name as it is, or {"key", "args"}: what to say of it in any language


class BadTemplate(SpyhouseError):
    """A text of a catalogue that breaks the template language."""


class Words:
    """The words of one game in one language."""

    def __init__(
        self, language: str, catalogue: Mapping[str, str], names: Sequence[str] = (), pieces: Mapping[str, Piece] | None = None
    ) -> None:
        self.language = language
        self.catalogue = catalogue
        self.names = tuple(names)
        self.pieces = pieces or {}

    def knowing(self, pieces: Mapping[str, Piece]) -> Words:
        """The same words for other pieces: what a set of one's own is called wins over what the catalogue says."""
        return Words(self.language, self.catalogue, self.names, pieces)

    def has(self, key: str) -> bool:
        return key in self.pieces or key in self.catalogue

    def say(self, key: str, args: Mapping[str, Any] | None = None) -> str:
        """The text of a key, filled in; a missing key shows itself in brackets."""
        piece = self._piece(key)
        if piece is not None:
            return piece if isinstance(piece, str) else self.say(piece["key"], piece["args"])
        return self.fill(self.catalogue[key], args or {}) if key in self.catalogue else f"[{key}]"

    def _piece(self, key: str) -> Piece | None:
        """What a piece of one's own is called; in every grammatical form alike, if it has no other."""
        if key in self.pieces or not self.pieces:
            return self.pieces.get(key)
        table, _, value = key.partition(".")
        return self.pieces.get(f"{table.split('/')[0]}.{value}") if "/" in table else None

    def option(self, option: Option) -> str:
        """What an option does, in one line."""
        key = f"option.{option.name}"
        return self.say(key) if self.has(key) else option.line

    def option_name(self, option: Option) -> str:
        """What an option is called."""
        key = f"option_name.{option.name}"
        return self.say(key) if self.has(key) else option.name

    def possible(self, option: Option) -> str:
        """The values of an option, as they are written and what they mean."""
        kind, name = option.kind, option.name
        if isinstance(kind, Choice):
            return "; ".join(self._meaning(word, f"choice.{name}.{word}") for word in kind.words)
        key = f"refusal.kind.{type(kind).__name__}"
        range_of = self.say(key, {"possible": vars(kind)}) if self.has(key) else kind.possible
        parts = [self._meaning(part, f"part.{name}.{part}") for part, _ in kind.defaults] if isinstance(kind, Numbers) else []
        return "; ".join([range_of, *parts])

    def _meaning(self, code: str, key: str) -> str:
        return f"{code}: {self.say(key)}" if self.has(key) else code

    def refusal(self, why: SpyhouseError) -> str:
        """What an error says, with its rule; as the source has it, in English, where this language has no words for it."""
        rule = [f"[{why.rule}]"] if isinstance(why, IllegalMove) else []
        english = (why.why, why.instead) if isinstance(why, IllegalMove) else (str(why),)
        keys = [f"refusal.{template}" for template in why.templates]
        return " ".join([*(self.say(key, why.places) if self.has(key) else text for key, text in zip(keys, english, strict=True)), *rule])

    def complaint(self, complaint: Complaint) -> str:
        """What is wrong with pieces: where, why, and the rule."""
        place = {"file": complaint.file, "part": complaint.part, "row": complaint.row, "id": complaint.id}
        return f"{self.say('complaint.place', place)}: {self.refusal(complaint.error)} [{complaint.rule}]"

    def fill(self, template: str, args: Mapping[str, Any]) -> str:
        """A template with its fields replaced."""
        return "".join(self._field(part, args) if is_field else part for is_field, part in split(template))

    def _field(self, field: str, args: Mapping[str, Any]) -> str:
        condition = _condition(field)
        if condition is not None:
            path, yes, no = condition
            return self.fill(yes if holds(find(args, path)) else no, args)
        capital, path, noun, table, joiner = _parts(field)
        value = find(args, path)
        if value is _NOWHERE:
            return f"[{path}]"
        if noun:
            return _capital(self._word(f"{noun}.{plural(self.language, value)}", args), capital)
        items = [self._item(one, table, args) for one in (value if isinstance(value, list | tuple) else [value])]
        if items and not items[0][1]:
            items[0] = (_capital(items[0][0], capital), False)
        return self._join([text for text, _ in items], joiner)

    def _item(self, value: Any, table: str | None, args: Mapping[str, Any]) -> tuple[str, bool]:
        """The text of one value, and whether it is a display name."""
        if not table:
            return plain(value), False
        if table.split("/")[0] == "seat" and isinstance(value, int) and 0 <= value < len(self.names) and self.names[value]:
            return self.names[value], True
        return self._word(f"{table}.{plain(value)}", args), False

    def _word(self, key: str, args: Mapping[str, Any]) -> str:
        return self.say(key, args)

    def _join(self, items: list[str], joiner: str | None) -> str:
        if joiner and len(items) > 1:
            return ", ".join(items[:-1]) + self.say(f"list.{joiner}") + items[-1]
        return ", ".join(items)


def load(language: str, slug: str | None = None, names: Sequence[str] = (), more: Sequence[str] = ()) -> Words:
    """The words of a game (or only those that all games share); `names` are the players' display names by seat."""
    if language not in LANGUAGES:
        raise SpyhouseError(f"There are no words in '{language}'. Possible: {', '.join(LANGUAGES)}.")
    merged: dict[str, str] = {}
    for name in (SHARED, *more, *([slug] if slug else [])):
        merged |= catalogue(language, name)
    return Words(language, merged, names)


@cache
def catalogue(language: str, name: str) -> Mapping[str, str]:
    """One file of words; empty if there is none."""
    file = files(__package__).joinpath(language, f"{name}.json")
    found: dict[str, str] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return found


def plain(value: Any) -> str:
    """A value as text, also as the last part of a table's key."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def holds(value: Any) -> bool:
    return value is not _NOWHERE and bool(value)


def find(args: Any, path: str) -> Any:
    """What a path leads to."""
    for step in path.split("."):
        if isinstance(args, Mapping) and step in args:
            args = args[step]
        elif isinstance(args, list | tuple) and step.isdecimal() and int(step) < len(args):
            args = args[int(step)]
        else:
            return _NOWHERE
    return args


def plural(language: str, number: Any) -> str:
    """The plural category of a whole number."""
    count = abs(int(number))
    if count == 1:
        return "one"
    if language != "pl":
        return "other"
    return "few" if 2 <= count % 10 <= 4 and not 12 <= count % 100 <= 14 else "many"


def split(template: str) -> list[tuple[bool, str]]:
    """The texts (False) and the insides of the fields (True) of a template, in order."""
    parts: list[tuple[bool, str]] = []
    depth = start = 0
    for place, character in enumerate(template):
        if character == "{":
            if depth == 0:
                parts.append((False, template[start:place]))
                start = place + 1
            depth += 1
        elif character == "}":
            depth -= 1
            if depth < 0:
                break
            if depth == 0:
                parts.append((True, template[start:place]))
                start = place + 1
    if depth != 0:
        raise BadTemplate(f"The braces of '{template}' do not match.")
    return [*parts, (False, template[start:])]


def fields(template: str) -> list[tuple[str, str | None, str | None]]:
    """All (path, table, noun) that a template uses, those inside conditions, too."""
    found: list[tuple[str, str | None, str | None]] = []
    for is_field, part in split(template):
        if not is_field:
            continue
        condition = _condition(part)
        if condition is not None:
            path, yes, no = condition
            found += [(path, None, None), *fields(yes), *fields(no)]
        else:
            _, path, noun, table, _ = _parts(part)
            found.append((path, table, noun))
    return found


def _condition(field: str) -> tuple[str, str, str] | None:
    path, mark, texts = field.partition("?")
    if not mark or "{" in path:
        return None
    depth = 0
    for place, character in enumerate(texts):
        depth += (character == "{") - (character == "}")
        if character == "|" and depth == 0:
            return path, texts[:place], texts[place + 1 :]
    return path, texts, ""


def _parts(field: str) -> tuple[str, str, str | None, str | None, str | None]:
    match = _FIELD.fullmatch(field)
    if match is None:
        raise BadTemplate(f"'{{{field}}}' is no field of a template.")
    capital, path, noun, table, joiner = match.groups()
    return capital, path, noun, table, joiner


def _capital(text: str, mark: str) -> str:
    return text[:1].upper() + text[1:] if mark else text
