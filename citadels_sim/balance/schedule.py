"""How a search spends its time: how many changes each rung plays, on how many deals, and how many deals test and show the best."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from citadels_sim.runs.designs import DESIGNS

_SEARCHED: Final = {design.name: design.searched for design in DESIGNS.values() if design.searched}
LEAST: Final[Mapping[str, int]] = {kind: searched.least for kind, searched in _SEARCHED.items()}
"""Fewest games of a change in a rung."""
_MEASURE, _SEARCH, _ALONG, _TEST, _CONFIRM, _CURVE = 0.1, 0.25, 0.08, 0.22, 0.22, 0.08
"""Shares of the time that are played: to see what is wrong, to choose, to look along numbers for the smallest change, to test, for the
figures that are shown, and for the curve of a number that is proposed; the rest is reading."""
_LENGTH: Final = 0.03
"""Share of the time in which games are played for their length alone."""
_LEAST_OF_LENGTH, _MOST_OF_LENGTH = 200, 400
"""Fewest and most of these games: among so many the length that 19 of 20 keep is seen, and games that hardly end take long."""
_WHOLE_CURVE: Final = 0.85
"""Share of the time that is played where a curve is all that is wanted."""
_SHORTEST: Final = 2
"""So many changes are played even in the shortest search; one of them is tested and shown."""
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
        Most changes that are tested and shown.
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
        """Plan the rungs for so many changes, or as many as there is time for: of each, one in three stays; the time is shared equally."""
        count = next((count for count in range(changes, _SHORTEST, -1) if self._fits(kind, count)), min(changes, _SHORTEST))
        sizes = self._sizes(count)
        return [Rung(size, self._games(kind, _SEARCH * self.seconds / len(sizes), size + 1)) for size in sizes]

    def _sizes(self, changes: int) -> list[int]:
        sizes = [changes]
        while sizes[-1] > 2 * self.top:
            sizes.append(max(2 * self.top, math.ceil(sizes[-1] / _KEPT)))
        return sizes

    def _fits(self, kind: str, changes: int) -> bool:
        """Whether every change of the first rung, and the variant itself, gets the fewest games that say something."""
        return (changes + 1) * self._least(kind) <= _SEARCH * self.seconds / len(self._sizes(changes))

    def along(self, kind: str, changes: int, rounds: int) -> tuple[int, int]:
        """Plan how so many numbers are looked along: in how many of the rounds that it takes, and the games of each change in a round.

        With little time the last rounds are left out, by which the smallest change is found exactly.
        """
        seconds = _ALONG * self.seconds
        fit = max(1, min(rounds, int(seconds / ((changes + 1) * self._least(kind)))))
        return fit, self._games(kind, seconds / fit, changes + 1)

    def curve(self, kind: str, values: int, *, alone: bool = False) -> int:
        """Return the games of each of so many values of a number; `alone`: nothing else is wanted. 0: there is too little time."""
        seconds = (_WHOLE_CURVE if alone else _CURVE) * self.seconds
        return self._games(kind, seconds, values) if alone or seconds >= values * self._least(kind) else 0

    def shortest_curve(self, kind: str, values: int) -> float:
        """Return the seconds that a curve of so many values takes at least."""
        return values * self._least(kind) / _WHOLE_CURVE

    def tested(self, kind: str, changes: int) -> int:
        """Return the games of a design by which so many changes are tested."""
        return self._games(kind, _TEST * self.seconds, changes + 1)

    def confirmed(self, kind: str, changes: int, kinds: int = 1, *, side: bool = False) -> int:
        """Return the games by which so many changes are shown, with those of so many designs.

        Parameters
        ----------
        kind : str
            The design.
        changes : int
        kinds : int
            How many designs play: most of the time goes to the target's.
        side : bool
            Whether it is one of the others, which show side effects only; these are not played (0) where there is too little time for them.
        """
        share = (1.0 if kinds == 1 else 0.7) if not side else 0.3 / (kinds - 1)
        seconds = _CONFIRM * share * self.seconds
        if side and seconds < (changes + 1) * self._least(kind):
            return 0
        return self._games(kind, seconds, changes + 1)

    def length(self, kind: str, changes: int) -> int:
        """Return the games by which the length of games is measured of so many changes; 0: there is too little time."""
        games = int(_LENGTH * self.seconds / (changes + 1) / self.paces[kind])
        return min(games, _MOST_OF_LENGTH) if games >= _LEAST_OF_LENGTH else 0

    def shortest(self, kind: str) -> float:
        """Return the seconds that a search of a design's figures takes at least; with fewer it would only show luck."""
        return (_SHORTEST + 1 + 2 + 2) * self._least(kind)

    def _least(self, kind: str) -> float:
        return LEAST[kind] * self.paces[kind] + _SEARCHED[kind].reading

    def _games(self, kind: str, seconds: float, variants: int) -> int:
        """Return the games of each of some variants in some seconds, in two digits."""
        games = (seconds / variants - _SEARCHED[kind].reading) / self.paces[kind]
        digits: int = 10 ** max(0, math.floor(math.log10(max(1.0, games))) - 1)
        return min(_SEARCHED[kind].most, max(LEAST[kind], int(games) // digits * digits))
