"""The games of an attribution are played as those of a tournament."""

from __future__ import annotations

from citadels_sim.designs.tournament.play import PLAYER

__all__ = ["PLAYER"]
