"""The versions of rules of one's own: what each of them brought the characters, this one last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from citadels_sim.judge.criteria import Judgement
from citadels_sim.report.evidence import Evidence
from citadels_sim.report.overview.summary import judging
from citadels_sim.report.overview.words import players_at
from citadels_sim.report.study_facts import EarlierVersion
from citadels_sim.show import drawing, page
from citadels_sim.show.blocks import Column, Heat, Row, Value, Verdict
from citadels_sim.show.charts import style
from citadels_sim.show.drawing import Group, Where
from citadels_sim.verdicts import OF_STRENGTH, place_of

_SHOWN: Final = 5
"""Earlier versions with a column: the last ones."""


def characters_by_version(evidence: Evidence, earlier: Sequence[EarlierVersion]) -> Group:
    """Lay the effects of picks under the versions side by side; a group without blocks where there are none."""
    blocks: list[drawing.Block] = []
    if evidence.changed is not None and earlier:
        own = [one for one in judging(evidence.verdicts) if one.criterion == "character" and one.variant == evidence.changed[1]]
        if own:
            blocks.append(page.drawn(_block(min(own, key=lambda one: one.players), earlier[-_SHOWN:]), Where("")))
    return Group("Characters, version by version", blocks, "half")


def _block(now: Judgement, earlier: Sequence[EarlierVersion]) -> Heat:
    alike = [one for one in earlier if one.players == now.players and one.characters]
    rows = tuple(
        Row(
            style.title_of(member.group),
            (
                *(_value(one.characters.get(member.group)) for one in alike),
                Value(member.value, member.low, member.high, "points", Verdict(OF_STRENGTH[place_of(now.state_of(member), member.off)])),
            ),
            member.group,
        )
        for member in sorted(now.members, key=lambda member: -member.value)
    )
    assert not isinstance(now.limit, tuple)
    return Heat(
        slug="versions",
        title="Characters, version by version",
        table="versions",
        cell=now.table,
        finding=f"Effect of a pick under each version of the rules ({players_at([now.players], [now.lineup])}).",
        unit="percentage points of win chance",
        how="Each from its own study; the differences on the same deals are above.",
        members="characters of a version",
        basis="",
        head="Character",
        columns=(*(Column(f"Version {one.number}") for one in alike), Column("This version")),
        rows=rows,
        limit=now.limit,
    )


def _value(figure: tuple[float, float | None, float | None] | None) -> Value:
    return Value(None, unit="count") if figure is None else Value(*figure)
