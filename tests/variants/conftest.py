"""What the tests of variants share: a way to write a variant file, and one to lift what the engine cannot play yet."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from citadels_sim.catalogue import CHARACTERS, DISTRICTS
from citadels_sim.variants import support


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Write a variant file and give its path: ``write("city_size = 7", name="mine", extends="classic-2000")``."""

    def _write(text: str, name: str = "mine", extends: str | None = "classic-2000") -> Path:
        path = tmp_path / f"{name}.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        head = f'extends = "{extends}"\n' if extends else ""
        path.write_text(head + text, encoding="utf-8")
        return path

    return _write


@pytest.fixture
def everything_playable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that the engine has every character and district: the reader must know them all already."""
    monkeypatch.setattr(support, "PLAYABLE_CHARACTERS", frozenset(c.id for c in CHARACTERS))
    monkeypatch.setattr(support, "PLAYABLE_DISTRICTS", frozenset(d.id for d in DISTRICTS))
    monkeypatch.setattr(support, "UNPLAYABLE_READINGS", {})
