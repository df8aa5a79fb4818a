r"""Text from others, made fit to be shown: control characters become visible, long values and messages are cut.

Names of their own have a pattern (`names`); all else that a file, a folder or the command line says may hold any character. Terminals obey
some of them, and some turn the order of what is read; here each becomes the text that stands for it in Python, such as ``\x1b``.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

__all__ = ["cut", "is_line", "visible", "visible_line"]

_KEPT: Final = "\n\t\u200c\u200d"
"""Control and format characters that stay: line breaks, tabs, and the two joiners that some scripts are written with."""
_HIDDEN: Final = {"Cc", "Cf", "Cs", "Zl", "Zp"}
"""Unicode categories of what moves a cursor, turns the order of letters, is half a letter, or breaks a line."""


def visible(text: str) -> str:
    """Write control characters, escape sequences, marks of direction and separators of lines as text; line breaks and tabs stay."""
    if text.isascii() and (text.isprintable() or not _CONTROL.search(text)):
        return text
    return "".join(_escaped(letter) if _hidden(letter) else letter for letter in text)


def visible_line(text: str) -> str:
    """Write a text as one line: as `visible`, and line breaks and tabs as text, too."""
    return visible(text).replace("\n", "\\n").replace("\t", "\\t")


def is_line(text: str) -> bool:
    """Tell whether a text is one line of characters that all show."""
    return visible_line(text) == text


def cut(text: str, most: int) -> str:
    """Shorten a text to about `most` characters: its begin and its end stay, and between them stands how much was left out."""
    if len(text) <= most:
        return text
    left = max(most - 30, 10)
    head, tail = left - left // 3, left // 3
    return f"{text[:head]} [... {len(text) - head - tail:,} characters ...] {text[-tail:]}"


_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


def _hidden(letter: str) -> bool:
    return letter not in _KEPT and unicodedata.category(letter) in _HIDDEN


def _escaped(letter: str) -> str:
    return letter.encode("unicode_escape", "surrogatepass").decode("ascii")
