"""What a bot is. Two kinds play the same game.

A *compiled bot* is a function ``choose(public, me, rules, legal, n, mind) -> index`` over the engine's records, decorated with
`compiled_bot`. It must only read the records. A *plain bot* is any callable ``choose(view, legal, rng) -> label`` over the dictionaries and
labels of the game API: slower by three orders of magnitude, and the same game.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from citadels_sim.engine.jit import seam
from citadels_sim.engine.loop import BOT_SIGNATURE, PARAMETERS

PlainChoice = Callable[[dict[str, Any], tuple[str, ...], random.Random], str]
"""``choose(view, legal, rng) -> label``: the view of `Game.view`, the labels of `Game.legal`, a generator seeded per decision."""


@dataclass(frozen=True)
class Parameter:
    """One named number that changes how a bot plays."""

    name: str
    default: float
    low: float
    high: float
    doc: str


@dataclass(frozen=True)
class Bot:
    """A bot with its parameters filled in.

    Attributes
    ----------
    name : str
        What people write, parameters included, e.g. ``"builder:noise=2"``.
    doc : str
        One line about how it plays.
    choose : callable
        The compiled function, or the plain one.
    compiled : bool
        Which of the two kinds it is.
    parameters : tuple of Parameter
        What can be set.
    values : mapping of str to float
        What is set.
    stochastic : bool
        Whether it ever draws a random number.
    source : str
        ``"built in"`` or the file it came from.
    """

    name: str
    doc: str
    choose: Callable[..., Any]
    compiled: bool = True
    parameters: tuple[Parameter, ...] = ()
    values: Mapping[str, float] = field(default_factory=dict)
    stochastic: bool = True
    source: str = "built in"

    def vector(self) -> npt.NDArray[np.float64]:
        """Return the parameters as the compiled function gets them, shape (PARAMETERS,), float64, in their declared order."""
        vector = np.zeros(PARAMETERS)
        for i, parameter in enumerate(self.parameters):
            vector[i] = self.values.get(parameter.name, parameter.default)
        return vector


def compiled_bot(function: Callable[..., Any], calls: tuple[Callable[..., Any], ...] = ()) -> Callable[..., Any]:
    """Declare a compiled bot: ``(public, me, rules, legal, n, mind) -> index``.

    Parameters of the decorated function
    ------------------------------------
    public : record
        What everybody sees (`citadels_sim.engine.state.PUBLIC`). Read only.
    me : record
        What this seat alone knows (`citadels_sim.engine.state.SEAT`). Read only.
    rules : record
        The rules at this table (`citadels_sim.engine.rules.RULES`). Read only.
    legal : record
        Legal actions ``legal.code[0] .. legal.code[n - 1]`` (`citadels_sim.engine.actions`). Read only.
    n : int
        How many actions are legal, at least 1.
    mind : record
        ``mind.parameters[k]``, float64, the declared parameters in their order; and the stream of random numbers for this decision, for
        `citadels_sim.engine.rng.next_below` and ``next_unit``.

    Returns
    -------
    int
        Index of the chosen action, 0 to n - 1.
    """
    return seam(BOT_SIGNATURE, calls)(function)
