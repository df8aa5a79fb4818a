"""Charts of the character section: what is picked, how its holders fare, what befalls them, what they earn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl
from matplotlib.lines import Line2D

from citadels_sim.report import style
from citadels_sim.report.chart import Chart, at_least, finish, panels, percent_axis, players_title, points_axis, rows_axis, ticks, whisker

__all__ = ["character_charts"]

_INTERVALS = "Lines: 95 % intervals that hold for all characters of a panel at once."


def character_charts(table: pl.DataFrame, prefix: str) -> list[Chart]:
    """Draw the characters of one variant and line-up, one panel per number of players.

    Parameters
    ----------
    table : polars.DataFrame
        Rows of the table ``characters`` of one variant and line-up.
    prefix : str
        Put before every slug.

    Returns
    -------
    list of Chart
    """
    return [
        _wanted(table, f"{prefix}pick-rate", "pick_rate", "Picked, share of rounds",
                "Hollow diamond: what a uniformly random picker drafts, exactly; it stands for four players and more."),
        _wanted(table, f"{prefix}pick-when-offered", "pick_when_offered", "Picked when offered, share of offers",
                "Hollow diamond: what a random picker takes of the cards offered."),
        _wins(table, f"{prefix}win-when-held"),
        _attacks(table, f"{prefix}attacks"),
        _economy(table, f"{prefix}economy"),
    ]  # fmt: skip


def _counts(table: pl.DataFrame) -> list[int]:
    return sorted(table["players"].unique().to_list())


def _order(table: pl.DataFrame, metric: str) -> list[str]:
    """Characters from most to least, by the mean over the panels."""
    means = table.filter(pl.col("metric") == metric).group_by("group").agg(pl.col("value").mean())
    return means.sort(["value", "group"], descending=[True, False])["group"].to_list()


def _wanted(table: pl.DataFrame, slug: str, metric: str, title: str, note: str) -> Chart:
    data = table.filter(pl.col("metric") == metric)
    order, counts = _order(table, metric), _counts(data)
    figure, axes = panels(len(counts), 0.27 * len(order) + 0.55)
    for axis, players in zip(axes, counts, strict=True):
        rows_axis(axis, order)
        players_title(axis, players)
        percent_axis(axis, bins=ticks(len(counts)))
        for row in data.filter(pl.col("players") == players).iter_rows(named=True):
            at = order.index(row["group"])
            if row["reference"] is not None:
                axis.plot([row["reference"], row["value"]], [at, at], color=style.MUTED, linewidth=0.9, zorder=2)
                axis.plot([row["reference"]], [at], "D", color=style.MUTED, markersize=4.2,
                          markerfacecolor=style.PAPER, zorder=2.5)  # fmt: skip
            whisker(axis, at, row["value"], row["family_low"], row["family_high"])
    at_least(axes, 0.1)
    finding = _wanted_finding(data, order)
    return finish(
        figure, slug, title, finding, f"{note} {_INTERVALS}",
        f"Dot and whisker chart of {title.lower()} for {len(order)} characters, {_panels(counts)}, where the finding is: {finding}",
        data, "characters",
    )  # fmt: skip


def _wanted_finding(data: pl.DataFrame, order: list[str]) -> str:
    """Who is wanted most and least: against the random picker where there is one, for the rules deal cards unevenly."""
    known = data.filter(pl.col("reference").is_not_null()).with_columns(
        lift=pl.col("value") - pl.col("reference"), below=pl.col("family_low") - pl.col("reference"),
        above=pl.col("family_high") - pl.col("reference"),
    )  # fmt: skip
    if not known.height:
        most, least = (f"{style.title_of(name)} ({_extreme(data, name)})" for name in (order[0], order[-1]))
        return f"Most picked is {most}, least picked {least}."
    if not known.filter((pl.col("below") > 0) | (pl.col("above") < 0)).height:
        return "No character is picked detectably more or less often than a random picker would."
    top = known.sort("lift", "group", descending=[True, False]).row(0, named=True)
    low = known.sort("lift", "group").row(0, named=True)
    several = known["players"].n_unique() > 1

    def told(row: dict[str, Any]) -> str:
        at = f" at {row['players']} players" if several else ""
        return f"{style.title_of(row['group'])}{at} ({style.spread([row], share=True)} against {style.percent(row['reference'])})"

    return f"Against a random picker, most wanted is {told(top)}, least wanted {told(low)}."


def _wins(table: pl.DataFrame, slug: str) -> Chart:
    shift = pl.col("reference")
    data = table.filter(pl.col("metric") == "win_when_held").with_columns(
        lift=pl.col("value") - shift, low_lift=pl.col("family_low") - shift, high_lift=pl.col("family_high") - shift
    )
    counts = _counts(data)
    means = data.group_by("group").agg(pl.col("lift").mean()).sort(["lift", "group"], descending=[True, False])
    order = means["group"].to_list()
    figure, axes = panels(len(counts), 0.27 * len(order) + 0.75)
    for axis, players in zip(axes, counts, strict=True):
        rows_axis(axis, order)
        players_title(axis, players)
        axis.axvline(0, color=style.MUTED, linewidth=1, zorder=1)
        for row in data.filter(pl.col("players") == players).iter_rows(named=True):
            whisker(axis, order.index(row["group"]), row["lift"], row["low_lift"], row["high_lift"], filled=False)
        points_axis(axis, bins=ticks(len(counts)))
    at_least(axes, 0.02)
    figure.supxlabel("win chance per pick, pp from 1/players", fontsize=9)
    seen = data.filter((pl.col("low_lift") > 0) | (pl.col("high_lift") < 0))
    finding = "No character's holders win detectably more or less than an even share."
    if seen.height:
        more, less = seen.filter(pl.col("lift") > 0).sort("lift", descending=True), seen.filter(pl.col("lift") < 0).sort("lift")
        told = [
            f"of {_lift(rows.row(0, named=True), counts)} {word}"
            for rows, word in ((more, "win most often"), (less, "win least often"))
            if rows.height
        ]
        finding = f"Holders {', holders '.join(told)}; descriptive, not the character's doing."
    return finish(
        figure, slug, "Wins when held, win chance per pick (descriptive)", finding,
        "Descriptive: whoever is ahead drafts differently, so that a difference can have the wrong sign. It is not what "
        f"the character does, and it gets no verdict. {_INTERVALS}",
        f"Dot and whisker chart of win chance per pick for {len(order)} characters around 1/players, "
        f"{_panels(counts)}, where the finding is: {finding}",
        data.drop("lift", "low_lift", "high_lift"), "characters",
    )  # fmt: skip


def _lift(row: dict[str, Any], counts: Sequence[int]) -> str:
    at = f" at {row['players']} players" if len(counts) > 1 else ""
    return f"{style.title_of(row['group'])}{at} ({style.points(row['lift'], row['low_lift'], row['high_lift'])})"


_ATTACKS = {
    "murdered_when_held": ("murdered", style.VERMILLION, "o", True),
    "robbed_when_held": ("robbed", style.BLUE, "s", False),
    "bewitched_when_held": ("bewitched", style.GREEN, "D", True),
}
"""What befalls characters by others' powers: word, colour, marker, filled."""


def _attacks(table: pl.DataFrame, slug: str) -> Chart:
    happened = set(table.filter(pl.col("value") > 0)["metric"])
    metrics = {name: look for name, look in _ATTACKS.items() if name in happened} or dict(list(_ATTACKS.items())[:2])
    data = table.filter(pl.col("metric").is_in(list(metrics)))
    order, counts = _order(table, next(iter(metrics))), _counts(data)
    figure, axes = panels(len(counts), 0.3 * len(order) + 0.55)
    shifts = {name: 0.28 * (i - (len(metrics) - 1) / 2) for i, name in enumerate(metrics)}
    for axis, players in zip(axes, counts, strict=True):
        rows_axis(axis, order)
        players_title(axis, players)
        percent_axis(axis, bins=ticks(len(counts)))
        for row in data.filter(pl.col("players") == players).iter_rows(named=True):
            _, colour, marker, filled = metrics[row["metric"]]
            whisker(axis, order.index(row["group"]) + shifts[row["metric"]], row["value"], row["family_low"], row["family_high"],
                    colour=colour, marker=marker, filled=filled)  # fmt: skip
    handles = [
        Line2D([], [], color=colour, marker=marker, linestyle="", markersize=5.5, markerfacecolor=colour if filled else style.PAPER,
               label=f"{word} when held")
        for word, colour, marker, filled in metrics.values()
    ]  # fmt: skip
    figure.legend(handles=handles, loc="outside lower center", ncols=len(metrics))
    words = [word for word, *_ in metrics.values()]
    both = " and ".join(words) if len(words) < 3 else f"{', '.join(words[:-1])} and {words[-1]}"
    finding = _most_attacked(table, data, metrics)
    return finish(
        figure, slug, f"{both.capitalize()}, share of picks", finding, _INTERVALS,
        f"Dot and whisker chart of how often {len(order)} characters are {both} when held, {_panels(counts)}, "
        f"where the finding is: {finding}",
        data, "characters",
    )  # fmt: skip


def _most_attacked(table: pl.DataFrame, data: pl.DataFrame, metrics: Mapping[str, tuple[Any, ...]]) -> str:
    """Say who suffers each of these most often."""
    told: list[str] = []
    first = ""
    for name, (word, *_) in metrics.items():
        worst = _order(table, name)[0]
        share = _extreme(data.filter(pl.col("metric") == name), worst)
        if not told:
            first = worst
            told.append(f"{style.title_of(worst)} is {word} most often ({share} of its picks)")
        else:
            who = "it is also" if worst == first else f"{style.title_of(worst)} is"
            told.append(f"{who} {word} most often ({share})")
    return ", ".join(told) + "."


def _economy(table: pl.DataFrame, slug: str) -> Chart:
    metrics = (("gold_per_turn", "gold per turn played", "o"), ("builds_per_turn", "districts built per turn played", "s"))
    data = table.filter(pl.col("metric").is_in([name for name, _, _ in metrics]))
    order, counts = _order(table, "gold_per_turn"), _counts(data)
    figure, axes = panels(len(metrics), (0.24 + 0.04 * len(counts)) * len(order) + 0.75, share_x=False)
    # One shade and one line per number of players; the numbers themselves stand in the legend.
    shift = {players: (i - (len(counts) - 1) / 2) * min(0.22, 0.8 / len(counts)) for i, players in enumerate(counts)}
    colours = [style.BLUE, style.VERMILLION, style.GREEN, style.ORANGE, style.SKY, style.MUTED, style.INK]
    markers = "osD^vPX"
    for axis, (metric, label, _) in zip(axes, metrics, strict=True):
        rows_axis(axis, order)
        axis.set_xlabel(label)
        for row in data.filter(pl.col("metric") == metric).iter_rows(named=True):
            i = counts.index(row["players"])
            whisker(axis, order.index(row["group"]) + shift[row["players"]], row["value"], row["family_low"], row["family_high"],
                    colour=colours[i], marker=markers[i], filled=i % 2 == 0)  # fmt: skip
        ends = data.filter(pl.col("metric") == metric).select(pl.max_horizontal("value", "family_high").max()).item()
        axis.set_xlim(0, max(1.07 * ends, 0.1))
    if len(counts) > 1:
        handles = [
            Line2D([], [], color=colours[i], marker=markers[i], linestyle="", markersize=5,
                   markerfacecolor=colours[i] if i % 2 == 0 else style.PAPER, label=f"{players} players")
            for i, players in enumerate(counts)
        ]  # fmt: skip
        figure.legend(handles=handles, loc="outside lower center", ncols=len(counts))
    builders = _order(table, "builds_per_turn")
    gold, builds = (data.filter(pl.col("metric") == name) for name, _, _ in metrics)
    other = "it also" if builders[0] == order[0] else style.title_of(builders[0])
    finding = (
        f"{style.title_of(order[0])} earns most ({_extreme(gold, order[0], share=False)} gold a turn), "
        f"{other} builds most ({_extreme(builds, builders[0], share=False)} districts a turn)."
    )
    return finish(
        figure, slug, "Gold and building in a turn", finding, f"Murdered turns are left out. {_INTERVALS}",
        f"Dot and whisker charts of gold gained and districts built per turn for {len(order)} characters, "
        f"{'a mark for each of ' + _listed(counts) + ' players' if len(counts) > 1 else _panels(counts)}, where the finding is: {finding}",
        data, "characters",
    )  # fmt: skip


def _extreme(data: pl.DataFrame, group: str, *, share: bool = True) -> str:
    """A character's value, or its range over the panels."""
    return style.spread(data.filter(pl.col("group") == group).to_dicts(), share=share)


def _panels(counts: Sequence[int]) -> str:
    return f"at {counts[0]} players" if len(counts) == 1 else f"one panel each for {_listed(counts)} players"


def _listed(counts: Sequence[int]) -> str:
    words = [str(number) for number in counts]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
