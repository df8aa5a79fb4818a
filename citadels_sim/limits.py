"""Limits that experiments, readers of runs and judges of reports share: of seeds, and those that people declare for tables."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

MAX_SEED: Final = (1 << 63) - 1
"""Greatest seed of an experiment and of a game."""

MAX_GAMES: Final = 10**12
"""Most games of a cell."""

Side = Literal["both", "most", "least", "between"]
Limit = float | tuple[float, float]
"""One number, or the lower and the upper end of a band."""


@dataclass(frozen=True)
class LimitForm:
    """How one limit is declared.

    Attributes
    ----------
    side : {"both", "most", "least", "between"}
        Within it on both sides of 0; at most; at least; between the ends of a band.
    usual : float or tuple of (float, float)
        What holds where nothing is declared, in `unit`.
    unit : str
        What people write it in.
    short : str
        The same on a page, behind a number.
    most : float
        The greatest that makes sense.
    scale : float
        What one `unit` is worth in tables: 0.01 for per cents and percentage points.
    """

    side: Side
    usual: Limit
    unit: str
    short: str
    most: float
    scale: float

    def scaled(self, limit: Limit) -> Limit:
        """Turn a limit as people write it into the unit of tables."""
        return (limit[0] * self.scale, limit[1] * self.scale) if isinstance(limit, tuple) else limit * self.scale

    @property
    def number(self) -> float:
        """The usual limit in the unit of tables; nan for a band, which is two numbers."""
        return math.nan if isinstance(self.usual, tuple) else self.usual * self.scale


LIMITS: Final[Mapping[str, LimitForm]] = {
    "seat": LimitForm("both", 2.0, "percentage points of win chance per game", "pp", 100, 0.01),
    "character": LimitForm("both", 1.0, "percentage points of win chance per pick", "pp", 100, 0.01),
    "rounds": LimitForm("most", 20.0, "rounds", "rounds", 1000, 1.0),
    "dead_turns": LimitForm("most", 15.0, "per cent of turns", "%", 100, 0.01),
    "interaction": LimitForm("between", (0.1, 0.5), "hits per turn", "hits", 100, 1.0),
    "decisiveness": LimitForm("between", (60.0, 99.0), "per cent of the rounds", "%", 100, 0.01),
    "skill": LimitForm("least", 10.0, "per cent of the way from an even share to winning always", "%", 100, 0.01),
}
"""Every limit of the verdict card, in its order. `lab.criteria` says what each applies to."""


def ends(side: Side, limit: Limit) -> tuple[float, float]:
    """Return the least and the greatest value that keep a limit; infinite where it has no end."""
    if isinstance(limit, tuple):
        return limit
    return {"both": (-limit, limit), "most": (-math.inf, limit), "least": (limit, math.inf), "between": (limit, limit)}[side]


def size_of(limit: Limit) -> float:
    """Return the unit that distances from a limit are measured in: a number itself, half of the width of a band, or its one finite end."""
    if not isinstance(limit, tuple):
        return limit
    edges = [edge for edge in limit if math.isfinite(edge)]
    return (edges[1] - edges[0]) / 2 if len(edges) == 2 else abs(edges[0])


def limit_fault(name: str, value: Any) -> str | None:
    """Describe the values that the limit `name` may have, for one that it may not; None where the value is valid."""
    form = LIMITS[name]
    if isinstance(form.usual, tuple):
        low, high = form.usual
        what = f"should be two numbers, the ends of a band in {form.unit}, from 0 to {form.most:g}, such as [{low:g}, {high:g}]"
        pair = isinstance(value, list | tuple) and len(value) == 2 and all(map(_is_number, value))
        sound = pair and 0 <= value[0] < value[1] <= form.most
    else:
        what = f"should be {form.unit}, above 0 and at most {form.most:g}, such as {form.usual:g}"
        sound = _is_number(value) and 0 < value <= form.most
    return None if sound else what


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value)
