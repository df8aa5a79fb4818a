"""A server for one person on this machine: bound to the loopback address, and deaf to whoever has not come in by its token.

The printed address has a token, which is random and compared in constant time; who opens it gets a cookie for it, and all else goes by
that. Other accounts of the machine see what a browser is started with, so that gets a token of its own which is good for one time: shown
again, it ends what was opened with it. Connections that have not come in yet are few, the oldest ones give way. The ``Host`` must be this
machine, so that no other name can be made to mean it; what changes a game must also come from the server's own page (``Origin``) and be
JSON. Pages may load and run nothing but their own style sheet and script, each known by its digest.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import os
import secrets
import socket
from collections.abc import Callable
from typing import Any, Final

from tornado.httpserver import HTTPServer
from tornado.iostream import IOStream
from tornado.web import Application, RequestHandler, stream_request_body

from citadels_sim.errors import CitadelsError, IllegalAction
from citadels_sim.report.render import policy
from citadels_sim.web.site import BadRequest, Document, Site

_LOOPBACK: Final = "127.0.0.1"
_STRANGERS: Final = 32
"""Connections that have not shown the cookie, at most."""
_IDLE: Final = 60.0
"""Seconds after which a connection that sends nothing is closed; a browser opens another."""
_HEADERS: Final = {
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Server": "citadels",
}
_NOTHING: Final = "default-src 'none'; frame-ancestors 'none'"


class _Server:
    """One site being served.

    Attributes
    ----------
    fault : Exception or None
        What has gone wrong with the site, and ended it.
    """

    def __init__(self, site: Site) -> None:
        self.site = site
        self.token, self.once = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
        self.cookies: dict[str, str] = {}
        self.hosts: tuple[str, ...] = ()
        self.fault: Exception | None = None
        self.ended = asyncio.Event()
        self.listener: _Listener

    async def run(self, port: int, ready: Callable[[str, str], None]) -> None:
        """Serve until the site is done or at fault."""
        app = Application([(r"/(.*)", _Handler, {"server": self})], log_function=lambda _: None)
        self.listener = server = _Listener(
            app, max_body_size=1 << 16, max_header_size=1 << 14, body_timeout=10, idle_connection_timeout=_IDLE
        )
        try:
            bound = socket.create_server((_LOOPBACK, port))
        except OSError as error:
            raise CitadelsError(f"--port: {port} cannot be used ({error.strerror}). Give another one, or leave it out.") from None
        bound.setblocking(False)
        server.add_socket(bound)
        port = bound.getsockname()[1]
        self.hosts = (f"{_LOOPBACK}:{port}", f"localhost:{port}")
        try:
            ready(*(f"http://{_LOOPBACK}:{port}/?token={token}" for token in (self.token, self.once)))
            await self.ended.wait()
        finally:
            server.stop()
            await server.close_all_connections()
        if self.fault is not None:
            raise self.fault

    @property
    def cookie(self) -> str:
        """Name of the cookie: a browser has the same ones for all ports of a machine."""
        return f"citadels-{self.hosts[0].partition(':')[2]}"

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


class _Listener(HTTPServer):
    """Takes connections, few of them of strangers."""

    def initialize(self, *args: Any, **kwargs: Any) -> None:
        """Begin without any."""
        super().initialize(*args, **kwargs)
        self.strangers: list[IOStream] = []

    def handle_stream(self, stream: IOStream, address: Any) -> None:
        """Take a connection, and let go of the oldest stranger where there are too many."""
        self.strangers = [other for other in self.strangers if not other.closed()]
        if len(self.strangers) >= _STRANGERS:
            self.strangers.pop(0).close()
        self.strangers.append(stream)
        super().handle_stream(stream, address)

    def befriend(self, stream: IOStream | None) -> None:
        """Note that a connection has shown the cookie."""
        self.strangers = [other for other in self.strangers if other is not stream]


@stream_request_body  # a body is looked at before it is read
class _Handler(RequestHandler):
    """Answers requests."""

    def initialize(self, server: _Server) -> None:
        """Take the server that this belongs to."""
        self._server = server
        self._body = bytearray()

    def set_default_headers(self) -> None:
        """Set what every answer has, also one to a mistake."""
        for name, value in _HEADERS.items():
            self.set_header(name, value)
        self.set_header("Content-Security-Policy", _NOTHING)

    def prepare(self) -> None:
        """Refuse a request without permission, before anything is read or done."""
        host, origin = self.request.host.lower(), self.request.headers.get("Origin")
        if host not in self._server.hosts:
            self._refuse(403, f"Host: should be {self._server.hosts[0]}.")
        elif not self._server.knows(self.get_cookie(self._server.cookie)):
            self._admit()
            return
        self._server.listener.befriend(getattr(self.request.connection, "stream", None))
        if self.request.method == "POST":
            size = self.request.headers.get("Content-Length", "")
            kind = self.request.headers.get("Content-Type", "").partition(";")[0].strip().lower()
            if origin != f"http://{host}":
                self._refuse(403, "Origin: only the page of this server may send this.")
            elif kind != "application/json":
                self._refuse(415, "Content-Type: should be application/json.")
            elif not size.isascii() or not size.isdecimal():
                self._refuse(411, "Content-Length: is missing.")
            elif int(size) > (most := self._server.site.most):
                self._refuse(413, f"the body has {size} bytes; {most} are the most.")

    def _admit(self) -> None:
        """Give who shows a token a cookie, and the address of the page without it."""
        cookie = (
            self._server.admit(self.get_query_argument("token", "")) if self.request.method == "GET" and self.path_args == [""] else None
        )
        if cookie is None:
            self._refuse(403, "there is nothing without the token. Open the address that `citadels` has printed.")
            return
        # Lax: a link in another page, such as that of a terminal, opens it, too; what changes a game goes by `Origin`.
        self.set_cookie(self._server.cookie, cookie, httponly=True, samesite="Lax")
        self.redirect("/", status=303)

    def decode_argument(self, value: bytes, name: str | None = None) -> str:
        """Return a part of the address as text; names of files in it may be of another encoding than UTF-8."""
        return os.fsdecode(value) if name is None else super().decode_argument(value, name)

    def data_received(self, chunk: bytes) -> None:
        """Keep a piece of the body, whose size `prepare` has looked at."""
        self._body += chunk

    async def get(self, name: str) -> None:
        """Give the page, or what else the site has."""
        site = self._server.site
        await self._give(lambda: site.read(name) if name else site.home())

    async def post(self, name: str) -> None:
        """Have the site do something."""
        try:
            request = json.loads(bytes(self._body))
        except (ValueError, RecursionError):
            request = None
        if not isinstance(request, dict):
            self._refuse(400, "the body should be a JSON object.")
            return
        await self._give(lambda: self._server.site.act(name, request))

    async def _give(self, act: Callable[[], Any]) -> None:
        """Send what the site answers, and end where it is done or has failed."""
        try:
            answer = act()
        except BadRequest as error:
            self._refuse(400, str(error))
            return
        except IllegalAction as error:
            self._refuse(409, str(error))
            return
        except Exception as fault:
            self._server.fault = fault
            self._refuse(500, f"the {self._server.site.name} has ended: {fault}")
            self._server.ended.set()
            return
        if answer is None:
            self._refuse(404, "there is nothing at this address.")
        elif isinstance(answer, str):
            self.set_header("Content-Security-Policy", f"{policy(answer)}; connect-src 'self'; frame-ancestors 'none'")
            self.set_header("Content-Type", "text/html; charset=utf-8")
            await self.finish(answer)
        elif isinstance(answer, Document):
            self.set_header("Content-Security-Policy", answer.policy)
            self.set_header("Content-Type", answer.type)
            await self.finish(answer.data)
        else:
            await self.finish(answer)
        if self._server.site.done:
            self._server.ended.set()

    def _refuse(self, status: int, message: str) -> None:
        self.set_status(status)
        if self.request.method == "POST":
            self.set_header("Connection", "close")  # of what else it sends nothing is read
        self.finish({"error": message})

    def write_error(self, status_code: int, **_: Any) -> None:
        """Answer what Tornado itself refuses as everything else is answered."""
        self.finish({"error": f"{status_code}: this request is not allowed."})


def serve(site: Site, port: int, ready: Callable[[str, str], None]) -> None:
    """Serve a site until it is done.

    Parameters
    ----------
    site : Site
    port : int
        0: any that is free.
    ready : callable
        Gets two addresses once they can be opened: one for the person, with a token, and one to start a browser with, good for one time.

    Raises
    ------
    CitadelsError
        If the port cannot be used.
    KeyboardInterrupt
        On Ctrl-C, with the server ended.
    Exception
        What the site raised, other than `BadRequest` and `IllegalAction`.
    """
    logging.getLogger("tornado").addHandler(logging.NullHandler())  # what others send is no news for the terminal

    async def run() -> None:
        await _Server(site).run(port, ready)

    asyncio.run(run())
