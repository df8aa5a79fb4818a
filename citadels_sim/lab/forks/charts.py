"""The chart of what picks bring in one edition against another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from citadels_sim.charts import style
from citadels_sim.charts.chart import Chart, in_panels, make_chart, player_counts
from citadels_sim.charts.slopes import Slope, Slopes


def slope_chart(table: pl.DataFrame, old: str, new: str, slug: str) -> Chart:
    """Draw the effect of each character that two editions share, old to new (rows of `effect_differences`)."""
    counts = player_counts(table)
    drawn = {
        f"{players} players": [
            Slope(
                name=style.title_of(row["group"]),
                ends=(row["a"], row["b"]),
                shown=(1 if row["difference"] > 0 else -1) * _changed(row),
                tip=f"{style.title_of(row['group'])}: {style.effect_of(row, 'difference')}, n = {row['blocks']} deals",
            )
            for row in table.filter(players=players).sort("group").iter_rows(named=True)
        ]
        for players in counts
    }
    drawing = Slopes(panels=drawn, words="effect of a pick, pp of win chance")
    finding = _slope_finding(table)
    return make_chart(
        drawing,
        slug,
        f"Characters from {old} to {new}",
        finding,
        f"Old: {old}; new: {new}. Bold: the change, paired on the same deals, differs from 0 (95 % intervals for all characters of "
        "a panel at "
        "once; the table has them).",
        f"Slope chart of the effect of {table['group'].n_unique()} characters from {old} to {new}, {in_panels(counts)}",
        table,
        "effect_differences",
    )


def _changed(row: Mapping[str, Any]) -> bool:
    return row["family_low"] is not None and (row["family_low"] > 0 or row["family_high"] < 0)


def _slope_finding(table: pl.DataFrame) -> str:
    sure = sorted((row for row in table.iter_rows(named=True) if _changed(row)), key=lambda row: -abs(row["difference"]))
    if not sure:
        return "No character's effect is shown to change from the old edition to the new one."
    row = sure[0]
    verb = "gains" if row["difference"] > 0 else "loses"
    rest = f"changes beyond chance: {len(sure)} of {table.height}"
    return f"{style.title_of(row['group'])} {verb} most, {style.effect_of(row, 'difference')} at {row['players']} players; {rest}."
