"""Charts of editions side by side: paired differences, lengths, and what picks bring, old to new."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from citadels_sim.charts import style
from citadels_sim.charts.chart import (
    Chart,
    Scale,
    finish,
    in_panels,
    legend_columns,
    panels,
    percent_axis,
    player_counts,
    players_title,
    points_axis,
)  # fmt: skip
from citadels_sim.charts.labels import spread_out
from citadels_sim.charts.points import SERIES, Look, Points, draw_points, mark, series

__all__ = ["FIGURES", "difference_chart", "lengths_chart", "slope_chart"]

FIGURES = {
    "mean_rounds": ("Rounds", "rounds", 1.0), "mean_turns": ("Turns", "turns", 1.0), "mean_decisions": ("Decisions", "decisions", 1.0),
    "winner_total": ("Winner's score", "points", 1.0), "margin": ("Margin of the winner", "points", 1.0),
    "spread": ("From first to last", "points", 1.0), "close_games": ("Within 3 points", "pp of games", 100.0),
    "tied_games": ("Tied on points", "pp of games", 100.0), "completer_wins": ("First to complete wins", "pp", 100.0),
    "first_crown_wins": ("First crown wins", "pp", 100.0),
}  # fmt: skip
"""What is compared of games as a whole: words, unit on the page, what one unit of the figure is worth there."""

_DASHES: Sequence[Any] = ("-", (0, (5, 1.5)), (0, (1, 1.2)), (0, (6, 1.5, 1, 1.5)), (0, (3, 3)), (0, (8, 2)), (0, (2, 1)))
_CLEAR, _FAINT = 1.8, 0.9
_LETTERS = 30
#: Behind words, so that a line does not run through them.
_ON_PAPER = {"facecolor": style.PAPER, "edgecolor": "none", "pad": 0.5}

_Row = dict[str, Any]


def difference_chart(table: pl.DataFrame, titles: Sequence[str], slug: str) -> Chart:
    """Draw paired differences in units of their margins, one panel per pair of variants, one mark per number of players.

    Parameters
    ----------
    table : polars.DataFrame
        Rows of `paired.SCHEMA` of the family ``game``, with the column ``pair`` (its words) before them.
    titles : sequence of str
        The pairs, in order.
    slug : str
        Stem of the chart's files.
    """
    data = table.filter(pl.col("metric").is_in(list(FIGURES)), pl.col("margin").is_not_null())
    shown = [name for name in FIGURES if name in set(data["metric"])]
    counts = player_counts(data)
    size, low, high = (pl.col(name) / pl.col("margin") for name in ("difference", "family_low", "family_high"))
    figure, _ = draw_points(
        Points(
            data=data.with_columns(size=size.fill_null(0), low=low, high=high),
            scale=Scale("difference, in margins", "whole", bins=6), rows=shown, row="metric", names=lambda name: FIGURES[name][0],
            panel="pair", heads={title: _head(title) for title in titles}, value="size", ends=("low", "high"),
            series="players", looks=series(counts, "{} players"), margin=1, size=0.18 + 0.11 * len(counts), most=3,
            tip=lambda row: f"{row['pair']}, {row['players']} players: {told(row)}; {row['verdict']}",
        )
    )  # fmt: skip
    finding = _difference_finding(data)
    return finish(
        figure, slug, "What the edition changes, on the same deals", finding,
        "Each difference is divided by the one that would not matter (1 rules off the band; margins stand in the table), so that different "
        "units share an axis. Lines: 95 % intervals that hold for all figures of a pair and number of players at once.",
        f"Dot and whisker chart of {len(shown)} paired differences for {style.listed(list(titles))}, {in_panels(counts)}",
        data, "differences",
    )  # fmt: skip


def _head(pair: str) -> str:
    """Break the name of a pair of variants into lines that a third of a figure has room for."""
    old, new = (textwrap.fill(name, _LETTERS) for name in pair.split(" → "))
    return f"{old} →\n{new}"


def told(row: Mapping[str, Any]) -> str:
    """Write a paired difference with its unit and interval."""
    words, unit, scale = FIGURES[row["metric"]]
    bounds = [None if row[end] is None else row[end] * scale for end in ("family_low", "family_high")]
    text = style.plain(row["difference"] * scale, *bounds)
    sign = "" if text.startswith("−") or not float(text.replace("−", "-")) else "+"
    return f"{words}: {sign}{text} {unit} {style.interval(*bounds)}"


def _difference_finding(data: pl.DataFrame) -> str:
    different = data.filter(verdict="different").with_columns(size=(pl.col("difference") / pl.col("margin")).abs())
    if not different.height:
        return "No figure is shown to differ by more than its margin."
    parts = []
    for (pair,), rows in different.group_by("pair", maintain_order=True):
        row = rows.sort("size", descending=True).row(0, named=True)
        parts.append(f"{pair}, {told(row)} at {row['players']} players")
    return f"Largest change beyond its margin: {'; '.join(parts)}."


def lengths_chart(distribution: pl.DataFrame, titles: Mapping[str, str], slug: str) -> Chart:
    """Draw for every variant which share of games is over after so many rounds (rows of ``round_distribution``)."""
    data = distribution.filter(metric="share_of_games").with_columns(rounds=pl.col("group").cast(pl.Int64)).sort("rounds")
    counts, variants = player_counts(data), list(titles)
    figure, axes = panels(len(counts), 2.4)
    middle: dict[str, list[int]] = {}
    for axis, players in zip(axes, counts, strict=True):
        players_title(axis, players)
        for i, variant in enumerate(variants):
            here = data.filter(players=players, variant=variant)
            if not here.height:
                continue
            rounds, over = here["rounds"].to_numpy(), np.cumsum(here["value"].to_numpy())
            axis.step(rounds, over, where="post", color=SERIES[i].colour, linestyle=_DASHES[i], linewidth=1.7, label=titles[variant])
            middle.setdefault(titles[variant], []).append(int(rounds[np.searchsorted(over, 0.5)]))
        axis.axhline(0.5, color=style.GRID, linewidth=0.8, zorder=0)
        axis.set_xlabel("rounds")
        axis.set_ylim(0, 1.02)
        axis.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=5))
        percent_axis(axis, "y")
    handles, labels = axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=legend_columns(labels, 3))
    figure.supylabel("share of games over", fontsize=9)
    spans = {name: " to ".join(dict.fromkeys(map(str, (min(found), max(found))))) for name, found in middle.items()}
    finding = f"Half of the games are over after {style.listed([f'{span} rounds in {name}' for name, span in spans.items()])}."
    return finish(
        figure, slug, "When games are over", finding, "Where a line crosses 50 % lies the median.",
        f"Cumulative step chart of the length of games in {len(spans)} variants, {in_panels(counts)}",
        data.drop("rounds"), "round_distribution",
    )  # fmt: skip


def slope_chart(table: pl.DataFrame, old: str, new: str, slug: str) -> Chart:
    """Draw the effect of each character that two editions share, old to new.

    Parameters
    ----------
    table : polars.DataFrame
        Rows of `effect_differences` of one line-up.
    old, new : str
        Titles of the variants.
    slug : str
        Stem of the chart's files.
    """
    counts = player_counts(table)
    figure, axes = panels(len(counts), 0.2 * table["group"].n_unique() + 1.3, most=2)
    low = float(str(table.select(pl.min_horizontal(pl.col("a", "b").min())).item()))
    high = float(str(table.select(pl.max_horizontal(pl.col("a", "b").max())).item()))
    for axis, players in zip(axes, counts, strict=True):
        players_title(axis, players)
        _slopes(axis, table.filter(players=players).sort("group").to_dicts(), max(high - low, 1e-6))
        axis.set_xticks([0, 1], ["old", "new"])
        axis.set_xlim(-0.62, 1.62)
        points_axis(axis, "y")
    figure.supylabel("effect of a pick, pp of win chance", fontsize=9)
    finding = _slope_finding(table)
    return finish(
        figure, slug, f"Characters from {old} to {new}", finding,
        f"Old: {old}; new: {new}. Bold: the change, paired on the same deals, differs from 0 (95 % intervals for all characters of "
        "a panel at "
        "once; they stand in the table).",
        f"Slope chart of the effect of {table['group'].n_unique()} characters from {old} to {new}, {in_panels(counts)}",
        table, "effect_differences",
    )  # fmt: skip


def _slopes(axis: Axes, rows: Sequence[_Row], reach: float) -> None:
    axis.axhline(0, color=style.MUTED, linewidth=1, linestyle=(0, (4, 2)), zorder=1)
    places = {end: spread_out([row[end] for row in rows], 0.058 * reach) for end in ("a", "b")}
    for i, row in enumerate(rows):
        sure = _changed(row)
        colour = (style.BLUE if row["difference"] > 0 else style.VERMILLION) if sure else style.MUTED
        axis.plot([0, 1], [row["a"], row["b"]], color=colour, linewidth=_CLEAR if sure else _FAINT, zorder=3 if sure else 2)
        tip = f"{style.title_of(row['group'])}: {_change(row)}, n = {row['blocks']} deals"
        mark(axis, row["a"], 0, look=Look(colour=colour, filled=False), tip=tip)
        mark(axis, row["b"], 1, look=Look(colour=colour), tip=tip)
        for x, end, side in ((-0.08, "a", "right"), (1.08, "b", "left")):
            axis.text(x, places[end][i], style.title_of(row["group"]), ha=side, va="center", fontsize=7.5,
                      fontweight="bold" if sure else "normal", bbox=_ON_PAPER)  # fmt: skip


def _changed(row: Mapping[str, Any]) -> bool:
    return row["family_low"] is not None and (row["family_low"] > 0 or row["family_high"] < 0)


def _change(row: Mapping[str, Any]) -> str:
    bounds = row["family_low"], row["family_high"]
    return style.effect(row["difference"], *bounds)


def _slope_finding(table: pl.DataFrame) -> str:
    sure = sorted((row for row in table.iter_rows(named=True) if _changed(row)), key=lambda row: -abs(row["difference"]))
    if not sure:
        return "No character's effect is shown to change from the old edition to the new one."
    row = sure[0]
    verb = "gains" if row["difference"] > 0 else "loses"
    rest = f"changes beyond chance: {len(sure)} of {table.height}"
    return f"{style.title_of(row['group'])} {verb} most, {_change(row)} at {row['players']} players; {rest}."
