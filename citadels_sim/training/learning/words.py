"""How strong what was learned is, in the unit of the check of skill."""

from __future__ import annotations

from citadels_sim.formats import fixed
from citadels_sim.training.learning.strength import Strength


def above_even(strength: Strength, players: int) -> str:
    """Write how far a bot comes of the way from an even share to all wins, with `planner` at each other seat.

    Returns
    -------
    str
        ``36 % [34, 39] of the possible wins above an even share, against 3 planners``.
    """
    even = 1 / players
    share, low, high = (fixed(100 * (value - even) / (1 - even), 0).replace("-", "\N{MINUS SIGN}") for value in strength[:3])
    others = "planner" if players == 2 else f"{players - 1} planners"
    return f"{share} % [{low}, {high}] of the possible wins above an even share, against {others}"
