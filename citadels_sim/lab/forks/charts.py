"""Charts of what a pick brings: causal effects, a plain win rate beside them, popularity against power, one edition against another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl
from scipy import stats

from citadels_sim.charts import style
from citadels_sim.charts.by_character import INTERVALS, most_first
from citadels_sim.charts.chart import Chart, Scale, in_panels, make_chart, player_counts
from citadels_sim.charts.families import range_words
from citadels_sim.charts.marks import VERDICTS, Look, Row, tip_of
from citadels_sim.charts.points import Points
from citadels_sim.charts.slopes import Slope, Slopes
from citadels_sim.verdicts import STATES

_BAND = "The band is the margin of {:g} pp declared beforehand."
_PAIR = {
    "win_lift": Look("win rate less 1/players (naive)", style.VERMILLION, "s", filled=False),
    "win_effect": Look("effect of the pick (causal)", style.BLUE),
}


def forest_chart(
    effects: pl.DataFrame, verdicts: pl.DataFrame, margin: float, slug: str, reaches: Mapping[tuple[int, str], Row] | None = None
) -> Chart:
    """Draw the effect of each character on who picks it, one panel per number of players.

    Parameters
    ----------
    effects, verdicts : polars.DataFrame
        Rows of `ForkAnalysis.effects` and `.verdicts` of one variant and line-up.
    margin : float
        Win chance per pick that does not matter.
    slug : str
        Stem of the chart's files.
    reaches : mapping, optional
        Players and character -> range over families of bots (a row of `lab.robustness.ranges`), for its finding.
    """
    data = effects.filter(metric="win_effect")
    order = most_first(data, "win_effect")
    words = {(row["players"], row["character"]): row["verdict"] for row in verdicts.iter_rows(named=True)}
    drawing = Points(
        data=data.join(verdicts.select("players", "verdict", group="character"), on=["players", "group"], maintain_order="left"),
        scale=Scale("effect of a pick, pp of win chance", least=4 * margin), rows=order, series="verdict", looks=VERDICTS,
        margin=margin, tip=_forest_tip,
    )  # fmt: skip
    finding = _forest_finding(data, words, reaches or {})
    return make_chart(
        drawing, slug, "What picking a character brings (causal)", finding,
        "Each pick was tried with every character on a copy of the same game; 0 is the mean of all that could be picked. "
        f"{_BAND.format(100 * margin)} {INTERVALS}",
        f"Dot and whisker chart of the effect of {len(order)} characters on the win chance of who picks them, "
        f"{in_panels(player_counts(data))}", data, "character_effects",
    )  # fmt: skip


def _forest_tip(row: Row) -> str:
    return f"{tip_of(row)}; {row['verdict']}"


def _forest_finding(data: pl.DataFrame, words: Mapping[tuple[int, str], str], reaches: Mapping[tuple[int, str], Row]) -> str:
    def phrase(row: Row) -> str:
        reach = reaches.get((row["players"], row["group"]))
        shown = style.effect_of(row) + (f"; {range_words(reach)}" if reach else "")
        return f"{style.title_of(row['group'])} at {row['players']} players ({shown})"

    off = [row for row in data.iter_rows(named=True) if STATES[words[row["players"], row["group"]]] == "fails"]
    if off:
        parts = [
            f"{verb} {phrase(pick(rows, key=lambda row: row['value']))}"
            for verb, pick, rows in (
                ("Strongest is", max, [row for row in off if row["value"] > 0]),
                ("weakest is", min, [row for row in off if row["value"] < 0]),
            )
            if rows
        ]  # fmt: skip
        text = ", ".join(parts)
        return f"{text[0].upper()}{text[1:]}: shown to lie outside the margin."
    known = [row for row in data.iter_rows(named=True) if row["family_low"] is not None]
    if not known:
        return "Too few nodes to say what a pick brings."
    far = max(known, key=lambda row: abs(row["value"]))
    if all(word == "balanced" for word in words.values()):
        return f"Every character is shown to lie within the margin; farthest out is {phrase(far)}."
    return f"No character is shown to lie outside the margin, and not all within it; farthest out is {phrase(far)}."


def dumbbell_chart(effects: pl.DataFrame, margin: float, slug: str) -> Chart:
    """Draw beside each causal effect what the win rate of its pickers says (rows of `ForkAnalysis.effects`)."""
    data = effects.filter(pl.col("metric").is_in(["win_effect", "win_lift"]))
    order = most_first(data, "win_effect")
    drawing = Points(
        data=data.sort("metric", descending=True, maintain_order=True), scale=Scale("pp of win chance per pick", least=4 * margin),
        rows=order, series="metric", looks=_PAIR, ends=None, joined=True, margin=margin,
    )  # fmt: skip
    finding = _dumbbell_finding(data)
    return make_chart(
        drawing, slug, "What a plain win rate would say", finding,
        "The naive figure also depends on who gets to pick: the leader often picks first and has the choice. Intervals of both are among "
        "the numbers.",
        f"Dumbbell chart of causal effect and naive win lift of {len(order)} characters, "
        f"{in_panels(player_counts(data))}", data, "character_effects",
    )  # fmt: skip


def _dumbbell_finding(data: pl.DataFrame) -> str:
    wide = data.pivot("metric", index=["players", "group"], values=["value", "family_low", "family_high"]).drop_nulls()
    if not wide.height:
        return "Too few nodes to compare the two."
    wrong = wide.filter(
        (pl.col("value_win_effect") * pl.col("value_win_lift") < 0)
        & ((pl.col("family_low_win_effect") > 0) | (pl.col("family_high_win_effect") < 0))
        & ((pl.col("family_low_win_lift") > 0) | (pl.col("family_high_win_lift") < 0))
    )
    gap = wide.with_columns(gap=pl.col("value_win_lift") - pl.col("value_win_effect")).sort(pl.col("gap").abs(), descending=True)
    if not gap.height:
        return "No character has both a win rate and an effect."
    row = gap.row(0, named=True)
    far = (
        f"it says {style.points(row['value_win_lift'], row['family_low_win_lift'], row['family_high_win_lift'])} of "
        f"{style.title_of(row['group'])} at {row['players']} players, where the pick brings "
        f"{style.points(row['value_win_effect'], row['family_low_win_effect'], row['family_high_win_effect'])}"
    )
    if wrong.height:
        names = style.listed([f"{style.title_of(one['group'])} at {one['players']} players" for one in wrong.iter_rows(named=True)][:3])
        return f"A plain win rate has the wrong sign for {names}; farthest off, {far}."
    return f"Where a plain win rate is farthest off, {far}."


def quadrant_chart(effects: pl.DataFrame, margin: float, slug: str) -> Chart:
    """Draw how often a character is picked against what picking it brings (rows of `ForkAnalysis.effects`)."""
    data = effects.filter(pl.col("metric").is_in(["win_effect", "pick_share"]))
    counts = player_counts(data)
    share = data.filter(metric="pick_share").select("players", "group", share="value", share_low="family_low", share_high="family_high")
    titles = pl.col("group").map_elements(style.title_of, pl.String)
    pairs = data.filter(metric="win_effect").join(share, on=["players", "group"]).with_columns(title=titles)
    pairs = pairs.sort("value", "group", descending=[True, False])
    here = {players: pairs.filter(players=players) for players in counts}
    drawing = Points(
        data=pairs, scale=Scale("effect of a pick, pp of win chance"), across=Scale("picked when it could be", "%"), row="share",
        spread=("share_low", "share_high"), label="title", margin=margin, size=2.9, most=2,
        dashed={players: rows["share"].to_numpy().mean() for players, rows in here.items() if rows.height},
        tip=_quadrant_tip,
    )  # fmt: skip
    correlations = [float(stats.spearmanr(rows["share"], rows["value"]).statistic) for rows in here.values() if rows.height > 2]
    finding = _quadrant_finding(correlations)
    return make_chart(
        drawing, slug, "Popularity and power", finding,
        "Above the band and left of the dashed line (the mean): underrated by these bots; below and right: overrated. "
        "Crosses: 95 % intervals that hold for all characters of a panel at once.",
        f"Scatter chart of how often characters are picked against what picking them brings, {in_panels(counts)}",
        data, "character_effects",
    )  # fmt: skip


def _quadrant_tip(row: Row) -> str:
    return f"{tip_of(row)}; picked {style.percent(row['share'])}"


def _quadrant_finding(correlations: Sequence[float]) -> str:
    known = [value for value in correlations if value == value]
    if not known:
        return "There are too few characters to compare popularity with power."
    low, high = f"{min(known):.2f}".replace("-", "−"), f"{max(known):.2f}".replace("-", "−")
    word = (
        "mostly pick what is strong"
        if min(known) > 0.5
        else "often pick what is weak"
        if max(known) < 0
        else "only partly pick what is strong"
    )
    return f"The bots {word}: rank correlation of popularity and power {low if low == high else f'{low} to {high}'}."


def slope_chart(table: pl.DataFrame, old: str, new: str, slug: str) -> Chart:
    """Draw the effect of each character that two editions share, old to new (rows of `effect_differences`)."""
    counts = player_counts(table)
    drawn = {
        f"{players} players": [
            Slope(name=style.title_of(row["group"]), ends=(row["a"], row["b"]), shown=(1 if row["difference"] > 0 else -1) * _changed(row),
                  tip=f"{style.title_of(row['group'])}: {style.effect_of(row, 'difference')}, n = {row['blocks']} deals")
            for row in table.filter(players=players).sort("group").iter_rows(named=True)
        ]
        for players in counts
    }  # fmt: skip
    drawing = Slopes(panels=drawn, words="effect of a pick, pp of win chance")
    finding = _slope_finding(table)
    return make_chart(
        drawing, slug, f"Characters from {old} to {new}", finding,
        f"Old: {old}; new: {new}. Bold: the change, paired on the same deals, differs from 0 (95 % intervals for all characters of "
        "a panel at "
        "once; the table has them).",
        f"Slope chart of the effect of {table['group'].n_unique()} characters from {old} to {new}, {in_panels(counts)}",
        table, "effect_differences",
    )  # fmt: skip


def _changed(row: Mapping[str, Any]) -> bool:
    return row["family_low"] is not None and (row["family_low"] > 0 or row["family_high"] < 0)


def _slope_finding(table: pl.DataFrame) -> str:
    sure = sorted((row for row in table.iter_rows(named=True) if _changed(row)), key=lambda row: -abs(row["difference"]))
    if not sure:
        return "No character's effect is shown to change from the old edition to the new one."
    row = sure[0]
    verb = "gains" if row["difference"] > 0 else "loses"
    rest = f"changes beyond chance: {len(sure)} of {table.height}"
    return f"{style.title_of(row['group'])} {verb} most, {style.effect_of(row, 'difference')} at {row['players']} players; {rest}."
