"""A synthetic world of forked picks whose true effects are known: few nodes, and differences that are -1, 0 or 1 in most of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from citadels_sim.statistics.estimator import Moments
from citadels_sim.statistics.ratios import Ratios


@dataclass(frozen=True)
class ForkedNodes:
    """Nodes at which `choices` of the characters can be picked; a pick changes who wins in a part of them.

    Attributes
    ----------
    chances : tuple of float
        Chance to win with each character where the pick matters.
    matters : float
        Share of copies in which it does; in all others they have the same winner.
    """

    chances: tuple[float, ...]
    matters: float = 0.6
    choices: int = 5

    @property
    def effects(self) -> np.ndarray:
        """The true effects: of a pick less the mean of all that could be made."""
        chance = np.array(self.chances)
        others = (chance.sum() - chance) / (len(chance) - 1)
        return self.matters * (1 - 1 / self.choices) * (chance - others)

    def played(self, nodes: int, rng: np.random.Generator) -> Ratios:
        """Play so many nodes, each of its own deal and of a weight of its own, and estimate."""
        size = len(self.chances)
        there = rng.random((nodes, size)).argsort(axis=1) < self.choices
        same = rng.random((nodes, 1)) < np.mean(self.chances)
        own = rng.random((nodes, size)) < np.array(self.chances)
        win = np.where(rng.random((nodes, size)) < self.matters, own, same).astype(float)
        weight = rng.integers(4, 10, (nodes, 1)) * there
        effect = weight * (win - ((win * there).sum(axis=1) / self.choices)[:, None])
        labels = [(str(j), name) for j in range(size) for name in ("effect", "weight")]
        moments = Moments.from_values(labels, np.stack([effect, weight], axis=2).reshape(nodes, -1), third=True)
        over, under = (np.array([moments.weights({(str(j), name): 1.0}) for j in range(size)]) for name in ("effect", "weight"))
        return moments.ratios(over, under)
