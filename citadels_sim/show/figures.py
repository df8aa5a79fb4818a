"""Blocks as charts for files, drawn by Matplotlib: one drawing for each form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import polars as pl

from citadels_sim import names
from citadels_sim.charts.chart import Chart, Scale
from citadels_sim.charts.marks import Look
from citadels_sim.charts.points import Points
from citadels_sim.charts.style import BLUE, GREEN, VERMILLION
from citadels_sim.show.blocks import Dots, Unit
from citadels_sim.show.page import how_words
from citadels_sim.verdicts import STATES, State

_LOOKS: Final[dict[State, tuple[str, str, bool]]] = {
    "holds": (GREEN, "o", True), "fails": (VERMILLION, "D", True), "open": (BLUE, "o", False),
}  # fmt: skip


_SCALES: Final[dict[Unit, Scale]] = {"points": Scale("pp of win chance"), "share": Scale("", "%")}


def chart(block: Dots, source: str) -> Chart:
    """Draw the first figure of every row with its interval, and the band of the limit.

    Parameters
    ----------
    block : Dots
    source : str
        Name of the table with all its numbers.
    """
    variant, players, lineup = block.cell
    kind = block.rows[0].values[0].unit
    data = pl.DataFrame(
        [
            {
                "group": row.head, "players": players, "value": first.value, "family_low": first.low, "family_high": first.high,
                "verdict": first.verdict.word if first.verdict else "", "tip": f"{row.head}: {first.whole}",
            }
            for row in block.rows
            if not (first := row.values[0]).few
        ],
        schema={"group": pl.String, "players": pl.Int64, "value": pl.Float64, "family_low": pl.Float64, "family_high": pl.Float64,
                "verdict": pl.String, "tip": pl.String},
    )  # fmt: skip
    looks = {word: _look(word) for word in data["verdict"].unique(maintain_order=True) if word}
    drawing = Points(
        data=data, scale=_SCALES.get(kind) or Scale(block.columns[0].head, "number"), rows=[row.head for row in block.rows], names=str,
        series="verdict" if looks else "", looks=looks, margin=block.limit, tip=_tip, heads={players: f"{players} players"},
    )  # fmt: skip
    slug = names.slug(f"{block.slug}-{variant}-{players}-{lineup}")
    title = f"{block.title}: {variant}, {players} players, {lineup}"
    description = f"Dot and whisker chart: {block.title[:1].lower()}{block.title[1:]}. {block.finding}"
    return Chart(slug, title, block.finding, how_words(block), description, drawing, data, source)


def _tip(row: Mapping[str, Any]) -> str:
    return str(row["tip"])


def _look(word: str) -> Look:
    colour, marker, filled = _LOOKS[STATES[word]]
    return Look(word, colour, marker, filled)
