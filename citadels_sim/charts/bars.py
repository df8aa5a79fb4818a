"""Bars: of shares or sums, whole or stacked, and steps from one whole to another."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from citadels_sim.charts import style, svg
from citadels_sim.charts.chart import Scale, legend_below, panels, rows_axis, write_scale
from citadels_sim.charts.marks import Look, mark

if TYPE_CHECKING:
    from matplotlib.axes import Axes
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
            drawn = axis.barh(list(place.values()), widths, left=list(left.values()), height=0.76, color=look.colour, hatch=look.hatch,
                              edgecolor=style.PAPER, linewidth=0.8, label=look.label)  # fmt: skip
            for patch, bar, width in zip(drawn, self.bars, widths, strict=True):
                if (bar, part) in self.tips:
                    patch.set_gid(svg.tip_id(self.tips[bar, part]))
                if width >= self.room and not look.hatch:
                    axis.text(left[bar] + width / 2, place[bar], self.text(width), ha="center", va="center", color=look.ink, fontsize=8)
                left[bar] += width
        for bar, end in left.items() if self.totals else ():
            axis.annotate(self.text(end), (end, place[bar]), xytext=(5, 0), textcoords="offset points", va="center", fontsize=8.5,
                          fontweight="bold")  # fmt: skip
        rows_axis(axis, [])
        axis.set_yticks(list(place.values()), list(self.bars.values()))
        axis.set_ylim(max(place.values()) + 0.6, -0.6)
        axis.grid(visible=False)
        axis.set_xlim(0, max(left.values()) * 1.06)
        axis.set_xlabel(self.scale.words)
        write_scale(axis, "x", self.scale, 6)
        figure.legend(loc="outside lower center", ncols=len(self.parts), handlelength=1.6)
        return figure


@dataclass(frozen=True, kw_only=True)
class Step:
    """One step from a whole to another: its length, its interval, its length as the first and as the last one, and its tip."""

    length: float
    interval: tuple[float, float]
    first: float
    last: float
    tip: str


@dataclass(frozen=True, kw_only=True)
class Steps:
    """What steps from one whole to another show.

    Attributes
    ----------
    names : sequence of str
        Of the whole where they begin, of each step, and of the whole where they end.
    panels : mapping
        Words of an axis -> where they begin and end there, and the steps.
    words : str
        What being the first one and the last one is called, in the legend.
    """

    names: Sequence[str]
    panels: Mapping[str, tuple[tuple[float, float], Sequence[Step]]]
    words: tuple[str, str]

    def draw(self) -> Figure:
        """Draw steps, at most two panels beside each other; not yet titled."""
        from matplotlib.lines import Line2D

        figure, axes = panels(len(self.panels), 0.3 * len(self.names) + 0.9, share_x=False, most=2)
        for axis, (words, (ends, steps)) in zip(axes, self.panels.items(), strict=True):
            rows_axis(axis, self.names)
            for row, value in zip((0, len(steps) + 1), ends, strict=True):
                mark(axis, row, value, look=_ENDS, tip=f"{' '.join(self.names[row].split())}: {value:.2f} {words}")
            at = ends[0]
            for row, step in enumerate(steps, start=1):
                _step(axis, row, at, step)
                at += step.length
            axis.plot([at, at], [len(steps), len(steps) + 1], color=style.MUTED, linewidth=0.7, zorder=1)
            axis.set_xlabel(words)
            write_scale(axis, "x", Scale(unit="number"), 5)
            axis.use_sticky_edges = False  # the bars begin at the mark of the old whole, which needs its room
            axis.margins(x=0.08)
        keys = [
            Line2D([], [], color=style.MUTED, marker=marker, linestyle="", markersize=4.5, markerfacecolor=face, label=label)
            for marker, face, label in zip("><", (style.MUTED, style.PAPER), self.words, strict=True)
        ]
        legend_below(figure, keys)
        return figure


_ENDS: Final = Look("", style.INK, "s")
_STEP: Final = Look("", style.INK, "|")


def _step(axis: Axes, row: int, at: float, step: Step) -> None:
    more = step.length >= 0
    axis.barh(row, step.length, left=at, height=0.55, color=style.BLUE if more else style.VERMILLION, hatch="" if more else "////",
              edgecolor=style.PAPER, linewidth=0.5, zorder=2)  # fmt: skip
    axis.plot([at, at], [row - 1, row + 0.28], color=style.MUTED, linewidth=0.7, zorder=1)
    low, high = step.interval
    mark(axis, row, at + step.length, (at + low, at + high), look=_STEP, tip=step.tip)
    for marker, face, length in ((">", style.MUTED, step.first), ("<", style.PAPER, step.last)):
        axis.plot([at + length], [row - 0.36], marker, color=style.MUTED, markersize=3.5, markerfacecolor=face)
