"""The chart of restricted play: what it costs never to pick a character, and what it gains always to."""

from __future__ import annotations

from typing import Any

import polars as pl

from citadels_sim.charts import style
from citadels_sim.charts.by_character import in_panels, player_counts
from citadels_sim.charts.chart import (
    Chart,
    at_least,
    finish,
    legend_below,
    panels,
    players_title,
    points_axis,
    rows_axis,
    ticks,
    tip_of,
    whisker,
)
from citadels_sim.lab.forks.charts import key_of

__all__ = ["bans_chart"]

_LOOKS = {
    "ban_cost": ("never picking it costs", style.VERMILLION, "o", True, -0.14),
    "take_gain": ("always picking it gains", style.BLUE, "s", False, 0.14),
}


def bans_chart(effects: pl.DataFrame, verdicts: pl.DataFrame, margin: float, slug: str) -> Chart:
    """Draw both figures of every character, one panel per number of players.

    Parameters
    ----------
    effects, verdicts : polars.DataFrame
        Rows of `BanAnalysis.effects` and `.verdicts` of one variant and line-up.
    margin : float
        Win chance per game that does not matter.
    slug : str
        Stem of the chart's files.
    """
    data = effects.filter(pl.col("metric").is_in(list(_LOOKS)))
    mean = data.filter(metric="ban_cost").group_by("group").agg(pl.col("value").mean()).sort("value", "group", descending=[True, False])
    order, counts = mean["group"].to_list(), player_counts(data)
    figure, axes = panels(len(counts), 0.34 * len(order) + 0.75)
    for axis, players in zip(axes, counts, strict=True):
        rows_axis(axis, order)
        players_title(axis, players)
        axis.axvspan(-margin, margin, color=style.GRID, alpha=0.6, linewidth=0, zorder=0)
        axis.axvline(0, color=style.MUTED, linewidth=1, zorder=1)
        for row in data.filter(players=players).iter_rows(named=True):
            words, colour, marker, filled, shift = _LOOKS[row["metric"]]
            whisker(axis, order.index(row["group"]) + shift, row["value"], row["family_low"], row["family_high"], colour=colour,
                    marker=marker, filled=filled, tip=f"{words}: {tip_of(row)}")  # fmt: skip
        points_axis(axis, bins=ticks(len(counts)))
    at_least(axes, 4 * margin)
    legend_below(figure, [key_of(look[1], look[2], look[3], look[0]) for look in _LOOKS.values()], 2, "pp of win chance per game")
    finding = _finding(data, verdicts)
    return finish(
        figure, slug, "Going without a character, and always taking it", finding,
        "One player is restricted, the others are equal and free. Small costs: other characters do as well. A gain beyond the band: "
        "to prefer "
        f"it blindly beats the bot. The band is {100 * margin:g} pp. Lines: 95 % intervals that hold for all characters of a panel "
        "at once.",
        f"Dot and whisker chart of the cost of never and the gain of always picking {len(order)} characters, {in_panels(counts)}, "
        f"where the finding is: {finding}", data, "character_bans",
    )  # fmt: skip


def _finding(data: pl.DataFrame, verdicts: pl.DataFrame) -> str:
    def of(metric: str, column: str, word: str) -> list[dict[str, Any]]:
        keys = verdicts.filter(pl.col(column) == word).select("players", group="character")
        rows = data.filter(metric=metric).join(keys, on=["players", "group"], how="semi")
        return rows.sort("value", descending=True).to_dicts()

    def told(row: dict[str, Any]) -> str:
        bounds = row["family_low"], row["family_high"]
        return f"{style.title_of(row['group'])} at {row['players']} players ({style.effect(row['value'], *bounds)})"

    needed, used = of("ban_cost", "ban", "essential"), of("take_gain", "take", "exploitable")
    first = f"Hardest to do without is {told(needed[0])}" if needed else "No character is shown to be essential"
    return f"{first}; {f'always to pick {told(used[0])} beats the bot' if used else 'to pick one blindly is not shown to beat the bot'}."
