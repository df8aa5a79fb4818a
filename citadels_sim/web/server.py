"""A server for people of this machine, or of its network: bound to one address, and deaf to whoever has not come in by a token.

Without a word it serves one page at the loopback address. Several pages have a path, a token and a cookie each, and none opens another one.
A printed address has a token, which is random and compared in constant time; who opens it gets a cookie for it, and all else goes by
that. Other accounts of the machine see what a browser is started with, so that gets a token of its own which is good for one time: shown
again, it ends what was opened with it. Connections that have not come in yet are few, the oldest ones give way. The ``Host`` must be the
address itself, so that no name can be made to mean it; what changes a game must also come from the server's own page (``Origin``) and be
JSON. Pages may load and run nothing but their own style sheet and script, each known by its digest.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
from collections.abc import Callable, Mapping
from typing import Any, Final

from tornado.httpserver import HTTPServer
from tornado.iostream import IOStream
from tornado.web import Application, RequestHandler, stream_request_body

from citadels_sim.errors import IllegalAction
from citadels_sim.report.render import policy
from citadels_sim.web.doors import Door, Link
from citadels_sim.web.network import LOOPBACK, listening
from citadels_sim.web.site import BadRequest, Document, Site

_LEFT_OUT: Final = 80
"""The port that browsers leave out of ``Host`` and ``Origin``."""
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
_STRANGE: Final = "the token is missing. Open the address that `citadels` printed."
_NOTHING: Final = "default-src 'none'; frame-ancestors 'none'"


class _Server:
    """Sites being served.

    Attributes
    ----------
    doors : list of Door
    hosts : tuple of str
        What ``Host`` may be.
    fault : Exception or None
        What has gone wrong with a site, and ended it.
    """

    def __init__(self, sites: Mapping[str, Site]) -> None:
        self.doors = [Door(site, f"{name}/" if name else "") for name, site in sites.items()]
        self.hosts: tuple[str, ...] = ()
        self.fault: Exception | None = None
        self.ended = asyncio.Event()
        self.listener: _Listener

    async def run(self, host: str, port: int, ready: Callable[[list[Link]], None]) -> None:
        """Serve until a site is done or at fault."""
        app = Application([(r"/(.*)", _Handler, {"server": self})], log_function=lambda _: None)
        self.listener = server = _Listener(
            app, max_body_size=1 << 16, max_header_size=1 << 14, body_timeout=10, idle_connection_timeout=_IDLE
        )
        bound = listening(host, port)
        bound.setblocking(False)
        server.add_socket(bound)
        port = bound.getsockname()[1]
        names = (host, "localhost") if host == LOOPBACK else (host,)
        self.hosts = (*(f"{name}:{port}" for name in names), *(names if port == _LEFT_OUT else ()))
        for door in self.doors:
            door.site.address = f"http://{host}:{port}/{door.path}"
        try:
            ready([Link(*(f"http://{host}:{port}/{door.path}?token={token}" for token in (door.token, door.once))) for door in self.doors])
            await self.ended.wait()
        finally:
            server.stop()
            await server.close_all_connections()
        if self.fault is not None:
            raise self.fault

    @property
    def cookie(self) -> str:
        """Name of the cookies: a browser has the same ones for all ports of a machine."""
        return f"citadels-{self.hosts[0].partition(':')[2]}"

    def door(self, path: str) -> Door | None:
        """Return the door that a path leads through; None where it leads through none."""
        return next((door for door in self.doors if path.startswith(door.path)), None)


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
        self._door: Door

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
            return
        if (door := self._server.door(self.path_args[0])) is None:
            self._refuse(403, _STRANGE)
            return
        self._door = door
        if not door.knows(self.get_cookie(self._server.cookie)):
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
            elif int(size) > (most := self._door.site.most):
                self._refuse(413, f"the body has {size} bytes; the maximum is {most}.")

    def _admit(self) -> None:
        """Give who shows a token a cookie, and the address of the page without it."""
        at_door = self.request.method == "GET" and self.path_args == [self._door.path]
        cookie = self._door.admit(self.get_query_argument("token", "")) if at_door else None
        if cookie is None:
            self._refuse(403, _STRANGE)
            return
        # Lax: a link in another page, such as that of a terminal, opens it, too; what changes a game goes by `Origin`.
        self.set_cookie(self._server.cookie, cookie, path=f"/{self._door.path}", httponly=True, samesite="Lax")
        self.redirect(f"/{self._door.path}", status=303)

    def decode_argument(self, value: bytes, name: str | None = None) -> str:
        """Return a part of the address as text; names of files in it may be of another encoding than UTF-8."""
        return os.fsdecode(value) if name is None else super().decode_argument(value, name)

    def data_received(self, chunk: bytes) -> None:
        """Keep a piece of the body, whose size `prepare` has looked at."""
        self._body += chunk

    async def get(self, name: str) -> None:
        """Give the page, or what else the site has."""
        site, name = self._door.site, name.removeprefix(self._door.path)
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
        await self._give(lambda: self._door.site.act(name.removeprefix(self._door.path), request))

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
            self._refuse(500, f"the {self._door.site.name} has ended: {fault}")
            self._server.ended.set()
            return
        if answer is None:
            self._refuse(404, "no page at this address.")
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
        if self._door.site.done:
            self._server.ended.set()

    def _refuse(self, status: int, message: str) -> None:
        self.set_status(status)
        if self.request.method == "POST":
            self.set_header("Connection", "close")  # of what else it sends nothing is read
        self.finish({"error": message})

    def write_error(self, status_code: int, **_: Any) -> None:
        """Answer what Tornado itself refuses as everything else is answered."""
        self.finish({"error": f"{status_code}: this request is not allowed."})


def serve(sites: Mapping[str, Site], port: int, ready: Callable[[list[Link]], None], host: str = LOOPBACK) -> None:
    """Serve sites until one of them is done.

    Parameters
    ----------
    sites : mapping
        By the first part of their path; one alone may have "".
    port : int
        0: any that is free.
    ready : callable
        Gets the addresses of each site once they can be opened.
    host : str
        The address of this machine to bind, as numbers; all else is out of reach.

    Raises
    ------
    CitadelsError
        If the port or the address cannot be used.
    KeyboardInterrupt
        On Ctrl-C, with the server ended.
    Exception
        What a site raised, other than `BadRequest` and `IllegalAction`.
    """
    logging.getLogger("tornado").addHandler(logging.NullHandler())  # what others send is no news for the terminal

    async def run() -> None:
        await _Server(sites).run(host, port, ready)

    asyncio.run(run())
