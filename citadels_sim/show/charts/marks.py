"""Marks of estimates: how those of a series look, what they say when they are pointed at, and drawing one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from citadels_sim.show.charts import style, svg

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Look:
    """How the marks of one series look.

    Attributes
    ----------
    label : str
        Its words in the legend.
    shift : float
        How far it is below the middle of its row, or right of its number.
    """

    label: str = ""
    colour: str = style.BLUE
    marker: str = "o"
    filled: bool = True
    shift: float = 0.0

    @property
    def face(self) -> str:
        """Colour inside the mark."""
        return self.colour if self.filled else style.PAPER

    def key(self) -> Line2D:
        """Make its entry of a legend."""
        from matplotlib.lines import Line2D

        return Line2D(
            [], [], color=self.colour, marker=self.marker, linestyle="", markersize=5.5, label=self.label, markerfacecolor=self.face
        )


SERIES: Final = tuple(
    Look("", colour, marker, n % 2 == 0)
    for n, (colour, marker) in enumerate(zip((*style.MARKS, style.MUTED, style.INK, style.BLUE), "osD^vPX*", strict=True))
)
"""Looks of series without a meaning of their own, in the order in which they are taken: no two of one shape."""


def beside(looks: Mapping[Any, Look], step: float) -> dict[Any, Look]:
    """Give each of some looks its place in a row, `step` from one to the next."""
    return {key: replace(look, shift=step * (n - (len(looks) - 1) / 2)) for n, (key, look) in enumerate(looks.items())}


def series(keys: Sequence[Any], words: str = "{}", *, room: float = 0.7, step: float = 1.0) -> dict[Any, Look]:
    """Give each of some series its look and its place in a row.

    Parameters
    ----------
    keys : sequence
        What the series are of.
    words : str
        Their words in the legend, with a gap for the key.
    room, step : float
        Part of a row that they share; most from one to the next.
    """
    looks = {key: replace(SERIES[n % len(SERIES)], label=words.format(key)) for n, key in enumerate(keys)}
    return beside(looks, min(step, room / max(len(keys), 1)))


def mark(
    axis: Axes,
    at: float,
    value: float,
    interval: tuple[float | None, float | None] = (None, None),
    *,
    look: Look = SERIES[0],
    tip: str = "",
) -> None:
    """Draw an estimate as a dot with its interval as a line; `tip` is what the file says of it when it is pointed at."""
    ends, here = [value if end is None else end for end in interval], [at, at]
    axis.plot(ends, here, color=look.colour, linewidth=1.8, solid_capstyle="butt", zorder=3)
    (dot,) = axis.plot([value], [at], look.marker, color=look.colour, markersize=5.5, zorder=4)
    dot.set(markerfacecolor=look.face, markeredgewidth=1.3)
    if tip:
        dot.set_gid(svg.tip_id(tip))
