"""The report's content, arranged once for the page, the Markdown and the JSON file (`render` writes them)."""

from __future__ import annotations

import re

import polars as pl

from citadels_sim.judge.criteria import table_of
from citadels_sim.lineups import lineup_words
from citadels_sim.report import copy, shown
from citadels_sim.report.card import card_grid, sentences_grid, unanswered
from citadels_sim.report.chapters import Chapter, chapters
from citadels_sim.report.chapters.validation import commands
from citadels_sim.report.content import ChapterResult, Content, Section
from citadels_sim.report.evidence import Evidence
from citadels_sim.report.where import where
from citadels_sim.runs.designs import design_judged_by
from citadels_sim.runs.metrics import dictionary
from citadels_sim.show.blocks import NO_FINDING
from citadels_sim.show.charts import style
from citadels_sim.show.charts.grids import Grid
from citadels_sim.statistics.verdicts import LEAST_COUNT
from citadels_sim.text import upper_first


def build(evidence: Evidence) -> Content:
    """Arrange what the chapters make of the material."""
    results = [(chapter, chapter.build(evidence)) for chapter in chapters()]
    sections = [
        Section(chapter.slug, chapter.title, chapter.lead, parts)
        for chapter, result in results
        if (parts := (*shown.parts(evidence, chapter.slug), *result.parts))
    ]
    tables = {"criteria": table_of(evidence.judgements)}
    for chapter, result in results:
        tables |= {**result.tables, **shown.tables(evidence, chapter.slug)}
    missing = tuple(want for chapter, result in results for want in (*result.missing, *evidence.lacking(chapter.slug)))
    return Content(
        title(evidence),
        lead(evidence),
        card_grid(evidence),
        unanswered(evidence),
        sentences_grid(evidence),
        tuple(_stopped(evidence)),
        _findings(evidence, results),
        tuple(sections),
        missing,
        tuple(one.words for one in evidence.left_out),
        copy.LIMITS,
        commands(evidence),
        _dictionary(),
        tables | {"dictionary": dictionary()},
    )


def _findings(evidence: Evidence, results: list[tuple[Chapter, ChapterResult]]) -> tuple[str, ...]:
    """Put first what makes games worthless, then what each chapter finds."""
    own = [finding for chapter, result in results for finding in (*shown.findings(evidence, chapter.slug), *result.findings)]
    known = [text for text in own if NO_FINDING not in text]
    more = [text for text in own if NO_FINDING in text]
    few = f"{NO_FINDING} on {style.listed(_topics(more))}: at least {LEAST_COUNT} deals per table are needed."
    return (*_stopped(evidence), *known, *([few] if more else []))


def _stopped(evidence: Evidence) -> list[str]:
    """Say that games were stopped by the safety cap, where some were."""
    capped = evidence.analysis.tables["length"].filter(pl.col("value") > 0, metric="capped").sort("value", descending=True)
    if not capped.height:
        return []
    worst = capped.row(0, named=True)
    share = style.percent(worst["value"], worst["low"], worst["high"])
    at = where(evidence, worst["variant"], worst["players"], worst["lineup"]).label
    return [f"Some games were stopped by the safety cap ({share} at {at}): a fault of bots or rules; examine it first."]


def _topics(findings: list[str]) -> list[str]:
    """Name what some findings are about: ``attacks`` of ``Attacks, with builder: ...``."""
    return list(dict.fromkeys(re.split("[,:]", text)[0].lower() for text in findings))


def title(evidence: Evidence) -> str:
    """Name the report by its variants, or by its runs where these are many."""
    titles = list(dict.fromkeys(evidence.titles.values()))
    if len(titles) <= 2:
        return style.listed(titles)
    names = list(dict.fromkeys(run.manifest.experiment.name for run in evidence.runs_of("games") or evidence.runs))
    text = style.listed(names)
    return upper_first(text)


def lead(evidence: Evidence) -> str:
    """Describe in a sentence what was simulated."""
    players = sorted({cell.players for run in evidence.runs for cell in run.manifest.cells})
    bots = list(dict.fromkeys(lineup_words(bot) for run in evidence.runs for lineup in run.manifest.experiment.lineups for bot in lineup))
    variants = f" of {len(evidence.titles)} variants" if len(evidence.titles) > 1 else ""
    played = sum(cell.games for run in evidence.runs_of("games") for cell in run.manifest.cells)
    games = f"{style.count(played)} games" if played else "Games"
    forked = sum(cell.games for run in evidence.runs_of(design_judged_by("character").name) for cell in run.manifest.cells)
    and_forks = f", {style.count(forked)} picks forked" if forked else ""
    return (
        f"{games}{variants} at tables of {style.listed([str(number) for number in players])} players{and_forks}, "
        f"played by the bot{'s' * (len(bots) > 1)} {style.listed(bots)}."
    )


def _dictionary() -> Grid:
    rows = dictionary().select(
        "title", pl.format("{}: {}", "table", "metric"), "unit", "formula", "estimand", pl.format("{} {}", "question", "doc")
    )
    heads = ("Figure", "Source", "Unit", "Counted as", "Claim", "Meaning")
    return Grid("Every figure of this report", heads, tuple(tuple(map(str, row)) for row in rows.iter_rows()), kind="words")
