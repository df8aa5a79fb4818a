"""Tables of several runs read as one: ``cs.read(["runs/a", "runs/b"], "turns")``."""

from __future__ import annotations

import os
from collections.abc import Sequence

import polars as pl
import polars.selectors as cs

from citadels_sim.errors import RunError, nearest
from citadels_sim.runs.manifest import read_manifest
from citadels_sim.runs.reading import Run, at_hand, load_runs
from citadels_sim.tables.parquet import scan_table

Address = str | os.PathLike[str]
"""A run folder, or the address of one that fsspec knows."""


def read(runs: Address | Sequence[Address], table: str = "", *, flat: bool = False, verify: bool = True) -> pl.LazyFrame:
    """Read a table of one or more runs of one kind.

    Polars cannot put the files of two runs together by itself: the types of their texts (`polars.Enum`) list what occurs in each run. Here
    they become types that all the runs share. A column that a run of an earlier version lacks is null in its rows.

    Parameters
    ----------
    runs : str or path, or a sequence of them
        Run folders, or addresses of fsspec.
    table : str
        Such as ``"seats"`` or ``"turns"``; the main table of the kind where none is given (of a run of games: ``"games"``).
    flat : bool, default False
        Whether lists become texts with a space between their values, as CSV and Excel need.
    verify : bool, default True
        Whether to compare every file with its checksum first.

    Returns
    -------
    polars.LazyFrame
        The columns of the table behind ``run``, the folder as it was given: a block is one deal within its run.

    Raises
    ------
    RunError
        If a run cannot be read, is of another kind, holds the games of another one, or did not keep the table.

    Examples
    --------
    >>> import citadels_sim as cs
    >>> seats = cs.read(["runs/first", "runs/second"], "seats")  # doctest: +SKIP
    >>> seats.group_by("run", "variant", "bot").agg(pl.col("win").mean()).collect()  # doctest: +SKIP
    """
    given = [runs] if isinstance(runs, str | os.PathLike) else list(runs)
    folders = [at_hand(address) for address in given]
    kind = read_manifest(folders[0]).experiment.kind if folders and folders[0].is_dir() else None
    loaded = load_runs(folders, verify=verify, kind=kind)
    names = pl.Enum([os.fspath(address) for address in given])
    files = [
        frame.select(pl.lit(name, names).alias("run"), pl.all())
        for name, run in zip(names.categories, loaded, strict=True)
        for frame in _files(run, table)
    ]
    rows = pl.concat(_of_one_type(files), how="diagonal_relaxed")
    return rows.with_columns(cs.list().cast(pl.List(pl.String)).list.join(" ")) if flat else rows


def _files(run: Run, table: str) -> list[pl.LazyFrame]:
    """Open the files of a table of a run."""
    kept = list(dict.fromkeys(shard.table for shard in run.manifest.shards))
    wanted = table or run.design.table().name
    if wanted not in kept:
        raise RunError(f"{run.folder}: has no table '{wanted}'; it has {', '.join(kept)}.{nearest(wanted, kept)}")
    order = run.design.table(wanted).names
    opened = [scan_table(run.folder / shard.path) for shard in run.manifest.shards if shard.table == wanted]
    return [frame.select(cs.by_name(*order, require_all=False)) for frame in opened]


def _of_one_type(frames: Sequence[pl.LazyFrame]) -> list[pl.LazyFrame]:
    """Give the texts of each column, or those in its lists, one type that has the values of all frames."""
    schemas = [frame.collect_schema() for frame in frames]
    values: dict[str, dict[str, None]] = {}
    for schema in schemas:
        for name, dtype in schema.items():
            inner = dtype.inner if isinstance(dtype, pl.List) else dtype
            if isinstance(inner, pl.Enum):
                values.setdefault(name, {}).update(dict.fromkeys(inner.categories))
    types = {name: pl.Enum(list(texts)) for name, texts in values.items()}
    return [
        frame.with_columns(
            pl.col(name).cast(pl.List(types[name]) if isinstance(dtype, pl.List) else types[name])
            for name, dtype in schema.items()
            if name in types
        )
        for frame, schema in zip(frames, schemas, strict=True)
    ]
