"""A studio in a folder of its own, with rules that somebody changed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from citadels_sim.studio.site import Studio


@pytest.fixture
def studio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Studio]:
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text('name = "mine"\ntitle = "Mine"\nextends = "classic-2000"\n\n[game]\nstart_gold = 3\n')
    studio = Studio()
    yield studio
    studio.close()
