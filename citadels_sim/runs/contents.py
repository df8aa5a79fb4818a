"""What the tables of a run must hold for an analysis to be made of them, whoever wrote them.

Whatever a file says of its rows, they are of the cell and the blocks that the manifest gives its place, no two of them are the same,
their seeds are those that the run's seed gives their blocks, and their values are those that the game has. So no analysis has to
think of others: of a million rows that a join would match with each other, of a thousand characters, of a number of rounds that it would
count up to.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, Literal, NamedTuple

import polars as pl

from citadels_sim.catalogue import PACKAGED
from citadels_sim.errors import RunError
from citadels_sim.footer import check_rows, read_footer
from citadels_sim.foreign import Unreadable, open_regular
from citadels_sim.processes import cores
from citadels_sim.runs.batches import TABLES
from citadels_sim.runs.manifest import CellEntry, Manifest, ShardFile, resume_command
from citadels_sim.runs.seeds import seeds_of
from citadels_sim.tables.columns import Table
from citadels_sim.tables.keys import CELL, Cell
from citadels_sim.tables.parquet import scan_table, table_schema
from citadels_sim.variants.declared import declared_in

EngineType = Literal["in-memory", "streaming"]
_Schema = Mapping[str, pl.DataType]

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

_MOST_WORDS: Final = 64
"""Different texts of a column of others, such as kinds of acts, and entries of a list."""

_SMALL: Final = 500_000
"""Rows of a table that is checked in memory, where all is read once; a larger one is read again for each question."""
_BITS: Final = {"block": 40, "rotation": 3, "seat": 3, "crown": 3, "rank": 4, "round": 10, "replicate": 10}
_ANEW: Final = "Run the experiment again into a new folder."
_WHAT: Final = {"games": "a game", "seats": "a seat of a game"}


class Refused(RunError):
    """A run that is not read, for what one of its files holds.

    Parameters
    ----------
    folder : pathlib.Path
    path : str
        The file, relative to the folder.
    fault, remedy : str
        What is wrong with it, and what to do.
    """

    def __init__(self, folder: Path, path: str, fault: str, remedy: str) -> None:
        super().__init__(f"{folder / path}: {fault}. {remedy}")
        self.path, self.fault, self.remedy = path, fault, remedy


def check_files(folder: Path, manifest: Manifest, *, verify: bool) -> None:
    """Check that the files which the manifest of a run lists are there, and hold what analyses need.

    Raises
    ------
    Refused
        For the first that does not.
    """
    design = manifest.experiment.design
    summed = any(shard.table == "sums" for shard in manifest.shards)
    for table in TABLES[:2] if manifest.state == "complete" and design.keeps_games and not summed else ():
        if not any(shard.table == table and shard.rows for shard in manifest.shards):
            raise Refused(
                folder,
                "manifest.json",
                f"shards: no '{table}' table; there is nothing to report on",
                "Run the experiment again into a new folder.",
            )
    with ThreadPoolExecutor(cores()) as pool:
        read = list(pool.map(lambda shard: _read_schema(folder, shard, verify=verify), manifest.shards))
    damaged = [(shard.path, fault) for shard, fault in zip(manifest.shards, read, strict=True) if isinstance(fault, str)]
    if damaged:
        (path, what), more = damaged[0], f" (and {len(damaged) - 1} more)" if len(damaged) > 1 else ""
        raise Refused(folder, path, f"{what}{more}", f"The same command plays its games again: {resume_command(manifest, folder)}")
    schemas = {shard.path: schema for shard, schema in zip(manifest.shards, read, strict=True) if not isinstance(schema, str)}
    tables = {table.name: table for table in design.tables}
    for shard in manifest.shards:
        if shard.table in tables and (fault := _lacking(tables[shard.table], schemas[shard.path])):
            # The form of an earlier version: the same command would refuse to continue it.
            remedy = f"Run the experiment again into a new folder (another --out): {resume_command(manifest, folder)}"
            raise Refused(folder, shard.path, f"{fault}: another version of citadels_sim wrote it", remedy)
    if found := _odd(folder, manifest, schemas):
        raise Refused(folder, *found, _ANEW)


def _read_schema(folder: Path, shard: ShardFile, *, verify: bool) -> _Schema | str:
    """Read the types of a shard's columns, from its footer; or return what is wrong with it."""
    try:
        with open_regular(folder / shard.path, folder) as file:
            if verify and hashlib.file_digest(file, "sha256").hexdigest() != shard.sha256:
                return "the shard is damaged: its checksum is not the one in manifest.json"
            check_rows(read_footer(file), shard.rows)
            file.seek(0)
            return table_schema(file)
    except Unreadable as error:
        return "the shard is missing" if error.missing or error.folder else f"the shard is damaged: {error}"
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError) as error:
        return f"the shard is damaged: {(str(error).splitlines() or [''])[0][:120]}"


def _lacking(table: Table, names: _Schema) -> str | None:
    """Return which columns a whole shard lacks, or which is of another type; None where all is well."""
    wanted = [column for column in table.columns if column.needed]
    if missing := [column.name for column in wanted if column.name not in names]:
        return f"the shard lacks the column{'s' * (len(missing) > 1)} {', '.join(missing)}"
    for column in wanted:
        dtype = names[column.name]
        is_list = isinstance(dtype, pl.List)
        if column.is_list != is_list or not _is_form(dtype.inner if isinstance(dtype, pl.List) else dtype, column.form):
            return f"column {column.name}: {str(dtype)[:40]} where {'lists of ' * column.is_list}{column.form} should be"
    return None


def _is_form(dtype: object, form: str) -> bool:
    """Return whether a column's type is one of text, or one of numbers or truths."""
    if form == "text":
        return isinstance(dtype, pl.String | pl.Enum | pl.Categorical)
    return isinstance(dtype, pl.DataType) and (dtype.is_numeric() or dtype == pl.Boolean)


class _Wanted(NamedTuple):
    """What the manifest says of all rows of a run; `known` has what texts of a unit can be."""

    seed: int
    known: Mapping[str, frozenset[str]]
    cells: set[Cell]


def _odd(folder: Path, manifest: Manifest, schemas: Mapping[str, _Schema]) -> tuple[str, str] | None:
    """Describe values that no run has, in a table with the right columns: the file, and what is wrong with it; None where all is well.

    `schemas` has that of each shard.
    """
    places = list(manifest.ranges())
    cards = [declared_in(entry.resolved) for entry in manifest.variants.values()]
    known = {
        "bot": frozenset(bot for lineup in manifest.experiment.lineups for bot in lineup),
        "character": frozenset(each.id for one in (PACKAGED, *cards) for each in one.characters),
        "district": frozenset(each.id for one in (PACKAGED, *cards) for each in one.districts),
    }
    wanted = _Wanted(manifest.experiment.seed, known, {cell.key for cell in manifest.cells})
    tables = {table.name: table for table in manifest.experiment.design.tables}

    def fault_of(shard: ShardFile) -> tuple[str, str] | None:
        if places and shard.number >= len(places):
            return shard.path, "the cells of manifest.json have no such shard"
        place = places[shard.number] if places else None
        try:
            fault = next(_faults(folder / shard.path, schemas[shard.path], tables[shard.table], wanted, place, shard.rows), None)
        except pl.exceptions.ComputeError as error:  # of the values of a column: its footer was read
            fault = f"its values cannot be read ({error})"
        return None if fault is None else (shard.path, fault)

    with ThreadPoolExecutor(cores()) as pool:
        shards = [shard for shard in manifest.shards if shard.table in tables and shard.rows]
        if fault := next(filter(None, pool.map(fault_of, shards)), None):
            pool.shutdown(cancel_futures=True)
            return fault
    if not places:  # of an earlier version: what a shard holds is not known, and two may hold the same
        for name, table in tables.items():
            frames = [scan_table(folder / shard.path) for shard in manifest.shards if shard.table == name and shard.rows]
            if len(frames) > 1 and table.unique is not None and _twice(frames, table):
                return name, f"has {_WHAT.get(name, 'a row')} twice"
    return None


def _faults(
    path: Path,
    schema: _Schema,
    table: Table,
    run: _Wanted,
    place: tuple[CellEntry, int, int, bool] | None,
    rows: int,
) -> Iterator[str]:
    wanted = [column.name for column in table.columns if column.needed]
    # A query of a file costs milliseconds, and a run has thousands of small ones; a large one is not held in memory.
    engine: EngineType = "in-memory" if rows <= _SMALL else "streaming"
    seeded = {"seed", "block"} <= set(table.names) & set(schema)
    frame = scan_table(path).select(*wanted, *(["seed"] if seeded and "seed" not in wanted else []))
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
            yield f"column {name}: some of its values are not numbers"
        if what == "longest" and value is not None and value > _MOST_WORDS:
            yield f"column {name}: a list of {value:,}"
        if what in ("least", "most") and value is not None and name not in _ANY:
            least, most = _NUMBERS.get(name, _USUAL) if table.name not in _SUMMED or name in (*CELL, "block") else (-(1 << 62), 1 << 62)
            if not least <= value <= most:
                yield f"column {name}: {value} should be {least} to {most}"
    yield from _texts(frame, schema, table, run.known, engine)
    alone = all(values[f"{name} kinds"] == 1 for name in CELL)
    kinds = [tuple(values[f"{name} first"] for name in CELL)] if alone else frame.select(CELL).unique().collect(engine=engine).rows()
    present = {(str(v), int(p), str(b)) for v, p, b in kinds}
    if place is not None:
        cell, first, end, _ = place
        if present != {cell.key}:
            yield "some of its rows are not of the expected cell"
        if "block" in wanted and table.name != "cards" and not first <= values["block least"] <= values["block most"] < end:
            yield f"its blocks are not all of {first} to {end - 1}"
    if not present <= run.cells:
        yield "has rows of a cell that manifest.json does not name"
    if table.unique is not None and _twice([frame], table, engine):
        yield f"has {_WHAT.get(table.name, 'a row')} twice"
    if seeded:  # a column of this name has the seed of the block, in every table
        seeds = frame.select(pl.col("block", "seed").cast(pl.Int64, strict=False).fill_null(-1)).unique().collect(engine=engine)
        if (seeds["seed"].to_numpy() != seeds_of(run.seed, seeds["block"].to_numpy())).any():
            yield f"its seeds are not those of a run from seed {run.seed}"


def _texts(frame: pl.LazyFrame, schema: _Schema, table: Table, units: Mapping[str, frozenset[str]], engine: EngineType) -> Iterator[str]:
    """Find values of text that are none of the game's, or too many."""
    for column in table.columns if table.name != "sums" else ():
        if column.form != "text" or not column.needed or column.name in CELL:
            continue
        name = column.name
        rows = frame.select(name).explode(name) if column.is_list else frame.select(name)
        known = units.get(column.unit, frozenset(filter(None, column.unit.split("|"))))
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
