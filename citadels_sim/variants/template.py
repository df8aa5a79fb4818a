"""A variant file to begin with: it plays as its parent, and has every key with the parent's value, commented out."""

from __future__ import annotations

import json
import shlex
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from citadels_sim.variants.model import Variant
from citadels_sim.variants.numbers import NUMBERS
from citadels_sim.variants.switch import NUMBER, TOPICS, Switch
from citadels_sim.variants.switches import SWITCHES

_WIDTH: Final = 100
_HEAD: Final = (
    "{name} plays as {parent} until you change a line. A line such as `#city_size = 7` shows what {parent} plays: remove the `#` and "
    "write another value. Lines of text begin with `# `.",
    "Check the file with: citadels variants check {file}",
    "See what differs with: citadels variants diff {quoted} {file}",
)
_BY_PLAYERS: Final = (
    "For one number of players alone, write the same keys into a table of its own at the end of the file, such as "
    '[by_players."3"] or [by_players."3".rules].'
)


def variant_template(name: str, extends: str, parent: Variant) -> str:
    """Write a variant file that extends a variant and changes nothing.

    Parameters
    ----------
    name : str
        Of the new variant.
    extends : str
        The parent as the file names it: a packaged name, or a path from the file's folder.
    parent : Variant
        The parent.

    Returns
    -------
    str
        TOML. Each line that begins with ``#`` and no blank is a key with the parent's value; the file can be loaded with any of them
        uncommented.
    """
    content: Mapping[str, Any] = parent.resolved()
    words = {"name": name, "parent": extends, "quoted": shlex.quote(extends), "file": f"{name}.toml"}
    lines = [line for text in _HEAD for line in _prose(text.format(**words))]
    lines += ["", f"name = {_toml(name)}", f"title = {_toml(f'{name}: a change of {parent.title}'[:200])}", f"extends = {_toml(extends)}"]
    lines += ["", *_prose("Least and most players."), _key("players", content["players"])]
    lines += _cast(content)
    lines += ["", *_prose("Districts that complete a city."), _key("city_size", content["city_size"])]
    lines += ["", *_prose(_BY_PLAYERS), *_rules(parent), *_numbers(parent), *_deck(content["deck"]), *_costs(content)]
    return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    """Write a value as TOML: text, numbers, truth values, lists, and tables in one line."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def _key(key: str, value: object) -> str:
    return f"#{key} = {_toml(value)}"


def _prose(text: str, indent: str = "# ", rest: str = "# ") -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent=indent, subsequent_indent=rest, break_on_hyphens=False, break_long_words=False)


def _heading(text: str) -> list[str]:
    return ["", f"# ---- {text} ".ljust(_WIDTH, "-")]


def _cast(content: Mapping[str, Any]) -> Iterator[str]:
    if content["cast"]:
        yield from ("", *_prose("The characters, one for each rank."), _key("cast", content["cast"]))
    if content["random_cast"]:
        yield from ("", *_prose("The characters of which one is drawn per game, by rank."))
        yield _key("random_cast", content["random_cast"])


def _cards(parent: Variant) -> set[str]:
    """Return all characters and districts that can be at one of the parent's tables."""
    tables = parent.tables.values()
    cards = {id for table in tables for ids in table.cast.values() for id in ids}
    return cards | {id for table in tables for id in (*table.basic, *table.unique, *table.random_from)}


def _rules(parent: Variant) -> Iterator[str]:
    """Write every switch: those that can matter at the parent's tables, by topic, then those of cards that are not there."""
    cards = _cards(parent)
    yield from ("", "[rules]")
    here = [switch for switch in SWITCHES.values() if switch.matters(cards)]
    for topic in TOPICS:
        yield from _switches(topic, (switch for switch in here if switch.topic == topic), parent)
    yield from _switches("Cards that are not in this game", (switch for switch in SWITCHES.values() if switch not in here), parent)


def _numbers(parent: Variant) -> Iterator[str]:
    """Write every number that can matter at the parent's tables, table by table."""
    yield from _heading("Numbers: what the rulebooks print, to be changed")
    table = ""
    for number in NUMBERS.values():
        if number.matters(_cards(parent)):
            where, _, name = number.key.rpartition(".")
            yield from ("", f"[{where}]") if where != table else ()
            table = where
            yield from _prose(f"{number.doc.removesuffix('.')}: {number.allowed}.")
            yield _key(name, parent.usual.number(number.key))


def _switches(heading: str, switches: Iterable[Switch], parent: Variant) -> Iterator[str]:
    for i, switch in enumerate(switches):
        yield from _heading(heading) if i == 0 else ()
        yield from _sentences(switch)
        yield _key(switch.key, parent.usual.rules[switch.key])


def _sentences(switch: Switch) -> Iterator[str]:
    """Write what a switch or a number decides, and what each of its readings says."""
    yield from ("", *_prose(switch.doc))
    for reading, sentence in switch.says.items():
        value = str(switch.readings).partition(" or '")[0] if reading == NUMBER else _toml(reading)
        yield from _prose(f"{value}: {sentence.replace(NUMBER, 'N')}", "#   ", "#       ")


def _deck(deck: Mapping[str, Any]) -> Iterator[str]:
    yield from _heading("District deck: copies of each district")
    if deck["random_unique"]["count"]:
        yield from ("", "[deck]", *_prose("Unique districts that are drawn per game, and how many of them."))
        yield _key("random_unique", deck["random_unique"])
    for part in ("basic", "unique"):
        yield from ("", f"[deck.{part}]", *(_key(district, copies) for district, copies in deck[part].items()))


def _costs(content: Mapping[str, Any]) -> Iterator[str]:
    """Write the costs of the districts that can be in the deck."""
    deck = content["deck"]
    ids: Sequence[str] = [*deck["basic"], *deck["unique"], *deck["random_unique"]["from"]]
    yield from (*_heading("Costs, in gold"), "", "[costs]")
    yield from (_key(id, content["costs"][id]) for id in dict.fromkeys(ids) if id in content["costs"])
