"""The one pattern of names that files say, and the one slug of any text for ids and names of files.

Names of variants, experiments, bots that packages install, charts and tables have the pattern: so a name can be part of a path, an id, a
table or a command line as it is. Line-ups and titles are text for people: a line of bounded length whose characters all show (`text`).
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from typing import Final

from citadels_sim.text import cut, is_line, visible_line

LONGEST_NAME: Final = 64
"""Most characters of a name."""
LONGEST_LABEL: Final = 1000
"""Most characters of a text for people: a title, or a bot as line-ups write it, a name or a path with its values."""
NAME: Final = rf"[a-z0-9][a-z0-9-]{{0,{LONGEST_NAME - 1}}}"
"""The pattern of a name, to be matched in full."""
NAME_WORDS: Final = f"1 to {LONGEST_NAME} small letters a-z, digits and '-', with a letter or digit first"
"""The same in words, for messages."""

_KEPT: Final = 23
"""Characters at the end of a text that a slug keeps when it has to be cut: they distinguish the charts of one variant."""

_VERSION: Final = "-version-"
_OF_VERSION: Final = LONGEST_NAME - len(f"{_VERSION}9999")


def is_name(text: object) -> bool:
    """Return whether something is a name."""
    return isinstance(text, str) and re.fullmatch(NAME, text) is not None


def name_fault(text: object) -> str:
    """Explain what is wrong with a name, and which name would be right; ``""`` where nothing is.

    Meant to follow the key that has the name: ``"'My City' should be 1 to 64 small letters ... Did you mean 'my-city'?"``.
    """
    if is_name(text):
        return ""
    if not isinstance(text, str):
        return f"{cut(repr(text), 80)} should be text in quotes: {NAME_WORDS}, such as 'my-city'."
    return f"'{cut(visible_line(text), 80)}' should be {NAME_WORDS}. Did you mean '{slug(text)}'?"


def label_fault(text: str, most: int = LONGEST_LABEL) -> str:
    """Explain what is wrong with a text for people, such as a bot of a line-up or a title; ``""`` where nothing is."""
    if not is_line(text):
        return f"'{cut(visible_line(text), 80)}' has invisible characters, such as line breaks or escapes; leave them out."
    if len(text) > most:
        return f"'{cut(text, 80)}' has {len(text):,} characters, of {most:,} at most."
    return ""


def version_name(name: str, number: int) -> str:
    """Return the name under which an earlier version of some rules is played beside a later one: ``my-city-version-1``."""
    return f"{slug(name, _OF_VERSION)}{_VERSION}{number}"


def version_words(earlier: str, name: str) -> str:
    """Name an earlier version beside the later one, ``version 1``; empty where the name is not that of one."""
    own, _, number = earlier.rpartition(_VERSION)
    return f"version {number}" if own == slug(name, _OF_VERSION) and number.isdecimal() else ""


def name_of_words(words: str, longest: int = LONGEST_NAME) -> str:
    """Make a name of words that a person typed, ``annas-city`` of ``Anna's City``.

    Words without a Latin letter or a digit stay as they are, and are refused as they stand.
    """
    words = re.sub("['\N{RIGHT SINGLE QUOTATION MARK}]", "", words)
    return slug(words, longest) if re.search("[a-z0-9]", unicodedata.normalize("NFKD", words).lower()) else words.strip()


def slug(text: str, longest: int = LONGEST_NAME) -> str:
    """Make a name of any text; a name stays as it is.

    Parameters
    ----------
    text : str
        Whatever somebody wrote.
    longest : int
        Most characters, at least 40.

    Returns
    -------
    str
        A name: letters without their accents, small; everything else as ``-``. A longer text keeps its begin and its end, with a digest
        of the whole between them; one without any letter is its digest.
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    name = text if re.fullmatch(r"[a-z0-9][a-z0-9-]*", text) else re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    if not name:
        return f"x-{digest}"
    if len(name) <= longest:
        return name
    return f"{name[: longest - _KEPT - 10]}-{digest}-{name[-_KEPT:]}"
