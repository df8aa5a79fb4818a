"""What bots are rated over: each variant at each number of players, each variant as a whole, and all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from citadels_sim.ladder.fit import Choices, by_places
from citadels_sim.ladder.games import Games

ALL: Final = "all"
"""Stands for the variant in figures over all variants."""


@dataclass(frozen=True)
class Scope:
    """Games whose bots are to have one strength each.

    Attributes
    ----------
    variant : str
        The variant, or `ALL`.
    players : int or None
        The number of players; None for all.
    places : tuple of Choices
        Its games, one entry per variant and number of players.
    """

    variant: str
    players: int | None
    places: tuple[Choices, ...]

    @property
    def words(self) -> str:
        """What it is called in a sentence."""
        variant = "all variants" if self.variant == ALL else self.variant
        return f"{variant}, {self.players} players" if self.players else f"{variant}, all numbers of players"

    @property
    def games_of(self) -> list[Games]:
        """Its games, one entry per variant and number of players."""
        return [entry.games for entry in self.places]

    @property
    def games(self) -> int:
        """Games in all."""
        return sum(part.games for part in self.games_of)

    @property
    def too_few(self) -> str:
        """Why it cannot be rated although its bots met: some seat was always, or never, chosen before the others."""
        return f"{self.games:,} games are too few to separate seats from bots. Play more games."


def scopes_of(games: Sequence[Games]) -> list[Scope]:
    """Each variant at each number of players, each variant with several of them, and all variants if there are several."""
    cells = [Scope(part.variant, part.players, (by_places(part),)) for part in games]
    variants = list(dict.fromkeys(cell.variant for cell in cells))
    pools = [(variant, [cell for cell in cells if cell.variant == variant]) for variant in variants]
    pooled = [_pooled(variant, own) for variant, own in pools if len(own) > 1]
    return cells + pooled + ([_pooled(ALL, cells)] if len(variants) > 1 else [])


def _pooled(variant: str, cells: Sequence[Scope]) -> Scope:
    return Scope(variant, None, tuple(cell.places[0] for cell in cells))
