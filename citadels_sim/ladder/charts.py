"""The ladder as charts: strengths with their intervals, variants side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, MaxNLocator

from citadels_sim.charts import style
from citadels_sim.charts.chart import Chart, finish, legend_columns, panels, players_title, rows_axis, whisker
from citadels_sim.ladder.grids import ladder_finding, order_of, wins_finding
from citadels_sim.ladder.rate import Ladder

__all__ = ["ladder_charts"]

#: Told apart by shape and colour; with more variants than colours the shape alone still differs.
_MARKS = tuple(zip("osD^vPX*", style.MARKS * 2, strict=False))
_CHANCES = (0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.97, 0.99, 0.999)


def ladder_charts(ladder: Ladder) -> list[Chart]:
    """Draw the strength of each bot from all places, and from wins alone where that has an estimate.

    Parameters
    ----------
    ladder : Ladder
        From `analysis.ladder.rate`.

    Returns
    -------
    list of Chart
        ``ladder`` and ``ladder-wins``: one panel per number of players, one mark per variant.
    """
    cells = ladder.strengths.filter(pl.col("players").is_not_null())
    wins = cells.drop("elo", "family_low", "family_high").rename({"wins_elo": "elo", "wins_low": "family_low", "wins_high": "family_high"})
    found = [_chart(ladder, cells, "ladder", "all places", "be placed above", ladder_finding(ladder))]
    wins = wins.filter(pl.col("elo").is_not_null())
    if wins.height:
        found.append(_chart(ladder, wins, "ladder-wins", "wins alone", "win rather than", wins_finding(ladder)))
    return found


def _chart(ladder: Ladder, data: pl.DataFrame, slug: str, source: str, odds: str, finding: str) -> Chart:
    counts = sorted(data["players"].unique().to_list())
    variants = data["variant"].unique(maintain_order=True).to_list()
    bots = [bot for bot in order_of(ladder) if bot in data["bot"]]
    zero = ladder.scopes.filter(pl.col("players").is_not_null())
    anchors = zero["anchor"].unique(maintain_order=True).to_list()
    figure, axes = panels(len(counts), (0.17 + 0.15 * len(variants)) * len(bots) + 0.75)
    for axis, players in zip(axes, counts, strict=True):
        rows_axis(axis, bots)
        axis.set_yticks(range(len(bots)), bots)  # names as they are written in a line-up
        players_title(axis, players)
        axis.axvline(0, color=style.MUTED, linewidth=1, linestyle=(0, (4, 2)))
        fixed = dict(zero.filter(pl.col("players") == players).select("variant", "anchor").iter_rows())
        for row in data.filter(pl.col("players") == players).iter_rows(named=True):
            _mark(axis, bots.index(row["bot"]), variants, row, fixed[row["variant"]])
        axis.set_xlabel(f"Elo ({' or '.join(anchors)} = 0)")
        axis.xaxis.set_major_locator(MaxNLocator(8 if len(counts) == 1 else 4, steps=[1, 2, 5, 10]))
        axis.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:.0f}".replace("-", "−")))
    if len(counts) == 1 and len(anchors) == 1:
        _chance_axis(axes[0], f"chance to {odds} {anchors[0]}")
    if len(variants) > 1:
        figure.legend(
            handles=[_key(variants, variant) for variant in variants], loc="outside lower center", ncols=legend_columns(variants, 4)
        )
    return finish(
        figure, slug, f"Strength of the bots, from {source}", finding,
        f"400 points more are odds of 10 to 1 to {odds} the other bot. {' or '.join(anchors)} is 0 by definition. "
        "Lines: 95 % intervals that hold for all bots of a variant and number of players at once.",
        f"Dot and whisker chart of the strength, from {source}, of {len(bots)} bots in {len(variants)} "
        f"variant{'s' * (len(variants) > 1)}, {_panels(counts)}, where the finding is: {finding}", data, "strengths",
    )  # fmt: skip


def _panels(counts: Sequence[int]) -> str:
    return f"at {counts[0]} players" if len(counts) == 1 else f"one panel for each of {', '.join(map(str, counts))} players"


def _mark(axis: Axes, place: int, variants: list[str], row: dict[str, Any], anchor: str) -> None:
    number = variants.index(row["variant"])
    marker, colour = _MARKS[number % len(_MARKS)]
    at = place + (number - (len(variants) - 1) / 2) * 0.7 / len(variants)
    whisker(axis, at, row["elo"], row["family_low"], row["family_high"], colour=colour, marker=marker, filled=row["bot"] != anchor,
            tip=_tip(row))  # fmt: skip


def _tip(row: dict[str, Any]) -> str:
    told = f"{style.plain(row['elo'], row['family_low'], row['family_high'])} Elo {style.interval(row['family_low'], row['family_high'])}"
    return f"{row['bot']}, {row['variant']}, {row['players']} players: {told}, n = {style.count(row['games'])} games"


def _key(variants: list[str], variant: str) -> Line2D:
    marker, colour = _MARKS[variants.index(variant) % len(_MARKS)]
    return Line2D([], [], color=colour, marker=marker, markersize=5.5, linewidth=1.8, label=variant)


def _chance_axis(axis: Axes, label: str) -> None:
    """Say along the top what strengths mean as chances against the anchor."""
    low, high = axis.get_xlim()
    places = {400 * float(np.log10(chance / (1 - chance))): chance for chance in _CHANCES}
    shown = {place: chance for place, chance in places.items() if low <= place <= high}
    top = axis.secondary_xaxis("top")
    top.set_xticks(list(shown), [f"{chance * 100:g} %" for chance in shown.values()])
    top.set_xlabel(label, fontsize=8.5)
    top.spines["top"].set_visible(False)
