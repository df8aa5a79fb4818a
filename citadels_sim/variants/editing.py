"""Changes some keys of a variant file and nothing else of its text: comments, order and all other keys stay as they are.

A line such as ``#start_gold = 2``, as `template` writes them, becomes the key; a key that is to be as in the parent again becomes such a
line. What cannot be said so is changed by tomlkit (extra ``web``), which keeps comments, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, MutableMapping
from typing import Any, Final, NamedTuple

from citadels_sim.catalogue import Cards
from citadels_sim.errors import VariantError
from citadels_sim.foreign import Unreadable, toml_of
from citadels_sim.variants.numbers import elsewhere
from citadels_sim.variants.switches import ALIASES
from citadels_sim.variants.template import toml_value

Path = tuple[str, ...]

_PART: Final = r"""[\w-]+|"[^"\\]*"|'[^']*'"""
_DOTTED: Final = rf"(?:{_PART})(?:\s*\.\s*(?:{_PART}))*"
_HEADER: Final = re.compile(rf"^\s*\[\s*({_DOTTED})\s*\]\s*(?:#.*)?$")
_LINE: Final = re.compile(rf"^(#?)({_DOTTED}) = (.*?)(\s*#\s.*)?$")
_LONGEST: Final = 1000
"""Letters of a line that is looked at: the time that a pattern takes grows with their square."""


class Edit(NamedTuple):
    """A key's new value, and whether the parent plays it, too: then the file need not say it."""

    value: object
    of_parent: bool


def edited(text: str, edits: Mapping[str, Edit], cards: Cards) -> str:
    """Return the text of a variant file with other values of some keys.

    Parameters
    ----------
    text : str
        TOML.
    edits : mapping
        By dotted key, such as ``city_size``, ``game.start_gold``, ``rules.bank_limit`` or ``districts.keep.cost``; a key that has another
        name, see `citadels_sim.variants.numbers.elsewhere`, is changed under the name that the file has.
    cards : Cards
        Of the variant.

    Raises
    ------
    Unreadable
        If the text is no TOML.
    VariantError
        If a key cannot be changed without another one, by the form that the file gives its tables.
    """
    for key, edit in edits.items():
        text = _with(text, list(_names(key, cards)), edit)
    return text


def _names(key: str, cards: Cards) -> Iterator[Path]:
    """Yield the places in which a key can stand in a file, its own first."""
    yield tuple(key.split("."))
    there = elsewhere(cards)
    path = there.get(key) or tuple(key.split("."))
    if key in there:
        yield path
    yield from (tuple(name.split(".")) for name, place in there.items() if place == path and name != key)
    if path[0] == "rules":
        yield from (("rules", name) for name, alias in ALIASES.items() if alias.target == path[1])


def _with(text: str, names: list[Path], edit: Edit) -> str:
    data = toml_of(text.encode())
    given = [path for path in names if _get(data, path) is not None]
    kept = [path for path in given if path[-1] not in ALIASES][:1]  # an alias may have other words for its values
    for path in given:
        if path not in kept:
            text = _by_tomlkit(text, path, None)
    if edit.of_parent:
        return _without(text, kept[0], edit.value) if kept else text
    if kept:
        return _by_tomlkit(text, kept[0], edit.value)
    own = [path for path in names if path[-1] not in ALIASES]
    return next((new for path in own if (new := _uncommented(text, path, edit.value))), "") or _by_tomlkit(text, own[0], edit.value)


def _get(data: Any, path: Path) -> Any:
    for part in path:
        if not isinstance(data, Mapping) or part not in data:
            return None
        data = data[part]
    return data


def _lines(text: str, path: Path) -> Iterator[tuple[int, re.Match[str]]]:
    """Yield the lines, by number, that say a key or have it as a comment."""
    table: Path = ()
    for number, line in enumerate(text.splitlines()):
        if len(line) > _LONGEST:
            continue
        if header := _HEADER.match(line):
            table = _parts(header[1])
        elif (found := _LINE.match(line)) and (*table, *_parts(found[2])) == path:
            yield number, found


def _parts(dotted: str) -> Path:
    return tuple(part.strip("\"'") for part in re.findall(_PART, dotted))


def _replaced(text: str, number: int, line: str, path: Path, value: object) -> str:
    """Return the text with another line, if that changes this key and nothing else; else nothing."""
    lines = text.splitlines(keepends=True)
    ending = lines[number][len(lines[number].rstrip("\r\n")) :]
    new = "".join([*lines[:number], line + ending, *lines[number + 1 :]])
    try:
        return new if _full(toml_of(new.encode())) == _full(_put(toml_of(text.encode()), path, value)) else ""
    except Unreadable:
        return ""


def _uncommented(text: str, path: Path, value: object) -> str:
    """Return the text with the key in the place of its comment; nothing where there is none."""
    for number, line in _lines(text, path):
        if line[1] and (new := _replaced(text, number, _beside(f"{line[2]} = {toml_value(value)}", line), path, value)):
            return new
    return ""


def _without(text: str, path: Path, value: object) -> str:
    """Return the text without a key: a comment with the parent's value in its place where the key has a line of its own."""
    for number, line in _lines(text, path):
        if not line[1] and (new := _replaced(text, number, _beside(f"#{line[2]} = {toml_value(value)}", line), path, None)):
            return new
    return _by_tomlkit(text, path, None)


def _beside(entry: str, line: re.Match[str]) -> str:
    """Write an entry with the comment that a line has behind it, in the same column if there is room."""
    comment = (line[4] or "").lstrip()
    return f"{entry.ljust(len(line[0]) - len(comment) - 2)}  {comment}" if comment else entry


def _put(data: MutableMapping[str, Any], path: Path, value: object) -> MutableMapping[str, Any]:
    """Give a key of nested tables a value; None: remove it."""
    inside = data
    for part in path[:-1]:
        inside = inside.setdefault(part, {})
    inside.pop(path[-1], None)
    if value is not None:
        inside[path[-1]] = value
    return data


def _full(data: Any) -> Any:
    """Return nested tables without those that are empty."""
    if not isinstance(data, Mapping):
        return data
    return {key: entry for key, value in data.items() if (entry := _full(value)) != {}}


def _by_tomlkit(text: str, path: Path, value: object) -> str:
    """Return the text with another value of a key by tomlkit, else with a table behind it, whichever reads back right."""
    for attempt in (_changed_by_tomlkit, _behind):
        try:
            new = attempt(text, path, value)
            if _full(toml_of(new.encode())) == _full(_put(toml_of(text.encode()), path, _read_back(value))):
                return new
        except (AttributeError, LookupError, TypeError, ValueError, Unreadable):
            continue  # tomlkit cannot change some tables whose parts stand apart, and writes what is no TOML into some inline ones
    wanted = "should not be there" if value is None else f"should be {toml_value(value)}"
    raise VariantError(f"{'.'.join(path)}: {wanted}, but the tables of this file do not allow this change. Edit the file in an editor.")


def _read_back(value: object) -> object:
    return None if value is None else toml_of(f"x = {toml_value(value)}".encode())["x"]


def _behind(text: str, path: Path, value: object) -> str:
    """Return the text with a key in a table of its own at the end."""
    import tomlkit

    ending = "\r\n" if "\r\n" in text else "\n"
    lines = ["", f"[{'.'.join(tomlkit.key(part).as_string() for part in path[:-1])}]", f"{path[-1]} = {toml_value(value)}", ""]
    return text + ("" if text.endswith("\n") else ending) + ending.join(lines)


def _changed_by_tomlkit(text: str, path: Path, value: object) -> str:
    import tomlkit

    document = tomlkit.parse(text)
    inside: Any = document
    for depth, part in enumerate(path[:-1]):
        if part in inside:
            inside = inside[part]
        elif value is None:
            return text
        elif depth:  # below a table that is there, one line is enough
            inside.append(tomlkit.key(list(path[depth:])), tomlkit.item(value))
            return tomlkit.dumps(document)
        else:
            inside.append(part, tomlkit.table(is_super_table=False))
            inside = inside[part]
    if value is None:
        inside.pop(path[-1], None)
    else:
        inside[path[-1]] = value
    return tomlkit.dumps(document)
