"""Figures in the cells of blocks: a value with its unit, its interval and its verdict, and the words for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from citadels_sim.formats import TOO_FEW
from citadels_sim.runs.metrics import is_difference
from citadels_sim.show.charts import style
from citadels_sim.statistics.bounds import differing
from citadels_sim.statistics.ratios import LEVEL
from citadels_sim.text import is_number, needed_words
from citadels_sim.verdicts import STATES, UNDECIDED, State

Unit = Literal["points", "share", "difference", "number", "count", "words"]
"""How a figure is written: a difference of win chances in percentage points, a fraction in per cent, another difference, another figure,
a whole number without an interval, or words in the place of one."""

_SHARES: Final = ("fraction", "win chance")
"""How the units of shares begin."""
NO_DIFFERENCE: Final = "no difference"


@dataclass(frozen=True)
class Verdict:
    """A word of `verdicts`, and what it takes to settle it where it is undecided."""

    word: str
    needed: str = ""

    @classmethod
    def from_row(cls, row: Mapping[str, Any], unit: str, words: str = "") -> Verdict:
        """Read it off a row of a table of verdicts; `unit` is what its columns ``needed_...`` count, `words` what readers call that."""
        word = row["verdict"]
        needed = needed_words(row[f"needed_{unit}_low"], row[f"needed_{unit}"], words or unit) if word == UNDECIDED else ""
        return cls(word, needed)

    @property
    def state(self) -> State:
        """Return what it says of the limit."""
        return STATES[self.word]

    @property
    def words(self) -> str:
        """The word, and what settles it in brackets."""
        return f"{self.word} ({self.needed})" if self.needed else self.word


@dataclass(frozen=True)
class Value:
    """A figure with its interval.

    Attributes
    ----------
    value, low, high : float or None
        In the unit of tables; without an interval it is one of too few cases, unless it has `no_interval` or a count.
    unit : str
        See `Unit`.
    verdict : Verdict or None
        On it.
    sign : str
        What stands behind the figure, such as a star.
    no_interval : bool
        Whether it is shown without an interval, since none would hold with any number of cases, or since it is a prediction.
    equal_deals : int
        On both sides of a difference all deals, so many, came out the same: all that is known is how many more may differ.
    words : str
        What stands in the place of a figure whose unit is ``words``.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    unit: Unit = "points"
    verdict: Verdict | None = None
    sign: str = ""
    no_interval: bool = False
    equal_deals: int = 0
    words: str = ""

    @classmethod
    def from_row(
        cls,
        row: Mapping[str, Any] | None,
        verdict: Verdict | None = None,
        *,
        unit: Unit | None = None,
        own: bool = False,
        no_interval: bool = False,
    ) -> Value:
        """Take a row of estimates; none: there is no such figure.

        Its interval is the one that holds for all of its family at once; with `own` that of this figure alone. With `no_interval` none.
        """
        if row is None:
            return cls(None, unit="count")
        low, high = (None if row["note"] else row[end if own else f"family_{end}"] for end in ("low", "high"))
        return cls(row["value"], low, high, unit or _unit(row), verdict, no_interval=no_interval)

    @property
    def few(self) -> bool:
        """Whether it is of too few cases to be a figure."""
        if self.no_interval:
            return not is_number(self.value)
        return self.unit not in ("count", "words") and not self.equal_deals and not (is_number(self.low) and is_number(self.high))

    @property
    def signed(self) -> bool:
        """Whether its interval leaves 0 out, or it has none."""
        return not (is_number(self.low) and is_number(self.high)) or not self.low < 0 < self.high

    @property
    def shown(self) -> Verdict | None:
        """The verdict on it; none on one of too few cases."""
        return None if self.few else self.verdict

    @property
    def text(self) -> str:
        """The figure without its interval, with its unit."""
        return self._text if self.few else self._text + self.sign

    @property
    def _text(self) -> str:
        if self.few:
            return TOO_FEW
        if self.equal_deals or self.unit == "words":
            return self.words or NO_DIFFERENCE
        if self.unit == "count":
            return "–" if self.value is None else style.count(self.value)
        if self.unit == "points":
            return style.points(self.value, self.low, self.high)
        if self.unit == "share":
            return style.percent(self.value, self.low, self.high)
        text = style.plain(self.value, self.low, self.high, default=2 if self.no_interval else 1)
        return f"+{text}" if self.unit == "difference" and text[0] != "−" and text.strip("0.") else text

    @property
    def interval(self) -> str:
        """Its interval; empty where it has none."""
        if self.equal_deals:
            return f"[{self._bound}]"
        if self.few or self.no_interval or self.unit in ("count", "words"):
            return ""
        return style.interval(self.low, self.high, factor=100 if self.unit in ("points", "share") else 1)

    @property
    def whole(self) -> str:
        """The figure with its interval: ``+3.1 pp [2.8, 3.4]``."""
        if self.equal_deals:
            return f"{self.text} in {style.count(self.equal_deals)} deal{'s' * (self.equal_deals != 1)} ({self._bound})"
        return f"{self.text} {self.interval}".rstrip()

    @property
    def _bound(self) -> str:
        return f"{at_most(self.equal_deals)} of deals differ"


def at_most(deals: int) -> str:
    """Say how large a share may be of which so many deals had none: ``at most 0.02 %``."""
    return f"at most {100 * differing(deals, LEVEL):.2g}\u00a0%"


def _unit(row: Mapping[str, Any]) -> Unit:
    if is_difference(row["metric"]):
        return "points"
    return "share" if str(row["unit"]).startswith(_SHARES) else "number"


def is_drawn(value: Value) -> bool:
    """Return whether a figure has an interval, and so a place on a scale."""
    return not value.few and value.value is not None and value.low is not None and value.high is not None


def difference_unit(unit: str) -> Unit:
    """Return how a difference of figures of some unit is written: of shares in percentage points."""
    return "points" if unit.startswith(_SHARES) else "difference"
