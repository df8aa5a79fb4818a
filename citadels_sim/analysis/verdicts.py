"""Verdicts against a margin declared beforehand: balanced, imbalanced, or inconclusive and what it would take.

With a million games any difference is "significant"; what a designer needs to know is whether it is
larger than what matters. Source: shared analytics reference A0 (equivalence verdicts).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from citadels_sim.analysis.estimator import LEVEL, Ratios

__all__ = ["SEAT_MARGIN", "Verdict", "Word", "judge"]

Word = Literal["balanced", "imbalanced", "inconclusive"]

#: Win chance per game by which a seat may differ from 1/n and still count as fair: 2 percentage points.
SEAT_MARGIN = 0.02


@dataclass(frozen=True)
class Verdict:
    """What a family of estimates says about a margin.

    Attributes
    ----------
    word : {"balanced", "imbalanced", "inconclusive"}
        Of the family: imbalanced if one member is, balanced if all are.
    margin : float
        The margin, in the unit of the estimates.
    members : tuple of str
        The word of each member.
    largest : int
        Index of the member farthest from the null.
    effect : float
        That member's distance from the null, signed.
    needed : int or None
        When inconclusive: how many blocks in all would probably settle it; None when already settled or
        when an effect lies so near the margin that no practical number would.
    """

    word: Word
    margin: float
    members: tuple[Word, ...]
    largest: int
    effect: float
    needed: int | None


def judge(ratios: Ratios, null: NDArray[np.float64], margin: float, level: float = LEVEL) -> Verdict:
    """Judge whether estimates lie within a margin of what would be fair.

    Parameters
    ----------
    ratios : Ratios
        The family of estimates.
    null : numpy.ndarray
        What would be fair, shape (J,).
    margin : float
        Distance from `null` that does not matter; declared before the run.
    level : float
        Confidence of the words; a member is balanced when its simultaneous interval at ``2*level - 1``
        lies inside the margin (two one-sided tests), imbalanced when that at `level` lies wholly outside.

    Returns
    -------
    Verdict
    """
    effect = ratios.value - null
    if ratios.blocks < 2 or not np.all(np.isfinite(ratios.se)):
        words: tuple[Word, ...] = tuple("inconclusive" for _ in effect)
        return Verdict("inconclusive", margin, words, int(np.argmax(np.abs(effect))), float("nan"), None)
    narrow, wide = ratios.critical(2 * level - 1) * ratios.se, ratios.critical(level) * ratios.se
    inside = np.abs(effect) + narrow <= margin
    outside = np.abs(effect) - wide > margin
    members = tuple(_word(bool(i), bool(o)) for i, o in zip(inside, outside, strict=True))
    largest = int(np.argmax(np.abs(effect)))
    word: Word = "inconclusive"
    if "imbalanced" in members:
        word = "imbalanced"
    elif all(member == "balanced" for member in members):
        word = "balanced"
    needed = None
    if word == "inconclusive":
        needed = _needed(effect, narrow, wide, margin, ratios.blocks)
    return Verdict(word, margin, members, largest, float(effect[largest]), needed)


def _word(inside: bool, outside: bool) -> Word:
    if outside:
        return "imbalanced"
    return "balanced" if inside else "inconclusive"


def _needed(
    effect: NDArray[np.float64],
    narrow: NDArray[np.float64],
    wide: NDArray[np.float64],
    margin: float,
    blocks: int,
) -> int | None:
    """Blocks at which the family would be settled if the estimates stayed where they are."""
    gap = np.abs(margin - np.abs(effect))
    beyond = np.abs(effect) > margin
    with np.errstate(divide="ignore"):
        each = blocks * (np.where(beyond, wide, narrow) / gap) ** 2
    # One member beyond the margin settles the family; otherwise all have to be shown inside.
    total = float(np.min(each[beyond])) if np.any(beyond) else float(np.max(each))
    # More than a thousandfold is "no practical number": the effect lies on the margin.
    return math.ceil(total) if total <= 1000 * blocks else None
