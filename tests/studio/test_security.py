"""A studio answers its own pages only: by the rules of `tests/web/test_server.py`, with what it offers itself."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from citadels_sim.studio.site import Studio
from tests.web.test_server import Served

PAGES = ("", "state", "rules/mine", "study/mine", "play/mine", "packaged/classic-2000", "report/mine/report/index.html", "compare/mine/1/2")
ACTS = (
    "compare",
    "preview",
    "save",
    "new",
    "own",
    "plan",
    "run",
    "stop",
    "back",
    "play",
    "end",
    "resume",
    "add",
    "people",
    "enter",
    "upload",
    "quit",
)
NEW = json.dumps({"name": "evil", "extends": "classic-2000"}).encode()


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text('name = "mine"\nextends = "classic-2000"\n')
    served = Served(Studio(), "quit")
    yield served
    served.end()
    assert served.faults == []


def test_without_the_token_there_is_no_page(served: Served) -> None:
    for page in PAGES:
        token = f"?{served.address.query}" if page else "?token=x"
        answer = served.request("GET", f"/{page}{token}", Host=served.address.netloc)
        assert (answer.status, "mine" in answer.text) == (403, False), page


def test_another_name_of_the_machine_gets_nothing(served: Served) -> None:
    for page in PAGES:
        answer = served.request("GET", f"/{page}", Host=f"evil.example:{served.address.port}", Cookie=served.cookie)
        assert (answer.status, "mine" in answer.text) == (403, False), page


@pytest.mark.parametrize(
    "changed", [{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": ""}, {"Cookie": ""}, {"Host": "evil.example"}]
)
def test_no_other_page_takes_a_step(served: Served, changed: dict[str, str]) -> None:
    for act in ACTS:
        assert served.post(act, NEW, **changed).status == 403, act
    assert list(Path().glob("*")) == [Path("mine.toml")]
    assert served.thread.is_alive()


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"Content_Length": str(1 << 30)}, 413),
        ({"Content_Length": str((1 << 15) + 1)}, 413),
        ({"Content_Length": "", "Transfer_Encoding": "chunked"}, 411),
        ({"Content_Type": "multipart/form-data; boundary=x"}, 415),
        ({"Content_Type": "application/x-www-form-urlencoded"}, 415),
    ],
)
def test_nothing_is_uploaded(served: Served, changed: dict[str, str], status: int) -> None:
    for act in ACTS:
        assert served.post(act, **changed).status == status, act
    assert list(Path().glob("*")) == [Path("mine.toml")]
    assert served.get("state").status == 200


def test_steps_of_the_wrong_form_are_one_answer(served: Served) -> None:
    for body in (b"[]", b"{", b'{"file": 3}', b'{"file": "mine", "typed": 3}', b'{"file": "mine", "typed": {"a": 1}}', b"{}"):
        for act in ("preview", "save", "new", "own", "plan", "run", "back", "play", "resume", "add", "people", "enter", "upload"):
            answer = served.post(act, body)
            assert (answer.status, answer.error.endswith(".")) == (400, True), (act, body)
    assert served.get("state").status == 200


def test_paths_in_names_lead_nowhere(served: Served) -> None:
    report = "/report/mine/report"
    for path in (
        "/rules/..%2F..%2Fetc%2Fpasswd",
        "/rules/../mine",
        f"{report}/..%2F..%2F..%2Fmine.toml",
        f"{report}/%2Fetc%2Fpasswd",
        "/rules/%00",
    ):
        answer = served.request("GET", path, Host=served.address.netloc, Cookie=served.cookie)
        assert answer.status in (200, 400, 404), path
        assert "root:" not in answer.text
        assert 'extends = "classic-2000"' not in answer.text


def test_a_page_may_load_and_run_nothing_but_its_own(served: Served) -> None:
    for page in PAGES[:1] + PAGES[2:6]:
        answer = served.get(page)
        kept = dict(part.strip().split(" ", 1) for part in answer.headers["Content-Security-Policy"].split(";"))
        assert kept["default-src"] == kept["form-action"] == kept["frame-ancestors"] == "'none'"
        assert "unsafe" not in answer.headers["Content-Security-Policy"]


def test_reading_changes_nothing(served: Served) -> None:
    for page in (*PAGES, *ACTS):
        served.get(page)
    assert [path.name for path in Path().rglob("*")] == ["mine.toml"]
    assert served.thread.is_alive()


def test_a_name_of_another_encoding_ends_nothing(served: Served) -> None:
    Path(os.fsdecode(b"x\xff.toml")).write_text('extends = "classic-2000"\n')
    for page in ("", "rules/mine", "rules/x%FF", "study/x%FF", "report/x%FF/report/index.html", "%FF"):
        answer = served.request("GET", f"/{page}", Host=served.address.netloc, Cookie=served.cookie)
        assert answer.status == (404 if page.startswith(("report", "%")) else 200), page
    assert served.thread.is_alive()
