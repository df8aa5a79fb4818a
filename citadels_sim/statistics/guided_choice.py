"""Conditional logit of few choices whose prior are effects found elsewhere, at several levels, followed as far as the choices show.

The effects are normal about ``scale`` times the effects of one level, each off by its own part. Which level, how wide the parts are and
how far the scale may lie from 1 is not known: every combination is fitted by itself (Laplace's approximation) and weighs as much as it
predicted what was chosen, as Rue, Martino and Chopin (2009) do for latent Gaussian models. Without choices the posterior is the prior.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final, NamedTuple

import numpy as np
from scipy import special

from citadels_sim.arrays import Floats
from citadels_sim.statistics.conditional_logit import log_likelihood
from citadels_sim.statistics.newton import Evaluate, maximise

SCALES: Final = ((1.0, 0.1, 0.9), (0.0, 1.0, 0.1))
"""How far the effects of a level may be followed: mean, standard deviation and probability of each way.

As they are, about; or anyhow, even turned round."""
APART: Final = ((0.25, 0.15), (0.5, 0.3), (1.0, 0.35), (2.0, 0.15), (4.0, 0.05))
"""How far the effects may be off by their own parts, in units of how far those of two levels lie apart, and how likely each is."""
FREE: Final = ((0.0, 0.0, 1.0),)
"""The scale of effects that follow no level."""
_SEED: Final = 20_161_125
_CHUNK: Final = 1 << 21
"""Chances that are computed at a time."""


@dataclass(frozen=True)
class Guide:
    """Effects that were found elsewhere.

    Attributes
    ----------
    name : str
        Of the level.
    effects : numpy.ndarray
        Log odds, shape (P,).
    covariance : numpy.ndarray
        Of their errors, shape (P, P).
    """

    name: str
    effects: Floats
    covariance: Floats


class _Part(NamedTuple):
    """One combination, fitted: the effects are normal, and given them the scale is ``constant + slope @ effects``, off by `rest`."""

    log_weight: float
    mean: Floats
    root: Floats  # of the covariance, shape (P, P)
    constant: float
    slope: Floats
    rest: float


@dataclass(frozen=True)
class Posterior:
    """What is known of the effects: a mixture of normal distributions.

    Attributes
    ----------
    guides : tuple of str
        Names of the levels.
    shares : numpy.ndarray
        Probability of each level, shape (L,).
    effects : numpy.ndarray
        Draws, shape (D, P).
    scales : numpy.ndarray
        How far the effects of its level are followed, in each draw, shape (D,).
    """

    guides: tuple[str, ...]
    shares: Floats
    effects: Floats
    scales: Floats


def fit_guided(
    design: Floats,
    chosen: Floats,
    guides: Sequence[Guide],
    apart: Floats,
    *,
    draws: int = 4_000,
    scales: Sequence[tuple[float, float, float]] = SCALES,
    multiples: Sequence[tuple[float, float]] = APART,
) -> Posterior:
    """Fit the effects to choices.

    Parameters
    ----------
    design : numpy.ndarray
        What is known of each alternative of each choice, shape (S, n, P); S may be 0.
    chosen : numpy.ndarray
        Share of the choice that fell on each alternative, shape (S, n).
    guides : sequence of Guide
        The levels, one at least; each is as likely as another before.
    apart : numpy.ndarray
        How far the effects of two levels lie apart, shape (P,): the unit of `multiples`.
    draws : int
        D, number of draws of the posterior.
    scales, multiples : sequence
        As `SCALES` and `APART`.

    Raises
    ------
    ValueError
        If no combination has a maximum: the numbers are not finite.
    """
    flat, taken = np.ascontiguousarray(design.transpose(2, 1, 0)), np.ascontiguousarray(chosen.T)
    parts = []
    for (number, guide), (about, loose, likely), (multiple, usual) in product(enumerate(guides), scales, multiples):
        prior = guide.covariance + loose**2 * np.outer(guide.effects, guide.effects) + np.diag((multiple * apart) ** 2)
        part = _fitted(log_likelihood(flat, taken), guide.effects, (about, loose), prior)
        if part is not None:
            parts.append((number, part._replace(log_weight=part.log_weight + float(np.log(likely * usual)))))
    if not parts:
        raise ValueError("the effects have no maximum")
    logs = np.array([part.log_weight for _, part in parts])
    weights = np.exp(logs - special.logsumexp(logs))
    shares = np.bincount([number for number, _ in parts], weights, len(guides)).astype(np.float64)
    effects, followed = zip(*_drawn([part for _, part in parts], weights, draws), strict=True)
    return Posterior(tuple(guide.name for guide in guides), shares, np.concatenate(effects), np.concatenate(followed))


def fit_free(design: Floats, chosen: Floats, width: float, draws: int = 4_000) -> Posterior:
    """Fit the effects to choices without a level: each is normal about 0 with this standard deviation, in log odds; as `fit_guided`."""
    size = design.shape[2]
    nothing = Guide("", np.zeros(size), np.zeros((size, size)))
    return fit_guided(design, chosen, [nothing], np.full(size, width), draws=draws, scales=FREE, multiples=((1.0, 1.0),))


def _fitted(likelihood: Evaluate, guide: Floats, scale: tuple[float, float], prior: Floats) -> _Part | None:
    about, loose = scale
    mean, precision = about * guide, np.linalg.inv(prior)

    def evaluate(beta: Floats) -> tuple[float, Floats, Callable[[], Floats]]:
        value, slope, information = likelihood(beta)
        pull = precision @ (beta - mean)
        return value - 0.5 * float((beta - mean) @ pull), slope - pull, lambda: information() + precision

    peak = maximise(evaluate, len(mean), start=mean)
    if peak is None:
        return None
    covariance = np.linalg.inv(peak.information())
    before, after = (float(np.linalg.slogdet(matrix)[1]) for matrix in (prior, covariance))
    # The scale and the effects are normal together before the choices, which tell of the scale by the effects alone.
    pulled = loose**2 * (precision @ guide)
    rest = max(loose**2 * (1 - float(pulled @ guide)), 0.0) ** 0.5
    root = np.linalg.cholesky((covariance + covariance.T) / 2)
    return _Part(
        evaluate(peak.beta)[0] + 0.5 * (after - before), peak.beta, np.asarray(root, np.float64), about - float(pulled @ mean), pulled, rest
    )


def _drawn(parts: Sequence[_Part], weights: Floats, draws: int) -> Iterator[tuple[Floats, Floats]]:
    """Draw from each part as often as its weight says; the rest of a whole number is carried on to the next."""
    rng = np.random.Generator(np.random.PCG64(_SEED))
    ends = np.round(np.cumsum(weights) * draws).astype(int)
    for part, count in zip(parts, np.diff(ends, prepend=0), strict=True):
        effects = part.mean + rng.standard_normal((count, len(part.mean))) @ part.root.T
        yield effects, part.constant + effects @ part.slope + part.rest * rng.standard_normal(count)


def standardised(design: Floats, members: Floats, effects: Floats) -> Floats:
    """Return the mean chance of groups of alternatives in choices as they are, under each of several sets of effects.

    Parameters
    ----------
    design : numpy.ndarray
        Of each alternative of the choices, shape (S, n, P).
    members : numpy.ndarray
        Whether an alternative is of a group, 0 or 1, shape (J, S, n).
    effects : numpy.ndarray
        Shape (D, P).

    Returns
    -------
    numpy.ndarray
        Shape (D, J); nan for a group without members.
    """
    choices, places, size = design.shape
    groups = members.reshape(len(members), -1)
    counts = groups.sum(axis=1)
    rates = np.empty((len(effects), len(members)))
    step = max(1, _CHUNK // max(choices * places, 1))
    for first in range(0, len(effects), step):
        some = effects[first : first + step]
        worth = (design.reshape(-1, size) @ some.T).reshape(choices, places, len(some))
        worth -= worth.max(axis=1, keepdims=True)
        np.exp(worth, out=worth)
        worth /= worth.sum(axis=1, keepdims=True)
        with np.errstate(invalid="ignore"):
            rates[first : first + step] = (groups @ worth.reshape(-1, len(some)) / counts[:, None]).T
    return rates
