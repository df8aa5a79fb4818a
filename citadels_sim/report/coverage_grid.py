"""How often the intervals of such reports hold the truth: a table of the validation chapter, measured once for the package.

`coverage.csv` beside this module is made by ``scripts/research/run coverage`` and is not about the runs of a report.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Final

import numpy as np
import polars as pl

from citadels_sim.runs.designs import DESIGNS
from citadels_sim.runs.metrics import dictionary
from citadels_sim.show.charts import style
from citadels_sim.show.charts.grids import Grid

SCHEMA: dict[str, pl.DataType] = {
    "kind": pl.String(),
    "table": pl.String(),
    "metric": pl.String(),
    "variant": pl.String(),
    "players": pl.Int64(),
    "lineup": pl.String(),
    "blocks": pl.Int64(),
    "runs": pl.Int64(),
    "members": pl.Float64(),
    "alone": pl.Float64(),
    "alone_se": pl.Float64(),
    "family": pl.Float64(),
    "family_se": pl.Float64(),
}
"""Columns of a table of coverage: ``members`` (intervals per run), share of intervals of a figure alone that hold the truth (``alone``),
and that of runs all of whose simultaneous intervals do (``family``), each with its standard error over runs."""

_WHAT: Final = {(design.name, row.table, row.judged): row.title for design in DESIGNS.values() for row in design.intervals} | {
    ("ladder", "", False): "Ladder: strengths, pairs, seats",
    ("skill", "", False): "Skill ladder: gains of more thought",
    ("skill", "exploit", False): "Wins of one bot against others (exploits)",
    ("families", "", False): "Headlines over families of bots (for deals: families)",
}
"""Kind of run, table (empty: all others of the kind), judged -> what a row is about, in the order of the rows."""


def measured() -> pl.DataFrame:
    """Read what ``scripts/research/run coverage`` wrote: columns `SCHEMA`, a row per table, metric, cell and number of deals."""
    return pl.read_csv(files("citadels_sim.report").joinpath("coverage.csv").read_bytes(), schema=SCHEMA)


def coverage_rows(figures: pl.DataFrame) -> pl.DataFrame:
    """Average over metrics and cells.

    Returns
    -------
    polars.DataFrame
        what, deals (of a drawn run), runs (in all), ``alone``, ``together`` (shares that held: of intervals of one figure, and of tables
        all of whose intervals did), each with its Monte Carlo standard error ``_se``; ``least``, ``least_metric`` (the lowest `together`
        of a metric, over its cells).
    """
    keyed = figures.with_columns(place=_PLACE, judged=pl.col("metric") == "win_effect")
    named = {key[:2] for key in _WHAT}
    rows: list[dict[str, object]] = []
    for (kind, table, judged), what in _WHAT.items():
        others = [name for of, name in named if of == kind and name]
        one = pl.col("place") == table if table else ~pl.col("place").is_in(others)
        here = keyed.filter(pl.col("kind") == kind, one, pl.col("judged") == judged)
        for (deals,), part in here.group_by("blocks", maintain_order=True):
            metric = part.group_by("metric", maintain_order=True).agg(_HELD.mean()).sort("family", "metric").row(0)
            rows.append(
                {
                    "what": what,
                    "deals": deals,
                    "runs": _draws(part).sum(),
                    "alone": part["alone"].mean(),
                    "alone_se": _error(part, "alone"),
                    "together": part["family"].mean(),
                    "together_se": _error(part, "family"),
                    "least": metric[1],
                    "least_metric": metric[0],
                }
            )
    return pl.DataFrame(rows, schema=_ROWS)


_PLACE: Final = (
    pl.when(pl.col("table").str.starts_with("compare_"))
    .then(pl.lit("compare"))
    .otherwise(pl.col("table").replace({"dealt": "hands", "district_prices": "hands"}))
)
_HELD: Final = pl.coalesce("family", "alone").alias("family")
"""Share of runs in which all intervals of a table held; where a figure has intervals of its own only, the share of those."""

_ROWS: Final = {
    "what": pl.String,
    "deals": pl.Int64,
    "runs": pl.Int64,
    "alone": pl.Float64,
    "alone_se": pl.Float64,
    "together": pl.Float64,
    "together_se": pl.Float64,
    "least": pl.Float64,
    "least_metric": pl.String,
}


def _draws(part: pl.DataFrame) -> pl.Series:
    """Runs of each cell: its metrics are of the same ones."""
    return part.group_by("variant", "lineup", "players").agg(pl.col("runs").max())["runs"]


def _error(part: pl.DataFrame, name: str) -> float:
    """Error of a mean over cells that are drawn on their own; the metrics of a cell are taken to fall together, which is cautious."""
    cells = part.group_by("variant", "lineup", "players").agg(pl.col(f"{name}_se").mean())[f"{name}_se"].drop_nulls().to_numpy()
    return float(np.sqrt((cells**2).sum()) / max(len(cells), 1))


def coverage_grid(rows: pl.DataFrame) -> Grid:
    """Lay `coverage_rows` out: a row per kind of figure and number of deals."""
    titles = _titles()
    cells = tuple(
        (
            row["what"],
            style.count(row["deals"]),
            _share(row["alone"], row["alone_se"]),
            _share(row["together"], row["together_se"]),
            f"{100 * row['least']:.1f} ({titles.get(row['least_metric'].split('.')[-1], row['least_metric'])})",
            style.count(row["runs"]),
        )
        for row in rows.iter_rows(named=True)
    )
    heads = ("Intervals of", "Deals", "Each alone", "All of a table at once", "Lowest of a figure", "Runs drawn")
    caption = "Coverage of 95 % intervals, in per cent ± two Monte Carlo errors: measured once, not on these runs"
    return Grid(caption, heads, cells)


def _titles() -> dict[str, str]:
    return dict(dictionary().select("metric", "title").iter_rows()) | _FURTHER


_FURTHER: Final = {
    "difference": "Difference",
    "part": "Part",
    "first_in": "Effect alone",
    "last_in": "Effect after all others",
    "whole": "Whole difference",
    "interaction": "Interaction of two groups",
    "elo": "Strength",
    "wins": "Strength from wins alone",
    "residual": "Residual beyond cost, or strengths",
    "term": "Price per gold, or of a type",
    "seat": "Worth of a seat",
    "iih": "Wins in hand minus never seen",
    "wait": "Rounds from hand to city",
    "offer_worth": "Worth of an offer",
    "study": "Effect on winning",
    "exploit": "Wins of one bot",
    "pooled": "Pooled",
    "another": "Prediction for another such bot",
}


def _share(value: float | None, error: float) -> str:
    return "–" if value is None else f"{100 * value:.1f} ± {200 * error:.1f}"
