"""Bars: whole or in parts, as long as their figures, and none of too few cases."""

from __future__ import annotations

from typing import Any

import pytest

from citadels_sim.formats import TOO_FEW
from citadels_sim.show import drawing, figures, page
from citadels_sim.show.bars import Bars
from citadels_sim.show.blocks import Column, Row
from citadels_sim.show.drawing import Where
from citadels_sim.show.values import Value


def number(value: float) -> Value:
    return Value(value, value - 0.5, value + 0.5, "number")


def bars(**more: Any) -> Bars:
    rows = (
        Row("Winner", (number(30.0), number(20.0), number(10.0))),
        Row("Others", (number(15.0), number(15.0), number(0.0))),
        Row("Nobody", (Value(9.0, None, None, "number"), number(5.0), number(4.0))),
    )
    facts: dict[str, Any] = {
        "slug": "score-parts",
        "title": "Parts of a score",
        "table": "score_parts",
        "cell": ("v", 4, "b"),
        "finding": "Winners win.",
        "unit": "mean points",
        "how": "",
        "members": "results",
        "basis": "400 games",
        "head": "Seat",
        "columns": (Column("Score"), Column("Districts"), Column("Bonus")),
        "rows": rows,
        "parts": 2,
    }
    return Bars(**facts | more)


def drawn(block: Bars) -> drawing.Bars:
    made = page.drawn(block, Where("here"))
    assert isinstance(made, drawing.Bars)
    return made


def test_parts_lie_beside_each_other_and_are_as_long_as_the_figure() -> None:
    made = drawn(bars())
    assert made.legend == ("Districts", "Bonus")
    winner, others, nobody = made.rows
    assert (winner.figure.text, winner.line) == ("30.0", None)
    (at, width, words), (second, more, _) = winner.parts
    assert (at, words) == (made.axis.at(0.0), "Winner, Districts: 20.0 [19.5,\u00a020.5]")
    assert second == pytest.approx(at + width, abs=0.02)
    assert second + more == pytest.approx(made.axis.at(30.0), abs=0.02)
    assert [width for _, width, _ in others.parts] == [pytest.approx(made.axis.at(15.0) - at, abs=0.02), 0.0]
    assert (nobody.parts, nobody.figure.text) == ((), TOO_FEW)


def test_a_whole_bar_has_its_interval() -> None:
    made = drawn(bars(parts=0))
    assert made.legend == ()
    assert made.rows[0].line == (made.axis.at(29.5), made.axis.at(30.5))
    assert [len(row.parts) for row in made.rows] == [1, 1, 0]
    assert made.how == "Mean points. Lines: 95 % intervals for all results at once."


@pytest.mark.parametrize("parts", [0, 2])
def test_a_file_of_its_chart_has_every_bar_but_those_of_too_few_cases(parts: int) -> None:
    chart = figures.chart(bars(parts=parts), "score_parts")
    assert chart is not None
    assert chart.data["group"].to_list() == ["Winner", "Others"]
    svg = chart.files(["svg"])["svg"].decode()
    assert ("Bonus" in svg) == (parts == 2)
    assert "Nobody" not in svg
    nobody = bars(parts=parts, rows=bars().rows[2:])
    assert figures.chart(nobody, "score_parts") is None
    assert drawn(nobody).rows[0].figure.text == TOO_FEW
