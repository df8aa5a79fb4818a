"""What the tables of a run must hold for an analysis to be made of them, whoever wrote them.

Whatever a file says of its rows, they are of the cell and the blocks that the manifest gives its place, no two of them are the same, and
their values are those that the game has. So no analysis has to think of others: of a million rows that a join would match with each other,
of a thousand characters, of a number of rounds that it would count up to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, Literal

import polars as pl

from citadels_sim.catalogue import CHARACTERS, DISTRICTS
from citadels_sim.processes import cores
from citadels_sim.runs.manifest import CellEntry, Manifest, ShardFile
from citadels_sim.tables.columns import Table
from citadels_sim.tables.keys import CELL
from citadels_sim.tables.parquet import scan_table

__all__ = ["Schema", "lacking", "odd"]

EngineType = Literal["in-memory", "streaming"]
Schema = Mapping[str, pl.DataType]

_NUMBERS: Final = {
    **dict.fromkeys(("rotation", "seat", "first_crown", "first_complete", "crown", "distance"), (0, 7)),
    "players": (2, 8),
    "block": (0, 10**12),
    "round": (0, 1000),
    "rank": (1, 9),
    "replicate": (0, 1000),
    "place": (1, 8),
    "win": (0, 1000),
}
"""Least and greatest number that columns may have; any of `_USUAL` where nothing else is given, any at all of `_ANY`."""
_USUAL: Final = (-(1 << 31), 1 << 31)
_ANY: Final = frozenset(["seed", "value"])
_SUMMED: Final = frozenset(["sums", "blocks"])
"""Tables whose rows are sums over games: their numbers are as large as these are many."""

_KNOWN: Final = {
    "character": frozenset(character.id for character in CHARACTERS),
    "district": frozenset(district.id for district in DISTRICTS),
}
"""What texts of a unit can be."""
_MOST_WORDS: Final = 64
"""Different texts of a column of others, such as kinds of acts, and entries of a list."""

_SMALL: Final = 500_000
"""Rows of a table that is checked in memory, where all is read once; a larger one is read again for each question."""
_BITS: Final = {"block": 40, "rotation": 3, "seat": 3, "crown": 3, "rank": 4, "round": 10, "replicate": 10}
_WHAT: Final = {"games": "a game", "seats": "a seat of a game"}


def lacking(path: Path, table: Table, names: Schema) -> str | None:
    """Return which columns a whole shard lacks, or which is of another type; None where all is well."""
    wanted = [column for column in table.columns if column.needed]
    if missing := [column.name for column in wanted if column.name not in names]:
        return f"{path}: the shard lacks the column{'s' * (len(missing) > 1)} {', '.join(missing)}"
    for column in wanted:
        dtype = names[column.name]
        is_list = isinstance(dtype, pl.List)
        if column.is_list != is_list or not _is_form(dtype.inner if isinstance(dtype, pl.List) else dtype, column.form):
            return f"{path}: column {column.name}: {str(dtype)[:40]} where {'lists of ' * column.is_list}{column.form} should be"
    return None


def _is_form(dtype: object, form: str) -> bool:
    """Return whether a column's type is one of text, or one of numbers or truths."""
    if form == "text":
        return isinstance(dtype, pl.String | pl.Enum | pl.Categorical)
    return isinstance(dtype, pl.DataType) and (dtype.is_numeric() or dtype == pl.Boolean)


def odd(folder: Path, manifest: Manifest, schemas: Mapping[str, Schema]) -> str | None:
    """Describe values that no run has, in a table with the right columns; None where all is well. `schemas` has that of each shard."""
    places = list(manifest.ranges())
    bots = frozenset(bot for lineup in manifest.experiment.lineups for bot in lineup)
    cells = {cell.key for cell in manifest.cells}
    tables = {table.name: table for table in manifest.experiment.design.tables}

    def fault_of(shard: ShardFile) -> str | None:
        if places and shard.number >= len(places):
            return f"{folder / shard.path}: the cells of manifest.json have no such shard"
        place = places[shard.number] if places else None
        fault = next(_faults(folder / shard.path, schemas[shard.path], tables[shard.table], bots, cells, place, shard.rows), None)
        return fault and f"{folder / shard.path}: {fault}"

    with ThreadPoolExecutor(cores()) as pool:
        shards = [shard for shard in manifest.shards if shard.table in tables and shard.rows]
        if fault := next(filter(None, pool.map(fault_of, shards)), None):
            pool.shutdown(cancel_futures=True)
            return fault
    if not places:  # of an earlier version: what a shard holds is not known, and two may hold the same
        for name, table in tables.items():
            frames = [scan_table(folder / shard.path) for shard in manifest.shards if shard.table == name and shard.rows]
            if len(frames) > 1 and table.unique is not None and _twice(frames, table):
                return f"{folder / name}: has {_WHAT.get(name, 'a row')} twice"
    return None


def _faults(
    path: Path,
    schema: Schema,
    table: Table,
    bots: frozenset[str],
    cells: set[tuple[str, int, str]],
    place: tuple[CellEntry, int, int, bool] | None,
    rows: int,
) -> Iterator[str]:
    wanted = [column.name for column in table.columns if column.needed]
    # A query of a file costs milliseconds, and a run has thousands of small ones; a large one is not held in memory.
    engine: EngineType = "in-memory" if rows <= _SMALL else "streaming"
    frame = scan_table(path).select(wanted)
    frame = frame.collect().lazy() if rows <= _SMALL else frame
    numbers = [name for name in wanted if schema[name].is_numeric()]
    checks = frame.select(
        *(pl.col(name).null_count().alias(f"{name} nulls") for name in wanted if name not in table.nullable),
        *(pl.col(name).is_nan().any().alias(f"{name} nan") for name in numbers if schema[name].is_float()),
        *(pl.col(name).min().alias(f"{name} least") for name in numbers),
        *(pl.col(name).max().alias(f"{name} most") for name in numbers),
        *(pl.col(name).list.len().max().alias(f"{name} longest") for name in wanted if isinstance(schema[name], pl.List)),
        *(pl.col(name).n_unique().alias(f"{name} kinds") for name in CELL),
        *(pl.col(name).first().alias(f"{name} first") for name in CELL),
    )
    values = checks.collect(engine=engine).row(0, named=True)
    for key, value in values.items():
        name, _, what = key.partition(" ")
        if what == "nulls" and value:
            yield f"column {name}: {value:,} of its rows have nothing there"
        if what == "nan" and value:
            yield f"column {name}: some of its values are no numbers"
        if what == "longest" and value is not None and value > _MOST_WORDS:
            yield f"column {name}: a list of {value:,}"
        if what in ("least", "most") and value is not None and name not in _ANY:
            least, most = _NUMBERS.get(name, _USUAL) if table.name not in _SUMMED or name in (*CELL, "block") else (-(1 << 62), 1 << 62)
            if not least <= value <= most:
                yield f"column {name}: {value} should be {least} to {most}"
    yield from _texts(frame, schema, table, bots, engine)
    alone = all(values[f"{name} kinds"] == 1 for name in CELL)
    kinds = [tuple(values[f"{name} first"] for name in CELL)] if alone else frame.select(CELL).unique().collect(engine=engine).rows()
    present = {(str(v), int(p), str(b)) for v, p, b in kinds}
    if place is not None:
        cell, first, end, _ = place
        if present != {cell.key}:
            yield "its rows are not all of the cell that belongs there"
        if "block" in wanted and table.name != "cards" and not first <= values["block least"] <= values["block most"] < end:
            yield f"its blocks are not all of {first} to {end - 1}"
    if not present <= cells:
        yield "has rows of a cell that manifest.json does not name"
    if table.unique is not None and _twice([frame], table, engine):
        yield f"has {_WHAT.get(table.name, 'a row')} twice"


def _texts(frame: pl.LazyFrame, schema: Schema, table: Table, bots: frozenset[str], engine: EngineType) -> Iterator[str]:
    """Find values of text that are none of the game's, or too many."""
    for column in table.columns if table.name != "sums" else ():
        if column.form != "text" or not column.needed or column.name in CELL:
            continue
        name = column.name
        rows = frame.select(name).explode(name) if column.is_list else frame.select(name)
        known = bots if column.unit == "bot" else _KNOWN.get(column.unit, frozenset(filter(None, column.unit.split("|"))))
        dtype = schema[name].inner if column.is_list else schema[name]  # type: ignore[attr-defined]
        if isinstance(dtype, pl.Enum) and known.issuperset(dtype.categories):  # it was read: so it has no others
            continue
        words = rows.unique(maintain_order=engine == "in-memory").head(10 * _MOST_WORDS).collect(engine=engine).to_series().cast(pl.String)
        others = sorted(set(words.drop_nulls()) - known) if known else []
        if others:
            yield f"column {name}: {others[0][:80]!r} is none that there is"
        if not known and len(words) > _MOST_WORDS:
            yield f"column {name}: more than {_MOST_WORDS} different texts"


def _twice(frames: list[pl.LazyFrame], table: Table, engine: EngineType = "streaming") -> bool:
    """Return whether files have two equal rows: joined on their keys, many of them would be as many as their square."""
    keys = ["block", *(["rotation"] if "rotation" in table.names else []), *(table.unique or ())]
    number, texts = pl.lit(0, pl.Int64), [] if len(frames) == 1 else list(CELL)
    for name in keys:
        if name in _BITS:
            number = number * (1 << _BITS[name]) + pl.col(name).cast(pl.Int64)
        else:
            texts.append(name)
    key = [number.alias("number"), *(pl.col(name).cast(pl.String) for name in texts)]
    rows = pl.concat([frame.select(key) for frame in frames])
    twice = rows.select(pl.len() > (pl.struct(pl.all()) if texts else pl.col("number")).n_unique())
    return bool(twice.collect(engine=engine).item())
