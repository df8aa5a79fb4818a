"""Editions compared: what another edition changes on the same deals, and what its characters bring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import polars as pl

from citadels_sim.charts import style
from citadels_sim.lab.criteria import Judgement, Member
from citadels_sim.lab.tournament.edition_charts import FIGURES
from citadels_sim.report.evidence import Evidence
from citadels_sim.report.overview.words import join, member_cell, member_state
from citadels_sim.report.where import edition, where
from citadels_sim.show.axis import axis
from citadels_sim.show.blocks import Value, too_few
from citadels_sim.show.drawing import Dots, Figure, Heat, Line, Mark, Row
from citadels_sim.statistics.ratios import LEAST_COUNT
from citadels_sim.verdicts import OF_LIMITS, STATES

_NAMED: Final = 3


def differences(evidence: Evidence) -> list[Dots]:
    """Chart what each edition changes against the first one, in margins, table by table."""
    views = []
    for each in evidence.comparisons:
        table = each.table.filter(
            pl.col("table") == "game", pl.col("metric").is_in(list(FIGURES)), pl.col("margin") > 0, pl.col("difference").is_not_null()
        )
        for key, rows in table.group_by("players", "lineup", maintain_order=True):
            views.append(_changes(evidence, (each.a, each.b), int(str(key[0])), str(key[1]), rows.to_dicts()))
    return views


def _changes(evidence: Evidence, pair: tuple[str, str], players: int, lineup: str, rows: Sequence[Mapping[str, Any]]) -> Dots:
    old, new = pair
    sizes = [row[end] / row["margin"] for row in rows for end in ("difference", "family_low", "family_high") if row[end] is not None]
    scale = axis(sizes, allowed=(-1.0, 1.0), signed=True)
    shown = []
    for row in rows:
        words, unit, factor = FIGURES[row["metric"]]
        state = STATES.get(row["verdict"] or "", "open")
        low, high = (None if row[end] is None else scale.at(row[end] / row["margin"]) for end in ("family_low", "family_high"))
        note = f"{row['a'] * factor:.1f} → {row['b'] * factor:.1f}, margin {row['margin'] * factor:g}"
        shown.append(
            Row(
                words,
                _difference(row, unit, factor),
                () if low is None else (Mark(scale.at(row["difference"] / row["margin"]), state),),
                None if low is None or high is None else (low, high),
                state,
                note=note if low is not None or row["se"] == 0 else "",
            )
        )
    different = [row for row in rows if row["verdict"] == OF_LIMITS["fails"]]
    quiet = all(row["verdict"] == OF_LIMITS["holds"] for row in rows)
    names = [f"{FIGURES[row['metric']][0].lower()} {_difference(row, *FIGURES[row['metric']][1:]).text}" for row in different]
    against = f"{edition(new)} against {edition(old)}"
    deals = min((row["blocks"] for row in rows), default=0)
    if deals < LEAST_COUNT:
        finding = too_few(deals)
    elif names:
        finding = f"{against}: {join(names, _NAMED)}."
    else:
        finding = f"{against}: no figure {'changes' if quiet else 'is shown to change'} by more than its margin."
    how = "Same deals under both sets of rules. Each change is drawn in margins; band: too small to matter. Lines: 95 % intervals."
    return Dots(where(evidence, new, players, lineup, other=old), finding, how, folded=quiet, head="Figure", axis=scale, rows=tuple(shown))


def _difference(row: Mapping[str, Any], unit: str, factor: float) -> Figure:
    low, high = (None if row[end] is None else row[end] * factor for end in ("family_low", "family_high"))
    if low is None or high is None:
        same = Value(None, alike=row["blocks"]) if row["se"] == 0 else Value(None)
        return Figure(same.text, same.interval)
    text = style.plain(row["difference"] * factor, low, high)
    sign = "" if text.startswith("−") or not float(text.replace("−", "-")) else "+"
    # The figure's own name says what is counted: only percentage points need their unit.
    return Figure(f"{sign}{text}" + ("\u00a0pp" if unit.startswith("pp") else ""), style.interval(low, high))


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
