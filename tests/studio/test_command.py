"""``citadels studio``: what it needs, and that one studio has a folder."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path

import pytest

from citadels_sim.files import locked_file
from tests.conftest import Spoken

Citadels = Callable[..., Spoken]


def test_a_second_studio_in_a_folder_is_refused(citadels: Citadels, tmp_path: Path) -> None:
    with locked_file(tmp_path / ".citadels-studio.lock"):
        said = citadels("studio", str(tmp_path), "--no-open")
    assert (said.code, said.out) == (2, "")
    assert "another studio has it open. Use that one, end it, or give another folder." in said.err
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_no_folder(citadels: Citadels, tmp_path: Path) -> None:
    (tmp_path / "x").write_text("")
    said = citadels("studio", str(tmp_path / "x"))
    assert said.code == 2
    assert "cannot be written" in said.err


def test_without_its_libraries_it_says_what_to_install(citadels: Citadels, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *more: None if name == "tomlkit" else found(name, *more))
    said = citadels("studio", str(tmp_path / "new"))
    assert said.code == 2
    assert "pip install 'citadels-sim[web]'" in said.err
    assert not (tmp_path / "new").exists()
