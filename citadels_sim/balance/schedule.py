"""How a search spends its time: how many changes each rung plays, on how many deals, and how many deals confirm the best."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

__all__ = ["LEAST", "Rung", "Schedule"]

LEAST: Final[Mapping[str, int]] = {"forks": 400, "games": 2_000, "flow": 400}
"""Fewest games of a change in a rung: with fewer, luck decides which ones stay."""
_MOST: Final[Mapping[str, int]] = {"forks": 100_000, "games": 50_000, "flow": 4_000}
"""Most games of a variant: beyond them, luck is smaller than any limit."""
_ANALYSIS: Final[Mapping[str, float]] = {"forks": 0.035, "games": 0.025, "flow": 0.6}
"""Seconds that reading a variant's figures takes, however few its games: flow fits a model of win chances."""
_MEASURE, _SEARCH, _CONFIRM = 0.1, 0.4, 0.3
"""Shares of the time that are played: to see what is wrong, to choose, and on fresh deals; the rest is reading what was played."""
_KEPT: Final = 3
"""One change of so many stays from rung to rung."""


@dataclass(frozen=True)
class Rung:
    """One round of successive halving.

    Attributes
    ----------
    changes : int
        How many are played.
    games : int
        Games (nodes of forks) of each, and of the variant itself.
    """

    changes: int
    games: int


@dataclass(frozen=True)
class Schedule:
    """How a search spends its time.

    Attributes
    ----------
    seconds : float
        About how long it may take.
    top : int
        Changes that are confirmed.
    paces : mapping
        Design -> seconds of wall time that a game of it takes, with all workers.
    """

    seconds: float
    top: int
    paces: Mapping[str, float]

    def measured(self, kind: str, kinds: int) -> int:
        """Return the games of a design by which the target is chosen, where so many designs are played for it."""
        return self._games(kind, _MEASURE * self.seconds / kinds, 1)

    def rungs(self, kind: str, changes: int) -> list[Rung]:
        """Plan the rungs for so many changes: of each, one in three stays; the time is shared equally."""
        sizes = [changes]
        while sizes[-1] > 2 * self.top:
            sizes.append(max(2 * self.top, math.ceil(sizes[-1] / _KEPT)))
        each = _SEARCH * self.seconds / len(sizes)
        most = int(each / (LEAST[kind] * self.paces[kind] + _ANALYSIS[kind]))
        if sizes[0] > max(2 * self.top, most):
            return self.rungs(kind, max(2 * self.top, most))
        return [Rung(size, self._games(kind, each, size + 1)) for size in sizes]

    def confirmed(self, kind: str, target: str, kinds: int, changes: int) -> int:
        """Return the games of a design by which so many changes are confirmed; more than half of the time goes to the target's design."""
        share = 0.6 if kind == target else 0.4 / (kinds - 1)
        return self._games(kind, _CONFIRM * share * self.seconds, changes + 1)

    def _games(self, kind: str, seconds: float, variants: int) -> int:
        """Return the games of each of some variants in some seconds, in two digits."""
        games = (seconds / variants - _ANALYSIS[kind]) / self.paces[kind]
        digits: int = 10 ** max(0, math.floor(math.log10(max(1.0, games))) - 1)
        return min(_MOST[kind], max(LEAST[kind], int(games) // digits * digits))
