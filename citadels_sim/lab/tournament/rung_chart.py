"""What every rung of a skill ladder gains, and how long the ladder is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import polars as pl

from citadels_sim.charts import style
from citadels_sim.charts.chart import Chart, Scale, in_panels, make_chart
from citadels_sim.charts.grids import Grid, figure_cell
from citadels_sim.charts.marks import named_tip
from citadels_sim.charts.points import Points
from citadels_sim.lab.tournament.rungs import SkillLadder
from citadels_sim.lab.tournament.skill_blocks import rung_words


def rung_chart(ladders: Sequence[SkillLadder], slug: str) -> Chart:
    """Draw the gain of every rung, the lowest at the bottom, one panel per variant and number of players; all have the same rungs."""
    margin, names = ladders[0].margin, [rung.strong for rung in reversed(ladders[0].rungs)]
    data = pl.concat([ladder.gains.filter(metric="gain") for ladder in ladders])
    rungs = [(rung.strong, rung.name, _table(ladder)) for ladder in ladders for rung in ladder.rungs]
    drawing = Points(
        data=data.hstack(pl.DataFrame(rungs, ["strong", "rung", "table"], orient="row")),
        scale=Scale("win chance above an even share, pp", least=4 * margin),
        rows=names,
        names=str,
        row="strong",
        panel="table",
        heads={words: words for words in map(_table, ladders)},
        margin=margin,
        size=0.34,
        tip=partial(named_tip, "rung"),
    )
    finding = rung_finding(ladders)
    return make_chart(
        drawing,
        slug,
        "What thinking harder gains, rung by rung",
        finding,
        "Each bot sits alone against copies of the one below it, in every seat in turn. The band is what does not count "
        f"({100 * margin:g} pp). Lines: 95 % intervals that hold for all rungs of a panel at once.",
        f"Dot and whisker chart of the gain of {len(names)} rungs, {in_panels(sorted({ladder.players for ladder in ladders}))}",
        data,
        "rungs",
    )


def _table(ladder: SkillLadder) -> str:
    return f"{ladder.variant}, {ladder.players} players"


def rung_finding(ladders: Sequence[SkillLadder]) -> str:
    """Return for each table how many rungs count, and whether the end of the ladder was reached."""
    return " ".join(f"{_table(ladder)}: {rung_words(ladder)}" for ladder in ladders)


def rung_grid(ladders: Sequence[SkillLadder]) -> Grid:
    """One row per table and rung, the lowest first, and one for all rungs together."""
    rows = []
    for ladder in ladders:
        gains, order = (ladder.gains.filter(metric=metric).to_dicts() for metric in ("gain", "order"))
        for rung, gain, share in zip(ladder.rungs, gains, order, strict=True):
            points = style.effect_of(gain)
            rows.append((f"{_table(ladder)}: {rung.name}", points, figure_cell(share), style.count(gain["count"])))
        (area,) = ladder.whole.to_dicts()
        rows.append((f"{_table(ladder)}: all rungs together", style.effect(area["value"], area["low"], area["high"]), "–", "–"))
    heads = ("Rung", "Gain", "Of what there is to gain", "Games")
    return Grid("The skill ladder: one bot against copies of the one below; 95 % intervals for all rungs at once", heads, tuple(rows))


def rung_charts(ladders: Sequence[SkillLadder]) -> list[tuple[Chart, Grid]]:
    """Draw all ladders, those with the same rungs together, each chart with its numbers."""
    groups: dict[tuple[str, ...], list[SkillLadder]] = {}
    for ladder in ladders:
        groups.setdefault(tuple(rung.name for rung in ladder.rungs), []).append(ladder)
    slugs = [f"skill-ladder{n + 1 if n else ''}" for n in range(len(groups))]
    return [(rung_chart(alike, slug), rung_grid(alike)) for alike, slug in zip(groups.values(), slugs, strict=True)]
