"""The chapter on rules: which change causes how much of the difference between two variants."""

from __future__ import annotations

import re
import shlex
from typing import Final

import polars as pl

from citadels_sim.charts import style
from citadels_sim.charts.families import with_bots
from citadels_sim.charts.grids import Grid
from citadels_sim.lab.attribution.analyse import Attribution
from citadels_sim.lab.attribution.charts import METRICS, figure_words, interaction_chart, none_differ, waterfall_chart
from citadels_sim.lineups import shown_lineup
from citadels_sim.report.chapters.base import Chapter
from citadels_sim.report.content import ChapterResult, MissingRun, Panel, Part, panel
from citadels_sim.report.evidence import Evidence
from citadels_sim.runs.command_line import variant_words
from citadels_sim.show.blocks import too_few
from citadels_sim.statistics.ratios import LEAST_COUNT

_LEARNER: Final = "learner"
"""The bot that plays only rules that it has learned."""

_LEAD = (
    "Every combination of the rules that differ was played on the same deals. A rule's part is its effect averaged over all orders "
    "in which "
    "the rules could be changed; the parts add up to the whole difference."
)


def _build(evidence: Evidence) -> ChapterResult:
    attributions = evidence.attributions
    parts = [_part(evidence, each, number, several=len(attributions) > 1) for number, each in enumerate(attributions, start=1)]
    tables = {}
    for name, attribute in (("rule_parts", "parts"), ("rule_wholes", "wholes"), ("rule_interactions", "pairs")):
        frames = [_named(getattr(each, attribute), each) for each in attributions if getattr(each, attribute).height]
        if frames:
            tables[name] = pl.concat(frames)
    findings = tuple(
        f"Rules, {with_bots([each.lineup])}: {part.panels[0].chart.finding}"
        for each, part in zip(attributions, parts, strict=True)
        if part.panels
    )
    return ChapterResult(tuple(parts), tables, findings, () if attributions else _wants(evidence))


def _named(frame: pl.DataFrame, each: Attribution) -> pl.DataFrame:
    """Put before a table of an attribution what it is of."""
    key = {"a_variant": each.a, "b_variant": each.b, "players": each.players, "lineup": each.lineup, "blocks": each.blocks}
    return frame.select(*(pl.lit(value).alias(head) for head, value in key.items()), pl.all())


def _wants(evidence: Evidence) -> tuple[MissingRun, ...]:
    old, new, *_ = [*variant_words(list(evidence.titles)), "ANOTHER"]
    players = min(cell.players for run in evidence.runs for cell in run.manifest.cells)
    # A bot that learned its rules knows none between those of two variants.
    able = [lineup for lineup in (*evidence.main.values(), *evidence.families) if _LEARNER not in re.split(r"[:,]", lineup)]
    bots = shown_lineup(able[0]) if able else "planner"
    command = ["citadels", "attribute", old, new, "--players", str(players), "--bots", bots, "--out", "DIR"]
    return (MissingRun("Which rule causes how much", shlex.join(command)),)


def _part(evidence: Evidence, each: Attribution, number: int, *, several: bool) -> Part:
    old, new = evidence.title(each.a), evidence.title(each.b)
    heading = f"{old} → {new}, {each.players} players, {each.lineup}"
    if each.blocks < LEAST_COUNT:
        return Part(heading, text=too_few(each.blocks))
    basis = f"n = {style.count(each.blocks)} independent deals, each played under all {1 << len(each.groups)} combinations."
    stem = f"rules{number}"
    shown: list[Panel] = [panel(waterfall_chart(each, old, new, f"{stem}-waterfall"), _numbers(each, old, new), basis, deals=each.blocks)]
    if len(each.groups) > 1:
        first = next(metric for metric in METRICS if each.pairs.filter(metric=metric).height)
        unit = each.parts.filter(metric=first)["unit"][0]
        chart = interaction_chart(each.pairs, first, unit, f"from {old} to {new}", f"{stem}-interactions")
        shown.append(panel(chart, _pairs(each, first), basis, deals=each.blocks))
    members = tuple((name, ", ".join(keys)) for name, keys in each.groups.items())
    keys = Grid("What is in a group of rules", ("Group", "Keys that differ"), members, kind="words", folded=True)
    return Part(heading, tuple(shown), (keys,), folded=several and number > 1)


def _numbers(each: Attribution, old: str, new: str) -> Grid:
    rows = []
    for metric, (words, scale) in METRICS.items():
        for row in each.parts.filter(metric=metric).iter_rows(named=True):
            first, last = (_with_error(row[name], row[f"{name}_se"], scale) for name in ("first_in", "last_in"))
            interval = "" if row["low"] is None else f" {style.interval(row['low'], row['high'], factor=scale)}"
            part = f"{_with_error(row['part'], row['se'], scale)}{interval}"
            if not row["differing"]:
                part += f" (no difference in {style.count(each.blocks)} deals: {none_differ(each.blocks)})"
            rows.append((row["group"], words, part, first, last, f"{row['margin'] * scale:g}", row["verdict"]))  # fmt: skip
    heads = ("Group", "Figure", "Part [95 % for all at once]", "First in ± standard error", "Last in ± standard error", "Margin", "Verdict")
    return Grid(f"Which rules make {new} out of {old}: the numbers", heads, tuple(rows))


def _with_error(value: float, se: float | None, scale: float) -> str:
    value *= scale
    if se is None:
        return style.plain(value, None, None)
    se *= scale
    text = style.plain(value, value - 2 * se, value + 2 * se)
    return f"{text} ± {style.plain(se, 0, 2 * se) if se > 0 else '0'}"


def _pairs(each: Attribution, metric: str) -> Grid:
    rows = tuple(
        (f"{row['group']} × {row['other']}", figure_words(row, value="interaction"))
        for row in each.pairs.filter(metric=metric).iter_rows(named=True)
    )  # fmt: skip
    return Grid("How the rules interact: the numbers", ("Pair", "Interaction [95 % for all pairs at once]"), rows)


CHAPTER = Chapter("rules", "Rules and what they cause", _LEAD, _build)
