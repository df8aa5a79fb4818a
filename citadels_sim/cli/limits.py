"""Limits and margins on a command line: ``--margin seat=3``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def check_percent(option: str, value: float, what: str) -> None:
    """Refuse a percentage of win chance that is nothing, or more than any is."""
    from citadels_sim.errors import ExperimentError

    if not 0 < value <= 50:
        raise ExperimentError(f"{option}: {value:g} should be {what}, above 0 and at most 50.")


def check_points(margin: float, per: str, option: str = "--margin") -> None:
    """Refuse a margin in percentage points of win chance that is nothing, or more than any difference."""
    check_percent(option, margin, f"percentage points of win chance per {per}")


def parse_limits(texts: Sequence[str] | None) -> dict[str, Any] | None:
    """Parse limits of the verdict card, ``--margin NAME=VALUE`` and ``NAME=LOW-HIGH``: the key ``margins`` of an experiment."""
    from citadels_sim.errors import ExperimentError

    limits: dict[str, Any] = {}
    for text in texts or ():
        name, equals, value = (part.strip() for part in text.partition("="))
        try:
            ends = [float(end) for end in value.split("-")]
        except ValueError:
            ends = []
        if not equals or not 1 <= len(ends) <= 2:
            raise ExperimentError(
                f"--margin: '{text}' should read NAME=VALUE, such as seat=3, or NAME=LOW-HIGH, such as interaction=0.1-0.5."
            )
        if name in limits:
            raise ExperimentError(f"--margin: {name} is given twice. Give it once.")
        limits[name] = ends[0] if len(ends) == 1 else ends
    return limits or None
