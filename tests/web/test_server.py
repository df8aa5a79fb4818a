"""The server of a page: who may send requests, how, and that it ends."""

from __future__ import annotations

import contextlib
import errno
import http.client
import json
import queue
import socket
import threading
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest

from citadels_sim.errors import BotError, CitadelsError, IllegalAction
from citadels_sim.web.doors import Link
from citadels_sim.web.page import page
from citadels_sim.web.server import serve
from citadels_sim.web.site import BadRequest, Site

ODD = "<script>alert(1)</script>\x1b[2J"


class Counter(Site):
    """A site that counts the requests it got."""

    def __init__(self) -> None:
        super().__init__(page(ODD, ODD, {"names": [ODD], "cards": {}, "city_size": 8, "seat": 0}))
        self.done_so_far = 0

    def read(self, name: str) -> Any:
        return {"done": self.done_so_far} if name == "state" else None

    def act(self, name: str, choices: Mapping[str, Any]) -> Any:
        if name == "wrong":
            raise BadRequest("this should be otherwise.")
        if name == "illegal":
            raise IllegalAction(f"'{ODD}' is not legal now")
        if name == "fail":
            raise BotError("bots: odd failed")
        if name not in ("add", "stop"):
            return None
        self.done_so_far += 1
        self.done = name == "stop"
        return {"done": self.done_so_far}


class Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def error(self) -> str:
        return str(json.loads(self.text)["error"])


class Served:
    """A site that is being served; `act` ends it."""

    def __init__(self, site: Any = None, act: str = "stop", port: int = 0) -> None:
        self.site, self.faults, self._act, self._port = site or Counter(), [], act, port
        addresses: queue.Queue[list[Link]] = queue.Queue()
        self.thread = threading.Thread(target=self._serve, args=(addresses,), daemon=True)
        self.thread.start()
        self.address, self.once = map(urlsplit, addresses.get(timeout=60)[0])
        self.origin = f"http://{self.address.netloc}"
        self.cookie = self.open(f"/?{self.address.query}")

    def open(self, path: str, **headers: str) -> str:
        """Open an address as a browser does; return the cookie that it got, or nothing."""
        answer = self.request("GET", path, Host=self.address.netloc, **headers)
        return answer.headers.get("Set-Cookie", "").partition(";")[0]

    def _serve(self, message: queue.Queue[list[Link]]) -> None:
        try:
            serve({"": self.site}, self._port, message.put)
        except Exception as fault:
            self.faults.append(fault)

    def request(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        """Send a request exactly as given; ``Content_Length`` and such stand for names with dashes."""
        assert self.address.hostname is not None
        connection = http.client.HTTPConnection(self.address.hostname, self.address.port, timeout=20)
        try:
            connection.putrequest(method, path, skip_host=True)
            for name, value in headers.items():
                connection.putheader(name.replace("_", "-"), value)
            connection.endheaders()
            if body:
                connection.send(body)
            answer = connection.getresponse()
            return Answer(answer.status, dict(answer.getheaders()), answer.read().decode())
        finally:
            connection.close()

    def get(self, name: str = "") -> Answer:
        return self.request("GET", f"/{name}", Host=self.address.netloc, Cookie=self.cookie)

    def post(self, name: str, body: bytes = b"{}", **changed: str) -> Answer:
        headers = {"Host": self.address.netloc, "Origin": self.origin, "Content_Type": "application/json", "Content_Length": str(len(body))}
        headers |= {"Cookie": self.cookie} | changed
        return self.request("POST", f"/{name}", body, **{name: value for name, value in headers.items() if value})

    def end(self) -> None:
        if self.thread.is_alive():
            self.post(self._act)
        self.thread.join(timeout=20)
        assert not self.thread.is_alive()


@pytest.fixture
def served() -> Iterator[Served]:
    served = Served()
    yield served
    served.end()


def test_the_address_is_of_this_machine_and_has_a_token_of_its_own(served: Served) -> None:
    other = Served()
    other.end()
    assert (served.address.scheme, served.address.hostname) == ("http", "127.0.0.1")
    tokens = {address.query.removeprefix("token=") for one in (served, other) for address in (one.address, one.once)}
    assert (len(tokens), min(map(len, tokens))) == (4, 32)
    with pytest.raises(OSError), socket.create_connection((other.address.hostname, other.address.port), timeout=5):  # noqa: PT011
        pass


def test_the_page_may_load_and_run_nothing_but_its_own(served: Served) -> None:
    answer = served.get()
    assert answer.status == 200
    kept = dict(part.strip().split(" ", 1) for part in answer.headers["Content-Security-Policy"].split(";"))
    assert kept["default-src"] == kept["base-uri"] == kept["form-action"] == kept["frame-ancestors"] == "'none'"
    assert kept["connect-src"] == "'self'"
    assert kept["script-src"].startswith("'sha256-")
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cache-Control"] == "no-store"
    assert "<script>alert" not in answer.text
    assert "\x1b" not in answer.text
    assert "Tornado" not in str(answer.headers)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/state",
        "//state",
        "/?token=",
        "/?token=x",
        "/?token=TOKENx",
        "/state?token=TOKEN",
        "/TOKEN",
        "/TOKEN/",
        "/?token=%ff",
        "/é/state",
    ],
)
def test_without_the_whole_token_nothing_is_reported(served: Served, path: str) -> None:
    token = served.address.query.removeprefix("token=")
    answer = served.request("GET", path.replace("TOKEN", token).replace("é", "%C3%A9"), Host=served.address.netloc)
    assert answer.status in (400, 403, 404)
    assert "done" not in answer.text
    assert "Set-Cookie" not in answer.headers
    posted = served.request(
        "POST",
        f"/add?{served.address.query}",
        b"{}",
        Host=served.address.netloc,
        Origin=served.origin,
        Content_Type="application/json",
        Content_Length="2",
    )
    assert (posted.status, served.site.done_so_far) == (403, 0)


def test_a_token_is_exchanged_for_a_cookie_and_leaves_the_address(served: Served) -> None:
    answer = served.request("GET", f"/?{served.address.query}", Host=served.address.netloc)
    assert (answer.status, answer.headers["Location"]) == (303, "/")
    cookie, *how = (part.strip().lower() for part in answer.headers["Set-Cookie"].split(";"))
    assert cookie.startswith(f"citadels-{served.address.port}=")
    assert {"httponly", "samesite=lax", "path=/"} <= set(how)
    assert served.address.query.removeprefix("token=") not in str(answer)
    assert served.request("GET", "/state", Host=served.address.netloc, Cookie="citadels-1=x; " + served.cookie).status == 200
    for wrong in ("", "x=1", served.cookie[:-1], served.cookie.replace(str(served.address.port), "1")):
        assert served.request("GET", "/state", Host=served.address.netloc, Cookie=wrong).status == 403


def test_what_others_see_of_a_browser_is_good_for_one_time_and_ends_what_it_opened_when_two_show_it(served: Served) -> None:
    once = f"/?{served.once.query}"
    cookie = served.open(once)
    seen = {"Host": served.address.netloc, "Cookie": cookie}
    assert served.request("GET", "/state", **seen).status == 200
    assert served.request("GET", once, **seen).status == 200  # the same browser, again
    assert served.open(once) == ""  # somebody else
    assert served.request("GET", "/state", **seen).status == 403
    assert served.open(once) == ""
    assert served.get("state").status == 200  # the printed address goes on


def test_idle_strangers_lock_nobody_out(served: Served, capfd: pytest.CaptureFixture[str]) -> None:
    place = (served.address.hostname, served.address.port)
    with contextlib.ExitStack() as held:
        friend = http.client.HTTPConnection(*place, timeout=20)
        held.callback(friend.close)
        friend.request("GET", "/state", headers={"Cookie": served.cookie})
        assert friend.getresponse().read()
        strangers = [held.enter_context(socket.create_connection(place, timeout=20)) for _ in range(120)]
        assert served.get("state").status == 200
        friend.request("GET", "/state", headers={"Cookie": served.cookie})  # on the connection that it had before
        assert json.loads(friend.getresponse().read()) == {"done": 0}
        assert strangers[0].recv(1) == b""  # the oldest ones have given way
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    "host", ["", "evil.example", "evil.example:PORT", "127.0.0.1", "127.0.0.1:1", "127.0.0.1:PORT.evil.example", "[::1]:PORT"]
)
def test_another_name_of_the_machine_is_refused(served: Served, host: str) -> None:
    named = host.replace("PORT", str(served.address.port))
    answer = served.request("GET", "/state", Cookie=served.cookie, **({"Host": named} if named else {}))
    assert answer.status in (400, 403)
    assert 'done":' not in answer.text


def test_localhost_is_this_machine(served: Served) -> None:
    answer = served.request("GET", "/state", Host=f"localhost:{served.address.port}", Cookie=served.cookie)
    assert json.loads(answer.text) == {"done": 0}


def test_the_usual_port_is_left_out_by_browsers(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    monkeypatch.setattr("citadels_sim.web.server._LEFT_OUT", port)  # 80 is for administrators alone
    served = Served(port=port)
    try:
        for name in ("127.0.0.1", "localhost", f"127.0.0.1:{port}", f"localhost:{port}"):
            answer = served.request("GET", "/state", Host=name, Cookie=served.cookie)
            assert (name, answer.status) == (name, 200)
            assert served.post("add", Host=name, Origin=f"http://{name}").status == 200
            assert served.post("add", Host=name, Origin="http://evil.example").status == 403
        for name in ("evil.example", "127.0.0.1:1", "127.0.0.1.evil.example", "127.0.0.1:"):
            assert served.request("GET", "/state", Host=name, Cookie=served.cookie).status in (400, 403)
    finally:
        served.end()


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"Origin": ""}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "https://HOST"}, 403),
        ({"Origin": "http://127.0.0.1"}, 403),
        ({"Host": "evil.example", "Origin": "http://evil.example"}, 403),
        ({"Content_Type": "text/plain"}, 415),
        ({"Content_Type": ""}, 415),
        ({"Content_Type": "application/x-www-form-urlencoded"}, 415),
        ({"Content_Length": ""}, 411),
        ({"Content_Length": "", "Transfer_Encoding": "chunked"}, 411),
        ({"Content_Length": "2001"}, 413),
        ({"Content_Length": "99999999999"}, 413),
    ],
)
def test_what_changes_something_must_come_from_the_page(served: Served, changed: dict[str, str], status: int) -> None:
    answer = served.post("add", **{name: value.replace("HOST", served.address.netloc) for name, value in changed.items()})
    assert answer.status == status
    assert answer.error.endswith((".", "most."))
    assert served.site.done_so_far == 0
    assert served.post("add").status == 200  # and the server goes on


@pytest.mark.parametrize("body", [b"x", b"[]", b"1", b'"x"', b"null", b"{", b"\xff", b"[" * 1900, b'{"a":' * 300])
def test_a_body_that_is_no_object_is_one_answer(served: Served, body: bytes) -> None:
    answer = served.post("add", body)
    assert (answer.status, answer.error) == (400, "the body should be a JSON object.")
    assert served.site.done_so_far == 0


def test_mistakes_are_answers_and_the_server_goes_on(served: Served) -> None:
    assert (served.post("wrong").status, served.post("wrong").error) == (400, "this should be otherwise.")
    assert served.post("illegal").status == 409
    assert served.post("other").status == served.get("other").status == 404
    for method in ("PUT", "DELETE", "HEAD", "OPTIONS", "TRACE", "ODD"):
        assert served.request(method, "/", Host=served.address.netloc, Cookie=served.cookie).status in (405, 403)
    assert json.loads(served.post("add").text) == {"done": 1}


def test_what_is_no_http_is_survived(served: Served) -> None:
    for sent in (
        b"\x00\x01\x02\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET " + b"x" * 100_000,
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    ):
        place = (served.address.hostname, served.address.port)
        with socket.create_connection(place, timeout=20) as connection, contextlib.suppress(ConnectionError):
            connection.sendall(sent)
            try:
                connection.shutdown(socket.SHUT_WR)
            except OSError as error:
                if error.errno != errno.ENOTCONN:
                    raise
                continue  # it has hung up already
            connection.recv(1000)
    assert served.get("state").status == 200


def test_a_site_that_fails_ends_the_server_with_its_fault(served: Served) -> None:
    answer = served.post("fail")
    assert (answer.status, answer.error) == (500, "the game has ended: bots: odd failed")
    served.thread.join(timeout=20)
    assert [type(fault) for fault in served.faults] == [BotError]


def test_nothing_of_it_is_reported_in_the_terminal(served: Served, capfd: pytest.CaptureFixture[str]) -> None:
    served.request("GET", "/x", Host="evil.example")
    served.post("wrong")
    served.request("ODD", "/")
    assert capfd.readouterr() == ("", "")


def test_a_port_that_is_taken_is_one_message() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CitadelsError, match=f"--port: {port} cannot be used"):
            serve({"": Site("page")}, port, lambda _: None)
