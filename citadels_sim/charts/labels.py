"""Words beside the points of a chart, moved apart where they would cover each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from citadels_sim.charts import style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Paper behind a word, so that lines do not run through it.
_CLEARING = {"boxstyle": "square,pad=0.1", "facecolor": style.PAPER, "edgecolor": "none", "alpha": 0.75}
_HEIGHT, _WIDTH = 0.052, 0.018  # of a line and of a letter, in heights and widths of a panel of three inches


def place_labels(figure: Figure, axes: Sequence[Axes], points: Sequence[Mapping[str, tuple[float, float]]]) -> None:
    """Write a name to the right of each point, to the left at the right edge, moved up or down where there is another name.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
    axes : sequence of matplotlib.axes.Axes
    points : sequence of mapping
        Of each panel: name -> point in its data.
    """
    for axis, named in zip(axes, points, strict=True):
        (left, right), (low, high) = axis.get_xlim(), axis.get_ylim()
        places = {
            name: ((x - left) / (right - left), (y - low) / (high - low)) for name, (x, y) in named.items() if x == x and y == y
        }  # fmt: skip
        taken: list[tuple[float, float, float]] = []
        for name, (x, y) in sorted(places.items(), key=lambda item: -item[1][1]):
            width = _WIDTH * len(name)
            begins = x + 0.02 if x + 0.02 + width < 1 else x - 0.02 - width
            at = y
            while any(begins < end and start < begins + width and abs(at - other) < _HEIGHT for start, end, other in taken):
                at -= _HEIGHT / 4
            taken.append((begins, begins + width, at))
            axis.annotate(
                name, (left + x * (right - left), low + y * (high - low)), xytext=(begins, at), textcoords="axes fraction",
                fontsize=7.5, va="center", annotation_clip=False, bbox=_CLEARING,
                arrowprops={"arrowstyle": "-", "linewidth": 0.5, "color": style.MUTED} if abs(at - y) > _HEIGHT else None,
            )  # fmt: skip


def spread_out(wanted: Sequence[float], gap: float) -> list[float]:
    """Move places apart so that no two are nearer than `gap`, as little as a sweep from below and above does.

    Returns
    -------
    list of float
        In the order of `wanted`.
    """
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    up = [0.0] * len(order)
    for n, i in enumerate(order):
        up[n] = wanted[i] if n == 0 else max(wanted[i], up[n - 1] + gap)
    down = list(up)
    for n in range(len(order) - 1, -1, -1):
        place = wanted[order[n]]
        down[n] = place if n == len(order) - 1 else min(place, down[n + 1] - gap)
    spread = [0.0] * len(order)
    for n, i in enumerate(order):
        spread[i] = (up[n] + down[n]) / 2
    return spread
