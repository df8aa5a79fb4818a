"""`scripts/research/run` lists every study, and each takes its arguments by position, with what is wrong in one message and exit code 2."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import typer
from typer.testing import CliRunner

from scripts.research.__main__ import command, studies

ROOT = Path(__file__).resolve().parents[2]
NAMES = sorted(studies())


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "scripts.research", *words], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60
    )


@pytest.mark.parametrize(("words", "code"), [((), 2), (("nothing",), 2), (("--help",), 0)])
def test_without_a_known_name_every_study_is_listed_with_its_sentence(words: tuple[str, ...], code: int) -> None:
    done = run(*words)
    assert done.returncode == code
    shown = (done.stdout if code == 0 else done.stderr).splitlines()
    listed = dict(line.strip().split(maxsplit=1) for line in shown[2:])
    assert sorted(listed) == NAMES
    assert all(len(sentence) > 20 for sentence in listed.values())


def study(games: int = 3, name: str = "x") -> bool:
    """Play."""
    typer.echo(f"{games} {name}")
    return games > 5


@pytest.mark.parametrize(
    ("words", "code", "out"),
    [
        ((), 0, "3 x"),
        (("4", "y"), 0, "4 y"),
        (("6",), 1, "6 x"),
        (("0",), 2, "Invalid value for '[GAMES]'"),
        (("many",), 2, "Invalid value for '[GAMES]'"),
        (("1", "x", "more"), 2, "unexpected extra argument"),
    ],
)
def test_arguments_are_those_of_its_main_and_true_is_exit_code_1(words: tuple[str, ...], code: int, out: str) -> None:
    app = typer.Typer()
    app.command()(command(SimpleNamespace(main=study, __doc__="A study.")))
    done = CliRunner().invoke(app, list(words))
    assert done.exit_code == code
    assert out.lower().replace("[games]", "games") in done.output.lower().replace("[games]", "games")
