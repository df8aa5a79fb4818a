"""Annotated heat maps: effects by part of the game, how rules interact, and whether findings hold with other bots and players."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import matplotlib as mpl
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from citadels_sim.charts import style, svg
from citadels_sim.charts.by_character import most_first
from citadels_sim.charts.chart import WIDTH, Chart, finish

__all__ = ["SPLIT_HEADS", "Tile", "heat_figure", "interaction_chart", "splits_chart"]

#: Ink on light and on dark tiles: fixed, for the tiles do not follow the page's scheme.
_ON_LIGHT, _ON_DARK = "#111418", "#fdfdfd"
_LINE = 0.27

SPLIT_HEADS = {"stage": "part of the game", "slot": "number of the pick", "standing": "standing of who picks"}


@dataclass(frozen=True)
class Tile:
    """One field of a heat map.

    Attributes
    ----------
    value : float
        From -1 to 1, for its colour: 0 is the null.
    text : str
        What stands in it.
    tip : str
        What the page says of it when it is pointed at.
    """

    value: float
    text: str
    tip: str


def heat_figure(
    rows: Sequence[str], blocks: Sequence[tuple[str, Sequence[str]]], tiles: Mapping[tuple[str, str, str], Tile], *, size: float = 8.0
) -> Figure:
    """Draw a heat map whose columns stand in blocks.

    Parameters
    ----------
    rows : sequence of str
        Names of the rows, from the top.
    blocks : sequence of (str, sequence of str)
        Head of each block and the names of its columns.
    tiles : mapping
        (row, head, column) -> tile; what lacks stays empty.
    size : float
        Of the words in the tiles.
    """
    deep = max(label.count("\n") for _, columns in blocks for label in columns)
    figure = Figure(figsize=(WIDTH, _LINE * len(rows) + 1.0 + 0.16 * deep), layout="constrained")
    axes = figure.subplots(1, len(blocks), squeeze=False, sharey=True, width_ratios=[len(columns) for _, columns in blocks])[0]
    colours = mpl.colormaps["PuOr"].reversed()
    for axis, (head, columns) in zip(axes, blocks, strict=True):
        axis.set_title(head, fontweight="bold", fontsize=8.5)
        axis.set_xlim(-0.5, len(columns) - 0.5)
        axis.set_ylim(len(rows) - 0.5, -0.5)
        axis.set_xticks(range(len(columns)), columns, fontsize=7.5)
        axis.set_yticks(range(len(rows)), rows)
        axis.tick_params(length=0)
        for side in axis.spines.values():
            side.set_visible(False)
        for (y, row), (x, column) in itertools.product(enumerate(rows), enumerate(columns)):
            if (row, head, column) in tiles:
                _tile(axis, x, y, tiles[row, head, column], colours, size)
    return figure


def _tile(axis: Axes, x: int, y: int, tile: Tile, colours: mpl.colors.Colormap, size: float) -> None:
    shade = colours(0.5 + 0.42 * max(-1.0, min(1.0, tile.value)))
    patch = Rectangle((x - 0.48, y - 0.46), 0.96, 0.92, facecolor=shade, edgecolor="none")
    patch.set_gid(svg.tip_id(tile.tip))
    axis.add_patch(patch)
    bright = 0.299 * shade[0] + 0.587 * shade[1] + 0.114 * shade[2]
    axis.text(x, y, tile.text, ha="center", va="center", fontsize=size, color=_ON_LIGHT if bright > 0.55 else _ON_DARK)


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
    figure = heat_figure([style.title_of(name) for name in order], blocks, tiles, size=7.5)
    finding = _splits_finding(data)
    return finish(
        figure, slug, f"When, where and for whom a pick is good, {players} players (pp of win chance)", finding,
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
    told = style.effect(row["value"], row["low"], row["high"])
    most = f"{style.title_of(row['character'])}, {row['part']} ({told})"
    return f"Fields that differ from 0 beyond chance: {sure.height} of {data.height}; most of all {most}."


def interaction_chart(pairs: pl.DataFrame, metric: str, unit: str, between: str, slug: str) -> Chart:
    """Draw how every two groups of rules interact in one figure (rows of `Attribution.pairs`)."""
    data = pairs.filter(metric=metric)
    names = list(dict.fromkeys([*data["group"], *data["other"]]))
    # Where chance is larger than all that was found the colours stay pale.
    widest = max(float(str(data["interaction"].abs().max() or 0.0)), float(str((data["high"] - data["low"]).max() or 0.0)) / 2) or 1.0
    digits = min((style.decimals(row["low"], row["high"]) for row in data.iter_rows(named=True) if row["high"] > row["low"]), default=1)
    tiles = {}
    for row in data.iter_rows(named=True):
        sure = row["low"] > 0 or row["high"] < 0
        told = style.plain(row["interaction"], row["low"], row["high"])
        text = style.plain(row["interaction"], None, None, default=digits) + ("*" if sure else "")
        tip = f"{row['group']} and {row['other']}: {told} {style.interval(row['low'], row['high'])} {unit}"
        for one, other in ((row["group"], row["other"]), (row["other"], row["group"])):
            tiles[one, "", _number(names, other)] = Tile(row["interaction"] / widest, text, tip)
    heads = [_number(names, name) for name in names]
    rows = [f"{name} ({_number(names, name)})" for name in names]
    tiles = {(f"{row} ({_number(names, row)})", "", column): tile for (row, _, column), tile in tiles.items()}
    figure = heat_figure(rows, [("", heads)], tiles)
    sure = data.filter((pl.col("low") > 0) | (pl.col("high") < 0)).sort(pl.col("interaction").abs(), descending=True)
    finding = "No two groups of rules interact beyond their interval."
    if sure.height:
        row = sure.row(0, named=True)
        finding = (
            f"{row['group']} and {row['other']} interact most: together {style.plain(row['interaction'], row['low'], row['high'])} {unit} "
            f"{style.interval(row['low'], row['high'])} beside their parts."
        )
    return finish(
        figure, slug, f"How the rules interact, {unit}", finding,
        "By how much the effect of one group grows where the other is changed, too. * The interval, for all pairs at once, does not "
        "hold 0.",
        f"Heat map of the interaction of {len(names)} groups of rules {between}", data, "rule_interactions",
    )  # fmt: skip


def _number(names: Sequence[str], name: str) -> str:
    return str(names.index(name) + 1)
