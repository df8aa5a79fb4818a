"""What a thing that is drawn changes: least squares of game figures on what was in the game, with errors over blocks (C7, Q6).

Every game has one character of each rank and so many unique districts, drawn by lot: a random design. An effect is read within the thing's
group, against the mean of all that could have been drawn in its place, so that the effects of a rank, and those of the unique districts,
sum to zero. Errors are those of White's sandwich over blocks: a game's figures have whatever spread they have.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from citadels_sim.arrays import Floats
from citadels_sim.statistics.ratios import Ratios

_BLOCKS_PER_PARAMETER = 5
"""Blocks that a fit needs for each of its parameters: fewer, and the sandwich is too thin."""


@dataclass(frozen=True)
class Design:
    """What was drawn for each block.

    Attributes
    ----------
    names : tuple of str
        The J candidates.
    groups : tuple of str
        The group of each, such as ``"rank 3"``: of every group as many are drawn in every block.
    present : numpy.ndarray
        Shape (blocks, J): 1 where it was drawn, else 0.
    """

    names: tuple[str, ...]
    groups: tuple[str, ...]
    present: Floats

    def members(self) -> list[list[int]]:
        """Candidates of each group with more than one of which not all are always drawn, by position."""
        columns = [[j for j, name in enumerate(self.groups) if name == group] for group in dict.fromkeys(self.groups)]
        return [group for group in columns if len(group) > 1 and len(self.present) and bool(np.any(np.ptp(self.present[:, group], axis=0)))]

    def sizes(self) -> list[int]:
        """Candidates of each group that varies."""
        return [len(group) for group in self.members()]

    def basis(self) -> list[Floats]:
        """Directions of effects that sum to zero, per group: orthonormal, shape (J, members - 1) each."""
        return [_contrasts(group, len(self.names)) for group in self.members()]


@dataclass(frozen=True)
class Effects:
    """Effects of the candidates on one figure.

    Attributes
    ----------
    mean : float
        The figure over all draws.
    ratios : Ratios
        The effect of each candidate; ``count`` is the number of blocks in which it was drawn.
    """

    mean: float
    ratios: Ratios


@dataclass(frozen=True)
class Pairs:
    """What two candidates of different groups change together, beyond the sum of their effects.

    Attributes
    ----------
    first, second : numpy.ndarray
        Positions of the two candidates, shape (P,).
    value, se : numpy.ndarray
        Shape (P,).
    count : numpy.ndarray
        Blocks in which both were drawn, shape (P,).
    """

    first: NDArray[np.intp]
    second: NDArray[np.intp]
    value: Floats
    se: Floats
    blocks: int
    count: Floats

    def discovery(self) -> Floats:
        """Return the false discovery rate at which each would be called an effect (Benjamini and Hochberg)."""
        return discoveries(self.value, self.se, self.blocks)


def discoveries(value: Floats, se: Floats, blocks: int) -> Floats:
    """Return Benjamini and Hochberg's q of no effect for many estimates; 1 for those without a spread.

    Parameters
    ----------
    value, se : numpy.ndarray
        Estimates and their standard errors, shape (J,) each.
    blocks : int
        Independent blocks behind them; Student's t has one degree of freedom less.

    Returns
    -------
    numpy.ndarray
        Shape (J,), 0 to 1.
    """
    q = np.ones(len(value))
    some = np.flatnonzero(np.isfinite(se) & (se > 0))
    if len(some):
        p = 2 * stats.t.sf(np.abs(value[some] / se[some]), max(1, blocks - 1))
        q[some] = stats.false_discovery_control(p)
    return q


def shrink(value: Floats, se: Floats) -> tuple[Floats, Floats]:
    """Shrink estimates towards 0 by what of their spread is noise (empirical Bayes).

    Parameters
    ----------
    value, se : numpy.ndarray
        Estimates and their standard errors, shape (J,) each.

    Returns
    -------
    mean, variance : numpy.ndarray
        Of what is known of each then, shape (J,) each; both 0 where all of the spread is noise.
    """
    noise = se**2
    true = max(0.0, float(np.mean(value**2) - np.mean(noise))) if len(value) else 0.0
    share = np.divide(true, true + noise, out=np.zeros_like(value), where=true + noise > 0)
    return share * value, share * noise


def least_blocks(sizes: Sequence[int], paired: Sequence[int] = ()) -> int:
    """Return how many blocks a fit needs.

    Parameters
    ----------
    sizes : sequence of int
        Candidates of each group.
    paired : sequence of int
        Those of the groups whose pairs are fitted, too.
    """
    parameters = 1 + sum(size - 1 for size in sizes)
    parameters += sum((a - 1) * (b - 1) for a, b in itertools.combinations(paired, 2))
    return _BLOCKS_PER_PARAMETER * parameters


def fit(design: Design, figure: Floats) -> Effects:
    """Estimate the effect of each candidate on a figure.

    Parameters
    ----------
    design : Design
    figure : numpy.ndarray
        Mean of the figure over the games of each block, shape (blocks,); nan leaves the block out.

    Returns
    -------
    Effects
        A candidate of a group that does not vary has no effect to be estimated: nan.

    Raises
    ------
    ValueError
        If there are fewer than `least_blocks`.
    """
    kept = np.isfinite(figure)
    needed = least_blocks(design.sizes())
    if kept.sum() < needed:
        raise ValueError(f"{kept.sum()} blocks where a fit needs {needed}")
    directions = _directions(design)
    columns = np.hstack([np.ones((int(kept.sum()), 1)), design.present[kept] @ directions])
    value, covariance = _least_squares(columns, figure[kept])
    spread = np.zeros((len(design.names), columns.shape[1]))
    spread[:, 1:] = directions
    effect = spread @ value
    drawn = np.zeros(len(design.names), bool)
    drawn[[j for group in design.members() for j in group]] = True
    count = design.present[kept].sum(axis=0)
    ratios = Ratios(np.where(drawn, effect, np.nan), spread @ covariance @ spread.T, int(kept.sum()), effect * count, count)
    return Effects(float(figure[kept].mean()), ratios)


def fit_pairs(design: Design, figure: Floats, groups: Sequence[str]) -> Pairs:
    """Estimate what every two candidates of different groups change together, beyond the sum of their effects.

    Parameters
    ----------
    design : Design
    figure : numpy.ndarray
        As for `fit`.
    groups : sequence of str
        The groups whose pairs are fitted; the fit has every group by itself.

    Returns
    -------
    Pairs
        None where fewer than two of these groups vary.

    Raises
    ------
    ValueError
        If there are fewer than `least_blocks`.
    """
    kept = np.isfinite(figure)
    present, bases = design.present[kept], design.basis()
    members = design.members()
    chosen = [i for i, group in enumerate(members) if design.groups[group[0]] in groups]
    needed = least_blocks(design.sizes(), [len(members[i]) for i in chosen])
    if len(present) < needed:
        raise ValueError(f"{len(present)} blocks where a fit needs {needed}")
    products = [_product(present @ bases[i], present @ bases[k]) for i, k in itertools.combinations(chosen, 2)]
    columns = np.hstack([np.ones((len(present), 1)), present @ _directions(design), *products])
    value, covariance = _least_squares(columns, figure[kept])
    at = 1 + sum(basis.shape[1] for basis in bases)
    parts: list[tuple[int, int, Floats]] = []
    for (i, k), product in zip(itertools.combinations(chosen, 2), products, strict=True):
        for a, b in itertools.product(members[i], members[k]):
            row = np.zeros(len(value))
            row[at : at + product.shape[1]] = np.outer(bases[i][a], bases[k][b]).reshape(-1)
            parts.append((a, b, row))
        at += product.shape[1]
    rows = np.array([row for _, _, row in parts]).reshape(len(parts), len(value))
    first, second = (np.array([part[place] for part in parts], dtype=np.intp) for place in (0, 1))
    se = np.sqrt(np.maximum(np.einsum("ij,jk,ik->i", rows, covariance, rows), 0.0))
    return Pairs(first, second, rows @ value, se, len(present), (present[:, first] * present[:, second]).sum(axis=0))


def _directions(design: Design) -> Floats:
    """All directions of effects side by side, shape (J, ...): no columns where nothing varies."""
    return np.hstack([np.zeros((len(design.names), 0)), *design.basis()])


def _contrasts(group: Sequence[int], size: int) -> Floats:
    """Helmert directions of a group, as columns over all candidates."""
    m = len(group)
    basis = np.zeros((size, m - 1))
    for k in range(1, m):
        basis[list(group[:k]), k - 1] = 1.0
        basis[group[k], k - 1] = -k
        basis[:, k - 1] /= np.sqrt(k * (k + 1))
    return basis


def _product(a: Floats, b: Floats) -> Floats:
    return (a[:, :, None] * b[:, None, :]).reshape(len(a), -1)


def _least_squares(columns: Floats, figure: Floats) -> tuple[Floats, Floats]:
    """Fit, with the sandwich covariance over blocks; the factor B/(B - p) as for a small sample."""
    bread = np.linalg.pinv(columns.T @ columns)
    value = bread @ (columns.T @ figure)
    scores = columns * (figure - columns @ value)[:, None]
    blocks, parameters = columns.shape
    covariance = bread @ (scores.T @ scores) @ bread * (blocks / (blocks - parameters))
    return value, covariance
