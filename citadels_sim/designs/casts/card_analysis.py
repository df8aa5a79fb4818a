"""Use of each district of a run of drawn casts: offered, kept, built, lost, and how those fare who have it (Q2, Q3, Q4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import polars as pl

from citadels_sim.arrays import Floats
from citadels_sim.designs.casts import LAST_CARD_ROUND as LAST
from citadels_sim.designs.casts.metrics import CARDS
from citadels_sim.errors import RunError
from citadels_sim.runs.reading import Run
from citadels_sim.statistics.blocks import row_moments
from citadels_sim.statistics.estimates import ratios
from citadels_sim.statistics.estimator import Moments
from citadels_sim.statistics.jackknife import Estimate, median_wait, within_strata
from citadels_sim.statistics.metric_types import CREDIT, Family
from citadels_sim.statistics.ratios import Ratios
from citadels_sim.tables.keys import Cell, key_of

_COUNTS: Final = {
    "keep_rate": "offered",
    "build_rate": "held",
    "destroyed_rate": "placed",
    "exchanged_rate": "placed",
    "gih": "seen",
    "gns": "never",
}


def card_rows(run: Run) -> pl.DataFrame:
    """Read the table `cards` of a complete run of drawn casts.

    Raises
    ------
    RunError
        If it has none.
    """
    if not any(shard.table == "cards" for shard in run.manifest.shards):
        raise RunError(
            f"{run.folder}/manifest.json: shards: no 'cards' table: an earlier version of citadels_sim wrote the run. "
            "Run the experiment again into a new folder (another --out)."
        )
    return run.own_rows("cards").collect()


def card_moments(family: Family, run: Run) -> dict[Cell, Moments]:
    """Condense the table `cards` to the moments of `CARDS`, or of a family like it; independent are its groups of blocks."""
    return row_moments(family, card_rows(run))


def analyse_cards(run: Run) -> pl.DataFrame:
    """Describe what became of every district.

    Parameters
    ----------
    run : Run
        From `runs.load_run` with ``kind="casts"``.

    Returns
    -------
    polars.DataFrame
        One row per cell and district: variant, players, lineup, district, blocks (independent groups of deals), and

        - offered, held, placed, seen, never: what the shares are of (see `metrics.CARDS`);
        - keep_rate, build_rate, destroyed_rate, exchanged_rate, gih, gns;
        - iih: gih less gns;
        - wait: median rounds from hand to city (Kaplan and Meier; censored is who has not built it when the game ends, also if the card
          left the hand; null: most never build it);
        - offer_worth: win chance of who drew it among the cards to choose from, less that of who chose without it, in the same round.

        Each figure has its ``_low`` and ``_high``, the 95 % interval of this figure alone; null where there is none.

    Raises
    ------
    RunError
        If the run was written before there was such a table.
    """
    rows = card_rows(run)
    cells = run.in_order(row_moments(CARDS, rows)).items()
    tables = [describe_cards(cell, moments, tensors_of(rows, cell)) for cell, moments in cells]
    return pl.DataFrame([row for rows in tables for row in rows], infer_schema_length=None)


def describe_cards(cell: Cell, moments: Moments, tensors: Mapping[str, Mapping[str, Floats]]) -> list[dict[str, Any]]:
    """Return the rows of `analyse_cards` of one cell, from its `card_moments` and `tensors_of`."""
    key = key_of(cell)
    names = moments.groups()
    rows: list[dict[str, Any]] = [key | {"district": name, "blocks": moments.blocks} for name in names]
    for metric in CARDS.metrics:
        _, values = ratios(CARDS, metric, moments)
        for j, row in enumerate(rows):
            row[_COUNTS[metric.name]] = int(values.count[j])
        _fill(rows, metric.name, values, share=metric.share)
    _fill(rows, "iih", _in_hand(moments, names), share=False)
    for row in rows:
        of = tensors[row["district"]]
        _put(row, "wait", median_wait(of["built"], of["unbuilt"]))
        _put(row, "offer_worth", within_strata(of["draws"], of["draws_win"] / CREDIT, of["offered"], of["offered_win"] / CREDIT))
    return rows


def _in_hand(moments: Moments, names: tuple[str, ...]) -> Ratios:
    """Win rates in hand less those of who never saw the district."""
    worth = 1 / CREDIT
    over = [moments.weights({(name, total): worth}) for total in ("seen_win", "never_win") for name in names]
    under = [moments.weights({(name, total): 1.0}) for total in ("seen", "never") for name in names]
    both = moments.ratios(np.array(over), np.array(under))
    # Not by `contrast`: a district that everybody saw, or nobody, would leave no number to any other.
    n = len(names)
    value, c = both.value[:n] - both.value[n:], both.covariance
    cases = None if both.cases is None else np.minimum(both.cases[:n], both.cases[n:])
    return Ratios(value, c[:n, :n] + c[n:, n:] - c[:n, n:] - c[n:, :n], both.blocks, value, both.count[:n], cases)


def _fill(rows: list[dict[str, Any]], name: str, ratios: Ratios, *, share: bool) -> None:
    low, high = ratios.interval(share=share)
    for j, row in enumerate(rows):
        _put(row, name, Estimate(*(float(x) if np.isfinite(x) else None for x in (ratios.value[j], low[j], high[j]))))


def _put(row: dict[str, Any], name: str, interval: Estimate) -> None:
    row |= {name: interval.value, f"{name}_low": interval.low, f"{name}_high": interval.high}


def tensors_of(rows: pl.DataFrame, cell: Cell) -> dict[str, dict[str, Floats]]:
    """Lay out the sums of a cell by district: name of the sum -> array of groups of blocks and rounds."""
    own = rows.filter(**key_of(cell))
    blocks = np.unique(own["block"].to_numpy())
    wanted = ("draws", "draws_win", "offered", "offered_win", "built", "unbuilt")
    tensors: dict[str, dict[str, Floats]] = {}
    for (name,), part in own.group_by("district"):
        at = np.searchsorted(blocks, part["block"].to_numpy()), part["round"].to_numpy()
        tensors[str(name)] = {total: np.zeros((len(blocks), LAST + 1)) for total in wanted}
        for total, table in tensors[str(name)].items():
            table[at] = part[total].to_numpy()
    return tensors
