"""Estimates as points with their intervals, in rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import polars as pl

from citadels_sim.show.charts import style
from citadels_sim.show.charts.chart import Scale, legend_below, margin_band, panels, rows_axis, ticks, write_scale
from citadels_sim.show.charts.marks import SERIES, Look, Row, mark

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, kw_only=True)
class Points:
    """What a chart of points shows.

    Attributes
    ----------
    data : polars.DataFrame
        A row for each mark: ``group`` (its row), ``value`` with ``family_low`` and ``family_high``, ``tip`` (what the file says of it), and
        ``series``.
    head : str
        What all of them are of.
    scale : Scale
        What is estimated.
    rows : sequence of str
        The rows, from the top.
    looks : mapping
        The look of each series; empty: all look alike.
    margin : float or None
        Half width of the band around 0; 0 for the line alone, None for neither.
    dashed : float or None
        Place of a dashed line.
    size : float
        Height of a row in inches.
    """

    data: pl.DataFrame
    head: str
    scale: Scale
    rows: Sequence[str]
    looks: Mapping[Any, Look] = field(default_factory=dict)
    margin: float | None = None
    dashed: float | None = None
    size: float = 0.27

    def look(self, row: Row) -> Look:
        """Return the look of a mark."""
        return self.looks[row["series"]] if self.looks else SERIES[0]

    def draw(self) -> Figure:
        """Draw the points with their intervals; not yet titled."""
        keys = [look.key() for look in self.looks.values() if look.label]
        figure, (axis,) = panels(1, self.size * len(self.rows) + (0.75 if self.scale.words or len(keys) > 1 else 0.55))
        axis.set_title(self.head, fontweight="bold")
        rows_axis(axis, self.rows)
        if self.margin is not None:
            margin_band(axis, self.margin)
        if self.dashed is not None:
            axis.axvline(self.dashed, color=style.MUTED, linewidth=1, linestyle=(0, (4, 2)), zorder=1)
        for row in self.data.iter_rows(named=True):
            look = self.look(row)
            at = self.rows.index(row["group"]) + look.shift
            mark(axis, at, row["value"], (row["family_low"], row["family_high"]), look=look, tip=row["tip"])
        write_scale(axis, "x", self.scale, ticks(1))
        legend_below(figure, keys, self.scale.words)
        return figure
