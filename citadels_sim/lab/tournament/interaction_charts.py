"""Charts of the interaction section: what befalls characters, how often powers are used and what they bring, on whom they fall."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from citadels_sim.charts import style
from citadels_sim.charts.by_character import INTERVALS, most_first, range_of
from citadels_sim.charts.chart import Chart, Scale, in_panels, make_chart, marks_words, player_counts
from citadels_sim.charts.lines import NumberLines
from citadels_sim.charts.marks import Look, beside
from citadels_sim.charts.points import Points
from citadels_sim.lab.tournament.interaction_metrics import INTERACTION_METRICS


def interaction_charts(table: pl.DataFrame, prefix: str) -> list[Chart]:
    """Draw what the characters of one variant and line-up do to each other (rows of ``characters``), as far as it happened."""
    charts = [_attacks(table, f"{prefix}attacks"), _powers(table, f"{prefix}powers"), _burdens(table, f"{prefix}burdens")]
    return [chart for chart in charts if chart is not None]


_ATTACKS = {
    "murdered_when_held": Look("murdered when held", style.VERMILLION),
    "robbed_when_held": Look("robbed when held", style.BLUE, "s", filled=False),
    "bewitched_when_held": Look("bewitched when held", style.GREEN, "D"),
}
"""What befalls characters by others' powers."""


def _attacks(table: pl.DataFrame, slug: str) -> Chart:
    happened = set(table.filter(pl.col("value") > 0)["metric"])
    looks = beside({name: look for name, look in _ATTACKS.items() if name in happened} or dict(list(_ATTACKS.items())[:2]), 0.28)
    data = table.filter(pl.col("metric").is_in(list(looks)))
    order = most_first(table, next(iter(looks)))
    drawing = Points(data=data, scale=Scale(unit="%"), rows=order, series="metric", looks=looks, size=0.3)
    both = style.listed([_word(look) for look in looks.values()])
    finding = _most_attacked(table, data, looks)
    return make_chart(
        drawing, slug, f"{both.capitalize()}, share of picks", finding, INTERVALS,
        f"Dot and whisker chart of how often {len(order)} characters are {both} when held, "
        f"{in_panels(player_counts(data))}",
        data, "characters",
    )  # fmt: skip


def _word(look: Look) -> str:
    return look.label.partition(" ")[0]


def _most_attacked(table: pl.DataFrame, data: pl.DataFrame, looks: Mapping[str, Look]) -> str:
    """State who suffers each of these most often."""
    phrases: list[str] = []
    first = ""
    for name, look in looks.items():
        word = _word(look)
        worst = most_first(table, name)[0]
        share = range_of(data.filter(pl.col("metric") == name), worst)
        if not phrases:
            first = worst
            phrases.append(f"{style.title_of(worst)} is {word} most often ({share} of its picks)")
        else:
            who = "it is also" if worst == first else f"{style.title_of(worst)} is"
            phrases.append(f"{who} {word} most often ({share})")
    return ", ".join(phrases) + "."


_OWN = pl.DataFrame(
    [(owner, metric.name) for metric in INTERACTION_METRICS for owner in metric.owners or ()], ["group", "metric"], orient="row"
)
"""Whose power a figure is about."""
_SHARE, _PER_TURN, _GOLD = "_share", "_per_turn", "gold per own turn"
_NOUNS = {metric.name: metric.title.partition(":")[0].lower() for metric in INTERACTION_METRICS}
"""What a power is called, by the figures about it: ``tithe``."""


def _powers(table: pl.DataFrame, slug: str) -> Chart | None:
    """Draw how often each power is used by whose it is, and what gold it brings."""
    data = table.filter(pl.col("metric").is_in(_OWN["metric"].unique().to_list()) & (pl.col("value") > 0).any().over("group", "metric"))
    own = data.join(_OWN, on=["group", "metric"], how="semi")
    used, gold = own.filter(pl.col("metric").str.ends_with(_SHARE)), own.filter(pl.col("unit") == _GOLD)
    if not used.height:
        return None
    means = used.group_by("group", "metric").agg(pl.col("value").mean()).sort("value", "group", descending=[True, False])
    rows = {(group, metric.removesuffix(_SHARE)): f"{style.title_of(group)}: {_NOUNS[metric]}" for group, metric, _ in means.iter_rows()}
    power = pl.col("metric").str.strip_suffix(_SHARE).str.strip_suffix(_PER_TURN)
    known = pl.DataFrame([(*key, words) for key, words in rows.items()], ["group", "power", "row"], orient="row")
    scales = {name: Scale("share of own turns", "%") for name in used["metric"].unique(maintain_order=True)}
    scales |= {name: Scale(_GOLD, "number") for name in gold["metric"].unique(maintain_order=True)}
    drawn = own.filter(pl.col("metric").is_in(list(scales))).with_columns(power=power)
    drawn = drawn.join(known, on=["group", "power"], maintain_order="left")
    drawing = NumberLines(data=drawn, scales=scales, rows=list(rows.values()), row="row", names=str)
    finding = _powers_finding(used, gold, means)
    return make_chart(
        drawing, slug, "Powers: how often they are used, what gold they bring", finding,
        "Used: at least one gold, gift or district came of it. An own turn is one neither murdered nor bewitched. Where there is no mark "
        f"for gold, the power brings something else. {_witch_note(data)}{INTERVALS}",
        f"Dot and whisker charts of the share of own turns in which {len(rows)} powers were used and of the gold they brought per turn, "
        f"{marks_words(player_counts(used))}",
        data, "characters",
    )  # fmt: skip


def _witch_note(data: pl.DataFrame) -> str:
    return "What the Witch does as another stands among the numbers. " if "witch" in data["group"] else ""


def _powers_finding(used: pl.DataFrame, gold: pl.DataFrame, means: pl.DataFrame) -> str:
    """State which power is used most, and which brings most gold."""

    def phrases(group: str, metric: str) -> str:
        return f"the {style.title_of(group)}'s {_NOUNS[metric]}"

    group, metric, _ = means.row(0)
    most = phrases(group, metric)
    share = range_of(used.filter(pl.col("metric") == metric), group)
    finding = f"T{most[1:]} is used most often ({share} of own turns)"
    if gold.height:
        best = gold.group_by("group", "metric").agg(pl.col("value").mean()).sort("value", "group", descending=[True, False])
        group, metric, _ = best.row(0)
        amount = range_of(gold.filter(pl.col("metric") == metric), group, share=False)
        richest = phrases(group, metric)
        finding += f"{' and' if richest == most else f', {richest}'} brings most gold ({amount} a turn)"
    return f"{finding}."


_BURDENS = {
    "gold_lost_per_pick": ("gold lost\nper pick", "most gold is lost by", "a pick"),
    "tax_paid_per_pick": ("tax paid,\ngold per pick", "most tax is paid by", "gold a pick"),
    "tithes_given_per_pick": ("tithes given,\ngold per pick", "most tithes are given by", "gold a pick"),
    "gifts_given_per_pick": ("gifts given\nper pick", "most gifts are given by", "a pick"),
    "districts_lost_per_pick": ("districts lost\nper pick", "most districts are lost by", "a pick"),
}
"""What powers do to others: words under the axis, words of the finding."""


def _burdens(table: pl.DataFrame, slug: str) -> Chart | None:
    """Draw on whom the powers fall, one panel each."""
    happened = set(table.filter(pl.col("value") > 0)["metric"])
    metrics = [name for name in _BURDENS if name in happened]
    if not metrics:
        return None
    somewhere = (pl.col("value") > 0).any().over("metric", "players")
    data = table.filter(pl.col("metric").is_in(metrics) & somewhere)
    if "stolen_share" not in happened and len(metrics) > 2:  # all gold was lost in the ways that stand beside it
        metrics = [name for name in metrics if name != "gold_lost_per_pick"]
    order = most_first(data, metrics[0])
    scales = {name: Scale(_BURDENS[name][0], "number") for name in metrics}
    drawing = NumberLines(data=data, scales=scales, rows=order)
    axis_names = [" ".join(scale.words.replace(",", "").split()) for scale in scales.values()]
    phrases = []
    for name in metrics:
        worst = most_first(data, name)[0]
        amount = range_of(data.filter(pl.col("metric") == name), worst, share=False)
        phrases.append(f"{_BURDENS[name][1]} {style.title_of(worst)} ({amount} {_BURDENS[name][2]})")
    finding = f"M{', '.join(phrases)[1:]}."
    return make_chart(
        drawing, slug, "On whom the powers fall", finding,
        f"Per pick, murdered or not; what falls on a player with two characters stands with the last one. {INTERVALS}",
        f"Dot and whisker charts of {style.listed(axis_names)} for {len(order)} characters, "
        f"{marks_words(player_counts(data))}",
        data, "characters",
    )  # fmt: skip
