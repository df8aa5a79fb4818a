"""The spaces of Gymnasium that all environments share."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from citadels_sim.env.fields import upper_bounds
from citadels_sim.env.numbering import ACTIONS

Observation = dict[str, npt.NDArray[Any]]
"""``observation``: int16, shape (SIZE,), see `fields`; ``action_mask``: int8, shape (ACTIONS,), see `numbering`."""


def action_space() -> spaces.Discrete:
    """Return a new space of all actions of all editions."""
    return spaces.Discrete(ACTIONS)


def observation_space() -> spaces.Dict:
    """Return a new space of what a seat sees and of which actions are legal."""
    high = upper_bounds()
    seen = spaces.Box(np.zeros_like(high), high, dtype=np.int16)
    return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8)})
