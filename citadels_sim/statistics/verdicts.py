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

from citadels_sim.statistics.ratios import LEVEL, Ratios

LEAST_COUNT = 30
"""Smallest denominator from which a verdict is given: a handful of cases that came out alike have no spread, and say nothing."""

Word = Literal["balanced", "imbalanced", "inconclusive"]


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
    member_needed : tuple of (int or None)
        The same of each member by itself; None where it is settled.
    narrower : tuple of float
        Half-width of the interval that each member lies inside with if it is balanced, in that at `level`; nan with too few blocks.
    """

    word: Word
    margin: float
    members: tuple[Word, ...]
    largest: int
    effect: float
    needed: int | None
    member_needed: tuple[int | None, ...]
    narrower: tuple[float, ...] = ()


def judge(ratios: Ratios, null: NDArray[np.float64], margin: float, level: float = LEVEL, *, share: bool = False) -> Verdict:
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
        lies inside the margin (two one-sided tests), imbalanced when that at `level` lies wholly outside,
        and inconclusive in any case with a denominator below `LEAST_COUNT`.
    share : bool
        The estimates are shares of a whole (`Ratios.interval`).
    """
    effect = ratios.value - null
    if ratios.blocks < 2 or not np.all(np.isfinite(ratios.se)):
        words: tuple[Word, ...] = tuple("inconclusive" for _ in effect)
        unknown = (float("nan"),) * len(words)
        return Verdict("inconclusive", margin, words, int(np.argmax(np.abs(effect))), float("nan"), None, (None,) * len(words), unknown)
    critical, inner = ratios.critical(level), ratios.critical(2 * level - 1)
    (low, high), (inner_low, inner_high) = (ratios.simultaneous(one, share=share) for one in (level, 2 * level - 1))
    narrow, wide = (inner_high - inner_low) / 2, (high - low) / 2
    inside = (inner_low - null >= -margin) & (inner_high - null <= margin)
    outside = (low - null > margin) | (high - null < -margin)
    known = ratios.count >= LEAST_COUNT
    members = tuple(_word(bool(i), bool(o)) if k else "inconclusive" for i, o, k in zip(inside, outside, known, strict=True))
    largest = int(np.argmax(np.abs(effect)))
    word: Word = "inconclusive"
    if "imbalanced" in members:
        word = "imbalanced"
    elif all(member == "balanced" for member in members):
        word = "balanced"
    each = _blocks_needed(effect, narrow, wide, margin, ratios.blocks)
    needed = None
    if word == "inconclusive":
        # One member beyond the margin settles the family; otherwise all have to be shown inside.
        beyond = np.abs(effect) > margin
        needed = _practical(float(np.min(each[beyond]) if np.any(beyond) else np.max(each)), ratios.blocks)
    open_members = zip(members, each, strict=True)
    member_needed = tuple(_practical(float(n), ratios.blocks) if m == "inconclusive" else None for m, n in open_members)
    return Verdict(word, margin, members, largest, float(effect[largest]), needed, member_needed, tuple((inner / critical).tolist()))


def _word(inside: bool, outside: bool) -> Word:
    if outside:
        return "imbalanced"
    return "balanced" if inside else "inconclusive"


def _blocks_needed(
    effect: NDArray[np.float64], narrow: NDArray[np.float64], wide: NDArray[np.float64], margin: float, blocks: int
) -> NDArray[np.float64]:
    """Blocks at which each member would be settled if its estimate stayed where it is."""
    gap = np.abs(margin - np.abs(effect))
    with np.errstate(divide="ignore"):
        needed: NDArray[np.float64] = blocks * (np.where(np.abs(effect) > margin, wide, narrow) / gap) ** 2
    return needed


def _practical(needed: float, blocks: int) -> int | None:
    """Round up; more than a thousandfold is "no practical number": the effect lies on the margin."""
    return math.ceil(needed) if needed <= 1000 * blocks else None
