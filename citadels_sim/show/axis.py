"""The common scale of the rows of a block: its ends, its ticks, and the part that a limit allows; positions in per cent of a drawing."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

_MOST_TICKS: Final = 4
_FEWEST_TICKS: Final = 2
_EDGE: Final = 0.04
"""Part of an axis that is left free at either end."""


@dataclass(frozen=True)
class Axis:
    """A scale and the part of it that a limit allows.

    Attributes
    ----------
    low, high : float
        Its ends, in the unit of the figures.
    ticks : tuple of (float, str)
        Position in per cent, and words.
    band : tuple of (float, float) or None
        Left edge and width of what a limit allows, in per cent.
    zero : float or None
        Position of 0.
    """

    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]
    band: tuple[float, float] | None = None
    zero: float | None = None

    def at(self, value: float) -> float:
        """Return the position of a value in per cent, at the edge for one beyond it."""
        return round(100 * min(1.0, max(0.0, (value - self.low) / (self.high - self.low))), 2)


def axis(values: Iterable[float | None], *, allowed: tuple[float, float] | None = None, signed: bool = False, unit: str = "") -> Axis:
    """Choose the scale of a block.

    Parameters
    ----------
    values : iterable of float or None
        Everything that has to have a place on it.
    allowed : tuple of (float, float), optional
        Ends of what a limit allows; an infinite one is not drawn as an edge.
    signed : bool
        Whether figures are differences: 0 then belongs to the scale, and ticks have signs.
    unit : str
        Behind the number of every tick, such as ``%``.
    """
    edges = [edge for edge in allowed or () if math.isfinite(edge)]
    known = [value for value in values if value is not None and math.isfinite(value)] + edges + [0.0] * signed
    least, most = min(known, default=0.0), max(known, default=1.0)
    room = (most - least) * _EDGE or max(abs(most), 1.0) * _EDGE
    low, high = least - room, most + room
    if not signed and least >= 0:
        low = max(low, 0.0)
    step = _step((high - low) / _MOST_TICKS)
    if math.floor(high / step) - math.ceil(low / step) + 1 < _FEWEST_TICKS:  # one number says nothing of a scale
        step = _step(step / 3)
    marks = [step * i for i in range(math.ceil(low / step), math.floor(high / step) + 1)]
    digits = max(0, -math.floor(math.log10(step) + 1e-9))
    scale = Axis(low, high, ())
    words = tuple((scale.at(mark), _tick(mark, digits, signed=signed) + unit) for mark in marks)
    band = None
    if allowed is not None:
        left, right = (scale.at(edge) for edge in allowed)
        band = left, round(right - left, 2)
    return Axis(low, high, words, band, scale.at(0.0) if signed else None)


def _step(least: float) -> float:
    """Return the smallest of 1, 2 and 5 times a power of ten that is not below `least`."""
    power: float = 10.0 ** math.floor(math.log10(least))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least * (1 - 1e-9))


def _tick(value: float, digits: int, *, signed: bool) -> str:
    text = f"{abs(value):.{digits}f}"
    if not float(text):
        return "0"
    return ("−" if value < 0 else "+" if signed else "") + text
