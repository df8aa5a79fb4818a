"""Numbering rows of a table of weights."""

from __future__ import annotations


class Rows:
    """Hands out ranges of rows, one after the other.

    Parameters
    ----------
    first : int
        The first row.
    """

    def __init__(self, first: int = 0) -> None:
        self.taken = first

    def take(self, n: int = 1) -> int:
        """Take the next n rows; return the first of them."""
        first = self.taken
        self.taken += n
        return first
