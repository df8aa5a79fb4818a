"""Analyses of a report that are more than ratios of sums, repeated in every run that `coverage` draws.

Luck, drawn casts, opening hands, districts, parts of the difference between two variants (of games, and of effects of picks), and ladders.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
import polars as pl
from numpy.typing import NDArray

from citadels_sim.designs.attribution.analyse import ALONE_DEALS
from citadels_sim.designs.casts.analyse import block_means, dealt_rows, draws_of, of_cell, table_of
from citadels_sim.designs.casts.card_analysis import card_rows, describe_cards, tensors_of
from citadels_sim.designs.casts.hands import gold_and_types, price
from citadels_sim.designs.casts.metrics import CARDS, DEALT, FIGURES
from citadels_sim.designs.luck import analyse as luck_streams
from citadels_sim.designs.luck.metrics import FAMILIES as LUCK_FAMILIES
from citadels_sim.designs.pick_attribution.analyse import deals as pick_deals
from citadels_sim.designs.pick_attribution.analyse import decomposed as of_each
from citadels_sim.designs.pick_attribution.analyse import effects
from citadels_sim.designs.tournament.comparison import block_figures
from citadels_sim.errors import RunError
from citadels_sim.ladder.games import Games, read_games
from citadels_sim.ladder.rate import rate_games
from citadels_sim.ladder.scopes import ALL
from citadels_sim.runs.reading import Run
from citadels_sim.statistics.blocks import row_totals
from citadels_sim.statistics.draws import Design, fit
from citadels_sim.statistics.estimates import ratios
from citadels_sim.statistics.shapley import block_means as means_of
from citadels_sim.statistics.shapley import decomposed, first_in, interactions, last_in, shapley, whole
from citadels_sim.tables.keys import Cell
from scripts.research.coverage_draws import Covered, Estimates, Pool, covered_pools, pools

__all__ = ["attribution", "casts", "ladder", "luck", "pick_attribution"]

Floats = NDArray[np.float64]
Blocks = NDArray[np.intp]


def luck(run: Run) -> Iterator[Covered]:
    """Give what decides who wins."""
    table = run.own_rows().collect()
    for played in run.manifest.cells:
        cell = (played.variant, played.players, played.lineup)
        rows = table.filter(pl.col("variant") == cell[0], pl.col("lineup") == cell[2], players=cell[1])
        deals = rows["block"].unique().sort()
        of_deal = rows.partition_by("block", as_dict=True)
        frames = [of_deal[(deal,)] for deal in deals]

        def analyse(blocks: Blocks, frames: list[pl.DataFrame] = frames, cell: Cell = cell) -> dict[str, Estimates]:
            drawn = pl.concat([frames[at] for at in blocks])
            size = len(drawn) // len(blocks)
            drawn = drawn.with_columns(block=pl.Series(np.repeat(np.arange(len(blocks)), size)))
            estimates: dict[str, Estimates] = {}
            for entry, part in zip(LUCK_FAMILIES, luck_streams.luck_rows(drawn, cell[1]), strict=True):
                (pool,) = pools(entry, row_totals(entry, part), third=True)
                estimates |= {f"{entry.name}.{name}": part for name, part in pool.analyse(np.arange(len(blocks))).items()}
            return estimates

        yield Covered("luck", cell, len(frames), analyse, tuple(f"{e.name}.{m.name}" for e in LUCK_FAMILIES for m in e.metrics))


def casts(run: Run) -> Iterator[Covered]:
    """Give what drawn characters and districts change, what opening hands are worth, and what becomes of districts."""
    rows = run.own_rows().collect()
    for played in run.manifest.cells:
        cell = (played.variant, played.players, played.lineup)
        games = of_cell(rows, cell)
        design, figures = draws_of(table_of(run, cell), games), block_means(games)

        def analyse(blocks: Blocks, design: Design = design, figures: dict[str, Floats] = figures) -> dict[str, Estimates]:
            drawn = Design(design.names, design.groups, design.present[blocks])
            estimates = {}
            for metric in FIGURES:
                effects = fit(drawn, figures[metric.name][blocks]).ratios
                effects = effects.chosen([j for group in drawn.members() for j in group])
                names = [design.names[j] for group in drawn.members() for j in group]
                estimates[metric.name] = Estimates.from_rows(names, effects)
            return estimates

        yield Covered("cast_effects", cell, len(design.present), analyse, tuple(metric.name for metric in FIGURES))
    worth = pools(DEALT, row_totals(DEALT, dealt_rows(rows)), third=True)
    yield from covered_pools(worth)
    yield from (_prices(run, pool) for pool in worth)
    yield from _cards(card_rows(run))


def _prices(run: Run, pool: Pool) -> Covered:
    """What a gold of cost brings, and what districts and types are worth beyond their cost."""

    def analyse(blocks: Blocks) -> dict[str, Estimates]:
        names, worth = ratios(pool.entry, pool.entry.metrics[0], pool.moments(blocks))
        terms, line, rest = price(worth, *gold_and_types(run, pool.cell, names))
        return {"term": Estimates.from_rows(terms, line), "residual": Estimates.from_rows(names, rest)}

    return Covered("district_prices", pool.cell, len(pool.totals), analyse, ("term", "residual"))


def _cards(rows: pl.DataFrame) -> Iterator[Covered]:
    """Use of each district: every figure has its own interval only. Independent are groups of blocks."""
    figures = (*(metric.name for metric in CARDS.metrics), "iih", "wait", "offer_worth")
    for pool in pools(CARDS, row_totals(CARDS, rows), third=True):
        tensors = tensors_of(rows, pool.cell)

        def analyse(blocks: Blocks, pool: Pool = pool, tensors: Mapping[str, Mapping[str, Floats]] = tensors) -> dict[str, Estimates]:
            drawn = {district: {name: table[blocks] for name, table in of.items()} for district, of in tensors.items()}
            cards = pl.DataFrame(describe_cards(pool.cell, pool.moments(blocks), drawn), infer_schema_length=None)
            return {name: _alone(cards, ("district",), name, f"{name}_low", f"{name}_high") for name in figures}

        yield Covered("districts", pool.cell, len(pool.totals), analyse, figures)


def attribution(run: Run) -> Iterator[Covered]:
    """Give the parts of the difference between two variants: of each group of rules, alone, at the end, of pairs, and the whole."""
    k, cell = len(run.manifest.experiment.groups or {}), run.manifest.cells[0]
    pairs, couples = interactions(k)
    names = [str(j) for j in range(k)]
    parts = {
        "part": (shapley(k), names),
        "first_in": (first_in(k), names),
        "last_in": (last_in(k), names),
        "interaction": (pairs, [f"{i}|{j}" for i, j in couples]),
    }
    for metric, values in block_figures(run, [played.variant for played in run.manifest.cells]):

        def analyse(blocks: Blocks, values: Floats = values) -> dict[str, Estimates]:
            drawn = values[blocks]
            estimates = {"whole": Estimates.from_rows(["whole"], means_of(drawn[:, -1:] - drawn[:, :1]))}
            estimates |= {name: Estimates.from_rows(groups, decomposed(drawn, weights)) for name, (weights, groups) in parts.items()}
            if len(blocks) < ALONE_DEALS:
                estimates |= {name: estimates[name].without_intervals() for name in ("first_in", "last_in")}
            return estimates

        yield Covered(f"attribution_{metric.name}", ("between", cell.players, cell.lineup), len(values), analyse, ("whole", *parts))


def pick_attribution(run: Run) -> Iterator[Covered]:
    """Give the parts of the changes of effects of picks between two variants: of each group of rules, alone, at the end, and the whole."""
    characters, sums = pick_deals(run)
    k, cell = len(run.manifest.experiment.groups or {}), run.manifest.cells[0]
    forms = {"whole": whole(k), "part": shapley(k), "first_in": first_in(k), "last_in": last_in(k)}

    def analyse(blocks: Blocks) -> dict[str, Estimates]:
        under_all = effects(sums[blocks])
        return {
            name: Estimates.from_rows(
                [f"{who}|{j}" for who in characters for j in range(weights.shape[1])], of_each(under_all, len(characters), weights)
            )
            for name, weights in forms.items()
        }

    yield Covered("pick_parts", ("between", cell.players, cell.lineup), len(sums), analyse, tuple(forms))


def ladder(run: Run) -> Iterator[Covered]:
    """Give the strengths of bots at each table of a run, and over all of them."""
    names, games = read_games([run])
    figures = ("elo", "wins", "difference", "residual", "seat")
    for scope in (*([part] for part in games), *([games] if len(games) > 1 else [])):
        deals = np.unique(np.concatenate([part.block for part in scope]))

        def analyse(blocks: Blocks, scope: Sequence[Games] = scope, deals: NDArray[np.int64] = deals) -> dict[str, Estimates]:
            try:
                rated = rate_games(names, [_drawn(part, deals[blocks]) for part in scope], "a drawn run")
            except RunError:  # some bot never came before another: nothing is estimated
                return {}
            own = pl.col("variant") == (ALL if len(scope) > 1 else scope[0].variant)
            bots = rated.strengths.filter(own, pl.col("se") > 0)  # the bot at 0 has no error
            same_zero = rated.scopes.filter(own)["wins_anchor"].eq_missing(rated.scopes.filter(own)["anchor"]).all()
            wins = _alone(bots.filter(pl.lit(same_zero)), ("bot",), "wins_elo", "wins_low", "wins_high")
            return {
                "elo": _both(bots, ("bot",), "elo"),
                "wins": wins._replace(family_low=wins.low, family_high=wins.high, low=wins.family_low, high=wins.family_high),
                "difference": _alone(rated.superiority.filter(own), ("bot", "other"), "difference", "low", "high"),
                "residual": _both(rated.residuals.filter(own), ("bot", "other"), "residual"),
                "seat": _both(rated.seats.filter(own), ("seat",), "elo"),
            }

        first = scope[0]
        cell = (first.variant if len(scope) == 1 else ALL, first.players, run.manifest.cells[0].lineup)
        yield Covered("ladder", cell, len(deals), analyse, figures)


def _drawn(games: Games, deals: NDArray[np.int64]) -> Games:
    """Take the games of deals, each as often as it is drawn, as so many deals of their own."""
    start, end = np.searchsorted(games.block, deals), np.searchsorted(games.block, deals, side="right")
    rows = np.concatenate([np.arange(i, j) for i, j in zip(start, end, strict=True)])
    return replace(games, block=np.repeat(np.arange(len(deals)), end - start), kind=games.kind[rows], count=games.count[rows])


def _keys(table: pl.DataFrame, keys: Sequence[str]) -> list[str]:
    return ["|".join(map(str, row)) for row in table.select(keys).iter_rows()]


def _columns(table: pl.DataFrame, *names: str) -> list[Floats]:
    return [table[name].cast(pl.Float64).to_numpy() for name in names]


def _both(table: pl.DataFrame, keys: Sequence[str], value: str) -> Estimates:
    return Estimates(_keys(table, keys), *_columns(table, value, "low", "high", "family_low", "family_high"))


def _alone(table: pl.DataFrame, keys: Sequence[str], value: str, low: str, high: str) -> Estimates:
    """Take figures that have an interval of their own only."""
    values, lows, highs = _columns(table, value, low, high)
    return Estimates(_keys(table, keys), values, lows, highs, np.full(table.height, np.nan), np.full(table.height, np.nan))
