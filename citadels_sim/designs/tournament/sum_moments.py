"""Moments from the sums that a run keeps of every game, whatever rows it kept.

The sums are counted while playing, for the families declared here and under their names; figures from them and from rows are the same
to the last bit. A family that a run has no sums of is condensed from its rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
import polars as pl

from citadels_sim.designs.tournament.deals import accumulate
from citadels_sim.errors import RunError
from citadels_sim.runs.reading import Run
from citadels_sim.statistics.estimator import Label, Moments
from citadels_sim.statistics.metric_types import Family
from citadels_sim.tables.keys import CELL, Cell
from citadels_sim.tables.parquet import scan_table

_MOST_LABELS: Final = 4_000
"""Sums of a figure, over all its groups: the products of all pairs are kept, and runs of ours have some hundreds."""

_ENTRY = ("family", "group", "sum", "other_group", "other_sum")


def condense(runs: Sequence[Run], families: Iterable[Family]) -> dict[str, dict[Cell, Moments]]:
    """Condense runs to the moments of every family that they allow: from sums where they have them, else from rows.

    Parameters
    ----------
    runs : sequence of Run
        Runs that share no games.
    families : iterable of Family
        What to condense.

    Returns
    -------
    dict
        Family name -> cell -> moments. A family whose rows and sums a run both lacks has none of its cells.
    """
    families = tuple(families)
    moments: dict[str, dict[Cell, Moments]] = {entry.name: {} for entry in families}
    for run in runs:
        summed = sum_moments(run)
        there = {entry.name for entry in families if entry.name in summed and _complete(entry, summed[entry.name])}
        rest = [entry for entry in families if entry.name not in there and (run.has_turns or not _needs_turns(entry))]
        counted = accumulate(run.batches(), rest) if rest and run.has_rows else {}
        for entry in families:
            cells = moments[entry.name]
            for cell, part in (summed if entry.name in there else counted).get(entry.name, {}).items():
                cells[cell] = cells[cell] + part if cell in cells else part
    return moments


def _needs_turns(entry: Family) -> bool:
    return any(source in ("turns", "offers") for source in entry.sources)


def _complete(entry: Family, cells: dict[Cell, Moments]) -> bool:
    """Return whether sums written by an older version have every column that a family needs now."""
    wanted = {item.name for item in entry.sums}
    return all(wanted <= {name for _, name in moments.labels} for moments in cells.values())


def sum_moments(run: Run) -> dict[str, dict[Cell, Moments]]:
    """Add up a run's sums.

    Parameters
    ----------
    run : Run
        A complete run.

    Returns
    -------
    dict
        Family name -> cell -> moments; empty when the run has no sums.
    """
    paths = [run.folder / shard.path for shard in run.manifest.shards if shard.table == "sums"]
    if not paths:
        return {}
    keys = [pl.col("variant").cast(pl.String), pl.col("players").cast(pl.Int64), pl.col("lineup").cast(pl.String)]
    total = pl.concat([scan_table(path).select(*keys, *_ENTRY, "value") for path in paths])
    table = total.group_by(*CELL, *_ENTRY).agg(pl.col("value").sum()).sort(*CELL, *_ENTRY, nulls_last=False).collect(engine="streaming")
    blocks = {
        (str(v), int(p), str(b)): int(value)
        for v, p, b, value in table.filter(family="run", sum="blocks").select(*CELL, "value").iter_rows()
    }
    moments: dict[str, dict[Cell, Moments]] = {}
    for key, part in table.filter(pl.col("family") != "run").group_by(*CELL, "family", maintain_order=True):
        cell = (str(key[0]), int(str(key[1])), str(key[2]))
        moments.setdefault(str(key[3]), {})[cell] = _moments(part, blocks[cell])
    return moments


def _moments(entries: pl.DataFrame, blocks: int) -> Moments:
    single = entries.filter(pl.col("other_group").is_null())
    labels: list[Label] = [(group, name) for group, name in single.select("group", "sum").iter_rows()]
    if len(labels) > _MOST_LABELS:
        raise RunError(f"sums: {len(labels):,} groups of one figure are more than any run has; the folder is not of citadels_sim.")
    places = pl.DataFrame({"group": [g for g, _ in labels], "sum": [s for _, s in labels], "place": np.arange(len(labels))})
    pairs = entries.filter(pl.col("other_group").is_not_null())
    pairs = pairs.join(places, on=["group", "sum"], how="left")
    pairs = pairs.join(places, left_on=["other_group", "other_sum"], right_on=["group", "sum"], how="left", suffix="_other")
    cross = np.zeros((len(labels), len(labels)))
    a, b, value = (pairs[name].to_numpy() for name in ("place", "place_other", "value"))
    cross[a, b] = value
    cross[b, a] = value
    return Moments.summed(labels, blocks, single["value"].to_numpy().astype(np.float64), cross)
