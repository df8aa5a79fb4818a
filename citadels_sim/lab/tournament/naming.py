"""The mind game: whom the Assassin, the Thief and the Witch name, how often they are right, and how open the picks are to a guesser (C9).

Source: shared analytics reference, C9 and D1. From the rows of `turns`, of the first games of every table: many more would change nothing
but the time it takes. Whatever bots name and pick is the bots' own habit; a habit that can be guessed says nothing about the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import polars as pl

from citadels_sim.errors import RunError
from citadels_sim.lab.tournament.naming_metrics import NAMING_FAMILIES, POWERS
from citadels_sim.runs.reading import Run
from citadels_sim.statistics.blocks import row_moments
from citadels_sim.statistics.estimates import SCHEMA, estimate
from citadels_sim.statistics.estimator import Moments
from citadels_sim.statistics.metric_types import Family
from citadels_sim.tables.keys import CELL, Cell

__all__ = ["MOST_GAMES", "analyse_naming", "naming_moments", "naming_rows"]

MOST_GAMES: Final = 4_000
"""Games of a table that are examined, the first ones."""

_GAME: Final = (*CELL, "block", "rotation")
_ROUND: Final = (*_GAME, "round")


@dataclass(frozen=True)
class NamingRows:
    """Rows of one cell for each family of this module."""

    cell: Cell
    naming: pl.DataFrame
    names: pl.DataFrame
    guesses: pl.DataFrame


def analyse_naming(run: Run) -> dict[str, pl.DataFrame]:
    """Estimate all figures of the mind game.

    Parameters
    ----------
    run : Run
        A run of games.

    Returns
    -------
    dict
        Family -> estimates (`estimates.SCHEMA`); empty tables where the run keeps no rows of turns.
    """
    frames: dict[str, list[pl.DataFrame]] = {family.name: [pl.DataFrame(schema=SCHEMA)] for family in NAMING_FAMILIES}
    for rows in naming_rows(run):
        for family in NAMING_FAMILIES:
            frame: pl.DataFrame = getattr(rows, family.name)
            frames[family.name].append(estimate(family, row_moments(family, frame)))
    return {name: pl.concat(tables) for name, tables in frames.items()}


def naming_moments(entry: Family, run: Run) -> dict[Cell, Moments]:
    """Condense the rows of turns of a run to the moments of a family of this module.

    Raises
    ------
    RunError
        If the run keeps no rows of turns.
    """
    moments: dict[Cell, Moments] = {}
    for rows in naming_rows(run):
        moments |= row_moments(entry, getattr(rows, entry.name))
    if not moments:
        raise RunError(
            f"{run.folder}: {entry.name} is counted from rows of turns, and the run keeps none. Play one that does: citadels run ... "
            "--detail turns --rows 20000"
        )
    return moments


def naming_rows(run: Run) -> Iterator[NamingRows]:
    """Lay out the rows of every cell of a run of games; nothing where it keeps no rows of turns."""
    if not run.has_turns:
        return
    for entry in run.manifest.cells:
        cell = entry.key
        first = run.first_blocks(cell, max(1, MOST_GAMES // entry.rotations))
        if first is None or first.turns is None:
            continue
        turns, bots = first.turns.collect(), first.seats.select(*_GAME, "seat", "bot").collect()
        if turns.height:
            yield NamingRows(cell, _names(turns), _by_character(turns), _guesses(turns, bots))


def _names(turns: pl.DataFrame) -> pl.DataFrame:
    """One row per name: which power, whether it hit, and the chance of a random name."""
    held = pl.col("seat").is_not_null()
    parts = []
    for power, (mark, owner) in POWERS.items():
        mine = pl.col("seat").filter(pl.col("character").cast(pl.String) == owner).first()
        barred = (pl.col("character").cast(pl.String) == owner) | pl.col("face_up")
        if power == "theft":
            barred |= (pl.col("rank") == 1) | pl.col("murdered") | pl.col("bewitched")
        others = held & (pl.col("seat") != mine).fill_null(True)
        rounds = turns.group_by(_ROUND, maintain_order=True).agg(
            named=pl.col(mark).any(),
            hit=(pl.col(mark) & others).any(),
            titles=(~barred).sum(),
            there=(~barred & others).sum(),
        )
        parts.append(
            rounds.filter("named").select(
                *_GAME, pl.lit(power).alias("power"), pl.col("hit").cast(pl.Int64), chance=pl.col("there") / pl.col("titles")
            )
        )
    return pl.concat(parts)


def _by_character(turns: pl.DataFrame) -> pl.DataFrame:
    """Count, deal by deal, how often each character was named, and how often that hit; the namer's own other character is no hit."""
    sums = []
    for power, (mark, owner) in POWERS.items():
        mine = pl.col("seat").filter(pl.col("character").cast(pl.String) == owner).first().over(_ROUND)
        hit = pl.col(mark) & pl.col("seat").is_not_null() & (pl.col("seat") != mine).fill_null(True)
        sums += [pl.col(mark).cast(pl.Int64).alias(f"{power}_names"), hit.cast(pl.Int64).alias(f"{power}_hits")]
    return turns.filter((pl.col("murdered") | pl.col("robbed") | pl.col("bewitched")).any().over(_ROUND)).select(*_GAME, "character", *sums)


def _guesses(turns: pl.DataFrame, bots: pl.DataFrame) -> pl.DataFrame:
    """One row per pick: the surprise of a guesser who knows the bot's habits from other deals, and that of an even guess."""
    ranks = pl.len().over(_ROUND)
    up = pl.col("face_up").cast(pl.Int64).sum().over(_ROUND)
    every = turns.with_columns(pl.col("character").cast(pl.String), open=(ranks - up).cast(pl.Int64), fold=pl.col("block") % 2)
    picks = every.filter(pl.col("seat").is_not_null()).join(bots, on=[*_GAME, "seat"], how="left")
    place = ["bot", "slot", "leader"]
    counts = picks.group_by("fold", *place, "character").agg(n=pl.len().cast(pl.Float64))
    known = counts.with_columns(fold=1 - pl.col("fold"))  # what is known of a deal comes from the others
    names = turns["character"].cast(pl.String).unique().sort()
    strata = known.select("fold", *place).unique().join(pl.DataFrame({"character": names}), how="cross")
    habit = strata.join(known, on=["fold", *place, "character"], how="left").with_columns(n=pl.col("n").fill_null(0.0) + 0.5)
    habit = habit.with_columns(q=pl.col("n") / pl.col("n").sum().over("fold", *place)).drop("n")
    key = [*_ROUND, "seat", "slot"]
    shown = every.filter("face_up").select(*_ROUND, up_character="character")
    gone = (
        picks.select(*key, "fold", "bot", "leader")
        .join(shown, on=_ROUND, how="inner")
        .join(habit, left_on=["fold", *place, "up_character"], right_on=["fold", *place, "character"], how="inner")
        .group_by(key)
        .agg(gone=pl.col("q").sum())
    )
    guess = picks.join(habit, on=["fold", *place, "character"], how="left").join(gone, on=key, how="left")
    even = pl.col("open").cast(pl.Float64).log(2)
    chance = pl.col("q") / (1 - pl.col("gone").fill_null(0.0))
    return guess.select(
        *_GAME, pl.col("bot").cast(pl.String), bits=pl.when(chance.is_null()).then(even).otherwise(-chance.log(2)), even_bits=even
    )
