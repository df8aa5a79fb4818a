"""The words of verdicts, one vocabulary for terminal, pages, tables and files: what an interval shows of a figure and its limits.

How strong something is reads *too strong*, *too weak*, *balanced* or *undecided*; everything else lies *within limits*, *beyond limits*, or
is *undecided*.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final, Literal

State = Literal["holds", "fails", "open"]
"""Whether a limit is shown to be kept, shown not to be, or neither."""

Place = Literal["within", "above", "below", "open"]
"""Where a figure is shown to lie: within its limits, above or below them, or none of these."""

UNDECIDED: Final = "undecided"

OF_STRENGTH: Final[dict[Place, str]] = {"within": "balanced", "above": "too strong", "below": "too weak", "open": UNDECIDED}
"""Words for characters and districts, whose figures are differences of win chances."""

OF_LIMITS: Final[dict[Place | State, str]] = {
    "within": "within limits",
    "above": "beyond limits",
    "below": "beyond limits",
    "open": UNDECIDED,
    "holds": "within limits",
    "fails": "beyond limits",
}
"""Words for all other figures."""

STATES: Final[dict[str, State]] = {
    "balanced": "holds",
    "within limits": "holds",
    "too strong": "fails",
    "too weak": "fails",
    "beyond limits": "fails",
    UNDECIDED: "open",
}
"""What each word says of the limit."""

MARKS: Final[dict[State, str]] = {"holds": "✓", "fails": "✗", "open": "?"}
"""A sign beside each word, so that colour is never the only one."""


def place_of(state: State, value: float) -> Place:
    """Return where a figure lies that has a limit on both sides of 0."""
    outside: Place = "above" if value > 0 else "below"
    return "within" if state == "holds" else "open" if state == "open" else outside


def tally(states: Iterable[State]) -> str:
    """Count states: ``3 of 8 within limits, 1 beyond limits, 4 undecided``."""
    counts = Counter(states)
    others = (f"{counts[state]} {OF_LIMITS[state]}" for state in ("fails", "open") if counts[state])
    return ", ".join((f"{counts['holds']} of {counts.total()} {OF_LIMITS['holds']}", *others))
