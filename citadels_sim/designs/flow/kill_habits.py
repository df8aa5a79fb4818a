"""What a habit of picking gives away to an Assassin, or a Witch, who knows it: the reduced kill game on the figures of a run of flow (C9).

Source: docs/reference/estimators.md, C9 and D2. What a character is worth to who picks it is what its undisturbed rounds add to the win
chance beyond the rounds in which its turn is lost; how often it is picked is the habit.
"""

from __future__ import annotations

from typing import Final

import polars as pl

from citadels_sim.designs.flow.kill_game import exploitability, solve_kill_game
from citadels_sim.statistics.metric_types import NEVER, Family, Metric, Sum

NAMERS: Final = ("assassin", "witch")
"""Who takes a turn from a character by its name, and is never named itself."""

GAME: Final = (
    "A game of one picker against one namer: a pick is worth the win chance of undisturbed rounds minus that of rounds with a lost turn, "
    "and nothing if it is named."
)
"""What the figures of habits of picking are of."""
_NONE: Final = (
    "No interval: the most valuable pick and the most harmful name change from run to run; jackknife intervals over groups of deals "
    "covered the truth in 63 to 96 of 100 runs of 1,000 games."
)

KILL_GAME = Family(
    "kill_game",
    None,
    "",
    (Sum("groups", pl.lit(1), "flow"), *(Sum(name, pl.col(name), "flow") for name in ("worth", "given"))),
    (
        Metric(
            "value",
            "Worth of good picks",
            "Is the mind game deep?",
            "win chance per pick",
            "worth",
            "groups",
            "descriptive",
            f"The picker's gain if both play the equilibrium (C9, D2). {GAME} {_NONE}",
            deals=NEVER,
        ),
        Metric(
            "exploitable",
            "Cost of predictable picks",
            "Can picks be exploited?",
            "win chance per pick",
            "given",
            "groups",
            "descriptive",
            f"value minus the gain of the bots' habit of picking against the name that hurts it most (C9). {GAME} {_NONE}",
            deals=NEVER,
        ),
        Metric(
            "given_away",
            "Share of the worth given away",
            "Can picks be exploited?",
            "fraction of the worth of good picks",
            "given",
            "worth",
            "descriptive",
            f"exploitable over value: 0, the habit gives nothing away; 1, all. {GAME} {_NONE}",
            deals=NEVER,
        ),
    ),
)
"""One figure per cell, of one row."""


def habit(picks: pl.DataFrame) -> tuple[float, float] | None:
    """Return the value of the reduced kill game, and what the habit of some picks gives away.

    Parameters
    ----------
    picks : polars.DataFrame
        One row per character held: character, rise (of the win chance in its round), lost, free (its turn was lost; nothing befell it).

    Returns
    -------
    (float, float) or None
        None where fewer than two characters were seen both with their turn lost and undisturbed: nobody names, or hardly ever.
    """
    seen = (
        picks.with_columns(pl.col("character").cast(pl.String))
        .filter(~pl.col("character").is_in(NAMERS))
        .group_by("character")
        .agg(picks=pl.len(), free=pl.col("rise").filter("free").mean(), lost=pl.col("rise").filter("lost").mean())
        .drop_nulls()
        .sort("character")
    )
    if seen.height < 2:
        return None
    worth = (seen["free"] - seen["lost"]).clip(0).to_list()
    share = (seen["picks"] / seen["picks"].sum()).to_list()
    return solve_kill_game(worth).value, exploitability(share, worth)


def habit_rows(picks: pl.DataFrame) -> pl.DataFrame:
    """Lay out the one row of a cell: its key, ``block``, ``worth`` and ``given``; none where nobody names.

    Parameters
    ----------
    picks : polars.DataFrame
        The rows of `tables.FlowTables.picks`.
    """
    worth, given = habit(picks) or (None, None)
    row = picks.select("variant", "players", "lineup").head(1).with_columns(block=pl.lit(0), worth=pl.lit(worth), given=pl.lit(given))
    return row.cast({"worth": pl.Float64, "given": pl.Float64}).drop_nulls("worth")
