"""What a server offers to its page; the server itself is `citadels_sim.web.server`, which needs the extra `web`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from citadels_sim.errors import CitadelsError

LEADS_BACK: Final = "CITADELS_LEADS_BACK"
"""Environment variable of a command that serves a game: the address of the page of this machine that has started it."""


class BadRequest(CitadelsError):
    """A request that is not of the right form; nothing has changed."""


class Document(NamedTuple):
    """A file that somebody else may have written: its content, its type, and what it may do in a browser (a policy)."""

    data: bytes
    type: str
    policy: str


class Site:
    """What a server offers: here one page and nothing else.

    Attributes
    ----------
    page : str
        HTML.
    done : bool
        Whether the server may end.
    address : str
        Where it is served, without a token; "" until then.
    most : int
        Bytes of what a page sends at most; 64 KiB at the most.
    name : str
        What it is, for a message that it has ended.
    """

    most = 2000
    name = "game"

    def __init__(self, page: str) -> None:
        self.page = page
        self.done = False
        self.address = ""

    def home(self) -> str:
        """Return the page."""
        return self.page

    def read(self, name: str) -> Any:
        """Return what is at a name: HTML as text, a `Document`, or data; None where there is nothing."""
        return None

    def act(self, name: str, request: Mapping[str, Any]) -> Any:
        """Do something and return data about it; None where there is nothing by that name."""
        return None
