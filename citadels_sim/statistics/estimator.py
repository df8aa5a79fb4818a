"""The block estimator: a ratio of sums over seed-blocks with its cluster-robust error.

Every number of an analysis is ``sum of numerators / sum of denominators`` over blocks. All that has to
be kept of a run is the sum of each block total and of each product of two of them (`Moments`), so parts
of a run are analysed on their own and merged by adding, and covariances between figures come for free.

Source: docs/reference/estimators.md, A0; the error equals that of a weighted least-squares fit with
cluster-robust covariance (a test compares that with statsmodels).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from citadels_sim.arrays import Floats
from citadels_sim.statistics.bounds import ROUNDING
from citadels_sim.statistics.ratios import Ratios

#: What one column of block totals is about: (group, sum), e.g. ``("assassin", "picks")``.
Label = tuple[str, str]


@dataclass(frozen=True)
class Refits:
    """How blocks vary together over balanced half-samples, in the unit of `Moments.cross`, shape (K, K) each.

    Attributes
    ----------
    fixed : numpy.ndarray
        Where the model is the same for all.
    fitted : numpy.ndarray
        Where each half has a model of its own.
    """

    fixed: Floats
    fitted: Floats

    def variances(self, z: Floats, squares: Floats) -> Floats:
        """Return the variances of sums with weights `z`, shape (J,), given those of their blocks under one model.

        What the model adds is added. Where it takes variation away, so does the factor by which it does in half-samples: these are few, so
        that the difference may be more than there is.
        """
        fixed, fitted = (((z @ part) * z).sum(axis=1) for part in (self.fixed, self.fitted))
        factor = np.divide(fitted, fixed, out=np.ones_like(fixed), where=fixed > 0)
        return np.asarray(np.where(fitted < fixed, squares * factor, squares + fitted - fixed))


@dataclass(frozen=True)
class Moments:
    """Block totals of a run, condensed to sums and cross products.

    Attributes
    ----------
    labels : tuple of (str, str)
        What each of the K columns is: group and name of the sum; always in one order, so that
        later arithmetic does not depend on what was read first.
    blocks : int
        Number of independent blocks.
    totals : numpy.ndarray
        Sum of each column over the blocks, shape (K,), float64, in the column's own unit.
    cross : numpy.ndarray
        Sum over blocks of the products of columns, shape (K, K), float64.
    third : numpy.ndarray or None
        Sum over blocks of the square of each column times each other, shape (K, K): for the skewness of ratios of two columns, which
        figures of small runs need. None where it is not kept, as in the sums of long runs.
    refits : Refits or None
        What a model that was fitted on the same blocks adds to the cross products, and takes away from them; None where there is none.
        Such moments cannot be merged: the model of other blocks is another one.

    Notes
    -----
    Counts below 2**53 are exact in float64, so merging is exact and its order does not matter: a run read
    in one piece and in a hundred gives the same bits. (Win credits are counted in 840ths for that reason.)
    """

    labels: tuple[Label, ...]
    blocks: int
    totals: Floats
    cross: Floats
    third: Floats | None = None
    refits: Refits | None = None

    @classmethod
    def from_values(cls, labels: Sequence[Label], values: Floats, *, third: bool = False) -> Moments:
        """Condense a table of block totals.

        Parameters
        ----------
        labels : sequence of (str, str)
            One label per column, each once.
        values : numpy.ndarray
            One row per block, one column per label, shape (B, K).
        third : bool
            Whether to keep third moments.

        Raises
        ------
        ValueError
            If there is not one label per column, or a label stands twice.
        """
        if values.ndim != 2 or values.shape[1] != len(labels):
            raise ValueError(f"{len(labels)} labels for block totals of shape {values.shape}")
        if len(set(labels)) != len(labels):
            raise ValueError("a label stands twice among the columns of block totals")
        order = sorted(range(len(labels)), key=lambda i: _place(labels[i]))
        table = np.asarray(values, dtype=np.float64)[:, order]
        cubes = (table**2).T @ table if third else None
        return cls(tuple(labels[i] for i in order), len(table), table.sum(axis=0), table.T @ table, cubes)

    @classmethod
    def summed(cls, labels: Sequence[Label], blocks: int, totals: Floats, cross: Floats) -> Moments:
        """Take sums over blocks that were made elsewhere, in whatever order of columns.

        Parameters
        ----------
        labels : sequence of (str, str)
            One label per column, each once.
        blocks : int
            Blocks that were summed.
        totals, cross : numpy.ndarray
            Sums of the columns and of their products, shapes (K,) and (K, K).

        Returns
        -------
        Moments
            Without third moments.
        """
        order = sorted(range(len(labels)), key=lambda i: _place(labels[i]))
        return cls(tuple(labels[i] for i in order), blocks, totals[order], cross[np.ix_(order, order)])

    def __add__(self, other: Moments) -> Moments:
        """Merge with the moments of *other blocks* of the same cell; a missing column counts as zeros.

        Raises
        ------
        ValueError
            If a model was fitted on the blocks of either.
        """
        if self.refits is not None or other.refits is not None:
            raise ValueError("moments with refits cannot be merged: fit the model on all blocks")
        labels = tuple(sorted({*self.labels, *other.labels}, key=_place))
        here, there = self._spread(labels), other._spread(labels)
        third = None if here[2] is None or there[2] is None else here[2] + there[2]
        return Moments(labels, self.blocks + other.blocks, here[0] + there[0], here[1] + there[1], third)

    def _spread(self, labels: tuple[Label, ...]) -> tuple[Floats, Floats, Floats | None]:
        if labels == self.labels:
            return self.totals, self.cross, self.third
        place = {label: i for i, label in enumerate(labels)}
        at = np.array([place[label] for label in self.labels], dtype=np.intp)
        totals = np.zeros(len(labels))
        totals[at] = self.totals
        squares: list[Floats | None] = [None, None]
        for i, part in enumerate((self.cross, self.third)):
            if part is not None:
                squares[i] = wide = np.zeros((len(labels), len(labels)))
                wide[np.ix_(at, at)] = part
        cross, third = squares
        assert cross is not None
        return totals, cross, third

    def groups(self) -> tuple[str, ...]:
        """Names of the groups: numbers by size, then words by letter, whatever the order of merging."""
        return tuple(sorted({group for group, _ in self.labels}, key=_natural))

    def weights(self, columns: Mapping[Label, float]) -> Floats:
        """Return a row of column weights for `ratios`.

        Parameters
        ----------
        columns : mapping of (str, str) to float
            Label -> weight; columns that this table lacks are left out.

        Returns
        -------
        numpy.ndarray
            Shape (K,).
        """
        row = np.zeros(len(self.labels))
        for label, weight in columns.items():
            if (place := self._places.get(label)) is not None:
                row[place] = weight
        return row

    @cached_property
    def _places(self) -> dict[Label, int]:
        return {label: i for i, label in enumerate(self.labels)}

    def ratios(self, numerators: Floats, denominators: Floats) -> Ratios:
        """Estimate J ratios of (weighted) column sums, with their joint covariance.

        Parameters
        ----------
        numerators, denominators : numpy.ndarray
            Column weights of each ratio's numerator and denominator, shape (J, K) each.

        Returns
        -------
        Ratios
            A ratio whose denominator is zero is nan.
        """
        over = numerators @ self.totals
        under = denominators @ self.totals
        theta = np.divide(over, under, out=np.full(len(over), np.nan), where=under != 0)
        z = numerators - theta[:, None] * denominators
        squares = self._squares(z, self.cross)
        if self.refits is not None:
            variances = self.refits.variances(z, np.diag(squares))
            squares = squares + self._squares(z, self.refits.fitted - self.refits.fixed)
            np.fill_diagonal(squares, variances)
        skew = self._skewness(z, np.diag(squares))
        squares = squares * (self.blocks / (self.blocks - 1) if self.blocks > 1 else np.nan)
        scale = np.outer(under, under)
        inside = ((denominators @ self.cross) * denominators).sum(axis=1)
        cases = np.divide(under**2, inside, out=np.zeros_like(under), where=inside > 0)
        covariance = np.divide(squares, scale, out=np.full_like(squares, np.nan), where=scale != 0)
        return Ratios(theta, covariance, self.blocks, over, under, cases, skew)

    @staticmethod
    def _squares(z: Floats, cross: Floats) -> Floats:
        """Sums of the products of residuals `z`, shape (J, J)."""
        squares = z @ cross @ z.T
        # What exact arithmetic would make zero comes out as a tiny number of either sign.
        size = np.abs(z) @ np.abs(cross) @ np.abs(z).T
        return np.where(np.abs(squares) <= ROUNDING * size, 0.0, squares)

    def _skewness(self, z: Floats, squares: Floats) -> Floats | None:
        """Skewness of ratios with residuals `z`, of two columns each (of more: 0), from the sums of their squares, shape (J,)."""
        if self.third is None:
            return None
        known = (squares > 0) & (np.count_nonzero(z, axis=1) <= 2)
        cubes = 3 * ((z**2 @ self.third) * z).sum(axis=1) - 2 * (z**3) @ np.diag(self.third)
        # At most 1: that of a single block that differs from all others.
        skew = np.divide(cubes, np.where(known, squares, 1.0) ** 1.5, out=np.zeros(len(z)), where=known)
        return np.asarray(skew.clip(-1, 1))


def _place(label: Label) -> tuple[tuple[float, str], str]:
    return _natural(label[0]), label[1]


def _natural(name: str) -> tuple[float, str]:
    try:
        return float(name), name
    except ValueError:
        return float("inf"), name
