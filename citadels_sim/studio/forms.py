"""What a page has sent, checked value by value, and how it is answered where something goes wrong."""

from __future__ import annotations

import base64
import os
import sys
import traceback
from collections.abc import Mapping
from typing import Any, Final

from citadels_sim.errors import CitadelsError
from citadels_sim.names import name_of_words
from citadels_sim.text import cut
from citadels_sim.web.site import BadRequest

_FIELDS: Final = {"NAME": "Name", "--title": "Name", "--character": "Character", "--district": "District"}


class Form:
    """What a page has sent; each value is checked when it is taken.

    Raises
    ------
    BadRequest
        By each method, where there is no such value.
    """

    def __init__(self, request: Mapping[str, Any]) -> None:
        self._request = request

    def text(self, key: str, default: str | None = None) -> str:
        """Return a text without spaces around it."""
        value = self._request.get(key, default)
        if not isinstance(value, str):
            raise BadRequest(f"{key}: should be text.")
        return value.strip()

    def name(self, key: str) -> str:
        """Return a name, made of whatever words a person typed: ``my-city`` of ``My City``."""
        return name_of_words(self.text(key))

    def number(self, key: str) -> int:
        """Return a number that stands in a text."""
        value = self._request.get(key)
        if type(value) is str and value.isascii() and value.isdecimal() and len(value) < 10:
            return int(value)
        raise BadRequest(f"{key}: should be a number.")

    def data(self, key: str) -> bytes:
        """Return bytes that stand in a text as Base64."""
        try:
            return base64.b64decode(self.text(key), validate=True)
        except ValueError:
            raise BadRequest(f"{key}: should be Base64.") from None

    def texts(self, key: str) -> dict[str, str]:
        """Return texts by name."""
        value = self._request.get(key)
        if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
            raise BadRequest(f"{key}: should be texts by name.")
        return value


def field_words(text: str) -> str:
    """Name the field of a page in the place of the option that a command refuses: ``Character: ...`` for ``--character: ...``."""
    option, _, rest = text.partition(": ")
    return f"{_FIELDS[option]}: {rest}" if option in _FIELDS else text


def words_of(error: Exception) -> str:
    """Say what has gone wrong; what no page or step should meet, with its kind."""
    if isinstance(error, (CitadelsError, OSError)):
        return cut(str(error), 2000)
    if os.environ.get("CITADELS_TRACEBACK"):
        traceback.print_exception(error, file=sys.stderr)
    return cut(f"{type(error).__name__}: {error}. This is a fault of citadels_sim: CITADELS_TRACEBACK=1 shows it in the terminal.", 2000)
