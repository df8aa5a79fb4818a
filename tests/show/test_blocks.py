"""Blocks: a figure is written once, and every renderer shows the same of it."""

from __future__ import annotations

from dataclasses import fields, replace

import polars as pl
import pytest

from citadels_sim.formats import TOO_FEW
from citadels_sim.show import figures, page
from citadels_sim.show.blocks import Column, Dots, Heat, Row, Shown, Table
from citadels_sim.show.curve import Curve, Line
from citadels_sim.show.drawing import Where
from citadels_sim.show.terminal import below, plain, text_table
from citadels_sim.show.values import Unit, Value, Verdict

STRONG = Value(0.031, 0.028, 0.034, "points", Verdict("too strong"))
OPEN = Value(-0.004, -0.016, 0.008, "points", Verdict("undecided", "needs 2,000 to 9,000 nodes"))
FEW = Value(0.2, None, None, "points", Verdict("undecided"))


def block(*values: Value) -> Dots:
    rows = tuple(Row(f"row {i}", (value, Value(float(i), i - 0.5, i + 0.5, "number"))) for i, value in enumerate(values))
    return Dots(
        slug="effects",
        title="Effect of a pick",
        table="effects",
        cell=("classic-2000", 4, "builder"),
        finding="The first row is too strong.",
        unit="percentage points of win chance",
        how="Every character was picked.",
        members="characters",
        basis="400 nodes",
        head="Character",
        columns=(Column("Effect"), Column("Rounds", further=True)),
        rows=rows,
        limit=0.01,
    )


@pytest.mark.parametrize(
    ("value", "text", "interval"),
    [
        (STRONG, "+3.1\u00a0pp", "[2.8,\u00a03.4]"),
        (OPEN, "−0.4\u00a0pp", "[−1.6,\u00a00.8]"),
        (Value(-0.00001, -0.01, 0.01), "0.0\u00a0pp", "[−1.0,\u00a01.0]"),
        (Value(0.25, 0.2, 0.3, "share"), "25\u00a0%", "[20,\u00a030]"),
        (Value(1.2, 0.9, 1.5, "difference"), "+1.2", "[0.9,\u00a01.5]"),
        (Value(-0.0001, -0.5, 0.5, "difference"), "0.0", "[−0.5,\u00a00.5]"),
        (Value(1234, unit="count"), "1,234", ""),
        (Value(None, unit="count"), "–", ""),
        (Value(None, unit="words", words="the king's rules"), "the king's rules", ""),
    ],
)
def test_a_figure_is_written_with_the_digits_of_its_interval_and_never_as_minus_zero(value: Value, text: str, interval: str) -> None:
    assert (value.text, value.interval) == (text, interval)
    assert value.whole == f"{text} {interval}".rstrip()


@pytest.mark.parametrize("unit", ["points", "share", "difference", "number"])
@pytest.mark.parametrize("ends", [(None, None), (float("nan"), float("nan")), (0.1, float("inf"))])
def test_a_figure_without_an_interval_is_too_few_for_every_renderer(unit: Unit, ends: tuple[float | None, float | None]) -> None:
    value = Value(0.2, *ends, unit, Verdict("too strong"))
    assert (value.text, value.interval) == (TOO_FEW, "")
    shown = block(STRONG, value)
    assert text_table(shown).rows[1] == ("row 1", TOO_FEW, "", "")
    assert page.grid(shown).rows[1][:3] == ("row 1", TOO_FEW, "–")
    drawn = page.drawn(shown, Where("here")).rows[1]
    assert (drawn.figure.text, drawn.marks, drawn.line) == (TOO_FEW, (), None)
    assert figures.chart(shown, "effects").data["group"].to_list() == ["row 0"]


def test_a_terminal_has_the_columns_that_many_read_and_all_of_them_on_demand() -> None:
    narrow = text_table(block(STRONG, OPEN))
    assert [head for head, _ in narrow.columns] == ["Character", "Effect", "95 %", "verdict"]
    assert narrow.rows[1] == ("row 1", "-0.4", "[-1.6, 0.8]", "undecided (needs 2,000 to 9,000 nodes)")
    assert narrow.title.splitlines() == [
        "classic-2000, 4 players, builder: effect of a pick, 400 nodes.",
        "Percentage points of win chance; 95 % intervals for all characters at once; limit 1.",
    ]
    assert max(map(len, map("  ".join, narrow.rows))) < 80
    wide = text_table(block(STRONG, OPEN), wide=True)
    assert [head for head, _ in wide.columns] == ["Character", "Effect", "95 %", "verdict", "Rounds"]
    assert wide.rows[0][-1] == "0.0"


@pytest.mark.parametrize(("high", "said"), [(0.012, True), (0.009, False)])
def test_a_terminal_says_by_which_interval_a_figure_is_within_its_limit_where_the_shown_one_is_not(high: float, said: bool) -> None:
    within = Value(0.002, -0.008, high, "points", Verdict("balanced"))
    words = "Balanced: the narrower interval of this figure alone lies within its limit."
    assert (words in below(block(STRONG, within))) is said


def test_a_terminal_of_any_encoding_can_print_it() -> None:
    table = text_table(block(STRONG, OPEN, FEW), wide=True)
    for text in (table.title, *(head for head, _ in table.columns), *(cell for row in table.rows for cell in row)):
        text.encode("ascii")
    assert plain("−1,234\u00a0pp – x") == "-1,234 pp - x"


def test_a_page_draws_the_first_figure_with_its_state_and_the_band_of_the_limit() -> None:
    drawn = page.drawn(block(STRONG, OPEN), Where("Classic, 4 players"))
    assert [row.state for row in drawn.rows] == ["fails", "open"]
    assert [row.marks[0].look for row in drawn.rows] == ["fails", "open"]
    assert drawn.axis.zero is not None
    assert drawn.axis.band is not None
    left, width = drawn.axis.band
    assert left < drawn.axis.zero < left + width
    line = drawn.rows[0].line
    assert line is not None
    assert line[0] > left + width
    assert drawn.how == (
        "Percentage points of win chance. Every character was picked. Band: ±\u00a01 pp. Lines: 95 % intervals for all characters at once. "
        "✓: the narrower interval of this figure alone lies in the band."
    )


def test_a_file_of_a_chart_is_the_same_block_and_named_after_its_table() -> None:
    chart = figures.chart(block(STRONG, OPEN), "effects")
    assert chart.slug == "effects-classic-2000-4-builder"
    assert chart.finding == "The first row is too strong."
    assert b"too strong" in chart.files(("svg",))["svg"]


def test_a_verdict_that_is_settled_needs_nothing() -> None:
    row = {"verdict": "too weak", "needed_nodes_low": None, "needed_nodes": None}
    assert Verdict.from_row(row, "nodes") == Verdict("too weak")
    row = {"verdict": "undecided", "needed_nodes_low": 2000, "needed_nodes": 9000}
    assert Verdict.from_row(row, "nodes") == Verdict("undecided", "needs 2,000 to 9,000 nodes")
    assert Verdict.from_row(row, "nodes").state == "open"


def test_what_may_be_0_has_no_tint_however_far_its_figure_lies() -> None:
    wide, sure = Value(-0.05, -0.1, 0.01), Value(-0.05, -0.06, -0.04)
    dots = block(wide, sure)
    heat = Heat(**{each.name: getattr(dots, each.name) for each in fields(Heat)})
    drawn = page.drawn(heat, Where("Classic, 4 players"))
    assert [line.cells[0].tone for line in drawn.lines] == ["", "down3"]


def curve(*, shares: bool = True) -> Curve:
    """Two lines over three places, the second of which has too few cases for its first point."""
    places = (0.0, 0.5, 1.0) if shares else (4.0, 8.0, 12.0)
    first = [Value(0.25, 0.2, 0.3, "share"), Value(0.5, 0.4, 0.6, "share"), Value(1.0, 0.9, 1.0, "share")]
    second = [Value(0.1, None, None, "share"), Value(0.3, 0.2, 0.4, "share"), Value(0.0, 0.0, 0.1, "share")]
    heads = ("0\u00a0%", "50\u00a0%", "100\u00a0%")
    return Curve(
        slug="way",
        title="When is it over?",
        table="curves",
        cell=("classic-2000", 4, "builder"),
        finding="It is over at the end.",
        unit="share of games",
        how="Every game was noted.",
        members="",
        basis="300 games",
        head="Rounds over",
        columns=(Column("First"), Column("Second", further=True)),
        rows=tuple(Row(head, values) for head, *values in zip(heads, first, second, strict=True)),
        lines=(
            Line("First", tuple(zip(places, first, strict=True))),
            Line("Second", tuple(zip(places, second, strict=True)), banded=False),
        ),
        across="Rounds over",
        shares=shares,
        even=0.25,
        below=heads[1:2],
    )


def test_a_page_draws_lines_with_bands_and_writes_some_of_their_figures_below() -> None:
    drawn = page.drawn(curve(), Where("Classic, 4 players"))
    assert [(one.head, one.line, one.band) for one in drawn.traces] == [
        ("First", "0,75 50,50 100,0", "0,70 50,40 100,0 100,10 50,60 0,80"),
        ("Second", "50,70 100,100", ""),
    ]
    assert (drawn.even, drawn.diagonal) == (75, False)
    assert drawn.columns == (("50\u00a0%", None),)
    assert [(line.head, [cell.figure.text for cell in line.cells]) for line in drawn.lines] == [("First", ["50\u00a0%"])]
    assert drawn.how == "Share of games. Every game was noted. Bands: 95 % intervals for each alone."
    assert page.drawn(replace(curve(), ranges="middle half"), Where("")).how.endswith("Bands: middle half.")


def test_lines_may_go_over_numbers_such_as_rounds() -> None:
    drawn = page.drawn(curve(shares=False), Where(""))
    assert [words for _, words in drawn.x] == ["5", "10"]
    at = [float(point.split(",")[0]) for point in drawn.traces[0].line.split()]
    assert at == sorted(at)
    assert 0 < at[0] < 50 < at[-1] < 100


def test_a_terminal_writes_the_points_of_lines_as_rows() -> None:
    table = text_table(curve())
    assert table.title.splitlines() == [
        "classic-2000, 4 players, builder: when is it over? 300 games.",
        "Share of games; 95 % intervals for each alone.",
    ]
    assert table.rows == [("0 %", "25 % [20, 30]"), ("50 %", "50 % [40, 60]"), ("100 %", "100 % [90, 100]")]
    wide = text_table(replace(curve(), ranges="middle half of the games"), wide=True)
    assert wide.title.endswith("; in brackets middle half of the games.")
    assert wide.rows[0][-1] == TOO_FEW


def test_a_file_has_the_same_lines_with_a_mark_for_each_point() -> None:
    chart = figures.chart(curve(), "curves")
    assert chart.title == "When is it over? classic-2000, 4 players, builder"
    assert chart.data.height == 5
    text = chart.files(("svg",))["svg"].decode()
    assert text.count('<g class="mark"><title>') == 5
    assert "First, 50\u00a0%: 50\u00a0% [40,\u00a060]" in text


def test_a_row_of_another_unit_and_one_without_an_interval_are_written_and_not_drawn() -> None:
    values = (Value(1.2, 1.1, 1.3, "number"), Value(0.31, unit="number", no_interval=True), Value(0.05, 0.04, 0.06, "share"))
    shown = replace(block(*values), limit=None, null=1.0)
    drawn = page.drawn(shown, Where(""))
    assert [(row.figure.text, len(row.marks)) for row in drawn.rows] == [("1.20", 1), ("0.31", 0), ("5.0\u00a0%", 0)]
    assert drawn.axis.zero == drawn.axis.at(1.0)
    assert "Dashed: 1." in drawn.how
    assert [row[1] for row in text_table(shown).rows] == ["1.20", "0.31", "5.0 %"]
    chart = figures.chart(shown, "effects")
    assert chart.drawing.rows == chart.data["group"].to_list() == ["row 0"]


def test_a_column_leaves_out_the_unit_of_its_first_figure_only() -> None:
    points = Value(0.12, 0.1, 0.14)
    shown = Table(**{one.name: getattr(block(points), one.name) for one in fields(Table)})
    mixed = replace(shown, rows=(Row("share", (Value(0.5, 0.4, 0.6, "share"),)), Row("gain", (points,))), columns=(Column("Value"),))
    assert [line.cells[0].figure.text for line in page.drawn(mixed, Where("")).lines] == ["50\u00a0%", "+12.0\u00a0pp"]
    assert [line.cells[0].figure.text for line in page.drawn(shown, Where("")).lines] == ["+12.0"]


def test_a_table_of_several_families_is_a_file_for_each() -> None:
    estimates = pl.DataFrame({"table": ["tempo", "aims", "tempo"], "value": [1, 2, 3]})
    shown = Shown((), {"estimates": estimates, "curves": pl.DataFrame({"x": [1]})}, {"curves": "flow_curves"})
    assert {name: table.to_dict(as_series=False) for name, table in shown.files.items()} == {
        "tempo": {"value": [1, 3]},
        "aims": {"value": [2]},
        "flow_curves": {"x": [1]},
    }
    assert (shown.source(curve()), shown.source(replace(curve(), table="tempo"))) == ("flow_curves", "tempo")


def test_where_nothing_differs_every_renderer_says_so_and_how_sure_it_is() -> None:
    alike = Value(None, unit="points", equal_deals=100, verdict=Verdict("within limits"))
    shown = block(STRONG, alike)
    assert alike.whole == "no difference in 100 deals (at most 3.6\u00a0% of deals differ)"
    assert Value(None, equal_deals=1).whole.startswith("no difference in 1 deal (")
    assert text_table(shown).rows[1] == ("row 1", "no difference", "", "within limits")
    assert below(shown) == ["The first row is too strong.", "row 1: no difference in 100 deals (at most 3.6 % of deals differ)."]
    assert page.grid(shown).rows[1][1:3] == (alike.whole, "✓ within limits")
    drawn = page.drawn(shown, Where("here")).rows[1]
    assert (drawn.figure.text, drawn.figure.interval) == ("no difference", "[at most 3.6\u00a0% of deals differ]")
    assert drawn.marks == ()
    assert figures.chart(shown, "effects").data["group"].to_list() == ["row 0"]


def test_a_block_of_two_variants_names_both_in_the_terminal_and_in_files() -> None:
    shown = replace(block(STRONG), other="dark-city")
    assert text_table(shown).title.startswith("dark-city to classic-2000, 4 players, builder: effect of a pick,")
    chart = figures.chart(shown, "effects")
    assert chart.slug == "effects-dark-city-classic-2000-4-builder"
    assert chart.title.endswith("dark-city to classic-2000, 4 players, builder")


def test_words_are_no_figures_for_the_terminal_and_for_pages() -> None:
    rows = (Row("Turn", (Value(None, unit="words", words="hand_limit"),)),)
    facts = {
        "slug": "rules",
        "title": "Rules",
        "table": "",
        "cell": ("v", 4, "b"),
        "finding": "One rule differs.",
        "unit": "",
        "how": "",
        "members": "",
        "basis": "400 deals",
        "head": "About",
    }
    shown = Table(**facts, columns=(Column("Keys"),), rows=rows)  # type: ignore[arg-type]
    assert text_table(shown).title == "v, 4 players, b: rules, 400 deals."
    assert text_table(shown).columns == [("About", "left"), ("Keys", "left")]
    cell = page.drawn(shown, Where("")).lines[0].cells[0]
    assert (cell.words, cell.figure.text) == ("hand_limit", "")
    assert (page.grid(shown).kind, page.grid(shown).caption, page.how_words(shown)) == ("words", "Rules", "")


def test_files_have_before_all_columns_what_is_the_same_in_a_run() -> None:
    table = pl.DataFrame({"value": [1.0, 2.0]})
    shown = Shown((), {"parts": table}, {"parts": "rule_parts"}, keys={"a_variant": "old", "blocks": 40})
    assert shown.files["rule_parts"].to_dicts()[1] == {"a_variant": "old", "blocks": 40, "value": 2.0}
    assert shown.tables["parts"].columns == ["value"]
