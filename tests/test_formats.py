"""Numbers as text: rounded to some digits, without a sign before a zero, and made by one function."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import numpy as np
import pytest

from citadels_sim.formats import fixed
from citadels_sim.show.charts import style
from citadels_sim.show.charts.chart import _FORMATS

ROOT = Path(__file__).resolve().parents[1]
_BY_HAND = re.compile(r""":[^{}"'\s]?\+[^{}"']*(?:\{[^{}]*\})?[^{}"']*\}|format\([^()]*,\s*["'][^"']*\+""")
"""A format with a sign in a text, as ``{value:+.1f}``, or as a word of `format`."""


@pytest.mark.parametrize(
    ("value", "digits", "sign", "text"),
    [
        (-0.04, 1, "", "0.0"),
        (-0.04, 1, "+", "+0.0"),
        (-0.0, 0, "", "0"),
        (-0.0, 2, "+", "+0.00"),
        (-0.06, 1, "", "-0.1"),
        (0.06, 1, "+", "+0.1"),
        (12.345, 2, "", "12.35"),
        (-1e-12, 3, "+", "+0.000"),
    ],
)
def test_what_rounds_to_zero_has_no_minus(value: float, digits: int, sign: Literal["", "+"], text: str) -> None:
    assert fixed(value, digits, sign) == text


@pytest.mark.parametrize("value", [-1e-9, -0.0, 0.0, -0.0000499])
def test_nobody_who_writes_numbers_puts_a_minus_before_a_zero(value: float) -> None:
    texts = [
        style.points(value),
        style.percent(value),
        style.plain(value, -1.0, 1.0),
        style.interval(value, value),
        style.effect(value, value, 1.0),
        _FORMATS["pp"](round(value, 6)),
    ]
    assert [text for text in texts if re.search(r"[-−]0(\.0+)?(?![\d.])", text)] == []


@pytest.mark.parametrize(("value", "text"), [(0.05, "+5"), (-0.075, "-7.5"), (0.0, "0"), (-0.0, "0")])
def test_ticks_of_points_have_a_sign(value: float, text: str) -> None:
    assert _FORMATS["pp"](value) == _FORMATS["pp"](np.float64(value)) == text


def test_signed_numbers_are_written_by_one_function() -> None:
    files = [path for folder in ("citadels_sim", "scripts") for path in sorted((ROOT / folder).rglob("*.py"))]
    assert len(files) > 300
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if _BY_HAND.search(line) and path.name != "formats.py"
    ]
    assert found == []


@pytest.mark.parametrize(
    "line", ['f"{value:+.1f}"', "f'{100 * low:+z.{digits}f}'", 'format(value, "+.1f")', 'f"{x:>+8.2f}"', 'f"{x:+,d}"', 'f"{x:+}"']
)
def test_the_search_finds_what_is_made_by_hand(line: str) -> None:
    assert _BY_HAND.search(line)


def test_too_few_is_written_in_one_place() -> None:
    files = [path for path in sorted((ROOT / "citadels_sim").rglob("*.py")) if path.name != "formats.py"]
    # As a text of its own; elsewhere it is part of a sentence, or quoted in one.
    found = [str(path) for path in files if re.search(r"""["']\[?too few\]?["'](?!\.)""", path.read_text(encoding="utf-8"))]
    assert [path for path in found if not path.endswith("judge/criteria.py")] == []  # there it is a word for dead turns
