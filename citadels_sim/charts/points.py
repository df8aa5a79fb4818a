"""Estimates as points with their intervals: in rows, or above the numbers of a second axis."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import polars as pl

from citadels_sim.charts import style
from citadels_sim.charts.chart import Scale, at_least, legend_below, margin_band, panels, player_counts, rows_axis, ticks, write_scale
from citadels_sim.charts.marks import SERIES, Look, Row, mark, tip_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_SEATS: Final = Scale(unit="seats")
_CHANCES: Final = (0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.97, 0.99, 0.999)


@dataclass(frozen=True, kw_only=True)
class Points:
    """What a chart of points shows: estimates in panels, each in a row, or above a number where there are no rows.

    Attributes
    ----------
    data : polars.DataFrame
        A row for each mark.
    scale : Scale
        What is estimated.
    rows : sequence of str
        Keys of the rows, from the top.
    names : callable
        The words of a row.
    across : Scale
        Of the numbers of `row`, where there are no rows.
    panel, heads : str, mapping
        Column of the panels, and the head of each key in it; without heads they are numbers of players.
    row, value, ends : str, str, (str, str)
        Columns of the row (or number), of the estimate and of its interval.
    series, looks : str, mapping
        Column of the series, and the look of each key in it.
    tip : callable
        What the page says of a mark that is pointed at.
    joined : bool
        Whether the marks of a row are joined.
    margin : float or None
        Half width of the band around 0; 0 for the line alone, None for neither.
    dashed : mapping
        Panel -> value of a dashed line.
    chances : str
        Words of an axis along the top with the chances of differences in Elo; empty for none.
    size : float
        Height of a row (of a panel without rows) in inches.
    """

    data: pl.DataFrame
    scale: Scale
    rows: Sequence[str] = ()
    names: Callable[[str], str] = style.title_of
    across: Scale = _SEATS
    panel: str = "players"
    heads: Mapping[Any, str] = field(default_factory=dict)
    row: str = "group"
    value: str = "value"
    ends: tuple[str, str] = ("family_low", "family_high")
    series: str = ""
    looks: Mapping[Any, Look] = field(default_factory=dict)
    tip: Callable[[Row], str] = tip_of
    joined: bool = False
    margin: float | None = None
    dashed: Mapping[Any, float] = field(default_factory=dict)
    chances: str = ""
    size: float = 0.27

    def look(self, row: Row) -> Look:
        """Return the look of a mark."""
        return self.looks[row[self.series]] if self.series else next(iter(self.looks.values()), SERIES[0])

    def at(self, row: Row) -> float:
        """Return the place of a mark along the axis that is not its value's."""
        return (self.rows.index(row[self.row]) if self.rows else float(row[self.row])) + self.look(row).shift

    def draw(self) -> Figure:
        """Draw the points with their intervals; not yet titled."""
        heads = dict(self.heads) or {players: f"{players} players" for players in player_counts(self.data)}
        keys = [look.key() for look in self.looks.values() if look.label]
        under = self.scale.words if self.rows else self.across.words
        height = self.size * len(self.rows) + (0.75 if under or len(keys) > 1 else 0.55) if self.rows else self.size
        figure, axes = panels(len(heads), height, share_x=bool(self.rows) or self.across.unit != "seats")
        for key, axis in zip(heads, axes, strict=True):
            axis.set_title(heads[key], fontweight="bold", fontsize=8 if "\n" in heads[key] else None)
            _panel(axis, self, key, ticks(len(axes)))
        if self.scale.least:
            at_least(axes, self.scale.least)
        if not self.rows:
            figure.supylabel(self.scale.words, fontsize=9)
        legend_below(figure, keys, under)
        for axis in axes:
            _lines(axis, self)
        return figure


def _of_panel(shown: Points, key: Any) -> pl.DataFrame:
    return shown.data.filter(pl.col(shown.panel) == key) if shown.panel else shown.data


def _panel(axis: Axes, shown: Points, key: Any, bins: int) -> None:
    level, here = not shown.rows, _of_panel(shown, key)
    if shown.rows:
        rows_axis(axis, [shown.names(row) for row in shown.rows])
    if shown.margin is not None:
        margin_band(axis, shown.margin, level=level)
    if key in shown.dashed:
        axis.axvline(shown.dashed[key], color=style.MUTED, linewidth=1, linestyle=(0, (4, 2)), zorder=1)
    if shown.joined:
        for _, some in here.group_by(shown.row, maintain_order=True):
            _join(axis, some[shown.value].to_list(), shown.at(some.row(0, named=True)))
    for row in here.iter_rows(named=True):
        _point(axis, shown, row)
    write_scale(axis, "y" if level else "x", shown.scale, 5 if level else bins)
    if level and shown.across.unit == "seats":
        axis.set_xticks(range(key))
        axis.set_xlim(-0.6, key - 0.4)
    elif level:
        write_scale(axis, "x", shown.across)


def _lines(axis: Axes, shown: Points) -> None:
    """Draw what depends on a panel's final scale."""
    if shown.chances:
        _chance_axis(axis, shown.chances)


def _chance_axis(axis: Axes, words: str) -> None:
    low, high = axis.get_xlim()
    places = {400 * math.log10(chance / (1 - chance)): chance for chance in _CHANCES}
    shown = {place: chance for place, chance in places.items() if low <= place <= high}
    top = axis.secondary_xaxis("top")
    top.set_xticks(list(shown), [f"{chance * 100:g} %" for chance in shown.values()])
    top.set_xlabel(words, fontsize=8.5)
    top.spines["top"].set_visible(False)


def _point(axis: Axes, shown: Points, row: Row) -> None:
    at, value = shown.at(row), row[shown.value]
    low, high = (row[end] for end in shown.ends) if shown.ends else (None, None)
    mark(axis, at, value, (low, high), look=shown.look(row), level=not shown.rows, tip=shown.tip(row))


def _join(axis: Axes, values: Sequence[float], at: float) -> None:
    axis.plot(values, [at] * len(values), color=style.MUTED, linewidth=0.9, zorder=2)
