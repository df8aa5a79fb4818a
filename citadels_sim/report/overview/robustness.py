"""Robustness: whether a result with one bot holds with the others."""

from __future__ import annotations

from typing import Final

from citadels_sim.charts import style
from citadels_sim.lab.criteria import Judgement, Member
from citadels_sim.lab.tournament.seat_blocks import seat_head
from citadels_sim.lineups import lineup_words
from citadels_sim.report.evidence import Evidence
from citadels_sim.report.overview.words import member_state
from citadels_sim.report.where import where
from citadels_sim.show.axis import Axis, axis
from citadels_sim.show.drawing import Dots, Figure, Mark, Row
from citadels_sim.text import join

_NAMED: Final = 3
_UNIT: Final = "\u00a0pp"

_Effects = list[tuple[Judgement, Member]]


def over_bots(evidence: Evidence, criterion: str) -> list[Dots]:
    """Chart the figures of seats or characters with every family of bots, table by table, where there are several."""
    tables: dict[tuple[str, int], dict[str, _Effects]] = {}
    for one in evidence.verdicts:
        if one.criterion == criterion and one.lineup in evidence.families:
            for member in one.members:
                tables.setdefault((one.variant, one.players), {}).setdefault(member.group, []).append((one, member))
    several = {key: groups for key, groups in tables.items() if len({one.lineup for effects in groups.values() for one, _ in effects}) > 1}
    return [_table(evidence, criterion, *key, groups) for key, groups in several.items()]


def _table(evidence: Evidence, criterion: str, variant: str, players: int, groups: dict[str, _Effects]) -> Dots:
    limit = next(iter(groups.values()))[0][0].limit
    assert not isinstance(limit, tuple)
    values = [100 * member.value for effects in groups.values() for _, member in effects]
    scale = axis(values, allowed=(-100 * limit, 100 * limit), signed=True)
    order = (
        sorted(groups, key=lambda name: -sum(m.value for _, m in groups[name]) / len(groups[name]))
        if criterion == "character"
        else list(groups)
    )
    rows = tuple(_row(evidence, criterion, variant, players, name, groups[name], scale) for name in order)
    differs = [row.head for row in rows if row.figure.interval]
    kept = [_name(criterion, name) for name in order if _agree(groups[name])]
    names = list(dict.fromkeys(one.lineup for effects in groups.values() for one, _ in effects))
    bots = style.listed([lineup_words(name) for name in names])
    finding = (
        f"Of {bots}, some are helped and others harmed by: {join(differs, _NAMED)}."
        if differs
        else f"No {criterion} is shown to help one of {bots} and to harm another."
    )
    if kept:
        finding += f" Beyond limits with {bots}{' alike' * (len(names) > 1)}: {join(kept, _NAMED)}."
    how = f"A mark for each bot ({bots}), in percentage points of win chance; the line spans them. Band: balanced."
    head = "Character" if criterion == "character" else "Seat"
    return Dots(where(evidence, variant, players), finding, how, folded=False, head=head, axis=scale, rows=rows)


def _row(evidence: Evidence, criterion: str, variant: str, players: int, name: str, effects: _Effects, scale: Axis) -> Row:
    marks = tuple(
        Mark(
            scale.at(100 * member.value),
            member_state(one, member),
            f"{lineup_words(one.lineup)}: {style.points(member.value, member.low, member.high)}",
        )
        for one, member in effects
    )
    least, most = min(member.value for _, member in effects), max(member.value for _, member in effects)
    known = evidence.reaches.get((criterion, variant, players, name))
    text = style.points(least) if len(effects) == 1 else f"{style.points(least).removesuffix(_UNIT)} to {style.points(most)}"
    turns = known is not None and known["differs"]
    ends = sorted(effects, key=lambda each: each[1].value)
    shown = ends if len(ends) <= _NAMED else [ends[0], ends[-1]]
    note = ", ".join(f"{lineup_words(one.lineup)} {style.points(member.value).removesuffix(_UNIT)}" for one, member in shown)
    line = scale.at(100 * least), scale.at(100 * most)
    return Row(_name(criterion, name), Figure(text, "helps and harms" if turns else ""), marks, line, note=note)


def _name(criterion: str, name: str) -> str:
    return style.title_of(name) if criterion == "character" else seat_head(name)


def _agree(effects: _Effects) -> bool:
    """Whether a figure is shown to be out of balance, on the same side, with every bot of several."""
    sides = [(member_state(one, member), member.value > 0) for one, member in effects]
    return len(effects) > 1 and len(set(sides)) == 1 and sides[0][0] == "fails"
