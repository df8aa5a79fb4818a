"""Kingmaking: who cannot win any more and strikes all the same, and how often that decides who does (I4).

Source: docs/reference/estimators.md, I4. The games are noted round by round, and their last hostile acts are replayed with other targets. A
seat is beaten if its win chance W before the last round, by the model of `win_model`, is too small. An act decided as far as a random
alternative would have made another player win; it could have decided if some one alternative would have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import polars as pl

from citadels_sim.designs.flow.refits import fitted_moments
from citadels_sim.designs.flow.states import Course, courses
from citadels_sim.designs.flow.win_model import WinModel, table_model
from citadels_sim.designs.kingmaking.metrics import _SUMS, KINGMAKING
from citadels_sim.runs.reading import Run
from citadels_sim.statistics.estimates import estimate
from citadels_sim.statistics.estimator import Moments
from citadels_sim.statistics.metric_types import Family
from citadels_sim.tables.keys import Cell, key_of

BEATEN: Final = 0.05
"""Win chance before the last round below which a player counts as beaten: 5 per cent."""


@dataclass(frozen=True)
class KingmakingAnalysis:
    """What a run of kingmaking says.

    Attributes
    ----------
    beaten : float
        Win chance before the last round below which a player counts as beaten.
    estimates : polars.DataFrame
        Estimates of `KINGMAKING`: ``table`` (its name), then the columns of `estimates.SCHEMA`.
    acts : polars.DataFrame
        One row per variant, players, line-up, kind of act, and whether who did it was beaten: acts; decided,
        how many of them decided who won, the mean over their alternatives summed; pivotal, how many could have; games of the cell.
    """

    run: Run
    beaten: float
    estimates: pl.DataFrame
    acts: pl.DataFrame


def analyse_kingmaking(run: Run, beaten: float = BEATEN) -> KingmakingAnalysis:
    """Analyse a complete run of kingmaking.

    Parameters
    ----------
    run : Run
        From `runs.load_run` with ``kind="kingmaking"``.
    beaten : float
        Win chance before the last round below which a player counts as beaten.

    Raises
    ------
    RunError
        If a cell has too few deals for a win model, or the tables lack rows.
    """
    estimates, kinds = [], []
    for course, acts, crossed in _cells(run, beaten):
        table = estimate(KINGMAKING, fitted_moments(KINGMAKING, game_rows(course, acts), crossed))
        estimates.append(table.select(pl.lit(KINGMAKING.name).alias("table"), pl.all()))
        counts = acts.group_by("act", "beaten", maintain_order=True).agg(
            acts=pl.len(), decided=pl.col("decided").sum(), pivotal=pl.col("pivotal").sum()
        )
        cell = key_of(course.cell)
        kinds.append(
            counts.select(
                *(pl.lit(value).alias(name) for name, value in cell.items()),
                pl.col("act").cast(pl.String),
                "beaten",
                pl.col("acts").cast(pl.Int64),
                "decided",
                pl.col("pivotal").cast(pl.Int64),
                games=pl.lit(len(course.start), dtype=pl.Int64),
            ).sort("beaten", "acts", "act", descending=[True, True, False])
        )
    return KingmakingAnalysis(run, beaten, pl.concat(estimates), pl.concat(kinds))


def family_moments(entry: Family, run: Run) -> dict[Cell, Moments]:
    """Condense a run of kingmaking to the moments of `KINGMAKING`, or a family like it over rows of games."""
    moments: dict[Cell, Moments] = {}
    for course, acts, crossed in _cells(run, BEATEN):
        moments |= fitted_moments(entry, game_rows(course, acts), crossed)
    return moments


def kingmaking_rows(run: Run) -> list[pl.DataFrame]:
    """Return the rows of games that `KINGMAKING` is summed over, cell by cell."""
    return [game_rows(course, acts) for course, acts, _ in _cells(run, BEATEN)]


def _cells(run: Run, beaten: float) -> Iterator[tuple[Course, pl.DataFrame, Callable[[Sequence[int]], pl.DataFrame]]]:
    """Give each cell with its hostile acts, and what makes its rows of games with the win chances of some splits of the deals."""
    table = run.own_rows("kingmaking").collect()
    for course in courses(run):
        variant, players, lineup = course.cell
        acts = table.filter(pl.col("variant") == variant, pl.col("lineup") == lineup, players=players)
        model = table_model(course)

        def crossed(splits: Sequence[int], course: Course = course, acts: pl.DataFrame = acts, model: WinModel = model) -> pl.DataFrame:
            of_split = [game_rows(course, beaten_acts(course, model.crossed[split], acts, beaten)) for split in splits]
            return pl.concat([rows.with_columns(split=pl.lit(split)) for split, rows in zip(splits, of_split, strict=True)])

        yield course, beaten_acts(course, model.chance, acts, beaten), crossed


def beaten_acts(course: Course, chance: np.ndarray, acts: pl.DataFrame, beaten: float) -> pl.DataFrame:
    """Return for every hostile act whether who did it was beaten, and whether it decided the game.

    Parameters
    ----------
    course : Course
    chance : numpy.ndarray
        Win chance of every seat in every state, shape (S, n).
    acts : polars.DataFrame
        The table `kingmaking` of the cell.
    beaten : float
        Win chance below which a player is.

    Returns
    -------
    polars.DataFrame
        block, rotation, seat, act, others, changed, restraint; ``beaten``; ``decided``: share of the alternatives (each other target, and
        not to strike where that was legal) that make another win, 0 to 1; ``pivotal``: some one of them does.
    """
    before = course.start + course.rounds - 1
    games = np.arange(len(course.start))
    seats = pl.DataFrame(
        {
            "block": np.repeat(course.block, course.players),
            "rotation": np.repeat(course.rotation, course.players),
            "seat": np.tile(np.arange(course.players), len(games)),
            "beaten": chance[before].ravel() < beaten,
        }
    )
    keys = acts.select(pl.col("block", "rotation", "seat").cast(pl.Int64), "act", pl.col("others", "changed").cast(pl.Int64), "restraint")
    alternatives = pl.col("others") + pl.col("restraint").is_not_null()
    winning = pl.col("changed") + pl.col("restraint").fill_null(False)
    return keys.join(seats, on=["block", "rotation", "seat"], how="left", maintain_order="left").with_columns(
        decided=pl.when(alternatives > 0).then(winning / alternatives).otherwise(0.0), pivotal=winning > 0
    )


def game_rows(course: Course, acts: pl.DataFrame) -> pl.DataFrame:
    """Sum up the acts of every game, those of the beaten and of the others; a game without any has zeros.

    ``*_games`` is the chance that at least one of the game's acts decided, each against a random alternative of its own.
    """
    one = pl.col("pivotal").cast(pl.Int64)
    sums = []
    for who, those in (("beaten_", pl.col("beaten")), ("other_", ~pl.col("beaten"))):
        sums += [
            those.sum().alias(f"{who}acts"),
            pl.col("decided").filter(those).sum().alias(f"{who}decided"),
            (1 - (1 - pl.col("decided").filter(those)).product()).alias(f"{who}games"),
            (those & pl.col("pivotal")).sum().alias(f"{who}pivotal"),
            pl.col("others").filter(those).sum().alias(f"{who}tried"),
            pl.col("changed").filter(those).sum().alias(f"{who}moved"),
            pl.col("restraint").filter(those).count().alias(f"{who}free"),
            pl.col("restraint").filter(those).sum().alias(f"{who}spared"),
            one.filter(those).max().fill_null(0).alias(f"{who}deciders"),
        ]
    sums_of = acts.group_by("block", "rotation").agg(sums)
    games = pl.DataFrame(course.key(np.arange(len(course.start)))).with_columns(pl.col("block", "rotation").cast(pl.Int64))
    names = [item.name for item in _SUMS]
    return games.join(sums_of, on=["block", "rotation"], how="left").with_columns(pl.col(names).fill_null(0).cast(pl.Float64))
