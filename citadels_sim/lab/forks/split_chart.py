"""The heat map of effects of picks by part of the game, number of the pick and standing."""

from __future__ import annotations

import polars as pl

from citadels_sim.charts import style
from citadels_sim.charts.by_character import most_first
from citadels_sim.charts.chart import Chart, make_chart
from citadels_sim.charts.heat import Heat, Tile

SPLIT_HEADS = {"stage": "part of the game", "slot": "number of the pick", "standing": "standing of who picks"}


def splits_chart(splits: pl.DataFrame, effects: pl.DataFrame, players: int, slug: str) -> Chart:
    """Draw the effect of each character by part of the game, slot and standing (rows of `split_effects` at one number of players)."""
    data = splits.filter(pl.col("value").is_not_null())
    order = [name for name in most_first(effects, "win_effect") if name in set(data["character"])]
    blocks = [
        (head, [_short(part) for part in _parts(data, split)]) for split, head in SPLIT_HEADS.items() if data.filter(split=split).height
    ]  # fmt: skip
    most = data.filter(~pl.col("small"))["value"].abs().max() or data["value"].abs().max() or 1.0
    tiles = {}
    for row in data.iter_rows(named=True):
        sure = row["q"] is not None and row["q"] < 0.05
        shown = f"{100 * row['value']:+z.1f}".replace("-", "−")
        text = ("0.0" if float(f"{100 * row['value']:.1f}") == 0 else shown) + ("*" if sure else "")
        tip = (
            f"{style.title_of(row['character'])}, {row['part']}, {players} players: {style.points(row['value'], row['low'], row['high'])} "
            f"{style.points_interval(row['low'], row['high'])}, n = {row['nodes']} nodes"
        )
        tiles[style.title_of(row["character"]), SPLIT_HEADS[row["split"]], _short(row["part"])] = Tile(
            float(row["value"]) / float(str(most)), f"({text})" if row["small"] else text, tip
        )
    drawing = Heat(rows=[style.title_of(name) for name in order], blocks=blocks, tiles=tiles, size=7.5)
    finding = _splits_finding(data)
    return make_chart(
        drawing, slug, f"When, where and for whom a pick is good, {players} players (pp of win chance)", finding,
        "Exploratory: * false discovery rate below 5 %; in brackets: fewer than 500 nodes. Purple: worse than what else could be "
        "picked there, orange: better.",
        f"Heat map of the effect of {len(order)} characters by part of the game, number of the pick and standing, at {players} players",
        data, "splits",
    )  # fmt: skip


def _parts(data: pl.DataFrame, split: str) -> list[str]:
    names = data.filter(split=split)["part"].unique(maintain_order=True).to_list()
    places = {"early": 0, "leader": 0, "middle": 1, "late": 2, "last": 2}
    return sorted(names, key=lambda name: (places.get(name.split(",")[0], 0), name))


def _short(part: str) -> str:
    return part.replace(", rounds ", "\n").replace("pick ", "")


def _splits_finding(data: pl.DataFrame) -> str:
    sure = data.filter(pl.col("q") < 0.05)
    if not sure.height:
        return "No part of a split differs from no effect beyond what chance explains (false discovery rate 5 %)."
    row = sure.sort(pl.col("value").abs(), descending=True).row(0, named=True)
    effect_in_words = style.effect(row["value"], row["low"], row["high"])
    most = f"{style.title_of(row['character'])}, {row['part']} ({effect_in_words})"
    return f"Fields that differ from 0 beyond chance: {sure.height} of {data.height}; most of all {most}."
