"""``citadels report`` as a user meets it."""

from __future__ import annotations

import json

import pytest

from citadels_sim.cli.main import main
from citadels_sim.show.blocks import NO_FINDING
from tests.synthetic_run import Toy, edit_manifest, write_run


@pytest.fixture
def small(tmp_path):
    return write_run(tmp_path / "run", Toy(blocks=8))


def test_it_prints_findings_and_where_the_page_lies(small, tmp_path, capsys):
    assert main(["report", str(small), "--out", str(tmp_path / "report")]) == 0
    out = capsys.readouterr().out
    assert f"- {NO_FINDING} on drafted characters, win chance by seat" in out
    assert str(tmp_path / "report" / "index.html") in out


def test_json_gives_the_same_as_data(small, tmp_path, capsys):
    assert main(["report", str(small), "--out", str(tmp_path / "report"), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["page"] == str(tmp_path / "report" / "index.html")
    assert data["findings"]


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda run: edit_manifest(run, state="running"), "not finished"),
        (lambda run: (run / "manifest.json").unlink(), "no manifest.json"),
        (lambda run: next((run / "turns").iterdir()).write_bytes(b"x"), "damaged"),
    ],
)
def test_a_run_that_cannot_be_reported_on_is_one_message_and_exit_code_2(small, tmp_path, capsys, spoil, message):
    spoil(small)
    assert main(["report", str(small), "--out", str(tmp_path / "report")]) == 2
    error = capsys.readouterr().err.splitlines()
    assert error[-1].startswith("citadels: ")
    assert message in error[-1]
    assert not (tmp_path / "report").exists()


def test_without_an_output_folder_it_says_what_is_missing(small, capsys):
    assert main(["report", str(small)]) == 2
    assert "--out" in capsys.readouterr().err


@pytest.mark.parametrize("there", [True, False])
def test_open_shows_the_page_or_says_that_no_browser_is_there(small, tmp_path, capsys, monkeypatch, there):
    opened = []
    monkeypatch.setattr("webbrowser.open", lambda address: opened.append(address) or there)
    assert main(["report", str(small), "--out", str(tmp_path / "report"), "--open"]) == 0
    assert opened == [(tmp_path / "report" / "index.html").as_uri()]
    error = capsys.readouterr().err
    assert ("found no browser" in error) is not there
    assert error.index("Reading ") < error.index("Analysing ") < error.index("Writing ")


def test_open_without_a_page_is_refused(small, capsys):
    assert main(["report", str(small), "--terminal", "--open"]) == 2
    assert "--open: does not go with --terminal, which writes no page" in capsys.readouterr().err
