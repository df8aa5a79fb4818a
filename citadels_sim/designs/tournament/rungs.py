"""The skill ladder: whether more search keeps helping (K2). From line-ups of one bot against copies of the next weaker one.

Source: docs/reference/estimators.md, K2 (Soemers and others' SkillTrace, TAG's SkillLadder). What a rung brings depends on the pair that
meets, and on how well each budget suits the bot's other parameters: a ladder that ends may be the bot's end and not the game's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from citadels_sim.designs.tournament.rung_metrics import LADDER, RUNGS
from citadels_sim.errors import RunError
from citadels_sim.runs.reading import Run
from citadels_sim.statistics.blocks import row_moments
from citadels_sim.statistics.estimates import estimate, ratios
from citadels_sim.statistics.estimator import Moments
from citadels_sim.statistics.metric_types import CREDIT, Family
from citadels_sim.tables.keys import CELL, Cell

GAIN_MARGIN: Final = 0.02
"""Win chance above an even share below which a rung no longer counts: 2 percentage points."""

_BETWEEN: Final = " over "


@dataclass(frozen=True)
class Rung:
    """One step of a ladder.

    Attributes
    ----------
    strong, weak : str
        The bot that sits alone, and that of all other seats.
    lineup : str
        The line-up in which they meet.
    """

    strong: str
    weak: str
    lineup: str

    @property
    def name(self) -> str:
        """What it is called in tables."""
        return f"{self.strong}{_BETWEEN}{self.weak}"


@dataclass(frozen=True)
class SkillLadder:
    """What the rungs of one variant and number of players say.

    Attributes
    ----------
    rungs : tuple of Rung
        From the lowest up.
    margin : float
        Gain, in win chance per game, below which a rung does not count.
    gains : polars.DataFrame
        Estimates (`estimates.SCHEMA`) of `RUNGS`, from the lowest rung up; ``lineup`` is the ladder's.
    whole : polars.DataFrame
        Estimates of `LADDER`.
    length, least, most : int
        Rungs from the lowest up whose gain reaches the margin: by the estimates, and as many as that at least and at most by the
        intervals that hold for all rungs at once. Where `most` is all of them, the end of the ladder was not reached.
    """

    variant: str
    players: int
    rungs: tuple[Rung, ...]
    margin: float
    gains: pl.DataFrame
    whole: pl.DataFrame
    length: int
    least: int
    most: int

    @property
    def ended(self) -> bool:
        """Whether its last rung was reached: some rung is shown to gain less than the margin."""
        return self.most < len(self.rungs)


def find_rungs(run: Run, variant: str, players: int) -> tuple[Rung, ...]:
    """Find the ladder at one table of a run.

    Parameters
    ----------
    run : Run
        A run of games.
    variant : str
    players : int

    Returns
    -------
    tuple of Rung
        From the lowest up: rungs on which the bot that sits alone sits at all other seats on the next one. At least two; none where there
        is no such chain.
    """
    lineups = {",".join(line): line for line in run.manifest.experiment.lineups}
    played = [cell.lineup for cell in run.manifest.cells if (cell.variant, cell.players) == (variant, players)]
    rungs = [rung for name in played if (rung := _rung(name, lineups.get(name, name.split(",")), players))]
    above = {rung.weak: rung for rung in rungs}
    if len(above) < len(rungs):
        return ()  # two bots against one and the same: a tree and no ladder
    strong = {rung.strong for rung in rungs}
    for first in (rung for rung in rungs if rung.weak not in strong):
        chain = [first]
        while chain[-1].strong in above:
            chain.append(above[chain[-1].strong])
        if len(chain) > 1:
            return tuple(chain)
    return ()


def _rung(name: str, lineup: Sequence[str], players: int) -> Rung | None:
    """Return whether one bot sits alone among copies of another."""
    seats = [lineup[i % len(lineup)] for i in range(players)]
    bots = list(dict.fromkeys(seats))
    if len(bots) != 2 or players < 3:
        return None
    alone = [bot for bot in bots if seats.count(bot) == 1]
    return Rung(alone[0], next(bot for bot in bots if bot != alone[0]), name) if len(alone) == 1 else None


def skill_ladders(run: Run, margin: float = GAIN_MARGIN) -> list[SkillLadder]:
    """Return how long each ladder of a run is and what its rungs gain; none where there is no ladder, or rows of games were not kept.

    Parameters
    ----------
    run : Run
        A run of games.
    margin : float
        Gain that counts, in win chance per game; positive.
    """
    ladders = []
    for variant, players in _tables(run):
        rungs = find_rungs(run, variant, players)
        if not rungs or not run.has_rows:
            continue
        rows, whole = rung_rows(run, variant, players, rungs)
        if not rows.height:
            continue
        moments = row_moments(RUNGS, rows)
        gains = estimate(RUNGS, moments)
        order = {rung.name: i for i, rung in enumerate(rungs)}
        gains = gains.sort(pl.col("group").replace_strict(order, return_dtype=pl.Int64), maintain_order=True)
        lengths = _lengths(moments, rungs, margin)
        area = estimate(LADDER, row_moments(LADDER, whole))
        ladders.append(SkillLadder(variant, players, rungs, margin, gains, area, *lengths))
    return ladders


def rung_moments(entry: Family, run: Run) -> dict[Cell, Moments]:
    """Condense the ladders of a run to the moments of a family.

    Parameters
    ----------
    entry : Family
        `RUNGS`, or one like it, over rows of blocks and rungs; `LADDER`, over rows of blocks.
    run : Run
        A run of games.

    Raises
    ------
    RunError
        If it has no ladder.
    """
    moments: dict[Cell, Moments] = {}
    for variant, players in _tables(run):
        rungs = find_rungs(run, variant, players)
        if rungs and run.has_rows:
            rows, whole = rung_rows(run, variant, players, rungs)
            moments |= row_moments(entry, whole if entry.group is None else rows)
    if not moments:
        raise RunError(
            f"{run.folder}: {entry.name} is counted from a ladder: line-ups of one bot against copies of the next weaker one, at least two "
            "of them and with rows of the games. Play one: citadels run skill"
        )
    return moments


def _tables(run: Run) -> list[tuple[str, int]]:
    return list(dict.fromkeys((cell.variant, cell.players) for cell in run.manifest.cells))


def rung_rows(run: Run, variant: str, players: int, rungs: Sequence[Rung]) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Sum up every block that all rungs have: by rung, and over all of them."""
    strong = pl.DataFrame({"lineup": [rung.lineup for rung in rungs], "strong": [rung.strong for rung in rungs]})
    names = pl.DataFrame({"lineup": [rung.lineup for rung in rungs], "rung": [rung.name for rung in rungs]})
    seats = pl.concat([batch.seats for batch in run.batches()]).filter(
        pl.col("variant").cast(pl.String) == variant, pl.col("players") == players
    )
    credit = (pl.col("win") * CREDIT).round().cast(pl.Int64)
    rows = (
        seats.with_columns(pl.col("variant", "lineup", "bot").cast(pl.String))
        .join(strong.lazy(), on="lineup", how="inner")
        .filter(pl.col("bot") == pl.col("strong"))
        .group_by(*CELL, "block")
        .agg(games=pl.len().cast(pl.Int64), credit=credit.sum())
        .collect()
        .join(names, on="lineup", how="inner")
    )
    rows = rows.filter(pl.len().over("block") == len(rungs))
    gained = pl.col("credit") - CREDIT // players * pl.col("games")  # a whole number for every table there is
    ladder = pl.lit(f"{rungs[0].weak} to {rungs[-1].strong}")
    rows = rows.with_columns(gained=gained, share=gained / (1 - 1 / players), lineup=ladder).sort("block", "rung")
    whole = rows.group_by(*CELL, "block", maintain_order=True).agg(area=(pl.col("gained") / CREDIT / pl.col("games")).sum())
    return rows, whole


def _lengths(moments: dict[Cell, Moments], rungs: Sequence[Rung], margin: float) -> tuple[int, int, int]:
    """Count the rungs that reach the margin before the first that does not: by the estimates, at least, at most."""
    (moment,) = moments.values()
    groups, gain = ratios(RUNGS, RUNGS.metrics[0], moment)
    low, high = gain.simultaneous()
    at = [groups.index(rung.name) for rung in rungs]
    return _leading(gain.value[at] >= margin), _leading(low[at] >= margin), _leading(~(high[at] < margin))


def _leading(reached: NDArray[np.bool_]) -> int:
    return int(np.argmin(reached)) if not reached.all() else len(reached)
