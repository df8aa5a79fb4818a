"""Heat maps of effects by part of the game, and of how rules interact."""

from __future__ import annotations

from collections.abc import Sequence

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
        shown = f"{100 * row['value']:+.1f}".replace("-", "−")
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


def interaction_chart(pairs: pl.DataFrame, metric: str, unit: str, between: str, slug: str) -> Chart:
    """Draw how every two groups of rules interact in one figure (rows of `Attribution.pairs`)."""
    data = pairs.filter(metric=metric)
    names = list(dict.fromkeys([*data["group"], *data["other"]]))
    # Where all effects are smaller than chance the colours stay pale.
    widest = max(float(str(data["interaction"].abs().max() or 0.0)), float(str((data["high"] - data["low"]).max() or 0.0)) / 2) or 1.0
    digits = min((style.decimals(row["low"], row["high"]) for row in data.iter_rows(named=True) if row["high"] > row["low"]), default=1)
    tiles = {}
    for row in data.iter_rows(named=True):
        sure = row["low"] > 0 or row["high"] < 0
        effect_in_words = style.plain(row["interaction"], row["low"], row["high"])
        text = style.plain(row["interaction"], None, None, default=digits) + ("*" if sure else "")
        tip = f"{row['group']} and {row['other']}: {effect_in_words} {style.interval(row['low'], row['high'])} {unit}"
        for one, other in ((row["group"], row["other"]), (row["other"], row["group"])):
            tiles[one, "", _number(names, other)] = Tile(row["interaction"] / widest, text, tip)
    heads = [_number(names, name) for name in names]
    rows = [f"{name} ({_number(names, name)})" for name in names]
    tiles = {(f"{row} ({_number(names, row)})", "", column): tile for (row, _, column), tile in tiles.items()}
    drawing = Heat(rows=rows, blocks=[("", heads)], tiles=tiles)
    sure = data.filter((pl.col("low") > 0) | (pl.col("high") < 0)).sort(pl.col("interaction").abs(), descending=True)
    finding = "No two groups of rules interact beyond their interval."
    if sure.height:
        row = sure.row(0, named=True)
        finding = (
            f"{row['group']} and {row['other']} interact most: together {style.plain(row['interaction'], row['low'], row['high'])} {unit} "
            f"{style.interval(row['low'], row['high'])} beside their parts."
        )
    return make_chart(
        drawing, slug, f"How the rules interact, {unit}", finding,
        "By how much the effect of one group grows where the other is changed, too. * The interval, for all pairs at once, does not "
        "hold 0.",
        f"Heat map of the interaction of {len(names)} groups of rules {between}", data, "rule_interactions",
    )  # fmt: skip


def _number(names: Sequence[str], name: str) -> str:
    return str(names.index(name) + 1)
