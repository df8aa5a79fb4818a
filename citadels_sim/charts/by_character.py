"""What the charts of characters share: their order, the words for their numbers, and panels with a mark for each number of players."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from citadels_sim.charts import style
from citadels_sim.charts.chart import panels, rows_axis, ticks, tip_of, whisker

__all__ = ["INTERVALS", "figure_panels", "in_panels", "marks_words", "most_first", "player_counts", "range_of"]

INTERVALS = "Lines: 95 % intervals that hold for all characters of a panel at once."

# One look for each number of players; the numbers themselves stand in the legend.
_COLOURS = (*style.MARKS, style.MUTED, style.INK)
_MARKERS = "osD^vPX"
_LEGEND_ACROSS = 5


def player_counts(table: pl.DataFrame) -> list[int]:
    """Numbers of players of a table, from few to many."""
    return sorted(table["players"].unique().to_list())


def most_first(table: pl.DataFrame, metric: str) -> list[str]:
    """Characters from most to least, by the mean over the numbers of players."""
    means = table.filter(pl.col("metric") == metric).group_by("group").agg(pl.col("value").mean())
    return means.sort(["value", "group"], descending=[True, False])["group"].to_list()


def range_of(data: pl.DataFrame, group: str, *, share: bool = True) -> str:
    """Write a character's value, or its range over the numbers of players."""
    return style.spread(data.filter(pl.col("group") == group).to_dicts(), share=share)


def in_panels(counts: Sequence[int]) -> str:
    """Say for a description that there is a panel for each number of players."""
    return (
        f"at {counts[0]} players" if len(counts) == 1 else f"one panel each for {style.listed([str(number) for number in counts])} players"
    )


def marks_words(counts: Sequence[int]) -> str:
    """Say for a description that there is a mark for each number of players."""
    return in_panels(counts) if len(counts) == 1 else f"a mark for each of {style.listed([str(number) for number in counts])} players"


def figure_panels(
    data: pl.DataFrame,
    metrics: Sequence[tuple[str, str]],
    rows: Sequence[str],
    place: Callable[[str, str], int | None],
    *,
    line: float = 0.24,
) -> tuple[Figure, list[Axes]]:
    """Draw one panel per figure, with a mark for each number of players.

    Parameters
    ----------
    data : polars.DataFrame
        Estimates.
    metrics : sequence of (str, str)
        Names of metrics, in order, and the panel of each: the words under its axis. Metrics with the same words share a panel.
    rows : sequence of str
        Words at the left of each row, from the top, as they are to be read.
    place : callable
        The row of a group and a metric, None for one that is not drawn.
    line : float
        Height of a row, inches, without what its marks take.

    Returns
    -------
    figure, axes
        Not yet titled; every axis begins at 0.
    """
    counts = player_counts(data)
    labels = list(dict.fromkeys(label for _, label in metrics))
    figure, axes = panels(len(labels), (line + 0.04 * len(counts)) * len(rows) + 0.75, share_x=False)
    shift = {players: (i - (len(counts) - 1) / 2) * min(0.22, 0.8 / len(counts)) for i, players in enumerate(counts)}
    for axis, label in zip(axes, labels, strict=True):
        rows_axis(axis, rows)
        axis.set_yticks(range(len(rows)), rows)
        axis.set_xlabel(label)
        axis.xaxis.set_major_locator(MaxNLocator(ticks(len(labels)) + 1, steps=[1, 2, 2.5, 5, 10]))
        end = 0.0
        shown = data.filter(pl.col("metric").is_in([name for name, words in metrics if words == label]))
        for row in shown.iter_rows(named=True):
            at = place(row["group"], row["metric"])
            if at is None:
                continue
            i = counts.index(row["players"])
            whisker(axis, at + shift[row["players"]], row["value"], row["family_low"], row["family_high"],
                    colour=_COLOURS[i], marker=_MARKERS[i], filled=i % 2 == 0, tip=tip_of(row))  # fmt: skip
            end = max(end, row["value"], row["family_high"] or 0)
        # A little beside 0, so that marks there are whole.
        end = max(end, 0.1)
        axis.set_xlim(-0.04 * end, 1.07 * end)
    if len(counts) > 1:
        handles = [
            Line2D([], [], color=_COLOURS[i], marker=_MARKERS[i], linestyle="", markersize=5,
                   markerfacecolor=_COLOURS[i] if i % 2 == 0 else style.PAPER, label=f"{players} players")
            for i, players in enumerate(counts)
        ]  # fmt: skip
        across = len(counts) if len(counts) <= _LEGEND_ACROSS else math.ceil(len(counts) / 2)
        figure.legend(handles=handles, loc="outside lower center", ncols=across)
    return figure, axes
