"""What the crown of one round is worth to its holder and to those after it, by third of the game."""

from __future__ import annotations

from typing import Final

import polars as pl

from citadels_sim.charts import style
from citadels_sim.charts.chart import Chart, Scale, in_panels, make_chart, player_counts
from citadels_sim.charts.grids import Grid, of_cell
from citadels_sim.charts.marks import Look, Row, beside
from citadels_sim.charts.points import Points
from citadels_sim.charts.style import ICONS
from citadels_sim.lab.crowns.analyse import CrownAnalysis

_THIRDS: Final = beside({
    "early": Look("early rounds", style.BLUE, "o"), "middle": Look("middle rounds", style.GREEN, "D", filled=False),
    "late": Look("late rounds", style.VERMILLION, "s"),
}, 0.22)  # fmt: skip


def crown_chart(crowns: CrownAnalysis, variant: str, lineup: str, slug: str) -> Chart:
    """Draw the effect of the crown's place on every seat, a mark for each third of the game, one panel per number of players."""
    data = of_cell(crowns.stages, variant, lineup).filter(split="stage", metric="place_effect")
    drawing = Points(
        data=data, scale=Scale("pp of win chance"), across=Scale("seats after the crown (0 = its holder)", "seats"), series="part",
        looks=_THIRDS, margin=crowns.margin, size=2.5, tip=_tip,
    )  # fmt: skip
    finding = _finding(data)
    return make_chart(
        drawing, slug, "What the crown of one round is worth", finding,
        "On copies of the same game with the same luck the crown of one round was given to every seat in turn; 0 is a seat's mean over all "
        f"holders. The band is the margin of {100 * crowns.margin:g} pp. Lines: 95 % intervals that hold for all places of a panel and "
        "third at once.",
        f"Dot and whisker chart of what the crown's place does to a seat's win chance in three thirds of the game, "
        f"{in_panels(player_counts(data))}", data, "crown_stages",
    )  # fmt: skip


def _tip(row: Row) -> str:
    return f"{_place(row['group'])}, {row['players']} players, {row['part']}: {style.effect_of(row)}, n = {row['blocks']} deals"


def _finding(data: pl.DataFrame) -> str:
    holder = data.filter(group="0")
    row = holder.sort(pl.col("value").abs(), descending=True).row(0, named=True)
    sure = [one for one in holder.iter_rows(named=True) if one["family_low"] is not None and one["family_low"] * one["family_high"] > 0]
    far = f"{style.effect_of(row)} in {row['part']} rounds at {row['players']} players"
    if not sure:
        return f"It is not shown that the crown of one round changes its holder's win chance; farthest from 0 is {far}."
    return f"The crown of one round changes its holder's win chance most by {far}; beyond chance in {len(sure)} of {holder.height} cases."


def crown_grid(crowns: CrownAnalysis, variant: str, lineup: str) -> Grid:
    """One row per number of players and place: the whole effect with its verdict, and its thirds."""
    effects, stages, verdicts = (of_cell(table, variant, lineup) for table in (crowns.effects, crowns.stages, crowns.verdicts))
    at = {(row["players"], row["group"], row["metric"]): row for row in effects.iter_rows(named=True)}
    thirds = {(row["players"], row["group"], row["part"]): row for row in stages.filter(split="stage").iter_rows(named=True)}
    rows = []
    for one in verdicts.iter_rows(named=True):
        key = one["players"], str(one["place"])
        score = at[*key, "place_points"]
        bounds = score["family_low"], score["family_high"]
        points = f"{style.plain(score['value'], *bounds)} {style.interval(*bounds)}"
        split = (style.effect_of(row) if (row := thirds.get((*key, name))) else "–" for name in _THIRDS)
        rows.append((f"{one['players']} players, {_place(key[1])}", style.effect_of(at[*key, "place_effect"]),
                     f"{ICONS[one['verdict']]} {one['verdict']}", *split, points, style.count(one["nodes"])))  # fmt: skip
    heads = ("Table and place", "Effect", "Verdict", *(look.label.capitalize() for look in _THIRDS.values()), "Points", "Nodes")
    caption = f"What the crown of one round is worth: the numbers; 95 % intervals for all places at once, margin {100 * crowns.margin:g} pp"
    return Grid(caption, heads, tuple(rows))


def _place(group: str) -> str:
    return "the crown" if group == "0" else f"{group} after it"
