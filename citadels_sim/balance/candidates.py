"""Every change of one rule that a designer can write into a variant file: a switch, a cost, the cards of the deck, the size of a city."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from citadels_sim.catalogue import DISTRICTS, DistrictType, character, district
from citadels_sim.errors import VariantError
from citadels_sim.names import slug
from citadels_sim.runs.store import LocalStore
from citadels_sim.variants import SWITCHES, Switch, Table, Variant, load_variant
from citadels_sim.variants.compare import keys_of
from citadels_sim.variants.switch import IntRange, RuleValue
from citadels_sim.variants.wording import matters, rule_text, topic_of

__all__ = ["CHANGES", "Candidate", "candidates", "table_variant"]

_STEPS: Final = (-1, 1, -2, 2)
"""Steps of a number, and of the costs and copies of a group of districts."""
_FAR: Final = (-4, 4)
"""Further steps of the size of a city, beside half of it: games of twenty districts are not repaired by one or two fewer."""
CHANGES: Final = "changes"
"""Folder of the files of the changes."""
_OF_ALL: Final = frozenset({"edition"})
"""Switches that are no single change: the edition sets the default of every other switch, and every printed cost."""

Key = tuple[str, ...]
Edits = Mapping[Key, RuleValue]


@dataclass(frozen=True)
class Candidate:
    """One change of a variant.

    Attributes
    ----------
    key : str
        What it changes, such as ``"rules.wizard_must_take"`` or ``"costs of trade"``; changes of one key differ in its value only.
    change : str
        What is played with it, in words.
    toml : str
        A variant file of its own, which extends the variant.
    variant : Variant
        The changed variant, at one number of players.
    related : bool
        Whether it belongs to the character that the search is for.
    """

    key: str
    change: str
    toml: str
    variant: Variant
    related: bool


@dataclass(frozen=True)
class _Edit:
    """Values of a variant file that make up one change; `words` are its sentence where no single key has one."""

    key: str
    value: str
    edits: Edits
    words: str = ""


def table_variant(variant: Variant, players: int) -> Variant:
    """Give a variant at one number of players only: it is all that a search plays."""
    return replace(variant, players=(players, players), tables={players: variant.at(players)})


def candidates(base: str, players: int, out: Path, character_id: str = "") -> list[Candidate]:
    """Make every single change of a variant that loads, seats the players, and changes what is played there.

    Parameters
    ----------
    base : str
        The variant, by name or path.
    players : int
        The number of players that it is played with.
    out : pathlib.Path
        Where the file of each change is written, as ``changes/NAME.toml``.
    character_id : str
        The character that the search is for, if it is for one: its changes come first.

    Returns
    -------
    list of Candidate
        Changes of the character first, then those of the whole table, those of single cards last.

    Raises
    ------
    VariantError
        If the variant cannot be read, does not seat so many, or has a path that no variant file can extend.
    RunError
        If the folder cannot be written, or a link leads out of it.
    """
    if not base.isprintable():
        raise VariantError(f"{base!r}: no variant file can name this path; rename the file or its folder.")
    variant = load_variant(base)
    table = variant.at(players)
    related = _income(character_id)
    found: dict[str, Candidate] = {}
    for edit in _edits(table):
        made = _candidate(base, variant, players, out, edit)
        if made is None:
            continue
        made, digest = replace(made, related=_concerns(edit, table, character_id, related)), made.variant.digest
        # Of two changes that play the same, the one that belongs to the character says it better.
        if digest not in found or (made.related and not found[digest].related):
            found[digest] = made
    return sorted(found.values(), key=lambda each: not each.related)


def _edits(table: Table) -> Iterator[_Edit]:
    """List changes of one key or of one group of districts, what moves a game most first, whether or not a variant file may have them."""
    for size in dict.fromkeys([*(table.city_size + step for step in (*_STEPS, *_FAR)), table.city_size // 2]):
        yield _Edit("city_size", str(size), {("city_size",): size})
    yield from _group_edits(table)
    for key, switch in SWITCHES.items():
        if key not in _OF_ALL:
            for value in _values(switch, table.rules[key]):
                yield _Edit(f"rules.{key}", str(value), {("rules", key): value})
    yield from _unique_edits(table)


def _values(switch: Switch, now: RuleValue) -> list[RuleValue]:
    """Give the other values of a switch: every word, the editions' defaults, and numbers near the one that holds."""
    near: list[RuleValue] = []
    if isinstance(switch.readings, IntRange) and isinstance(now, int):
        near = [switch.readings.low, switch.readings.high] if switch.readings.ends_only else [now + step for step in _STEPS]
    values = dict.fromkeys([*switch.words, *near, *switch.default.values()])
    return [value for value in values if value != now and not switch.fault(value)]


def _group_edits(table: Table) -> Iterator[_Edit]:
    """Change the costs, and the copies, of all basic districts and of those of each type, and the costs of all unique ones and of all.

    Where a variant has costs or copies of its own, those of the printed cards come first.
    """
    basics = [d for d in DISTRICTS if d.type is not DistrictType.UNIQUE]  # of a type that the deck lacks, copies are a change as well
    buildable = [id for id in dict.fromkeys([*table.unique, *(table.random_from if table.random_count else ())]) if table.costs[id]]
    groups = {"district": [*(d.id for d in basics), *buildable], "basic district": [d.id for d in basics], "unique district": buildable}
    groups |= {f"{type.id} district": [d.id for d in basics if d.type is type] for type in DistrictType if type is not DistrictType.UNIQUE}
    for name, ids in groups.items():
        printed: Edits = {("costs", id): cost for id in ids if (cost := district(id).costs[str(table.rules["edition"])]) is not None}
        yield _Edit(f"costs of {name}s", "printed", printed, f"Every {name} costs what its card says.")
        for step in _STEPS:
            costs: Edits = {("costs", id): max(1, (table.costs[id] or 0) + step) for id in ids}
            how = f"{abs(step)} gold {'more' if step > 0 else 'less, but at least 1'}"
            yield _Edit(f"costs of {name}s", _step(step), costs, f"Every {name} costs {how}.")
        if name in ("district", "unique district"):  # of unique ones each has copies of its own
            continue
        usual: Edits = {("deck", "basic", id): district(id).count for id in ids}
        yield _Edit(f"copies of {name}s", "printed", usual, f"The deck has the printed number of every {name}.")
        for step in _STEPS:
            copies: Edits = {("deck", "basic", id): max(0, table.basic.get(id, 0) + step) for id in ids}
            how = f"{abs(step)} {'copy' if abs(step) == 1 else 'copies'} {'more' if step > 0 else 'fewer'}"
            yield _Edit(f"copies of {name}s", _step(step), copies, f"The deck has {how} of every {name}.")


def _step(step: int) -> str:
    return f"{abs(step)} {'more' if step > 0 else 'less'}"


def _unique_edits(table: Table) -> Iterator[_Edit]:
    """Change the cost and the copies of each unique district, and how many are drawn."""
    drawn = table.random_from if table.random_count else ()
    for id in dict.fromkeys([*table.unique, *drawn]):
        cost = table.costs[id]
        printed = district(id).costs[str(table.rules["edition"])]
        for gold in [] if cost is None else dict.fromkeys([printed, *(cost + step for step in _STEPS)]):
            if gold is not None:
                yield _Edit(f"costs.{id}", str(gold), {("costs", id): gold})
        if id in table.unique:
            for step in (-1, 1):
                copies = table.unique[id] + step
                yield _Edit(f"deck.unique.{id}", str(copies), {("deck", "unique", id): copies})
    for step in _STEPS if table.random_count else ():
        count = table.random_count + step
        yield _Edit("deck.random_unique.count", str(count), {("deck", "random_unique", "count"): count})


def _candidate(base: str, variant: Variant, players: int, out: Path, edit: _Edit) -> Candidate | None:
    """Write the file of a change and load it; None where it is no variant, or plays the same."""
    before = variant.at(players)
    name = slug(f"{variant.name[:30]}-{edit.key}-{edit.value}")
    store, file = LocalStore(out), f"{CHANGES}/{name}.toml"
    path = out / file
    # What the variant says of this number of players goes before what a file that extends it says of all.
    for prefix in ((), ("by_players", str(players))):
        edits = {(*prefix, *key): value for key, value in edit.edits.items()}
        store.write(file, _toml(name, _from(base, path.parent), edits).encode())
        try:
            made = load_variant(path)
            after = made.at(players)
        except VariantError:
            break
        if _plays_otherwise(before, after):
            title = edit.words or _sentence(edit, before, after)
            toml = _toml(name, _beside(base), edits)
            return Candidate(edit.key, title, toml, table_variant(made, players), related=False)
    store.remove(file)
    return None


def _plays_otherwise(before: Table, after: Table) -> bool:
    one, other = keys_of(before), keys_of(after)
    return any(one[key] != other[key] and matters(key, before, after) for key in one)


def _sentence(edit: _Edit, before: Table, after: Table) -> str:
    old, new = (rule_text(edit.key, table).rstrip(".") for table in (before, after))
    return f"{new} (before: {old[:1].lower()}{old[1:]})."


def _toml(name: str, base: str, edits: Edits) -> str:
    """Write a variant file that extends another and changes some keys."""
    lines = [f"name = {json.dumps(name)}", f"extends = {json.dumps(base)}"]
    tables: dict[Key, list[str]] = {}
    for (*table, key), value in edits.items():
        tables.setdefault(tuple(table), []).append(f"{key} = {json.dumps(value)}")
    for path, values in sorted(tables.items()):
        heading = ".".join(part if part.replace("_", "").isalpha() else json.dumps(part) for part in path)
        lines += [*([f"\n[{heading}]"] if path else []), *values]
    return "\n".join(lines) + "\n"


def _packaged(base: str) -> bool:
    return not base.endswith(".toml") and os.sep not in base and "/" not in base


def _from(base: str, folder: Path) -> str:
    """Name the variant as a file in a folder extends it."""
    return base if _packaged(base) else os.path.relpath(os.path.realpath(base), os.path.realpath(folder))


def _beside(base: str) -> str:
    """Name the variant as a file in its own folder extends it."""
    name = Path(base).name
    return name if _packaged(base) or name.endswith(".toml") else f"./{name}"


def _income(character_id: str) -> frozenset[str]:
    """Name the districts that a character has its income from."""
    income = character(character_id).income if character_id else None
    return frozenset(d.id for d in DISTRICTS if income is not None and d.type is income)


def _concerns(edit: _Edit, table: Table, character_id: str, districts: Iterable[str]) -> bool:
    """Whether a change belongs to a character: its rank's rules, rules about its card, the districts that it is paid for."""
    if not character_id:
        return False
    if edit.key.startswith("rules."):
        switch = SWITCHES[edit.key.removeprefix("rules.")]
        rank = next(rank for rank, ids in table.cast.items() if character_id in ids)
        return topic_of(edit.key) == f"Rank {rank}" or any(character_id in group for group in switch.needs)
    return {key[-1] for key in edit.edits} <= set(districts)
