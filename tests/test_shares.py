"""Tests are dealt out to processes so that nothing is made twice: what `tests.shares` names is there."""

from __future__ import annotations

import re
from pathlib import Path

from tests import shares

ROOT = Path(__file__).resolve().parents[1]


def test_the_files_that_are_named_are_there() -> None:
    named = {*shares._EVERY_KIND, *shares._LONGEST, *shares._EACH_TEST} - {shares.REPORT}
    assert [name for name in named if not (ROOT / name).is_file()] == []


def test_all_tests_that_read_the_shared_runs_are_dealt_out_together() -> None:
    reading = set()
    for path in (ROOT / "tests" / "report").glob("test_*.py"):
        text = path.read_text(encoding="utf-8")
        own = set(re.findall(r"@pytest\.fixture.*\ndef (\w+)", text))
        if {"runs", "whole"} & set(re.findall(r"[(,]\s*(\w+)(?=: (?:dict\[str, Path\]|ReportPaths))", text)) - own:
            reading.add(path.relative_to(ROOT).as_posix())
    assert reading == shares._EVERY_KIND
