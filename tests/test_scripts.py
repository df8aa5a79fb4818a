"""`scripts/test` ends as its parts did: 0 when all passed, 1 and their names when one failed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def _checked(folder: Path, failing: str) -> subprocess.CompletedProcess[str]:
    """`scripts/test` in a checkout whose Python fails at the module `failing` and does nothing else."""
    (folder / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "test", folder / "scripts" / "test")
    python = folder / "python"
    python.write_text(f'#!/usr/bin/env bash\necho "ran $*"\n[ "$2" != "{failing}" ]\n')
    python.chmod(0o755)
    (folder / "scripts" / "_setup").write_text(f"set -euo pipefail\ncd {folder}\nPYTHON={python}\n")
    return subprocess.run(["bash", folder / "scripts" / "test"], capture_output=True, text=True, check=False, timeout=60)


def test_all_passed_is_exit_code_0(tmp_path: Path) -> None:
    done = _checked(tmp_path, failing="nothing")
    assert done.stdout.endswith("scripts/test: all passed\n")
    assert "ran -m pytest -n auto" in done.stdout
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(("module", "name"), [("ruff", "style"), ("tests.compiled", "compiled code"), ("pytest", "tests")])
def test_a_part_that_fails_is_named_and_is_exit_code_1(tmp_path: Path, module: str, name: str) -> None:
    done = _checked(tmp_path, failing=module)
    assert f"  {name}\n" in done.stdout.split("scripts/test: FAILED:\n")[1]
    assert "ran -m pytest -n auto" in done.stdout  # the parts after it are run all the same
    assert done.returncode == 1
