"""Files that others wrote are read without harm: nothing is waited on, and what Python itself cannot read or show is refused."""

from __future__ import annotations

import os
import time
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from citadels_sim import foreign
from citadels_sim.foreign import Unreadable, inside, is_file, json_of, read_bytes, shown, toml_of
from citadels_sim.runs.experiment import read_experiment
from citadels_sim.study.question import read_question
from citadels_sim.variants import load_variant
from tests.mutations import lay_traps


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("pipe.toml", "is not a regular file, but a pipe or a device"),
        ("loop.toml", "symbolic links form a loop"),
        ("folder.toml", "is a folder, not a file"),
        ("x" * 300, "its name is too long for the file system"),
        ("none.toml", "there is no such file"),
        ("mine.toml/none.toml", "there is no such file"),
        ("a\0b", "cannot be read: its name has a character that no file system allows"),
        ("large.toml", "is larger than 128 KiB"),
    ],
)
def test_what_cannot_be_read_is_refused_at_once(tmp_path: Path, name: str, reason: str) -> None:
    lay_traps(tmp_path)
    (tmp_path / "mine.toml").write_text("a = 1")
    (tmp_path / "large.toml").write_bytes(b"#" * (1 << 20) + b"\n")
    with pytest.raises(Unreadable) as refused:
        read_bytes(tmp_path / name)
    assert str(refused.value) == reason
    assert is_file(tmp_path / name) == (name == "large.toml")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a = " + "[" * 3000, "is nested more than 50 deep"),
        ("a = " + "{a=" * 60 + "1" + "}" * 60, "is nested more than 50 deep"),
        ("a" + ".a" * 60 + " = 1", "has a key of more than 50 parts with dots between them"),
        ("[a" + ".'a'" * 60 + "]", "has a key of more than 50 parts with dots between them"),
        ("a = " + "9" * 5000, "has a whole number of more than 100 digits"),
        ("a = [{b = 0x" + "f" * 5000 + "}]", "a[0].b: is a whole number of more than 100 digits"),
        ("a = ", "is not valid TOML: Invalid value (at end of document)"),
    ],
)
def test_toml_that_python_chokes_on_is_refused(text: str, reason: str) -> None:
    with pytest.raises(Unreadable) as refused:
        toml_of(text.encode())
    assert str(refused.value) == reason


def test_a_key_of_very_many_parts_does_not_take_the_square_of_them() -> None:
    begun = time.process_time()
    for text in ("a" + ".a" * 400_000 + " = 1", "a" * 900_000, "a." * 400_000 + "\n"):
        with pytest.raises(Unreadable):
            toml_of(text.encode())
    assert time.process_time() - begun < 5


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[" * 3000 + "]" * 3000, "is nested more than 50 deep"),
        ('{"a": ' * 60 + "1" + "}" * 60, "is nested more than 50 deep"),
        ('{"a": ' + "9" * 5000 + "}", "has a whole number of more than 100 digits"),
        ('{"a": ["\\ud800"]}', "a[0]: is not text: it has half a character"),
        ("\xff", "is not valid JSON: Expecting value: line 1 column 1 (char 0)"),
    ],
)
def test_json_that_python_chokes_on_is_refused(text: str, reason: str) -> None:
    with pytest.raises(Unreadable) as refused:
        json_of(text.encode())
    assert str(refused.value) == reason


def test_every_value_can_be_shown() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    assert shown(deep) == "a value nested too deep to show"
    assert shown(16**5000) == "a number of thousands of digits"
    assert shown([16**5000]) == "a value with a number of thousands of digits"
    assert shown(True) == "true"
    assert shown("x" * 100) == f"'{'x' * 56}..."
    while deep:  # taken apart by hand: to free it at once would go as deep
        deep = deep.pop()  # type: ignore[assignment]


def test_a_name_must_lie_in_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "out").symlink_to(tmp_path)
    (folder / "in").symlink_to(folder)
    assert inside(folder, "in/a") == folder / "in" / "a"
    for name in ("../a", "out/a", str(tmp_path / "a"), "out"):
        with pytest.raises(Unreadable, match="points outside the folder"):
            inside(folder, name)


@pytest.mark.parametrize(("to", "reason"), [("secret", "was replaced by another file"), ("pipe", "is not a regular file")])
def test_what_is_put_into_the_place_of_a_file_while_it_is_opened_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, to: str, reason: str
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "file").write_text("own")
    (tmp_path / "secret").write_text("secret")
    os.mkfifo(tmp_path / "pipe")
    assert read_bytes(folder / "file", within=folder) == b"own"
    opening = os.open

    def swapped(path: Any, *more: Any) -> int:
        """Between looking at the file and opening it, a link stands in its place; then it is the file again."""
        (folder / "file").rename(folder / "kept")
        (folder / "file").symlink_to(tmp_path / to)
        try:
            return opening(path, *more)
        finally:
            (folder / "kept").replace(folder / "file")

    monkeypatch.setattr(os, "open", swapped)
    with pytest.raises(Unreadable, match=reason):
        read_bytes(folder / "file", within=folder)


def test_a_very_long_key_is_not_kept_for_each_entry_below_it() -> None:
    text = f'["{"k" * 100_000}"]\nx = [{"0, " * 50_000}0]\n'
    tracemalloc.start()
    toml_of(text.encode())
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100 << 20


@pytest.mark.parametrize("part", ['"!"', "'.'", '"\\""', "a"])
def test_a_key_of_many_parts_is_refused_however_they_are_quoted(part: str) -> None:
    with pytest.raises(Unreadable, match="more than 50 parts"):
        toml_of((".".join([part] * 20_000) + " = 1").encode())


def test_quotes_that_are_never_closed_do_not_take_the_square_of_them() -> None:
    begun = time.process_time()
    for text in ('x = "' + '\\"' * 60_000, "x = [" + "','" * 40_000, "x = " + '"a\\".' * 20_000):
        with pytest.raises(Unreadable, match="TOML"):
            toml_of(text.encode())
    assert time.process_time() - begun < 5


@pytest.mark.parametrize("line", ["a{}.{}c = 1\n", "[a{}.{}c]\n"])
def test_the_longest_file_of_dotted_keys_is_read_soon(tmp_path: Path, line: str) -> None:
    begun = time.process_time()
    text = "".join(line.format(i, "b." * 47) for i in range(9_500)).encode()
    (tmp_path / "long.toml").write_bytes(text)
    with pytest.raises(Unreadable, match="larger than"):
        read_bytes(tmp_path / "long.toml")
    toml_of(text[: 127 << 10].rpartition(b"\n")[0])
    assert time.process_time() - begun < 8


def test_looking_through_a_document_does_not_list_it() -> None:
    value = [[0] * 200_000]
    tracemalloc.start()
    foreign._check(value)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1 << 20


MINE = 'name = "mine"\nextends = "classic-2000"\n\n[deck.basic]\ntavern = 6\n'
EXPERIMENT = 'name = "small"\nvariants = ["mine.toml"]\nplayers = [4]\ngames = 60\nlineups = [["builder"]]\n'
STUDY = 'name = "question"\nvariants = ["mine.toml"]\nplayers = [4]\nminutes = 1\n'


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_files_of_an_editor_that_marks_its_byte_order_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mark: str, ends: str
) -> None:
    for name, text in {"mine.toml": MINE, "experiment.toml": EXPERIMENT, "study.toml": STUDY}.items():
        (tmp_path / name).write_bytes((mark + text.replace("\n", ends)).encode())
    monkeypatch.chdir(tmp_path)
    assert load_variant("mine.toml").name == "mine"
    assert read_experiment("experiment.toml", {}).games == 60
    assert read_question("study.toml", {}).minutes == 1
    assert json_of(f"{mark}{{}}".encode()) == {}
