"""Bars: of shares or sums, whole or stacked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from citadels_sim.show.charts import style, svg
from citadels_sim.show.charts.chart import Scale, panels, rows_axis, write_scale

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Filling:
    """How one part of stacked bars looks: the ink of its number is fixed, for the fill does not follow the page's scheme."""

    label: str
    colour: str
    ink: str
    hatch: str = ""


@dataclass(frozen=True, kw_only=True)
class Stacks:
    """What a chart of stacked bars shows.

    Attributes
    ----------
    bars : mapping
        Key -> name of a bar, from the top.
    parts : mapping
        Key -> look of a part, from the left.
    lengths, tips : mapping
        (bar, part) -> its length, and what the page says of it when it is pointed at.
    text : callable
        Writes the number in a part; a part shorter than `room` has none.
    totals : bool
        Whether the whole length is written at the end of a bar.
    """

    bars: Mapping[Any, str]
    parts: Mapping[str, Filling]
    lengths: Mapping[tuple[Any, str], float]
    scale: Scale
    text: Callable[[float], str]
    room: float
    tips: Mapping[tuple[Any, str], str] = field(default_factory=dict)
    totals: bool = False

    def draw(self) -> Figure:
        """Draw stacked bars; not yet titled."""
        figure, (axis,) = panels(1, 0.35 * len(self.bars) + 0.95)
        place = {bar: i for i, bar in enumerate(self.bars)}
        left = dict.fromkeys(self.bars, 0.0)
        for part, look in self.parts.items():
            widths = [self.lengths[bar, part] for bar in self.bars]
            drawn = axis.barh(
                list(place.values()),
                widths,
                left=list(left.values()),
                height=0.76,
                color=look.colour,
                hatch=look.hatch,
                edgecolor=style.PAPER,
                linewidth=0.8,
                label=look.label,
            )
            for patch, bar, width in zip(drawn, self.bars, widths, strict=True):
                if (bar, part) in self.tips:
                    patch.set_gid(svg.tip_id(self.tips[bar, part]))
                if width >= self.room and not look.hatch:
                    axis.text(left[bar] + width / 2, place[bar], self.text(width), ha="center", va="center", color=look.ink, fontsize=8)
                left[bar] += width
        for bar, end in left.items() if self.totals else ():
            axis.annotate(
                self.text(end), (end, place[bar]), xytext=(5, 0), textcoords="offset points", va="center", fontsize=8.5, fontweight="bold"
            )
        rows_axis(axis, [])
        axis.set_yticks(list(place.values()), list(self.bars.values()))
        axis.set_ylim(max(place.values()) + 0.6, -0.6)
        axis.grid(visible=False)
        axis.set_xlim(0, max(left.values()) * 1.06)
        axis.set_xlabel(self.scale.words)
        write_scale(axis, "x", self.scale, 6)
        figure.legend(loc="outside lower center", ncols=len(self.parts), handlelength=1.6)
        return figure
