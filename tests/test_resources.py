from __future__ import annotations

from pathlib import Path

import pytest

from citadels_sim import resources


def test_the_configs_of_a_checkout_are_found_from_any_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert (resources.configs_dir() / "variants" / "classic-2000.toml").is_file()


def test_the_configs_inside_an_installed_package_go_before_those_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inside, beside = tmp_path / "citadels_sim" / "configs", tmp_path / "configs"
    inside.mkdir(parents=True)
    beside.mkdir()
    monkeypatch.setattr(resources, "__file__", str(tmp_path / "citadels_sim" / "resources.py"))
    assert resources.configs_dir() == inside


def test_an_installation_without_configs_is_a_fault_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "__file__", str(tmp_path / "citadels_sim" / "resources.py"))
    with pytest.raises(FileNotFoundError, match="no configs folder"):
        resources.configs_dir()
