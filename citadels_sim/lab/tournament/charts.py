"""Charts of seats, bots, scores and length."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from matplotlib.ticker import MaxNLocator

from citadels_sim.charts import style, svg
from citadels_sim.charts.chart import Chart, finish, panels, percent_axis, players_title, points_axis, rows_axis, ticks, tip_of, whisker

__all__ = ["bot_chart", "completer_chart", "length_chart", "parts_chart", "score_chart", "seat_chart"]

_PARTS = (
    ("mean_districts", "districts", style.BLUE, "#ffffff"),
    ("mean_types", "five types", style.SKY, "#1f2328"),
    ("mean_completion", "completion", style.ORANGE, "#1f2328"),
    ("mean_bonus", "unique districts", style.GREEN, "#ffffff"),
)


def seat_chart(table: pl.DataFrame, margin: float, slug: str, *, from_crown: bool) -> Chart:
    """Draw the win rate of each seat around 1/players, one panel per number of players.

    Parameters
    ----------
    table : polars.DataFrame
        Rows of ``seats_from_crown`` or ``seats`` of one variant and line-up.
    margin : float
        Win chance per game that does not matter.
    slug : str
        Stem of the chart's files.
    from_crown : bool
        Whether seats are counted from the first crown.
    """
    data = table.filter(pl.col("metric") == "win_rate")
    counts = _counts(data)
    figure, axes = panels(len(counts), 2.3, share_x=False)
    for axis, players in zip(axes, counts, strict=True):
        players_title(axis, players)
        axis.axhspan(-margin, margin, color=style.GRID, alpha=0.6, linewidth=0, zorder=0)
        axis.axhline(0, color=style.MUTED, linewidth=1, zorder=1)
        for row in data.filter(pl.col("players") == players).iter_rows(named=True):
            fair = row["reference"]
            bounds = (None if row[end] is None else row[end] - fair for end in ("family_low", "family_high"))
            whisker(axis, int(row["group"]), row["value"] - fair, *bounds, vertical=True, tip=tip_of(row, f"Seat {row['group']}"))
        axis.set_xticks(range(players))
        axis.set_xlim(-0.6, players - 0.4)
    edges = data.select(*((pl.col(end) - pl.col("reference")).abs().max() for end in ("value", "family_low", "family_high"))).row(0)
    reach = max(margin * 1.4, *(1.1 * edge for edge in edges if edge is not None))
    for axis in axes:
        axis.set_ylim(-reach, reach)
        points_axis(axis, "y")
    figure.supylabel("win chance, pp from 1/players", fontsize=9)
    figure.supxlabel("seats after the first crown (0 = its holder)" if from_crown else "seat", fontsize=9)
    far = data.with_columns(distance=(pl.col("value") - pl.col("reference")).abs()).sort("distance", descending=True).row(0, named=True)
    seat = _seat_words(int(far["group"])) if from_crown else f"seat {far['group']}"
    fair = far["reference"]
    finding = (
        f"The seat farthest from fair is {seat} at {far['players']} players: "
        f"{style.points(far['value'] - fair, far['family_low'], far['family_high'])} of win chance "
        f"{style.points_interval(*(None if far[end] is None else far[end] - fair for end in ('family_low', 'family_high')))}."
    )
    title = "Win chance by seat after the first crown" if from_crown else "Win chance by chair"
    return finish(
        figure, slug, title, finding,
        f"0 is a fair share (1/players); the band is the margin of {margin * 100:g} pp declared beforehand. "
        "Lines: 95 % intervals that hold for all seats of a panel at once.",
        f"Dot and whisker chart of each seat's win chance around 1/players, {_panels(counts)}, where the finding is: {finding}",
        data, "seats_from_crown" if from_crown else "seats",
    )  # fmt: skip


def bot_chart(table: pl.DataFrame, slug: str) -> Chart:
    """Draw the win rate of each bot of a mixed line-up (rows of ``bots`` of one variant and line-up)."""
    data = table.filter(pl.col("metric") == "win_rate")
    counts = _counts(data)
    order = data.group_by("group").agg(pl.col("value").mean()).sort("value", "group", descending=[True, False])["group"].to_list()
    figure, axes = panels(len(counts), 0.3 * len(order) + 0.7)
    for axis, players in zip(axes, counts, strict=True):
        rows_axis(axis, order)
        axis.set_yticks(range(len(order)), order)  # names as they are written in a line-up
        players_title(axis, players)
        axis.axvline(1 / players, color=style.MUTED, linewidth=1, linestyle=(0, (4, 2)))
        for row in data.filter(pl.col("players") == players).iter_rows(named=True):
            whisker(axis, order.index(row["group"]), row["value"], row["family_low"], row["family_high"], tip=tip_of(row, row["group"]))
        percent_axis(axis, bins=ticks(len(counts)))
    best = data.filter(pl.col("group") == order[0]).sort("players").row(0, named=True)
    finding = (
        f"{order[0]} plays best at these tables: {style.percent(best['value'], best['family_low'], best['family_high'])} "
        f"at {best['players']} players, where {style.percent(best['reference'])} would be an even share."
    )
    return finish(
        figure, slug, "Win chance per seat by bot", finding,
        "Dashed line: 1/players. Lines: 95 % intervals that hold for all bots at once.",
        f"Dot and whisker chart of win chance of {len(order)} bots, {_panels(counts)}, where the finding is: {finding}", data, "bots",
    )  # fmt: skip


def score_chart(distribution: pl.DataFrame, slug: str) -> Chart:
    """Draw which share of seats, and of winners, ends with at most so many points.

    Parameters
    ----------
    distribution : polars.DataFrame
        Rows of ``score_distribution`` of one variant and line-up.
    slug : str
        Stem of the chart's files.
    """
    counts = _counts(distribution)
    figure, axes = panels(len(counts), 2.5)
    middles = []
    for axis, players in zip(axes, counts, strict=True):
        players_title(axis, players)
        here = distribution.filter(pl.col("players") == players)
        for metric, colour, dashes, label in (
            ("share_of_seats", style.BLUE, "-", "all seats"),
            ("share_of_winners", style.VERMILLION, (0, (4, 1.5)), "winners"),
        ):
            values, share = _distribution(here, metric)
            axis.step(values, np.cumsum(share), where="post", color=colour, linestyle=dashes, linewidth=1.8, label=label)
            middles.append(int(values[np.searchsorted(np.cumsum(share), 0.5)]))
        axis.axhline(0.5, color=style.GRID, linewidth=0.8, zorder=0)
        axis.set_ylim(0, 1.02)
        percent_axis(axis, "y")
        axis.set_xlabel("final score, points")
    handles, labels = axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=2)
    figure.supylabel("share at or below", fontsize=9)
    seats, winners = middles[::2], middles[1::2]
    finding = f"Half of all seats end with at most {_range(seats)} points, half of the winners with at most {_range(winners)}."
    return finish(
        figure, slug, "Final scores", finding, "Where a line crosses 50 % lies the median.",
        f"Cumulative step chart of final scores of all seats and of winners, {_panels(counts)}, where the finding is: {finding}",
        distribution, "score_distribution",
    )  # fmt: skip


def parts_chart(table: pl.DataFrame, slug: str) -> Chart:
    """Draw what scores are made of, winners beside the others (rows of ``score_parts`` of one variant and line-up)."""
    counts = _counts(table)
    bars = [(players, result) for players in counts for result in ("winner", "others")]
    figure, (axis,) = panels(1, 0.34 * len(bars) + 1.0)
    place = {bar: i + 0.35 * (i // 2) for i, bar in enumerate(bars)}
    values = {(row["players"], row["group"], row["metric"]): row["value"] for row in table.iter_rows(named=True)}
    left = dict.fromkeys(bars, 0.0)
    for (metric, label, colour, ink), hatch in zip(_PARTS, style.HATCHES, strict=True):
        widths = [values.get((*bar, metric), 0.0) for bar in bars]
        axis.barh([place[bar] for bar in bars], widths, left=[left[bar] for bar in bars], height=0.78, color=colour, hatch=hatch,
                  edgecolor=style.PAPER, linewidth=0.8, label=label)  # fmt: skip
        for bar, width in zip(bars, widths, strict=True):
            if width >= 1.2 and not hatch:
                axis.text(left[bar] + width / 2, place[bar], f"{width:.1f}", ha="center", va="center", color=ink, fontsize=8)
            left[bar] += width
    for bar in bars:
        axis.text(left[bar] + 0.25, place[bar], f"{left[bar]:.1f}", ha="left", va="center", fontsize=8.5, fontweight="bold")
    axis.set_yticks(
        [place[bar] for bar in bars], [f"{players} players, {'winner' if result == 'winner' else 'others'}" for players, result in bars]
    )
    axis.invert_yaxis()
    axis.tick_params(axis="y", length=0)
    axis.spines["left"].set_visible(False)
    axis.set_xlabel("mean points")
    axis.set_xlim(0, max(left.values()) * 1.06)
    figure.legend(loc="outside lower center", ncols=4, handlelength=1.6)
    gaps = [left[players, "winner"] - left[players, "others"] for players in counts]
    district = [values[players, "winner", "mean_districts"] - values[players, "others", "mean_districts"] for players in counts]
    finding = f"Winners score {_range(gaps)} points more than the others, {_range(district)} of them from districts."
    return finish(
        figure, slug, "What a score is made of", finding, "Mean points per seat; the number at the end of a bar is the whole score.",
        f"Stacked bar chart of the mean parts of the score of winners and others, {_panels(counts, 'bars')}, "
        f"where the finding is: {finding}",
        table, "score_parts",
    )  # fmt: skip


def length_chart(distribution: pl.DataFrame, length: pl.DataFrame, slug: str) -> Chart:
    """Draw how many games last how many rounds.

    Parameters
    ----------
    distribution, length : polars.DataFrame
        Rows of ``round_distribution`` and of ``length`` of one variant and line-up.
    slug : str
        Stem of the chart's files.
    """
    counts = _counts(distribution)
    figure, axes = panels(len(counts), 2.4)
    medians = []
    for axis, players in zip(axes, counts, strict=True):
        players_title(axis, players)
        values, share = _distribution(distribution.filter(pl.col("players") == players), "share_of_games")
        q = dict(length.filter(pl.col("players") == players).select("metric", "value").iter_rows())
        low, middle, high = (q[name] for name in ("rounds_q05", "rounds_median", "rounds_q95"))
        medians.append(int(middle))
        inner = (values >= low) & (values <= high)
        bars = axis.bar(
            values, share, width=0.86, color=[style.BLUE if one else style.PAPER for one in inner], edgecolor=style.BLUE, linewidth=0.9
        )
        for bar, number, part in zip(bars, values, share, strict=True):
            bar.set_gid(svg.tip_id(f"{players} players, {number} rounds: {style.percent(part)} of games"))
        top = float(share.max())
        axis.plot([middle], [top * 1.09], "v", color=style.INK, markersize=5, clip_on=False)
        axis.annotate(f"median {middle:.0f}", (middle, top * 1.09), xytext=(6, 0), textcoords="offset points", fontsize=8.5, va="center")
        axis.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=7))
        axis.set_xlabel("rounds")
        percent_axis(axis, "y")
    axes[0].set_ylim(bottom=0)
    figure.supylabel("share of games", fontsize=9)
    finding = f"Half of the games are over after {_range(medians)} rounds."
    return finish(
        figure, slug, "Length of a game", finding, "Filled bars: between the 5 % and the 95 % quantile. Triangle: median.",
        f"Histogram of rounds per game, {_panels(counts)}, where the finding is: {finding}", distribution, "round_distribution",
    )  # fmt: skip


def completer_chart(length: pl.DataFrame, slug: str) -> Chart:
    """Draw how often the first to complete a city wins, every cell in one panel (rows of ``length``)."""
    data = length.filter(pl.col("metric") == "completer_wins")
    shown = [name for name in ("variant", "lineup") if data[name].n_unique() > 1]
    names = [
        "".join(f"{row[name].replace(',', ', ') if name == 'lineup' else row[name]}, " for name in shown) + f"{row['players']} players"
        for row in data.iter_rows(named=True)
    ]
    figure, (axis,) = panels(1, 0.3 * len(names) + 0.75)
    rows_axis(axis, names)
    axis.set_yticks(range(len(names)), names)
    for i, row in enumerate(data.iter_rows(named=True)):
        axis.plot([row["reference"], row["value"]], [i, i], color=style.MUTED, linewidth=0.9, zorder=2)
        axis.plot([row["reference"]], [i], "D", color=style.MUTED, markersize=4.2, markerfacecolor=style.PAPER)
        whisker(axis, i, row["value"], row["low"], row["high"], tip=tip_of(row, names[i]))
    axis.set_xlim(0, 1)
    percent_axis(axis, bins=10)
    finding = f"Who first completes a city wins {style.spread(data.to_dicts(), share=True, low='low', high='high')} of the games."
    return finish(
        figure, slug, "First to complete a city: win chance", finding,
        "Hollow diamond: 1/players. Who completes first is often ahead already: this is no measure of what rushing gains. "
        "Lines: 95 % intervals.",
        f"Dot and whisker chart of the win chance of the first completer by number of players, "
        f"where the finding is: {finding}", data, "length",
    )  # fmt: skip


def _counts(table: pl.DataFrame) -> list[int]:
    return sorted(table["players"].unique().to_list())


def _distribution(table: pl.DataFrame, metric: str) -> tuple[np.ndarray, np.ndarray]:
    rows = table.filter(pl.col("metric") == metric).with_columns(pl.col("group").cast(pl.Int64)).sort("group")
    return rows["group"].to_numpy(), rows["value"].to_numpy()


def _range(values: Sequence[float]) -> str:
    low, high = round(min(values), 1), round(max(values), 1)
    return f"{low:g}" if low == high else f"{low:g} to {high:g}"


def _seat_words(seat: int) -> str:
    return "the first crown's own" if seat == 0 else style.seat_words(seat)


def _panels(counts: Sequence[int], what: str = "panels") -> str:
    if len(counts) == 1:
        return f"at {counts[0]} players"
    return f"one {'pair of bars' if what == 'bars' else 'panel'} for each of {counts[0]} to {counts[-1]} players"
