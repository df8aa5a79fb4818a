"""A variant file to begin with: it plays as its parent, and has keys with the parent's value, commented out.

First come the numbers that designers change: those of the game, of each character, of each district; then the rules.
"""

from __future__ import annotations

import json
import shlex
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from citadels_sim.catalogue import District
from citadels_sim.catalogue.titles import title_of
from citadels_sim.variants.levers import cards_of, keys_of_character, keys_of_district, keys_of_game, switches_of
from citadels_sim.variants.model import Table, Variant
from citadels_sim.variants.numbers import switch_of
from citadels_sim.variants.parse import MOST_CITY
from citadels_sim.variants.switch import NUMBER, TOPICS, Switch
from citadels_sim.variants.switches import SWITCHES

LONGEST_TITLE: Final = 200
"""Letters of a title that is made here, or given on a command line."""
_WIDTH: Final = 100
_LINE: Final = 130
"""Letters of a key with what it means behind it; where these are more, that stands above it."""
_COLUMN: Final = 24
_HEAD: Final = (
    "{name} plays like {parent}{but} until you change a line. A line such as `#city_size = {city}` shows the value in {parent}: remove the "
    "`#` and write another value. Lines of text begin with `# `.",
    "Check the file with: citadels variants check {file}",
    "See what differs with: citadels variants diff {quoted} {file}",
)
_MORE: Final = (
    "This file has the keys that this cast and this deck can use; for all other keys, and the meaning of each value of a rule: citadels "
    "init NAME --all"
)
_BY_PLAYERS: Final = (
    "For one number of players alone, write the same keys into a table of its own at the end of the file, such as "
    '[by_players."3"] or [by_players."3".rules].'
)


def variant_template(
    name: str, extends: str, parent: Variant, *, title: str = "", every: bool = False, lines: Mapping[str, str] | None = None, but: str = ""
) -> str:
    """Write a variant file that extends a variant and changes nothing.

    Parameters
    ----------
    name : str
        Of the new variant.
    extends : str
        The parent as the file names it: a packaged name, or a path from the file's folder.
    parent : Variant
        The parent.
    title : str
        Of the new variant; left out: made of its name.
    every : bool
        Whether it has every key there is, also of cards that the parent has not, and all readings of each rule.
    lines : mapping, optional
        Character or district -> what its card does, in a sentence.
    but : str
        What the file is to get that the parent has not, for its first sentence.

    Returns
    -------
    str
        TOML. Each line that begins with ``#`` and no blank is a key with the parent's value; the file can be loaded with any of them
        uncommented.
    """
    content: Mapping[str, Any] = parent.resolved()
    words = {
        "name": name,
        "parent": extends,
        "but": but,
        "quoted": shlex.quote(extends),
        "file": f"{name}.toml",
        "city": content["city_size"],
    }
    text = [line for each in (*_HEAD, *(() if every else (_MORE,))) for line in _prose(each.format(**words))]
    head = {"name": name, "title": title or f"{title_of(name)}, changed from {parent.title}"[:LONGEST_TITLE], "extends": extends}
    text += ["", *(f"{key} = {toml_value(value)}" for key, value in head.items())]
    text += ["", *_prose("Least and most players."), _key("players", content["players"])]
    text += _cast(content)
    text += ["", *_prose(f"Districts that complete a city: 1 to {MOST_CITY}."), _key("city_size", content["city_size"])]
    cards = _Cards(parent, every, lines or {})
    text += [*cards.game(), *cards.characters(), *cards.districts(), *_drawn(content["deck"]), *_rules(parent, every=every)]
    return "\n".join([*text, "", *_prose(_BY_PLAYERS)]) + "\n"


def complete_file(variant: Variant) -> str:
    """Write a variant with all its rules as a file that extends nothing: what becomes of other files does not touch it."""
    return toml_text(variant.resolved())


def toml_text(content: Mapping[str, object]) -> str:
    """Write a TOML file, a key in each line."""
    return "".join(f"{key} = {toml_value(value)}\n" for key, value in content.items())


def toml_value(value: object) -> str:
    """Write a value as TOML in one line: text, numbers, truth values, lists and tables."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {toml_value(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def _key(key: str, value: object) -> str:
    return f"#{key} = {toml_value(value)}"


def _prose(text: str, indent: str = "# ", rest: str = "# ") -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent=indent, subsequent_indent=rest, break_on_hyphens=False, break_long_words=False)


def _heading(text: str) -> list[str]:
    return ["", f"# ---- {text} ".ljust(_WIDTH, "-")]


FIRST_HEADING: Final = _heading("The game")[1]
"""Line above the first table of a variant file."""


def _cast(content: Mapping[str, Any]) -> Iterator[str]:
    if content["cast"]:
        yield from ("", *_prose("The characters, one for each rank."), _key("cast", content["cast"]))
    if content["random_cast"]:
        yield from ("", *_prose("The characters of which one is drawn per game, by rank."))
        yield _key("random_cast", content["random_cast"])


def _drawn(deck: Mapping[str, Any]) -> Iterator[str]:
    if deck["random_unique"]["count"]:
        yield from ("", "[deck]", *_prose("Unique districts that are drawn per game, and how many of them."))
        yield _key("random_unique", deck["random_unique"])


class _Cards:
    """Writes the numbers of a variant: of the game, of each character, of each district."""

    def __init__(self, parent: Variant, every: bool, lines: Mapping[str, str]) -> None:
        self._every = every
        self._lines = lines
        self._usual: Table = parent.usual
        self._here = cards_of(parent)

    def game(self) -> Iterator[str]:
        yield from (*_heading("The game"), "", "[game]")
        for key in keys_of_game(self._usual):
            yield from self._line(key, key.removeprefix("game."))

    def characters(self) -> Iterator[str]:
        yield from _heading("Characters")
        for who in self._usual.cards.characters:
            if who.id in self._here or self._every:
                yield from ("", *_prose(f"{who.title}, rank {who.rank}. {self._lines.get(who.id, '')}".rstrip()), f"[characters.{who.id}]")
                for key in keys_of_character(self._usual, who, every=self._every):
                    yield from self._line(key, key.removeprefix(f"characters.{who.id}."))

    def districts(self) -> Iterator[str]:
        yield from (*_heading("Districts: the cost of each, its copies in the deck, and the number in its effect"), "", "[districts]")
        for place in self._usual.cards.districts:
            if place.id in self._here or self._every:
                entry = _key(place.id, self._of_district(place))
                line = self._lines.get(place.id, "") if place.cost_2016 is None or not place.is_basic else ""
                yield from _beside(entry, line, 68)

    def _of_district(self, place: District) -> dict[str, object]:
        start = f"districts.{place.id}."
        keys = keys_of_district(self._usual, place, every=self._every)
        return {key.removeprefix(start): self._usual.number(key) for key in keys}

    def _line(self, key: str, name: str) -> Iterator[str]:
        number = switch_of(key, self._usual.cards)
        allowed = _allowed(number)
        brief = () if self._every else (f"{number.doc.partition(';')[0].removesuffix('.')}: {allowed}.", f"{allowed}.")
        yield from _beside(_key(name, self._usual.number(key)), f"{number.doc.removesuffix('.')}: {allowed}.", _COLUMN, brief)


def _allowed(switch: Switch) -> str:
    """Write the values that a key may have, as TOML has them."""
    return switch.allowed.replace("'", '"')


def _beside(entry: str, text: str, column: int, brief: Iterable[str] = ()) -> list[str]:
    """Write what a key means behind it: the first text that is short enough, else above it; nothing where it needs no words."""
    if not text:
        return [entry]
    line = next((line for each in (text, *brief) if len(line := f"{entry.ljust(column)}  # {each}") <= _LINE), "")
    return [line] if line else [*_prose(text), entry]


def _rules(parent: Variant, *, every: bool) -> Iterator[str]:
    """Write switches: those that can matter at the parent's tables, by topic, then perhaps those of cards that are not there."""
    yield from (*_heading("Rules: where editions and rulebooks differ"), "", "[rules]")
    here = switches_of(parent)
    for topic in TOPICS:
        yield from _switches(topic, (switch for switch in here if switch.topic == topic), parent, every=every)
    if every:
        others = (switch for switch in SWITCHES.values() if switch not in here)
        yield from _switches("Cards that are not in this game", others, parent, every=True)


def _switches(heading: str, switches: Iterable[Switch], parent: Variant, *, every: bool) -> Iterator[str]:
    for i, switch in enumerate(switches):
        yield from _heading(heading) if i == 0 else ()
        entry = _key(switch.key, parent.usual.rules[switch.key])
        if every:
            yield from (*_sentences(switch), entry)
        else:
            other = ", ".join(toml_value(word) for word in switch.words if word != parent.usual.rules[switch.key])
            yield from _prose(switch.doc)
            yield f"{entry}  # or {other}" if other else f"{entry}  # {_allowed(switch)}"


def _sentences(switch: Switch) -> Iterator[str]:
    """Write what a switch decides, and what each of its readings says."""
    yield from ("", *_prose(switch.doc))
    for reading, sentence in switch.says.items():
        value = str(switch.readings).partition(" or '")[0] if reading == NUMBER else toml_value(reading)
        yield from _prose(f"{value}: {sentence.replace(NUMBER, 'N')}", "#   ", "#       ")
