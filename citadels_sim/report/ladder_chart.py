"""The ladder as a chart: strengths with their intervals, variants side by side."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, NullFormatter

from citadels_sim.analysis.ladder import Ladder
from citadels_sim.report import style
from citadels_sim.report.chart import Chart, finish, panels, players_title, rows_axis, whisker
from citadels_sim.report.ladder_tables import ladder_finding, order_of

__all__ = ["ladder_chart"]

#: Told apart by shape and colour; with more variants than colours the shape alone still differs.
_MARKS = tuple(zip("osD^vPX*", (style.BLUE, style.VERMILLION, style.GREEN, style.ORANGE, style.SKY) * 2, strict=False))
_CHANCES = (0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.97, 0.99, 0.999)


def ladder_chart(ladder: Ladder) -> Chart:
    """Draw the strength of each bot, one panel per number of players, one mark per variant.

    Parameters
    ----------
    ladder : Ladder
        From `analysis.ladder.rate`.
    """
    data = ladder.strengths.filter(pl.col("players").is_not_null())
    counts = sorted(data["players"].unique().to_list())
    variants = data["variant"].unique(maintain_order=True).to_list()
    bots = [bot for bot in order_of(ladder) if bot in data["bot"]]
    anchors = ladder.scopes["anchor"].unique(maintain_order=True).to_list()
    figure, axes = panels(len(counts), (0.17 + 0.15 * len(variants)) * len(bots) + 0.75)
    for axis, players in zip(axes, counts, strict=True):
        rows_axis(axis, bots)
        axis.set_yticks(range(len(bots)), bots)  # names as they are written in a line-up
        players_title(axis, players)
        axis.axvline(0, color=style.MUTED, linewidth=1, linestyle=(0, (4, 2)))
        for row in data.filter(pl.col("players") == players).iter_rows(named=True):
            _mark(axis, bots.index(row["bot"]), variants, row)
        axis.set_xlabel(f"Elo ({' or '.join(anchors)} = 0)")
        axis.xaxis.set_major_locator(MaxNLocator(8 if len(counts) == 1 else 4, steps=[1, 2, 5, 10]))
        axis.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:.0f}".replace("-", "−")))
    if len(counts) == 1 and len(anchors) == 1:
        _chance_axis(axes[0], anchors[0])
    if len(variants) > 1:
        figure.legend(handles=[_key(variants, variant) for variant in variants], loc="outside lower center", ncols=min(len(variants), 4))
    finding = ladder_finding(ladder)
    several = f"one panel for each of {counts[0]} to {counts[-1]} players" if len(counts) > 1 else f"at {counts[0]} players"
    return finish(
        figure, "ladder", "Strength of the bots", finding,
        "400 points more are odds of 10 to 1 to be placed above. Lines: 95 % intervals that hold for all bots of a "
        f"variant and number of players at once. {' or '.join(anchors)} is 0 by definition.",
        f"Dot and whisker chart of the strength of {len(bots)} bots in {len(variants)} variant{'s' * (len(variants) > 1)}, {several}, "
        f"where the finding is: {finding}", data, "strengths",
    )  # fmt: skip


def _mark(axis: Axes, place: int, variants: list[str], row: dict[str, Any]) -> None:
    number = variants.index(row["variant"])
    marker, colour = _MARKS[number % len(_MARKS)]
    at = place + (number - (len(variants) - 1) / 2) * 0.7 / len(variants)
    whisker(axis, at, row["elo"], row["family_low"], row["family_high"], colour=colour, marker=marker, filled=row["se"] != 0)


def _key(variants: list[str], variant: str) -> Line2D:
    marker, colour = _MARKS[variants.index(variant) % len(_MARKS)]
    return Line2D([], [], color=colour, marker=marker, markersize=5.5, linewidth=1.8, label=variant)


def _chance_axis(axis: Axes, anchor: str) -> None:
    """Say along the top how often such a bot is placed above the anchor."""
    low, high = axis.get_xlim()
    places = {400 * float(np.log10(chance / (1 - chance))): chance for chance in _CHANCES}
    shown = {place: chance for place, chance in places.items() if low <= place <= high}
    top = axis.secondary_xaxis("top")
    top.xaxis.set_major_locator(FixedLocator(list(shown)))
    top.xaxis.set_minor_formatter(NullFormatter())
    top.set_xticks(list(shown), [f"{chance * 100:g} %" for chance in shown.values()])
    top.set_xlabel(f"placed above {anchor}", fontsize=8.5)
    top.spines["top"].set_visible(False)
