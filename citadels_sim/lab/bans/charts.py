"""The chart of restricted play: what it costs never to pick a character, and what it gains always to."""

from __future__ import annotations

from typing import Any

import polars as pl

from citadels_sim.charts import style
from citadels_sim.charts.by_character import INTERVALS, most_first
from citadels_sim.charts.chart import Chart, Scale, in_panels, make_chart, player_counts
from citadels_sim.charts.marks import Look, Row, beside, tip_of
from citadels_sim.charts.points import Points
from citadels_sim.verdicts import OF_LIMITS

_LOOKS = beside({
    "ban_cost": Look("never picking it costs", style.VERMILLION, "o"),
    "take_gain": Look("always picking it gains", style.BLUE, "s", filled=False),
}, 0.28)  # fmt: skip


def bans_chart(effects: pl.DataFrame, verdicts: pl.DataFrame, margin: float, slug: str) -> Chart:
    """Draw both figures of every character, one panel per number of players (rows of `BanAnalysis.effects` and `.verdicts`)."""
    data = effects.filter(pl.col("metric").is_in(list(_LOOKS)))
    order = most_first(data, "ban_cost")
    drawing = Points(
        data=data, scale=Scale("pp of win chance per game", least=4 * margin), rows=order, series="metric", looks=_LOOKS, margin=margin,
        size=0.34, tip=_tip,
    )  # fmt: skip
    finding = _finding(data, verdicts)
    return make_chart(
        drawing, slug, "Going without a character, and always taking it", finding,
        "One player is restricted, the others are equal and free. Small costs: other characters do as well. A gain beyond the band: "
        f"to prefer it blindly beats the bot. The band is {100 * margin:g} pp. {INTERVALS}",
        f"Dot and whisker chart of the cost of never and the gain of always picking {len(order)} characters, "
        f"{in_panels(player_counts(data))}", data, "character_bans",
    )  # fmt: skip


def _tip(row: Row) -> str:
    return f"{_LOOKS[row['metric']].label}: {tip_of(row)}"


def _finding(data: pl.DataFrame, verdicts: pl.DataFrame) -> str:
    def of(metric: str, column: str) -> list[dict[str, Any]]:
        keys = verdicts.filter(pl.col(column) == OF_LIMITS["fails"]).select("players", group="character")
        rows = data.filter(pl.col("value") > 0, metric=metric).join(keys, on=["players", "group"], how="semi")
        return rows.sort("value", descending=True).to_dicts()

    def phrase(row: dict[str, Any]) -> str:
        return f"{style.title_of(row['group'])} at {row['players']} players ({style.effect_of(row)})"

    needed, used = of("ban_cost", "ban"), of("take_gain", "take")
    first = f"Hardest to do without is {phrase(needed[0])}" if needed else "No character is shown to be hard to do without"
    second = f"always picking {phrase(used[0])} beats the bot" if used else "always picking one character is not shown to beat the bot"
    return f"{first}; {second}."
