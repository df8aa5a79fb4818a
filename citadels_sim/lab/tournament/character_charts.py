"""Charts and tables of the character section: what is picked, how its holders fare, what they earn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from citadels_sim.charts import style
from citadels_sim.charts.by_character import INTERVALS, most_first, range_of
from citadels_sim.charts.chart import Chart, Scale, in_panels, make_chart, marks_words, player_counts
from citadels_sim.charts.grids import Grid, figure_cell
from citadels_sim.charts.lines import NumberLines
from citadels_sim.charts.marks import Look
from citadels_sim.charts.points import Points, from_reference
from citadels_sim.lab.registry import dictionary
from citadels_sim.lab.tournament.interaction_metrics import INTERACTION_METRICS


def character_charts(table: pl.DataFrame, prefix: str) -> list[Chart]:
    """Draw the characters of one variant and line-up (rows of ``characters``); `prefix` stands before every slug."""
    return [
        _wanted(table, f"{prefix}pick-rate", "pick_rate", "Picked, share of rounds",
                "Hollow diamond: what a uniformly random picker drafts, exactly; it applies to four players and more."),
        _wanted(table, f"{prefix}pick-when-offered", "pick_when_offered", "Picked when offered, share of offers",
                "Hollow diamond: what a random picker takes of the cards offered."),
        _wins(table, f"{prefix}win-when-held"),
        _economy(table, f"{prefix}economy"),
    ]  # fmt: skip


def _wanted(table: pl.DataFrame, slug: str, metric: str, title: str, note: str) -> Chart:
    data = table.filter(pl.col("metric") == metric)
    order = most_first(table, metric)
    drawing = Points(data=data, scale=Scale(unit="%", least=0.1), rows=order, reference="reference")
    finding = _wanted_finding(data, order)
    return make_chart(
        drawing, slug, title, finding, f"{note} {INTERVALS}",
        f"Dot and whisker chart of {title.lower()} for {len(order)} characters, {in_panels(player_counts(data))}",
        data, "characters",
    )  # fmt: skip


def _wanted_finding(data: pl.DataFrame, order: list[str]) -> str:
    """Who is wanted most and least: against the random picker where there is one, for the rules deal cards unevenly."""
    known = data.filter(pl.col("reference").is_not_null()).with_columns(
        lift=pl.col("value") - pl.col("reference"), below=pl.col("family_low") - pl.col("reference"),
        above=pl.col("family_high") - pl.col("reference"),
    )  # fmt: skip
    if not known.height:
        most, least = (f"{style.title_of(name)} ({range_of(data, name)})" for name in (order[0], order[-1]))
        return f"Most picked is {most}, least picked {least}."
    if not known.filter((pl.col("below") > 0) | (pl.col("above") < 0)).height:
        return "No character is picked detectably more or less often than a random picker would."
    top = known.sort("lift", "group", descending=[True, False]).row(0, named=True)
    low = known.sort("lift", "group").row(0, named=True)
    several = known["players"].n_unique() > 1

    def phrase(row: dict[str, Any]) -> str:
        at = f" at {row['players']} players" if several else ""
        return f"{style.title_of(row['group'])}{at} ({style.spread([row], share=True)} against {style.percent(row['reference'])})"

    return f"Against a random picker, most wanted is {phrase(top)}, least wanted {phrase(low)}."


def _wins(table: pl.DataFrame, slug: str) -> Chart:
    data = from_reference(table.filter(metric="win_when_held"))
    counts = player_counts(data)
    means = data.group_by("group").agg(pl.col("lift").mean()).sort(["lift", "group"], descending=[True, False])
    order = means["group"].to_list()
    drawing = Points(
        data=data, scale=Scale("win chance per pick, pp from 1/players", least=0.02), rows=order, value="lift",
        ends=("lift_low", "lift_high"), looks={"": Look(filled=False)}, margin=0,
    )  # fmt: skip
    seen = data.filter((pl.col("lift_low") > 0) | (pl.col("lift_high") < 0))
    finding = "No character's holders win detectably more or less than an even share."
    if seen.height:
        more, less = seen.filter(pl.col("lift") > 0).sort("lift", descending=True), seen.filter(pl.col("lift") < 0).sort("lift")
        phrase = [
            f"of {_lift(rows.row(0, named=True), counts)} {word}"
            for rows, word in ((more, "win most often"), (less, "win least often"))
            if rows.height
        ]
        finding = f"Holders {', holders '.join(phrase)}; descriptive, not the character's doing."
    return make_chart(
        drawing, slug, "Wins when held, win chance per pick (descriptive)", finding,
        "Descriptive: whoever is ahead drafts differently, so that a difference can have the wrong sign. It is not what "
        f"the character does, and it gets no verdict. {INTERVALS}",
        f"Dot and whisker chart of win chance per pick for {len(order)} characters around 1/players, "
        f"{in_panels(counts)}",
        data.drop("lift", "lift_low", "lift_high"), "characters",
    )  # fmt: skip


def _lift(row: dict[str, Any], counts: Sequence[int]) -> str:
    at = f" at {row['players']} players" if len(counts) > 1 else ""
    return f"{style.title_of(row['group'])}{at} ({style.points(row['lift'], row['lift_low'], row['lift_high'])})"


def _economy(table: pl.DataFrame, slug: str) -> Chart:
    scales = {
        "gold_per_turn": Scale("gold per turn played", "number"), "builds_per_turn": Scale("districts built per turn played", "number")
    }  # fmt: skip
    data = table.filter(pl.col("metric").is_in(list(scales)))
    order = most_first(table, "gold_per_turn")
    drawing = NumberLines(data=data, scales=scales, rows=order)
    builders = most_first(table, "builds_per_turn")
    gold, builds = (data.filter(pl.col("metric") == name) for name in scales)
    other = "it also" if builders[0] == order[0] else style.title_of(builders[0])
    finding = (
        f"{style.title_of(order[0])} earns most ({range_of(gold, order[0], share=False)} gold a turn), "
        f"{other} builds most ({range_of(builds, builders[0], share=False)} districts a turn)."
    )
    return make_chart(
        drawing, slug, "Gold and building in a turn", finding, f"Murdered turns are left out. {INTERVALS}",
        f"Dot and whisker charts of gold gained and districts built per turn for {len(order)} characters, "
        f"{marks_words(player_counts(data))}",
        data, "characters",
    )  # fmt: skip


def character_grids(table: pl.DataFrame) -> list[Grid]:
    """Lay out the figures of the characters, one table per number of players.

    A figure of something that never happened is left out; those of interaction are of few characters each and are shown beside its charts.
    """
    grids = []
    between = {metric.name for metric in INTERACTION_METRICS}
    described = dictionary().filter(pl.col("table") == "characters").iter_rows(named=True)
    titles = {row["metric"]: row["title"] for row in described if row["metric"] not in between}
    for (players,), rows in table.group_by("players", maintain_order=True):
        cells = {(row["group"], row["metric"]): figure_cell(row) for row in rows.iter_rows(named=True)}
        picks = {row["group"]: row["count"] for row in rows.filter(pl.col("metric") == "win_when_held").iter_rows(named=True)}
        groups = rows["group"].unique().sort().to_list()
        metrics = [metric for metric in titles if rows.filter((pl.col("metric") == metric) & (pl.col("value") > 0)).height]
        blocks = rows["blocks"][0]
        grids.append(
            Grid(
                f"All figures at {players} players, from {style.count(blocks)} blocks",
                ("Character", "Picks", *(titles[metric] for metric in metrics)),
                tuple(
                    (style.title_of(group), style.count(picks.get(group, 0)), *(cells.get((group, metric), "–") for metric in metrics))
                    for group in groups
                ),
            )
        )  # fmt: skip
    return grids
