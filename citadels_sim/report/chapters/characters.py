"""The chapter on characters: what a pick brings, what it would cost to go without, and what was drafted and earned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import polars as pl

from citadels_sim.charts import style
from citadels_sim.charts.families import sign_words, with_bots
from citadels_sim.charts.grids import Grid, arms_of, figure_cell, grid, of_cell
from citadels_sim.charts.style import ICONS
from citadels_sim.lab.forks.analyse import ForkAnalysis
from citadels_sim.lab.forks.charts import dumbbell_chart, forest_chart, quadrant_chart
from citadels_sim.lab.forks.split_chart import SPLIT_HEADS, splits_chart
from citadels_sim.lab.tournament.character_charts import character_charts, character_grids
from citadels_sim.lineups import lineup_words
from citadels_sim.report import copy
from citadels_sim.report.chapters.base import Chapter
from citadels_sim.report.content import ChapterResult, MissingRun, Part, panel, stacked
from citadels_sim.report.evidence import Evidence
from citadels_sim.report.findings import Arm
from citadels_sim.verdicts import UNDECIDED

_Key = tuple[str, str]  # variant, line-up
_MOST_FINDINGS = 5


def _build(evidence: Evidence) -> ChapterResult:
    split = list(zip(evidence.forks, evidence.splits, strict=True))
    causal = [_causal(evidence, forks, splits, key) for forks, splits in split for key in arms_of(forks.cells)]
    with_turns = [arm for arm in evidence.arms if arm.tables["characters"].height]
    results = [_drafted(arm) for arm in with_turns]
    parts = _merged([*causal, *results])
    first = _headlines(evidence, causal)
    drafted = [one.chart for part in results[:1] for one in part.every_panel() if one.chart.slug.endswith("pick-when-offered")]
    wanted = [f"Draft, {with_bots([with_turns[0].lineup])}: {chart.finding}" for chart in drafted]
    return ChapterResult(tuple(parts), _tables(evidence), (*first[:_MOST_FINDINGS], *wanted), _wants(evidence))


def _named(evidence: Evidence, part: Part) -> str:
    """State whom a finding is about: the variant, where there are several, and always the bots."""
    return part.heading if len(evidence.titles) > 1 else f"Characters, played by {part.heading.rpartition(', played by ')[2]}"


def _headlines(evidence: Evidence, causal: list[Part]) -> list[str]:
    """Write one finding per variant, of its main line-up; before it, of which characters the sign depends on the bots."""
    headlines = []
    for variant in evidence.titles:
        keys = [key for forks in evidence.forks for key in arms_of(forks.cells) if key[0] == variant]
        if not keys:
            continue
        key = (variant, evidence.main[variant])
        heading = _heading(evidence, key if key in keys else keys[0])
        part = next(part for part in causal if part.heading == heading)
        rows = evidence.reaches_of(variant).items()
        signs = sign_words((f"{style.title_of(name)} at {players} players", row) for (players, name), row in rows)
        headlines.append(" ".join(filter(None, (f"{_named(evidence, part)}:", signs, part.panels[0].chart.finding))))
    return headlines


def _merged(parts: list[Part]) -> list[Part]:
    """Join the parts of each variant and line-up; descriptive figures of played games go deeper, and all parts but the first are folded."""
    by_heading: dict[str, Part] = {}
    for part in parts:
        if part.heading not in by_heading:
            by_heading[part.heading] = part
            continue
        here = by_heading[part.heading]
        by_heading[part.heading] = Part(
            here.heading, (*here.panels, *part.panels), (*here.grids, *part.grids), deeper=(*here.deeper, *part.deeper)
        )  # fmt: skip
    return [replace(part, folded=n > 0) for n, part in enumerate(by_heading.values())]


def _heading(evidence: Evidence, key: _Key) -> str:
    return f"{evidence.titles[key[0]]}, played by {lineup_words(key[1])}"


def _causal(evidence: Evidence, forks: ForkAnalysis, splits: pl.DataFrame, key: _Key) -> Part:
    effects, verdicts = (of_cell(table, *key) for table in (forks.effects, forks.verdicts))
    number = evidence.forks.index(forks)
    several = sum(arm[0] == key[0] for each in evidence.forks for arm in arms_of(each.cells)) != 1
    stem = f"forks-{key[0]}" + (f"-{evidence.lineups.index(key[1])}" if several else "") + (f"-{number + 1}" if number else "")
    players = int(effects["players"].min())  # type: ignore[arg-type]
    some = of_cell(splits, *key, players)
    when = splits_chart(some, effects, players, f"{stem}-when")
    nodes = int(of_cell(forks.cells, *key, players)["nodes"][0])
    shown = (
        panel(forest_chart(effects, verdicts, forks.margin, f"{stem}-effects", evidence.reaches_of(key[0]))),
        panel(dumbbell_chart(effects, forks.margin, f"{stem}-naive")),
        panel(quadrant_chart(effects, forks.margin, f"{stem}-quadrant")),
        panel(when, _split_grid(some), f"n = {style.count(nodes)} nodes.", deals=nodes),
    )
    return Part(_heading(evidence, key), shown, (_table(evidence, forks, key),))


def _table(evidence: Evidence, forks: ForkAnalysis, key: _Key) -> Grid:
    """One row per number of players and character: all that is known of it."""
    bans = [of_cell(shown.tables["effects"], *key) for shown in evidence.shown["bans"]]
    other = {(row["players"], row["group"], row["metric"]): row for table in bans for row in table.iter_rows(named=True)}
    effects = {(row["players"], row["group"], row["metric"]): row for row in of_cell(forks.effects, *key).iter_rows(named=True)}
    rows = []
    for verdict in of_cell(forks.verdicts, *key).iter_rows(named=True):
        here = verdict["players"], verdict["character"]
        cells = [_points(effects.get((*here, name))) for name in ("win_effect", "win_lift", "chosen_effect")]
        cells[1:1] = [_word(verdict)]
        cells.append(figure_cell(share) if (share := effects.get((*here, "pick_share"))) else "–")
        if other:
            cells += [_points(other.get((*here, name))) for name in ("ban_cost", "take_gain")]
        rows.append((style.title_of(verdict["character"]), str(verdict["players"]), *cells, style.count(verdict["nodes"])))
    heads = ["Character", "Players", "Effect of a pick", "Verdict", "Win rate less 1/players"]
    heads += ["Effect where the bot picks it", "Picked when it could be"]
    heads += ["Cost of never picking it", "Gain of always"] if other else []
    caption = f"Every character, played by {lineup_words(key[1])}"
    caption += f"; 95 % intervals for all characters of a table at once, margin {100 * forks.margin:g} pp"
    return Grid(caption, (*heads, "Nodes"), tuple(rows))


def _points(row: Mapping[str, Any] | None) -> str:
    return "–" if row is None else style.effect_of(row)


def _word(verdict: Mapping[str, Any]) -> str:
    if verdict["few"]:
        return style.TOO_FEW
    text = f"{ICONS[verdict['verdict']]} {verdict['verdict']}"
    if verdict["verdict"] != UNDECIDED:
        return text
    return f"{text}, {style.needed(verdict['needed_nodes_low'], verdict['needed_nodes'], 'nodes')}"


def _split_grid(splits: pl.DataFrame) -> Grid:
    rows = tuple(
        (
            style.title_of(row["character"]), SPLIT_HEADS[row["split"]], row["part"],
            style.effect(row["value"], row["low"], row["high"]),
            _rate(row["q"]), style.points(row["shrunk"]), style.count(row["nodes"]),
        )
        for row in splits.filter(pl.col("value").is_not_null()).iter_rows(named=True)
    )  # fmt: skip
    return Grid(
        "When, where and for whom a pick is good: the numbers (each interval alone; q: false discovery rate; shrunk towards 0)",
        ("Character", "Split by", "Part", "Effect", "q", "Shrunk", "Nodes"), rows,
    )  # fmt: skip


def _rate(q: float | None) -> str:
    if q is None:
        return "–"
    return "< 0.001" if q < 0.0005 else f"{q:.3f}"


def _drafted(arm: Arm) -> Part:
    """Descriptive figures of the played games, folded behind the causes."""
    table, crown = arm.tables["characters"], arm.tables["crown"]
    grids = [replace(one, folded=True) for one in character_grids(table)]
    if crown.height:
        grids.append(grid(crown, "Win chance per pick of crown holders and others (descriptive)", "At the draft"))
    charts = tuple(map(panel, character_charts(table, arm.slug)))
    deeper = Part(
        "What was drafted, how its holders fared, what it earned (descriptive)", charts, tuple(grids), folded=True, text=copy.CHARACTERS
    )
    return Part(arm.heading, deeper=(deeper,))


def _tables(evidence: Evidence) -> dict[str, pl.DataFrame]:
    forked = stacked(
        evidence.forks, character_effects="effects", policy="policy", character_contrasts="contrasts", fork_verdicts="verdicts",
        fork_cells="cells",
    )  # fmt: skip
    splits = {"splits": pl.concat(evidence.splits)} if evidence.splits else {}
    return forked | splits


def _wants(evidence: Evidence) -> tuple[MissingRun, ...]:
    if not evidence.analysis.cells.height or evidence.analysis.cells["turns"].all():
        return ()
    return (MissingRun("Drafts, earnings and attacks of every table", "the same `citadels run` with --detail turns"),)


CHAPTER = Chapter("characters", "Characters", copy.CAUSES, _build)
