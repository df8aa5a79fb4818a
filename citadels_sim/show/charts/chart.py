"""What a chart of the report is, and the drawing that several of them share."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, Protocol

import polars as pl

from citadels_sim import names
from citadels_sim.show.charts import style, svg

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

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


class Drawing(Protocol):
    """What a chart shows, as data: it is drawn where a file is wanted, in another process perhaps, so that it can be pickled."""

    def draw(self) -> Figure:
        """Draw it, without a title (under `style.chart_style`)."""
        ...


@dataclass(frozen=True)
class Chart:
    """One chart with all text around it.

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
    drawing : Drawing
        What is drawn.
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
    drawing: Drawing
    data: pl.DataFrame
    source: str

    def figure(self) -> Figure:
        """Draw it with its title (under `style.chart_style`)."""
        figure = self.drawing.draw()
        lines = textwrap.wrap(self.title, _TITLE, max_lines=_MOST_LINES, placeholder=" …")
        _brief(figure)
        figure.set_figheight(figure.get_figheight() + 0.17 * (len(lines) - 1))
        figure.suptitle("\n".join(lines), x=0.008, ha="left", fontsize=10.5, fontweight="bold")
        return figure

    def files(self, kinds: Iterable[FigureKind]) -> dict[FigureKind, bytes]:
        """Draw it once and write it as files of some kinds: same chart, same bytes."""
        with style.chart_style():
            figure = self.figure()
            # A PNG has the layout that was solved for SVG.
            document = svg.to_svg(figure, self.slug, self.title, self.description)
            return {kind: document.encode() if kind == "svg" else svg.to_png(figure) for kind in dict.fromkeys(kinds)}


def make_chart(drawing: Drawing, slug: str, title: str, finding: str, note: str, kind: str, data: pl.DataFrame, source: str) -> Chart:
    """Put what is drawn together with its words; a slug that is no name becomes one.

    `kind` is what its description begins with: the kind of chart and what it shows.
    """
    return Chart(names.slug(slug), title, finding, note, f"{kind}, where the finding is: {finding}", drawing, data, source)


def _brief(figure: Figure) -> None:
    """Shorten what somebody called a bot or a variant where it would leave no room for the chart itself."""
    from matplotlib.text import Text
    from matplotlib.ticker import FuncFormatter

    for words in figure.findobj(Text):
        words.set_text(_short(words.get_text(), _WORDS))
    for line in (line for axis in figure.axes for line in (axis.xaxis, axis.yaxis)):
        written = line.get_major_formatter()
        if type(written) is FuncFormatter:  # names at the ticks
            line.set_major_formatter(FuncFormatter(lambda value, at, written=written: _short(written(value, at), _NAME)))


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most // 2]} … {text[-(most // 2) :]}"


def panels(number: int, height: float, *, share_x: bool = True) -> tuple[Figure, list[Axes]]:
    """Lay out small multiples, at most four beside each other.

    Parameters
    ----------
    number : int
        Panels wanted.
    height : float
        Of one row of panels, inches.
    share_x : bool
        Whether all panels have one scale along the x axis.

    Returns
    -------
    figure, axes
        Only the axes that are used; the others are removed.
    """
    from matplotlib.figure import Figure

    across = number if number <= _ACROSS else math.ceil(number / math.ceil(number / _ACROSS))
    down = math.ceil(number / across)
    figure = Figure(figsize=(WIDTH, height * down + 0.35), layout="constrained")
    grid = figure.subplots(down, across, sharex=share_x, sharey=True, squeeze=False)
    axes = list(grid.flat)
    for spare in axes[number:]:
        spare.remove()
    # A panel above a removed one has to carry the shared axis' numbers itself.
    for position, axis in enumerate(axes[:number]):
        if position + across >= number:
            axis.xaxis.set_tick_params(labelbottom=True)
    return figure, axes[:number]


@dataclass(frozen=True)
class Scale:
    """What an axis measures.

    Attributes
    ----------
    words : str
        The text beside it.
    unit : str
        How its numbers are written: ``"pp"`` for differences of fractions, with signs, ``"%"`` for fractions, ``"number"``.
    limits : (float, float), optional
        Where it begins and ends.
    """

    words: str = ""
    unit: Literal["pp", "%", "number"] = "pp"
    limits: tuple[float, float] | None = None


_FORMATS: Final[dict[str, Callable[[float], str]]] = {
    "pp": lambda value: f"{'+' if value > 0 else ''}{value * 100:.6g}" if value else "0",
    "%": lambda value: f"{value * 100:.10g} %",
}


def write_scale(axis: Axes, which: Literal["x", "y"], scale: Scale, bins: int = 5) -> None:
    """Write the numbers of an axis."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    line, form = axis.xaxis if which == "x" else axis.yaxis, _FORMATS.get(scale.unit, "{:.10g}".format)
    line.set_major_locator(MaxNLocator(bins, steps=[1, 2, 2.5, 5, 10]))
    line.set_major_formatter(FuncFormatter(lambda value, _: form(value).replace("-", "−")))
    if scale.limits is not None:
        (axis.set_xlim if which == "x" else axis.set_ylim)(*scale.limits)


def margin_band(axis: Axes, margin: float) -> None:
    """Draw the margin around 0 as a band, and 0 as a line."""
    if margin:
        axis.axvspan(-margin, margin, color=style.GRID, alpha=0.6, linewidth=0, zorder=0)
    axis.axvline(0, color=style.MUTED, linewidth=1, zorder=1)


def legend_below(figure: Figure, handles: Sequence[Artist], axis_words: str = "") -> None:
    """Put the legend below all panels, under the words of their common x axis (both would be in one place otherwise)."""
    if len(handles) < 2:  # of one series the title says it
        figure.supxlabel(axis_words, fontsize=9) if axis_words else None
        return
    columns = legend_columns([str(handle.get_label()) for handle in handles])
    legend = figure.legend(handles=list(handles), loc="outside lower center", ncols=columns, title=axis_words or None, title_fontsize=9)
    legend.get_title().set_color(style.INK)


def legend_columns(labels: Sequence[str], most: int = 8) -> int:
    """How many entries of a legend are in a row: as many as have room, in rows of like length."""
    widest = max((len(label) for label in labels), default=1) * 0.073 + 0.62  # inches: of a letter, of a mark and the gaps
    room = max(1, min(len(labels), most, int((WIDTH - 0.2) / widest)))
    return math.ceil(len(labels) / math.ceil(len(labels) / room))


def ticks(panels: int) -> int:
    """How many numbers a percent axis has room for, by the number of panels in the figure."""
    return {1: 8, 2: 6, 3: 4, 5: 4, 6: 4}.get(panels, 3)


def rows_axis(axis: Axes, names: Sequence[str]) -> None:
    """Write names down the left side, the first one at the top, with a hair line for each."""
    axis.set_yticks(range(len(names)), names)
    axis.set_ylim(len(names) - 0.4, -0.6)
    axis.tick_params(axis="y", length=0)
    axis.spines["left"].set_visible(False)
    axis.grid(axis="y")
