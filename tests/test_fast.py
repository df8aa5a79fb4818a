"""The rule of `tests.fast`: what neither compiles nor starts a process nor is `long` runs, always the same tests."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LEFT = "not slow and not long"
"""What `scripts/test --fast` selects (tests/scripts/test_scripts.py)."""
TESTS = {
    "test_mixed.py": """
import subprocess, sys
from multiprocessing import get_context
import numba
import pytest

@numba.njit
def twice(x):
    return 2 * x

@pytest.fixture
def compiled():
    return twice(3)

def test_plain():
    assert 2 + 2 == 4

@pytest.mark.long
def test_long():
    assert 2 + 2 == 5

def test_false():
    assert 2 + 2 == 5

def test_compiles():
    assert twice(2) == 5

def test_compiles_in_a_fixture(compiled):
    assert compiled == 5

def test_catches_what_it_can():
    try:
        twice(2)
    except Exception:
        pass
    assert False

def test_command():
    assert subprocess.run([sys.executable, "-c", ""]).returncode == 5

def test_worker():
    get_context("spawn").Process(target=print).start()
    assert False
""",
    "test_top.py": """
import numba

SIX = numba.njit(lambda x: 2 * x)(3)

def test_six():
    assert SIX == 5
""",
}


@pytest.mark.parametrize("processes", ["0", "1"], ids=["in this process", "in a worker"])
def test_only_what_neither_compiles_nor_starts_a_process_runs(processes: str, tmp_path: Path) -> None:
    for name, text in TESTS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = long\n")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.fast", "-n", processes, "-m", LEFT, "-rs", "-q", "-p", "no:cacheprovider", tmp_path],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "1 failed, 1 passed, 6 skipped" in done.stdout, done.stdout + done.stderr
    assert "test_false" in done.stdout
    assert done.stdout.count("needs compiled code") >= 1
    assert done.stdout.count("starts a process") >= 1
