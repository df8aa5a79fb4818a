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


def split_margins(texts: Sequence[str] | None, per: str) -> tuple[float | None, dict[str, tuple[float, float]]]:
    """Read the margins of one figure: a number of percentage points, and what is wanted of single characters.

    Returns
    -------
    float or None
        The number, where one is given.
    dict
        Key of ``margins``, such as ``character.assassin``, to a band in percentage points.
    """
    from citadels_sim.errors import ExperimentError
    from citadels_sim.limits import WISHED, criterion_of, limit_fault

    numbers = [text for text in texts or () if "=" not in text]
    wishes = parse_limits([text for text in texts or () if "=" in text]) or {}
    for name, band in wishes.items():
        if criterion_of(name) not in WISHED or "." not in name:
            raise ExperimentError(
                f"--margin: '{name}' should be {WISHED[0]}.NAME, such as {WISHED[0]}.assassin=-1+-1, or leave its name out."
            )
        if fault := limit_fault(name, band):
            raise ExperimentError(f"--margin: {name} {fault}.")
    if len(numbers) > 1:
        raise ExperimentError("--margin: given twice. Give it once.")
    try:
        points = float(numbers[0]) if numbers else None
    except ValueError:
        raise ExperimentError(f"--margin: '{numbers[0]}' should be percentage points of win chance per {per}, such as 2.") from None
    if points is not None:
        check_points(points, per)
    return points, wishes


def parse_limits(texts: Sequence[str] | None) -> dict[str, Any] | None:
    """Parse limits of the verdict card: the key ``margins`` of an experiment.

    They are written ``NAME=VALUE``, ``NAME=LOW-HIGH``, or ``character.NAME=WANTED+-MOST`` where something is wanted of one character.
    """
    from citadels_sim.errors import ExperimentError
    from citadels_sim.limits import parse_wish

    limits: dict[str, Any] = {}
    for text in texts or ():
        name, equals, value = (part.strip() for part in text.partition("="))
        wish = parse_wish(value)
        try:
            ends = [*wish] if wish else [float(end) for end in value.split("-")]
        except ValueError:
            ends = []
        if not equals or not 1 <= len(ends) <= 2:
            raise ExperimentError(
                f"--margin: '{text}' should read NAME=VALUE, such as seat=3, NAME=LOW-HIGH, such as interaction=0.1-0.5, or "
                "character.NAME=WANTED+-MOST, such as character.assassin=-1+-1."
            )
        if name in limits:
            raise ExperimentError(f"--margin: {name} is given twice. Give it once.")
        limits[name] = wish or (ends[0] if len(ends) == 1 else ends)
    return limits or None
