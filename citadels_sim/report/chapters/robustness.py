"""The chapter on robustness: whether the headlines hold with other bots and other numbers of players."""

from __future__ import annotations

from typing import Any

import polars as pl

from citadels_sim.charts import style
from citadels_sim.charts.chart import Chart, make_chart
from citadels_sim.charts.families import sign_words, with_bots
from citadels_sim.charts.grids import Grid, basis, exploit_grid
from citadels_sim.charts.heat import Heat, Tile
from citadels_sim.exploits import best_exploits
from citadels_sim.lab.robustness import SIGNS, headlines, pooled, ranges
from citadels_sim.report import copy
from citadels_sim.report.chapters.base import Chapter
from citadels_sim.report.content import ChapterResult, MissingRun, Part, panel
from citadels_sim.report.evidence import Evidence

_ORDER = {"seat": 0, "edition": 1, "character": 2}
_LEAST_FAMILIES = 3
_NAMED = 3
"""So many headlines with two signs are named, the others are counted."""
_TINTS = {"above": 0.62, "below": -0.62, "within": 0.0, "open": 0.0}

_POOLED = (
    "Random-effects meta-analysis over families of bots, never over numbers of players. I²: share of the spread that is not chance. "
    "Another such bot would show: where a run of this size with one more bot of this sort puts the figure; few families leave it wide."
)

_EXPLOITED = (
    "The more one player gains who knows a bot, the further that bot is from playing well, and the less its games say about players who "
    "adapt to each other. A stronger search or longer learning may gain more."
)

_AGAINST = " against "

_Row = dict[str, Any]


def _build(evidence: Evidence) -> ChapterResult:
    table = headlines(evidence.judgements, evidence.comparisons)
    families = evidence.families
    table = table.filter(pl.col("lineup").is_in(families))
    cells = table.select("players", "lineup").unique().height
    missing: tuple[MissingRun, ...] = ()
    if len(families) < _LEAST_FAMILIES:
        others = (name for name in ("builder", "raider", "planner") if name not in families)
        command = evidence.command("study", several=[*families, *others])
        missing = (MissingRun("Whether findings hold with other bots (three families at least)", command),)
    known, exploited = _exploited(evidence)
    if cells < 2:
        return ChapterResult(known, findings=exploited, missing=missing)
    pools = pooled(table, families)
    parts = [_matrix(evidence, name, table.filter(variant=name), n) for n, name in enumerate(table["variant"].unique(maintain_order=True))]
    parts += known
    reaches = ranges(table, families)
    tables = {"headlines": table, "ranges": reaches.with_columns(pl.col("above", "below").list.join("; "))}
    if pools.height:
        tables["pooled"] = pools
        grid = _pool_grid(evidence, pools.join(reaches, on=["variant", "headline", "kind", "players", "unit"], how="left", suffix="_range"))
        parts.append(Part("Pooled over families of bots, with their range", grids=(grid,), text=_POOLED, folded=True))
    signs = f"{_signs(evidence, reaches)} " if len(families) > 1 else ""
    finding = f"Robustness, {with_bots(families)}: {signs}{_finding(evidence, table)}"
    return ChapterResult(tuple(parts), tables, (finding, *exploited), missing)


def _exploited(evidence: Evidence) -> tuple[tuple[Part, ...], tuple[str, ...]]:
    """Report what one player who knows the bots gains at tables of this report: all of them, and a sentence on where it is most."""
    here = {(cell.lineup, cell.variant, cell.players) for run in evidence.runs for cell in run.manifest.cells}
    known = [one for one in best_exploits(tuple(evidence.families)) if (one.bot, one.variant, one.players) in here]
    numbers = exploit_grid(known)
    if numbers is None:
        return (), ()
    worst = max(known, key=lambda one: one.gain)
    finding = (
        f"How far the bots are from best play, with {worst.bot}: one player who knows {worst.bot} wins at least "
        f"{style.percent(worst.wins, worst.low, worst.high)} {style.interval(worst.low, worst.high, factor=100)} against "
        f"{worst.players - 1} of it in {evidence.title(worst.variant)} (an even share is "
        f"{style.percent(1 / worst.players)})."
    )
    return (Part("How far from best play the bots are", grids=(numbers,), text=_EXPLOITED, folded=True),), (finding,)


def _signs(evidence: Evidence, reaches: pl.DataFrame) -> str:
    """State where bots are shown to differ in the sign at the same table."""
    differ = reaches.filter("differs")
    if not differ.height:
        return "At no table do different bots show opposite signs."
    editions = differ.filter(kind="edition").height
    wins = differ.filter(pl.col("kind") != "edition").iter_rows(named=True)
    phrases = [(f"{_placed(evidence, row)} at {row['players']} players", row) for row in wins]
    more = f"So it does for {len(phrases) - _NAMED} more." if len(phrases) > _NAMED else ""
    changes = f"Changes between editions with another sign with other bots: {editions}." if editions else ""
    return " ".join(filter(None, (sign_words(phrases[:_NAMED]), more, changes)))


def _finding(evidence: Evidence, table: pl.DataFrame) -> str:
    """Return how many headlines beyond the margin somewhere are so everywhere."""
    by = table.group_by("variant", "headline", "kind", maintain_order=True).agg(
        pl.col("shown").is_in(["above", "below"]).any().alias("somewhere"),
        ((pl.col("shown") == "above").any() & (pl.col("shown") == "below").any()).alias("both"),
        (pl.col("shown").n_unique() == 1).alias("everywhere"),
        pl.len().alias("tables"),
    )
    off = by.filter("somewhere", pl.col("tables") > 1)
    if not off.height:
        return "No headline is shown to lie beyond its margin at any table."
    stay = [_placed(evidence, row) for row in off.filter("everywhere").iter_rows(named=True)]
    names = f" ({'among them ' if len(stay) > 3 else ''}{'; '.join(stay[:3])})" if stay else ""
    return (
        f"{off.height} headline{'s' if off.height != 1 else ''} beyond the margin at some table, "
        f"{len(stay)} of them at every table{names}, {off['both'].sum()} above it at one table and below it at another."
    )


def _matrix(evidence: Evidence, variant: str, table: pl.DataFrame, number: int) -> Part:
    chart = _chart(evidence, variant, table)
    rows = []
    for row in table.iter_rows(named=True):
        share = row["unit"].startswith(("fraction", "win chance"))
        rows.append(
            (
                _name(evidence, row),
                str(row["players"]),
                row["lineup"],
                f"{SIGNS[row['shown']]} {row['shown']}",
                _value(row),
                f"{row['margin'] * 100:g} pp" if share else f"{row['margin']:g} {row['unit']}",
                style.count(row["blocks"]),
            )
        )
    heads = ("Headline", "Players", "Bots", "Shown", "Value [95 % for all at once]", "Margin", "Deals")
    shown = panel(chart, Grid(f"{chart.title}: the numbers", heads, tuple(rows)), basis(table))
    several = evidence.titles[variant] if len(evidence.titles) > 1 else ""
    return Part(several, (shown,), folded=number > 0)


def _chart(evidence: Evidence, variant: str, table: pl.DataFrame) -> Chart:
    order = (
        table.select("headline", "kind")
        .unique(maintain_order=True)
        .with_columns(place=pl.col("kind").replace_strict(_ORDER))
        .sort("place", maintain_order=True)
    )
    against = {str(row["headline"]).partition(_AGAINST)[2] for row in order.iter_rows(named=True)} - {""}
    # Of one other variant the note says it once: the names of rows have little room.
    names = {row["headline"]: _row_name(evidence, row, several=len(against) > 1) for row in order.iter_rows(named=True)}
    changes = f" Changes are from {evidence.title(*against)}." if len(against) == 1 else ""
    lineups = table["lineup"].unique(maintain_order=True).to_list()
    blocks = [(_short(line), [str(n) for n in sorted(table.filter(lineup=line)["players"].unique())]) for line in lineups]
    tiles = {}
    for row in table.iter_rows(named=True):
        tip = f"{_name(evidence, row)}, {row['players']} players, {row['lineup']}: {_value(row)}, {row['shown']}"
        tiles[names[row["headline"]], _short(row["lineup"]), str(row["players"])] = Tile(_TINTS[row["shown"]], SIGNS[row["shown"]], tip)
    drawing = Heat(rows=list(names.values()), blocks=blocks, tiles=tiles, words="players", size=9.0)
    finding = _sentence(table)
    return make_chart(
        drawing,
        f"robustness-{variant}",
        "Headlines by bots and number of players",
        finding,
        "▲ above the margin, ▼ below it, ≈ within it (each shown with 95 % confidence), ? neither is shown. Empty: not played or "
        f"not forked.{changes}",
        f"Matrix of {len(names)} headlines of {evidence.titles[variant]} by bots and number of players",
        table,
        "headlines",
    )


def _placed(evidence: Evidence, row: _Row) -> str:
    """Name a headline with its variant."""
    figure, against, other = str(row["headline"]).partition(_AGAINST)
    variant = evidence.titles[row["variant"]]
    return f"{figure}, {variant} against {evidence.title(other)}" if against else f"{_name(evidence, row)}, {variant}"


def _row_name(evidence: Evidence, row: _Row, *, several: bool) -> str:
    figure, against, _ = str(row["headline"]).partition(_AGAINST)
    return f"{figure}, change" if against and not several else _name(evidence, row)


def _sentence(table: pl.DataFrame) -> str:
    counts = dict(table["shown"].value_counts().iter_rows())
    phrases = [
        f"{counts[name]} {words}"
        for name, words in (("above", "above the margin"), ("below", "below it"), ("within", "within it"), ("open", "open"))
        if name in counts
    ]
    return f"Of {table.height} checks, {style.listed(phrases)}."


def _short(lineup: str) -> str:
    return lineup if len(lineup) < 18 else f"{lineup[:16]}…"


def _name(evidence: Evidence, row: _Row) -> str:
    """Words for a headline; that of a comparison names the other variant by its title."""
    if row["kind"] == "character":
        return style.title_of(row["headline"])
    figure, against, other = str(row["headline"]).partition(_AGAINST)
    return f"{figure}{against}{evidence.title(other)}" if against else figure


def _value(row: _Row) -> str:
    figure = row["value"], row["low"], row["high"]
    share = row["unit"].startswith(("fraction", "win chance"))
    return style.effect(*figure) if share else f"{style.plain(*figure)} {row['unit']} {style.interval(*figure[1:])}"


def _pool_grid(evidence: Evidence, pools: pl.DataFrame) -> Grid:
    rows = []
    for row in pools.iter_rows(named=True):
        share = row["unit"].startswith(("fraction", "win chance"))
        tau = f"{row['tau'] * 100:.1f} pp" if share else f"{row['tau']:.2f} {row['unit']}"
        predicted = (
            "–" if row["predicted_low"] is None else style.interval(row["predicted_low"], row["predicted_high"], factor=100 if share else 1)
        )
        agree = f"{row['agree']} of {row['families']}" + (", opposite ones shown" if row["differs"] else "")
        spread = f"{100 * row['i2']:.0f} %", tau
        write = style.points if share else style.plain
        reach = " to ".join(f"{write(row[end], None, None)} ({row[f'{end}_lineup']})" for end in ("least", "most"))
        where = evidence.titles[row["variant"]], str(row["players"])
        rows.append((_name(evidence, row), *where, _value(row), reach, predicted, *spread, agree))
    heads = (
        "Headline",
        "Variant",
        "Players",
        "Pooled [95 %]",
        "Least and most",
        "Another such bot would show [95 %]",
        "I²",
        "Spread of families",
        "Same sign",
    )
    return Grid("Headlines pooled over families of bots, at each number of players", heads, tuple(rows))


CHAPTER = Chapter("robustness", "Robustness", copy.ROBUSTNESS, _build)
