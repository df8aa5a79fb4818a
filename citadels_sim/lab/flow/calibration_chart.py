"""Whether the win chances of the model mean what they say: those given against what was won, by third of the game."""

from __future__ import annotations

from typing import Any, Final

import polars as pl

from citadels_sim.charts import style
from citadels_sim.charts.chart import Chart, Scale, make_chart, marks_words, player_counts
from citadels_sim.charts.grids import Grid
from citadels_sim.charts.marks import Row, series
from citadels_sim.charts.points import Points

_LEAST: Final = 0.01
"""Share of the seats of a third below which a tenth is left to the numbers: a few games say nothing."""
_WHOLE: Final = (-0.02, 1.02)


def calibration_chart(calibration: pl.DataFrame, slug: str) -> Chart:
    """Draw what seats won against what the model gave them, one panel per third of the game (rows of `FlowAnalysis.calibration`)."""
    share = pl.col("seats") / pl.col("seats").sum().over("players", "third")
    data = calibration.filter(share >= _LEAST)
    thirds, counts = data["third"].unique(maintain_order=True).to_list(), player_counts(data)
    drawing = Points(
        data=data, scale=Scale("won", "%", limits=_WHOLE),
        across=Scale("win chance W given (mean of a tenth)", "%", limits=_WHOLE, bins=4),
        panel="third", heads={third: f"{third} rounds" for third in thirds}, row="predicted", value="observed", ends=("low", "high"),
        series="players", looks=series(counts, "{} players", room=0), size=2.6,
        tip=_tip, diagonal=True,
    )  # fmt: skip
    finding = _finding(data)
    return make_chart(
        drawing, slug, "Do the model's win chances mean what they say?", finding,
        "On the dashed line, what was given was won. Every game is judged by a model that was fitted on other deals. Tenths with less than "
        "1 % of the seats are left to the numbers. Lines: 95 % intervals, each for itself.",
        f"Reliability chart of win chances given and won in {len(thirds)} thirds of the game, {marks_words(counts)}",
        data, "win_calibration",
    )  # fmt: skip


def _tip(row: Row) -> str:
    return f"{row['players']} players, {row['third']} rounds: {_formatted(row)}"


def _formatted(row: Row) -> str:
    won = f"{style.percent(row['observed'], row['low'], row['high'])} {style.interval(row['low'], row['high'], factor=100)} won"
    return f"{style.percent(row['predicted'])} given, {won}, n = {style.count(row['seats'])}"


def _finding(data: pl.DataFrame) -> str:
    off = (pl.col("observed") - pl.col("predicted")).abs()
    far = data.sort(off, descending=True).row(0, named=True)
    inside = data.filter(pl.col("low") <= pl.col("predicted"), pl.col("predicted") <= pl.col("high")).height
    return (
        f"The interval of what was won holds the win chance given in {inside} of {data.height} tenths (19 of 20 expected); farthest off, "
        f"{_formatted(far)} ({far['players']} players, {far['third']} rounds)."
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
