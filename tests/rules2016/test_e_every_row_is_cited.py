"""Every row of the tables of disagreements and open points (2016 6.1, 6.2) is cited by a rule test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROWS = [*(f"D{n}" for n in range(1, 19)), *(f"A{n}" for n in range(1, 46)), "A25b"]
"""D17 and D18 are differences of wording alone: of the tie-break (D17: the higher number wins) and the Magistrate's text (D18)."""


@pytest.fixture(scope="module")
def cited() -> set[str]:
    """Rows named in any rule test of 2016, this file's own list apart."""
    texts = [path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py") if path != Path(__file__).resolve()]
    return {word.lower() for text in texts for word in re.findall(r"\b[AaDd]\d+b?(?=\b|_)", text)}


@pytest.mark.parametrize("row", ROWS)
def test_a_rule_test_cites_the_row(row: str, cited: set[str]) -> None:
    assert row.lower() in cited
