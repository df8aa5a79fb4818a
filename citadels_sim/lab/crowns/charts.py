"""What the crown of one round is worth to its holder and to those after it, by third of the game."""

from __future__ import annotations

from typing import Any, Final

import polars as pl

from citadels_sim.charts import style
from citadels_sim.charts.by_character import in_panels, player_counts
from citadels_sim.charts.chart import Chart, finish, legend_below, panels, players_title, points_axis, whisker
from citadels_sim.charts.grids import Grid, of_cell
from citadels_sim.charts.style import ICONS
from citadels_sim.lab.crowns.analyse import CrownAnalysis
from citadels_sim.lab.forks.charts import key_of

__all__ = ["crown_chart", "crown_grid"]

_THIRDS: Final = {
    "early": (-0.22, style.BLUE, "o", True), "middle": (0.0, style.GREEN, "D", False), "late": (0.22, style.VERMILLION, "s", True),
}  # fmt: skip


def crown_chart(found: CrownAnalysis, variant: str, lineup: str, slug: str) -> Chart:
    """Draw the effect of the crown's place on every seat, one mark for each third of the game, one panel per number of players.

    Parameters
    ----------
    found : CrownAnalysis
        What a run of forks of the crown says.
    variant, lineup : str
        Of which table.
    slug : str
        Stem of the chart's files.
    """
    data = of_cell(found.stages, variant, lineup).filter(split="stage", metric="place_effect")
    counts = player_counts(data)
    figure, axes = panels(len(counts), 2.5, share_x=False)
    for axis, players in zip(axes, counts, strict=True):
        players_title(axis, players)
        axis.axhspan(-found.margin, found.margin, color=style.GRID, alpha=0.6, linewidth=0, zorder=0)
        axis.axhline(0, color=style.MUTED, linewidth=1, zorder=1)
        for row in data.filter(players=players).iter_rows(named=True):
            shift, colour, marker, filled = _THIRDS[row["part"]]
            whisker(axis, int(row["group"]) + shift, row["value"], row["family_low"], row["family_high"], colour=colour, marker=marker,
                    filled=filled, vertical=True, tip=f"{_place(row['group'])}, {players} players, {row['part']}: {_effect(row)}, "
                                                      f"n = {row['blocks']} deals")  # fmt: skip
        axis.set_xticks(range(players))
        axis.set_xlim(-0.6, players - 0.4)
        points_axis(axis, "y")
    figure.supylabel("pp of win chance", fontsize=9)
    handles = [key_of(colour, marker, filled, f"{name} rounds") for name, (_, colour, marker, filled) in _THIRDS.items()]
    legend_below(figure, handles, 3, "seats after the crown (0 = its holder)")
    finding = _finding(data)
    return finish(
        figure, slug, "What the crown of one round is worth", finding,
        "On copies of the same game with the same luck the crown of one round was given to every seat in turn; 0 is a seat's mean over all "
        f"holders. The band is the margin of {100 * found.margin:g} pp. Lines: 95 % intervals that hold for all places of a panel and "
        "third at once.",
        f"Dot and whisker chart of what the crown's place does to a seat's win chance in three thirds of the game, {in_panels(counts)}, "
        f"where the finding is: {finding}", data, "crown_stages",
    )  # fmt: skip


def _finding(data: pl.DataFrame) -> str:
    holder = data.filter(group="0")
    row = holder.sort(pl.col("value").abs(), descending=True).row(0, named=True)
    sure = [one for one in holder.iter_rows(named=True) if one["family_low"] is not None and one["family_low"] * one["family_high"] > 0]
    far = f"{_effect(row)} in {row['part']} rounds at {row['players']} players"
    if not sure:
        return f"It is not shown that the crown of one round changes its holder's win chance; farthest from 0 is {far}."
    return f"The crown of one round changes its holder's win chance most by {far}; beyond chance in {len(sure)} of {holder.height} cases."


def crown_grid(found: CrownAnalysis, variant: str, lineup: str) -> Grid:
    """One row per number of players and place: the whole effect with its verdict, and its thirds."""
    effects, stages, verdicts = (of_cell(table, variant, lineup) for table in (found.effects, found.stages, found.verdicts))
    at = {(row["players"], row["group"], row["metric"]): row for row in effects.iter_rows(named=True)}
    thirds = {(row["players"], row["group"], row["part"]): row for row in stages.filter(split="stage").iter_rows(named=True)}
    rows = []
    for one in verdicts.iter_rows(named=True):
        key = one["players"], str(one["place"])
        score = at[*key, "place_points"]
        bounds = score["family_low"], score["family_high"]
        points = f"{style.plain(score['value'], *bounds)} {style.interval(*bounds)}"
        split = (_effect(row) if (row := thirds.get((*key, name))) else "–" for name in _THIRDS)
        rows.append((f"{one['players']} players, {_place(key[1])}", _effect(at[*key, "place_effect"]),
                     f"{ICONS[one['verdict']]} {one['verdict']}", *split, points, style.count(one["nodes"])))  # fmt: skip
    heads = ("Table and place", "Effect", "Verdict", *(f"{name.capitalize()} rounds" for name in _THIRDS), "Points", "Nodes")
    caption = f"What the crown of one round is worth: the numbers; 95 % intervals for all places at once, margin {100 * found.margin:g} pp"
    return Grid(caption, heads, tuple(rows))


def _place(group: str) -> str:
    return "the crown" if group == "0" else f"{group} after it"


def _effect(row: dict[str, Any]) -> str:
    return style.effect(row["value"], row["family_low"], row["family_high"])
