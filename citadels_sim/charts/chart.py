"""What a chart of the report is, and the drawing that several of them share."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import polars as pl
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.ticker import FuncFormatter, MaxNLocator

from citadels_sim import names
from citadels_sim.charts import style, svg
from citadels_sim.charts.grids import figure_cell

__all__ = [
    "FIGURES",
    "WIDTH",
    "Chart",
    "FigureKind",
    "at_least",
    "finish",
    "legend_below",
    "legend_columns",
    "panels",
    "percent_axis",
    "players_title",
    "points_axis",
    "rows_axis",
    "ticks",
    "tip_of",
    "whisker",
]

FigureKind = Literal["svg", "png"]
FIGURES: Final[tuple[FigureKind, ...]] = ("svg", "png")
"""Kinds of chart files."""

#: Width of every figure in inches, and the most panels beside each other.
WIDTH = 7.6
_ACROSS = 4
#: Letters of a title that fit into a line, and its most lines.
_TITLE, _MOST_LINES = 84, 4
#: Most letters of other words in a chart, and of a name beside an axis.
_WORDS, _NAME = 120, 48


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
    figure : matplotlib.figure.Figure
        What it was written from.
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
    figure: Figure
    data: pl.DataFrame
    source: str

    def file(self, kind: FigureKind) -> bytes:
        """Write it as a file (under `style.chart_style`)."""
        return self.svg.encode() if kind == "svg" else svg.to_png(self.figure)


def finish(figure: Figure, slug: str, title: str, finding: str, note: str, description: str, data: pl.DataFrame, source: str) -> Chart:
    """Write a drawn figure in both formats and put it together with its words; a slug that is no name becomes one."""
    slug = names.slug(slug)
    lines = textwrap.wrap(title, _TITLE, max_lines=_MOST_LINES, placeholder=" …")
    _brief(figure)
    figure.set_figheight(figure.get_figheight() + 0.17 * (len(lines) - 1))
    figure.suptitle("\n".join(lines), x=0.008, ha="left", fontsize=10.5, fontweight="bold")
    document = svg.to_svg(figure, slug, title, description)
    return Chart(slug, title, finding, note, description, document, figure, data, source)


def _brief(figure: Figure) -> None:
    """Shorten what somebody called a bot or a variant where it would leave no room for the chart itself."""
    for words in figure.findobj(Text):
        words.set_text(_short(words.get_text(), _WORDS))
    for line in (line for axis in figure.axes for line in (axis.xaxis, axis.yaxis)):
        written = line.get_major_formatter()
        if type(written) is FuncFormatter:  # names at the ticks
            line.set_major_formatter(FuncFormatter(lambda value, at, written=written: _short(written(value, at), _NAME)))


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most // 2]} … {text[-(most // 2) :]}"


def panels(
    number: int, height: float, *, share_x: bool = True, share_y: bool = True, most: int = _ACROSS
) -> tuple[Figure, list[Axes]]:  # fmt: skip
    """Lay out small multiples, at most four beside each other.

    Parameters
    ----------
    number : int
        Panels wanted.
    height : float
        Of one row of panels, inches.
    share_x, share_y : bool
        Whether all panels have one scale.
    most : int
        Most panels beside each other.

    Returns
    -------
    figure, axes
        Only the axes that are used; the others are removed.
    """
    across = number if number <= most else math.ceil(number / math.ceil(number / most))
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


def legend_below(figure: Figure, handles: Sequence[Artist], columns: int, axis_words: str = "") -> None:
    """Put the legend below all panels, under the words of their common x axis (both would stand in one place otherwise)."""
    legend = figure.legend(handles=list(handles), loc="outside lower center", ncols=columns, title=axis_words or None, title_fontsize=9)
    legend.get_title().set_color(style.INK)


def legend_columns(labels: Sequence[str], most: int) -> int:
    """How many entries of a legend have room beside each other."""
    widest = max((len(label) for label in labels), default=1) * 0.073 + 0.62  # inches: of a letter, of a mark and the gaps
    return max(1, min(len(labels), most, int((WIDTH - 0.2) / widest)))


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
    colour: str = style.BLUE, marker: str = "o", filled: bool = True, vertical: bool = False, tip: str = "",
) -> None:  # fmt: skip
    """Draw an estimate as a dot with its interval as a line; `tip` is what the page says of it when it is pointed at."""
    ends = [value if low is None else low, value if high is None else high]
    here = [at, at]
    across = (here, ends) if vertical else (ends, here)
    axis.plot(*across, color=colour, linewidth=1.8, solid_capstyle="butt", zorder=3)
    point = ([at], [value]) if vertical else ([value], [at])
    (dot,) = axis.plot(*point, marker, color=colour, markersize=5.5, markerfacecolor=colour if filled else style.PAPER,
                       markeredgewidth=1.3, zorder=4)  # fmt: skip
    if tip:
        dot.set_gid(svg.tip_id(tip))


def tip_of(row: Mapping[str, Any], name: str = "") -> str:
    """Say a row of estimates for the one who points at its mark: whose it is, the value, its interval, what it is counted from."""
    who = name or (style.title_of(row["group"]) if row["group"] != "all" else "")
    where = ", ".join(part for part in (who, f"{row['players']} players") if part)
    return f"{where}: {figure_cell(row)}, n = {style.count(row['count'])}"
