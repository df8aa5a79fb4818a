"""The ladder as charts: strengths with their intervals, variants side by side."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from citadels_sim.charts import style
from citadels_sim.charts.chart import Chart, Scale, in_panels, make_chart
from citadels_sim.charts.marks import Row, series
from citadels_sim.charts.points import Points
from citadels_sim.ladder.grids import ladder_finding, order_of, wins_finding
from citadels_sim.ladder.rate import Ladder


def ladder_charts(ladder: Ladder) -> list[Chart]:
    """Draw the strength of each bot from all places (``ladder``), and from wins alone where that has an estimate (``ladder-wins``)."""
    cells = ladder.strengths.filter(pl.col("players").is_not_null())
    places = cells.filter(pl.col("elo").is_not_null())
    wins = cells.drop("elo", "family_low", "family_high").rename({"wins_elo": "elo", "wins_low": "family_low", "wins_high": "family_high"})
    charts = [_chart(ladder, places, "ladder", "all places", "be placed above", ladder_finding(ladder))]
    wins = wins.filter(pl.col("elo").is_not_null())
    if wins.height:
        charts.append(_chart(ladder, wins, "ladder-wins", "wins alone", "win rather than", wins_finding(ladder)))
    return charts


def _chart(ladder: Ladder, data: pl.DataFrame, slug: str, source: str, odds: str, finding: str) -> Chart:
    counts = sorted(data["players"].unique().to_list())
    variants = data["variant"].unique(maintain_order=True).to_list()
    bots = [bot for bot in order_of(ladder) if bot in data["bot"]]
    zero = ladder.scopes.filter(pl.col("players").is_not_null())
    if slug == "ladder-wins":
        zero = zero.with_columns(anchor="wins_anchor").drop_nulls("anchor")
    anchors = zero["anchor"].unique(maintain_order=True).to_list()
    # The anchor's place is no estimate: its marks are hollow.
    looks = series(variants)
    looks |= {f"{name}, anchor": replace(look, label="", filled=False) for name, look in looks.items()}
    fixed = zero.select("variant", "players", "anchor")
    marked = pl.when(pl.col("bot") == pl.col("anchor")).then(pl.format("{}, anchor", "variant")).otherwise("variant")
    drawing = Points(
        data=data.join(fixed, on=["variant", "players"], maintain_order="left").with_columns(look=marked),
        scale=Scale(f"Elo ({' or '.join(anchors)} = 0)", "number"),
        rows=bots,
        names=str,
        row="bot",
        value="elo",
        series="look",
        looks=looks,
        dashed=dict.fromkeys(counts, 0.0),
        size=0.17 + 0.15 * len(variants),
        tip=_tip,
        chances=f"chance to {odds} {anchors[0]}" if len(counts) == len(anchors) == 1 else "",
    )
    return make_chart(
        drawing,
        slug,
        f"Strength of the bots, from {source}",
        finding,
        f"400 points more are odds of 10 to 1 to {odds} the other bot. {' or '.join(anchors)} is 0 by definition. "
        "Lines: 95 % intervals that hold for all bots of a variant and number of players at once.",
        f"Dot and whisker chart of the strength, from {source}, of {len(bots)} bots in {len(variants)} "
        f"variant{'s' * (len(variants) > 1)}, {in_panels(counts)}",
        data,
        "strengths",
    )


def _tip(row: Row) -> str:
    strength = (
        f"{style.plain(row['elo'], row['family_low'], row['family_high'])} Elo {style.interval(row['family_low'], row['family_high'])}"
    )
    return f"{row['bot']}, {row['variant']}, {row['players']} players: {strength}, n = {style.count(row['games'])} games"
