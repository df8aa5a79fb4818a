"""A link for each seat in the local network: what it opens, and that it opens nothing else."""

from __future__ import annotations

import http.client
import json
import queue
import threading
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import SplitResult, urlsplit

import pytest

from citadels_sim.errors import CitadelsError
from citadels_sim.web.doors import Link
from citadels_sim.web.network import lan_address
from citadels_sim.web.page import page
from citadels_sim.web.server import serve
from citadels_sim.web.site import Site


class Hand(Site):
    """The page of a seat, with something that only this seat may know."""

    def __init__(self, seat: int) -> None:
        super().__init__(page("Game", f"hand of {seat}", {"names": [], "cards": {}, "city_size": 8, "seat": seat}))
        self.seat, self.asked = seat, 0

    def read(self, name: str) -> Any:
        return {"hand": f"hand of {self.seat}"} if name == "state" else None

    def act(self, name: str, request: Mapping[str, Any]) -> Any:
        self.asked += 1
        self.done = name == "stop"
        return {"hand": f"hand of {self.seat}"}


class Party:
    """Pages of seats 0 and 2 that are being served at an address of this machine."""

    def __init__(self) -> None:
        self.hands = [Hand(0), Hand(2)]
        links: queue.Queue[list[Link]] = queue.Queue()
        sites = {f"seat-{hand.seat}": hand for hand in self.hands}
        self.thread = threading.Thread(target=lambda: serve(sites, 0, links.put, "127.0.0.1"), daemon=True)
        self.thread.start()
        self.links: list[SplitResult] = [urlsplit(link.address) for link in links.get(timeout=60)]
        self.cookies = [self.ask("GET", f"{link.path}?{link.query}")[2].partition(";")[0] for link in self.links]

    def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, str, str]:
        """Send a request; return its status, text and cookie."""
        host = self.links[0].netloc
        connection = http.client.HTTPConnection(host, timeout=20)
        try:
            connection.putrequest(method, path, skip_host=True)
            for name, value in ({"Host": host} | headers).items():
                connection.putheader(name.replace("_", "-"), value)
            connection.endheaders(body or None)
            answer = connection.getresponse()
            return answer.status, answer.read().decode(), answer.headers.get("Set-Cookie", "")
        finally:
            connection.close()

    def post(self, path: str, body: bytes = b"{}", **changed: str) -> tuple[int, str, str]:
        origin = f"http://{self.links[0].netloc}"
        headers = {
            "Origin": origin,
            "Content_Type": "application/json",
            "Content_Length": str(len(body)),
            "Cookie": self.cookies[0],
        } | changed
        return self.ask("POST", path, body, **{name: value for name, value in headers.items() if value})


@pytest.fixture
def party() -> Iterator[Party]:
    party = Party()
    yield party
    if party.thread.is_alive():
        party.post("/seat-0/stop")
    party.thread.join(timeout=20)
    assert not party.thread.is_alive()


def test_each_seat_has_a_link_and_a_token_of_its_own(party: Party) -> None:
    assert [link.path for link in party.links] == ["/seat-0/", "/seat-2/"]
    assert len({link.query for link in party.links} | set(party.cookies)) == 4
    for link, cookie, hand in zip(party.links, party.cookies, party.hands, strict=True):
        status, text, _ = party.ask("GET", f"{link.path}state", Cookie=cookie)
        assert (status, json.loads(text)) == (200, {"hand": f"hand of {hand.seat}"})
        assert "path=" + link.path in party.ask("GET", f"{link.path}?{link.query}")[2].lower()


def test_the_link_of_a_seat_opens_no_other_one(party: Party) -> None:
    token, cookie = party.links[0].query, party.cookies[0]
    for path in (
        "/seat-2/",
        "/seat-2/state",
        "/",
        "/state",
        "/seat-2",
        "/seat-0/../seat-2/state",
        "/seat-0%2f..%2fseat-2/state",
        "//seat-2/state",
    ):
        for request in ({"Cookie": cookie}, {}):
            status, text, given = party.ask("GET", f"{path}?{token}", **request)
            assert status in (403, 404), path
            assert "hand of" not in text
            assert given == ""
    for path in ("/seat-2/choose", "/choose", "/seat-2/stop"):
        assert party.post(path)[0] == 403
    assert [hand.asked for hand in party.hands] == [0, 0]


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": ""}, 403),
        ({"Cookie": ""}, 403),
        ({"Host": "evil.example"}, 403),
        ({"Host": "localhost.evil.example"}, 403),
        ({"Content_Length": str(1 << 30)}, 413),
        ({"Content_Length": "", "Transfer_Encoding": "chunked"}, 411),
        ({"Content_Type": "text/plain"}, 415),
    ],
)
def test_nobody_else_plays_for_a_seat(party: Party, changed: dict[str, str], status: int) -> None:
    assert party.post("/seat-0/choose", **changed)[0] == status
    assert party.hands[0].asked == 0
    assert party.post("/seat-0/choose")[0] == 200


def test_a_name_that_was_made_to_mean_this_machine_gets_nothing(party: Party) -> None:
    port = party.links[0].port
    for host in (f"evil.example:{port}", "evil.example", f"192.168.1.20:{port}", "", f"127.0.0.1:{port}.evil.example"):
        for path in (f"/seat-0/?{party.links[0].query}", "/seat-0/state", "/seat-0/"):
            status, text, given = party.ask("GET", path, Host=host, Cookie=party.cookies[0])
            assert (status, "hand of" in text, given) == (403, False, ""), host


@pytest.mark.parametrize("name", ["..%2f..%2fetc%2fpasswd", "../../etc/passwd", "%00", "state%2f", "watch", "%ff"])
def test_names_lead_nowhere(party: Party, name: str) -> None:
    status, text, _ = party.ask("GET", f"/seat-0/{name}", Cookie=party.cookies[0])
    assert status in (400, 403, 404)
    assert "root:" not in text


@pytest.mark.parametrize(("named", "answer"), [("192.168.1.20", "192.168.1.20"), ("10.0.0.3", "10.0.0.3"), ("127.0.0.1", "127.0.0.1")])
def test_an_address_of_a_local_network_is_taken(named: str, answer: str) -> None:
    assert lan_address(named) == answer


@pytest.mark.parametrize("named", ["8.8.8.8", "0.0.0.0", "224.0.0.1", "255.255.255.255", "::", "x", "192.168.1.300", "192.168.1.20:80"])
def test_any_other_address_is_refused(named: str) -> None:
    with pytest.raises(CitadelsError, match=r"^--(address|lan): "):
        lan_address(named)


def test_an_address_that_is_not_of_this_machine_is_one_message() -> None:
    with pytest.raises(CitadelsError, match=r"--address: 192\.0\.2\.1 cannot be used"):
        serve({"seat-0": Hand(0)}, 0, lambda _: None, "192.0.2.1")
