"""Limits that experiments, readers of runs and judges of reports share: of seeds, and those that people declare for tables."""

from __future__ import annotations

import math
import re
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
    "skill": LimitForm("least", 10.0, "per cent of the possible wins above an even share", "%", 100, 0.01),
}
"""Every limit of the verdict card, in its order. `judge.criteria` says what each applies to."""


WISHED: Final = ("character",)
"""The limits of which a member may have a wanted value of its own: the key ``character.assassin``, a band in the unit of the limit."""
_WISH: Final = re.compile(r"^\s*(?P<wanted>[-+\u2212]?\d+(?:\.\d+)?)\s*(?:\+-|\+/-|±)\s*(?P<most>\d+(?:\.\d+)?)\s*$")


def criterion_of(name: str) -> str:
    """Return the limit that a key of ``margins`` is about: ``character`` of ``character.assassin``."""
    return name.partition(".")[0]


def parse_wish(text: str) -> tuple[float, float] | None:
    """Read a wanted value with what it may differ by, such as ``-1 +- 1`` or ``-1 ± 1``, as a band; None where it is none."""
    match = _WISH.match(text)
    if match is None:
        return None
    wanted, most = float(match["wanted"].replace("\u2212", "-")), float(match["most"])
    return wanted - most, wanted + most


def wish_words(band: tuple[float, float]) -> str:
    """Write the wanted value of a band as `parse_wish` reads it."""
    return f"{(band[0] + band[1]) / 2:.10g} +- {(band[1] - band[0]) / 2:.10g}"


def limit_text(name: str, limit: Limit) -> str:
    """Write the value of a key of ``margins`` as ``--margin`` takes it."""
    if not isinstance(limit, tuple):
        return f"{limit:g}"
    return f"{limit[0]:g}-{limit[1]:g}" if name in LIMITS else wish_words(limit).replace(" ", "")


def read_margins(margins: Any) -> Any:
    """Return a table ``margins`` with a key for each wanted value: TOML makes a table of ``character.assassin``; its value is a text."""
    if not isinstance(margins, Mapping):
        return margins
    flat: dict[Any, Any] = {}
    for name, value in margins.items():
        flat |= {f"{name}.{member}": each for member, each in value.items()} if isinstance(value, Mapping) else {name: value}
    return {name: (parse_wish(value) or value) if isinstance(value, str) and name not in LIMITS else value for name, value in flat.items()}


def wishes_of(limits: Mapping[str, Limit], criterion: str) -> dict[str, tuple[float, float]]:
    """Return the bands of wanted values by member of a criterion."""
    prefix = f"{criterion}."
    return {name.removeprefix(prefix): band for name, band in limits.items() if name.startswith(prefix) and isinstance(band, tuple)}


def limit_for(limits: Mapping[str, Limit], criterion: str, member: str) -> Limit:
    """Return the limit of one member of a criterion: what is wanted of it, else that of all."""
    return limits.get(f"{criterion}.{member}", limits[criterion])


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
    """Describe the values that a key `name` of ``margins`` may have, for one that it may not; None where the value is valid."""
    form = LIMITS[criterion_of(name)]
    if name not in LIMITS:
        what = (
            f"should be the intended value and the allowed deviation, in {form.unit}, from -{form.most:g} to {form.most:g}, such as "
            f'"-1 +- {form.usual:g}"'
        )
        pair = isinstance(value, list | tuple) and len(value) == 2 and all(map(_is_number, value))
        sound = pair and -form.most <= value[0] < value[1] <= form.most
    elif isinstance(form.usual, tuple):
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
