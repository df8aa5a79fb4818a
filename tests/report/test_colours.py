"""Colours that everybody can distinguish, on light and on dark paper, and in grey print with the help of shapes."""

from __future__ import annotations

import itertools
import re

import numpy as np
import pytest

from citadels_sim.report import ReportPaths
from citadels_sim.show.charts import style
from citadels_sim.show.charts.marks import SERIES, series

# Machado, Oliveira and Fernandes (2009), full severity, on linear light.
VISION = {
    "usual": np.eye(3),
    "protan": np.array([[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
    "deutan": np.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]),
    "tritan": np.array([[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]),
}
TO_XYZ = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]])
DARK_PAPER = "#171b21"


def linear(colour: str) -> np.ndarray:
    values = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def lab(light: np.ndarray) -> np.ndarray:
    x, y, z = (TO_XYZ @ np.clip(light, 0, 1)) / np.array([0.95047, 1.0, 1.08883])
    fx, fy, fz = (value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116 for value in (x, y, z))
    return np.array([116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)])


def contrast(one: str, other: str) -> float:
    high, low = sorted((float(TO_XYZ[1] @ linear(colour)) for colour in (one, other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("paper", [style.PAPER, DARK_PAPER])
@pytest.mark.parametrize("colour", style.MARKS)
def test_marks_stand_out_on_either_paper(colour: str, paper: str) -> None:
    assert contrast(colour, paper) >= 3


def test_the_dark_paper_is_the_one_of_the_page(report: ReportPaths) -> None:
    dark = report.details.read_text(encoding="utf-8").partition("prefers-color-scheme: dark")[2][:300]
    assert f"--paper: {DARK_PAPER}" in dark


@pytest.mark.parametrize("vision", VISION)
def test_the_first_three_marks_are_distinguished_with_every_kind_of_colour_vision(vision: str) -> None:
    seen = [lab(VISION[vision] @ linear(colour)) for colour in style.MARKS[:3]]
    assert min(float(np.linalg.norm(a - b)) for a, b in itertools.combinations(seen, 2)) > 12


def test_no_two_series_of_a_chart_have_one_shape() -> None:
    assert len({look.marker for look in SERIES}) == len(SERIES) >= 8
    assert [look.marker for look in series("abc").values()] == [look.marker for look in SERIES[:3]]


def test_verdicts_have_a_sign_and_a_word_beside_their_colour(whole: ReportPaths) -> None:
    cells = re.findall(r'<td[^>]* class="(?:holds|fails|open) text">([^<]+)<', whole.details.read_text(encoding="utf-8"))
    assert len(cells) > 20
    assert all(re.match(r"[✓✗?▲▼≈]\s\w+", cell) for cell in cells)
