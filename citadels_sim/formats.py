"""How figures are written as text: with so many digits, and never with a sign before a zero; and the words for one of too few cases."""

from __future__ import annotations

from typing import Final, Literal

TOO_FEW: Final = "too few"
"""What is read in place of a figure of too few cases."""


def fixed(value: float, digits: int, sign: Literal["", "+"] = "") -> str:
    """Write a number with so many digits after the point, which rounds it; with ``sign="+"`` a difference.

    Returns
    -------
    str
        ``-1.5``, ``+0.0``: what rounds to zero has no minus.
    """
    return f"{value:{sign}z.{digits}f}"
