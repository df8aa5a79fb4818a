"""The writer of reports: nothing outside of its folder, whatever a file is called and wherever a folder leads."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from citadels_sim.errors import RunError
from citadels_sim.report.writing import check_writable, write_folder

PAGE = {"report.json": b'{"files": []}', "index.html": b""}


@pytest.mark.parametrize(
    "name",
    [
        "../a.svg",
        "figures/../../a.svg",
        "/a.svg",
        "figures\\a.svg",
        "figures/a/b.svg",
        "notes/a.csv",
        ".hidden.md",
        "a.py",
        "figures/",
        "A.md",
    ],
)
def test_a_file_that_is_none_of_a_report_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(RunError, match=r"is not a valid name for a file of the report"):
        write_folder(tmp_path / "out", {name: b"", **PAGE})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["figures", "tables"])
def test_a_folder_that_leads_elsewhere_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / name).symlink_to(tmp_path / "elsewhere")
    for attempt in (lambda: check_writable(tmp_path / "out"), lambda: write_folder(tmp_path / "out", {f"{name}/a.csv": b"", **PAGE})):
        with pytest.raises(RunError, match=rf"out/{name} is a link to .*elsewhere, outside the folder"):
            attempt()
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_the_report_s_own_folder_may_be_a_link(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "out").symlink_to(tmp_path / "there")
    write_folder(tmp_path / "out", {"figures/a.svg": b"x", **PAGE})
    assert (tmp_path / "there" / "figures" / "a.svg").read_bytes() == b"x"


def test_a_file_that_is_a_link_is_replaced_and_what_it_leads_to_stays(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "mine.txt").write_text("mine")
    (tmp_path / "out" / "report.md").symlink_to(tmp_path / "mine.txt")
    write_folder(tmp_path / "out", {"report.md": b"new", **PAGE})
    assert (tmp_path / "mine.txt").read_text() == "mine"
    assert (tmp_path / "out" / "report.md").read_text() == "new"


def test_of_an_earlier_report_only_a_report_s_files_are_removed(tmp_path: Path) -> None:
    out = tmp_path / "out"
    (out / "figures").mkdir(parents=True)
    (out / "notes").mkdir()
    for name in ("../mine.txt", "notes.txt", "notes/mine.csv", "figures/old.svg"):
        (out / name).write_text("mine")
    named = ["../mine.txt", str(tmp_path / "mine.txt"), "notes.txt", "notes/mine.csv", "figures/old.svg", "figures", 7]
    (out / "report.json").write_text(json.dumps({"files": named}))
    write_folder(out, PAGE)
    assert not (out / "figures" / "old.svg").exists()
    assert all((out / name).exists() for name in ("../mine.txt", "notes.txt", "notes/mine.csv"))


@pytest.mark.parametrize(
    "listed", ['{"files": 5}', '{"files": "index.html"}', "[" * 3000, f'{{"files": [{"7" * 5000}]}}', '{"files": [["a.md"]]}']
)
def test_an_odd_list_of_an_earlier_report_counts_as_none(tmp_path: Path, listed: str) -> None:
    (tmp_path / "report.json").write_text(listed)
    (tmp_path / "notes.md").write_text("mine")
    write_folder(tmp_path, PAGE)
    assert (tmp_path / "notes.md").read_text() == "mine"
    assert (tmp_path / "report.json").read_bytes() == PAGE["report.json"]
