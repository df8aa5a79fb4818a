"""What leads to a site that is served: its path, tokens that are compared in constant time, and the cookies that are given for them."""

from __future__ import annotations

import hmac
import secrets
from typing import NamedTuple

from citadels_sim.web.site import Site


class Link(NamedTuple):
    """The addresses of a page: one for its person, with a token, and one to start a browser with, good for one time."""

    address: str
    once: str


class Door:
    """What leads to one site: a path of its own, its tokens, and the cookies that were given for them.

    Attributes
    ----------
    path : str
        Without the first slash; "" where there is one site alone, else it ends in a slash.
    """

    def __init__(self, site: Site, path: str) -> None:
        self.site, self.path = site, path
        self.token, self.once = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
        self.cookies: dict[str, str] = {}

    def admit(self, token: str) -> str | None:
        """Return a new cookie for a token; None where it is none, or was good for one time and has been shown before."""
        if _same(token, self.token):
            return self.cookies.setdefault(self.token, secrets.token_urlsafe(24))
        if not _same(token, self.once):
            return None
        if self.once in self.cookies:  # two have it: neither may be the person
            self.cookies[self.once] = ""
            return None
        self.cookies[self.once] = secrets.token_urlsafe(24)
        return self.cookies[self.once]

    def knows(self, cookie: str | None) -> bool:
        """Return whether a cookie is one that was given."""
        return any(_same(cookie or "", given) for given in self.cookies.values() if given)


def _same(given: str, right: str) -> bool:
    return hmac.compare_digest(given.encode(errors="replace"), right.encode())
