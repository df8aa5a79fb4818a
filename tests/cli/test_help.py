"""Every command explains itself, and its help ends with examples that can be typed as they stand."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer.main
from typer.core import TyperGroup

from citadels_sim.cli.commands import command_groups
from citadels_sim.cli.main import build_app, main

ROOT = typer.main.get_command(build_app())


def commands(words: tuple[str, ...] = (), command: object = ROOT) -> Iterator[tuple[str, ...]]:
    """The words of every command and group of commands, the first one being ``()``."""
    yield words
    if isinstance(command, TyperGroup):  # reading a command of the root imports it
        for name, inner in command.commands.items():
            yield from commands((*words, name), inner)


@pytest.mark.parametrize("group", command_groups())
def test_the_list_of_commands_has_the_first_sentence_of_each(citadels, group: str) -> None:
    listed = " ".join(citadels("-h").out.split())
    for name, command in command_groups()[group].items():
        help_text = ROOT.commands[name].help
        assert command.sentence == " ".join(help_text.split("\n\n")[0].split())
        assert command.sentence.endswith(".")
        assert f"{name} {command.sentence}" in listed
    assert f"{group}:" in listed


def test_a_command_of_a_group_is_listed_with_its_whole_sentence(citadels) -> None:
    listed = " ".join(citadels("variants", "-h").out.split())
    assert "..." not in listed.partition("Commands:")[2]
    assert " ".join(ROOT.commands["variants"].commands["switches"].help.split()) in listed


@pytest.mark.parametrize(
    ("words", "completions"),
    [
        ("citadels kin", ["kingmaking"]),
        ("citadels variants sh", ["show"]),
        ("citadels luck --rep", ["--replicates"]),
        ("citadels forks --variant classic-2000-n", ["classic-2000-nine"]),
        ("citadels variants show dark-city-r", ["dark-city-random"]),
        ("citadels run --bots builder,ra", ["builder,random", "builder,raider"]),
        ("citadels run edi", ["editions"]),
        ("citadels experiments show edi", ["editions"]),
        ("citadels study classic-2000 dark-city-r", ["dark-city-random"]),
        ("citadels tune ra", ["random", "raider"]),
    ],
)
def test_the_shell_completes_commands_and_options(capsys, monkeypatch, words: str, completions: list[str]) -> None:
    monkeypatch.setenv("_CITADELS_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split()) - 1))
    with pytest.raises(SystemExit):
        main([])
    assert capsys.readouterr().out.split() == completions


@pytest.mark.parametrize("words", tuple(commands()), ids=lambda words: " ".join(("citadels", *words)))
def test_the_shell_completes_whatever_is_a_variant(words: tuple[str, ...]) -> None:
    command = ROOT
    for word in words:
        command = command.commands[word]
    context = command.make_context("citadels", [], resilient_parsing=True)
    for one in command.params:
        if re.search(r"variants?[^.]*,? by (name|path)|names of packaged variants", getattr(one, "help", None) or "", re.IGNORECASE):
            assert "dark-city-random" in [result.value for result in one.shell_complete(context, "dark-city-r")], one.name


def examples_of(help_text: str) -> list[str]:
    _, _, closing = help_text.rpartition("Examples:\n")
    return [line.strip() for line in closing.splitlines() if line.strip()]


def words_of(line: str) -> list[str]:
    """The words of an example behind `citadels`, without a comment or the file that its output goes to."""
    return shlex.split(line.split(" > ")[0], comments=True)[1:]


@pytest.mark.parametrize("words", tuple(commands()), ids=lambda words: " ".join(("citadels", *words)))
def test_help_is_there_and_ends_with_examples(citadels, words: tuple[str, ...]) -> None:
    answer = citadels(*words, "-h")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith(f"Usage: {' '.join(('citadels', *words))} ")
    result = examples_of(answer.out)
    assert result
    assert all(line.startswith("citadels") for line in result)


@pytest.mark.parametrize("words", tuple(commands()), ids=lambda words: " ".join(("citadels", *words)))
def test_the_examples_name_commands_and_options_that_exist(citadels, words: tuple[str, ...]) -> None:
    for line in examples_of(citadels(*words, "-h").out):
        command, rest = ROOT, words_of(line)
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
    """After those of `init`, which write the rules of one's own that others study."""
    for name in ("init", *(name for name in ROOT.commands if name != "init")):
        helped = subprocess.run([sys.executable, "-m", "citadels_sim", name, "-h"], capture_output=True, text=True, check=True)
        for line in examples_of(helped.stdout):
            if name == "studio" or "--browser" in line:
                continue  # waits for somebody at a browser
            command = [sys.executable, "-m", "citadels_sim", *words_of(line)]
            done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
            assert done.returncode == 0, f"{line}\n{done.stderr}"
            if " > " in line:
                (tmp_path / line.rsplit(" > ")[1]).write_text(done.stdout)
