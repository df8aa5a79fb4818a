"""How the report looks and how it writes numbers: one palette, one set of chart settings, one rounding rule."""

from __future__ import annotations

import logging
import math
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from citadels_sim.catalogue.titles import title_of
from citadels_sim.errors import CitadelsError
from citadels_sim.formats import TOO_FEW, fixed
from citadels_sim.text import is_number, listed

__all__ = [
    "BLUE",
    "GREEN",
    "GRID",
    "INK",
    "MARKS",
    "MUTED",
    "OLIVE",
    "ORANGE",
    "PAPER",
    "PURPLE",
    "SKY",
    "TOO_FEW",
    "VERMILLION",
    "chart_style",
    "count",
    "decimals",
    "effect",
    "interval",
    "listed",
    "percent",
    "plain",
    "points",
    "points_interval",
    "seat_words",
    "title_of",
]

# Okabe and Ito's palette: distinct with every kind of colour vision. Never the only sign:
# markers, hatches or words say the same.
BLUE, VERMILLION, GREEN, ORANGE, SKY = "#0072b2", "#d55e00", "#009e73", "#e69f00", "#56b4e9"
# Orange and sky are too bright for lines on white (they fill bars); these two take their place as marks.
PURPLE, OLIVE = "#a65bb0", "#8a7500"
#: Colours of marks and lines, in the order in which they are taken: at least 3 to 1 on light and on dark paper.
MARKS = (BLUE, VERMILLION, GREEN, PURPLE, OLIVE)
INK, MUTED, GRID, PAPER = "#1f2328", "#59636e", "#dfe3e8", "#ffffff"


_RC: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "citadels_sim",
    "figure.facecolor": PAPER,
    "axes.facecolor": PAPER,
    "savefig.facecolor": PAPER,
    "font.family": "DejaVu Sans",
    "font.size": 9.0,
    "text.color": INK,
    "text.parse_math": False,  # a title with two dollar signs is no formula
    "axes.edgecolor": MUTED,
    "axes.labelcolor": INK,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 9.0,
    "axes.titlelocation": "left",
    "axes.titlecolor": INK,
    "axes.axisbelow": True,
    "axes.grid": False,
    "grid.color": GRID,
    "grid.linewidth": 0.8,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.major.size": 3.0,
    "ytick.major.size": 3.0,
    "hatch.linewidth": 0.6,
    "legend.frameon": False,
    "legend.fontsize": 8.5,
    "figure.constrained_layout.h_pad": 0.06,
    "figure.constrained_layout.w_pad": 0.08,
    "figure.constrained_layout.wspace": 0.03,
}


@contextmanager
def chart_style() -> Iterator[None]:
    """Draw with the report's settings, whatever the user's own matplotlib settings are.

    Raises
    ------
    CitadelsError
        If Matplotlib cannot read them. It takes a file of the current folder, too, which somebody may have handed over.
    """
    logging.getLogger("matplotlib").setLevel(logging.CRITICAL)  # it quotes what it does not understand there as it is
    try:
        import matplotlib as mpl
    except ValueError as error:
        raise CitadelsError(f"matplotlibrc: Matplotlib cannot read its settings ({error}). Remove the file from this folder.") from None

    with mpl.rc_context(), warnings.catch_warnings():
        # A title may have letters that the font lacks: they are boxes in the PNG, and themselves in the SVG.
        warnings.filterwarnings("ignore", r"Glyph \d+ .* missing from font", UserWarning)
        mpl.rcdefaults()
        mpl.rcParams.update(_RC)
        yield


def seat_words(seat: int) -> str:
    """Name a seat by its distance from the first crown: ``first crown``, ``2 seats after the first crown``."""
    return "first crown" if seat == 0 else f"{seat} seat{'s' * (seat > 1)} after the first crown"


def decimals(low: float | None, high: float | None, default: int = 1) -> int:
    """Digits after the point that an interval allows: its half-width keeps one digit, two if the first is below 3."""
    if low is None or high is None or not math.isfinite(high - low) or high <= low:
        return default
    return min(4, max(0, math.ceil(-math.log10((high - low) / 6))))


def plain(value: float | None, low: float | None, high: float | None, *, factor: float = 1.0, default: int = 1, most: int = 4) -> str:
    """Write a value as precisely as its interval allows, with `most` digits after the point; an en dash for none."""
    if not is_number(value):
        return "–"
    scaled = [None if bound is None else bound * factor for bound in (low, high)]
    return _signed(value * factor, min(most, decimals(scaled[0], scaled[1], default)))


def percent(value: float | None, low: float | None = None, high: float | None = None) -> str:
    """Write a fraction as per cent."""
    return "–" if not is_number(value) else f"{plain(value, low, high, factor=100)}\u00a0%"


def points(value: float | None, low: float | None = None, high: float | None = None) -> str:
    """Write a difference of fractions in percentage points, always with its sign."""
    if not is_number(value):
        return "–"
    text = plain(value, low, high, factor=100)
    return f"{text if text.startswith('−') or not float(text) else '+' + text}\u00a0pp"


def wanted(band: tuple[float, float]) -> str:
    """Write what is wanted of a difference of fractions, from the ends of what is allowed: ``−1 ± 1 pp``."""
    middle, half = 50 * (band[0] + band[1]), 50 * (band[1] - band[0])
    sign = "\u2212" if middle < 0 else "+" if middle > 0 else ""
    return f"{sign}{abs(middle):.10g}\u00a0±\u00a0{half:.10g}\u00a0pp"


def points_interval(low: float | None, high: float | None) -> str:
    """Write the interval of a difference of fractions, in percentage points."""
    return interval(low, high, factor=100)


def effect(value: float | None, low: float | None, high: float | None) -> str:
    """Write a difference of fractions with its interval: ``+3.1 pp [2.8, 3.4]``; one without an interval is no figure."""
    if not (is_number(low) and is_number(high)):
        return TOO_FEW
    return f"{points(value, low, high)} {points_interval(low, high)}"


def interval(low: float | None, high: float | None, *, factor: float = 1.0, default: int = 1, most: int = 4) -> str:
    """Write an interval as ``[low, high]``, with spaces that hold the line together; `most` as for `plain`."""
    if not (is_number(low) and is_number(high)):
        return f"[{TOO_FEW}]"
    digits = min(most, decimals(low * factor, high * factor, default))
    return f"[{_signed(low * factor, digits)},\u00a0{_signed(high * factor, digits)}]"


def count(number: float) -> str:
    """Write a count: ``12,345``."""
    return f"{round(number):,}"


def _signed(value: float, digits: int) -> str:
    return fixed(value, digits).replace("-", "−")
