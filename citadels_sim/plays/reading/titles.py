"""How logs of played games name Citadels."""

from __future__ import annotations

from typing import Final

_NUMBERS: Final = frozenset({478, 205398})
"""Of BoardGameGeek: the game of 2000, and that of 2016."""
_WORDS: Final = ("citadels", "citadelles", "ciudadelas", "cytadela", "citadella", "ohne furcht und adel")


def is_citadels(name: str, number: object) -> bool:
    """Return whether a log means Citadels, by its number at BoardGameGeek or by its name."""
    return str(number) in {str(one) for one in _NUMBERS} or any(word in name.casefold() for word in _WORDS)
