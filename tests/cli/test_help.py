"""Every command explains itself, and its help ends with examples that can be typed as they stand."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer.main
from typer.core import TyperGroup

from citadels_sim.cli.main import build_app
from citadels_sim.cli.main import commands as names

ROOT = typer.main.get_command(build_app())


def commands(words: tuple[str, ...] = (), command: object = ROOT) -> Iterator[tuple[str, ...]]:
    """The words of every command and group of commands, the first one being ``()``."""
    yield words
    if isinstance(command, TyperGroup):
        for name, inner in command.commands.items():
            yield from commands((*words, name), inner)


def examples_of(help_text: str) -> list[str]:
    _, _, closing = help_text.rpartition("Examples:\n")
    return [line.strip() for line in closing.splitlines() if line.strip()]


@pytest.mark.parametrize("words", tuple(commands()), ids=lambda words: " ".join(("citadels", *words)))
def test_help_is_there_and_ends_with_examples(citadels, words: tuple[str, ...]) -> None:
    answer = citadels(*words, "-h")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith(f"Usage: {' '.join(('citadels', *words))} ")
    found = examples_of(answer.out)
    assert found
    assert all(line.startswith("citadels") for line in found)


@pytest.mark.parametrize("words", tuple(commands()), ids=lambda words: " ".join(("citadels", *words)))
def test_the_examples_name_commands_and_options_that_exist(citadels, words: tuple[str, ...]) -> None:
    for line in examples_of(citadels(*words, "-h").out):
        command, rest = ROOT, shlex.split(line, comments=True)[1:]
        while isinstance(command, TyperGroup) and rest and not rest[0].startswith("-"):
            assert rest[0] in command.commands, line
            command, rest = command.commands[rest[0]], rest[1:]
        command.make_context("citadels", rest)  # raises where an option is unknown or a value of the wrong kind


@pytest.mark.parametrize("words", tuple(commands()), ids=lambda words: " ".join(("citadels", *words)))
def test_help_shows_nothing_of_the_docstrings_innards(citadels, words: tuple[str, ...]) -> None:
    text = citadels(*words, "-h").out
    assert "----" not in text
    assert ":class:" not in text


@pytest.mark.slow
def test_the_examples_run_in_the_order_of_the_help(tmp_path: Path) -> None:
    for name in names():
        helped = subprocess.run([sys.executable, "-m", "citadels_sim", name, "-h"], capture_output=True, text=True, check=True)
        for line in examples_of(helped.stdout):
            command = [sys.executable, "-m", "citadels_sim", *shlex.split(line, comments=True)[1:]]
            done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
            assert done.returncode == 0, f"{line}\n{done.stderr}"
