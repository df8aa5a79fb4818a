"""How a search spends its time: how many changes each rung plays, on how many deals, and how many deals confirm the best."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from citadels_sim.lab import DESIGNS

_SEARCHED: Final = {design.name: design.searched for design in DESIGNS.values() if design.searched}
LEAST: Final[Mapping[str, int]] = {kind: searched.least for kind, searched in _SEARCHED.items()}
"""Fewest games of a change in a rung."""
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
        most = int(each / (LEAST[kind] * self.paces[kind] + _SEARCHED[kind].reading))
        if sizes[0] > max(2 * self.top, most):
            return self.rungs(kind, max(2 * self.top, most))
        return [Rung(size, self._games(kind, each, size + 1)) for size in sizes]

    def confirmed(self, kind: str, target: str, kinds: int, changes: int) -> int:
        """Return the games of a design by which so many changes are confirmed; more than half of the time goes to the target's design."""
        share = 0.6 if kind == target else 0.4 / (kinds - 1)
        return self._games(kind, _CONFIRM * share * self.seconds, changes + 1)

    def _games(self, kind: str, seconds: float, variants: int) -> int:
        """Return the games of each of some variants in some seconds, in two digits."""
        games = (seconds / variants - _SEARCHED[kind].reading) / self.paces[kind]
        digits: int = 10 ** max(0, math.floor(math.log10(max(1.0, games))) - 1)
        return min(_SEARCHED[kind].most, max(LEAST[kind], int(games) // digits * digits))
