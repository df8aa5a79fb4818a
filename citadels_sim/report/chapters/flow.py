"""The chapter on how games go: the way to the win, when it is over, dead turns, how the rounds of a character go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from citadels_sim.charts import style
from citadels_sim.charts.chart import Chart, player_counts
from citadels_sim.charts.grids import Grid, basis, figure_cell
from citadels_sim.lab.flow.arms import FlowArm
from citadels_sim.lab.flow.charts import over_chart, steps_chart, swings_chart, way_chart
from citadels_sim.lab.flow.dot_plots import LINES, lines_chart
from citadels_sim.lab.flow.kill_habits import KILL_GAME
from citadels_sim.lab.flow.metrics import FAMILIES as FLOW_FAMILIES
from citadels_sim.lab.flow.refits import LEAST_DEALS
from citadels_sim.lab.registry import dictionary
from citadels_sim.report import copy
from citadels_sim.report.chapters.base import Chapter
from citadels_sim.report.content import ChapterResult, Panel, Part, fewest, panel
from citadels_sim.report.evidence import Evidence
from citadels_sim.report.flow_arms import flow_arms

_CURVES = {
    "leader.skill": "What the lead by score predicts", "leader.wins": "The leader wins", "leader.auc": "Winner's score above another's",
    "decided_by.share": "Games decided",
}  # fmt: skip
_STEPS = {
    "wpa_draft": "By the draft", "wpa_struck": "By murder, bewitching, theft", "wpa_turns": "By the turns",
    "struck_lost": "Turn lost", "struck_robbed": "Robbed", "struck_free": "Spared",
}  # fmt: skip
_SWINGS = {
    "wpa": "All its rounds", "wpa_played": "Nothing befell it", "wpa_lost": "Turn lost", "wpa_robbed": "Robbed",
}  # fmt: skip
_MOST_FINDINGS = 3


def _build(evidence: Evidence) -> ChapterResult:
    arms = flow_arms(evidence)
    if not arms:
        return ChapterResult()
    several = len(arms) > 1
    parts = [Part("All tables" if several else "", tuple(line_panels(arms, "open", "dead-turns", "bonus")))]
    parts += [_part(arm, several=several, folded=n > 0) for n, arm in enumerate(arms)]
    own = [one.chart.finding for one in (*parts[0].panels[:2], *parts[1].panels[1:2])]
    findings = tuple(f"How games go, {evidence.with_bots('flow')}: {text}" for text in own[:_MOST_FINDINGS])
    return ChapterResult(tuple(parts), _tables(evidence), findings)


def line_panels(arms: Sequence[FlowArm], *slugs: str) -> list[Panel]:
    """Draw charts of number lines of all arms that have figures."""
    charts = [lines_chart(LINES[slug], arms) for slug in slugs if arms]
    shown = [(chart, _behind(chart, arms)) for chart in charts if chart is not None]
    return [panel(chart, _lines_grid(chart), basis(behind), deals=fewest(behind)) for chart, behind in shown]


def _behind(chart: Chart, arms: Sequence[FlowArm]) -> pl.DataFrame:
    """Return the estimates that have the deals of a chart; the blocks of the kill game are groups of them, of no interest to a reader."""
    if chart.source != KILL_GAME.name:
        return chart.data
    return pl.concat([arm.table("flow") for arm in arms]).join(chart.data, on=["variant", "players", "lineup"], how="semi")


def _lines_grid(chart: Chart) -> Grid:
    """One row per figure and table of a chart of number lines, one column per number of players."""
    titles = dict(dictionary().filter(table=chart.source).select("metric", "title").iter_rows())
    players = player_counts(chart.data)
    several = chart.data["group"].n_unique() > 1
    cells = {(row["metric"], row["group"], row["players"]): figure_cell(row) for row in chart.data.iter_rows(named=True)}
    rows = tuple(
        (titles[metric], *((group,) if several else ()), *(cells.get((metric, group, number), "–") for number in players))
        for metric, group in dict.fromkeys((metric, group) for metric, group, _ in cells)
    )
    heads = ("Figure", *(("Variant",) if several else ()), *(f"{number} players" for number in players))
    return Grid(f"{chart.title}: the numbers", heads, rows)


def _part(arm: FlowArm, *, several: bool, folded: bool) -> Part:
    deals, number = basis(arm.table("flow")), fewest(arm.table("flow"))
    swings = arm.table("character_swings")
    # Tables with too few deals for win chances have the curves of the leader only.
    curves = arm.curves.join(swings, on=["variant", "players", "lineup"], how="semi")
    text = "" if curves.height == arm.curves.height else f"Fewer than {LEAST_DEALS} deals are too few for win chances."
    if curves.is_empty():
        return Part(arm.heading if several else "", text=text, folded=folded)
    shown = (
        panel(way_chart(curves, f"{arm.slug}way"), _way_grid(curves), deals, deals=number),
        panel(over_chart(curves, f"{arm.slug}over"), _over_grid(curves), deals, deals=number),
        panel(steps_chart(swings, f"{arm.slug}steps"), _swings_grid(swings, _STEPS), deals),
        panel(swings_chart(swings, f"{arm.slug}swings"), _swings_grid(swings, _SWINGS), deals),
    )
    thresholds = Grid(*_thresholds(curves), folded=True)
    return Part(arm.heading if several else "", shown, (thresholds,), folded, text)


def _way_grid(curves: pl.DataFrame) -> Grid:
    """Return mean and median of the win chance by final place, with the interval of the one and the quartiles of the other."""
    at = {(row["curve"], row["players"], row["line"], row["x"]): row for row in curves.iter_rows(named=True)}
    rows = []
    for curve, players, place, x in at:
        if curve == "trajectory.median":
            mean, median = at["trajectory.mean", players, place, x], at[curve, players, place, x]
            quarters = f"{style.percent(median['value'])} ({style.percent(median['low'])} to {style.percent(median['high'])})"
            rows.append((f"{players} players, place {place}", f"{x:g}\u00a0%", _share(mean), quarters))
    heads = ("Final place", "Rounds over", "Mean W [95 %]", "Median W (middle half of the games)")
    return Grid("How win chances go: the numbers", heads, tuple(rows))


def _over_grid(curves: pl.DataFrame) -> Grid:
    at = {
        (row["players"], row["x"], row["curve"]): row for row in curves.filter(pl.col("curve").is_in(list(_CURVES))).iter_rows(named=True)
    }
    rows = tuple(
        (f"{players} players, {x:g} % of the rounds over", *(_share(at[players, x, curve]) for curve in _CURVES))
        for players, x in sorted({(players, x) for players, x, _ in at})
    )
    return Grid("When is it over: the numbers, with 95 % intervals", ("Table", *_CURVES.values()), rows)


def _thresholds(curves: pl.DataFrame) -> tuple[str, tuple[str, ...], tuple[tuple[str, ...], ...]]:
    after = {(row["x"], row["players"]): _share(row) for row in curves.filter(curve="decided.after").iter_rows(named=True)}
    players = player_counts(curves)
    rows = tuple((f"{x:g}\u00a0%", *(after[x, number] for number in players)) for x in dict.fromkeys(x for x, _ in after))
    caption = "Part of the rounds after which the winner's W stays above a threshold, on average [95 %]"
    return caption, ("Threshold", *(f"{number} players" for number in players)), rows


def _share(row: Mapping[str, Any]) -> str:
    return f"{style.percent(row['value'], row['low'], row['high'])} {style.interval(row['low'], row['high'], factor=100)}"


def _swings_grid(swings: pl.DataFrame, figures: Mapping[str, str]) -> Grid:
    """One row per number of players and character: what its rounds add, by what befell it, or step by step."""
    at = {(row["players"], row["group"], row["metric"]): row for row in swings.iter_rows(named=True)}
    rows = []
    for players, name in dict.fromkeys((players, name) for players, name, _ in at):
        chosen = [at.get((players, name, metric)) for metric in figures]
        cells = (style.effect_of(row) if row else "–" for row in chosen)
        shares = (figure_cell(row) if (row := at.get((players, name, metric))) else "–" for metric in ("turn_lost", "killer_share"))
        rows.append((style.title_of(name), str(players), *cells, *shares, style.count(at[players, name, "wpa"]["count"])))
    heads = ("Character", "Players", *figures.values(), "Turns lost", "Largest rise of the game", "Picks")
    caption = "How the rounds of a character go: the numbers; 95 % intervals for all characters of a table at once"
    return Grid(caption, heads, tuple(rows))


def _tables(evidence: Evidence) -> dict[str, pl.DataFrame]:
    """Put the figures out under the names of their families, which the data dictionary describes, and the curves in one table."""
    estimates = pl.concat([flow.estimates for flow in evidence.flows])
    names = [family.name for family in FLOW_FAMILIES if estimates.filter(table=family.name).height]
    tables = {name: estimates.filter(table=name).drop("table") for name in names}
    return tables | {"flow_curves": pl.concat([flow.curves for flow in evidence.flows])}


CHAPTER = Chapter("flow", "How games go", copy.FLOW, _build)
