"""Curves of shares over a course: lines or steps in panels, with what is shaded around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from citadels_sim.show.charts import style, svg
from citadels_sim.show.charts.chart import Scale, legend_below, panels, write_scale

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D


@dataclass(frozen=True, kw_only=True)
class Curve:
    """One curve of a panel.

    Attributes
    ----------
    x, y : sequence of float
        Its points; `y` are shares.
    label, colour, dashes, marker : str
        Its words in the legend, and how it looks: the dashes or the marker differ as well as the colour.
    low, high : sequence of float
        Between which is shaded; none without.
    tips : sequence of str
        What the page says of its points when they are pointed at.
    """

    x: Sequence[float]
    y: Sequence[float]
    label: str
    colour: str
    dashes: Any = "-"
    marker: str = ""
    low: Sequence[float] = ()
    high: Sequence[float] = ()
    tips: Sequence[str] = ()

    def key(self) -> Line2D:
        """Make its entry of a legend."""
        from matplotlib.lines import Line2D

        return Line2D(
            [],
            [],
            color=self.colour,
            linestyle=self.dashes,
            linewidth=1.8,
            marker=self.marker,
            markersize=4.2,
            markerfacecolor=style.PAPER,
            label=self.label,
        )


@dataclass(frozen=True, kw_only=True)
class Curves:
    """What a chart of curves shows.

    Attributes
    ----------
    panels : mapping
        Head -> the curves of a panel.
    words, under : str
        Of the shares, and of what they go over.
    scale : Scale
        Of what they go over.
    level : mapping
        Head -> value of a thin line, where a panel has one; one half where nothing else is given.
    diagonal : bool
        Whether a dashed line leads from (0, 0) to (1, 1).
    size : float
        Height of a panel in inches.
    """

    panels: Mapping[str, Sequence[Curve]]
    words: str = ""
    under: str
    scale: Scale
    level: Mapping[str, float] | None = None
    diagonal: bool = False
    size: float = 2.5

    def draw(self) -> Figure:
        """Draw curves; not yet titled."""
        figure, axes = panels(len(self.panels), self.size)
        for axis, (head, curves) in zip(axes, self.panels.items(), strict=True):
            axis.set_title(head, fontweight="bold")
            for curve in curves:
                _curve(axis, curve)
            if self.level is None:
                axis.axhline(0.5, color=style.GRID, linewidth=0.8, zorder=0)
            elif head in self.level:
                axis.axhline(self.level[head], color=style.MUTED, linewidth=0.8, zorder=0)
            if self.diagonal:
                axis.plot([0, 1], [0, 1], color=style.MUTED, linewidth=1, linestyle=(0, (4, 2)), zorder=1)
            write_scale(axis, "y", Scale(unit="%"))
            write_scale(axis, "x", self.scale)
        axes[0].set_ylim(0, 1.02)
        figure.supylabel(self.words, fontsize=9)
        # The panel with most curves has them in their order.
        keys = {curve.label: curve.key() for curves in sorted(self.panels.values(), key=len, reverse=True) for curve in curves}
        legend_below(figure, list(keys.values()), self.under)
        return figure


def _curve(axis: Axes, curve: Curve) -> None:
    if curve.low:
        axis.fill_between(curve.x, curve.low, curve.high, color=curve.colour, alpha=0.18, linewidth=0)
    axis.plot(curve.x, curve.y, color=curve.colour, linestyle=curve.dashes, linewidth=1.8)
    for x, y, tip in zip(curve.x, curve.y, curve.tips, strict=bool(curve.tips)):
        (dot,) = axis.plot([x], [y], curve.marker, color=curve.colour, markersize=4.2, markerfacecolor=style.PAPER, clip_on=False)
        dot.set_gid(svg.tip_id(tip))
