"""What the tests of variants share: a way to write a variant file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest


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
