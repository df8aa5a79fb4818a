"""Names that hit beside those of a random namer, and how open picks are to a guesser."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from citadels_sim.charts import style
from citadels_sim.charts.chart import Chart, Scale, in_panels, make_chart, player_counts
from citadels_sim.charts.grids import Grid, figure_cell
from citadels_sim.charts.marks import Look
from citadels_sim.charts.points import Points
from citadels_sim.lab.registry import dictionary
from citadels_sim.lab.tournament.naming_metrics import POWERS


def naming_chart(tables: Mapping[str, pl.DataFrame], slug: str) -> Chart | None:
    """Draw how often the names of each power hit, beside random ones (rows of `naming.analyse_naming`); None where nobody named."""
    table = tables["naming"]
    data = table.filter(metric="hit_rate")
    if not data.height:
        return None
    even = table.filter(metric="random_hit_rate").select("players", "group", even="value")
    drawn = data.join(even, on=["players", "group"], maintain_order="left")
    order = [power for power in POWERS if power in set(data["group"])]
    drawing = Points(
        data=drawn, scale=Scale(unit="%", limits=(0, 1)), rows=order, reference="even", reference_label="random names",
        looks={"": Look("names that hit")}, size=0.36,
    )  # fmt: skip
    finding = _finding(tables, drawn)
    return make_chart(
        drawing, slug, "Names against a random namer", finding,
        "A name hits if another player holds the character. The diamond: names drawn from the titles that are not the namer's own and do "
        "not lie face up. Lines: 95 % intervals that hold for all powers of a panel at once. It shows how these bots guess, and not how "
        "people would.",
        f"Dot and whisker chart of how often the names for {style.listed(order)} hit, {in_panels(player_counts(data))}",
        data, "naming",
    )  # fmt: skip


def _finding(tables: Mapping[str, pl.DataFrame], hits: pl.DataFrame) -> str:
    row = hits.sort("players", maintain_order=True).row(0, named=True)
    share = tables["names"].filter(metric=f"{row['group']}_share", players=row["players"]).sort("value", "group", descending=[True, False])
    most = share.row(0, named=True)
    random = style.percent(row["even"])
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
    grids = []
    for name, (caption, head) in captions.items():
        table = tables[name].filter(pl.col("value").is_not_nan())
        counts = player_counts(table)
        cells = {(row["group"], row["metric"], row["players"]): figure_cell(row) for row in table.iter_rows(named=True)}
        rows = tuple(
            (f"{style.title_of(group) if name != 'guesses' else group}: {titles[name, metric].lower()}",
             *(cells.get((group, metric, n), "–") for n in counts))
            for group, metric in dict.fromkeys((group, metric) for group, metric, _ in cells)
        )  # fmt: skip
        grids.append(
            Grid(
                f"{caption}; 95 % intervals for all of a table at once",
                (head, *(f"{n} players" for n in counts)),
                rows,
                folded=name != "naming",
            )
        )
    return grids
