"""Names that hit beside those of a random namer, and how open picks are to a guesser."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl
from matplotlib.lines import Line2D

from citadels_sim.charts import style
from citadels_sim.charts.by_character import in_panels, player_counts
from citadels_sim.charts.chart import Chart, finish, panels, percent_axis, players_title, rows_axis, ticks, tip_of, whisker
from citadels_sim.charts.grids import Grid, figure_cell
from citadels_sim.lab.registry import dictionary

__all__ = ["naming_chart", "naming_grids"]

_POWERS = ("murder", "theft", "bewitching")


def naming_chart(tables: Mapping[str, pl.DataFrame], slug: str) -> Chart | None:
    """Draw how often the names of each power hit, beside those of a random namer; one panel per number of players.

    Parameters
    ----------
    tables : mapping
        Rows of `naming.analyse_naming` of one variant and line-up.
    slug : str
        Stem of the chart's files.

    Returns
    -------
    Chart or None
        None where nobody named anything.
    """
    table = tables["naming"]
    data = table.filter(metric="hit_rate")
    if not data.height:
        return None
    even = {(row["players"], row["group"]): row["value"] for row in table.filter(metric="random_hit_rate").iter_rows(named=True)}
    order, counts = [power for power in _POWERS if power in set(data["group"])], player_counts(data)
    figure, axes = panels(len(counts), 0.36 * len(order) + 0.75)
    for axis, players in zip(axes, counts, strict=True):
        rows_axis(axis, order)
        players_title(axis, players)
        for row in data.filter(players=players).iter_rows(named=True):
            at = order.index(row["group"])
            axis.plot([even[players, row["group"]]], [at], "D", color=style.MUTED, markersize=5, markerfacecolor=style.PAPER, zorder=2)
            whisker(axis, at, row["value"], row["family_low"], row["family_high"], tip=tip_of(row))
        axis.set_xlim(0, 1)
        percent_axis(axis, bins=ticks(len(counts)))
    figure.legend(
        handles=[
            Line2D([], [], color=style.BLUE, marker="o", markersize=5.5, linewidth=1.8, label="names that hit"),
            Line2D([], [], color=style.MUTED, marker="D", markerfacecolor=style.PAPER, linestyle="", markersize=5, label="random names"),
        ],
        loc="outside lower center", ncols=2,
    )  # fmt: skip
    finding = _finding(tables, even)
    return finish(
        figure, slug, "Names against a random namer", finding,
        "A name hits if another player holds the character. The diamond: names drawn from the titles that are not the namer's own and do "
        "not lie face up. Lines: 95 % intervals that hold for all powers of a panel at once. It tells how these bots guess, and not how "
        "people would.",
        f"Dot and whisker chart of how often the names for {style.listed(order)} hit, {in_panels(counts)}, where the finding is: {finding}",
        data, "naming",
    )  # fmt: skip


def _finding(tables: Mapping[str, pl.DataFrame], even: Mapping[tuple[int, str], float]) -> str:
    row = tables["naming"].filter(metric="hit_rate").sort("players", maintain_order=True).row(0, named=True)
    share = tables["names"].filter(metric=f"{row['group']}_share", players=row["players"]).sort("value", "group", descending=[True, False])
    most = share.row(0, named=True)
    random = style.percent(even[row["players"], row["group"]])
    text = (
        f"At {row['players']} players {figure_cell(row)} of the names for {row['group']} hit, where {random} of random ones would; most "
        f"often named is {style.title_of(most['group'])} ({_value(most)})."
    )
    open_ = tables["guesses"].filter(metric="open", players=row["players"]).sort("value").to_dicts()
    if not open_:
        return text
    bot, part = open_[0]["group"], _value(open_[0])
    return f"{text} To who knows its habits, a pick of {bot} is {part} as open as if all characters were equally likely."


def _value(row: Mapping[str, Any]) -> str:
    return style.percent(row["value"], row["family_low"], row["family_high"])


def naming_grids(tables: Mapping[str, pl.DataFrame]) -> list[Grid]:
    """Lay out hits by power, names by character, and what picks leave open, each with one column per number of players."""
    titles = {(table, metric): title for table, metric, title in dictionary().select("table", "metric", "title").iter_rows()}
    captions = {
        "naming": ("Names and hits: the numbers", "Power"), "names": ("Whom they name, and how often rightly", "Character"),
        "guesses": ("How open the picks are", "Bot"),
    }  # fmt: skip
    found = []
    for name, (caption, head) in captions.items():
        table = tables[name].filter(pl.col("value").is_not_nan())
        counts = player_counts(table)
        cells = {(row["group"], row["metric"], row["players"]): figure_cell(row) for row in table.iter_rows(named=True)}
        rows = tuple(
            (f"{style.title_of(group) if name != 'guesses' else group}: {titles[name, metric].lower()}",
             *(cells.get((group, metric, n), "–") for n in counts))
            for group, metric in dict.fromkeys((group, metric) for group, metric, _ in cells)
        )  # fmt: skip
        found.append(
            Grid(
                f"{caption}; 95 % intervals for all of a table at once",
                (head, *(f"{n} players" for n in counts)),
                rows,
                folded=name != "naming",
            )
        )
    return found
