"""Whether the win chances of the model mean what they say: those given against what was won, by third of the game."""

from __future__ import annotations

from typing import Any, Final

import polars as pl

from citadels_sim.charts import style
from citadels_sim.charts.by_character import marks_words, player_counts
from citadels_sim.charts.chart import Chart, finish, legend_below, panels, percent_axis, whisker
from citadels_sim.charts.grids import Grid
from citadels_sim.lab.forks.charts import key_of

__all__ = ["calibration_chart", "calibration_grid", "model_grid"]

_LOOKS: Final = tuple(zip("osD^vPX", (*style.MARKS, style.MUTED, style.INK), strict=True))
_LEAST: Final = 0.01
"""Share of the seats of a third below which a tenth is left to the numbers: a few games say nothing."""


def calibration_chart(calibration: pl.DataFrame, slug: str) -> Chart:
    """Draw the win credit that seats got against the win chance that the model gave them, one panel per third of the game.

    Parameters
    ----------
    calibration : polars.DataFrame
        Rows of `FlowAnalysis.calibration` of one variant and line-up.
    slug : str
        Stem of the chart's files.
    """
    share = pl.col("seats") / pl.col("seats").sum().over("players", "third")
    data = calibration.filter(share >= _LEAST)
    thirds, counts = data["third"].unique(maintain_order=True).to_list(), player_counts(data)
    figure, axes = panels(len(thirds), 2.6)
    for axis, third in zip(axes, thirds, strict=True):
        axis.set_title(f"{third} rounds", fontweight="bold")
        axis.plot([0, 1], [0, 1], color=style.MUTED, linewidth=1, linestyle=(0, (4, 2)), zorder=1)
        for row in data.filter(third=third).iter_rows(named=True):
            marker, colour = _LOOKS[counts.index(row["players"])]
            whisker(axis, row["predicted"], row["observed"], row["low"], row["high"], colour=colour, marker=marker, vertical=True,
                    filled=marker in "oD", tip=f"{row['players']} players, {third} rounds: {_told(row)}")  # fmt: skip
        percent_axis(axis, bins=4)
        percent_axis(axis, "y")
        axis.set_xlim(-0.02, 1.02)
        axis.set_ylim(-0.02, 1.02)
    figure.supylabel("won", fontsize=9)
    words = "win chance W given (mean of a tenth)"
    if len(counts) > 1:
        handles = [key_of(_LOOKS[i][1], _LOOKS[i][0], i % 2 == 0, f"{n} players") for i, n in enumerate(counts)]
        legend_below(figure, handles, min(len(counts), 5), words)
    else:
        figure.supxlabel(words, fontsize=9)
    finding = _finding(data)
    return finish(
        figure, slug, "Do the model's win chances mean what they say?", finding,
        "On the dashed line, what was given was won. Every game is judged by a model that was fitted on other deals. Tenths with less than "
        "1 % of the seats are left to the numbers. Lines: 95 % intervals, each for itself.",
        f"Reliability chart of win chances given and won in {len(thirds)} thirds of the game, {marks_words(counts)}, "
        f"where the finding is: {finding}", data, "win_calibration",
    )  # fmt: skip


def _told(row: dict[str, Any]) -> str:
    won = f"{style.percent(row['observed'], row['low'], row['high'])} {style.interval(row['low'], row['high'], factor=100)} won"
    return f"{style.percent(row['predicted'])} given, {won}, n = {style.count(row['seats'])}"


def _finding(data: pl.DataFrame) -> str:
    off = (pl.col("observed") - pl.col("predicted")).abs()
    far = data.sort(off, descending=True).row(0, named=True)
    inside = data.filter(pl.col("low") <= pl.col("predicted"), pl.col("predicted") <= pl.col("high")).height
    return (
        f"The interval of what was won holds the win chance given in {inside} of {data.height} tenths (19 of 20 expected); farthest off, "
        f"{_told(far)} ({far['players']} players, {far['third']} rounds)."
    )


def calibration_grid(calibration: pl.DataFrame) -> Grid:
    """Lay every tenth out."""
    rows = tuple(
        (f"{row['third']}, {10 * row['tenth']} to {10 * row['tenth'] + 10} %", str(row["players"]), style.percent(row["predicted"]),
         f"{style.percent(row['observed'], row['low'], row['high'])} {style.interval(row['low'], row['high'], factor=100)}",
         style.count(row["seats"]))
        for row in calibration.iter_rows(named=True)
    )  # fmt: skip
    heads = ("Third of the game and tenth of W", "Players", "Given", "Won [95 %]", "Seats and rounds")
    return Grid("Win chances given and won: the numbers", heads, rows)


def model_grid(model: pl.DataFrame) -> Grid:
    """Lay out how good the win model is beside its rivals (rows of ``win_model``)."""
    at = {(row["players"], row["group"], row["metric"]): row for row in model.iter_rows(named=True)}
    rows = []
    for players, third in dict.fromkeys((players, third) for players, third, _ in at):
        here = [at[players, third, name] for name in _MODEL]
        cells = (
            f"{write(row['value'], row['low'], row['high'])} {style.interval(row['low'], row['high'], factor=factor)}"
            for row, (write, factor) in zip(here, _MODEL.values(), strict=True)
        )
        rows.append((f"{players} players, {third} rounds", *cells, style.count(here[0]["count"])))
    heads = ("Table", "Skill of W", "Skill of who leads", "Brier, W", "Brier, leader", "Brier, 1/players", "Log loss, W",
             "Log loss, leader", "States")  # fmt: skip
    caption = "How good the win model is: Brier skill over 1/players (0 % knows nothing, 100 % the winner), scores; 95 % intervals"
    return Grid(caption, heads, tuple(rows), folded=True)


_MODEL: Final[dict[str, Any]] = {"skill": (style.percent, 100), "skill_leader": (style.percent, 100)} | dict.fromkeys(
    ("brier", "brier_leader", "brier_equal", "log_loss", "log_loss_leader"), (style.plain, 1)
)
