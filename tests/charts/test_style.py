"""How numbers are written: as precisely as their interval allows."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from citadels_sim.charts import style
from citadels_sim.charts.chart import legend_columns
from citadels_sim.charts.grids import figure_cell
from citadels_sim.show.blocks import Value


@pytest.mark.parametrize(
    ("value", "low", "high", "text"),
    [
        (0.74213, 0.7392, 0.7450, "74.21\u00a0%"),
        (0.74213, 0.72, 0.76, "74.2\u00a0%"),
        (0.74213, 0.5, 0.9, "74\u00a0%"),
        (0.5, None, None, "50.0\u00a0%"),
    ],
)
def test_per_cent_has_as_many_digits_as_the_interval_allows(value, low, high, text):
    assert style.percent(value, low, high) == text


@pytest.mark.parametrize(
    ("value", "text"), [(0.021, "+2.1\u00a0pp"), (-0.021, "−2.1\u00a0pp"), (0.0, "0.0\u00a0pp"), (-0.0001, "0.0\u00a0pp"), (None, "–")]
)
def test_percentage_points_carry_their_sign_and_zero_none(value, text):
    assert style.points(value) == text


def test_an_interval_uses_a_minus_sign_and_one_precision():
    assert style.interval(-0.0123, 0.004, factor=100) == "[−1.2,\u00a00.4]"


def test_an_unknown_interval_says_so():
    assert style.interval(None, None) == "[too few]"


def test_what_is_needed_is_written_as_a_range_with_thin_spaces() -> None:
    assert style.needed(2000, 9000, "games") == "needs 2\u202f000 to 9\u202f000 games"


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf"), None])
def test_what_is_no_number_is_never_written_as_one(value: float | None) -> None:
    assert {style.plain(value, 0.0, 1.0), style.percent(value), style.points(value)} == {"–"}
    assert style.interval(value, 1.0) == style.interval(0.0, value) == "[too few]"
    assert style.effect(0.1, value, 0.2) == "too few"
    assert style.plain(-0.0, None, None) == "0.0"
    assert style.points(-0.0) == "0.0\u00a0pp"


@pytest.mark.parametrize("value", [float("nan"), float("inf"), None])
def test_what_is_no_number_is_none_in_a_terminal_either(value: float | None) -> None:
    row = {"value": 0.1, "low": value, "high": value, "family_low": value, "family_high": value}
    estimate = Value(row["value"], row["family_low"], row["family_high"])
    assert (estimate.text, estimate.interval) == ("too few", "")


def test_a_range_is_as_precise_as_its_least_certain_end():
    rows = [
        {"value": 0.0598, "family_low": 0.059, "family_high": 0.0606},
        {"value": 0.1222, "family_low": 0.115, "family_high": 0.129},
    ]
    assert style.spread(rows, share=True) == "6.0 to 12.2\u00a0%"


def test_the_users_own_chart_settings_change_nothing():
    import matplotlib as mpl

    with mpl.rc_context({"font.size": 30}), style.chart_style():
        assert mpl.rcParams["font.size"] == 9


def test_a_legend_has_as_many_columns_as_its_words_leave_room_for() -> None:
    assert legend_columns(["4 players", "5 players", "6 players", "7 players"], 5) == 4
    assert legend_columns(["Citadels (2000), nine characters"] * 4, 4) == 2
    assert legend_columns(["x" * 300], 4) == 1


def test_digits_beyond_what_a_reader_needs_are_left_out() -> None:
    assert style.plain(0.13764, 0.13747, 0.13782, factor=100, most=1) == "13.8"
    assert style.interval(0.13747, 0.13782, factor=100, most=1) == "[13.7,\u00a013.8]"


def test_a_difference_of_win_chances_is_reported_in_points_with_its_sign() -> None:
    row = {"value": 0.031, "family_low": 0.028, "family_high": 0.034, "unit": "win chance per pick"}
    assert figure_cell(row | {"metric": "win_effect"}) == "+3.1\u00a0pp [2.8,\u00a03.4]"
    assert figure_cell(row | {"metric": "win_when_held"}) == "3.1\u00a0% [2.8,\u00a03.4]"


@pytest.mark.parametrize(
    ("name", "title"), [("school-of-magic", "School of Magic"), ("tax-collector", "Tax Collector"), ("crown-holder", "Crown Holder")]
)
def test_cards_bear_the_titles_of_the_catalogue(name: str, title: str) -> None:
    assert style.title_of(name) == title


DRAWS = """
from citadels_sim.charts.style import chart_style
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
