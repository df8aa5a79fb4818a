"""`scripts/test` ends as its parts did, 0 when all passed; `scripts/demo` ends with a report, also after an update."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from citadels_sim.runs.code import rules_digest
from tests.test_fast import LEFT

ROOT = Path(__file__).resolve().parents[2]


def _checked(folder: Path, failing: str, *words: str) -> subprocess.CompletedProcess[str]:
    """`scripts/test` in a checkout whose Python fails at the module `failing` and does nothing else."""
    (folder / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "test", folder / "scripts" / "test")
    python = folder / "python"
    python.write_text(f'#!/usr/bin/env bash\necho "ran $*"\n[ "$2" != "{failing}" ]\n')
    python.chmod(0o755)
    (folder / "scripts" / "_setup").write_text(f"set -euo pipefail\ncd {folder}\nPYTHON={python}\n")
    return subprocess.run(["bash", folder / "scripts" / "test", *words], capture_output=True, text=True, check=False, timeout=60)


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


def test_the_fast_part_compiles_nothing_and_runs_the_tests_that_the_plugin_leaves(tmp_path: Path) -> None:
    done = _checked(tmp_path, "nothing", "--fast")
    ran = [line for line in done.stdout.splitlines() if line.startswith("ran ")]
    style = ["ran -m ruff check .", "ran -m ruff format --check .", "ran -m mypy"]
    assert ran == [*style, f"ran -m pytest -n auto -p tests.fast -m {LEFT} -rfE"]
    assert done.stdout.endswith("scripts/test: the fast part passed\n")
    assert (done.returncode, done.stderr) == (0, "")


def test_the_fast_part_fails_as_the_whole_does(tmp_path: Path) -> None:
    done = _checked(tmp_path, "mypy", "--fast")
    assert done.stdout.endswith("scripts/test: FAILED:\n  types\n")
    assert done.returncode == 1


def _demonstrated(folder: Path) -> list[str]:
    """What `scripts/demo` says, and the commands that it gives, in a checkout whose Python only knows the code that it would play."""
    (folder / "scripts").mkdir(exist_ok=True)
    shutil.copy(ROOT / "scripts" / "demo", folder / "scripts" / "demo")
    python = folder / "python"
    python.write_text(f'#!/usr/bin/env bash\n[ "$1" != -c ] || PYTHONPATH={ROOT} exec {sys.executable} "$@"\necho "ran $*"\n')
    python.chmod(0o755)
    (folder / "scripts" / "_setup").write_text(f"set -euo pipefail\ncd {folder}\nROOT={folder}\nPYTHON={python}\n")
    done = subprocess.run(["bash", folder / "scripts" / "demo"], capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_the_demo_after_an_update_plays_into_a_new_folder_and_says_so(tmp_path: Path) -> None:
    ours, old = f"studies/demo-{rules_digest()[:8]}", "studies/demo-01234567"
    (tmp_path / old).mkdir(parents=True)
    shown = _demonstrated(tmp_path)
    assert shown[0].startswith(f"{old} was played by other code of citadels_sim: it is kept, and {ours} is begun.")
    assert shown[1].endswith(f"--out {ours}")
    assert shown[-1] == f"The page lies at {tmp_path}/{ours}/report/index.html"


def test_the_demo_of_the_same_code_goes_on_in_its_folder(tmp_path: Path) -> None:
    (tmp_path / f"studies/demo-{rules_digest()[:8]}").mkdir(parents=True)
    (tmp_path / "studies" / "demo-01234567").mkdir()
    assert _demonstrated(tmp_path)[0].startswith("ran -m citadels_sim study ")


@pytest.mark.parametrize("kept", [True, False], ids=["folder", "no folder"])
def test_the_commands_of_a_script_share_what_cannot_be_kept(kept: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CITADELS_CACHE_DIR", str(tmp_path / "cache" if kept else tmp_path / "file" / "cache"))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    (tmp_path / "file").touch()
    script = f"set -eu; PYTHON={sys.executable}; . {ROOT}/scripts/_cache; bash -c '[ -d \"$CITADELS_SPARE_CACHE\" ] && echo shared' || true"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (0, "" if kept else "shared\n")
    assert ("cannot be written: what is compiled is kept for the time of this script only" in done.stderr) is not kept
    assert not list(tmp_path.glob("tmp*"))
