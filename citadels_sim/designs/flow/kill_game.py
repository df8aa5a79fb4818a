"""The guessing game within the draft: one picks among characters of known worth, the Assassin names one and takes its worth away (C9, D2).

Source: docs/reference/estimators.md, D2. It says how far a habit of picking can be exploited by one who knows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import optimize

from citadels_sim.arrays import Floats


@dataclass(frozen=True)
class KillGame:
    """The equilibrium.

    Attributes
    ----------
    value : float
        What the picker gets.
    picks, kills : numpy.ndarray
        Chances with which each character is picked, and named.
    """

    value: float
    picks: Floats
    kills: Floats


def solve_kill_game(worth: Sequence[float]) -> KillGame:
    """Solve the game for characters of given worth.

    Parameters
    ----------
    worth : sequence of float
        What each character brings who is not killed; at least two, none negative.

    Raises
    ------
    ValueError
        For fewer than two characters, or a negative worth.

    Notes
    -----
    A linear program for the picker: the greatest v such that against every named character the others picked bring at least v; the
    Assassin's chances are its dual.
    """
    values = np.asarray(worth, dtype=np.float64)
    if len(values) < 2 or (values < 0).any():
        raise ValueError("the worth of at least two characters is needed, none of it negative")
    n = len(values)
    # v - sum of p_i worth_i over i != k is at most 0, for every named k.
    bounds = np.column_stack([-(values[None, :] * (1 - np.eye(n))), np.ones(n)])
    solved = optimize.linprog(
        np.append(np.zeros(n), -1.0),
        A_ub=bounds,
        b_ub=np.zeros(n),
        A_eq=[[1.0] * n + [0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * n + [(None, None)],
    )
    return KillGame(float(-solved.fun), np.asarray(solved.x[:n]), np.asarray(-solved.ineqlin.marginals))


def exploitability(picks: Sequence[float], worth: Sequence[float]) -> float:
    """Measure what a habit of picking gives away to an Assassin who knows it.

    Parameters
    ----------
    picks : sequence of float
        Chance with which each character is picked; they sum to 1.
    worth : sequence of float
        What each brings who is not killed.

    Returns
    -------
    float
        The equilibrium's value less what the habit gets against the name that hurts it most; 0 for the equilibrium itself.
    """
    p, values = np.asarray(picks, dtype=np.float64), np.asarray(worth, dtype=np.float64)
    brought = p * values
    return solve_kill_game(worth).value - float(brought.sum() - brought.max())
