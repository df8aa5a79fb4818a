"""Annotated heat maps: fields with words in them, columns in blocks, coloured around a null."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from citadels_sim.show.charts import svg
from citadels_sim.show.charts.chart import WIDTH

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Ink on light and on dark tiles: fixed, for the tiles do not follow the page's scheme.
_ON_LIGHT, _ON_DARK = "#111418", "#fdfdfd"
_LINE = 0.27


@dataclass(frozen=True)
class Tile:
    """One field of a heat map.

    Attributes
    ----------
    value : float
        From -1 to 1, for its colour: 0 is the null.
    text : str
        Its text.
    tip : str
        What the page says of it when it is pointed at.
    """

    value: float
    text: str
    tip: str


@dataclass(frozen=True, kw_only=True)
class Heat:
    """What a heat map shows.

    Attributes
    ----------
    rows : sequence of str
        Names of the rows, from the top.
    blocks : sequence of (str, sequence of str)
        Head of each block and the names of its columns.
    tiles : mapping
        (row, head, column) -> tile; what lacks stays empty.
    words : str
        Under the columns.
    size : float
        Of the words in the tiles.
    """

    rows: Sequence[str]
    blocks: Sequence[tuple[str, Sequence[str]]]
    tiles: Mapping[tuple[str, str, str], Tile]
    words: str = ""
    size: float = 8.0

    def draw(self) -> Figure:
        """Draw a heat map; not yet titled."""
        from matplotlib.figure import Figure

        rows, blocks = self.rows, self.blocks
        deep = max(label.count("\n") for _, columns in blocks for label in columns)
        figure = Figure(figsize=(WIDTH, _LINE * len(rows) + 1.0 + 0.16 * deep), layout="constrained")
        axes = figure.subplots(1, len(blocks), squeeze=False, sharey=True, width_ratios=[len(columns) for _, columns in blocks])[0]
        for axis, (head, columns) in zip(axes, blocks, strict=True):
            axis.set_title(head, fontweight="bold", fontsize=8.5)
            axis.set_xlim(-0.5, len(columns) - 0.5)
            axis.set_ylim(len(rows) - 0.5, -0.5)
            axis.set_xticks(range(len(columns)), columns, fontsize=7.5)
            axis.set_yticks(range(len(rows)), rows)
            axis.tick_params(length=0)
            for side in axis.spines.values():
                side.set_visible(False)
            for (y, row), (x, column) in itertools.product(enumerate(rows), enumerate(columns)):
                if tile := self.tiles.get((row, head, column)):
                    _tile(axis, (x, y), tile, self.size)
        if self.words:
            figure.supxlabel(self.words, fontsize=9)
        return figure


def _tile(axis: Axes, at: tuple[int, int], tile: Tile, size: float) -> None:
    import matplotlib as mpl
    from matplotlib.patches import Rectangle

    (x, y), shade = at, mpl.colormaps["PuOr_r"](0.5 + 0.42 * max(-1.0, min(1.0, tile.value)))
    patch = Rectangle((x - 0.48, y - 0.46), 0.96, 0.92, facecolor=shade, edgecolor="none")
    patch.set_gid(svg.tip_id(tile.tip))
    axis.add_patch(patch)
    bright = 0.299 * shade[0] + 0.587 * shade[1] + 0.114 * shade[2]
    axis.text(x, y, tile.text, ha="center", va="center", fontsize=size, color=_ON_LIGHT if bright > 0.55 else _ON_DARK)
