"""What a chart of the report is, and the drawing that several of them share."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from citadels_sim.report import style, svg

__all__ = ["Chart", "at_least", "finish", "panels", "percent_axis", "players_title", "points_axis", "rows_axis", "ticks", "whisker"]

#: Width of every figure in inches, and the most panels beside each other.
WIDTH = 7.6
_ACROSS = 4


@dataclass(frozen=True)
class Chart:
    """One finished figure with all that stands around it.

    Attributes
    ----------
    slug : str
        Stem of its files and of its ids.
    title : str
        What is shown, in a few words.
    finding : str
        What is to be seen: the caption.
    note : str
        How to read it.
    description : str
        For those who do not see it: kind of chart, data, what stands out.
    svg : str
        The SVG document.
    png : bytes
        The same as PNG.
    data : polars.DataFrame
        The estimates that it shows.
    source : str
        Name of the table with all its numbers.
    """

    slug: str
    title: str
    finding: str
    note: str
    description: str
    svg: str
    png: bytes
    data: pl.DataFrame
    source: str


def finish(figure: Figure, slug: str, title: str, finding: str, note: str, description: str, data: pl.DataFrame, source: str) -> Chart:
    """Write a drawn figure in both formats and put it together with its words."""
    figure.suptitle(title, x=0.008, ha="left", fontsize=10.5, fontweight="bold")
    document = svg.to_svg(figure, slug, title, description)
    # Laid out once: the second format need not solve the same layout again.
    figure.set_layout_engine("none")
    return Chart(slug, title, finding, note, description, document, svg.to_png(figure), data, source)


def panels(number: int, height: float, *, share_x: bool = True, share_y: bool = True) -> tuple[Figure, list[Axes]]:
    """Lay out small multiples, at most four beside each other.

    Parameters
    ----------
    number : int
        Panels wanted.
    height : float
        Of one row of panels, inches.
    share_x, share_y : bool
        Whether all panels have one scale.

    Returns
    -------
    figure, axes
        Only the axes that are used; the others are removed.
    """
    across = number if number <= _ACROSS else math.ceil(number / math.ceil(number / _ACROSS))
    down = math.ceil(number / across)
    figure = Figure(figsize=(WIDTH, height * down + 0.35), layout="constrained")
    grid = figure.subplots(down, across, sharex=share_x, sharey=share_y, squeeze=False)
    axes = list(grid.flat)
    for spare in axes[number:]:
        spare.remove()
    # A panel above a removed one has to carry the shared axis' numbers itself.
    for position, axis in enumerate(axes[:number]):
        if position + across >= number:
            axis.xaxis.set_tick_params(labelbottom=True)
    return figure, axes[:number]


def players_title(axis: Axes, players: int) -> None:
    """Head a panel with its number of players."""
    axis.set_title(f"{players} players", fontweight="bold")


def ticks(panels: int) -> int:
    """How many numbers a percent axis has room for, by the number of panels in the figure."""
    return {1: 8, 2: 6, 3: 4, 5: 4, 6: 4}.get(panels, 3)


def at_least(axes: Sequence[Axes], width: float) -> None:
    """Widen a shared x axis to a least width, so that noise does not fill the page as if it were a finding."""
    low, high = axes[0].get_xlim()
    missing = max(0.0, width - (high - low)) / 2
    axes[0].set_xlim(low - missing, high + missing)


def percent_axis(axis: Axes, which: str = "x", *, bins: int = 5) -> None:
    """Write a fraction axis in per cent."""
    line = axis.xaxis if which == "x" else axis.yaxis
    line.set_major_locator(MaxNLocator(bins, steps=[1, 2, 2.5, 5, 10]))
    line.set_major_formatter(FuncFormatter(lambda value, _: f"{value * 100:.10g} %".replace("-", "−")))


def points_axis(axis: Axes, which: str = "x", *, bins: int = 5) -> None:
    """Write an axis of differences of fractions in percentage points, with signs."""
    line = axis.xaxis if which == "x" else axis.yaxis
    line.set_major_locator(MaxNLocator(bins, steps=[1, 2, 2.5, 5, 10]))
    line.set_major_formatter(FuncFormatter(lambda value, _: f"{value * 100:+.6g}".replace("-", "−") if value else "0"))


def rows_axis(axis: Axes, names: Sequence[str]) -> None:
    """Write names down the left side, the first one at the top, with a hair line for each."""
    axis.set_yticks(range(len(names)), [style.title_of(name) for name in names])
    axis.set_ylim(len(names) - 0.4, -0.6)
    axis.tick_params(axis="y", length=0)
    axis.spines["left"].set_visible(False)
    axis.grid(axis="y")


def whisker(
    axis: Axes, at: float, value: float, low: float | None, high: float | None, *,
    colour: str = style.BLUE, marker: str = "o", filled: bool = True, vertical: bool = False,
) -> None:  # fmt: skip
    """Draw an estimate as a dot with its interval as a line."""
    ends = [value if low is None else low, value if high is None else high]
    here = [at, at]
    across = (here, ends) if vertical else (ends, here)
    axis.plot(*across, color=colour, linewidth=1.8, solid_capstyle="butt", zorder=3)
    point = ([at], [value]) if vertical else ([value], [at])
    axis.plot(*point, marker, color=colour, markersize=5.5, markerfacecolor=colour if filled else style.PAPER,
              markeredgewidth=1.3, zorder=4)  # fmt: skip
