"""A report of a run whose figures are put in: its Markdown, and what the terminal says of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.synthetic_run import Toy, write_run

pytestmark = pytest.mark.rotated(4, together=True)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    toy = Toy(players=(4, 5), blocks=150, taste={"architect": 1.2}, seat_strength=(0.3,))
    return write_run(tmp_path_factory.mktemp("runs") / "toy", toy)


def test_a_report(citadels: Callable[..., Any], snapshot: SnapshotAssertion, run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(run.parent)
    told = citadels("report", "toy", "--out", "report")
    assert told.code == 0, told.err
    assert told.out == snapshot(name="terminal")
    page = Path("report/report.md").read_text(encoding="utf-8")
    page = re.sub(r"\b[0-9a-f]{12,64}\b", "DIGEST", page.split("\n## Robustness\n")[0])
    # Of long tables, which are figures, the first rows do.
    assert re.sub(r"((?:^\|.*\n){8})(?:^\|.*\n)+", r"\1...\n", page, flags=re.MULTILINE) == snapshot(name="markdown")


def test_a_check(citadels: Callable[..., Any], snapshot: SnapshotAssertion, run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(run.parent)
    assert citadels("report", "toy", "--out", "checked").code == 0
    assert citadels("check", "checked", "--max-seat", "5", "--max-dead-turns", "3", "--max-rounds", "20").out == snapshot
