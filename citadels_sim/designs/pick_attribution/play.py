"""The games of an attribution of picks are played as those of a run of forks."""

from __future__ import annotations

from citadels_sim.designs.forks.play import PLAYER

__all__ = ["PLAYER"]
