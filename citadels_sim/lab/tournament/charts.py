"""Charts of seats, bots, scores and length."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from matplotlib.ticker import MaxNLocator

from citadels_sim.charts import style, svg
from citadels_sim.charts.by_character import most_first
from citadels_sim.charts.chart import Chart, Scale, finish, in_panels, panels, percent_axis, player_counts, players_title
from citadels_sim.charts.points import Points, draw_points, from_reference, tip_of

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
    data = from_reference(table.filter(metric="win_rate"))
    columns = ("lift", "lift_low", "lift_high")
    edges = data.select(pl.col(name).abs().max() for name in columns).row(0)
    reach = max(margin * 1.4, *(1.1 * edge for edge in edges if edge is not None))
    figure, _ = draw_points(
        Points(
            data=data, scale=Scale("win chance, pp from 1/players", limits=(-reach, reach)), value="lift", ends=("lift_low", "lift_high"),
            across=Scale("seats after the first crown (0 = its holder)" if from_crown else "seat", "seats"), margin=margin, size=2.3,
            tip=lambda row: tip_of(row, f"Seat {row['group']}"),
        )
    )  # fmt: skip
    far = data.sort(pl.col("lift").abs(), descending=True).row(0, named=True)
    seat = _seat_words(int(far["group"])) if from_crown else f"seat {far['group']}"
    finding = (
        f"The seat farthest from fair is {seat} at {far['players']} players: "
        f"{style.points(*(far[name] for name in columns))} of win chance {style.points_interval(far['lift_low'], far['lift_high'])}."
    )
    title = "Win chance by seat after the first crown" if from_crown else "Win chance by chair"
    return finish(
        figure, slug, title, finding,
        f"0 is a fair share (1/players); the band is the margin of {margin * 100:g} pp declared beforehand. "
        "Lines: 95 % intervals that hold for all seats of a panel at once.",
        f"Dot and whisker chart of each seat's win chance around 1/players, {in_panels(player_counts(data))}",
        data.drop(columns), "seats_from_crown" if from_crown else "seats",
    )  # fmt: skip


def bot_chart(table: pl.DataFrame, slug: str) -> Chart:
    """Draw the win rate of each bot of a mixed line-up (rows of ``bots`` of one variant and line-up)."""
    data = table.filter(pl.col("metric") == "win_rate")
    order, counts = most_first(table, "win_rate"), player_counts(data)
    figure, _ = draw_points(
        Points(
            data=data, scale=Scale(unit="%"), rows=order, names=str, dashed={players: 1 / players for players in counts}, size=0.3,
            tip=lambda row: tip_of(row, row["group"]),
        )
    )  # fmt: skip
    best = data.filter(pl.col("group") == order[0]).sort("players").row(0, named=True)
    finding = (
        f"{order[0]} plays best at these tables: {style.percent(best['value'], best['family_low'], best['family_high'])} "
        f"at {best['players']} players, where {style.percent(best['reference'])} would be an even share."
    )
    return finish(
        figure, slug, "Win chance per seat by bot", finding,
        "Dashed line: 1/players. Lines: 95 % intervals that hold for all bots at once.",
        f"Dot and whisker chart of win chance of {len(order)} bots, {in_panels(counts)}", data, "bots",
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
    counts = player_counts(distribution)
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
        f"Cumulative step chart of final scores of all seats and of winners, {in_panels(counts)}",
        distribution, "score_distribution",
    )  # fmt: skip


def parts_chart(table: pl.DataFrame, slug: str) -> Chart:
    """Draw what scores are made of, winners beside the others (rows of ``score_parts`` of one variant and line-up)."""
    counts = player_counts(table)
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
        "Stacked bar chart of the mean parts of the score of winners and others, a pair of bars for each number of players",
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
    counts = player_counts(distribution)
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
    figure, _ = draw_points(
        Points(
            data=data.with_columns(name=pl.Series(names)), scale=Scale(unit="%", limits=(0, 1), bins=10), rows=names, names=str, row="name",
            panel="", heads={"": ""}, ends=("low", "high"), reference="reference", size=0.3, tip=lambda row: tip_of(row, row["name"]),
        )
    )  # fmt: skip
    finding = f"Who first completes a city wins {style.spread(data.to_dicts(), share=True, low='low', high='high')} of the games."
    return finish(
        figure, slug, "First to complete a city: win chance", finding,
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
