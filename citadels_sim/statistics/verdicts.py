"""Verdicts against a margin declared beforehand: within it, beyond it, or undecided and what it would take.

With a million games any difference is "significant"; what a designer needs to know is whether it is
larger than what matters. Source: docs/reference/estimators.md, A0 (equivalence verdicts) and G.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import special

from citadels_sim.statistics.planning import Needed, cases_needed
from citadels_sim.statistics.ratios import LEAST_COUNT, LEVEL, Ends, Ratios
from citadels_sim.verdicts import Place, State

__all__ = ["LEAST_COUNT", "Verdict", "judge"]


@dataclass(frozen=True)
class Verdict:
    """What a family of estimates says about a margin.

    Attributes
    ----------
    state : {"holds", "fails", "open"}
        Of the family: it fails if one member lies beyond the margin, it holds if all lie within.
    margin : float or numpy.ndarray
        The margin, in the unit of the estimates; an array of each.
    members : tuple of {"within", "above", "below", "open"}
        Where each member lies.
    largest : int
        Index of the member farthest from the null, of those with enough cases.
    effect : float
        That member's distance from the null, signed.
    needed : Needed or None
        When open: how many blocks in all would settle it in four of five cases; None when already settled, and where it cannot be
        said (`planning.cases_needed`).
    member_needed : tuple of (Needed or None)
        The same of each member by itself; None where it is settled.
    inner : tuple of (float, float)
        The interval that lies inside the margin where a member is within, of each: at ``2*level - 1``, of this one alone; nan with too few
        blocks.
    """

    state: State
    margin: float | NDArray[np.float64]
    members: tuple[Place, ...]
    largest: int
    effect: float
    needed: Needed | None
    member_needed: tuple[Needed | None, ...]
    inner: tuple[tuple[float, float], ...] = ()


def judge(
    ratios: Ratios,
    null: NDArray[np.float64],
    margin: float | NDArray[np.float64],
    level: float = LEVEL,
    *,
    share: bool = False,
    within: Ends | None = None,
) -> Verdict:
    """Judge whether estimates lie within a margin of what would be fair.

    Parameters
    ----------
    ratios : Ratios
        The family of estimates.
    null : numpy.ndarray
        What would be fair, shape (J,).
    margin : float or numpy.ndarray
        Distance from `null` that does not matter; declared before the run. Of an array each estimate has its own, shape (J,).
    level : float
        Confidence of the verdict. A member is within when its own interval at ``2*level - 1`` lies inside the margin (two one-sided
        tests), beyond it when its *simultaneous* interval at `level` lies wholly outside, and open in any case with fewer than
        `LEAST_COUNT` cases (`Ratios.effective`).
    share : bool
        The estimates are shares of a whole (`Ratios.interval`).
    within : (float, float) or (numpy.ndarray, numpy.ndarray), optional
        Between which each of them lies.

    Notes
    -----
    Why the two differ: "all within" is wrong only where a member lies beyond the margin, and then that member's own test has to err; no
    correction for their number is needed (an intersection-union test, Berger 1982). "Some beyond" is wrong if any of the tests errs,
    and is corrected. A member's own "within" is wrong with at most 5 % probability *for that member*; of several beyond the margin
    more may be called within by mistake, 5 in 100 of them.
    """
    effect = ratios.value - null
    if ratios.blocks < 2 or not np.all(np.isfinite(ratios.se)):
        nowhere: tuple[Place, ...] = tuple("open" for _ in effect)
        unknown = ((float("nan"), float("nan")),) * len(nowhere)
        return Verdict("open", margin, nowhere, int(np.argmax(np.abs(effect))), float("nan"), None, (None,) * len(nowhere), unknown)
    each_level = ratios.level_alone(level)
    low, high = ratios.simultaneous(level, share=share, within=within)
    inner_low, inner_high = ratios.interval(2 * level - 1, share=share, within=within)
    inside = (inner_low - null >= -margin) & (inner_high - null <= margin)
    known = ratios.effective >= LEAST_COUNT
    above, below = known & (low - null > margin), known & (high - null < -margin)
    members = tuple(map(_place, above.tolist(), below.tolist(), (known & inside).tolist()))
    largest = int(np.argmax(np.where(known, np.abs(effect), -1.0) if known.any() else np.abs(effect)))
    state: State = "fails" if (above | below).any() else "holds" if all(member == "within" for member in members) else "open"
    inner_most, outer_most = float(special.ndtri(level)), float(special.ndtri((1 + each_level) / 2))
    se = np.where(known, ratios.se, np.nan)
    # Of several margins each estimate is measured in its own.
    unit, end = (margin, 1.0) if isinstance(margin, np.ndarray) else (1.0, margin)
    together, each = cases_needed(effect / unit, se / unit, (-end, end), ratios.blocks, inner=inner_most, outer=outer_most)
    member_needed = tuple(one if place == "open" else None for one, place in zip(each, members, strict=True))
    return Verdict(
        state,
        margin,
        members,
        largest,
        float(effect[largest]),
        together if state == "open" else None,
        member_needed,
        tuple(zip(inner_low.tolist(), inner_high.tolist(), strict=True)),
    )


def _place(above: bool, below: bool, inside: bool) -> Place:
    return "above" if above else "below" if below else "within" if inside else "open"
