r"""Text from others, made fit to be shown: control characters become visible, long values and messages are cut.

Names of their own have a pattern (`names`); all else that a file, a folder or the command line says may hold any character. Terminals obey
some of them, and some turn the order of what is read; here each becomes its escape in Python, such as ``\x1b``. Streams that do not take
every character are given readable substitutes: `substituted` is an error handler of Python's codecs, under the name `SUBSTITUTES`.
"""

from __future__ import annotations

import codecs
import math
import re
import shlex
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final, TypeGuard

_HIDDEN: Final = re.compile(
    "["
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # what moves a cursor or rings a bell; line breaks and tabs stay
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # what turns the order of letters
    "\u2028\u2029"  # what breaks a line
    "\xad\u180e\u200b\u2060-\u2065\u206a-\u206f\ufeff\ufff9-\ufffb"  # what has no width
    "\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    "\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"  # what is half a letter, or none
    "]"
)
"""Characters that do not show. The two joiners of letters (U+200C, U+200D) stay: some scripts are written with them."""

SUBSTITUTES: Final = "citadels_sim.substitutes"
"""Name of `substituted` among the error handlers of codecs."""
_SUBSTITUTE: Final = str.maketrans(
    {
        "–": "-",
        "−": "-",
        "±": "+/-",
        "×": "x",
        "≈": "~",
        "→": "->",
        "✓": "+",
        "✗": "x",
        "●": "o",
        "▲": "^",
        "▼": "v",
        "─": "-",
        "│": "|",
        "├": "|",
        "┤": "|",
        "┊": ":",
        "“": '"',
        "”": '"',
        "·": ".",
        "µ": "u",
    }
)


def upper_first(text: str) -> str:
    """Begin a text with a capital letter, as a sentence does."""
    return text[:1].upper() + text[1:]


def lower_first(text: str) -> str:
    """Begin a text with a small letter, as within a sentence."""
    return text[:1].lower() + text[1:]


def time_words(seconds: float) -> str:
    """Write how long something takes: ``36 s``, ``2.5 min``, ``3.0 h``; a dash where that is not known."""
    if math.isnan(seconds):
        return "-"
    if seconds < 90:
        return f"{seconds:.1f} s" if seconds < 10 else f"{seconds:.0f} s"
    return f"{seconds / 60:.1f} min".replace(".0 ", " ") if seconds < 6000 else f"{seconds / 3600:.1f} h"


def substituted(error: UnicodeError) -> tuple[str, int]:
    """Give a codec ASCII for what it cannot encode: what looks alike, else the letter without its marks, else its escape in Python."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_ascii, error.object[error.start : error.end])), error.end


def _ascii(letter: str) -> str:
    alike = unicodedata.normalize("NFKD", letter.translate(_SUBSTITUTE)).encode("ascii", "ignore").decode("ascii")
    return alike or letter.encode("ascii", "backslashreplace").decode("ascii")


codecs.register_error(SUBSTITUTES, substituted)


def visible(text: str) -> str:
    """Write control characters, escape sequences, marks of direction and separators of lines as text; line breaks and tabs stay."""
    return _HIDDEN.sub(lambda match: match[0].encode("unicode_escape").decode("ascii"), text)


def visible_in_json(text: str) -> str:
    """Write what does not show in a JSON document as JSON writes it: it is the same data."""

    def escaped(match: re.Match[str]) -> str:
        units = match[0].encode("utf-16-be", "surrogatepass").hex()
        return "".join(f"\\u{units[i : i + 4]}" for i in range(0, len(units), 4))

    return _HIDDEN.sub(escaped, text)


def visible_line(text: str) -> str:
    """Write a text as one line: as `visible`, and line breaks and tabs as text, too."""
    return visible(text).replace("\n", "\\n").replace("\t", "\\t")


def is_line(text: str) -> bool:
    """Return whether a text is one line of characters that all show."""
    return visible_line(text) == text


def cut(text: str, most: int) -> str:
    """Shorten a text to about `most` characters: its beginning and its end stay, with the number of characters left out between them."""
    if len(text) <= most:
        return text
    left = max(most - 30, 10)
    head, tail = left - left // 3, left // 3
    return f"{text[:head]} [... {len(text) - head - tail:,} characters ...] {text[-tail:]}"


def command_line(words: Iterable[str]) -> str:
    """Write a command line that can be pasted: quoted where a shell needs it, a folder that begins with a dash as the path that it is."""
    return shlex.join(f"./{word}" if re.match("-[^-]", word) else word for word in words)


def listed(words: Sequence[str]) -> str:
    """Join words: ``a, b and c``."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def join(names: Sequence[str], most: int) -> str:
    """List names, and count those beyond `most`."""
    return listed([*names[:most], f"{len(names) - most} more"] if len(names) > most + 1 else names)


def needed_words(low: int | None, high: int | None, unit: str) -> str:
    """Write how many cases settle what is undecided, with a probability of 80 %: ``needs 2,000 to 9,000 games``.

    Parameters
    ----------
    low, high : int or None
        Columns ``needed_..._low`` and ``needed_...`` of a table of verdicts; None where it cannot be said.
    unit : str
        What is counted.
    """
    if high is None:
        return ""
    numbers = dict.fromkeys(f"{number:,}" for number in (low, high) if number is not None)
    return f"needs {'about ' if len(numbers) == 1 else ''}{' to '.join(numbers)} {unit}"


def is_number(value: float | None) -> TypeGuard[float]:
    """Whether a figure can be shown: there, and neither NaN nor infinite."""
    return value is not None and math.isfinite(value)
