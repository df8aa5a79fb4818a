"""Standard streams that are closed, missing or full, and interrupts before anything has begun."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import citadels_sim as cs

Speak = Callable[..., Any]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(cs.__file__).parents[1])}
posix = pytest.mark.skipif(os.name == "nt", reason="needs a shell of POSIX")


@pytest.mark.parametrize("gone", ["stdin", "stdout", "stderr"])
@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--version",), 0),
        (("variants",), 0),
        (("variants", "show", "classic-2000", "--json"), 0),
        (("runs", "verify", "nowhere"), 2),
        (("play", "classic-2000", "--seed", "3", "--transcript", "game.json"), 0),
    ],
)
def test_a_stream_that_is_not_there_changes_nothing_else(
    citadels: Speak, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, gone: str, words: tuple[str, ...], code: int
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    monkeypatch.setattr(f"sys.{gone}", None)
    shown = citadels(*words)
    assert shown.code == code
    assert bool(shown.out) == (code == 0 and gone != "stdout")
    assert bool(shown.err) == (code == 2 and gone != "stderr")
    assert (tmp_path / "game.json").exists() == ("play" in words)


@pytest.mark.parametrize("read", [False, True])
def test_bytes_that_are_no_text_are_no_choice(citadels: Speak, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, read: bool) -> None:
    typed = io.TextIOWrapper(io.BytesIO(b"before\n" * read + (b"1" if read else b"\xff\xfe") + b"\nq\n"), encoding="utf-8")
    if read:
        typed.readline()
    monkeypatch.setattr("sys.stdin", typed)
    shown = citadels("play", "classic-2000", "--seed", "3", "--transcript", tmp_path / "game.json")
    assert (shown.code, shown.err) == (0, "")
    assert ("is not one of the choices" in shown.out) == (not read)


@posix
@pytest.mark.parametrize(
    ("streams", "words", "code", "shown"),
    [
        (">&-", "--version", 0, ""),
        ("<&- >&- 2>&-", "runs verify nowhere", 2, ""),
        ("2>&-", "--version", 0, f"citadels {cs.__version__}\n"),
        pytest.param("2>/dev/full", "nonsense", 2, "", marks=pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")),
    ],
)
def test_what_a_shell_closes_is_no_traceback(streams: str, words: str, code: int, shown: str) -> None:
    program = ["sh", "-c", f'"$0" -m citadels_sim {words} {streams}', sys.executable]
    done = subprocess.run(program, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (code, shown, "")


@posix
def test_ctrl_c_while_modules_are_imported_is_130_without_a_traceback() -> None:
    program = (
        "import os, signal, sys\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "class Interrupts:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'citadels_sim.cli.commands':\n"
        "            try: os.kill(os.getpid(), signal.SIGINT)\n"
        "            except BaseException: pass  # as some libraries do\n"
        "sys.meta_path.insert(0, Interrupts())\n"
        "from citadels_sim.__main__ import main\nsys.exit(main())"
    )
    done = subprocess.run([sys.executable, "-c", program, "variants"], env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_ctrl_c_counts_as_usual_once_they_are_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    import signal

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        monkeypatch.setattr("citadels_sim.cli.main.main", lambda: signal.getsignal(signal.SIGINT))
        from citadels_sim.__main__ import main

        assert main() is signal.default_int_handler  # type: ignore[comparison-overlap]
    finally:
        signal.signal(signal.SIGINT, before)
