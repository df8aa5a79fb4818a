"""What a habit of picking gives away to an Assassin, or a Witch, who knows it: the reduced kill game on the figures of a run of flow (C9).

Source: shared analytics reference, C9 and D2. What a character is worth to who picks it is what its undisturbed rounds add to the win
chance beyond the rounds in which its turn is lost; how often it is picked is the habit.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from citadels_sim.lab.flow.kill_game import exploitability, solve_kill_game
from citadels_sim.statistics.metric_types import NEVER, Family, Metric, Sum

__all__ = ["KILL_GAME", "NAMERS", "habit", "habit_rows"]

NAMERS: Final = ("assassin", "witch")
"""Who takes a turn from a character by its name, and is never named itself."""

_GROUPS: Final = 20
"""Parts of the deals, each of which is left out in turn."""
_ENOUGH: Final = 1_000
"""Deals from which on that tells how far the worth may lie off: its intervals held in 88 of 100 runs of 100 deals, in 92 of 400."""

_GAME: Final = (
    "The game between one who picks and one who names: a pick brings what its undisturbed rounds add to the win chance beyond the rounds "
    "whose turn is lost, and nothing if it is named."
)
_NONE: Final = "No interval: which name hurts most changes from run to run, and those that were tried held in 80 of 100 runs."

KILL_GAME = Family(
    "kill_game",
    None,
    "",
    (Sum("groups", pl.lit(1), "flow"), *(Sum(name, pl.col(name), "flow") for name in ("worth", "given"))),
    (
        Metric("value", "Worth of picking well", "Is the mind game deep?", "win chance per pick", "worth", "groups", "descriptive",
               f"What the picker gets where both play the equilibrium (C9, D2). {_GAME} Intervals from 20 groups of deals, each left out "
               f"in turn; none below {_ENOUGH:,} games.", deals=_GROUPS),
        Metric("exploitable", "Given away by the habit of picking", "Can picks be exploited?", "win chance per pick", "given", "groups",
               "descriptive", f"value less what the bots' habit of picking gets against the name that hurts it most (C9). {_GAME} {_NONE}",
               deals=NEVER),
        Metric("given_away", "Part given away", "Can picks be exploited?", "fraction of the worth of picking well", "given", "worth",
               "descriptive", f"exploitable over value: 0, the habit gives nothing away; 1, all. {_GAME} {_NONE}",
               deals=NEVER),
    ),
)  # fmt: skip
"""One figure per cell; rows are groups of deals, each with what it contributes (its pseudo-value of the jackknife)."""


def habit(picks: pl.DataFrame) -> tuple[float, float] | None:
    """Give the value of the reduced kill game, and what the habit of some picks gives away.

    Parameters
    ----------
    picks : polars.DataFrame
        One row per character held: character, rise (of the win chance in its round), lost, free (its turn was lost; nothing befell it).

    Returns
    -------
    (float, float) or None
        None where fewer than two characters were seen both with their turn lost and undisturbed: nobody names, or hardly ever.
    """
    return _solved(_sums(picks, pl.lit(0)).sum(axis=0))


_SUMS: Final = (
    pl.len(),
    *(pl.col(name).sum() for name in ("free", "lost")),
    *(pl.col("rise").filter(name).sum().alias(f"{name}_rise") for name in ("free", "lost")),
)


def _sums(picks: pl.DataFrame, group: pl.Expr, groups: int = 1) -> NDArray[np.float64]:
    """Sum up picks by group of deals and character, those who name left out; shape (groups, characters, `_SUMS`)."""
    named = picks.with_columns(pl.col("character").cast(pl.String), group=group).filter(~pl.col("character").is_in(NAMERS))
    table = named.group_by("group", "character").agg(_SUMS).sort("group", "character")
    characters = {name: i for i, name in enumerate(table["character"].unique().sort())}
    found = np.zeros((groups, len(characters), len(_SUMS)))
    at = table["character"].replace_strict(characters, return_dtype=pl.Int64).to_numpy() if characters else slice(0)
    found[table["group"].to_numpy(), at] = table.drop("group", "character").to_numpy()
    return found


def _solved(sums: NDArray[np.float64]) -> tuple[float, float] | None:
    """As `habit`, of sums by character; shape (characters, `_SUMS`)."""
    picks, free, lost, free_rise, lost_rise = sums[(sums[:, 1] > 0) & (sums[:, 2] > 0)].T
    if len(picks) < 2:
        return None
    worth = np.maximum(0.0, free_rise / free - lost_rise / lost).tolist()
    return solve_kill_game(worth).value, exploitability((picks / picks.sum()).tolist(), worth)


def habit_rows(picks: pl.DataFrame) -> pl.DataFrame:
    """Lay out what every group of deals contributes: the key with the group for a block, ``worth``, ``given``; no rows where nobody names.

    One group where they are too few for an interval.

    Parameters
    ----------
    picks : polars.DataFrame
        The rows of `flow_tables.FlowTables.picks`.
    """
    cell = picks.select("variant", "players", "lineup").head(1)
    deals = picks["block"].n_unique()
    groups = _GROUPS if deals >= _ENOUGH else 1
    sums = _sums(picks, pl.col("block").rank("dense").cast(pl.Int64) % groups, groups)
    whole = _solved(sums.sum(axis=0))
    parts = [_solved(sums.sum(axis=0) - own) for own in sums] if groups > 1 else [(0.0, 0.0)]
    if whole is None or None in parts:
        return cell.clear().with_columns(*(pl.lit(None, dtype=pl.Float64).alias(name) for name in ("worth", "given")), block=pl.lit(0))
    without = np.array(parts, dtype=np.float64)
    each = groups * np.array(whole) - (groups - 1) * without
    return pl.concat([cell] * groups).with_columns(block=pl.Series(range(groups)), worth=pl.Series(each[:, 0]), given=pl.Series(each[:, 1]))
