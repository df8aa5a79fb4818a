"""Slopes: what each of some things is worth in an old and in a new state, with its name at both ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from citadels_sim.charts import style
from citadels_sim.charts.chart import Scale, panels, write_scale
from citadels_sim.charts.labels import spread_out
from citadels_sim.charts.marks import Look, mark

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Behind words, so that a line does not run through them.
_ON_PAPER = {"facecolor": style.PAPER, "edgecolor": "none", "pad": 0.5}


@dataclass(frozen=True, kw_only=True)
class Slope:
    """One line: its name, where it begins and ends, its tip, and whether it is shown to rise (1), to fall (-1) or neither."""

    name: str
    ends: tuple[float, float]
    tip: str
    shown: int


@dataclass(frozen=True, kw_only=True)
class Slopes:
    """What a chart of slopes shows: by the head of a panel its lines, in fractions, and the words of their axis."""

    panels: Mapping[str, Sequence[Slope]]
    words: str

    def draw(self) -> Figure:
        """Draw slopes, at most two panels beside each other, in percentage points; not yet titled."""
        ends = [end for some in self.panels.values() for one in some for end in one.ends]
        names = {one.name for some in self.panels.values() for one in some}
        figure, axes = panels(len(self.panels), 0.2 * len(names) + 1.3, most=2)
        for axis, (head, some) in zip(axes, self.panels.items(), strict=True):
            axis.set_title(head, fontweight="bold")
            axis.axhline(0, color=style.MUTED, linewidth=1, linestyle=(0, (4, 2)), zorder=1)
            _slopes(axis, some, 0.058 * max(max(ends) - min(ends), 1e-6))
            axis.set_xticks([0, 1], ["old", "new"])
            axis.set_xlim(-0.62, 1.62)
            write_scale(axis, "y", Scale())
        figure.supylabel(self.words, fontsize=9)
        return figure


def _slopes(axis: Axes, slopes: Sequence[Slope], gap: float) -> None:
    places = [spread_out([one.ends[end] for one in slopes], gap) for end in (0, 1)]
    for i, one in enumerate(slopes):
        colour = {1: style.BLUE, 0: style.MUTED, -1: style.VERMILLION}[one.shown]
        axis.plot([0, 1], one.ends, color=colour, linewidth=1.8 if one.shown else 0.9, zorder=3 if one.shown else 2)
        for end, x, side in ((0, -0.08, "right"), (1, 1.08, "left")):
            mark(axis, one.ends[end], end, look=Look(colour=colour, filled=end == 1), tip=one.tip)
            axis.text(
                x,
                places[end][i],
                one.name,
                ha=side,
                va="center",
                fontsize=7.5,
                fontweight="bold" if one.shown else "normal",
                bbox=_ON_PAPER,
            )
