"""Length and flow: how long games are, what is decided when, dead turns, interaction, skill, luck; by number of players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import polars as pl

from citadels_sim.charts import style
from citadels_sim.lab.criteria import CRITERIA, Judgement
from citadels_sim.limits import ends
from citadels_sim.report.card import limit_words
from citadels_sim.report.evidence import Evidence
from citadels_sim.report.overview.words import member_figure, percent, player_words
from citadels_sim.report.where import where
from citadels_sim.show.axis import axis
from citadels_sim.show.blocks import too_few
from citadels_sim.show.drawing import Curve, Dots, Figure, Group, Mark, Row
from citadels_sim.statistics.verdicts import LEAST_COUNT

_MEASURES: Final = {
    "rounds": "Length",
    "dead_turns": "Dead turns",
    "interaction": "Interaction",
    "decisiveness": "Decided after",
    "skill": "Skill",
}
_HOW: Final = {
    "rounds": "Rounds: median; the line spans 5 to 95 % of the games. Mark: 95 % are over.",
    "dead_turns": "Turns lost to murder and bewitchment.",
    "interaction": "Hits on other players per turn.",
    "decisiveness": "Part of the rounds after which the winner's chance stays above 80 %.",
    "skill": "How far the best bot comes from an even share of wins to winning always.",
}  # fmt: skip
_TENTHS: Final = (20, 40, 60, 80)

_Arm = tuple[str, str]  # variant, line-up


def flow_groups(evidence: Evidence) -> list[Group]:
    """Return a small chart of every measure, with a row for each number of players."""
    groups = []
    for criterion, title in _MEASURES.items():
        arms: dict[_Arm, list[Judgement]] = {}
        for one in evidence.verdicts:
            if one.criterion == criterion:
                arms.setdefault((one.variant, one.lineup), []).append(one)
        if arms:
            groups.append(Group(title, [_measure(evidence, arm, judged) for arm, judged in arms.items()], "third"))
    return groups


def _measure(evidence: Evidence, arm: _Arm, judged: Sequence[Judgement]) -> Dots:
    variant, lineup = arm
    judged = sorted(judged, key=lambda one: one.players)
    key = judged[0].criterion
    scale, entry = CRITERIA[key].per_unit, CRITERIA[key]
    allowed = ends(entry.side, judged[0].limit)
    spans = {id(one): _span(one) for one in judged}
    values = [value for one in judged for value in (*spans[id(one)], one.worst.value)]
    unit = "\u00a0%" if scale == 100 else ""
    least = [0.0] if key in ("dead_turns", "rounds") else []
    line = axis([None if v is None else scale * v for v in (*values, *least)], allowed=(scale * allowed[0], scale * allowed[1]), unit=unit)
    rows = []
    for one in judged:
        low, high = spans[id(one)]
        marks: tuple[Mark, ...] = (Mark(line.at(scale * one.worst.value), one.state),)
        shown = member_figure(key, one.worst)
        if key == "rounds":
            middle = one.extra["length"]["rounds_median"]
            marks = (Mark(line.at(middle), "middle"), *marks)
            shown = Figure(f"{middle:.0f} rounds", f"{low:.0f} to {high:.0f}")
        span = None if low is None or high is None else (line.at(scale * low), line.at(scale * high))
        rows.append(Row(f"{one.players} players", shown, marks, span, one.state, one.players))
    how = f"{_HOW[key]} Band: {limit_words(key, judged[0].limit)}."
    place = where(evidence, variant, None, lineup)
    if key == "skill":  # several bots of one table have it: it is shown with each of them
        place = replace(place, lineup=None)
    return Dots(place, _measure_finding(judged), how, folded=False, head="Table", axis=line, rows=tuple(rows))


def _span(one: Judgement) -> tuple[float | None, float | None]:
    """Return what the line of a row spans: the interval, of lengths most of the games."""
    if one.criterion == "rounds":
        length = one.extra["length"]
        return length["rounds_q05"], length["rounds_q95"]
    return one.worst.low, one.worst.high


def _measure_finding(judged: Sequence[Judgement]) -> str:
    """Describe in the criterion's own words how it comes out, number of players by number of players where that differs."""
    words: dict[str, list[int]] = {}
    for one in judged:
        words.setdefault(one.word, []).append(one.players)
    if len(words) == 1:
        return f"{next(iter(words)).capitalize()} at {'every table' if len(judged) > 1 else 'this table'}."
    return f"{'; '.join(f'{word} at {player_words(players)}' for word, players in words.items()).capitalize()}."


def leader_curves(evidence: Evidence) -> list[Curve]:
    """Draw how often the leader by score goes on to win, over the course of the game, table by table."""
    views = []
    for flow in evidence.flows:
        curves = flow.curves.filter(pl.col("curve") == "leader.wins", pl.col("x") < 100)
        deals = {cell.key: cell.blocks for cell in flow.run.manifest.cells}
        for key, rows in curves.group_by("variant", "players", "lineup", maintain_order=True):
            cell = str(key[0]), int(str(key[1])), str(key[2])
            views.append(_curve(evidence, cell, deals[cell], rows.sort("x").to_dicts()))
    return views


def _curve(evidence: Evidence, key: tuple[str, int, str], deals: int, rows: Sequence[Mapping[str, Any]]) -> Curve:
    def points(end: str) -> list[str]:
        return [f"{row['x']:g},{100 - 100 * (row['value'] if row[end] is None else row[end]):.4g}" for row in rows]

    at = {row["x"]: row for row in rows}
    even, half = 1 / key[1], at.get(50.0, rows[len(rows) // 2])
    values = tuple((f"{tenth}\u00a0%", percent(at[tenth])) for tenth in _TENTHS if tenth in at)
    finding = f"Half-way through, the leader goes on to win {percent(half).text} of the games; an even share is {style.percent(even)}."
    finding = too_few(deals) if deals < LEAST_COUNT else finding
    how = "Win chance of the leader by score, over the part of the rounds that is over. Dashed: an even share. Band: 95 % intervals."
    return Curve(
        where(evidence, *key), finding, how, folded=False, line=" ".join(points("value")),
        area=" ".join([*points("low"), *reversed(points("high"))]), even=round(100 - 100 * even, 2),
        x=tuple((x, f"{x}\u00a0%") for x in (0, 25, 50, 75, 100)), y=tuple((100 - y, f"{y}\u00a0%") for y in (0, 25, 50, 75, 100)),
        head="Rounds over", values=values,
    )  # fmt: skip
