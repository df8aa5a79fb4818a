"""The mind game: whom the Assassin, the Thief and the Witch name, how often they are right, and how open the picks are to a guesser (C9).

Source: docs/reference/estimators.md, C9 and D1. From the rows of `turns`, of the first games of every table: many more would change nothing
but the time it takes. Whatever bots name and pick is the bots' own habit; a habit that can be guessed says nothing about the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import polars as pl

from citadels_sim.catalogue import Cards
from citadels_sim.designs.tournament.matchup_metrics import MATCHUP_FAMILIES, MOST_MATCHED
from citadels_sim.designs.tournament.matchups import COMPARED, DIFFERENCES, cities_of, company_of, differences, hits_of
from citadels_sim.designs.tournament.naming_metrics import NAMING_FAMILIES, POWERS
from citadels_sim.errors import RunError
from citadels_sim.runs.reading import Run
from citadels_sim.statistics.blocks import row_moments
from citadels_sim.statistics.estimates import SCHEMA, estimate
from citadels_sim.statistics.estimator import Moments
from citadels_sim.statistics.metric_types import Family
from citadels_sim.tables.keys import CELL, Cell
from citadels_sim.variants.declared import declared_in

__all__ = ["MOST_GAMES", "analyse_naming", "naming_moments", "naming_rows"]

MOST_GAMES: Final = 4_000
"""Games of a table that are examined, the first ones."""

_GAME: Final = (*CELL, "block", "rotation")
_FAMILIES: Final = (*NAMING_FAMILIES, *MATCHUP_FAMILIES)


@dataclass(frozen=True)
class NamingRows:
    """Rows of one cell for each family of this module."""

    cell: Cell
    naming: pl.DataFrame
    names: pl.DataFrame
    guesses: pl.DataFrame
    hits: pl.DataFrame
    company: pl.DataFrame
    cities: pl.DataFrame


def analyse_naming(run: Run) -> dict[str, pl.DataFrame]:
    """Estimate all figures of the mind game.

    Parameters
    ----------
    run : Run
        A run of games.

    Returns
    -------
    dict
        Family -> estimates (`estimates.SCHEMA`), and the table `matchups.DIFFERENCES`; empty ones where the run keeps no rows of turns.
    """
    names = [*(family.name for family in _FAMILIES), DIFFERENCES]
    frames: dict[str, list[pl.DataFrame]] = {name: [pl.DataFrame(schema=SCHEMA)] for name in names}
    for rows in naming_rows(run):
        for family in _FAMILIES:
            moments = row_moments(family, getattr(rows, family.name))
            figures = estimate(family, moments)
            # Of dozens of pairs those that are known of too few picks say nothing, and are not listed.
            frames[family.name].append(figures.filter(pl.col("note").is_null()) if family in MATCHUP_FAMILIES else figures)
            if family in COMPARED:
                frames[DIFFERENCES].append(differences(family, moments))
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
            f"{run.folder}: {entry.name} is counted from rows of turns, which the run does not keep. Play one that does: citadels run ... "
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
        turns, seats = first.turns.collect(), first.seats.collect()
        bots = seats.select(*_GAME, "seat", "bot")
        if turns.height:
            turns = _numbered(turns)
            cards = declared_in(run.manifest.variants[entry.variant].resolved)
            some = pl.col("block") < max(1, MOST_MATCHED // entry.rotations)
            fewer, theirs = turns.filter(some), seats.filter(some)
            met = hits_of(fewer, theirs), company_of(fewer, theirs), cities_of(first.games.filter(some).collect(), theirs)
            yield NamingRows(cell, _names(turns, cards), _by_character(turns, cards), _guesses(turns, bots), *met)


def _numbered(turns: pl.DataFrame) -> pl.DataFrame:
    """Return the rows of one cell with a number of their round: grouping by it takes a fraction of what grouping by its keys takes."""
    keys = pl.col("block", "rotation", "round").cast(pl.Int64)
    most = turns.select(keys.max() + 1).row(0)
    at = (pl.col("block").cast(pl.Int64) * most[1] + pl.col("rotation")) * most[2] + pl.col("round")
    return turns.with_columns(pl.col("character").cast(pl.String), at=at)


def _owns(power: str, cards: Cards) -> pl.Expr:
    """Whether a row is of the character that has the power of a packaged one: of a cast one at most."""
    return pl.col("character").is_in([who.id for who in cards.characters if who.power == power])


def _owner(power: str, cards: Cards) -> pl.Expr:
    """Seat of who has a power, for each row of a round; null where nobody holds that character."""
    return pl.when(_owns(power, cards)).then(pl.col("seat")).max().over("at")


def _names(turns: pl.DataFrame, cards: Cards) -> pl.DataFrame:
    """One row per name: which power, whether it hit, and the chance of a random name."""
    held = pl.col("seat").is_not_null()
    parts = []
    for power, (mark, owner) in POWERS.items():
        barred = _owns(owner, cards) | pl.col("face_up")
        if power == "theft":
            barred |= (pl.col("rank") == 1) | pl.col("murdered") | pl.col("bewitched")
        named = turns.filter(pl.col("at").is_in(turns.filter(mark)["at"].implode()))
        marked = named.select(*_GAME, "at", mark, title=~barred, other=held & (pl.col("seat") != _owner(owner, cards)).fill_null(True))
        rounds = marked.group_by("at", maintain_order=True).agg(
            pl.col(_GAME).first(),
            hit=(pl.col(mark) & pl.col("other")).any(),
            titles=pl.col("title").sum(),
            there=(pl.col("title") & pl.col("other")).sum(),
        )
        parts.append(
            rounds.select(*_GAME, pl.lit(power).alias("power"), pl.col("hit").cast(pl.Int64), chance=pl.col("there") / pl.col("titles"))
        )
    return pl.concat(parts)


def _by_character(turns: pl.DataFrame, cards: Cards) -> pl.DataFrame:
    """Count, deal by deal, how often each character was named, and how often that hit; the namer's own other character is no hit."""
    marks = pl.col("murdered") | pl.col("robbed") | pl.col("bewitched")
    named = turns.filter(pl.col("at").is_in(turns.filter(marks)["at"].implode()))
    sums = []
    for power, (mark, owner) in POWERS.items():
        hit = pl.col(mark) & pl.col("seat").is_not_null() & (pl.col("seat") != _owner(owner, cards)).fill_null(True)
        sums += [pl.col(mark).cast(pl.Int64).alias(f"{power}_names"), hit.cast(pl.Int64).alias(f"{power}_hits")]
    return named.select(*_GAME, "character", *sums)


def _guesses(turns: pl.DataFrame, bots: pl.DataFrame) -> pl.DataFrame:
    """One row per pick: the surprise of a guesser who knows the bot's habits from other deals, and that of an even guess."""
    ranks = pl.len().over("at")
    up = pl.col("face_up").cast(pl.Int64).sum().over("at")
    every = turns.with_columns(open=(ranks - up).cast(pl.Int64), fold=pl.col("block") % 2)
    picks = every.filter(pl.col("seat").is_not_null()).join(bots, on=[*_GAME, "seat"], how="left")
    place = ["bot", "slot", "leader"]
    counts = picks.group_by("fold", *place, "character").agg(n=pl.len().cast(pl.Float64))
    known = counts.with_columns(fold=1 - pl.col("fold"))  # what is known of a deal comes from the others
    names = turns["character"].unique().sort()
    strata = known.select("fold", *place).unique().join(pl.DataFrame({"character": names}), how="cross")
    habit = strata.join(known, on=["fold", *place, "character"], how="left").with_columns(n=pl.col("n").fill_null(0.0) + 0.5)
    habit = habit.with_columns(q=pl.col("n") / pl.col("n").sum().over("fold", *place)).drop("n")
    key = ["at", "seat", "slot"]
    shown = every.filter("face_up").select("at", up_character="character")
    gone = (
        picks.select(*key, "fold", "bot", "leader")
        .join(shown, on="at", how="inner")
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
