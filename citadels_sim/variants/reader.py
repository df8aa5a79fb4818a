"""Finds variant files, reads them with what they extend, and makes variants of them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from citadels_sim.catalogue import Cards
from citadels_sim.errors import VariantError, nearest
from citadels_sim.foreign import Unreadable, is_file, nearest_file, read_toml, shown, toml_of
from citadels_sim.names import NAME_WORDS, is_name, name_fault
from citadels_sim.resources import configs_dir
from citadels_sim.variants.declared import Layer, declared_cards
from citadels_sim.variants.faults import OVERRIDE, Faults
from citadels_sim.variants.model import Table, Variant
from citadels_sim.variants.parse import MOST_FAULTS, Flat, Leaf, flatten
from citadels_sim.variants.resolve import STAGE, resolve_table, value_of

__all__ = ["edition_names", "from_resolved", "load_variant", "parent_of", "variant_names", "variant_of"]

_EXAMPLES = "examples-"
"""How the names of packaged variants begin that nobody has printed."""
MOST_FILES = 100
"""Files that extend one another."""


def variant_names() -> tuple[str, ...]:
    """Names of the packaged variants, sorted."""
    return tuple(sorted(path.stem for path in _packaged().glob("*.toml")))


def edition_names() -> tuple[str, ...]:
    """Names of the packaged variants that somebody has printed, sorted: all but the examples of what a variant file can do."""
    return tuple(name for name in variant_names() if not name.startswith(_EXAMPLES))


def load_variant(name_or_path: str | os.PathLike[str], overrides: Mapping[str, object] | None = None) -> Variant:
    """Read, resolve and check a variant.

    Parameters
    ----------
    name_or_path : str or path
        Name of a packaged variant, or path of a TOML file (it has a folder or ends with ``.toml``).
    overrides : mapping, optional
        Dotted keys and values that go before everything in the files: ``{"rules.smithy_price": 3, "cast": [...],
        "deck.unique.keep": 2, "random_cast.5": [...]}``. Tables are merged key by key, lists replaced.

    Returns
    -------
    Variant
        Playable at every number of players that it names.

    Raises
    ------
    VariantError
        If there is no such variant, a file cannot be read, or it cannot be played: one message with all faults.
    """
    path, where = _find(name_or_path, None)
    return _load(path, where, _read(path, where), overrides)


def variant_of(text: str, path: str | os.PathLike[str]) -> Variant:
    """Make the variant that a file would be if it had this text; nothing is written.

    Raises
    ------
    VariantError
        As `load_variant`.
    """
    where = str(path)
    try:
        data = toml_of(text.encode())
    except Unreadable as error:
        raise VariantError(f"{where}: {error}") from None
    return _load(Path(path), where, data, None)


def _load(path: Path, where: str, data: dict[str, object], overrides: Mapping[str, object] | None) -> Variant:
    """Make the variant of a file, of which this is the content."""
    if not data:
        needs = 'name = "my-rules" and extends = "classic-2000"'
        raise VariantError(f"{where}: the file is empty. It needs a name and what it extends, such as {needs}.")
    faults = Faults(where)
    layers, broken = _chain(path, where, data)
    given: object = overrides  # whatever a caller without type checks handed in
    if given is not None and not isinstance(given, Mapping):
        raise VariantError(f"overrides must be a mapping of dotted keys to values, not {shown(given)}")
    said = _nest(overrides or {}, faults)
    cards = declared_cards([*layers, (said, OVERRIDE)], faults)
    flats = [flatten(data, file, faults, cards) for data, file in layers]
    for file, text in broken:
        faults.add(file, "extends", text)
    spoken = flatten(said, OVERRIDE, faults, cards)
    for flat in flats:
        flat.pop(("extends",), None)
    for key in ("name", "title", "extends"):
        if spoken.pop((key,), None):
            faults.add(OVERRIDE, key, "cannot be overridden; write a variant file for a variant of another name.")
    faults.shape_done()
    if faults.touch("extends") or len(faults) >= MOST_FAULTS:
        faults.raise_if_any()  # half of what is given is unknown, so the whole cannot be judged
    return _make(flats, spoken, path.stem, where, faults, cards)


def from_resolved(resolved: Mapping[str, object]) -> Variant:
    """Make the variant again that `Variant.resolved` wrote.

    Raises
    ------
    VariantError
        If it is not a complete, playable variant.
    """
    where = "resolved variant"
    faults = Faults(where)
    given: object = resolved
    if not isinstance(given, Mapping):
        raise VariantError(f"{where}: must be a table, not {shown(given)}")
    cards = declared_cards([(resolved, where)], faults)
    flat = flatten(resolved, where, faults, cards)
    faults.shape_done()
    return _make([flat], {}, "", where, faults, cards)


def _packaged() -> Path:
    return configs_dir() / "variants"


def parent_of(path: str | os.PathLike[str]) -> str | None:
    """Return the packaged variant or the file that a readable variant file extends; None where it extends none."""
    parent = read_toml(path).get("extends")
    if parent is None:
        return None
    file, _ = _find(str(parent), Path(path).parent)
    return file.stem if file.parent == _packaged() else str(file)


def _find(name: str | os.PathLike[str], beside: Path | None) -> tuple[Path, str]:
    """Return a variant's file and what to call it in messages; `beside` is the folder of the file that names it."""
    given: object = name
    if not isinstance(given, str | os.PathLike):
        raise VariantError(f"a variant is given by its name or path, not {shown(given)}")
    text = os.fspath(name)
    if not isinstance(name, str) or text.endswith(".toml") or "/" in text or os.sep in text:
        path = (beside or Path()) / text
        return path, str(path)
    packaged = _packaged() / f"{text}.toml"
    if is_file(packaged):
        return packaged, packaged.name
    if beside is not None and is_file(beside / f"{text}.toml"):
        return beside / f"{text}.toml", str(beside / f"{text}.toml")
    names = variant_names()
    hint = nearest_file((beside or Path()) / text, names)
    listed = "" if hint else f" Packaged are: {', '.join(names)}."
    named = "" if hint.endswith(".toml'?") else f" Give a file by its path: '{Path(text).stem}.toml'."
    raise VariantError(f"there is no packaged variant '{text}'.{hint}{listed}{named}")


def _read(path: Path, where: str) -> dict[str, object]:
    """Read one TOML file."""
    try:
        return read_toml(path)
    except Unreadable as error:
        hint = (nearest_file(path) or nearest(path.stem, variant_names())) if error.missing else ""
        reason = "is a folder, not a variant file." if error.folder else f"{error}.{hint}" if error.missing else error
        raise VariantError(f"{where if where.isprintable() else repr(where)}: {reason}") from None


def _chain(path: Path, where: str, data: dict[str, object]) -> tuple[list[Layer], list[tuple[str, str]]]:
    """Read all that a file extends, the remotest ancestor first, and its own content; of a chain that breaks, in which file and why."""
    broken: list[tuple[str, str]] = []
    layers: list[Layer] = [(data, where)]
    seen = {path.resolve(): where}  # of files that were read, which links that lead round in a circle were not
    while isinstance(parent := layers[0][0].get("extends"), str) and parent.strip():
        child = where
        try:
            path, where = _find(parent, path.parent)
            data = _read(path, where)
            if path.resolve() in seen:
                raise VariantError(f"is circular: {' -> '.join([*seen.values(), where])}")
            if len(seen) == MOST_FILES:
                raise VariantError(f"is the {MOST_FILES + 1}th file of a chain; the maximum is {MOST_FILES}.")
        except VariantError as error:
            broken.append((child, str(error)))
            break
        seen[path.resolve()] = where
        layers.insert(0, (data, where))
    return layers, broken


def _nest(overrides: Mapping[str, object], faults: Faults) -> dict[str, object]:
    """Turn dotted keys into tables."""
    out: dict[str, object] = {}
    for dotted, value in overrides.items():
        if not isinstance(dotted, str):
            faults.add(OVERRIDE, repr(dotted), "is not a dotted key such as 'rules.smithy_price'.")
            continue
        for dead in _put(out, dotted.split("."), value):
            faults.add(OVERRIDE, dotted, f"is overridden twice, as a value and as a table ('{dead}').")
    return out


def _put(out: dict[str, object], path: list[str], value: object) -> list[str]:
    """Merge a value into nested tables; gives the keys where a table meets a value."""
    key, *rest = path
    if rest or isinstance(value, Mapping):
        table = out.setdefault(key, {})
        if not isinstance(table, dict):
            return [key]
        if rest:
            return _put(table, rest, value)
        assert isinstance(value, Mapping)
        return [dead for part, entry in value.items() for dead in _put(table, [str(part)], entry)]
    if isinstance(out.get(key), dict):
        return [key]
    out[key] = value
    return []


def _at(leaf: Leaf, order: int) -> Leaf:
    """Give a leaf another order; `dataclasses.replace` would take a third of the time of an attribution."""
    return Leaf(leaf.value, leaf.where, leaf.key, order)


def _make(layers: list[Flat], spoken: Flat, stem: str, where: str, faults: Faults, cards: Cards) -> Variant:
    """Put layers and overrides together, in the order of meaning, and check them at every number of players."""
    files: Flat = {}
    top: Flat = {}
    by_count: dict[int, Flat] = {}
    by_count_top: dict[int, Flat] = {}
    for order, flat in enumerate([*layers, spoken]):
        for path, leaf in flat.items():
            if path[0] != "by_players":
                target = top if flat is spoken else files
                target[path] = _at(leaf, 2 * STAGE if flat is spoken else order)
            else:  # what the caller says of one number of players is his most precise word, and holds last
                target = (by_count_top if flat is spoken else by_count).setdefault(int(path[1]), {})
                target[path[2:]] = _at(leaf, 2 * STAGE + 1 if flat is spoken else STAGE + order)

    name = value_of(layers[-1], ("name",), stem)  # a child without a name of its own is not its parent
    if not is_name(name) and not faults.touch("name"):
        fault = f", and the file's name cannot replace it: {name_fault(name)}" if name else f": {NAME_WORDS}."
        faults.add(where, "name", f"is missing{fault}")
    title = value_of(layers[-1], ("title",), name)  # nor is one without a title, which would be taken for its parent
    span: tuple[int, int] | None = value_of({**files, **top}, ("players",), None)
    if span is None:
        if not faults.touch("players"):
            faults.add(where, "players", "is missing: [least, most] players that the variant seats.")
        faults.raise_if_any()
    tables: dict[int, Table] = {}
    for n in range(span[0], span[1] + 1) if span else ():
        flat = {**files, **by_count.get(n, {}), **top, **by_count_top.get(n, {})}
        if n == 2 and value_of(flat, ("rules", "two_player_rule"), "S0") == "none":
            continue  # classic 6.5: the table begins at three players
        tables[n] = resolve_table(flat, n, where, faults, cards)
    if span and not tables:
        faults.add(where, "players", "rules.two_player_rule = 'none' leaves no number of players to seat.")
    faults.raise_if_any(tuple(tables))
    return Variant(name=name, title=title, players=(min(tables), max(tables)), source=where, tables=tables)
