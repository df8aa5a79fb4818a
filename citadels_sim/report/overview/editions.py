"""Editions compared: what the characters of several editions bring, side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from citadels_sim.charts import style
from citadels_sim.lab.criteria import Judgement, Member
from citadels_sim.report.evidence import Evidence
from citadels_sim.report.overview.words import member_cell, member_state
from citadels_sim.report.where import edition, where
from citadels_sim.show.drawing import Heat, Line
from citadels_sim.text import join

_NAMED: Final = 3


def character_editions(evidence: Evidence) -> list[Heat]:
    """Lay the effects of characters of several editions side by side, a table for each number of players and line-up."""
    views = []
    tables: dict[tuple[int, str], dict[str, Judgement]] = {}
    for one in evidence.verdicts:
        if one.criterion == "character":
            tables.setdefault((one.players, one.lineup), {}).setdefault(one.variant, one)
    for (players, lineup), judged in tables.items():
        members = {(variant, member.group): member for variant, one in judged.items() for member in one.members}
        counts = {name: sum(group == name for _, group in members) for _, name in members}
        shared = [name for name, count in counts.items() if count > 1]
        if len(judged) > 1 and shared:
            views.append(_side_by_side(evidence, players, lineup, judged, members, shared))
    return views


def _side_by_side(
    evidence: Evidence,
    players: int,
    lineup: str,
    judged: Mapping[str, Judgement],
    members: Mapping[tuple[str, str], Member],
    shared: Sequence[str],
) -> Heat:
    known = {(variant, name): (judged[variant], member) for (variant, name), member in members.items()}
    order = sorted(shared, key=lambda name: -max(abs(member.value) for (_, group), member in members.items() if group == name))
    sharing = [variant for variant in judged if any((variant, name) in members for name in shared)]
    lines = tuple(Line(style.title_of(name), tuple(member_cell(known.get((variant, name))) for variant in sharing)) for name in order)
    turned = [name for name in shared if _turns([known[variant, name] for variant in judged if (variant, name) in known])]
    finding = f"{len(shared)} characters are in several editions; "
    finding += (
        f"{join([style.title_of(name) for name in turned], _NAMED)} changes sides."
        if turned
        else "none is shown to be too strong in one and too weak in another."
    )
    how = "Percentage points of win chance per pick. ✗ too strong or too weak, ✓ balanced, ? undecided; –: not in the cast."
    columns = tuple((edition(variant), None) for variant in sharing)
    return Heat(where(evidence, None, players, lineup), finding, how, folded=False, columns=columns, lines=lines)


def _turns(effects: Sequence[tuple[Judgement, Member]]) -> bool:
    return len({member.value > 0 for one, member in effects if member_state(one, member) == "fails"}) == 2
