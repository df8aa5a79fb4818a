"""The study of own cards goes on where it was stopped: what was learned of a file is kept, for its text and its number of rounds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scripts.research import own_cards


def test_a_study_that_was_stopped_learns_what_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []
    pages: list[list[str]] = []

    def learned(path: str, *words: str) -> dict[str, Any]:
        begun.append(f"{Path(path).stem} {words[1]}")
        if len(begun) == 2:
            raise KeyboardInterrupt
        return {"wins": 0.5, "low": 0.4, "high": 0.6}

    monkeypatch.setattr(own_cards, "FOLDER", tmp_path)
    monkeypatch.setattr(own_cards, "learned", learned)
    monkeypatch.setattr(own_cards, "write_report", lambda _, lines: pages.append(list(lines)))
    with pytest.raises(KeyboardInterrupt):
        own_cards.main(10, 3, 7)
    assert not pages

    assert not own_cards.main(10, 3, 7)
    assert begun == ["own-cards-7-1 10", "own-cards-7-2 10", "own-cards-7-2 10", "own-cards-7-3 10"]
    assert sum("| 50.0% | 40.0% to 60.0% | 45% | yes |" in line for line in pages[0]) == 3

    assert not own_cards.main(10, 3, 7)
    assert len(begun) == 4
    own_cards.main(11, 1, 7)
    assert begun[-1] == "own-cards-7-1 11"
