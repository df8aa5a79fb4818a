"""Blocks: a figure is written once, and every renderer shows the same of it."""

from __future__ import annotations

import pytest

from citadels_sim.formats import TOO_FEW
from citadels_sim.show import figures, page
from citadels_sim.show.blocks import Column, Dots, Row, Unit, Value, Verdict
from citadels_sim.show.drawing import Where
from citadels_sim.show.terminal import plain, text_table

STRONG = Value(0.031, 0.028, 0.034, "points", Verdict("too strong"))
OPEN = Value(-0.004, -0.016, 0.008, "points", Verdict("undecided", "needs 2,000 to 9,000 nodes"))
FEW = Value(0.2, None, None, "points", Verdict("undecided", "how many nodes cannot be said"))


def block(*values: Value) -> Dots:
    rows = tuple(Row(f"row {i}", (value, Value(float(i), i - 0.5, i + 0.5, "number"))) for i, value in enumerate(values))
    return Dots(
        slug="effects", title="What a pick brings", table="effects", cell=("classic-2000", 4, "builder"),
        finding="The first row is too strong.",
        unit="percentage points of win chance", how="Every character was picked.", members="characters", basis="400 nodes",
        head="Character",
        columns=(Column("Effect"), Column("Rounds", further=True)), rows=rows, limit=0.01,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("value", "text", "interval"),
    [
        (STRONG, "+3.1\u00a0pp", "[2.8,\u00a03.4]"),
        (OPEN, "−0.4\u00a0pp", "[−1.6,\u00a00.8]"),
        (Value(-0.00001, -0.01, 0.01), "0.0\u00a0pp", "[−1.0,\u00a01.0]"),
        (Value(0.25, 0.2, 0.3, "share"), "25\u00a0%", "[20,\u00a030]"),
        (Value(1.2, 0.9, 1.5, "difference"), "+1.2", "[0.9,\u00a01.5]"),
        (Value(-0.0001, -0.5, 0.5, "difference"), "0.0", "[−0.5,\u00a00.5]"),
        (Value(1234, unit="count"), "1\u202f234", ""),
        (Value(None, unit="count"), "–", ""),
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
        "classic-2000, 4 players, builder: what a pick brings, 400 nodes.",
        "Percentage points of win chance; 95 % intervals for all characters at once; limit 1.",
    ]
    assert max(map(len, map("  ".join, narrow.rows))) < 80
    wide = text_table(block(STRONG, OPEN), wide=True)
    assert [head for head, _ in wide.columns] == ["Character", "Effect", "95 %", "verdict", "Rounds"]
    assert wide.rows[0][-1] == "0.0"


def test_a_terminal_of_any_encoding_can_print_it() -> None:
    table = text_table(block(STRONG, OPEN, FEW), wide=True)
    for text in (table.title, *(head for head, _ in table.columns), *(cell for row in table.rows for cell in row)):
        text.encode("ascii")
    assert plain("−1\u202f234\u00a0pp – x") == "-1,234 pp - x"


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
        "✓: its own interval, which is narrower, lies in the band."
    )


def test_a_file_of_a_chart_is_the_same_block_and_named_after_its_table() -> None:
    chart = figures.chart(block(STRONG, OPEN), "effects")
    assert chart.slug == "effects-classic-2000-4-builder"
    assert chart.finding == "The first row is too strong."
    assert b"too strong" in chart.files(("svg",))["svg"]


def test_a_verdict_that_is_settled_needs_nothing() -> None:
    row = {"verdict": "too weak", "needed_nodes_low": None, "needed_nodes": None}
    assert Verdict.of(row, "nodes") == Verdict("too weak")
    row = {"verdict": "undecided", "needed_nodes_low": 2000, "needed_nodes": 9000}
    assert Verdict.of(row, "nodes") == Verdict("undecided", "needs 2,000 to 9,000 nodes")
    assert Verdict.of(row, "nodes").state == "open"
