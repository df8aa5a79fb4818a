"""The whole analysis of one or more runs: every table that the report shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from citadels_sim.designs.draft import character_ranks, random_pick_rate, royal
from citadels_sim.designs.flow.turn_metrics import TEMPO
from citadels_sim.designs.tournament.deals import prepare
from citadels_sim.designs.tournament.metrics import CONDENSED, QUANTILES, family
from citadels_sim.designs.tournament.naming import naming_moments
from citadels_sim.designs.tournament.rungs import rung_moments
from citadels_sim.designs.tournament.sum_moments import condense
from citadels_sim.judge.declared_limits import declared_limit
from citadels_sim.runs.reading import Run
from citadels_sim.statistics.blocks import block_totals
from citadels_sim.statistics.estimates import estimate, quantiles, ratios
from citadels_sim.statistics.estimator import Moments
from citadels_sim.statistics.metric_types import Family, Metric
from citadels_sim.statistics.planning import needed_columns
from citadels_sim.statistics.ratios import Ratios
from citadels_sim.statistics.verdicts import Verdict, judge
from citadels_sim.tables.keys import Cell
from citadels_sim.verdicts import OF_LIMITS

__all__ = ["QUANTILES", "Analysis", "analyse", "family_moments"]

_TURNS = Family(TEMPO.name, None, "", TEMPO.sums, tuple(metric for metric in TEMPO.metrics if metric.name == "turns_lost"))
"""The share of turns that are lost, as `flow.turn_metrics.TEMPO` has it, of games whose turns were counted character by character."""


_CELLS = {
    "variant": pl.String,
    "title": pl.String,
    "players": pl.Int64,
    "lineup": pl.String,
    "games": pl.Int64,
    "blocks": pl.Int64,
    "games_per_block": pl.Float64,
    "turns": pl.Boolean,
}


@dataclass(frozen=True)
class Analysis:
    """What runs say.

    Attributes
    ----------
    runs : tuple of Run
        What was analysed.
    cells : polars.DataFrame
        One row per cell: variant, title, players, lineup, games, blocks, rotations, turns (whether kept).
    tables : dict
        Family name -> estimates (`estimates.SCHEMA`).
    seat_verdicts : polars.DataFrame
        One row per cell: verdict, margin, seat and effect farthest from fair, interval, games needed (`planning.Needed`), chi2, df, p.
    seats_inner : mapping
        Cell -> seat -> its interval `Verdict.inner`.
    """

    runs: tuple[Run, ...]
    cells: pl.DataFrame
    tables: dict[str, pl.DataFrame]
    seat_verdicts: pl.DataFrame
    seats_inner: Mapping[Cell, Mapping[str, tuple[float, float]]]

    @property
    def has_turns(self) -> bool:
        """Whether any cell has character figures."""
        return self.tables["characters"].height > 0


def analyse(runs: Sequence[Run], seat_margin: float | None = None) -> Analysis:
    """Analyse complete runs that share no games.

    Parameters
    ----------
    runs : sequence of Run
        From `runs.load_runs`; none at all gives tables without rows.
    seat_margin : float, optional
        Win chance per game that does not matter, for the verdicts on seats. Left out: what the runs declare, else the usual limit of seats.
    """
    condensed = condense(runs, CONDENSED)
    order = _order(runs, condensed["length"])
    ordered = {name: {cell: cells[cell] for cell in order if cell in cells} for name, cells in condensed.items()}
    rules = {name: entry.resolved for run in runs for name, entry in run.manifest.variants.items()}
    offered = _pooled_offer(ordered["characters"])
    held = {cell: (rules.get(cell[0], {}), moments.groups()) for cell, moments in condensed["characters"].items()}
    cast = {cell: character_ranks(*each) for cell, each in held.items()}
    crowned = {cell: royal(*each) for cell, each in held.items()}

    def reference(cell: Cell, metric: Metric, group: str) -> float | None:
        if metric.reference == "fair":
            return 1 / cell[1]
        if metric.name == "pick_when_offered":
            return offered.get(cell)
        if metric.name == "pick_rate":
            ranks = cast.get(cell, {})
            order = removal_order(rules.get(cell[0], {}), cell[1])
            never_up = ranks[group] in crowned.get(cell, ())
            return random_pick_rate(len(set(ranks.values())), cell[1], never_up, order) if order else None
        return None

    tables = {entry.name: estimate(entry, ordered[entry.name], reference) for entry in CONDENSED}
    # Of line-ups with several bots: equal bots win 1/players by construction.
    tables["bots"] = tables["bots"].filter(pl.col("group").n_unique().over("variant", "players", "lineup") > 1)
    rounds = family("round_distribution")
    tables["length"] = pl.concat([tables["length"], quantiles(rounds, rounds.metrics[0], ordered[rounds.name], QUANTILES, "rounds")])
    cells = _cells(runs, ordered["length"], ordered["characters"])
    margin = declared_limit(runs, "seat") if seat_margin is None else seat_margin
    tables[_TURNS.name] = estimate(_TURNS, {cell: _turns(moments) for cell, moments in ordered["characters"].items()}, reference)
    return Analysis(tuple(runs), cells, tables, *_seat_verdicts(ordered["seats_from_crown"], cells, margin))


def removal_order(resolved: Mapping[str, Any], players: int) -> str | None:
    """Find the reading of ``rules.removal_order`` at a number of players in a resolved variant, if it is there."""
    for place in (_at(resolved, "by_players", str(players), "rules"), _at(resolved, "rules")):
        if "removal_order" in place:
            return str(place["removal_order"])
    return None


def _at(mapping: Mapping[str, Any], *keys: str) -> Mapping[str, Any]:
    for key in keys:
        inner = mapping.get(key)
        if not isinstance(inner, Mapping):
            return {}
        mapping = inner
    return mapping


def _order(runs: Sequence[Run], cells: Mapping[Cell, Moments]) -> list[Cell]:
    """Cells as the experiments name them: by variant, then line-up, then players."""
    variants = list(dict.fromkeys(cell.variant for run in runs for cell in run.manifest.cells))
    lineups = list(dict.fromkeys(cell.lineup for run in runs for cell in run.manifest.cells))
    return sorted(cells, key=lambda cell: (variants.index(cell[0]), lineups.index(cell[2]), cell[1]))


def _pooled_offer(cells: Mapping[Cell, Moments]) -> dict[Cell, float]:
    """Picks per card offered, all characters together: what a random picker takes when offered."""
    pooled = {}
    for cell, moments in cells.items():
        groups = moments.groups()
        picks, offers = (float(moments.weights({(g, name): 1.0 for g in groups}) @ moments.totals) for name in ("picks", "offers"))
        if offers:
            pooled[cell] = picks / offers
    return pooled


def _turns(characters: Moments) -> Moments:
    """Add up the turns of all characters of a table: those held, and those lost to murder and bewitchment."""
    groups = characters.groups()
    sums = {"held": ("picks",), "lost": ("murders", "bewitchments")}
    rows = np.array([characters.weights({(group, name): 1.0 for group in groups for name in names}) for names in sums.values()])
    return Moments.summed([("all", name) for name in sums], characters.blocks, rows @ characters.totals, rows @ characters.cross @ rows.T)


def _cells(runs: Sequence[Run], length: Mapping[Cell, Moments], characters: Mapping[Cell, Moments]) -> pl.DataFrame:
    titles = {name: entry.title for run in runs for name, entry in run.manifest.variants.items()}
    rows = []
    for cell, moments in length.items():
        games = int(moments.weights({("all", "games"): 1.0}) @ moments.totals)
        rows.append(
            {
                "variant": cell[0],
                "title": titles.get(cell[0], cell[0]),
                "players": cell[1],
                "lineup": cell[2],
                "games": games,
                "blocks": moments.blocks,
                "games_per_block": games / moments.blocks,
                "turns": cell in characters,
            }
        )
    return pl.DataFrame(rows, schema=_CELLS)


def _seat_verdicts(
    cells: Mapping[Cell, Moments], facts: pl.DataFrame, margin: float
) -> tuple[pl.DataFrame, dict[Cell, dict[str, tuple[float, float]]]]:
    """Judge the seats of each cell; also return each seat's interval that lies inside the margin where it is within."""
    seats = family("seats_from_crown")
    rows, inner = [], {}
    for cell, moments in cells.items():
        groups, lifts = ratios(seats, seats.metrics[0], moments)
        verdict = judge(lifts, np.full(len(groups), 1 / cell[1]), margin, share=True)
        rows.append(_seat_verdict(cell, groups, lifts, verdict, facts))
        inner[cell] = dict(zip(groups, verdict.inner, strict=True))
    table = pl.DataFrame(
        rows,
        schema={
            "variant": pl.String,
            "players": pl.Int64,
            "lineup": pl.String,
            "verdict": pl.String,
            "margin": pl.Float64,
            "seat": pl.Int64,
            "effect": pl.Float64,
            "low": pl.Float64,
            "high": pl.Float64,
            "needed_games_low": pl.Int64,
            "needed_games": pl.Int64,
            "chi2": pl.Float64,
            "df": pl.Int64,
            "p": pl.Float64,
        },
    )
    return table, inner


def _seat_verdict(cell: Cell, groups: Sequence[str], lifts: Ratios, verdict: Verdict, facts: pl.DataFrame) -> dict[str, object]:
    variant, players, lineup = cell
    chi2, df, p = lifts.wald(np.full(len(groups), 1 / players))
    low, high = (bound[verdict.largest] - 1 / players for bound in lifts.simultaneous(share=True))
    fact = facts.row(
        by_predicate=(pl.col("variant") == variant) & (pl.col("players") == players) & (pl.col("lineup") == lineup), named=True
    )
    needed = needed_columns(verdict.needed, fact["games_per_block"], "games")
    seen = np.isfinite(verdict.effect)
    return {
        "variant": variant,
        "players": players,
        "lineup": lineup,
        "verdict": OF_LIMITS[verdict.state],
        "margin": verdict.margin,
        "seat": int(groups[verdict.largest]),
        "effect": verdict.effect if seen else None,
        "low": float(low) if seen else None,
        "high": float(high) if seen else None,
        **needed,
        "chi2": chi2 if df else None,
        "df": df,
        "p": p if df else None,
    }


def family_moments(entry: Family, run: Run) -> Mapping[Cell, Moments]:
    """Condense a run of games to the moments of a family, cell by cell; none where it keeps too little of its games."""
    if "naming" in entry.sources:
        return naming_moments(entry, run)
    if "rungs" in entry.sources:
        return rung_moments(entry, run)
    return condense([run], [entry])[entry.name]


def family_totals(entry: Family, run: Run) -> pl.DataFrame | None:
    """Sum a family per deal, of which differences of two variants are made; None where no rows of the games were kept."""
    if not run.has_rows:
        return None
    parts = [block_totals(entry, prepare(batch)) for batch in run.batches()]
    return pl.concat([part.with_columns(pl.col("variant", "lineup", "group").cast(pl.String)) for part in parts])
