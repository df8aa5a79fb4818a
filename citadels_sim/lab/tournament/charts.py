"""Charts of seats, bots, scores and length."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import polars as pl

from citadels_sim.charts import style
from citadels_sim.charts.bars import Column, Columns, Filling, Stacks
from citadels_sim.charts.by_character import most_first
from citadels_sim.charts.chart import Chart, Scale, in_panels, make_chart, player_counts
from citadels_sim.charts.curves import Curve, Curves, steps
from citadels_sim.charts.marks import Row, named_tip, tip_of
from citadels_sim.charts.points import Points, from_reference

_SCORES: dict[str, tuple[str, str, Any]] = {
    "share_of_seats": ("all seats", style.BLUE, "-"), "share_of_winners": ("winners", style.VERMILLION, (0, (4, 1.5))),
}  # fmt: skip
_PARTS = {
    "mean_districts": Filling("districts", style.BLUE, "#ffffff"), "mean_types": Filling("five types", style.SKY, "#1f2328"),
    # As bright as the one before it: it needs a sign of its own in grey print.
    "mean_completion": Filling("completion", style.ORANGE, "#1f2328", "///"),
    "mean_bonus": Filling("unique districts", style.GREEN, "#ffffff"),
}  # fmt: skip


def seat_chart(table: pl.DataFrame, margin: float, slug: str, *, from_crown: bool) -> Chart:
    """Draw the win rate of each seat around 1/players (rows of ``seats_from_crown`` where `from_crown`, of ``seats`` otherwise)."""
    data = from_reference(table.filter(metric="win_rate"))
    columns = ("lift", "lift_low", "lift_high")
    edges = data.select(pl.col(name).abs().max() for name in columns).row(0)
    reach = max(margin * 1.4, *(1.1 * edge for edge in edges if edge is not None))
    drawing = Points(
        data=data, scale=Scale("win chance, pp from 1/players", limits=(-reach, reach)), value="lift", ends=("lift_low", "lift_high"),
        across=Scale("seats after the first crown (0 = its holder)" if from_crown else "seat", "seats"), margin=margin, size=2.3,
        tip=_seat_tip,
    )  # fmt: skip
    far = data.sort(pl.col("lift").abs(), descending=True).row(0, named=True)
    seat = _seat_words(int(far["group"])) if from_crown else f"seat {far['group']}"
    finding = (
        f"The seat farthest from fair is {seat} at {far['players']} players: "
        f"{style.points(*(far[name] for name in columns))} of win chance {style.points_interval(far['lift_low'], far['lift_high'])}."
    )
    title = "Win chance by seat after the first crown" if from_crown else "Win chance by chair"
    return make_chart(
        drawing, slug, title, finding,
        f"0 is a fair share (1/players); the band is the margin of {margin * 100:g} pp declared beforehand. "
        "Lines: 95 % intervals that hold for all seats of a panel at once.",
        f"Dot and whisker chart of each seat's win chance around 1/players, {in_panels(player_counts(data))}",
        data.drop(columns), "seats_from_crown" if from_crown else "seats",
    )  # fmt: skip


def _seat_tip(row: Row) -> str:
    return tip_of(row, f"Seat {row['group']}")


def bot_chart(table: pl.DataFrame, slug: str) -> Chart:
    """Draw the win rate of each bot of a mixed line-up (rows of ``bots`` of one variant and line-up)."""
    data = table.filter(pl.col("metric") == "win_rate")
    order, counts = most_first(table, "win_rate"), player_counts(data)
    drawing = Points(
        data=data, scale=Scale(unit="%"), rows=order, names=str, dashed={players: 1 / players for players in counts}, size=0.3,
        tip=partial(named_tip, "group"),
    )  # fmt: skip
    best = data.filter(pl.col("group") == order[0]).sort("players").row(0, named=True)
    finding = (
        f"{order[0]} plays best at these tables: {style.percent(best['value'], best['family_low'], best['family_high'])} "
        f"at {best['players']} players, where {style.percent(best['reference'])} would be an even share."
    )
    return make_chart(
        drawing, slug, "Win chance per seat by bot", finding,
        "Dashed line: 1/players. Lines: 95 % intervals that hold for all bots at once.",
        f"Dot and whisker chart of win chance of {len(order)} bots, {in_panels(counts)}", data, "bots",
    )  # fmt: skip


def score_chart(distribution: pl.DataFrame, slug: str) -> Chart:
    """Draw which share of seats, and of winners, ends with at most so many points (rows of ``score_distribution``)."""
    counts = player_counts(distribution)
    drawn: dict[str, list[Curve]] = {}
    middles: dict[str, list[float]] = {}
    for players, (metric, look) in itertools.product(counts, _SCORES.items()):
        values, share = _distribution(distribution.filter(players=players), metric)
        curve, middle = steps(values.tolist(), share.tolist(), *look)
        drawn.setdefault(f"{players} players", []).append(curve)
        middles.setdefault(metric, []).append(middle)
    drawing = Curves(panels=drawn, words="share at or below", under="final score, points", scale=Scale(unit="whole"))
    seats, winners = middles.values()
    finding = f"Half of all seats end with at most {_range(seats)} points, half of the winners with at most {_range(winners)}."
    return make_chart(
        drawing, slug, "Final scores", finding, "Where a line crosses 50 % lies the median.",
        f"Cumulative step chart of final scores of all seats and of winners, {in_panels(counts)}",
        distribution, "score_distribution",
    )  # fmt: skip


def parts_chart(table: pl.DataFrame, slug: str) -> Chart:
    """Draw what scores are made of, winners beside the others (rows of ``score_parts`` of one variant and line-up)."""
    counts = player_counts(table)
    bars = {(players, result): f"{players} players, {result}" for players in counts for result in ("winner", "others")}
    values = {(row["players"], row["group"], row["metric"]): row["value"] for row in table.iter_rows(named=True)}
    lengths = {(bar, part): values.get((*bar, part), 0.0) for bar in bars for part in _PARTS}
    drawing = Stacks(
        bars=bars, parts=_PARTS, lengths=lengths, scale=Scale("mean points", "number"), text="{:.1f}".format, room=1.2,
        together=2, totals=True,
    )  # fmt: skip
    whole = {bar: sum(lengths[bar, part] for part in _PARTS) for bar in bars}
    gaps = [whole[players, "winner"] - whole[players, "others"] for players in counts]
    district = [values[players, "winner", "mean_districts"] - values[players, "others", "mean_districts"] for players in counts]
    finding = f"Winners score {_range(gaps)} points more than the others, {_range(district)} of them from districts."
    return make_chart(
        drawing, slug, "What a score is made of", finding, "Mean points per seat; the number at the end of a bar is the whole score.",
        "Stacked bar chart of the mean parts of the score of winners and others, a pair of bars for each number of players",
        table, "score_parts",
    )  # fmt: skip


def length_chart(distribution: pl.DataFrame, length: pl.DataFrame, slug: str) -> Chart:
    """Draw how many games last how many rounds (rows of ``round_distribution`` and of ``length``)."""
    counts = player_counts(distribution)
    drawn, medians = {}, {}
    for players in counts:
        values, share = _distribution(distribution.filter(players=players), "share_of_games")
        q = dict(length.filter(players=players).select("metric", "value").iter_rows())
        medians[f"{players} players"] = q["rounds_median"]
        drawn[f"{players} players"] = [
            Column(at=at, share=part, filled=q["rounds_q05"] <= at <= q["rounds_q95"],
                   tip=f"{players} players, {at} rounds: {style.percent(part)} of games")
            for at, part in zip(values.tolist(), share.tolist(), strict=True)
        ]  # fmt: skip
    drawing = Columns(panels=drawn, medians=medians, words="share of games", under="rounds")
    finding = f"Half of the games are over after {_range([int(middle) for middle in medians.values()])} rounds."
    return make_chart(
        drawing, slug, "Length of a game", finding, "Filled bars: between the 5 % and the 95 % quantile. Triangle: median.",
        f"Histogram of rounds per game, {in_panels(counts)}", distribution, "round_distribution",
    )  # fmt: skip


def completer_chart(length: pl.DataFrame, slug: str) -> Chart:
    """Draw how often the first to complete a city wins, every cell in one panel (rows of ``length``)."""
    data = length.filter(pl.col("metric") == "completer_wins")
    shown = [name for name in ("variant", "lineup") if data[name].n_unique() > 1]
    names = [
        "".join(f"{row[name].replace(',', ', ') if name == 'lineup' else row[name]}, " for name in shown) + f"{row['players']} players"
        for row in data.iter_rows(named=True)
    ]
    drawing = Points(
        data=data.with_columns(name=pl.Series(names)), scale=Scale(unit="%", limits=(0, 1), bins=10), rows=names, names=str, row="name",
        panel="", heads={"": ""}, ends=("low", "high"), reference="reference", size=0.3, tip=partial(named_tip, "name"),
    )  # fmt: skip
    finding = f"Who first completes a city wins {style.spread(data.to_dicts(), share=True, low='low', high='high')} of the games."
    return make_chart(
        drawing, slug, "First to complete a city: win chance", finding,
        "Hollow diamond: 1/players. Who completes first is often ahead already: this is no measure of what rushing gains. "
        "Lines: 95 % intervals.",
        "Dot and whisker chart of the win chance of the first completer by number of players", data, "length",
    )  # fmt: skip


def _distribution(table: pl.DataFrame, metric: str) -> tuple[np.ndarray, np.ndarray]:
    rows = table.filter(pl.col("metric") == metric).with_columns(pl.col("group").cast(pl.Int64)).sort("group")
    return rows["group"].to_numpy(), rows["value"].to_numpy()


def _range(values: Sequence[float]) -> str:
    low, high = round(min(values), 1), round(max(values), 1)
    return f"{low:g}" if low == high else f"{low:g} to {high:g}"


def _seat_words(seat: int) -> str:
    return "the first crown's own" if seat == 0 else style.seat_words(seat)
