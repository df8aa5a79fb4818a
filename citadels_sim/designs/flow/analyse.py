"""From a run of flow to its figures, its curves, and how far the win model behind them can be trusted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import polars as pl

from citadels_sim.designs.flow.curve_metrics import CURVE_FAMILIES, LEADER_CURVE, TRAJECTORY
from citadels_sim.designs.flow.metrics import FAMILIES as FLOW_FAMILIES
from citadels_sim.designs.flow.model_metrics import CALIBRATION
from citadels_sim.designs.flow.refits import flow_moments, known, too_few
from citadels_sim.designs.flow.states import courses
from citadels_sim.designs.flow.tables import BETWEEN, THIRDS, FlowTables
from citadels_sim.errors import RunError
from citadels_sim.runs.reading import Run
from citadels_sim.statistics.estimates import SCHEMA, estimate
from citadels_sim.statistics.estimator import Moments
from citadels_sim.statistics.metric_types import Family
from citadels_sim.tables.keys import CELL, Cell

_KEYS: Final[dict[str, pl.DataType]] = {"variant": pl.String(), "players": pl.Int64(), "lineup": pl.String()}
_NUMBERS: Final = ("value", "low", "high")
_EMPTY: Final = {
    "estimates": pl.DataFrame(schema={"table": pl.String(), **SCHEMA}),
    "curves": pl.DataFrame(
        schema={**_KEYS, "curve": pl.String(), "line": pl.String(), "x": pl.Float64(), **dict.fromkeys(_NUMBERS, pl.Float64())}
    ),
    "calibration": pl.DataFrame(
        schema={
            **_KEYS,
            "third": pl.String(),
            "tenth": pl.Int64(),
            "predicted": pl.Float64(),
            "observed": pl.Float64(),
            "low": pl.Float64(),
            "high": pl.Float64(),
            "seats": pl.Int64(),
        }
    ),
}
"""Tables of a run that lacks what they are of."""
_QUARTILES: Final = {"low_quarter": 0.25, "median": 0.5, "high_quarter": 0.75}


@dataclass(frozen=True)
class FlowAnalysis:
    """What a run of flow says.

    Attributes
    ----------
    estimates : polars.DataFrame
        Every figure that is no curve: ``table`` (its family), then the columns of `estimates.SCHEMA`.
    curves : polars.DataFrame
        One row per point: variant, players, lineup, ``curve``, ``line`` (the final place in trajectories, else empty), ``x``, value, low,
        high. Curves over the per cent of the rounds that are over: ``leader.wins``, ``leader.auc``, ``leader.skill`` (Brier skill of naming
        the leader with the chance that leaders have), ``trajectory.mean``, ``trajectory.median`` (low and high are the quartiles of the
        games there, no interval); ``decided_by.share`` (games decided by then); over the threshold in per cent: ``decided.after``.
    calibration : polars.DataFrame
        One row per third of the states by round, and tenth of W: variant, players, lineup, third, tenth, predicted, observed, low, high (of
        observed), seats.
    """

    run: Run
    estimates: pl.DataFrame
    curves: pl.DataFrame
    calibration: pl.DataFrame


def analyse_flow(run: Run, families: Sequence[Family] = FLOW_FAMILIES) -> FlowAnalysis:
    """Analyse a complete run of flow.

    Parameters
    ----------
    run : Run
        From `runs.load_run` with ``kind="flow"``.
    families : sequence of Family
        Which figures of `metrics` to estimate; those of characters' rounds take ten times as long as all others.

    Raises
    ------
    RunError
        If the table lacks rows.

    Notes
    -----
    A cell with fewer than `refits.LEAST_DEALS` deals has no figures of W.
    """
    collected: dict[str, list[pl.DataFrame]] = {"estimates": [], "curves": [], "calibration": []}
    for tables in _tables(run):
        for family in families:
            shown = known(family, tables.course)
            if not shown.metrics:
                continue
            rows = tables.rows(shown)
            table = estimate(shown, flow_moments(shown, tables, rows))
            if family in CURVE_FAMILIES:
                collected["curves"] += _curves(family, table, tables.course.players, rows)
            elif family is CALIBRATION:
                collected["calibration"].append(_calibration(table))
            else:
                collected["estimates"].append(table.select(pl.lit(family.name).alias("table"), *SCHEMA))
    return FlowAnalysis(run, **{name: pl.concat(frames) if frames else _EMPTY[name] for name, frames in collected.items()})


def family_moments(entry: Family, run: Run) -> dict[Cell, Moments]:
    """Condense a run of flow to the moments of one family.

    Parameters
    ----------
    entry : Family
        One of `metrics`; one of your own is summed over the rows of games (`tables.FlowTables`).
    run : Run
        A run of flow.

    Raises
    ------
    RunError
        If a cell has too few deals for a figure of the family.
    """
    by_cell: dict[Cell, Moments] = {}
    for tables in _tables(run):
        if known(entry, tables.course).metrics != entry.metrics:
            raise RunError(f"{run.folder}: {', '.join(map(str, tables.course.cell))}: {too_few(tables.course)}")
        by_cell |= flow_moments(entry, tables, tables.rows(entry))  # nothing where there are no cases, as of names that nobody gives
    return by_cell


def _tables(run: Run) -> Iterator[FlowTables]:
    return (FlowTables.from_course(course) for course in courses(run))


def _curves(family: Family, table: pl.DataFrame, players: int, rows: pl.DataFrame) -> Iterator[pl.DataFrame]:
    parts = pl.col("group").str.split_exact(BETWEEN, 1)
    lines = family is TRAJECTORY
    points = table.with_columns(
        curve=pl.format(f"{family.name}.{{}}", "metric"),
        line=parts.struct.field("field_0") if lines else pl.lit(""),
        x=parts.struct.field("field_1" if lines else "field_0").cast(pl.Float64),
    ).select(*CELL, "curve", "line", "x", "value", "low", "high")
    yield points
    if family is LEADER_CURVE:
        yield _skill(points.filter(curve="leader.wins"), players)
    if lines:
        yield _quartiles(rows)


def _skill(wins: pl.DataFrame, players: int) -> pl.DataFrame:
    """Turn the chance that leaders have into the Brier skill of a forecast that gives it to the leader, the rest to all others alike.

    Its score is 1 - q**2 - (1 - q)**2 / (n - 1), that of equal chances 1 - 1/n: the skill is ((n q - 1) / (n - 1))**2, which rises with q
    above 1/n, so that the bounds carry over.
    """
    edge = [((players * pl.col(name) - 1) / (players - 1)).clip(0).pow(2).alias(name) for name in ("value", "low", "high")]
    return wins.with_columns(pl.lit("leader.skill").alias("curve"), *edge)


def _quartiles(rows: pl.DataFrame) -> pl.DataFrame:
    spread = rows.group_by(*CELL, "place", "progress", maintain_order=True).agg(
        pl.col("chance").quantile(level, "linear").alias(name) for name, level in _QUARTILES.items()
    )
    return (
        spread.sort("place", "progress", maintain_order=True)
        .select(
            *CELL,
            pl.lit("trajectory.median").alias("curve"),
            pl.col("place").cast(pl.String).alias("line"),
            pl.col("progress").cast(pl.Float64).alias("x"),
            value="median",
            low="low_quarter",
            high="high_quarter",
        )
        .cast({"players": pl.Int64})
    )


def _calibration(table: pl.DataFrame) -> pl.DataFrame:
    parts = pl.col("group").str.split_exact(BETWEEN, 1)
    predicted = table.filter(metric="predicted").select(*CELL, "group", predicted="value")
    observed = table.filter(metric="observed").select(*CELL, "group", "low", "high", observed="value", seats=pl.col("count").cast(pl.Int64))
    both = predicted.join(observed, on=[*CELL, "group"], how="inner").with_columns(
        third=parts.struct.field("field_0"), tenth=parts.struct.field("field_1").cast(pl.Int64)
    )
    order = pl.col("third").replace_strict({name: i for i, name in enumerate(THIRDS)}, return_dtype=pl.Int64)
    return both.sort(order, "tenth").select(*CELL, "third", "tenth", "predicted", "observed", "low", "high", "seats")
