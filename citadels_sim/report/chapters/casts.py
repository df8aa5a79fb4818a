"""The chapter on districts and drawn casts: what being dealt a district is worth, and what drawing a character or a district changes."""

from __future__ import annotations

import polars as pl

from citadels_sim.charts import style
from citadels_sim.charts.families import with_bots
from citadels_sim.charts.grids import Grid, arms_of, of_cell
from citadels_sim.charts.style import ICONS
from citadels_sim.lab.casts.analyse import UNIQUE, CastAnalysis
from citadels_sim.lab.casts.charts import CAST_FIGURES, cast_chart, change_words, price_chart, worth_chart
from citadels_sim.lab.casts.hands import DistrictAnalysis
from citadels_sim.report import copy
from citadels_sim.report.chapters.base import Chapter
from citadels_sim.report.content import ChapterResult, Panel, Part, panel, stacked
from citadels_sim.report.evidence import Evidence


def _build(evidence: Evidence) -> ChapterResult:
    if not evidence.districts:
        return ChapterResult()
    keys = [(i, *key) for i, one in enumerate(evidence.districts) for key in arms_of(one.districts)]
    parts: list[Part] = []
    for n, (number, variant, lineup) in enumerate(keys, start=1):
        stem = f"casts{n}-{variant}-" if len(keys) > 1 else "casts-"
        heading = f"{evidence.titles[variant]}, played by {lineup.replace(',', ', ')}"
        shown = _district_panels(evidence.districts[number], variant, lineup, stem)
        casts = evidence.casts[number]
        if isinstance(casts, str):
            drawn, unknown = [], [casts]
        else:
            drawn = _cast_panels(casts, variant, lineup, stem)
            unknown = [why for cell, why in casts.unknown.items() if (cell[0], cell[2]) == (variant, lineup)]
        text = " ".join(f"What drawing characters or unique districts changes is unknown: {why}" for why in dict.fromkeys(unknown))
        parts.append(Part(heading if len(keys) > 1 else "", (*shown, *drawn), folded=n > 1, text=text))
    findings = tuple(f"Districts, {with_bots([keys[0][2]])}: {one.chart.finding}" for one in parts[0].panels[:1])
    return ChapterResult(tuple(parts), _tables(evidence), findings)


def _district_panels(analysis: DistrictAnalysis, variant: str, lineup: str, stem: str) -> list[Panel]:
    districts, prices = (of_cell(table, variant, lineup) for table in (analysis.districts, analysis.prices))
    numbers, deals, fewest = _district_grid(districts), *_deals(analysis, variant, lineup)
    return [
        panel(worth_chart(districts, analysis.margin, f"{stem}worth"), numbers, deals, deals=fewest),
        panel(price_chart(districts, prices, f"{stem}price"), _price_grid(prices), deals, deals=fewest),
    ]


def _cast_panels(analysis: CastAnalysis, variant: str, lineup: str, stem: str) -> list[Panel]:
    effects = of_cell(analysis.effects, variant, lineup)
    drawn = {"character": pl.col("group") != UNIQUE, "unique district": pl.col("group") == UNIQUE}
    shown = []
    for what, mine in drawn.items():
        if (here := effects.filter(mine)).height:
            chart = cast_chart(here, what, f"{stem}drawn-{what.replace(' ', '-')}")
            deals, fewest = _deals(analysis, variant, lineup)
            shown.append(panel(chart, _cast_grid(here, chart.title), deals, deals=fewest))
    return shown


def _deals(analysis: DistrictAnalysis | CastAnalysis, variant: str, lineup: str) -> tuple[str, int]:
    """Return the deals at each number of players in words, and the fewest."""
    cells = [cell for cell in analysis.run.manifest.cells if (cell.variant, cell.lineup) == (variant, lineup)]
    unknown = [f"{style.count(cell.blocks)} at {cell.players} players" for cell in cells]
    return f"n, independent deals: {', '.join(unknown)}.", min(cell.blocks for cell in cells)


def _district_grid(districts: pl.DataFrame) -> Grid:
    rows = tuple(
        (style.title_of(row["district"]), str(row["players"]), row["type"], "–" if row["cost"] is None else str(row["cost"]),
         style.effect_of(row), f"{ICONS[row['verdict']]} {row['verdict']}",
         style.effect(row["residual"], row["residual_low"], row["residual_high"]), style.count(row["hands"]))
        for row in districts.sort("players", "value", descending=[False, True]).iter_rows(named=True)
    )  # fmt: skip
    heads = ("District", "Players", "Type", "Cost", "Worth when dealt", "Verdict", "Beyond cost", "Hands")
    return Grid("What being dealt a district is worth: the numbers; 95 % intervals for all districts of a table at once", heads, rows)


def _price_grid(prices: pl.DataFrame) -> Grid:
    rows = tuple(
        (row["term"] if row["term"] == "per gold" else f"{row['term']}, beyond cost", str(row["players"]),
         style.effect(row["value"], row["low"], row["high"]))
        for row in prices.iter_rows(named=True)
    )  # fmt: skip
    return Grid(
        "Worth by cost, and of types beyond their cost, with a 95 % interval for each alone", ("Term", "Players", "Worth when dealt"), rows
    )


def _cast_grid(effects: pl.DataFrame, title: str) -> Grid:
    at = {(row["players"], row["group"], row["name"], row["metric"]): row for row in effects.iter_rows(named=True)}
    rows = tuple(
        (style.title_of(name), str(players), group, *(change_words(at[players, group, name, metric]) for metric in CAST_FIGURES))
        for players, group, name in dict.fromkeys(key[:3] for key in at)
    )
    heads = ("Drawn", "Players", "In place of", *(scale.words for scale in CAST_FIGURES.values()))
    return Grid(f"{title}: the numbers; 95 % intervals for all of a figure at once", heads, rows)


def _tables(evidence: Evidence) -> dict[str, pl.DataFrame]:
    casts = [one for one in evidence.casts if not isinstance(one, str)]
    worths = stacked(evidence.districts, district_worth="districts", district_prices="prices")
    return worths | stacked(casts, cast_effects="effects", cast_pairs="pairs")


CHAPTER = Chapter("districts", "Districts and casts", copy.DISTRICTS, _build)
