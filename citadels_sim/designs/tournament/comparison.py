"""One variant of a run against another: what the change of rules changed, figure by figure, and the rules that differ, in words (E1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from citadels_sim.designs.tournament.character_metrics import CHARACTERS
from citadels_sim.designs.tournament.deals import prepare
from citadels_sim.designs.tournament.game_metrics import LENGTH, ROUNDS, SCORES, SEATS, TOTALS
from citadels_sim.errors import RunError, VariantError, nearest
from citadels_sim.runs.reading import Run
from citadels_sim.statistics.blocks import block_totals
from citadels_sim.statistics.metric_types import Family, Metric
from citadels_sim.statistics.paired import SCHEMA, differences, distance, paired_moments
from citadels_sim.tables.parquet import scan_table
from citadels_sim.variants import Comparison, compare, from_resolved

MARGINS: Final = {
    "rounds": 0.5,
    "turns": 2.0,
    "decisions": 10.0,
    "points": 1.0,
    "fraction of games": 0.02,
    "win chance per game": 0.02,
    "win chance per pick": 0.02,
    "fraction of rounds": 0.05,
}
"""Unit -> the difference that does not matter, unless declared otherwise."""

_PRIMARY = (
    "mean_rounds",
    "mean_turns",
    "mean_decisions",
    "winner_total",
    "margin",
    "spread",
    "close_games",
    "tied_games",
    "completer_wins",
    "first_crown_wins",
)


def _chosen(entry: Family, names: tuple[str, ...]) -> tuple[Metric, ...]:
    return tuple(metric for metric in entry.metrics if metric.name in names)


GAME: Final = Family(
    "game",
    None,
    "",
    tuple({item.name: item for item in (*LENGTH.sums, *SCORES.sums)}.values()),
    _chosen(LENGTH, _PRIMARY) + _chosen(SCORES, _PRIMARY),
)
"""What is compared of games as a whole."""

_BLOCK_SUMS: Final = {
    "games": "games",
    "rounds": "rounds",
    "turns": "turns",
    "best": "best",
    "margin": "margin",
    "first_crown": "crown_credit",
}
"""Column of the table `blocks` to the sum of `GAME` that it holds."""

_SEATS: Final = Family(SEATS[0].name, SEATS[0].group, SEATS[0].group_title, SEATS[0].sums, SEATS[0].metrics[:1])
_PICKS: Final = Family(
    CHARACTERS.name,
    CHARACTERS.group,
    CHARACTERS.group_title,
    tuple(item for item in CHARACTERS.sums if item.name in ("rounds", "picks", "credit")),
    _chosen(CHARACTERS, ("pick_rate", "win_when_held")),
)

COMPARED: Final = {entry.name: entry for entry in (GAME, _SEATS, _PICKS)}
"""What is compared, by the name of its table."""


@dataclass(frozen=True)
class VariantComparison:
    """Two variants of a run side by side.

    Attributes
    ----------
    a, b : str
        The variants.
    rules : Comparison
        In what their rules differ.
    table : polars.DataFrame
        Differences (`paired.SCHEMA`).
    distances : polars.DataFrame
        Per cell: players, lineup, what (rounds, points of all seats, points of winners), unit, distance, noise.
    notes : tuple of str
        What could not be compared, and why.
    met : polars.DataFrame
        Per cell: players, lineup, deals that both played, their games under one set of rules, and how many deals came out otherwise under
        the other: in rounds, turns or points.
    """

    a: str
    b: str
    rules: Comparison
    table: pl.DataFrame
    distances: pl.DataFrame
    notes: tuple[str, ...]
    met: pl.DataFrame


def margins_from(texts: Sequence[str] | None) -> dict[str, float]:
    """Parse declared margins, and put them over the usual ones.

    Parameters
    ----------
    texts : sequence of str or None
        ``NAME=VALUE`` each: a metric or a unit (of `MARGINS`), and a positive difference that does not matter.

    Raises
    ------
    RunError
        For a text of another form, a name that is neither, or a margin that is not positive.
    """
    margins = dict(MARGINS)
    known = (*sorted(metric.name for entry in COMPARED.values() for metric in entry.metrics), *MARGINS)
    for text in texts or ():
        name, _, value = (part.strip() for part in text.rpartition("="))
        try:
            margins[name] = float(value)
        except ValueError:
            raise RunError(f"--margin: '{text}' should read NAME=VALUE, such as rounds=0.5 or first_crown_wins=0.02.") from None
        if name not in known:
            raise RunError(f"--margin: there is no figure or unit '{name}'; there are {', '.join(known)}.{nearest(name, known)}")
        if not margins[name] > 0:
            raise RunError(f"--margin: {name}={margins[name]:g} should be above 0: no interval can show a difference of exactly 0.")
    return margins


def compare_variants(run: Run, a: str, b: str, margins: Mapping[str, float] | None = None) -> VariantComparison:
    """Compare two variants of a run at every number of players and with every line-up that both have.

    Parameters
    ----------
    run : Run
        A complete run with both.
    a, b : str
        Names of the variants.
    margins : mapping, optional
        From `margins_from`; the usual ones when left out.

    Raises
    ------
    RunError
        If the run has not both of them, or nothing to compare them by.
    """
    _check(run, a, b)
    declared = dict(MARGINS) if margins is None else dict(margins)
    return _compare(run, a, b, declared, totals_of(run, (a, b)))


def compare_with_first(run: Run) -> list[VariantComparison]:
    """Compare the first variant of a run with each other one that shares tables with it; the run is read once for all of them.

    Parameters
    ----------
    run : Run
        A complete run.
    """
    first, *others = run.manifest.variants
    tables = {name: _tables_of(run, name) for name in (first, *others)}
    compared = [other for other in others if tables[first] & tables[other]]
    if not compared:
        return []
    totals = totals_of(run, (first, *compared))
    comparisons = []
    for other in compared:
        # A run of another origin may write its rules in a form that cannot be read back: it is reported on without this.
        with suppress(VariantError):
            comparisons.append(_compare(run, first, other, dict(MARGINS), totals))
    return comparisons


Totals = dict[str, tuple[Family, dict[tuple[object, ...], pl.DataFrame]]]
"""Family -> its declaration, and its block totals by number of players and line-up."""


def _compare(run: Run, a: str, b: str, margins: Mapping[str, float], totals: Totals) -> VariantComparison:
    rules = compare(*(from_resolved(run.manifest.variants[name].resolved) for name in (a, b)))
    first = _tables_of(run, a)
    tables = [table for cell in run.manifest.cells if cell.variant == b and (table := (cell.players, cell.lineup)) in first]
    return paired_comparison(rules, (a, b), tables, margins, totals, whole=has_all_rows(run))


def paired_comparison(
    rules: Comparison,
    arms: tuple[str, str],
    tables_played: Sequence[tuple[int, str]],
    margins: Mapping[str, float],
    totals: Totals,
    *,
    whole: bool,
) -> VariantComparison:
    """Compare both sides of block totals at each table; `whole`: rows are kept of all games."""
    a, b = arms
    tables, distances, notes, met = [], [], [], []
    if not whole:
        notes.append("Only some games have rows: length and scores are compared over all games, other figures over those with rows.")
    for players, lineup in tables_played:
        key = {"players": players, "lineup": lineup}
        here = {
            name: (entry, paired_moments(entry, frames.get((players, lineup), _NO_TOTALS), (a, b)))
            for name, (entry, frames) in totals.items()
        }
        met.append(key | _met(totals[GAME.name][1].get((players, lineup), _NO_TOTALS), a, b))
        for entry, moment in here.values():
            if entry.name not in (ROUNDS.name, TOTALS.name):
                tables += [key | row for row in differences(entry, moment, margins)]
        for entry, metric, what, unit in _DISTRIBUTIONS:
            if entry.name in here:
                single = Family(entry.name, entry.group, entry.group_title, entry.sums, (metric,))
                apart = distance(single, here[entry.name][1])
                distances.append(key | {"what": what, "unit": unit, "distance": apart.value, "noise": apart.noise})
    return VariantComparison(a, b, rules, pl.DataFrame(tables, schema=SCHEMA), pl.DataFrame(distances), tuple(notes), pl.DataFrame(met))


def _met(totals: pl.DataFrame, a: str, b: str) -> dict[str, int]:
    """Count the deals of both variants, and those that came out otherwise."""
    sums = [name for name in ("games", *_BLOCK_SUMS.values()) if name in totals.columns]
    one, other = (totals.filter(variant=name).select("block", *dict.fromkeys(sums)) for name in (a, b))
    both = one.join(other, on="block", suffix="_b")
    otherwise = pl.any_horizontal(pl.lit(False), *(pl.col(name) != pl.col(f"{name}_b") for name in dict.fromkeys(sums)))
    return {
        "deals": both.height,
        "games": int(both["games"].sum()) if "games" in both.columns else 0,
        "differing": int(both.select(otherwise.sum()).item()),
    }


_NO_TOTALS: Final = pl.DataFrame(schema={"variant": pl.String, "block": pl.Int64, "group": pl.String})
"""Of a table of which no block was kept."""

_DISTRIBUTIONS: Final = (
    (ROUNDS, ROUNDS.metrics[0], "length", "rounds"),
    (TOTALS, TOTALS.metrics[0], "scores of all seats", "points"),
    (TOTALS, TOTALS.metrics[1], "scores of winners", "points"),
)


def _check(run: Run, a: str, b: str) -> None:
    names = list(run.manifest.variants)
    for name in (a, b):
        if name not in names:
            raise RunError(f"{run.folder}: has no variant '{name}'; it has {', '.join(names)}.{nearest(name, names)}")
    if a == b:
        raise RunError(f"{run.folder}: '{a}' is compared with itself; name two variants.")
    if not _tables_of(run, a) & _tables_of(run, b):
        raise RunError(f"{run.folder}: '{a}' and '{b}' have no number of players and line-up in common.")


def _tables_of(run: Run, variant: str) -> set[tuple[int, str]]:
    """Return the numbers of players and line-ups that a variant was played with."""
    return {(cell.players, cell.lineup) for cell in run.manifest.cells if cell.variant == variant}


def has_all_rows(run: Run) -> bool:
    """Return whether a run keeps rows of all its games."""
    rows = sum(shard.rows for shard in run.manifest.shards if shard.table == "games")
    return rows == sum(cell.games for cell in run.manifest.cells)


def totals_of(run: Run, variants: Sequence[str]) -> Totals:
    """Sum per block what is compared: from rows where they are kept, length and scores else from the table of blocks."""
    wanted = [_SEATS, ROUNDS, TOTALS, *([_PICKS] if run.has_turns else [])] if run.has_rows else []
    if has_all_rows(run):
        wanted.insert(0, GAME)
    parts: dict[str, list[pl.DataFrame]] = {entry.name: [] for entry in wanted}
    for batch in run.batches() if wanted else []:
        prepared = {name: frame.filter(pl.col("variant").cast(pl.String).is_in(list(variants))) for name, frame in prepare(batch).items()}
        for entry in wanted:
            parts[entry.name].append(block_totals(entry, prepared).with_columns(pl.col("group").cast(pl.String)))
    totals = {entry.name: (entry, _by_table(pl.concat(parts.pop(entry.name)))) for entry in wanted}
    if GAME.name not in totals:
        totals = {GAME.name: (_summed(), _by_table(_block_table(run, variants)))} | totals
    return totals


def _by_table(totals: pl.DataFrame) -> dict[tuple[object, ...], pl.DataFrame]:
    """Take block totals apart by number of players and line-up."""
    keys = [pl.col("variant", "lineup").cast(pl.String), pl.col("players").cast(pl.Int64)]
    return totals.with_columns(keys).partition_by("players", "lineup", as_dict=True)


def _summed() -> Family:
    """What the table of blocks has of `GAME`."""
    sums = tuple(item for item in GAME.sums if item.name in _BLOCK_SUMS.values())
    names = {item.name for item in sums}
    return Family(GAME.name, None, "", sums, tuple(m for m in GAME.metrics if {m.numerator, m.denominator} <= names))


def _block_table(run: Run, variants: Sequence[str]) -> pl.DataFrame:
    paths = [run.folder / shard.path for shard in run.manifest.shards if shard.table == "blocks"]
    if not paths:
        raise RunError(f"{run.folder}: has neither rows nor the table of blocks; there is nothing to compare. Run it again with --rows.")
    sums = [pl.col(column).cast(pl.Float64).alias(name) for column, name in _BLOCK_SUMS.items()]
    keys = [pl.col("variant", "lineup").cast(pl.String), pl.col("players").cast(pl.Int64), pl.col("block").cast(pl.Int64)]
    frame = pl.concat([scan_table(path).select(*keys, pl.lit("all").alias("group"), *sums) for path in paths])
    return frame.filter(pl.col("variant").is_in(variants)).collect()


def block_figures(run: Run, variants: Sequence[str]) -> Iterator[tuple[Metric, NDArray[np.float64]]]:
    """Return each variant's figures from the table of blocks.

    Parameters
    ----------
    run : Run
        A run with one number of players and one line-up.
    variants : sequence of str
        Variants, each once.

    Yields
    ------
    metric : Metric
        Per game.
    values : numpy.ndarray
        Its mean in every block that all variants have, shape (blocks, variants), in the metric's unit.
    """
    entry = _summed()
    table = _block_table(run, variants)
    for metric in entry.metrics:
        scale = entry.scale(metric.numerator) / entry.scale(metric.denominator)
        value = (pl.col(metric.numerator) / pl.col(metric.denominator) * scale).alias("value")
        wide = table.select("block", "variant", value).pivot("variant", index="block", values="value").drop_nulls().sort("block")
        yield metric, wide.select(variants).to_numpy()
