"""From a run of drawn casts to what each character, pair of characters and unique district changes in the game (C7, Q6)."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import polars as pl

from citadels_sim.arrays import Floats
from citadels_sim.designs.casts.card_analysis import card_moments
from citadels_sim.designs.casts.metrics import DEALT, DRAWN, FIGURES, IN_CAST, IN_DECK
from citadels_sim.errors import RunError
from citadels_sim.lineups import shown_lineup
from citadels_sim.runs.reading import Run
from citadels_sim.statistics.blocks import row_moments
from citadels_sim.statistics.draws import Design, Effects, discoveries, fit, fit_pairs, least_blocks
from citadels_sim.statistics.estimates import estimate
from citadels_sim.statistics.estimator import Moments
from citadels_sim.statistics.metric_types import Family, Metric
from citadels_sim.statistics.ratios import Ratios
from citadels_sim.tables.keys import CELL, Cell, key_of
from citadels_sim.variants import Table, from_resolved

__all__ = [
    "UNIQUE",
    "CastAnalysis",
    "analyse_casts",
    "block_means",
    "dealt_rows",
    "draw_moments",
    "draws_of",
    "family_moments",
    "least_deals",
    "of_cell",
    "table_of",
]

UNIQUE = "unique district"
"""The group of unique districts; those of characters are called after their ranks."""

_EXPLODED = {IN_CAST.name: ["cast"], IN_DECK.name: ["uniques"]}


@dataclass(frozen=True)
class CastAnalysis:
    """What a run of drawn casts says.

    Attributes
    ----------
    levels : polars.DataFrame
        Estimates (`estimates.SCHEMA`) of the figures over all games.
    effects : polars.DataFrame
        One row per cell, candidate and figure: variant, players, lineup, group ("rank 3", "unique district"), name, metric, value (against
        the mean of what could be drawn in its place), low, high (of this one alone), family_low, family_high (for all characters, or all
        unique districts, of a figure at once), se, q (of no effect, among them), blocks (in which it was drawn), unit, estimand.
    pairs : polars.DataFrame
        One row per cell, two characters and figure: variant, players, lineup, name, other, metric, value (beyond the sum of their effects),
        low, high, se, q, blocks, unit. Empty where there are too few blocks for that.
    dealt : polars.DataFrame
        Estimates of what being dealt each district is worth.
    notes : tuple of str
        What could not be estimated, and why.
    unknown : mapping of Cell to str
        Cells without effects, and why: a variant may draw nothing, or have too few deals, beside one that has both.
    """

    run: Run
    levels: pl.DataFrame
    effects: pl.DataFrame
    pairs: pl.DataFrame
    dealt: pl.DataFrame
    notes: tuple[str, ...]
    unknown: Mapping[Cell, str] = field(default_factory=dict)


_KEYS = {"variant": pl.String(), "players": pl.Int64(), "lineup": pl.String()}
_VALUES = {"value": pl.Float64(), "low": pl.Float64(), "high": pl.Float64()}
EFFECTS = {
    **_KEYS,
    "group": pl.String(),
    "name": pl.String(),
    "metric": pl.String(),
    **_VALUES,
    "family_low": pl.Float64(),
    "family_high": pl.Float64(),
    "se": pl.Float64(),
    "q": pl.Float64(),
    "blocks": pl.Int64(),
    "unit": pl.String(),
    "estimand": pl.String(),
}
PAIRS = {
    **_KEYS,
    "name": pl.String(),
    "other": pl.String(),
    "metric": pl.String(),
    **_VALUES,
    "se": pl.Float64(),
    "q": pl.Float64(),
    "blocks": pl.Int64(),
    "unit": pl.String(),
}


def table_of(run: Run, cell: Cell) -> Table:
    """Return the table that a cell of a run was played at."""
    return from_resolved(run.manifest.variants[cell[0]].resolved).at(cell[1])


def analyse_casts(run: Run) -> CastAnalysis:
    """Analyse a complete run of drawn casts.

    Parameters
    ----------
    run : Run
        From `runs.load_run` with ``kind="casts"``.

    Raises
    ------
    RunError
        If nothing is drawn in any cell, or all have too few games to estimate the effects.
    """
    rows = run.own_rows().collect()
    effects: list[dict[str, Any]] = []
    pairs: list[dict[str, Any]] = []
    notes: list[str] = []
    unknown: dict[Cell, str] = {}
    for cell in (entry.key for entry in run.manifest.cells):
        try:
            design, figures = _prepared(run, cell, rows)
        except RunError as error:
            if len(unknown) == len(run.manifest.cells) - 1:
                raise
            unknown[cell] = str(error).removeprefix(f"{run.folder}: ")
            continue
        for metric in FIGURES:
            effects_of = fit(design, figures[metric.name])
            effects += _effect_rows(cell, metric, design, effects_of)
        ranks = tuple(name for name in design.groups if name != UNIQUE)
        needed = least_blocks(design.sizes(), [len(group) for group in design.members() if design.groups[group[0]] != UNIQUE])
        if len(design.present) < needed:
            notes.append(
                f"{cell[0]}, {cell[1]} players, {cell[2]}: pairs of characters need {needed:,} deals; there are {len(design.present):,}."
            )
            continue
        for metric in FIGURES:
            pairs += _pair_rows(cell, metric, design, figures[metric.name], ranks)
    levels, dealt = (estimate(entry, run.in_order(draw_moments(entry, rows))) for entry in (DRAWN, DEALT))
    return CastAnalysis(
        run,
        levels,
        pl.DataFrame(effects, schema=EFFECTS),
        pl.DataFrame(pairs, schema=PAIRS),
        dealt,
        (*dict.fromkeys(unknown.values()), *notes),
        unknown,
    )


def draw_moments(family: Family, rows: pl.DataFrame) -> dict[Cell, Moments]:
    """Condense rows of the table `casts` to the moments of a family of `metrics`, or of one like them."""
    exploded = _EXPLODED.get(family.name)
    if exploded is not None:
        rows = rows.filter(pl.col(exploded[0]).list.len() > 0).explode(exploded)
    elif family.name == DEALT.name:
        rows = dealt_rows(rows)
    return row_moments(family, rows) if rows.height else {}


def dealt_rows(rows: pl.DataFrame) -> pl.DataFrame:
    """Lay out opening hands for `DEALT`.

    Parameters
    ----------
    rows : polars.DataFrame
        Of the table `casts`.

    Returns
    -------
    polars.DataFrame
        One row per opening hand and district in it, with ``lacking``: the share of the hands that lack the district, of all hands of the
        cell's games whose deck has it. Districts that every hand has are left out: there is nobody to compare with.
    """
    hands = rows.filter(pl.col("dealt").list.len() > 0).explode("dealt", "dealt_win")
    name = pl.col("dealt").cast(pl.String).alias("name")
    had = hands.group_by(*CELL, name).agg(had=pl.len())
    # Unique districts may be drawn for the deck; all others are in every deck.
    decks = rows.select(*CELL, name=pl.col("uniques").cast(pl.List(pl.String))).explode("name").group_by(*CELL, "name").agg(decks=pl.len())
    games = rows.group_by(CELL).agg(games=pl.len())
    shares = had.join(games, on=CELL).join(decks, on=[*CELL, "name"], how="left")
    dealt = pl.coalesce("decks", "games") * pl.col("players")
    shares = shares.select(*CELL, "name", lacking=1 - pl.col("had") / dealt).filter(pl.col("lacking") > 0)
    return hands.with_columns(name).join(shares, on=[*CELL, "name"], maintain_order="left").drop("name")


def of_cell(rows: pl.DataFrame, cell: Cell) -> pl.DataFrame:
    """Rows of one cell, in order of blocks and rotations."""
    chosen = rows.filter(**key_of(cell))
    return chosen.sort("block", "rotation")


def _prepared(run: Run, cell: Cell, rows: pl.DataFrame) -> tuple[Design, dict[str, Floats]]:
    """Build the matrix of what was drawn in a cell and its figures; refuse a cell in which nothing can be estimated."""
    games = of_cell(rows, cell)
    design = draws_of(table_of(run, cell), games)
    if not design.members():
        # Without its number of players and bots, so that a report of many such tables says it once.
        raise RunError(f"{run.folder}: '{cell[0]}' draws neither characters nor unique districts, as dark-city-random does.")
    needed = least_blocks(design.sizes())
    if len(design.present) < needed:
        words = ["--variant", cell[0], "--players", str(cell[1]), "--bots", shown_lineup(cell[2]), "--games", str(max(4000, 4 * needed))]
        raise RunError(
            f"{run.folder}: {cell[0]}, {cell[1]} players: {len(design.present):,} deals are too few for {len(design.names)} drawn "
            f"characters and districts; at least {needed:,} are needed. Play more into a new folder: citadels casts {shlex.join(words)}"
        )
    return design, block_means(games)


def block_means(games: pl.DataFrame) -> dict[str, Floats]:
    """Return every figure's mean over the games of each block, by name; nan where it is not there (nobody completed a city)."""
    sums = {item.name: item.expr for item in DRAWN.sums}
    counts = {name for name, expr in sums.items() if not expr.meta.root_names()}
    totals = games.group_by("block", maintain_order=True).agg(
        (pl.len() if name in counts else expr.sum()).cast(pl.Float64).alias(f"sum_{name}") for name, expr in sums.items()
    )
    ratio = [(pl.col(f"sum_{m.numerator}") / pl.col(f"sum_{m.denominator}")).alias(m.name) for m in FIGURES]
    means = totals.select(ratio)
    return {name: means[name].to_numpy().copy() for name in means.columns}


def draws_of(table: Table, games: pl.DataFrame) -> Design:
    """Lay out which candidates each block has: the characters of every rank that are drawn, and the unique districts.

    Parameters
    ----------
    table : Table
        What can be drawn.
    games : polars.DataFrame
        Rows of one cell of the table `casts`, in order of blocks.
    """
    drawn = {f"rank {rank}": ids for rank, ids in table.cast.items() if len(ids) > 1}
    if 0 < table.random_count < len(table.random_from):
        drawn[UNIQUE] = tuple(table.random_from)
    one = games.group_by("block", maintain_order=True).agg(pl.col("cast", "uniques").first())
    names, groups, columns = [], [], []
    for group, ids in drawn.items():
        things = one["uniques" if group == UNIQUE else "cast"].list
        for id in ids:
            names.append(id)
            groups.append(group)
            columns.append(things.contains(id).to_numpy())
    present = np.array(columns, dtype=np.float64).T if columns else np.zeros((one.height, 0))
    return Design(tuple(names), tuple(groups), present)


def least_deals(table: Table) -> int:
    """Return how many deals it takes to estimate the effect of each thing that a table draws; 0 where it draws nothing."""
    sizes = [len(ids) for ids in table.cast.values() if len(ids) > 1]
    sizes += [len(table.random_from)] if 0 < table.random_count < len(table.random_from) else []
    return least_blocks(sizes) if sizes else 0


def _families(design: Design) -> Iterator[list[int]]:
    """Candidates whose intervals hold together: the characters, and the unique districts."""
    varying = [j for group in design.members() for j in group]
    for unique in (False, True):
        family = [j for j in varying if (design.groups[j] == UNIQUE) == unique]
        if family:
            yield family


def _effect_rows(cell: Cell, metric: Metric, design: Design, effects: Effects) -> Iterator[dict[str, Any]]:
    for family in _families(design):
        ratios = effects.ratios.chosen(family)
        low, high = ratios.interval()
        family_low, family_high = ratios.simultaneous()
        q = discoveries(ratios.value, ratios.se, ratios.blocks)
        for i, j in enumerate(family):
            yield key_of(cell) | {
                "group": design.groups[j],
                "name": design.names[j],
                "metric": metric.name,
                "value": float(ratios.value[i]),
                "low": float(low[i]),
                "high": float(high[i]),
                "family_low": float(family_low[i]),
                "family_high": float(family_high[i]),
                "se": float(ratios.se[i]),
                "q": float(q[i]),
                "blocks": int(ratios.count[i]),
                "unit": metric.unit,
                "estimand": metric.estimand,
            }


def _pair_rows(cell: Cell, metric: Metric, design: Design, figure: Floats, ranks: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    pairs = fit_pairs(design, figure, ranks)
    q = pairs.discovery()
    half = Ratios(pairs.value, np.diag(pairs.se**2), pairs.blocks, pairs.value, pairs.count).critical_single() * pairs.se
    for i in range(len(pairs.value)):
        yield key_of(cell) | {
            "name": design.names[pairs.first[i]],
            "other": design.names[pairs.second[i]],
            "metric": metric.name,
            "value": float(pairs.value[i]),
            "low": float(pairs.value[i] - half[i]),
            "high": float(pairs.value[i] + half[i]),
            "se": float(pairs.se[i]),
            "q": float(q[i]),
            "blocks": int(pairs.count[i]),
            "unit": metric.unit,
        }


def family_moments(entry: Family, run: Run) -> Mapping[Cell, Moments]:
    """Condense a run of drawn casts to the moments of a family, cell by cell."""
    return card_moments(entry, run) if "cards" in entry.sources else draw_moments(entry, run.own_rows().collect())
