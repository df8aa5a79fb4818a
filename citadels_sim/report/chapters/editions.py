"""The chapter on editions side by side: what the rules change, on the same deals."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from citadels_sim.charts import style
from citadels_sim.charts.families import with_bots
from citadels_sim.charts.grids import Grid, basis
from citadels_sim.lab.forks.charts import slope_chart
from citadels_sim.lab.forks.comparison import effect_differences
from citadels_sim.lab.tournament.comparison import VariantComparison
from citadels_sim.lab.tournament.edition_charts import FIGURES, difference_chart, difference_in_words, lengths_chart
from citadels_sim.report.chapters.base import Chapter
from citadels_sim.report.content import ChapterResult, MissingRun, Panel, Part, fewest, panel
from citadels_sim.report.evidence import Evidence
from citadels_sim.statistics.verdicts import LEAST_COUNT

_LEAD = (
    "The same deals under two sets of rules: each difference is taken deal by deal, so that luck common to both falls out. The first "
    "variant is the old one, the others are compared with it."
)


def _build(evidence: Evidence) -> ChapterResult:
    if len(evidence.titles) < 2:
        return ChapterResult()
    comparisons = evidence.comparisons
    parts: list[Part] = []
    tables: dict[str, pl.DataFrame] = {}
    findings: tuple[str, ...] = ()
    if comparisons:
        parts += _games(evidence, comparisons)
        played = with_bots(evidence.main.values())
        findings = tuple(f"Editions, {played}: {part.panels[0].chart.finding}" for part in parts)
        tables["differences"] = _stacked(comparisons, [each.table for each in comparisons])
        tables["distances"] = _stacked(comparisons, [each.distances for each in comparisons])
    slopes, effects = _characters(evidence)
    parts += slopes
    if effects.height:
        tables["effect_differences"] = effects
    # Two runs may have the same two variants; their rules differ once.
    parts += [_rules(evidence, each) for each in {(each.a, each.b): each for each in comparisons}.values()]
    return ChapterResult(tuple(parts), tables, findings, _wants(evidence))


def _stacked(comparisons: Sequence[VariantComparison], frames: Sequence[pl.DataFrame]) -> pl.DataFrame:
    """Put the tables of several comparisons together, each with its variants; without rows where none has any."""
    named = [
        frame.select(pl.lit(each.a).alias("a_variant"), pl.lit(each.b).alias("b_variant"), pl.all())
        for each, frame in zip(comparisons, frames, strict=True)
        if frame.height
    ]
    return pl.concat(named) if named else pl.DataFrame()


def _wants(evidence: Evidence) -> tuple[MissingRun, ...]:
    if evidence.of("games") and not evidence.comparisons:
        return (MissingRun("Variants on the same deals (one run with all of them)", evidence.command("run", options=("--seed", "1"))),)
    return ()


def _games(evidence: Evidence, comparisons: Sequence[VariantComparison]) -> list[Part]:
    def pair(each: VariantComparison) -> pl.Expr:
        return pl.lit(evidence.pair(each.a, each.b))

    rows = [
        each.table.filter(pl.col("lineup") == evidence.main[each.a], table="game").select(pair(each).alias("pair"), pl.all())
        for each in comparisons
    ]
    pairs = list(
        dict.fromkeys(evidence.pair(each.a, each.b) for each in comparisons if each.table.filter(lineup=evidence.main[each.a]).height)
    )
    data = pl.concat(rows)
    if not data.height:
        return []
    shown = [panel(difference_chart(data, pairs, "edition-differences"), _grid(data), basis(data))]
    lengths = evidence.analysis.tables["round_distribution"].filter(
        pl.col("variant").replace_strict(evidence.main, default="") == pl.col("lineup")
    )
    if lengths.height:
        chart = lengths_chart(lengths, evidence.titles, "edition-lengths")
        shown.append(panel(chart, _medians(evidence)))
    ratio = data["variance_ratio"].drop_nulls()
    text = f"Played by {style.listed(list(dict.fromkeys(evidence.main.values())))}. "
    if ratio.len() and fewest(data) >= LEAST_COUNT:
        text += (
            f"Common deals leave {style.percent(float(str(ratio.min())))} to {style.percent(float(str(ratio.max())))} of the variance that "
            "independent deals would have."
        )
    return [Part("Games as a whole", tuple(shown), text=text)]


def _grid(data: pl.DataFrame) -> Grid:
    rows = []
    for row in data.filter(pl.col("metric").is_in(list(FIGURES))).iter_rows(named=True):
        _, unit, scale = FIGURES[row["metric"]]
        margin = "–" if row["margin"] is None else f"{row['margin'] * scale:g} {unit}"
        ratio = "–" if row["variance_ratio"] is None else f"{row['variance_ratio']:.2f}"
        ends = [f"{row[arm] * scale:.2f}" for arm in ("a", "b")]
        verdict = row["verdict"] or "–"
        rows.append((row["pair"], str(row["players"]), difference_in_words(row), *ends, margin, verdict, ratio, style.count(row["blocks"])))
    heads = ("Variants", "Players", "Difference", "Old", "New", "Margin", "Verdict", "Variance ratio", "Deals")
    return Grid("What the edition changes: the numbers, with 95 % intervals for all figures of a pair at once", heads, tuple(rows))


def _medians(evidence: Evidence) -> Grid:
    rows = []
    names = {"rounds_q05": "5 %", "rounds_median": "50 %", "rounds_q95": "95 %"}
    table = evidence.analysis.tables["length"].filter(pl.col("variant").replace_strict(evidence.main, default="") == pl.col("lineup"))
    for (variant, players), part in table.filter(pl.col("metric").is_in(list(names))).group_by("variant", "players", maintain_order=True):
        cells = {
            row["metric"]: f"{row['value']:.0f} {style.interval(row['low'], row['high'], default=0)}" for row in part.iter_rows(named=True)
        }
        rows.append(
            (evidence.titles[str(variant)], str(players), *(cells.get(name, "–") for name in names), style.count(part["blocks"][0]))
        )
    heads = ("Variant", "Players", *(f"{word} are over after (rounds)" for word in names.values()), "Deals")
    return Grid("When games are over: the numbers", heads, tuple(rows))


def _characters(evidence: Evidence) -> tuple[list[Part], pl.DataFrame]:
    parts: list[Part] = []
    tables: list[pl.DataFrame] = []
    for number, run in enumerate(evidence.of("forks")):
        old, *others = run.manifest.variants
        for new in others:
            table = effect_differences(run, old, new)
            if not table.height:
                continue
            tables.append(table.select(pl.lit(old).alias("a_variant"), pl.lit(new).alias("b_variant"), pl.all()))
            first = table.filter(pl.col("lineup") == table["lineup"][0])
            names = evidence.title(old), evidence.title(new)
            nth = f"-{number + 1}" if number else ""  # separates the chart of a second run of forks from that of the first
            parts.append(_slope(*names, first, f"slope-{old}-{new}{nth}", folded=bool(parts)))
    return parts, pl.concat(tables) if tables else pl.DataFrame()


def _slope(old: str, new: str, table: pl.DataFrame, slug: str, *, folded: bool) -> Part:
    chart = slope_chart(table, old, new, slug)
    rows = tuple(
        (
            style.title_of(row["group"]),
            str(row["players"]),
            *map(style.points, (row["a"], row["b"])),
            style.effect_of(row, "difference"),
            row["verdict"] or "–",
            style.count(row["blocks"]),
        )
        for row in table.iter_rows(named=True)
    )
    heads = ("Character", "Players", "Old", "New", "Change [95 % for all at once]", "Verdict (2 pp)", "Nodes")
    shown: Panel = panel(chart, Grid(f"{chart.title}: the numbers", heads, rows), basis(table))
    return Part(f"What picks bring: {chart.title.removeprefix('Characters ')}", (shown,), folded=folded)


def _rules(evidence: Evidence, each: VariantComparison) -> Part:
    """Return the rules that differ, in words."""
    lines = [(topic, line.before, line.after) for topic, lines in each.rules.topics.items() for line in lines]
    old, new = evidence.titles[each.a], evidence.titles[each.b]
    grid = Grid(f"Rules that differ between {old} and {new}, by topic", ("About", old, new), tuple(lines), kind="words")
    return Part(f"Rules: {evidence.pair(each.a, each.b)}, {len(lines)} differences in words", grids=(grid,), folded=True)


CHAPTER = Chapter("editions", "Editions compared", _LEAD, _build)
