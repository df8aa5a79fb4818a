"""How numbers are written: as precisely as their interval allows."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from citadels_sim.show.charts import style


@pytest.mark.parametrize(
    ("name", "title"), [("school-of-magic", "School of Magic"), ("tax-collector", "Tax Collector"), ("crown-holder", "Crown Holder")]
)
def test_cards_bear_the_titles_of_the_catalogue(name: str, title: str) -> None:
    assert style.title_of(name) == title


DRAWS = """
from citadels_sim.show.charts.style import chart_style
from citadels_sim.errors import CitadelsError

try:
    with chart_style():
        import matplotlib as mpl

        print(mpl.rcParams["axes.facecolor"], mpl.rcParams["text.usetex"])
except CitadelsError as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"axes.facecolor: red\ntext.usetex: True\nbad\x1b]0;x\x07: 3\nfont.size: \x1b[2J\n", "#ffffff False"),
        (b"\xff\xfe", "matplotlibrc: Matplotlib cannot read its settings"),
    ],
    ids=["other settings and faults", "no text"],
)
def test_settings_in_the_current_folder_change_nothing_and_are_not_quoted(tmp_path: Path, text: bytes, expected: str) -> None:
    (tmp_path / "matplotlibrc").write_bytes(text)
    done = subprocess.run([sys.executable, "-c", DRAWS], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.startswith(expected)
    assert done.stderr == ""
