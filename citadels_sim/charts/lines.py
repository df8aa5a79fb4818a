"""Number lines: one panel per figure, each with an axis of its own, and a mark for each number of players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from citadels_sim.charts import style
from citadels_sim.charts.chart import Scale, legend_below, panels, player_counts, rows_axis, ticks, write_scale
from citadels_sim.charts.marks import Row, mark, series, tip_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@dataclass(frozen=True, kw_only=True)
class NumberLines:
    """What a chart of number lines shows.

    Attributes
    ----------
    data : polars.DataFrame
        Estimates.
    scales : mapping
        Metric -> its panel, by the words under it: metrics with the same words share one.
    rows : sequence of str
        Keys of the rows, from the top.
    names : callable
        The words of a row.
    row : str
        Column of the rows.
    null : float or None
        The value of a line in every panel. An axis begins at 0, but for one around a null of 0.
    tip : callable
        What the page says of a mark that is pointed at.
    size : float
        Height of a row in inches, without what its marks take.
    """

    data: pl.DataFrame
    scales: Mapping[str, Scale]
    rows: Sequence[str]
    names: Callable[[str], str] = style.title_of
    row: str = "group"
    null: float | None = None
    tip: Callable[[Row], str] = tip_of
    size: float = 0.24

    def draw(self) -> Figure:
        """Draw number lines; not yet titled."""
        counts = player_counts(self.data)
        scales = {scale.words: scale for scale in self.scales.values()}
        figure, axes = panels(len(scales), (self.size + 0.04 * len(counts)) * len(self.rows) + 0.75, share_x=False)
        looks = series(counts, "{} players", room=0.8, step=0.22)
        for axis, (words, scale) in zip(axes, scales.items(), strict=True):
            metrics = [metric for metric, one in self.scales.items() if one.words == words]
            rows_axis(axis, [self.names(row) for row in self.rows])
            axis.set_xlabel(words)
            end = 0.0
            for row in self.data.filter(pl.col("metric").is_in(metrics)).iter_rows(named=True):
                value, look = row["value"] * scale.factor, looks[row["players"]]
                low, high = (None if row[x] is None else row[x] * scale.factor for x in ("family_low", "family_high"))
                mark(axis, self.rows.index(row[self.row]) + look.shift, value, (low, high), look=look, tip=self.tip(row))
                end = max(end, value, high or 0)
            write_scale(axis, "x", scale, ticks(len(axes)) + (scale.unit == "number"))
            _null(axis, self.null, end)
        legend_below(figure, [look.key() for look in looks.values()])
        return figure


def _null(axis: Axes, null: float | None, end: float) -> None:
    """Draw the line of the null, and begin the axis a little beside 0, so that marks there are whole."""
    if null != 0:
        end = max(end, 0.1, null or 0)
        axis.set_xlim(-0.04 * end, 1.07 * end)
    if null is not None:
        axis.axvline(null, color=style.MUTED, linewidth=1, linestyle=(0, (4, 2)) if null else "-", zorder=1)
