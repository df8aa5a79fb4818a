"""The chapters on what was simulated and on whether the machinery is right: facts and checks, counted from the runs themselves."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import polars as pl

from citadels_sim.judge.criteria import CRITERIA
from citadels_sim.limits import criterion_of
from citadels_sim.lineups import LEARNED, LEARNER, lineup_words, values_file
from citadels_sim.report import copy
from citadels_sim.report.card import limit_words
from citadels_sim.report.chapters.base import Chapter
from citadels_sim.report.content import ChapterResult, Part
from citadels_sim.report.coverage_grid import coverage_grid, coverage_rows, measured
from citadels_sim.report.evidence import Evidence
from citadels_sim.runs.designs import all_designs
from citadels_sim.show.charts import style
from citadels_sim.show.charts.grids import Grid
from citadels_sim.text import command_line

_ROUNDING = 1e-9


def _simulated(evidence: Evidence) -> ChapterResult:
    criteria = style.listed([entry.title.lower() for entry in CRITERIA.values()])
    digests = {name: entry.digest for run in evidence.runs for name, entry in run.manifest.variants.items() if name in evidence.titles}
    rows = [
        ("Aims", f"Find out how balanced the rules are: {criteria}, against limits declared beforehand."),
        ("Variants", "; ".join(f"{title} ({name})" for name, title in evidence.titles.items())),
        ("Rules digest", "; ".join(f"{name} {digest[:12]}" for name, digest in digests.items())),
        ("Bots", _bots(evidence)),
        ("Games", _games(evidence)),
        (
            "Deals",
            "Every purpose of random draws has its own stream; all variants, line-ups and numbers of players are dealt from the same seeds "
            f"({style.listed(sorted({str(run.manifest.experiment.seed) for run in evidence.runs}))}).",
        ),
        (
            "Stopping",
            "A fixed number of games per table, or the number in the run's manifest for each cell (intervals valid under repeated checks)."
            if evidence.runs
            else "",
        ),
        (
            "Estimands",
            "Descriptive: what happened. ITT: a place that the deal assigned at random. Node-ATE: one pick changed, all else equal. "
            "Policy: a player's whole way of playing. Rule: the rules changed.",
        ),
        (
            "Methods",
            "Ratios of sums over deals with cluster-robust errors; differences paired by deal; intervals of a table hold "
            "for all its groups at once "
            "(multiplier bootstrap of the largest deviation, Student's t of each figure's own deals; "
            "mid-p with effective trials for shares).",
        ),
        ("Limits declared", _limits(evidence)),
        (
            "Confidence",
            "95 % throughout. Balanced: two one-sided tests at 5 %. Exploratory tables: false discovery rate (Benjamini and Hochberg).",
        ),
        ("Made with", "; ".join(dict.fromkeys(f"citadels_sim {run.manifest.package_version}" for run in evidence.runs))),
    ]
    grids = [Grid("Design of the study", ("Item", "What was done"), tuple(rows), kind="words")]
    if evidence.analysis.cells.height:
        cells = tuple(
            (
                row["title"],
                str(row["players"]),
                lineup_words(row["lineup"]),
                style.count(row["games"]),
                style.count(row["blocks"]),
                "yes" if row["turns"] else "no",
            )
            for row in evidence.analysis.cells.iter_rows(named=True)
        )
        grids.append(
            Grid(
                f"The {len(cells)} tables that were played",
                ("Variant", "Players", "Bots", "Games", "Deals", "Turns kept"),
                cells,
            )
        )
    tables = {"cells": evidence.analysis.cells} if evidence.analysis.cells.height else {}
    return ChapterResult((Part("", grids=tuple(grids)),), tables)


def _limits(evidence: Evidence) -> str:
    return "; ".join(
        f"{CRITERIA[criterion_of(name)].title.lower() if name in CRITERIA else style.title_of(name.partition('.')[2])} "
        f"{limit_words(criterion_of(name), limit)}"
        for name, limit in evidence.limits.items()
    )


def _bots(evidence: Evidence) -> str:
    text = "; ".join(lineup_words(line) for line in evidence.lineups)
    main = dict.fromkeys(evidence.main.values())
    if set(main) == set(evidence.lineups):
        return f"{text}."
    return f"{text}. The verdicts show {style.listed([*map(lineup_words, main)])}."


def _games(evidence: Evidence) -> str:
    counts = [
        (sum(cell.games for run in evidence.runs_of(name) for cell in run.manifest.cells), one.counted)
        for name, one in all_designs().items()
    ]
    phrases = [f"{style.count(number)} {counted}" for number, counted in counts if number]
    return f"{style.listed(phrases)}." if phrases else "None."


@dataclass(frozen=True)
class Check:
    """One thing that must be so if the machinery is right."""

    what: str
    expected: str
    observed: str
    holds: bool


def _validation(evidence: Evidence) -> ChapterResult:
    checks = [*_files(evidence), *_identities(evidence), *_ends(evidence)]
    rows = tuple((one.what, one.expected, one.observed, "✓ holds" if one.holds else "✗ fails") for one in checks)
    grids = [
        Grid("Checks on these runs, made while this report was written", ("Check", "Expected", "Observed", "Result"), rows, kind="words")
    ]
    precision = _precision(evidence)
    if precision.rows:
        grids.append(precision)
    held = coverage_rows(measured())
    grids.append(coverage_grid(held))
    failed = [one.what for one in checks if not one.holds]
    findings = (f"A check of the program fails ({'; '.join(failed)}): examine this first.",) if failed else ()
    table = pl.DataFrame([{"check": one.what, "expected": one.expected, "found": one.observed, "holds": one.holds} for one in checks])
    return ChapterResult((Part("", grids=tuple(grids)),), {"checks": table, "coverage": held}, findings)


def _files(evidence: Evidence) -> list[Check]:
    files = sum(len(run.manifest.shards) for run in evidence.runs)
    return [Check("All files are unchanged (checksums)", f"{files} of {files}", f"{files} of {files}", True)]


def _identities(evidence: Evidence) -> list[Check]:
    """What has to add up exactly, whatever the games were."""
    checks = []
    seats = evidence.analysis.tables["seats"].filter(metric="win_rate")
    if seats.height:
        sums = seats.group_by("variant", "players", "lineup").agg(pl.col("value").sum())["value"]
        checks.append(_exact("Win credits of the seats of a table add up to 1", 1.0, sums))
    held = evidence.analysis.tables["characters"].filter(metric="win_when_held")
    if held.height:
        lift = held.with_columns(sum=(pl.col("value") - pl.col("reference")) * pl.col("count"))
        sums = lift.group_by("variant", "players", "lineup").agg(pl.col("sum").sum() / pl.col("count").sum())["sum"]
        checks.append(_exact("Win lifts of the characters, weighted by picks, cancel out", 0.0, sums))
    sums_of = [(what, _weighted(table.filter(pl.col("value").is_not_null()))) for what, table in _cancelling(evidence)]
    checks += [_exact(what, 0.0, sums) for what, sums in sums_of if sums.len()]  # few deals have no such figures
    for shown in evidence.shown("luck"):
        sums = shown.tables["streams"].filter(metric="share").group_by("variant", "players", "lineup").agg(pl.col("value").sum())["value"]
        checks.append(_exact("Shares of the sources of luck add up to 1", 1.0, sums))
    for each in (shown.analysis for shown in evidence.shown("attribution")):
        whole = dict(each.wholes.select("metric", "difference").iter_rows())
        parts = each.parts.group_by("metric", maintain_order=True).agg(pl.col("part").sum())
        gaps = pl.Series([value - whole[name] for name, value in parts.iter_rows()])
        checks.append(_exact(f"Parts of the rules add up to the difference ({evidence.pair(each.a, each.b)})", 0.0, gaps))
    for each in (shown.analysis for shown in evidence.shown("pick-attribution")):
        summed = each.parts.group_by("character").agg(pl.col("part").sum())
        gaps = each.wholes.join(summed, on="character").select(pl.col("difference") - pl.col("part")).to_series().drop_nulls()
        if len(gaps):
            checks.append(_exact(f"Parts of the rules add up to the change of each effect ({evidence.pair(each.a, each.b)})", 0.0, gaps))
    return checks


def _cancelling(evidence: Evidence) -> list[tuple[str, pl.DataFrame]]:
    """Estimates whose mean, weighted by their counts, is 0 at every table whatever the games were."""
    forks = [forks.effects.filter(metric="win_effect") for forks in evidence.forks]
    crowns = [shown.tables["effects"].filter(metric="place_effect") for shown in evidence.shown("crowns")]
    noted = [shown.tables["estimates"] for shown in evidence.shown("flow")]
    flows = [estimates.filter(table="character_swings", metric="wpa").drop_nulls("value") for estimates in noted]
    return [
        *(("Effects of the characters, weighted by nodes, cancel out", table) for table in forks),
        *(("Effects of the crown's places cancel out", table) for table in crowns),
        *(("Win chances added in a round, over the characters held, cancel out", table) for table in flows if table.height),
    ]


def _weighted(table: pl.DataFrame) -> pl.Series:
    """Average the estimates of every table, each with its count for a weight."""
    weighted = pl.col("value").dot(pl.col("count")) / pl.col("count").sum()
    return table.group_by("variant", "players", "lineup").agg(weighted.alias("mean"))["mean"]


def _exact(what: str, expected: float, values: pl.Series) -> Check:
    off = float(str((values - expected).abs().max()))
    # How far below that is the order in which a processor adds, which is nobody's finding.
    observed = "exactly, up to rounding" if off < _ROUNDING else f"largest difference {off:.1g}"
    return Check(what, f"{expected:g}, at every table", observed, off < _ROUNDING)


def _ends(evidence: Evidence) -> list[Check]:
    capped = evidence.analysis.tables["length"].filter(metric="capped")
    if not capped.height:
        return []
    number = round(float(str((capped["value"] * capped["count"]).sum())))
    return [
        Check(
            "Every game ends by itself, before the safety cap",
            "0 capped",
            f"{style.count(number)} of {style.count(float(str(capped['count'].sum())))} capped",
            number == 0,
        )
    ]


def _precision(evidence: Evidence) -> Grid:
    """Return how precise the judged figures are: half-widths of their intervals."""
    rows = []
    for name, entry in CRITERIA.items():
        halves = [
            (one.n, (member.high - member.low) / 2)
            for one in evidence.judgements
            if one.criterion == name
            for member in one.members
            if member.high is not None and member.low is not None
        ]
        if halves:
            ordered = [half * entry.per_unit for half in sorted(half for _, half in halves)]
            typical, widest, unit = ordered[len(ordered) // 2], ordered[-1], entry.form.short
            rows.append((entry.title, f"± {typical:.2g} {unit}", f"± {widest:.2g} {unit}", style.count(min(n for n, _ in halves))))
    return Grid(
        "Precision reached: half-widths of 95 % intervals",
        ("Criterion", "Typical", "Widest", "Fewest games or nodes at a table"),
        tuple(rows),
    )


def commands(evidence: Evidence) -> tuple[str, ...]:
    """Return the commands that make the runs again: one for all parts of a study, one for each other run, then that of their report."""
    single = [run for run in evidence.runs if not run.manifest.experiment.growing]
    study = [_study_command(evidence)] if len(single) < len(evidence.runs) else []
    folders = [f"runs/{run.folder.name}" for run in single]
    report = [command_line(["citadels", "report", *folders, "--out", "report"])] if folders else []
    return (*study, *(run.command for run in single), *report)


def _study_command(evidence: Evidence) -> str:
    """Write the command that asks a study's question again: without bots where one learned in it, which does so again."""
    parts = [run for run in evidence.runs if run.manifest.experiment.growing]
    learned = {f"{run.folder.resolve().parent.parent.name}/{LEARNER}{LEARNED}" for run in parts}
    again = any("/".join(Path(values_file(lineup)).parts[-2:]) in learned for lineup in evidence.families)
    seed = min(run.manifest.experiment.seed for run in parts)
    options = ("--seed", str(seed), "--out", "studies/again")
    return evidence.command("study", several=() if again else evidence.families or None, options=options)


SIMULATED = Chapter("simulated", "What was simulated", copy.SIMULATED, _simulated)
VALIDATION = Chapter("validation", "Validation", copy.VALIDATION, _validation)
