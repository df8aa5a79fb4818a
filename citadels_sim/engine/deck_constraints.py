"""Which unique districts a game draws from its seed, when some are known to be in it already."""

from __future__ import annotations

from typing import Any

from citadels_sim.compiler.decorators import rule
from citadels_sim.engine import rng
from citadels_sim.engine.record_types import Rules, State
from citadels_sim.engine.state import KINDS


@rule
def is_random(r: Rules, district: int) -> bool:
    """Tell whether the district is one of those that a game's deck draws from."""
    for i in range(r.random_len):  # compiled code knows no generators
        if r.random_from[i] == district:
            return True
    return False


@rule
def prefer_placed(s: State, r: Rules, placed: Any, copies: Any) -> None:
    """Exchange drawn unique districts that lie nowhere for those that the position shows: they must have been drawn."""
    for d in range(KINDS):
        if placed[d] <= copies[d] or copies[d] > r.copies[d] or not is_random(r, d):
            continue
        copies[d] += 1
        last = -1
        last_key = 0
        for other in range(KINDS):
            if copies[other] <= r.copies[other] or placed[other] >= copies[other]:
                continue
            key = rng.stream(s.secret.seed, rng.UNIQUES, other, 0)
            if last < 0 or key > last_key:
                last = other
                last_key = key
        if last >= 0:
            copies[last] -= 1
