"""Places of words beside the lines of a chart, moved apart where they would cover each other."""

from __future__ import annotations

from collections.abc import Sequence


def spread_out(wanted: Sequence[float], gap: float) -> list[float]:
    """Move places apart so that no two are nearer than `gap`, as little as a sweep from below and above does.

    Returns
    -------
    list of float
        In the order of `wanted`.
    """
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    up = [0.0] * len(order)
    for n, i in enumerate(order):
        up[n] = wanted[i] if n == 0 else max(wanted[i], up[n - 1] + gap)
    down = list(up)
    for n in range(len(order) - 1, -1, -1):
        place = wanted[order[n]]
        down[n] = place if n == len(order) - 1 else min(place, down[n + 1] - gap)
    spread = [0.0] * len(order)
    for n, i in enumerate(order):
        spread[i] = (up[n] + down[n]) / 2
    return spread
