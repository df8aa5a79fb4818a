"""Limits of the verdict card on a command line: ``--margin seat=3``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

__all__ = ["limits_of"]


def limits_of(texts: Sequence[str] | None) -> dict[str, Any] | None:
    """Read options ``--margin NAME=VALUE`` and ``NAME=LOW-HIGH``.

    Parameters
    ----------
    texts : sequence of str or None
        As given; None where none was.

    Returns
    -------
    dict or None
        The key ``margins`` of an experiment; whoever makes it says what is wrong with a name or a number.

    Raises
    ------
    ExperimentError
        If one does not read like that, or a name is given twice.
    """
    from citadels_sim.errors import ExperimentError

    found: dict[str, Any] = {}
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
        if name in found:
            raise ExperimentError(f"--margin: {name} is given twice. Give it once.")
        found[name] = ends[0] if len(ends) == 1 else ends
    return found or None
